"""What is said of a role is what the policy decides for somebody who has it, whatever the company sets."""

import re

from hypothesis import given
from hypothesis import strategies as st

from agent.access.field_use import POSSIBLE
from agent.access.rights import HOWS
from agent.access.roles import openings
from agent.catalogue import catalogue
from agent.policy.decision import Case, Viewer, could_open, may_see_model
from agent.policy.tables import CLASSES
from agent.policy.wording import called
from ingest.company import ROLES, Company, Definitions, Person, Policy
from tests.cases import each_case

FIELD = {"B": "hris.Employee.personal_email", "B-dates": "hris.TimeOff.status"}
SAYS = st.sampled_from(["off", "totals", "rows"])
POLICIES = st.builds(
    Policy, managers_see_pay=SAYS, finance_sees_pay=SAYS, protected_fields=st.booleans(),
    never=st.lists(st.sampled_from(["B", "B-dates", "C", "D"]), max_size=2, unique=True).map(tuple),
    payroll_needs=st.lists(st.sampled_from(sorted(FIELD.values())), max_size=2, unique=True).map(tuple))


def holder(role: str) -> Viewer:
    return Viewer(Person(email="v@acme.test", roles=frozenset({role}), scope={}), "v", ("chief",))


@given(POLICIES, st.sampled_from(ROLES))
def test_the_words_name_a_class_just_where_the_role_opens_it_and_as_far(policy: Policy, role: str) -> None:
    company = Company(tenant="acme", name="Acme", domain="acme.test", definitions=Definitions(policy=policy))
    said = [one.told for one in openings(role, policy)]
    needed = {privacy for privacy, field in FIELD.items() if field in policy.payroll_needs}
    for privacy in (each for each in CLASSES if each != "A"):
        fields = [FIELD[privacy]] if privacy in needed else []
        cases = [Case(company, holder(role), privacy, field, how) for how in HOWS for field in ("", *fields)]
        opens = {case.how for case in cases if could_open(case, POSSIBLE["everybody"] - {"chain_above"})}
        about = [part for part in said if re.search(rf"\b{called(privacy)}\b", part)]
        assert bool(about) is bool(opens), (role, privacy, said)
        assert any("counts" in part for part in about) is (opens == {"count"})
        assert any("totals" in part for part in about) is (opens == {"total", "count"})


@each_case("role", ROLES)
def test_the_books_are_named_just_for_who_may_see_them(role: str) -> None:
    books = [model for model in catalogue().models.values() if model.category == "accounting"]
    said = {one.what for one in openings(role, Policy())}
    assert books and {may_see_model(holder(role), model.access).allowed for model in books} == {called(model.access) in said for model in books}


