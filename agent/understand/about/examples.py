"""Questions that show what can be asked: examples.toml, by the category of the apps that they are about."""

from collections.abc import Collection, Mapping
from functools import cache

from kg.toml_tables import toml_table

BLANK = "…"                             # in an example in which a name has to be filled in


def examples(categories: Collection[str]) -> tuple[str, ...]:
    """The examples about apps of these categories, in the order of the table."""
    return tuple(text for category, texts in _table().items() if category in categories for text in texts)


def by_app(categories: Collection[str]) -> tuple[str, ...]:
    """Those of the categories that there are examples about, in the order of the table."""
    return tuple(category for category in _table() if category in categories)


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    data = toml_table(__package__, "examples")
    return {category: tuple(texts) for category, texts in data.items()}
