"""The members of a set: all links and conditions hold, as the source has it now.

What the API can filter is asked of it; the rest is filtered here. Links come first, then what everybody may see, then the rest: a private
field is used only of those who are left, and only after the policy was asked about every one of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from agent.access.checks import Use, check_fields, closed_as_values, is_open_for_whose, visible
from agent.access.organisation import owners
from agent.access.visibility import Visibility, is_partial, known_of, visibility_of
from agent.answer import Reason
from agent.catalogue import Model
from agent.catalogue.records import existence_of, is_owner, privacy_of
from agent.errors import Declined
from agent.live.memo import side_by_side
from agent.live.reads import accepts, app_of
from agent.plan.algebra import Alike, Condition, Has, Is, Link, Measure, Not, Order, Path, Quantity, Set, Step, Where
from agent.plan.conditions import conditions
from agent.policy.decision import How
from agent.query.operations.columns import fill, in_one_unit
from agent.query.operations.condition_fields import fields_tried, looks_at, overrides_default
from agent.query.operations.condition_trials import apply_condition
from agent.query.operations.conditions import judge, linked
from agent.query.operations.firsts import firsts
from agent.query.operations.node_records import OWNER, NodeRecords, RecordsByNode, whole
from agent.query.operations.ownership import as_owners, find_people_behind, keep_records_of
from agent.query.operations.push_down import Filters, pushed, tied_to
from agent.query.operations.source import listed
from agent.query.operations.ties import approach, meet
from agent.query.operations.walk import is_held_by_start, walk_step
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest.records import Record, each_once, values_at

_OF_VALUES = frozenset({"=", "in", "contains", "kind"})     # what has no value meets none of these anyway
WINDOWS = (30, 90, 365)                 # days back in which the last of something is looked for, before all of it is read


def select(context: QuestionContext, node: Set, found: RecordsByNode) -> NodeRecords:
    """The members of a set. What is only measured for rows, or only ties others, is not read before these are known. Raises Declined."""
    if node in context.uses.tallied and not node.newest and node.ranked is None:
        return NodeRecords(node.model, (), within=partial(_within, context, node, found))
    selected = _latest(context, node, found) if node.newest else _kept(context, node, _candidates(context, node, found), found)
    if node.ranked is None:
        return selected
    return _first(context, node.ranked, whole(selected), found)


def _within(context: QuestionContext, node: Set, found: RecordsByNode, model: str, rows: Sequence[Record], path: Path) -> NodeRecords:
    """The members as far as they belong to the rows: nobody else's are looked at."""
    way = approach(context, model, rows, path, node.model)
    people = find_people_behind(context, node, found, way.met if way.last is not None and is_owner(context.catalogue, way.last.relation) else None)
    way = way if people is None else way.only(people.open)
    candidates = _candidates(context, node, found, tied_to(context, node, way), people)
    theirs = meet(context, way, candidates.open)
    met = each_once(r for records in theirs.values() for r in records or ())
    return _kept(context, node, replace(candidates, open=_asked_for(context, node, met, found)), found)


def _asked_for(context: QuestionContext, node: Set, records: tuple[Record, ...], found: RecordsByNode) -> tuple[Record, ...]:
    """Those that meet what is public of the wanted: a round that is only planned does not close the count of those that took place."""
    for condition in sorted(node.where, key=repr) if not node.model.startswith("hris/") else ():
        if isinstance(condition, Is) and all(_is_public(context, f) for f in looks_at(context.catalogue, condition)):
            verdicts = judge(context, condition, records, found)
            records = tuple(r for r in records if verdicts[r.id] is True)
    return records


def _candidates(
    context: QuestionContext, node: Set, found: RecordsByNode, also: Sequence[Filters] = (), people: Visibility | None = None,
) -> Visibility:
    """What the links leave, and what the API's own filters do; `also`: further ones, of which one has to be met.

    `people`: whose records are meant, where it is private that there are any; else they follow from the links.
    """
    people = people or find_people_behind(context, node, found)
    found = found if people is None else _of_those(context, node, found, people)
    links = [k for k in _in_order(node) if not _waits(found, k)]
    leading = _leading(links)
    hidden = Visibility(()) if people is None else replace(people, open=())
    if any(not found[k.source].records for k in links if k.source in found):
        check_fields(context, [k.relation for k in links if k.relation != "hub" and not k.relation.startswith("hris/")], ())
        return hidden                   # what is tied to nothing: no record has to be looked at, and nobody's tie is used
    if leading is not None:
        seen = hidden.beside(_led_to(context, node, leading, found))
    else:
        own = pushed(context, node, found)
        parts = side_by_side([partial(listed, context, node.model, {**own, **more}) for more in also or ({},)])
        seen = replace(hidden, open=each_once(r for part in parts for r in part))
    if people is not None:
        seen = replace(seen, open=keep_records_of(seen.open, people.open))
    for link in (k for k in links if k is not leading):
        seen = _tied(context, node, link, seen, found)
    return seen


def _tied(context: QuestionContext, node: Set, link: Link, seen: Visibility, found: RecordsByNode) -> Visibility:
    """Those that a link leaves. Where only figures are told over the set, what is private of the tie is asked about with these."""
    if node in context.uses.counted and link.relation != "hub" and not is_partial(context, link.relation):
        reached = linked(context, link, seen.open, found, "count")
        return replace(seen, open=tuple(r for r in seen.open if reached[r.id]))
    return apply_condition(context, node.model, link, seen, found)[0]


def _in_order(node: Set) -> list[Link]:
    return sorted(node.links, key=lambda k: (k.to_source, k.relation, repr(k)))


def _waits(found: RecordsByNode, link: Link) -> bool:
    """Is what it ties to private, and so asked only of the members that are left by the rest?"""
    of = found.get(link.source)
    return of is not None and (of.within is not None or bool(of.hidden) or (of.of_others and of.model.startswith("hris/")))


def _is_within(found: RecordsByNode, link: Link) -> bool:
    return link.source in found and found[link.source].within is not None


def _of_those(context: QuestionContext, node: Set, found: RecordsByNode, people: Visibility) -> RecordsByNode:
    """The same, with the members' owners as far as the viewer may know whether they have such records."""
    allowed = {r.id for r in people.open}
    owners_of = [k.source for k in node.links if is_owner(context.catalogue, k.relation) and k.source in found and found[k.source].within is None]
    return {**found, **{n: replace(found[n], records=tuple(r for r in found[n].records if r.id in allowed), hidden=(), of_others=False)
                      for n in owners_of}}


def _leading(links: Iterable[Link]) -> Link | None:
    """The link that is followed from its source; None where the set is listed."""
    return next((k for k in links if k.relation == "hub" or not k.to_source), None)


def _kept(context: QuestionContext, node: Set, candidates: Visibility, found: RecordsByNode) -> NodeRecords:
    """Those that the viewer may know of and that meet all conditions."""
    seen = _open(context, node, candidates, found)
    by_person = existence_of(node.model) is not None and is_partial(context, node.model)
    waiting = [k for k in _in_order(node) if _waits(found, k)
               and not (by_person and is_owner(context.catalogue, k.relation) and not _is_within(found, k))]
    kept = _filtered(context, node, seen, [*_everybody(context, node), *node.where, *waiting], found)
    return _with_ties(context, node, kept, seen.open, found)


def _open(context: QuestionContext, node: Set, candidates: Visibility, found: RecordsByNode) -> Visibility:
    """Those that the viewer may know of. What only leads to records that are open for whose they are is no use of its own."""
    told, whose = context.uses.led_through.get(node, (node.model, None))
    if whose is not None and is_open_for_whose(context, told, found[whose].records):
        return candidates if node.model != told else replace(
            candidates, open=visible(context, told, _asked_for(context, node, candidates.open, found), use="count"))
    leading = _leading(k for k in _in_order(node) if not _waits(found, k))
    use: Use = "count" if node in context.uses.counted else "one" if _is_pointed_at(context, leading) else "read"
    return candidates.beside(known_of(context, node.model, candidates.open, use=use))


def _is_pointed_at(context: QuestionContext, leading: Link | None) -> bool:
    """Was one led to just these: somebody's manager, a ticket's parent?"""
    return leading is not None and leading.relation != "hub" and is_held_by_start(context.catalogue.relation(leading.relation), inverse=False)


def _how(context: QuestionContext, node: Set) -> How:
    """What the ties of a set are used for: where only figures over it are told, these are asked about, see `_with_ties`."""
    return "count" if node in context.uses.counted else "value"


def _led_to(context: QuestionContext, node: Set, link: Link, found: RecordsByNode) -> Visibility:
    """The records that a link leads to from its source, as far as the viewer may follow it."""
    source, step = found[link.source], Step(link.relation, node.model)
    own = [link.relation] if link.relation != "hub" and is_partial(context, link.relation) and _is_held_by(context, link, source.model) else []
    seen = visibility_of(context, own, source.records)
    reached = walk_step(context, source.model, seen.open, step, how=_how(context, node))
    return replace(seen, open=each_once(r for found in reached.values() for r in found))


def _is_held_by(context: QuestionContext, link: Link, model: str) -> bool:
    """Is it a relation of those that one sets out from: a home of people?"""
    return context.catalogue.relation(link.relation).model == model


def _with_ties(context: QuestionContext, node: Set, kept: NodeRecords, candidates: Sequence[Record], found: RecordsByNode) -> NodeRecords:
    """The same, and that somebody has such records, and whose they are, put down for the check of the figures where it is closed by itself.

    They are looked at of the people whose records are meant, whether these have any or not.
    """
    if node not in context.uses.counted or not node.model.startswith("hris/"):
        return kept
    ties = {link: context.catalogue.relation(link.relation) for link in node.links if link.relation != "hub"}
    owned = [link for link, relation in ties.items() if OWNER in (relation.fk, relation.inverse) and link.source in found]
    asked = each_once((*(r for link in owned for r in found[link.source].records), *(kept.looked_at or candidates)))
    names = [n for n in (node.model, *(link.relation for link in ties)) if not is_partial(context, n)]
    closed = frozenset(n for n in names if closed_as_values(context, [n], owners(context, asked)))
    return replace(kept, unchecked=kept.unchecked | closed, looked_at=asked) if closed else kept


def _everybody(context: QuestionContext, node: Set) -> Iterable[Condition]:
    """A model's default conditions, such as active: none where a link leads to certain members (somebody's manager), or the set says otherwise."""
    if any(context.catalogue.lifts_defaults(link.relation, to_source=link.to_source) for link in node.links):
        return ()
    model = context.catalogue.models[node.model]
    usual = conditions(model.everybody, model.id, context.catalogue.models)
    kept = tuple(w for w in usual if not overrides_default(context.catalogue, node.where, w))
    for each in kept:
        if isinstance(each, Is) and (model.is_person or node in context.uses.told):
            context.notes.assume(f"Only {context.catalogue.predicate(each.predicate).label} {model.plural} are listed.", weight=Weight.USUAL)
    return kept


def _filtered(context: QuestionContext, node: Set, seen: Visibility, wanted: Iterable[Condition], found: RecordsByNode) -> NodeRecords:
    """Those that meet all conditions: what is public first, then what may be told in part, then what may not, figures last of each.

    So each is tried on no more people than are asked about, however the question is put together.
    """
    unchecked: set[str] = set()
    looked_at: tuple[Record, ...] = ()
    unknown = 0
    for condition in sorted(set(wanted), key=lambda w: (_closeness(context, w, found), isinstance(w, Has), repr(w))):
        is_counted = node in context.uses.counted
        exempt = {
            f for f in looks_at(context.catalogue, condition) if _is_private(context, f) and not is_partial(context, f)
        } if is_counted else set()
        if exempt:
            unchecked |= exempt
            looked_at = looked_at or seen.open
        seen, untold = apply_condition(context, node.model, condition, seen, found, exempt)
        unknown += untold
        _tell_unknown(context, node, condition, untold)
    hidden = as_owners(context, node.model, seen.hidden)
    return NodeRecords(node.model, seen.open, frozenset(unchecked), looked_at, unknown=unknown, hidden=hidden, of_others=seen.of_others,
                       closed_by=seen.closed_by)


def _closeness(context: QuestionContext, wanted: Condition, found: RecordsByNode) -> int:
    """0: public; 1: private, told in part where the viewer may see a part; 2: never told in part."""
    if isinstance(wanted, Link) and _waits(found, wanted):
        return 2 if _is_within(found, wanted) else 1
    private = [f for f in fields_tried(context, wanted) if f.partition("/")[0] != "hris" or privacy_of(context.catalogue, f) != "A"]
    return max((1 if is_partial(context, f) else 2 for f in private if privacy_of(context.catalogue, f) != "A"), default=0)


def _is_public(context: QuestionContext, name: str) -> bool:
    """Is the field, relation or named condition of class A?"""
    return privacy_of(context.catalogue, name) == "A"


def _is_private(context: QuestionContext, name: str) -> bool:
    """Does a person's right decide about this field or relation?"""
    return name.startswith("hris/") and not _is_public(context, name)


def _tell_unknown(context: QuestionContext, node: Set, condition: Condition, unknown: int) -> None:
    """Who cannot be compared is left out, and that is said."""
    inner = condition.of if isinstance(condition, Not) else condition
    compared = _compared(inner)
    if not unknown or node not in context.uses.told or compared is None:
        return
    field, unit = compared
    model, label = context.catalogue.models[node.model], context.catalogue.field(field).label
    noun = f"{model.label} has" if unknown == 1 else f"{model.plural} have"
    are = "is" if unknown == 1 else "are"
    is_held = isinstance(condition, Where) and condition.op in _OF_VALUES
    said = f"{unknown} {noun} no {label}{f' in {unit}' if unit else ''} to compare and {are} left out."
    context.notes.assume(said, unknown, weight=Weight.USUAL if is_held and unit is None else Weight.LIMIT)


def _compared(wanted: Condition) -> tuple[str, str | None] | None:
    """What a condition compares, and in which unit; None for one that compares nothing."""
    if isinstance(wanted, Has):
        field = wanted.tally.measure.field
        return None if field is None else (field, wanted.value.unit if isinstance(wanted.value, Quantity | Measure) else None)
    if isinstance(wanted, Alike):
        return None if wanted.one.field is None else (wanted.one.field, None)
    if not isinstance(wanted, Where) or wanted.op in ("empty", "filled"):
        return None
    return wanted.field, wanted.value.unit if isinstance(wanted.value, Quantity) else None


# ---------------------------------------------------------------- the last, and the first in an order


def _first(context: QuestionContext, order: Order, of: NodeRecords, found: RecordsByNode) -> NodeRecords:
    """The first ones of an order, and how many share the last place."""
    assert not isinstance(order.by, Measure)    # a measure orders groups
    filled = in_one_unit(context, order.by, fill(context, order.by, of.model, of.records, found))
    placed = firsts(context, order, of, filled.cells)
    known = {r.id: r for r in of.records}
    return replace(of, records=each_once(known[i] for i in placed.ids), tied=0 if placed.labels else placed.tied)


def _latest(context: QuestionContext, node: Set, found: RecordsByNode) -> NodeRecords:
    """The last by the model's time that has begun; looked for in growing windows, for there is no sorting at the source."""
    model = context.catalogue.models[node.model]
    for window in _windows(context, model):
        members = whole(_kept(context, node, _candidates(context, node, found, (window,)), found))
        begun = [(t, r) for r in members.records for t in values_at(r, model.time or "") if _moment(t) <= context.live.now()]
        last = max((_moment(t) for t, _ in begun), default=None)
        if last is not None:
            return replace(members, records=tuple(r for t, r in begun if _moment(t) == last))
    raise Declined(Reason.NO_RECORD, f"I found no {model.label} like that in the {app_of(model)}.")


def _windows(context: QuestionContext, model: Model) -> Sequence[Mapping[str, object]]:
    if not accepts(model.id, "started_after"):
        return ({},)
    soon = context.live.now() + timedelta(seconds=1)        # whether the source's borders count is not known; `_latest` looks again
    bounded = [{"started_after": soon - timedelta(days=d), "started_before": soon} for d in WINDOWS]
    return (*bounded, {"started_before": soon})


def _moment(value: Any) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day, tzinfo=UTC)
