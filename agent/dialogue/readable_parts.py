"""The longest stretch of a message that has a reading by itself: most of what was asked, one click away."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

from agent.language.words import tokens, words

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
    said = tokens(text)
    for length in range(len(said) - 1, max(FEWEST, (len(said) + 1) // 2) - 1, -1):
        if said[length - 1].plain not in _goes_on():
            yield text[said[0].first : said[length - 1].last]
        yield text[said[-length].first : said[-1].last]


@cache
def _goes_on() -> frozenset[str]:
    """Words behind which something is still to come: "the tenure of my", "who works in the"."""
    known = words()
    return known.licensed | known.me | known.pronouns | {"the", "a", "an"}
