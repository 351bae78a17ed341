"""Parallel reading of a long list in time windows, falling back to one page after another where the windows do not fit together."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from ingest.gateway.asking import Errand
from ingest.gateway.calls import Call, list_calls
from ingest.gateway.errors import CouldNotRead, Incomplete
from ingest.gateway.options import GatewayOptions
from ingest.gateway.pages import gather
from ingest.gateway.windows import Recent, Window, cut, fit
from ingest.records import LinkedAccount, Record
from kg.ports import Clock

Walk = Callable[[str, LinkedAccount, Sequence[Call], Errand, int], Iterator[tuple[Record, ...]]]
ByIds = dict[str, Record]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a caller knows of a list, who holds what is read against it: so many records, all that Merge's copy held at a time.

    `came` is told how many records each page brought, by the threads that read; some come twice.
    """

    count: int
    until: datetime
    came: Callable[[int], None] | None = None

    def counting(self, walk: Walk) -> Walk:
        """The walk, with `came` told of each page."""
        def pages(model: str, account: LinkedAccount, calls: Sequence[Call], errand: Errand, most: int) -> Iterator[tuple[Record, ...]]:
            for page in walk(model, account, calls, errand, most):
                if self.came is not None:
                    self.came(len(page))
                yield page
        return pages


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One list, as it is asked for. `walk` reads the pages of calls one after another, with all that surrounds a call."""

    walk: Walk
    model: str
    filters: Mapping[str, object]
    expand: Sequence[str]
    expected: Expected
    options: GatewayOptions
    clock: Clock

    def fetch(self, account: LinkedAccount, errand: Errand) -> Iterator[tuple[Record, ...]]:
        """The records: the first page, then all in windows, or else the pages that follow the first. Raises CouldNotRead."""
        in_a_row = self._pages(account, {}, errand)
        first = next(in_a_row)
        yield first
        windows = cut(first, self.expected.count, self.options.page_size, self.clock())
        found = self._side_by_side(account, windows, errand) if windows else []
        if not found or not fit(first, windows, found):
            yield from in_a_row
            return
        errand.windows += len(windows)
        yield from (tuple(records.values()) for records in found)

    def _side_by_side(self, account: LinkedAccount, windows: Sequence[Window], errand: Errand) -> list[ByIds]:
        """What each window holds; nothing where one could not be read, something lies in none, or all were more pages than a list may have."""
        failed = threading.Event()
        parts = (*windows[::-1], Recent(self.expected.until))       # companies grow: what takes longest begins first
        errands = [Errand(errand.deadline, retries=0) for _ in parts]       # in a row it is tried again, one request at a time
        with ThreadPoolExecutor(min(self.options.in_flight, len(parts))) as threads:
            *found, _ = threads.map(lambda part, own: self._of(account, part, own, failed), parts, errands)
        calls = sum(own.calls for own in errands)
        errand.calls += calls
        return [] if failed.is_set() or calls > self.options.max_pages else found[::-1]

    def _of(self, account: LinkedAccount, part: Window | Recent, errand: Errand, failed: threading.Event) -> ByIds:
        found: ByIds = {}
        try:
            for page in self._pages(account, part.filters, errand):
                if failed.is_set() or not all(map(part.holds, page)):
                    raise Incomplete
                gather(found, page)
        except CouldNotRead:
            failed.set()
        return found

    def _pages(self, account: LinkedAccount, part: Mapping[str, object], errand: Errand) -> Iterator[tuple[Record, ...]]:
        calls = list_calls(self.model, {**self.filters, **part}, self.expand, self.options.page_size)
        return self.walk(self.model, account, calls, errand, self.options.max_pages)
