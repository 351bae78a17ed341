"""Ways from record to record, as `docs/semantics.md` defines them: a relation is a set of pairs, a hub ties what is the same in two apps."""

from collections.abc import Iterable, Sequence

from agent.catalogue import Relation
from agent.plan.algebra import Path, Step
from tests.reference.values import Row, World, dug, is_time, moment, plain

PEOPLE = "hris/Employee"
MAILS = {PEOPLE: "work_email", "ticketing/User": "email_address", "crm/User": "email"}
COMPANIES = ("crm/Account", "accounting/Contact")


def ids(row: Row, name: str) -> list[str]:
    """The ids in a foreign key."""
    return [str(v) for v in dug(row, name)]


def pairs_of(world: World, relation: Relation, row: Row) -> list[Row]:
    """What a relation leads to from a record of its model: by its key, by theirs, on and on; only what the relation means."""
    found = _above(world, row, relation) if relation.closure and relation.fk else _held(world, relation, row)
    kept = [r for r in found if all(r.get(k) == v for k, v in relation.where.items())]
    return _in_force(world, kept, relation.current) if relation.current else kept


def _held(world: World, relation: Relation, row: Row) -> list[Row]:
    if relation.fk:
        held = ids(row, relation.fk)
        return [r for r in world.all(relation.to) if r["id"] in held]
    if relation.closure:
        return [r for r in world.all(relation.to) if row["id"] in {a["id"] for a in _above(world, r, relation)}]
    return [r for r in world.all(relation.to) if row["id"] in ids(r, relation.inverse or "")]


def _above(world: World, row: Row, relation: Relation) -> list[Row]:
    found: list[Row] = []
    waiting = ids(row, relation.fk or relation.inverse or "")
    while waiting:
        here = next((r for r in world.all(relation.to) if r["id"] == waiting[0]), None)
        waiting = waiting[1:]
        if here is not None and here not in found and here["id"] != row["id"]:
            found.append(here)
            waiting += ids(here, relation.fk or relation.inverse or "")
    return found


def _in_force(world: World, rows: Sequence[Row], by: str) -> list[Row]:
    begun = [(moment(v).date(), r) for r in rows for v in dug(r, by) if is_time(v) and moment(v).date() <= world.today()]
    return [r for at, r in begun if at == max(d for d, _ in begun)]


def stepped(world: World, model: str, row: Row, step: Step) -> list[Row]:
    """What one step leads to. A relation is a set of pairs: the other way round it is the same pairs turned."""
    if step.relation == "hub":
        return [r for r in world.all(step.to) if _is_same(model, row, step.to, r)]
    relation = world.known.relation(step.relation)
    if not step.inverse:
        return pairs_of(world, relation, row)
    return [r for r in world.all(step.to) if row["id"] in {end["id"] for end in pairs_of(world, relation, r)}]


def _is_same(model: str, one: Row, to: str, other: Row) -> bool:
    if model == to:
        return bool(one["id"] == other["id"])
    if model in MAILS and to in MAILS:
        return plain(one.get(MAILS[model]) or "") == plain(other.get(MAILS[to]) or "")
    return model in COMPANIES and to in COMPANIES and plain(one["name"]) == plain(other["name"])


def walked(world: World, model: str, row: Row, path: Path) -> list[Row]:
    """What a path leads to, each once."""
    here = [row]
    for step in path:
        there = [r for each in here for r in stepped(world, model, each, step)]
        here, model = once(there), step.to
    return here


def once(rows: Iterable[Row]) -> list[Row]:
    """Each record once."""
    return list({r["id"]: r for r in rows}.values())
