"""Texts cut into pieces for searching: about 600 characters each, at the borders of sentences. Pure."""

import re

PIECE = 600                                              # characters a piece may have; a word longer than that is cut
MOST = 500                                               # pieces of one record: a text of 300,000 characters is searched from its beginning
_SENTENCE = re.compile(r"(?<=[.!?…。！？])\s+|\n+")


def pieces(text: str) -> tuple[str, ...]:
    """The text in order, each piece as many whole sentences as fit; a longer sentence is cut between words. No piece is empty."""
    found: list[str] = []
    for part in _SENTENCE.split(text):
        for words in _lines(" ".join(part.split())):
            if found and len(found[-1]) + 1 + len(words) <= PIECE:
                found[-1] = f"{found[-1]} {words}"
            else:
                found.append(words)
    return tuple(found[:MOST])


def _lines(sentence: str) -> list[str]:
    """A sentence, in lines of whole words where it is too long for one piece."""
    lines: list[str] = []
    while len(sentence) > PIECE:
        end = sentence.rfind(" ", 0, PIECE + 1)
        end = end if end > 0 else PIECE
        lines.append(sentence[:end])
        sentence = sentence[end:].lstrip()
    return [*lines, sentence] if sentence else lines
