"""What is more than usual, of both of two, and part of each group: wordings with their goal, and near misses of which none is made."""

from agent.plan.algebra import Groups, Has, Is, Key, Link, Measure, Not, Order, Set, Step, Table, Tally, Where
from tests.unit.agent import set_goals as of
from tests.unit.agent.set_goals import ACCOUNT, AMOUNT, ANA, DEAL, INVOICE, PEOPLE, TICKET, counted, members, names
from tests.unit.agent.wordings import reads, reads_nothing

OPEN, CUSTOMER = Is(f"{TICKET}.open"), "accounting/Contact"
OPEN_TICKETS, DEALS = of.tally(TICKET, of.TO_ASSIGNEE, OPEN), of.tally(DEAL, of.TO_ACCOUNT)
TO_TEAM = (*of.TO_ASSIGNEE, *of.TO_TEAM)
DUE = f"{TICKET}.due_date"
TEAM_OF_ANA = Link(f"{PEOPLE}.team", True, Set("hris/Team", frozenset({Link(f"{PEOPLE}.team", False, ANA)})))
REVENUE = Tally(Measure(Set("accounting/Revenue"), "sum", "accounting/Revenue.amount", unit="USD"), (Step("accounting/Revenue.customer", CUSTOMER),))


def more_than_usual(tally, node, how="average", op=">"):
    """That the figure of each is beyond the middle of what all of the node have."""
    return Has(tally, op, Measure(node, how, each=tally))


def with_both(*nodes):
    """Tickets that are assigned to each of them."""
    return names(TICKET, *(of.assigned(node) for node in nodes))


def part_of_each(part, model, key, *conditions):
    """What part of each group meets one more condition."""
    return Groups((Measure(members(model, *conditions), "share", part=frozenset({part})),), (Key(key) if isinstance(key, tuple) else key,))


test_each_wording_is_read_as_its_goal = reads({
    "more than the average person": (names(PEOPLE, more_than_usual(OPEN_TICKETS, Set(PEOPLE))), (
        "which people have more open tickets than the average person?", "who has more open tickets than average?",
        "who has more open tickets than the average colleague?")),
    "fewer than the median": (names(ACCOUNT, more_than_usual(DEALS, Set(ACCOUNT), "median", "<")), (
        "which accounts have fewer deals than the median account?", "accounts with fewer deals than the median account")),
    "of another population": (names(PEOPLE, more_than_usual(OPEN_TICKETS, members(PEOPLE, Is(f"{PEOPLE}.manager")))), (
        "who has more open tickets than the average manager?",)),
    "a field": (names(DEAL, Where(AMOUNT, Measure(Set(DEAL), "average", AMOUNT), ">")), (
        "deals bigger than the average deal", "deals with a higher amount than average", "deals with a higher amount than the average deal")),
    "a later time": (names(TICKET, Where(DUE, Measure(of.Named(TICKET, "ATL-12"), "value", DUE), ">")), (
        "which tickets have a later due date than ATL-12?", "tickets with a later deadline than ATL-12")),
    "another team": (names(PEOPLE, Not(TEAM_OF_ANA)), (
        "who is in a different team from Ana Ruiz?",)),
    "part of each": (part_of_each(Is(f"{TICKET}.overdue"), TICKET, of.TO_PROJECT), (
        "what percentage of tickets is overdue per project?",
        "per project, what share of tickets is overdue?")),
    "a team's things": (names("hris/Team", Has(of.tally(TICKET, TO_TEAM, OPEN), ">", of.Quantity(of.Decimal(3)))), (
        "teams with more than three open tickets", "which teams have more than 3 open tickets?")),
    "unpaid ones": (names(CUSTOMER, Is(f"{CUSTOMER}.customer"), Has(Tally(counted(INVOICE, Is(f"{INVOICE}.unpaid")), (
        Step(f"{INVOICE}.contact", CUSTOMER),)), ">=", of.Quantity(of.Decimal(2)))), ("customers with at least two unpaid invoices",)),
    "all in order": (Table(members(CUSTOMER, Is(f"{CUSTOMER}.customer")), (REVENUE,), Order(REVENUE)), (
        "top customers by revenue in USD",)),
    "fiscal": (of.grouped(counted(PEOPLE, Is(f"{PEOPLE}.joined")), Key(field=f"{PEOPLE}.start_date", bucket="fiscal quarter")), (
        "how many people started per fiscal quarter?", "how many people joined by financial quarter?")),
})
test_what_cannot_be_told_has_no_reading = reads_nothing((
    "who earns more than the average person", "customers with more revenue than the average customer",      # several currencies have no one middle
    "who has more open tickets than the average deal", "the average person", "than the average person", "who has more than average",
    "tickets with a later priority than ATL-12", "tickets later than due date", "who is in another team", "another team than Ana Ruiz",
    "both Ana Ruiz and Ben Cole", "tickets of both Ana Ruiz", "who is both Ana Ruiz and Ben Cole", "what percentage of tickets per project",
    "share of overdue tickets by project", "top customers", "first deals by close date", "tickets per fiscal", "teams with more than three",
))
