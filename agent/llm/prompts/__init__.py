"""What models are told: each prompt in a file, whose first line is its version. One that changes gets a new one, for `--trace` shows it."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_HEAD = re.compile(r"version: (\d+)\n+")


@dataclass(frozen=True, slots=True)
class PromptFile:
    """A prompt's words and where they are from."""

    name: str
    version: int
    text: str


@cache
def prompt_file(name: str, package: str = __package__) -> PromptFile:
    """The prompt of that name in a package. Raises FileNotFoundError, ValueError for a file without a version."""
    whole = resources.files(package).joinpath(f"{name}.md").read_text("utf-8")
    head = _HEAD.match(whole)
    if head is None:
        raise ValueError(f"{name}.md does not begin with its version: write `version: 1` in its first line.")
    return PromptFile(name, int(head.group(1)), whole[head.end():].strip())


def fenced(text: str) -> str:
    """Words of a person or of records, between marks that they cannot close."""
    return f"««{text.replace('«', '‹').replace('»', '›')}»»"
