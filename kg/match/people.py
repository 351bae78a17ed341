"""Names of people taken apart and compared: given names, family name, generation. Pure; knows no record."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from kg.match.spelling import is_respelt, is_slip, latin_words, script, skeleton, sound
from kg.match.words import groups, numbers, word_set
from kg.names import nicknames

_TITLES = word_set("people", "titles") | word_set("people", "remarks")
_PARTICLES, _NOBODY = word_set("people", "particles"), word_set("people", "nobody")
_ROMANISED = groups("people", "romanised")       # word -> the groups it is in
_GENERATIONS = numbers("people", "generations")
_LONG_ENOUGH = 5                # letters of a first name in which a slip is seen as one
_HALF_VOWELS = str.maketrans("", "", "wy")
_QUOTED = re.compile(r"[\"“”„‘(«]([^\"“”„’)»]+)[\"“”’)»]")


class Like(IntEnum):
    """How alike two parts of a name are, from worst to best."""

    DIFFERENT = 0
    MISSING = 1          # one of them does not have the part
    INITIAL = 2          # "J." for "Jane"
    PART = 3             # "García" for "García Márquez", a middle name for the first
    SLIP = 4
    NICKNAME = 5
    RESPELT = 6
    SAME = 7


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name taken apart; words are folded and in Latin letters."""

    given: tuple[str, ...]        # first name, then middle names and initials
    family: tuple[str, ...]       # without particles
    generation: int = 0           # 1 senior, 2 junior or second …; 0 not said
    called: tuple[str, ...] = ()  # what stands in quotes or brackets: "Bill"
    is_sure: bool = False         # the record says which is the family name
    glued: str = ""               # the family name with its particles as one word: "vanderberg"
    script: str = "latin"         # how far it compares with Latin letters


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two names compared, part by part."""

    given: Like
    family: Like
    middle: Like
    generation: Like

    @property
    def order(self) -> tuple[int, int, int]:
        """The greater, the more alike."""
        return min(self.given, self.family), self.given + self.family, self.middle


NOTHING = Likeness(Like.MISSING, Like.MISSING, Like.MISSING, Like.MISSING)


@lru_cache(maxsize=65_536)
def person_name(text: str, family: str = "") -> PersonName | None:
    """A name as people write it, "Last, First" too; `family` where the record says it. None where nobody is called so."""
    called = latin_words(" ".join(_QUOTED.findall(text)))
    plain = _QUOTED.sub(" ", text)
    if "@" in plain:
        return None
    before, comma, after = plain.partition(",")
    rest = _untitled(after)
    if comma and any(w not in _GENERATIONS for w in rest):
        plain, family = f"{after} {before}", family or before
    found = _untitled(plain)
    generation = next((_GENERATIONS[w] for w in found[1:] if w in _GENERATIONS), 0)
    kept = [w for i, w in enumerate(found) if not (i and w in _GENERATIONS)]
    if not kept or _NOBODY.issuperset(kept):
        return None
    own = [w for w in _untitled(family) if w not in _GENERATIONS]
    return replace(_split(kept, own, generation, called), script=script(text))


def _untitled(text: str) -> list[str]:
    """The words of a text without titles and remarks; in letters without vowels any word may look like one."""
    return [w for w in latin_words(text) if w not in _TITLES or script(text) == "other"]


def _split(kept: list[str], own: list[str], generation: int, called: tuple[str, ...]) -> PersonName:
    """Given and family words; without a family name given, the last word is it, and what particles lead to it."""
    size = len(own)
    if size and kept[-size:] == own:
        return PersonName(tuple(kept[:-size]), _without_particles(own), generation, called, True, "".join(own))
    if size and kept[:size] == own:
        return PersonName(tuple(kept[size:]), _without_particles(own), generation, called, True, "".join(own))
    if len(kept) == 1:
        return PersonName(tuple(kept), (), generation, called)
    start = len(kept) - 1
    while start > 1 and kept[start - 1] in _PARTICLES:
        start -= 1
    return PersonName(tuple(kept[:start]), (kept[-1],), generation, called, False, "".join(kept[start:]))


def _without_particles(own: list[str]) -> tuple[str, ...]:
    return tuple(w for w in own if w not in _PARTICLES) or tuple(own)


def compare_names(left: Iterable[PersonName], right: Iterable[PersonName]) -> Likeness:
    """The likeness of the two names that are most alike. NOTHING where one side has none."""
    mine, others = list(left), list(right)
    found = [_compared(a, b) for one in mine for a in _readings(one) for b in others]
    turned = [_compared(a, b) for one in others for b in _readings(one) for a in mine]
    return max([*found, *turned], key=lambda each: each.order, default=NOTHING)


def _readings(name: PersonName) -> Iterator[PersonName]:
    """A name, and the other ways to read it: fields are mixed up, and often it is not said which word is the family name."""
    yield name
    if not name.family:
        yield replace(name, given=(), family=name.given, glued="")
    if name.family and name.given:
        yield replace(name, given=(*name.family, *name.given[1:]), family=name.given[:1], glued="")      # "Zhang Wei" for "Wei Zhang"
    if not name.is_sure and name.family and len(name.given) > 1:
        yield replace(name, given=name.given[:1], family=(*name.given[1:], *name.family), glued="")      # "Ana García Márquez"
        yield replace(name, given=(*name.given[1:], *name.family), family=name.given[:1], glued="")      # "Zhang Wei Ming"


def _compared(a: PersonName, b: PersonName) -> Likeness:
    found = Likeness(_given(a, b), _family(a, b), _middle(a, b), _generation(a.generation, b.generation))
    if a.script != b.script:
        return _across_scripts(a, b, found)
    if found.family is Like.RESPELT and found.given is Like.DIFFERENT and _after_two_systems(a.family, b.family):
        return replace(found, given=Like.MISSING)                    # Chun-kit Wong and Junjie Wang: 俊杰
    return found


def _across_scripts(a: PersonName, b: PersonName, found: Likeness) -> Likeness:
    """Letters that were not written with all their sounds compare by consonants; where hardly a letter compares, nothing differs."""
    given = Like.RESPELT if _same_bones(a.given[:1], b.given[:1]) else found.given
    family = Like.RESPELT if _same_bones(a.family, b.family) else found.family
    if "other" in (a.script, b.script):
        given, family = max(given, Like.MISSING), max(family, Like.MISSING)
    return replace(found, given=max(given, found.given), family=max(family, found.family), middle=Like.MISSING)


def _same_bones(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    bones = [skeleton("".join(each).translate(_HALF_VOWELS)) for each in (a, b)]
    return len(bones[0]) > 1 and bones[0] == bones[1]


def _after_two_systems(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Is it one family name, written after two systems of romanisation: Hsu and Xu?"""
    return len(a) == len(b) == 1 and a != b and bool(_ROMANISED.get(a[0], frozenset()) & _ROMANISED.get(b[0], frozenset()))


def _generation(a: int, b: int) -> Like:
    if a == b:
        return Like.SAME if a else Like.MISSING
    return Like.DIFFERENT if a and b else Like.PART


def _given(a: PersonName, b: PersonName) -> Like:
    if not a.given or not b.given:
        return Like.MISSING
    best = max(given_likeness(x, y) for x in (a.given[0], *a.called) for y in (b.given[0], *b.called))
    if best < Like.PART and "".join(a.given) == "".join(b.given):
        return Like.SAME                                             # "Mary Ann" and "Maryann"
    if best < Like.PART and _goes_by_middle(a, b):
        return Like.PART
    return best


def _goes_by_middle(a: PersonName, b: PersonName) -> bool:
    """ "J. William" and "William", "John Paul" and "JP"."""
    if _letters(a) == b.given[0] or _letters(b) == a.given[0]:
        return True
    longer, shorter = (a, b) if len(a.given) >= len(b.given) else (b, a)
    return any(given_likeness(w, shorter.given[0]) >= Like.SLIP for w in longer.given[1:] if len(w) > 1)


def _letters(name: PersonName) -> str:
    return "".join(w[0] for w in name.given) if len(name.given) > 1 else ""


def _middle(a: PersonName, b: PersonName) -> Like:
    if len(a.given) < 2 or len(b.given) < 2:
        return Like.MISSING
    return max(given_likeness(x, y) for x in a.given[1:] for y in b.given[1:])


def _family(one: PersonName, other: PersonName) -> Like:
    a, b = one.family, other.family
    if not a or not b:
        return Like.MISSING
    glued = {one.glued or "".join(a), "".join(a)} & {other.glued or "".join(b), "".join(b)}
    if glued:
        return Like.SAME
    if _after_two_systems(a, b):
        return Like.RESPELT
    if len(a) == len(b) == 1:
        return word_likeness(a[0], b[0])
    if sound("".join(a)) == sound("".join(b)):
        return Like.RESPELT
    return Like.PART if any(word_likeness(x, y) >= Like.RESPELT for x in a for y in b) else Like.DIFFERENT


def word_likeness(a: str, b: str) -> Like:
    """How alike two words of a family name are."""
    if a == b:
        return Like.SAME
    if len(a) == 1 or len(b) == 1:
        return Like.INITIAL if a[0] == b[0] else Like.DIFFERENT
    if is_respelt(a, b):
        return Like.RESPELT
    return Like.SLIP if is_slip(a, b) else Like.DIFFERENT


def given_likeness(a: str, b: str) -> Like:
    """How alike two first names are. One that ends otherwise is another name, Daniel or Daniela, and so is a short one: Hung, Huong."""
    if a != b and (b in nicknames(a) or sound(b) in _sounds_of_nicknames(a) or sound(a) in _sounds_of_nicknames(b)):
        return Like.NICKNAME
    found = word_likeness(a, b)
    is_other = a[-1] != b[-1] or (min(len(a), len(b)) < _LONG_ENOUGH and sorted(a) != sorted(b))
    return Like.DIFFERENT if found is Like.SLIP and is_other else found


@lru_cache(maxsize=16_384)
def _sounds_of_nicknames(name: str) -> frozenset[str]:
    return frozenset(sound(other) for other in nicknames(name) if len(other) > 3)
