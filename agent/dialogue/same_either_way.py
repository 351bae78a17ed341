"""A question back that need not be put: whichever of several things of one name is meant, the answer is the same.

Each meaning is answered as the question would be, by the same rights, and nothing of it is told: neither its notes, nor its totals.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

from agent.answer import Answer, Cell, Column, Event, Result
from agent.dialogue.stages import Ended, ended
from agent.errors import Choice, Declined, NeedsChoice, SameName
from agent.phrasing.inflection import listed
from agent.query.operations import StaleGraph
from agent.question.ledger import InMind
from agent.question.turn import Turn

MOST = 3                                # meanings that are tried

Answering = Callable[[Turn], Generator[Event, None, Ended]]


@dataclass(frozen=True, slots=True)
class _Found:
    """What an answer rests on, by id, and what it comes to."""

    records: frozenset[str]
    result: Result


def choose_any(turn: Turn, need: SameName, answering: Answering) -> None:
    """Choose the first of the meanings where all lead to the same records and result, and note so. Raises `need` where they do not."""
    if len(need.choices) > MOST:
        raise need
    first, *others = (_answer(turn, need, choice, answering) for choice in need.choices)
    if first is None or any(other is None or not _is_same(first, other) for other in others):
        raise need
    turn.run.links.choose({need.mention: need.choices[0].key})
    turn.run.notes.assume(f"“{need.mention}” may be {listed([choice.label for choice in need.choices], 'or')}; the answer is the same.")


def _answer(turn: Turn, need: SameName, choice: Choice, answering: Answering) -> _Found | None:
    """The answer by this meaning; None where there is none, or it rests on nothing but things of that name."""
    run = turn.run.fresh({**turn.run.links.choices, need.mention: choice.key})
    run = replace(run, ledger=replace(run.ledger, totals=InMind()))
    try:
        came = ended(answering(turn.unread(run)))
    except (Declined, NeedsChoice, StaleGraph):
        return None
    records, result = _records(came.answer) - {each.key.rpartition("|")[2] for each in need.choices}, came.answer.result
    return _Found(records, result) if records and result is not None and came.answer.status == "answered" else None


def _is_same(one: _Found, other: _Found) -> bool:
    """Do they rest on the same records, and tell the same rows? What shows beside what was asked, to tell rows apart, may be another."""
    shared = [column for column in one.result.columns if column in other.result.columns]
    return bool(shared) and one.records == other.records and _cells(one.result, shared) == _cells(other.result, shared)


def _cells(result: Result, columns: Sequence[Column]) -> list[tuple[Cell, ...]]:
    places = [result.columns.index(column) for column in columns]
    return [tuple(row[place] for place in places) for row in result.rows]


def _records(answer: Answer) -> frozenset[str]:
    """The ids of the records that it rests on; none where there are too many to be kept."""
    if answer.more_references > len(answer.beyond):
        return frozenset()
    return frozenset((*(each.id for each in answer.references), *(record for _, record in answer.beyond)))
