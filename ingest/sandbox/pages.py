"""Pages of rows that stand in an order: opaque cursors, forward and backward, bound to order and filters.

A cursor names the place of a row, not a number of rows: what is added or removed elsewhere shifts nothing. Pure.
"""

import base64
import binascii
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode

from ingest.sandbox.answers import bad_filter
from ingest.sandbox.shown import ShownRow, SortKey


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in an ordered list: what follows `key`, or, backward, what precedes it. `digest` names filters and order."""

    key: SortKey
    backward: bool
    digest: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the rows, with the cursors to both sides; None at an end."""

    rows: tuple[ShownRow, ...]
    next: str | None
    previous: str | None

    def envelope(self, results: Any) -> dict[str, Any]:
        """The page as Merge writes it."""
        return {"next": self.next, "previous": self.previous, "results": results}


def encode(cursor: Cursor) -> str:
    """The cursor as text."""
    untimed, micros, row_id = cursor.key
    pairs = {"p": "" if untimed else micros, "i": row_id, "r": int(cursor.backward), "q": cursor.digest}
    return base64.urlsafe_b64encode(urlencode(pairs).encode()).decode()


def decode(text: str, digest: str) -> Cursor:
    """The cursor that a text is. Raises Refused (400) for one that is broken or belongs to other filters or another order."""
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
        pairs = {name: values[0] for name, values in parse_qs(raw, keep_blank_values=True, strict_parsing=True).items()}
        place = pairs["p"]
        cursor = Cursor((place == "", int(place or 0), pairs["i"]), pairs["r"] == "1", pairs["q"])
    except (ValueError, KeyError, binascii.Error) as error:
        raise bad_filter("cursor: Invalid cursor.") from error
    if cursor.digest != digest:
        raise bad_filter("cursor: this cursor belongs to other filters.")
    return cursor


def cut_page(rows: Sequence[ShownRow], keys: Sequence[SortKey], cursor: Cursor | None, size: int, digest: str) -> Page:
    """The page of `size` rows at a cursor; `keys` are the rows' places, ascending."""
    if cursor is not None and cursor.backward:
        end = bisect_left(keys, cursor.key)
        start = max(0, end - size)
    else:
        start = 0 if cursor is None else bisect_right(keys, cursor.key)
        end = min(len(rows), start + size)
    after = encode(Cursor(keys[end - 1], False, digest)) if start < end < len(rows) else None
    before = encode(Cursor(keys[start], True, digest)) if 0 < start < len(rows) else None
    return Page(tuple(rows[start:end]), after, before)
