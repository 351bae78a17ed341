"""How far the long lists have come that are being read for a question: which of its pages each has reached."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

PAGE = 100                              # records that one call reads


@dataclass(frozen=True, slots=True)
class AtPage:
    """The page that is read, and how many there are. The first is 1; what is read twice does not count beyond the last."""

    page: int
    of: int


@dataclass(eq=False, slots=True)
class _List:
    """A list under way: about how many records it has, and how many came."""

    expected: int
    came: int = 0

    @property
    def at(self) -> AtPage:
        of = -(-self.expected // PAGE)
        return AtPage(min(self.came // PAGE + 1, of), of)


@dataclass(eq=False)
class LongLists:
    """Counts the records of each list as its pages come. Threads may share it, and read a list twice at the same time."""

    _under_way: list[_List] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def reading(self, expected: int) -> Iterator[Callable[[int], None]]:
        """While a list of about so many records is read: what is told of each page how many came."""
        one = _List(expected)
        with self._lock:
            self._under_way.append(one)
        try:
            yield lambda records: self._count(one, records)
        finally:
            with self._lock:
                self._under_way.remove(one)

    def longest(self) -> AtPage | None:
        """The position in the list with the most pages left to read; None if every list under way is a single page."""
        with self._lock:
            found = [one.at for one in self._under_way]
        return max((at for at in found if at.of > 1), key=lambda at: at.of - at.page, default=None)

    def _count(self, one: _List, records: int) -> None:
        with self._lock:
            one.came += records
