"""Which candidate is meant, as far as the graph tells: the one that has to do with what else the question names, and with whoever asks.

Scores, decides nothing. Known entities are walked two steps out, candidates one, within quotas; where they meet is a connection
of up to three steps. A near one counts more than a far one, and one over something that everybody has to do with next to nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from kg.graph import Graph
from kg.resolve import Candidate
from kg.retrieve import Link, Quota, Subgraph, neighbours, subgraph

MOST_OF_ONE = 8                # candidates of a mention that are looked at, the best by their words
_QUOTA = Quota(near=30, onward=8, far=3)
_NEAR = 30                     # links of a candidate by one relation that are looked at
_WEIGHTS = {0: 1.0, 1: 0.5, 2: 0.25}      # of a meeting, by how far from what is known


@dataclass(frozen=True, slots=True)
class InContext:
    """A candidate with what speaks for it."""

    candidate: Candidate
    score: float               # 0…1: how closely it is connected; 0 where nothing is seen. Independent of how well the words match
    why: tuple[str, ...]       # in words, the strongest first
    known: tuple[str, ...]     # what it has to do with, in the same order: keys, or other mentions


@dataclass(frozen=True, slots=True)
class _Tie:
    weight: float
    known: str                 # what the candidate has to do with: a known entity, or another mention
    why: str


def in_context(
    graph: Graph, tenant: str, mentions: Mapping[str, Sequence[Candidate]], known: Iterable[str] = (), *,
    counts: Callable[[Link], bool] = lambda _: True,
) -> dict[str, tuple[InContext, ...]]:
    """The candidates of each mention, best connected first, then as they came; `known` are keys: the asker's, what was settled before.

    Candidates of other mentions count like known entities, each mention once: of "Bill" and "Juniper", the Bill who works for a
    Juniper. `counts`: which links may be gone over. The same graph and the same candidates give the same scores. Raises GraphUnavailable,
    GraphTooSlow.
    """
    pools = {mention: tuple(found[:MOST_OF_ONE]) for mention, found in mentions.items()}
    keys = sorted({c.key for found in pools.values() for c in found})
    asked = sorted(set(known))
    near = neighbours(graph, tenant, keys, quota=_NEAR) if keys else {}
    links = {key: tuple(filter(counts, found)) for key, found in near.items()}
    around = {key: _passable(subgraph(graph, tenant, [key], quota=_QUOTA), counts) for key in asked} if keys else {}
    fame = _fame([*links.values(), *(one.links for one in around.values())])
    scored = {}
    for mention, found in mentions.items():
        others = {text: {c.key for c in pool} for text, pool in pools.items() if text != mention}
        told = {c.key: [*_ties(c.key, links, around, fame), *_mutual(c.key, links, others, fame)] for c in pools[mention]}
        scored[mention] = tuple(sorted((_in_context(c, told.get(c.key, ())) for c in found), key=lambda one: -one.score))
    return scored


def _in_context(candidate: Candidate, ties: Iterable[_Tie]) -> InContext:
    """Each known thing counts by its strongest tie; several add up, never to more than 1."""
    best: dict[str, _Tie] = {}
    for tie in sorted(ties, key=lambda one: (-one.weight, one.why)):
        best.setdefault(tie.known, tie)
    missing = 1.0
    for tie in best.values():
        missing *= 1 - min(tie.weight, 1.0)
    return InContext(candidate, round(1 - missing, 4), tuple(tie.why for tie in best.values()), tuple(best))


def _passable(one: Subgraph, counts: Callable[[Link], bool]) -> Subgraph:
    """What of the surroundings is reached over links that count."""
    links = tuple(filter(counts, one.links))
    hops = {key: 0 for key, hop in one.hops.items() if hop == 0}
    for hop in (1, 2):
        hops |= {link.end: hop for link in links if hops.get(link.start) == hop - 1 and link.end not in hops}
    return Subgraph(one.names, hops, links, one.shown)


def _ties(key: str, links: Mapping[str, Sequence[Link]], around: Mapping[str, Subgraph], fame: Mapping[str, int]) -> Iterable[_Tie]:
    """What ties a candidate to the known entities: it is one, it is near one, or both are near the same thing."""
    for known, one in around.items():
        name = one.names.get(known) or known
        if key in one.hops:
            yield _Tie(_WEIGHTS[one.hops[key]], known, f"{one.hops[key]} steps from {name}")
        for link in links.get(key, ()):
            if (hop := one.hops.get(link.end)) is not None and link.end != key:
                weight = _WEIGHTS[hop] if hop == 0 else _WEIGHTS[hop] / _discount(fame[link.end])
                yield _Tie(weight * (1.0 if hop == 0 else 0.5), known, f"{link.relation} {link.name or link.model}, {hop} steps from {name}")


def _mutual(key: str, links: Mapping[str, Sequence[Link]], others: Mapping[str, set[str]], fame: Mapping[str, int]) -> Iterable[_Tie]:
    """What ties a candidate to those of another mention: a link, or something that both have to do with."""
    own = {link.end: link for link in links.get(key, ())}
    for mention, pool in others.items():
        for other in sorted(pool - {key}):
            if other in own:
                yield _Tie(_WEIGHTS[1] + 0.25, mention, f"{own[other].relation} with “{mention}”")
            for link in links.get(other, ()):
                if link.end in own and link.end != key:
                    yield _Tie(_WEIGHTS[1] / _discount(fame[link.end]), mention, f"{link.name or link.model} in common with “{mention}”")


def _fame(links: Iterable[Iterable[Link]]) -> Mapping[str, int]:
    """Popularity: how many of the entities looked at are connected with one; a tie to a popular one tells less."""
    fame: dict[str, set[str]] = defaultdict(set)
    for link in (link for part in links for link in part):
        fame[link.end].add(link.start)
    return defaultdict(int, {key: len(starts) for key, starts in fame.items()})


def _discount(fame: int) -> float:
    return log2(2 + fame)
