"""Misspelt words of a question, brought back to the one word of the vocabulary that they can be; never a guess between two.

Only what is no English word is repaired, and never into a word that changes a meaning ("not", "over"). Names are not looked at here.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import simplemma
from rapidfuzz import process
from rapidfuzz.distance import OSA

from agent.language.words import Token, forms, words
from kg.toml_tables import toml_table

LONGEST_PHRASE = 5
SHORTEST, SHORTEST_FOR_TWO = 5, 8       # letters of a word that may be one edit off, and two
SHORTEST_PHRASE = 3                     # words of a phrase of which one may be another English word
ENDING = 2                              # letters that one form of a word may have more than another
FAMILY = 6                              # letters at the beginning that words of one family share
MADE = 1 / 4                            # a plural that no phrase holds is meant so much less often than a word that one does
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|(?<!\w)'[^']+'(?!\w)")


@dataclass(frozen=True, slots=True)
class Repair:
    """The words that the tokens from `first` up to and without `last` were meant to be, and how many edits that took."""

    first: int
    last: int
    words: tuple[str, ...]
    edits: int


def repair(word: str, vocabulary: Mapping[str, float]) -> tuple[str, ...]:
    """The word that a misspelt one most likely is; () where there is none, where another is nearly as likely, or where the word is English.

    `vocabulary`: the known words, each with how likely it is to be meant beside the others.
    """
    allowed = _edits_allowed(word)
    if not allowed or word in vocabulary or (simplemma.is_known(word, lang="en") and word not in _never_meant()):
        return ()
    near = [(other, edits) for other, edits, _ in process.extract(word, list(vocabulary), scorer=OSA.distance, score_cutoff=2, limit=None)]
    best = min((edits for _, edits in near), default=3)
    nearest = [other for other, edits in near if edits == best]
    found = _likeliest(word, nearest, vocabulary) if best == 1 or len(nearest) == 1 else None
    if best > allowed or found is None or not _is_sure(word, found):
        return ()
    rivals = (other for other, edits in near if edits == best + 1 and len(other) >= SHORTEST_FOR_TWO and other[0] == word[0])
    return () if any(not _are_kin(found, other) for other in rivals) else (found,)


def _likeliest(word: str, found: Sequence[str], known: Mapping[str, float]) -> str | None:
    """The one of several words, one edit away each, that is likelier than every other; None where two are about alike.

    Hardly anybody misses the first letter, and swapped or left out letters are most of all slips.
    """
    odd = {other: (word[0] != other[0]) + (len(other) <= len(word) and sorted(word) != sorted(other)) + (known[other] < 1) for other in found}
    first = min(sorted(odd), key=lambda other: odd[other], default=None)
    is_alone = first is not None and all(odd[other] > odd[first] or _are_kin(first, other) for other in odd if other != first)
    return first if is_alone else None


def _edits_allowed(word: str) -> int:
    """How many edits a word may be off: two from eight letters, else one."""
    if not word.isalpha() or len(word) < SHORTEST - 1:
        return 0
    return 2 if len(word) >= SHORTEST_FOR_TWO else 1


def _is_sure(word: str, meant: str) -> bool:
    """Four letters are too few for anything but two of them swapped, or one left out."""
    return len(word) >= SHORTEST or sorted(word) == sorted(meant) or len(meant) > len(word)


def _are_kin(one: str, other: str) -> bool:
    """Are they forms of one word, or of one family: "assigned" and "assignee", "close" and "closed"?"""
    shorter, longer = sorted((one, other), key=len)
    return one[:FAMILY] == other[:FAMILY] or (longer.startswith(shorter) and len(longer) - len(shorter) <= ENDING) or bool(forms(one) & forms(other))


class Spelling:
    """The words and phrases that can be meant. Build it once for a vocabulary."""

    def __init__(self, phrases: Collection[tuple[str, ...]]) -> None:
        self._phrases = frozenset(phrases)
        self._near = _all_but_one(phrases)
        single = sorted({w for p in phrases for w in p if len(w) > 2 and w.isalpha()})
        made = (_plural(w) for w in single)
        self._words = {w: MADE for w in made if simplemma.is_known(w, lang="en")} | dict.fromkeys(single, 1.0)
        self._fixed = words().meaning | words().licensed | words().me | words().pronouns
        self._repaired = lru_cache(maxsize=4096)(lambda word: repair(word, self._words))

    def repairs(self, question: str, tokens: Sequence[Token], known: Collection[int]) -> tuple[Repair, ...]:
        """Every phrase that some tokens can be, once their misspelt words are put right.

        `known`: tokens that mean something as they stand, which stay. Quotations and words written like names stay too.
        """
        quoted = [range(*m.span()) for m in _QUOTED.finditer(question)]
        open_ = frozenset(
            i for i, t in enumerate(tokens)
            if not any(t.first in q for q in quoted) and not (t.text[:1].isupper() and t.first) and any(c.isalpha() for c in t.plain)
        )
        found = (*self._slipped(tokens, open_), *self._misspelt(tokens, open_ - set(known)))
        return tuple(dict.fromkeys(found))

    def _slipped(self, tokens: Sequence[Token], open_: frozenset[int]) -> Iterator[Repair]:
        """"Time of requests": of a phrase of several words one is off by a letter, though what stands there is English."""
        for first, last in _spans(tokens):
            said = tuple(t.plain for t in tokens[first:last])
            if last - first < SHORTEST_PHRASE or not open_.issuperset(range(first, last)) or self._is_phrase(said):
                continue
            for place in range(1, last - first - 1):
                meant = {m for form in forms(said[-1]) for m in self._near.get((*said[:place], "", *said[place + 1 : -1], form), ())}
                right = sorted(m for m in meant - forms(said[place]) if OSA.distance(m, said[place]) == 1)      # "numbers" is no slip for "number"
                if len(right) == 1:
                    yield Repair(first, last, (*said[:place], right[0], *said[place + 1 :]), 1)

    def _misspelt(self, tokens: Sequence[Token], wrong: frozenset[int]) -> Iterator[Repair]:
        repaired = ((i, self._repaired(tokens[i].plain)) for i in wrong)
        right = {i: meant[0] for i, meant in repaired if meant and meant[0] not in self._fixed}
        for first, last in _spans(tokens):
            mended = [i for i in range(first, last) if i in right]
            said = tuple(right.get(i, tokens[i].plain) for i in range(first, last))
            if mended and self._is_phrase(said):
                yield Repair(first, last, said, sum(OSA.distance(tokens[i].plain, right[i]) for i in mended))

    def _is_phrase(self, said: tuple[str, ...]) -> bool:
        return any((*said[:-1], form) in self._phrases for form in forms(said[-1]))


def _plural(word: str) -> str:
    return word if word.endswith("s") else word[:-1] + "ies" if word.endswith("y") and word[-2] not in "aeiou" else word + "s"


def _spans(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    return ((first, last) for first in range(len(tokens)) for last in range(first + 1, min(first + LONGEST_PHRASE, len(tokens)) + 1))


def _all_but_one(phrases: Collection[tuple[str, ...]]) -> Mapping[tuple[str, ...], frozenset[str]]:
    """Phrases of several words with a hole in place of one, and the words that fill it."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for each in phrases:
        for place in range(1, len(each) - 1) if len(each) >= SHORTEST_PHRASE else ():
            found[(*each[:place], "", *each[place + 1 :])].add(each[place])
    return {holed: frozenset(words) for holed, words in found.items()}


@cache
def _never_meant() -> frozenset[str]:
    """English words that are far more often slips than meant."""
    listed = toml_table(__package__, "typos")
    return frozenset(listed["never_meant"])
