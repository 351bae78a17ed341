"""Values held against what a condition seeks, and conditions as the catalogue writes them, see `docs/semantics.md`."""

import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import simplemma

from agent.catalogue import Field
from agent.plan.algebra import Condition, Has, Is, Measure, Not, Quantity, Set, Step, Tally, Where
from agent.plan.periods import Interval, Recurring
from tests.reference.values import Row, World, amounts, city, day, plain, values, words


def parsed(world: World, model: str, text: str) -> Condition:
    """A condition as the catalogue writes it."""
    if text.startswith("not "):
        return Not(parsed(world, model, text[4:]))
    if text.startswith("is "):
        return Is(f"{model}.{text[3:]}")
    if found := re.fullmatch(r"(\w+) (empty|filled)", text):
        return Where(f"{model}.{found[1]}", op="empty" if found[2] == "empty" else "filled")
    if found := re.fullmatch(r"(\w+)\.(.+)", text):
        relation = world.known.relation(f"{model}.{found[1]}")
        return Has(Tally(Measure(Set(relation.to, where=frozenset({parsed(world, relation.to, found[2])})), "count"),
                         (Step(relation.id, model, inverse=True),)), ">", Quantity(Decimal(0)))
    field, op, value = text.split(" ", 2)
    kind = world.known.field(f"{model}.{field}").kind
    read: Any = {"boolean": value == "true", "money": _quantity, "number": _quantity, "quantity": _quantity}.get(kind, value)
    return Where(f"{model}.{field}", tuple(value.split(", ")) if op == "in" else read(value) if callable(read) else read, op)  # type: ignore[arg-type]


def _quantity(text: str) -> Quantity:
    return Quantity(Decimal(text))


def within(at: date, period: Interval) -> bool:
    """Does a day lie in a period?"""
    return (period.first is None or at >= period.first) and (period.last is None or at < period.last)


def recurs(at: date, days: Recurring) -> bool:
    """Is a day one of those that come again?"""
    places = {"month of year": at.month, "quarter of year": -(-at.month // 3), "weekday": at.weekday() + 1, "day of month": at.day}
    return places[days.cycle] in days.of


def held_and_sought(world: World, field: Any, row: Row, value: Any) -> tuple[list[Any], Any]:
    """What the record holds in the terms of what is sought, and that."""
    if isinstance(value, Quantity):
        stated = amounts(world, field, row, value.unit)
        return [a[0] for a in stated if a is not None], value.number
    if isinstance(value, Interval):
        return [within(day(world, field, v), value) for v in values(world, field, row)], None
    if isinstance(value, Recurring):
        return [recurs(day(world, field, v), value) for v in values(world, field, row)], None
    if field.kind in ("date", "datetime"):
        return times(world, field, values(world, field, row), value)
    if isinstance(value, bool):
        return values(world, field, row), value
    return [str(v) for v in values(world, field, row)], value if isinstance(value, tuple) else (str(value),)


def times(world: World, field: Any, held: list[Any], value: Any) -> tuple[list[Any], Any]:
    """Times in the terms of the one that they are held against, and that."""
    if value == "now" and field.kind == "datetime":
        return held, world.now
    if isinstance(value, datetime) and field.kind == "datetime":
        return held, value
    days = [day(world, field, v) for v in held]
    if isinstance(value, date):
        return days, day(world, field, value)
    return days, world.today() if value in ("today", "now") else date.fromisoformat(value)


def by_text(op: str, field: Field, held: list[str], value: Any, *, bent: bool) -> bool:
    """Do texts compare so? `bent`: a word is the same in all its forms."""
    sought = value if isinstance(value, tuple) else (str(value),)
    if op == "contains":
        alike = _are_forms if bent else str.__eq__
        return all(any(_run_of(list(words(text)), list(words(v)), alike) for v in held) for text in sought)
    if op == "kind":
        return any(list(words(v))[-len(list(words(text))):] == list(words(text)) for text in sought for v in held)
    same = city if field.name == "city" else plain
    met = any(same(text) == same(v) for text in sought for v in held)
    return not met if op == "!=" else met


def _run_of(some: list[str], all_of: list[str], alike: Callable[[str, str], bool]) -> bool:
    runs = (all_of[at:at + len(some)] for at in range(len(all_of)))
    return any(len(run) == len(some) and all(map(alike, some, run)) for run in runs)


def _are_forms(one: str, other: str) -> bool:
    """One word, or two of which one is the dictionary's form of the other, or both have that in common."""
    return bool(_forms(one) & _forms(other))


def _forms(word: str) -> set[str]:
    lemma = simplemma.lemmatize(word, lang="en") if word.isalpha() and len(word) > 3 else word
    return {word, lemma} if word.startswith(lemma[:-1]) else {word}
