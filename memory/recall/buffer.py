"""What was recalled for the last few questions of a thread: at most BLOCKS blocks under a token budget, the oldest goes first. Pure.

It is made anew from the questions themselves, so it needs no store, survives a restart, and forgets what is deleted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.recall.index import Line, LineIndex
from memory.recall.ranking import Hit, Question, Vectors, recall, worth_showing

BLOCKS = 10
QUESTIONS = 3                           # of the thread, the one at hand included: what was recalled for earlier ones has expired
TOKENS = 600
AROUND = 3                              # lines shown before and after one that was found
_LETTERS = 4                            # of a token, about


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stood together, one of them found. They cite themselves: each line has its id."""

    hit: Hit
    lines: tuple[Line, ...]

    @property
    def tokens(self) -> int:
        """About so many."""
        return sum(tokens_of(line.text) + tokens_of(line.speaker) for line in self.lines)


def tokens_of(text: str) -> int:
    """About how many tokens a text has; never too few for English."""
    return -(-len(text) // _LETTERS) + 1


def buffered(
    index: LineIndex, questions: Sequence[Question], leave_out: Callable[[Line], bool], budget: int = TOKENS, vectors: Vectors | None = None,
) -> tuple[Block, ...]:
    """The blocks for the questions of a thread, oldest first. `leave_out`: lines that are shown anyway, so that no block is made of them."""
    kept: list[Block] = []
    shown: set[str] = set()
    for question in questions[-QUESTIONS:]:
        hits = [hit for hit in recall(index, question, vectors=vectors) if not leave_out(hit.line)]
        for hit in worth_showing(hits):
            if hit.line.id not in shown:
                around = tuple(index.lines[n] for n in index.around(hit.number, AROUND) if n < index.until(question.at))
                lines = tuple(line for line in around if line.id not in shown and not leave_out(line))
                shown |= {line.id for line in lines}
                kept.append(Block(hit, lines))
    while len(kept) > BLOCKS or sum(block.tokens for block in kept) > budget:
        del kept[0]
    return tuple(kept)
