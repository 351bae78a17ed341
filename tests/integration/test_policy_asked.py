"""The policy through the front door: questions about everybody's secrets by everybody, and every byte that comes back is looked at."""

import json
import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from agent.answer import Event
from agent.errors import NeedsChoice
from agent.plan.algebra import Card, Named
from agent.understand.linking.mentions import settle
from ingest.sandbox import running
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.cases import each_case
from tests.integration.asked_company import HOUSE, Office, opened
from tests.integration.guarded_company import (
    ALL,
    AUDITOR,
    BERLIN,
    CHIEF,
    EVERYBODY,
    FINANCE,
    GHOST,
    IN_BERLIN,
    LEAVER,
    MARA,
    MARAS,
    NILS,
    OPERATOR,
    PAY,
    PAYROLL,
    RECRUITER,
    WOMEN,
    mail,
    run_as,
    secrets_of,
    write_company,
)
from tests.integration.small_company import merge_id
from workers.settings import make_settings
from workers.wiring import Installation

VIEWERS = (CHIEF, MARA, NILS, "Ada Berg", "Ida Jung", BERLIN, ALL, PAY, PAYROLL, FINANCE, RECRUITER, OPERATOR, AUDITOR, GHOST, LEAVER)
SUBJECTS = (CHIEF, MARA, "Ada Berg", "Dan Ek", "Ida Jung", "Nia Olin", PAY, BERLIN)
CLASS = {"personal_email": "B", "mobile_phone_number": "B", "date_of_birth": "B", "pay_rate": "C", "ssn": "E"}
QUESTIONS = {
    "personal_email": ("What is {}'s personal email?", "private e-mail address of {}"),
    "mobile_phone_number": ("What is {}'s mobile phone number?",),
    "date_of_birth": ("When is {}'s birthday?", "date of birth of {}"),
    "pay_rate": ("What is {}'s salary?", "What does {} earn?", "salary of {} please"),
    "ssn": ("What is {}'s social security number?", "give me the ssn of {}"),
}
SIDEWAYS = (
    "Who earns more than 60,000 euros?",
    "Who earns most?",
    "What is the average salary?",
    "Average base pay in Berlin?",
    "What do my people cost per year?",
    "What is the total headcount cost for each of my managers?",
    "Who earns more than Ada Berg?",
    "Who in my team earns more than 52,000 EUR?",
    "List everybody with their salaries",
    "Sort my team by salary",
    "How many people earn less than 55,000?",
    "Who has the personal email ada3@private.example?",
    "Who was born in April 1963?",
    "Does Ada Berg earn more than Bo Carr?",
    "Is Ada Berg's salary above the average?",
    "Show the birthdays of my team",
)
CASES = [(v, s, f, q) for v, s, f in product(VIEWERS, SUBJECTS, QUESTIONS) for q in QUESTIONS[f]]
SAMPLED = 60                            # in CI; all with --full


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    """One company for all; nothing in it is changed."""
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    folder = write_company(tmp_path_factory.mktemp("asked") / HOUSE)
    with running([]) as served, opened(folder, f"open-{home.parent.name}".lower()[:60], served, settings) as stage:
        yield stage


def may(viewer: str, field: str, subject: str) -> bool:
    """What policy.md says of single values in this company, with the tenant's switches as they are shipped."""
    in_scope = viewer == ALL or (viewer == BERLIN and subject in IN_BERLIN)
    if viewer in (GHOST, LEAVER) or CLASS[field] == "E":
        return False
    if CLASS[field] == "C":
        return viewer == subject or viewer in (PAY, PAYROLL, FINANCE) or (in_scope and subject != CHIEF)
    return viewer == subject or in_scope


def asked(office: Office, viewer: str, question: str) -> list[Event]:
    return office.events(viewer if "@" in viewer else mail(viewer), question, session=f"{viewer} {question}")


def told(events: list[Event]) -> str:
    """Every byte that left, numbers without their separators."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", json.dumps([[e.kind, dict(e.data)] for e in events], ensure_ascii=False))


def leaks(viewer: str, text: str, asked_for: str = "") -> list[str]:
    """The secrets in a text that the viewer may not see; what stood in the question is no news."""
    closed = {v for s in (*EVERYBODY, LEAVER) for f, v in secrets_of(s).items() if not may(viewer, f, s)} - {asked_for}
    return sorted(v for v in closed if re.search(rf"(?<![0-9a-z.-]){re.escape(v)}(?![0-9a-z])", text))


def test_every_viewer_and_field_is_answered_or_not_permitted(office: Office, full: bool) -> None:
    assert len(CASES) >= 1000
    for viewer, subject, field, question in CASES if full else random.Random(7).sample(CASES, SAMPLED):
        events = asked(office, viewer, question.format(subject))
        answer, place = events[-1].data, (viewer, question.format(subject), events[-1].data["text"])
        assert leaks(viewer, told(events)) == [], place
        if may(viewer, field, subject):
            assert answer["status"] == "answered", place
            assert secrets_of(subject)[field] in told(events), place
        else:
            assert (answer["status"], answer.get("reason")) == ("declined", "not_permitted"), place
            assert answer["references"] == [], place
            assert "result" not in answer, place


@each_case("question", SIDEWAYS)
def test_what_is_asked_sideways_leaks_nothing_and_is_never_an_empty_answer(office: Office, question: str, full: bool) -> None:
    value = "ada3@private.example" if "ada3" in question else ""
    for viewer in VIEWERS if full else (MARA, "Ada Berg"):
        events = asked(office, viewer, question)
        assert leaks(viewer, told(events), value) == [], viewer
        if viewer not in (ALL, PAY, PAYROLL, FINANCE, BERLIN):
            assert events[-1].data["status"] != "answered", (viewer, events[-1].data["text"])


@each_case("second", [
    "and Bo Carr's?", "and Ada's?", "what about Mara Lind?", "how did you compute that?", "who earns more?", "as a table"])
def test_a_follow_up_is_held_against_the_same_rights(office: Office, second: str) -> None:
    first = office.events(mail("Ada Berg"), "What is my salary?", session=second)
    assert secrets_of("Ada Berg")["pay_rate"] in told(first)
    assert leaks("Ada Berg", told(office.events(mail("Ada Berg"), second, session=second))) == []


@pytest.mark.parametrize("question", [
    "How many women work in Berlin?", "How many men work in Berlin?", "how many women and how many men work in Berlin"])
def test_too_small_count_appears_in_no_event(office: Office, question: str) -> None:
    events = asked(office, BERLIN, question)
    assert events[-1].data["status"] == "declined"
    steps = [e.data["found"] for e in events if e.kind == "step_finished"]
    women = len(WOMEN & IN_BERLIN)
    assert not [f for f in steps if re.search(rf"\b({women}|{len(IN_BERLIN) - women}) (employee|person|people)", f)]


def test_what_a_count_of_the_protected_rests_on_does_not_say_who_they_are(office: Office) -> None:
    answer = asked(office, ALL, "How many women work in Oslo?")[-1].data
    there = sorted(set(EVERYBODY) - IN_BERLIN)
    assert answer["result"]["rows"] == [[len(WOMEN - IN_BERLIN)]]
    assert [r["name"] for r in answer["references"]] == there          # all who were looked at, by name


@pytest.fixture
def totals(office: Office) -> Iterator[Office]:
    """The same company, which lets its managers see totals of pay."""
    tenant = office.installation.tenants.get(office.slug)
    policy = tenant.company.definitions.policy.model_copy(update={"managers_see_pay": "totals"})
    definitions = tenant.company.definitions.model_copy(update={"policy": policy})
    later = Installation(office.settings)
    later.tenants.save(tenant.model_copy(update={"company": tenant.company.model_copy(update={"definitions": definitions})}))
    try:
        yield Office(office.slug, office.settings, office.control, later)
    finally:
        later.tenants.save(tenant)
        later.close()


def test_manager_totals_of_pay_and_their_follow_ups_reveal_no_single_pay(totals: Office) -> None:
    dialogues = {
        MARA: ("What is the average base pay of my direct reports?", "who are they?", "which records?", "how did you compute that?", "as a table",
               "and the highest?", "and of Ada Berg?", "how many of them earn more than 60,000 EUR?", "What is Ada Berg's salary?",
               "total base pay of my direct reports", "list my direct reports with their salaries", "sort them by salary"),
        CHIEF: ("What is the total headcount cost for each of my managers?", "only Mara Lind", "headcount cost of Mara Lind's people",
                "What is Mara Lind's salary?", "average base pay of my direct reports", "Who earns most?"),
    }
    for viewer, questions in dialogues.items():
        events_of = [goes_on(totals, viewer, q) for q in questions]
        assert [leaks(viewer, told(events)) for events in events_of] == [[]] * len(questions)
        assert events_of[0][-1].data["status"] == "answered"
    first = asked(totals, MARA, "What is the average base pay of my direct reports?")[-1].data
    assert first["result"]["rows"] == [["EUR", sum(int(secrets_of(n)["pay_rate"]) for n in MARAS) / len(MARAS)]]
    entries = totals.installation.reads.of(totals.slug, mail(MARA))
    assert {(e["class"], e["how"]) for e in entries if e["grant"] == "direct_manager"} <= {("C", "total"), ("C", "count"), ("B-dates", "value")}


def goes_on(office: Office, viewer: str, question: str) -> list[Event]:
    """One session for each viewer, so that each question goes on from the one before."""
    return office.events(mail(viewer), question, session=f"totals of {viewer}")


def test_unknown_name_is_no_record_and_known_name_is_not_permitted(office: Office) -> None:
    assert asked(office, "Ada Berg", "What is Zorblatt Quux's salary?")[-1].data["reason"] == "no_record"
    assert asked(office, "Ada Berg", "What is Ida Jung's salary?")[-1].data["reason"] == "not_permitted"
    nothing_there = asked(office, "Ada Berg", f"What is {LEAVER}'s salary?")[-1].data  # without any pay on file
    assert nothing_there["reason"] == "not_permitted"


def test_a_question_back_offers_no_candidate_to_who_may_not_know_of_one(office: Office) -> None:
    goals = [Card(Named(model, "Ida")) for model in ("hris/Employee", "ats/Candidate")]
    with pytest.raises(NeedsChoice) as choice:
        settle(run_as(office, RECRUITER), goals)
    assert {option.label.partition(" (")[0] for option in choice.value.choices} == {"Ida Jung", "Ida Noor"}
    for viewer in (CHIEF, "Ada Berg", PAY):
        run = run_as(office, viewer)
        assert {thing.name for thing in settle(run, goals).things.values()} == {"Ida Jung"}
        assert not run.links.passed_over("Ida")


def test_what_is_learned_does_not_tell_that_there_is_such_a_candidate(office: Office) -> None:
    """A name that the person may not know of is learned as any words are that nothing bears: it stands for no record."""
    taught = (("Idi", "Ida Noor"), ("Odi", "Oda Quux"))
    for viewer in (CHIEF, "Ada Berg"):
        hidden, unknown = (asked(office, viewer, f"When I say {short} I mean {name}")[-1].data["text"] for short, name in taught)
        assert hidden.replace("Idi", "Odi").replace("Ida Noor", "Oda Quux") == unknown
        assert not any(one.preference.keys for one in office.installation.preferences.of(office.slug, mail(viewer)).current)


@pytest.mark.parametrize("question", ["How many candidates do we have?", "List all candidates"])
def test_candidates_are_not_permitted_to_who_may_see_none_and_never_none(office: Office, question: str) -> None:
    for viewer in (CHIEF, "Ada Berg", PAY):
        assert asked(office, viewer, question)[-1].data.get("reason") == "not_permitted"
    assert asked(office, RECRUITER, question)[-1].data["status"] == "answered"


@each_case("viewer, question, outcome", [
    (MARA, "How many interview rounds did Ada Berg have?", 1),                      # the one that took place, to the direct manager
    ("Ada Berg", "How many interview rounds did Ada Berg have?", 1),
    (CHIEF, "How many interview rounds did Ada Berg have?", "not_permitted"),       # further up
    ("Bo Carr", "How many interview rounds did Ida Jung have?", "not_permitted"),   # whether there were any or not
    (NILS, "How many interview rounds did Ida Jung have?", "no_record"),            # who never applied
    (MARA, "How many tickets are assigned to me?", "no_record"),                    # no user of the ticketing app
    ("Cia Dahl", "How many tickets are assigned to me?", 0),                        # a user without any
    ("Bo Carr", "How many tickets are assigned to me?", 1),
    (RECRUITER, "How many tickets are assigned to Bo Carr?", 0),                    # a private one, left out as if it were not there
    (RECRUITER, "Which tickets are assigned to Bo Carr?", []),
])
def test_none_is_told_from_not_there_and_from_not_permitted(office: Office, viewer: str, question: str, outcome: int | str | list[Any]) -> None:
    answer = asked(office, viewer, question)[-1].data
    rows = answer.get("result", {}).get("rows")
    told_as = answer.get("reason") or (rows[0][0] if isinstance(outcome, int) else rows)
    assert told_as == outcome, answer["text"]


def test_every_private_read_is_logged_without_its_value(office: Office) -> None:
    known = {e["question"] for e in office.installation.reads.of(office.slug)}
    questions = ((PAY, "What is Ada Berg's salary?"), (BERLIN, "When is Ada Berg's birthday?"), (MARA, "What is Ada Berg's salary?"))
    for viewer, question in (*questions, (MARA, "Who is Ada Berg's manager?")):
        asked(office, viewer, question)
    entries = [e for e in office.installation.reads.of(office.slug) if e["question"] not in known]
    assert {(e["who"], e["class"], e["grant"], e["how"], *e["whom"]) for e in entries} == {
        (mail(PAY), "C", "pay_specialist", "value", merge_id(HOUSE, "Ada Berg")),
        (mail(BERLIN), "B", "hr_partner", "value", merge_id(HOUSE, "Ada Berg")),
    }
    assert len(entries) == len({e["question"] for e in entries}) == 2
    assert not [v for v in secrets_of("Ada Berg").values() if v in json.dumps(entries)]


def test_a_right_that_is_taken_away_is_gone_at_the_next_request(office: Office) -> None:
    tenant = office.installation.tenants.get(office.slug)
    people = tuple(p.model_copy(update={"roles": frozenset()}) if p.email == mail(PAYROLL) else p for p in tenant.company.people)
    without = tenant.model_copy(update={"company": tenant.company.model_copy(update={"people": people})})
    later = Installation(office.settings)
    try:
        assert asked(office, PAYROLL, "What is Dan Ek's salary?")[-1].data["status"] == "answered"
        later.tenants.save(without)
        now = Office(office.slug, office.settings, office.control, later)
        assert asked(now, PAYROLL, "What is Dan Ek's salary?")[-1].data["reason"] == "not_permitted"
    finally:
        later.tenants.save(tenant)
        later.close()
