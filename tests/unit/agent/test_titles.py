"""Words of a title: "tickets about login". Wordings with their goal, and near misses of which none is made."""

from agent.plan.algebra import Exists, Is, Set, Where
from tests.unit.agent import set_goals as of
from tests.unit.agent.set_goals import TICKET, names
from tests.unit.agent.wordings import reads, reads_nothing

OPEN = Is(f"{TICKET}.open")


def said(text):
    """That the title holds the words."""
    return Where(f"{TICKET}.name", text, "contains")


test_each_wording_is_read_as_its_goal = reads({
    "about": (names(TICKET, said("login")), ("tickets about login", "tickets about the login")),
    "with more said": (names(TICKET, OPEN, of.in_project("Lighthouse"), said("login")), ("open tickets about the login in Lighthouse",)),
    "two words": (names(TICKET, said("checkout page")), ("tickets about the checkout page",)),
    "yes or no": (Exists(Set(TICKET, where=frozenset({OPEN, said("printers")}))), ("are there any open tickets about printers?",)),
})
test_what_cannot_be_told_has_no_reading = reads_nothing((
    "tickets about Juniper", "tickets about ATL-12",        # the thing of that name may be meant, and not the word
    "deals about login", "tickets about not loading", "tickets about whom", "what is my last ticket about", "about login",
))
