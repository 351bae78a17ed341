"""Two words of names: the same, the same in another spelling, a slip of the hand apart, or different. Pure."""

import re
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import OSA

from kg.names import fold, words

_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")            # anyascii writes 王伟 as WangWei
# Sounds that alphabets and languages write in several ways, each as its plainest form. Order matters.
_SOUNDS = (
    ("tsch", "ch"), ("tch", "ch"), ("shch", "sh"), ("sch", "sh"), ("cz", "ch"), ("sz", "sh"), ("dzh", "j"), ("ks", "x"), ("ph", "f"), ("kh", "h"),
    ("gh", "g"), ("th", "t"), ("dh", "d"), ("ck", "k"), ("qu", "k"), ("q", "k"), ("ch", "4"), ("c", "k"), ("ou", "u"), ("oo", "u"), ("ae", "a"),
    ("oe", "o"), ("ue", "u"), ("iy", "i"), ("yi", "i"), ("ij", "i"), ("ey", "ei"), ("y", "i"), ("j", "i"), ("w", "v"), ("z", "s"), ("ee", "i"),
    ("ie", "i"), ("ei", "i"),
)
_DOUBLED = re.compile(r"(.)\1+")
_VOWELS = re.compile(r"(?<!^)[aeiou]")
_LONG, _LONGER = 5, 9                                     # letters from which one slip, two slips are forgiven


def latin_words(text: str) -> tuple[str, ...]:
    """The folded words of a text, whatever its alphabet: `Владимир Щукин` → `vladimir`, `shchukin`."""
    if text.isascii():
        return words(text)
    return words(_CAPITALS.sub(" ", " ".join(anyascii(fold(part)) if not part.isascii() else part for part in text.split())))


@lru_cache(maxsize=65_536)
def sound(word: str) -> str:
    """A word without the differences that alphabets and languages make: `muller`, `mueller` → the same."""
    for written, plain in _SOUNDS:
        word = word.replace(written, plain)
    return _DOUBLED.sub(r"\1", word)


def skeleton(word: str) -> str:
    """The consonants of a word's sound, and its first letter: what is left of it in most misspellings."""
    return _VOWELS.sub("", sound(word))


def is_respelt(a: str, b: str) -> bool:
    """Is it one word, written as two alphabets or languages write it?"""
    return a != b and sound(a) == sound(b)


def is_slip(a: str, b: str) -> bool:
    """Is one a slip of the hand away from the other? Never in short words, never in numbers."""
    shorter = min(len(a), len(b))
    if shorter < _LONG - 1 or max(len(a), len(b)) < _LONG or any(c.isdigit() for c in a + b):
        return False
    return OSA.distance(a, b) <= (2 if shorter >= _LONGER else 1)
