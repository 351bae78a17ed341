"""What joins entities: direct links and paths over one entity between, and the shortest way between two over at most four edges.

Both ends are walked towards each other. What a quota of `kg/retrieve.py` hides at a hub is still seen from its other end, for
there the edge is a foreign key of a record, and of these every one is read. Only what is live is ever walked over.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg import schema
from kg.graph import Graph, Step
from kg.resolve import by_key
from kg.retrieve import JOINED, Link, link_of, neighbours, order

MOST = 4                       # edges of a connection
_JOIN = "JOINED_IN"
_OUT = 60                      # edges that leave a record that are read: its foreign keys, and what is kept to join it
_IN = 12                       # edges that lead to an entity on the way that are read
_FRONT = 60                    # entities of one end that are walked on from
_MEET = 300                    # entities of one end that are held against the other's
_SECONDS = 20.0                # of a first run on a busy machine, plans included; a warm one takes milliseconds

Path = tuple[Link, ...]
_Edge = tuple[str, str, str]   # start, relation, end: as the record says it


def connections(
    graph: Graph, tenant: str, starts: Iterable[str], ends: Iterable[str], *, quota: int = 200,
) -> dict[str, tuple[Path, ...]]:
    """What joins each end to any of the starts: direct links and paths over one entity between; direct ones first.

    Both neighbourhoods are read up to `quota` per relation; what one side's quota cuts is still seen from the other side. Every
    end is in the result, with () where nothing joins it or it is no live entity. An end that is a start too is not joined to itself.
    """
    left, right = sorted(set(starts)), sorted(set(ends))
    if not left or not right:
        return dict.fromkeys(right, ())
    around = neighbours(graph, tenant, [*left, *right], quota=quota)
    joined = _all_links(graph, tenant, left, right, around)
    live = {c.key: c.name or None for c in by_key(graph, tenant, right).values()}
    paths = {end: tuple(sorted(_paths(left, end, name, joined), key=_path_order)) for end, name in live.items()}
    return {end: paths.get(end, ()) for end in right}


def connection(graph: Graph, tenant: str, start: str, end: str, *, most: int = MOST) -> Path | None:
    """The shortest way from one entity to another over at most `most` edges, 1 to 4; None where none is seen.

    Joins cost nothing at the two ends: the way may begin and finish at any record of the same person or company, and the links
    that join them are then part of the path beside the `most`. () where both are the same. Of equally short ways always the same
    one. A way of three or four edges over two hubs may remain unseen where both know more than is read of them.
    Raises ValueError for another `most`, GraphUnavailable, GraphTooSlow.
    """
    if not 1 <= most <= MOST:
        raise ValueError(f"a connection has one to {MOST} edges, not {most}")
    if start == end:
        return ()
    left, right = _Side(), _Side()
    for side, key, found in zip((left, right), (start, end), _at_ends(graph, tenant, start, end), strict=True):
        side.begin(key, found)
    if not left.way or not right.way:
        return None
    edges = _met(graph, tenant, left, right, most)
    return _told(graph, tenant, start, edges) if edges is not None else None


@dataclass(slots=True)
class _Side:
    """One side of a bidirectional search: the entities reached from one end, over which edges, and at which distance."""

    way: dict[str, tuple[_Edge, ...]] = field(default_factory=dict)      # by entity: edges from this end to it
    hops: dict[str, int] = field(default_factory=dict)
    front: list[str] = field(default_factory=list)
    depth: int = 0

    def begin(self, key: str, found: Mapping[str, Sequence[_Edge]]) -> None:
        """The end itself and what is joined with it, and their edges as the first step."""
        if key not in found:
            return
        self.way[key], self.hops[key] = (), 0
        own = {end: (key, relation, end) for s, relation, end in found[key] if relation == _JOIN and s == key}
        for other in sorted(found.keys() - {key}):
            join = next((e for e in found[other] if e[1] == _JOIN and e[0] == other and e[2] in own), None)
            direct = next((e for e in found[other] if e[1] == _JOIN and e[2] == key), None)
            if join or direct:
                self.way[other], self.hops[other] = (own[join[2]], join) if join else (direct,) if direct else (), 0
        self.add([edge for one in self.way for edge in found[one]])

    def add(self, edges: Iterable[_Edge]) -> None:
        """Expand the search by these edges."""
        before = dict(self.hops)
        self.depth += 1
        reached: set[str] = set()
        for edge in sorted(set(edges)):
            for here, there in ((edge[0], edge[2]), (edge[2], edge[0])):
                if here in before and there not in before and there not in reached:
                    self.way[there], self.hops[there] = (*self.way[here], edge), before[here] + 1
                    reached.add(there)
        self.front = sorted(reached)[:_FRONT]


def _at_ends(graph: Graph, tenant: str, start: str, end: str) -> list[dict[str, list[_Edge]]]:
    """For each end, the edges of itself and of the records joined with it, by key; empty for an end that is not there."""
    own = _edges_around(graph, tenant, [start, end], _FRONT)
    hubs = {key: {edge[2] for edge in own.get(key, ()) if edge[1] == _JOIN and edge[0] == key} | {key} for key in (start, end)}
    joins = sorted(set().union(*hubs.values()) - {start, end})
    joined = own | (_edges_around(graph, tenant, joins, JOINED) if joins else {})
    members = {key: {edge[0] for hub in hubs[key] for edge in joined.get(hub, ()) if edge[1] == _JOIN and edge[2] == hub} for key in hubs}
    others = sorted(set().union(*members.values()) - {start, end})
    found = own | (_edges_around(graph, tenant, others, _FRONT) if others else {})
    return [{one: found[one] for one in {key, *members[key]} if one in found} for key in (start, end)]


def _edges_around(graph: Graph, tenant: str, keys: list[str], into: int) -> dict[str, list[_Edge]]:
    """Edges by the entity that was asked for: what leaves it, and at most `into` that lead to it."""
    rows = graph.read("keys_around", tenant=tenant, keys=keys, relations=list(schema.RELATIONS), out=_OUT, into=into, seconds=_SECONDS)
    return {start: [*((start, relation, key) for relation, key in outgoing), *((key, relation, start) for relation, key in incoming)]
            for start, outgoing, incoming in rows[0]["around"]}


def _met(graph: Graph, tenant: str, left: _Side, right: _Side, most: int) -> tuple[_Edge, ...] | None:
    """Edges of the shortest path by bidirectional search, expanding the smaller frontier; None where the two never meet."""
    while True:
        best = _best(left, right, most)
        if best is not None or left.depth + right.depth > most:
            return best
        if left.depth + right.depth == most or not (left.front and right.front):
            _close(graph, tenant, left, right)
            return _best(left, right, most)
        side = min((left, right), key=lambda one: (one.depth, len(one.front)))
        around = _edges_around(graph, tenant, side.front, _IN)
        side.add(edge for edges in around.values() for edge in edges)


def _best(left: _Side, right: _Side, most: int) -> tuple[_Edge, ...] | None:
    ways = [(left.hops[key] + right.hops[key], key) for key in left.hops.keys() & right.hops.keys()]
    if not ways or min(ways)[0] > most:
        return None
    key = min(ways)[1]
    return (*left.way[key], *reversed(right.way[key]))


def _close(graph: Graph, tenant: str, left: _Side, right: _Side) -> None:
    """Last step: foreign keys from one frontier to an inner entity of the other side, which a quota may have hidden there."""
    sides = ((left, right), (right, left))
    steps = [_between(tenant, [key for key in outer.front if outer.hops[key] == outer.depth][:_MEET],
                      sorted(key for key, hop in inner.hops.items() if hop < inner.depth)[:_MEET]) for outer, inner in sides]
    for (_, inner), rows in zip(sides, graph.read_all(steps, seconds=_SECONDS), strict=True):
        for start, relation, end in sorted((start, relation, end[0]) for start, _, relation, end in rows[0]["links"]):
            if start not in inner.hops:
                inner.way[start], inner.hops[start] = (*inner.way[end], (start, relation, end)), inner.hops[end] + 1


def _between(tenant: str, keys: Sequence[str], ends: Sequence[str]) -> Step:
    return Step("links_between", {"tenant": tenant, "keys": keys, "ends": ends, "relations": list(schema.RELATIONS), "most": _OUT})


def _told(graph: Graph, tenant: str, start: str, edges: Sequence[_Edge]) -> Path | None:
    """The way as links from the start on, each with its evidence; None where one has ended in this very moment."""
    keys, ends = sorted({e[0] for e in edges}), sorted({e[2] for e in edges})
    rows = graph.read_all([_between(tenant, keys, ends)], seconds=_SECONDS)[0][0]["links"]
    held = {(start, relation, end[0]): (name, link_of(start, relation, True, end)) for start, name, relation, end in rows}
    path, here = [], start
    for edge in edges:
        if edge not in held:
            return None
        name, link = held[edge]
        path.append(link if link.start == here else turned(link, name))
        here = path[-1].end
    return tuple(path)


def turned(link: Link, name: str | None) -> Link:
    """The same edge, as seen from its other end; `name` is that of its start."""
    return Link(link.end, link.relation, link.start, not link.outgoing, name, link.evidence)


def _all_links(
    graph: Graph, tenant: str, left: list[str], right: list[str], around: Mapping[str, tuple[Link, ...]],
) -> dict[str, set[Link]]:
    """Links of the starts and, for those between, the links to starts and ends that a quota may have hidden."""
    seeds = {*left, *right}
    joined: dict[str, set[Link]] = {key: set(links) for key, links in around.items()}
    between = sorted({link.end for links in around.values() for link in links} - seeds)
    for start, name, relation, end in graph.read_all([_between(tenant, between, sorted(seeds))], seconds=_SECONDS)[0][0]["links"]:
        link = link_of(start, relation, True, end)
        joined[link.end].add(turned(link, name))
    return joined


def _paths(left: list[str], end: str, name: str | None, joined: Mapping[str, set[Link]]) -> Iterator[Path]:
    to_end: dict[str, list[Link]] = defaultdict(list)
    for link in joined.get(end, ()):
        to_end[link.end].append(link)
    for start in left:
        for first in joined.get(start, ()) if start != end else ():
            if first.end == end:
                yield (first,)
            elif first.end != start:
                yield from ((first, turned(last, name)) for last in to_end.get(first.end, ()))


def _path_order(path: Path) -> tuple[int, list[tuple[str, bool, str, str]]]:
    return len(path), [order(link) for link in path]
