"""The prompts: a file each in `prompts/`, whose first line is its version. A prompt that changes gets a new one, for the trace shows it."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_HEAD = re.compile(r"version: (\d+)\n\n")


@dataclass(frozen=True, slots=True)
class PromptFile:
    """A prompt's words and where they are from."""

    name: str
    version: int
    text: str


@cache
def prompt_file(name: str) -> PromptFile:
    """The prompt of that name. Raises FileNotFoundError, ValueError for a file without a version."""
    whole = resources.files(__package__).joinpath("prompts", f"{name}.md").read_text("utf-8")
    head = _HEAD.match(whole)
    if head is None:
        raise ValueError(f"The prompt {name} does not begin with its version: write `version: 1` and an empty line.")
    return PromptFile(name, int(head.group(1)), whole[head.end():].strip())
