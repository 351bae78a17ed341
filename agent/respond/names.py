"""Who or which the members of a set are, and what one sees of a single thing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.access.gate import check, joined, name_of, own_words, texts
from agent.answer import Cell, Column, Reason, Result, Visible
from agent.catalogue import Catalogue, Field, Model
from agent.errors import Declined
from agent.phrasing.goals import say_node
from agent.phrasing.inflection import capital, noun, plain_noun, possessive, verb
from agent.phrasing.nouns import relation_noun
from agent.plan.algebra import Card, Link, Names, Node, Set, Step, Summary, Where, mentions
from agent.query.operations import NodeRecords, check_field, select
from agent.query.operations.columns import column_for
from agent.query.operations.extra_columns import NOTHING, values_beside
from agent.query.operations.node_records import PEOPLE
from agent.query.operations.reached_by import reached_by
from agent.query.operations.staff_names import named, names_of
from agent.query.operations.values import Amount, Shown, cell, shown_values
from agent.query.outcome import Cited, unique
from agent.question.context import QuestionContext
from agent.question.dialogue import RowIds
from agent.respond.cells import bold, more_rows, readable, readable_cell, say, written_values
from agent.respond.draft import Draft
from agent.respond.listing import MOST_NAMED, Listing, write_list
from agent.respond.noun_phrase import Things
from agent.respond.owners import cite, is_listed, leads_to_several, may_be_several, owner
from agent.respond.sentences import count_said, first_ones, stopped
from agent.respond.set_kinds import as_held
from agent.respond.set_phrases import called, definite, things
from ingest.records import Record

STANDING = "standing"                   # what a card calls what is said of somebody who is no active employee
_MOST_OF_FIELD = 3                      # values of one field that a card tells, such as addresses
LEFT = "no longer with the company"
_STANDING = {"INACTIVE": LEFT, "PENDING": "not started yet"}


def names(context: QuestionContext, goal: Names, found: Mapping[Node, NodeRecords]) -> Draft:
    """Who or which. One thing that is asked for and not there is no record; an empty list is an answer."""
    goal, found = _as_held(context, goal, found)
    records = found[goal.node].records
    model = context.catalogue.models[goal.node.model]
    if not records and (not may_be_several(context, goal.node) or _without_end(context, goal.node, found) is not None):
        raise none_there(context, goal, found)
    if not records:
        said = stopped(count_said(things(context, goal.node, goal.label), 0))
        return Draft(said, Result((_name_column(goal, model),), ()), cite(context, found), (say_node(context.catalogue, goal.node),))
    listing, reached = _listing(context, goal, found)
    tied = _tied(goal.node, found[goal.node])
    text = write_list(context, _head(context, goal, found), listing, tied)
    cited = unique((*((model, r) for r in records), *cite(context, found), *reached))
    shown = readable(context, listing.columns, listing.rows)
    facts = (*written_values(listing.columns, shown), *_counts(found[goal.node]), *(called(context, n) for n in mentions(goal)))
    rows = RowIds(goal.node.model, tuple(r.id for r in records))
    return Draft(text, Result(listing.columns, listing.rows), cited, (*facts, say_node(context.catalogue, goal.node)), rows, tied=tied)


def _as_held(context: QuestionContext, goal: Names, found: Mapping[Node, NodeRecords]) -> tuple[Names, Mapping[Node, NodeRecords]]:
    """The goal with every link turned to the side that holds the key, so that a set reads the same from whichever side it was asked."""
    node = goal.node
    if not isinstance(node, Set):
        return goal, found
    said = replace(node, links=frozenset(as_held(context.catalogue, link) for link in node.links))
    return (goal, found) if said == node else (replace(goal, node=said), {said: found[node], **found})


def _listing(context: QuestionContext, goal: Names, found: Mapping[Node, NodeRecords]) -> tuple[Listing, Cited]:
    """What each is called, the key where it has one, whether somebody has left, and of a list what tells its things apart."""
    records, model = found[goal.node].records, context.catalogue.models[goal.node.model]
    is_list = is_listed(goal.node) or _is_narrowed(context, goal.node)
    via, more = (tell(context, goal.node, records, found) if is_list else NOTHING for tell in (reached_by, values_beside))
    named_by: list[tuple[Column, Mapping[str, Cell]]] = [(_name_column(goal, model), _called(context, goal.node, model, records))]
    keys = {i: each[0] for i, each in _keys(context, model, records).items() if each}
    named_by += [(Column("key", None, model.id, model.key), keys)] if keys else []
    notes = {r.id: own_words(note) for r, note in zip(records, employment_notes(context, records), strict=True) if note}
    cells = [*named_by, *([(Column("standing"), notes)] if notes else [])]
    rows = tuple((*(by_id.get(r.id) for _, by_id in cells), *via.cells.get(r.id, ()), *more.cells.get(r.id, ())) for r in records)
    beside = (*via.columns, *more.columns)
    return Listing((*(column for column, _ in cells), *beside), rows, len(named_by), bool(beside)), (*via.reached, *more.reached)


def _name_column(goal: Names, model: Model) -> Column:
    return Column(noun(plain_noun(goal.label), True) or model.label, None, model.id, "name")


def none_there(context: QuestionContext, goal: Names | Card | Summary, found: Mapping[Node, NodeRecords]) -> Declined:
    """That there is no such thing, to be raised: none of many, or none that somebody has."""
    label = goal.label if isinstance(goal, Names) else ""
    holders = _without_end(context, goal.node, found)
    if holders is not None:
        return Declined(Reason.NO_RECORD, f"I found no {_label(context, goal.node, label)} on file for {definite(context, holders)}.")
    if is_listed(goal.node) or _is_narrowed(context, goal.node):
        none = stopped(count_said(things(context, goal.node, label), 0))
        return Declined(Reason.NO_RECORD, f"{none} If you expected some, please look in the app itself.")
    return Declined(Reason.NO_RECORD, f"I found no {_label(context, goal.node, label)} on file for {owner(context, goal.node, found)}.")


def _without_end(context: QuestionContext, node: Node, found: Mapping[Node, NodeRecords]) -> Node | None:
    """The things that are there, open to the asker, and hold nothing where each holds one thing, such as requests without an approver; else None."""
    only = next(iter(node.links)) if isinstance(node, Set) and len(node.links) == 1 and not node.where else None
    if only is None or only.relation == "hub" or leads_to_several(context, only) or found[node].records or found[node].hidden:
        return None
    return only.source if only.source in found and found[only.source].records else None


def _head(context: QuestionContext, goal: Names, found: Mapping[Node, NodeRecords]) -> str:
    """What is enumerated: "There are 6 employees in the IT team:", "Katrin Vogel's manager is"."""
    number, label = len(found[goal.node].records), _label(context, goal.node, goal.label)
    if (is_listed(goal.node) and not _is_of_first(context, goal.node, found)) or _is_narrowed(context, goal.node):
        listing = things(context, goal.node, goal.label)
        if number == 1 and (listing.first == 1 or _is_role(context, goal.node, listing)):
            return f"{capital(listing.definite(True))} is"
        return f"{count_said(listing, number) if listing.first is None else first_ones(listing, number)}:"
    is_one = number == 1 or (_is_line(context, goal) and not _is_of_one(context, goal.node, label))
    return f"{possessive(owner(context, goal.node, found), noun(label, is_one))} {verb('is', 'are', is_one)}"


def _is_role(context: QuestionContext, node: Node, said: Things) -> bool:
    """Are they said by what others have them as: "the interviewers of the last interview"?"""
    led = [k for k in node.links if not k.to_source and k.relation != "hub"] if isinstance(node, Set) and not said.mine else []
    return any(noun(relation_noun(context.catalogue, context.catalogue.relation(k.relation)), True) == said.one for k in led)


def _is_of_first(context: QuestionContext, node: Node, found: Mapping[Node, NodeRecords]) -> bool:
    """Is it what the one thing at the head of an order has one of: the owner of the largest deal?"""
    only = next(iter(node.links)) if isinstance(node, Set) and len(node.links) == 1 and not node.where else None
    if only is None or only.relation == "hub" or not isinstance(only.source, Set) or leads_to_several(context, only):
        return False
    return only.source.ranked is not None and only.source in found and len(found[only.source].records) == 1


def _is_narrowed(context: QuestionContext, node: Node) -> bool:
    """Are they only some of the many that somebody has: my reports who are off today?"""
    if not isinstance(node, Set):
        return False
    led = [context.catalogue.relation(k.relation) for k in node.links if not k.to_source and k.relation != "hub"]
    usual = {c for relation in led for c in _where_of(relation.to, relation.where)}
    return any(relation.many for relation in led) and bool(node.where - usual or len(node.links) > 1)


def _is_line(context: QuestionContext, goal: Names) -> bool:
    """Is it one thing of many members: a reporting line?"""
    links = goal.node.links if isinstance(goal.node, Set) else frozenset()
    return any(context.catalogue.relation(k.relation).closure for k in links if not k.to_source and k.relation != "hub")


def _is_of_one(context: QuestionContext, node: Node, label: str) -> bool:
    """Is it the word for one member of the line: a manager?"""
    return any(label in relation.words for relation in context.catalogue.models[node.model].relations.values() if not relation.closure)


def _label(context: QuestionContext, node: Node, label: str) -> str:
    """The question's own word, else what the relation is called: somebody's company, not their account."""
    label = plain_noun(label)
    plain = context.catalogue.models[node.model].label
    links = node.links if isinstance(node, Set) else frozenset()
    led = next((context.catalogue.relation(k.relation) for k in links if not k.to_source and k.relation != "hub"), None)
    return relation_noun(context.catalogue, led) if label in ("", plain) and led is not None and led.words else label or plain


def _tied(node: Node, found: NodeRecords) -> str:
    is_later = isinstance(node, Set) and node.ranked is not None and node.ranked.skip
    return f"{found.tied} of them share {'a' if is_later else 'the last'} place." if found.tied else ""


def _counts(found: NodeRecords) -> tuple[str, ...]:
    return f"{len(found.records):,}", str(len(found.records) - MOST_NAMED), str(found.tied), more_rows(len(found.records))


def _keys(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, tuple[Visible, ...]]:
    """The keys that people go by beside the name: ATL-9001."""
    return texts(context, model, records, [model.key]) if model.key is not None and model.name not in ((), (model.key,)) else {}


def employment_notes(context: QuestionContext, records: Sequence[Record]) -> tuple[str, ...]:
    """Of each record: "left on 2026-03-31", "no longer with the company", "not started yet", or "". The day only where the asker may see it."""
    if not any(r.model == PEOPLE and r.values.get("employment_status") in _STANDING for r in records):
        return ("",) * len(records)
    gone = [r for r in records if r.values.get("employment_status") == "INACTIVE"]
    days = _days_of_leaving(context, gone)
    return tuple(days.get(r.id) or _STANDING.get(str(r.values.get("employment_status")), "") for r in records)


def _days_of_leaving(context: QuestionContext, gone: Sequence[Record]) -> Mapping[str, str]:
    field = context.catalogue.models[PEOPLE].fields["termination_date"]
    try:
        permit = check(context, [field.id], gone)
    except Declined as declined:
        if declined.reason is not Reason.NOT_PERMITTED:
            raise
        return {}                       # that they have left is no secret, the day is one
    return {r.id: f"left on {say(cell(v))}" for r in gone for v in shown_values(context, field, r, permit)}


def _called(context: QuestionContext, node: Node, model: Model, records: Sequence[Record]) -> Mapping[str, Visible]:
    """What records are called; reached over a relation that asks for more than their name (a home address), by that."""
    links = node.links if isinstance(node, Set) else frozenset()
    fields = [f for k in links if k.relation != "hub" and not k.to_source for f in context.catalogue.relation(k.relation).shown_by]
    told = texts(context, model, records, fields)
    return {**named(context, model, records), **{i: joined(parts) for i, parts in told.items() if parts}}


def card(context: QuestionContext, goal: Card, found: Mapping[Node, NodeRecords]) -> Draft:
    """What one sees of a thing, as far as the asker may. Raises Declined where there is none."""
    if not found[goal.node].records:
        raise none_there(context, goal, found)
    record = found[goal.node].records[0]
    model = context.catalogue.models[goal.node.model]
    note = employment_notes(context, [record])[0]
    told = ((label, value) for label, value in _card_cells(context, goal.node, model, found) if value)
    cells = [*([(STANDING, own_words(note))] if note else []), *told]
    columns = (Column(model.label, None, model.id, "name"), *(Column(label) for label, _ in cells))
    called = name_of(context, model, record)
    rows = ((called, *(value for _, value in cells)),)
    lines = "\n".join(f"- {label}: {value}" for label, value in cells)
    cited: Cited = ((model, record),)
    return Draft(f"{bold(called)} ({model.label})\n\n{lines}".strip(), Result(columns, rows), cited, written_values(columns, rows))


def _card_cells(context: QuestionContext, node: Node, model: Model, found: Mapping[Node, NodeRecords]) -> list[tuple[str, Cell]]:
    cells: list[tuple[str, Cell]] = []
    for name in model.card:
        try:
            cells.append(_card_cell(context, node, model, name, found))
        except Declined as declined:
            if declined.reason is not Reason.NOT_PERMITTED:     # what one may not see is left out of a card; a failure is not hidden
                raise
    return cells


def _card_cell(context: QuestionContext, node: Node, model: Model, name: str, found: Mapping[Node, NodeRecords]) -> tuple[str, Cell]:
    """What a part of a card is called, and what it comes to: the column of a list, followed from the one thing."""
    column, label = column_for(context.catalogue, model, name), card_label(context.catalogue, model, name)
    for step in column.path:
        node = _led(context, step, node)
        found = {**found, node: select(context, node, found)}
    records = found[node].records
    if column.field is None:
        return label, names_of(context, context.catalogue.models[node.model], records) or None
    field = context.catalogue.field(column.field)
    permit = check(context, [field.id], records) if column.path else check_field(context, field, node, found)
    told = records if column.path else records[:1]          # the card is of one thing, the first
    values = [v for r in told for v in shown_values(context, field, r, permit)]
    return label, joined(_told(context, field, v) for v in (values if column.path else values[:_MOST_OF_FIELD])) or None


def card_label(catalogue: Catalogue, model: Model, name: str) -> str:
    """What a part of a card is called: the field, or what the last step leads to."""
    column = column_for(catalogue, model, name)
    if column.field is not None:
        return catalogue.field(column.field).label
    step = column.path[-1]
    words = () if step.inverse else catalogue.relation(step.relation).words
    return next(iter(words), catalogue.models[step.to].label)


def _led(context: QuestionContext, step: Step, node: Node) -> Set:
    """What a step leads to from a node."""
    relation = context.catalogue.relation(step.relation)
    where = frozenset[Where]() if step.inverse else _where_of(relation.to, relation.where)
    return Set(step.to, frozenset({Link(step.relation, step.inverse, node)}), where)


def _told(context: QuestionContext, field: Field, value: Shown) -> Visible:
    unit = value.unit if isinstance(value, Amount) else None
    return say(readable_cell(context, cell(value), field), unit)


def _where_of(model: str, where: Mapping[str, str]) -> frozenset[Where]:
    return frozenset(Where(f"{model}.{name}", value) for name, value in where.items())
