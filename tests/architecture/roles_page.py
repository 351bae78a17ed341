"""The table of docs/roles.md, made from the policy: `uv run python -m tests.architecture.roles_page` prints it."""

import sys

from agent.access.roles import openings
from ingest.company import ROLES, Policy


def roles_table() -> str:
    """The roles and what they open, in Markdown."""
    rows = [f"| `{role}` | {', '.join(one.told for one in openings(role, Policy()))} |" for role in ROLES]
    return "\n".join(("| role | opens |", "|---|---|", *rows))


if __name__ == "__main__":
    sys.stdout.write(roles_table() + "\n")
