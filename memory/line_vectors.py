"""Vectors of what people said, a journal per conversation beside its history: owner-only, gone with the conversation, the person or the tenant.

Kept as base64 of 32-bit numbers. Lines of a history do not change, so a line that has a vector by a model needs no other by it.
"""

import base64
from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from memory.journal import Journals
from memory.recall.index import Line, LineIndex
from memory.shapes import Vectors

Vector = Sequence[float]


class LineVectors:
    """The vectors of the lines of all people. Durable, safe for several writers."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: the history's local folder or fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def of(self, tenant: str, person: str, session: str, made_by: str) -> dict[str, Vector]:
        """The vectors by this maker, by the ids of the lines. Raises BadInput, HistoryUnavailable."""
        entries = self._journals.read(_names(tenant, person, session), Vectors.model_validate)
        return {line: _unpacked(text) for entry in entries if entry["made_by"] == made_by for line, text in entry["vectors"].items()}

    def keep(self, tenant: str, person: str, session: str, made_by: str, found: Mapping[str, Vector]) -> None:
        """Keep vectors by the ids of their lines; those by another maker go. Raises BadInput, HistoryUnavailable."""
        names = _names(tenant, person, session)
        if any(entry["made_by"] != made_by for entry in self._journals.read(names, Vectors.model_validate)):
            self._journals.forget(names)
        self._journals.append(names, {"made_by": made_by, "vectors": {line: _packed(vector) for line, vector in found.items()}})

    def forget(self, tenant: str, person: str, session: str) -> None:
        """Delete those of a conversation; nothing happens where there are none. Raises HistoryUnavailable."""
        self._journals.forget(_names(tenant, person, session))


class LineSimilarity:
    """`memory.recall.Vectors` over the lines of an index: how near each line is to a text, of those that are looked at."""

    def __init__(self, index: LineIndex, vectors: Mapping[str, Vector], texts: Mapping[str, Vector]) -> None:
        """`vectors`: by the ids of lines; `texts`: of questions that are no lines yet. All by one maker."""
        self._index, self._vectors = index, vectors
        self._asked = {line.text: vectors[line.id] for line in index.lines if line.id in vectors} | dict(texts)

    def similar(self, text: str, numbers: Sequence[int]) -> Mapping[int, float]:
        """0 for the farthest of the lines, 1 for the nearest: how near all lie depends on the model. Lines without a vector are left out."""
        ids = {number: self._index.lines[number].id for number in numbers}
        asked = self._asked.get(text)
        near = {number: cosine(asked, self._vectors[line]) for number, line in ids.items() if line in self._vectors} if asked is not None else {}
        low, high = min(near.values(), default=0.0), max(near.values(), default=0.0)
        return {number: (value - low) / (high - low) for number, value in near.items()} if high > low else {}


def said_by_person(lines: Iterable[Line]) -> list[Line]:
    """The person's own lines: what the assistant said may hold what records hold, and never becomes a vector."""
    return [line for line in lines if line.id.endswith(":q")]


def cosine(one: Vector, other: Vector) -> float:
    """How near two vectors are, -1 to 1; 0 where one of them has no direction, or they are of two lengths: a model may get others under its name."""
    if len(one) != len(other):
        return 0.0
    length = sqrt(sum(a * a for a in one) * sum(b * b for b in other))
    return sum(a * b for a, b in zip(one, other, strict=True)) / length if length else 0.0


def _packed(vector: Vector) -> str:
    return base64.b64encode(array("f", vector).tobytes()).decode()


def _unpacked(text: str) -> Vector:
    found = array("f")
    found.frombytes(base64.b64decode(text))
    return found


def _names(tenant: str, person: str, session: str) -> tuple[str, ...]:
    return tenant, person.strip().lower(), "vectors", session
