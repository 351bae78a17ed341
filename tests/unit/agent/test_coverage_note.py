"""Of how many members a figure is known, which an answer says where it is not of all."""

from agent.catalogue import catalogue
from agent.plan.algebra import Is, Measure, Set, Step, Tally
from agent.query.operations.tables import coverage
from tests.cases import each_case

PEOPLE, LEFT = Set("hris/Employee"), Measure(Set("hris/TimeOffBalance"), "sum", "hris/TimeOffBalance.balance")
LEFT_OF_EACH = Tally(LEFT, (Step("hris/Employee.balances", "hris/Employee", True),))
ASSIGNEES = (Step("ticketing/Ticket.assignees", "ticketing/User"), Step("hub", "hris/Employee"))
OPEN_OF_EACH = Tally(Measure(Set("ticketing/Ticket"), "share", part=frozenset({Is("ticketing/Ticket.open")})), ASSIGNEES)
TICKETS_OF_EACH = Tally(Measure(Set("ticketing/Ticket"), "count"), ASSIGNEES)


@each_case("measure, known, note", [
    (Measure(PEOPLE, "average", "hris/Employee.tenure"), 2, ["Tenure is known for 2 of 3 employees."]),
    (Measure(PEOPLE, "average", each=LEFT_OF_EACH), 2, ["Balance is known for 2 of 3 employees."]),
    (Measure(PEOPLE, "average", each=LEFT_OF_EACH), 3, []),
    (Measure(PEOPLE, "average", each=TICKETS_OF_EACH), 2, []),          # who has none has 0
    (Measure(PEOPLE, "average", each=OPEN_OF_EACH), 2, ["Share is known for 2 of 3 employees."]),       # and no share of them is open
])
def test_of_how_many_a_figure_is_known_is_said(measure: Measure, known: int, note: list[str]) -> None:
    assert coverage(catalogue(), measure, known, 3) == note
