"""Records of HR and the people whose they are, where it is private that somebody has any and a part may be told."""

from collections.abc import Sequence

from agent.access.organisation import owners
from agent.access.partial_sight import Sight, existence_of, is_partial, sight_of
from agent.live.reads import ids_in
from agent.plan.algebra import Set
from agent.query.operations.found import OWNER, PEOPLE, Findings, each_once
from agent.question.run import Run
from ingest.records import Record


def find_people_behind(run: Run, node: Set, found: Findings, rows: Sequence[Record] | None = None) -> Sight | None:
    """The people whose records a set asks for, where it is private that somebody has any, and may be told in part; else None.

    They, and not the records, decide what is hidden: else it would tell who has some. `rows`: people that the records are looked for of.
    """
    if existence_of(run, node.model) is None or not is_partial(run, node.model):
        return None
    sources = [found[k.source] for k in node.links if is_owner(run, k.relation) and k.source in found and found[k.source].within is None]
    groups = [each_once((*s.records, *s.hidden)) for s in sources] + ([tuple(rows)] if rows is not None else [])
    people = groups[0] if groups else run.live.records(PEOPLE)
    for group in groups[1:]:
        ids = {r.id for r in group}
        people = tuple(r for r in people if r.id in ids)
    ties = (k.relation for k in node.links if is_owner(run, k.relation))
    seen = sight_of(run, {node.model, *(t for t in ties if is_partial(run, t))}, people)
    uncertain = {r.id for s in sources for r in s.hidden}
    whose = Sight(tuple(r for r in seen.open if r.id not in uncertain), tuple(r for r in seen.open if r.id in uncertain),
                  seen.of_others, next((s.closed_by for s in sources if s.hidden), ""))
    return seen.beside(whose)


def keep_records_of(records: Sequence[Record], people: Sequence[Record]) -> tuple[Record, ...]:
    """Those of HR's records that belong to these people."""
    ids = {r.id for r in people}
    return tuple(r for r in records if ids & set(ids_in(r, OWNER)))


def as_owners(run: Run, model: str, hidden: Sequence[Record]) -> tuple[Record, ...]:
    """What is hidden, as the people whose it is where it is private that they have such records."""
    return owners(run, hidden) if hidden and existence_of(run, model) is not None else tuple(hidden)


def is_owner(run: Run, relation_id: str) -> bool:
    """Does the relation tie a record of HR to the employee whose it is?"""
    if relation_id == "hub":
        return False
    relation = run.catalogue.relation(relation_id)
    return relation_id.startswith("hris/") and OWNER in (relation.fk, relation.inverse)
