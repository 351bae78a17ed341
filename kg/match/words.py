"""The words that matching knows, read once from words.toml."""

from collections.abc import Mapping
from functools import partial

from kg.toml_tables import toml_table

_held = partial(toml_table, __package__, "words")


def word_set(section: str, name: str) -> frozenset[str]:
    """The words of one list."""
    return frozenset(str(_held()[section][name]).split())


def numbers(section: str, name: str) -> Mapping[str, int]:
    """A table of words with a number each."""
    return dict(_held()[section][name])


def meaning(section: str, name: str, separator: str | None = None) -> Mapping[str, str]:
    """Word -> what it stands for, of a table that lists the words of each meaning."""
    table: Mapping[str, str] = _held()[section][name]
    return {" ".join(each.split()): kind for kind, text in table.items() for each in text.split(separator)}


def phrases(section: str, name: str) -> list[str]:
    """The phrases of one list, the longest first."""
    return sorted((" ".join(each.split()) for each in str(_held()[section][name]).split(",")), key=len, reverse=True)


def groups(section: str, name: str) -> Mapping[str, frozenset[int]]:
    """Word -> the numbers of the groups that hold it, of a list of groups of words that are one."""
    found: dict[str, set[int]] = {}
    for number, words in enumerate(_held()[section][name]):
        for word in str(words).split():
            found.setdefault(word, set()).add(number)
    return {word: frozenset(held) for word, held in found.items()}
