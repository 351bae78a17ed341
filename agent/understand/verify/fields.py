"""Fields that a plan takes beside the one that is meant: what was invoiced for what is owed, the end for the start, an order by what is not shown.

Said is a field by its name, by words for it, and by those of a condition, a metric or a relation that looks at it. What earlier plans of the dialogue
used needs no words, nor does what a condition of the plan looks at.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue, Field
from agent.plan.algebra import Column, Goal, Is, Measure, Named, Order, Set, Show, Table, Tally, Where, parts
from agent.understand.grammar.evidence import Evidence
from agent.understand.verify import Doubt
from agent.understand.verify.used import fields_of, said_by
from kg.names import fold

_FIGURES_AND_TIMES = frozenset({"number", "money", "quantity", "date", "datetime"})


def other_fields(catalogue: Catalogue, known: Sequence[Evidence], message: str, goals: Sequence[Goal], earlier: Sequence[str]) -> Iterator[Doubt]:
    """Figures and times that no word says, where the message says another one of the same records. `known`: what its words may mean."""
    said = {each for e in known for each in said_by(catalogue, e)}
    used = dict.fromkeys(part.field for goal in goals for part in parts(goal) if isinstance(part, Show | Column | Measure | Where) and part.field)
    told = {part.field for goal in goals for part in parts(goal) if isinstance(part, Show | Column | Measure)}
    conditions = [part for goal in goals for part in parts(goal) if isinstance(part, Is)]
    looked_at = {field for each in conditions for field in fields_of(catalogue.predicate(each.predicate))}
    dated = {_time_of(catalogue, each) for each in conditions if each.period is not None}
    for each in dated:
        if each not in said and (other := _alike(catalogue, each, said - set(used) - dated)):
            yield Doubt("field", f"the plan's time is that of {each}, and the message says {other}: use that, or keep the plan if it is meant so")
    for each in used:
        field = _field(catalogue, each)
        if field is None or each in said | looked_at or _is_called(field, message) or any(each in text for text in earlier):
            continue
        meant = _alike(catalogue, each, said - set(used) - dated)
        if meant is not None:
            yield Doubt("field", f"the plan has {each}, and the message says {meant}: use that, or keep the plan if it means the other one")
            continue
        usual = _usual(catalogue, field) if each in told and not _tells_whether(known, goals, field.model) else None
        if usual not in (None, each, *used) and usual not in looked_at | dated and not _is_per_time(field, known):
            yield Doubt("field", f"the plan has {each}, and no word of the message says that: most often {usual} is meant. Keep yours if it is")


def _alike(catalogue: Catalogue, one: str, among: Collection[str]) -> str | None:
    """Another field of the same model, and a figure or time like it."""
    field = _field(catalogue, one)
    alike = catalogue.models[field.model].fields.values() if field is not None else ()
    return next((other.id for other in alike if field is not None and _sort(other) == _sort(field) and other.id in among), None)


def _sort(field: Field) -> str:
    """Its kind, days and moments taken as one."""
    return "time" if field.kind in ("date", "datetime") else field.kind


def _usual(catalogue: Catalogue, field: Field) -> str | None:
    """The figure or time of a model that is meant where no word says which."""
    model = catalogue.models[field.model]
    usual = (_field(catalogue, f"{model.id}.{name}") for name in (model.size, model.time, model.period) if name)
    return next((each.id for each in usual if each is not None and _sort(each) == _sort(field)), None)


def _tells_whether(known: Sequence[Evidence], goals: Sequence[Goal], model: str) -> bool:
    """May a field of one thing tell whether it is as the message says: what is left to pay, whether it was paid?"""
    is_one = all(isinstance(goal, Show) and isinstance(goal.node, Named) for goal in goals)
    return is_one and any(e.meaning.kind == "is" and e.meaning.target.partition(".")[0] == model for e in known)


def _is_per_time(field: Field, known: Sequence[Evidence]) -> bool:
    """Is a figure one per stretch of time that is said: "hourly" per hour?"""
    return any(field.name.startswith(e.meaning.target) for e in known if e.meaning.kind in ("bucket", "unit") and e.meaning.target)


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
