"""One of several: what "or" and "and" join, how far they reach, and where it cannot be told."""


from agent.plan.algebra import Either, Link, Union, Where
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import ACCOUNT, DEAL, INVOICE, PEOPLE, TICKET, members, names

BOTH = Union(PEOPLE, frozenset({of.ANA, of.BEN}))
UNASSIGNED, LOST = of.Is(f"{TICKET}.unassigned"), of.Is(f"{DEAL}.lost")
CUSTOMER = of.Is("accounting/Contact.customer")
OVERDUE_INVOICES = of.tally(INVOICE, (of.Step(f"{INVOICE}.contact", "accounting/Contact"),), of.Is(f"{INVOICE}.overdue"))


def either(*conditions):
    """At least one of the conditions."""
    return Either(frozenset(conditions))


def in_one_of(*cities):
    """At a place of work in one of the cities."""
    return Link(f"{PEOPLE}.work_location", True, members("hris/Location", either(*(Where("hris/Location.city", city) for city in cities))))


READ = {
    "things": (names(TICKET, of.assigned(BOTH)), (
        "tickets of Ana Ruiz or Ben Cole", "tickets assigned to Ana Ruiz or Ben Cole", "Which tickets are assigned to Ben Cole or Ana Ruiz?")),
    "owners": (names(ACCOUNT, of.owned_by(BOTH)), ("accounts owned by Ana Ruiz or Ben Cole", "accounts of Ben Cole or Ana Ruiz")),
    "values": (names(TICKET, either(of.SEV1, of.SEV2)), (
        "Sev1 or Sev2 tickets", "tickets with priority Sev1 or Sev2", "Sev1 and Sev2 tickets",
        "Which tickets are Sev1 or Sev2?")),
    "values beside an adjective": (names(TICKET, of.OPEN, either(of.SEV1, of.SEV2)), (
        "open Sev1 or Sev2 tickets", "Sev1 or Sev2 tickets that are open")),
    "places": (names(PEOPLE, in_one_of("Lisbon", "Porto")), (
        "people in Lisbon or Porto", "people in Lisbon or in Porto", "Who works in Porto or Lisbon?")),
    "neither place": (names(PEOPLE, of.negated(in_one_of("Lisbon", "Porto"))), ("people not in Lisbon or Porto", "people not in Lisbon and Porto")),
    "states that exclude each other": (names(TICKET, either(of.OPEN, of.CLOSED)), (
        "open and closed tickets", "open or closed tickets", "tickets that are open or closed")),
    "outcomes": (names(DEAL, either(of.WON, LOST)), ("won and lost deals", "won or lost deals", "deals that were won or lost")),
    "states of other fields": (names(TICKET, either(of.OVERDUE, UNASSIGNED)), (
        "overdue or unassigned tickets", "tickets that are unassigned or overdue")),
    "a state or whose": (names(TICKET, either(of.OPEN, of.assigned(of.ANA))), ("tickets that are open or assigned to Ana Ruiz",)),
    "so many of what has a number of its own": (names("accounting/Contact", CUSTOMER, of.has(">=", 3, OVERDUE_INVOICES)), (
        "customers with at least 3 overdue invoices", "customers that have at least three overdue invoices",
        "customers with 3 or more overdue invoices")),
}
WORDINGS = [(question, goal) for goal, questions in READ.values() for question in questions]
UNTOLD = (                              # both, one of them, or all of these and all of those?
    "defects and Sev1 tickets", "accounts without open deals and contacts", "managers or remote people in Lisbon", "tickets or",
    "open or", "or open tickets", "tickets of or Ana Ruiz", "open tickets of Ana Ruiz or overdue",
    "open deals or tickets",
)


@each_case("question, goal", WORDINGS)
def test_alternatives_are_read_as_one_of_them(question, goal):
    assert read_question(question).goals == (goal,)


@each_case("question", UNTOLD)
def test_what_may_be_joined_in_two_ways_has_no_reading(question):
    assert read_question(question).goals == ()
