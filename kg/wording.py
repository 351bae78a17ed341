"""How well the words of a mention match what an entity is called: equal, a nickname, initials, a slip of the hand. Pure text.

A match is how, score and why: `("nickname", 0.93, "bill for william in name William Haverstock")`. Scores are 0…1, 1 = the same words.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import OSA

from kg.names import name_words, nicknames, short_words

HOWS = ("exact", "alias", "part", "nickname", "initials", "acronym", "address", "typo", "meaning")      # the better before the worse
_EQUAL, _NICKNAME = "part", "nickname"
_LONG = 8                               # letters of a word that may hold two slips

Words = tuple[str, ...]
Match = tuple[str, float, str]


def best_match(forms: Iterable[Words], shorts: Iterable[str], texts: Iterable[tuple[str, str]], kind: str) -> Match | None:
    """The best match of a mention with the texts of one entity; None where no text explains every word of it.

    `forms` are readings of the mention, `shorts` what it may be shortened from; `texts` are pairs of "name", "alias" or "address"
    and the text; `kind` as in kg.names.short_words.
    """
    told = list(texts)
    matches = [match for form in forms for what, text in told if (match := _match(form, what, text))]
    matches += _shortened(shorts, told, kind)
    return min(matches, key=lambda m: (-m[1], HOWS.index(m[0]), m[2]), default=None)


def typos_of(word: str) -> int:
    """How many slips of the hand a word may hold: none in numbers and short words, two from eight letters, one of which may be left out."""
    if len(word) < 4 or any(c.isdigit() for c in word):
        return 0
    return 2 if len(word) >= _LONG - 1 else 1


def _shortened(shorts: Iterable[str], texts: Iterable[tuple[str, str]], of: str) -> list[Match]:
    hits = [(short, kind, text) for kind, text in texts if kind != "address" for short in shorts if short in _own_shorts(text, of)]
    return [("acronym", 0.8, f"first letters of {kind} {text}") if short.endswith("_") else ("initials", 0.83, f"initials in {kind} {text}")
            for short, kind, text in hits]


def _match(form: Words, kind: str, text: str) -> Match | None:
    """How, score and why a form of the mention matches one text of an entity; None where a word stays unexplained."""
    own = _own_words(text)
    if form == own and kind != "address":
        return ("exact" if kind == "name" else "alias", 1.0, f"{kind} {text}")
    pairs = _paired(form, own)
    if pairs is None:
        return None
    covered = len(form) / len(own)
    if kind == "address":               # an old address outlives a name: it counts less than anybody's name, and only letter by letter
        return ("address", round(0.76 + 0.05 * covered, 4), f"part of address {text}") if all(how == _EQUAL for how, _, _ in pairs) else None
    if all(how == _EQUAL for how, _, _ in pairs):
        return _EQUAL, round(0.9 + 0.09 * covered, 4), f"part of {kind} {text}"
    reasons = ", ".join(f"{a} for {b}" for (how, _, b), a in zip(pairs, form, strict=True) if how != _EQUAL)
    if all(how in (_EQUAL, _NICKNAME) for how, _, _ in pairs):
        return _NICKNAME, round(0.84 + 0.09 * covered, 4), f"{reasons} in {kind} {text}"
    closeness = sum(near for _, near, _ in pairs) / len(pairs)
    return "typo", round(0.6 + 0.25 * closeness * (1 + covered) / 2, 4), f"{reasons} in {kind} {text}"


def _paired(form: Words, own: Words) -> list[Match] | None:
    """For each word of the mention its own word of the text: equal, else nickname, else typo. None where one finds none."""
    if len(form) > len(own):
        return None
    free = list(own)
    pairs: list[Match | None] = [None] * len(form)
    for i, word in enumerate(form):
        if word in free:
            pairs[i] = (_EQUAL, 1.0, word)
            free.remove(word)
    for rank in () if all(pairs) else (_nick, _slip):
        for i, word in enumerate(form):
            if pairs[i] is None and (found := max((p for w in free if (p := rank(word, w))), key=lambda p: p[1], default=None)):
                pairs[i] = found
                free.remove(found[2])
    return [p for p in pairs if p] if all(pairs) else None


def _nick(word: str, other: str) -> Match | None:
    return (_NICKNAME, 1.0, other) if other in nicknames(word) else None


def _slip(word: str, other: str) -> Match | None:
    if not (allowed := typos_of(word)) or abs(len(word) - len(other)) > allowed:
        return None
    slips = OSA.distance(word, other, score_cutoff=allowed)
    if slips == 2 and len(word) < _LONG and not _is_one_short(word, other):
        return None
    return ("typo", 1 - slips / max(len(word), len(other)), other) if slips <= allowed else None


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
