"""The first of each group, and figures over figures: wordings with their goal, and near misses that no goal is made of."""


from agent.plan.algebra import Column, Figures, Has, Is, Key, Measure, Order, Set, Step, Table, Tally
from agent.understand.grammar.productions.holding import ZERO
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import ACCOUNT, AMOUNT, DEAL, PEOPLE, TICKET, counted, members
from tests.unit.agent.wordings import reads, reads_nothing

CREATED, START, OPEN = f"{TICKET}.remote_created_at", f"{PEOPLE}.start_date", Is(f"{TICKET}.open")
OWNER, STAGE, PROJECT, TEAM = Key(of.TO_OWNER), Key((Step("crm/Opportunity.stage", "crm/Stage"),)), Key(of.TO_PROJECT), Key(of.TO_TEAM)
OPEN_OF_EACH = of.tally(TICKET, of.TO_ASSIGNEE, OPEN)
ASSIGNED = of.tally(TICKET, of.TO_ASSIGNEE[:1], OPEN)


def first_of(per, node, by, count=1, *, descending=True):
    """The first of each group in an order that is shown."""
    return Table(node, (by,), Order(by, descending, count, per))


def average_of(node, tally, how="average"):
    """A figure over a figure of each."""
    return Figures((Measure(node, how, each=tally),))


BIGGEST = first_of(OWNER, Set(DEAL), Column(AMOUNT))
READ = {
    "average per person": (average_of(Set(PEOPLE), OPEN_OF_EACH), (
        "average number of open tickets per person", "how many open tickets per person on average?", "average open tickets per person")),
    "average per assignee": (average_of(members("ticketing/User", Has(ASSIGNED, ">", ZERO)), ASSIGNED), (
        "average number of open tickets per assignee",)),
    "average in a team": (average_of(members(PEOPLE, of.in_team("Atlas")), OPEN_OF_EACH), (
        "average number of open tickets per person in the Atlas team",)),
    "median": (average_of(Set(ACCOUNT), Tally(counted(DEAL), of.TO_ACCOUNT), "median"), ("median number of deals per account",)),
}
UNTOLD = (                              # how many of each; by two keys at once; over what; a sum of no size
    "biggest deals per owner", "the newest tickets per project", "biggest deal per owner and stage", "average number of deals",
    "average number of tickets per month", "average number of tickets per status", "biggest ticket per project", "first per owner",
)


test_each_wording_is_read_as_its_goal = reads(READ)
test_what_cannot_be_told_has_no_reading = reads_nothing(UNTOLD)


def test_the_average_of_what_has_a_size_is_not_the_average_of_how_many_there_are():
    (size,), (number,) = (read_question(text).goals for text in ("average deal size per owner", "average number of deals per owner"))
    assert size.measures[0].field == AMOUNT and number.measures[0].each.measure == counted(DEAL)


def test_after_another_question_it_is_a_question_of_its_own():
    last = read_question("how many tickets are open?").goals[0]
    assert read_question("average number of open tickets per person", last=last).goals == (average_of(Set(PEOPLE), OPEN_OF_EACH),)
