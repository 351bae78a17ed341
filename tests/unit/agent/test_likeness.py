"""What is alike: in the same team as somebody, whose manager is in another city; wordings with their goal, and near misses."""

from agent.plan.algebra import Alike, Column, Is, Link, Me, Measure, Named, Not, Set, Step, Where, same_as
from tests.unit.agent.set_goals import ACCOUNT, ANA, BEN, DEAL, PEOPLE, TICKET, members, names
from tests.unit.agent.wordings import reads, reads_nothing

CITY, INDUSTRY = "hris/Location.city", f"{ACCOUNT}.industry"
PLACE, BOSS = (Step(f"{PEOPLE}.work_location", "hris/Location"),), Step(f"{PEOPLE}.manager", PEOPLE)
JUNIPER = Named(ACCOUNT, "Juniper")


def sharing(relation, to, one):
    """What leads to the same as one of them does, who is none of these."""
    return Link(relation, True, Set(to, frozenset({Link(relation, False, one)}))), Not(same_as(one))


def alike(field, path, op):
    """What is the same, or not, of each and of their manager."""
    return Alike(Column(field, path), Column(field, (BOSS, *path)), op)


IN_ANAS_CITY = Link(f"{PEOPLE}.work_location", True, members("hris/Location", Where(
    CITY, Measure(Set("hris/Location", frozenset({Link(f"{PEOPLE}.work_location", False, ANA)})), "value", CITY))))
READ = {
    "team": (names(PEOPLE, *sharing(f"{PEOPLE}.team", "hris/Team", ANA)), (
        "who is in the same team as Ana Ruiz?", "people in the same team as Ana Ruiz")),
    "my team": (names(PEOPLE, *sharing(f"{PEOPLE}.team", "hris/Team", Me())), ("people in the same team as me",)),
    "manager": (names(PEOPLE, *sharing(f"{PEOPLE}.manager", PEOPLE, BEN)), (
        "who has the same manager as Ben Cole?", "people with the same boss as Ben Cole")),
    "customer": (names(TICKET, *sharing(f"{TICKET}.account", "ticketing/Account", Named(TICKET, "ATL-12"))), (
        "tickets with the same customer as ATL-12",)),
    "stage": (names(DEAL, *sharing(f"{DEAL}.stage", "crm/Stage", Named(DEAL, "Foxglove Renewal 2026"))), (
        "deals in the same stage as Foxglove Renewal 2026",)),
    "city": (names(PEOPLE, IN_ANAS_CITY, Not(same_as(ANA))), ("colleagues in the same city as Ana Ruiz", "who works in the same city as Ana Ruiz?")),
    "industry": (names(ACCOUNT, Where(INDUSTRY, Measure(JUNIPER, "value", INDUSTRY)), Not(same_as(JUNIPER))), (
        "accounts in the same industry as Juniper",)),
    "beside a state": (names(TICKET, *sharing(f"{TICKET}.account", "ticketing/Account", Named(TICKET, "ATL-12")), Is(f"{TICKET}.open")), (
        "open tickets with the same customer as ATL-12",)),
}
UNTOLD = (                              # as whom; other than one's; of what is of another kind
    "people in the same team", "people in another city", "other people",
    "people in the same team as Juniper", "deals whose owner is in the same team", "the same team", "the same as Ana Ruiz",
    "people in the same city as their manager's", "accounts in the same team as Ana Ruiz", "another manager",
)


test_each_wording_is_read_as_its_goal = reads(READ)
test_what_cannot_be_told_has_no_reading = reads_nothing(UNTOLD)
