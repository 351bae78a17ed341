"""Answers as files. What writes PDFs, workbooks and pictures is loaded for the first such file: no question waits for it when the server starts."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ui.answers.tables import as_csv
from ui.answers.written import as_markdown as write_markdown
from ui.text.habits import USUAL, Habits

__all__ = ["Paper", "as_csv", "as_markdown", "as_pdf", "as_png", "as_xlsx", "name_of_file"]

# Text, not imports: fpdf takes a sixth of the server's start.
_PAPERS, _WORKBOOKS, _PIXELS = "ui.answers.papers", "ui.answers.workbooks", "ui.answers.pixels"
_LONGEST_NAME = 80                      # characters of a file's name


@dataclass(frozen=True, slots=True)
class Paper:
    """A conversation to be printed: the title, who asked, and the turns in order."""

    title: str
    person: str
    turns: Sequence[Mapping[str, Any]]


def as_markdown(paper: Paper, habits: Habits = USUAL) -> str:
    """The conversation as Markdown. `habits`: of whoever reads it."""
    return write_markdown(paper.title, paper.person, paper.turns, habits)


def as_pdf(paper: Paper, habits: Habits = USUAL) -> bytes:
    """The conversation on pages of A4. `habits`: of whoever reads it."""
    pages: bytes = import_module(_PAPERS).draw_pages(paper.title, paper.person, paper.turns, habits)
    return pages


def as_xlsx(result: Mapping[str, Any]) -> bytes:
    """A result (as JSON) as a workbook of one sheet: figures, days and shares as such; no cell is a formula or a link."""
    book: bytes = import_module(_WORKBOOKS).write_book(result)
    return book


def as_png(image: Mapping[str, Any]) -> bytes:
    """The picture of an answer (its element `image`, as JSON) as PNG."""
    pixels: bytes = import_module(_PIXELS).as_pixels(image["data"])
    return pixels


def name_of_file(text: str) -> str:
    """Words as a file may be called: letters and digits of any language, cut at a word."""
    words = re.sub(r"\W+", " ", text).strip()
    return textwrap.shorten(words, _LONGEST_NAME, placeholder="") or words[:_LONGEST_NAME]
