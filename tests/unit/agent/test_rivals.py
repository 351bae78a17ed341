"""Comparisons with another thing: wordings with their goal, and near misses that no goal is made of."""

import pytest

from agent.plan.algebra import Figures, Has, Is, Link, Me, Measure, Named, Order, Set, Step, Table, Tally, Union, Where, parts
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import ACCOUNT, ANA, BEN, DEAL, LEAD, PEOPLE, TICKET, counted, members, names
from tests.unit.agent.wordings import reads, reads_nothing

OPEN, START = Is(f"{TICKET}.open"), f"{PEOPLE}.start_date"
TO_LEAD_OWNER = (Step("crm/Lead.owner", "crm/User"), Step("hub", PEOPLE))
EARLIER = Named(TICKET, "ATL-12")
PAY = "hris/Pay.annual"


def beyond(field, other, op=">"):
    """Beyond what the other thing has in the same field."""
    return Where(field, Measure(other, "value", field), op)


def more_open_tickets(other, op=">"):
    """More open tickets than somebody has."""
    return Has(of.tally(TICKET, of.TO_ASSIGNEE, OPEN), op, counted(TICKET, OPEN, of.assigned(other)))


def ahead(by, *of_them, descending=True):
    """The first of two by one column."""
    return Table(Union(of_them[0].model, frozenset(of_them)), (by,), Order(by, descending, 1))


OPEN_TICKETS = of.tally(TICKET, of.TO_ASSIGNEE, OPEN)
LATER_THAN_ANA = names(PEOPLE, Is(f"{PEOPLE}.joined"), beyond(START, ANA))
BOSS = Set(PEOPLE, frozenset({Link(f"{PEOPLE}.manager", False, Me())}))
READ = {
    "a count": (names(PEOPLE, more_open_tickets(ANA)), (
        "who has more open tickets than Ana Ruiz?", "people with more open tickets than Ana Ruiz", "Who has more open tickets than Ana Ruiz does?")),
    "how many": (Figures((counted(PEOPLE, more_open_tickets(ANA)),)), ("How many people have more open tickets than Ana Ruiz?",)),
    "fewer than the boss": (names(PEOPLE, Has(of.tally(LEAD, TO_LEAD_OWNER), "<", counted(LEAD, of.owned_by(BOSS, LEAD)))), (
        "who has fewer leads than my manager?",)),
    "of firms": (names(ACCOUNT, Has(Tally(counted(DEAL, of.OPEN_DEAL), of.TO_ACCOUNT), ">", counted(DEAL, of.OPEN_DEAL, of.of_account("Juniper")))), (
        "accounts with more open deals than Juniper", "which accounts have more open deals than Juniper?")),
    "an adjective": (names(TICKET, beyond(f"{TICKET}.age", EARLIER)), ("tickets older than ATL-12", "Which tickets are older than ATL-12?")),
    "a field": (names(DEAL, beyond(of.AMOUNT, Named(DEAL, "Foxglove Renewal 2026"))), (
        "which deals have a higher amount than Foxglove Renewal 2026?",)),
    "pay": (names(PEOPLE, Link(f"{PEOPLE}.pay", True, members("hris/Pay", Where(PAY, Measure(
        members("hris/Pay", Link("hris/Pay.employee", True, ANA)), "value", PAY), ">")))), (
        "who earns more than Ana Ruiz?",)),
    "of two": (ahead(OPEN_TICKETS, ANA, BEN), (
        "who has more open tickets, Ana Ruiz or Ben Cole?", "Ana Ruiz or Ben Cole: who has more open tickets?")),
    "of two the fewer": (ahead(OPEN_TICKETS, ANA, BEN, descending=False), ("who has fewer open tickets, Ana Ruiz or Ben Cole?",)),
}
UNTOLD = (                              # of two others, of another kind, of nothing named; "not more" is no "less"; what has no such field
    "who has more tickets than Ana Ruiz and Ben Cole?", "tickets older than INV-77", "who has more than Ana Ruiz?", "more tickets than Ana Ruiz",
    "who has not more tickets than Ana Ruiz?", "who has at least as many tickets as Ana Ruiz?", "deals older than Ana Ruiz",
    "who has more open tickets than?", "than Ana Ruiz", "who was hired after?", "who has more open tickets, Ana Ruiz or Juniper?",
    "who joined after Juniper?", "tickets more than ATL-12", "who manages more than Ana Ruiz?",
)


test_each_wording_is_read_as_its_goal = reads(READ)
test_what_cannot_be_told_has_no_reading = reads_nothing(UNTOLD)


@pytest.mark.parametrize("question", ["who joined after March?", "people with more than 3 open tickets", "tickets older than 30 days"])
def test_a_number_or_a_day_is_no_rival(question):
    assert not any(isinstance(p, Measure) and p.how == "value" for goal in read_question(question).goals for p in parts(goal))
