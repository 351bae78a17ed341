"""The table of docs/roles.md, made from the policy: `uv run python -m tests.architecture.roles_page` prints it."""

import sys

from agent.access.roles import what_role_opens
from ingest.company import ROLES


def roles_table() -> str:
    """The roles and what they open, in Markdown."""
    rows = [f"| `{role}` | {what_role_opens(role)} |" for role in ROLES]
    return "\n".join(("| role | opens |", "|---|---|", *rows))


if __name__ == "__main__":
    sys.stdout.write(roles_table() + "\n")
