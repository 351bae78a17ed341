"""The members of a set: all links and conditions hold, as the source has it now.

What the API can filter is asked of it; the rest is filtered here. Links come first, then what everybody may see, then the rest: a private
field is used only of those who are left, and only after the policy was asked about every one of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from agent.access import check_fields, check_record, visible
from agent.answer import Reason
from agent.catalogue import Model
from agent.conditions import conditions
from agent.errors import Declined
from agent.live import accepts, dig
from agent.operations.columns import fill, in_one_unit, ordered
from agent.operations.conditions import judge, linked, looks_at
from agent.operations.found import Findings, Found, each_once
from agent.operations.pushed import Filters, pushed
from agent.operations.source import listed
from agent.operations.walk import is_held_by_start, walk_step
from agent.plan import Condition, Is, Link, Measure, Not, Order, Set, Step, Where
from agent.policy import rule_of
from agent.run import Run
from ingest.records import Record

WINDOWS = (30, 90, 365)                 # days back in which the last of something is looked for, before all of it is read


def select(run: Run, node: Set, found: Findings) -> Found:
    """The members of a set. Raises Declined."""
    selected = _latest(run, node, found) if node.newest else _members(run, node, found)
    records = _shown(run, node, selected.records)
    if node.ranked is None:
        return Found(node.model, records, selected.unchecked, selected.looked_at)
    kept, tied = _first(run, node.model, node.ranked, records, found)
    return Found(node.model, kept, selected.unchecked, selected.looked_at, tied)


def _members(run: Run, node: Set, found: Findings, window: Filters | None = None) -> Found:
    links = sorted((k for k in node.links), key=lambda k: (k.to_source, k.relation, repr(k)))
    leading = next((k for k in links if k.relation == "hub" or not k.to_source), None)
    if leading is not None:
        records = _led_to(run, node.model, leading, found)
        links = [k for k in links if k is not leading]
    else:
        records = listed(run, node.model, {**pushed(run, node, found), **(window or {})})
    for link in links:
        reached = linked(run, link, records, found)
        records = tuple(r for r in records if reached[r.id])
    wanted = [*_everybody(run, node, leading), *node.where]
    return _filtered(run, node, records, wanted, found)


def _led_to(run: Run, model: str, link: Link, found: Findings) -> tuple[Record, ...]:
    """The records that a link leads to from its source."""
    source = found[link.source]
    step = Step(link.relation, model)
    return each_once(r for reached in walk_step(run, source.model, source.records, step).values() for r in reached)


def _everybody(run: Run, node: Set, leading: Link | None) -> Iterable[Condition]:
    """What holds of a model's members unless something is said of it, or one was led to just these: somebody's manager, a ticket's people."""
    if leading is not None and (leading.relation == "hub" or is_held_by_start(run.catalogue.relation(leading.relation), inverse=False)):
        return ()
    model = run.catalogue.models[node.model]
    usual = conditions(model.everybody, model.id, run.catalogue.models)
    said = frozenset().union(*(looks_at(run.catalogue, w) for w in node.where))
    kept = tuple(w for w in usual if not looks_at(run.catalogue, w) & said)
    for each in kept:
        if isinstance(each, Is):
            run.assume(f"Only {run.catalogue.predicate(each.predicate).label} {model.plural} are listed.")
    return kept


def _filtered(run: Run, node: Set, records: tuple[Record, ...], wanted: Iterable[Condition], found: Findings) -> Found:
    """Those that meet all conditions, the public ones first."""
    unchecked: set[str] = set()
    looked_at: tuple[Record, ...] = ()
    fields = {w: looks_at(run.catalogue, w) for w in wanted}
    for condition in sorted(fields, key=lambda w: (any(_is_private(run, f) for f in fields[w]), repr(w))):
        private = {f for f in fields[condition] if _is_private(run, f)}
        if private and node in run.counted:
            unchecked |= private
            looked_at = looked_at or records
        else:
            check_fields(run, sorted(fields[condition]), records)
        verdicts = judge(run, condition, records, found)
        _tell_unknown(run, node, condition, sum(v is None for v in verdicts.values()))
        records = tuple(r for r in records if verdicts[r.id] is True)
    return Found(node.model, records, frozenset(unchecked), looked_at)


def _is_private(run: Run, name: str) -> bool:
    """Does a person's right decide about this field or relation?"""
    model, _, part = name.partition(".")
    known = run.catalogue.models[model]
    return model.startswith("hris/") and (known.fields.get(part) or known.relations[part]).privacy != "A"


def _tell_unknown(run: Run, node: Set, condition: Condition, unknown: int) -> None:
    """Who cannot be compared is left out, and that is said."""
    inner = condition.of if isinstance(condition, Not) else condition
    if not unknown or not isinstance(inner, Where) or inner.op in ("empty", "filled"):
        return
    model, label = run.catalogue.models[node.model], run.catalogue.field(inner.field).label
    noun = f"{model.label} has" if unknown == 1 else f"{model.plural} have"
    run.assume(f"{unknown} {noun} no {label} to compare and {'is' if unknown == 1 else 'are'} left out.")


def _shown(run: Run, node: Set, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """What the viewer may know of. A private ticket is as if it were not there; anything else is refused as a whole."""
    model = run.catalogue.models[node.model]
    kept = visible(run, node.model, records, use="count" if node in run.counted else "read")
    if rule_of(model.access) != "private_by_level":
        hidden = {r.id for r in records} - {r.id for r in kept}
        for record in (r for r in records if r.id in hidden):
            check_record(run, model.access, record)
    return kept


# ---------------------------------------------------------------- the last, and the first in an order


def _first(run: Run, model: str, order: Order, records: tuple[Record, ...], found: Findings) -> tuple[tuple[Record, ...], int]:
    """The first ones of an order, and how many share the last place."""
    assert not isinstance(order.by, Measure)    # a measure orders groups
    filled = in_one_unit(run, order.by, fill(run, order.by, model, records, found))
    kept, tied = ordered(run, order, filled.cells)
    known = {r.id: r for r in records}
    return tuple(known[i] for i in kept), tied


def _latest(run: Run, node: Set, found: Findings) -> Found:
    """The last by the model's time that has begun; looked for in growing windows, for there is no sorting at the source."""
    model = run.catalogue.models[node.model]
    for window in _windows(run, model):
        members = _members(run, node, found, window)
        begun = [(t, r) for r in members.records for t in dig(r, model.time or "") if _moment(t) <= run.live.now()]
        last = max((_moment(t) for t, _ in begun), default=None)
        if last is not None:
            return Found(node.model, tuple(r for t, r in begun if _moment(t) == last), members.unchecked, members.looked_at)
    raise Declined(Reason.NO_RECORD, f"I found no {model.label} like that in the {model.category.upper()}.")


def _windows(run: Run, model: Model) -> Sequence[Mapping[str, object]]:
    if not accepts(model.id, "started_after"):
        return ({},)
    soon = run.live.now() + timedelta(seconds=1)        # whether the source's borders count is not known; `_latest` looks again
    bounded = [{"started_after": soon - timedelta(days=d), "started_before": soon} for d in WINDOWS]
    return (*bounded, {"started_before": soon})


def _moment(value: Any) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day, tzinfo=UTC)
