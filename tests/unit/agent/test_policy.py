"""Who may see what: the whole matrix of class and relation, against an expectation written out here, not read from the tables."""

from datetime import UTC, datetime
from importlib import resources

import pytest

from agent.policy.decision import Case, Decision, Subject, Viewer, decide, may_see_model, rule_of, tables
from agent.policy.tables import read_tables
from agent.policy.wording import called, kinds, open_to
from ingest.company import Company, Definitions, Person, Policy
from kg.places import same_city
from tests.cases import each_case

SUBJECT = Subject("subject", ("boss", "boss of boss", "chief"), city="Pune", team="Atlas", departments=("Engineering",), company="Acme BV")


def company(managers_see_pay="off"):
    policy = Policy(managers_see_pay=managers_see_pay)
    return Company(tenant="acme", name="Acme", domain="acme.example", now=datetime(2026, 11, 20, tzinfo=UTC), definitions=Definitions(policy=policy))


def may_see_field(company: Company, viewer: Viewer, privacy: str, subject: Subject | None) -> Decision:
    return decide(Case(company, viewer, privacy), subject)


def viewer(employee="somebody", *roles, scope=None, managers=("chief",)):
    return Viewer(Person(email="v@acme.example", roles=frozenset(roles), scope=scope), employee, managers)


VIEWERS = {
    "self": viewer("subject"),
    "direct manager": viewer("boss"),
    "one above the manager": viewer("boss of boss"),
    "chief": viewer("chief", managers=()),
    "partner of everybody": viewer("p", "hr_partner", scope={}),
    "partner of Pune": viewer("p", "hr_partner", scope={"location": "pune"}),
    "partner of Pune and Atlas": viewer("p", "hr_partner", scope={"location": "Pune", "team": "Atlas"}),
    "partner of the department": viewer("p", "hr_partner", scope={"department": "engineering"}),
    "partner of the company": viewer("p", "hr_partner", scope={"company": "Acme BV"}),
    "partner of Berlin": viewer("p", "hr_partner", scope={"location": "Berlin"}),
    "partner of Pune and Orion": viewer("p", "hr_partner", scope={"location": "Pune", "team": "Orion"}),
    "partner without a scope": viewer("p", "hr_partner"),
    "partner whom the subject manages": viewer("p", "hr_partner", scope={}, managers=("subject", "boss")),
    "partner under the subject's report": viewer("p", "hr_partner", scope={}, managers=("x", "subject")),
    "pay specialist": viewer("p", "pay_specialist"),
    "payroll": viewer("p", "payroll"),
    "finance": viewer("p", "finance"),
    "operator": viewer("p", "operator"),
    "auditor": viewer("p", "auditor"),
    "recruiter": viewer("p", "recruiter"),
    "other": viewer("p"),
    "the subject's report": viewer("p", managers=("subject",)),
    "nobody in HR": viewer(None, managers=()),
}
IN_SCOPE = {"partner of everybody", "partner of Pune", "partner of Pune and Atlas", "partner of the department", "partner of the company"}
BELOW = {"partner whom the subject manages", "partner under the subject's report"}
MAY_SEE = {
    "A": set(VIEWERS),
    "B": {"self"} | IN_SCOPE | BELOW,
    "B-dates": {"self", "direct manager"} | IN_SCOPE | BELOW,
    "C": {"self", "pay specialist", "payroll", "finance"} | IN_SCOPE,
    "D": {"self"},
    "E": set(),
    "X": set(),
}


@each_case("privacy", MAY_SEE)
@each_case("who", VIEWERS)
def test_the_matrix_holds_cell_by_cell(privacy, who):
    decision = may_see_field(company(), VIEWERS[who], privacy, SUBJECT)
    assert decision.allowed is (who in MAY_SEE[privacy])
    assert bool(decision.grant) is decision.allowed
    assert bool(decision.ask_instead) is not decision.allowed


@each_case("who", [w for w in VIEWERS if w not in MAY_SEE["C"]])
@each_case("switch, opens_for", [("off", set()), ("totals", set()), ("rows", {"direct manager", "one above the manager", "chief"})])
def test_managers_see_the_pay_of_single_people_only_by_the_switch_for_rows(who, switch, opens_for):
    assert may_see_field(company(switch), VIEWERS[who], "C", SUBJECT).allowed is (who in opens_for)


@each_case("privacy", ["B", "B-dates", "D", "E", "X"])
@each_case("who", VIEWERS)
def test_the_pay_switch_opens_nothing_but_pay(privacy, who):
    allowed = [may_see_field(company(switch), VIEWERS[who], privacy, SUBJECT).allowed for switch in ("off", "rows")]
    assert allowed[0] is allowed[1]


@pytest.mark.parametrize("privacy", ["E", "X"])
@pytest.mark.parametrize("roles", [("hr_partner", "pay_specialist", "payroll", "finance", "recruiter", "operator", "auditor")])
def test_all_roles_together_do_not_open_what_is_never_shown(privacy, roles):
    everything = Viewer(Person(email="v@acme.example", roles=frozenset(roles), scope={}), "subject", ())
    assert not may_see_field(company("rows"), everything, privacy, SUBJECT).allowed


def test_several_grants_add_up():
    partner_and_payroll = viewer("p", "hr_partner", "payroll", scope={"location": "Berlin"})
    assert may_see_field(company(), partner_and_payroll, "C", SUBJECT).allowed
    assert not may_see_field(company(), partner_and_payroll, "B", SUBJECT).allowed


def test_nobody_is_the_unknown_employee():
    unmatched = viewer(None, managers=())
    assert not may_see_field(company(), unmatched, "B", Subject("", ())).allowed


@each_case("privacy", ["B", "C", "D", "E", "X"])
def test_a_private_field_of_an_unknown_person_is_denied_to_who_has_no_role(privacy):
    assert not may_see_field(company(), viewer("p"), privacy, None).allowed


def test_a_scope_knows_both_spellings_of_a_city():
    bangalore = viewer("p", "hr_partner", scope={"location": "Bangalore"})
    assert may_see_field(company(), bangalore, "B", Subject("s", (), city="Bengaluru")).allowed
    assert not may_see_field(company(), bangalore, "B", Subject("s", (), city="Berlin")).allowed
    assert not may_see_field(company(), bangalore, "B", Subject("s", ())).allowed


@each_case("one, other, same", [
    ("Bangalore", "bengaluru", True), ("München", "Munich", True), ("Zürich", "ZUERICH", True), ("Pune", "Pune", True),
    ("Pune", "Mumbai", False), ("Pune", None, False), (None, None, False),
])
def test_two_spellings_of_one_city_are_one(one, other, same):
    assert same_city(one, other) is same


@each_case("employee, roles, allowed", [
    ("p", (), False), ("p", ("payroll",), False), ("p", ("operator",), False), ("p", ("hr_partner",), False), ("p", ("finance",), True),
    (None, ("finance",), False),        # whom HR does not know has no role
])
def test_accounting_is_open_to_finance_alone(employee, roles, allowed):
    decision = may_see_model(viewer(employee, *roles), "finance")
    assert decision.allowed is allowed
    assert allowed or decision.ask_instead == "the finance team"


@each_case("access, rule", [
    ("directory", "everybody"), ("employee", "everybody"), ("finance", "finance"), ("ticket", "on_ticket"),
    ("engagement", "taking_part"), ("note", "taking_part"), ("opportunity_amount", "owner_chain"), ("A", "everybody"),
    ("X", "nobody"), ("B", "nobody"), ("never heard of", "nobody"),
])
def test_a_record_opens_by_the_rule_of_its_model(access, rule):
    assert rule_of(access) == rule


def test_everything_that_may_be_kept_from_somebody_has_a_name_and_says_who_may_see_it():
    kept = {*tables()["ask_instead"], "A"}
    assert set(kinds()) == kept
    assert [kind for kind in kept if not called(kind) or not open_to(kind, company().definitions.policy)] == []


@each_case("name, wrong, complaint", [
    ('people = ["B", "B-dates"]', 'people = ["B", "C"]', "C is never answered in part"),
    ('people = ["B", "B-dates"]', 'people = ["D"]', "D is never answered in part"),
    ('fields = ["engagement"', 'fields = ["offer"', "C is never answered in part"),
    ('records = ["candidate"', 'records = ["offer"', "C is never answered in part"),
    ('records = ["candidate"', 'records = ["candidates"', "candidates stands in no row"),
])
def test_partial_sight_covers_no_pay_or_protected_class(name, wrong, complaint):
    text = resources.files("agent.policy").joinpath("policy.toml").read_text("utf-8")
    with pytest.raises(ValueError, match=complaint):
        read_tables(text.replace(name, wrong))
