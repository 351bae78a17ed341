"""What a model's plan does not hold of a question: fillers are left out in silence, unknown words with the person's word, conditions never."""

import pytest

from agent.catalogue import catalogue
from agent.react import shape
from agent.react.choices import every_way
from agent.react.quotes import Unfounded
from agent.react.reading import read_plan
from tests.unit.agent.proposals import (
    ACCOUNT,
    ANA,
    DEAL,
    JUNIPER,
    LIGHTHOUSE,
    OPEN,
    PEOPLE,
    RIGHT,
    SEAWALL,
    TICKET,
    column,
    compared,
    figure,
    me,
    members,
    name,
    named,
    plan,
    tied,
    value,
)
from tests.unit.agent.test_model_plans import founded, known, same

TICKETS_THERE = members(TICKET, "tickets", tied(LIGHTHOUSE))
OPEN_THERE = plan("list", thing=members(TICKET, "tickets", OPEN, tied(LIGHTHOUSE)))
_KEPT = {"name", "value", "compared", "period", "not", "either", "has", "together", "both"}        # what they say is in their words alone


def bare(element):
    """A plan without the quotes that are only hints."""
    if isinstance(element, list):
        return [bare(each) for each in element]
    if not isinstance(element, dict):
        return element
    is_hint = element.get("kind") not in _KEPT and not ("by" in element and "said" in element)
    return {key: [] if key == "said" and is_hint else bare(each) for key, each in element.items()}


def test_quotes_are_hints_where_the_words_can_be_found():
    found = [(founded(question, bare(written)), plain) for question, written, plain in RIGHT]
    assert not [plain for one, plain in found if one and not (one.doubts or one.bindings) and not same(one.goal, plain)]
    assert sum(one is not None and same(one.goal, plain) for one, plain in found) >= 0.8 * len(RIGHT)


@pytest.mark.parametrize("question, written, plain", [
    ("Which tickets that landed in Lighthouse are open?", OPEN_THERE, "open tickets in Lighthouse"),
    ("Which tickets in Lighthouse, only the ones still open?", OPEN_THERE, "open tickets in Lighthouse"),
    ("When it comes to Lighthouse, which tickets landing in it are open", OPEN_THERE, "open tickets in Lighthouse"),
    ("Any tickets in Lighthouse that are open?", {**OPEN_THERE, "kind": "whether"}, "open tickets in Lighthouse"),
    ("Whichever tickets belong to Lighthouse and are open", OPEN_THERE, "open tickets in Lighthouse"),
    ("People who sit in Lisbon but report to Ana Ruiz",
     plan("list", thing=members(PEOPLE, "People", value("hris/Location.city", "Lisbon"), tied(ANA, "report to", target=f"{PEOPLE}.manager"))),
     "people in Lisbon who report to Ana Ruiz"),
    ("Between Lighthouse and Seawall, which tickets are open?", plan("list", thing=members(
        TICKET, "tickets", OPEN, tied({"kind": "together", "of": [LIGHTHOUSE, SEAWALL]}))), "open tickets in Lighthouse and Seawall"),
    ("which tickets in Lighthouse are more than 30 days old?", plan("list", thing=members(
        TICKET, "tickets", tied(LIGHTHOUSE), compared(f"{TICKET}.age", "more than 30 days"))), "tickets in Lighthouse older than 30 days"),
    ("Open tickets in Lighthouse, are there some?", {**OPEN_THERE, "kind": "whether"}, "open tickets in Lighthouse"),
    ("I'm blorping the sheet. Which tickets in Lighthouse are open?", OPEN_THERE, "open tickets in Lighthouse"),
    ("Drill into the open tickets in Lighthouse", OPEN_THERE, "open tickets in Lighthouse"),
    ("Sum up the amounts of my open deals, expressed in EUR", plan("figures", figures=[figure("sum", members(
        DEAL, "deals", named(f"{DEAL}.open", "open"), tied(me())), "Sum", "amounts", target=f"{DEAL}.amount", unit=["in EUR"])]),
     "total amount of my open deals in EUR"),
    ("where are we with ATL-12, status wise?", plan("show", thing=name("ATL-12", TICKET), columns=[column(f"{TICKET}.status", "status")]),
     "what is the status of ATL-12?"),
    ("my accounts ranked from the most employees to the fewest", plan("table", thing=members(ACCOUNT, "accounts", tied(me())), order={
        "said": ["most", "fewest"], "by": column(f"{ACCOUNT}.number_of_employees", "employees")}),
     "my accounts sorted by number of employees, highest first"),
    ("break the headcount down by department", plan("groups", figures=[figure("metric", members(PEOPLE, ""), "headcount", target="headcount")], keys=[
        {"said": ["by department"], "target": "hris/Group"}]), "headcount by department"),
    ("How many open tickets does each of my accounts have?", plan("table", thing=members(ACCOUNT, "accounts", tied(me())), columns=[
        {"said": [], "figure": figure("count", members(TICKET, "tickets", OPEN), "How many")}]), "number of open tickets of each of my accounts"),
    ("When did I last have a meeting with Juniper?", plan("show", thing=members(
        "crm/Engagement", "meeting", tied(me("I")), tied(JUNIPER), newest=["last"]), columns=[column("crm/Engagement.start_time", "when")]),
     "When was my last meeting with Juniper?"),
    ("What's the open pipeline of my team?", plan("figures", figures=[figure("metric", members(DEAL, "", tied(members(PEOPLE, "my team"))),
        "open pipeline", target="open_pipeline")]), "open pipeline of my team"),
    ("For each of my reports I want to see the interview rounds", plan("table", thing=members(PEOPLE, "", tied(
        me(), "reports", target=f"{PEOPLE}.reports")), columns=[{"said": [], "figure": figure(
            "metric", members("ats/ScheduledInterview", ""), "interview rounds", target="interview_rounds")}]),
     "number of interview rounds of each of my reports"),
    ("For deals won this year, what does the amount come to on average?", plan("figures", figures=[figure("average", members(
        DEAL, "deals", named(f"{DEAL}.won", "won", period="this year")), "amount", "on average", target=f"{DEAL}.amount")]),
     "average amount of deals won this year"),
    ("How big is the number of open tickets in Lighthouse", plan("figures", figures=[figure("count", OPEN_THERE["thing"])]),
     "How many open tickets are there in Lighthouse?"),
])
def test_words_that_say_nothing_beside_the_plan_need_no_word_of_the_person(question, written, plain):
    found = founded(question, written)
    assert same(found.goal, plain)
    assert not (found.doubts or found.bindings)


@pytest.mark.parametrize("question, written", [
    ("Which tickets that fell through in Lighthouse are open?", OPEN_THERE),
    ("Which tickets taken from Lighthouse are open?", OPEN_THERE),
    ("Which zorblatt tickets in Lighthouse are open?", OPEN_THERE),
    ("Which tickets in Lighthouse are open and blorped?", OPEN_THERE),
    ("Which open tickets has nobody fixated in Lighthouse?", plan("list", thing=members(
        TICKET, "tickets", OPEN, tied(LIGHTHOUSE), named(f"{TICKET}.unassigned", "nobody fixated")))),
])
def test_words_that_nobody_knows_are_left_out_with_the_persons_word_only(question, written):
    found = founded(question, written)
    assert found is None or found.doubts or found.bindings


TALLIED = plan("table", thing=members(ACCOUNT, "accounts", tied(me())), columns=[
    {"said": [], "figure": figure("count", members(TICKET, "tickets", OPEN))}])


@pytest.mark.parametrize("question", [
    "which of my accounts have open tickets", "my accounts with open tickets", "which of my accounts have open tickets and how many",
])
def test_what_rows_have_is_no_count_of_it_without_a_word_that_counts_it(question):
    """They are those that have any; a column of counts would show the others too."""
    found = founded(question, TALLIED)
    assert found is None or found.doubts


@pytest.mark.parametrize("question", [
    "my accounts with the most and the fewest employees", "my accounts with the most employees, not the fewest",
])
def test_an_order_that_goes_both_ways_is_none(question):
    ends = {"said": ["most", "fewest"], "by": column(f"{ACCOUNT}.number_of_employees", "employees")}
    assert founded(question, plan("table", thing=members(ACCOUNT, "accounts", tied(me())), order=ends)) is None


@pytest.mark.parametrize("said", [
    "overdue", "closed", "not", "of Pia Lindqvist", "created by Pia Lindqvist", "last month", "over 30 days old", "of mine", "in Seawall",
    "with priority Sev1", "except bugs", "sorted by due date", "per assignee", "the 5 oldest", "without an assignee", "only bugs", "due next week",
    "reported in May", ", are there more than 5", ", are there any overdue",
])
def test_a_condition_an_order_a_time_or_a_name_is_never_left_out(said):
    assert founded(f"Which tickets in Lighthouse are open {said}?", OPEN_THERE) is None


def test_everything_that_is_wrong_is_told_at_once():
    with pytest.raises(Unfounded, match=r"“overdue”.*“Pia Lindqvist”"):
        read("Which open tickets are overdue of Pia Lindqvist?", plan("list", thing=members(TICKET, "tickets", OPEN)))


def test_a_summary_is_not_answered_with_a_list():
    talk = members("crm/Engagement", "conversation", tied(me()), newest=["last"])
    found = founded("Summarize my last conversation", plan("list", thing=talk))
    assert found is None or found.doubts


def test_what_is_not_the_asker_stays_so():
    written = plan("list", thing=members(DEAL, "deals", named(f"{DEAL}.won", "won"), tied(me())))
    assert founded("Which deals did I win that Ana Ruiz created?", written) is None


def read(question, written):
    """The goal. Raises Unfounded."""
    return read_plan(catalogue(), question, known(question), shape.Plan(**written))


def test_the_likeliest_ways_are_tried_first():
    seen = []
    for choices in every_way(20):
        seen.append((choices.pick("abc"), choices.pick("xy")))
    assert seen[0] == ("a", "x")
    assert sorted(seen) == sorted((a, b) for a in "abc" for b in "xy")
    assert len([one.pick("abc") for one in every_way(2)]) == 2
