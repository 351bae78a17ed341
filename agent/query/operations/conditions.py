"""Which records meet a condition: true, false, or None where the source does not say.

Nothing compares with a value that is not there. A named condition ("overdue") holds or it does not: where its parts cannot be told
it does not. The negation of anything else stays unknown where that is.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from agent.access.checks import check_fields
from agent.access.field_use import names_used
from agent.access.visibility import check_of_people
from agent.answer import Reason
from agent.errors import Declined
from agent.live.reads import APPS
from agent.phrasing.inflection import verb
from agent.plan.algebra import (
    Alike,
    Condition,
    Earlier,
    Either,
    Has,
    Is,
    Link,
    Me,
    Measure,
    Named,
    Node,
    Not,
    Quantity,
    Set,
    Step,
    Tally,
    Where,
    nodes,
)
from agent.plan.periods import Interval
from agent.policy.decision import How
from agent.query.operations.comparing import Truth, compare, figure, in_interval
from agent.query.operations.condition_fields import parts_of
from agent.query.operations.figure_rights import check_figures
from agent.query.operations.likeness import alike
from agent.query.operations.measures import Figure, Measured, has_level, measured, over
from agent.query.operations.named_conditions import COMPUTED
from agent.query.operations.node_records import PEOPLE, NodeRecords, RecordsByNode, whole
from agent.query.operations.staff_names import names_of
from agent.query.operations.ties import approach, meet
from agent.query.operations.values import Amount, Value, day_of, values
from agent.query.operations.walk import Reached, keys, walk_step
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest.records import Record, each_once

Verdicts = Mapping[str, Truth]          # by the record's id


def judge(context: QuestionContext, wanted: Condition, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    """The verdict on each record. Raises Declined where something that has to be looked at cannot be read."""
    if not records:
        check_fields(context, names_used(context.catalogue, wanted), ())        # nobody is left to ask it of, and that is no refusal
    return _JUDGES[type(wanted)](context, wanted, records, found)


def _where(context: QuestionContext, wanted: Where, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    model, _, name = wanted.field.partition(".")
    if name in context.catalogue.models[model].relations:
        relation = context.catalogue.relation(wanted.field)
        held = keys(context, relation, records) if relation.fk and not relation.where else walk_step(
            context, model, records, Step(relation.id, relation.to)
        )
        return {r.id: bool(held[r.id]) == (wanted.op == "filled") for r in records}
    field, value = context.catalogue.field(wanted.field), _settled(context, wanted.value, found)
    if value is None and wanted.op not in ("empty", "filled"):
        return dict.fromkeys(r.id for r in records)
    if wanted.op == "contains" and context.catalogue.has_forms(field):
        context.notes.assume(f"“{value}” counts in all its forms.", weight=Weight.USUAL)
    return {r.id: compare(context, field, r, wanted.op, value) for r in records}


def _settled(context: QuestionContext, value: object, found: RecordsByNode) -> object:
    """A figure to compare with is reckoned first: "more than the average"."""
    if not isinstance(value, Measure):
        return value
    if value.how == "value":
        return _held(context, value, found)
    refuse_unknown(context, value.of, found)
    whole(found[value.of])
    figures = reckon(context, value, found).figures[""]
    return _limit(figures[0]) if len(figures) == 1 else None


def _held(context: QuestionContext, wanted: Measure, found: RecordsByNode) -> object:
    """What the one thing holds that others are compared with. Raises Declined where it holds nothing, or several values."""
    there, field = found[wanted.of], context.catalogue.field(wanted.field or "")
    check_figures(context, wanted, there, {"": there.records})
    held = {v for r in there.records for v in values(context, field, r, wanted.unit)}
    if len(held) != 1:
        model = context.catalogue.models[there.model]
        whose = names_of(context, model, there.records) or model.label
        raise Declined(Reason.NO_RECORD, f"There is no {'single ' if held else ''}{field.label} on file for {whose} to compare with.")
    return _limit(held.pop())


def _limit(value: Value) -> object:
    """A value as others are compared with it."""
    return Quantity(value.number, value.unit) if isinstance(value, Amount) else value


def _is(context: QuestionContext, wanted: Is, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    known = context.catalogue.predicate(wanted.predicate)
    if known.says:
        context.notes.assume(known.says, weight=Weight.DEFINED)
    if wanted.predicate in COMPUTED:
        holding = COMPUTED[wanted.predicate](context, records, wanted.period)
        return {r.id: r.id in holding for r in records}
    held = [judge(context, part, records, found) for part in parts_of(context.catalogue, wanted.predicate)]
    if wanted.period is not None:
        held.append(
            _in_period(context, f"{known.model}.{known.time}", records, wanted.period) if known.time else dict.fromkeys(r.id for r in records)
        )
    unnamed = frozenset[str]().union(*context.notes.unnamed.values())
    return {r.id: _all_hold([verdicts[r.id] for verdicts in held], cannot_be_told=r.id in unnamed) for r in records}


def _all_hold(verdicts: Sequence[Truth], *, cannot_be_told: bool) -> Truth:
    """Do all parts hold? A part without a value does not; one whose value has no known meaning leaves it open, unless another does not hold."""
    if cannot_be_told and None in verdicts and False not in verdicts:
        return None
    return all(verdict is True for verdict in verdicts)


def _in_period(context: QuestionContext, field_id: str, records: Sequence[Record], period: Interval) -> Verdicts:
    field = context.catalogue.field(field_id)
    return {r.id: any(in_interval(day_of(context, field, v), period) for v in values(context, field, r) if not isinstance(v, Amount | str | bool))
            for r in records}


def _not(context: QuestionContext, wanted: Not, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    return {i: None if verdict is None else not verdict for i, verdict in judge(context, wanted.of, records, found).items()}


def _either(context: QuestionContext, wanted: Either, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    verdicts = [judge(context, each, records, found) for each in sorted(wanted.of, key=repr)]
    return {r.id: True if any(v[r.id] for v in verdicts) else None if any(v[r.id] is None for v in verdicts) else False for r in records}


def _alike(context: QuestionContext, wanted: Alike, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    return alike(context, wanted, records)


def _has(context: QuestionContext, wanted: Has, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    """Compared by what belongs to each. An app that does not know somebody holds nothing of theirs: that counts as none."""
    value = _settled(context, wanted.value, found)
    if not records:
        return {}
    none = (Amount(Decimal(0)),) if wanted.tally.measure.how == "count" else ()
    figures = tally(context, wanted.tally, _model_at_end(wanted.tally, records), records, found).figures
    return {r.id: None if value is None else _compared(context, wanted, figures.get(r.id) or none, value) for r in records}


def _compared(context: QuestionContext, wanted: Has, known: Sequence[Figure], value: object) -> Truth:
    verdicts = [figure(context, wanted.tally.measure, one, wanted.op, value) for one in known]
    return verdicts[0] if len(verdicts) == 1 else None


def _model_at_end(wanted: Tally, records: Sequence[Record]) -> str:
    return wanted.path[-1].to if wanted.path else records[0].model


def _link(context: QuestionContext, wanted: Link, records: Sequence[Record], found: RecordsByNode) -> Verdicts:
    """Tied to the source's records; a source that is no task of the plan is one of the catalogue's, given by its conditions."""
    if not records:
        return {}
    if wanted.source in found:
        reached = linked(context, wanted, records, {**found, wanted.source: whole(source_of(wanted, records[0].model, records, found))})
        return {r.id: bool(reached[r.id]) for r in records}
    assert isinstance(wanted.source, Set)
    reached = linked(context, wanted, records, found)
    there = each_once(r for each in reached.values() for r in each)
    met = {r.id for r in there}
    for inner in sorted(wanted.source.where, key=repr):
        verdicts = judge(context, inner, there, found)
        met = {i for i in met if verdicts[i] is True}
    return {r.id: any(end.id in met for end in reached[r.id]) for r in records}


def source_of(wanted: Link, model: str, records: Sequence[Record], found: RecordsByNode) -> NodeRecords:
    """The link's source; one that only ties others as far as its members may belong to these records of the model."""
    of = found[wanted.source]
    return of if of.within is None else of.within(model, records, (Step(wanted.relation, model, wanted.to_source),))


def linked(context: QuestionContext, wanted: Link, records: Sequence[Record], found: RecordsByNode, how: How = "value") -> Reached:
    """What of the link's source each record is tied to; `how` as of `walk_step`."""
    ends = found[wanted.source].records if wanted.source in found else None
    if wanted.relation == "hub":
        return walk_step(context, records[0].model, records, Step("hub", wanted.source.model), ends) if records else {}
    own = context.catalogue.relation(wanted.relation)
    model = own.model if wanted.to_source else own.to
    return walk_step(context, model, records, Step(wanted.relation, wanted.source.model, not wanted.to_source), ends, how)


_JUDGES: Mapping[type, Callable[..., Verdicts]] = {Where: _where, Is: _is, Not: _not, Either: _either, Alike: _alike, Has: _has, Link: _link}


# ---------------------------------------------------------------- figures over found records


def reckon(context: QuestionContext, measure: Measure, found: RecordsByNode) -> Measured:
    """A measure over all records of its node; the one group is called "". Raises Declined where the viewer may not get it."""
    if measure.how == "value":
        _held(context, measure, found)      # of one thing, and one value
        return reckon(context, replace(measure, how="max"), found)
    if measure.each is not None:
        return _over_each(context, measure, found)
    records = found[measure.of].records
    part = part_ids(context, measure, records, found)
    allowed = check_figures(context, measure, found[measure.of], {"": records}, part=part)
    return replace(measured(context, measure, {"": records}, part), cited=allowed.citable(records))


def _over_each(context: QuestionContext, measure: Measure, found: RecordsByNode) -> Measured:
    """The average … of a figure of each member. Whom an app does not know has none of its records there: in counts and sums that is 0, and is told.

    Whoever has no figure, such as an average of nothing or leave that is on no record, is left out.
    """
    rows, each = whole(found[measure.of]), measure.each
    assert each is not None
    check_figures(context, replace(measure, how="count"), rows, {"": rows.records})
    figures = tally(context, each, rows.model, rows.records, found).figures
    none: tuple[Figure, ...] = (Amount(Decimal(0)),) if _adds_up_to_none(context, each.measure) else ()
    unknown = sum(found is None for found in figures.values())
    if unknown and none:
        model, plural = context.catalogue.models[rows.model], context.catalogue.models[each.measure.of.model].plural
        are = verb("is", "are", unknown == 1)
        said = f"{unknown} of {len(figures)} {model.plural} {are} unknown to the app that holds the {plural}; that counts as having none."
        context.notes.assume(said, unknown, len(figures), weight=Weight.LIMIT)
    of_each = [none if found is None else found for found in figures.values()]
    return Measured({"": over(measure.how, [one for found in of_each for one in found])}, sum(map(bool, of_each)), len(figures), rows.records)


def _adds_up_to_none(context: QuestionContext, measure: Measure) -> bool:
    """Is it 0 over no members? Not how much there is of something, and no average, share or time."""
    return measure.how == "count" or (measure.how == "sum" and not has_level(context, measure))


def refuse_unknown(context: QuestionContext, of: Node, found: RecordsByNode) -> None:
    """Somebody whom the app does not know has no number of tickets there, not even none. Raises Declined."""
    if found[of].records:
        return
    for node in nodes(of):
        hubs = [k.source for k in node.links if k.relation == "hub" and k.source.model != node.model] if isinstance(node, Set) else []
        of_person = any(isinstance(source, Me | Named | Earlier) for source in hubs)
        if of_person and node in found and not found[node].records:
            app = APPS.get(node.model.partition("/")[0], "connected")
            raise Declined(Reason.NO_RECORD, f"The {app} app does not know the person that this is about. Please ask whoever runs it.")


@dataclass(frozen=True, slots=True)
class Tallied:
    """A measure for each row."""

    figures: Mapping[str, tuple[Figure, ...] | None]    # by row; None for a row that an app on the way does not know
    cited: Mapping[str, tuple[Record, ...]]             # what belongs to each row that is known, as far as an answer may cite it
    of: NodeRecords                                           # what was measured
    measured: Measured


def tally(context: QuestionContext, wanted: Tally, model: str, rows: Sequence[Record], found: RecordsByNode) -> Tallied:
    """The figures of each row, what they were measured from, and whose they are. Raises Declined where the viewer may not get them."""
    of = members_of(context, wanted, model, rows, found)
    tied = meet(context, approach(context, model, rows, wanted.path, of.model), of.records)
    members = {row: records for row, records in tied.items() if records is not None}
    part = part_ids(context, wanted.measure, of.records, found)
    allowed = check_figures(context, wanted.measure, of, members, part=part)
    result = measured(context, wanted.measure, members, part)
    return Tallied({r.id: result.figures.get(r.id) for r in rows}, {} if allowed.only_totals else members, of, result)


def members_of(context: QuestionContext, wanted: Tally, model: str, rows: Sequence[Record], found: RecordsByNode) -> NodeRecords:
    """The members that may belong to the rows. What is about people is looked for only where the viewer may."""
    if model == PEOPLE and any(step.relation == "hub" for step in wanted.path):
        check_of_people(context, wanted.measure.of.model, rows)
    of = found[wanted.measure.of]
    return of if of.within is None else of.within(model, rows, wanted.path)


def part_ids(context: QuestionContext, measure: Measure, records: Sequence[Record], found: RecordsByNode) -> Collection[str]:
    """Of a share: the ids of the records that are the part."""
    met = {r.id for r in records}
    for wanted in sorted(measure.part, key=repr):
        verdicts = judge(context, wanted, records, found)
        met = {i for i in met if verdicts[i] is True}
    return met
