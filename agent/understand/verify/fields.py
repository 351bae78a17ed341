"""Fields that a plan takes beside the one that is meant: what was invoiced for what is owed, the end for the start, an order by what is not shown.

Said is a field by its name, by words for it, and by those of a condition, a metric or a relation that looks at it. What earlier plans of the dialogue
used needs no words, nor does what a condition of the plan looks at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue, Field
from agent.plan.algebra import Column, Goal, Is, Measure, Order, Set, Show, Table, Tally, Where, parts
from agent.understand.grammar.evidence import Evidence
from agent.understand.verify import Doubt
from agent.understand.verify.used import fields_of, said_by
from kg.names import fold

_FIGURES_AND_TIMES = frozenset({"number", "money", "quantity", "date", "datetime"})


def other_fields(catalogue: Catalogue, known: Sequence[Evidence], message: str, goals: Sequence[Goal], earlier: Sequence[str]) -> Iterator[Doubt]:
    """Figures and times that no word says, where the message says another one of the same records. `known`: what its words may mean."""
    said = {each for e in known for each in said_by(catalogue, e)}
    used = dict.fromkeys(part.field for goal in goals for part in parts(goal) if isinstance(part, Show | Column | Measure | Where) and part.field)
    conditions = [part for goal in goals for part in parts(goal) if isinstance(part, Is)]
    looked_at = {field for each in conditions for field in fields_of(catalogue.predicate(each.predicate))}
    dated = {_time_of(catalogue, each) for each in conditions if each.period is not None}
    for each in used:
        field = _field(catalogue, each)
        if field is None or each in said | looked_at or _is_called(field, message) or any(each in text for text in earlier):
            continue
        alike = (other for other in catalogue.models[field.model].fields.values() if other.kind == field.kind)
        meant = next((other.id for other in alike if other.id in said and other.id not in used and other.id not in dated), None)
        if meant is not None:
            yield Doubt("field", f"the plan has {each}, and the message says {meant}: use that, or keep the plan if it means the other one")


def _time_of(catalogue: Catalogue, condition: Is) -> str:
    """The field in which the period of a named condition lies."""
    known = catalogue.predicate(condition.predicate)
    return f"{known.model}.{known.time}"


def _field(catalogue: Catalogue, name: str) -> Field | None:
    """The figure or time of that id."""
    model, _, name = name.partition(".")
    found = catalogue.models[model].fields.get(name)
    return found if found is not None and found.kind in _FIGURES_AND_TIMES else None


def _is_called(field: Field, message: str) -> bool:
    words = fold(message)
    return all(part in words for part in field.name.split("_"))


def strange_orders(catalogue: Catalogue, goals: Sequence[Goal]) -> Iterator[Doubt]:
    """Tables whose rows go by one figure or time of some records, and show another one of them."""
    for table in (goal for goal in goals if isinstance(goal, Table)):
        for order in (table.order, table.node.ranked if isinstance(table.node, Set) else None):
            shown = [column for column in table.columns if order is not None and _is_alike(catalogue, column, order)]
            if order is not None and shown and not any(_bare(column) == _bare(order.by) for column in shown):
                yield Doubt("order", "the rows go by one figure or time and show another one of the same records: show what they go by, or keep both")


def _is_alike(catalogue: Catalogue, column: Column | Tally, order: Order) -> bool:
    """Could it be what the rows go by: a figure over the same records, a field of the same model and kind?"""
    if isinstance(column, Tally) and isinstance(order.by, Tally):
        return column.measure.of.model == order.by.measure.of.model
    if not (isinstance(column, Column) and isinstance(order.by, Column) and column.field and order.by.field):
        return False
    one, other = catalogue.field(column.field), catalogue.field(order.by.field)
    return (one.model, one.kind) == (other.model, other.kind)


def _bare(by: Column | Tally | Measure) -> object:
    """What it tells, whatever the unit."""
    if isinstance(by, Column):
        return by.field
    return replace(by.measure if isinstance(by, Tally) else by, unit=None)
