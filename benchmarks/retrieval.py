"""Reading a graph of a million records and three million edges: milliseconds per question, against the aims and beside peers.

    uv run python benchmarks/retrieval.py [--uri bolt://…] [--seeds 200]

Mentions of every kind, subgraphs of records as they come and of well-known ones, connections of pairs; each asked three times
unmeasured, for a server that has just begun still compiles what it runs, then measured. Peers on the same seeds: the LlamaIndex
store's `get_rel_map` (in a process of its own, its label and id written as ours), and a plain match of two hops, warmed once. Prints
a table, and as the last line one JSON object. The aims were set on a machine where `get_rel_map` took what PEER says; another one is
slower or faster, so each figure is also told as a ratio to that peer on the same seeds, and held against the aim's ratio.
`--uri` names a server of `benchmarks/million.py --serve` that is up; else one is started on a copy.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import neo4j

from benchmarks import million
from kg.context import in_context
from kg.graph import Graph
from kg.paths import connection
from kg.provenance import as_of, why
from kg.resolve import find
from kg.retrieve import subgraph
from kg.schema import ensure_schema
from kg.texts import find_texts

TENANT = "north"
AIMS = {                        # milliseconds: p50, p95, the slowest
    "mention": (4.0, 12.0, 100.0), "subgraph": (5.0, 12.0, 100.0), "subgraph of a hub": (None, 25.0, 100.0), "connection": (None, 20.0, 100.0),
}
PEER = {"get_rel_map": (6.5, 12.3), "get_rel_map of a hub": (36.8, 40.8)}       # milliseconds where the aims were set: p50, p95
PLAIN = "MATCH (s:Entity {key: $key})-[*1..2]-(m) WHERE s.tenant = $tenant RETURN m.key AS key, m.name AS name LIMIT 100000"
TYPES = "MATCH (s:Entity {key: $key})-[r]-() WHERE s.tenant = $tenant RETURN collect(DISTINCT type(r)) AS types"
WARM = 3                        # times that everything is asked before it counts
MOMENT = datetime(2026, 11, 2, tzinfo=UTC)

Figures = dict[str, Any]


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Milliseconds of reading.")
    parser.add_argument("--uri", help="a server of benchmarks/million.py")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--peer", metavar="KEYS", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.peer:
        return print(json.dumps(_rel_map(given.uri, json.loads(given.peer))))
    sample = json.loads((million.home() / "sample.json").read_text("utf-8"))
    with _server(given.uri) as uri, Graph(uri, "neo4j", "none-needed") as graph:
        figures = measure(graph, uri, sample, given.seeds)
    beside_the_peer(figures)
    show(figures)
    print(json.dumps({"benchmark": "retrieval", "nodes": sample["nodes"], "edges": sample["edges"], **figures}))
    return None


@contextmanager
def _server(uri: str | None) -> Iterator[str]:
    if uri:
        yield uri
        return
    with million.serving() as server:
        yield server.uri


def measure(graph: Graph, uri: str, sample: dict[str, Any], number: int) -> Figures:
    """Every figure by name."""
    ensure_schema(graph)
    dice = random.Random(7)
    records = [record for found in sample["records"].values() for record in found]
    seeds = [record[0] for record in dice.sample(records, number)]
    hubs = [hub["key"] for hub in sample["hubs"]]
    well_known = (hubs * number)[:number]
    pairs = list(zip(seeds[::2], seeds[1::2], strict=False)) + list(zip(hubs, seeds, strict=False))
    kinds = mentions(sample, dice, number)
    figures: Figures = {f"mention: {kind}": timed(lambda m: find(graph, TENANT, [m]), texts) for kind, texts in kinds.items()}
    every = [text for texts in mentions(sample, random.Random(8), number).values() for text in texts]
    figures["mention"] = timed(lambda m: find(graph, TENANT, [m]), dice.sample(every, min(number, len(every))))
    figures["20 mentions at once"] = timed(lambda part: find(graph, TENANT, part), [dice.sample(every, 20) for _ in range(30)])
    figures["subgraph"] = timed(lambda key: subgraph(graph, TENANT, [key]), seeds)
    figures["subgraph of a hub"] = timed(lambda key: subgraph(graph, TENANT, [key]), well_known)
    figures["subgraph of three"] = timed(lambda keys: subgraph(graph, TENANT, keys), list(zip(seeds, seeds[1:], seeds[2:], strict=False)))
    figures["connection"] = timed(lambda pair: connection(graph, TENANT, *pair), pairs)
    figures["connections found"] = {"share": round(sum(connection(graph, TENANT, *pair) is not None for pair in pairs) / len(pairs), 2)}
    pools = [find(graph, TENANT, [text]) for text in every[:40]]
    figures["candidates in context"] = timed(lambda pair: in_context(graph, TENANT, pair[0], [pair[1]]), list(zip(pools, seeds, strict=False)))
    figures["texts"] = timed(lambda text: find_texts(graph, TENANT, text), ["invoice printer", "juniper export latency", "ledger"] * 20)
    figures["why"] = timed(lambda key: why(graph, TENANT, key), seeds)
    figures["as of"] = timed(lambda key: as_of(graph, TENANT, [key], MOMENT), seeds)
    return figures | peers(graph, uri, seeds, hubs)


def mentions(sample: dict[str, Any], dice: random.Random, number: int) -> dict[str, list[str]]:
    """Words that people may say, by kind."""
    def some(*models: str) -> list[list[str]]:
        found = [record for model in models for record in sample["records"][model]]
        return dice.sample(found, min(number // 4, len(found)))

    people = some("hris/Employee", "crm/Contact", "ats/Candidate", "crm/Lead")
    companies = some("crm/Account", "accounting/Contact")
    return {
        "full name": [name for _, name, _, _ in people],
        "first name": [name.split()[0] for _, name, _, _ in people],
        "surname": [name.split()[-1] for _, name, _, _ in people],
        "typo": [f"{name.split()[0]} {slip(name.split()[-1], dice)}" for _, name, _, _ in people],
        "initials": [f"{name[0]}. {name.split()[-1]}" for _, name, _, _ in people],
        "e-mail": [email for _, _, email, _ in some("hris/Employee", "crm/Contact")],
        "before the @": [email.partition("@")[0] for _, _, email, _ in some("hris/Employee", "crm/Contact")],
        "company": [name for _, name, _, _ in companies],
        "company, one word": [name.split()[0] for _, name, _, _ in companies],
        "acronym": ["".join(word[0] for word in name.split()[:2]).upper() for _, name, _, _ in companies],
        "ticket number": [number for _, _, _, number in some("ticketing/Ticket")],
        "employee number": [number for _, _, _, number in some("hris/Employee")],
        "Merge id": [key.rpartition("|")[2] for key, _, _, _ in people],
        "nobody's name": [f"{slip(slip(slip(name, dice), dice), dice)}" for _, name, _, _ in people],
    }


def slip(text: str, dice: random.Random) -> str:
    """The text with one letter for another."""
    place = dice.randrange(len(text))
    return text[:place] + dice.choice("abcdefghijklmnoprstuvwz") + text[place + 1:]


def timed(ask: Callable[[Any], object], items: Sequence[Any], warm: int = WARM) -> Figures:
    """Milliseconds of each item: the middle, 19 of 20, the slowest; each was asked `warm` times before."""
    for item in [*items] * warm:
        ask(item)
    print(".", end="", file=sys.stderr, flush=True)
    found = sorted(_milliseconds(ask, item) for item in items)
    return {"p50": round(found[len(found) // 2], 2), "p95": round(found[int(len(found) * 0.95)], 2), "max": round(found[-1], 2), "asked": len(found)}


def _milliseconds(ask: Callable[[Any], object], item: object) -> float:
    begun = time.perf_counter()
    ask(item)
    return (time.perf_counter() - begun) * 1000


def peers(graph: Graph, uri: str, seeds: Sequence[str], hubs: Sequence[str]) -> Figures:
    """The same seeds with a plain match and with the LlamaIndex store; and how many relation types of the hubs each shows."""
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", "none-needed"), notifications_min_severity="OFF") as driver:
        def plain(key: str) -> int:
            return len(driver.execute_query(PLAIN, {"key": key, "tenant": TENANT}).records)

        there = {key: set(driver.execute_query(TYPES, {"key": key, "tenant": TENANT}).records[0]["types"]) for key in hubs}
        figures: Figures = {"plain two hops": timed(plain, seeds[::10], 1), "plain two hops of a hub": timed(plain, hubs[-2:], 1)}
    ours = {key: {link.relation for link in subgraph(graph, TENANT, [key]).links if link.start == key} for key in hubs}
    figures["relation types of hubs"] = {"share": share(ours, there)}
    command = [sys.executable, __file__, "--uri", uri, "--peer", json.dumps([list(seeds), list(hubs)])]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    figures |= {"get_rel_map": told["seeds"], "get_rel_map of a hub": told["hubs"]}
    figures["relation types of hubs, get_rel_map"] = {"share": share({key: set(types) for key, types in told["types"].items()}, there)}
    return figures


def share(shown: dict[str, set[str]], there: dict[str, set[str]]) -> float:
    """Of the relation types that hubs have, how many are shown."""
    return round(sum(len(shown[key] & there[key]) for key in there) / sum(map(len, there.values())), 2)


def _rel_map(uri: str, keys: Sequence[Sequence[str]]) -> Figures:
    """In a process of its own: the LlamaIndex store over our records. Its statement, with our label and key for its own."""
    from llama_index.core.graph_stores.types import EntityNode  # noqa: PLC0415  two seconds that only this process pays
    from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore  # noqa: PLC0415

    class Store(Neo4jPropertyGraphStore):
        def structured_query(self, query: str, param_map: dict[str, Any] | None = None) -> Any:
            for theirs, ours in (("__Entity__", "Entity"), ("e.id", "e.key"), ("source.id", "source.key"), ("endNode.id", "endNode.key")):
                query = query.replace(theirs, ours)
            return super().structured_query(query, param_map)

    store = Store("neo4j", "none-needed", uri, refresh_schema=False, create_indexes=False)
    seeds, hubs = keys

    def ask(key: str) -> list[Any]:
        return store.get_rel_map([EntityNode(name=key, label="Entity")], depth=2)

    types = {key: sorted({relation.label for a, relation, b in ask(key) if key in (a.id, b.id)}) for key in hubs}
    return {"seeds": timed(ask, seeds), "hubs": timed(ask, hubs), "types": types}


def show(figures: Figures) -> None:
    """The table for people."""
    print(f"{'milliseconds':<40}{'p50':>9}{'p95':>9}{'max':>9}{'p50':>11}{'p95':>7} of get_rel_map   aim")
    for name, row in figures.items():
        if "share" in row:
            print(f"{name:<40}{row['share']:>9.0%}")
            continue
        ratios = "".join(f"{ratio:{width}.2f}" for ratio, width in zip(row["of peer"], (11, 7), strict=True))
        print(f"{name:<40}{row['p50']:>9.2f}{row['p95']:>9.2f}{row['max']:>9.2f}{ratios}{'':17}{_verdict(name, row)}")


def beside_the_peer(figures: Figures) -> None:
    """Adds to each row its ratio to the peer's p50 and p95, at hubs to the peer's at hubs."""
    for name, row in figures.items():
        if "share" not in row:
            peer = figures[_peer_of(name)]
            row["of peer"] = [round(row[column] / peer[column], 2) for column in ("p50", "p95")]


def _peer_of(name: str) -> str:
    return "get_rel_map of a hub" if name.endswith("of a hub") else "get_rel_map"


def _verdict(name: str, row: Figures) -> str:
    if name not in AIMS:
        return ""
    missed = [f"p{what} {row[column]} > {aim}" for what, column, aim in _held(row, AIMS[name])]
    wanted = [aim and round(aim / there, 2) for aim, there in zip(AIMS[name][:2], PEER[_peer_of(name)], strict=True)]
    beyond = [f"{ratio} > {aim}" for ratio, aim in zip(row["of peer"], wanted, strict=True) if aim and ratio > aim]
    return f"{'MISSED: ' + ', '.join(missed) if missed else 'reached'}; as a ratio {'MISSED: ' + ', '.join(beyond) if beyond else 'reached'}"


def _held(row: Figures, aims: Iterable[float | None]) -> Iterator[tuple[str, str, float]]:
    for (what, column), aim in zip((("50", "p50"), ("95", "p95"), ("100", "max")), aims, strict=True):
        if aim is not None and row[column] > aim:
            yield what, column, aim


if __name__ == "__main__":
    main()
