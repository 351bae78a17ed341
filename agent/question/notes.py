"""What an answer has to tell beside its result: what was assumed on the way, what was left out, and which figures such notes state."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(eq=False)
class Notes:
    """Collects the notes while a question is answered. Threads may share it: read the attributes, change them by the methods."""

    assumptions: list[str] = field(default_factory=list)           # all that is to be told, each once, in the order in which it came up
    limits: list[str] = field(default_factory=list)                # of these: what was left out or could not be known
    reckoned: list[str] = field(default_factory=list)              # the figures that they state
    _unnamed: dict[str, set[str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def assume(self, text: str, *reckoned: object, is_limit: bool = False) -> None:
        """Something the answer has to tell. `reckoned`: the figures in it that no record, definition or plan holds, such as a count.

        `is_limit`: that something was left out or could not be known, which is told before all else.
        """
        with self._lock:
            self.reckoned.extend(str(figure) for figure in reckoned)
            for told in (self.assumptions, self.limits) if is_limit else (self.assumptions,):
                if text not in told:
                    told.append(text)

    def note_unnamed(self, field_id: str, record_id: str) -> None:
        """Record that a record holds an enum value that Merge does not name, so that no condition over it can be decided."""
        with self._lock:
            self._unnamed.setdefault(field_id, set()).add(record_id)

    def copied(self) -> "Notes":
        """What is noted so far, to go on from by itself."""
        with self._lock:
            return Notes(list(self.assumptions), list(self.limits), list(self.reckoned), {of: set(ids) for of, ids in self._unnamed.items()})

    @property
    def unnamed(self) -> Mapping[str, frozenset[str]]:
        """By field, the ids of the records with an enum value that Merge does not name; tasks that still run add to them."""
        with self._lock:
            return {field_id: frozenset(ids) for field_id, ids in self._unnamed.items()}
