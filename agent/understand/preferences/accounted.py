"""Sentences whose every word is accounted for: a value of a list, or a name said short and in full, and else words of wanting and meaning alone.

What such a sentence says does not hang on how its words are put. A word that is of none of these says something else as well, and then
nothing is heard so. Pure text.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import groupby

from agent.understand.preferences.tables import table
from kg.names import fold
from memory.recall.terms import stem, words

SHORTEST = 3                            # letters by which a longer name may be begun: "lindq" for Lindqvist
_TOKEN = re.compile(r"[^\W_][\w'’.-]*[^\W_]|[^\W_]|&")
_PARTS = re.compile(r"[,:;=(\"“”]|->|>|\b(?!(?:of|and|the|de|van|von|der)\b)[a-z][\w'’.-]* (?=[A-Z])")
_TITLED = re.compile(r"(?<![\w'’])(?!I\b)[A-Z][\w'’.-]*(?: (?:(?:of|and|the|de|van|von|der|du|la) )?(?:& )?(?!I\b)[A-Z][\w'’.-]*)*")
_APPOSED = re.compile(
    r"(?<=\w) (?:in|at|from|on|over|of the|with the|the) (?:\w+ ){0,2}[a-z]\w+(?= ?[;,.]|$)|; (?:the|an?) (?:\w+ ?){1,4}(?=;|$)", re.IGNORECASE)
_NEGATED = frozenset({"not", "no", "never", "without"})
_JOINS = frozenset({"&", "of", "and", "de", "van", "von", "der", "the"})
_ROLES = ("small", "courtesy", "lasting", "wanting")
_OF_VALUES, _OF_NAMES = (*_ROLES, "showing", "meaning"), (*_ROLES, "meaning")


@dataclass(frozen=True, slots=True)
class Name:
    """A stretch of words that nothing accounts for: a name, as far as the sentence tells."""

    text: str
    plain: tuple[str, ...]              # its words, folded


def strange(text: str, kind: str) -> list[str]:
    """The words of a text that are no part of a wish for a value of a kind (units, currencies, …), as terms."""
    known = _known(_OF_VALUES) | _said_of(kind)
    return [word for word in words(text) if not _forms(word) & known and not word.isdigit()]


def short_and_full(text: str) -> tuple[str, str] | None:
    """The two names of a text that says one name short and in full, as they are written; None for every other text."""
    found = {name.plain: name for name in _names(text)}
    if len(found) != 2 or _NEGATED & set(words(text)):
        return None
    short, full = sorted(found.values(), key=lambda name: len(" ".join(name.plain)))
    return (short.text, full.text) if _begins(short.plain, full.plain) and not _is_noun_of(short.text, full.text) else None


def _is_noun_of(short: str, full: str) -> bool:
    """Is the one what the other is a kind of, and no name: "leads" and "Berlin leads"?"""
    return full.endswith(f" {short}") and short == short.lower() and full != full.lower()


def title_pair(text: str, others: int) -> tuple[str, str] | None:
    """The same of names that are written as names, or in quotes, where at most so many `others` are of neither; None for every other text."""
    text = _APPOSED.sub("", text)
    found = {fold(one): one for one in _titles(text)}
    pairs = {(one, other) for one in found for other in found if is_short_for(one, other)}
    if len(pairs) != 1 or len(found) != 2:
        return None
    (short, full), = pairs
    if re.search(rf"\b{re.escape(found[short])}\W+(?:and|or|vs|versus|to|with|than|from|plus)?\W*{re.escape(found[full])}", text):
        return None                     # "from Acme to Acme Robotics": two things
    rest = re.sub("|".join(re.escape(found[one]) for one in (full, short)), " ", text)
    return (found[short], found[full]) if len(_unknown(rest)) <= others else None


def _titles(text: str) -> Iterator[str]:
    """The stretches of words that begin with a capital, without the usual words that begin a sentence."""
    for one in _TITLED.finditer(text):
        words_of = one.group().split()
        while words_of and fold(words_of[0].replace("’", "'")) in _known((*_OF_NAMES, "showing")):      # "Same" is a word, "Sam" a name
            words_of = words_of[1:]
        if words_of:
            yield " ".join(words_of).rstrip(".,'’").removesuffix("'s")


def _unknown(text: str) -> list[str]:
    known = _known(_OF_NAMES) | _known(("showing",))
    return [word for word in words(text) if not _forms(word) & known]


def only_name(text: str) -> str:
    """The one name of a text that has no other words to account for, as it is written; "" for every other text."""
    found = {name.plain: name for name in _names(text)}
    return next(iter(found.values())).text if len(found) == 1 and not _NEGATED & set(words(text)) else ""


def only_title(text: str, others: int) -> str:
    """The one name of a text that is written as a name, where at most so many `others` are no words of meaning; "" for every other text."""
    found = set(_titles(text))
    if len(found) != 1 or _NEGATED & set(words(text)):
        return ""
    name, = found
    return name if len(_unknown(text.replace(name, " "))) <= others else ""


def is_short_for(short: str, full: str) -> bool:
    """May one name be short for another: a part of it, a beginning of one of its words, or its initials?"""
    return fold(short) != fold(full) and _begins(fold(short).split(), fold(full).split())


def _begins(short: Sequence[str], full: Sequence[str]) -> bool:
    """Is the one a part of the other, a beginning of one of its words, or its initials?"""
    if len(short) < len(full) and (set(short) <= set(full) or {stem(word) for word in short} <= {stem(word) for word in full}):
        return True
    one = short[0] if len(short) == 1 else ""
    is_initials = len(one) > 1 and one == "".join(word[0] for word in full)
    return is_initials or (len(one) >= SHORTEST and any(word.startswith(one) for word in full))


def _names(text: str) -> Iterator[Name]:
    """The stretches of words that no list holds, or that are written as names."""
    found = list(_TOKEN.finditer(text))
    marked = [_is_strange(text, one, is_first=not number) for number, one in enumerate(found)]
    for number, one in enumerate(found):            # "&", "of" and the like between two words of a name
        inside = 0 < number < len(found) - 1 and marked[number - 1] and _is_strange(text, found[number + 1], is_first=False)
        marked[number] |= one.group() == "&" or (fold(one.group()) in _JOINS and inside)
    for is_name, group in groupby(zip(found, marked, strict=True), key=lambda each: _part(text, each)):
        places = [place for place, _ in group]
        if is_name[0]:
            whole = text[places[0].start() : places[-1].end()]
            yield Name(whole, tuple(fold(whole).split()))


def _part(text: str, each: tuple[re.Match[str], bool]) -> tuple[bool, int]:
    """Is it a word of a name, and behind how many marks, or small words before a capital, that part names?"""
    place, marked = each
    return marked, len(_PARTS.findall(text[: place.start() + 1])) if marked else 0


def _is_strange(text: str, place: re.Match[str], *, is_first: bool) -> bool:
    word = place.group()
    if word[0].isupper() and word not in ("I", "I'm", "I'd", "I'll", "I've") and not is_first:
        return True
    return not all(_forms(one) & _known(_OF_NAMES) for one in words(word))


def _forms(word: str) -> set[str]:
    """What a word may be a form of: "giving" of "give", "goes" of "go"; not by its stem, which "severe" has of "several"."""
    cut = {word.removesuffix(ending) for ending in ("ing", "es", "s", "ed", "d", "r")}
    undoubled = {one[:-1] for one in cut - {word} if len(one) > SHORTEST and one[-1] == one[-2]}
    return cut | {f"{one}e" for one in cut} | undoubled


@cache
def _known(roles: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for role in roles for word in words(_table()["words"][role]))


@cache
def _said_of(kind: str) -> frozenset[str]:
    """The words of a kind: its values, and what they are said of."""
    lists = (*table()["choices"][kind].values(), *table()["subjects"].get(kind, {}).values())
    return frozenset(word for texts in lists for text in texts for word in words(text)) | frozenset(words(_table()["topics"][kind]))


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(resources.files(__package__).joinpath("accounted.toml").read_text("utf-8"))
