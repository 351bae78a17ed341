"""What the API answers with, as OpenAPI tells it. The Answer's own shape is `agent.answer`; here it is as JSON has it."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.answer import Alternatives, Clarification, Column, EventKind, Option, Reason, Step, Usage
from memory.feedback import Remark
from workers.tasks.parking import Parked
from workers.tasks.sync_status import PartStatus

Cell = str | int | float | bool | None


class Shape(BaseModel):
    """Nothing but what is said here."""

    model_config = ConfigDict(extra="forbid")


class Problem(Shape):
    """What went wrong, why, and what to do (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    reason: Reason = Field(description="The exit class.")
    next_step: str


class ReferenceShape(Shape):
    """A record that an answer rests on. Times are ISO text by the company's clock, with its offset."""

    category: str
    model: str
    id: str
    name: str | None
    url: str | None
    fetched_at: str
    data_as_of: str | None


class MoreReferences(Shape):
    """How many records more, and which task of the plan read them."""

    count: int
    plan_task: str | None


class ResultShape(Shape):
    """A table; a single figure is one row, one column."""

    columns: list[Column]
    rows: list[list[Cell]]


class AnswerShape(Shape):
    """What a person gets. `reason` only when declined, `question` only when clarify, `result` absent for prose."""

    status: Literal["answered", "clarify", "declined"]
    text: str = Field(description="Markdown")
    reason: Reason | None = None
    understood_as: str
    result: ResultShape | None = None
    elements: list[dict[str, Any]]
    references: list[ReferenceShape | MoreReferences]
    question: Clarification | None = None
    alternatives: Alternatives | None = Field(default=None, description="What else may have been meant; `reply_to` its id asks an option.")
    suggestions: list[str] | None = Field(default=None, description="Questions to ask instead of one that was refused, or after an answer.")
    plan: list[dict[str, Any]]
    steps: list[Step]
    usage: Usage


class RunShape(Shape):
    """Where a run is: its id, its conversation, and whether it has begun."""

    run: str
    session: str
    state: Literal["waiting", "running"]


class EventShape(Shape):
    """An event of a stream: `id` rises by one within a run, `event` is its kind, `data` one line of JSON."""

    id: int
    event: EventKind
    data: dict[str, Any]


class Ready(Shape):
    """The servers behind the API answer."""

    status: Literal["ready"]
    graph: str = Field(description="The graph server's version.")
    tenants: int


class Health(Shape):
    """The process answers."""

    status: Literal["ok"]


class Syncs(Shape):
    """How far the syncs of a company are, and what is parked."""

    tenant: str
    at: datetime
    parts: list[PartStatus]
    parked: list[Parked]


class OpenQuestion(Shape):
    """A question that waits for the person's answer."""

    id: str
    prompt: str
    options: list[Option]
    asked_at: datetime
    session: str


class Talk(Shape):
    """What is shown of a conversation, oldest first, as the history has it; its questions that wait for an answer."""

    id: str
    turns: list[dict[str, Any]]
    versions: dict[str, list[str]] = Field(description="Of each turn shown that has several versions: the ids of all, oldest first.")
    replaced: list[dict[str, Any]] = Field(description="The turns that are not shown: other versions, and what came after them.")
    open_questions: list[OpenQuestion]
    remarks: dict[str, Remark] = Field(description="By turn: the person's last thumb and their comment.")


class ChatMessage(Shape):
    """What the assistant says."""

    role: Literal["assistant"]
    content: str


class ChatChoice(Shape):
    """The one answer there is."""

    index: int
    message: ChatMessage
    finish_reason: Literal["stop"]


class ChatUsage(Shape):
    """Tokens that the answer took of a language model; 0 where the rules did alone."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(Shape):
    """An answer as OpenAI's API has it."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[ChatChoice]
    usage: ChatUsage


class ChatModel(Shape):
    """What can be asked, as OpenAI's API has it."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ChatModels(Shape):
    """The one model there is."""

    object: Literal["list"]
    data: list[ChatModel]


class ChatFault(Shape):
    """What went wrong and what to do; `type` is the exit class."""

    message: str
    type: str
    code: str | None
    param: str | None


class ChatError(Shape):
    """A problem as OpenAI's API has it."""

    error: ChatFault
