"""Equal plans have equal answers: whichever way a plan is written, everybody gets the same rows and references, or the same reason."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from agent.access.checks import check_goal
from agent.errors import Declined
from agent.plan.algebra import Goal
from tests.integration.drawn_company import Served, answered, served, turn_of
from tests.reference import plans, small
from tests.reference.goals import plainly
from tests.reference.rewrites import rewrites
from workers.settings import is_ci

ASKERS = 3                              # of each plan, drawn out of the company's people
WAYS = 4                                # in which each plan is written, some of them in two steps
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)


def outcome(here: Served, email: str, goal: Goal) -> Mapping[str, object]:
    """What of an answer may not depend on how its plan is written."""
    turn = turn_of(here, email)
    try:
        check_goal(turn.context, goal)
        answer = answered(turn, goal)
    except Declined as declined:
        return {"reason": declined.reason.value}
    rows = [] if answer.result is None else sorted(repr(tuple(plainly(cell) for cell in row)) for row in answer.result.rows)
    return {"rows": rows, "references": sorted((r.model, r.id) for r in answer.references), "more": answer.more_references}


def written_otherwise(chance: Random, goal: Goal) -> Goal:
    """The goal in another way, in one or two steps."""
    for _ in range(chance.randint(1, 2)):
        goal = chance.choice(list(rewrites(goal)) or [goal])
    return goal


@pytest.mark.long
def test_however_a_plan_is_written_the_answer_is_the_same(full: bool) -> None:
    told = {"answered": 0, "declined": 0}

    @settings(
        max_examples=200 if full else 17, derandomize=not full or is_ci(), deadline=None, suppress_health_check=list(HealthCheck), phases=UNSHRUNK)
    @given(st.integers(0, 2**32 - 1), st.lists(plans.goals(), min_size=3, max_size=3))
    def holds(seed: int, asked: list[Goal]) -> None:
        chance = Random(seed)
        with TemporaryDirectory() as folder, served(small.company(seed, in_part=True), Path(folder)) as here:
            for goal in asked:
                ways = [written_otherwise(chance, goal) for _ in range(WAYS)]
                for person in chance.sample(here.drawn.people, ASKERS):
                    expected = outcome(here, person["email"], goal)
                    told["declined" if "reason" in expected else "answered"] += 1
                    for way in ways:
                        assert outcome(here, person["email"], way) == expected, f"company {seed}, {person}: {goal} is written {way}"

    holds()
    assert min(told.values()) > sum(told.values()) / 10, f"the plans tell too little to prove anything: {told}"
