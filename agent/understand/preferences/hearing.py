"""What somebody says of how they want things, heard by rules in their own words. Pure: knows English, not the company.

Careful: a question, something imagined, denied, quoted, meant in irony, said of others, wanted once, or speaking to an assistant about its
rules is never a preference. What is missed costs a question more; what is wrongly learned would change answers.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from agent.language.words import tokens, words
from agent.understand.preferences.accounted import only_name, only_title, short_and_full
from agent.understand.preferences.asides import asides
from agent.understand.preferences.choices import ABOUT_SOMETHING, KINDS, chosen_in, is_choice, is_subject, named_in, preferred, subject_of
from agent.understand.preferences.claims import claimed
from agent.understand.preferences.composed import Wish, named, wish, wishes, withdrawn
from agent.understand.preferences.cores import core_of, meanings_in
from agent.understand.preferences.mood import Meant, has_mood, meant
from agent.understand.preferences.replies import chosen_of
from agent.understand.preferences.sentences import QUOTED, Sentence, sentences, spelled
from agent.understand.preferences.tables import compiled, has, pattern, patterns
from agent.understand.preferences.teaching import is_open, lasts
from agent.understand.preferences.words import LONGEST_TERM, clean, is_name, is_people, is_term, is_value, kind_of, value_of
from kg.names import fold

EVERYTHING = "everything"               # what is to be forgotten where that is all that was learned


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
    is_understood: bool = False         # a language model said what the words stand for, as a part of a plan


def hear(message: str, known: Collection[tuple[str, str]] = (), asked: str = "") -> tuple[Heard, ...]:
    """What a message says of preferences, corrections and facts; () for nothing.

    `known`: kind and folded subject of what was said before; `asked`: the question that it replies to, with its options.
    """
    if not is_open(message):
        return ()
    said = tuple(sentences(message, frozenset(known)))
    how = meant(said)
    wanted = wishes(said, how) or (wish(how, asked) or withdrawn(how),)
    composed = tuple(one for one in (*wanted, named(how)) if one is not None)
    alone = (_by_itself(one) if composed else one for one in said)
    found = tuple(h for sentence in alone for h in _heard(sentence, composed) if not _is_replaced(h, composed))
    if pattern("mood", "speaks_for_all").search(message):
        found = tuple(one for one in found if one.kind in _FOR_ALL)
    beside = (_of_term(*each) for each in asides(message))
    return tuple(_heard_as_a_reply(message, how, asked)) or found or tuple(one for one in beside if one is not None)


def _by_itself(sentence: Sentence) -> Sentence:
    """A sentence beside a wish: the words that say that the wish lasts are not said of it."""
    return replace(sentence, lasts=sentence.lasts and (sentence.scope == "tenant" or lasts(sentence.text)))


def _is_replaced(heard: Heard, composed: Sequence[Wish]) -> bool:
    """Is what is to be forgotten a value that another takes the place of: "no more days; hours it is"?"""
    return heard.kind == "forget" and any(named_in(one.kind, heard.subject) for one in composed if one.kind in KINDS)


def _heard(sentence: Sentence, composed: Sequence[Wish]) -> Iterator[Heard]:
    """The first that a sentence can be."""
    wished = next((one for one in composed if one.sentence.first == sentence.first), None)
    if wished is not None:
        yield (_forgetting(sentence) if wished.kind == "forget" else None) or _said(sentence, wished.kind, wished.subject, wished.value)
        return
    tag = pattern("around", "tag")
    is_request = sentence.lasts and bool(pattern("wants", "request").search(sentence.text))      # "could you always …?"
    is_question = bool(pattern("vetoes", "asks").search(sentence.text)) or _is_misspelt_question(sentence.text)
    asks = is_question and not tag.search(sentence.text) and not is_request
    said = _CONCEDED.sub("", tag.sub("", _SUPPOSED.sub("", sentence.text)))
    plain = _with(sentence, pattern("around", "excluded").sub("", said).strip())
    if asks or QUOTED.fullmatch(plain.text.strip(" .,!")) or has("imagined", plain.text):
        return
    is_once = (has("once", plain.text) or has_mood("once", plain.text)) and not sentence.lasts
    of_others = has("of_others", _WHEN_I_SAY.sub("", plain.text))
    found = (rule(plain) for rule, minds_others in _RULES if not ((of_others or is_once) and minds_others))
    yield from [one for one in found if one is not None][:1]


def _is_misspelt_question(text: str) -> bool:
    """"Wat is the job title of Ben": a slip in the question word makes it no saying."""
    first = next(iter(tokens(text)), None)
    return first is not None and first.plain != first.text.lower() and any(p[0] == first.plain for p in words().focus)


def _heard_as_a_reply(message: str, how: Meant, asked: str) -> Iterator[Heard]:
    """"Denholm Care, and remember that": one of the options, for good."""
    core = core_of(spelled(message))
    if not asked or not (core.is_meant or how.lasts) or how.is_once or "?" in message or any(has(v, message) for v in ("imagined", "ironic")):
        return
    said = (core.text, *(core_of(one.text).text for one in how.clauses))
    chosen = next((one for text in said if text and not has("denied", text) and (one := chosen_of(text, asked))), None)
    if chosen is not None:
        yield Heard(*chosen, 0, len(message))


def _meaning(sentence: Sentence) -> Heard | None:
    """A word gets a meaning."""
    sentence = _with(sentence, _NO_LONGER.sub("", sentence.text))
    if has("denied", sentence.text) or _IS_NOT.search(sentence.text):
        return None
    return _of_core(sentence, "conditional") or _of_core(sentence, "strong") or _of_whole(sentence)


def _meaning_in_passing(sentence: Sentence) -> Heard | None:
    """The same in words that say so only because it is to last, or is the speaker's own."""
    sentence = _with(sentence, _NO_LONGER.sub("", sentence.text))
    return None if has("denied", sentence.text) or _IS_NOT.search(sentence.text) else _of_core(sentence, "weak")


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
    if (is_people(subject) and _STATE.fullmatch(value)) or (not is_people(subject) and _IN_STATE.match(value)):
        return None                         # "my team is always late", "the Zurich office is in francs"
    if any(_ASKS.match(one) or _PREFERENCE.fullmatch(one) or _WITHIN.search(one) for one in (subject, value)):
        return None                         # "how many are assigned to me" is no "X is Y to me", and "my preference" no term
    if choice is None:
        choice = _said_elsewhere(sentence, subject)
        about = subject_of(choice[0], subject) if choice is not None else None
    if choice is not None and (about is not None or choice[0] not in ABOUT_SOMETHING):
        return _said(sentence, choice[0], about or "", choice[1])
    if (is_people(value) and not is_people(subject)) or _is_turned_round(subject, value):
        subject, value = value, subject     # "treat Quality as my department"
    if is_subject("metric_basis", subject) and is_value(value):
        return _said(sentence, "metric_basis", subject_of("metric_basis", subject) or "", preferred("metric_basis", value) or value)
    if not (is_term(subject) or is_people(subject)) or not is_value(value) or fold(subject) == fold(value) or is_choice(subject):
        return None
    kind, name = kind_of(subject, value)
    return _said(sentence, kind, subject, name)


def _said_elsewhere(sentence: Sentence, subject: str) -> tuple[str, str] | None:
    """"a quarter is January to March, calendar style": the choice stands in another part of the sentence than the meaning."""
    kinds = (kind for kind in ABOUT_SOMETHING if is_subject(kind, subject))
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
            told = preferred("metric_basis", basis) or _LEFT_OUT.sub("without ", basis)
            return _said(sentence, "metric_basis", subject_of("metric_basis", subject) or "", told)
    return None


def _named(sentence: Sentence) -> Heard | None:
    """A name said short and in full, and nothing but words of meaning around: "should I mention Thistle, I speak of Thistle Brewing Co"."""
    sentence = _with(sentence, _NO_LONGER.sub("", sentence.text))
    if has("denied", sentence.text) or has("once", sentence.text):
        return None
    core, is_meant = core_of(sentence.text), bool(pattern("around", "meant").search(sentence.text))
    if not (core.is_meant or sentence.lasts or is_meant):
        return None
    people = pattern("around", "own_people").search(core.text)
    if people is not None:
        said = core.text.replace(people.group(), ";", 1)
        value = only_name(said) or only_title(said, 1)
        return _said(sentence, "team_means", people.group(), value) if value and is_value(value) and not _STATE.fullmatch(value) else None
    found = short_and_full(core.text)
    return _said(sentence, "name_means", *found) if found and not any(is_choice(one) or is_subject("metric_basis", one) for one in found) else None


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


def _forgetting(sentence: Sentence) -> Heard | None:
    text = sentence.text.strip(" .!;")
    if pattern("around", "all_of_it").fullmatch(_POLITELY.sub("", pattern("around", "anew").sub("", text))):
        return Heard("forget", EVERYTHING, "", sentence.first, sentence.last)
    for around in ("anew", "said_again", "would_you"):
        text = pattern("around", around).sub("", text)
    text = _POLITELY.sub("", text)
    for match in (each.fullmatch(text) for each in patterns("forgets")):
        whole = (match.groupdict().get("s") if match else "") or ""
        said = clean(whole)
        if match and "," not in whole and not (sentence.lasts and any(preferred(kind, sentence.text) for kind in KINDS)):
            return Heard("forget", "" if fold(said) in _EVERYTHING else said, "", sentence.first, sentence.last)
    return None


def _claim(sentence: Sentence) -> Heard | None:
    if QUOTED.search(sentence.text) or sentence.lasts or pattern("moods", "command").search(sentence.text):
        return None
    if any(preferred(kind, sentence.text) for kind in KINDS) and (has("of_others", sentence.text) or _AS_USUAL.match(sentence.text)):
        return None                         # how others want things, or what is usual, which nobody asks about
    found = claimed((sentence.text.strip(" .!;"), core_of(sentence.text).text))
    return Heard("claim", *found, sentence.first, sentence.last) if found else None


Rule = Callable[[Sentence], Heard | None]
_RULES: tuple[tuple[Rule, bool], ...] = (
    (_forgetting, False), (_meaning, True), (_named, True), (_meaning_again, True), (_meaning_in_passing, True), (_basis, True),
    (_correction, True),
    (_claim, False),                    # True: not where it is said of others
)
_EVERYTHING = frozenset({"that", "it", "this", "all", "everything", "me", ""})


def _said(sentence: Sentence, kind: str, subject: str, value: str) -> Heard:
    is_fresh = bool(pattern("around", "fresh").search(sentence.text))
    return Heard(kind, subject, value, sentence.first, sentence.last, is_fresh, sentence.scope)


_ASKS = re.compile(r"(?:how (?:many|much|often|long)|which|who|whom|whose|when|where|why)\b", re.IGNORECASE)
_PREFERENCE = re.compile(r"(?:my|our|your) (?:\w+ )?(?:preference|wish|default|rule|setting|choice|request|instruction)s?", re.IGNORECASE)
_CONCEDED = re.compile(
    r"^(?:whatever|no matter (?:what|how|which|who)|regardless of|irrespective of|unless) [^,;]+[,;]\s*"
    r"|[,;]\s*(?:whatever|however|no matter (?:what|how|which|who)|regardless of (?:what|how|who)|even if) [^,;]+?(?=[.!]*$)", re.IGNORECASE)
_STATE = compiled("(?!(?:in|on|at) )<state>.*")
_IN_STATE = re.compile(r"(?:in|out|off|late|sick|away|back|busy)\b", re.IGNORECASE)
_LEFT_OUT = re.compile(r"^(?:excludes?|excluding|leaves? out|ignores?|skips?|omits?) ", re.IGNORECASE)
_WITHIN = re.compile(r":\s")
_SUPPOSED = re.compile(                 # what sounds imagined and is meant: "you may assume that I …", "should I mention Bill, I …"
    r"\byou (?:may|can|should|must) (?:\w+ )?(?:assume|suppose)(?: that)?\b"
    r"|^should (?=i (?:say|mention|write|ask|speak|refer|talk|bring)\b)", re.IGNORECASE)
_FOR_ALL = frozenset({*KINDS, "forget"})       # what somebody who says to be an operator may ask for at all
_NO_LONGER = re.compile(r"^[^,;]*\b(?:isn't|is not|aren't|doesn't mean|no longer)\b[^,;]*[,;]\s*", re.IGNORECASE)
_IS_NOT = re.compile(r"^[^,;]*(?:\b(?:is|are|does) not\b|n't\b)[^,;]*(?:any ?more|any longer)?[.!]*$", re.IGNORECASE)
_AS_USUAL = re.compile(r"(?:we|our|they)\b", re.IGNORECASE)
_POLITELY = re.compile(r"[\s,;]+(?:please|thanks|thank you|okay|ok)$", re.IGNORECASE)
_WHEN_I_SAY = re.compile(
    r"\b(?:when|whenever|if) i (?:say|ask|mention|write|type|talk|speak|refer)\b"
    r"|\bthe \S+(?: \S+)? i (?:speak of|mean|talk about|refer to|have in mind)\b", re.IGNORECASE)


def _with(sentence: Sentence, text: str) -> Sentence:
    return replace(sentence, text=text)
