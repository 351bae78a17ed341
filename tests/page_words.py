"""The words of a page, and which of them are left in English on one that is drawn in another language."""

import ast
from html.parser import HTMLParser
from pathlib import Path

import ui
import workers.tenants
from ui.text.words import LANGUAGES

FOLDER = Path(str(ui.__file__)).parent
TENANTS = Path(str(workers.tenants.__file__)).parent        # whose sentences the pages for operators say
# The same word everywhere, or in one of the languages; heads and values of tables, which are of the answer and no words of a page.
AS_THEY_ARE = {"EUR", "currency", "year",
               "Evergraph", "Neo4j Browser", "CRM", "HR", "E-mail", "Name", "Sources", "1 source", "Pages", "no", "No", *LANGUAGES.values()}


def _literals() -> frozenset[str]:
    nodes = (node for folder in (FOLDER, TENANTS) for file in folder.rglob("*.py")
             for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return frozenset(node.value.strip() for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


_LITERALS = _literals()                 # before any server loads the chat: Python 3.11 cannot parse in two threads at once (gh-106905)


def literals() -> frozenset[str]:
    """Every text that stands in the code of the surfaces."""
    return _LITERALS


class Words(HTMLParser):
    """The words that a page shows or tells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._in_script = False
        self.feed(page)

    def handle_data(self, data: str) -> None:
        if not self._in_script:
            self.found |= {data.strip()} - {""}

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag != "script"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        self.found |= {value for name, value in attrs if name in ("aria-label", "title", "placeholder") and value}


def untranslated(english: str, other: str) -> set[str]:
    """Texts of our own code that a page shows in both languages alike; what came out of records is nobody's to translate."""
    both = Words(english).found & Words(other).found & literals()
    return {text for text in both if any(letter.isalpha() for letter in text)} - AS_THEY_ARE
