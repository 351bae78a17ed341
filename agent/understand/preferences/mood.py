"""How a message is meant: what of it is said, what is turned down, whether it is to last or wanted once. Pure text.

A sentence is read by its clauses, for a "not" turns down what stands behind it in its own clause and leaves the others as they are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from agent.language.patterns import Pattern
from agent.understand.preferences.sentences import QUOTED, Sentence
from agent.understand.preferences.tables import compiled, either, has, pattern, table

LONGEST_NAME = 3                        # words in quotes that may be a name, or a word that gets a meaning
_NOT_MEANT = ("imagined", "of_others")
_ASIDE = re.compile(r"\(([^()]+)\)")
_OWN = re.compile(r"\b(?:i|i'm|i'd|me|mine|my (?!team)|please)\b", re.IGNORECASE)
_ASKING = re.compile(
    r"(?:who|whom|whose|where|why|is|are|was|were|do you|does|did|has)\b|what (?!i\b|we\b)|how (?!i\b|we\b)|which (?!i\b)", re.IGNORECASE)
_AS_ALWAYS = re.compile(r"\bi(?:'ll| will|'d| would)? (?:call|never|always|only)\b|\bas (?:ever|always)\b|\bis always\b", re.IGNORECASE)
_OF_RECORDS = re.compile(       # "who always work from home"
    r"\b(?:who|whose \w+|which)(?:'s| is| are| was| were| has| have)? (?:always|never|usually|generally|normally)\b", re.IGNORECASE)
_LATER = re.compile(r"\b(?:from (?:here|now|today)|in future|going forward)\b", re.IGNORECASE)
_REGARDLESS = ", regardless, "         # what is granted beside a wish says no more than that it holds
_NAMED_ONLY = frozenset({"metric_basis"})       # values with a "no" or "without" of their own


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence that could stand alone, as far as it is not turned down."""

    text: str
    whole: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Meant:
    """What is said in a message, and for how long."""

    clauses: tuple[Clause, ...]
    lasts: bool
    is_once: bool                       # and no word of time says that it lasts


def meant(said: Sequence[Sentence]) -> Meant:
    """What the sentences of a message say that is neither asked nor imagined, quoted or said of others."""
    parts = tuple(Clause(_affirmed(text), text, one) for one in said for text in _said_in(one))
    is_once = any(has_mood("once", one.whole) for one in parts) and not any(pattern("around", "lasting").search(one.text) for one in parts)
    asks_records = any(pattern("mood", "records").search(one.whole) for one in parts)
    return Meant(parts, any(is_lasting(_without_exclusive(one) if asks_records else one) for one in parts), is_once)


def _without_exclusive(clause: Clause) -> Clause:
    """"all overdue invoices in euros, nothing else": those and no others, now."""
    return replace(clause, whole=pattern("mood", "exclusive").sub(" ", clause.whole))


def _said_in(sentence: Sentence) -> Iterator[str]:
    """The clauses of a sentence that say something; of one that asks, what the person says of themselves beside."""
    asks_records = pattern("mood", "records").search(sentence.text)
    text = pattern("mood", "reason").sub("", pattern("mood", "only").sub("only" if asks_records else "only ever", sentence.text))
    for part in (_ASIDE.sub(" ", text), *(found[1] for found in _ASIDE.finditer(text))):
        if is_live(part):
            yield from clauses_of(kept(pattern("mood", "conceded").sub(_REGARDLESS, part)))
        else:
            yield from _said_beside(kept(part))


def _said_beside(text: str) -> Iterator[str]:
    """"since I think in hours: what is …?": clauses of the person's own in front of a question, and what they always mean by its words."""
    parts = list(clauses_of(text))
    first = next((number for number, one in enumerate(parts) if pattern("mood", "begins_question").match(one)), len(parts))
    if first == len(parts):
        return
    is_plain = not has("of_others", text)
    is_own = bool(_OWN.search(" ".join(parts[:first])))
    for number, one in enumerate(parts):
        begins = pattern("mood", "begins_question").match(one)
        if not begins and is_live(f"{one}.") and (is_own if number < first else _AS_ALWAYS.search(one) or (is_plain and _LATER.search(one))):
            yield one


def is_live(text: str) -> bool:
    """Does a sentence say something of its own?"""
    plain = pattern("around", "tag").sub("", text)
    plain = pattern("mood", "minds").sub(" ", pattern("mood", "conceded").sub(" ", plain)).strip()
    is_asked = has("asks", plain) and not (pattern("mood", "polite").search(text) or pattern("mood", "minds").search(text))
    plain = _own_words(plain)
    return not is_asked and not _ASKING.match(plain) and not any(has(veto, plain) for veto in _NOT_MEANT)


def _own_words(text: str) -> str:
    """A sentence without the reason behind a command, and without the capital of a value: in "Graphs say more to me" nobody says so."""
    head, mark, reason = text.partition(", ")
    is_command = mark and pattern("moods", "command").search(head) and _value().search(head)
    own = head if is_command and not pattern("mood", "source").search(reason) and not _value().search(reason) else text
    own = pattern("mood", "beginning").sub("", own)
    return own[:1].lower() + own[1:] if _value().match(own) else own


def is_lasting(clause: Clause) -> bool:
    """Does a clause say that something is to hold from now on?"""
    said = _OF_RECORDS.sub(" ", _before("denies", clause.whole))
    return clause.sentence.scope == "tenant" or has_mood("no_more_asking", clause.whole) or has_mood("lasting", said)


def is_of(name: str, clause: Clause) -> bool:
    """Does a clause speak of all figures (`of_all`), or of each record (`of_each`)?"""
    return has_mood(name, _before("denies", clause.whole))


def has_mood(name: str, text: str) -> bool:
    """Has a text a word of one of the lists of mood.toml?"""
    return bool(_cue(name).search(text))


def clauses_of(text: str) -> Iterator[str]:
    """The clauses of a sentence."""
    yield from (part.strip() for part in pattern("mood", "clause").split(text) if part and part.strip())


def tells_of_value(text: str) -> bool:
    """Is something told of the value that a clause names: "my English is so-so"?"""
    return any(pattern("mood", "predicated").match(text[found.end() :]) for found in _value().finditer(text))


def kept(text: str) -> str:
    """A sentence without what is quoted and without values that are turned down by the word before them."""
    plain = QUOTED.sub(lambda quoted: quoted.group()[1:-1] if len(quoted.group().split()) <= LONGEST_NAME else " ", text)
    return _refused().sub(" ", plain)


def _before(name: str, text: str) -> str:
    """What stands before the first word of a list that turns down."""
    found = pattern("mood", name).search(text)
    return text[: found.start()] if found else text


def _affirmed(clause: str) -> str:
    """What stands before the first word that turns down; nothing where that speaks of what stands before it."""
    found = pattern("mood", "negation").search(clause)
    if found is None:
        return clause
    first = clause.rfind(" ", 0, found.start()) + 1 if found.group().startswith("n't") else found.start()
    return "" if pattern("mood", "behind").match(clause[first:]) else clause[:first].strip()


@cache
def _refused() -> re.Pattern[str]:
    before = r">|\b(?:beats?|trumps?|not|no|never|over|than|less|without|no more|no longer|rather than|instead of|in place of|as opposed to)"
    said = rf"(?:,? ?(?:and|but) )?(?:{before}) (?:(?:the|in|any|by|as|with) )*"
    return re.compile(rf"{said}{_value().pattern}(?! ?-)", re.IGNORECASE)


@cache
def _value() -> re.Pattern[str]:
    said = (word for kind, values in table()["choices"].items() if kind not in _NAMED_ONLY for words in values.values() for word in words)
    plain = "|".join(re.escape(word) for word in (*sorted(said, key=len, reverse=True), "booked", "invoiced", "paid") if word[0].isalpha())
    return re.compile(rf"\b(?:{plain})\b", re.IGNORECASE)


@cache
def _cue(name: str) -> Pattern:
    return compiled(rf"(?<![\w'-]){either(table()['mood'][name])}(?![\w'-])")
