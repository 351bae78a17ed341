"""What somebody says of how they want things, heard by rules in their own words. Pure: knows English, not the company.

Careful: a question, something imagined, denied, quoted, meant in irony, said of others, wanted once, or speaking to an assistant about its
rules is never a preference. What is missed costs a question more; what is wrongly learned would change answers.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from agent.guard import unsafe_class
from agent.preferences.choices import chosen_in, is_choice, is_subject, preferred, subject_of
from agent.preferences.cores import clauses, core_of, meanings_in
from agent.preferences.sentences import QUOTED, Sentence, sentences, spelled
from agent.preferences.tables import has, pattern, patterns
from agent.preferences.words import LONGEST_TERM, QUESTION_WORDS, clean, is_name, is_people, is_term, is_value, kind_of, value_of
from kg.names import fold

LONGEST = 400                           # characters: a preference is short; a longer text is a paste
_ABOUT_SOMETHING = frozenset({"calendar", "metric_basis"})      # such a choice is nothing without what it is of
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


def hear(message: str, known: Collection[tuple[str, str]] = (), asked: str = "") -> tuple[Heard, ...]:
    """What a message says of preferences, corrections and facts; () for nothing.

    `known`: kind and folded subject of what was said before; `asked`: the question that it replies to, with its options.
    """
    text = message.strip()
    if not 0 < len(text) <= LONGEST or text.startswith(">") or "\n>" in text or unsafe_class(text) is not None or has("injected", text):
        return ()
    if any(has("speech", quoted.group()) for quoted in QUOTED.finditer(text)):
        return ()
    found = tuple(h for sentence in sentences(message, frozenset(known)) for h in _heard(sentence))
    return found or tuple(_heard_as_a_whole(message, frozenset(known))) or tuple(_heard_as_a_reply(message, asked))


def lasts(message: str) -> bool:
    """Does somebody say that it is to hold from now on?"""
    return bool(pattern("around", "lasting").search(spelled(message)))


def _heard(sentence: Sentence) -> Iterator[Heard]:
    """The first that a sentence can be."""
    tag = pattern("around", "tag")
    is_request = sentence.lasts and bool(pattern("wants", "request").search(sentence.text))      # "could you always …?"
    asks = bool(pattern("vetoes", "asks").search(sentence.text)) and not tag.search(sentence.text) and not is_request
    plain = _with(sentence, _CONCEDED.sub(" ", tag.sub("", sentence.text)).strip())
    if asks or QUOTED.fullmatch(plain.text.strip(" .,!")) or any(has(veto, plain.text) for veto in ("imagined", "ironic")):
        return
    of_others = has("of_others", _WHEN_I_SAY.sub("", plain.text))
    found = (rule(plain) for rule, minds_others in _RULES if not (of_others and minds_others))
    yield from [one for one in found if one is not None][:1]


def _heard_as_a_whole(message: str, known: frozenset[tuple[str, str]]) -> Iterator[Heard]:
    """"eur. make it my default": sentences that say one thing together."""
    whole = spelled(message)
    if "?" in message or not pattern("around", "lasting").search(whole) or any(has(v, whole) for v in ("imagined", "ironic", "of_others")):
        return
    one = _choice(Sentence(whole, 0, len(message), True, known))
    if one is not None:
        yield one


def _heard_as_a_reply(message: str, asked: str) -> Iterator[Heard]:
    """"Denholm Care, and remember that": one of the options, for good."""
    core = core_of(spelled(message))
    value = clauses(core.text)[0].strip()
    if not (asked and (core.lasts or lasts(message)) and value) or "?" in message or any(has(v, message) for v in ("imagined", "ironic", "once")):
        return
    if has("denied", core.text) or not re.search(rf"\b{re.escape(fold(value))}\b", fold(asked)):
        return
    choice = chosen_in(value)
    about = subject_of(choice[0], asked) if choice is not None else None
    if choice is not None and (about is not None or choice[0] not in _ABOUT_SOMETHING):
        yield Heard(choice[0], about or "", choice[1], 0, len(message))
        return
    if re.search(r"\b(?:your|my) team\b", asked, re.IGNORECASE):
        yield Heard("team_means", "my team", value, 0, len(message))
    elif shared := _shared(asked, value):
        yield Heard("name_means", shared, value, 0, len(message))
    elif named := _NAMED_IN.search(asked):
        whole = re.search(rf"\b{re.escape(named['s'])}[\w'’ -]* {re.escape(value)}\b", asked, re.IGNORECASE)
        if whole:                       # "Vestergaard, whenever I say Lena"
            yield Heard("name_means", named["s"], whole[0], 0, len(message))


def _shared(asked: str, value: str) -> str:
    """The name that a question asked about: the word of the value that it says most often, "" where that is once."""
    words = re.findall(r"[A-Z][\w'-]+", value.title() if value.islower() else value)
    times = {word: len(re.findall(rf"\b{re.escape(word)}\b", asked)) for word in words}
    return next((word for word, count in times.items() if count > 1), "")


def _meaning(sentence: Sentence) -> Heard | None:
    """A word gets a meaning."""
    if has("denied", sentence.text):
        return None
    return _of_core(sentence, "strong") or _of_whole(sentence)


def _meaning_in_passing(sentence: Sentence) -> Heard | None:
    """The same in words that say so only because it is to last, or is the speaker's own."""
    return None if has("denied", sentence.text) else _of_core(sentence, "weak")


def _meaning_again(sentence: Sentence) -> Heard | None:
    """A word that has a meaning gets another: "a big deal is over 80,000 now"."""
    known = {subject for _, subject in sentence.known}
    return None if has("denied", sentence.text) else _of_core(sentence, "again", lambda said: _plain_term(said) in known)


def _of_core(sentence: Sentence, group: str, fits: Callable[[str], bool] = bool) -> Heard | None:
    """What the sentence says without the words that only tell how it is meant."""
    core = core_of(sentence.text)
    found = meanings_in(replace(core, lasts=core.lasts or sentence.lasts), group)
    made = (_of_term(sentence, said, meaning) for said, meaning in found if fits(said))
    return next((one for one in made if one is not None), None)


def _plain_term(said: str) -> str:
    return fold(re.sub(r"^(?:the|a|an)\s+", "", clean(said), flags=re.IGNORECASE))


def _of_whole(sentence: Sentence) -> Heard | None:
    groups = ["means", *(["means_if_lasting"] if sentence.lasts else [])]
    tail = pattern("around", "tail")
    whole, short = sentence.text.strip(" .!;,"), tail.sub("", sentence.text).strip(" .!;,")
    clauses = (short.partition(", ")[0], short.rpartition(", ")[2]) if sentence.lasts else ()
    for text in dict.fromkeys((whole, short, *clauses)):
        for match in (each.fullmatch(text) for group in groups for each in patterns(group)):
            if match and (one := _of_term(sentence, match["s"], match["v"])):
                return one
    return None


def _of_term(sentence: Sentence, said: str, meaning: str) -> Heard | None:
    subject, value = re.sub(r"^the\s+", "", clean(said), flags=re.IGNORECASE), value_of(said, meaning)
    choice = chosen_in(value)
    about = subject_of(choice[0], subject) if choice is not None else None
    value = re.sub(r"^(?:our|my) (?=[A-Z])", "", value)
    if any(_ASKS.match(one) or _PREFERENCE.fullmatch(one) or _WITHIN.search(one) for one in (subject, value)):
        return None                         # "how many are assigned to me" is no "X is Y to me", and "my preference" no term
    if choice is None:
        choice = _said_elsewhere(sentence, subject)
        about = subject_of(choice[0], subject) if choice is not None else None
    if choice is not None and (about is not None or choice[0] not in _ABOUT_SOMETHING):
        return _said(sentence, choice[0], about or "", choice[1])
    if (is_people(value) and not is_people(subject)) or _is_turned_round(subject, value):
        subject, value = value, subject     # "treat Quality as my department"
    if is_subject("metric_basis", subject):
        return _said(sentence, "metric_basis", subject_of("metric_basis", subject) or "", preferred("metric_basis", value) or value)
    if not (is_term(subject) or is_people(subject)) or not is_value(value) or fold(subject) == fold(value) or is_choice(subject):
        return None
    kind, name = kind_of(subject, value)
    return _said(sentence, kind, subject, name)


def _said_elsewhere(sentence: Sentence, subject: str) -> tuple[str, str] | None:
    """"a quarter is January to March, calendar style": the choice stands in another part of the sentence than the meaning."""
    kinds = (kind for kind in _ABOUT_SOMETHING if is_subject(kind, subject))
    return next(((kind, value) for kind in kinds if (value := preferred(kind, sentence.text))), None)


def _is_turned_round(subject: str, value: str) -> bool:
    """"customers with 3 orders a year are regulars": the meaning stands first."""
    if is_subject("metric_basis", value) and preferred("metric_basis", subject):
        return True                     # "count only booked deals as revenue"
    return len(subject.split()) > 2 >= len(value.split()) and not is_name(value) and not is_people(subject)


def _basis(sentence: Sentence) -> Heard | None:
    """How a figure is counted, in free words: "attrition should count voluntary leavers only"."""
    core = core_of(sentence.text)
    if has("denied", sentence.text) or not (core.is_meant or sentence.lasts or "metric_basis" in {kind for kind, _ in sentence.known}):
        return None
    for said, basis in meanings_in(core, "basis"):
        subject = re.sub(r"^(?:the|my|our) ", "", clean(said), flags=re.IGNORECASE)
        if is_subject("metric_basis", subject) and is_value(basis):
            return _said(sentence, "metric_basis", subject_of("metric_basis", subject) or "", preferred("metric_basis", basis) or basis)
    return None


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
    text = _EVEN_IF.sub(" ", QUOTED.sub(" ", sentence.text))
    if has("denied", text) or has("once", text):
        return None
    for part in dict.fromkeys((text, *clauses(text))):
        found = {kind: value for kind in LISTED if (value := preferred(kind, part))}
        if found.get("metric_basis") and subject_of("metric_basis", part) is None:
            del found["metric_basis"]
        kind = next((k for k in LISTED if k in found), None)
        if kind is not None and _is_wanted(sentence, part, kind):
            return _said(sentence, kind, subject_of(kind, text) or "", found[kind])
    return None


def _is_wanted(sentence: Sentence, text: str, kind: str) -> bool:
    """Is it wanted from now on, by who says it?"""
    wants = {name for name in ("mine", "outright", "own", "asks", "lasts") if pattern("wants", name).search(text.strip())}
    changes = kind in {k for k, _ in sentence.known} and pattern("around", "changes").search(text)
    told = bool(pattern("around", "told").search(text))
    if wants & {"mine", "outright"} or changes or ("lasts" in wants and wants & {"own", "asks"}):
        return True
    if re.match(r"(?:i|we)\b", text.strip(), re.IGNORECASE):
        return sentence.lasts and "own" in wants
    return sentence.lasts and not told


def _forgetting(sentence: Sentence) -> Heard | None:
    for match in (each.fullmatch(sentence.text.strip(" .!;")) for each in patterns("forgets")):
        whole = (match.groupdict().get("s") if match else "") or ""
        said = clean(whole)
        if match and "," not in whole and not (sentence.lasts and any(preferred(kind, sentence.text) for kind in LISTED)):
            return Heard("forget", "" if fold(said) in _EVERYTHING else said, "", sentence.first, sentence.last)
    return None


def _claim(sentence: Sentence) -> Heard | None:
    if QUOTED.search(sentence.text) or sentence.lasts:
        return None
    texts = dict.fromkeys((sentence.text.strip(" .!;"), core_of(sentence.text).text))
    for match in (each.fullmatch(text) for text in texts for each in patterns("claims")):
        asks = match and (set(fold(match["s"]).split()) & QUESTION_WORDS or fold(match["v"]).split()[-1:] in _ASKED_LAST)
        if match and not asks and not _OPEN_END.search(match["s"]) and not _is_list(match["s"], match["v"]):
            return Heard("claim", clean(match["s"]), clean(match["v"]), sentence.first, sentence.last)
    return None


def _is_list(subject: str, said: str) -> bool:
    """"customers invoiced every month", "interviews not yet held": many of a kind, and what they are like; that asks for them."""
    many = subject == subject.lower() and subject.endswith("s") and not re.match(r"(?:my|our|the|we)\b", subject)
    return many and not _FINITE.match(said)


Rule = Callable[[Sentence], Heard | None]
_RULES: tuple[tuple[Rule, bool], ...] = (
    (_forgetting, False), (_meaning, True), (_meaning_again, True), (_choice, True), (_meaning_in_passing, True), (_basis, True), (_correction, True),
    (_claim, False),                    # True: not where it is said of others
)
_EVERYTHING = frozenset({"that", "it", "this", "all", "everything", "me", ""})


def _said(sentence: Sentence, kind: str, subject: str, value: str) -> Heard:
    is_fresh = bool(pattern("around", "fresh").search(sentence.text))
    return Heard(kind, subject, value, sentence.first, sentence.last, is_fresh, sentence.scope)


_ASKS = re.compile(r"(?:how (?:many|much|often|long)|which|who|whom|whose|when|where|why)\b", re.IGNORECASE)
_NAMED_IN = re.compile(r"\bwhich [“\"]?(?P<s>[\w'’-]+)[”\"]? (?:do|did) you mean", re.IGNORECASE)
_PREFERENCE = re.compile(r"(?:my|our|your) (?:\w+ )?(?:preference|wish|default|rule|setting|choice|request|instruction)s?", re.IGNORECASE)
_ASKED_LAST = [[word] for word in ("who", "whom", "what", "which", "where", "when", "how", "why")]      # "stone reports to whom"
_FINITE = re.compile(r"(?:is|are|was|were|has|have|had|will)\b")
_CONCEDED = re.compile(r"^(?:whatever|no matter (?:what|how|which|who)|regardless of|irrespective of|unless) [^,;]+[,;]\s*", re.IGNORECASE)
_WITHIN = re.compile(r":\s")
_EVEN_IF = re.compile(r"\beven (?:if|when|though) .+", re.IGNORECASE)
_OPEN_END = re.compile(r"\b(?:by|with|to|of|in|for|on|at|from)$", re.IGNORECASE)
_WHEN_I_SAY = re.compile(
    r"\b(?:when|whenever|if) i (?:say|ask|mention|write|type|talk|speak|refer)\b"
    r"|\bthe \S+(?: \S+)? i (?:speak of|mean|talk about|refer to|have in mind)\b", re.IGNORECASE)


def _with(sentence: Sentence, text: str) -> Sentence:
    return replace(sentence, text=text)
