"""What a person's preferences decide of figures: the unit of times and the currency of amounts. Each use is told; nothing that was said is changed.

An amount is converted by the rate that its own document states, or not at all: where there is none, that is told.
"""

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from agent.answer import Result
from agent.catalogue import Catalogue
from agent.language.words import words
from agent.plan.algebra import Column, Figures, Goal, Groups, Measure, Node, Quantity, Show, Table, Where, parts
from agent.query.operations.values import own_currency
from agent.question.defaults import CURRENCY, LEAVE, say_since
from agent.question.notes import Weight
from agent.question.turn import Turn

_OF_LEAVE = frozenset({"hris/TimeOffBalance", "hris/TimeOff"})
_CURRENCY = re.compile(r"[A-Z]{3}")


def in_usual_terms(catalogue: Catalogue, turn: Turn, goal: Goal) -> tuple[Turn, Goal]:
    """The goal with the unit and the currency that the person prefers, where none was said, and the turn with that currency."""
    stated, currency = _in_usual_currency(catalogue, turn, _in_usual_unit(catalogue, turn, goal))
    return replace(turn, read=replace(turn.read, in_currency=currency)), stated


def tell_currency(turn: Turn, result: Result | None) -> None:
    """Tell whether the answer is in the currency that the person prefers, and why not."""
    kept, goal = turn.context.defaults.state.get(CURRENCY), turn.progress.goal
    if kept is None or result is None or goal is None or names_currency(turn.context.catalogue, goal, turn.read.in_currency):
        return
    wanted, since = kept.preference.value, say_since(kept, turn.context.day(kept.true_from))
    said = ""
    if turn.read.in_currency:
        said = f"Shown in {wanted}, {since}."
    elif others := sorted(_currencies(result) - {wanted}):
        said = f"Not shown in {wanted}, {since}: no rate from {' and '.join(others)} to {wanted} is on file."
    if said:
        turn.context.notes.assume(said, said, weight=Weight.OWN)


def names_currency(catalogue: Catalogue, goal: Goal, ours: str = "") -> bool:
    """Does a goal itself say a currency, or hold amounts against a limit? `ours`: the currency that was put into it here."""
    said = {p.unit for p in parts(goal) if isinstance(p, Show | Measure | Column | Quantity) and p.unit} - {ours}
    limits = isinstance(goal, Groups) and bool(goal.having)
    return limits or any(map(_CURRENCY.fullmatch, said)) or any(isinstance(p, Where) and p.field.endswith(".currency") for p in parts(goal))


def _in_usual_unit(catalogue: Catalogue, turn: Turn, goal: Goal) -> Goal:
    """A time whose unit nobody named is shown in the one that the person prefers, which is told."""
    if not isinstance(goal, Show) or goal.unit is not None:
        return goal
    field = catalogue.field(goal.field)
    kept = turn.context.defaults.unit(LEAVE if field.model in _OF_LEAVE else "")
    if kept is None or field.unit not in words().units.values() or kept.preference.value == (field.shown_in or field.unit):
        return goal
    said = f"Shown in {kept.preference.value}, {say_since(kept, turn.context.day(kept.true_from))}."
    turn.context.notes.assume(said, said, weight=Weight.OWN)
    return replace(goal, unit=kept.preference.value)


def _in_usual_currency(catalogue: Catalogue, turn: Turn, goal: Goal) -> tuple[Goal, str]:
    """Amounts in the currency that the person prefers, if documents can state a rate to it; whether each does is seen when they are read.

    The goal, and the currency; "" where the goal stays as it is.
    """
    kept = turn.context.defaults.state.get(CURRENCY)
    if kept is None or not turn.read.has_rate or not isinstance(goal, Show | Table | Groups | Figures) or names_currency(catalogue, goal):
        return goal, ""
    wanted = kept.preference.value
    stated: Goal = stated_in(catalogue, goal, wanted) if wanted == own_currency(turn.context) else goal
    return stated, wanted if stated != goal else ""


def stated_in(catalogue: Catalogue, thing: Any, currency: str) -> Any:
    """A goal, or a part of one, with its amounts in a currency; what decides who and which is meant stays as it was said."""
    if isinstance(thing, tuple):
        return tuple(stated_in(catalogue, each, currency) for each in thing)
    if not is_dataclass(thing) or isinstance(thing, type | Node):
        return thing
    made = replace(thing, **{each.name: stated_in(catalogue, getattr(thing, each.name), currency) for each in fields(thing)})
    return replace(made, unit=currency) if _is_money(catalogue, made) else made


def _is_money(catalogue: Catalogue, thing: Any) -> bool:
    if not isinstance(thing, Show | Measure | Column) or thing.unit is not None or thing.field is None:
        return False
    return catalogue.field(thing.field).kind == "money"


def _currencies(result: Result) -> frozenset[str]:
    """The currencies that a result's amounts are in."""
    beside = [at for at, column in enumerate(result.columns) if column.name == "currency"]
    cells = (str(row[at]) for row in result.rows for at in beside)
    return frozenset(one for one in (*(c.unit or "" for c in result.columns), *cells) if _CURRENCY.fullmatch(one))
