"""The same person or company in several apps: joined in hubs, with what speaks for it, a queue for people, and their decisions.

What is due is written into the graph by whoever changes a record; `join_due` works it off. One caller per tenant at a time:
whoever calls holds a lock. Pairs, scores and evidence show no private value: they say what is the same, not what it is.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kg.graph import Graph
from kg.joining import Batch, Done
from kg.match.clusters import PARTING
from kg.rows import iso
from kg.schema import HUB_KINDS

BATCH = 500                 # records of one round
_SECONDS = 60.0
# Companies first: who works for one is compared with its name in mind.
_TAKEN_FIRST = tuple(sorted(model for model, kind in HUB_KINDS.items() if kind != "person"))
_TAKEN_THEN = tuple(sorted(HUB_KINDS.keys() - {*_TAKEN_FIRST}))


@dataclass(frozen=True, slots=True)
class Joined:
    """What working off did."""

    records: int            # looked at
    pairs: int              # compared
    joins: int              # records that are in another hub than before
    ended: int              # records that left their hub
    is_done: bool           # False where `limit` was reached before the end
    too_large: int          # blocks that are left out, because too many records share them (a switchboard, a mailbox)


@dataclass(frozen=True, slots=True)
class Member:
    """A record as the queue and the reasons name it."""

    key: str
    model: str
    name: str | None        # None where the record has none, or not for everybody


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two records that may be one, and what was found and decided."""

    left: Member
    right: Member
    kind: str               # person or company
    state: str              # automatic, review, confirmed, never, undone
    score: float            # 0…1
    evidence: tuple[str, ...]
    decided_by: str | None
    decided_at: str | None  # ISO, UTC


@dataclass(frozen=True, slots=True)
class Join:
    """Why a record is in a hub."""

    member: Member
    method: str             # rules or decision
    score: float
    evidence: tuple[str, ...]
    joined_with: str        # key of the member it is most surely one with
    decided_by: str | None
    decided_at: str | None
    since: str              # ISO, UTC
    run: str


@dataclass(frozen=True, slots=True)
class Hub:
    """Records that are one person or company."""

    key: str
    name: str | None
    joins: tuple[Join, ...]


def join_due(graph: Graph, tenant: str, *, run: str, now: datetime, limit: int | None = None) -> Joined:
    """Work off what is due: at most `limit` records, all of them where none is given.

    May be stopped anywhere and called again. Raises GraphUnavailable, GraphTooSlow.
    """
    done = [Done(0, 0, 0, 0)]
    left = limit
    while keys := _taken(graph, tenant, BATCH if left is None else min(BATCH, left)):
        done.append(Batch(graph, tenant, keys, run, iso(now)).work_off())
        left = None if left is None else left - len(keys)
    too_large = graph.read("hubs_too_large", seconds=_SECONDS, tenant=tenant)[0]["blocks"]
    total = Done(*(sum(getattr(each, name) for each in done) for name in ("records", "pairs", "joins", "ended")))
    return Joined(total.records, total.pairs, total.joins, total.ended, left is None or left > 0, int(too_large))


def review(graph: Graph, tenant: str, *, state: str = "review", limit: int = 100) -> tuple[Proposal, ...]:
    """Pairs that a person should look at, the likeliest first; with another `state` those that are automatic, confirmed, never, undone."""
    rows = graph.read("hubs_review", seconds=_SECONDS, tenant=tenant, state=state, limit=limit)
    return tuple(_proposal(row) for row in rows)


def decide(  # noqa: PLR0913    # two records, a word, who and when: none can be left out
    graph: Graph, tenant: str, left_key: str, right_key: str, same: bool | None, *, by: str, now: datetime,
) -> str:
    """A person's word on two records: True joins them, False never again, None takes back what was decided, or undoes a join.

    Holds until it is changed, whatever the records become; `join_due` carries it out. The state after it.
    Raises ValueError for keys that are no records of this tenant that can be joined.
    """
    left, right = sorted((left_key, right_key))
    kinds = {_kind(tenant, key) for key in (left, right)} - {"either"}
    if left == right or (same and len(kinds) > 1):
        raise ValueError(f"{left} and {right} cannot be joined: they are one record, or a person and a company")
    state = _state(graph, tenant, left, right) if same is None else None
    decision = {True: "confirmed", False: "never", None: None if state in PARTING else "undone"}[same]
    kind = min(kinds, default="company")
    rows = graph.write("hubs_decide", tenant=tenant, left=left, right=right, decision=decision, by=by, at=iso(now), kind=kind)
    if not rows:
        raise ValueError(f"{left} or {right} is not in the graph")
    return str(rows[0]["state"])


def why_joined(graph: Graph, tenant: str, key: str) -> Hub | None:
    """The hub that a record is joined in, or the hub of that key, with the reason of each member; None where there is none."""
    hubs = {row["hub"] for row in graph.read("hubs_joins", seconds=_SECONDS, tenant=tenant, keys=[key])} or {key}
    rows = graph.read("hubs_why", seconds=_SECONDS, tenant=tenant, keys=sorted(hubs))
    if not rows:
        return None
    joins = sorted((_join(row["member"], row["held"]) for row in rows), key=lambda join: join.member.key)
    return Hub(rows[0]["hub"], rows[0]["name"], tuple(joins))


def together(graph: Graph, tenant: str, keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each record that is in a hub: all records of the hub, itself included, in order."""
    asked = sorted(set(keys))
    rows = graph.read("hubs_joins", seconds=_SECONDS, tenant=tenant, keys=asked) if asked else []
    members: dict[str, set[str]] = {}
    for row in rows:
        members.setdefault(row["hub"], set()).add(row["member"])
    return {key: tuple(sorted(found)) for found in members.values() for key in asked if key in found}


def alike(graph: Graph, tenant: str, left: str, right: str) -> tuple[tuple[str, str], ...]:
    """A pair, and the other pairs between what its two records are joined with that stand as it stands: a person decides them as one.

    A pair that the rules joined stands for itself.
    """
    of = together(graph, tenant, (left, right))
    ones, others = (set(of.get(key, (key,))) for key in (left, right))
    rows = graph.read("hubs_pairs", seconds=_SECONDS, tenant=tenant, keys=sorted(ones))
    held = {(row["left"], row["right"]): row["held"] for row in rows}
    pair = next((each for each in held if set(each) == {left, right}), None)
    if pair is None or held[pair]["state"] == "automatic":
        return ((left, right),)
    return tuple(sorted(each for each, found in held.items() if _stands(found) == _stands(held[pair]) and _between(each, ones, others)))


def _stands(held: Mapping[str, Any]) -> tuple[Any, ...]:
    """The state of a pair without its score: what was decided, by whom and when."""
    return tuple(held.get(name) for name in ("state", "decision", "decided_by", "decided_at"))


def _between(pair: tuple[str, str], ones: Collection[str], others: Collection[str]) -> bool:
    return any(left in ones and right in others for left, right in (pair, pair[::-1]))


def _taken(graph: Graph, tenant: str, size: int) -> list[str]:
    """Keys of the next records; those that were taken up before a crash first."""
    if size <= 0:
        return []
    keys = _held(graph, tenant, size)
    for models in (_TAKEN_FIRST, _TAKEN_THEN):
        if not keys and graph.write("hubs_take", seconds=_SECONDS, tenant=tenant, models=[*models], limit=size)[0]["taken"]:
            keys = _held(graph, tenant, size)
    return keys


def _held(graph: Graph, tenant: str, size: int) -> list[str]:
    return sorted(row["key"] for row in graph.read("hubs_taken", seconds=_SECONDS, tenant=tenant, limit=size))


def _kind(tenant: str, key: str) -> str:
    parts = key.split("|", 3)
    kind = HUB_KINDS.get("/".join(parts[1:3])) if len(parts) == 4 and parts[0] == tenant else None
    if kind is None:
        raise ValueError(f"{key} is no record of {tenant} that can be joined")
    return kind


def _state(graph: Graph, tenant: str, left: str, right: str) -> str:
    rows = graph.read("hubs_pairs", seconds=_SECONDS, tenant=tenant, keys=[left])
    return next((str(row["held"]["state"]) for row in rows if {row["left"], row["right"]} == {left, right}), "")


def _proposal(row: Mapping[str, Any]) -> Proposal:
    held = row["held"]
    is_decided = bool(held.get("decision"))
    return Proposal(_member(row["left"]), _member(row["right"]), held["kind"], held["state"], held["score"], tuple(held.get("evidence") or ()),
                    held.get("decided_by") if is_decided else None, held.get("decided_at") if is_decided else None)


def _join(member: Mapping[str, Any], held: Mapping[str, Any]) -> Join:
    return Join(_member(member), held["method"], held["score"], tuple(held.get("evidence") or ()), held["with"],
                held.get("decided_by"), held.get("decided_at"), held["first_seen_at"], held["run"])


def _member(found: Mapping[str, Any]) -> Member:
    return Member(found["key"], found["model"], found.get("name"))
