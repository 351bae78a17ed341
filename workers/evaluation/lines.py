"""Files of lines that are written while something runs."""

from pathlib import Path
from typing import IO

from kg.errors import BadInput


def opened(out: Path) -> IO[str]:
    """A file to write lines to. Raises BadInput where it cannot be written."""
    try:
        return out.open("w", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}. Name another file with --out.") from error
