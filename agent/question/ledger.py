"""The audit of one question: its reads of classes B to E, without values, stored before the answer leaves; and the totals that a viewer was given."""

import threading
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


class Totals(Protocol):
    """Remembers of which groups one viewer was given figures (memory.reads behind it)."""

    def claim(self, privacy: str, groups: Sequence[frozenset[str]]) -> tuple[str, tuple[frozenset[str], ...]]:
        """Record that figures of these groups are given. Returns an id to withdraw it by, and the groups recorded before."""

    def withdraw(self, mark: str) -> None:
        """Remove what `claim` recorded under this id: the figures were not given after all."""


@dataclass
class TotalsInMemory:
    """Totals in memory, for as long as the object lives."""

    given: list[tuple[str, str, frozenset[str]]] = field(default_factory=list)

    def claim(self, privacy: str, groups: Sequence[frozenset[str]]) -> tuple[str, tuple[frozenset[str], ...]]:
        """As of Totals."""
        mark, earlier = uuid.uuid4().hex, tuple(g for _, known, g in self.given if known == privacy)
        self.given.extend((mark, privacy, group) for group in groups)
        return mark, earlier

    def withdraw(self, mark: str) -> None:
        """As of Totals."""
        self.given = [entry for entry in self.given if entry[0] != mark]


@dataclass
class Ledger:
    """The reads of one question. Threads may share it."""

    totals: Totals = field(default_factory=TotalsInMemory)
    question: str = field(default_factory=lambda: uuid.uuid4().hex)
    checked: set[str] = field(default_factory=set)                  # classes that the policy was asked about
    _reads: dict[tuple[str, str, str], set[str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, privacy: str, grant: str, how: str, whom: Iterable[str]) -> None:
        """Something of a class was read of these people (or records), by that grant."""
        with self._lock:
            self._reads.setdefault((privacy, grant, how), set()).update(whom)

    def entries(self) -> tuple[Mapping[str, Any], ...]:
        """The reads as plain data: class, grant, how (value, count, total), whom; the question's id beside."""
        with self._lock:
            return tuple(
                {"question": self.question, "class": privacy, "grant": grant, "how": how, "whom": sorted(whom)}
                for (privacy, grant, how), whom in sorted(self._reads.items()) if whom
            )
