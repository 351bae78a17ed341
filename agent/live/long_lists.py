"""How far the long lists have come that are being read for a question: pages that were read of those that are expected."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

PAGE = 100                              # records that one call reads


@dataclass(frozen=True, slots=True)
class PagesRead:
    """Of a list under way. What is read twice does not count beyond the end."""

    read: int
    of: int


@dataclass(eq=False)
class LongLists:
    """Counts the records of each list as its pages come. Threads may share it."""

    _read: dict[str, int] = field(default_factory=dict)         # by model of a list under way, records that came
    _expected: dict[str, int] = field(default_factory=dict)     # and about how many it has
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def reading(self, model: str, expected: int) -> Iterator[Callable[[int], None]]:
        """While a list of about so many records is read: what is told of each page how many came. Of a model one list is read at a time."""
        self._expected[model], self._read[model] = expected, 0
        try:
            yield lambda records: self._came(model, records)
        finally:
            with self._lock:
                del self._read[model]

    def longest(self) -> PagesRead | None:
        """The list that lacks most pages; None where none under way has more than one."""
        with self._lock:
            lists = [PagesRead(min(read, self._expected[model]) // PAGE, -(-self._expected[model] // PAGE)) for model, read in self._read.items()]
        return max((each for each in lists if each.of > 1), key=lambda each: each.of - each.read, default=None)

    def _came(self, model: str, records: int) -> None:
        with self._lock:
            self._read[model] += records
