"""What an evaluation does, read from its folder: the conversations and the changes at the source between them. Pure but for reading files.

What is right is read apart, and only for the report: nobody who asks may know it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ingest.company import Company
from kg.errors import BadInput

T = TypeVar("T", bound=BaseModel)
Change = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One line of questions.jsonl: who asks what, one turn after another, and the changes that come first."""

    id: str
    email: str
    asks: tuple[str, ...]
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """Everything that happens in an evaluation, in file order."""

    conversations: tuple[Conversation, ...]
    changes: Mapping[str, Change]           # by id, in file order

    def scenes(self) -> Iterator["Scene"]:
        """The script cut where something changes.

        A change happens before the first conversation that names it, and stays; one that nobody names never happens.
        """
        happened: set[str] = set()
        begins = [0]
        news: list[set[str]] = [set()]
        for n, conversation in enumerate(self.conversations):
            new = set(conversation.changes) - happened
            if new:
                begins.append(n)
                news.append(new)
                happened |= new
        for start, end, new in zip(begins, [*begins[1:], len(self.conversations)], news, strict=True):
            changes = tuple(change for key, change in self.changes.items() if key in new)
            yield Scene(changes, self.conversations[start:end])


@dataclass(frozen=True, slots=True)
class Scene:
    """What changes, and the conversations before the next change."""

    changes: tuple[Change, ...]
    conversations: tuple[Conversation, ...]


@dataclass(frozen=True, slots=True)
class ExpectedTurn:
    """A turn with its expectation, for whoever grades."""

    id: str
    turn: int
    email: str
    skill: str
    ask: str
    expect: Mapping[str, Any]


class _Turn(BaseModel):
    model_config = ConfigDict(extra="ignore")
    ask: str = Field(min_length=1)
    expect: dict[str, Any] | None = None


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore")
    id: str = Field(min_length=1)
    email: str = Field(alias="as")
    skill: str = "-"
    changes: list[str] = []
    turns: list[_Turn] = Field(min_length=1)


class Mention(BaseModel):
    """One line of a file of mentions: some words, and who says them."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    id: str
    mention: str
    person: str = Field(alias="as")


class _ChangeLine(BaseModel):
    model_config = ConfigDict(extra="allow")
    id: str = Field(min_length=1)
    op: str
    category: str
    resource: str


def read_script(folder: Path, company: Company, questions: str | None = None) -> Script:
    """The script of a folder; `questions` names another file of questions, in the folder or by its path.

    Raises BadInput, naming file and line, for a missing file, malformed JSON, a line that is no conversation or change,
    an id that stands twice, a person whom the company does not know, a change that is not there.
    """
    changes = dict(_read_changes(folder / "changes.jsonl"))
    path = _questions_file(folder, questions)
    seen: set[str] = set()
    conversations = []
    for place, data in _lines(path):
        conversation = _conversation(place, data)
        _check(conversation, place, company, changes)
        if conversation.id in seen:
            raise BadInput(f"{place}: id {conversation.id} stands here for the second time.")
        seen.add(conversation.id)
        conversations.append(conversation)
    return Script(tuple(conversations), changes)


def read_expected(folder: Path, questions: str | None = None) -> tuple[ExpectedTurn, ...]:
    """The turns of a folder's questions that say what is right. Raises BadInput, as `read_script`."""
    found = (_parsed(_Line, place, data) for place, data in _lines(_questions_file(folder, questions)))
    return tuple(
        ExpectedTurn(line.id, number, line.email, line.skill, turn.ask, turn.expect)
        for line in found for number, turn in enumerate(line.turns) if turn.expect)


def read_mentions(path: Path, company: Company) -> tuple[Mention, ...]:
    """The mentions of a file of JSON lines: id, mention, as. Raises BadInput, naming file and line."""
    mentions = []
    for place, data in _lines(path):
        mention = _parsed(Mention, place, data)
        if company.person(mention.person) is None:
            raise BadInput(f"{place}: {mention.person} is none of the people in company.json.")
        mentions.append(mention)
    return tuple(mentions)


def _questions_file(folder: Path, name: str | None) -> Path:
    inside = folder / (name or "questions.jsonl")
    if inside.is_file():
        return inside
    if name is not None and Path(name).is_file():
        return Path(name)
    raise BadInput(f"There are no questions in {inside}" + (f" nor in {name}." if name else ". Name a file of questions with --questions."))


def _read_changes(path: Path) -> Iterator[tuple[str, Change]]:
    seen: set[str] = set()
    for place, data in _lines(path) if path.is_file() else ():
        line = _parsed(_ChangeLine, place, data)
        if line.id in seen:
            raise BadInput(f"{place}: id {line.id} stands here for the second time.")
        seen.add(line.id)
        yield line.id, data


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The place ("questions.jsonl, line 3") and the object of each line that is not empty."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            place = f"{path}, line {number}"
            yield place, _object(line, place)


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInput(f"{place}: not JSON ({error.msg}).") from error
    if not isinstance(data, dict):
        raise BadInput(f"{place}: no JSON object.")
    return data


def _parsed(model: type[T], place: str, data: dict[str, Any]) -> T:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadInput(f"{place}: {where}: {first['msg']}.") from error


def _conversation(place: str, data: dict[str, Any]) -> Conversation:
    line = _parsed(_Line, place, data)
    return Conversation(line.id, line.email, tuple(turn.ask for turn in line.turns), tuple(line.changes))


def _check(conversation: Conversation, place: str, company: Company, changes: Mapping[str, Change]) -> None:
    if company.person(conversation.email) is None:
        raise BadInput(f"{place}: {conversation.email} is none of the people in company.json.")
    missing: Sequence[str] = [c for c in conversation.changes if c not in changes]
    if missing:
        raise BadInput(f"{place}: there is no change {', '.join(missing)} in changes.jsonl.")
