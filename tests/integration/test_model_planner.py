"""Messages read by a language model, from the person's words to the answer: the real door, a server that says what a test scripts, the real graph."""

import json
import re
import uuid
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import pytest

import agent.respond.form
from agent.answer import notes_of
from agent.llm.tools import function_tools
from agent.understand.model.profile import PROFILES
from kg.graph import Graph
from tests.cases import each_case
from tests.integration.asked_company import ANA, BEN, CLEO, DEV, GAIL, HOUSE, Office
from tests.integration.planned_company import CASES, FOXGLOVE, KENMORE, Case, Planned, how_many, message, planned, says, told
from tests.integration.small_company import merge_id, row
from tests.model_server import KEY, Failed, ModelServer
from ui.asking.toolbox import Toolbox

FULL = PROFILES["full"]
FIRST = CASES[0]
RIGHT = message(FIRST.act)
MISSPELT = message({"goal": "names", "node": {"set": "crm/Acount"}})
BILL = message({"goal": "show", "node": {"name": "Bill", "model": "crm/Contact"}, "field": "crm/Contact.email_addresses"})
BALANCE = {"goal": "show", "field": "hris/TimeOffBalance.balance", "node": {"set": "hris/TimeOffBalance", "where": [
    {"rel": "hris/TimeOffBalance.employee", "of": {"me": True}}, {"field": "hris/TimeOffBalance.policy_type", "value": "VACATION"}]}}
PAY = {"goal": "show", "node": {"name": "Ben Cole", "model": "hris/Employee"}, "field": "hris/Employment.pay_rate"}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Planned]:
    folder = tmp_path_factory.mktemp("planned")
    with planned(folder, graph, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url) as company:
        yield company


@pytest.fixture
def company(everything: Planned) -> Planned:
    everything.server.clear()
    return everything


@pytest.fixture
def office(company: Planned) -> Office:
    return company.office


@pytest.fixture
def server(company: Planned) -> ModelServer:
    return company.server


@pytest.mark.parametrize("case", CASES, ids=[case.message for case in CASES])
def test_a_plan_is_answered_after_one_call_as_the_grammar_answers_the_same(company: Planned, case: Case) -> None:
    company.server.otherwise = message(case.act)
    answer = company.ask(case)
    assert told(answer) == company.right(case), answer["text"]
    assert answer["usage"]["model_calls"] == 1


@pytest.mark.parametrize("other, why", [
    (PAY, "You may not see"),
    ({"goal": "show", "node": {"name": "Dev Patel", "model": "hris/Employee"}, "field": "hris/Employee.mobile_phone_number"}, "You may not see"),
    ({"goal": "names", "node": {"set": "hris/Employee", "where": [{"rel": "hris/Employee.manager", "from": {
        "name": "Eva Stone", "model": "hris/Employee"}}]}}, "no "),
    ({"goal": "decline", "reason": "out_of_scope", "text": "weather"}, "can't tell that"),
])
@pytest.mark.parametrize("turned", [False, True])
def test_of_two_acts_one_is_answered_and_why_the_other_is_not_is_told(
    office: Office, server: ModelServer, other: Any, why: str, turned: bool,
) -> None:
    acts = (FIRST.act, other)
    server.otherwise = message(*(acts[::-1] if turned else acts), set_aside=[{"words": "Eva Stone, Ben Cole, Dev Patel", "why": "a test"}])
    answer = office.ask(ANA, "the folks we know at Kenmore Freight in number, and that thing of Ben Cole, Dev Patel, Eva Stone")
    assert (answer["status"], answer.get("reason"), answer["result"]["rows"]) == ("answered", None, [[2]]), answer["text"]
    assert why in answer["text"]


BOOTS = "hris/Employee.boot_size"
ONE_PERSON, EVERYBODY = {"name": "Ana Ruiz", "model": "hris/Employee"}, {"set": "hris/Employee"}


@pytest.mark.parametrize("act", [
    {"goal": "show", "node": ONE_PERSON, "field": BOOTS},
    {"goal": "names", "node": {"set": "hris/Employee", "where": [{"field": BOOTS, "value": "39"}]}},
    {"goal": "table", "node": EVERYBODY, "columns": [{"field": BOOTS}]},
    {"goal": "table", "node": EVERYBODY, "columns": [], "order": {"by": {"field": BOOTS}, "first": 1}},
    {"goal": "groups", "measures": [{"how": "count", "of": EVERYBODY}], "keys": [{"field": BOOTS}]},
])
@pytest.mark.parametrize("who", [ANA, GAIL])
def test_a_field_that_nobody_classified_is_told_to_the_model_by_name_and_closed_to_everybody(
    office: Office, server: ModelServer, who: str, act: Any,
) -> None:
    server.otherwise = message(act)
    answer = office.ask(who, "wozu passen die Stiefel von Ana Ruiz, also die Stiefelgröße?")
    assert (answer["status"], answer["reason"], len(server.chats)) == ("declined", "not_permitted", 1), answer["text"]
    assert re.search(r"  closed: .*\bboot_size\b", server.chats[0].texts[0])


def test_a_field_that_nobody_classified_is_closed_where_no_model_reads(company: Planned) -> None:
    answer = company.plain.ask(ANA, "What is the boot size of Ana Ruiz?")
    assert (answer["reason"], "boot size" in answer["text"]) == ("not_permitted", True)


def test_faults_of_a_plan_are_told_to_the_model_and_its_repair_is_answered(company: Planned) -> None:
    company.server.otherwise = says(MISSPELT, RIGHT)
    answer = company.ask(FIRST)
    assert told(answer) == company.right(FIRST)
    assert "did you mean crm/Account" in company.server.chats[1].last


def test_a_model_that_only_writes_faulty_plans_leaves_the_grammar_to_read(company: Planned) -> None:
    company.server.otherwise = MISSPELT
    assert told(company.office.ask(ANA, FIRST.plain)) == company.right(FIRST)
    assert len(company.server.chats) == 1 + FULL.repairs


def test_while_the_model_is_away_nothing_goes_on_from_what_was_asked_before_an_unread_message(office: Office, server: ModelServer) -> None:
    server.otherwise = Failed(500)
    for text in ("open tickets of Ben Cole", "something else: how many frobs are grommeted?"):
        office.ask(ANA, text, session="away")
    answer = office.ask(ANA, "and of Dev Patel?", session="away")
    assert (answer["status"], answer["reason"]) == ("declined", "out_of_scope"), answer["text"]


def test_a_message_that_is_too_long_for_the_grammar_is_read_by_the_model(company: Planned) -> None:
    company.server.otherwise = RIGHT
    answer = company.office.ask(ANA, FIRST.message + ", please" * 80)
    assert told(answer) == company.right(FIRST), answer["text"]


def test_records_that_a_question_back_of_the_grammar_lists_are_not_told_to_a_model(office: Office, server: ModelServer) -> None:
    server.otherwise = Failed(500)
    asked = office.ask(CLEO, "Which company does Bill work for?", session="asked by the grammar")
    assert asked["status"] == "clarify", asked["text"]
    server.otherwise = RIGHT
    office.ask(CLEO, FIRST.message, session="asked by the grammar")
    sent = server.chats[-1].last
    assert 'told "(clarify)"' in sent
    assert not [option["label"] for option in asked["question"]["options"] if option["label"] in sent]


def test_a_name_that_nobody_said_is_doubted_and_then_put_to_the_person(office: Office, server: ModelServer) -> None:
    server.otherwise = message(how_many(FOXGLOVE))
    asked = office.ask(ANA, FIRST.message, session="doubted")
    assert asked["status"] == "clarify"
    assert "Foxglove Apparel" in asked["text"]
    assert 'nobody said the name "Foxglove Apparel"' in server.chats[1].last
    calls = len(server.chats)
    no = office.ask(ANA, "No, something else", reply_to=asked["question"]["id"], session="doubted")
    assert (no["status"], no["reason"]) == ("declined", "out_of_scope")
    assert len(server.chats) == calls


def test_a_number_that_nobody_said_is_doubted(office: Office, server: ModelServer) -> None:
    cut = {"goal": "table", "node": {"set": "crm/Account"}, "order": {"by": {"field": "crm/Account.name"}, "first": 7}}
    server.otherwise = message(cut)
    assert office.ask(ANA, "the first few accounts by name")["status"] == "clarify"
    assert office.ask(ANA, "the first seven accounts by name")["status"] == "answered"


def test_a_doubtful_plan_that_the_person_may_not_ask_for_is_refused_and_not_put_to_them(office: Office, server: ModelServer) -> None:
    paid = {"goal": "table", "node": {"set": "hris/Employment"}, "order": {"by": {"field": "hris/Employment.pay_rate"}, "first": 7}}
    server.otherwise = message(paid)
    answer = office.ask(DEV, "the first few by pay")
    assert (answer["status"], answer["reason"]) == ("declined", "not_permitted"), answer["text"]


def test_a_doubt_that_was_told_is_not_told_again_where_the_plan_changes_something_else(office: Office, server: ModelServer) -> None:
    plans = [message({"goal": "names", "label": label, "node": {"set": "crm/Account", "where": [{"rel": "crm/Account.owner", "of": {
        "name": "Dev Patel", "model": "hris/Employee"}}]}}) for label in ("account", "firm", "customer")]
    server.otherwise = says(*plans)
    office.ask(CLEO, "whose accounts they are, you know", session="kept")
    assert len(server.chats) == 2 and "nobody said the name" in server.chats[1].last


def test_plan_that_drops_a_mentioned_name_is_requested_again(office: Office, server: ModelServer) -> None:
    all_of_them = message({"goal": "figures", "measures": [{"how": "count", "of": {"set": "crm/Contact"}}]})
    server.otherwise = says(all_of_them, RIGHT)
    office.ask(ANA, FIRST.message)
    assert 'the message names "Kenmore Freight"' in server.chats[1].last


def test_a_name_of_another_kind_than_the_plan_says_is_told_to_the_model(office: Office, server: ModelServer) -> None:
    server.otherwise = says(*(message({"goal": "card", "node": {"name": "Bill", "model": model}}) for model in ("hris/Employee", "crm/Contact")))
    asked = office.ask(CLEO, "so whats bills story", session="kinds")
    assert 'no hris/Employee is called "Bill"' in server.chats[1].last and 'crm/Contact "Bill Tran"' in server.chats[1].last
    assert asked["status"] == "clarify", asked["text"]


def test_a_name_of_the_kind_that_the_plan_says_is_not_doubted(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "card", "node": {"name": "Bill", "model": "crm/Contact"}})
    assert office.ask(CLEO, "so whats bills story", session="kind")["status"] == "clarify"
    assert not any("is called" in asked.last for asked in server.chats)


def test_a_reply_to_a_question_about_a_name_needs_no_model(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "card", "node": {"name": "Bill", "model": "crm/Contact"}})
    asked = office.ask(CLEO, "so who's that Bill guy", session="bill")
    assert asked["status"] == "clarify", asked["text"]
    server.clear()
    server.otherwise = Failed(500)
    option = asked["question"]["options"][0]
    answer = office.ask(CLEO, option["id"], reply_to=asked["question"]["id"], session="bill")
    assert answer["status"] == "answered"
    assert not server.chats


def test_what_a_message_changes_is_changed_once_though_its_other_half_asks_back(office: Office, server: ModelServer) -> None:
    for currency in ("EUR", "GBP"):
        server.otherwise = message({"goal": "learn", "kind": "currency", "subject": "", "value": currency})
        office.ask(GAIL, f"amounts in {currency} from now on please", session="once")
    server.otherwise = message({"goal": "about", "what": "undo"}, {"goal": "card", "node": {"name": "Bill", "model": "crm/Contact"}})
    asked = office.ask(GAIL, "scrap that last one, and who's Bill?", session="once")
    assert asked["status"] == "clarify" and asked["text"].startswith("Taken back"), asked["text"]
    answer = office.ask(GAIL, asked["question"]["options"][0]["id"], reply_to=asked["question"]["id"], session="once")
    assert answer["status"] == "answered" and "Taken back" in answer["text"], answer["text"]
    server.otherwise = message({"goal": "about", "what": "believe"})
    assert "EUR" in office.ask(GAIL, "what do you believe about me?", session="once")["text"], "one change alone is taken back"
    server.otherwise = message({"goal": "about", "what": "undo"})
    office.ask(GAIL, "and scrap the other", session="once")


def test_a_reply_that_no_model_reads_leaves_the_question_open(office: Office, server: ModelServer) -> None:
    server.otherwise = BILL
    asked = office.ask(GAIL, "the e-mail of Bill?", session="away")
    server.otherwise = Failed(500)
    again = office.ask(GAIL, "hmm, the tall one", reply_to=asked["question"]["id"], session="away")
    assert (again["status"], again["question"]["options"]) == ("clarify", asked["question"]["options"]), again["text"]
    told_away = office.ask(GAIL, "Bill Tran. By Bill I mean Bill Tran", reply_to=asked["question"]["id"], session="away")
    assert told_away["status"] == "answered" and "Bill Tran" in told_away["text"], told_away["text"]
    office.ask(GAIL, "undo that", session="away")


def test_a_reply_that_says_more_than_which_is_meant_is_read_by_the_model(office: Office, server: ModelServer) -> None:
    server.otherwise = BILL
    asked = office.ask(GAIL, "the e-mail of Bill?", session="more")
    phone = {"goal": "show", "node": {"name": "Bill Tran", "model": "crm/Contact"}, "field": "crm/Contact.phone_numbers"}
    server.otherwise = message(phone)
    server.clear()
    office.ask(GAIL, "Tran, and I want the phone, not the e-mail", reply_to=asked["question"]["id"], session="more")
    assert server.chats, "which of the two is not all that was said"


def test_a_person_who_was_chosen_after_a_question_back_is_told_with_the_next_message(office: Office, server: ModelServer) -> None:
    server.otherwise = BILL
    back = office.ask(GAIL, "the e-mail of Bill?", session="which bill")
    option = back["question"]["options"][0]
    office.ask(GAIL, option["id"], reply_to=back["question"]["id"], session="which bill")
    office.ask(GAIL, "and the phone?", session="which bill")
    assert f'replied "{option["label"]}"' in server.chats[-1].texts[1]
    assert re.search(r'; "Bill" is crm/Contact "Bill \w+"; told ', server.chats[-1].texts[1])


def test_what_a_message_says_of_a_name_tells_it_from_others(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "card", "node": {"name": "Bill", "model": "crm/Contact", "apart": "Foxglove"}})
    answer = office.ask(CLEO, "so who's that Bill guy of Foxglove")
    assert answer["status"] == "answered", answer["text"]
    assert "Bill Tran" in answer["text"]


def test_several_requests_are_answered_in_order(office: Office, server: ModelServer) -> None:
    server.otherwise = message(FIRST.act, CASES[1].act)
    both = office.ask(ANA, "folks at Kenmore Freight, how many; and their line of business")
    assert (both["status"], both["result"]["rows"]) == ("answered", [[2, "Logistics"]]), both["text"]


@pytest.mark.parametrize(("act", "reason"), [
    (PAY, "not_permitted"), ({"goal": "decline", "reason": "out_of_scope", "text": "weather"}, "out_of_scope"),
    ({"goal": "decline", "reason": "not_connected", "text": "chat"}, "not_connected"), ({"goal": "decline", "reason": "unsafe"}, "unsafe"),
    ({"goal": "change", "model": "ticketing/Ticket"}, "out_of_scope"),
], ids=["pay", "weather", "chat", "unsafe", "change"])
def test_a_plan_is_refused_by_code_in_words_of_the_product(office: Office, server: ModelServer, act: dict[str, Any], reason: str) -> None:
    server.otherwise = message({**act, "text": "words of the model"} if "text" in act and reason == "out_of_scope" else act)
    answer = office.ask(ANA, "what about Ben Cole then")
    assert (answer["status"], answer["reason"]) == ("declined", reason)
    assert "words of the model" not in answer["text"]
    assert "54000" not in answer["text"] and "82000" not in answer["text"]


def test_two_readings_are_put_to_the_person_in_words_of_the_product(office: Office, server: ModelServer) -> None:
    other = {"goal": "names", "node": {"set": "crm/Contact", "where": [{"rel": "crm/Contact.account", "of": KENMORE}]}}
    server.otherwise = message({"goal": "ask", "text": "?", "options": [{"label": "x", "act": FIRST.act}, {"label": "y", "act": other}]})
    asked = office.ask(ANA, "Kenmore Freight contacts", session="open")
    assert [option["label"] for option in asked["question"]["options"]] != ["x", "y"]
    server.otherwise = Failed(500)
    both = office.ask(ANA, "both", reply_to=asked["question"]["id"], session="open")
    assert both["status"] == "answered" and len(both["result"]["rows"]) > 1, both["text"]
    answer = office.ask(ANA, "o1", reply_to=asked["question"]["id"], session="open")
    assert told(answer) == ("answered", [[2]]), answer["text"]


def test_two_readings_that_come_to_the_same_are_not_put_to_the_person(office: Office, server: ModelServer) -> None:
    at_one = {"goal": "figures", "measures": [{"how": "count", "of": {"set": "crm/Contact", "where": [
        {"rel": "crm/Contact.account", "of": KENMORE}, {"rel": "crm/Contact.account"}]}}]}
    server.otherwise = message({"goal": "ask", "text": "?", "options": [{"label": "x", "act": FIRST.act}, {"label": "y", "act": at_one}]})
    answer = office.ask(ANA, "Kenmore Freight contacts, how many of them")
    assert told(answer) == ("answered", [[2]]), answer["text"]


NOBODY = {"goal": "figures", "measures": [{"how": "count", "of": {"set": "crm/Contact", "where": [
    {"rel": "crm/Contact.account", "of": KENMORE}, {"not": {"rel": "crm/Contact.account"}}]}}]}
AWAY = {"goal": "names", "node": NOBODY["measures"][0]["of"]}
PAID = {"goal": "names", "label": "pay", "node": {"set": "hris/Pay"}}


@each_case(("acts", "rows"), [
    ((FIRST.act, NOBODY), [[2]]),
    ((NOBODY, FIRST.act), [[2]]),
    ((FIRST.act, how_many(FOXGLOVE)), None),        # both find something
    ((NOBODY, {**NOBODY, "contrast": ""}), [[0]]),  # the same
    ((NOBODY, AWAY), [[0]]),                        # neither finds any
    ((FIRST.act, PAID), None),                      # what the other would find is not the asker's to know
])
def test_of_two_readings_the_one_that_finds_something_is_answered(office: Office, server: ModelServer, acts: Sequence[Any], rows: Any) -> None:
    server.otherwise = message({"goal": "ask", "text": "?", "options": [{"label": str(n), "act": act} for n, act in enumerate(acts)]})
    answer = office.ask(BEN, "who might we know over at Kenmore Freight", session=uuid.uuid4().hex)
    assert (answer["status"], answer.get("result") and answer["result"]["rows"]) == ("answered" if rows else "clarify", rows), answer["text"]
    is_said = any(note.startswith("I read this as the number of contacts at account “Kenmore Freight”; for ") for note in notes_of(answer))
    assert is_said == (rows == [[2]])


def test_a_language_is_learned_where_a_model_can_translate(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "learn", "kind": "language", "subject": "", "value": "French"})
    told = office.ask(CLEO, "réponds-moi toujours en français")
    assert told["status"] == "answered" and "I answer in French" in told["text"]
    server.otherwise = message({"goal": "about", "what": "undo"})
    office.ask(CLEO, "oublie ça")

def test_of_an_answer_that_may_not_leave_the_words_alone_are_sent_to_be_translated(office: Office, server: ModelServer) -> None:
    translation = "Ihr Urlaubssaldo beträgt **[0] Tage**.\n\n*Stand: [1] UTC.*"
    server.otherwise = says(message(BALANCE, answer_in="German"), translation)
    answer = office.ask(ANA, "Wie viel Urlaub habe ich noch?")
    assert answer["text"].startswith("Ihr Urlaubssaldo beträgt **12 Tage**.\n\n*Stand: 2026-"), answer["text"]
    assert "Your vacation balance is **[0] days**" in server.chats[1].last and "12" not in server.chats[1].last
    server.otherwise = says(message(BALANCE, answer_in="German"), translation.replace("[0]", "[3]"))
    assert office.ask(ANA, "Wie viel Urlaub habe ich noch?")["text"].startswith("Your vacation balance is **12 days**.")


def test_the_english_of_a_message_is_held_against_its_plan_and_not_kept(company: Planned) -> None:
    office, server = company.office, company.server
    plan = message({"goal": "names", "node": {"set": "ticketing/Ticket", "where": [{"is": "ticketing/Ticket.open"}]}}, answer_in="German",
                   english="my open tickets")
    server.otherwise = lambda asked: Failed(500) if asked.texts[1].startswith("Language: ") else plan
    office.ask(ANA, "meine offenen Tickets", session="said in German")
    assert 'the message says "my", and the plan has nothing for it' in server.chats[1].last
    [kept] = office.installation.history.read(office.slug, ANA, "said in German")
    assert "ticketing/Ticket.open" in kept["acts"] and "my open tickets" not in json.dumps(kept)


def test_texts_of_records_are_not_sent_to_be_translated(office: Office, server: ModelServer) -> None:
    talk = {"goal": "summary", "node": {"set": "crm/Engagement", "newest": True, "where": [
        {"rel": "crm/Engagement.account", "of": {"name": "Kenmore Freight", "model": "crm/Account"}},
        {"rel": "crm/Engagement.owner", "of": {"me": True}}]}}
    server.otherwise = lambda asked: Failed(500) if len(server.chats) > 1 else message(talk, BALANCE, answer_in="German")
    answer = office.ask(ANA, "Mein letztes Gespräch mit Kenmore Freight, und wie viel Urlaub habe ich noch?")
    assert "trucks" in answer["text"] and "12 days" in answer["text"], answer["text"]
    assert not any("trucks" in chat.last for chat in server.chats if chat.last.startswith("Language: "))


def test_a_statement_is_learned_used_in_the_next_plan_and_undone(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "learn", "kind": "unit", "subject": "leave", "value": "hours"})
    learned = office.ask(CLEO, "henceforth holidays in hours, would you", session="stated")
    assert learned["status"] == "answered" and "Learned" in learned["text"], learned["text"]
    server.clear()
    server.otherwise = message(BALANCE)
    office.ask(CLEO, "whats left of my holidays", session="stated")
    assert "unit of \"leave\": hours" in server.chats[0].last
    server.otherwise = message({"goal": "about", "what": "undo"})
    assert "Taken back" in office.ask(CLEO, "oh scrap that", session="stated")["text"]


def test_a_name_is_learned_of_the_kind_that_the_plan_says(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "learn", "kind": "name", "subject": "the quay", "value": "Harbour Crew",
                                "means": {"name": "Harbour Crew", "model": "hris/Team"}})
    learned = office.ask(CLEO, "with the quay I mean the team Harbour Crew", session="kind")
    assert learned["status"] == "answered" and "by “the quay” I take Harbour Crew" in learned["text"], learned["text"]
    of_crew = {"rel": "hris/Employee.team", "of": {"name": "the quay", "model": "hris/Team"}}
    server.otherwise = message({"goal": "names", "node": {"set": "hris/Employee", "where": [of_crew]}})
    found = office.ask(CLEO, "so who works on the quay", session="kind")
    assert found["status"] == "answered" and "Harbour Crew" in found["text"], found["text"]
    server.otherwise = message({"goal": "about", "what": "undo"})
    office.ask(CLEO, "scrap that", session="kind")


def test_words_of_ones_own_are_learned_where_a_plan_says_what_they_mean(office: Office, server: ModelServer) -> None:
    means = {"set": "crm/Account", "where": [{"field": "crm/Account.industry", "value": "Logistics"}]}
    server.otherwise = message({"goal": "learn", "kind": "words", "subject": "haulier", "value": "an account in logistics", "means": means})
    learned = office.ask(CLEO, "haulier = account in logistics for me", session="own")
    taken = "by “haulier” I take “an account in logistics” (the accounts with industry “Logistics”)"
    assert f"Learned: {taken} from now on." in learned["text"], learned["text"]
    server.clear()
    server.otherwise = message({"goal": "names", "node": means}, preferences_used=[1])
    answer = office.ask(CLEO, "which hauliers are there", session="own")
    assert f'term means of "haulier": an account in logistics; as a node: {json.dumps(means, separators=(",", ":"))}' in server.chats[0].last
    assert answer["status"] == "answered"
    assert any("“haulier” as “an account in logistics”" in note for note in notes_of(answer)), notes_of(answer)
    server.clear()
    server.otherwise = says(message({"goal": "names", "node": {"set": "crm/Account"}}), message({"goal": "names", "node": means}))
    assert told(office.ask(CLEO, "which hauliers are there", session="own")) == told(answer)
    assert "preference 1 defines" in server.chats[1].last
    server.clear()
    server.otherwise = message(how_many(FOXGLOVE), preferences_used=[1])        # of a name that nobody said: the person is asked
    asked = office.ask(CLEO, "which hauliers are there", session="own")
    assert asked["status"] == "clarify", asked["text"]
    resumed = office.ask(CLEO, "yes", reply_to=asked["question"]["id"], session="own")
    assert any("“haulier” as “an account in logistics”" in note for note in notes_of(resumed)), resumed["text"]
    server.otherwise = message({"goal": "forget", "subject": "haulier"})
    assert "Forgotten" in office.ask(CLEO, "forget haulier", session="own")["text"]


def test_a_time_of_ones_own_is_learned_used_in_plans_held_against_them_and_undone(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "learn", "kind": "words", "subject": "season", "value": "April to October", "period": ["04-01", "11-01"]})
    learned = office.ask(CLEO, "our season runs from April to October", session="season")
    assert "by “season” I take “April to October” (1 April to 31 October of every year) from now on" in learned["text"], learned["text"]
    server.clear()
    joined = [{"goal": "names", "node": {"set": "hris/Employee", "where": [{"is": "hris/Employee.joined", "period": period}]}}
              for period in (["2024-01-01", "2025-01-01"], ["2024-04-01", "2024-11-01"])]
    server.otherwise = says(*(message(act, preferences_used=[1]) for act in joined))
    answer = office.ask(CLEO, "who started in the season before last", session="season")
    assert 'time means of "season": April to October; as a time: {"period": ["04-01", "11-01"]}' in server.chats[0].last
    assert "preference 1 defines: the plan has not all of its time" in server.chats[1].last
    assert "April to October 2024" in str(answer["understood_as"])
    assert any("“season” as “April to October”" in note for note in notes_of(answer)), notes_of(answer)
    server.otherwise = Failed(503)
    alone = office.ask(CLEO, "Who joined last season?", session="season")
    assert (alone["status"], alone["reason"]) == ("declined", "out_of_scope"), alone["text"]
    server.otherwise = message({"goal": "about", "what": "undo"})
    assert "Taken back" in office.ask(CLEO, "oh scrap that", session="season")["text"]
    server.clear()
    server.otherwise = message(joined[0])
    office.ask(CLEO, "who started in the season before last", session="season")
    assert "as a time" not in server.chats[0].last


def test_weeks_begin_on_the_day_that_the_person_says(office: Office, server: ModelServer) -> None:
    due, week = {"set": "ticketing/Ticket"}, {"field": "ticketing/Ticket.due_date", "bucket": "week"}
    groups = message({"goal": "groups", "measures": [{"how": "count", "of": due}], "keys": [week]})
    server.otherwise = groups
    before = {date.fromisoformat(row[0]).isoweekday() for row in office.ask(CLEO, "tickets due, by week", session="weeks")["result"]["rows"]}
    server.otherwise = message({"goal": "learn", "kind": "calendar", "subject": "week", "value": "Sunday"})
    assert "Learned: weeks begin on Sunday" in office.ask(CLEO, "our week starts on a Sunday", session="weeks")["text"]
    server.otherwise = groups
    after = {date.fromisoformat(row[0]).isoweekday() for row in office.ask(CLEO, "tickets due, by week", session="weeks")["result"]["rows"]}
    assert (before, after) == ({1}, {7})
    server.clear()
    joined = {"goal": "names", "node": {"set": "hris/Employee", "where": [{"is": "hris/Employee.joined", "period": ["2026-11-08", "2026-11-15"]}]}}
    server.otherwise = message(joined, preferences_used=[1])
    answer = office.ask(CLEO, "who joined last week", session="weeks")
    assert 'week of "week": Sunday' in server.chats[0].last and len(server.chats) == 1
    assert any("Weeks begin on Sunday, as you told me" in note for note in notes_of(answer)), notes_of(answer)
    server.otherwise = Failed(503)
    alone = office.ask(CLEO, "How many people joined last week?", session="weeks")
    assert "2026-11-08" in str(alone["understood_as"]) or "8 November" in str(alone["understood_as"]), alone["understood_as"]
    assert any("Weeks begin on Sunday" in note for note in notes_of(alone)), notes_of(alone)
    server.otherwise = message({"goal": "forget", "subject": "week"})
    assert "Forgotten: weeks begin on Sunday" in office.ask(CLEO, "weeks as usual again", session="weeks")["text"]


def test_what_always_holds_is_learned_put_into_plans_and_told(company: Planned) -> None:
    office, server, means = company.office, company.server, {"set": "crm/Account", "where": [{"field": "crm/Account.industry", "value": "Logistics"}]}
    server.otherwise = message({"goal": "learn", "kind": "default", "subject": "industry", "value": "Logistics", "means": means})
    learned = office.ask(CLEO, "I always mean logistics unless I say so", session="always")
    assert "Learned: unless you say otherwise, industry is Logistics" in learned["text"], learned["text"]
    server.clear()
    server.otherwise = message({"goal": "names", "node": means}, preferences_used=[1])
    answer = office.ask(CLEO, "which accounts do we have", session="always")
    assert 'default of "industry": Logistics; as a node' in server.chats[0].last
    assert any("Taken as your industry: Logistics, as you told me" in note for note in notes_of(answer)), notes_of(answer)
    server.otherwise = Failed(503)
    alone = office.ask(CLEO, "How many accounts are there?", session="always")
    assert any("Not held to Logistics, your usual industry" in note for note in notes_of(alone)), alone["text"]
    server.otherwise = message({"goal": "learn", "kind": "default", "subject": "mood", "value": "sunny"})
    assert "did not learn" in office.ask(CLEO, "assume I am sunny from now on", session="always")["text"]
    server.otherwise = message({"goal": "forget", "subject": "industry"})
    assert "Forgotten" in office.ask(CLEO, "drop my usual industry", session="always")["text"]


def test_figures_of_two_sets_stand_beside_each_other_by_keys_that_give_the_same_groups(office: Office, server: ModelServer) -> None:
    count = {"how": "count", "of": {"set": "ticketing/Ticket"}}
    raised, due = ([{"field": f"ticketing/Ticket.{name}", "bucket": "month"}] for name in ("remote_created_at", "due_date"))
    beside = {"label": "due", "measures": [count], "keys": due}
    act = {"goal": "groups", "label": "raised", "measures": [count], "keys": raised}
    wrong = message(act | {"beside": [beside | {"keys": [due[0] | {"bucket": "year"}]}]})
    server.otherwise = says(wrong, message(act | {"beside": [beside]}))
    answer = office.ask(CLEO, "how did tickets come in and fall due over the months", session="abreast")
    assert answer["status"] == "answered", answer["text"]
    assert "its keys give other groups than the first set's" in server.chats[1].last
    assert [column["name"] for column in answer["result"]["columns"]] == ["month", "raised", "due"], answer["text"]
    assert "Raised and due by month" in answer["text"]
    for at, keys in enumerate((raised, due), 1):
        server.otherwise = message(act | {"keys": keys})
        alone = office.ask(CLEO, "and one of the two alone", session=f"alone {at}")
        assert [row[:1] + row[at:at + 1] for row in answer["result"]["rows"] if row[at]] == alone["result"]["rows"]


def test_who_may_not_have_figures_by_a_field_may_not_have_them_beside_others(office: Office, server: ModelServer) -> None:
    count = {"how": "count", "of": {"set": "hris/Employee"}}
    beside = {"label": "leavers", "measures": [count], "keys": [{"field": "hris/Employee.termination_date", "bucket": "year"}]}
    act = {"goal": "groups", "measures": [count], "keys": [{"field": "hris/Employee.start_date", "bucket": "year"}]}
    server.otherwise = message(act | {"beside": [beside]})
    assert office.ask(CLEO, "how did people come and go over the years")["reason"] == "not_permitted"


def test_texts_of_several_kinds_are_summed_up_together(office: Office, server: ModelServer) -> None:
    office.create("crm", "notes", row(
        HOUSE, "crm/Note", "quote", content="They want a quote for tyres.", account="@Kenmore Freight", owner="@crm Ana",
        remote_created_at="2026-11-02T10:00:00.000000Z", remote_updated_at=None))
    talks, notes = ({"set": f"crm/{kind}", "where": [{"rel": f"crm/{kind}.account", "of": KENMORE}]} for kind in ("Engagement", "Note"))
    server.otherwise = message({"goal": "summary", "node": talks, "also": [notes]})
    answer = office.ask(ANA, "what is going on at Kenmore Freight")
    assert answer["status"] == "answered", answer["text"]
    assert "quote for tyres" in answer["text"] and "40 trucks" in answer["text"]
    assert {one["model"] for one in answer["references"]} >= {"crm/Engagement", "crm/Note"}
    server.otherwise = message({"goal": "summary", "node": talks, "also": [{"set": "crm/Account"}]})
    office.ask(ANA, "what is going on at Kenmore Freight")
    assert "crm/Account has no texts to sum up" in server.chats[-1].last


def test_rows_are_told_in_a_sentence_where_that_is_wished_for(office: Office, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent.respond.form, "_IN_A_SENTENCE", 2)
    table = {"goal": "table", "node": {"set": "hris/Employee"}, "columns": [{"field": "hris/Employee.start_date"}]}
    server.otherwise = message(table, form="sentence")
    answer = office.ask(CLEO, "everyone with their start date, just one line", session="line")
    assert "|" not in answer["text"] and "**Ana Ruiz**" in answer["text"], answer["text"]
    assert f"and {len(answer['result']['rows']) - 2} more." in answer["text"], answer["text"]


@pytest.mark.parametrize("taught", [
    {"value": "the one at Foxglove"}, {"value": "Bill", "means": {"name": "Bill", "model": "crm/Contact", "apart": "Foxglove"}},
], ids=["in words", "by the name"])
def test_a_name_may_be_given_to_one_of_several_by_what_tells_them_apart(office: Office, server: ModelServer, taught: dict[str, Any]) -> None:
    server.otherwise = message({"goal": "learn", "kind": "name", "subject": "Bill"} | taught)
    learned = office.ask(CLEO, "when I say Bill I always mean the one at Foxglove", session="apart")
    assert "Learned: by “Bill” I take Bill Tran" in learned["text"], learned["text"]
    server.otherwise = message({"goal": "about", "what": "undo"})
    assert "Taken back" in office.ask(CLEO, "oh scrap that", session="apart")["text"]


def test_a_name_of_several_that_is_given_to_itself_is_asked_about(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "learn", "kind": "name", "subject": "Bill", "value": "Bill"})
    asked = office.ask(CLEO, "when I say Bill I always mean Bill", session="itself")
    assert asked["status"] == "clarify", asked["text"]
    chosen = next(one["id"] for one in asked["question"]["options"] if "Tran" in one["label"])
    told = office.ask(CLEO, chosen, reply_to=asked["question"]["id"], session="itself")
    assert "Learned: by “Bill” I take Bill Tran" in told["text"], told["text"]


def test_prompt_holds_the_dialogue_without_private_values(company: Planned) -> None:
    session = "before"
    company.plain.ask(ANA, FIRST.plain, session=session)
    private = company.plain.ask(ANA, "How many vacation days do I have remaining?", session=session)
    company.server.otherwise = message(CASES[1].act)
    company.office.ask(ANA, CASES[1].message, session=session)
    sent = company.server.chats[0].last
    assert f'asked "{FIRST.plain}"; plan' in sent
    assert "1 rows of contacts: 2" in sent or "1 rows of number of contacts: 2" in sent, sent
    assert private["status"] == "answered"
    assert private["text"] not in sent


def test_history_plan_of_an_older_version_is_left_out_of_the_prompt(company: Planned) -> None:
    history, slug, session = company.office.installation.history, company.office.slug, "of another version"
    company.server.otherwise = message(FIRST.act)
    company.office.ask(ANA, FIRST.message, session="of this version")
    [kept] = history.read(slug, ANA, "of this version")
    history.append(slug, ANA, session, {**kept, "acts": json.dumps({"acts": [{"goal": "of another version"}]})})
    assert told(company.office.ask(ANA, FIRST.message, session=session)) == company.right(FIRST)
    assert f'asked "{FIRST.message}"; told' in company.server.chats[-1].last


@each_case("goal", [
    {"is": "Show", "node": {"is": "Me", "model": "hris/Employee"}, "field": "hris/Employee.gone", "unit": None},
    {"is": "Quantity", "number": {"is": "number", "of": "3"}, "unit": "days"},
])
def test_a_conversation_goes_on_after_a_goal_that_is_one_no_more(company: Planned, goal: Any) -> None:
    """A field that an operator took back, and what is no goal: with a model as without, in the conversation itself as beside it."""
    session, offices = f"no goal {goal['is']}", (company.office, company.plain)
    kept = {"id": uuid.uuid4().hex, "at": "2026-10-01T08:00:00+00:00", "question": "my thing", "reply_to": None, "follows": None,
            "answer": {"status": "answered", "text": "It is this."}, "goal": goal, "settled": {}}
    for office in offices:
        office.installation.history.append(office.slug, ANA, session, kept)
    company.server.otherwise = message(FIRST.act)
    for place in (session, f"beside {session}"):
        assert told(company.office.ask(ANA, FIRST.message, session=place)) == company.right(FIRST)
    assert "It is this." not in json.dumps([chat.texts for chat in company.server.chats])
    assert told(company.plain.ask(ANA, FIRST.plain, session=session)) == company.right(FIRST)
    for office in offices:
        office.installation.history.delete(office.slug, ANA, session)


def test_the_prompt_begins_alike_for_all_messages_of_a_person(company: Planned) -> None:
    for case in CASES[:2]:
        company.server.otherwise = message(case.act)
        company.ask(case)
    first, second = company.server.chats[:2]
    assert first.texts[0] == second.texts[0]
    assert len(first.texts[0]) > 5 * len(first.last)


def test_a_look_up_is_answered_from_the_graph_and_the_plan_comes_after_it(company: Planned) -> None:
    looks = [{"what": "name", "text": "Greta"}, {"what": "name", "text": "Quibbleworth"}, {"what": "around", "text": "Kenmore Freight"},
             {"what": "value", "text": "hris/Location.city"}, {"what": "value", "text": "hris/Employee.marital_status"}]
    company.server.otherwise = says(json.dumps({"look_up": looks}), RIGHT)
    assert told(company.ask(FIRST)) == company.right(FIRST)
    assert "Greta Gilmore (crm/Contact)" in company.server.chats[1].last
    assert re.search('name "Quibbleworth": .* write it in the plan as it is said', company.server.chats[1].last)
    assert "Oslo; Pune" in company.server.chats[1].last
    assert "SINGLE; MARRIED_FILING_JOINTLY" in company.server.chats[1].last


def test_a_name_that_a_look_up_found_is_not_doubted(office: Office, server: ModelServer) -> None:
    card = message({"goal": "card", "node": {"name": "Greta Gilmore", "model": "crm/Contact"}})
    server.otherwise = says(json.dumps({"look_up": [{"what": "name", "text": "Greta"}]}), card, card)
    answer = office.ask(BEN, "what is known of that contact")
    assert (answer["status"], answer["usage"]["model_calls"]) == ("answered", 2), answer["text"]
    server.otherwise = says(card, card)
    assert office.ask(BEN, "what is known of that contact")["usage"]["model_calls"] > 1, "nobody said that name"


def test_values_that_the_graph_does_not_hold_are_read_from_the_app_and_what_is_closed_has_its_fields(company: Planned) -> None:
    looks = [{"what": "value", "text": "hris/Team.name"}, {"what": "value", "text": "hris/Employee.mobile_phone_number"},
             {"what": "catalogue", "text": "accounting/Invoice"}]
    company.server.otherwise = says(json.dumps({"look_up": looks}), RIGHT)
    assert told(company.ask(FIRST)) == company.right(FIRST)
    found = company.server.chats[1].last
    assert re.search(r'value "hris/Team.name": .*Harbour Crew', found), found
    assert 'value "hris/Employee.mobile_phone_number": Its values are not known here.' in found or "No such word." in found, found
    assert "accounting/Invoice is not for the asker to see" in found and "balance" in found, found


def test_that_there_are_rows_to_point_at_is_told_where_their_words_may_not_leave(office: Office, server: ModelServer) -> None:
    rows = {"goal": "table", "node": {"set": "ticketing/Ticket"}, "columns": []}
    server.otherwise = says(message(rows), message({"goal": "card", "node": {"rows": [2]}}))
    told = office.ask(BEN, "all the tickets there are", session="pointing")["result"]["rows"]
    answer = office.ask(BEN, "tell me more of the second one", session="pointing")
    assert 'told "(answered, several rows)"' in server.chats[1].last
    assert str(told[1][0]) in answer["text"]


def test_the_one_thing_that_was_told_last_is_meant_by_it(office: Office, server: ModelServer) -> None:
    oldest = {"set": "ticketing/Ticket", "where": [{"same": {"rows": "all"}}], "ranked": {
        "by": {"field": "ticketing/Ticket.due_date"}, "desc": True, "first": 1}}
    assigned = {"goal": "names", "node": {"set": "ticketing/User", "where": [{"rel": "ticketing/Ticket.assignees", "from": {"rows": "it"}}]}}
    server.otherwise = says(*(message(act) for act in ({"goal": "names", "node": {"set": "ticketing/Ticket"}},
                                                       {"goal": "names", "node": oldest}, assigned, assigned)))
    office.ask(BEN, "all the tickets there are", session="it")
    office.ask(BEN, "which of them is due last?", session="it")
    answer = office.ask(BEN, "who is it assigned to?", session="it")
    assert 'told "(answered, one row)"' in server.chats[-1].last
    assert (told(answer), answer["usage"]["model_calls"]) == (("answered", [["Ben Cole"]]), 1), answer["text"]
    again = office.ask(BEN, "who is it assigned to?", session="several")
    assert again["status"] != "answered", "nothing was told before"


def test_a_model_that_never_stops_looking_up_leaves_the_grammar_to_read(company: Planned) -> None:
    company.server.otherwise = json.dumps({"look_up": [{"what": "name", "text": "Greta"}]})
    assert told(company.office.ask(ANA, FIRST.plain)) == company.right(FIRST)
    assert len(company.server.chats) == 1 + FULL.look_ups + FULL.repairs
    assert "No more look-ups" in company.server.chats[-1].last


def test_attached_list_is_a_node_that_a_plan_can_name(office: Office, server: ModelServer) -> None:
    file = {"at": office.installation.now(office.slug), "name": "list.csv", "text": f"Name,E-mail\nCleo Diaz,\n,{BEN}", "after": 0}
    office.installation.attachments.add(office.slug, ANA, "listed", file)
    listed = {"set": "hris/Employee", "where": [{"field": "hris/Employee.work_email", "op": "in", "value": [CLEO, BEN]}]}
    server.otherwise = message({"goal": "names", "node": listed})
    answer = office.ask(ANA, "remind me who the people in the attached file are", session="listed")
    assert "People of the attached list" in server.chats[0].last and BEN in server.chats[0].last
    assert sorted(row[0] for row in answer["result"]["rows"]) == ["Ben Cole", "Cleo Diaz"], answer["text"]


def test_words_of_a_title_name_it_where_the_plan_says_the_kind(office: Office, server: ModelServer) -> None:
    server.otherwise = message({"goal": "show", "node": {"name": "Lidar", "model": "ticketing/Ticket"}, "field": "ticketing/Ticket.status"})
    answer = office.ask(ANA, "how is the Lidar ticket doing")
    assert "I took “Lidar” as Lidar drifts." in answer["text"]


BY_NAME = {"field": "crm/Account.name"}
ACCOUNTS = {"goal": "table", "node": {"set": "crm/Account"}, "order": {"by": BY_NAME, "desc": False}}
TICKETS = {"goal": "table", "node": {"set": "ticketing/Ticket"}, "columns": [{"field": "ticketing/Ticket.status"}]}
WHICH_ACCOUNTS, WHICH_TICKETS = "which accounts are there", "which tickets are there"
OWNER = {"path": ["crm/Account.owner"]}


def pointed(field: str, **rows: Any) -> dict[str, Any]:
    """A field of rows of an earlier answer."""
    return {"goal": "show", "node": rows, "field": field}


def _in_turn(office: Office, server: ModelServer, session: str, *said: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """The answer to the last of several messages, each with its plan."""
    for text, act in said:
        server.otherwise = message(act)
        answer = office.ask(ANA, text, session=session)
    return answer


@pytest.mark.parametrize("field, told_as", [("annual", "91,000 EUR"), ("monthly", "7,583 EUR"), ("hourly", "43.75 EUR")])
def test_pay_is_told_for_the_stretch_of_time_that_is_asked_for(office: Office, server: ModelServer, field: str, told_as: str) -> None:
    mine = {"set": "hris/Pay", "where": [{"rel": "hris/Pay.employee", "of": {"me": True}}]}
    server.otherwise = message({"goal": "show", "node": mine, "field": f"hris/Pay.{field}"})
    answer = office.ask(ANA, "what do i make")
    assert told_as in answer["text"], answer["text"]


@pytest.mark.parametrize("session", ["same", "another"])
def test_no_part_of_an_answer_to_several_requests_is_told_to_the_model_that_may_not_leave(office: Office, server: ModelServer, session: str) -> None:
    server.otherwise = Failed(500)
    answer = office.ask(ANA, "What is my salary? And who is my manager?", session=f"leaves-{session}-same")
    assert "91,000" in answer["text"] and "Eva Stone" in answer["text"]
    server.otherwise = message(FIRST.act)
    office.ask(ANA, "my salary and manager again: how many folks do we know at Kenmore Freight?", session=f"leaves-{session}-{session}")
    assert "91,000" not in "".join(chat.text for chat in server.chats) and "91000" not in "".join(chat.text for chat in server.chats)


FIRST_LISTED, THEN_LISTED = (WHICH_ACCOUNTS, ACCOUNTS), (WHICH_TICKETS, TICKETS)
OWNERS = {"goal": "table", "node": {"rows": [1, 2]}, "columns": [OWNER]}
LAST_BY_NAME = {"by": BY_NAME, "first": 1}


@pytest.mark.parametrize(("before", "told_as"), [
    ((), "Nothing was answered"), ((FIRST_LISTED,), "Your last question was answered"),
], ids=["first", "answered"])
def test_why_not_is_told_of_what_was_refused_alone(office: Office, server: ModelServer, before: Any, told_as: str) -> None:
    answer = _in_turn(office, server, uuid.uuid4().hex, *before, ("why can't you?", {"goal": "about", "what": "refused"}))
    assert answer["status"] == "declined" and answer["text"].startswith(told_as), answer["text"]


@pytest.mark.parametrize(("said", "rows"), [
    ([FIRST_LISTED, ("industry of the second one?", pointed("crm/Account.industry", rows=[2]))], [["Medicine"]]),
    ([FIRST_LISTED, ("and that of the last?", pointed("crm/Account.industry", rows=[-1]))], [["Logistics"]]),
    ([FIRST_LISTED, THEN_LISTED, ("what business is the first account in?", pointed("crm/Account.industry", rows=[1], asked=WHICH_ACCOUNTS))],
     [["Textiles"]]),
    ([FIRST_LISTED, THEN_LISTED, ("the 2nd ticket's status", pointed("ticketing/Ticket.status", rows=[2]))], [["OPEN"]]),
    ([FIRST_LISTED, ("whose are the first two?", OWNERS)], [["Foxglove Apparel", "Ben Cole"], ["Juniper Labs", "Cleo Diaz"]]),
    ([FIRST_LISTED, ("the last of them by name", {"goal": "names", "node": {
        "set": "crm/Account", "where": [{"same": {"rows": "all"}}], "ranked": LAST_BY_NAME}, "label": "account"})], [["Kenmore Freight"]]),
    ([FIRST_LISTED, ("how many contacts does the third have?", {"goal": "figures", "measures": [{"how": "count", "of": {
        "set": "crm/Contact", "where": [{"rel": "crm/Contact.account", "of": {"rows": [3]}}]}}]})], [[2]]),
    ([("contacts by account", {"goal": "groups", "measures": [{"how": "count", "of": {"set": "crm/Contact"}}],
                               "keys": [{"path": ["crm/Contact.account"]}]}),
      ("whose is the second?", {"goal": "table", "node": {"rows": [2]}, "columns": [OWNER]})], [["Kenmore Freight", "Ana Ruiz"]]),
    ([FIRST_LISTED, ("is the second one in medicine?", {"goal": "exists", "node": {"set": "crm/Account", "where": [
        {"same": {"rows": [2]}}, {"field": "crm/Account.industry", "value": "Medicine"}]}})], [["yes"]]),
], ids=lambda value: value[-1][0] if isinstance(value[0], tuple) else "")
def test_rows_of_an_earlier_answer_are_pointed_at_by_their_places(office: Office, server: ModelServer, said: Any, rows: Any) -> None:
    answer = _in_turn(office, server, uuid.uuid4().hex, *said)
    assert [row[: len(rows[0])] for row in answer["result"]["rows"]] == rows, answer["text"]
    assert answer["usage"]["model_calls"] == 1, "right places are not doubted"


def begun(subject: str) -> dict[str, Any]:
    """When a conversation of the asker's began."""
    mine = {"rel": "crm/Engagement.owner", "of": {"me": True}}
    return {"how": "value", "of": {"set": "crm/Engagement", "where": [mine, {"field": "crm/Engagement.subject", "value": subject}]},
            "field": "crm/Engagement.start_time"}


EARLIER = "The date of your talks with subject Spare parts is **40 days** earlier than that of your talks with subject Renewal:"


@pytest.mark.parametrize(("contrast", "first", "text"), [
    ("which less", ["first", 40], "The earlier date is that of"), ("less by", [40], EARLIER),
    ("more by", [-40], EARLIER), ("more", ["no"], "**No**"), ("less", ["yes"], "**Yes**"),
])
def test_two_dates_are_held_against_each_other_in_days(office: Office, server: ModelServer, contrast: str, first: Any, text: str) -> None:
    server.otherwise = message({"goal": "figures", "measures": [begun("Spare parts"), begun("Renewal")], "contrast": contrast})
    answer = office.ask(ANA, "which of my talks was first, “Spare parts” or “Renewal”, and by how many days?")
    assert answer["status"] == "answered", answer["text"]
    assert answer["result"]["rows"][0][: len(first)] == first
    assert answer["text"].startswith(text), answer["text"]


EVERY_ACCOUNT, TALKS = {"set": "crm/Account"}, {"set": "crm/Engagement"}
INDUSTRIES = [{"how": "distinct", "of": EVERY_ACCOUNT, "field": "crm/Account.industry"}]
TALKED_TO = [{"how": "distinct", "of": TALKS, "field": "crm/Engagement.account"}]
BOTH_COUNTED = [{"how": "count", "of": EVERY_ACCOUNT}, {"how": "count", "of": TALKS}]


@pytest.mark.parametrize(("asked", "goal", "text", "row"), [
    ("how many industries are our accounts in?", {"measures": INDUSTRIES}, "The number of different industries of the accounts is **3**.", [3]),
    ("how many accounts did we talk to?", {"measures": TALKED_TO}, "There are **2** accounts", [2]),
    ("how many per cent more accounts than talks?", {"measures": BOTH_COUNTED, "contrast": "change"},
     "The number of accounts is **50%** less than the number of talks:", [-0.5, 3, 6]),
])
def test_different_values_are_counted_and_changes_told_in_per_cent(  # a question, its plan, and what is told
    office: Office, server: ModelServer, asked: str, goal: Any, text: str, row: Any,
) -> None:
    server.otherwise = message({"goal": "figures", **goal})
    answer = office.ask(ANA, asked)
    assert answer["status"] == "answered", answer["text"]
    assert answer["text"].startswith(text) and answer["result"]["rows"] == [row], answer["text"]


@each_case("unit, told_as", [("days", r"\*\*[\d,]+ days\*\* ago"), ("years", r"\*\*[\d.]+ years\*\* ago")])
def test_a_date_that_is_asked_for_in_a_unit_is_told_with_how_far_off_it_is(office: Office, server: ModelServer, unit: str, told_as: str) -> None:
    act = {"goal": "show", "node": {"name": "Ben Cole", "model": "hris/Employee"}, "field": "hris/Employee.start_date", "unit": unit}
    server.otherwise = message(act)
    answer = office.ask(ANA, f"how many {unit} ago did Ben Cole start?")
    [[began, number]] = answer["result"]["rows"]
    assert (answer["result"]["columns"][1]["name"], re.search(told_as, answer["text"]) is not None) == (f"{unit} since", True), answer["text"]
    days = (date(2026, 11, 20) - date.fromisoformat(began)).days
    assert number == days if unit == "days" else abs(number - days / 365.25) < 0.01


def test_what_is_pointed_at_is_told_and_may_be_asked_about_again(office: Office, server: ModelServer) -> None:
    second = pointed("crm/Account.industry", rows=[2])
    told_first = _in_turn(office, server, "told", FIRST_LISTED, ("industry of the second one?", second))
    assert f"The second account in the answer to “{WHICH_ACCOUNTS}” is Juniper Labs." in (*told_first["text"].splitlines(), *notes_of(told_first))
    assert '"rows":[2]' not in server.chats[-1].last
    for message_said, place, owner in (("and who owns it?", 2, "Cleo Diaz"), ("and the first one?", 1, "Ben Cole")):
        after = _in_turn(office, server, "told", (message_said, {"goal": "table", "node": {"rows": [place]}, "columns": [OWNER]}))
        assert (after["result"]["rows"][0][1], after["usage"]["model_calls"]) == (owner, 1)
        assert '"rows":[2]' in server.chats[-1].last, "the plan is told with the dialogue"


@pytest.mark.parametrize("act", [
    pointed("crm/Account.industry", rows=[3]), pointed("crm/Account.industry", rows=[1, 2]), pointed("crm/Account.industry", rows="all"),
    pointed("ticketing/Ticket.status", rows=[2]),
], ids=str)
def test_another_row_than_the_message_says_is_not_answered_silently(office: Office, server: ModelServer, act: dict[str, Any]) -> None:
    answer = _in_turn(office, server, uuid.uuid4().hex, FIRST_LISTED, THEN_LISTED, ("industry of the second account", act | {
        "node": act["node"] | ({"asked": WHICH_ACCOUNTS} if act["field"].startswith("crm") else {})}))
    assert answer["usage"]["model_calls"] > 1
    assert answer["status"] == "clarify" or "I read it as" in answer["text"], answer["text"]


def test_a_plan_that_points_at_rows_is_taken_up_again_by_a_reply(office: Office, server: ModelServer) -> None:
    back = {"goal": "ask", "text": "?", "options": [
        {"label": "a", "act": pointed("crm/Account.industry", rows=[2])}, {"label": "b", "act": pointed("crm/Account.website", rows=[2])}]}
    asked = _in_turn(office, server, "later", FIRST_LISTED, ("the second one, please", back))
    option = next(one for one in asked["question"]["options"] if "industry" in one["label"])
    answer = office.ask(ANA, option["id"], session="later", reply_to=asked["question"]["id"])
    assert answer["result"]["rows"] == [["Medicine"]], answer["text"]


@pytest.mark.parametrize(("act", "fault"), [
    (pointed("crm/Account.industry", rows=[4]), "has 3"), (pointed("crm/Account.industry", rows=[0]), "counted from 1"),
    (pointed("crm/Account.industry", rows=[1], asked="something else"), "no answer to"),
], ids=str)
def test_rows_that_no_answer_has_are_a_fault(office: Office, server: ModelServer, act: dict[str, Any], fault: str) -> None:
    _in_turn(office, server, uuid.uuid4().hex, FIRST_LISTED, ("industry of that one", act))
    assert any(fault in text for chat in server.chats for text in chat.texts)


@pytest.mark.parametrize("between", [
    ("accounts by industry", {"goal": "groups", "measures": [{"how": "count", "of": EVERY_ACCOUNT}], "keys": [{"field": "crm/Account.industry"}]}),
    ("how many tickets are there?", {"goal": "figures", "measures": [{"how": "count", "of": {"set": "ticketing/Ticket"}}]}),
], ids=lambda value: value[0])
def test_rows_of_an_older_answer_than_figures_of_others_are_not_meant(office: Office, server: ModelServer, between: Any) -> None:
    _in_turn(office, server, uuid.uuid4().hex, FIRST_LISTED, between, ("and the first one?", pointed("crm/Account.industry", rows=[1])))
    assert any("told figures, and no rows of records" in text for chat in server.chats for text in chat.texts)


def test_rows_are_read_again_with_the_rights_of_now(office: Office, server: ModelServer) -> None:
    """Whatever an earlier answer told: what is closed now is refused, what is gone is no record."""
    history, slug, hidden = office.installation.history, office.slug, merge_id("acme", "ATL-2")
    server.otherwise = message(TICKETS)
    office.ask(BEN, WHICH_TICKETS, session="own rows")
    [kept] = history.read(slug, BEN, "own rows")
    for session, ids, reason in (("closed now", [hidden], "not_permitted"), ("gone now", [merge_id("acme", "ATL-9")], "no_record")):
        result = {**kept["answer"]["result"], "rows": kept["answer"]["result"]["rows"][:1]}
        entry = {**kept, "answer": {**kept["answer"], "result": result}, "one": {**kept["rows"], "ids": ids}}
        history.append(slug, BEN, session, {name: value for name, value in entry.items() if name != "rows"})
        server.otherwise = message(pointed("ticketing/Ticket.status", rows="it"))
        answer = office.ask(BEN, "the status of it?", session=session)
        assert (answer["status"], answer.get("reason")) == ("declined", reason), answer["text"]
        assert "Severance" not in json.dumps(answer)


def test_no_key_or_token_and_nothing_of_a_closed_class_leaves(company: Planned, server: ModelServer) -> None:
    for case in CASES:
        server.otherwise = message(case.act)
        company.ask(case)
    for secret in (KEY, "token-hris", "token-crm", "91000", "1990-04-03", "ana@private.example"):
        assert secret.encode() not in server.sent


@pytest.mark.parametrize("failure, why", [
    (Failed(401), "refuses the key"), (Failed(404, "The model `x` does not exist."), "does not know the model"),
    (Failed(400, "This model's maximum context length is 4096 tokens."), "not enough room"),
    ("no plan at all", "no usable answer"), ('{"acts": [{"goal": "dance"}]}', "no usable answer"),
], ids=["key", "model", "context", "prose", "another shape"])
def test_without_a_usable_model_the_grammar_reads_and_says_so_in_a_line(company: Planned, failure: Any, why: str) -> None:
    company.server.otherwise = failure
    answer = company.office.ask(ANA, FIRST.plain)
    assert told(answer) == company.right(FIRST)
    (line,) = (line for line in answer["text"].splitlines() if "only the grammar looked at this question" in line)
    assert why in line


@pytest.mark.parametrize("planner, calls", [("rules", 0), ("model", 1)])
def test_planner_option_selects_model_or_grammar_alone(company: Planned, planner: Any, calls: int) -> None:
    company.server.otherwise = RIGHT
    (office,) = (o for o in (company.plain, company.office) if o is (company.plain if planner == "rules" else company.office))
    answer = office.ask(ANA, FIRST.plain)
    assert (told(answer), answer["usage"]["model_calls"]) == (company.right(FIRST), calls)


def test_the_operations_are_tools_of_a_llamaindex_agent_with_the_asker_bound(office: Office, server: ModelServer) -> None:
    server.otherwise = RIGHT
    toolbox = Toolbox(office.installation.assistant(office.slug), ANA)
    tools = {tool.metadata.name: tool for tool in function_tools(toolbox)}
    answer = json.loads(tools["ask_company"].call(question=FIRST.message).content)
    assert told(answer) == ("answered", [[2]]), answer["text"]
    assert "Greta Gilmore (crm/Contact)" in tools["find_name"].call(name="Greta").content
    assert "crm/Opportunity" in tools["what_can_be_asked"].call(words="open deals").content
    assert all(set(tool.metadata.get_parameters_dict()["properties"]) <= {"question", "name", "word", "words"} for tool in tools.values())
