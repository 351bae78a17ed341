"""Why a question is declined that could not be understood."""

from itertools import groupby

import pytest
from hypothesis import given

from agent.access.refused import declining, denied, not_permitted
from agent.answer import Reason
from agent.catalogue import catalogue
from agent.catalogue.house import with_mapped
from agent.language.deeds import READS_ONLY
from agent.plan.algebra import Goal
from agent.policy.decision import whom_to_ask
from agent.policy.wording import kinds
from agent.question.tasks import Plan
from agent.understand.refusal import INSTEAD, Unread, not_understood
from tests.cases import each_case
from tests.unit.agent import drawn_goals
from tests.unit.agent.unread import turn_of


def declined(question, unplaced=(), apps=("crm", "filestorage", "knowledgebase"), mapped=()):
    own = with_mapped(catalogue(), tuple(mapped)).unclassified
    return not_understood(turn_of(question, {category: category for category in apps}).context, question, Unread(tuple(unplaced), unclassified=own))


@pytest.mark.parametrize("question", ["Where is the file Headcount plan 2027.xlsx?", "Who wrote the article Headcount rules?"])
def test_unread_question_about_a_connected_app_is_declined_by_its_words(question):
    found = declined(question, ("Headcount",))
    assert found.reason is Reason.OUT_OF_SCOPE
    assert "could not place: “Headcount”" in str(found)


@each_case("app, questions", [
    ("knowledge base app", ("Who wrote the article Laboratory rules?", "is there a wiki page on lab safety",
                        "What does the handbook say about parental leave?",
                       "find the runbook for the press line", "what's in our expense policy")),
    ("file storage app", ("open the signed contract of Acme", "Which slides did we show to Acme?",
                    "is there a google sheet with the budget", "latest pdf of the offer",
                     "whats in the shared folder of the sales team")),
    ("calendar app", ("Do I have an appointment at noon?", "when is Claire's next free slot",
                 "which meeting room is free", "what is on my agenda", "Am I double booked on Friday?")),
    ("chat app", ("Did anybody write to me on Slack?",
             "what was said in the Teams channel of the press line", "read me my unread messages", "last WhatsApp from Claire")),
    ("e-mail app", ("Has Acme emailed me back?", "How many unread emails are in my inbox?",
              "what was in the last mail from Claire", "search my gmail for the quote", "did anyone send me an email about the survey?")),
    ("marketing app", ("How did the spring campaign do?", "what's our unsubscribe rate",
             "how many people opened the newsletter", "bounce rate of the landing page")),
])
def test_words_of_an_unconnected_app_are_declined_as_not_connected(app, questions):
    found = {q: declined(q, apps=("crm",)) for q in questions}
    assert {q: (d.reason, app in str(d)) for q, d in found.items()} == dict.fromkeys(questions, (Reason.NOT_CONNECTED, True))


@pytest.mark.parametrize("question", ["Which tickets smell of fish?", "how about the jobs lately", "Are the candidates happy?"])
def test_records_of_an_unconnected_app_are_declined_as_not_connected(question):
    assert declined(question, apps=("crm",)).reason is Reason.NOT_CONNECTED


def test_not_permitted_comes_before_not_connected():
    assert declined("how about the invoices lately", apps=("crm",)).reason is Reason.NOT_PERMITTED


@each_case("question", [
    "Is Tom overpaid with that salary?", "whose salary is a joke", "Which of our people have the fattest pay?",
    "does the gender of our engineers match the market",
    "guess the bank account number of Tom",
])
def test_private_field_of_others_is_not_permitted_in_any_wording(question):
    assert declined(question, apps=("crm",)).reason is Reason.NOT_PERMITTED


@each_case("question", [
    "What is the weather?", "write me a poem about robots", "how do I cook rice", "Who won the cup in 2019?", "should I buy gold now",
    "What is seven times eight?",
    "Which phone has the best camera?", "translate good morning into Danish", "is my pay fair compared to the moon",
])
def test_what_no_app_of_a_company_knows_is_out_of_scope(question):
    assert declined(question).reason is Reason.OUT_OF_SCOPE


def test_words_that_have_no_place_are_named():
    assert "“weather”" in str(declined("What is the weather?", ("weather",)))


def test_known_words_that_do_not_combine_are_declined_with_that_reason():
    said = str(declined("do the tickets overdue the leads", apps=("ticketing", "crm")))
    assert "I know the words" in said and INSTEAD not in said
    assert INSTEAD in str(declined("may we might not", apps=("ticketing", "crm")))


def test_words_near_the_ones_that_have_no_place_are_offered():
    assert "Did you mean “opportunity”?" in str(declined("the opportunety of Acme", ("opportunety",)))


@each_case("question, where", [
    ("delete all tickets", "jira"), ("Please close the ticket about the press", "jira"), ("can you create a ticket for me", "jira"),
    ("assign Bill to the Orchard deal", "salesforce"), ("book me a flight to Bangalore", ""), ("close ticket ATL-12", "jira"),
    ("I'd like to add a new contact", "salesforce"), ("cancel my subscription", ""), ("send Ana a note", "salesforce"),
])
def test_wish_to_change_something_is_declined_as_read_only_with_where_to_do_it(question, where):
    run = turn_of(question, {"ticketing": "jira", "crm": "salesforce"}).context
    found = not_understood(run, question, Unread(("delete",)))
    assert found.reason is Reason.OUT_OF_SCOPE
    assert str(found).startswith(f"{READS_ONLY} Please do that in {where};" if where else f"{READS_ONLY} Please do that where")


@each_case("question", ["close dates of deals that wobble", "book value of the press", "order of the walrus tickets",
                                      "change in tickets that hum",
                                      "which tickets did Ana delete", "update on the walrus", "set of tickets"])
def test_a_question_that_begins_with_such_a_word_asks_for_no_deed(question):
    assert READS_ONLY not in str(declined(question, ("walrus",)))


@each_case("question, reason", [
    ("What is the boot size of Tom?", Reason.NOT_PERMITTED),
    ("list everybody with their locker numbers", Reason.NOT_PERMITTED),
    ("which accounts have a paint code", Reason.NOT_PERMITTED),
    ("What is the shoe size of Tom?", Reason.OUT_OF_SCOPE),
    ("Delete the boot size of Tom", Reason.OUT_OF_SCOPE),
    ("is the city pretty", Reason.OUT_OF_SCOPE),                # a name that the catalogue has for something else says nothing
])
def test_a_field_of_the_companys_own_that_nobody_classified_is_not_permitted_by_its_name(question, reason):
    mapped = [("hris/Employee", "boot_size"), ("hris/Employee", "lockerNumber"), ("crm/Account", "Paint Code"), ("crm/Account", "city")]
    assert declined(question, mapped=mapped).reason is reason


@given(drawn_goals.goals())
def test_why_something_is_refused_follows_from_the_question_and_from_whom_one_is_told_to_ask(goal: Goal) -> None:
    turn = turn_of("…")
    _ = turn.progress.planned(Plan(goal, "", ()), {})
    for ask, alike in groupby(sorted(kinds(), key=whom_to_ask), key=whom_to_ask):
        told = [declining(catalogue(), turn, why).elements for why in (*map(not_permitted, alike), denied(ask))]
        assert all(each == told[0] for each in told), (ask, told)
