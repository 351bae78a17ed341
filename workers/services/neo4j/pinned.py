"""The committed list of Neo4j's jars with their SHA-256, and how progress in fetching them is told."""

import hashlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

LIST = "neo4j-jars.sha256"

Progress = Callable[[str, int, int], None]
"""Told (file, bytes just received, bytes of the file), from several threads; (file, 0, total) when a file begins."""


def no_progress(file: str, received: int, total: int) -> None:
    """Draws nothing."""


def pinned() -> dict[str, str]:
    """SHA-256 by path inside the cache (a Maven repository's own layout)."""
    text = resources.files(__package__).joinpath(LIST).read_text("utf-8")
    pairs = (line.split() for line in text.splitlines() if line)
    return {path: digest for digest, path in pairs}


def sha256(file: Path) -> str:
    """The SHA-256 of a file, as hexadecimal text."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
