"""From what was found to what is said: a table or a text, with references. Every figure comes from a record.

Deterministic: the same facts give the same answer. A model may write nicer prose later; the check stays.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from agent.access import check_record
from agent.answer import Answer, Cell, Column, Reason, Reference, Result
from agent.catalogue import Field, Model
from agent.check import untraced
from agent.errors import Choice, Declined, NeedsChoice
from agent.guard import without_instructions
from agent.language import words
from agent.live import dig, display_name
from agent.operations import Found, check_field, select
from agent.outcome import Outcome
from agent.plan import Card, Goal, Link, Me, Names, Node, Set, Show, Summary, Where
from agent.run import Run
from agent.turn import Turn
from ingest.records import Record

MOST_REFERENCES = 50
LEAD_SENTENCES = 8
LONGEST_POSSESSIVE = 3                  # words of a name that still take a 's
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ý0-9\"“])")


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before it is checked: the text's every figure must occur in `facts`."""

    text: str
    result: Result | None
    cited: tuple[tuple[Model, Record], ...]
    facts: tuple[str, ...]


def show(run: Run, goal: Show, found: Mapping[Node, Found]) -> Draft:
    """A field's value; several records give a list of name and value."""
    field = run.catalogue.field(goal.field)
    records = found[goal.node].records
    check_field(run, field, goal.node, found)
    if len(records) > 1 and not field.sums and field.model == goal.node.model and _is_listed(goal.node):
        return _list_of(run, goal, field, records)
    values = [(v, r) for r in records for v in _values(field, r)]
    if not values:
        raise Declined(Reason.NO_RECORD, f"I found no {field.label} on file for {_bearer(run, goal.node, found)}.")
    unit = _unit(run, field, goal.unit)
    if field.apart and len({next(iter(dig(r, field.apart)), None) for _, r in values}) > 1:
        return _apart(run, goal, field, values, unit, found)
    return _single(run, goal, field, values, unit, found)


def _single(
    run: Run, goal: Show, field: Field, values: Sequence[tuple[Any, Record]], unit: str | None, found: Mapping[Node, Found],
) -> Draft:
    if field.sums and len(values) > 1:
        run.assume(f"This is the sum of {len(values)} balances.")
    shown = [sum((_decimal(v) for v, _ in values), Decimal(0))] if field.sums else list(dict.fromkeys(v for v, _ in values))
    converted = [_convert(run, v, field.unit, unit) for v in shown]
    beside = [run.catalogue.field(f"{field.model}.{name}") for name in _beside(field)]
    extra = tuple(next(iter(_values(b, values[0][1])), None) for b in beside)
    columns = (Column(field.label, unit or _currency(field, extra, beside), field.model, field.name),
               *(Column(b.label, None, b.model, b.name) for b in beside))
    rows = tuple((_cell(field, v), *extra) for v in converted)
    tail = [p for p in (unit or "", *(_say(e) for e in extra)) if p]
    said = "; ".join(" ".join([_say(_cell(field, v)), *tail]) for v in converted)
    asked = " ".join(p for p in (_kind(run, goal.node), field.label) if p)
    text = f"{_of(_bearer(run, goal.node, found), asked)}: **{said}**."
    return Draft(text, Result(columns, rows), _cite(run, found), tuple(_say(c) for row in rows for c in row))


def _apart(
    run: Run, goal: Show, field: Field, values: Sequence[tuple[Any, Record]], unit: str | None, found: Mapping[Node, Found],
) -> Draft:
    """A sum for each kind: what is of different kinds is never added up."""
    kind = run.catalogue.field(f"{field.model}.{field.apart}")
    sums: dict[str, Decimal] = {}
    for value, record in values:
        name = str(next(iter(dig(record, kind.path)), ""))
        sums[name] = sums.get(name, Decimal(0)) + _decimal(value)
    rows = tuple((next(iter(kind.values.get(k, ())), k.lower()), _cell(field, _convert(run, v, field.unit, unit))) for k, v in sums.items())
    columns = (Column(kind.label, None, kind.model, kind.name), Column(field.label, unit, field.model, field.name))
    return Draft(_table(columns, rows), Result(columns, rows), _cite(run, found), _said_in(rows))


def _list_of(run: Run, goal: Show, field: Field, records: Sequence[Record]) -> Draft:
    model = run.catalogue.models[goal.node.model]
    unit = _unit(run, field, goal.unit)
    rows = tuple(
        (display_name(model, r), next((_cell(field, _convert(run, v, field.unit, unit)) for v in _values(field, r)), None)) for r in records
    )
    columns = (Column(model.label, None, model.id, None), Column(field.label, unit, field.model, field.name))
    return Draft(_table(columns, rows), Result(columns, rows), tuple((model, r) for r in records), _said_in(rows))


def names(run: Run, goal: Names, found: Mapping[Node, Found]) -> Draft:
    """Who or which. One thing that is asked for and not there is no record; an empty list is an answer."""
    records = found[goal.node].records
    model = run.catalogue.models[goal.node.model]
    listed = _is_listed(goal.node)
    if not records and not listed:
        raise Declined(Reason.NO_RECORD, f"I found no {goal.label} on file for {_owner(run, goal.node, found)}.")
    rows = tuple((_called(run, goal.node, model, r),) for r in records)
    said = ", ".join(f"**{row[0]}**" for row in rows) or "none"
    plural = model.plural if goal.label == model.label else f"{goal.label}s"
    head = plural.capitalize() if listed else _of(_owner(run, goal.node, found), goal.label)
    cited = _unique((*((model, r) for r in records), *_cite(run, found)))
    return Draft(f"{head}: {said}.", Result((Column(goal.label, None, model.id, "name"),), rows), cited, _said_in(rows))


def _called(run: Run, node: Node, model: Model, record: Record) -> str:
    """What a record is called; reached over a relation that asks for more than its name (a home address), by that."""
    links = node.links if isinstance(node, Set) else frozenset()
    fields = [f for k in links if k.relation != "hub" and not k.to_source for f in run.catalogue.relation(k.relation).shown_by]
    return ", ".join(str(v) for f in fields for v in dig(record, f)) or display_name(model, record)


def card(run: Run, goal: Card, found: Mapping[Node, Found]) -> Draft:
    """What one sees of a thing, as far as the asker may."""
    record = found[goal.node].records[0]
    model = run.catalogue.models[goal.node.model]
    cells = [(label, value) for label, value in _card_cells(run, goal.node, model, record, found) if value]
    columns = (Column(model.label, None, model.id, "name"), *(Column(label) for label, _ in cells))
    rows = ((display_name(model, record), *(value for _, value in cells)),)
    lines = "\n".join(f"- {label}: {value}" for label, value in cells)
    return Draft(f"**{rows[0][0]}** ({model.label})\n\n{lines}".strip(), Result(columns, rows), ((model, record),), _said_in(rows))


def _card_cells(run: Run, node: Node, model: Model, record: Record, found: Mapping[Node, Found]) -> list[tuple[str, Cell]]:
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
        return field.label, ", ".join(_say(_cell(field, v)) for v in _values(field, found[node].records[0])[:3]) or None
    relation = model.relations.get(name) or next(r for r in model.relations.values() if r.default and name in run.catalogue.models[r.to].fields)
    there = select(run, Set(relation.to, frozenset({Link(relation.id, False, node)}), _where_of(relation.to, relation.where)), found)
    target = run.catalogue.models[relation.to]
    if name in model.relations:
        return relation.words[0] if relation.words else target.label, ", ".join(display_name(target, r) for r in there.records) or None
    field = target.fields[name]
    return field.label, ", ".join(_say(_cell(field, v)) for r in there.records for v in _values(field, r)) or None


def _where_of(model: str, where: Mapping[str, str]) -> frozenset[Where]:
    return frozenset(Where(f"{model}.{name}", value) for name, value in where.items())


def summarise(run: Run, goal: Summary, found: Mapping[Node, Found]) -> Draft:
    """The texts of the records in short: lead sentences with date and people, instructions inside them left out."""
    model = run.catalogue.models[goal.node.model]
    records = found[goal.node].records
    for record in records:
        for name in model.texts:
            check_record(run, model.fields[name].privacy, record)
    parts = [_summary_of(run, model, record) for record in records]
    cited = _unique((*((model, r) for r in records), *_cite(run, found)))
    facts = tuple(_say(_local(run, v)) for r in records for name in (*model.texts, model.time or "id") for v in dig(r, name))
    return Draft("\n\n".join(parts), None, cited, facts)


def _summary_of(run: Run, model: Model, record: Record) -> str:
    title, *rest = [str(v) for name in model.texts for v in dig(record, name)] or [""]
    body = " ".join(rest) if rest or len(model.texts) > 1 else title
    clean, left_out = without_instructions(body)
    if left_out:
        run.assume("A sentence in this record that addresses an assistant was left out.")
    sentences = _sentences(clean)[:LEAD_SENTENCES]
    if not sentences:
        raise Declined(Reason.NO_RECORD, f"The {model.label} has no text on file.")
    head = [] if len(model.texts) == 1 else [f"**{without_instructions(title)[0]}**"]
    when = next((_say(_local(run, v)) for v in dig(record, model.time or "")), None)
    kind = next((str(v).capitalize() for v in dig(record, "engagement_type.activity_type")), model.label.capitalize())
    facts = ", ".join(p for p in (kind, when) if p)
    return f"{' '.join(head)} ({facts}): {' '.join(sentences)}".strip() if head else f"{facts}: {' '.join(sentences)}"


def _sentences(text: str) -> list[str]:
    return [s for s in _SENTENCE_END.split(text.strip()) if s]


def from_outcome(run: Run, goal: Goal, outcome: Outcome) -> Draft:
    """A table of what a goal of figures came to."""
    for note in outcome.notes:
        run.assume(note)
    return Draft(_table(outcome.columns, outcome.rows), Result(outcome.columns, outcome.rows), outcome.cited, _said_in(outcome.rows))


# ---------------------------------------------------------------- values


def _values(field: Field, record: Record) -> tuple[Any, ...]:
    native = dig(record, f"{field.path}_native") if field.native else ()
    return native or dig(record, field.path)


def _beside(field: Field) -> tuple[str, ...]:
    return field.beside or ((field.currency,) if field.currency else ())


def _currency(field: Field, extra: Sequence[Any], beside: Sequence[Field]) -> str | None:
    return next((str(e) for e, b in zip(extra, beside, strict=True) if b.name == field.currency and e is not None), None)


def _unit(run: Run, field: Field, asked: str | None) -> str | None:
    """The unit that was asked for, else the one people expect; where the person has said something of units, they are asked."""
    if asked or field.shown_in in (None, field.unit):
        return asked or field.unit
    if not run.may_default(words().units):
        if "unit" not in run.choices:
            raise NeedsChoice("unit", "In which unit?", tuple(Choice(u, u) for u in sorted({str(field.shown_in), str(field.unit)})))
        return run.choices["unit"]
    return field.shown_in


def _decimal(value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(str(value))


def _convert(run: Run, value: Any, unit: str | None, wanted: str | None) -> Any:
    """Hours are not days: a working day has the tenant's number of hours."""
    if unit == wanted or unit is None or wanted is None:
        return value
    hours = Decimal(str(run.company.definitions.working_day_hours))
    run.assume(f"A working day has {_say(hours)} hours.")
    return _decimal(value) / hours if (unit, wanted) == ("hours", "days") else _decimal(value) * hours


def _cell(field: Field, value: Any) -> Cell:
    if field.kind == "date" and isinstance(value, datetime):
        return value.date()
    if field.kind in ("number", "money", "quantity") and isinstance(value, str):
        return Decimal(value)
    return value if isinstance(value, str | int | float | bool | Decimal | date | datetime) else str(value)


def _local(run: Run, value: Any) -> Any:
    return run.company.local_day(value) if isinstance(value, datetime) else value


def _say(value: Cell) -> str:
    """A cell as people read it."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal | int | float) and not isinstance(value, bool):
        plain = f"{value:,.4f}".rstrip("0").rstrip(".")
        return plain or "0"
    return "" if value is None else str(value)


def _said_in(rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    return tuple(_say(cell) for row in rows for cell in row)


def _table(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> str:
    head = "| " + " | ".join(c.name for c in columns) + " |\n|" + "---|" * len(columns)
    return "\n".join([head, *("| " + " | ".join(_say(c).replace("|", "\\|") for c in row) + " |" for row in rows)])


def _is_listed(node: Node) -> bool:
    """A set that one asks the members of, against one thing's own relation."""
    return isinstance(node, Set) and (any(link.to_source for link in node.links) or any(_is_listed(k.source) for k in node.links))


def _bearer(run: Run, node: Node, found: Mapping[Node, Found]) -> str:
    """Whose value it is: the manager's own name for "my manager's start date", the person's for a job or a balance of theirs."""
    model = run.catalogue.models[node.model]
    if isinstance(node, Set) and (model.nameable or model.is_person) and found[node].records:
        return ", ".join(_full_name(model, r) for r in found[node].records)
    return _owner(run, node, found)


def _owner(run: Run, node: Node, found: Mapping[Node, Found]) -> str:
    """Whose it is, by name: the thing the node's relation starts from, or the thing itself."""
    source = next((k.source for k in sorted(node.links, key=repr) if k.relation != "hub"), node) if isinstance(node, Set) else node
    shown = source if isinstance(node, Set) else node
    if isinstance(shown, Me):
        return "you"
    model = run.catalogue.models[shown.model]
    return ", ".join(_full_name(model, r) for r in found[shown].records) or model.label


def _full_name(model: Model, record: Record) -> str:
    """A name, with the key that people use beside it: ATL-9001 “Dock approach oscillates”."""
    name, key = display_name(model, record), next((str(v) for v in dig(record, model.key)), "") if model.key else ""
    return f"{key} “{name}”" if model.titled and key and key != name else name


def _of(owner: str, thing: str) -> str:
    if len(owner.split()) > LONGEST_POSSESSIVE:
        return f"The {thing} of {owner}"
    return f"Your {thing}" if owner == "you" else f"{owner}'s {thing}"


def _kind(run: Run, node: Node) -> str:
    """The conditions of a set in words: "vacation"."""
    wheres = sorted(node.where, key=repr) if isinstance(node, Set) else []
    words = [run.catalogue.field(w.field).values.get(w.value, ()) for w in wheres]
    return " ".join(w[0] for w in words if w)


def _cite(run: Run, found: Mapping[Node, Found]) -> tuple[tuple[Model, Record], ...]:
    """What the answer rests on, the last found first; not who asks: that is no source of what is told."""
    everything: list[Node] = list(reversed(list(found)))
    others = [n for n in everything if not isinstance(n, Me) and not (isinstance(n, Set) and _is_own_user(n))]
    return _unique(tuple((run.catalogue.models[found[n].model], r) for n in others or everything for r in found[n].records))


def _is_own_user(node: Set) -> bool:
    return any(link.relation == "hub" and isinstance(link.source, Me) for link in node.links)


def _unique(cited: Sequence[tuple[Model, Record]]) -> tuple[tuple[Model, Record], ...]:
    return tuple({_key(c): c for c in cited}.values())


def _key(cited: tuple[Model, Record]) -> tuple[str, str]:
    return cited[0].id, cited[1].id


def answer_of(turn: Turn, draft: Draft) -> Answer:
    """The whole answer; a text that does not stand the check gives way to the plain result."""
    run = turn.run
    text = draft.text if not untraced(draft.text, _facts(run, draft)) else _plain_rendering(draft)
    cited = references(run, draft.cited)
    times = [r.data_as_of for r in cited if r.data_as_of is not None]
    notes = [*run.assumptions, *([f"As of {run.company.local_day(min(times)):%Y-%m-%d %H:%M %Z}."] if times else [])]
    return Answer(
        "answered", "\n\n".join([text, *(f"*{note}*" for note in notes)]), understood_as=turn.plan.understood_as if turn.plan else "",
        result=draft.result, references=cited, more_references=max(0, len(draft.cited) - len(cited)), plan=turn.tasks,
        steps=tuple(turn.steps), usage=turn.usage(), elements=({"type": "text", "text": text},),
    )


def _facts(run: Run, draft: Draft) -> tuple[str, ...]:
    """All that a text may stand on: what the writer says it used, and the cited records with their names."""
    names = (display_name(model, record) for model, record in draft.cited)
    values = (str(v) for _, record in draft.cited for v in record.values.values() if isinstance(v, str | int))
    return (*draft.facts, *(c.name for c in run.settled.values()), *names, *values)


def _plain_rendering(draft: Draft) -> str:
    """The result and nothing else. Raises Declined for prose: its raw texts have not passed the guard."""
    if draft.result is None:
        raise Declined(Reason.FAILED, "The summary did not stand the check against its records.")
    return "\n".join(", ".join(_say(c) for c in row if c is not None) for row in draft.result.rows)


def references(run: Run, cited: Sequence[tuple[Model, Record]]) -> tuple[Reference, ...]:
    """The records an answer rests on, at most 50."""
    return tuple(_reference(run, model, record) for model, record in cited[:MOST_REFERENCES])


def _reference(run: Run, model: Model, record: Record) -> Reference:
    reading = run.live.reading_of(record)
    url = next((str(v) for v in dig(record, model.url)), None) if model.url else None
    return Reference(
        model.category, model.id, record.id, display_name(model, record), url,
        reading.fetched_at if reading else run.live.now(), run.live.as_of(frozenset({model.id})),
    )


Writer = Callable[[Run, Any, Mapping[Node, Found]], Draft]

WRITERS: Mapping[type[Goal], Writer] = {Show: show, Names: names, Card: card, Summary: summarise}
