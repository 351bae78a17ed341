"""What was said: the turns of each person's sessions, kept on a local folder or any fsspec URL. Decides nothing from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kg.errors import BadInput
from memory.journal import Entry, Journals
from memory.shapes import Kept, Turn
from memory.versions import Versions, versions_of

_LONGEST_TITLE, _LONGEST_FOLDER = 120, 60


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """How a person keeps a session: the title that they gave it, whether it stays on top of the list, and the folder that it is in ("": none)."""

    title: str | None = None
    is_pinned: bool = False
    folder: str = ""


class History:
    """Chat history, one append-only journal per tenant, person and session. Durable, safe for several writers."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def append(self, tenant: str, person: str, session: str, entry: Mapping[str, Any]) -> None:
        """Keep one entry (JSON values; dates as ISO text). Raises BadInput, HistoryUnavailable."""
        self._journals.append(_names(tenant, person, session), entry)

    def read(self, tenant: str, person: str, session: str) -> list[Entry]:
        """All turns of a session, those that were replaced too, oldest first; empty for an unknown one. Raises BadInput, HistoryUnavailable."""
        return self._journals.read(_names(tenant, person, session), Turn.model_validate)

    def versions(self, tenant: str, person: str, session: str) -> Versions:
        """The same as versions, of which some are shown. Raises BadInput, HistoryUnavailable."""
        choices = [entry for entry in self._all_kept(tenant, person, session) if "shown" in entry]
        return versions_of(self.read(tenant, person, session), choices)

    def show(self, tenant: str, person: str, session: str, turn: str) -> None:
        """Show this version of a turn, with what came after it. Raises BadInput for one that is not there, HistoryUnavailable."""
        beside = self.versions(tenant, person, session).beside(turn)
        if not beside:
            raise BadInput("There is no such turn in this conversation.")
        self._keep(tenant, person, session, {"shown": turn, "of": len(beside)})

    def sessions(self, tenant: str, person: str) -> list[str]:
        """The ids of a person's sessions, the one that was used last at the end. Raises HistoryUnavailable."""
        return self._journals.names((*_person(tenant, person), "sessions"))

    def stamps(self, tenant: str, person: str) -> dict[str, str]:
        """The ids of a person's sessions, each with a mark that changes with what is in it. Raises HistoryUnavailable."""
        return self._journals.stamps((*_person(tenant, person), "sessions"))

    def people(self, tenant: str) -> list[str]:
        """The people of a tenant who have sessions, in no order. Raises HistoryUnavailable."""
        return [name for name in self._journals.names((tenant,)) if self._journals.names((tenant, name, "sessions"))]

    def rename(self, tenant: str, person: str, session: str, title: str) -> None:
        """Give a session a title, of 1 to 120 characters. Raises BadInput, also for a session that is not there; HistoryUnavailable."""
        if not 0 < len(title.strip()) <= _LONGEST_TITLE:
            raise BadInput(f"A title has 1 to {_LONGEST_TITLE} characters.")
        self._keep(tenant, person, session, {"title": " ".join(title.split())})

    def pin(self, tenant: str, person: str, session: str, *, is_pinned: bool) -> None:
        """Let a session stay on top of the person's list, or no more. Raises BadInput for one that is not there, HistoryUnavailable."""
        self._keep(tenant, person, session, {"pinned": is_pinned})

    def move(self, tenant: str, person: str, session: str, folder: str) -> None:
        """Put a session into a folder of the person's, of at most 60 characters; "" takes it out. Raises BadInput, HistoryUnavailable."""
        name = " ".join(folder.split())
        if len(name) > _LONGEST_FOLDER:
            raise BadInput(f"The name of a folder has at most {_LONGEST_FOLDER} characters.")
        self._keep(tenant, person, session, {"folder": name})

    def keeping(self, tenant: str, person: str, session: str) -> SessionSettings:
        """How the person keeps a session; as nobody said, for one that is not there. Raises BadInput, HistoryUnavailable."""
        said: Entry = {}
        for entry in self._all_kept(tenant, person, session):
            said |= {name: value for name, value in entry.items() if value is not None}
        return SessionSettings(said.get("title"), bool(said.get("pinned")), said.get("folder") or "")

    def delete(self, tenant: str, person: str, session: str) -> None:
        """Delete a session, its title and the vectors of its lines; nothing happens where there is none. Raises BadInput, HistoryUnavailable."""
        for kind in ("titles", "vectors", "sessions"):
            self._journals.forget((*_person(tenant, person), kind, session))

    def forget_person(self, tenant: str, person: str) -> None:
        """Delete everything that is kept of a person at this address: sessions, titles, questions, preferences. Raises HistoryUnavailable."""
        self._journals.forget(_person(tenant, person))

    def forget(self, tenant: str) -> None:
        """Delete everything that is kept of a tenant at this address: sessions, and the questions that share it. Raises HistoryUnavailable."""
        self._journals.forget((tenant,))

    def _keep(self, tenant: str, person: str, session: str, entry: Entry) -> None:
        if not self.read(tenant, person, session):
            raise BadInput("There is no such conversation.")
        self._journals.append((*_person(tenant, person), "titles", session), entry)

    def _all_kept(self, tenant: str, person: str, session: str) -> list[Entry]:
        return self._journals.read((*_person(tenant, person), "titles", session), Kept.model_validate)


def _person(tenant: str, person: str) -> tuple[str, str]:
    return tenant, person.strip().lower()


def _names(tenant: str, person: str, session: str) -> tuple[str, ...]:
    return (*_person(tenant, person), "sessions", session)
