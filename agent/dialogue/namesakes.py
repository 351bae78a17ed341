"""A question back that need not be put: whichever of several things of one name, or of several readings, is meant, the answer is the same; or one
of them only has to do with what else is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.answer import Answer, Cell, Column, Result
from agent.dialogue.trials import MOST, Answering, tried
from agent.errors import Choice, NeedsChoice, SameName, SeveralNamed
from agent.phrasing.inflection import listed
from agent.plan.algebra import Exists, Figures, Goal, Me, Measure, Named, Set, parts
from agent.question.notes import Weight
from agent.question.turn import Turn
from kg.rows import merge_id_of

MOST_TIED = 6                           # meanings whose ties are counted


@dataclass(frozen=True, slots=True)
class _Found:
    """What an answer rests on, by id, and what it comes to."""

    records: frozenset[str]
    result: Result


def choose_any(turn: Turn, need: SameName, answering: Answering) -> None:
    """Choose the first of the meanings where all lead to the same records and result, and note so. Raises `need` where they do not."""
    if len(need.choices) > MOST or not come_to_same([_tried(turn, need, choice, answering) for choice in need.choices], need.choices):
        raise need
    turn.context.links.choose({need.mention: need.choices[0].key})
    either = listed([choice.label for choice in need.choices], "or")
    turn.context.notes.assume(f"“{need.mention}” may be {either}; the answer is the same.", weight=Weight.READ)


def come_to_same(answers: Sequence[Answer | None], meant: Sequence[Choice] = ()) -> bool:
    """Do all answers rest on the same records, and tell the same of them? `meant`: the things of a name, which are no such records."""
    first, *others = (_found(answer, meant) for answer in answers) if answers else (None,)
    return first is not None and all(other is not None and _is_same(first, other) for other in others)


def tied_one(turn: Turn, need: NeedsChoice, goal: Goal, answering: Answering) -> Choice | None:
    """The one of several things of a name that is tied to the same records as other names of the goal; None where none or several are.

    The ties are read live: the graph settles it only by what everybody in the company may see (`agent/understand/linking/narrowing.py`). Things that
    are called nearly so are offered, never taken.
    """
    if not isinstance(need, SeveralNamed) or isinstance(goal, Exists) or len(need.choices) > MOST_TIED:
        return None                     # a yes is not taken for granted
    of = next(filter(None, (_named_together(part, need.mention) for part in parts(goal) if isinstance(part, Set))), None)
    if of is None or not turn.context.may_default([need.mention]):
        return None
    tied, beside = of
    counted = replace(turn, read=replace(turn.read, goal=Figures((Measure(tied, "count"),))))
    answers = [(choice, _tried(counted, need, choice, answering)) for choice in need.choices]
    some = [choice for choice, answer in answers if answer is not None and answer.result is not None and answer.result.rows[0][0]]
    if len(some) != 1 or any(answer is None for _, answer in answers):
        return None
    why = f"of those with that name, only this one has to do with {beside}"
    turn.context.notes.assume(f"I took “{need.mention}” as {some[0].label}: {why}.", weight=Weight.READ)
    return some[0]


def _named_together(node: Set, mention: str) -> tuple[Set, str] | None:
    """The records that lead to that name and to other ones, and these other ones in words; None where the set has not both."""
    to_names = frozenset(link for link in node.links if isinstance(link.source, Named | Me))
    named = {link.source.mention for link in to_names if isinstance(link.source, Named)}
    beside = [*(f"“{each}”" for each in sorted(named - {mention})), *(["you"] if any(isinstance(link.source, Me) for link in to_names) else [])]
    return (Set(node.model, to_names), listed(beside, "and")) if mention in named and beside else None


def _found(answer: Answer | None, meant: Sequence[Choice]) -> _Found | None:
    """What an answer rests on; None where there is none, or it rests on nothing but the things that may be meant."""
    if answer is None or answer.status != "answered" or answer.result is None:
        return None
    records = _records(answer) - {merge_id_of(each.key) for each in meant}
    return _Found(records, answer.result) if records else None


def _tried(turn: Turn, need: NeedsChoice, choice: Choice, answering: Answering) -> Answer | None:
    """The answer by this meaning; None where there is none."""
    answer = tried(turn, answering, {need.mention: choice.key})
    return answer if answer is not None and answer.status == "answered" else None


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
