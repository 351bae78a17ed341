"""The words of an answer as HTML, for pages without a script that draws Markdown. Pure.

Only what answers are written in: paragraphs, lists, words in bold and in italics. Their tables are drawn by `ui/answers/card.py`; all else is text.
"""

import html
import re
from collections.abc import Callable, Iterator
from itertools import groupby

from ui.answers.card import TABLE
from ui.text.markup import Markup, Part, el

_BOLD, _ITALIC = re.compile(r"\*\*([^*\n]+)\*\*"), re.compile(r"(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])")
_ITEM = re.compile(r"(?:[-*]|\d+\.) +")
_HEAD = re.compile(r"#+ +")


def prose(markdown: str) -> list[Markup]:
    """The words without their tables."""
    blocks = (block.strip() for block in re.split(r"\n\s*\n", TABLE.sub("\n\n", markdown)))
    return [part for block in blocks if block for part in _block(block.splitlines())]


def _block(lines: list[str]) -> Iterator[Markup]:
    for is_list, some in groupby(lines, lambda line: _ITEM.match(line) is not None):
        if is_list:
            yield el("ul", *(el("li", *_inline(_ITEM.sub("", line, count=1))) for line in some))
        else:
            yield el("p", *_inline(_HEAD.sub("", " ".join(some))))


def _inline(text: str) -> Iterator[Part]:
    yield from _marked(_BOLD, "strong", text, lambda rest: _marked(_ITALIC, "em", rest, _plain))


def _plain(text: str) -> Iterator[Part]:
    yield html.unescape(text)


def _marked(mark: re.Pattern[str], tag: str, text: str, within: Callable[[str], Iterator[Part]]) -> Iterator[Part]:
    """The parts of a text, those between the marks in an element."""
    for place, part in enumerate(mark.split(text)):
        if part:
            yield el(tag, *within(part)) if place % 2 else list(within(part))
