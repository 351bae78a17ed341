"""An answer before it is checked."""

from dataclasses import dataclass

from agent.answer import Result
from agent.query.outcome import Cited
from agent.question.dialogue import RowIds
from agent.respond.chartable import ChartColumns


@dataclass(frozen=True, slots=True)
class Draft:
    """What an answer is to say, and what it stands on. The text's figures and names must occur in the result, the cited records or `facts`."""

    text: str                           # Markdown
    result: Result | None               # None for prose
    cited: Cited
    facts: tuple[str, ...] = ()         # what the writer reckoned or read beside them: how many there are, a record's text
    rows: RowIds | None = None            # what the rows of the result are of, where each is of a record
    form: str = ""                      # table, list or chart, where the person prefers one and it is shown so
    drawn: ChartColumns | None = None          # what of the result a chart shows
    tied: str = ""                      # that a cut fell among equals, with which the text ends in every form
