"""A conversation as a PDF: what was asked, what was answered with its table, and what it rests on. The door to fpdf; draws and decides nothing.

The letters are Latin, Greek and Cyrillic ones; what the font has not is spelt in Latin letters. No words of a record make a link, and a PDF of ours
runs nothing.
"""

import html
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from anyascii import anyascii
from font_roboto import Roboto, RobotoBold
from fpdf import FPDF
from fpdf.fonts import TTFFont

from agent.phrasing.figures import is_figure
from kg.leaving import shown
from ui.answers.card import MOST_ROWS, TABLE, is_in_text
from ui.answers.cells import in_peoples_words
from ui.answers.days import with_days
from ui.answers.tables import head_of
from ui.answers.written import moment_told, sources, understood
from ui.text.habits import Habits, time_of
from ui.text.words import say

_FONT, _BODY, _SMALL, _TITLE = "Roboto", 11, 9, 17
_LINE = 0.52                            # millimetres of a line for each point of its letters
_PADDING = 1                            # millimetres around the words of a cell
_MOST_LINES = 40                        # of a row, so that it and the head of its table stand on one page
_QUIET = (90, 98, 92)
_MARKS = re.compile(r"\*\*|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|^#+ |`", re.MULTILINE)      # of Markdown; those of a record are entities


def draw_pages(title: str, person: str, turns: Sequence[Mapping[str, Any]], habits: Habits) -> bytes:
    """The conversation on pages of A4. `person`: who asked; `habits`: of whoever reads it."""
    pages = _Pages(format="A4")
    pages.begin(title, datetime.fromisoformat(turns[-1]["at"]))
    for turn in turns:
        pages.add_turn(turn, person, habits)
    return bytes(pages.output())


class _Pages(FPDF):
    """Pages in one font, with a number at the foot of each."""

    def begin(self, title: str, at: datetime) -> None:
        """The first page, with the title."""
        self.set_title(shown(title))
        self.set_creation_date(at)
        self.set_margins(20, 18)
        for style, file in (("", Roboto), ("B", RobotoBold)):
            self.add_font(_FONT, style, file)
        self.set_font(_FONT, "", _BODY)
        self.add_page()
        self.say(title, _TITLE, style="B")

    def add_turn(self, turn: Mapping[str, Any], person: str, habits: Habits) -> None:
        """What was asked, and what came of it."""
        answer = in_peoples_words(turn["answer"])
        self.ln(5)
        self.say(f"{person} · {habits.moment(datetime.fromisoformat(turn['at']), is_written=True)}", _SMALL, is_quiet=True)
        self.say(turn["question"], style="B")
        self.ln(1)
        result = answer.get("result")
        text = str(answer.get("text") or "")
        self.say(_plain(with_days(TABLE.sub("", text) if is_in_text(answer) else text, answer, habits)))
        if result and len(result["rows"]) * len(result["columns"]) > 1:
            self.add_table(result, habits)
        for line in (understood(answer), *(f"{number}{told}" for number, told in sources(answer, habits))):
            if line:
                self.say(line, _SMALL, is_quiet=True)

    def add_table(self, result: Mapping[str, Any], habits: Habits) -> None:
        """The first rows, figures on the right; the head stands on each page."""
        columns, rows = result["columns"], result["rows"][:MOST_ROWS]
        aligned = tuple("RIGHT" if all(is_figure(row[at]) for row in rows if row[at] is not None) else "LEFT" for at in range(len(columns)))
        self.ln(1)
        self.set_font(_FONT, "", _SMALL)
        with self.table(text_align=aligned, borders_layout="HORIZONTAL_LINES", line_height=5, padding=_PADDING) as table:
            table.row([self.seen(head_of(one)) for one in columns])
            for row in rows:
                told = (self.seen(_told(cell, one, habits)) for cell, one in zip(row, columns, strict=True))
                parts = [self.parts(words, self.epw / len(columns)) for words in told]
                for some in zip_longest(*parts, fillvalue=""):
                    table.row(some)
        if len(result["rows"]) > len(rows):
            self.say(say("The first {shown} of {count} rows; the file has all.", shown=len(rows), count=len(result["rows"])), _SMALL, is_quiet=True)

    def parts(self, words: str, width: float) -> list[str]:
        """The words of a cell in parts that are no higher than a page: a row cannot go on over two. `width`: of the column."""
        lines = self.multi_cell(width, 5, words, padding=_PADDING, dry_run=True, output="LINES") if len(words) > _MOST_LINES else [words]
        assert isinstance(lines, list)      # as they were asked for
        return ["\n".join(lines[at:at + _MOST_LINES]) for at in range(0, len(lines), _MOST_LINES)] or [""]

    def say(self, words: str, size: int = _BODY, *, style: str = "", is_quiet: bool = False) -> None:
        """A paragraph."""
        self.set_font(_FONT, style, size)
        self.set_text_color(*(_QUIET if is_quiet else (0, 0, 0)))
        self.multi_cell(0, size * _LINE, self.seen(words), align="LEFT", new_x="LMARGIN", new_y="NEXT")
        self.set_text_color(0, 0, 0)

    def seen(self, words: str) -> str:
        """The words in letters that the font has."""
        font = self.fonts[_FONT.lower()]
        known = font.cmap if isinstance(font, TTFFont) else {}
        return "".join(letter if letter == "\n" or ord(letter) in known else anyascii(letter) for letter in shown(words))

    def footer(self) -> None:
        """As FPDF has it: the number of the page."""
        self.set_y(-14)
        self.set_font(_FONT, "", _SMALL)
        self.cell(0, 5, str(self.page_no()), align="C")


def _plain(markdown: str) -> str:
    """An answer's words without the marks of Markdown."""
    return html.unescape(_MARKS.sub("", markdown)).strip()


def _told(cell: Any, column: Mapping[str, Any], habits: Habits) -> str:
    time = time_of(cell)
    if time is not None:
        return moment_told(time, habits)
    if is_figure(cell):
        return habits.figure(cell, column.get("unit"))
    return "" if cell is None else habits.month(str(cell), str(column["name"]))
