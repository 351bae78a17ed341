"""What somebody says of how they want things, heard by rules in their own words. Pure: knows English, not the company.

Careful: a question, something imagined, denied, quoted, meant in irony, said of others, wanted once, or speaking to an assistant about its
rules is never a preference. What is missed costs a question more; what is wrongly learned would change answers.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache

from agent.guard import unsafe_class
from agent.preferences.choices import chosen_in, is_choice, preferred, subject_of
from agent.preferences.tables import has, pattern, patterns, table
from agent.preferences.words import LONGEST_TERM, QUESTION_WORDS, clean, is_name, is_people, is_term, is_value, kind_of, value_of
from kg.names import fold

LONGEST = 400                           # characters: a preference is short; a longer text is a paste
LISTED = ("calendar", "metric_basis", "currency", "language", "unit", "form")      # kinds with a list of values, the clearest words first


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that was said. `kind`: name_means, term_means, team_means, unit …; forget, claim, or correction, which holds for now only."""

    kind: str
    subject: str                        # as it was said; "" where it holds for everything of the kind
    value: str
    first: int                          # its place in the message
    last: int                           # exclusive
    is_correction: bool = False         # it takes the place of what was said before
    scope: str = "person"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A part of a message, spelled out, with its place in it."""

    text: str
    first: int
    last: int
    lasts: bool                         # the message says that it is to hold from now on
    known: frozenset[tuple[str, str]]   # kinds and subjects of what was said before
    scope: str = "person"               # or "tenant": it is to hold for everybody


_SENTENCE = re.compile(r"[^.!?\n;]+(?:(?<=\d)[.](?=\d)[^.!?\n;]*|(?<=\b[A-Za-z])\.(?=\w)[^.!?\n;]*)*[.!?;]*")
_QUOTED = re.compile(r"[\"“«][^\"”»]*[\"”»]|(?<!\w)['‘][^'’]{12,}['’](?!\w)")


def hear(message: str, known: Collection[tuple[str, str]] = ()) -> tuple[Heard, ...]:
    """What a message says of preferences, corrections and facts; () for nothing. `known`: kind and folded subject of what was said before."""
    text = message.strip()
    if not 0 < len(text) <= LONGEST or text.startswith(">") or "\n>" in text or unsafe_class(text) is not None or has("injected", text):
        return ()
    found = tuple(h for sentence in _sentences(message, frozenset(known)) for h in _heard(sentence))
    return found or tuple(_heard_as_a_whole(message, frozenset(known)))


def _heard(sentence: Sentence) -> Iterator[Heard]:
    """The first that a sentence can be."""
    tag = pattern("around", "tag")
    asks = bool(pattern("vetoes", "asks").search(sentence.text)) and not tag.search(sentence.text)
    plain = _with(sentence, tag.sub("", sentence.text))
    if asks or _QUOTED.fullmatch(plain.text.strip(" .,!")) or any(has(veto, plain.text) for veto in ("imagined", "ironic")):
        return
    of_others = has("of_others", _WHEN_I_SAY.sub("", plain.text))
    found = (rule(plain) for rule, minds_others in _RULES if not (of_others and minds_others))
    yield from [one for one in found if one is not None][:1]


def _heard_as_a_whole(message: str, known: frozenset[tuple[str, str]]) -> Iterator[Heard]:
    """"eur. make it my default": sentences that say one thing together."""
    whole = _spelled(message)
    if "?" in message or not pattern("around", "lasting").search(whole) or any(has(v, whole) for v in ("imagined", "ironic", "of_others")):
        return
    one = _choice(Sentence(whole, 0, len(message), True, known))
    if one is not None:
        yield one


def _meaning(sentence: Sentence) -> Heard | None:
    """A word gets a meaning."""
    if has("denied", sentence.text):
        return None
    groups = ["means", *(["means_if_lasting"] if sentence.lasts else [])]
    tail = pattern("around", "tail")
    whole, short = sentence.text.strip(" .!;,"), tail.sub("", sentence.text).strip(" .!;,")
    clauses = (short.partition(", ")[0], short.rpartition(", ")[2]) if sentence.lasts else ()
    for text in dict.fromkeys((whole, short, *clauses)):
        for match in (each.fullmatch(text) for group in groups for each in patterns(group)):
            if match and (one := _of_term(sentence, match["s"], match["v"])):
                return one
    return _meaning_again(sentence)


def _meaning_again(sentence: Sentence) -> Heard | None:
    """A word that has a meaning gets another: "a big deal is over 80,000 now"."""
    text = pattern("around", "tail").sub("", sentence.text).strip(" .!;,")
    for match in (each.fullmatch(text) for each in patterns("means_again")):
        if match and fold(clean(match["s"])) in {subject for _, subject in sentence.known}:
            return _of_term(sentence, match["s"], match["v"])
    return None


def _of_term(sentence: Sentence, said: str, meaning: str) -> Heard | None:
    subject, value = re.sub(r"^the\s+", "", clean(said), flags=re.IGNORECASE), value_of(said, meaning)
    choice = chosen_in(value)
    about = subject_of(choice[0], subject) if choice is not None else None
    if choice is not None and about is not None:
        return _said(sentence, choice[0], about, choice[1])
    if is_people(value) and not is_people(subject):
        subject, value = value, subject     # "treat Quality as my department"
    if not is_term(subject) or not is_value(value) or fold(subject) == fold(value) or is_choice(subject):
        return None
    kind, name = kind_of(subject, value)
    return _said(sentence, kind, subject, name)


def _correction(sentence: Sentence) -> Heard | None:
    """The last answer took a name wrongly, and this says what was meant; for now, not from now on."""
    if has("denied", sentence.text):
        return None
    for match in (each.fullmatch(sentence.text.strip(" .!;")) for each in patterns("corrects")):
        value = clean(pattern("around", "tail").sub("", match["v"])) if match else ""
        is_other = value.lower().startswith("the other ")
        if match and value and len(value.split()) <= LONGEST_TERM and (is_name(value) or is_other):
            subject = clean(match.groupdict().get("s") or "") or value.split()[-1 if is_other else 0]
            return Heard("correction", subject, value, sentence.first, sentence.last, is_correction=True)
    return None


def _choice(sentence: Sentence) -> Heard | None:
    """One of a list of choices is preferred over the others, from now on."""
    text = _EVEN_IF.sub(" ", _QUOTED.sub(" ", sentence.text))
    if has("denied", text) or has("once", text):
        return None
    found = {kind: value for kind in LISTED if (value := preferred(kind, text))}
    if found.get("metric_basis") and subject_of("metric_basis", text) is None:
        del found["metric_basis"]
    kind = next((k for k in LISTED if k in found), None)
    if kind is None or not _is_wanted(sentence, text, kind):
        return None
    return _said(sentence, kind, subject_of(kind, text) or "", found[kind])


def _is_wanted(sentence: Sentence, text: str, kind: str) -> bool:
    """Is it wanted from now on, by who says it?"""
    wants = {name for name in ("mine", "outright", "own", "asks", "lasts") if pattern("wants", name).search(text.strip())}
    changes = kind in {k for k, _ in sentence.known} and pattern("around", "changes").search(text)
    told = bool(pattern("around", "told").search(text))
    if wants & {"mine", "outright"} or changes or ("lasts" in wants and wants & {"own", "asks"}):
        return True
    return sentence.lasts and not told


def _forgetting(sentence: Sentence) -> Heard | None:
    for match in (each.fullmatch(sentence.text.strip(" .!;")) for each in patterns("forgets")):
        whole = (match.groupdict().get("s") if match else "") or ""
        said = clean(whole)
        if match and "," not in whole and not (sentence.lasts and any(preferred(kind, sentence.text) for kind in LISTED)):
            return Heard("forget", "" if fold(said) in _EVERYTHING else said, "", sentence.first, sentence.last)
    return None


def _claim(sentence: Sentence) -> Heard | None:
    if _QUOTED.search(sentence.text):
        return None
    for match in (each.fullmatch(sentence.text.strip(" .!;")) for each in patterns("claims")):
        if match and not set(fold(match["s"]).split()) & QUESTION_WORDS:
            return Heard("claim", clean(match["s"]), clean(match["v"]), sentence.first, sentence.last)
    return None


Rule = Callable[[Sentence], Heard | None]
_RULES: tuple[tuple[Rule, bool], ...] = (
    (_forgetting, True), (_meaning, True), (_choice, True), (_correction, True), (_claim, False),      # True: not where it is said of others
)
_EVERYTHING = frozenset({"that", "it", "this", "all", "everything", "me", ""})


# ---------------------------------------------------------------- sentences


def _said(sentence: Sentence, kind: str, subject: str, value: str) -> Heard:
    is_fresh = bool(pattern("around", "fresh").search(sentence.text))
    return Heard(kind, subject, value, sentence.first, sentence.last, is_fresh, sentence.scope)


_EVEN_IF = re.compile(r"\beven (?:if|when|though) .+", re.IGNORECASE)
_WHEN_I_SAY = re.compile(r"\b(?:when|whenever|if) i (?:say|ask|mention|write|type|talk|speak|refer)\b", re.IGNORECASE)


def _with(sentence: Sentence, text: str) -> Sentence:
    return replace(sentence, text=text)


def _sentences(message: str, known: frozenset[tuple[str, str]]) -> Iterator[Sentence]:
    lasts = bool(pattern("around", "lasting").search(_spelled(_QUOTED.sub(" ", message))))
    everybody = pattern("around", "everybody")
    scope = "tenant" if everybody.search(message) else "person"
    lasts = lasts or scope == "tenant"
    for place in _SENTENCE.finditer(message):
        text = place.group()
        if text.strip():
            first = place.start() + len(text) - len(text.lstrip())
            yield Sentence(_spelled(everybody.sub(" ", text)).strip(" ,"), first, place.start() + len(text.rstrip()), lasts, known, scope)


def _spelled(text: str) -> str:
    """Quick spellings as they are meant."""
    return _quick().sub(lambda m: str(table()["spelled"][m.group().lower()]), text.replace("’", "'"))


@cache
def _quick() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(table()["spelled"], key=len, reverse=True))
    return re.compile(rf"(?<![\w'.])(?:{words})(?![\w'])", re.IGNORECASE)
