"""A job title stands for all of its kind; a word inside a name counts in its forms, but for people and companies."""


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


@each_case(("model", "name", "is_one"), [
    ("accounting/Account", "Client lunches", True), ("ticketing/Collection", "Client Lunches 2027", True),
    ("accounting/Account", "Client lunchbox", False),
    ("accounting/Contact", "Client Lunches Ltd", False), ("crm/Account", "Client Lunches Ltd", False),
])
def test_words_inside_the_name_of_a_category_count_in_their_forms(model: str, name: str, is_one: bool) -> None:
    record = Record(model, "1", "account", {"id": "1", "name": name}, None, None, deleted=False)
    context = turn_of("expenses for client lunch").context
    assert compare(context, catalogue().field(f"{model}.name"), record, "contains", ("client lunch",)) == is_one
