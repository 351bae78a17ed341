"""What an answer has to tell beside its result: what was assumed on the way, what was left out, and which figures such notes state."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(eq=False)
class Notes:
    """Collects the notes while a question is answered. Threads may share it."""

    _assumptions: dict[str, None] = field(default_factory=dict)
    _limits: dict[str, None] = field(default_factory=dict)
    _reckoned: list[str] = field(default_factory=list)
    _unnamed: dict[str, set[str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def assume(self, text: str, *reckoned: object, is_limit: bool = False) -> None:
        """Something the answer has to tell. `reckoned`: the figures in it that no record, definition or plan holds, such as a count.

        `is_limit`: that something was left out or could not be known, which is told before all else.
        """
        with self._lock:
            self._reckoned.extend(str(figure) for figure in reckoned)
            self._assumptions.setdefault(text)
            if is_limit:
                self._limits.setdefault(text)

    def note_unnamed(self, field_id: str, record_id: str) -> None:
        """Record that a record holds an enum value that Merge does not name, so that no condition over it can be decided."""
        with self._lock:
            self._unnamed.setdefault(field_id, set()).add(record_id)

    def copied(self) -> "Notes":
        """What is noted so far, to go on from by itself."""
        with self._lock:
            return Notes(dict(self._assumptions), dict(self._limits), list(self._reckoned), {of: set(ids) for of, ids in self._unnamed.items()})

    @property
    def assumptions(self) -> tuple[str, ...]:
        """All that is to be told, in the order in which it came up."""
        return tuple(self._assumptions)

    @property
    def limits(self) -> tuple[str, ...]:
        """Of these: what was left out or could not be known."""
        return tuple(self._limits)

    @property
    def reckoned(self) -> tuple[str, ...]:
        """The figures that the notes state."""
        return tuple(self._reckoned)

    @property
    def unnamed(self) -> Mapping[str, frozenset[str]]:
        """By field, the ids of the records with an unnamed enum value."""
        with self._lock:
            return {field_id: frozenset(ids) for field_id, ids in self._unnamed.items()}
