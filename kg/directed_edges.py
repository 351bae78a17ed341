"""Edges in their own direction, as LlamaIndex is told them: those of records with their evidence, those that it extracted as it said them."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from kg.retrieve import Link


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge in its own direction, and the node from which it was found."""

    start: str
    label: str
    end: str
    seen_from: str = field(compare=False)
    properties: Mapping[str, Any] = field(compare=False)


def edge_of_link(link: Link) -> Edge:
    """An edge that a record says, or a join, with what it rests on as properties."""
    start, end = (link.start, link.end) if link.outgoing else (link.end, link.start)
    rests_on = link.evidence
    said = {"linked_account": rests_on.linked_account, "source_modified_at": rests_on.source_modified_at, "last_seen_at": rests_on.last_seen_at,
            "method": rests_on.method, "score": rests_on.score, "evidence": list(rests_on.reasons)}
    return Edge(start, link.relation, end, link.start, {name: value for name, value in said.items() if value not in (None, [])})


def edge_of_row(row: Mapping[str, Any]) -> Edge:
    """An edge that LlamaIndex extracted: a row of the query extracted_links."""
    start, end = (row["start"], row["end"]) if row["outgoing"] else (row["end"], row["start"])
    provenance = {"run": row["run"], "last_seen_at": row["last_seen_at"]}
    return Edge(start, row["label"], end, row["start"], json.loads(row["properties"]) | provenance)


def in_turn(edges: Sequence[Edge]) -> list[Edge]:
    """One edge of each relation of each node, then the next ones: a limit then cuts no relation off that another crowds out."""
    groups: dict[tuple[str, str, bool], list[Edge]] = defaultdict(list)
    for edge in edges:
        groups[edge.seen_from, edge.label, edge.seen_from == edge.start].append(edge)
    return [edge for turn in zip_longest(*(groups[g] for g in sorted(groups))) for edge in turn if edge is not None]
