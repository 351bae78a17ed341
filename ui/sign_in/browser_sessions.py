"""Who is signed in with a browser: sessions in the store, each with an end, each revocable; a cookie holds the key to one.

Only a hash of that key is kept, so what stands in the store opens nothing.
"""

import json
import secrets
from dataclasses import asdict
from hashlib import sha256

from kg.ports import Store
from ui.sign_in.provider import Pending

COOKIE = "evergraph_session"
STATE_COOKIE = "evergraph_signing_in"
SIGNING_IN_SECONDS = 600.0


class BrowserSessions:
    """The sessions of an installation."""

    def __init__(self, store: Store, hours: float) -> None:
        """`hours`: how long a session lasts. No I/O."""
        self._store, self.seconds = store, hours * 3600

    def open(self, email: str) -> str:
        """Begin a session; the key to it. Raises StoreUnavailable."""
        key = secrets.token_urlsafe(32)
        kept = {"email": email, "turn": self._turn(email)}
        self._store.put(_name("session", key), json.dumps(kept).encode(), self.seconds)
        return key

    def email(self, key: str) -> str | None:
        """Whose session it is; None where it is over or was revoked. Raises StoreUnavailable."""
        kept = self._store.get(_name("session", key)) if key else None
        if kept is None:
            return None
        found = json.loads(kept)
        turn = self._turn(found["email"])
        return str(found["email"]) if turn in ("", found["turn"]) else None

    def close(self, key: str) -> None:
        """End a session. Raises StoreUnavailable."""
        self._store.delete(_name("session", key))

    def close_all(self, email: str) -> None:
        """End every session of a person. The mark outlives all that are open; once it is gone, each was opened after it. Raises StoreUnavailable."""
        self._store.put(_name("turn", email), secrets.token_hex(8).encode(), self.seconds)

    def remember(self, pending: Pending, then: str) -> None:
        """Keep what is under way while a person is at the provider, and where they want to go. Raises StoreUnavailable."""
        self._store.put(_name("signing-in", pending.state), json.dumps({"pending": asdict(pending), "then": then}).encode(), SIGNING_IN_SECONDS)

    def recall(self, state: str) -> tuple[Pending, str] | None:
        """What was kept under that state, once. Raises StoreUnavailable."""
        kept = self._store.get(_name("signing-in", state))
        self._store.delete(_name("signing-in", state))
        found = json.loads(kept) if kept is not None else None
        return (Pending(**found["pending"]), found["then"]) if found else None

    def wanted(self, state: str) -> str:
        """Where who was sent to the provider under that state wants to go; "/" where that is forgotten. Raises StoreUnavailable."""
        kept = self._store.get(_name("signing-in", state)) if state else None
        return str(json.loads(kept)["then"]) if kept is not None else "/"

    def _turn(self, email: str) -> str:
        return (self._store.get(_name("turn", email)) or b"").decode()


def _name(kind: str, key: str) -> str:
    return f"browser:{kind}:{sha256(key.encode()).hexdigest()}"
