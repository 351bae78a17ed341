"""Where words may be taken in several ways: the likeliest everywhere first, then readings with one other choice, then with two."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


@dataclass
class Choices:
    """What one reading takes: at the first places what `path` says, from there on the likeliest. `widths`: how many ways there were."""

    path: tuple[int, ...] = ()
    widths: list[int] = field(default_factory=list)

    def pick(self, ways: Sequence[T]) -> T:
        """One of some ways, of which there is at least one; the likeliest stands first."""
        place = len(self.widths)
        self.widths.append(len(ways))
        return ways[self.path[place] if place < len(self.path) else 0]

    def others(self) -> Iterator[tuple[int, ...]]:
        """The paths that go on from this one with one other choice more."""
        for place in range(len(self.path), len(self.widths)):
            same = (*self.path, *(0 for _ in range(len(self.path), place)))
            yield from ((*same, other) for other in range(1, self.widths[place]))


def every_way(most: int) -> Iterator[Choices]:
    """Choices for one reading after another, at most so many. Each must have been used before the next is asked for."""
    left: deque[tuple[int, ...]] = deque([()])
    for _ in range(most):
        if not left:
            return
        choices = Choices(left.popleft())
        yield choices
        left.extend(choices.others())
