"""Passwords and keys of this installation: made once, kept owner-only under the home."""

import secrets
from hashlib import blake2b
from pathlib import Path

from filelock import FileLock

from workers.storage.owner_only import write_private


def secret_file(home: Path, name: str) -> Path:
    """Where a secret is kept. `name`: a file's, with a folder before it where there are many of a kind."""
    return home / "secrets" / name


def read_secret(home: Path, name: str) -> str | None:
    """The kept secret, None where there is none yet."""
    try:
        return secret_file(home, name).read_text("utf-8").strip() or None
    except FileNotFoundError:
        return None


def keep_secret(home: Path, name: str) -> str:
    """The kept secret, made if there is none. Raises OSError."""
    kept = read_secret(home, name)
    return kept if kept is not None else _made(home, name)


def prefix_of(home: Path) -> str:
    """What all names of an installation begin with on a Redis server, which several may share. Raises OSError."""
    return f"evergraph:{blake2b(keep_secret(home, 'installation').encode(), digest_size=6).hexdigest()}"


def _made(home: Path, name: str) -> str:
    """Make the secret under a file lock, so that two processes get the same one."""
    file, locks = secret_file(home, name), home / "run"
    for folder in (file.parent, locks):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with FileLock(locks / f"{Path(name).parts[0]}.lock"):        # one for a whole folder of secrets
        kept = read_secret(home, name)
        if kept is None:
            kept = secrets.token_urlsafe(24)
            write_private(file, kept + "\n")
        return kept
