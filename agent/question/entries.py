"""One question and its answer, as a person's history holds them: what `agent/dialogue/history.py` writes and later questions read."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict


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


class Entry(TypedDict):
    """What is kept of a question. A goal is plain data, as `agent/plan/codec.py` writes it."""

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
    rows: NotRequired[RowsEntry]
    one: NotRequired[RowsEntry]
    settled: NotRequired[dict[str, str]]        # mention -> key, of the names that were chosen


def asked_in(entry: Entry) -> str:
    """The question that an entry answers: of a reply, the one that it took up again."""
    return str(entry.get("text") or entry["question"])
