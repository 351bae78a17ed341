"""How well the words of a mention match what an entity is called: equal, a nickname, initials, a slip of the hand. Pure text.

A match is how, score and why: `("nickname", 0.93, "bill for william in name William Haverstock")`. Scores are 0…1, 1 = the same words. It is sure
where nothing speaks for another name: "Ferrara" for Ferraro is somebody else's, "Ferarro" is a slip.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from kg.borne import is_borne, may_be_short_for
from kg.match.spelling import is_respelt
from kg.names import name_words, nicknames, plain_vowels, short_words

HOWS = ("exact", "alias", "part", "nickname", "initials", "acronym", "address", "typo", "meaning")      # the better before the worse
_EQUAL, _NICKNAME, _INITIAL, _TYPO = "part", "nickname", "initials", "typo"
_MAYBE, _NEAR = "maybe a nickname", "near"                # of words: not sure, so that they are asked about
_WITH_MIDDLE = 3                        # words of a name with a middle one
_DOUBLED = re.compile(r"(.)\1+")
_LONG = 8                               # letters of a word that may hold two slips

Words = tuple[str, ...]
_Pair = tuple[str, float, str]          # how, how closely, the word of the text


class Match(NamedTuple):
    """How well a mention matches."""

    how: str
    score: float
    why: str
    is_sure: bool = True
    is_whole: bool = False              # all words of the text were said


def best_match(forms: Iterable[Words], shorts: Iterable[str], texts: Iterable[tuple[str, str]], kind: str) -> Match | None:
    """The best match of a mention with the texts of one entity; None where no text explains every word of it.

    `forms` are readings of the mention, `shorts` what it may be shortened from; `texts` are pairs of "name", "alias" or "address"
    and the text; `kind` as in kg.names.short_words.
    """
    told, of_bearers = list(texts), bool(kind)
    matches = [match for form in forms for what, text in told if (match := _match(form, what, text, of_bearers))]
    matches += _shortened(shorts, told, kind)
    return min(matches, key=lambda m: (-m.score, HOWS.index(m.how), m.why), default=None)


def typos_of(word: str) -> int:
    """How many slips of the hand a word may hold: none in numbers and short words, two from eight letters, one of which may be left out."""
    if len(word) < 4 or any(c.isdigit() for c in word):
        return 0
    return 2 if len(word) >= _LONG - 1 else 1


def _shortened(shorts: Iterable[str], texts: Iterable[tuple[str, str]], of: str) -> list[Match]:
    hits = [(short, kind, text) for kind, text in texts if kind != "address" for short in shorts if short in _own_shorts(text, of)]
    return [Match("acronym", 0.8, f"first letters of {kind} {text}") if short.endswith("_") else Match(_INITIAL, 0.83, f"initials in {kind} {text}")
            for short, kind, text in hits]


def _match(form: Words, kind: str, text: str, of_bearer: bool) -> Match | None:
    """How a form of the mention matches one text of an entity; None where a word stays unexplained. `of_bearer`: of a person or a company."""
    own = _own_words(text)
    if form == own and kind != "address":
        return Match("exact" if kind == "name" else "alias", 1.0, f"{kind} {text}", is_whole=True)
    pairs = _paired(form, own, of_bearer)
    if pairs is None:
        return None
    covered = len(form) / len(own)
    hows = {how for how, _, _ in pairs}
    if kind == "address":               # an old address outlives a name: it counts less than anybody's name, and only letter by letter
        return Match("address", round(0.76 + 0.05 * covered, 4), f"part of address {text}") if hows == {_EQUAL} else None
    if hows == {_EQUAL}:
        return Match(_EQUAL, round(0.9 + 0.09 * covered, 4), f"part of {kind} {text}", is_whole=len(form) == len(own))
    why = ", ".join(f"{a} for {b}" for (how, _, b), a in zip(pairs, form, strict=True) if how != _EQUAL) + f" in {kind} {text}"
    closeness = sum(near for _, near, _ in pairs) / len(pairs)
    return _inexact(hows, covered, closeness, why)._replace(is_whole=len(form) == len(own))


def _inexact(hows: Collection[str], covered: float, closeness: float, why: str) -> Match:
    """By the weakest of its words."""
    if _TYPO in hows or _NEAR in hows:
        return Match(_TYPO, round(0.6 + 0.25 * closeness * (1 + covered) / 2, 4), why, not {_NEAR, _MAYBE} & set(hows))
    if _INITIAL in hows:
        return Match(_INITIAL, 0.83, why, _MAYBE not in hows)
    return Match(_NICKNAME, round((0.74 if _MAYBE in hows else 0.84) + 0.09 * covered, 4), why, _MAYBE not in hows)


def _paired(form: Words, own: Words, of_bearer: bool) -> list[_Pair] | None:
    """For each word of the mention its own word of the text: equal, else a letter for it, a nickname, a slip. None where one finds none."""
    if len(form) > len(own):
        return None
    free = list(own)
    pairs: list[_Pair | None] = [None] * len(form)
    for i, word in enumerate(form):
        if word in free:
            pairs[i] = (_EQUAL, 1.0, word)
            free.remove(word)
    slip = _slip_in_name(is_alone=len(form) == 1) if of_bearer else _slip
    ranks = ((_middle, _nick, _perhaps_nick, slip) if len(form) >= _WITH_MIDDLE else (_nick, _perhaps_nick, slip)) if of_bearer else (_nick, slip)
    for rank in () if all(pairs) else ranks:
        for i, word in enumerate(form):
            if pairs[i] is None and (found := max((p for w in free if (p := rank(word, w))), key=lambda p: p[1], default=None)):
                pairs[i] = found
                free.remove(found[2])
    return [p for p in pairs if p] if all(pairs) else None


def _middle(word: str, other: str) -> _Pair | None:
    """A letter for a middle name."""
    return (_INITIAL, 1.0, other) if len(word) == 1 and other.startswith(word) else None


def _nick(word: str, other: str) -> _Pair | None:
    return (_NICKNAME, 1.0, other) if other in nicknames(word) else None


def _perhaps_nick(word: str, other: str) -> _Pair | None:
    return (_MAYBE, 1.0, other) if other in may_be_short_for(word) else None


def _slip(word: str, other: str) -> _Pair | None:
    if not (allowed := typos_of(word)) or abs(len(word) - len(other)) > allowed:
        return None
    slips = OSA.distance(word, other, score_cutoff=allowed)
    if slips == 2 and len(word) < _LONG and not _is_one_short(word, other):
        return None
    return (_TYPO, 1 - slips / max(len(word), len(other)), other) if slips <= allowed else None


def _slip_in_name(*, is_alone: bool) -> Callable[[str, str], _Pair | None]:
    """A slip in a name that somebody bears: one that may as well be another's name is near, no more. `is_alone`: nothing else was said of it."""
    def rank(word: str, other: str) -> _Pair | None:
        if plain_vowels(word) == plain_vowels(other):
            return _TYPO, 1.0, other
        found = _slip(word, other)
        return (_NEAR, *found[1:]) if found and not _is_sure(word, other, is_alone) else found
    return rank


def _is_sure(word: str, other: str, is_alone: bool) -> bool:
    """Is it hardly another name? Hands leave out, double and swap letters anywhere; another letter at an end may be another's name.

    So may any other letter where nothing else was said.
    """
    if (word[0] != other[0] and not is_respelt(word, other)) or is_borne(word):
        return False
    is_hand = sorted(word) == sorted(other) or _singled(word) == _singled(other)
    if is_alone:
        return is_hand or (len(word) < len(other) and word[-1] == other[-1])
    return is_hand or word[-1] == other[-1] or other.startswith(word) or is_respelt(word, other)


def _singled(word: str) -> str:
    return _DOUBLED.sub(r"\1", word)


def _is_one_short(word: str, other: str) -> bool:
    """Are the letters the same in another order, but for one that was left out: "fontian" for "fontaine"? "Roberts" is not "robertson"."""
    left_out = Counter(other) - Counter(word)
    return len(other) == len(word) + 1 and left_out.total() == 1


@lru_cache(maxsize=20_000)
def _own_shorts(text: str, kind: str) -> Words:
    return short_words(text, kind)


@lru_cache(maxsize=20_000)
def _own_words(text: str) -> Words:
    return name_words(text)
