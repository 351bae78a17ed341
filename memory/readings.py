"""Learned readings: words with slots and the plan that they stand for, which a person confirmed or an operator wrote or approved.

One journal per person for their own, one per person for what they offered to their company, one for what its operators wrote. Durable before it
is effective; nothing is cached. Under another tenant or person a reading does not exist. What plan and words mean is not known here.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal

from kg.errors import BadInput
from memory.journal import Journals

Kind = Literal["kept", "offered", "approved", "revoked", "restored"]
Change = Literal["revoked", "restored", "offered"]
Decision = Literal["approved", "revoked"]
Origin = Literal["meant", "chosen", "marked", "written"]         # said yes to, chosen of several, marked right, written by an operator
State = Literal["own", "offered", "approved", "revoked"]
COMPANY = "company"                     # whose journal holds what operators wrote
_OWN, _SHARED = "readings", "shared-readings"
_STATES: Mapping[str, State] = {"kept": "own", "restored": "own", "offered": "offered", "approved": "approved", "revoked": "revoked"}


@dataclass(frozen=True, slots=True)
class LearnedReading:
    """Normalised words with slots ("contacts of {name1}"), and the plan as JSON with the same slots."""

    words: str
    plan: str
    catalogue: str                      # a mark of the catalogue that the plan was made for
    by: str                             # the e-mail of who confirmed or wrote it
    at: datetime
    origin: Origin

    @property
    def id(self) -> str:
        """The same for the same words and plan, so that learning it twice is learning it once."""
        return blake2b(f"{self.words}\0{self.plan}".encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class KeptReading:
    """A reading and what became of it. `decided_by`: the operator whose word it was last; `is_shared`: it was put to the whole company."""

    reading: LearnedReading
    state: State
    since: datetime
    decided_by: str = ""
    is_shared: bool = False


class Readings:
    """The learned readings of all tenants, at the history's address."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def of(self, tenant: str, person: str) -> tuple[KeptReading, ...]:
        """A person's own, revoked ones too, the newest first. Raises BadInput, HistoryUnavailable."""
        return self._folded(_own(tenant, person))

    def shared(self, tenant: str) -> tuple[KeptReading, ...]:
        """What was offered to the company or written for it, revoked ones too, the newest first. Raises HistoryUnavailable."""
        found = (kept for name in self._journals.names((tenant, _SHARED)) for kept in self._folded((tenant, _SHARED, name)))
        return tuple(sorted((replace(kept, is_shared=True) for kept in found), key=lambda kept: kept.since, reverse=True))

    def effective(self, tenant: str, person: str) -> tuple[KeptReading, ...]:
        """By which a person's words are read: their own, then the company's approved ones that they did not take back. Raises HistoryUnavailable."""
        own = self.of(tenant, person)
        left = {kept.reading.id for kept in own if kept.state == "revoked"}
        held = [kept for kept in own if kept.state == "own"]
        words = {kept.reading.words for kept in held}
        common = (kept for kept in self.shared(tenant) if kept.state == "approved" and kept.reading.id not in left)
        return (*held, *(kept for kept in common if kept.reading.words not in words))

    def keep(self, tenant: str, person: str, reading: LearnedReading) -> bool:
        """Learn a reading for a person alone, in place of one of the same words; False where it is known already. Raises HistoryUnavailable."""
        own = self.of(tenant, person)
        if any(kept.reading.id == reading.id and kept.state == "own" for kept in own):
            return False
        for old in own:
            if old.reading.words == reading.words and old.state == "own":
                self._append(_own(tenant, person), "revoked", reading.at, person, old.reading.id)
        self._append(_own(tenant, person), "kept", reading.at, person, reading.id, reading)
        return True

    def change(self, tenant: str, person: str, reading: str, kind: Change, at: datetime) -> KeptReading:
        """Take back, bring back or offer one of a person's own. Taking back one of the company's holds for them alone, and so does bringing it back.

        What holds for the company already stays as it is when it is offered again.
        Raises BadInput where there is none of that id, HistoryUnavailable.
        """
        own = next((kept for kept in self.of(tenant, person) if kept.reading.id == reading), None)
        found = own or next((kept for kept in self.effective(tenant, person) if kept.reading.id == reading), None)
        if found is None:
            raise BadInput(f"You have no reading {reading!r}. The page “What Evergraph believes about you” shows those you have.")
        if kind == "offered":
            if not any(kept.reading.id == reading and kept.state == "approved" for kept in self.shared(tenant)):
                self._append((tenant, _SHARED, _plain(person)), "offered", at, person, reading, replace(found.reading, at=at))
            return found
        self._append(_own(tenant, person), kind, at, person, reading, found.reading)
        if kind == "revoked" and own is not None:
            self._withdraw(tenant, person, reading, at)
        return found

    def write(self, tenant: str, reading: LearnedReading) -> None:
        """An operator's own, which holds for the company at once. Raises HistoryUnavailable."""
        self._append((tenant, _SHARED, COMPANY), "approved", reading.at, reading.by, reading.id, reading)

    def decide(self, tenant: str, reading: str, decision: Decision, operator: str, at: datetime) -> KeptReading:
        """An operator's word on what was put to the company. Raises BadInput for an unknown one, HistoryUnavailable."""
        for name in self._journals.names((tenant, _SHARED)):
            found = next((kept for kept in self._folded((tenant, _SHARED, name)) if kept.reading.id == reading), None)
            if found is not None:
                self._append((tenant, _SHARED, name), decision, at, operator, reading)
                return found
        raise BadInput(f"Nobody put a reading {reading!r} to the company.")

    def erase(self, tenant: str, person: str) -> None:
        """Delete what a person confirmed, and what they offered; what an operator approved of it goes with it. Raises HistoryUnavailable."""
        self._journals.forget(_own(tenant, person))
        self._journals.forget((tenant, _SHARED, _plain(person)))

    def _withdraw(self, tenant: str, person: str, reading: str, at: datetime) -> None:
        """What waits for an operator is not waited for any more; what was approved is the company's."""
        names = (tenant, _SHARED, _plain(person))
        if any(kept.reading.id == reading and kept.state == "offered" for kept in self._folded(names)):
            self._append(names, "revoked", at, person, reading)

    def _append(self, names: tuple[str, ...], kind: Kind, at: datetime, by: str, of: str, reading: LearnedReading | None = None) -> None:
        line = {"id": uuid.uuid4().hex[:16], "kind": kind, "at": at, "by": _plain(by), "of": of}
        self._journals.append(names, line | ({"reading": asdict(reading)} if reading is not None else {}))

    def _folded(self, names: tuple[str, ...]) -> tuple[KeptReading, ...]:
        return _fold(self._journals.read(names, _checked))


def _fold(lines: Iterable[Mapping[str, Any]]) -> tuple[KeptReading, ...]:
    """What became of each reading, the one that changed last first. One of the company's that a person has brought back is theirs no more."""
    known, confirmed = dict[str, KeptReading](), set[str]()
    for line in lines:
        before = known.pop(line["of"], None)
        reading = _reading(line["reading"]) if "reading" in line else before.reading if before is not None else None
        confirmed |= {line["of"]} if line["kind"] == "kept" else set()
        if reading is not None and (line["kind"] != "restored" or line["of"] in confirmed):
            decided = line["by"] if line["kind"] in ("approved", "revoked") else before.decided_by if before is not None else ""
            known[line["of"]] = KeptReading(reading, _STATES[line["kind"]], datetime.fromisoformat(line["at"]), decided)
    return tuple(reversed(known.values()))


def _checked(line: Mapping[str, Any]) -> object:
    """Raises KeyError, TypeError or ValueError for a line of another shape."""
    return _STATES[line["kind"]], line["of"], line["by"], datetime.fromisoformat(line["at"]), _reading(line["reading"]) if "reading" in line else None


def _reading(data: Mapping[str, Any]) -> LearnedReading:
    return LearnedReading(**{**data, "at": datetime.fromisoformat(data["at"])})


def _own(tenant: str, person: str) -> tuple[str, ...]:
    return tenant, _plain(person), _OWN


def _plain(person: str) -> str:
    return person.strip().lower()
