"""Where the sandbox's process writes down what it serves, for `up` to read."""

from pathlib import Path


def served_file(home: Path) -> Path:
    """Owner-only JSON: base_url, api_key, control_url, control_key."""
    return home / "run" / "sandbox.json"
