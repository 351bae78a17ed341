"""Parallel reading of a long list in time windows, falling back to one page after another where the windows do not fit together."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ingest.gateway.asking import Errand
from ingest.gateway.calls import Call, list_calls
from ingest.gateway.errors import CouldNotRead, Incomplete
from ingest.gateway.options import GatewayOptions
from ingest.gateway.pages import gather
from ingest.gateway.windows import Window, cut, fit
from ingest.records import LinkedAccount, Record
from kg.ports import Clock

Walk = Callable[[str, LinkedAccount, Sequence[Call], Errand, int], Iterator[tuple[Record, ...]]]
ByIds = dict[str, Record]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One list, as it is asked for. `walk` reads the pages of calls one after another, with all that surrounds a call."""

    walk: Walk
    model: str
    filters: Mapping[str, object]
    expand: Sequence[str]
    expected: int
    options: GatewayOptions
    clock: Clock

    def fetch(self, account: LinkedAccount, errand: Errand) -> Iterator[tuple[Record, ...]]:
        """The records: the first page, then all in windows, or else the pages that follow the first. Raises CouldNotRead."""
        in_a_row = self._pages(account, {}, errand)
        first = next(in_a_row)
        yield first
        windows = cut(first, self.expected, self.options.page_size, self.clock())
        found = self._side_by_side(account, windows, errand) if windows else []
        if not found or not fit(first, windows, found):
            yield from in_a_row
            return
        errand.windows += len(windows)
        yield from (tuple(records.values()) for records in found)

    def _side_by_side(self, account: LinkedAccount, windows: Sequence[Window], errand: Errand) -> list[ByIds]:
        """What each window holds; nothing where one could not be read, or all were more pages than a list may have."""
        failed = threading.Event()
        errands = [Errand(errand.deadline, retries=0) for _ in windows]      # in a row it is tried again, one request at a time
        with ThreadPoolExecutor(min(self.options.in_flight, len(windows))) as threads:
            latest_first = threads.map(lambda window, own: self._of(account, window, own, failed), windows[::-1], errands)
            found = list(latest_first)[::-1]             # companies grow: what takes longest begins first
        calls = sum(own.calls for own in errands)
        errand.calls += calls
        return [] if failed.is_set() or calls > self.options.max_pages else found

    def _of(self, account: LinkedAccount, window: Window, errand: Errand, failed: threading.Event) -> ByIds:
        found: ByIds = {}
        try:
            for page in self._pages(account, window.filters, errand):
                if failed.is_set() or not all(window.holds(r.values.get("created_at")) for r in page):
                    raise Incomplete
                gather(found, page)
        except CouldNotRead:
            failed.set()
        return found

    def _pages(self, account: LinkedAccount, window: Mapping[str, object], errand: Errand) -> Iterator[tuple[Record, ...]]:
        calls = list_calls(self.model, {**self.filters, **window}, self.expand, self.options.page_size)
        return self.walk(self.model, account, calls, errand, self.options.max_pages)
