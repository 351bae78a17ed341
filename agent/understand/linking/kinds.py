"""A tie to a thing of one kind, where what was named is of another: "the Contractors department" that is a group. The tie that it can meet is taken.

Else the tie would hold of nobody, and a condition that denies it of everybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from agent.access.labels import called
from agent.answer import Reason
from agent.catalogue import Catalogue, Relation
from agent.errors import Declined
from agent.phrasing.goals import say_node
from agent.plan.algebra import Earlier, Goal, Link, Named, Node, parts, rebuilt
from agent.question.context import QuestionContext
from ingest.records import Record
from kg.resolve import Candidate


def as_named(context: QuestionContext, goal: Goal, things: Mapping[Named, Candidate]) -> Goal:
    """The goal with ties that the named things can meet, by what the source says of these now. Raises Declined where there is none."""
    told = {link: _met(context, link, meant) for link in parts(goal)
            if isinstance(link, Link) and _is_of_kind(context.catalogue, link) and (meant := _meant(context, link.source, things))}
    changed = {link: replace(link, relation=relation) for link, relation in told.items() if relation != link.relation}
    return cast(Goal, rebuilt(goal, lambda part: changed.get(part, part)))


def _is_of_kind(catalogue: Catalogue, link: Link) -> bool:
    return link.relation != "hub" and link.to_source and bool(catalogue.relation(link.relation).where)


def _meant(context: QuestionContext, source: Node, things: Mapping[Named, Candidate]) -> tuple[str, Sequence[Record]] | None:
    """What a name or rows of an earlier answer mean, in words, and the records, without what is gone; that is found out when it is read."""
    if isinstance(source, Earlier):
        return say_node(context.catalogue, source), context.live.by_ids(source.model, source.ids)
    if not isinstance(source, Named) or source not in things:
        return None
    return called(context, things[source]), context.live.by_ids(things[source].model, [things[source].merge_id])


def _met(context: QuestionContext, link: Link, meant: tuple[str, Sequence[Record]]) -> str:
    """The id of the link's relation, or of one over the same key, whose kind the things are of."""
    wanted, (said, records) = context.catalogue.relation(link.relation), meant
    if all(_is_kind(wanted, r) for r in records):
        return wanted.id
    others = (r for r in context.catalogue.models[wanted.model].relations.values() if (r.fk, r.to) == (wanted.fk, wanted.to))
    met = next((one.id for one in others if all(_is_kind(one, r) for r in records)), None)
    if met is None:
        raise Declined(Reason.NO_RECORD, f"{said[:1].upper()}{said[1:]} is no {next(iter(wanted.words), wanted.name)}. Please name one.")
    return met


def _is_kind(relation: Relation, record: Record) -> bool:
    return all(record.values.get(key) == value for key, value in relation.where.items())
