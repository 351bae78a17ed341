"""docs/settings.md, made from the one class of settings, so that page and class cannot differ.

    uv run python -m tests.architecture.settings_page > docs/settings.md
"""

import sys

from pydantic import AliasChoices
from pydantic.fields import FieldInfo

from workers.settings import Settings

HEAD = """\
# Settings

Read once, from the environment, when a command starts (`workers/settings.py`). An empty variable is an unset one. A setting that cannot be used
ends the command with exit code 2, the setting's name, the reason, and an example.

This page is made by `uv run python -m tests.architecture.settings_page > docs/settings.md`; a test compares it with the class.

| setting | what it does | example | default |
|---|---|---|---|
"""
FOOT = """
One more variable is read, by the tests: with `CI=true` they fail where they would skip.
"""


def page() -> str:
    """The text of docs/settings.md."""
    return HEAD + "".join(f"{_row(field)}\n" for field in Settings.model_fields.values()) + FOOT


def names(field: FieldInfo) -> list[str]:
    """The variables that a setting is read from, the usual one first."""
    assert isinstance(field.validation_alias, AliasChoices)
    return [str(choice) for choice in field.validation_alias.choices]


def _row(field: FieldInfo) -> str:
    called = " or ".join(f"`{name}`" for name in names(field))
    return f"| {called} | {field.description} | `{(field.examples or [''])[0]}` | {_default(field)} |"


def _default(field: FieldInfo) -> str:
    plain = field.default if isinstance(field.default, str | int) and not field.default_factory else ""
    return f"`{str(plain).lower()}`" if isinstance(plain, bool) else f"`{plain}`" if plain != "" else ""


if __name__ == "__main__":
    sys.stdout.write(page())
