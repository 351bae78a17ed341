"""What was said before a question, in its session and in others, as far as the question may go on from it.

Of rows that were told, references only: what a row said is not kept here, and whoever points at one has the record read again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

from agent.catalogue import Catalogue
from agent.plan.algebra import ANY_MODEL, Earlier, Goal, Is, Link, Step, field_ids, models, parts
from agent.plan.codec import restored


class NamedEntry(TypedDict):
    """What a mention stood for."""

    key: str
    score: NotRequired[float]


class OfferEntry(TypedDict):
    """What was offered beside an answer: what had been chosen, and what each option chooses beside."""

    choices: dict[str, str]
    options: list[dict[str, str]]       # "id", "label", "mention", "key"


class RowsEntry(TypedDict):
    """Which record each row of a result is of."""

    model: str
    ids: list[str]


class PartEntry(TypedDict):
    """What one of several requests came to: of its answer the rows and the references; the rest as of an `Entry`."""

    answer: dict[str, Any]
    beyond: Sequence[Sequence[str]]
    named: dict[str, NamedEntry]


class Entry(TypedDict):
    """One question and its answer, as `agent/dialogue/history.py` writes them. A goal is plain data, as `agent/plan/codec.py` writes it."""

    question: str                       # what was said
    answer: dict[str, Any]              # the Answer as JSON
    at: NotRequired[str]
    id: NotRequired[str | None]
    reply_to: NotRequired[str | None]
    follows: NotRequired[str | None]    # the id of the entry before it
    text: NotRequired[str]              # what was answered, where that is not what was said
    named: NotRequired[dict[str, NamedEntry]]           # by mention
    instead: NotRequired[OfferEntry]
    acts: NotRequired[str]              # the model's plan, as JSON
    learned: NotRequired[str]           # the id of the learned reading that it was read by
    each: NotRequired[list[str]]        # what it was asked for each of, as they are called
    beyond: NotRequired[Sequence[Sequence[str]]]        # model and id of each record that the answer rests on and only counts
    goal: NotRequired[Any]
    goals: NotRequired[list[Any]]       # of several requests
    parts: NotRequired[list[PartEntry]]                 # what each of these came to, where all of the message are questions
    rows: NotRequired[RowsEntry]
    one: NotRequired[RowsEntry]
    settled: NotRequired[dict[str, str]]        # mention -> key, of the names that were chosen


def kept_goal(catalogue: Catalogue, value: Any) -> Goal:
    """The goal that an entry keeps as plain data. Raises ValueError for what is none, or is of another version, of ours or of the catalogue: a
    field that an operator took back is in it no more."""
    goal = restored(value)
    if not isinstance(goal, Goal):
        raise ValueError(f"{type(goal).__name__} is no goal")
    try:
        _look_up(catalogue, goal)
    except KeyError as error:
        raise ValueError(f"{error} is not in the catalogue; the goal was written by another version") from error
    return goal


def _look_up(catalogue: Catalogue, goal: Goal) -> None:
    """Raises KeyError where the catalogue lacks a model, field, relation or named condition of the goal."""
    for model in models(goal) - {ANY_MODEL}:
        catalogue.models[model]
    for field_id in field_ids(goal):
        catalogue.field(field_id)
    for part in parts(goal):
        if isinstance(part, Is):
            catalogue.predicate(part.predicate)
        elif isinstance(part, Link | Step) and part.relation != "hub":
            catalogue.relation(part.relation)


def asked_in(entry: Entry) -> str:
    """The question that an entry answers: of a reply, the one that it took up again."""
    return str(entry.get("text") or entry["question"])


@dataclass(frozen=True, slots=True)
class RowIds:
    """Of each row of a result, the record that it is of."""

    model: str
    ids: tuple[str, ...]                # one for each row, in their order; one record may have several rows


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of an earlier answer, and the question that it was to."""

    asked: str
    rows: RowIds

    @property
    def is_of_one(self) -> bool:
        """Did the answer tell of one thing, and not of rows to choose from?"""
        return len(self.rows.ids) == 1

    @property
    def is_of_records(self) -> bool:
        """Are its rows of records that can be pointed at, and no groups by a value or a count?"""
        return bool(self.rows.ids)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The dialogue that a question is asked in; empty where it begins one."""

    is_first: bool = True               # nothing was said before in this session
    follows: str | None = None          # the entry of this session that it comes after, by its id; None: it is a first one
    last: Goal | None = None            # what the last answer of this session was to, or what is taken for it: the goal that a question edits
    last_entry: Entry | None = None     # that answer
    last_said: Entry | None = None      # that answer, or the refusal that came after it
    after_unread: bool = False          # the message before this one had no reading: nothing can go on from it
    said: Sequence[Entry] = ()          # what was said before in this session
    earlier: Mapping[str, Sequence[Entry]] = field(default_factory=dict)        # the person's last sessions, by id
    before: Sequence[Entry] = ()        # of these, what had been said when this was asked: a reply is to an earlier answer

    @property
    def listed(self) -> "tuple[Listing, ...]":
        """What earlier answers told in rows, when this was asked."""
        return listings(self.before)


def listings(entries: Sequence[Entry]) -> tuple[Listing, ...]:
    """The answers with rows among a conversation's entries, oldest first; of one thing only the last answer of all, which "it" means.

    "And the first one?" after a word on the second of five means the five. After a count of others, or groups of them by a value, it means neither.
    """
    several = (_listing(e, e.get("rows", _NO_RECORDS)) for e in entries if "rows" in e or _tells_of_others(e))
    return (*several, *(_listing(e, e["one"]) for e in entries[-1:] if "one" in e))


_NO_RECORDS: RowsEntry = {"model": "", "ids": []}


def _tells_of_others(entry: Entry) -> bool:
    """Does an answer tell several groups, or count records, without rows of records, and not of those of an earlier answer?"""
    result = entry["answer"].get("result")
    if "goal" not in entry or "one" in entry or not result or _is_of_rows(entry["goal"]):
        return False
    counts = [at for at, column in enumerate(result["columns"]) if column["model"] and not column["field"] and not column["unit"]]
    return len(result["rows"]) > 1 or any(isinstance(row[at], int | float) and row[at] > 1 for row in result["rows"] for at in counts)


def _is_of_rows(goal: Any) -> bool:
    """Does a goal that is kept as plain data point at rows of an earlier answer?"""
    if isinstance(goal, Mapping):
        return goal.get("is") == Earlier.__name__ or any(_is_of_rows(value) for value in goal.values())
    return isinstance(goal, list) and any(_is_of_rows(value) for value in goal)


def _listing(entry: Entry, told: RowsEntry) -> Listing:
    return Listing(asked_in(entry), RowIds(told["model"], tuple(told["ids"])))
