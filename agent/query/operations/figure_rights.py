"""May the viewer get a figure? Asked where figures are made, so that no use of one goes past: shown, compared with, ordered or grouped by."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agent.access.checks import check_groups, check_records
from agent.access.refused import not_permitted
from agent.plan.algebra import Measure
from agent.policy.decision import rule_of
from agent.query.operations.condition_fields import looks_at
from agent.query.operations.node_records import OWNER, PEOPLE, NodeRecords
from agent.query.operations.values import Amount, values
from agent.question.context import QuestionContext
from ingest.records import Record, each_once, ids_in

_HOW_MANY = frozenset({"count", "share"})


@dataclass(frozen=True, slots=True)
class Allowed:
    """That the figures may be given. `only_totals`: they, but no value in them and nobody's part in them."""

    people: tuple[Record, ...]          # whom the figures were asked of
    only_totals: bool

    def citable(self, members: Sequence[Record]) -> tuple[Record, ...]:
        """What an answer may cite of a figure's members: where the figure alone is open, whoever it was asked of, by name."""
        return tuple(sorted(self.people, key=lambda r: (str(r.values.get("display_full_name")), r.id))) if self.only_totals else tuple(members)


def check_figures(  # a figure, over what, in which groups, and which of them are a share's part
    context: QuestionContext, measure: Measure, of: NodeRecords, members: Mapping[str, Sequence[Record]], beside: Iterable[str] = (),
    part: Collection[str] = (),
) -> Allowed:
    """May the viewer get these figures, one for each group of members? A sum is asked about as a sum, never as the values in it.

    `beside`: fields that the groups are made by; `part`: of a share, the ids of the records that are the part. Raises Declined.
    """
    if of.hidden and measure.how != "count":
        raise not_permitted(of.closed_by)        # a sum, an average or a share of a part is none of the whole
    access = context.catalogue.models[of.model].access
    if measure.how not in _HOW_MANY and rule_of(access) != rule_of(access, to_count=True):
        check_records(context, access, each_once(r for found in members.values() for r in found))     # who may count them reads no value in them
    looked_at = (f for each in measure.part for f in looks_at(context.catalogue, each))
    fields = {*of.unchecked, *beside, *looked_at, *([measure.field] if measure.field else [])}
    asked = of.looked_at or of.records
    if not fields:
        return Allowed(asked, only_totals=False)
    theirs = _people_of(context, of.records) if of.model.startswith("hris/") else {}
    figured = ([r for r in found if measure.how != "share" or r.id in part] for found in members.values())
    groups = [each for found in figured for each in _shares(context, measure, found, theirs)]
    people = check_groups(context, fields, asked, groups, measure.how)
    return Allowed(people, only_totals=bool(people))


def _people_of(context: QuestionContext, records: Sequence[Record]) -> Mapping[str, tuple[Record, ...]]:
    """The employees to whom records of HR belong, by the record's id."""
    people = {r.id: r for r in context.live.by_ids(PEOPLE, [i for r in records if r.model != PEOPLE for i in ids_in(r, OWNER)])}
    return {r.id: (r,) if r.model == PEOPLE else tuple(people[i] for i in ids_in(r, OWNER) if i in people) for r in records}


def _shares(
    context: QuestionContext, measure: Measure, records: Sequence[Record], theirs: Mapping[str, tuple[Record, ...]],
) -> list[dict[str, Decimal]]:
    """What each person adds to a figure; one for each currency, for these are figures of their own. Who adds nothing is no company to others."""
    field = context.catalogue.field(measure.field) if measure.field else None
    shares: dict[str | None, dict[str, Decimal]] = {}
    for record in records:
        amounts = [v for v in values(context, field, record, measure.unit) if isinstance(v, Amount)] if field else [Amount(Decimal(1))]
        for person in theirs.get(record.id, ()):
            for amount in amounts:
                of_unit = shares.setdefault(amount.unit, {})
                of_unit[person.id] = of_unit.get(person.id, Decimal(0)) + amount.number
    return list(shares.values()) or [{}]
