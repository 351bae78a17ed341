"""Why somebody is away, and what those below each of several cost: wordings with their goal, and near misses of which none is made."""

from agent.catalogue import catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Is, Link, Me, Show, Step, Table, Tally
from tests.unit.agent import set_goals as of
from tests.unit.agent.set_goals import ANA, PEOPLE, members
from tests.unit.agent.wordings import reads, reads_nothing

LEAVE = "hris/TimeOff"


def reason(node, period=None):
    """What the request for somebody's time off says."""
    return Show(members(LEAVE, Link(f"{LEAVE}.employee", True, node), Is(f"{LEAVE}.under_way", period)), f"{LEAVE}.employee_note")


MY_MANAGERS = members(PEOPLE, Link(f"{PEOPLE}.manager", True, Me()), Is(f"{PEOPLE}.manager"))
COST = Tally(metric_measure(catalogue(), "headcount_cost"), (Step("hris/Pay.employee", PEOPLE), Step(f"{PEOPLE}.chain", PEOPLE)))

test_each_wording_is_read_as_its_goal = reads({
    "why away": (reason(ANA), ("Why is Ana Ruiz off?", "why is Ana Ruiz away?", "Why is Ana Ruiz off, what did she write in the request?")),
    "why away then": (reason(ANA, of.NEXT_WEEK), ("why is Ana Ruiz off next week?",)),
    "why am I": (reason(Me(), of.NEXT_WEEK), ("why am I on vacation next week?",)),
    "cost of each one's people": (Table(MY_MANAGERS, (COST,)), (
        "what do the people of each of my managers cost us per year", "What do the people of each of my managers cost?")),
})
test_what_cannot_be_told_has_no_reading = reads_nothing((
    "why is Ana Ruiz a manager?", "why is ATL-12 overdue?", "why is Ana Ruiz?", "why are tickets overdue?", "what did she write in the request?",
    "what does Ana Ruiz cost us?", "the people of each of my managers", "what do the tickets of each of my managers cost?", "what cost do we have?",
))
