"""Tables of words and numbers that lie as TOML files beside the code that uses them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


@cache
def toml_table(package: str, name: str) -> Mapping[str, Any]:
    """The table of `name`.toml in a package, read once: nobody may change it. Raises TOMLDecodeError for what is none."""
    return tomllib.loads(resources.files(package).joinpath(f"{name}.toml").read_text("utf-8"))
