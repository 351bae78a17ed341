"""Records of HR and the people whose they are, where it is private that somebody has any and a part may be told."""

from collections.abc import Sequence

from agent.access.organisation import owners
from agent.access.visibility import Visibility, is_partial, visibility_of
from agent.catalogue.records import existence_of, is_owner
from agent.plan.algebra import Set
from agent.query.operations.node_records import OWNER, PEOPLE, RecordsByNode
from agent.question.context import QuestionContext
from ingest.records import Record, each_once, ids_in


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


def keep_records_of(records: Sequence[Record], people: Sequence[Record]) -> tuple[Record, ...]:
    """Those of HR's records that belong to these people."""
    ids = {r.id for r in people}
    return tuple(r for r in records if ids & set(ids_in(r, OWNER)))


def as_owners(context: QuestionContext, model: str, hidden: Sequence[Record]) -> tuple[Record, ...]:
    """What is hidden, as the people whose it is where it is private that they have such records."""
    return owners(context, hidden) if hidden and existence_of(model) is not None else tuple(hidden)
