"""Vectors of names and texts that every employee may see: what is due, kept batch by batch, and found by nearness. Knows no model.

A vector goes with the name or text that it was made of, in the same transaction. What is near is a proposal, never what is meant: how near
is near differs from model to model, so there is no fixed threshold, and a name has to stand out from names that nobody looked for.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Literal

from kg.graph import Graph, Row
from kg.resolve import Candidate, by_key

Kind = Literal["names", "texts"]
PAGE = 500                              # nodes that are looked at in one go
STANDS_OUT = 0.65                       # of the usual distance, at most: what is as near as this is not near by chance
_USUAL = 50                             # names of a kind, or pieces of text, that say what is usual
_FEWEST = 4                             # with fewer, nothing is usual
_WIDER = (1, 8, 64, 200)                # how many times as much is asked of an index that knows no tenants, until there is enough
_NARROW = 50
_SECONDS = 20.0                         # of a first run on a busy machine, plans included; a warm one takes milliseconds
_END = "\U0010ffff"                     # sorts after every key
_DUE: Mapping[Kind, str] = {"names": "vectors_names_due", "texts": "vectors_texts_due"}
_KEEP: Mapping[Kind, str] = {"names": "vectors_keep_names", "texts": "vectors_keep_texts"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """A vector with what made it: vectors of one maker only are compared."""

    vector: tuple[float, ...]
    made_by: str                        # model/dimension


@dataclass(frozen=True, slots=True)
class Due:
    """Some nodes that were looked at: the key of the last (None: there are no more), and those that need a vector, key and text."""

    last: str | None
    texts: tuple[tuple[str, str], ...]


def meaning(model: str, vector: Sequence[float]) -> Meaning:
    """A model's vector of a text."""
    return Meaning(tuple(vector), f"{model}/{len(vector)}")


def due(graph: Graph, tenant: str, kind: Kind, made_by: str, prefix: str, after: str = "") -> Due:
    """Of the next PAGE nodes after a key, those without a vector by this maker. `prefix`: of the keys, the tenant first.

    Raises GraphUnavailable, GraphTooSlow.
    """
    asked = {"after": max(after, prefix), "until": prefix + _END, "made_by": made_by, "limit": PAGE}
    row = graph.read(_DUE[kind], tenant=tenant, seconds=_SECONDS, **asked)[0]
    return Due(row["last"], tuple((key, text) for key, text in row["due"]))


def keep(graph: Graph, tenant: str, kind: Kind, found: Sequence[tuple[str, str, Meaning]]) -> None:
    """Write vectors (key, text, meaning); what has changed meanwhile stays without. Raises GraphUnavailable, GraphTooSlow."""
    for made_by in sorted({one.made_by for _, _, one in found}):
        rows = [{"key": key, "text": text, "vector": list(one.vector)} for key, text, one in found if one.made_by == made_by]
        graph.write(_KEEP[kind], tenant=tenant, rows=rows, made_by=made_by)


def near_names(graph: Graph, tenant: str, asked: Meaning, models: Collection[str], limit: int = 5) -> tuple[Candidate, ...]:
    """Records of these models whose names stand out as near in meaning, nearest first; () where none does.

    Raises GraphUnavailable, GraphTooSlow.
    """
    prefixes = [f"{tenant}|{model.replace('/', '|')}|" for model in sorted(models)]
    rows = graph.read("vectors_usual", tenant=tenant, vector=list(asked.vector), made_by=asked.made_by, prefixes=prefixes, limit=_USUAL,
                      seconds=_SECONDS)
    if len(rows) < _FEWEST:
        return ()
    most = STANDS_OUT * median(1 - row["score"] for row in rows)
    near = {row["key"]: row["score"] for row in _nearest(graph, "vectors_near_names", tenant, asked, limit, models=sorted(models))
            if 1 - row["score"] <= most}
    found = by_key(graph, tenant, near)
    return tuple(replace(found[key], how="meaning", score=_cosine(score), why=("its name is near in meaning",))
                 for key, score in near.items() if key in found)


def near_texts(graph: Graph, tenant: str, asked: Meaning, limit: int) -> list[Row]:
    """Pieces of text that stand out among the nearest, nearest first, as rows of `vectors_near_texts`, each with its cosine as score.

    Raises GraphUnavailable, GraphTooSlow.
    """
    rows = _nearest(graph, "vectors_near_texts", tenant, asked, max(limit, _USUAL))
    if len(rows) < _FEWEST:
        return []
    most = STANDS_OUT * median(1 - row["score"] for row in rows)
    return [row | {"score": _cosine(row["score"])} for row in rows if 1 - row["score"] <= most][:limit]


def _nearest(graph: Graph, name: str, tenant: str, asked: Meaning, limit: int, **rest: Any) -> list[Row]:
    """The tenant's nearest. A tenant with a small part of a large index may get fewer than there are."""
    rows: list[Row] = []
    for wider in _WIDER:
        rows = graph.read(name, tenant=tenant, vector=list(asked.vector), made_by=asked.made_by, most=wider * _NARROW, limit=limit,
                          seconds=_SECONDS, **rest)
        if len(rows) == limit:
            break
    return rows


def _cosine(score: float) -> float:
    return 2 * score - 1
