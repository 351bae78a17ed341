"""The members of a set: all links and conditions hold, as the source has it now; of an order the first, and of what happened the last."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from agent.answer import Reason
from agent.catalogue import Model
from agent.catalogue.records import is_owner
from agent.errors import Declined
from agent.live.reads import accepts, app_of
from agent.plan.algebra import Measure, Order, Path, Set
from agent.query.operations.columns import fill, in_one_unit
from agent.query.operations.firsts import firsts
from agent.query.operations.matching import keep_asked_for, keep_matching
from agent.query.operations.node_records import NodeRecords, RecordsByNode, whole
from agent.query.operations.prefilter import find_people_behind, prefilter
from agent.query.operations.push_down import tied_to
from agent.query.operations.ties import approach, meet
from agent.query.operations.values import as_moment
from agent.question.context import QuestionContext
from ingest.records import Record, each_once, times_at

WINDOWS = (30, 90, 365)                 # days back in which the last of something is looked for, before all of it is read


def select(context: QuestionContext, node: Set, found: RecordsByNode) -> NodeRecords:
    """The members of a set. What is only measured for rows, or only ties others, is not read before these are known. Raises Declined."""
    if node in context.uses.tallied and not node.newest and node.ranked is None:
        return NodeRecords(node.model, (), within=partial(_within, context, node, found))
    selected = _latest(context, node, found) if node.newest else keep_matching(context, node, prefilter(context, node, found), found)
    if node.ranked is None:
        return selected
    return _first(context, node.ranked, whole(selected), found)


def _within(context: QuestionContext, node: Set, found: RecordsByNode, model: str, rows: Sequence[Record], path: Path) -> NodeRecords:
    """The members as far as they belong to the rows: nobody else's are looked at."""
    way = approach(context, model, rows, path, node.model)
    people = find_people_behind(context, node, found, way.met if way.last is not None and is_owner(context.catalogue, way.last.relation) else None)
    way = way if people is None else way.only(people.open)
    possible = prefilter(context, node, found, tied_to(context, node, way), people)
    theirs = meet(context, way, possible.open)
    met = each_once(r for records in theirs.values() for r in records or ())
    return keep_matching(context, node, replace(possible, open=keep_asked_for(context, node, met, found)), found)


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
        members = whole(keep_matching(context, node, prefilter(context, node, found, (window,)), found))
        begun = [(t, r) for r in members.records for t in times_at(r, model.time or "") if as_moment(t) <= context.live.now]
        last = max((as_moment(t) for t, _ in begun), default=None)
        if last is not None:
            return replace(members, records=tuple(r for t, r in begun if as_moment(t) == last))
    raise Declined(Reason.NO_RECORD, f"I found no {model.label} like that in the {app_of(model)}.")


def _windows(context: QuestionContext, model: Model) -> Sequence[Mapping[str, object]]:
    if not accepts(model.id, "started_after"):
        return ({},)
    soon = context.live.now + timedelta(seconds=1)        # whether the source's borders count is not known; `_latest` looks again
    bounded = [{"started_after": soon - timedelta(days=d), "started_before": soon} for d in WINDOWS]
    return (*bounded, {"started_before": soon})
