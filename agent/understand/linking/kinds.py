"""A tie to a thing of one kind, where what was named is of another: "the Contractors department" that is a group. The tie that it can meet is taken.

Else the tie would hold of nobody, and a condition that denies it of everybody.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from agent.access.labels import called
from agent.answer import Reason
from agent.catalogue import Catalogue, Relation
from agent.errors import Declined
from agent.plan.algebra import Goal, Link, Named, parts, rebuilt
from agent.question.run import Run
from ingest.records import Record
from kg.resolve import Candidate


def as_named(run: Run, goal: Goal, things: Mapping[Named, Candidate]) -> Goal:
    """The goal with ties that the named things can meet, by what the source says of these now. Raises Declined where there is none."""
    told = {link: _met(run, link, things[link.source]) for link in parts(goal)
            if isinstance(link, Link) and isinstance(link.source, Named) and link.source in things and _is_of_kind(run.catalogue, link)}
    changed = {link: replace(link, relation=relation) for link, relation in told.items() if relation != link.relation}
    return cast(Goal, rebuilt(goal, lambda part: changed.get(part, part)))


def _is_of_kind(catalogue: Catalogue, link: Link) -> bool:
    return link.relation != "hub" and bool(catalogue.relation(link.relation).where)


def _met(run: Run, link: Link, thing: Candidate) -> str:
    """The id of the link's relation, or of one over the same key, whose kind the thing is of."""
    wanted = run.catalogue.relation(link.relation)
    record = next(iter(run.live.by_ids(thing.model, [thing.merge_id])), None)
    if record is None or _is_kind(wanted, record):      # what is gone is found out when it is read
        return wanted.id
    others = (r for r in run.catalogue.models[wanted.model].relations.values() if (r.fk, r.to) == (wanted.fk, wanted.to))
    met = next((r.id for r in others if _is_kind(r, record)), None)
    if met is None:
        raise Declined(Reason.NO_RECORD, f"{called(run, thing)} is no {next(iter(wanted.words), wanted.name)}.")
    return met


def _is_kind(relation: Relation, record: Record) -> bool:
    return all(record.values.get(key) == value for key, value in relation.where.items())
