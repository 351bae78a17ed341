"""The tables of hearing.toml and mood.toml, their patterns compiled."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from agent.language import patterns as wide


@cache
def table() -> Mapping[str, Any]:
    """Both tables, read once."""
    read = (tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8")) for name in ("hearing.toml", "mood.toml"))
    return {group: said for each in read for group, said in each.items()}


@cache
def patterns(group: str) -> Sequence[wide.Pattern]:
    """The patterns of a group, for whole sentences."""
    return tuple(compiled(text) for text in table()[group]["patterns"])


@cache
def pattern(group: str, name: str) -> wide.Pattern:
    """One pattern, to be searched for."""
    said = table()[group][name]
    return compiled(said if isinstance(said, str) else either(said))


def has(veto: str, text: str) -> bool:
    """Does a text hold what forbids to learn from it?"""
    return bool(pattern("vetoes", veto).search(text))


def compiled(text: str) -> wide.Pattern:
    """A pattern with its parts filled in."""
    for _ in range(3):                  # a part may hold others
        for name, part in table()["parts"].items():
            text = text.replace(f"<{name}>", part if isinstance(part, str) else either(part))
    return wide.compiled(text, wide.IGNORECASE)


def either(texts: Sequence[str]) -> str:
    """One of these patterns, as a part of another."""
    return f"(?:{'|'.join(texts)})"
