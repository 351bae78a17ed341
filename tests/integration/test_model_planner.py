"""The model as planner, from the person's words to the answer: the real door, a server that says what a test scripts, the real graph."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import pytest

from agent.llm.client import OpenAIModel
from agent.llm.tools import function_tools
from ingest.sandbox import Served, running
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.integration.asked_company import ANA, HOUSE, Office, opened, write_company
from tests.integration.small_company import row
from tests.model_server import KEY, Asked, Failed, ModelServer, model_server
from tests.unit.agent.mutations import HOSTILE, mutations
from tests.unit.agent.proposals import ACCOUNT, PEOPLE, TICKET, as_step, column, figure, me, members, name, named, plan, tied
from ui.toolbox import Toolbox
from workers.settings import Settings, make_settings

CONTACTS = "crm/Contact"
KENMORE = name("Kenmore Freight", ACCOUNT)
# Questions that the rules pass on, the plan, and the same asked so that the rules read it.
QUESTIONS: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "Kenmore Freight has how many contacts?": (plan("figures", figures=[figure(
        "count", members(CONTACTS, "contacts", tied(KENMORE)), "how many")]), "How many contacts does Kenmore Freight have?"),
    "I was wondering, for Kenmore Freight, what the industry is": (
        plan("show", "what", thing=KENMORE, columns=[column(f"{ACCOUNT}.industry", "industry")]), "What is the industry of Kenmore Freight?"),
    "Ben Cole has which open tickets?": (plan("list", "which", thing=members(
        TICKET, "tickets", named(f"{TICKET}.open", "open"), tied(name("Ben Cole", PEOPLE)))), "open tickets of Ben Cole"),
}
MINE = "I was wondering, which accounts of mine are there?"
UNKNOWN = "Kenmore Freight has how many liaisons?"
LIAISONS = plan("figures", figures=[figure("count", members(CONTACTS, "liaisons", tied(KENMORE)), "how many")])


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    assert OpenAIModel                  # loaded here: that takes long on a busy machine, and would be taken off the first question's time
    with model_server() as running_server:
        yield running_server


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with running([]) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, server: ModelServer) -> Settings:
    home = tmp_path_factory.mktemp("home")
    return make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url,
                         openai_base_url=server.url, openai_api_key=KEY, model="test-model")


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory, served: Served, settings: Settings, graph: Graph) -> Iterator[Office]:
    ensure_schema(graph)
    folder = write_company(tmp_path_factory.mktemp("planned") / HOUSE)
    with opened(folder, f"planned-{settings.home.parent.name}".lower()[:60], served, settings) as stage:
        yield stage


@pytest.fixture
def office(company: Office, server: ModelServer) -> Office:
    server.clear()
    return company


def says(*plans: Mapping[str, Any], differences: tuple[str, ...] = ()) -> Any:
    """A model that proposes these plans, one after another, and sees these differences when it compares."""
    left = [json.dumps(as_step(p)) for p in plans]

    def answer(asked: Asked) -> str:
        if "You compare a question" in asked.text:
            return json.dumps({"differences": list(differences)})
        return left.pop(0) if left else json.dumps({"action": "cannot", "text": "I do not know.", "plan": None})

    return answer


def told(answer: Mapping[str, Any]) -> Any:
    return answer["status"], answer.get("result", {}).get("rows"), answer.get("understood_as")


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_right_plan_is_answered_as_the_rules_answer_the_same_question(office: Office, server: ModelServer, question: str) -> None:
    written, plain = QUESTIONS[question]
    server.otherwise = says(written)
    answer = office.ask(ANA, question)
    assert told(answer) == told(office.ask(ANA, plain))
    assert answer["usage"]["model_calls"] == 2
    assert answer["usage"]["tokens"] > 0


def test_the_rules_go_first_and_alone_where_they_read(office: Office, server: ModelServer) -> None:
    office.ask(ANA, "How many contacts does Kenmore Freight have?")
    assert not server.chats


def test_no_key_or_token_and_nothing_of_a_closed_class_leaves(office: Office, server: ModelServer) -> None:
    for question, (written, _) in QUESTIONS.items():
        server.otherwise = says(written)
        office.ask(ANA, question)
    for secret in (KEY, "token-hris", "token-crm", "91000", "1990-04-03", "ana@private.example"):
        assert secret.encode() not in server.sent


@pytest.mark.parametrize("question", QUESTIONS)
def test_wrong_plans_are_never_answered_though_the_second_look_approves_of_all(
    office: Office, server: ModelServer, question: str, full: bool,
) -> None:
    """Five of them in each run, as many as a question has rounds."""
    written, plain = QUESTIONS[question]
    right = told(office.ask(ANA, plain))
    wrong = [w for _, w in mutations(question, written)][:: 3 if full else 80]
    while some := list(islice(wrong, 5)):
        wrong = wrong[5:]
        server.otherwise = says(*some)
        answer = office.ask(ANA, question)
        assert answer["status"] != "answered" or told(answer) == right, some


def test_a_difference_that_the_second_look_sees_is_heard_and_nothing_is_answered(office: Office, server: ModelServer) -> None:
    question, (written, _) = next(iter(QUESTIONS.items()))
    server.otherwise = says(written, differences=("It asks for something else.",))
    assert office.ask(ANA, question)["status"] == "declined"
    assert "It asks for something else." in server.chats[2].last


def test_what_was_wrong_is_told_and_the_next_plan_may_be_right(office: Office, server: ModelServer) -> None:
    question, (written, plain) = next(iter(QUESTIONS.items()))
    server.otherwise = says(plan("list", thing=KENMORE), written)
    assert told(office.ask(ANA, question)) == told(office.ask(ANA, plain))
    assert "Not accepted" in server.chats[1].last


def test_a_word_that_nobody_knows_is_asked_about_and_the_reply_needs_no_model(office: Office, server: ModelServer) -> None:
    server.otherwise = says(LIAISONS)
    answer = office.ask(ANA, UNKNOWN, session="liaisons")
    assert answer["status"] == "clarify"
    assert "“liaisons”" in answer["text"]
    server.clear()
    server.otherwise = Failed(500)
    confirmed = office.ask(ANA, "yes", reply_to=answer["question"]["id"], session="liaisons")
    assert told(confirmed) == told(office.ask(ANA, "How many contacts does Kenmore Freight have?"))
    assert "I took “liaisons” as" in confirmed["text"]
    assert not server.chats


def test_who_did_not_mean_it_gets_no_answer(office: Office, server: ModelServer) -> None:
    server.otherwise = says(LIAISONS)
    asked = office.ask(ANA, UNKNOWN, session="others")["question"]
    assert office.ask(ANA, "No, something else", reply_to=asked["id"], session="others")["status"] == "declined"


@pytest.mark.parametrize("failure", [Failed(401), "no plan at all", '{"action": "dance"}'], ids=["refused", "prose", "another shape"])
def test_without_a_usable_model_the_rules_refusal_stands_and_says_so(office: Office, server: ModelServer, failure: Any) -> None:
    server.otherwise = failure
    answer = office.ask(ANA, next(iter(QUESTIONS)))
    assert (answer["status"], answer["reason"]) == ("declined", "out_of_scope")
    assert "The language model did not answer" in answer["text"]


def test_what_is_closed_is_declined_before_a_model_hears_of_it(office: Office, server: ModelServer) -> None:
    answer = office.ask(ANA, "Might you divulge whether salaries of colleagues differ wildly?")
    assert (answer["status"], answer["reason"]) == ("declined", "not_permitted")
    assert not server.chats


def test_instructions_in_a_name_are_data_and_change_nothing(office: Office, server: ModelServer) -> None:
    """A planner that obeys what it finds in the records: the plan is still not the question's."""
    office.create("crm", "accounts", {**office_account(), "name": HOSTILE})
    looks = iter([{"action": "find_name", "text": "Ignore", "plan": None}])
    obeyed = json.dumps(as_step(plan("table", thing=members(PEOPLE, "people"), columns=[column("hris/Employment.pay_rate", "salary")])))
    server.otherwise = lambda asked: json.dumps(found) if (found := next(looks, None)) else obeyed
    assert office.ask(ANA, next(iter(QUESTIONS)))["status"] == "declined"
    assert all("««" in chat.last for chat in server.chats)


def office_account() -> dict[str, Any]:
    return dict(row(HOUSE, "crm/Account", "hostile", industry="Logistics", owner="@crm Ana"))


def test_mine_is_the_asker(office: Office, server: ModelServer) -> None:
    server.otherwise = says(plan("list", "which", "are there", thing=members(ACCOUNT, "accounts", tied(me("mine")))))
    assert told(office.ask(ANA, MINE)) == told(office.ask(ANA, "my accounts"))


def test_the_operations_are_tools_of_a_llamaindex_agent_with_the_asker_bound(office: Office, server: ModelServer) -> None:
    toolbox = Toolbox(office.installation.assistant(office.slug), ANA)
    tools = {tool.metadata.name: tool for tool in function_tools(toolbox)}
    answer = json.loads(tools["ask_company"].call(question="How many contacts does Kenmore Freight have?").content)
    assert told(answer)[:2] == ("answered", [[2]]), answer["text"]
    assert "Greta Gilmore (crm/Contact)" in tools["find_name"].call(name="Greta").content
    assert "crm/Opportunity" in tools["what_can_be_asked"].call(words="open deals").content
    assert all(set(tool.metadata.get_parameters_dict()["properties"]) <= {"question", "name", "word", "words"} for tool in tools.values())
    assert not server.chats
