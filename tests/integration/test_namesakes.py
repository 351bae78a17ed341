"""Things of one name: what each is, is told; and nobody is asked which of them is meant where that changes nothing, or where one alone can be."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from agent.answer import notes_of
from agent.llm.opening import load
from ingest.sandbox import running
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.cases import each_case
from tests.integration.asked_company import ANA, BEN, HOUSE, Office, opened, write_company
from tests.integration.small_company import Row, merge_id, row
from tests.model_server import KEY, model_server
from workers.settings import make_settings
from workers.wiring import Installation

# Of each team and group: its name, its kind (None: a team), and who is in it.
PLACES = (("Product", None, ("Ana Ruiz", "Ben Cole")), ("Product", "DEPARTMENT", ("Ana Ruiz", "Ben Cole")),
          ("Design", None, ("Cleo Diaz",)), ("Design", "DEPARTMENT", ("Cleo Diaz", "Dev Patel")),
          ("Field", "COST_CENTER", ("Eva Stone",)), ("Field", "BUSINESS_UNIT", ("Ana Ruiz",)),
          ("Night Watch", None, ()), ("Night Watch", "DEPARTMENT", ()))
# Of each candidate: the name, and the openings that they applied for.
APPLIED = (("Naemi Obrist", ("Mobile Developer",)), ("Naemi Lutz", ("Welder",)), ("Rosa Lind", ("Welder", "Rigger")), ("Rosa Berg", ("Welder",)))


def applications(folder: Path) -> None:
    """Write the recruiting app's records, and let Ben recruit."""
    rows: dict[str, list[Row]] = {"candidates": [], "jobs": [], "job_interview_stages": [], "applications": []}
    rows["job_interview_stages"].append(row(HOUSE, "ats/JobInterviewStage", "Second look", name="Second look"))
    rows["job_interview_stages"] += [row(HOUSE, "ats/JobInterviewStage", f"{job} panel", name="Panel", job=f"@{job}") for job in ("Welder", "Rigger")]
    rows["jobs"] += [row(HOUSE, "ats/Job", name, name=name, status="OPEN") for name in ("Mobile Developer", "Welder", "Rigger")]
    for name, jobs in APPLIED:
        first, last = name.split()
        rows["candidates"].append(row(HOUSE, "ats/Candidate", name, first_name=first, last_name=last))
        rows["applications"] += [row(HOUSE, "ats/Application", f"{name} {job}", candidate=f"@{name}", job=f"@{job}",
                                     current_stage=f"@{job} panel" if name == "Rosa Lind" else "@Second look",
                                     source="Rigger" if name == "Naemi Lutz" else None)
                                 for job in jobs]
    for resource, made in rows.items():
        (folder / "ats" / f"{resource}.json").write_text(json.dumps(made), "utf-8")
    company = json.loads((folder / "company.json").read_text("utf-8"))
    company["people"] = [each | {"roles": ["recruiter"]} if each["email"] == BEN else each for each in company["people"]]
    (folder / "company.json").write_text(json.dumps(company), "utf-8")


def tickets(folder: Path) -> None:
    """Write two tickets of one title, each of a customer of its own."""
    customers = ("Kenmore Freight", "Foxglove Apparel")
    jam = {"name": "Printer jam", "status": "OPEN", "access_level": "COMPANY"}
    rows = {"accounts": [row(HOUSE, "ticketing/Account", name, name=name) for name in customers],
            "tickets": [row(HOUSE, "ticketing/Ticket", f"jam at {name}", account=f"@{name}", **jam) for name in customers]}
    for resource, made in rows.items():
        (folder / "ticketing" / f"{resource}.json").write_text(json.dumps(made), "utf-8")


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph: Graph, graph_server: Any, redis_url: str) -> Iterator[Office]:
    folder = write_company(tmp_path_factory.mktemp("named") / HOUSE, ("hris", "ats", "ticketing"))
    (folder / "ats").mkdir()
    applications(folder)
    tickets(folder)
    teams = [row(HOUSE, "hris/Team", f"{name} team", name=name) for name, kind, _ in PLACES if kind is None]
    groups = [row(HOUSE, "hris/Group", f"{name} {kind}", name=name, type=kind) for name, kind, _ in PLACES if kind is not None]
    people = json.loads((folder / "hris" / "employees.json").read_text("utf-8"))
    for person in people:
        own = [(name, kind) for name, kind, members in PLACES if person["display_full_name"] in members]
        person["team"] = next((merge_id(HOUSE, f"{name} team") for name, kind in own if kind is None), None)
        person["groups"] = [merge_id(HOUSE, f"{name} {kind}") for name, kind in own if kind is not None]
    places = [row(HOUSE, "hris/Location", name, name=name, city=city, location_type="WORK")
              for name, city in (("Riverside", "Lisbon"), ("Old Mill", "Turin"))]
    people += [people[0] | {"id": merge_id(HOUSE, name), "remote_id": name, "display_full_name": name, "first_name": "Kim",
                            "last_name": name.split()[1],
                            "work_email": None, "team": None, "groups": [], "employments": [], "manager": merge_id(HOUSE, boss),
                            "work_location": place["id"]}
               for name, boss, place in zip(("Kim Holt", "Kim Berg"), ("Eva Stone", "Ana Ruiz"), places, strict=True)]
    for resource, rows in (("teams", teams), ("groups", groups), ("employees", people), ("locations", places)):
        (folder / "hris" / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    ensure_schema(graph)
    settings = make_settings(home=tmp_path_factory.mktemp("home"), neo4j_uri=graph_server.uri, neo4j_password=graph_server.password,
                             redis_url=redis_url)
    with running([]) as served, opened(folder, f"named-{folder.parent.name}".lower()[:60], served, settings) as stage:
        yield stage


@each_case(("question", "told"), [
    ("How many people are in Product?", "There are **2** people in the Product department."),
    ("Who is in Product?", "There are **2** employees in the Product department: "),
])
def test_what_leads_to_the_same_whichever_is_meant_is_answered_and_said(office: Office, question: str, told: str) -> None:
    answer = office.ask(ANA, question)
    assert (answer["status"], answer["text"].startswith(told)) == ("answered", True), answer["text"]
    assert "“Product” may be Product (department) or Product (team); the answer is the same." in notes_of(answer)
    assert "in department “Product”" in answer["understood_as"]


@each_case(("question", "labels"), [
    ("How many people are in Design?", ["Design (department)", "Design (team)"]),
    ("Who is in Field?", ["Field (cost center)", "Field (business unit)"]),
    ("Who is in Night Watch?", ["Night Watch (department)", "Night Watch (team)"]),     # of nothing it cannot be told that it is the same
    ("Is anyone in Design off?", ["Design (department)", "Design (team)"]),
])
def test_what_leads_to_different_records_is_asked_by_what_each_is(office: Office, question: str, labels: list[str]) -> None:
    answer = office.ask(ANA, question)
    assert (answer["status"], [option["label"] for option in answer["question"]["options"]]) == ("clarify", labels), answer["text"]


def test_an_option_that_was_chosen_is_the_one_that_is_answered(office: Office) -> None:
    asked = office.ask(ANA, "How many people are in Design?", session="design")
    assert office.ask(ANA, "the team", reply_to=asked["question"]["id"], session="design")["result"]["rows"] == [[1]]


def stage_of(candidate: str, job: str) -> dict[str, Any]:
    """The plan of "which stage is CANDIDATE in, the one who applied for JOB"."""
    applied = {"set": "ats/Application", "where": [
        {"rel": "ats/Application.candidate", "of": {"name": candidate, "model": "ats/Candidate"}},
        {"rel": "ats/Application.job", "of": {"name": job, "model": "ats/Job"}}]}
    stage = {"set": "ats/JobInterviewStage", "where": [{"rel": "ats/Application.current_stage", "from": applied}]}
    return {"acts": [{"goal": "show", "node": stage, "field": "ats/JobInterviewStage.name"}]}


def test_the_one_that_has_to_do_with_what_else_is_named_is_taken_by_what_the_asker_may_read(office: Office) -> None:
    answer = office.run_again(BEN, stage_of("Naemi", "Mobile Developer"))[-1].data
    assert (answer["status"], answer["result"]["rows"]) == ("answered", [["Second look"]]), answer["text"]
    assert any("I took “Naemi” as Naemi Obrist" in note and "“Mobile Developer”" in note for note in notes_of(answer))
    assert not [step for step in answer["steps"] if "number of" in step["question"]], "what was tried is no step of the answer"


@each_case(("candidate", "job", "labels"), [
    ("Rosa", "Welder", ["Rosa Berg", "Rosa Lind"]),
    ("Naemi", "Rigger", ["Naemi Lutz", "Naemi Obrist"]),
])
def test_where_several_or_none_have_to_do_with_it_who_is_meant_is_asked(office: Office, candidate: str, job: str, labels: list[str]) -> None:
    answer = office.run_again(BEN, stage_of(candidate, job))[-1].data
    assert (answer["status"], sorted(option["label"] for option in answer["question"]["options"])) == ("clarify", labels), answer["text"]


def test_a_name_that_each_job_has_a_stage_of_means_all_of_these(office: Office) -> None:
    panel = {"name": "panel", "model": "ats/JobInterviewStage"}
    answer = office.run_again(BEN, {"acts": [count_of("ats/Application", {"rel": "ats/Application.current_stage", "of": panel})]})[-1].data
    assert (answer["status"], answer["result"]["rows"]) == ("answered", [[2]]), answer["text"]


@each_case(("name", "field", "labels"), [
    ({"name": "panel", "model": "ats/JobInterviewStage"}, "stage_order", ["Panel (Rigger)", "Panel (Welder)"]),
    ({"name": "printer jam", "model": "ticketing/Ticket"}, "status", ["Printer jam (Foxglove Apparel)", "Printer jam (Kenmore Freight)"]),
])
def test_records_of_one_name_are_offered_by_what_each_belongs_to(office: Office, name: dict[str, str], field: str, labels: list[str]) -> None:
    answer = office.run_again(BEN, {"acts": [{"goal": "show", "node": name, "field": f"{name['model']}.{field}"}]})[-1].data
    assert sorted(option["label"] for option in answer["question"]["options"]) == labels, answer["text"]


def test_the_one_whose_place_of_work_is_in_the_city_that_was_said_is_taken(office: Office) -> None:
    kim = {"name": "Kim", "model": "hris/Employee", "apart": "Turin office"}
    boss = {"set": "hris/Employee", "where": [{"rel": "hris/Employee.manager", "from": kim}]}
    answer = office.run_again(ANA, {"acts": [{"goal": "names", "node": boss, "label": "manager"}]})[-1].data
    assert answer["status"] == "answered" and "Ana Ruiz" in answer["text"], answer["text"]


def test_whether_it_is_so_is_not_told_of_the_one_of_whom_it_is(office: Office) -> None:
    show = stage_of("Naemi", "Mobile Developer")["acts"][0]
    answer = office.run_again(BEN, {"acts": [{"goal": "exists", "node": show["node"]}]})[-1].data
    assert answer["status"] == "clarify", answer["text"]


def test_what_is_called_nearly_so_is_offered_and_not_taken(office: Office) -> None:
    answer = office.run_again(BEN, stage_of("Obrost", "Mobile Developer"))[-1].data
    assert (answer["status"], [option["label"] for option in answer["question"]["options"]]) == ("clarify", ["Naemi Obrist"]), answer["text"]


def test_who_may_not_read_applications_learns_nothing_of_who_is_meant(office: Office) -> None:
    answer = office.run_again(ANA, stage_of("Naemi", "Mobile Developer"))[-1].data
    assert answer["reason"] == "not_permitted" and "Obrist" not in str(answer)


def count_of(model: str, *where: dict[str, Any]) -> dict[str, Any]:
    """The act "how many of these are there?"."""
    return {"goal": "figures", "measures": [{"how": "count", "of": {"set": model, "where": list(where)}}]}


def from_source(text: str) -> dict[str, Any]:
    return {"field": "ats/Application.source", "op": "=", "value": text}


def test_a_text_that_nothing_holds_is_taken_as_the_name_of_what_the_records_lead_to(office: Office) -> None:
    answer = office.run_again(BEN, {"acts": [count_of("ats/Application", from_source("Welder"))]})[-1].data
    assert (answer["status"], answer["result"]["rows"]) == ("answered", [[3]]), answer["text"]
    assert "No application has “Welder” as its source; I took it as the name of the job." in notes_of(answer)
    assert "job opening “Welder”" in answer["understood_as"]


def test_a_text_that_other_records_hold_is_no_name_where_none_of_these_has_it(office: Office) -> None:
    of_rosa = {"rel": "ats/Application.candidate", "of": {"name": "Rosa Lind", "model": "ats/Candidate"}}
    answer = office.run_again(BEN, {"acts": [count_of("ats/Application", from_source("Rigger"), of_rosa)]})[-1].data
    assert (answer["status"], answer["result"]["rows"]) == ("answered", [[0]]), answer["text"]     # she applied for Rigger, by no source


@each_case(("person", "text"), [
    (BEN, "Fair in Turin"),             # nothing is called so
    (BEN, "Rosa"),                      # part of a name is no name
    (ANA, "Welder"),                    # who may not read applications
])
def test_where_no_name_explains_it_the_answer_stays_as_it_is(office: Office, person: str, text: str) -> None:
    answer = office.run_again(person, {"acts": [{"goal": "names", "node": count_of("ats/Application", from_source(text))["measures"][0]["of"],
                                                 "label": "application"}]})[-1].data
    assert not [note for note in notes_of(answer) if "I took it as" in note]
    assert answer["reason"] == "not_permitted" if person == ANA else answer["result"]["rows"] == []


def test_a_model_words_the_answer_that_is_told_and_none_that_is_only_tried(office: Office) -> None:
    tenants, before = office.installation.tenants, office.installation.tenants.get(office.slug)
    definitions = before.company.definitions
    policy = definitions.policy.model_copy(update={"model_may_see": ("A", "asked", "answers")})
    letting = before.company.model_copy(update={"definitions": definitions.model_copy(update={"policy": policy})})
    tenants.save(before.model_copy(update={"company": letting}))
    load()                              # takes longer than the model may
    try:
        with model_server() as server:
            server.otherwise = lambda _: "Two people work there."
            own = office.settings.model_copy(update={
                "openai_base_url": server.url, "openai_api_key": SecretStr(KEY), "model": "m", "planner": "rules"})
            with closing(Installation(own)) as installation:
                asked = [replace(office, installation=installation, settings=own).ask(ANA, f"How many people are in {place}?")
                         for place in ("the Product team", "Product")]
        assert [each["usage"]["model_calls"] for each in asked] == [1, 1]
    finally:
        tenants.save(before)
