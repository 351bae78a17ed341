"""Lists of things with columns that were asked for: what tells the rows apart stands beside these, and makes them neither more nor fewer."""

from collections.abc import Sequence

from agent.plan.algebra import Column, Earlier, Key, Measure, Named, Order, Step, Table, Tally, Union, same_as
from agent.query.operations import OUTCOMES, NodeRecords
from agent.query.outcome import Outcome
from tests.cases import each_case
from tests.unit.agent.results import NOW, OVERDUE, TEAM, TICKETS, cited, of, run_of

ASSIGNEES = Column(None, (Step("ticketing/Ticket.assignees", "ticketing/User"),))
CUSTOMER = Column(None, (Step("accounting/Invoice.contact", "accounting/Contact"),))
DEALS, APPLICATIONS, CLIENTS = of("crm/Opportunity"), of("ats/Application"), of("crm/Account")
DUE, STATUS, ISSUED = Column("ticketing/Ticket.due_date"), Column("ticketing/Ticket.status"), Column("accounting/Invoice.issue_date")
NUMBER_OF_DEALS = Tally(Measure(DEALS, "count"), (Step("crm/Opportunity.account", "crm/Account"),))


def table(goal: Table, number: int = 3, **values: object) -> Outcome:
    """What a table of so many things comes to."""
    found = {node: NodeRecords(node.model, tuple(r for _, r in cited(node, number, **values))) for node in (goal.node, DEALS)}
    return OUTCOMES[Table](run_of("UTC"), goal, found)


def heads(made: Outcome) -> list[str]:
    return [column.name for column in made.columns]


@each_case("goal, expected", [
    # what it is called by, what was asked for, what is usual, what the question looks at
    (Table(OVERDUE, (CUSTOMER,)), ["invoice", "customer or supplier", "currency", "total", "balance", "due date", "days overdue"]),
    (Table(OVERDUE, (ISSUED,) * 4), ["invoice", *["issue date"] * 4, "days overdue"]),         # no wider than can be read
    (Table(OVERDUE, (ISSUED,) * 6), ["invoice", *["issue date"] * 6]),
    (Table(TICKETS, (ASSIGNEES,)), ["ticket", "key", "assignee", "status", "due date"]),
    (Table(TICKETS, (STATUS, DUE)), ["ticket", "key", "status", "due date", "assignee"]),
    (Table(TICKETS, (STATUS, DUE), Order(Column("ticketing/Ticket.remote_created_at"))),
     ["ticket", "key", "status", "due date", "created", "assignee"]),
    (Table(TICKETS, (), Order(DUE, descending=False)), ["ticket", "key", "due date", "status", "assignee"]),
    (Table(Union("ticketing/Ticket", frozenset({TICKETS, of("ticketing/Ticket", newest=True)})), (DUE,)),
     ["ticket", "key", "due date", "status", "assignee"]),
    # what already stands there as the name of the same thing stands there once
    (Table(OVERDUE, (Column("accounting/Contact.name", CUSTOMER.path),)),
     ["invoice", "name", "currency", "total", "balance", "due date", "days overdue"]),
    # people, figures, one thing, and what the last answer told stay as they are asked for
    (Table(TEAM, (Column("hris/Employee.start_date"),)), ["employee", "start date"]),
    (Table(CLIENTS, (NUMBER_OF_DEALS,)), ["account", "opportunities"]),
    (Table(TICKETS, (DUE,), Order(DUE, first=1)), ["ticket", "key", "due date"]),
    (Table(of("ticketing/Ticket", newest=True), (DUE,)), ["ticket", "key", "due date"]),
    (Table(Named("ticketing/Ticket", "Ticket A"), (DUE,)), ["ticket", "key", "due date"]),
    (Table(of("ticketing/Ticket", links=[same_as(Named("ticketing/Ticket", "Ticket A"))]), (DUE,)), ["ticket", "key", "due date"]),
    (Table(Earlier("ticketing/Ticket", ("r0", "r1", "r2"), (), "my tickets"), (DUE,)), ["ticket", "key", "due date"]),
])
def test_a_list_of_things_shows_what_tells_them_apart_beside_what_was_asked_for(goal: Table, expected: Sequence[str]) -> None:
    assert heads(table(goal)) == expected


def test_columns_beside_make_rows_neither_more_nor_fewer() -> None:
    made = table(Table(TICKETS, (ASSIGNEES,)))
    assert [row[0] for row in made.rows] == ["Ticket A", "Ticket B", "Ticket B", "Ticket C", "Ticket C"]       # one for each of several assignees
    assert [row[3] for row in made.rows] == ["OPEN", *["IN_PROGRESS"] * 4]
    by_assignee = table(Table(TICKETS, (), Order(ASSIGNEES)))
    assert [row[0] for row in by_assignee.rows] == ["Ticket B", "Ticket C", "Ticket A"] and heads(by_assignee)[:3] == ["ticket", "key", "assignee"]
    first = table(Table(TICKETS, (DUE,), Order(DUE, descending=False, first=1, per=Key(field="ticketing/Ticket.status"))))
    assert [(row[0], row[1]) for row in first.rows] == [("IN_PROGRESS", "Ticket B")]
    assert heads(first) == ["status", "ticket", "key", "due date", "assignee"]


def test_whose_things_without_a_name_are_stands_before_what_was_asked_for() -> None:
    made = table(Table(APPLICATIONS, (Column("ats/Application.source"),)), candidate="Eva Lund", job="Welder", source="Referral", applied_at=NOW)
    assert heads(made) == ["candidate", "job", "source", "applied"]
    assert made.rows[0][1:3] == ("Welder", "Referral")
    assert {r.model for _, r in made.cited} == {"ats/Application", "ats/Candidate", "ats/Job"}


def test_what_the_asker_may_not_see_of_all_rows_does_not_stand_beside_them() -> None:
    assert heads(table(Table(DEALS, (Column("crm/Opportunity.close_date"),)))) == ["opportunity", "close date", "account", "stage"]     # no amount
