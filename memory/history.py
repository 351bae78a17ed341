"""What was said: the turns of each person's sessions, kept on a local folder or any fsspec URL. Decides nothing from them."""

from collections.abc import Mapping
from typing import Any

from memory.journal import Entry, Journals


class History:
    """Chat history, one append-only journal per tenant, person and session. Durable, safe for several writers."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def append(self, tenant: str, person: str, session: str, entry: Mapping[str, Any]) -> None:
        """Keep one entry (JSON values; dates as ISO text). Raises BadInput, HistoryUnavailable."""
        self._journals.append(_names(tenant, person, session), entry)

    def read(self, tenant: str, person: str, session: str) -> list[Entry]:
        """The entries of a session, oldest first; empty for an unknown one. Raises BadInput, HistoryUnavailable."""
        return self._journals.read(_names(tenant, person, session))

    def sessions(self, tenant: str, person: str) -> list[str]:
        """The ids of a person's sessions, the one that was used last at the end. Raises HistoryUnavailable."""
        return self._journals.names((*_person(tenant, person), "sessions"))

    def forget(self, tenant: str) -> None:
        """Delete everything that is kept of a tenant at this address: sessions, and the questions that share it. Raises HistoryUnavailable."""
        self._journals.forget((tenant,))


def _person(tenant: str, person: str) -> tuple[str, str]:
    return tenant, person.strip().lower()


def _names(tenant: str, person: str, session: str) -> tuple[str, ...]:
    return (*_person(tenant, person), "sessions", session)
