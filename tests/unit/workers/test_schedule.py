"""When a part is due, by its account's plan."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.facts import Doubt, Facts
from workers.tasks.schedule import PLANS, due

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
AGES = st.none() | st.timedeltas(timedelta(0), timedelta(days=10))


@pytest.mark.parametrize("plan", PLANS)
@given(run=AGES, full=AGES, doubt=st.sampled_from([None, Doubt(12, 40, NOW)]))
def test_nothing_runs_too_often_and_nothing_is_left_out(plan, run, full, doubt):
    chosen = PLANS[plan]
    times = {"run_started_at": run if run is None else NOW - run, "last_full_at": full if full is None else NOW - full}
    facts = Facts("crm/Contact", "a", doubt=doubt, **times)
    mode = due(facts, chosen, NOW)
    ran_just_now = run is not None and run < chosen.delta
    full_is_old = full is None or full >= chosen.full
    assert mode == (None if ran_just_now else "full" if full_is_old or doubt else "delta")


@pytest.mark.parametrize("plan, hours", [("highest", 6), ("daily", 6), ("monthly", 42)])
def test_what_is_not_whole_at_merge_is_not_read_in_full_at_every_delta(plan, hours):
    ages = (timedelta(hours=hours) - timedelta(minutes=1), timedelta(hours=hours))
    facts = [Facts("crm/Contact", "a", run_started_at=NOW - age, partial=True) for age in ages]
    assert [due(one, PLANS[plan], NOW) for one in facts] == [None, "full"]


def test_a_better_plan_is_synced_at_least_as_often():
    highest, daily, monthly = PLANS["highest"], PLANS["daily"], PLANS["monthly"]
    assert highest.delta < daily.delta < monthly.delta
    assert highest.full <= daily.full <= monthly.full
