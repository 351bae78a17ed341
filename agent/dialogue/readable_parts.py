"""The longest stretch of a message that has a reading by itself: most of what was asked, one click away."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from agent.language.words import tokens

FEWEST = 3                              # words of a stretch that is worth offering, and half of those of its clause
MOST_TRIES = 24                         # stretches that are read
_ENDS = re.compile(r"[,;:.!?\n]\s| [-–—] ")


def readable_part(message: str, is_read: Callable[[str], bool]) -> str:
    """From the beginning or up to the end of the message, else of one of its clauses, the longest first; "" where none is read.

    `is_read`: has a text a reading?
    """
    clauses = sorted(_ENDS.split(message), key=len, reverse=True)
    of_clauses = (text for clause in clauses if clause != message for text in (*_whole(clause), *_stretches(clause)))
    texts = dict.fromkeys([*_stretches(message), *of_clauses])
    return next(filter(is_read, islice(texts, MOST_TRIES)), "")


def _whole(clause: str) -> Iterator[str]:
    if len(tokens(clause)) >= FEWEST:
        yield clause.strip()


def _stretches(text: str) -> Iterator[str]:
    words = tokens(text)
    for length in range(len(words) - 1, max(FEWEST, (len(words) + 1) // 2) - 1, -1):
        yield text[words[0].first : words[length - 1].last]
        yield text[words[-length].first : words[-1].last]
