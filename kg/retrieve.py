"""What surrounds entities in the graph, and what joins them. The cost is bounded by the quotas, not by how much a hub knows.

Finds; states no facts. Knows no model by name.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kg import schema
from kg.graph import Graph, Step

_FEW = 1_000                   # edges that may be read without asking of which relation they are
_SECONDS = 20.0                # of a first run on a busy machine, plans included; a warm one takes milliseconds
_OUT_LIMIT = 2_000             # foreign keys of one record: a belt, never reached by honest data


@dataclass(frozen=True, slots=True)
class Link:
    """A live edge as seen from `start`."""

    start: str
    relation: str
    end: str
    outgoing: bool             # the record of `start` holds the foreign key
    name: str | None           # of `end`; None where it has none, not for everybody, or is not there yet
    model: str                 # of `end`
    merge_id: str              # of `end`


@dataclass(frozen=True, slots=True)
class _End:
    key: str
    name: str | None
    model: str
    merge_id: str


Path = tuple[Link, Link] | tuple[Link]


def neighbours(
    graph: Graph, tenant: str, keys: Iterable[str], *, relations: Collection[str] = (), quota: int = 50,
) -> dict[str, tuple[Link, ...]]:
    """Links of each live entity, at most `quota` per entity, relation and direction; `relations` () means all. In a fixed order.

    Raises ValueError for a relation that is not in the schema, GraphUnavailable, GraphTooSlow.
    """
    asked, wanted = sorted(set(keys)), _relations(relations)
    found: dict[str, set[Link]] = {key: set() for key in asked}
    if not asked:
        return {}
    base = {"tenant": tenant, "keys": asked}
    outgoing, incoming, hubs = graph.read_all([
        Step("links_out", {**base, "relations": wanted, "limit": _OUT_LIMIT}),
        Step("links_in", {**base, "relations": wanted, "few": _FEW}),
        Step("hubs", {**base, "relations": wanted, "few": _FEW}),
    ], seconds=_SECONDS)
    incoming += _of_hubs(graph, tenant, hubs, quota)
    for row in _within(quota, outgoing):
        found[row["start"]].add(Link(outgoing=True, **row))
    for row in _within(quota, incoming):
        found[row["start"]].add(Link(outgoing=False, **row))
    return {key: tuple(sorted(links, key=_order)) for key, links in found.items()}


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
    held = [row["held"] for row in graph.read("entities_by_keys", tenant=tenant, keys=right, seconds=_SECONDS)]
    live = [_End(h["key"], h.get("name"), h["model"], h["merge_id"]) for h in held]
    paths = {end.key: tuple(sorted(_paths(left, end, joined), key=_path_order)) for end in live}
    return {end: paths.get(end, ()) for end in right}


def _of_hubs(graph: Graph, tenant: str, hubs: list[dict[str, Any]], quota: int) -> list[dict[str, Any]]:
    keys_of: dict[str, list[str]] = defaultdict(list)
    for row in hubs:
        keys_of[row["relation"]].append(row["key"])
    steps = [Step("links_in_of_hub", {"tenant": tenant, "keys": keys, "quota": quota}, r) for r, keys in sorted(keys_of.items())]
    return [row for part in graph.read_all(steps, seconds=_SECONDS) for row in part] if steps else []


def _within(quota: int, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    room: dict[tuple[str, str], int] = defaultdict(lambda: quota)
    for row in sorted(rows, key=_row_order):
        room[row["start"], row["relation"]] -= 1
        if room[row["start"], row["relation"]] >= 0:
            yield row


def _all_links(
    graph: Graph, tenant: str, left: list[str], right: list[str], around: Mapping[str, tuple[Link, ...]],
) -> dict[str, set[Link]]:
    """Links of the starts and, for those between, the links to starts and ends that a quota may have hidden."""
    known = {link.end: link for links in around.values() for link in links}
    seeds = {*left, *right}
    joined: dict[str, set[Link]] = {key: set(links) for key, links in around.items()}
    between = sorted(known.keys() - seeds)
    for row in graph.read("links_between", tenant=tenant, keys=between, ends=sorted(seeds), seconds=_SECONDS) if between else []:
        middle = known[row["start"]]
        joined[row["end"]].add(Link(row["end"], row["relation"], middle.end, False, middle.name, middle.model, middle.merge_id))
    return joined


def _paths(left: list[str], end: _End, joined: Mapping[str, set[Link]]) -> Iterator[Path]:
    to_end: dict[str, list[Link]] = defaultdict(list)
    for link in joined.get(end.key, ()):
        to_end[link.end].append(link)
    for start in left:
        for first in joined.get(start, ()) if start != end.key else ():
            if first.end == end.key:
                yield (first,)
            elif first.end != start:
                yield from ((first, _turned(last, end)) for last in to_end.get(first.end, ()))


def _turned(link: Link, end: _End) -> Link:
    """The same edge, as seen from its other end."""
    return Link(link.end, link.relation, end.key, not link.outgoing, end.name, end.model, end.merge_id)


def _relations(wanted: Collection[str]) -> list[str]:
    if unknown := set(wanted) - set(schema.RELATIONS):
        raise ValueError(f"{sorted(unknown)} are no relations of kg.schema")
    return sorted(wanted or schema.RELATIONS)


def _row_order(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["start"], row["relation"], row["end"]


def _order(link: Link) -> tuple[str, bool, str, str]:
    return link.relation, link.outgoing, link.end, link.model


def _path_order(path: Path) -> tuple[int, list[tuple[str, str, bool, str]]]:
    return len(path), [(link.start, link.relation, link.outgoing, link.end) for link in path]
