"""What models are told when they plan and when they compare, each in a file with a version, which `--trace` shows."""

from functools import cache
from importlib import resources


@cache
def instructions(name: str) -> tuple[str, int]:
    """The words of a prompt and their version. Raises ValueError for a file without one."""
    head, _, text = resources.files(__package__).joinpath(f"{name}.md").read_text("utf-8").partition("\n")
    kind, _, number = head.partition(": ")
    if kind != "version" or not number.isdigit():
        raise ValueError(f"{name}.md does not begin with its version")
    return text.strip(), int(number)


def fenced(text: str) -> str:
    """Words of a person or of records, between marks that they cannot close."""
    return f"««{text.replace('«', '‹').replace('»', '›')}»»"
