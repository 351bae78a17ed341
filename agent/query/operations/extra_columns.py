"""Columns of a list that nobody asked for by name: what the question's conditions look at, and what tells its things apart.

They are data of the catalogue (`beside`) and of its named conditions. None is private, none makes rows more or fewer, and none may fail a list:
what the asker may not see, what no app shares and what would cost many readings is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from agent.answer import Cell
from agent.answer import Column as Head
from agent.catalogue import Catalogue, Model
from agent.errors import Declined
from agent.live.memo import side_by_side
from agent.live.reads import FEW
from agent.plan.algebra import Column, Condition, Is, Node, Path, Set, Where, is_one_thing, parts
from agent.plan.conditions import TIMES, conditions
from agent.plan.periods import Interval, Recurring
from agent.policy.decision import logged_class
from agent.query.operations.columns import Filled, column_for, fill
from agent.query.operations.node_records import RecordsByNode
from agent.query.operations.tables import column_of, one_cell, with_currencies
from agent.query.operations.walk import is_held_by_start
from agent.query.outcome import Cited
from agent.question.context import QuestionContext
from ingest.records import Record, each_once, ids_in

MOST = 5                                # columns beside the name that a list is still read with
_EQUAL = frozenset({"=", "empty"})      # comparisons that leave nothing to be told of the single thing
_SAID = frozenset({"=", "kind"})        # comparisons whose text is told with the rows
_EXACT = _EQUAL | {"!=", "filled", "kind", "in"}            # those that weigh nothing, unless a time is looked for


@dataclass(frozen=True, slots=True)
class ExtraColumns:
    """The columns, their cells by the row's id, and the other records that the cells rest on."""

    columns: tuple[Head, ...]
    cells: Mapping[str, tuple[Cell, ...]]
    reached: Cited


NOTHING = ExtraColumns((), {}, ())


def values_beside(context: QuestionContext, node: Node, records: Sequence[Record], found: RecordsByNode) -> ExtraColumns:
    """What stands beside the names of a node's members, as far as the asker may see it of all of them."""
    return without_said(node, told_beside(context, worth_it(context, columns_beside(context.catalogue, node), records), node.model, records, found))


def without_said(node: Node, beside: ExtraColumns) -> ExtraColumns:
    """The columns without those that hold for each row what the node was asked by: the job title of "employees with job title Sailmaker"."""
    said = {each.value.casefold() for each in parts(node) if isinstance(each, Where) and each.op in _SAID and isinstance(each.value, str)}
    held = [{str(row[at]).casefold() for row in beside.cells.values()} for at in range(len(beside.columns))]
    kept = [at for at, values in enumerate(held) if len(values) > 1 or values.isdisjoint(said)]
    cells = {row: tuple(values[at] for at in kept) for row, values in beside.cells.items()}
    return ExtraColumns(tuple(beside.columns[at] for at in kept), cells, beside.reached)


def columns_beside(catalogue: Catalogue, node: Node, asked: Sequence[Column] = ()) -> tuple[Column, ...]:
    """What the catalogue has for lists of the node's model, and what its conditions and its order look at; nothing that is private.

    `asked`: the columns that stand there already.
    """
    model, held = catalogue.models[node.model], _held(node)
    weighed = sorted({f"{model.id}.{name}" for c in held for name in _looked_at(catalogue, c)})      # in one order, however the plan is written
    equal = (w for c in held for w in _compared(catalogue, c) if w.op in _EQUAL and w.value not in TIMES)
    same = {*_one_thing(catalogue, node), *(w.field.partition(".")[2] for w in equal)}
    named = [column_for(catalogue, model, name) for name in model.beside if name not in same]
    looked_at = [c for c in dict.fromkeys((*_ranked_by(node), *map(Column, weighed))) if not is_name(catalogue, model, c)]
    first, then = ([c for c in unasked(catalogue, model, asked, columns) if is_open(catalogue, c)] for columns in (looked_at, named))
    room = max(0, MOST - len(asked))
    return (*[c for c in then if c not in first][:max(0, room - len(first))], *first[:room])


def unasked(catalogue: Catalogue, model: Model, asked: Sequence[Column], wanted: Sequence[Column]) -> list[Column]:
    """Those of the columns that do not stand there already, in another unit or as the name of the same thing."""
    there = {_what(catalogue, model, c) for c in asked}
    return [c for c in wanted if _what(catalogue, model, c) not in there]


def _what(catalogue: Catalogue, model: Model, wanted: Column) -> tuple[Path, str | None]:
    """What a column tells: a field of what its path leads to; None for what that is called."""
    there = catalogue.models[wanted.path[-1].to] if wanted.path else model
    return wanted.path, None if wanted.field is None or catalogue.field(wanted.field).path in there.name else wanted.field


def told_beside(context: QuestionContext, wanted: Sequence[Column], model: str, records: Sequence[Record], found: RecordsByNode) -> ExtraColumns:
    """The columns as far as the asker may see them of all the records, and any of these has a value there."""
    filled = side_by_side([partial(_filled, context, w, model, records, found) for w in wanted])
    there = [(w, f) for w, f in zip(wanted, filled, strict=True) if f is not None and any(f.cells.values())]
    told = with_currencies(context, there, model, records, found)
    cells = {r.id: tuple(one_cell(f.cells.get(r.id)) for _, f in told) for r in records}
    own = {r.id for r in records}
    others = each_once(r for _, f in told for ends in f.reached.values() for r in ends if r.id not in own)
    return ExtraColumns(tuple(column_of(context, w, f) for w, f in told), cells, tuple((context.catalogue.models[r.model], r) for r in others))


def is_name(catalogue: Catalogue, model: Model, wanted: Column) -> bool:
    """Is it what each row is called by anyway: the title of a ticket?"""
    return not wanted.path and wanted.field is not None and catalogue.field(wanted.field).path in model.name


def _ranked_by(node: Node) -> Iterator[Column]:
    if isinstance(node, Set) and node.ranked is not None and isinstance(node.ranked.by, Column):
        yield node.ranked.by


def _held(node: Node) -> Sequence[Condition]:
    return sorted(node.where, key=repr) if isinstance(node, Set) else ()


def is_open(catalogue: Catalogue, wanted: Column) -> bool:
    """Is it of no private class, with all that leads there? Whether the asker may see it is asked when it is read."""
    known: list[str] = [catalogue.relation(step.relation).privacy for step in wanted.path if step.relation != "hub"]
    known += [catalogue.field(wanted.field).privacy] if wanted.field else []
    return all(logged_class(privacy) is None for privacy in known)


def _looked_at(catalogue: Catalogue, held: Condition) -> tuple[str, ...]:
    """The fields whose values a condition weighs: how many days overdue, when it was reported; of one that only asks for a value none."""
    known = catalogue.predicate(held.predicate) if isinstance(held, Is) else None
    if known is not None and isinstance(held, Is) and held.period is not None:
        return (known.time,) if known.time is not None and "." not in known.time else ()
    weighed = tuple(w.field.partition(".")[2] for w in _compared(catalogue, held) if w.op not in _EXACT or isinstance(w.value, Interval | Recurring))
    return (known.lasts,) if weighed and known is not None and known.lasts is not None else weighed


def _compared(catalogue: Catalogue, held: Condition) -> Iterator[Where]:
    """The comparisons of fields of the record itself that a condition comes to."""
    if isinstance(held, Where):
        yield from (held,) if held.field.partition(".")[2] in catalogue.models[held.field.partition(".")[0]].fields else ()
    elif isinstance(held, Is):
        known = catalogue.predicate(held.predicate)
        for each in sorted(conditions(known.all, known.model, catalogue.models), key=repr):
            yield from _compared(catalogue, each)


def _one_thing(catalogue: Catalogue, node: Node) -> Iterator[str]:
    """The relations of which every member has the same one thing, since just that was asked for: the project of "tickets in Borealis"."""
    links = [k for k in node.links if k.to_source and k.relation != "hub"] if isinstance(node, Set) else []
    yield from (catalogue.relation(k.relation).name for k in links if _is_one(k.source))


def _is_one(node: Node) -> bool:
    same = next(iter(node.links)) if isinstance(node, Set) and len(node.links) == 1 and not node.where else None
    return is_one_thing(node) or (same is not None and same.relation == "hub" and is_one_thing(same.source))


def worth_it(context: QuestionContext, wanted: Sequence[Column], records: Sequence[Record]) -> list[Column]:
    """Those of the columns that cost a few readings at most."""
    return [w for w in wanted if _is_worth_it(context, w, records)]


def _is_worth_it(context: QuestionContext, wanted: Column, records: Sequence[Record]) -> bool:
    """Does it cost a few readings at most, of a model whose age cannot fail the answer?"""
    if not wanted.path:
        return True
    [step] = wanted.path if len(wanted.path) == 1 else [None]
    if step is None or step.relation == "hub" or context.live.has_age_limit(step.to):
        return False
    relation = context.catalogue.relation(step.relation)
    if is_held_by_start(relation, step.inverse):
        led = {i for r in records for i in ids_in(r, relation.fk or relation.inverse or "")}
    else:
        led = {r.id for r in records}
    return len(led) <= FEW or context.live.has_list(step.to) or context.live.is_short(step.to)


def _filled(context: QuestionContext, wanted: Column, model: str, records: Sequence[Record], found: RecordsByNode) -> Filled | None:
    try:
        return fill(context, wanted, model, records, found)
    except Declined:                    # nobody asked for it: neither a right nor a failure may take the list away
        return None
