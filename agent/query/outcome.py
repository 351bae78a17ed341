"""What a table, groups, figures or a yes-no question came to: between the executor, which makes it, and the words, which tell it."""

from dataclasses import dataclass

from agent.answer import Cell, Column
from agent.catalogue import Model
from ingest.records import Record

Cited = tuple[tuple[Model, Record], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Columns and rows as the answer's result holds them, and what they rest on.

    A share is a fraction with the unit `share`; money of one currency has it as its column's unit, money of several a column beside it.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cited: Cited
    notes: tuple[str, ...] = ()         # what was assumed and what was left out: "Pay is known for 17 of 19 people."
    tied: int = 0                       # rows that share the last place of a "top n"; 0 where nothing was cut or nobody ties
    row_of: tuple[str, ...] = ()        # of each row, whose it is: a table's record, a group; () where each row is one of its own

    @property
    def members(self) -> tuple[str, ...]:
        """Of each row, whose it is. Names do not tell: two records may share one, and one record may have several rows."""
        return self.row_of or tuple(map(str, range(len(self.rows))))

    @property
    def number(self) -> int:
        """How many records or groups the rows are of."""
        return len(set(self.members))


def unique(cited: Cited) -> Cited:
    """What is cited, each record once."""
    return tuple({(model.id, record.id): (model, record) for model, record in cited}.values())
