"""What earlier answers of a conversation told in rows: which record each row is of, so that a question can point at it by its place.

References only. What a row said is not kept here, and is of no use: who points at a row has the record read again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.question.entries import Entry, RowsEntry, asked_in


@dataclass(frozen=True, slots=True)
class RowIds:
    """Of each row of a result, the record that it is of."""

    model: str
    ids: tuple[str, ...]                # one for each row, in their order; one record may have several rows


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of an earlier answer, and the question that it was to."""

    asked: str
    rows: RowIds


    @property
    def is_of_one(self) -> bool:
        """Did the answer tell of one thing, and not of rows to choose from?"""
        return len(self.rows.ids) == 1


def rows_entry(rows: RowIds | None, count: int) -> RowsEntry | None:
    """The rows as an entry of the history holds them; None where the result that was told has not just these rows."""
    return {"model": rows.model, "ids": list(rows.ids)} if rows is not None and len(rows.ids) == count > 0 else None


def listings(entries: Sequence[Entry]) -> tuple[Listing, ...]:
    """The answers with rows among a conversation's entries, oldest first; of one thing only the last answer of all, which "it" means.

    "And the first one?" after a word on the second of five means the five.
    """
    several = (_listing(e, e["rows"]) for e in entries if "rows" in e)
    return (*several, *(_listing(e, e["one"]) for e in entries[-1:] if "one" in e))


def _listing(entry: Entry, told: RowsEntry) -> Listing:
    return Listing(asked_in(entry), RowIds(told["model"], tuple(told["ids"])))
