"""Joins of the graph as a question may use them: what its rules or a person joined, where the source still bears it out.

The graph finds, the source answers: both records are read live, and their names still are one person's or company's, or a person decided it.
"""

from collections.abc import Iterator, Sequence

from agent.live.reads import display_name, values_at
from agent.query.operations.identity_marks import ADDRESSES
from agent.question.run import Run
from ingest.records import Record
from kg.errors import GraphTooSlow, GraphUnavailable
from kg.hubs import together, why_joined
from kg.match.companies import Called, company_names, compare_titles
from kg.match.people import Like, compare_names, person_name
from kg.rows import entity_key

_NAMES = ("display_full_name", "preferred_name")        # what a person is called beside the name that the catalogue gives


def find_joins(run: Run, model: str, starts: Sequence[Record], to: str, there: Sequence[Record]) -> Iterator[tuple[str, Record]]:
    """Ids of the records with who they are there, as the graph has joined them; nothing where the graph does not answer."""
    keys = {_key(run, model, r): r for r in starts}
    ends = {_key(run, to, r): r for r in there}
    try:
        found = together(run.graph, run.tenant, keys)
        pairs = [(key, end) for key, members in found.items() for end in members if end in ends]
        held = [(key, end) for key, end in pairs if _are_alike(run, model, keys[key], to, ends[end]) or _was_decided(run, key, end)]
    except (GraphUnavailable, GraphTooSlow):
        return
    yield from ((keys[key].id, ends[end]) for key, end in held)


def _key(run: Run, model: str, record: Record) -> str:
    category, _, name = model.partition("/")
    return entity_key(run.tenant, category, name, record.id)


def _are_alike(run: Run, model: str, one: Record, to: str, other: Record) -> bool:
    names = [_names(run, model, one), _names(run, to, other)]
    if model not in ADDRESSES:
        titles = [[title for name in own for title in company_names(name)] for own in names]
        return compare_titles(*titles) >= Called.RESPELT
    people = [[name for text in own if (name := person_name(text)) is not None] for own in names]
    likeness = compare_names(*people)
    return likeness.family >= Like.PART and likeness.given >= Like.INITIAL


def _names(run: Run, model: str, record: Record) -> list[str]:
    known = run.catalogue.models[model]
    own = " ".join(str(v) for path in ("first_name", "last_name") for v in values_at(record, path))
    return list(filter(None, (display_name(known, record), own, *(str(v) for path in _NAMES for v in values_at(record, path)))))


def _was_decided(run: Run, key: str, end: str) -> bool:
    """Did a person join one of the two? What rules joined under another name may be somebody else by now."""
    hub = why_joined(run.graph, run.tenant, key)
    return hub is not None and any(join.decided_by for join in hub.joins if join.member.key in (key, end) and join.joined_with in (key, end))
