"""What never was, what lies above the average of its like, and where somebody is: wordings with their goal, and those that cannot be told."""

from agent.plan.algebra import Column, Is, Link, Measure, Not, Set, Table, Where
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import ACCOUNT, AMOUNT, DEAL, INVOICE, PEOPLE, TICKET, members, names
from tests.unit.agent.wordings import reads, reads_nothing

CUSTOMER, TAKEN = "accounting/Contact", f"{PEOPLE}.took_time_off"


def beyond(model, field, how="average", op=">"):
    """Those beyond a figure over all of the model."""
    return names(model, Where(field, Measure(Set(model), how, field), op))


READ = {
    "never": (names(PEOPLE, Not(Is(TAKEN))), (
        "people who never took time off", "people who have never taken time off", "Who has never taken time off?",
        "people who have not taken time off yet", "Who has not taken time off yet?")),
    "not in a period": (names(PEOPLE, Not(Is(TAKEN, of.YEAR))), (
        "people who have not taken time off this year", "Who has not taken time off this year?")),
    "customers never invoiced": (names(CUSTOMER, Is(f"{CUSTOMER}.customer"), Not(
        Link(f"{INVOICE}.contact", False, members(INVOICE, Is(f"{INVOICE}.issued"))))), (
        "customers we have never invoiced", "customers never invoiced")),
    "never had": (names(ACCOUNT, Not(Link(f"{DEAL}.account", False, Set(DEAL)))), (
        "accounts that never had a deal", "accounts that have never had a deal", "accounts without deals")),
    "never happened to itself": (names(TICKET, Not(of.CLOSED)), ("tickets never closed", "tickets that were never closed")),
    "above the average": (beyond(DEAL, AMOUNT), (
        "deals above average", "deals above the average", "deals larger than average", "deals with an above average amount",
        "deals with amount above the average", "Which deals are above average?")),
    "below the median": (beyond(DEAL, AMOUNT, "median", "<"), ("deals below the median", "deals with amount below the median")),
    "above the average by an adjective": (beyond(PEOPLE, f"{PEOPLE}.age"), ("people older than average", "people older than the average")),
    "where": (Table(Set("hris/Location", frozenset({Link(f"{PEOPLE}.work_location", False, of.ANA)})), (Column("hris/Location.city"),),
                    label="work location"), (
        "Where is Ana Ruiz?", "where is Ana Ruiz based", "Where does Ana Ruiz work?")),
}
UNTOLD = (                              # whether a state ever held, what "not paid" says, above the average of what
    "people never remote", "people who were never managers", "customers who have not paid invoices", "tickets above average",
    "never", "above average", "average deals above",
    "deals above the total", "tickets never", "Where is ATL-12?", "Where is Zorblatt blorfing?", "people above average",
    "deals never", "never deals", "deals above average above average",
)


test_each_wording_is_read_as_its_goal = reads(READ)
test_what_cannot_be_told_has_no_reading = reads_nothing(UNTOLD)


def test_average_of_a_part_or_of_all_is_asked_about():
    both = {next(c.value.of for c in goal.node.where if isinstance(c, Where)) for goal in read_question("open deals above the average").goals}
    assert both == {Set(DEAL), members(DEAL, of.OPEN_DEAL)}
