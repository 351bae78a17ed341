"""Texts of records found by their words: pieces of articles and files, best first. Finds; says nothing about who may read them.

Search text is built from folded words only, as in kg/resolve.py, so that nothing that was typed is an instruction to the index.
"""

from dataclasses import dataclass

from kg.graph import Graph
from kg.names import words
from kg.rows import tenant_token

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
    score: float               # of the index: comparable within one search only


def find_texts(graph: Graph, tenant: str, words_asked: str, limit: int = 10) -> tuple[Piece, ...]:
    """Pieces of live entities that hold any of the words, best first: rare words count more, several more than one.

    Any text is allowed; one without a word in it finds nothing. Raises GraphUnavailable, GraphTooSlow.
    """
    asked = [word for word in dict.fromkeys(words(words_asked[:2_000])) if len(word) <= _LONGEST_WORD][:_MOST_WORDS]
    if not asked:
        return ()
    search = f"+tenant_token:{tenant_token(tenant)}^0 +({' '.join(f'words:{word}' for word in asked)})"
    rows = graph.read("texts_by_words", tenant=tenant, search=search, limit=limit, seconds=_SECONDS)
    found = [Piece(row["entity"], row["name"], row["position"], row["text"], row["score"]) for row in rows]
    return tuple(sorted(found, key=lambda piece: (-piece.score, piece.entity, piece.position)))
