"""Which records may be members of a set: what its links leave and the API's own filters do, as the source has it now.

What the API can filter is asked of it; the rest is filtered here. Where it is private that somebody has such records, and a part may be told, it
is the people who decide what is hidden, and not the records.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from agent.access.checks import check_fields
from agent.access.visibility import Visibility, is_partial, visibility_of
from agent.catalogue.records import existence_of, is_owner
from agent.live.memo import side_by_side
from agent.plan.algebra import Link, Set, Step
from agent.policy.decision import How
from agent.query.operations.condition_trials import apply_condition
from agent.query.operations.conditions import linked
from agent.query.operations.node_records import OWNER, PEOPLE, RecordsByNode
from agent.query.operations.push_down import Filters, pushed
from agent.query.operations.source import listed
from agent.query.operations.walk import walk_step
from agent.question.context import QuestionContext
from ingest.records import Record, each_once, ids_in


def prefilter(
    context: QuestionContext, node: Set, found: RecordsByNode, also: Sequence[Filters] = (), people: Visibility | None = None,
) -> Visibility:
    """What the links leave, and what the API's own filters do; `also`: further ones, of which one has to be met.

    `people`: whose records are meant, where it is private that there are any; else they follow from the links.
    """
    people = people or find_people_behind(context, node, found)
    found = found if people is None else _of_those(context, node, found, people)
    links = [k for k in links_in_order(node) if not waits(found, k)]
    leading = leading_link(links)
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
        theirs = {r.id for r in people.open}
        seen = replace(seen, open=tuple(r for r in seen.open if theirs & set(ids_in(r, OWNER))))
    for link in (k for k in links if k is not leading):
        seen = _tied(context, node, link, seen, found)
    return seen


def find_people_behind(context: QuestionContext, node: Set, found: RecordsByNode, rows: Sequence[Record] | None = None) -> Visibility | None:
    """The people whose records a set asks for, where it is private that somebody has any, and may be told in part; else None.

    They, and not the records, decide what is hidden: else it would tell who has some. `rows`: people that the records are looked for of.
    """
    if existence_of(node.model) is None or not is_partial(context, node.model):
        return None
    owning = [k.source for k in node.links if is_owner(context.catalogue, k.relation)]
    sources = [found[source] for source in owning if source in found and found[source].within is None]
    groups = [each_once((*s.records, *s.hidden)) for s in sources] + ([tuple(rows)] if rows is not None else [])
    people = groups[0] if groups else context.live.records(PEOPLE)
    for group in groups[1:]:
        ids = {r.id for r in group}
        people = tuple(r for r in people if r.id in ids)
    ties = (k.relation for k in node.links if is_owner(context.catalogue, k.relation))
    seen = visibility_of(context, {node.model, *(t for t in ties if is_partial(context, t))}, people)
    uncertain = {r.id for s in sources for r in s.hidden}
    whose = Visibility(tuple(r for r in seen.open if r.id not in uncertain), tuple(r for r in seen.open if r.id in uncertain),
                       seen.of_others, next((s.closed_by for s in sources if s.hidden), ""))
    return seen.beside(whose)


def _of_those(context: QuestionContext, node: Set, found: RecordsByNode, people: Visibility) -> RecordsByNode:
    """`found`, with the owners of the members narrowed to those of whom the viewer may know whether they have such records."""
    allowed = {r.id for r in people.open}
    owners_of = [k.source for k in node.links if is_owner(context.catalogue, k.relation) and k.source in found and found[k.source].within is None]
    return {**found, **{n: replace(found[n], records=tuple(r for r in found[n].records if r.id in allowed), hidden=(), of_others=False)
                      for n in owners_of}}


def links_in_order(node: Set) -> list[Link]:
    """The links of a set in one order, however it was put down: those that lead from their sources first."""
    return sorted(node.links, key=lambda k: (k.to_source, k.relation, repr(k)))


def waits(found: RecordsByNode, link: Link) -> bool:
    """Is what it ties to private, and so asked only of the members that are left by the rest?"""
    of = found.get(link.source)
    return of is not None and (of.within is not None or bool(of.hidden) or (of.of_others and of.model.startswith("hris/")))


def is_within(found: RecordsByNode, link: Link) -> bool:
    """Is what it ties to read only for the members that are left?"""
    return link.source in found and found[link.source].within is not None


def leading_link(links: Iterable[Link]) -> Link | None:
    """The link that is followed from its source; None where the set is listed."""
    return next((k for k in links if k.relation == "hub" or not k.to_source), None)


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


def _how(context: QuestionContext, node: Set) -> How:
    """What the ties of a set are used for: where only figures over it are told, these are asked about, see `_with_ties`."""
    return "count" if node in context.uses.counted else "value"


def _tied(context: QuestionContext, node: Set, link: Link, seen: Visibility, found: RecordsByNode) -> Visibility:
    """Those that a link leaves. Where only figures are told over the set, what is private of the tie is asked about with these."""
    if node in context.uses.counted and link.relation != "hub" and not is_partial(context, link.relation):
        reached = linked(context, link, seen.open, found, "count")
        return replace(seen, open=tuple(r for r in seen.open if reached[r.id]))
    return apply_condition(context, node.model, link, seen, found)[0]
