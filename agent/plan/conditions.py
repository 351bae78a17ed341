"""The small language of the catalogue's conditions and derived fields, read into conditions of a plan. Pure: no clock, no records.

A condition, of a model:

    status = CLOSED                 status != CLOSED            status in SCHEDULED, AWAITING_FEEDBACK
    balance > 0                     due_date < today            start_time <= now
    assignees empty                 amount filled               is_private = true
    is open                         not is converted            work_location.name = Remote

A name is a field of the model; before `empty`, `filled` or a point it may be a relation. Times are compared with `today`, the whole day, or
`now`, the moment; both are told to the executor as these words, for it knows the time. A derivation, of a record:

    completed_at - remote_created_at        now - remote_created_at while status = OPEN        closed_at - application.applied_at
    due_date overdue while balance > 0, status != PAID
    now - applied_at until rejected_at while current_stage.name lacks hired

A name may go over a relation to one record. `until`: a time that ends it, once it has come. `while`: empty where something does not hold of the
record (any more); `lacks`: the word is none of the text's. `overdue`: how long a time has passed, empty where it has not.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, Protocol, cast

from agent.plan.algebra import Condition, Is, Link, Not, Op, Quantity, Set, Where

TIMES = ("today", "now")
Held = Literal["=", "!=", ">", "lacks"]         # comparisons that a derivation may hang on
_COMPARED = re.compile(r"(\w+) (=|!=|<=|<|>=|>|in|contains) (.+)")
_FILLED = re.compile(r"(\w+) (empty|filled)")
_THROUGH = re.compile(r"(\w+)\.(.+)")
_DIFFERENCE = re.compile(r"([\w.]+) - ([\w.]+)(?: until ([\w.]+))?(?: while (.+))?")
_OVERDUE = re.compile(r"(\w+) overdue while (.+)")
_HELD = re.compile(r"([\w.]+) (=|!=|>|lacks) (.+)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_TIMED = frozenset({"date", "datetime"})
_COUNTED = frozenset({"number", "money", "quantity"})


class _Field(Protocol):
    @property
    def kind(self) -> str: ...


class _Relation(Protocol):
    @property
    def to(self) -> str: ...


class Shape(Protocol):
    """What of a model of the catalogue is needed here."""

    @property
    def id(self) -> str:
        """`crm/Account`."""

    @property
    def fields(self) -> Mapping[str, _Field]:
        """By name."""

    @property
    def relations(self) -> Mapping[str, _Relation]:
        """By name."""

    @property
    def predicates(self) -> Mapping[str, object]:
        """By name."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """Later minus earlier; each is a field, perhaps over relations, `now` or `today`."""

    later: str
    earlier: str
    until: str | None = None                            # the field that ends it where its time comes before `later`
    held: tuple[tuple[str, Held, str], ...] = ()        # comparisons of fields; it is empty where one does not hold
    is_overdue: bool = False                            # empty where it is not above zero

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the record that it needs."""
        needed = (self.later, self.earlier, self.until, *(name for name, _, _ in self.held))
        return tuple(name for name in needed if name is not None and name not in TIMES)


def conditions(texts: Iterable[str], model: str, models: Mapping[str, Shape]) -> frozenset[Condition]:
    """All conditions of a list, of a model. Raises ValueError as `condition` does."""
    return frozenset(condition(text, model, models) for text in texts)


def condition(text: str, model: str, models: Mapping[str, Shape]) -> Condition:
    """One condition of a model. Raises ValueError, saying what is wrong and what to write, for a text that is none."""
    shape = models[model]
    if text.startswith("not "):
        return Not(condition(text.removeprefix("not "), model, models))
    if text.startswith("is "):
        return Is(_known(shape.predicates, text.removeprefix("is "), shape, "named condition"))
    if found := _FILLED.fullmatch(text):
        known = {**shape.relations, **shape.fields}
        return Where(_known(known, found[1], shape, "field or relation"), op=cast(Op, found[2]))
    if found := _COMPARED.fullmatch(text):
        return _compared(shape, found[1], cast(Op, found[2]), found[3])
    if found := _THROUGH.fullmatch(text):
        relation = _known(shape.relations, found[1], shape, "relation")
        to = shape.relations[found[1]].to
        return Link(relation, True, Set(to, where=frozenset({condition(found[2], to, models)})))
    raise ValueError(f"{text!r} is no condition; write one like `status = CLOSED`, `due_date < today`, `assignees empty` or `not is open`")


def _known(names: Mapping[str, object], name: str, shape: Shape, what: str) -> str:
    if name not in names:
        raise ValueError(f"{shape.id} has no {what} {name!r}; it has {', '.join(sorted(names)) or 'none'}")
    return f"{shape.id}.{name}"


def _compared(shape: Shape, name: str, op: Op, said: str) -> Where:
    field = _known(shape.fields, name, shape, "field")
    kind = shape.fields[name].kind
    if op == "in":
        return Where(field, tuple(part.strip() for part in said.split(",")), op)
    if kind in _TIMED and said not in TIMES:
        raise ValueError(f"{field} is a time; compare it with {' or '.join(TIMES)}, not with {said!r}")
    if kind == "boolean":
        return Where(field, _truth(field, said), op)
    return Where(field, _number(field, said) if kind in _COUNTED else said, op)


def _number(field: str, said: str) -> Quantity:
    if not _NUMBER.fullmatch(said):
        raise ValueError(f"{field} is a number, not {said!r}")
    return Quantity(Decimal(said))


def _truth(field: str, said: str) -> bool:
    if said not in ("true", "false"):
        raise ValueError(f"{field} is true or false, not {said!r}")
    return said == "true"


def derivation(text: str) -> Derivation:
    """A derived field's expression. Raises ValueError for a text that is none."""
    if found := _DIFFERENCE.fullmatch(text):
        return Derivation(found[1], found[2], found[3], _held(text, found[4]) if found[4] else ())
    if found := _OVERDUE.fullmatch(text):
        return Derivation("today", found[1], held=_held(text, found[2]), is_overdue=True)
    raise _no_derivation(text)


def _held(text: str, said: str) -> tuple[tuple[str, Held, str], ...]:
    compared = [_HELD.fullmatch(part.strip()) for part in said.split(",")]
    if None in compared:
        raise _no_derivation(text)
    return tuple((part[1], cast(Held, part[2]), part[3]) for part in compared if part is not None)


def _no_derivation(text: str) -> ValueError:
    return ValueError(f"{text!r} derives nothing; write one like `completed_at - remote_created_at`, `now - remote_created_at while status = OPEN`, "
                      "`now - applied_at until rejected_at` or `due_date overdue while status != CLOSED`")
