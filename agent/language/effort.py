"""What reading one text may cost: so many steps of work, and the time until its deadline.

Whatever may take longer than in proportion to the length of a text spends steps here: readings, items of the chart, matches of patterns. Steps make
the end of a reading the same on every machine; the deadline holds on a slow one. It is kept per thread of control, so that it need not be handed
through every rule.
"""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from typing import TypeVar

from agent.answer import Reason
from agent.errors import Declined
from ingest.gateway import Deadline

STEPS = 300_000                         # a pair of items that rules try is one; it is some seconds of work, ten times what long questions take
A_READING = 200                         # steps of beginning to read a text, however short
A_WORD = 20                             # steps of looking up what one word of a text may mean
SECONDS = 30.0                          # of a text that is read by itself, outside a question
T = TypeVar("T")


class TooComplex(Declined):
    """The question is too long or too complex to be read in time. Please ask it in shorter words, or one part at a time."""

    def __init__(self) -> None:
        super().__init__(Reason.OUT_OF_SCOPE, type(self).__doc__ or "")


class Effort:
    """What is left of the steps and the time for one text."""

    __slots__ = ("_deadline", "steps")

    def __init__(self, deadline: Deadline | None = None) -> None:
        self.steps = STEPS
        self._deadline = deadline or Deadline.after(SECONDS)

    def spend(self, steps: int) -> None:
        """Count some work. Raises TooComplex where it is more than there is, or where the time is over; Cancelled where the question was stopped."""
        self.steps -= steps
        self._deadline.go_on()
        if self.steps < 0 or self._deadline.expired:
            raise TooComplex

    def seconds(self) -> float:
        """Seconds left, above 0. Raises TooComplex where none are."""
        self.spend(0)
        return max(0.001, self._deadline.left())


_current: ContextVar[Effort | None] = ContextVar("effort", default=None)


def spend(steps: int) -> None:
    """Count some work on the text that is read now; nothing where none is. Raises TooComplex."""
    effort = _current.get()
    if effort is not None:
        effort.spend(steps)


def seconds() -> float:
    """How long the next piece of work may take. Raises TooComplex where no time is left."""
    effort = _current.get()
    return effort.seconds() if effort is not None else SECONDS


@contextmanager
def limited(effort: Effort | None = None) -> Iterator[None]:
    """What is done inside is part of that effort; without one, of the effort under way, or else of a new one."""
    token = _current.set(effort or _current.get() or Effort())
    try:
        yield
    finally:
        _current.reset(token)


def each_limited(effort: Effort, events: Generator[T, None, None]) -> Iterator[T]:
    """The same events; what happens until each of them is part of that effort. Who takes them is not."""
    with closing(events):
        while True:
            with limited(effort):
                event = next(events, None)
            if event is None:
                return
            yield event
