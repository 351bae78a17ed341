"""Those of which something is said, left out or asked for: wordings with their goal, and near misses of which none is made."""

from agent.plan.algebra import Has, Is, Key, Link, Me, Measure, Named, Names, Not, Set, Step, Tally, Where, same_as
from tests.unit.agent import set_goals as of
from tests.unit.agent.set_goals import AMOUNT, ANA, DEAL, PEOPLE, TICKET, counted, grouped, members, names, number
from tests.unit.agent.wordings import reads, reads_nothing

DEFECT, OPEN, REMOTE = Where(f"{TICKET}.ticket_type", "Defect"), Is(f"{TICKET}.open"), Is(f"{PEOPLE}.remote")
HEADS = Measure(members(PEOPLE, Is(f"{PEOPLE}.active"), Not(REMOTE)), "count")
TO_CUSTOMER = Key((Step(f"{TICKET}.account", "ticketing/Account"),))
REPORTS = Tally(counted(PEOPLE), (Step(f"{PEOPLE}.reports", PEOPLE, inverse=True),))
BOSS = Set(PEOPLE, frozenset({Link(f"{PEOPLE}.manager", False, ANA)}))
IN_RIGGING = members(PEOPLE, Link(f"{PEOPLE}.team", True, Named("hris/Team", "Rigging")))
TO_RIGGING = Link(f"{TICKET}.assignees", True, Set("ticketing/User", frozenset({Link("hub", False, IN_RIGGING)})))
IN_PORTO = Set("hris/Location", where=frozenset({Where("hris/Location.city", "Porto")}))
BOSS_IN_PORTO = Link(f"{PEOPLE}.manager", True, members(PEOPLE, Link(f"{PEOPLE}.work_location", True, IN_PORTO)))


test_each_wording_is_read_as_its_goal = reads({
    "left out of groups": (grouped(HEADS, of.TO_CITY), (
        "headcount per city, leave out the remote people", "headcount per city without the remote ones",
        "headcount by city, excluding the remote ones")),
    "left out of a list": (names(
        TICKET, OPEN, DEFECT, Not(Where(f"{TICKET}.priority", "Sev2"))), ("all open defects except the Sev2 ones",)),
    "those without": (grouped(counted(TICKET, DEFECT, Not(Is(f"{TICKET}.without_account"))), TO_CUSTOMER), (
        "defects per customer, leave out those without a customer",)),
    "in a team's hands": (number(TICKET, OPEN, TO_RIGGING), ("How many open tickets are assigned to the Rigging team?",)),
    "so many of its own": (names(TICKET, OPEN, Has(Tally(counted("ticketing/User"), (
        Step(f"{TICKET}.assignees", TICKET, inverse=True),)), "=", of.Quantity(of.Decimal(2)))), ("open tickets with two assignees",)),
    "whose": (names(PEOPLE, BOSS_IN_PORTO), ("whose manager is in Porto", "Whose manager sits in Porto?", "people whose manager is in Porto")),
    "who else": (names(PEOPLE, Link(f"{PEOPLE}.manager", True, BOSS), Not(same_as(ANA))), ("Who else reports to the manager of Ana Ruiz?",)),
    "a name's part": (names(PEOPLE, Where(f"{PEOPLE}.last_name", "Stone")), (
        "Which employees have the last name Stone?", "people whose last name is Stone")),
    "more of a relation": (names(PEOPLE, Is(f"{PEOPLE}.manager"), Has(REPORTS, ">", Measure(
        members(PEOPLE, Is(f"{PEOPLE}.manager")), "average", each=REPORTS))), ("Which managers have more direct reports than the average manager?",)),
    "names too": (Names(members(PEOPLE, Is(f"{PEOPLE}.off", of.NEXT_WEEK)), "employee"), (
        "Is anyone off next week? Names", "is anyone off next week, names")),
    "the size of a deal": (of.figure("average", AMOUNT, Is(f"{DEAL}.won")), ("average size of a won deal", "average size of the won deals")),
    "the total of a figure": (of.figure("sum", AMOUNT, of.OPEN_DEAL, of.owned_by(Me(), DEAL)), ("total amount of my open pipeline",)),
})
test_what_cannot_be_told_has_no_reading = reads_nothing((
    "candidates with the last name Stone", "the remote ones", "leave out the remote ones", "people without the remote ones", "who else is off today",
    "who else", "whose",
    "whose tickets are overdue", "tickets with two", "who else reports to Ana Ruiz and Ben Cole", "three best paid tickets",
    "total amount of my win rate", "hours per ticket",
))
