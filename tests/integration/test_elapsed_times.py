"""How long something has lasted ends when it ended: an application is in process until it is rejected, an opening is open while it is open."""

from collections.abc import Iterator
from random import Random

import pytest

from agent.plan.algebra import Column, Figures, Goal, Measure, Set, Table, Where
from tests.cases import each_case
from tests.integration.drawn_company import Drawn, Served, served
from tests.reference.small import HOUSE
from tests.reference.test_reference import outcome

APPLICATION, JOB, PEOPLE = "ats/Application", "ats/Job", "hris/Employee"
IN_PROCESS, DAYS_OPEN = f"{APPLICATION}.days_in_process", f"{JOB}.days_open"
EVER = Set(PEOPLE, where=frozenset({Where(f"{PEOPLE}.employment_status", ("ACTIVE", "INACTIVE"), "in")}))


def _at(day: str) -> str:
    return f"{day}T09:00:00.000000Z"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Asked on 20 November 2026 by Ana, who recruits and is the HR partner of everybody."""
    drawn = Drawn(Random(0), house={**HOUSE, "timezone": "UTC"})
    for name, status, begun, ended in (("Ana Ruiz", "ACTIVE", "2020-11-20", None), ("Ben Cole", "INACTIVE", "2020-11-20", "2023-11-20")):
        first, last = name.split()
        drawn.add(PEOPLE, display_full_name=name, first_name=first, last_name=last, work_email=f"{first}@acme.example".lower(),
                  employment_status=status, start_date=_at(begun), termination_date=ended and _at(ended))
    drawn.add("ats/RemoteUser", first_name="Ana", last_name="Ruiz", email="ana@acme.example")
    fitter, _ = (drawn.add(JOB, name=name, status=status, remote_created_at=_at("2026-11-10"))
                 for name, status in (("Fitter", "OPEN"), ("Welder", "CLOSED")))
    review, hired = (drawn.add("ats/JobInterviewStage", name=name, job=fitter) for name in ("Review", "Candidate Hired"))
    for stage, rejected in ((review, None), (review, _at("2026-11-04")), (hired, None), (None, None)):
        candidate = drawn.add("ats/Candidate", first_name="Cleo", last_name="Diaz")
        drawn.add(APPLICATION, candidate=candidate, job=fitter, current_stage=stage, applied_at=_at("2026-11-01"), rejected_at=rejected)
    drawn.people = [{"email": "ana@acme.example", "roles": ["recruiter", "hr_partner"], "scope": {}}]
    with served(drawn, tmp_path_factory.mktemp("elapsed")) as stage:
        yield stage


@each_case("goal, rows", [
    (Table(Set(APPLICATION), (Column(IN_PROCESS),)), [(3,), (19,), (None,), (19,)]),
    (Figures((Measure(Set(APPLICATION), "average", IN_PROCESS, unit="days"),)), [(13.666667,)]),
    (Table(Set(JOB), (Column(DAYS_OPEN),)), [("Fitter", 10), ("Welder", None)]),
    (Table(EVER, (Column(f"{PEOPLE}.tenure", unit="years"),)), [("Ana Ruiz", 6), ("Ben Cole", None)]),
    (Table(EVER, (Column(f"{PEOPLE}.tenure_at_leaving", unit="years"),)), [("Ana Ruiz", None), ("Ben Cole", 3)]),
])
def test_a_time_that_has_ended_is_not_counted_on_to_now(here: Served, goal: Goal, rows: list[tuple[object, ...]]) -> None:
    assert outcome(here, goal) == rows
