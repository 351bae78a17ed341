"""An answer in the language that its question was asked in, written by a language model and held against the English one.

Figures and names must be those of the answer, digit by digit and letter by letter; tables stay as they are. What fails that, or may not be sent to
a model, is told in English.
"""

import re
from collections import Counter
from collections.abc import Iterator

from agent.llm.port import Message, ModelFailed, Prompt, Role
from agent.llm.prompts import prompt_file
from agent.question.run import Run

ENGLISH = frozenset({"", "english", "en"})
_FIGURE = re.compile(r"\d+(?:[.,:/\u202f\u00a0 '’-]?\d+)*")
_KEPT = re.compile(r"\*\*(.+?)\*\*|“([^”]+)”")
_TABLE = re.compile(r"(?:^\|.*\|[ ]*\n?)+", re.MULTILINE)


def translated(run: Run, text: str, language: str, privacy: frozenset[str]) -> str | None:
    """The text in another language; None where it is told in English. `privacy`: the classes of the data in it."""
    if run.model is None or Role.WRITE not in run.model.names or not run.model.may_see(privacy) or language.strip().lower() in ENGLISH:
        return None
    tables = _TABLE.findall(text)
    plain = _TABLE.sub("[table]\n", text)
    file = prompt_file("translate")
    prompt = Prompt(file.name, file.version, (Message("system", file.text), Message("user", f"Language: {language}\n\n{plain}", privacy)))
    try:
        said = run.model.prose(Role.WRITE, prompt, run.budget).text.strip()
    except ModelFailed:
        return None
    return _with_tables(said, tables) if is_faithful(plain, said) else None


def is_faithful(text: str, translation: str) -> bool:
    """Does a translation hold the same figures, the same names in bold or quotes, and the same number of tables?"""
    same_figures = Counter(_digits(text)) == Counter(_digits(translation))
    names = [name for name in _names(text) if not _FIGURE.search(name)]
    return same_figures and all(name in translation for name in names) and text.count("[table]") == translation.count("[table]")


def _digits(text: str) -> Iterator[str]:
    """Figures by their digits: how thousands and decimals are marked is the language's own."""
    yield from (re.sub(r"\D", "", found) for found in _FIGURE.findall(text))


def _names(text: str) -> Iterator[str]:
    yield from (bold or quoted for bold, quoted in _KEPT.findall(text))


def _with_tables(text: str, tables: list[str]) -> str:
    for table in tables:
        text = text.replace("[table]\n", table, 1) if "[table]\n" in text else text.replace("[table]", table, 1)
    return text
