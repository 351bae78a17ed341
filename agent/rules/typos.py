"""Misspelt words of a question, brought back to the one word of the vocabulary that they can be; never a guess between two.

Only what is no English word is repaired, and never into a word that changes a meaning ("not", "over"). Names are not looked at here.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

import simplemma
from rapidfuzz import process
from rapidfuzz.distance import OSA

from agent.language import Token, forms, phrase, words

LONGEST_PHRASE = 5
SHORTEST, SHORTEST_FOR_TWO = 5, 8       # letters of a word that may be one edit off, and two
SHORTEST_JOINED = 6
FAMILY = 6                              # letters at the beginning that words of one family share

_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|(?<!\w)'[^']+'(?!\w)")


@dataclass(frozen=True, slots=True)
class Repair:
    """The words that the tokens from `first` up to and without `last` were meant to be, and how many edits that took."""

    first: int
    last: int
    words: tuple[str, ...]
    edits: int


def repair(word: str, vocabulary: Collection[str]) -> tuple[str, ...]:
    """The word of the vocabulary that a misspelt one is; () where there is none or a choice of them, or where the word is English."""
    allowed = _edits_allowed(word)
    if not allowed or word in vocabulary or simplemma.is_known(word, lang="en"):
        return ()
    near = [(other, edits) for other, edits, _ in process.extract(word, vocabulary, scorer=OSA.distance, score_cutoff=2, limit=None)]
    best = min((edits for _, edits in near), default=3)
    found = [other for other, edits in near if edits == best]
    if len(found) != 1 or best > allowed or not _is_sure(word, found[0]):
        return ()
    rivals = (other for other, edits in near if edits == best + 1 and len(other) >= SHORTEST_FOR_TWO and other[0] == word[0])
    return () if any(not _are_kin(found[0], other) for other in rivals) else (found[0],)


def _edits_allowed(word: str) -> int:
    """How many edits a word may be off: two from eight letters, else one."""
    if not word.isalpha() or len(word) < SHORTEST - 1:
        return 0
    return 2 if len(word) >= SHORTEST_FOR_TWO else 1


def _is_sure(word: str, meant: str) -> bool:
    """Four letters are too few for anything but two of them swapped, or one left out."""
    return len(word) >= SHORTEST or sorted(word) == sorted(meant) or len(meant) > len(word)


def _are_kin(one: str, other: str) -> bool:
    """Are they forms of one word, or of one family: "assigned" and "assignee"?"""
    return one[:FAMILY] == other[:FAMILY] or bool(forms(one) & forms(other))


class Spelling:
    """The words and phrases that can be meant. Build it once for a vocabulary."""

    def __init__(self, phrases: Collection[tuple[str, ...]]) -> None:
        self._phrases = frozenset(phrases)
        single = {w for p in phrases for w in p if len(w) > 2 and w.isalpha()}
        self._words = tuple(sorted(single | {_plural(w) for w in single}))
        self._fixed = words().meaning | words().licensed | words().me | words().pronouns
        self._run_together = _run_together(phrases)
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
        found = (*self._listed(tokens, open_), *self._misspelt(tokens, open_ - set(known)), *self._joined(tokens, open_, known))
        return tuple(dict.fromkeys(found))

    def _listed(self, tokens: Sequence[Token], open_: frozenset[int]) -> Iterator[Repair]:
        for first, last in _spans(tokens):
            meant = _reviewed().get(tuple(t.plain for t in tokens[first:last]))
            if meant and open_.issuperset(range(first, last)):
                yield Repair(first, last, meant, 1)

    def _misspelt(self, tokens: Sequence[Token], wrong: frozenset[int]) -> Iterator[Repair]:
        repaired = ((i, _reviewed().get((tokens[i].plain,)) or self._repaired(tokens[i].plain)) for i in wrong)
        right = {i: meant[0] for i, meant in repaired if meant and meant[0] not in self._fixed}
        for first, last in _spans(tokens):
            mended = [i for i in range(first, last) if i in right]
            said = tuple(right.get(i, tokens[i].plain) for i in range(first, last))
            if mended and self._is_phrase(said):
                yield Repair(first, last, said, sum(OSA.distance(tokens[i].plain, right[i]) for i in mended))

    def _joined(self, tokens: Sequence[Token], open_: frozenset[int], known: Collection[int]) -> Iterator[Repair]:
        """ "timeoff", "over due", "head-count": the letters of a phrase with other gaps."""
        for first, last in _spans(tokens):
            said = tuple(t.plain for t in tokens[first:last])
            if open_.issuperset(range(first, last)) and not (last - first == 1 and first in known) and not self._is_phrase(said):
                yield from (Repair(first, last, meant, 1) for meant in self._run_together.get(_letters(said), ()))

    def _is_phrase(self, said: tuple[str, ...]) -> bool:
        return any((*said[:-1], form) in self._phrases for form in forms(said[-1]))


def _plural(word: str) -> str:
    return word if word.endswith("s") else word[:-1] + "ies" if word.endswith("y") and word[-2] not in "aeiou" else word + "s"


def _run_together(phrases: Collection[tuple[str, ...]]) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for each in sorted(phrases):
        letters = _letters(each)
        if len(letters) >= SHORTEST_JOINED and letters.isalpha():
            for ending in ("", "s"):
                found[letters + ending].append((*each[:-1], each[-1] + ending))
    return {letters: tuple(each) for letters, each in found.items()}


def _letters(said: Sequence[str]) -> str:
    return "".join(said).replace("-", "")


def _spans(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    return ((first, last) for first in range(len(tokens)) for last in range(first + 1, min(first + LONGEST_PHRASE, len(tokens)) + 1))


@cache
def _reviewed() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    listed = tomllib.loads(resources.files(__package__).joinpath("typos.toml").read_text("utf-8"))
    return {phrase(wrong): phrase(right) for wrong, right in listed.items()}
