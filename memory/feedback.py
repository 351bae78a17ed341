"""What people thought of answers: thumbs and comments, each with the turn it is about. Decides nothing.

Thumbs are append-only. A comment can be put in other words, and deleted with all that it was before. Comments that were once kept between
the thumbs, one after another, are read like the others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from kg.errors import BadInput
from memory.journal import Entry, Journals
from memory.shapes import Opinion

RATINGS = ("up", "down")
_LONGEST = 2_000                        # characters of a comment
_RATINGS, _COMMENTS = "feedback", "comments"


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person said last of one answer: their thumb, and their comment."""

    rating: str | None = None
    comment: str | None = None


NO_REMARK = Remark()


class Feedback:
    """The feedback of each person at the history's address: thumbs in a journal per tenant, person and session, comments in one per turn."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def add(self, tenant: str, person: str, at: datetime, about: Mapping[str, str], *, rating: str | None = None, comment: str | None = None) -> None:
        """Keep a rating (up, down), a comment, or both. `about`: session and turn. A comment takes the place of the one before.

        Raises BadInput, HistoryUnavailable.
        """
        said = " ".join((comment or "").split())
        if rating is not None and rating not in RATINGS:
            raise BadInput(f"A rating is {' or '.join(RATINGS)}.")
        if len(said) > _LONGEST or not (said or rating):
            raise BadInput(f"A comment has 1 to {_LONGEST} characters.")
        session, entry = about["session"], {"at": at, "session": about["session"], "turn": about["turn"]}
        if rating is not None:
            self._journals.append((*_of(tenant, person, _RATINGS), session), entry | {"rating": rating})
        if said:
            self._journals.append((*_of(tenant, person, _COMMENTS), session, about["turn"]), entry | {"comment": said})

    def of(self, tenant: str, person: str) -> list[Entry]:
        """What a person said of answers, oldest first; of each comment the words that it has now. Raises HistoryUnavailable."""
        sessions = dict.fromkeys(name for kind in (_RATINGS, _COMMENTS) for name in self._journals.names(_of(tenant, person, kind)))
        said = [entry for each in sessions for entry in (*self._rated(tenant, person, each), *self._commented(tenant, person, each))]
        return sorted(said, key=lambda entry: datetime.fromisoformat(entry["at"]))

    def in_session(self, tenant: str, person: str, session: str) -> dict[str, Remark]:
        """What a person said last of the answers of a session, by turn. Raises HistoryUnavailable."""
        ratings = {entry["turn"]: entry["rating"] for entry in self._rated(tenant, person, session)}
        comments = {entry["turn"]: entry["comment"] for entry in self._commented(tenant, person, session)}
        return {turn: Remark(ratings.get(turn), comments.get(turn)) for turn in ratings | comments}

    def delete_comment(self, tenant: str, person: str, session: str, turn: str) -> None:
        """Delete a comment, in all the words that it had; nothing happens where there is none. Raises HistoryUnavailable."""
        self._journals.forget((*_of(tenant, person, _COMMENTS), session, turn))
        names = (*_of(tenant, person, _RATINGS), session)
        if any(_is_comment_on(turn, entry) for entry in self._journals.read(names, Opinion.model_validate)):
            self._journals.change(names, partial(_without_comment, turn), Opinion.model_validate)

    def forget_session(self, tenant: str, person: str, session: str) -> None:
        """Delete what a person said of the answers of one session. Raises HistoryUnavailable."""
        for kind in (_RATINGS, _COMMENTS):
            self._journals.forget((*_of(tenant, person, kind), session))

    def erase(self, tenant: str, person: str) -> None:
        """Delete what a person said of answers. Raises HistoryUnavailable."""
        for kind in (_RATINGS, _COMMENTS):
            self._journals.forget(_of(tenant, person, kind))

    def _rated(self, tenant: str, person: str, session: str) -> Iterator[Entry]:
        read = self._journals.read((*_of(tenant, person, _RATINGS), session), Opinion.model_validate)
        yield from ({"comment": None, **entry} for entry in read if entry.get("rating"))

    def _commented(self, tenant: str, person: str, session: str) -> Iterator[Entry]:
        """The words that each comment has now."""
        above = (*_of(tenant, person, _COMMENTS), session)
        said = self._journals.read((*_of(tenant, person, _RATINGS), session), Opinion.model_validate)
        said += [entry for turn in self._journals.names(above) for entry in self._journals.read((*above, turn), Opinion.model_validate)]
        last = {entry["turn"]: entry for entry in said if entry.get("comment")}
        yield from ({**entry, "rating": None} for entry in last.values())


def _is_comment_on(turn: str, entry: Entry) -> bool:
    return entry["turn"] == turn and bool(entry.get("comment"))


def _without_comment(turn: str, entry: Entry) -> Entry | None:
    """The entry without a comment on the turn; None where nothing is left of it."""
    left = {**entry, "comment": None} if _is_comment_on(turn, entry) else entry
    return left if left.get("rating") or left.get("comment") else None


def _of(tenant: str, person: str, kind: str) -> tuple[str, str, str]:
    return tenant, kind, person.strip().lower()
