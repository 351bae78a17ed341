"""What people thought of answers: thumbs and comments, append-only, each with the turn it is about. Decides nothing."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from kg.errors import BadInput
from memory.journal import Entry, Journals
from memory.shapes import Opinion

RATINGS = ("up", "down")
_LONGEST = 2_000                        # characters of a comment


class Feedback:
    """The feedback of each person, one journal per tenant, person and session, at the history's address."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def add(self, tenant: str, person: str, at: datetime, about: Mapping[str, str], *, rating: str | None = None, comment: str | None = None) -> None:
        """Keep a rating (up, down) or a comment. `about`: session and turn. Raises BadInput, HistoryUnavailable."""
        said = " ".join((comment or "").split())
        if rating is not None and rating not in RATINGS:
            raise BadInput(f"A rating is {' or '.join(RATINGS)}.")
        if rating is None and not 0 < len(said) <= _LONGEST:
            raise BadInput(f"A comment has 1 to {_LONGEST} characters.")
        self._journals.append((*_names(tenant, person), about["session"]), {"at": at, **about, "rating": rating, "comment": said or None})

    def of(self, tenant: str, person: str) -> list[Entry]:
        """What a person said of answers, oldest first. Raises HistoryUnavailable."""
        names = _names(tenant, person)
        said = (entry for session in self._journals.names(names) for entry in self._journals.read((*names, session), Opinion.model_validate))
        return sorted(said, key=lambda entry: datetime.fromisoformat(entry["at"]))

    def forget_session(self, tenant: str, person: str, session: str) -> None:
        """Delete what a person said of the answers of one session. Raises HistoryUnavailable."""
        self._journals.forget((*_names(tenant, person), session))

    def erase(self, tenant: str, person: str) -> None:
        """Delete what a person said of answers. Raises HistoryUnavailable."""
        self._journals.forget(_names(tenant, person))


def _names(tenant: str, person: str) -> tuple[str, ...]:
    return tenant, "feedback", person.strip().lower()
