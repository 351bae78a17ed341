"""Versions of a conversation: a question that was edited or asked again stands beside the turn that it replaces, with what came after each. Pure.

The turns are a tree. What is shown is one way through it: at each place the newest version, unless the person chose another and none has come since.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memory.journal import Entry


@dataclass(slots=True)
class Versions:
    """The turns of one conversation by name (their id, else their number), oldest first, each below the one that it follows (or None)."""

    turns: dict[str, Entry] = field(default_factory=dict)
    _above: dict[str, str | None] = field(default_factory=dict)
    _below: dict[str | None, list[str]] = field(default_factory=dict)
    _chosen: dict[str | None, str] = field(default_factory=dict)

    @property
    def shown(self) -> list[Entry]:
        """The turns that are shown, oldest first."""
        return [self.turns[name] for name in self._shown()]

    @property
    def replaced(self) -> list[Entry]:
        """The turns that are not shown, oldest first."""
        shown = set(self._shown())
        return [entry for name, entry in self.turns.items() if name not in shown]

    @property
    def several(self) -> dict[str, list[str]]:
        """Of each turn that is shown and has other versions: the names of all, oldest first."""
        return {name: list(beside) for name in self._shown() if len(beside := self.beside(name)) > 1}

    @property
    def last(self) -> str | None:
        """The name of the last turn that is shown: what comes next follows it. None where there is none."""
        return next(reversed(self._shown()), None)

    def until(self, turn: str | None) -> list[Entry]:
        """A turn with all that leads up to it, oldest first; nothing for one that is not there."""
        return [self.turns[name] for name in reversed(self._way(turn))]

    def before(self, turn: str | None) -> tuple[list[Entry], str | None]:
        """What leads up to another version of a turn, and the name of the turn that it follows; without a known turn all that is shown."""
        if turn is None or turn not in self._above:
            return self.shown, self.last
        return self.until(turn)[:-1], self._above[turn]

    def beside(self, turn: str | None) -> tuple[str, ...]:
        """The versions of a turn, itself among them, oldest first; none for one that is not there."""
        return tuple(self._below[self._above[turn]]) if turn is not None and turn in self._above else ()

    def _shown(self) -> list[str]:
        names: list[str] = []
        below = self._below.get(None)
        while below:
            names.append(self._chosen.get(self._above[below[0]], below[-1]))
            below = self._below.get(names[-1])
        return names

    def _way(self, turn: str | None) -> list[str]:
        names: list[str] = []
        while turn is not None and turn in self._above:
            names.append(turn)
            turn = self._above[turn]
        return names

    def _choose(self, turn: str, count: int) -> None:
        if turn in self._above and len(self.beside(turn)) == count:         # else another has come since
            self._chosen[self._above[turn]] = turn

    def _add(self, name: str, entry: Entry, above: str | None) -> None:
        self.turns[name], self._above[name] = entry, above
        self._below.setdefault(above, []).append(name)


def versions_of(entries: Iterable[Entry], choices: Iterable[Mapping[str, Any]]) -> Versions:
    """The versions that these turns are. `choices`: which was chosen (`shown`), of how many there were then (`of`); the last one counts."""
    found, last = Versions(), None
    for number, entry in enumerate(entries):
        name = str(entry.get("id") or f"#{number}")
        name = f"#{number}" if name in found.turns else name
        follows = entry.get("follows", last)
        found._add(name, entry, follows if follows is None or follows in found.turns else last)
        last = name
    for choice in choices:
        found._choose(choice["shown"], choice["of"])
    return found
