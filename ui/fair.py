"""Whose turn it is: what waits is taken person by person, so that who asks for much holds up nobody but themselves."""

import threading
from collections import deque


class Fair:
    """What waits, each once. A person's own goes in the order in which it came. Usable from threads."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._waiting: dict[str, deque[str]] = {}       # by person, whose turn is next first
        self._lock = threading.Lock()

    def put(self, person: str, what: str) -> bool:
        """Whether it did not wait already."""
        with self._lock:
            own = self._waiting.setdefault(person, deque())
            if what in own:
                return False
            own.append(what)
            return True

    def take(self) -> tuple[str, str]:
        """The next, and whose it is; that person's turn comes after everybody else's then. Raises LookupError where nothing waits."""
        with self._lock:
            person = next(iter(self._waiting), None)
            if person is None:
                raise LookupError("nothing waits")
            own = self._waiting.pop(person)
            what = own.popleft()
            if own:
                self._waiting[person] = own
            return person, what

    def __len__(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(map(len, self._waiting.values()))
