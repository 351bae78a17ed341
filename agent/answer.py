"""What is asked, the Answer, and the events on the way to it: one contract for the library, the HTTP API and the command line."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from threading import Event as Stop
from typing import Any, Literal, NewType, Protocol

from kg.leaving import shown

_AGE = re.compile(r"(?P<whole>\n*^\*)?(?(whole)| )As of \d[^*\n]*\.\*$", re.MULTILINE)      # the last of a line of notes, see agent/respond
_AGE_ALONE = re.compile(r"As of \d[^*\n]*\.")

Visible = NewType("Visible", str)
"""Text that may be told to whoever asks. Made in agent/access/gate.py and nowhere else."""

Cell = Visible | int | float | bool | Decimal | date | datetime | None


@dataclass(frozen=True, slots=True)
class Ask:
    """What a person says.

    `reply_to`: the id of a stored question; then `text` is an option's id, its label, or free words. Or that of an answer's alternatives; then
    `text` is the id or label of one.
    `about`: the record from whose page it is asked, as "category/Model/id".
    `instead_of`: the id of the turn that this replaces: it is answered as of before that one. None: it comes after all that is shown.
    `plan`: a message of the plan language as JSON, as the event `plan` tells it: run as it stands, the text is not read.
    `id`: what its turn, and a question put back, are to be known by, so that who asks it again after a crash finds them; None: made up.
    """

    person: str                         # e-mail
    text: str
    session: str
    reply_to: str | None = None
    id: str | None = None
    about: str | None = None
    instead_of: str | None = None
    plan: str | None = None


class Reason(StrEnum):
    """Why an answer was declined. "There is none", "you may not see it" and "I could not look" are never confused."""

    NO_RECORD = "no_record"
    NOT_PERMITTED = "not_permitted"
    NOT_CONNECTED = "not_connected"
    TOO_OLD = "too_old"
    OUT_OF_SCOPE = "out_of_scope"
    UNSAFE = "unsafe"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a result."""

    name: str
    unit: str | None = None             # USD, hours, days, share …
    model: str | None = None            # "hris/Employee"
    field: str | None = None


REQUEST = "request"                     # the column that tells of several requests which one a row answers


@dataclass(frozen=True, slots=True)
class Result:
    """A table; a single figure is one row, one column. No totals among the rows."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A record that an answer rests on."""

    category: str
    model: str
    id: str
    name: Visible | None
    url: Visible | None
    fetched_at: datetime
    data_as_of: datetime | None


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer a clarifying question."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Clarification:
    """A stored question to the person; answered by id, today or next week."""

    id: str
    prompt: str
    options: tuple[Option, ...]
    free_text: bool = True


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What else a question may have meant. Replying to `id` with an option's id or label asks that instead, as often as one likes."""

    id: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One task as it was run."""

    id: str
    tool: str                           # HRIS, ATS, CRM, Ticketing, Accounting, Knowledge, Compute, Human, Synthesis
    question: str                       # plain words, shown to the person
    found: str = ""                     # what came back, in a few words
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost."""

    model_calls: int = 0
    tokens: int = 0                     # sent to models and received from them
    tokens_received: int = 0            # of these
    cost: float = 0.0                   # of models, in US dollars by the prices that are set
    merge_calls: int = 0
    graph_queries: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person gets. `reason` only when declined, `result` absent for prose.

    `question` when clarify; on an answer: what was seen of the person, once, for their word. `alternatives` only where it was answered and
    something else may have been meant.
    """

    status: Literal["answered", "clarify", "declined"]
    text: str                           # Markdown
    reason: Reason | None = None
    understood_as: str = ""
    result: Result | None = None
    elements: tuple[Mapping[str, Any], ...] = ()
    references: tuple[Reference, ...] = ()
    more_references: int = 0            # records beyond the first 50; shown as {"count", "plan_task"}
    beyond: tuple[tuple[str, str], ...] = ()        # model and id of each of them, for the history alone; () where they are too many
    question: Clarification | None = None
    alternatives: Alternatives | None = None
    suggestions: tuple[str, ...] = ()   # at most three that can be read: instead of one that was refused, or going on from an answer
    plan: tuple[Mapping[str, Any], ...] = ()
    steps: tuple[Step, ...] = ()
    usage: Usage = field(default_factory=Usage)

    def as_json(self) -> dict[str, Any]:
        """The Answer of the contract: plain JSON values only."""
        data: dict[str, Any] = as_plain(asdict(self))
        more, _ = data.pop("more_references"), data.pop("beyond")
        if more:
            data["references"].append({"count": more, "plan_task": self.plan[-1]["id"] if self.plan else None})
        for absent in ("reason", "result", "question", "alternatives", "suggestions"):
            if data[absent] in (None, []):
                del data[absent]
        return data


def notes_of(answer: Mapping[str, Any], *, folded: bool = False) -> tuple[str, ...]:
    """The notes of an answer (as JSON) on what it assumed and left out; `folded`: only those that have no place in its text."""
    found: Mapping[str, Any] = next((each for each in answer.get("elements") or () if each.get("type") == "notes"), {})
    return (*(() if folded else found.get("line", ())), *found.get("folded", ()))


def image_of(answer: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The picture of an answer (as JSON); None where nothing is drawn."""
    return next((each for each in answer.get("elements") or () if each.get("type") == "image"), None)


def without_age(text: str) -> str:
    """The text of an answer without the note of how old its data is: for surfaces that tell it by the clock of whoever reads."""
    return _AGE.sub(lambda note: "" if note["whole"] else "*", text)


def is_age(note: str) -> bool:
    """Is a note nothing but how old the data of its answer is?"""
    return _AGE_ALONE.fullmatch(note) is not None


def refused_of(answer: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Of an answer (as JSON) that was refused for want of a right: the kinds of data that it needed, each once, with who may see them."""
    found = {str(each["kind"]): each for each in answer.get("elements") or () if each.get("type") == "refused"}
    return tuple(found.values())


EventKind = Literal["waiting", "plan", "step_started", "step_progress", "step_finished", "text_delta", "question", "stages", "answer", "error"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on the way; `id` rises within a run, so that a client can resume. `data` is plain JSON."""

    id: int
    kind: EventKind
    data: Mapping[str, Any]


class Answers(Protocol):
    """Whoever answers: the assistant."""

    def ask(self, ask: Ask, stop: Stop | None = None) -> Iterator[Event]:
        """What happens on the way to an answer, as events; the last is the answer. `stop`: set it to cancel."""


def as_plain(value: Any) -> Any:
    """The value as JSON has it, with nothing in its texts that cannot be seen."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, Mapping):
        return {k: as_plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(v) for v in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return value
