"""The tables of hearing.toml, their patterns compiled."""

from collections.abc import Sequence
from functools import cache, partial

from agent.language import patterns as wide
from kg.toml_tables import toml_table

hearing_table = partial(toml_table, __package__, "hearing")


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
