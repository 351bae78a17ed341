"""How well records of one person or company are found to be one: labelled pairs, our rules beside nomenklatura's matchers.

    uv run python benchmarks/resolution.py [FILE…] [--all] [--no-peer] [--records N]

Scores the given files of pairs (as in benchmarks/pairs/README.md), else those that are in benchmarks/pairs. Each record goes
through the real projection first: matching sees what the graph holds and no more. Prints precision, recall and F1 of the
automatic decision, the review queue, what went wrong by situation, every error with its explanation. The peer runs in a
process and environment of its own (`uv run --no-project`) on the same pairs with all values in clear, at the threshold that is
best for it on the first file. `--records N` adds how fast N records are joined in a Neo4j of its own. The last line is one
JSON object.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import resolution_peer
from benchmarks.million import running
from ingest.gateway.values import record
from ingest.projections import project
from kg.graph import Graph
from kg.hubs import join_due
from kg.match.score import AUTOMATIC, REVIEW, Score, score
from kg.match.subjects import Subject
from kg.rows import Node
from kg.upsert import write_rows

PAIRS = Path(__file__).parent / "pairs"
FILES = ("open.jsonl", "sealed.jsonl")
SECRET, TENANT, ACCOUNT = b"of this benchmark", "pairs", "account"
PEER = ("uv", "run", "--no-project", "--quiet", "--with", "nomenklatura==4.17.4", "python", "resolution_peer.py")
BECAME = "CONVERTED_TO"


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and what our rules made of it."""

    pair: Mapping[str, Any]
    score: Score | None

    @property
    def state(self) -> str:
        """automatic, review, or ""."""
        return self.score.state if self.score else ""

    @property
    def is_wrong(self) -> bool:
        """Was it decided otherwise than it is? The queue counts as not joined."""
        return (self.state == "automatic") != self.pair["same"]


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="Precision and recall of joining records.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--all", action="store_true", help="every situation, not only those with errors")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--records", type=int, default=0, metavar="N", help="join so many records in a Neo4j of its own")
    given = parser.parse_args()
    files = given.files or [PAIRS / name for name in FILES if (PAIRS / name).is_file()]
    halves = {file.stem: [json.loads(line) for line in file.read_text("utf-8").splitlines() if line] for file in files}
    figures: dict[str, Any] = {"benchmark": "resolution", "automatic": AUTOMATIC, "review": REVIEW}
    for name, pairs in halves.items():
        judged = [Judged(pair, score(subject(pair["left"], "left"), subject(pair["right"], "right"))) for pair in pairs]
        figures[name] = measured(judged)
        show(name, judged, figures[name], given.all)
    if not given.no_peer:
        figures["nomenklatura"] = peer(halves)
    if given.records:
        figures["joining"] = speed(next(iter(halves.values())), given.records)
    print(json.dumps(figures))


def subject(side: Mapping[str, Any], place: str) -> Subject:
    """What matching sees of one side of a pair. Its account, which pairs hold as a whole, stands for what the graph knows of it."""
    found = record(side["model"], ACCOUNT, side["record"])
    if found is None:
        raise SystemExit(f"a record of {side['model']} has no id")
    node, edges = project(TENANT, found, SECRET)
    links = frozenset(key for edge in edges if edge.relation == BECAME for key in edge.to)
    held = held_of(node)
    return Subject(held | {"key": f"{held['key']}#{place}"} if place == "right" else held, links, company_of(side))


def held_of(node: Node) -> dict[str, Any]:
    """A node's properties, as the graph would give them back."""
    where = node.provenance
    return dict(node.properties) | {
        "key": node.key, "model": where.model, "linked_account": where.linked_account, "name": node.name, "aliases": list(node.aliases),
        "email": node.email, "join_keys": list(node.join_keys)}


def company_of(side: Mapping[str, Any]) -> tuple[str, ...]:
    """Names and hosts of the account that a contact of a pair belongs to."""
    raw = side["record"].get("account")
    found = record(f"{side['model'].partition('/')[0]}/Account", ACCOUNT, raw) if isinstance(raw, Mapping) else None
    if found is None:
        return ()
    node, _ = project(TENANT, found, SECRET)
    return tuple(text for text in (node.name, node.properties.get("domain"), *node.aliases) if isinstance(text, str))


def measured(judged: Iterable[Judged]) -> dict[str, Any]:
    """Figures of one file: those of the automatic decision, and how many are for a person to look at."""
    count = Counter((each.state, each.pair["same"]) for each in judged)
    right, wrong = count["automatic", True], count["automatic", False]
    missed = count["review", True] + count["", True]
    return rates(right, wrong, missed) | {
        "pairs": count.total(), "right": right, "wrong": wrong, "missed": missed,
        "review": count["review", True] + count["review", False], "review_same": count["review", True]}


def rates(right: int, wrong: int, missed: int) -> dict[str, float]:
    """Precision, recall and F1; 0 where there is nothing to divide by."""
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(2 * precision * recall / max(1e-9, precision + recall), 4)}


def show(name: str, judged: list[Judged], figures: Mapping[str, Any], is_whole: bool) -> None:
    """The table of one file, its situations and its errors."""
    print(f"\n{name}: {figures['pairs']} pairs, joined from {AUTOMATIC} on, asked about from {REVIEW} on")
    print(f"  precision {figures['precision']:.4f}   recall {figures['recall']:.4f}   F1 {figures['f1']:.4f}")
    print(f"  joined rightly {figures['right']}, wrongly {figures['wrong']}; missed {figures['missed']}; "
          f"for review {figures['review']}, of them {figures['review_same']} the same")
    print(f"\n  {'joined':>6} {'review':>6} {'apart':>6} {'wrong':>6}  truth      situation")
    table: dict[tuple[str, bool], Counter[str]] = {}
    for each in judged:
        cell = table.setdefault((each.pair["scenario"], each.pair["same"]), Counter())
        cell[each.state or "apart"] += 1
        cell["wrong"] += each.is_wrong
    for (scenario, same), cell in sorted(table.items(), key=lambda row: (-row[1]["wrong"], row[0])):
        if is_whole or cell["wrong"]:
            told = (f"{cell[each]:>6}" for each in ("automatic", "review", "apart", "wrong"))
            print(f"  {' '.join(told)}  {'same' if same else 'different':<9}  {scenario}")
    for each in (each for each in judged if each.is_wrong):
        reasons = "; ".join(map(str, each.score.reasons)) if each.score else "of different kinds"
        print(f"\n  {'MISSED' if each.pair['same'] else 'WRONGLY JOINED'} {each.pair['id']}: {each.pair['scenario']}")
        print(f"    score {each.score.value if each.score else 0:.4f}: {reasons}")
        for side in ("left", "right"):
            print(f"    {each.pair[side]['model']:<22} {resolution_peer.name_of(each.pair[side])}")


def peer(halves: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """nomenklatura's matchers on the same pairs, each at its best threshold on the first file."""
    lines = [json.dumps({"half": half, **pair}) for half, pairs in halves.items() for pair in pairs]
    done = subprocess.run(PEER, cwd=Path(__file__).parent, input="\n".join(lines), capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"\nnomenklatura could not be run here: {done.stderr.strip().splitlines()[-1:]}")
        return {"error": "not run"}
    figures: dict[str, Any] = {}
    for line in done.stdout.splitlines():
        told = json.loads(line)
        scores = {half: told["scores"][half] for half in halves}
        first = next(iter(halves))
        best = max({round(value, 3) for value, _ in scores[first]}, key=lambda limit: at(scores[first], limit)["f1"])
        figures[told["algorithm"]] = {"threshold": best} | {half: at(found, best) for half, found in scores.items()}
    print(f"\n  {'nomenklatura 4.17.4':<20} {'threshold':>9}   " + "   ".join(f"{half:<26}" for half in halves))
    for name, found in figures.items():
        cells = (f"P {found[h]['precision']:.4f} R {found[h]['recall']:.4f}".ljust(26) for h in halves)
        print(f"  {name:<20} {found['threshold']:>9.3f}   " + "   ".join(cells))
    return figures


def at(scores: list[tuple[float, bool]], limit: float) -> dict[str, float]:
    """Rates of a matcher that joins from a threshold on."""
    count = Counter((value >= limit, same) for value, same in scores)
    return rates(count[True, True], count[True, False], count[False, True])


def speed(pairs: list[dict[str, Any]], records: int) -> dict[str, Any]:
    """Seconds to join so many records from nothing in a real Neo4j: the pairs' records again and again, under other names each time."""
    nodes = list(copies(pairs, records))
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with tempfile.TemporaryDirectory(prefix="resolution-") as folder, running(Path(folder), "1g", "256m") as shape, \
            Graph(shape.uri, "neo4j", "none-needed") as graph:
        write_rows(graph, TENANT, nodes, [], run="speed", seen_at=now)
        begun = time.perf_counter()
        done = join_due(graph, TENANT, run="speed", now=now)
        seconds = time.perf_counter() - begun
        begun = time.perf_counter()
        write_rows(graph, TENANT, nodes, [], run="again", seen_at=now)
        again = join_due(graph, TENANT, run="again", now=now)
    found = {"records": done.records, "seconds": round(seconds, 1), "records_per_second": round(done.records / seconds), "pairs": done.pairs,
             "joins": done.joins, "too_large_blocks": done.too_large, "due_after_replay": again.records}
    print(f"\n  joined {found['records']} records in {found['seconds']} s, {found['records_per_second']} a second; {found['pairs']} pairs compared, "
          f"{found['joins']} joins; after a replay {found['due_after_replay']} were due")
    return found


def copies(pairs: list[dict[str, Any]], records: int) -> Iterable[Node]:
    """Nodes of the pairs' records; each round of them with letters, numbers and hosts of its own."""
    made, rounds = 0, 0
    while made < records:
        for pair in pairs:
            for side in ("left", "right"):
                found = record(pair[side]["model"], ACCOUNT, renamed(pair[side]["record"], rounds, f"{pair['id']}-{side}"))
                if found is not None and made < records:
                    made += 1
                    yield project(TENANT, found, SECRET)[0]
        rounds += 1


def renamed(raw: Mapping[str, Any], rounds: int, own_id: str) -> dict[str, Any]:
    """A record of another round: other digits, hosts and family names, alike for all records of the round."""
    letters = "".join(chr(ord("a") + int(digit)) for digit in str(rounds))
    text = json.dumps({name: value for name, value in raw.items() if not name.endswith("_at")})
    for old, new in ((".com", f"{letters}.com"), ("@", f"{letters}@"), ("+", f"+{rounds + 1}")):
        text = text.replace(old, new) if rounds else text
    found: dict[str, Any] = json.loads(text) | {"id": f"{own_id}-{rounds}", "modified_at": "2026-01-01T00:00:00Z"}
    for name in ("last_name", "name"):
        if rounds and found.get(name):
            found[name] = f"{found[name]}{letters}"
    return found


if __name__ == "__main__":
    sys.exit(main())
