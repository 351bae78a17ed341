"""What is called a department and is another kind of group: who is in it, and who is not, is told by what it is."""

from collections.abc import Iterator

import pytest

from agent.answer import Reason
from agent.errors import Declined
from agent.plan.algebra import Condition, Link, Named, Names, Not, Set
from agent.understand.linking.kinds import as_named
from tests.integration.drawn_company import Served, answered, draw, served, settled_as, turn_of

PEOPLE = "hris/Employee"
SQUAD, OTHER = Named("hris/Group", "the squad"), Named("hris/Group", "the other")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    drawn = draw(1)
    squad, other = drawn.rows["hris/Group"]
    squad["type"], other["type"] = "GROUP", "TEAM"
    with served(drawn, tmp_path_factory.mktemp("kinds")) as company:
        yield company


def told(here: Served, condition: Condition) -> set[str]:
    """The names of the people of whom a condition holds."""
    ids = here.drawn.ids("hris/Group")
    turn = turn_of(here, here.drawn.people[0]["email"], {n: settled_as(n, i) for n, i in zip((SQUAD, OTHER), ids, strict=True)})
    goal = as_named(turn.context, Names(Set(PEOPLE, where=frozenset({condition})), ""), turn.context.links.settled)
    result = answered(turn, goal).as_json()["result"]
    return {row[0] for row in result["rows"]}


def test_members_of_a_misnamed_group_kind_are_found_and_negation_gives_the_rest(here):
    squad = here.drawn.ids("hris/Group")[0]
    people = {p["display_full_name"]: p["groups"] for p in here.drawn.rows[PEOPLE]}
    inside = {name for name, groups in people.items() if squad in groups}
    link = Link(f"{PEOPLE}.department", True, SQUAD)
    assert told(here, link) == inside and inside
    assert told(here, Not(link)) == people.keys() - inside != set()


def test_what_no_relation_can_meet_is_said_and_not_told_as_none(here):
    with pytest.raises(Declined) as refused:
        told(here, Link(f"{PEOPLE}.department", True, OTHER))
    assert refused.value.reason is Reason.NO_RECORD and "is no department" in str(refused.value)


def test_the_department_of_somebody_is_told_whatever_kind_of_thing_they_are(here):
    person = next(p for p in here.drawn.rows[PEOPLE] if here.drawn.ids("hris/Group")[0] in p["groups"])
    named = Named(PEOPLE, person["display_full_name"])
    turn = turn_of(here, here.drawn.people[0]["email"], {named: settled_as(named, person["id"])})
    goal = Names(Set("hris/Group", frozenset({Link(f"{PEOPLE}.department", False, named)})), "")
    assert as_named(turn.context, goal, turn.context.links.settled) == goal
