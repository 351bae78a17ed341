"""Files that only their owner may read, replaced in one step: a reader sees the old text or the new, never half of one."""

import os
import tempfile
from pathlib import Path


def write_private(file: Path, text: str) -> None:
    """Writes the file, 0600, its folder 0700 where it is made. Raises OSError, leaving the old file."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")     # made owner-only
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from error      # a full disk names no file
