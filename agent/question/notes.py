"""What an answer has to tell beside its result: what was assumed on the way, what was left out, and which figures such notes state."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum


class Weight(IntEnum):
    """How much a reader needs a note. The weightiest of an answer stands under it, the others are folded away."""

    LIMIT = 0                           # something was left out or could not be known
    READ = 1                            # words were taken as something that they need not mean
    OWN = 2                             # what the person said once decided something
    COUNTED = 3                         # which records or times count, and how a figure is made
    SPELT = 4                           # a word was read in another spelling
    DEFINED = 5                         # what a usual word means
    USUAL = 6                           # what goes without saying: never more than folded


@dataclass(eq=False)
class Notes:
    """Collects the notes while a question is answered. Threads may share it: read the attributes, change them by the methods."""

    weights: dict[str, Weight] = field(default_factory=dict)       # all that is to be told, each once, in the order in which it came up
    reckoned: list[str] = field(default_factory=list)              # the figures that they state
    _unnamed: dict[str, set[str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def assume(self, text: str, *reckoned: object, weight: Weight = Weight.COUNTED) -> None:
        """Add a note to the answer. `reckoned`: the computed figures in it, such as a count, which stand in no record, definition or plan."""
        with self._lock:
            self.reckoned.extend(str(figure) for figure in reckoned)
            self.weights[text] = min(weight, self.weights.get(text, weight))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """All notes, in the order in which they came up."""
        with self._lock:
            return tuple(self.weights)

    @property
    def limits(self) -> tuple[str, ...]:
        """Of these: what was left out or could not be known."""
        with self._lock:
            return tuple(text for text, weight in self.weights.items() if weight is Weight.LIMIT)

    @property
    def own(self) -> tuple[str, ...]:
        """Of these: what the person said once and that decided something."""
        with self._lock:
            return tuple(text for text, weight in self.weights.items() if weight is Weight.OWN)

    def note_unnamed(self, field_id: str, record_id: str) -> None:
        """Record that a record holds an enum value that Merge does not name, so that no condition over it can be decided."""
        with self._lock:
            self._unnamed.setdefault(field_id, set()).add(record_id)

    def copied(self) -> "Notes":
        """What is noted so far, to go on from by itself."""
        with self._lock:
            return Notes(dict(self.weights), list(self.reckoned), {of: set(ids) for of, ids in self._unnamed.items()})

    @property
    def unnamed(self) -> Mapping[str, frozenset[str]]:
        """By field, the ids of the records with an enum value that Merge does not name; tasks that still run add to them."""
        with self._lock:
            return {field_id: frozenset(ids) for field_id, ids in self._unnamed.items()}
