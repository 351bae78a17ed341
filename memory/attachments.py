"""Files that people attached to their conversations: text, kept as the person gave it, for them alone. Decides nothing from it."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from kg.errors import BadInput
from memory.journal import Entry, Journals
from memory.shapes import File

ENDINGS = (".csv", ".tsv", ".txt", ".md")
LARGEST = 100_000                       # characters of a file
_MOST = 5                               # files of a conversation
_LONGEST_NAME = 120


class Attachments:
    """The files of each conversation, one journal per tenant, person and session, beside the history; it goes with the person's history."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def add(self, tenant: str, person: str, session: str, file: Mapping[str, Any]) -> None:
        """Keep a file: `at` (aware), `name`, `text`, `after` (how many turns the conversation had). Raises BadInput, HistoryUnavailable."""
        name, text, at = plain_name(str(file["name"])), str(file["text"]), file["at"]
        assert isinstance(at, datetime)
        _check(name, text)
        names = _names(tenant, person, session)
        if len(self._journals.read(names, File.model_validate)) >= _MOST:
            raise BadInput(f"A conversation holds at most {_MOST} files. Begin a new one for another file.")
        self._journals.append(names, {"at": at, "name": name, "text": text, "after": int(file["after"])})

    def of(self, tenant: str, person: str, session: str) -> list[Entry]:
        """The files of a conversation, oldest first. Raises BadInput, HistoryUnavailable."""
        return self._journals.read(_names(tenant, person, session), File.model_validate)

    def forget_session(self, tenant: str, person: str, session: str) -> None:
        """Delete the files of one conversation. Raises BadInput, HistoryUnavailable."""
        self._journals.forget(_names(tenant, person, session))


def plain_name(name: str) -> str:
    """The name of a file without a folder, on one line: no place on any disk is meant by it."""
    return " ".join(PurePosixPath(name.replace("\\", "/")).name.split())


def _check(name: str, text: str) -> None:
    """Raises BadInput for what is no list in plain text, or too long a one."""
    if not 0 < len(name) <= _LONGEST_NAME or not name.lower().endswith(ENDINGS):
        raise BadInput(f"I read plain text and tables as text ({', '.join(ENDINGS)}). Save the file as one of these and attach it again.")
    if len(text) > LARGEST:
        raise BadInput(f"The file has more than {LARGEST:,} characters. Attach the part that your question is about.")
    if not text.strip() or "\0" in text or "\ufffd" in text:
        raise BadInput("The file holds no readable text. Save it as UTF-8 text and attach it again.")


def _names(tenant: str, person: str, session: str) -> tuple[str, ...]:
    return tenant, person.strip().lower(), "attachments", session
