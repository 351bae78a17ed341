"""Whose turn it is: what waits is taken person by person, so that who asks for much holds up nobody but themselves."""

import threading
from collections import Counter, deque


class Fair:
    """What waits, each once. A person's own goes in the order in which it came. Usable from threads."""

    def __init__(self, most: int) -> None:
        """Nothing waits. `most`: how many of a person's may be under way at once, so that none takes all the threads."""
        self._most = most
        self._waiting: dict[str, deque[str]] = {}       # by person, whose turn is next first
        self._under_way: Counter[str] = Counter()
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
        """The next, and whose it is; that person's turn comes after everybody else's then, and it is under way until `done`.

        Raises LookupError where nothing waits but of people who have as much under way as they may.
        """
        with self._lock:
            person = next((each for each in self._waiting if self._under_way[each] < self._most), None)
            if person is None:
                raise LookupError("nothing waits that may be begun")
            own = self._waiting.pop(person)
            what = own.popleft()
            if own:
                self._waiting[person] = own
            self._under_way[person] += 1
            return person, what

    def done(self, person: str) -> bool:
        """One of a person's is no longer under way; whether something of theirs waits."""
        with self._lock:
            self._under_way[person] -= 1
            self._under_way += Counter()                # forgets who has none
            return person in self._waiting

    def ahead_of(self, person: str) -> int:
        """How many of their own a person waits for, where as many are under way as may be."""
        with self._lock:
            under_way = self._under_way[person]
            return under_way + len(self._waiting.get(person, ())) if under_way >= self._most else 0

    def __len__(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(map(len, self._waiting.values()))
