"""Who is who in another app, at question time: by every key there is, and never "none" where nothing could be compared. On a company all in sight."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.answer import Reason
from agent.errors import Declined
from agent.plan.algebra import Figures, Is, Link, Measure, Set, Table, Where
from ingest.sandbox import Served, running
from kg.graph import Graph
from kg.hubs import decide, join_due, why_joined
from kg.rows import Node
from kg.schema import ensure_schema
from tests.integration.kg_rows import at, node, write
from tests.integration.measured_company import ANA, HOUSE, Office, opened, the, write_company
from tests.integration.small_company import Row, merge_id, row

BEN = "ben.cole@acme.example"
CANDIDATE, EMPLOYEE, APPLICATION = "ats/Candidate", "hris/Employee", "ats/Application"
HIRED = the(APPLICATION, Is(f"{APPLICATION}.hired"))


def employee(name: str, begun: str, **values: object) -> Row:
    first, last = name.split()
    return row(HOUSE, EMPLOYEE, f"{name} {begun}", display_full_name=name, first_name=first, last_name=last, employment_status="ACTIVE",
               start_date=f"{begun}T00:00:00.000000Z", **({"work_email": f"{first}.{last}@acme.example".lower()} | values))


def candidate(name: str, address: str, **values: object) -> Row:
    first, last = name.split()
    return row(HOUSE, CANDIDATE, f"candidate {name}", first_name=first, last_name=last, email_addresses=[{"value": address}],
               applications=[merge_id(HOUSE, f"application of {name}")], **values)


def application(name: str, applied: str, stage: str = "Hired") -> Row:
    return row(HOUSE, APPLICATION, f"application of {name}", candidate=f"@candidate {name}", applied_at=f"{applied}T08:00:00.000000Z",
               current_stage=f"@{stage}")


STAGES = [row(HOUSE, "ats/JobInterviewStage", name, name=name) for name in ("Hired", "Review")]
PEOPLE = [employee("Ana Ruiz", "2015-03-02"), employee("Ben Cole", "2019-11-21"), employee("Cleo Diaz", "2026-03-02"),
          employee("Dev Patel", "2026-04-01", personal_email="dev@post.example"), employee("Eva Stone", "2020-01-01"),
          employee("Gil Moss", "2026-05-04"), employee("Gil Moss", "2026-05-11", work_email="gil.moss2@acme.example"),
          employee("Hana Kerr", "2026-06-01", preferred_name="Hanna")]


def company(folder: Path, files: dict[str, list[Row]]) -> Path:
    written = write_company(folder)
    data = json.loads((written / "company.json").read_text("utf-8"))
    data["people"] = [{"email": ANA, "roles": ["recruiter", "finance"]}, {"email": BEN, "roles": []}]
    (written / "company.json").write_text(json.dumps(data), "utf-8")
    for name, rows in files.items():
        (written / name).parent.mkdir(exist_ok=True)
        (written / f"{name}.json").write_text(json.dumps(rows), "utf-8")
    return written


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with running([]) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def hiring(tmp_path_factory: pytest.TempPathFactory, served: Served, graph: Graph) -> Iterator[Office]:
    """Cleo and Hanna were hired by private addresses, Dev is known by his, of two called Gil nobody knows which; Eva applied lately."""
    names = {"Cleo Diaz": "2026-01-10", "Dev Patel": "2026-02-01", "Gil Moss": "2026-03-01", "Hanna Kerr": "2026-04-01", "Nils Berg": "2026-04-01"}
    files = {
        "hris/employees": PEOPLE, "ats/job_interview_stages": STAGES,
        "ats/candidates": [*(candidate(name, "dev@post.example" if "Dev" in name else f"{name.split()[0]}@mail.example") for name in names),
                           candidate("Eva Stone", "eva@mail.example")],
        "ats/applications": [*(application(name, applied) for name, applied in names.items()), application("Eva Stone", "2026-10-01", "Review")],
        "ats/offers": [row(HOUSE, "ats/Offer", "offer to Cleo", application="@application of Cleo Diaz", status="SIGNED",
                           start_date="2026-02-20T00:00:00.000000Z")],
    }
    with opened(company(tmp_path_factory.mktemp("hiring") / "company", files), "hiring", served, graph) as stage:
        yield stage


def employees_of(candidates: Set) -> Table:
    return Table(Set(EMPLOYEE, frozenset({Link("hub", False, candidates)})))


def test_hired_candidates_are_joined_to_employees_by_address_or_by_name_and_time(hiring: Office) -> None:
    hired = Set(CANDIDATE, frozenset({Link(f"{APPLICATION}.candidate", False, HIRED)}))
    assert hiring.rows(employees_of(hired)) == [("Cleo Diaz",), ("Dev Patel",), ("Hana Kerr",)]


def test_a_name_without_the_time_of_the_hire_joins_nobody(hiring: Office) -> None:
    eva = the(CANDIDATE, Where(f"{CANDIDATE}.first_name", "Eva"))
    with pytest.raises(Declined) as declined:
        hiring.rows(employees_of(eva))
    assert declined.value.reason is Reason.NO_RECORD


def test_what_could_not_be_matched_is_no_none(hiring: Office) -> None:
    nils = Set(CANDIDATE, where=frozenset({Where(f"{CANDIDATE}.first_name", "Nils")}))
    for goal in (employees_of(nils), Figures((Measure(Set(EMPLOYEE, frozenset({Link("hub", False, nils)})), "count"),))):
        with pytest.raises(Declined) as declined:
            hiring.rows(goal)
        assert declined.value.reason is Reason.NO_RECORD and "could not match the candidates to the employees" in str(declined.value)
        assert "@" not in str(declined.value)


def test_viewer_without_candidate_access_cannot_tell_whether_one_matches(hiring: Office) -> None:
    for name in ("Dev", "Eva"):
        one = the(EMPLOYEE, Where(f"{EMPLOYEE}.first_name", name))
        told = outcome(hiring, Figures((Measure(Set(CANDIDATE, frozenset({Link("hub", False, one)})), "count"),)), BEN)
        assert told == outcome(hiring, Figures((Measure(Set(CANDIDATE, frozenset({Link("hub", False, the(EMPLOYEE))})), "count"),)), BEN)


def outcome(office: Office, goal: Figures, person: str) -> object:
    try:
        return office.rows(goal, person)
    except Declined as declined:
        return declined.reason, str(declined)


# ---------------------------------------------------------------- other keys


def user(name: str, address: str | None) -> Row:
    return row(HOUSE, "ticketing/User", f"desk {name}", name=name, email_address=address)


def test_none_is_told_where_everybody_could_have_matched(tmp_path: Path, served: Served, graph: Graph) -> None:
    files = {"hris/employees": PEOPLE, "ticketing/users": [user("Ana Ruiz", ANA), user("Ben Cole", "BEN.cole@acme.example")], "ticketing/tickets": []}
    late = the(EMPLOYEE, Where(f"{EMPLOYEE}.first_name", ("Cleo", "Dev"), "in"))
    with opened(company(tmp_path / "company", files), "desk", served, graph) as stage:
        assert stage.rows(Figures((Measure(Set("ticketing/User", frozenset({Link("hub", False, late)})), "count"),))) == [(0,)]
        assert stage.rows(Figures((Measure(Set("ticketing/User", frozenset({Link("hub", False, the(EMPLOYEE))})), "count"),))) == [(2,)]


def test_the_books_know_people_by_their_number_and_family_name(tmp_path: Path, served: Served, graph: Graph) -> None:
    books = [row(HOUSE, "accounting/Employee", f"books {first}", first_name=first, last_name=last, employee_number=number)
             for first, last, number in (("B.", "Cole", "0017"), ("Zoe", "Quill", "18"))]
    people = [employee("Ben Cole", "2019-11-21", employee_number="17"), employee("Eva Stone", "2020-01-01", employee_number="18"), PEOPLE[0]]
    files = {"hris/employees": people, "accounting/employees": books}
    known = Set(EMPLOYEE, frozenset({Link("hub", False, the("accounting/Employee"))}))
    with opened(company(tmp_path / "company", files), "books", served, graph) as stage:
        assert stage.rows(Table(known)) == [("Ben Cole",)]


def test_joins_of_the_graph_hold_as_far_as_the_source_bears_them_out(tmp_path: Path, served: Served, graph: Graph) -> None:
    """A person joined Ben; rules joined Cleo, whose address is gone since, and Eva, whose user is called otherwise by now."""
    users = [user("Helpdesk One", None), user("Cleo Diaz", None), user("Somebody Else", None), user("Ana Ruiz", ANA)]
    ben, cleo, eva = (kept(EMPLOYEE, called) for called in ("Ben Cole 2019-11-21", "Cleo Diaz 2026-03-02", "Eva Stone 2020-01-01"))
    desk, *others = (kept("ticketing/User", f"desk {name}") for name in ("Helpdesk One", "Cleo Diaz", "Somebody Else"))
    joined = [(cleo, others[0], "Cleo Diaz", "cleo.diaz@acme.example"), (eva, others[1], "Eva Stone", "eva.stone@acme.example")]
    ensure_schema(graph)
    write(graph, "decided", [
        in_graph(ben, "Ben Cole", BEN), in_graph(desk, "Helpdesk One", None),
        *(in_graph(each, name, address) for *pair, name, address in joined for each in pair)])
    join_due(graph, "decided", run="first", now=at(1))
    decide(graph, "decided", ben, desk, True, by=ANA, now=at(2))
    join_due(graph, "decided", run="second", now=at(3))
    assert {each for hub in (why_joined(graph, "decided", eva),) if hub for each in (join.member.key for join in hub.joins)} == {eva, others[1]}
    with opened(company(tmp_path / "company", {"hris/employees": PEOPLE, "ticketing/users": users, "ticketing/tickets": []}),
                "decided", served, graph) as stage:
        known = Table(Set(EMPLOYEE, frozenset({Link("hub", False, the("ticketing/User"))})))
        assert stage.rows(known) == [("Ana Ruiz",), ("Ben Cole",), ("Cleo Diaz",)]


def kept(model: str, called: str) -> str:
    return f"decided|{model.replace('/', '|')}|{merge_id(HOUSE, called)}"


def in_graph(entity: str, name: str, address: str | None) -> Node:
    tenant, category, model, merge = entity.split("|")
    return node(tenant, f"{category}/{model}", merge, name, email=address)
