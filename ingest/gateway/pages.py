"""Walking the pages of a list. The SDK gives one page only; Merge gives no count, so the end is a missing `next`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ingest.gateway.calls import Call
from ingest.gateway.errors import BrokenAnswer, Truncated
from ingest.gateway.windows import Window, created_at
from ingest.records import Record


@dataclass(frozen=True, slots=True)
class First:
    """What the first reading of a list came to, so that the second can cut the list in another way."""

    seen: int                           # records
    middle: datetime | None = None      # of the times at which they were created; None where one bears none, and would lie in no window

    def page_size(self, usual: int) -> int:
        """Rows of a page, so that other records stand at the ends of pages."""
        return max(1, min(self.seen, usual - usual // 4))

    def windows(self, usual: int) -> tuple[Window, ...]:
        """Windows that cut a list of several pages in two; one that cuts nothing for a shorter one."""
        if self.middle is None or self.seen < usual:
            return (Window(None, None),)
        return Window(None, self.middle), Window(self.middle, None)


def first_of(records: Iterable[Record]) -> First:
    """What a reading came to."""
    found = list(records)
    times = sorted(t for r in found if (t := created_at(r)) is not None)
    return First(len(found), times[len(times) // 2] if times and len(times) == len(found) else None)


def walk(ask: Callable[[Call], Any], call: Call, max_pages: int) -> Iterator[list[Any]]:
    """The rows of page after page. Raises BrokenAnswer, Truncated when there are more than `max_pages`, and whatever `ask` raises."""
    cursors: set[str] = set()
    for _ in range(max_pages):
        rows, cursor = _page(ask(call))
        yield rows
        if cursor is None:
            return
        if cursor in cursors:
            raise BrokenAnswer("Merge's pages go round in a circle.")
        cursors.add(cursor)
        call = call.at(cursor)
    raise Truncated(f"More than {max_pages} pages: the rest was not read.")


def unrepeated(pages: Iterable[Iterable[Record]]) -> Iterator[tuple[Record, ...]]:
    """The same pages, each record once. A record that changed while the pages were walked comes again only if it is newer.

    Of what has come, ids and times are remembered, not the records: there may be millions.
    """
    seen: dict[str, datetime | None] = {}
    for page in pages:
        new: dict[str, Record] = {}
        for record in page:
            if record.id not in seen or is_newer(record, seen[record.id]):
                new[record.id] = record
                seen[record.id] = record.modified_at
        yield tuple(new.values())


def gather(records: dict[str, Record], page: Iterable[Record]) -> None:
    """Add a page to what was read, by id: each record once, in its newest version."""
    for record in page:
        known = records.get(record.id)
        if known is None or is_newer(record, known.modified_at):
            records[record.id] = record


def is_newer(record: Record, known_at: datetime | None) -> bool:
    """Whether Merge changed its copy after the time that is known of it."""
    return record.modified_at is not None and (known_at is None or record.modified_at > known_at)


def _page(body: Any) -> tuple[list[Any], str | None]:
    rows = body.get("results") if isinstance(body, Mapping) else None
    if not isinstance(rows, list):
        raise BrokenAnswer("Merge's answer is not a page of results.")
    return rows, _cursor(body.get("next"))


def _cursor(given: Any) -> str | None:
    """The cursor of the next page; one guide of Merge's shows a whole address with the cursor in it."""
    if given is None or given == "":
        return None
    if not isinstance(given, str):
        raise BrokenAnswer("Merge's page names its next one by something that is not text.")
    if not given.startswith(("http://", "https://", "/")) or "?" not in given:
        return given
    found = parse_qs(urlsplit(given).query).get("cursor")
    if not found:
        raise BrokenAnswer("The address of Merge's next page holds no cursor.")
    return found[0]
