"""The tables of hearing.toml, their patterns compiled."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from agent.language import patterns as wide


@cache
def hearing_table() -> Mapping[str, Any]:
    """hearing.toml, read once."""
    return tomllib.loads(resources.files(__package__).joinpath("hearing.toml").read_text("utf-8"))


@cache
def patterns(group: str) -> Sequence[wide.Pattern]:
    """The patterns of a group, for whole sentences."""
    return tuple(compiled(text) for text in hearing_table()[group]["patterns"])


@cache
def pattern(group: str, name: str) -> wide.Pattern:
    """One pattern, to be searched for."""
    said = hearing_table()[group][name]
    return compiled(said if isinstance(said, str) else either(said))


def compiled(text: str) -> wide.Pattern:
    """A pattern with its parts filled in."""
    for _ in range(4):                  # a part may hold others
        for name, part in hearing_table()["parts"].items():
            text = text.replace(f"<{name}>", part if isinstance(part, str) else either(part))
    return wide.compiled(text, wide.IGNORECASE)


def either(texts: Sequence[str]) -> str:
    """One of these patterns, as a part of another."""
    return f"(?:{'|'.join(texts)})"
