"""What a person does with their conversations: list, find, export, delete. Every function is for one person of one tenant."""

import json
from dataclasses import dataclass
from datetime import datetime

from kg.errors import BadInput
from memory.attachments import Attachments
from memory.feedback import Feedback
from memory.history import History, SessionSettings
from memory.lines import Lines
from memory.questions import Questions
from memory.recall import Question, recall
from memory.shared_answers import SharedAnswers
from memory.versions import Versions

_TITLE = 80                             # characters of a title made of the first question
_NO_MARKUP = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}       # in JSON these stand in texts alone, and mean the same so


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation in a list. The title is the person's, else the first question; `turns`: how many are shown; times are aware.

    `latest`: the last question, where it is another than the first.
    """

    id: str
    title: str
    turns: int
    began: datetime
    last: datetime
    pinned: bool = False                # it stays on top
    folder: str = ""                    # in which the person keeps it
    latest: str = ""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line of a conversation that was looked for. `line` is the turn's id with `:q` or `:a`."""

    session: str
    line: str
    speaker: str
    time: datetime
    text: str
    score: float


def sessions(history: History, tenant: str, person: str) -> list[Session]:
    """The person's conversations, the one that was used last first. Raises HistoryUnavailable."""
    found = ((each, history.versions(tenant, person, each)) for each in reversed(history.sessions(tenant, person)))
    return [_session(each, talk, history.keeping(tenant, person, each)) for each, talk in found if talk.turns]


def session_of(history: History, tenant: str, person: str, session: str) -> Session:
    """One conversation of the person's that there is. Raises HistoryUnavailable."""
    return _session(session, history.versions(tenant, person, session), history.keeping(tenant, person, session))


def search(lines: Lines, tenant: str, person: str, text: str, now: datetime, limit: int = 10) -> list[FoundLine]:
    """Lines of the person's conversations that bear on words, best first. Raises HistoryUnavailable."""
    hits = recall(lines.of(tenant, person), Question(text, now), limit)
    return [FoundLine(hit.line.session, hit.line.id, hit.line.speaker, hit.line.time, hit.line.text, hit.score) for hit in hits]


def export(history: History, tenant: str, person: str, session: str) -> str:
    """All that is kept of a conversation as JSON, of which the history can be made again, and which turns are shown.

    No words of a record make markup in it, whatever opens it. Raises BadInput for a conversation that is not there; HistoryUnavailable.
    """
    talk = history.versions(tenant, person, session)
    if not talk.turns:
        raise BadInput("There is no such conversation.")
    one = _session(session, talk, history.keeping(tenant, person, session))
    data = {"session": session, "title": one.title, "person": person.strip().lower(), "turns": list(talk.turns.values()),
            "shown": [each.get("id") for each in talk.shown]}
    return json.dumps(data, ensure_ascii=False, indent=2).translate(_NO_MARKUP)


def delete(history: History, beside: tuple[Questions, Feedback, Attachments, SharedAnswers], tenant: str, person: str, session: str) -> None:
    """Delete a conversation with its title, its questions, what was said of its answers, its files and what was
    shared of it, which are kept `beside` it.

    What was derived from it goes at the next look at the history.

    Raises BadInput, HistoryUnavailable; call it again then.
    """
    for kept in beside:
        kept.forget_session(tenant, person, session)
    history.delete(tenant, person, session)


def _session(name: str, talk: Versions, kept: SessionSettings) -> Session:
    entries, shown = list(talk.turns.values()), talk.shown
    first, latest = (_short(shown[place]["question"]) for place in (0, -1))
    began, last = (datetime.fromisoformat(entries[place]["at"]) for place in (0, -1))
    return Session(name, kept.title or first, len(shown), began, last, kept.is_pinned, kept.folder, latest if latest != first else "")


def _short(question: str) -> str:
    words = " ".join(question.split())
    return words if len(words) <= _TITLE else words[: _TITLE - 1].rstrip() + "…"
