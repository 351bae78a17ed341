"""Two words of names: the same, the same in another spelling, a slip of the hand apart, or different. Pure."""

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import OSA

from kg.names import fold, words

_SCRIPTS = {"LATIN": "latin", "CYRILLIC": "exact", "GREEK": "exact"}
_YO = str.maketrans({"ё": "ьо", "Ё": "Йо"})                # folding would make it an е
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")            # anyascii writes 王伟 as WangWei
# Sounds that alphabets and languages write in several ways, each as its plainest form. Order matters.
_SOUNDS = (
    ("tsch", "ch"), ("tch", "ch"), ("shch", "sh"), ("sch", "sh"), ("cz", "ch"), ("sz", "sh"), ("dzh", "j"), ("ks", "x"), ("ph", "f"), ("kh", "h"),
    ("gh", "g"), ("th", "t"), ("dh", "d"), ("ck", "k"), ("qu", "k"), ("q", "k"), ("ch", "4"), ("c", "k"), ("w", "v"), ("z", "s"),
    ("yo", "e"), ("ye", "e"), ("yu", "u"), ("ya", "a"),
    ("uo", "5"), ("ou", "u"), ("oo", "u"), ("ae", "a"), ("oe", "u"), ("ue", "u"), ("o", "u"),
    ("ay", "i"), ("ai", "i"), ("ey", "i"), ("ei", "i"), ("ij", "i"), ("ee", "i"), ("ie", "i"), ("y", "i"), ("j", "i"), ("e", "a"),
)
_LONG_WORD = 6                                            # from here on an h may be a g: Hrytsenko, Gritsenko
_DOUBLED = re.compile(r"(.)\1+")
_VOWELS = re.compile(r"[aeiou]")
_LONG, _LONGER = 5, 9                                     # letters from which one slip, two slips are forgiven


def latin_words(text: str) -> tuple[str, ...]:
    """The folded words of a text, whatever its alphabet: `Владимир Щукин` → `vladimir`, `shchukin`."""
    if text.isascii():
        return words(text)
    text = text.translate(_YO)
    folded = (part if part.isascii() else fold(part) for part in text.split())
    return words(" ".join(part if part.isascii() else _CAPITALS.sub(" ", anyascii(part)) for part in folded))


@lru_cache(maxsize=65_536)
def sound(word: str) -> str:
    """A word without the differences that alphabets and languages make: `muller`, `mueller` → the same."""
    for written, plain in _SOUNDS:
        word = word.replace(written, plain)
    word = word.replace("h", "g") if len(word) >= _LONG_WORD else word
    return _DOUBLED.sub(r"\1", word)


def skeleton(word: str) -> str:
    """The consonants of a word's sound: what alphabets without vowels write."""
    return _VOWELS.sub("", sound(word)).replace("h", "g")


def script(text: str) -> str:
    """How far a text compares with one in Latin letters: `latin`, `exact` (letter by letter), `other` (hardly)."""
    found = {_SCRIPTS.get(unicodedata.name(c, "").partition(" ")[0], "other") for c in text if c.isalpha()}
    return "other" if "other" in found else "exact" if "exact" in found else "latin"


def is_respelt(a: str, b: str) -> bool:
    """Is it one word, written as two alphabets or languages write it?"""
    return a != b and sound(a) == sound(b)


def is_slip(a: str, b: str) -> bool:
    """Is one a slip of the hand away from the other? Never in short words, never in numbers."""
    shorter = min(len(a), len(b))
    if shorter < _LONG - 1 or max(len(a), len(b)) < _LONG or any(c.isdigit() for c in a + b):
        return False
    return OSA.distance(a, b) <= (2 if shorter >= _LONGER else 1)
