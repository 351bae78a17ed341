"""Which answers people shared: whose turn, since when and until when. Nothing of an answer is kept here, and nothing is decided from it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from memory.journal import Journals
from memory.shapes import Listed, SharedLine


@dataclass(frozen=True, slots=True)
class SharedAnswer:
    """A turn that its person shared. Times are aware; `until`: from then on it is shared no more."""

    id: str
    by: str                             # e-mail
    session: str
    turn: str
    at: datetime
    until: datetime


class SharedAnswers:
    """The shared answers of each tenant, one journal each, and the ids of those of each person, at the history's address."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def add(self, tenant: str, shared: SharedAnswer) -> None:
        """Keep that an answer is shared; of one that is, until when from now on. Raises HistoryUnavailable."""
        if shared.id not in self._ids(tenant, shared.by):
            self._journals.append(_of(tenant, shared.by), {"id": shared.id})    # first: what is not listed could not be taken back
        self._journals.append(_one(tenant, shared.id), asdict(shared))

    def find(self, tenant: str, shared_id: str, now: datetime) -> SharedAnswer | None:
        """The shared answer; None where there is none, or it is shared no more. Raises BadInput for an overlong id, HistoryUnavailable."""
        kept = next(reversed(self._journals.read(_one(tenant, shared_id), SharedLine.model_validate)), None)
        found = _shared(kept) if kept is not None else None
        return found if found is not None and now < found.until else None

    def of(self, tenant: str, person: str, now: datetime) -> list[SharedAnswer]:
        """What a person shares, the newest first. Raises HistoryUnavailable."""
        there = (self.find(tenant, each, now) for each in self._ids(tenant, person))
        return sorted((each for each in there if each is not None), key=lambda each: each.at, reverse=True)

    def revoke(self, tenant: str, shared: SharedAnswer) -> None:
        """Share it no more. Raises HistoryUnavailable."""
        self._journals.forget(_one(tenant, shared.id))

    def forget_session(self, tenant: str, person: str, session: str) -> None:
        """Share nothing of one conversation any more. Raises HistoryUnavailable."""
        for each in self._ids(tenant, person):
            kept = self._journals.read(_one(tenant, each), SharedLine.model_validate)
            if any(line["session"] == session for line in kept):
                self._journals.forget(_one(tenant, each))

    def erase(self, tenant: str, person: str) -> None:
        """Share nothing of a person's any more. Raises HistoryUnavailable."""
        for each in self._ids(tenant, person):
            self._journals.forget(_one(tenant, each))
        self._journals.forget(_of(tenant, person))

    def _ids(self, tenant: str, person: str) -> Iterator[str]:
        yield from (line["id"] for line in self._journals.read(_of(tenant, person), Listed.model_validate))


def _shared(line: dict[str, Any]) -> SharedAnswer:
    at, until = (datetime.fromisoformat(line[name]) for name in ("at", "until"))
    return SharedAnswer(line["id"], line["by"], line["session"], line["turn"], at, until)


def _one(tenant: str, shared_id: str) -> tuple[str, ...]:
    return tenant, "shared", shared_id


def _of(tenant: str, person: str) -> tuple[str, ...]:
    return tenant, "sharing", person.strip().lower()
