"""A job title stands for all of its kind where people are called by it."""


from agent.catalogue import catalogue
from agent.query.operations.comparing import compare
from ingest.records import Record
from tests.cases import each_case
from tests.unit.agent.unread import turn_of


@each_case(("title", "is_one"), [
    ("Welder", True), ("Senior Welder", True), ("senior welder", True), ("Welder, Hulls", True), ("Lead Welder - Night Shift", True),
    ("Welder II", True), ("Welder for Special Parts", True), ("Welder's Assistant", False), ("Assistant to the Welder", False),
    ("Welding Engineer", False), ("Foreman", False),
])
def test_a_senior_welder_is_a_welder_and_the_assistant_of_one_is_none(title: str, is_one: bool) -> None:
    field = catalogue().field("hris/Employment.job_title")
    record = Record("hris/Employment", "1", "account", {"id": "1", "job_title": title}, None, None, deleted=False)
    assert compare(turn_of("who are the welders?").context, field, record, "kind", "Welder") == is_one
