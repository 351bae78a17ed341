"""Which questions are about the last answer or about the assistant: patterns of about.toml over the plain words of a question."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial

from agent.language.words import phrase, tokens
from kg.toml_tables import toml_table

_ASKS_NOTHING = frozenset({"thanks", "noted", "farewell"})


@dataclass(frozen=True, slots=True)
class AboutTopic:
    """What a question is about. `of_last`: the last answer, else the assistant itself."""

    kind: str                           # how, records …: a row of about.toml
    of_last: bool
    about: str = ""                     # the words of the question that say what of, in small letters


def topics_asked(question: str) -> tuple[AboutTopic, ...]:
    """All that a question may be about, in the order of the table; () for questions about the company's data."""
    said = " ".join(t.plain for t in tokens(question))
    found = ((kind, of_last, pattern.fullmatch(said)) for kind, of_last, pattern in _patterns())
    return tuple(AboutTopic(kind, of_last, (match.groupdict().get("about") or "").strip()) for kind, of_last, match in found
                 if match and not (kind in _ASKS_NOTHING and question.rstrip().endswith("?")))       # "and Nice?" asks for a city


def app_in(words: str) -> str | None:
    """The category of apps that words name: "the CRM"."""
    plain = words.removeprefix("the ").removeprefix("our ").strip()
    return next((category for category, row in about_table()["apps"].items() if plain in row["words"]), None)


def phrases_in(words: str, known: Iterable[str]) -> list[str]:
    """The known phrases that occur in the words, the longest first."""
    said = tuple(t.plain for t in tokens(words))
    held = (text for text in known if any(said[i : i + len(p)] == p for p in [phrase(text)] for i in range(len(said) - len(p) + 1)))
    return sorted(held, key=len, reverse=True)


about_table = partial(toml_table, __package__, "about")


@cache
def _patterns() -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    groups = (("last_answer", True), ("assistant", False), ("small_talk", False))
    rows = [(kind, of_last, text) for group, of_last in groups for kind, texts in about_table()[group].items() for text in texts]
    return tuple((kind, of_last, re.compile(_whole(f"{{polite}}(?:{text}){{end}}"))) for kind, of_last, text in rows)


def _whole(text: str) -> str:
    """A pattern with its parts filled in."""
    for name, part in about_table()["parts"].items():
        text = text.replace(f"{{{name}}}", part)
    return text
