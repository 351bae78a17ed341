"""Follow-ups in other words mean what the plain ones mean, go on from the last question only, and keep all that was said of it."""

from dataclasses import replace

import pytest

from agent.plan.algebra import Column, Figures, Link, Measure, Named, Names, Order, Set, Table
from agent.understand.grammar.rephrased import rephrased
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import AMOUNT, DEAL, PEOPLE, TICKET, figure, grouped, names, number

OPEN = names(TICKET, of.OPEN, of.in_project("Lighthouse"))
SEV1_OPEN = names(TICKET, of.OPEN, of.SEV1, of.in_project("Lighthouse"))
DEALS = names(DEAL, of.OPEN_DEAL, of.owned_by(of.ANA, DEAL))
BIGGEST = of.first(of.members(DEAL, of.OPEN_DEAL), Column(AMOUNT), 5)
ATLAS = names(PEOPLE, of.in_team("Atlas"))
HEADCOUNT = grouped(of.HEADCOUNT, of.TO_DEPARTMENT)
BOSS = Names(Set(PEOPLE, frozenset({Link(f"{PEOPLE}.manager", False, of.BEN)})), "manager")
CONTACTS = names("crm/Contact", Link("crm/Contact.account", True, Named("crm/Account", "Juniper")))
TEAM_OF_ANA = Names(Set("hris/Team", frozenset({Link(f"{PEOPLE}.team", False, of.ANA)})), "team")

MEANT = (
    (OPEN, ("so what number does that make", "what's the count of these", "how many is that altogether?", "just the number"),
     number(TICKET, *OPEN.node.links, of.OPEN)),
    (number(TICKET, of.OPEN, of.in_project("Lighthouse")), ("give me their names", "just the names please", "what are they called?"), OPEN),
    (OPEN, ("what does it look like for Seawall", "now the same for Seawall", "Seawall too please", "sorry, I meant Seawall",
        "now restrict that to Seawall"),
     names(TICKET, of.OPEN, of.in_project("Seawall"))),
    (OPEN, ("restrict it to Sev1", "show only the Sev1 ones", "narrow that down to Sev1"), SEV1_OPEN),
    (OPEN, ("without the Sev1 ones", "leave out the Sev1 ones", "take the Sev1 ones out", "no Sev1 please"),
     names(TICKET, of.OPEN, of.negated(of.SEV1), *OPEN.node.links)),
    (OPEN, ("just count the ones Ana Ruiz owns",), names(TICKET, of.OPEN, of.assigned(of.ANA), *OPEN.node.links)),
    (ATLAS, ("which of them are outside Lisbon?", "who of them is not based in Lisbon"),
     names(PEOPLE, of.in_team("Atlas"), of.negated(of.in_city("Lisbon")))),
    (ATLAS, ("which of them sit in Lisbon", "who of them works in Lisbon?"), names(PEOPLE, of.in_team("Atlas"), of.in_city("Lisbon"))),
    (DEALS, ("what's their value altogether", "and added together?", "how much is that?", "what do they add up to"),
     figure("sum", AMOUNT, of.OPEN_DEAL, *DEALS.node.links)),
    (DEALS, ("and the average?", "on average?"), figure("average", AMOUNT, of.OPEN_DEAL, *DEALS.node.links)),
    (BIGGEST, ("3 are enough", "only the first three", "make it 3", "the top 3 only"), of.first(BIGGEST.node, Column(AMOUNT), 3)),
    (DEALS, ("what's the largest of them?", "the largest one of them is which?", "and the biggest one?"), of.first(DEALS.node, Column(AMOUNT), 1)),
    (HEADCOUNT, ("which department had the most?", "which one has the most"), replace(HEADCOUNT, order=Order(of.HEADCOUNT, True, 1))),
    (HEADCOUNT, ("the three largest",), replace(HEADCOUNT, order=Order(of.HEADCOUNT, True, 3))),
    (BOSS, ("and hers?", "and his own?"), Names(Set(PEOPLE, frozenset({Link(f"{PEOPLE}.manager", False, BOSS.node)})), "manager")),
    (TEAM_OF_ANA, ("how many people are there?",),
     Figures((Measure(Set(PEOPLE, frozenset({Link(f"{PEOPLE}.team", True, TEAM_OF_ANA.node)})), "count"),))),
)
CASES = [(last, said, goal) for last, texts, goal in MEANT for said in texts]


@pytest.mark.parametrize("last, said, goal", CASES, ids=[said for _, said, _ in CASES])
def test_a_follow_up_in_other_words_means_the_plain_one(last, said, goal):
    assert [getattr(g, "node", g) for g in read_question(said, last=last).goals] == [getattr(goal, "node", goal)]


def test_the_names_after_an_order_are_sorted_by_what_is_said():
    (goal,) = read_question("sort them by start date", last=ATLAS).goals
    assert goal == Table(ATLAS.node, (Column(f"{PEOPLE}.start_date"),), Order(Column(f"{PEOPLE}.start_date"), False))


@pytest.mark.parametrize("last, said", [
    (OPEN, "and which deals are lost"), (DEALS, "ok and how many tickets are overdue"), (BOSS, "she herself, how many tickets are open"),
    (HEADCOUNT, "which city has the most"), (DEALS, "the same as a blorf"), (OPEN, "what does it look like"),
    (BOSS, "how many open deals there"), (OPEN, "make it"),
])
def test_what_the_plain_words_would_drop_is_no_reading(last, said):
    assert read_question(said, last=last).goals == ()


@pytest.mark.parametrize("said, account", [("who owns that account?", "Juniper"), ("and the account owner is?", "Juniper")])
def test_that_account_is_the_one_that_was_named(said, account):
    (goal,) = read_question(said, last=CONTACTS).goals
    assert goal.node.links == frozenset({Link("crm/Account.owner", False, Named("crm/Account", account))})


def test_the_same_for_anothers_people_takes_their_place():
    cost = read_question("headcount cost of Ana Ruiz's people").goals[0]
    (other,) = read_question("now the same for Ben Cole's people", last=cost).goals
    assert other == read_question("headcount cost of Ben Cole's people").goals[0]


def test_a_conversation_that_was_found_is_what_we_talked_about():
    last = read_question("when was my last conversation with Kenmore Freight?").goals[0]
    (goal,) = read_question("what did we talk about then?", last=last).goals
    assert goal.node == last.node


@pytest.mark.parametrize("said", sorted({said for _, said, _ in CASES}))
def test_without_a_question_before_they_go_on_from_nothing(said):
    assert not set(read_question(said).goals) & {goal for _, text, goal in CASES if text == said}


def test_what_adds_to_the_question_before_stays_said():
    found = [(each.text, each.goes_on) for each in rephrased("thanks, and the same for Ana")]
    assert found == [("and the same for Ana", False), ("what about Ana", True)]


@pytest.mark.parametrize("said", ["only those in Lisbon please", "just Lisbon", "the Lisbon ones"])
def test_whose_requests_are_meant_is_said_of_the_same_people(said):
    last = read_question("pending time off in my team").goals[0]
    (goal,) = read_question(said, last=last).goals
    (link,) = goal.node.links
    assert of.in_city("Lisbon") in link.source.links and len(link.source.links | link.source.where) == 2
