"""Clarifying questions as stored records: asked today, answered once, next week if need be, from any surface.

A question belongs to one person of one tenant; under any other name it does not exist.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory.journal import Entry, Journals
from memory.shapes import Asked, QuestionLine


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A question to a person, and how to go on when it is answered. Times are aware."""

    id: str
    tenant: str
    person: str
    session: str
    prompt: str
    options: tuple[Mapping[str, Any], ...]      # {"id", "label"}, at times more; the label is what the person sees
    state: Mapping[str, Any]                    # everything that was saved, the plan's state included
    asked_at: datetime
    answered_at: datetime | None = None
    answer: str | None = None

    @property
    def is_open(self) -> bool:
        """Nobody has answered it yet."""
        return self.answered_at is None


class Questions:
    """The stored questions, one journal each: what was asked, then what was answered. The first answer counts."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL (the history's will do); `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def save(self, tenant: str, person: str, question_id: str, state: Mapping[str, Any]) -> None:
        """Keep a question. `state` holds what `Asked` of `memory/shapes.py` names, and whatever else resuming needs (JSON values)."""
        missing = Asked.model_fields.keys() - state.keys()
        if missing:
            raise ValueError(f"a question is saved with {', '.join(sorted(missing))}")
        self._journals.append(_names(tenant, person, question_id), {"asked": state})

    def load(self, tenant: str, person: str, question_id: str) -> StoredQuestion | None:
        """The question, answered or not; None where this person of this tenant has none of that id."""
        entries = self._journals.read(_names(tenant, person, question_id), QuestionLine.model_validate)
        asked = next((entry["asked"] for entry in entries if "asked" in entry), None)
        if asked is None:
            return None
        first = next((entry for entry in entries if "answered" in entry), {})
        return _question((tenant, person.strip().lower(), question_id), asked, first)

    def answered(self, tenant: str, person: str, question_id: str, answer: str, at: datetime) -> bool:
        """Settle a question. True for the first answer; False where there is no such question or it was answered before."""
        question = self.load(tenant, person, question_id)
        if question is None or not question.is_open:
            return False
        names, mark = _names(tenant, person, question_id), uuid.uuid4().hex
        self._journals.append(names, {"answered": answer, "at": at, "mark": mark})
        answers = [entry for entry in self._journals.read(names, QuestionLine.model_validate) if "answered" in entry]
        return bool(answers) and answers[0]["mark"] == mark         # of two at once, the one that was written first

    def open(self, tenant: str, person: str, session: str | None = None) -> list[StoredQuestion]:
        """The person's unanswered questions (of one session where named), oldest first."""
        ids = self._journals.names((tenant, person.strip().lower(), "questions"))
        found = [question for each in ids if (question := self.load(tenant, person, each)) and question.is_open]
        return sorted((q for q in found if session in (None, q.session)), key=lambda q: q.asked_at)

    def settled(self, tenant: str, person: str) -> list[StoredQuestion]:
        """The person's answered questions, in no order. Raises HistoryUnavailable."""
        ids = self._journals.names((tenant, person.strip().lower(), "questions"))
        return [question for each in ids if (question := self.load(tenant, person, each)) and not question.is_open]

    def forget_session(self, tenant: str, person: str, session: str) -> None:
        """Delete the questions of one session, answered or not. Raises HistoryUnavailable."""
        for each in self._journals.names((tenant, person.strip().lower(), "questions")):
            question = self.load(tenant, person, each)
            if question is not None and question.session == session:
                self._journals.forget(_names(tenant, person, each))


def _names(tenant: str, person: str, question_id: str) -> tuple[str, ...]:
    return tenant, person.strip().lower(), "questions", question_id


def _question(owner: tuple[str, str, str], asked: Entry, answer: Entry) -> StoredQuestion:
    tenant, person, question_id = owner
    return StoredQuestion(
        id=question_id, tenant=tenant, person=person, session=asked["session"], prompt=asked["prompt"],
        options=tuple(asked["options"]), state=asked, asked_at=datetime.fromisoformat(asked["asked_at"]),
        answered_at=datetime.fromisoformat(answer["at"]) if answer else None, answer=answer.get("answered"))
