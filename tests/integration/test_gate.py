"""What the policy hides stays hidden as the key of a group, as a reference, in a card and in a text, in a company that is all in sight here."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agent.answer import Reason
from agent.errors import Declined
from agent.plan.algebra import Card, Column, Figures, Goal, Groups, Key, Link, Measure, Named, Names, Order, Set, Show, Step, Summary, Table, Tally
from tests.cases import each_case
from tests.integration.drawn_company import Drawn, Served, answered, served, settled_as, turn_of
from ui.answers.files import as_csv

ANA, RITA, MARA = (f"{name}@acme.example" for name in ("ana", "rita", "mara"))     # of no role; recruiter; hires for the open job
APPLICATIONS, TICKETS, TALKS = Set("ats/Application"), Set("ticketing/Ticket"), Set("crm/Engagement")
TO_CANDIDATE, TO_REASON, TO_JOB, TO_PROJECT, TO_PARENT = (Key((Step(relation, to),)) for relation, to in (
    ("ats/Application.candidate", "ats/Candidate"), ("ats/Application.reject_reason", "ats/RejectReason"), ("ats/Application.job", "ats/Job"),
    ("ticketing/Ticket.collections", "ticketing/Collection"), ("ticketing/Ticket.parent_ticket", "ticketing/Ticket")))


def _company() -> Drawn:
    drawn = Drawn(Random(0))
    for email in (ANA, RITA, MARA):
        name = email.partition("@")[0].title()
        drawn.add("hris/Employee", first_name=name, last_name="Berg", display_full_name=f"{name} Berg", work_email=email, employment_status="ACTIVE",
                  mobile_phone_number=f"+49 170 {name}")
    place = drawn.add("hris/Location", name="Harbour House", city="Oslo", location_type="WORK")
    drawn.rows["hris/Employee"][0]["work_location"] = place
    mara = drawn.add("ats/RemoteUser", first_name="Mara", last_name="Berg", email=MARA)
    reason = drawn.add("ats/RejectReason", name="Too dear")
    jobs = [drawn.add("ats/Job", name=name, code=name[:3].upper(), status="OPEN", confidential=kept, hiring_managers=[] if kept else [mara])
            for name, kept in (("Fitter", False), ("Successor of the chief", True))]
    for first, job, why in (("Vera", jobs[0], reason), ("Otis", jobs[0], None), ("Tove", jobs[1], reason)):
        candidate = drawn.add("ats/Candidate", first_name=first, last_name="Nox", email_addresses=[])
        application = drawn.add("ats/Application", candidate=candidate, job=job, reject_reason=why)
        drawn.rows["ats/Candidate"][-1]["applications"] = [application]
    user = drawn.add("ticketing/User", name="Mara Berg", email_address=MARA)
    projects = [drawn.add("ticketing/Collection", name=name, access_level=level) for name, level in (("Docks", "COMPANY"), ("Layoffs", "PRIVATE"))]
    parents = [drawn.add("ticketing/Ticket", name=name, remote_id=key, access_level=level, collections=[project], creator=user) for
               name, key, level, project in (("Cranes", "T-1", "COMPANY", projects[0]), ("Severance of a fitter", "T-2", "PRIVATE", projects[1]))]
    for parent in parents:
        drawn.add("ticketing/Ticket", name=f"Part {len(drawn.rows['ticketing/Ticket'])}", access_level="COMPANY", collections=projects,
                  parent_ticket=parent)
    owner = drawn.add("crm/User", name="Mara Berg", email=MARA)
    account = drawn.add("crm/Account", name="Fjord Supply")
    drawn.add("crm/Note", content="They want to sell.", owner=owner, account=account)
    drawn.add("crm/Engagement", subject="The merger", content="Sign in May.", owner=owner, start_time="2026-11-12T10:00:00.000000Z")
    drawn.people = [{"email": ANA, "roles": []}, {"email": RITA, "roles": ["recruiter"]}, {"email": MARA, "roles": []}]
    return drawn


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(_company(), tmp_path_factory.mktemp("gate")) as company:
        yield company


def told(here: Served, asker: str, goal: Goal, **settled: str) -> str:
    """All that leaves: the answer with its references and the file of its table, or the refusal."""
    names = {named: settled_as(named, settled[named.mention]) for named in _named(goal) if named.mention in settled}
    try:
        answer = answered(turn_of(here, asker, names), goal).as_json()
    except Declined as declined:
        return f"{declined.reason}: {declined}"
    return json.dumps(answer, ensure_ascii=False) + (as_csv(answer["result"]) if "result" in answer else "")


def _named(goal: Goal) -> list[Named]:
    return [goal.node] if isinstance(goal, Card | Show | Summary) and isinstance(goal.node, Named) else []


JOB_TO_APPLICATIONS = Step("ats/Application.job", "ats/Application", inverse=True)
TO_REASONS = (JOB_TO_APPLICATIONS, Step("ats/Application.reject_reason", "ats/RejectReason"))
TO_WRITERS = (Step("crm/Note.account", "crm/Note", inverse=True), Step("crm/Note.owner", "crm/User"))
NOTES_OF = Tally(Measure(Set("crm/User"), "count"), (Step("crm/Note.owner", "crm/Note", inverse=True), Step("crm/Note.account", "crm/Account")))


@each_case("of, path, secret", [("ats/Job", TO_REASONS, "Too dear"), ("crm/Account", TO_WRITERS, "Mara Berg")])
@each_case("asked", [
    lambda of, path: Table(of, (Column(None, path),)),
    lambda of, path: Table(of, order=Order(Column(None, path))),
    lambda of, path: Groups((Measure(of, "count"),), (Key(path),)),
])
def test_a_path_does_not_lead_over_records_that_the_asker_may_not_see(here: Served, asked: Any, of: str, path: tuple[Step, ...], secret: str) -> None:
    assert secret not in told(here, ANA, asked(Set(of), path))


def test_a_path_leads_over_records_that_the_asker_may_see(here: Served) -> None:
    assert "Too dear" in told(here, RITA, Table(Set("ats/Job"), (Column(None, TO_REASONS),)))
    assert "Mara Berg" in told(here, MARA, Table(Set("crm/Account"), (Column(None, TO_WRITERS),)))


def test_a_figure_of_a_row_is_not_taken_over_records_that_the_asker_may_not_see(here: Served) -> None:
    table = Table(Set("crm/Account"), (NOTES_OF,))
    assert told(here, ANA, table) != told(here, MARA, table)


def counted(node: Set, *keys: Key) -> Groups:
    return Groups((Measure(node, "count"),), keys)


FIRST_OF_EACH = Table(TICKETS, (), Order(Column("ticketing/Ticket.name"), False, 1, TO_PROJECT))
PROJECT_BY_NAME = counted(TICKETS, Key(TO_PROJECT.path, "ticketing/Collection.name"))


@each_case("goal, shown, hidden", [
    (counted(APPLICATIONS, TO_JOB), ["Fitter"], ["Successor", "SUC"]),
    (counted(APPLICATIONS, TO_REASON, TO_JOB), ["Too dear", "Fitter"], ["Successor"]),
    (counted(APPLICATIONS, Key(TO_JOB.path, "ats/Job.code")), ["FIT"], ["SUC"]),
    (counted(TICKETS, TO_PROJECT), ["Docks"], ["Layoffs"]),
    (PROJECT_BY_NAME, ["Docks"], ["Layoffs"]),
    (counted(TICKETS, TO_PARENT), ["Cranes"], ["Severance", "T-2"]),
    (FIRST_OF_EACH, ["Docks"], ["Layoffs"]),
])
def test_what_may_not_be_seen_makes_no_group(here: Served, goal: Goal, shown: list[str], hidden: list[str]) -> None:
    leaves = told(here, ANA, goal)
    assert all(text in leaves for text in shown) and not [text for text in hidden if text in leaves], leaves


def test_a_key_of_which_nothing_may_be_seen_is_refused_and_never_none(here: Served) -> None:
    leaves = told(here, ANA, counted(APPLICATIONS, TO_CANDIDATE, TO_REASON))
    assert leaves.startswith(Reason.NOT_PERMITTED) and "Nox" not in leaves


def test_what_is_in_no_group_is_counted_in_the_same_words_whether_groups_are_hidden_or_not(here: Served) -> None:
    assert "1 of 3 applications belong to no group that you may see" in told(here, ANA, counted(APPLICATIONS, TO_JOB))
    assert "2 of 4 tickets belong to no group that you may see" in told(here, MARA, counted(TICKETS, TO_PARENT))      # these have no parent


def test_who_may_see_the_key_gets_the_groups(here: Served) -> None:
    leaves = told(here, RITA, counted(APPLICATIONS, TO_CANDIDATE, TO_REASON))
    assert "Vera Nox" in leaves and "Tove Nox" not in leaves            # whose job is confidential
    assert "Severance of a fitter" in told(here, MARA, counted(TICKETS, TO_PARENT))
    assert "Layoffs" not in told(here, MARA, counted(TICKETS, TO_PROJECT))


def test_a_private_field_is_no_key_of_others_records(here: Served) -> None:
    phones = [person["mobile_phone_number"] for person in here.drawn.rows["hris/Employee"]]
    by_phone = Key((Step("hris/Employee.work_location", "hris/Employee", inverse=True),), "hris/Employee.mobile_phone_number")
    leaves = told(here, MARA, counted(Set("hris/Location"), by_phone))
    assert leaves.startswith(Reason.NOT_PERMITTED) and not [phone for phone in phones if phone in leaves]


def test_a_count_cites_what_may_be_named_and_counts_the_rest(here: Served) -> None:
    count = Figures((Measure(TALKS, "count"),))
    for asker, subjects in ((ANA, 0), (MARA, 1)):
        answer = answered(turn_of(here, asker), count)
        assert answer.result is not None and answer.result.rows == ((1,),)
        assert [r.name for r in answer.references] == ["The merger"] * subjects and answer.more_references == 1 - subjects
    applications = answered(turn_of(here, ANA), Figures((Measure(APPLICATIONS, "count"),)))
    assert applications.references == () and applications.more_references == 3


KEEPING = ("hris.Location.city", "crm.Engagement.content", "hris.Employee.display_full_name", "ats.Job.code", "ticketing.Ticket.remote_id")


def test_what_a_company_keeps_from_everybody_is_in_no_card_list_or_text(tmp_path: Path) -> None:
    drawn = _company()
    drawn.never = KEEPING
    place, talk, ticket = (drawn.rows[model][0]["id"] for model in ("hris/Location", "crm/Engagement", "ticketing/Ticket"))
    with served(drawn, tmp_path) as here:
        card = told(here, ANA, Card(Named("hris/Location", "place")), place=place)
        assert "Harbour House" in card and "Oslo" not in card
        assert told(here, MARA, Summary(Named("crm/Engagement", "talk")), talk=talk).startswith(Reason.NOT_PERMITTED)
        assert "Berg" not in told(here, ANA, Names(Set("hris/Employee"), "")) + told(here, ANA, counted(Set("hris/Employee"), Key()))
        assert "FIT" not in told(here, ANA, Table(Set("ats/Job"))) and "T-1" not in told(here, ANA, Table(TICKETS))
        parent = Set("ticketing/Ticket", frozenset({Link("ticketing/Ticket.parent_ticket", True, Set("ticketing/Ticket"))}))
        assert "T-1" not in told(here, ANA, Card(Named("ticketing/Ticket", "it")), it=ticket) + told(here, ANA, Names(parent, ""))
