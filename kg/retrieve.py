"""What surrounds entities in the graph: their links, and the subgraph of several. The cost is bounded by the quotas, not by how much a hub knows.

What a quota keeps: the newest by the version of the record that says so, then by key. Of an entity with up to READ edges in a
direction, and of a hub's relation with up to OF_HUB, that is a function of what the graph holds, whatever the order it came in. Of
a relation with more, those are looked at that the server has stored first in its chain: the same graph gives the same answer every
time, but two graphs that were filled in another order may show other records of a hub. How many there are is said beside.

Finds; states no facts. Knows no model by name.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from kg import schema
from kg.graph import Graph, Step
from kg.rows import merge_id_of, model_of

READ = 200                     # edges that leave an entity or lead to it that are looked at; one to which more lead is a hub
OF_HUB = 60                    # edges that lead to a hub by one relation that are looked at
JOINED = 20                    # records of one person or company that stand for it together
_HUB = "hub/"                 # models of what joins records: of no app
_SECONDS = 20.0                # of a first run on a busy machine, plans included; a warm one takes milliseconds
ANY_DEGREE = 2**31 - 1
_GROUP = 8                     # relations of a statement about hubs: it is planned soon, and a hub needs few of them
_GROUPS = tuple(schema.RELATIONS[i:i + _GROUP] for i in range(0, len(schema.RELATIONS), _GROUP))
_NOTHING = {"tenant": "", "keys": ["nobody"]}       # what a statement finds nothing of while it is planned


class Evidence(NamedTuple):
    """What an edge rests on: the record that says so, or how a join was found."""

    record: str                # key of the entity that the edge leaves: its record holds the foreign key, `relation` names it
    linked_account: str | None
    version: str | None        # of that record when it said so; begins with the time when Merge's copy changed
    last_seen_at: str | None   # of that record: ISO, UTC
    method: str | None = None  # of a join, "email" …; None of an edge that a record says
    score: float | None = None
    reasons: tuple[str, ...] = ()

    @property
    def source_modified_at(self) -> str | None:
        """When Merge's copy of the record changed: ISO, UTC."""
        return self.version.partition("|")[0] if self.version else None


@dataclass(frozen=True, slots=True)
class Link:
    """A live edge as seen from `start`."""

    start: str
    relation: str
    end: str
    outgoing: bool             # the record of `start` holds the foreign key
    name: str | None           # of `end`; None where it has none, not for everybody, or is not there yet
    evidence: Evidence = field(compare=False)

    @property
    def model(self) -> str:
        """Of `end`."""
        return model_of(self.end)

    @property
    def merge_id(self) -> str:
        """Of `end`."""
        return merge_id_of(self.end)


@dataclass(frozen=True, slots=True)
class Quota:
    """How much of a subgraph is shown."""

    near: int = 50             # edges of an asked entity by one relation in one direction, and of the second hop by one in all
    onward: int = 8            # of these, how many are followed further
    followed: int = 28         # in all
    far: int = 5               # edges of one that is followed, by one relation in one direction
    looked_at: int = 16        # edges of one that is followed that are looked at, in one direction


@dataclass(frozen=True, slots=True)
class Shown:
    """Of an asked entity's edges by one relation in one direction, how many are in the result: 50 of 6,400."""

    key: str
    relation: str
    outgoing: bool
    links: int
    of: int                    # of a hub with those that have ended, for that is what the server counts


@dataclass(frozen=True, slots=True)
class Subgraph:
    """What surrounds the asked entities."""

    names: Mapping[str, str | None]      # by key: of every entity in it
    hops: Mapping[str, int]              # by key: how far from the nearest asked entity; 0 for these, and for what is joined with them
    links: tuple[Link, ...]              # each edge once, as seen from the nearer end; in a fixed order
    shown: tuple[Shown, ...]             # where a quota cut


@dataclass(frozen=True, slots=True)
class _Around:
    """One entity and its edges as they were read."""

    key: str
    name: str | None
    links: tuple[Link, ...]
    counts: Mapping[tuple[str, bool], int]      # relation, outgoing → how many there are


def neighbours(
    graph: Graph, tenant: str, keys: Iterable[str], *, relations: Collection[str] = (), quota: int = 50,
) -> dict[str, tuple[Link, ...]]:
    """Links of each live entity, at most `quota` per entity, relation and direction; `relations` () means all. In a fixed order.

    Raises ValueError for a relation that is not in the schema, GraphUnavailable, GraphTooSlow.
    """
    asked = sorted(set(keys))
    found = {one.key: one.links for one in _around(graph, tenant, asked, relations=relations, quota=quota)}
    return {key: tuple(sorted(found.get(key, ()), key=order)) for key in asked}


def subgraph(
    graph: Graph, tenant: str, keys: Iterable[str], *, depth: int = 2, quota: Quota = Quota(),
) -> Subgraph:
    """The surroundings of several entities up to `depth` 1 or 2, every relation of each of them represented.

    A join costs no hop: the other records of an asked person or company, in whatever app, are as near as the asked one, so that
    two hops lead from an employee over their user in the tracker to their tickets and on. Farther out a join is an edge like any
    other. A second hop looks at `looked_at` edges of each neighbour that is followed, of a hub at its first ones.
    Raises ValueError for another depth, GraphUnavailable, GraphTooSlow.
    """
    if depth not in (1, 2):
        raise ValueError(f"a subgraph has depth 1 or 2, not {depth}")
    near = _around(graph, tenant, sorted(set(keys)), quota=quota.near, joins=JOINED)
    starts = {one.key: one.name for one in near}
    links = [link for one in near for link in one.links]
    shown = tuple(cut for one in near for cut in _cut(one))
    if depth == 2 and (front := _front(near, starts, quota)):
        links += _second(graph, tenant, front, quota)
    once = _once(links)
    names = {link.end: link.name for link in once} | starts
    return Subgraph(names, dict(_hops(starts, once)), once, shown)


def plan_links(graph: Graph) -> None:
    """Have the server plan what `neighbours` and `subgraph` ask of most things: the first that asks would wait for it else."""
    graph.read("links_around", **_NOTHING, relations=list(schema.RELATIONS), joins=0, few=READ, most=READ, quota=1, seconds=_SECONDS)


def plan_hubs(graph: Graph) -> None:
    """The same of what they ask of hubs, by every relation, which takes the server seconds."""
    graph.read("degrees_in", **_NOTHING, seconds=_SECONDS)
    for some in _GROUPS:
        graph.read_all([Step("links_in_of_hub", {**_NOTHING, "most": OF_HUB, "quota": 1}, some)], seconds=_SECONDS)


def order(link: Link) -> tuple[str, bool, str, str]:
    """The fixed order of one entity's links."""
    return link.relation, link.outgoing, link.end, link.start


def link_of(start: str, relation: str, outgoing: bool, end: Sequence[Any]) -> Link:
    """A row's edge: `end` as the queries of retrieve.cypher give it."""
    key, name, linked_account, version, last_seen_at, method, score, reasons = end
    evidence = Evidence(start if outgoing else key, linked_account, version, last_seen_at, method, score, tuple(reasons or ()))
    return Link(start, relation, key, outgoing, name, evidence)


def _around(
    graph: Graph, tenant: str, keys: Sequence[str], *, relations: Collection[str] = (), quota: int, joins: int = 0,
) -> list[_Around]:
    """What is directly around live entities. Of hubs, what points to them is asked relation by relation: those only that occur."""
    if not keys:
        return []
    wanted = _relations(relations)
    rows = graph.read("links_around", tenant=tenant, keys=keys, relations=wanted, joins=joins, few=READ, most=READ, quota=quota,
                      seconds=_SECONDS)[0]["around"]
    hubs = [start for start, _, leads_in, _, _ in rows if leads_in > READ]
    incoming = _of_hubs(graph, tenant, hubs, wanted, quota) if hubs else {}
    return [_one(start, name, out, [*into, *incoming.get(start, ())]) for start, name, _, out, into in sorted(rows, key=itemgetter(0))]


def _one(start: str, name: str | None, out: Iterable[Sequence[Any]], into: Iterable[Sequence[Any]]) -> _Around:
    found = [*((True, *part) for part in out), *((False, *part) for part in into)]
    links = tuple(link_of(start, relation, outgoing, end) for outgoing, relation, _, ends in found for end in ends)
    return _Around(start, name, links, {(relation, outgoing): number for outgoing, relation, number, _ in found})


def _of_hubs(
    graph: Graph, tenant: str, keys: list[str], wanted: Collection[str], quota: int,
) -> dict[str, list[tuple[str, int, list[Any]]]]:
    """By hub: relation, how many, and those that are shown. Several relations are asked by one statement."""
    degrees = {row["start"]: {relation: number for relation, number in row["degrees"] if relation in wanted}
               for row in graph.read("degrees_in", tenant=tenant, keys=keys, seconds=_SECONDS)}
    base = {"tenant": tenant, "most": max(OF_HUB, quota), "quota": quota}
    asked = [(some, sorted(key for key, numbers in degrees.items() if not numbers.keys().isdisjoint(some))) for some in _GROUPS]
    steps = [Step("links_in_of_hub", {**base, "keys": hubs}, some) for some, hubs in asked if hubs]
    found: dict[str, list[tuple[str, int, list[Any]]]] = defaultdict(list)
    for row in (row for rows in graph.read_all(steps, seconds=_SECONDS) for row in rows):
        numbers = degrees[row["start"]]
        found[row["start"]] += [(relation, numbers[relation], ends) for relation, ends in row["incoming"] if relation in numbers]
    return found


def _cut(one: _Around) -> Iterator[Shown]:
    links: dict[tuple[str, bool], int] = defaultdict(int)
    for link in one.links:
        links[link.relation, link.outgoing] += 1
    for (relation, outgoing), number in sorted(one.counts.items()):
        if links[relation, outgoing] < number:
            yield Shown(one.key, relation, outgoing, links[relation, outgoing], number)


def _front(near: Iterable[_Around], starts: Collection[str], quota: Quota) -> list[str]:
    """The entities expanded at depth 2: the first of each relation and direction, in turn; no starts and no hubs, whose members are starts."""
    turns: dict[tuple[str, str, bool], int] = defaultdict(int)
    found: dict[str, int] = {}
    for link in (link for one in near for link in one.links):
        turn = turns[link.start, link.relation, link.outgoing]
        turns[link.start, link.relation, link.outgoing] += 1
        if turn < quota.onward and link.end not in starts and not link.model.startswith(_HUB):
            found[link.end] = min(turn, found.get(link.end, turn))
    return sorted(found, key=lambda key: (found[key], key))[:quota.followed]


def _second(graph: Graph, tenant: str, front: list[str], quota: Quota) -> list[Link]:
    """Edges of the expanded entities, at most `near` per relation and direction, shared equally among the entities."""
    rows = graph.read("links_around", tenant=tenant, keys=front, relations=_relations(()), joins=0, few=ANY_DEGREE, most=quota.looked_at,
                      quota=quota.far, seconds=_SECONDS)[0]["around"]
    turns = sorted(((turn, relation, outgoing, end[0], start, end)
                    for start, _, _, *directions in rows for outgoing, parts in zip((True, False), directions, strict=True)
                    for relation, _, ends in parts for turn, end in enumerate(ends)), key=itemgetter(0, 1, 2, 3, 4))
    room: dict[tuple[str, bool], int] = defaultdict(lambda: quota.near)
    kept = []
    for _, relation, outgoing, _, start, end in turns:
        room[relation, outgoing] -= 1
        if room[relation, outgoing] >= 0:
            kept.append(link_of(start, relation, outgoing, end))
    return kept


def _once(links: Iterable[Link]) -> tuple[Link, ...]:
    """Each edge once, as it was seen first."""
    seen: dict[tuple[str, str, str], Link] = {}
    for link in links:
        ends = (link.start, link.end) if link.outgoing else (link.end, link.start)
        seen.setdefault((ends[0], link.relation, ends[1]), link)
    return tuple(sorted(seen.values(), key=lambda link: (link.start, *order(link))))


def _hops(starts: Iterable[str], links: Sequence[Link]) -> Iterator[tuple[str, int]]:
    hops = dict.fromkeys(starts, 0)
    for hop in (1, 2):
        found = {link.end for link in links if hops.get(link.start) == hop - 1}
        hops |= dict.fromkeys(found - hops.keys(), hop)
    yield from sorted(hops.items())


def _relations(wanted: Collection[str]) -> list[str]:
    if unknown := set(wanted) - set(schema.RELATIONS):
        raise ValueError(f"{sorted(unknown)} are no relations of kg.schema")
    return sorted(wanted or schema.RELATIONS)
