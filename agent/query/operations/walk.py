"""Paths of a plan, walked for many records at once: for each record what it leads to, as the source has it now.

Foreign keys are followed by id, relations the other way round are read by the API's own filter where few are asked for, else from
the whole list. The same person or company in another app is found by `agent/query/operations/hubs.py`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

from agent.access.checks import check_fields
from agent.access.visibility import visible
from agent.catalogue import Relation
from agent.live.memo import side_by_side
from agent.live.reads import LONG_LIST, accepts
from agent.plan.algebra import Path, Step
from agent.policy.decision import How, is_left_out
from agent.query.operations.hubs import same
from agent.query.operations.node_records import OWNER, PEOPLE
from agent.query.operations.source import by_ids, listed
from agent.query.operations.values import today
from agent.question.context import LONGEST_CHAIN, QuestionContext
from ingest.records import Record, each_once, ids_in, times_at

# Whose revenue is, in the app that its documents are of and in the other one: each relation with the other, whose key these may hold instead.
REVENUE_OF = {"accounting/Revenue.account": "accounting/Revenue.customer", "accounting/Revenue.customer": "accounting/Revenue.account"}
Reached = Mapping[str, tuple[Record, ...]]      # id of a record → what it leads to, each once


def walk(context: QuestionContext, model: str, starts: Sequence[Record], path: Path) -> Reached:
    """What each record leads to at the end of the path; the record itself where the path is empty.

    Over records on the way that the viewer may know of: what is tied to what over the others is as private as they are. The ends are for the
    caller to check. Raises Declined where a whole kind of record on the way is closed to the viewer.
    """
    reached: Reached = {r.id: (r,) for r in starts}
    for position, step in enumerate(path):
        if position:
            reached = known_on_the_way(context, model, reached)
        there = each_once(r for found in reached.values() for r in found)
        onward = walk_step(context, model, there, step)
        reached = {start: each_once(r for middle in found for r in onward[middle.id]) for start, found in reached.items()}
        model = step.to
    return reached


def known_on_the_way(context: QuestionContext, model: str, reached: Reached) -> Reached:
    """What was reached, as far as a path may go on over it. Records of HR are decided by the relations and fields used of their people."""
    return reached if model.startswith("hris/") else seen_of(context, model, reached)


def walk_seen(context: QuestionContext, model: str, starts: Sequence[Record], path: Path) -> Reached:
    """As `walk`, without what the viewer may not know of. Raises Declined where a whole kind of record is closed to the viewer."""
    reached = walk(context, model, starts, path)
    return seen_of(context, path[-1].to, reached) if path else reached


def seen_of(context: QuestionContext, model: str, reached: Reached) -> Reached:
    """What was reached of that model, without what the viewer may not know of. Raises Declined, see `walk_seen`."""
    ends = each_once(r for found in reached.values() for r in found)
    seen = {r.id for r in visible(context, model, ends, use="read")}
    return {start: tuple(r for r in found if r.id in seen) for start, found in reached.items()}


def walk_step(  # a step, from where, to where, and what for
    context: QuestionContext, model: str, starts: Sequence[Record], step: Step, ends: Sequence[Record] | None = None, how: How = "value",
) -> Reached:
    """One step of a path, to any record or only to those of `ends`, which then are not read again. Raises Declined.

    `how`: count where only figures over what is reached are told; these are asked about as such, see `check_figures`.
    """
    if step.relation == "hub":
        return same(context, model, starts, step.to, ends)
    relation = context.catalogue.relation(step.relation)
    if relation.current and ends is not None and not step.inverse:      # what is in force is decided among all there are
        return _only(walk_step(context, model, starts, step, how=how), ends)
    if is_held_by_start(relation, step.inverse):
        holding = _known_of(context, relation, starts)
        held = {**dict.fromkeys((r.id for r in starts), frozenset[str]()), **keys(context, relation, holding)}
        there = {r.id: r for r in (ends if ends is not None else _by_keys(context, step.to, held.values()))}
        reached = {start: tuple(there[i] for i in sorted(ids) if i in there) for start, ids in held.items()}
    else:
        holding = starts if step.inverse else _known_of(context, relation, starts)
        holders = _known_of(context, relation, ends if ends is not None else _pointing(context, relation, starts, step.to))
        reached = {**dict.fromkeys((r.id for r in starts), ()), **_turned({r.id: r for r in holding}, holders, keys(context, relation, holders))}
    check_fields(context, [relation.id], _whose(relation, step, holding, ends, reached), how)
    return _narrowed(context, relation, step, starts, reached)


def _known_of(context: QuestionContext, relation: Relation, holders: Sequence[Record]) -> Sequence[Record]:
    """The holders of a relation that the viewer may know of: what is private by itself ties nothing to anything."""
    return visible(context, relation.model, holders, use="read") if is_left_out(context.catalogue.models[relation.model].access) else holders


def _whose(relation: Relation, step: Step, starts: Sequence[Record], ends: Sequence[Record] | None, reached: Reached) -> Sequence[Record]:
    """Whose relation is used: of all that hold it; of a record's owner, of the people whose records are looked for, whether they have any."""
    if relation.fk == OWNER and relation.model != PEOPLE and relation.model.startswith("hris/"):
        return starts if step.inverse else ends or ()
    return each_once(r for found in reached.values() for r in found) if step.inverse else starts


def back(model: str, path: Path) -> tuple[tuple[Step, str], ...]:
    """The path walked from its end to `model`, where it begins: (step, model that the step sets out from)."""
    sources = (model, *(step.to for step in path[:-1]))[:len(path)]
    turned = [(Step(step.relation, source, not step.inverse), step.to) for step, source in zip(path, sources, strict=True)]
    return tuple(reversed(turned))


def is_held_by_start(relation: Relation, inverse: bool) -> bool:
    """Is it the records one sets out from that hold the ids of the others?"""
    return (relation.fk is not None) != inverse


def keys(context: QuestionContext, relation: Relation, holders: Sequence[Record]) -> Mapping[str, frozenset[str]]:
    """The ids that the holders of a relation's foreign key point to, by every way that the catalogue counts."""
    name = relation.fk or relation.inverse or ""
    if relation.id in REVENUE_OF:
        return _companies(context, relation, context.catalogue.relation(REVENUE_OF[relation.id]), holders)
    if relation.closure:
        return _chains(context, relation, holders, name)
    held = {r.id: frozenset(ids_in(r, name)) for r in holders}
    return _and_through(context, relation, holders, held) if relation.or_through else held


def _companies(context: QuestionContext, relation: Relation, other: Relation, rows: Sequence[Record]) -> Mapping[str, frozenset[str]]:
    """The company of each row of revenue, as the relation's app has it: named by the row's document, or the same as the one of the other app."""
    own = {r.id for r in rows if r.model.partition("/")[0] == relation.to.partition("/")[0]}
    others = _by_keys(context, other.to, [ids_in(r, other.fk or "") for r in rows if r.id not in own])
    joined = same(context, other.to, others, relation.to)
    there = {company: {each.id for each in found} for company, found in joined.items()}
    return {r.id: frozenset(ids_in(r, relation.fk or "") if r.id in own else (i for o in ids_in(r, other.fk or "") for i in there.get(o, ())))
            for r in rows}


def _and_through(
    context: QuestionContext, relation: Relation, holders: Sequence[Record], held: Mapping[str, frozenset[str]],
) -> Mapping[str, frozenset[str]]:
    """Also the second way: `contacts.account` is the account of any of its contacts."""
    first, _, second = (relation.or_through or "").partition(".")
    between = context.catalogue.models[relation.model].relations[first]
    there = {r.id: ids_in(r, second) for r in _by_keys(context, between.to, [ids_in(r, between.fk or first) for r in holders])}
    return {r.id: held[r.id].union(*(there.get(i, ()) for i in ids_in(r, between.fk or first))) for r in holders}


def _chains(context: QuestionContext, relation: Relation, holders: Sequence[Record], name: str) -> Mapping[str, frozenset[str]]:
    """A foreign key walked on and on: everybody above. Guarded against loops in the source."""
    above = {r.id: ids_in(r, name) for r in context.live.records(relation.to)} if holders else {}
    return {r.id: frozenset(_chain(above, ids_in(r, name))) - {r.id} for r in holders}


def _chain(above: Mapping[str, Sequence[str]], first: Sequence[str]) -> Iterable[str]:
    chain: dict[str, None] = {}
    current = list(first)
    while current and len(chain) < LONGEST_CHAIN:
        chain.update(dict.fromkeys(current))
        current = [i for each in current for i in above.get(each, ()) if i not in chain]
    return chain


def _by_keys(context: QuestionContext, model: str, held: Iterable[Collection[str]]) -> tuple[Record, ...]:
    return by_ids(context, model, sorted({i for ids in held for i in ids}))


def _pointing(context: QuestionContext, relation: Relation, starts: Sequence[Record], model: str) -> tuple[Record, ...]:
    """The records that point to those one sets out from, and maybe others beside them."""
    name, ids = relation.fk or relation.inverse or "", [r.id for r in starts]
    several, single = f"{name.removesuffix('s')}_ids", f"{name}_id"
    plain = not context.catalogue.models[model].derived and not relation.closure and not relation.or_through
    if plain and accepts(model, several) and len(ids) <= LONG_LIST:
        return context.live.narrowed(model, {several: sorted(ids)}) if ids else ()
    if plain and accepts(model, single) and len(ids) <= context.live.few(model):
        found = side_by_side([partial(context.live.narrowed, model, {single: i}) for i in ids])
        return tuple(r for records in found for r in records)
    return listed(context, model) if ids else ()


def _turned(starts: Mapping[str, Record], holders: Sequence[Record], held: Mapping[str, frozenset[str]]) -> dict[str, tuple[Record, ...]]:
    reached: dict[str, list[Record]] = {start: [] for start in starts}
    for holder in holders:
        for start in held[holder.id] & starts.keys():
            reached[start].append(holder)
    return {start: each_once(found) for start, found in reached.items()}


def _only(reached: Reached, ends: Sequence[Record]) -> Reached:
    """Those of what was reached that are among the ends."""
    allowed = {r.id: r for r in ends}
    return {start: tuple(allowed[r.id] for r in found if r.id in allowed) for start, found in reached.items()}


def _narrowed(context: QuestionContext, relation: Relation, step: Step, starts: Sequence[Record], reached: Reached) -> Reached:
    """Only the pairs that the relation means: groups that are departments, the jobs held now. It means the same the other way round."""
    if step.inverse:
        meant = {r.id for r in starts if _is_meant(relation, r)}
        kept: Reached = {start: found if start in meant else () for start, found in reached.items()}
        return _held_now(context, relation, step, kept) if relation.current else kept
    kept = {start: tuple(r for r in found if _is_meant(relation, r)) for start, found in reached.items()}
    return {start: current(context, found, relation.current) for start, found in kept.items()} if relation.current else kept


def _is_meant(relation: Relation, end: Record) -> bool:
    return all(end.values.get(k) == v for k, v in relation.where.items())


def _held_now(context: QuestionContext, relation: Relation, step: Step, reached: Reached) -> Reached:
    """From what may be in force back to those that hold it: only where it is in force for them."""
    holders = each_once(r for found in reached.values() for r in found)
    now = walk_step(context, step.to, holders, Step(relation.id, relation.to))
    return {start: tuple(r for r in found if any(end.id == start for end in now[r.id])) for start, found in reached.items()}


def current(context: QuestionContext, records: Sequence[Record], by: str) -> tuple[Record, ...]:
    """Those in force: the latest by the field, not after today; several of that same day are held at once."""
    begun = [(value.date() if isinstance(value, datetime) else value, r) for r in records for value in times_at(r, by)]
    past = [(day, r) for day, r in begun if day <= today(context)]
    latest = max((day for day, _ in past), default=None)
    return tuple(r for day, r in past if day == latest)
