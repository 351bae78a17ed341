"""The executor comes to what a slow evaluator over plain records comes to, on random plans over random small companies."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from agent.answer import Column
from agent.catalogue import catalogue
from agent.errors import Declined
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Exists, Goal, Groups, Names, Table
from tests.integration.drawn_company import Drawn, Served, answered, served, turn_of
from tests.integration.small_company import NOW
from tests.reference import plans, small
from tests.reference.goals import Line, answer, plainly
from tests.reference.values import World
from workers.settings import is_ci

PLANS = 10                              # of each company
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)        # what fails names the one plan of its company already


def world_of(drawn: Drawn) -> World:
    """The plain records of a company, as its first employee asks."""
    house = drawn.house
    return World(catalogue(), drawn.rows, drawn.ids("hris/Employee")[0], datetime.fromisoformat(NOW).astimezone(UTC), ZoneInfo(house["timezone"]),
                 house["currency"])


def outcome(here: Served, goal: Goal) -> list[Line] | str:
    """The executor's rows in the form of the reference's, or its reason."""
    try:
        result = answered(turn_of(here, here.drawn.people[0]["email"]), goal).result
    except Declined as declined:
        return str(declined.reason.value)
    assert result is not None
    if isinstance(goal, Exists) and result.columns[0].name != "answer":         # a yes is shown by the list
        return [("yes", len(result.rows))]
    asked = _asked(goal, result.columns)
    return [tuple(plainly(row[i]) for i in asked) for row in result.rows]


def _asked(goal: Goal, columns: Sequence[Column]) -> Sequence[int]:
    """The places of what is told because the goal asks for it, and not beside names or amounts."""
    if isinstance(goal, Names):
        key = (goal.node.model, catalogue().models[goal.node.model].key)
        return [i for i, column in enumerate(columns) if i == 0 or (column.model, column.field) == key]
    if not isinstance(goal, Table):
        return range(len(columns))
    named = {wanted.field for wanted in goal.columns if isinstance(wanted, Wanted)}
    if goal.order is not None and goal.order.per is not None:
        named.add(goal.order.per.field)
    plain = [i for i, column in enumerate(columns) if column.field not in ("currency", "units") or f"{column.model}.{column.field}" in named]
    return _without_beside(goal, columns, plain)


def _without_beside(goal: Table, columns: Sequence[Column], places: Sequence[int]) -> Sequence[int]:
    """Those before and in the columns of the goal; of things without a name, whose they are stands before these."""
    wanted = [_of(column, goal.node.model) for column in goal.columns if isinstance(column, Wanted)]
    if len(wanted) < len(goal.columns):
        return places                   # figures stand alone
    known, model = [(columns[i].model, columns[i].field) for i in places], catalogue().models[goal.node.model]
    groups = 0 if goal.order is None or goal.order.per is None else 1
    if not (model.name or model.key):
        at = next(i for i in range(groups, len(known) + 1) if known[i:i + len(wanted)] == wanted)
        return [*places[:groups], *places[at:at + len(wanted)]]
    called = groups + 1
    called += known[called:called + 1 + len(wanted)] == [(model.id, model.key), *wanted]
    return places[:called + len(wanted)]


def _of(column: Wanted, model: str) -> tuple[str | None, str | None]:
    """What a column of the goal is called in a result."""
    there = column.path[-1].to if column.path else model
    return (there, "name") if column.field is None else (column.field.split(".")[0], column.field.split(".")[1])


def comparable(goal: Goal, found: list[Line] | str) -> object:
    """What of an answer has to be equal: rows in any order, but where an order was asked for; of a yes or no that and how many."""
    if isinstance(goal, Exists) and found == "no_record":
        return [("no", 0)]              # a search that finds nothing is told as that
    if isinstance(found, str):
        return found
    if isinstance(goal, Exists):
        return [line[:2] for line in found]
    if isinstance(goal, Names) and not found:
        return "no_record"              # an empty list of names may be told as that
    in_order = isinstance(goal, Table | Groups) and goal.order is not None
    return [line[:1] for line in found] if in_order else [], sorted(found, key=repr)      # the lines of one row are in any order


@pytest.mark.long
def test_the_executor_comes_to_what_the_reference_does(full: bool) -> None:
    told = {"answered": 0, "rows": 0, "plans": 0}

    @settings(
        max_examples=500 if full else 20, derandomize=not full or is_ci(), deadline=None, suppress_health_check=list(HealthCheck), phases=UNSHRUNK)
    @given(st.integers(0, 2**32 - 1), st.lists(plans.goals(), min_size=PLANS, max_size=PLANS))
    def holds(seed: int, asked: Sequence[Goal]) -> None:
        drawn = small.company(seed)
        with TemporaryDirectory() as folder, served(drawn, Path(folder)) as here:
            world = world_of(drawn)
            for goal in asked:
                expected, found = answer(world, goal), outcome(here, goal)
                told["plans"] += 1
                told["answered"] += isinstance(found, list)
                told["rows"] += len(found) if isinstance(found, list) else 0
                assert comparable(goal, found) == comparable(goal, expected), f"company {seed}: {goal}"

    holds()
    assert told["answered"] > told["plans"] / 2 and told["rows"] > told["plans"], f"the plans tell too little to prove anything: {told}"
