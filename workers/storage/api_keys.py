"""Keys of persons for programs: a scope, an end, and a hash; the key itself is shown once, when it is made, and kept nowhere.

One owner-only file each under `keys` of the home, read anew at every use, so that a revoked one is refused at once.
"""

import hmac
import re
import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Literal, get_args

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from kg.errors import BadInput
from workers.storage.owner_only import write_private

Scope = Literal["ask", "history", "operate"]
SCOPES: tuple[str, ...] = get_args(Scope)
PREFIX = "eg-"
LONGEST_DAYS = 366
_TOKEN = re.compile(r"eg-([0-9a-f]{16})-([\w-]{20,100})", re.ASCII)
_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)


class Key(BaseModel):
    """A key as it is kept. `hash`: SHA-256 of its secret part, which is random, so it needs no salt."""

    model_config = ConfigDict(frozen=True)
    id: str
    tenant: str
    person: str
    label: str
    scopes: frozenset[Scope]
    made_at: AwareDatetime
    ends_at: AwareDatetime
    hash: str


class Keys:
    """The keys of an installation."""

    def __init__(self, home: Path) -> None:
        """No I/O."""
        self._folder = home / "keys"

    def make(self, owner: tuple[str, str], scopes: frozenset[str], now: datetime, days: int, label: str = "") -> tuple[Key, str]:
        """A new key for a person (`owner`: tenant and e-mail) and its text, which nobody can find out later. Raises BadInput, OSError."""
        if not scopes or scopes - set(SCOPES):
            raise BadInput(f"A key has one or more of the scopes {', '.join(SCOPES)}.")
        if not 1 <= days <= LONGEST_DAYS:
            raise BadInput(f"A key is good for 1 to {LONGEST_DAYS} days.")
        secret, key_id = secrets.token_urlsafe(32), secrets.token_hex(8)
        key = Key.model_validate({
            "id": key_id, "tenant": owner[0], "person": owner[1], "label": label, "scopes": scopes,
            "made_at": now, "ends_at": now + timedelta(days=days), "hash": _hash(secret)})
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(self._folder / f"{key_id}.json", key.model_dump_json())
        return key, f"{PREFIX}{key_id}-{secret}"

    def find(self, token: str, now: datetime) -> Key | None:
        """The key of that text; None where there is none, or it was revoked or is over."""
        found = _TOKEN.fullmatch(token)
        key = self._read(self._folder / f"{found[1]}.json") if found else None
        if found is None or key is None or not hmac.compare_digest(key.hash, _hash(found[2])) or now >= key.ends_at:
            return None
        return key

    def all(self) -> list[Key]:
        """Every key that was not revoked, the oldest first."""
        found = (self._read(file) for file in self._folder.glob("*.json"))
        return sorted((key for key in found if key is not None), key=lambda key: key.made_at)

    def revoke(self, key_id: str) -> None:
        """From now on the key opens nothing. Raises BadInput where there is none of that id, OSError."""
        file = self._folder / f"{key_id}.json"
        if not _ID.fullmatch(key_id) or not file.is_file():
            raise BadInput(f"There is no key {key_id!r}. `evergraph key` lists them.")
        file.unlink()

    def revoke_of(self, tenant: str, person: str | None = None) -> None:
        """Revoke every key of a tenant, or of one person of it. Raises OSError."""
        for key in self.all():
            if key.tenant == tenant and person in (None, key.person):
                self.revoke(key.id)

    def _read(self, file: Path) -> Key | None:
        try:
            return Key.model_validate_json(file.read_text("utf-8"))
        except (OSError, ValidationError):
            return None


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
