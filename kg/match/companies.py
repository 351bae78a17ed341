"""Names of companies taken apart and compared: what they are called, their legal form, the place they name. Pure; knows no record."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from kg.match.spelling import is_respelt, is_slip, latin_words, sound
from kg.match.words import meaning, phrases, word_set
from kg.names import fold

_FORMS = {tuple(form.split()): kind for form, kind in meaning("companies", "forms", ",").items()}
_LONGEST_FORM = max(map(len, _FORMS))
_IN_FRONT = frozenset({"ooo", "kk", "ab", "zoo", "sa"})         # forms that some write before the name
_PLACES = meaning("companies", "places")
_TRANSLATED = meaning("companies", "translations")
_FILLERS, _BODIES = word_set("companies", "fillers"), word_set("companies", "bodies")
_REMARKS, _NOBODY = word_set("companies", "remarks"), word_set("companies", "nobody")
_ALSO = re.compile(rf"\b(?:{'|'.join(phrases('companies', 'also'))})\b[:.]?", re.IGNORECASE)
_BRACKETS = re.compile(r"[\[(]([^\])]*)[\])]")
_OTHER_SCRIPTS = {"株式会社": " kk ", "有限公司": " ltd ", "（株）": " kk ", "(株)": " kk ", "주식회사": " ltd "}


class Called(IntEnum):
    """How alike two names of companies are, from worst to best."""

    DIFFERENT = 0
    RELATED = 1          # they share their first word, each has others: Northwind Traders, Northwind Logistics
    MISSING = 2          # one has none, or is written in letters that do not compare
    PART = 3             # one has words more
    ACRONYM = 4
    SLIP = 5
    RESPELT = 6
    SAME = 7


@dataclass(frozen=True, slots=True)
class CompanyName:
    """A name taken apart; words are folded and in Latin letters."""

    words: tuple[str, ...]                   # without legal form, fillers and places, unless nothing else is left
    form: str = ""                           # what its legal form amounts to
    places: frozenset[str] = frozenset()
    bodies: frozenset[str] = frozenset()     # foundation, pension fund, holding …: another body than the company
    letters: frozenset[str] = frozenset()    # the first letters of all its words, with and without legal form
    is_latin: bool = True                    # written in Latin letters

    @property
    def is_surely_one(self) -> bool:
        """Does something in it say that it is no person's name: a legal form, a number, another body, many words?"""
        return bool(self.form or self.bodies or self.places or len(self.words) > 4 or any(w.isdigit() for w in self.words))

    @property
    def glued(self) -> str:
        """Its words as one."""
        return "".join(self.words)


@lru_cache(maxsize=65_536)
def company_names(text: str) -> tuple[CompanyName, ...]:
    """The names in a text: one, or with `formerly`, `dba` and the like several. Empty where no company is called so."""
    for written, form in _OTHER_SCRIPTS.items():
        text = text.replace(written, form)
    inside = " ".join(_BRACKETS.findall(text))
    parts = _ALSO.split(text) if _ALSO.search(text) else [_BRACKETS.sub(" ", text) + (f" {inside}" if _is_place(inside) else "")]
    return tuple(name for part in parts if (name := _company_name(part.strip(" ()[],;-/"))))


def _is_place(text: str) -> bool:
    return bool(text) and all(w in _PLACES for w in latin_words(text))


def _company_name(text: str) -> CompanyName | None:
    found = list(latin_words(re.sub(r"\s*&\s*", " and ", text)))
    while len(found) > 1 and found[-1] in _REMARKS:
        found.pop()
    if not found or _NOBODY.issuperset(found):
        return None
    kept, form = _cut_form(found)
    plain = [w for w in kept if w not in _FILLERS] or kept
    plain = [_TRANSLATED.get(_short(w), w) for w in plain]
    places = frozenset(_PLACES[_short(w)] for w in plain[1:] if _short(w) in _PLACES)
    rest = [plain[0], *(w for w in plain[1:] if _short(w) not in _PLACES)]
    return CompanyName(tuple(rest), form, places, frozenset(_BODIES.intersection(plain[1:])), _letters(kept) | _letters(found),
                       fold(text).isascii())


def _letters(found: list[str]) -> frozenset[str]:
    return frozenset({"".join(w[0] for w in found if w != "and"), "".join(w[0] for w in found)})


def _short(word: str) -> str:
    """A word as it is written with the dots that were written out: `oesterreich` → `osterreich`."""
    return word.replace("oe", "o").replace("ue", "u").replace("ae", "a")


def _cut_form(found: list[str]) -> tuple[list[str], str]:
    """The words without legal forms at the end, or one in front (ООО Ромашка), and what the last of them amounts to."""
    kept, form = found, ""
    while (size := _form_at(kept, end=True)) and size < len(kept):
        kind = _FORMS[tuple(kept[-size:])]
        form, kept = (form if form and kind == "co" else form or kind), kept[:-size]
    if not form and (size := _form_at(kept, end=False)) and size < len(kept) and _FORMS[tuple(kept[:size])] in _IN_FRONT:
        form, kept = _FORMS[tuple(kept[:size])], kept[size:]
    return kept, form


def _form_at(found: list[str], *, end: bool) -> int:
    """How many words at the end, or in front, are a legal form."""
    sizes = range(min(_LONGEST_FORM, len(found)), 0, -1)
    return next((n for n in sizes if tuple(found[-n:] if end else found[:n]) in _FORMS), 0)


def compare_titles(left: Iterable[CompanyName], right: Iterable[CompanyName]) -> Called:
    """How alike the two names are that are most alike; MISSING where one side has none."""
    others = list(right)
    return max((_compared(a, b) for a in left for b in others), default=Called.MISSING)


def _compared(a: CompanyName, b: CompanyName) -> Called:
    if a.glued == b.glued or sorted(a.words) == sorted(b.words):
        return Called.SAME
    if is_respelt(a.glued, b.glued) or sorted(map(sound, a.words)) == sorted(map(sound, b.words)):
        return Called.RESPELT
    if len(a.words) == len(b.words) and all(x == y or is_respelt(x, y) or is_slip(x, y) for x, y in zip(a.words, b.words, strict=True)):
        return Called.SLIP
    if is_acronym(a, b) or is_acronym(b, a):
        return Called.ACRONYM
    return _overlap(a, b)


def _overlap(a: CompanyName, b: CompanyName) -> Called:
    if {*a.words} < {*b.words} or {*b.words} < {*a.words}:
        return Called.PART
    if is_slip(a.glued, b.glued):
        return Called.SLIP
    if a.is_latin != b.is_latin:
        return Called.MISSING
    return Called.RELATED if {*a.words} & {*b.words} else Called.DIFFERENT


def is_acronym(short: CompanyName, whole: CompanyName) -> bool:
    """ "OPH" for "Orchard & Pine Hotels"."""
    return len(short.words) == 1 and len(short.words[0]) > 2 and len(whole.words) > 1 and short.words[0] in whole.letters
