"""Words made comparable for recall: folded, stemmed, without small words; and which words may stand for which. Pure text, English."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

import simplemma

from kg.names import fold
from kg.toml_tables import toml_table

_WORD = re.compile(r"\d+(?:[.,:]\d+)*(?:k|m|bn)?\b|[^\W_]+")
_APOSTROPHES = re.compile(r"['’](?:s\b)?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{2,3}\b)|(?<=\d),(?=\d{2,3},)")
_SCALES = {"k": 1_000, "m": 1_000_000, "bn": 1_000_000_000}
# Endings that are taken off where at least so many letters stay; the first that fits.
_ENDINGS = tuple((ending, left) for left, endings in (
    (3, "ization isation ational fulness ments ation ively ition ment ness ings ing"), (4, "ance ence tion sion able ible ally"), (2, "ies"),
    (4, "ive ity ers ors"), (3, "ed"), (4, "er or al"), (3, "ly es s e y"),
) for ending in endings.split())
_LONGEST_PHRASE = 3
_SHORTEST_FUZZY = 5


def terms(text: str) -> list[str]:
    """The terms of a text in order, without small words; a phrase that stands for a word is one more term."""
    found = [stem(word) for word in words(text)]
    return [term for term in found if term not in _stop()] + list(_phrases_in(found))


def words(text: str) -> list[str]:
    """The folded words of a text; a number without its thousands' marks, "40k" as 40000."""
    plain = _THOUSANDS.sub("", _APOSTROPHES.sub("", fold(text)))
    return [_number(word) if word[0].isdigit() else word for word in _WORD.findall(plain)]


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A folded word without what grammar puts on it: "bought" and "buying" are one, "approval" and "approved" too."""
    if not word.isalpha() or len(word) < 4 or word in _small():
        return word
    base = fold(simplemma.lemmatize(word, lang="en"))
    for ending, left in _ENDINGS:
        if base.endswith(ending) and len(base) - len(ending) >= left and not base.endswith("ss"):
            base = base[: -len(ending)]
            break
    return base[:-1] if len(base) > 3 and base[-1] == base[-2] else base


@cache
def alike() -> Mapping[str, frozenset[str]]:
    """Synonyms: term → terms that may stand for it."""
    found: dict[str, set[str]] = defaultdict(set)
    for group in _tables()["alike"]:
        members = {_joined(member) for member in group.split("|")}
        for member in members:
            found[member] |= members - {member}
    return {term: frozenset(others) for term, others in found.items()}


@dataclass(frozen=True, slots=True)
class QuestionCues:
    """What a question asks for beside its words: see words.toml."""

    newest: bool                        # what was said last
    assistants: bool | None             # a line of the assistant's (True), of the person's (False), of anybody (None)
    kinds: frozenset[int]               # of value


@dataclass(frozen=True, slots=True)
class LineCues:
    """What a line looks like."""

    assistants: bool                    # said by the assistant
    asks: bool
    goes_on: bool                       # speaks of somebody or something by a pronoun
    kinds: frozenset[int]               # of value that it may hold


def asked_by(text: str) -> QuestionCues:
    """What a question asks for beside its words."""
    plain = fold(text)
    mine, yours = (bool(_any_of(which).search(plain)) for which in ("mine", "yours"))
    return QuestionCues(bool(_any_of("newest").search(plain)), None if mine == yours else yours, _kinds(0, plain))


def look_of(speaker: str, text: str) -> LineCues:
    """What a line looks like."""
    goes_on = not set(_tables()["pronouns"]).isdisjoint(words(text))
    return LineCues(is_assistant(speaker), text.rstrip().endswith("?"), goes_on, _kinds(1, text))


def is_assistant(speaker: str) -> bool:
    """Is this how the assistant is called in a dialogue?"""
    return not set(_tables()["assistants"]).isdisjoint(words(speaker))


def near(term: str) -> Iterator[str]:
    """What a term becomes when one letter is left out, itself included: two terms that share one are a slip of the hand apart."""
    yield term
    if len(term) >= _SHORTEST_FUZZY and term.isalpha():
        yield from {term[:i] + term[i + 1 :] for i in range(len(term))}


def _phrases_in(found: Sequence[str]) -> Iterator[str]:
    for length in range(2, _LONGEST_PHRASE + 1):
        for start in range(len(found) - length + 1):
            phrase = "_".join(found[start : start + length])
            if phrase in _long():
                yield phrase


def _number(word: str) -> str:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(k|m|bn)", word)
    return str(round(float(match[1]) * _SCALES[match[2]])) if match else word


def _kinds(side: int, text: str) -> frozenset[int]:
    return frozenset(number for number, patterns in enumerate(_patterns()) if patterns[side].search(text))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((re.compile(kind["asked"]), re.compile(kind["held"])) for kind in _tables()["kinds"])


@cache
def _any_of(table: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_tables()[table])})\b")


def _joined(phrase: str) -> str:
    return "_".join(stem(word) for word in words(phrase))


_tables = partial(toml_table, __package__, "words")


@cache
def _small() -> frozenset[str]:
    return frozenset(_tables()["stop"].split())


@cache
def _stop() -> frozenset[str]:
    return _small() | {stem(word) for word in _small()}


@cache
def _long() -> frozenset[str]:
    return frozenset(term for term in alike() if "_" in term)
