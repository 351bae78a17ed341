"""A long list cut into windows of creation time, to be read side by side. Pure: where to cut, and whether what was read fits together.

Every moment lies in a window, for the first is open below and the last above, and neighbours overlap: neither the order of Merge's lists
nor whether a border belongs to its window is documented. What no window gives is a record without a time of creation. One that the caller
knows is missed by him (`agent.live.completeness`); one that is new to him changed since he looked, and `Recent` reads what did. A list of
which one record lacks one of its times is not cut at all, since others may lack both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from ingest.records import Record

SLACK = timedelta(seconds=1)            # two windows overlap by so much on each side: whether their borders count is not documented
APART = 10 * SLACK                      # between two borders at least, so that what is read twice stays little
WORTH = 4                               # pages from which cutting saves time
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)    # of times that a source can mean
MOST = 16                               # windows of one list; each costs about one call more than reading in a row


@dataclass(frozen=True, slots=True)
class Window:
    """What was created in a time, a little more on both sides; None: open."""

    after: datetime | None
    before: datetime | None

    @property
    def filters(self) -> Mapping[str, object]:
        """Merge's filters for it."""
        both = {"created_after": self.after and self.after - SLACK, "created_before": self.before and self.before + SLACK}
        return {name: at for name, at in both.items() if at is not None}

    def holds(self, record: Record) -> bool:
        """Whether a record may come in an answer for this window."""
        return is_timed(record) and not (
            (self.after is not None and record.values["created_at"] < self.after - SLACK)
            or (self.before is not None and record.values["created_at"] > self.before + SLACK))


@dataclass(frozen=True, slots=True)
class Recent:
    """What changed since a time, whenever it was created: the only way to what is new and lies in no window."""

    since: datetime

    @property
    def filters(self) -> Mapping[str, object]:
        """Merge's filter for it."""
        return {"modified_after": self.since}

    def holds(self, record: Record) -> bool:
        """Whether a window gives the record as well."""
        return is_timed(record)


def is_timed(record: Record) -> bool:
    """Does a record bear both times by which a list is read in windows?"""
    return created_at(record) is not None and record.modified_at is not None


def created_at(record: Record) -> datetime | None:
    """When Merge says that it was created; None where that is no time that a source can mean."""
    created = record.values.get("created_at")
    return created if isinstance(created, datetime) and EARLIEST <= created <= LATEST else None


def cut(page: Sequence[Record], expected: int, page_size: int, now: datetime) -> tuple[Window, ...]:
    """The windows of a list with that first page; () where it had better be read in a row.

    `expected`: records that the list has, as far as is known. How they lie in time is guessed from the page; a wrong guess costs time only.
    """
    if len(page) < page_size or not all(map(is_timed, page)) or expected < WORTH * page_size:
        return ()
    borders = _apart(_borders([r.values["created_at"] for r in page], expected, min(MOST, -(-expected // page_size)), now))
    return tuple(Window(after, before) for after, before in pairwise((None, *borders, None))) if borders else ()


def fit(page: Sequence[Record], windows: Sequence[Window], found: Sequence[Mapping[str, Record]]) -> bool:
    """Do the windows' records, by id, hold the list's first page, and do two neighbours tell the same of where they overlap?"""
    everything = frozenset().union(*found)
    return all(r.id in everything for r in page) and all(
        _around(window.before, one) == _around(window.before, other)
        for window, (one, other) in zip(windows, pairwise(found), strict=False))


def _around(border: datetime | None, found: Mapping[str, Record]) -> frozenset[str]:
    """The ids of what was created so near to a border that it lies in both windows."""
    assert border is not None
    return frozenset(i for i, r in found.items() if abs(r.values["created_at"] - border) < SLACK)


def _borders(times: Sequence[datetime], expected: int, count: int, now: datetime) -> list[datetime]:
    """Where to cut. A page in order is one end of the list; of one without order the times are a sample. What is crowded is not cut."""
    first, last = min(times), max(times)
    length = min((last - first) * (expected / len(times)), LATEST - EARLIEST)       # of the whole list, if it goes on as the page does
    count = count if length >= APART else 0
    if _in_order(times):
        end = min(max(first + length, last + APART), now)
        rest = [end, *_spread(end, now, MOST // 2)] if now - end > (now - first) / 4 else []
        return [*_spread(first, end, count), *rest]
    if _in_order(times[::-1]):
        start = min(last - length, first - APART)
        return [start, *_spread(start, last, count)]
    return [sorted(times)[len(times) * n // count] for n in range(1, count)]


def _in_order(times: Sequence[datetime]) -> bool:
    return all(one <= other for one, other in pairwise(times))


def _spread(start: datetime, end: datetime, count: int) -> list[datetime]:
    return [start + (end - start) * n / count for n in range(1, count)]


def _apart(borders: Sequence[datetime]) -> list[datetime]:
    kept: list[datetime] = []
    for border in sorted(borders):
        if not kept or border - kept[-1] >= APART:
            kept.append(border)
    return kept
