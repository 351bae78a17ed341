"""Relations and cells of policy.toml in words, from wording.toml: "an HR partner (for the own scope)". Pure."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


def relation_in_words(relation: str, cell: str = "yes") -> str:
    """A relation of the asker to somebody, with what a cell of the table adds to it; everybody, where the table knows no such relation."""
    words = _wording()["relations"].get(relation, _wording()["relations"]["other"])
    more = _wording()["cells"].get(cell.partition(":")[0])
    return f"{words} ({more})" if more else str(words)


@cache
def _wording() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("wording.toml").read_text("utf-8"))
