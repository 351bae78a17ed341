"""The operations of a plan, each a function of the run, the task's subject and what earlier tasks found. Facts are read live.

Every function reads through `run.live` (which declines rather than give a part) and asks the policy before it uses a field.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from agent.access import check_person_field, check_record
from agent.answer import Reason
from agent.catalogue import HUBS, Field, Model, Relation
from agent.errors import Declined
from agent.live import accepts, dig, display_name, ids_in
from agent.plan import Link, Me, Named, Node, Set, Where
from agent.policy import rule_of
from agent.run import Run
from ingest.records import Record
from kg.names import fold

WINDOWS = (30, 90, 365)                 # days back in which the last of something is looked for, before all of it is read
PEOPLE = "hris/Employee"


@dataclass(frozen=True, slots=True)
class Found:
    """What a node of the plan turned out to be."""

    model: str
    records: tuple[Record, ...]


class StaleGraph(Exception):
    """What the graph proposed is gone or called otherwise now; the graph was mended, the names have to be settled again."""


def resolve(run: Run, named: Named, _: Mapping[Node, Found]) -> Found:
    """The settled thing, verified live: it exists still, and is still called so."""
    candidate = run.settled[named]
    record = run.live.record(named.model, candidate.merge_id)
    if record is None:
        run.forget(candidate.key)
        raise StaleGraph
    model = run.catalogue.models[named.model]
    if candidate.how != "alias" and fold(display_name(model, record)) != fold(candidate.name):
        run.up_to_date.apply([record])
        raise StaleGraph
    check_record(run, model.access, record)
    return Found(named.model, (record,))


def asker(run: Run, me: Me, _: Mapping[Node, Found]) -> Found:
    """The asker's own employee record."""
    return Found(me.model, (run.me(),))


def select(run: Run, node: Set, found: Mapping[Node, Found]) -> Found:
    """The members of a set: all links and conditions hold, as the source has it now."""
    for link in node.links:
        _check_link(run, link, found[link.source])
    records = _latest(run, node, found) if node.newest else _members(run, node, found)
    model = run.catalogue.models[node.model]
    if rule_of(model.access) != "everybody":
        for record in records:
            check_record(run, model.access, record)
    return Found(node.model, records)


def _check_link(run: Run, link: Link, source: Found) -> None:
    """A relation is a field too: whoever may not use it of this person gets nothing through it."""
    if link.relation == "hub" or not link.relation.startswith(f"{PEOPLE}.") or link.to_source:
        return
    for record in source.records:
        check_person_field(run, run.catalogue.relation(link.relation).privacy, record)


# ---------------------------------------------------------------- members of a set


def _members(run: Run, node: Set, found: Mapping[Node, Found], window: Mapping[str, object] | None = None) -> tuple[Record, ...]:
    links = sorted(node.links, key=lambda k: (k.to_source, k.relation))
    if links and not links[0].to_source:
        records = _follow(run, node.model, links[0], found[links[0].source], _pushed(run, node, ()))
        links = links[1:]
    else:
        filters = {**_pushed(run, node, [(k, found[k.source]) for k in links]), **(window or {})}
        records = run.live.records(node.model, filters, expand=_expand(run, node))
    for link in links:
        records = _tied(run, records, link, found[link.source])
    records = tuple(r for r in records if all(_meets(run, r, w) for w in node.where))
    return _active(run, node, records)


def _active(run: Run, node: Set, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """People are those who work here now, unless one was led to by name or as somebody's manager."""
    if node.model != PEOPLE or not any(link.to_source for link in node.links):
        return records
    run.assume("Only active employees are listed.")
    return tuple(r for r in records if r.values.get("employment_status") == "ACTIVE")


def _follow(run: Run, to: str, link: Link, source: Found, filters: Mapping[str, object]) -> tuple[Record, ...]:
    """The records that a relation leads to from the source's records."""
    if link.relation == "hub":
        return tuple(r for record in source.records for r in _same_person(run, source.model, record, to))
    relation = run.catalogue.relation(link.relation)
    if relation.fk:
        return run.live.by_ids(to, [i for record in source.records for i in ids_in(record, relation.fk)])
    return tuple(r for record in source.records for r in _inverse(run, relation, record, filters))


def _inverse(run: Run, relation: Relation, record: Record, filters: Mapping[str, object]) -> tuple[Record, ...]:
    """The records that hold this one in their foreign key."""
    key = relation.inverse or ""
    parameter = f"{key}_id"
    wanted = {**filters, parameter: record.id} if accepts(relation.to, parameter) else dict(filters)
    members = tuple(r for r in run.live.records(relation.to, wanted) if record.id in ids_in(r, key))
    return _current(run, members, relation.current) if relation.current else members


def _current(run: Run, members: Sequence[Record], by: str) -> tuple[Record, ...]:
    """Those in force: the latest by the field, not after today; several of that same day are held at once."""
    today = run.company.local_day(run.live.now()).date()
    begun = [(value.date() if isinstance(value, datetime) else value, r) for r in members for value in dig(r, by)]
    past = [(day, r) for day, r in begun if day <= today]
    latest = max((day for day, _ in past), default=None)
    return tuple(r for day, r in past if day == latest)


def _same_person(run: Run, model: str, record: Record, to: str) -> tuple[Record, ...]:
    """The same person's records in another app, by e-mail address; case does not matter."""
    if (model, to) not in HUBS:
        return ()
    address = str(next(iter(dig(record, run.catalogue.models[model].email or "")), "")).strip().lower()
    there = run.catalogue.models[to].email or ""
    parameter = there if accepts(to, there) else ""
    found = run.live.records(to, {parameter: address}) if parameter else ()
    found = found or run.live.records(to)               # the address may be written in other case at the source
    return tuple(r for r in found if address and address in {str(v).strip().lower() for v in dig(r, there)})


def _tied(run: Run, records: Sequence[Record], link: Link, source: Found) -> tuple[Record, ...]:
    """Those of the records that the link ties to the source."""
    relation = run.catalogue.relation(link.relation)
    ids = {r.id for r in source.records}
    if not link.to_source:
        return tuple(r for r in records if r.id in {i for s in source.records for i in ids_in(s, relation.fk or "")})
    key = relation.fk or ""
    others = _through(run, relation, ids) if relation.or_through else ("", frozenset())
    return tuple(r for r in records if ids & set(ids_in(r, key)) or others[1] & set(ids_in(r, others[0])))


def _through(run: Run, relation: Relation, ids: Iterable[str]) -> tuple[str, frozenset[str]]:
    """The second way to the source: (foreign key of the members, ids there). `contacts.account`: contacts of the account."""
    first, _, second = (relation.or_through or "").partition(".")
    between = run.catalogue.models[relation.model].relations[first]
    parameter = f"{second}_id"
    found = [r for i in sorted(ids) for r in run.live.records(between.to, {parameter: i} if accepts(between.to, parameter) else None)]
    return between.fk or "", frozenset(r.id for r in found if set(ids) & set(ids_in(r, second)))


def _pushed(run: Run, node: Set, links: Iterable[tuple[Link, Found]]) -> dict[str, object]:
    """The conditions that the API can filter by."""
    filters: dict[str, object] = {}
    for where in node.where:
        name = where.field.partition(".")[2]
        if accepts(node.model, name) and "." not in run.catalogue.field(where.field).path:
            filters[name] = where.value
    for link, source in links:
        relation = run.catalogue.relation(link.relation)
        parameter = f"{relation.fk}_id"
        if len(source.records) == 1 and accepts(node.model, parameter) and not relation.or_through:
            filters[parameter] = source.records[0].id
    return filters


def _expand(run: Run, node: Set) -> tuple[str, ...]:
    """The relations that the model's own fields lie behind: a conversation's kind is its type's."""
    paths = (f.path for f in run.catalogue.models[node.model].fields.values())
    return tuple(sorted({p.partition(".")[0] for p in paths if "." in p and "[]" not in p}))


def _meets(run: Run, record: Record, where: Where) -> bool:
    known = run.catalogue.field(where.field)
    return where.value in {str(v) for v in dig(record, known.path)}


# ---------------------------------------------------------------- the last of something


def _latest(run: Run, node: Set, found: Mapping[Node, Found]) -> tuple[Record, ...]:
    """The last by the model's time that has begun; looked for in growing windows, for there is no sorting at the source."""
    model = run.catalogue.models[node.model]
    for window in _windows(run, model):
        members = _members(run, node, found, window)
        begun = [(t, r) for r in members for t in dig(r, model.time or "") if _moment(t) <= run.live.now()]
        last = max((_moment(t) for t, _ in begun), default=None)
        if last is not None:
            return tuple(r for t, r in begun if _moment(t) == last)
    raise Declined(Reason.NO_RECORD, f"I found no {model.label} like that in the {model.category.upper()}.")


def _windows(run: Run, model: Model) -> Iterable[Mapping[str, object]]:
    if not accepts(model.id, "started_after"):
        return ({},)
    soon = run.live.now() + timedelta(seconds=1)        # whether the source's borders count is not known; `_latest` looks again
    bounded = [{"started_after": soon - timedelta(days=d), "started_before": soon} for d in WINDOWS]
    return (*bounded, {"started_before": soon})


def _moment(value: Any) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day, tzinfo=UTC)


Operation = Callable[[Run, Any, Mapping[Node, Found]], Found]

OPERATIONS: Mapping[str, Operation] = {"resolve": resolve, "asker": asker, "select": select}


def subjects(node: Node, found: Mapping[Node, Found], records: Sequence[Record]) -> tuple[Record, ...]:
    """The employees to whom the records of a node belong."""
    if node.model == PEOPLE:
        return tuple(records)
    sources = [link.source for link in node.links] if isinstance(node, Set) else []
    return tuple(r for source in sources for r in (found[source].records if source.model == PEOPLE else ()))


def check_field(run: Run, field: Field, node: Node, found: Mapping[Node, Found]) -> None:
    """May the asker use this field of the node's records? Raises Declined, not permitted or not connected."""
    records = found[node].records
    people = subjects(node, found, records) if field.model.startswith("hris/") else ()
    for person in people:
        check_person_field(run, field.privacy, person)
    for record in () if people else records:            # a person's field is decided by the person
        check_record(run, field.privacy, record)
    if run.live.switched_off(field.model, field.path.partition("[")[0].partition(".")[0]):
        raise Declined(Reason.NOT_CONNECTED, f"The connected app does not share the {field.label}.")
