"""Who or which the members of a set are, and what one sees of a single thing."""

from collections.abc import Mapping, Sequence

from agent.access import check_fields
from agent.answer import Cell, Column, Reason, Result
from agent.catalogue import Model
from agent.errors import Declined
from agent.live import dig, display_name
from agent.operations import Found, check_field, select
from agent.operations.found import PEOPLE
from agent.operations.values import cell, values
from agent.plan import Card, Link, Names, Node, Set, Where
from agent.run import Run
from agent.say import say_node
from agent.synthesis.cells import bold, local, said_in, say
from agent.synthesis.draft import Cited, Draft, unique
from agent.synthesis.owners import cite, is_listed, of, owner
from ingest.records import Record

LEFT = "no longer with the company"
_STANDING = {"INACTIVE": LEFT, "PENDING": "not started yet"}
MOST_NAMED = 50                         # names in a text; the result holds them all


def names(run: Run, goal: Names, found: Mapping[Node, Found]) -> Draft:
    """Who or which. One thing that is asked for and not there is no record; an empty list is an answer."""
    records = found[goal.node].records
    model = run.catalogue.models[goal.node.model]
    listed = is_listed(goal.node)
    columns: tuple[Column, ...] = (Column(goal.label or model.label, None, model.id, "name"),)
    if not records and not listed:
        raise Declined(Reason.NO_RECORD, f"I found no {goal.label} on file for {owner(run, goal.node, found)}.")
    if not records:
        return Draft(f"None: I found none of {say_node(run.catalogue, goal.node)}.", Result(columns, ()), cite(run, found))
    columns = (*columns, *([Column("key", None, model.id, model.key)] if _has_keys(model, records) else []))
    rows = tuple((_called(run, goal.node, model, r), *(next(iter(dig(r, c.field or "")), None) for c in columns[1:])) for r in records)
    said = [f"{_named(row)}{_beside(note)}" for row, note in zip(rows, standing(run, records), strict=True)]
    rest = [f"and {len(said) - MOST_NAMED} more"] if len(said) > MOST_NAMED else []
    plural = model.plural if goal.label in ("", model.label) else f"{goal.label}s"
    head = plural[:1].upper() + plural[1:] if listed else of(owner(run, goal.node, found), goal.label or model.label)
    tied = [f" {found[goal.node].tied} of them share the last place." if found[goal.node].tied else ""]
    cited = unique((*((model, r) for r in records), *cite(run, found)))
    facts = (*said_in(columns, rows), *standing(run, records), str(len(records) - MOST_NAMED), str(found[goal.node].tied))
    return Draft(f"{head}: {', '.join([*said[:MOST_NAMED], *rest])}.{''.join(tied)}", Result(columns, rows), cited, facts)


def _has_keys(model: Model, records: Sequence[Record]) -> bool:
    """Do people go by a key beside the name: ATL-9001?"""
    return model.key is not None and model.name not in ((), (model.key,)) and any(dig(r, model.key) for r in records)


def _named(row: Sequence[Cell]) -> str:
    """A name, after its key where it has one."""
    return " ".join(p for p in (say(row[1]) if len(row) > 1 else "", bold(say(row[0]))) if p)


def standing(run: Run, records: Sequence[Record]) -> tuple[str, ...]:
    """Of each record: "left on 2026-03-31", "no longer with the company", "not started yet", or "". The day only where the asker may see it."""
    if not any(r.model == PEOPLE and r.values.get("employment_status") in _STANDING for r in records):
        return ("",) * len(records)
    gone = [r for r in records if r.values.get("employment_status") == "INACTIVE"]
    days = _days_of_leaving(run, gone)
    return tuple(days.get(r.id) or _STANDING.get(str(r.values.get("employment_status")), "") for r in records)


def _days_of_leaving(run: Run, gone: Sequence[Record]) -> Mapping[str, str]:
    field = run.catalogue.models[PEOPLE].fields["termination_date"]
    try:
        check_fields(run, [field.id], gone)
    except Declined as declined:
        if declined.reason is not Reason.NOT_PERMITTED:
            raise
        return {}                       # that they have left is no secret, the day is one
    return {r.id: f"left on {say(cell(v))}" for r in gone for v in values(run, field, r)}


def _beside(note: str) -> str:
    return f" ({note})" if note else ""


def _called(run: Run, node: Node, model: Model, record: Record) -> str:
    """What a record is called; reached over a relation that asks for more than its name (a home address), by that."""
    links = node.links if isinstance(node, Set) else frozenset()
    fields = [f for k in links if k.relation != "hub" and not k.to_source for f in run.catalogue.relation(k.relation).shown_by]
    return ", ".join(str(v) for f in fields for v in dig(record, f)) or display_name(model, record)


def card(run: Run, goal: Card, found: Mapping[Node, Found]) -> Draft:
    """What one sees of a thing, as far as the asker may."""
    record = found[goal.node].records[0]
    model = run.catalogue.models[goal.node.model]
    note = standing(run, [record])[0]
    cells = [*([("standing", note)] if note else []), *((label, value) for label, value in _card_cells(run, goal.node, model, found) if value)]
    columns = (Column(model.label, None, model.id, "name"), *(Column(label) for label, _ in cells))
    rows = ((display_name(model, record), *(value for _, value in cells)),)
    lines = "\n".join(f"- {label}: {value}" for label, value in cells)
    cited: Cited = ((model, record),)
    return Draft(f"{bold(display_name(model, record))} ({model.label})\n\n{lines}".strip(), Result(columns, rows), cited, said_in(columns, rows))


def _card_cells(run: Run, node: Node, model: Model, found: Mapping[Node, Found]) -> list[tuple[str, Cell]]:
    cells: list[tuple[str, Cell]] = []
    for name in model.card:
        try:
            cells.append(_card_cell(run, node, model, name, found))
        except Declined as declined:
            if declined.reason is not Reason.NOT_PERMITTED:     # what one may not see is left out of a card; a failure is not hidden
                raise
    return cells


def _card_cell(run: Run, node: Node, model: Model, name: str, found: Mapping[Node, Found]) -> tuple[str, Cell]:
    if name in model.fields:
        field = model.fields[name]
        check_field(run, field, node, found)
        return field.label, ", ".join(say(local(run, cell(v))) for v in values(run, field, found[node].records[0])[:3]) or None
    relation = model.relations.get(name) or next(r for r in model.relations.values() if r.default and name in run.catalogue.models[r.to].fields)
    there = select(run, Set(relation.to, frozenset({Link(relation.id, False, node)}), _where_of(relation.to, relation.where)), found)
    target = run.catalogue.models[relation.to]
    if name in model.relations:
        return relation.words[0] if relation.words else target.label, ", ".join(display_name(target, r) for r in there.records) or None
    field = target.fields[name]
    return field.label, ", ".join(say(local(run, cell(v))) for r in there.records for v in values(run, field, r)) or None


def _where_of(model: str, where: Mapping[str, str]) -> frozenset[Where]:
    return frozenset(Where(f"{model}.{name}", value) for name, value in where.items())
