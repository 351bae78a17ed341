"""What is wrong with a plan, each fault with its place in it: all of them are told to the model at once, so that one repair can mend them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeVar

T = TypeVar("T")
MOST = 12                               # faults that are told in one round


@dataclass
class Faults:
    """Faults found so far, and the place that is looked at now ("acts.0.node.where.1")."""

    found: list[str] = field(default_factory=list)
    _at: list[str] = field(default_factory=list)

    @contextmanager
    def at(self, *place: str | int) -> Iterator[None]:
        """What is added inside is said of this part."""
        self._at += map(str, place)
        try:
            yield
        finally:
            del self._at[len(self._at) - len(place):]

    def add(self, text: str) -> None:
        """Something is wrong here."""
        self.found.append(f"{'.'.join(self._at)}: {text}" if self._at else text)

    def none(self, text: str) -> T | None:
        """Something is wrong here, and there is no part to go on with: None, whatever part was to be made."""
        self.add(text)
        return None

    @property
    def told(self) -> str:
        """All faults, as a list."""
        more = f"\n- and {len(self.found) - MOST} more" if len(self.found) > MOST else ""
        return "\n".join(f"- {text}" for text in self.found[:MOST]) + more

    @staticmethod
    def near(name: str, known: Iterable[str]) -> str:
        """"; did you mean …?" for a name that is nearly one of the known ones."""
        close = get_close_matches(name, list(known), 3, 0.6)
        return f"; did you mean {' or '.join(close)}?" if close else ""
