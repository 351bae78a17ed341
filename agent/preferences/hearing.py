"""What somebody says of how they want things, heard by rules in their own words. Pure: knows English, not the company.

Careful: a question, something imagined, denied, quoted, meant in irony, said of others, or speaking to an assistant about its rules is
never a preference. What is missed costs a question more; what is wrongly learned would change answers.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.guard import unsafe_class
from agent.preferences.tables import has, pattern, patterns, table
from agent.preferences.words import LONGEST_TERM, QUESTION_WORDS, clean, is_name, is_term, is_value, kind_of, value_of
from kg.names import fold

LONGEST = 400                           # characters: a preference is short; a longer text is a paste


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that was said. `kind`: name_means, term_means, team_means, unit …, forget or claim; `first`, `last`: its place in the message."""

    kind: str
    subject: str                        # as it was said; "" where it holds for everything of the kind
    value: str
    first: int
    last: int
    is_correction: bool = False         # it takes the place of what was said or understood before
    scope: str = "person"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A part of a message, with its place in it."""

    text: str
    first: int


_SENTENCE = re.compile(r"[^.!?\n;]+(?:(?<=\d)[.](?=\d)[^.!?\n;]*|(?<=\b[A-Za-z])\.(?=\w)[^.!?\n;]*)*[.!?;]*")
_QUOTED = re.compile(r"[\"“«][^\"”»]*[\"”»]|(?<!\w)['‘][^'’]{12,}['’](?!\w)")


def hear(message: str, *, answered: bool = False) -> tuple[Heard, ...]:
    """What a message says of preferences, corrections and facts; () for nothing. `answered`: it may correct what was just understood."""
    text = message.strip()
    if not text or len(text) > LONGEST or unsafe_class(text) is not None or has("injected", text):
        return ()
    if "\n>" in message or text.startswith(">"):
        return ()
    found: list[Heard] = []
    for sentence in _sentences(message):
        found.extend(_heard(sentence, answered))
    return tuple(found)


def _heard(sentence: Sentence, answered: bool) -> Iterator[Heard]:
    """The first that a sentence can be."""
    if _QUOTED.fullmatch(sentence.text.strip(" .,!")):
        return
    asked = bool(pattern("vetoes", "asks").search(sentence.text)) and not pattern("around", "tag").search(sentence.text)
    plain = Sentence(pattern("around", "tag").sub("", sentence.text), sentence.first)
    if asked or any(has(veto, plain.text) for veto in ("imagined", "ironic")):
        return
    of_others = has("of_others", _without_named(plain.text))
    for rule, minds_others in _RULES:
        one = None if of_others and minds_others else rule(plain, answered)
        if one is not None:
            yield one
            return


def _meaning(sentence: Sentence, answered: bool) -> Heard | None:
    """A word gets a meaning."""
    if has("denied", sentence.text):
        return None
    for each in patterns("means"):
        match = each.fullmatch(sentence.text.strip(" .!;"))
        if match and (one := _of_term(sentence, match["s"], match["v"])):
            return one
    return None


def _of_term(sentence: Sentence, said: str, meaning: str) -> Heard | None:
    subject, value = re.sub(r"^the\s+", "", clean(said), flags=re.I), value_of(said, meaning)
    choice = _chosen_in(value)
    if choice is not None and choice[0] in ("calendar", "metric_basis") and _subject_of(choice[0], subject) is not None:
        return _said(sentence, choice[0], _subject_of(choice[0], subject) or "", choice[1])
    if not is_term(subject) or not is_value(value) or fold(subject) == fold(value):
        return None
    return _said(sentence, kind_of(subject, value), subject, value)


def _correction(sentence: Sentence, answered: bool) -> Heard | None:
    """The last answer took a name wrongly, and this says what was meant."""
    if not answered or has("denied", sentence.text):
        return None
    for each in patterns("corrects"):
        match = each.fullmatch(sentence.text.strip(" .!;"))
        value = clean(pattern("around", "tail").sub("", match["v"])) if match else ""
        if match and value and len(value.split()) <= LONGEST_TERM and (is_name(value) or value.lower().startswith("the other")):
            subject = clean(match.groupdict().get("s") or "") or value.split()[-1 if value.lower().startswith("the other") else 0]
            return Heard("name_means", subject, value, *_place(sentence), is_correction=True)
    return None


def _choice(sentence: Sentence, answered: bool) -> Heard | None:
    """One of a list of choices is preferred over the others, from now on."""
    text = _QUOTED.sub(" ", sentence.text)
    wants = {name for name in ("mine", "outright", "own", "asks", "lasts") if pattern("wants", name).search(text.strip())}
    is_wanted = wants & {"mine", "outright"} or ("lasts" in wants and wants & {"own", "asks"})
    if has("denied", text) or not is_wanted:
        return None
    found = {kind: value for kind in table()["choices"] if (value := _preferred(kind, text))}
    if found.get("metric_basis") and _subject_of("metric_basis", text) is None:
        del found["metric_basis"]
    if "unit" in found and len(found) > 1:      # "a table of my hours": what is asked for, not how
        return None
    kind = next((k for k in ("calendar", "metric_basis", "currency", "language", "unit", "form") if k in found), None)
    return _said(sentence, kind, _subject_of(kind, text) or "", found[kind]) if kind else None


def _forgetting(sentence: Sentence, answered: bool) -> Heard | None:
    for each in patterns("forgets"):
        match = each.fullmatch(sentence.text.strip(" .!;"))
        if match:
            said = clean(match.groupdict().get("s") or "")
            return Heard("forget", "" if said.lower() in ("that", "it", "this", "all", "everything") else said, "", *_place(sentence))
    return None


def _claim(sentence: Sentence, answered: bool) -> Heard | None:
    for each in patterns("claims"):
        match = each.fullmatch(sentence.text.strip(" .!;"))
        if match and fold(match["s"]).split()[0] not in QUESTION_WORDS:
            return Heard("claim", clean(match["s"]), clean(match["v"]), *_place(sentence))
    return None


Rule = Callable[[Sentence, bool], Heard | None]
_RULES: tuple[tuple[Rule, bool], ...] = ((_forgetting, True), (_meaning, True), (_choice, True), (_correction, True), (_claim, False))


# ---------------------------------------------------------------- words


def _said(sentence: Sentence, kind: str, subject: str, value: str) -> Heard:
    scope = "tenant" if pattern("around", "everybody").search(sentence.text) else "person"
    return Heard(kind, subject, value, *_place(sentence), is_correction=bool(pattern("around", "fresh").search(sentence.text)), scope=scope)


def _place(sentence: Sentence) -> tuple[int, int]:
    lead = len(sentence.text) - len(sentence.text.lstrip())
    return sentence.first + lead, sentence.first + len(sentence.text.rstrip())


def _without_named(text: str) -> str:
    """What is named in a definition may be followed by any verb; others' wishes stand outside of it."""
    return re.sub(r"\b(?:when|whenever|if) i (?:say|ask|mention|write|type|talk|speak|refer)\b", "", text, flags=re.I)


def _chosen_in(value: str) -> tuple[str, str] | None:
    plain = fold(value)
    named = ((kind, name, said) for kind in ("calendar", "metric_basis") for name, said in table()["choices"][kind].items())
    return next(((kind, name) for kind, name, said in named if plain in map(fold, said)), None)


def _subject_of(kind: str, text: str) -> str | None:
    """What of the subjects of a kind the text names; "" where the kind has none."""
    if kind == "calendar":
        found = re.search(r"\b(quarter|year|half)s?\b", text, re.I)
        return f"{found[1].lower()}" if found else None
    for name, said in table()["subjects"].get(kind, {}).items():
        if any(re.search(rf"\b{re.escape(w)}\b", text, re.I) for w in said):
            return str(name)
    return None


def _preferred(kind: str, text: str) -> str:
    """The one choice of a list that the text wants; "" for none or several."""
    wanted, refused = set[str](), set[str]()
    for name, said in table()["choices"][kind].items():
        for place in re.finditer("|".join(_word(w) for w in sorted(said, key=len, reverse=True)), text, re.I):
            (refused if pattern("wants", "turned_down").search(text[: place.start()]) else wanted).add(name)
    left = wanted - refused
    return left.pop() if len(left) == 1 else ""


def _word(word: str) -> str:
    return rf"(?<!\w){re.escape(word)}(?!\w)" if word[0].isalnum() else re.escape(word)


# ---------------------------------------------------------------- tables


def _sentences(message: str) -> Iterator[Sentence]:
    for place in _SENTENCE.finditer(message):
        if place.group().strip():
            yield Sentence(place.group(), place.start())
