"""Texts of records found by their words, and by what they mean where there are vectors: pieces of articles and files, best first.

Finds; says nothing about who may read them. Search text is built from folded words only, as in kg/resolve.py, so that nothing that was typed
is an instruction to the index.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kg.graph import Graph
from kg.names import words
from kg.rows import tenant_token
from kg.vectors import Meaning, near_texts

_MOST_WORDS = 16
_LONGEST_WORD = 64
_SECONDS = 20.0                # of a first run on a busy machine, plans included; a warm one takes milliseconds


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an entity's text."""

    entity: str                # its key
    name: str | None           # the entity's
    position: int              # 0 is the first piece
    text: str
    score: float               # comparable within one search only


def find_texts(graph: Graph, tenant: str, words_asked: str, limit: int = 10, meant: Meaning | None = None) -> tuple[Piece, ...]:
    """Pieces of live entities that hold any of the words, best first: rare words count more, several more than one.

    With `meant`, what the words mean by a model, pieces near in meaning as well: by the sum of both scores, each from 0 to 1. Any text is
    allowed; one without a word in it finds nothing by its words. Raises GraphUnavailable, GraphTooSlow.
    """
    by_words = _by_words(graph, tenant, words_asked, limit)
    if meant is None:
        return by_words
    near = tuple(Piece(**row) for row in near_texts(graph, tenant, meant, limit))
    return _best_first(_summed(_share_of_best(by_words), _share_of_range(near)))[:limit]


def _by_words(graph: Graph, tenant: str, words_asked: str, limit: int) -> tuple[Piece, ...]:
    asked = [word for word in dict.fromkeys(words(words_asked[:2_000])) if len(word) <= _LONGEST_WORD][:_MOST_WORDS]
    if not asked:
        return ()
    search = f"+tenant_token:{tenant_token(tenant)}^0 +({' '.join(f'words:{word}' for word in asked)})"
    rows = graph.read("texts_by_words", tenant=tenant, search=search, limit=limit, seconds=_SECONDS)
    return _best_first(Piece(**row) for row in rows)


def _best_first(found: Iterable[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(found, key=lambda piece: (-piece.score, piece.entity, piece.position)))


def _share_of_best(found: Sequence[Piece]) -> list[Piece]:
    """Word scores as a share of the best, from 0: a piece without any of the words was not found."""
    return [replace(piece, score=piece.score / found[0].score) for piece in found]


def _share_of_range(found: Sequence[Piece]) -> list[Piece]:
    """Vector scores as a share of the range found, since the absolute level depends on the model."""
    nearest, farthest = (found[0].score, found[-1].score) if found else (0.0, 0.0)
    return [replace(piece, score=(piece.score - farthest) / (nearest - farthest) if nearest > farthest else 1.0) for piece in found]


def _summed(*ways: Sequence[Piece]) -> list[Piece]:
    """Each piece once, with all that speaks for it."""
    found: dict[tuple[str, int], Piece] = {}
    for piece in (piece for way in ways for piece in way):
        before = found.get((piece.entity, piece.position))
        found[piece.entity, piece.position] = replace(piece, score=piece.score + (before.score if before else 0.0))
    return list(found.values())
