"""Small grammatical parts: number, agreement, possessives and enumerations in English. Plurals come from a library, for nouns only."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from pluralizer import Pluralizer

_TRAILING = re.compile(r" (?=(?:of|in|with|without|for|on|at|by|from|not|that|who) )")
_RESTRICTED = re.compile(r" (?:with|without|from|not|that|which|who|whose|where) ")
_BRACKETED = re.compile(r"\([^()]*\)")
_OF, _OF_S = "'s", "'"
_OPENINGS = frozenset({"There", "You", "No", "None", "The", "Your"})
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_MASS = ("feedback", "leave", "spending", "time off")      # nouns without a plural that the library counts
_FEW = 3                                # words of a name that still take a 's


@cache
def _words() -> Pluralizer:
    rules = Pluralizer()                # type: ignore[no-untyped-call]
    for mass in _MASS:
        rules.add_uncountable_rule(mass)
    return rules


def ordinal(number: int) -> str:
    """"second", "21st"."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


@cache
def plural(thing: str) -> str:
    """"ticket" and "tickets" as "tickets", "time-off entry" as "time-off entries", "series" as it is."""
    return _numbered(_words().plural, thing)


@cache
def singular(thing: str) -> str:
    """"tickets" and "ticket" as "ticket", "people" as "person"."""
    return _numbered(_words().singular, thing)


def _numbered(form: Callable[[str], str], thing: str) -> str:
    """The nouns of a phrase in a number: "customers or suppliers", "members of staff", "employees in the books"."""
    head = _TRAILING.split(thing, maxsplit=1)[0]
    return " or ".join(form(part) if part else part for part in head.split(" or ")) + thing[len(head):]


def plain_noun(thing: str) -> str:
    """A noun without the restrictions behind it: "boards" of "boards without open tickets"; "members of staff" as it is."""
    return _RESTRICTED.split(thing, maxsplit=1)[0]


def noun(thing: str, is_one: bool) -> str:
    """The noun in its number: "day" of one, "days" of all else, nought included."""
    return singular(thing) if is_one else plural(thing)


def verb(one: str, more: str, is_one: bool) -> str:
    """The form of a verb that agrees: "is" or "are"."""
    return one if is_one else more


def listed(parts: Sequence[str], by: str = "and") -> str:
    """"A", "A and B", "A, B and C"; parts that hold commas, but for those in brackets, are kept apart by semicolons."""
    if any(", " in _BRACKETED.sub("", part) for part in parts):
        return "; ".join(parts)
    return f" {by} ".join(p for p in (", ".join(parts[:-1]), parts[-1] if parts else "") if p)


def possessive(whose: str, thing: str) -> str:
    """"Your balance", "Ana's balance", "James' balance", "The balance of a long name"."""
    if whose == "you":
        return f"Your {thing}"
    if len(whose.split()) > _FEW or not whose[-1:].isalnum() or whose.startswith("the "):
        return f"The {thing} of {whose}"
    return f"{whose}{_OF_S if whose.endswith('s') else _OF} {thing}"


def article(noun: str) -> str:
    """"a stage", "an interview stage"."""
    return "an" if noun[:1].lower() in "aeiou" else "a"


def capital(text: str) -> str:
    """With its first letter large."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """As it stands within a sentence: "There are none" as "there are none"; a name keeps its letter."""
    first = text.partition(" ")[0]
    return text[:1].lower() + text[1:] if first in _OPENINGS else text
