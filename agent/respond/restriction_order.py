"""Restrictions behind a noun in the order in which none seems to belong to another."""

from collections.abc import Sequence
from itertools import takewhile

from agent.phrasing.figures import is_currency
from agent.respond.restrictions import AS_KIND

_HAVING, _CLAUSE = 2, 3                 # places behind a noun: "with priority P0", "who are off"


def in_order(behind: Sequence[str]) -> tuple[str, ...]:
    """Restrictions behind a noun so that none seems to belong to another: "of type Bug in Borealis with priority P0 who are …".

    What kind the things are, what they are tied to, what they have, then whole clauses; several of what they have are joined.
    """
    ordered = sorted(behind, key=weight)
    ordered = [f"and {each}" if at and each.startswith("not ") and weight(ordered[at - 1]) == 1 else each for at, each in enumerate(ordered)]
    having = [each for each in ordered if weight(each) == _HAVING]
    joined = [_joined(having)] if having else []
    return (*(each for each in ordered if weight(each) < _HAVING), *joined, *(each for each in ordered if weight(each) > _HAVING))


def _joined(having: Sequence[str]) -> str:
    """What the things have, one by one; "with" is said once, and so is the field of several texts: "with name containing “spring” and “rose”"."""
    said: list[str] = []
    for before, each in zip(("", *having), having, strict=False):
        start, quote, text = each.partition("“")
        is_same_field = bool(quote) and start.startswith("with ") and before.startswith(f"{start}“")
        is_again = before.startswith("with ") and each.startswith("with ") and " or " not in before
        said.append(f"“{text}" if is_same_field else each.removeprefix("with ") if is_again else each)
    return " and ".join(said)


def weight(restriction: str) -> int:
    """The place of a restriction behind the noun, by how it begins."""
    first, _, rest = restriction.partition(" ")
    if restriction.startswith(AS_KIND) or (first == "in" and is_currency(rest)):
        return 0
    if first in ("who", "that", "whose", "where"):
        return _CLAUSE
    return _HAVING if first in ("with", "without") and rest[:1].islower() and not rest.startswith(("the ", "you")) else 1


def is_said_by(noun_said: str, restriction: str) -> bool:
    """Does the noun hold the value of a restriction? A service manager's job title is Service Manager."""
    plain = restriction.replace("containing ", "").replace("“", "").replace("”", "").lower()
    return plain.startswith(("with ", "of ")) and plain.endswith(f" {noun_said.lower()}")


def without_start(first: str, other: str) -> str:
    """What another phrase says after the plain words with which both begin: "Ben Cole" of "assigned to Ben Cole"."""
    words = other.split(" ")
    shared = list(takewhile(lambda pair: pair[0] == pair[1] and pair[0].islower(), zip(first.split(" "), words, strict=False)))
    return " ".join(words[len(shared):])
