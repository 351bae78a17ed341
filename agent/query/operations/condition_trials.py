"""A condition tried on those of whom the viewer may read it, and on nobody else.

Whether it holds is then true, false, unknown (None, the source does not say) or hidden. What is hidden goes through "not", "or" and
"and" as unknown does, so that no way of putting a question tells more of the hidden, or of others, than another.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.access.visibility import Visibility, is_partial, tells_matches, visibility_of
from agent.catalogue.records import is_owner
from agent.plan.algebra import Alike, Condition, Either, Has, Link, Not, Quantity
from agent.query.operations.comparing import Truth
from agent.query.operations.condition_fields import fields_tried
from agent.query.operations.conditions import Verdicts, judge, linked, members_of, source_of
from agent.query.operations.node_records import OWNER, PEOPLE, NodeRecords, RecordsByNode
from agent.query.operations.path_visibility import visibility_along
from agent.question.context import QuestionContext
from ingest.records import Record, each_once, ids_in


@dataclass(frozen=True, slots=True)
class _Tried:
    """The verdicts on those of whom it may be read, and what stands in the way of the others."""

    verdicts: Verdicts
    seen: Visibility


def apply_condition(  # a set's model, a condition, what is seen of the set, and what is asked about elsewhere
    context: QuestionContext, model: str, wanted: Condition, seen: Visibility, found: RecordsByNode, exempt: Collection[str] = (),
) -> tuple[Visibility, int]:
    """Those for which the condition holds, and of how many the source does not tell it.

    What is hidden stays so unless the condition does not hold of it; it is not tried on records that are closed as such.
    """
    own = tuple(r for r in seen.hidden if r.model == model and not tells_matches(context, model))
    mine = {r.id for r in own}
    found_out = _try_condition(context, wanted, (*seen.open, *own), found, exempt)
    verdicts, hiding = found_out.verdicts, {r.id for r in found_out.seen.hidden}
    kept = tuple(r for r in seen.open if verdicts.get(r.id) is True)
    perhaps = (r for r in (*seen.open, *own) if r.id in hiding or (r.id in mine and verdicts.get(r.id) is True))
    hidden = each_once((*(r for r in seen.hidden if r.id not in mine), *perhaps))
    untold = sum(r.id in verdicts and verdicts[r.id] is None for r in seen.open)
    told = found_out.seen
    return Visibility(kept, hidden, seen.of_others or told.of_others, seen.closed_by or told.closed_by), untold


def _try_condition(
    context: QuestionContext, wanted: Condition, records: Sequence[Record], found: RecordsByNode, exempt: Collection[str] = (),
) -> _Tried:
    """The verdicts, and of whom there are none. `exempt`: fields that are asked about with the figures. Raises Declined."""
    return _TRIED.get(type(wanted), _leaf)(context, wanted, records, found, exempt)


def _leaf(context: QuestionContext, wanted: Condition, records: Sequence[Record], found: RecordsByNode, exempt: Collection[str]) -> _Tried:
    seen = visibility_of(context, fields_tried(context, wanted) - set(exempt), records)
    return _Tried(judge(context, wanted, seen.open, found), seen)


def _not(context: QuestionContext, wanted: Not, records: Sequence[Record], found: RecordsByNode, exempt: Collection[str]) -> _Tried:
    inner = _try_condition(context, wanted.of, records, found, exempt)
    return _Tried({i: None if verdict is None else not verdict for i, verdict in inner.verdicts.items()}, inner.seen)


def _either(context: QuestionContext, wanted: Either, records: Sequence[Record], found: RecordsByNode, exempt: Collection[str]) -> _Tried:
    """One that holds is enough, whatever is hidden of the others."""
    each = [_try_condition(context, one, records, found, exempt) for one in sorted(wanted.of, key=repr)]
    told = {r.id: _any([one.verdicts[r.id] for one in each if r.id in one.verdicts], len(each)) for r in records}
    hidden = {r.id for r in records if told[r.id] is not True and any(r.id not in one.verdicts for one in each)}
    seen = Visibility((), (), any(one.seen.of_others for one in each), next((one.seen.closed_by for one in each if one.seen.closed_by), ""))
    return _Tried({i: v for i, v in told.items() if i not in hidden}, _parted(records, hidden, seen))


def _any(verdicts: Sequence[Truth], asked: int) -> Truth:
    if any(verdicts):
        return True
    return None if None in verdicts or len(verdicts) < asked else False


def _alike(context: QuestionContext, wanted: Alike, records: Sequence[Record], found: RecordsByNode, exempt: Collection[str]) -> _Tried:
    """Both columns are walked as far as the viewer may: what is compared is whose it is, be it a place's people that are of one age."""
    if not records:
        return _leaf(context, wanted, records, found, exempt)
    seen = Visibility(tuple(records))
    for column in (wanted.one, wanted.other):
        along = visibility_along(context, column, records[0].model, seen.open)
        seen = seen if along is None else seen.beside(along)
    return _Tried(judge(context, wanted, seen.open, found), seen)


def _has(context: QuestionContext, wanted: Has, records: Sequence[Record], found: RecordsByNode, exempt: Collection[str]) -> _Tried:
    """A figure over others' records, some of them hidden, is at least what is seen of it: more than that cannot be told of it."""
    uses = fields_tried(context, wanted)
    own = _leaf(context, wanted, records, found, [n for n in uses if not is_partial(context, n)])       # what is not is asked about with the figures
    path = wanted.tally.path
    of = members_of(context, wanted.tally, path[-1].to, own.seen.open, found) if path and not uses else None
    if of is None or not of.hidden:
        return own
    held = {i: v for i, v in own.verdicts.items() if v is True and wanted.op in (">", ">=") and isinstance(wanted.value, Quantity)}
    return _Tried(held, _parted(records, {r.id for r in records} - held.keys(), _as_sight(of)))


def _link(context: QuestionContext, wanted: Link, records: Sequence[Record], found: RecordsByNode, exempt: Collection[str]) -> _Tried:
    """Tied to a member, to none, or perhaps to one that is hidden."""
    if wanted.source not in found or not records:
        return _leaf(context, wanted, records, found, exempt)
    seen = visibility_of(context, _of_members(context, wanted, records[0].model) - set(exempt), records)
    of = source_of(wanted, records[0].model, seen.open, found)
    perhaps = _perhaps(context, wanted, seen.open, of, found)
    verdicts = _tied(context, wanted, seen.open, of, found) if seen.open else {}
    hidden = {i for i in perhaps if not verdicts[i]}
    own = _parted(seen.open, hidden, replace(_as_sight(of), of_others=_are_others(context, [r for r in seen.open if r.id not in hidden], of)))
    return _Tried({i: v for i, v in verdicts.items() if i not in hidden}, seen.beside(own))


def _of_members(context: QuestionContext, wanted: Link, model: str) -> frozenset[str]:
    """The relation where it is a private one of the members themselves; to somebody's own records it is as private as these are."""
    if wanted.relation == "hub":
        return frozenset()
    relation = context.catalogue.relation(wanted.relation)
    mine = wanted.to_source and relation.model == model and not is_owner(context.catalogue, wanted.relation)
    return frozenset({wanted.relation}) if mine and is_partial(context, wanted.relation) else frozenset()


def _perhaps(context: QuestionContext, wanted: Link, records: Sequence[Record], of: NodeRecords, found: RecordsByNode) -> frozenset[str]:
    """The ids of those that are tied to something hidden of the source."""
    if not of.hidden:
        return frozenset()
    if any(r.model != of.model for r in of.hidden):     # people, whose records are meant
        theirs = {r.id for r in of.hidden}
        return frozenset(r.id for r in records if not (r.model == PEOPLE and is_owner(context.catalogue, wanted.relation)) or r.id in theirs)
    reached = linked(context, wanted, records, {**found, wanted.source: NodeRecords(of.model, of.hidden)})
    return frozenset(i for i, there in reached.items() if there)


def _tied(context: QuestionContext, wanted: Link, records: Sequence[Record], of: NodeRecords, found: RecordsByNode) -> Mapping[str, bool]:
    """Which are tied to the source's records; people to their own by what these say, for they are those that the viewer may see."""
    if records[0].model == PEOPLE and is_owner(context.catalogue, wanted.relation) and is_partial(context, of.model):
        whose = {i for r in of.records for i in ids_in(r, OWNER)}
        return {r.id: r.id in whose for r in records}
    reached = linked(context, wanted, records, {**found, wanted.source: of})
    return {r.id: bool(reached[r.id]) for r in records}


def _are_others(context: QuestionContext, known: Sequence[Record], of: NodeRecords) -> bool:
    """Is something told of others than the viewer by what they are privately tied to?"""
    return of.of_others and any(r.model != PEOPLE or r.id != context.viewer().employee_id for r in known)


def _parted(records: Sequence[Record], hidden: Collection[str], like: Visibility) -> Visibility:
    """Records parted into those of whom it can be told and those that are hidden."""
    return Visibility(tuple(r for r in records if r.id not in hidden), tuple(r for r in records if r.id in hidden), like.of_others,
                      like.closed_by if hidden else "")


def _as_sight(of: NodeRecords) -> Visibility:
    return Visibility(of.records, of.hidden, of.of_others, of.closed_by)


_TRIED: Mapping[type, Callable[..., _Tried]] = {Not: _not, Either: _either, Alike: _alike, Has: _has, Link: _link}
