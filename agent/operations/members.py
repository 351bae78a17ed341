"""The members of a set: all links and conditions hold, as the source has it now.

What the API can filter is asked of it; the rest is filtered here. Links come first, then what everybody may see, then the rest: a private
field is used only of those who are left, and only after the policy was asked about every one of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from agent.access import Use, check_fields, closed_as_values, is_open_for_whose, visible
from agent.answer import Reason
from agent.catalogue import Model
from agent.conditions import conditions
from agent.errors import Declined
from agent.live import accepts, dig
from agent.once import side_by_side
from agent.operations.columns import fill, in_one_unit
from agent.operations.conditions import judge, linked
from agent.operations.firsts import firsts
from agent.operations.found import OWNER, Findings, Found, each_once
from agent.operations.looking import lifts, looks_at
from agent.operations.pushed import Filters, pushed, tied_to
from agent.operations.source import listed
from agent.operations.ties import approach, meet
from agent.operations.walk import is_held_by_start, walk_step
from agent.organisation import owners
from agent.plan import Alike, Condition, Has, Is, Link, Measure, Not, Order, Path, Quantity, Set, Step, Where
from agent.policy import How
from agent.run import Run
from ingest.records import Record

WINDOWS = (30, 90, 365)                 # days back in which the last of something is looked for, before all of it is read


def select(run: Run, node: Set, found: Findings) -> Found:
    """The members of a set. What is only measured for rows is not read before these are known. Raises Declined."""
    if node in run.tallied and not node.newest and node.ranked is None:
        return Found(node.model, (), within=partial(_within, run, node, found))
    selected = _latest(run, node, found) if node.newest else _kept(run, node, _candidates(run, node, found), found)
    if node.ranked is None:
        return selected
    return _first(run, node.ranked, selected, found)


def _within(run: Run, node: Set, found: Findings, model: str, rows: Sequence[Record], path: Path) -> Found:
    """The members as far as they belong to the rows: nobody else's are looked at."""
    way = approach(run, model, rows, path, node.model)
    candidates = _candidates(run, node, found, tied_to(run, node, way))
    theirs = meet(run, way, candidates)
    return _kept(run, node, _asked_for(run, node, each_once(r for records in theirs.values() for r in records or ()), found), found)


def _asked_for(run: Run, node: Set, records: tuple[Record, ...], found: Findings) -> tuple[Record, ...]:
    """Those that meet what is public of the wanted: a round that is only planned does not close the count of those that took place."""
    for condition in sorted(node.where, key=repr) if not node.model.startswith("hris/") else ():
        if isinstance(condition, Is) and all(_is_public(run, f) for f in looks_at(run.catalogue, condition)):
            verdicts = judge(run, condition, records, found)
            records = tuple(r for r in records if verdicts[r.id] is True)
    return records


def _candidates(run: Run, node: Set, found: Findings, also: Sequence[Filters] = ()) -> tuple[Record, ...]:
    """What the links leave, and what the API's own filters do; `also`: further ones, of which one has to be met."""
    links, leading = sorted(node.links, key=lambda k: (k.to_source, k.relation, repr(k))), _leading(node)
    if any(k.source in found and not found[k.source].records for k in links):
        return ()                       # what is tied to nothing: no record has to be looked at
    if leading is not None:
        records = _led_to(run, node, leading, found)
    else:
        own = pushed(run, node, found)
        records = each_once(r for part in side_by_side([partial(listed, run, node.model, {**own, **more}) for more in also or ({},)]) for r in part)
    for link in (k for k in links if k is not leading):
        reached = linked(run, link, records, found, _how(run, node))
        records = tuple(r for r in records if reached[r.id])
    return records


def _leading(node: Set) -> Link | None:
    """The link that is followed from its source; None where the set is listed."""
    links = sorted(node.links, key=lambda k: (k.to_source, k.relation, repr(k)))
    return next((k for k in links if k.relation == "hub" or not k.to_source), None)


def _kept(run: Run, node: Set, candidates: tuple[Record, ...], found: Findings) -> Found:
    """Those that the viewer may know of and that meet all conditions."""
    leading = _leading(node)
    records = _open(run, node, candidates, found)
    return _with_ties(run, node, _filtered(run, node, records, [*_everybody(run, node, leading), *node.where], found), records, found)


def _open(run: Run, node: Set, candidates: tuple[Record, ...], found: Findings) -> tuple[Record, ...]:
    """Those that the viewer may know of. What only leads to records that are open for whose they are is no use of its own."""
    told, whose = run.led_through.get(node, (node.model, None))
    if whose is not None and is_open_for_whose(run, told, found[whose].records):
        return candidates if node.model != told else visible(run, told, _asked_for(run, node, candidates, found), use="count")
    use: Use = "count" if node in run.counted else "one" if _is_pointed_at(run, _leading(node)) else "read"
    return visible(run, node.model, candidates, use=use)


def _is_pointed_at(run: Run, leading: Link | None) -> bool:
    """Was one led to just these: somebody's manager, a ticket's parent?"""
    return leading is not None and leading.relation != "hub" and is_held_by_start(run.catalogue.relation(leading.relation), inverse=False)


def _how(run: Run, node: Set) -> How:
    """What the ties of a set are used for: where only figures over it are told, these are asked about, see `_with_ties`."""
    return "count" if node in run.counted else "value"


def _led_to(run: Run, node: Set, link: Link, found: Findings) -> tuple[Record, ...]:
    """The records that a link leads to from its source."""
    source = found[link.source]
    step = Step(link.relation, node.model)
    return each_once(r for reached in walk_step(run, source.model, source.records, step, how=_how(run, node)).values() for r in reached)


def _with_ties(run: Run, node: Set, kept: Found, candidates: Sequence[Record], found: Findings) -> Found:
    """The same, and that somebody has such records, and whose they are, put down for the check of the figures where it is closed by itself.

    They are looked at of the people whose records are meant, whether these have any or not.
    """
    if node not in run.counted or not node.model.startswith("hris/"):
        return kept
    ties = {link: run.catalogue.relation(link.relation) for link in node.links if link.relation != "hub"}
    owned = [link for link, relation in ties.items() if OWNER in (relation.fk, relation.inverse) and link.source in found]
    asked = each_once((*(r for link in owned for r in found[link.source].records), *(kept.looked_at or candidates)))
    names = (node.model, *(link.relation for link in ties))
    closed = frozenset(n for n in names if closed_as_values(run, [n], owners(run, asked)))
    return replace(kept, unchecked=kept.unchecked | closed, looked_at=asked) if closed else kept


def _everybody(run: Run, node: Set, leading: Link | None) -> Iterable[Condition]:
    """What holds of a model's members unless something is said of it, or one was led to just these: somebody's manager, a ticket's people."""
    if leading is not None and (leading.relation == "hub" or _is_pointed_at(run, leading)):
        return ()
    model = run.catalogue.models[node.model]
    usual = conditions(model.everybody, model.id, run.catalogue.models)
    kept = tuple(w for w in usual if not lifts(run.catalogue, node.where, w))
    for each in kept:
        if isinstance(each, Is) and (model.is_person or node in run.told):
            run.assume(f"Only {run.catalogue.predicate(each.predicate).label} {model.plural} are listed.")
    return kept


def _filtered(run: Run, node: Set, records: tuple[Record, ...], wanted: Iterable[Condition], found: Findings) -> Found:
    """Those that meet all conditions: the public ones first, of these by a figure last, so that it is of no more people than are asked about."""
    unchecked: set[str] = set()
    looked_at: tuple[Record, ...] = ()
    unknown = 0
    fields = {w: looks_at(run.catalogue, w) for w in wanted}
    for condition in sorted(fields, key=lambda w: (any(_is_private(run, f) for f in fields[w]), isinstance(w, Has), repr(w))):
        private = {f for f in fields[condition] if _is_private(run, f)}
        if private and node in run.counted:
            unchecked |= private
            looked_at = looked_at or records
        else:
            check_fields(run, sorted(fields[condition]), records)
        verdicts = judge(run, condition, records, found)
        unknown += (untold := sum(v is None for v in verdicts.values()))
        _tell_unknown(run, node, condition, untold)
        records = tuple(r for r in records if verdicts[r.id] is True)
    return Found(node.model, records, frozenset(unchecked), looked_at, unknown=unknown)


def _is_public(run: Run, name: str) -> bool:
    """Is the field, relation or named condition of class A?"""
    model, _, part = name.partition(".")
    known = run.catalogue.models[model]
    return (known.fields.get(part) or known.relations.get(part) or known.predicates[part]).privacy == "A"


def _is_private(run: Run, name: str) -> bool:
    """Does a person's right decide about this field or relation?"""
    return name.startswith("hris/") and not _is_public(run, name)


def _tell_unknown(run: Run, node: Set, condition: Condition, unknown: int) -> None:
    """Who cannot be compared is left out, and that is said."""
    inner = condition.of if isinstance(condition, Not) else condition
    compared = _compared(inner)
    if not unknown or node not in run.told or compared is None:
        return
    field, unit = compared
    model, label = run.catalogue.models[node.model], run.catalogue.field(field).label
    noun = f"{model.label} has" if unknown == 1 else f"{model.plural} have"
    run.assume(f"{unknown} {noun} no {label}{f' in {unit}' if unit else ''} to compare and {'is' if unknown == 1 else 'are'} left out.", unknown)


def _compared(wanted: Condition) -> tuple[str, str | None] | None:
    """What a condition compares, and in which unit; None for one that compares nothing."""
    if isinstance(wanted, Has):
        field = wanted.tally.measure.field
        return None if field is None else (field, wanted.value.unit)
    if isinstance(wanted, Alike):
        return None if wanted.one.field is None else (wanted.one.field, None)
    if not isinstance(wanted, Where) or wanted.op in ("empty", "filled"):
        return None
    return wanted.field, wanted.value.unit if isinstance(wanted.value, Quantity) else None


# ---------------------------------------------------------------- the last, and the first in an order


def _first(run: Run, order: Order, of: Found, found: Findings) -> Found:
    """The first ones of an order, and how many share the last place."""
    assert not isinstance(order.by, Measure)    # a measure orders groups
    filled = in_one_unit(run, order.by, fill(run, order.by, of.model, of.records, found))
    placed = firsts(run, order, of, filled.cells)
    known = {r.id: r for r in of.records}
    return replace(of, records=each_once(known[i] for i in placed.ids), tied=0 if placed.labels else placed.tied)


def _latest(run: Run, node: Set, found: Findings) -> Found:
    """The last by the model's time that has begun; looked for in growing windows, for there is no sorting at the source."""
    model = run.catalogue.models[node.model]
    for window in _windows(run, model):
        members = _kept(run, node, _candidates(run, node, found, (window,)), found)
        begun = [(t, r) for r in members.records for t in dig(r, model.time or "") if _moment(t) <= run.live.now()]
        last = max((_moment(t) for t, _ in begun), default=None)
        if last is not None:
            return replace(members, records=tuple(r for t, r in begun if _moment(t) == last))
    raise Declined(Reason.NO_RECORD, f"I found no {model.label} like that in the {model.category.upper()}.")


def _windows(run: Run, model: Model) -> Sequence[Mapping[str, object]]:
    if not accepts(model.id, "started_after"):
        return ({},)
    soon = run.live.now() + timedelta(seconds=1)        # whether the source's borders count is not known; `_latest` looks again
    bounded = [{"started_after": soon - timedelta(days=d), "started_before": soon} for d in WINDOWS]
    return (*bounded, {"started_before": soon})


def _moment(value: Any) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day, tzinfo=UTC)
