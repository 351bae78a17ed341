"""The shapes of the lines that journals hold: what every reader of a line relies on, and no more.

A line of another shape (written by another version, by hand, or by a damaged disk) is set aside when its journal is read, so that one line
never makes a conversation unreadable. What a shape does not name may be anything, and stays as it is.
"""

import base64
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, Json, model_validator


def _read_time(value: object) -> datetime:
    """A time as readers take it out of a text. A number is none here, nor a text of one, though pydantic would take both for seconds."""
    if not isinstance(value, str):
        raise ValueError("no text")
    return datetime.fromisoformat(value)


Time = Annotated[AwareDatetime, BeforeValidator(_read_time)]


class Shape(BaseModel):
    """A mapping with at least these parts. `model_validate` raises ValueError for another one."""

    model_config = ConfigDict(extra="ignore")


class Option(Shape):
    """A way to answer a question."""

    id: str
    label: str


class Put(Shape):
    """What a person can choose from: a question's options, or an answer's alternatives."""

    id: str
    options: list[Option]


class Column(Shape):
    """A column of a table."""

    name: str
    unit: str | None = None


class Table(Shape):
    """Rows as wide as there are columns."""

    columns: list[Column]
    rows: list[list[Any]]

    @model_validator(mode="after")
    def _is_even(self) -> "Table":
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row is not as wide as the table")
        return self


class Cited(Shape):
    """A record that an answer rests on."""

    id: str
    model: str
    category: str
    name: str | None = None
    url: str | None = None
    fetched_at: str | None = None
    data_as_of: str | None = None


class More(Shape):
    """How many records more an answer rests on."""

    count: int


class Step(Shape):
    """Something that was looked up."""

    tool: str
    question: str
    found: str = ""


class Spent(Shape):
    """What an answer cost."""

    seconds: float = 0.0


class Said(Shape):
    """An Answer as the history keeps it."""

    text: str
    status: str
    understood_as: str = ""
    question: Put | None = None
    alternatives: Put | None = None
    suggestions: list[str] = Field(default_factory=list)
    result: Table | None = None
    references: list[Cited | More] = Field(default_factory=list)
    steps: list[Step] = Field(default_factory=list)
    elements: list[dict[str, Any]] = Field(default_factory=list)
    usage: Spent = Spent()


class Meant(Shape):
    """The entity that a name stood for."""

    key: str
    score: float


class Offered(Option):
    """Another meaning of a name."""

    mention: str
    key: str


class Offer(Shape):
    """What else a question may have meant."""

    choices: dict[str, str]
    options: list[Offered]


class Rows(Shape):
    """Which record each row of a result is of."""

    model: str
    ids: list[str]


class PartSaid(Shape):
    """Of the answer to one of several requests what is kept apart."""

    result: Table | None = None
    references: list[Cited | More] = Field(default_factory=list)


class Part(Shape):
    """What one of several requests of a message came to."""

    answer: PartSaid
    beyond: list[tuple[str, str]]
    named: dict[str, Meant]


_NO_ROWS = Rows(model="", ids=[])


class Turn(Shape):
    """A turn of a conversation."""

    at: Time
    question: str
    answer: Said
    id: str | None = None
    reply_to: str | None = None
    follows: str | None = None
    named: dict[str, Meant] | None = None
    acts: Json[dict[str, Any]] = Field(default_factory=dict)
    goal: dict[str, Any] | None = None
    goals: list[Any] = Field(default_factory=list)
    parts: list[Part] = Field(default_factory=list)
    rows: Rows = _NO_ROWS
    one: Rows = _NO_ROWS
    settled: dict[str, str] | None = None
    each: list[str] | None = None
    beyond: list[tuple[str, str]] = Field(default_factory=list)
    instead: Offer = Offer(choices={}, options=[])
    text: str = ""

    @model_validator(mode="after")
    def _can_be_taken_up(self) -> "Turn":
        if "goal" in self.model_fields_set and None in (self.goal, self.settled):
            raise ValueError("a goal without what its names stood for")
        if "parts" in self.model_fields_set and len(self.parts) != len(self.goals):
            raise ValueError("not a part for each goal")
        return self


class Kept(Shape):
    """How somebody keeps a conversation: the title that they gave it, whether it stays on top, its folder, or which version of a turn is shown."""

    title: str | None = None
    pinned: bool | None = None
    folder: str | None = None           # "": in none
    shown: str | None = None
    of: int | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "Kept":
        if (self.title, self.pinned, self.folder) == (None, None, None) and None in (self.shown, self.of):
            raise ValueError("neither a title, nor whether it is pinned, nor a folder, nor which version is shown")
        return self


class Choice(Option):
    """A way to answer a question, with what it chooses and further words for it."""

    key: str
    also: list[str] = Field(default_factory=list)


class Asked(Shape):
    """What a question back was saved with: `text` is the question that it is about, `mention` what is chosen for, `choices` what was before."""

    session: str
    prompt: str
    options: list[Choice]
    asked_at: Time
    mention: str
    text: str
    choices: dict[str, str]


class QuestionLine(Shape):
    """A question back, or what was answered to it."""

    asked: Asked | None = None
    answered: str | None = None
    at: Time | None = None
    mark: str | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "QuestionLine":
        if (self.asked is None or "answered" in self.model_fields_set) and None in (self.answered, self.at, self.mark):
            raise ValueError("neither a question nor an answer with its time")
        return self


class Opinion(Shape):
    """What somebody thought of an answer."""

    at: Time
    session: str
    turn: str
    rating: str | None = None
    comment: str | None = None


class SharedLine(Shape):
    """An answer that somebody shares."""

    id: str
    by: str
    session: str
    turn: str
    at: Time
    until: Time


class Listed(Shape):
    """The id of something that is kept elsewhere."""

    id: str


class File(Shape):
    """A file that was attached to a conversation."""

    at: Time
    name: str
    text: str
    after: int


class Read(Shape):
    """A read of a private class."""

    at: Time
    who: str


class Given(Shape):
    """Groups of which figures were given, or that they were not after all."""

    withdrawn: str | None = None
    mark: str | None = None
    groups: list[list[str]] = Field(default_factory=list)

    @model_validator(mode="after")
    def _says_something(self) -> "Given":
        if self.withdrawn is None and self.mark is None:
            raise ValueError("neither given nor withdrawn")
        return self


class StoredInsight(Shape):
    """What several lines say together."""

    kind: str
    keys: list[str]
    lines: list[str]
    weeks: int
    last: Time


class Reflected(Shape):
    """The insights of one look at a person's lines."""

    seen: int
    insights: list[StoredInsight]


def _read_numbers(text: str) -> str:
    """Numbers of 32 bits as base64."""
    if len(base64.b64decode(text)) % 4:
        raise ValueError("not numbers of four bytes")
    return text


class Vectors(Shape):
    """Vectors of lines by one maker."""

    made_by: str
    vectors: dict[str, Annotated[str, AfterValidator(_read_numbers)]]
