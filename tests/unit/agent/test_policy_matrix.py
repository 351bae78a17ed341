"""The policy's matrix: class × relation × use, over every switch of a tenant, against an expectation written out here.

Each use is a goal as a planner may give it. What is used, and how, is read out of the goal; then the decision is made for the person
it is about. The gate before anything is read may never close what the decision would open, and closes what it never opens.
"""

from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from itertools import product

from agent.access.field_use import POSSIBLE, field_uses
from agent.catalogue import catalogue
from agent.plan.algebra import (
    Column,
    Exists,
    Figures,
    Groups,
    Has,
    Key,
    Link,
    Me,
    Measure,
    Named,
    Names,
    Not,
    Order,
    Quantity,
    Set,
    Show,
    Step,
    Table,
    Tally,
    Where,
)
from agent.policy.decision import Case, Subject, Viewer, could_open, decide
from ingest.company import Company, Definitions, Person, Policy
from tests.cases import each_case

NOW = datetime(2026, 11, 20, tzinfo=UTC)
PEOPLE = "hris/Employee"
SUBJECT = Subject("subject", ("boss", "boss of boss", "chief"), city="Pune", team="Atlas", departments=("Engineering",), company="Acme BV")

# A field of each class; some lie in records of their own, which belong to a person.
FIELDS = {
    "A": "hris/Employee.start_date", "B": "hris/Employee.personal_email", "B-dates": "hris/TimeOff.status", "C": "hris/Employment.pay_rate",
    "D": "hris/Employee.gender", "E": "hris/Employee.ssn", "X": "hris/Employment.flsa_status",
}
HELD = {"B-dates": ("hris/TimeOff", "hris/Employee.time_off"), "C": ("hris/Employment", "hris/Employee.employments"),
        "X": ("hris/Employment", "hris/Employee.employments")}
EMPLOYMENTS = "hris/Employee.employments"
SWITCHES = tuple(product(("off", "totals", "rows"), ("off", "totals", "rows"), (True, False), (True, False), (True, False)))


def viewer(employee="somebody", *roles, scope=None, managers=("chief",)):
    return Viewer(Person(email="v@acme.example", roles=frozenset(roles), scope=scope), employee, managers)


VIEWERS = {
    "self": viewer("subject"),
    "self with every role": viewer("subject", "operator", "auditor", "recruiter"),
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
    "partner under the subject": viewer("p", "hr_partner", scope={}, managers=("x", "subject")),
    "manager and partner of Berlin": viewer("boss", "hr_partner", scope={"location": "Berlin"}),
    "pay specialist": viewer("p", "pay_specialist"),
    "payroll": viewer("p", "payroll"),
    "finance": viewer("p", "finance"),
    "operator": viewer("p", "operator"),
    "auditor": viewer("p", "auditor"),
    "recruiter": viewer("p", "recruiter"),
    "colleague": viewer("p"),
    "the subject's report": viewer("p", managers=("subject",)),
    "nobody in HR": viewer(None, managers=()),
    "nobody in HR with every role": viewer(None, "hr_partner", "pay_specialist", "payroll", "finance", scope={}, managers=()),
}
SELF = {"self", "self with every role"}
IN_SCOPE = {"partner of everybody", "partner of Pune", "partner of Pune and Atlas", "partner of the department", "partner of the company"}
LEADERS = {"direct manager", "one above the manager", "chief", "manager and partner of Berlin"}


def may(who, privacy, how, switches):
    """What the policy is to say, in one breath; `switches`: managers_see_pay, finance_sees_pay, protected_fields, the field is listed under
    never, under payroll_needs."""
    pay, books, protected, never, needed = switches
    if never or privacy in ("E", "X") or (privacy == "D" and not protected):
        return False
    switched = {"rows"} if how == "value" else {"rows", "totals"}
    leaders, finance = LEADERS if pay in switched else set(), {"finance"} if books in switched else set()
    opened = {
        "A": set(VIEWERS),
        "B": SELF | IN_SCOPE | {"partner under the subject"} | ({"payroll", "finance"} if needed else set()),
        "B-dates": SELF | IN_SCOPE | {"partner under the subject", "direct manager", "manager and partner of Berlin"}
        | ({"payroll", "finance"} if needed else set()),
        "C": SELF | IN_SCOPE | {"pay specialist", "payroll"} | leaders | finance,
        "D": SELF | (IN_SCOPE | {"partner under the subject", "pay specialist"} if how == "count" else set()),
    }[privacy]
    return who in opened


@cache
def company(privacy, switches):
    pay, books, protected, never, needed = switches
    dotted = FIELDS[privacy].replace("/", ".")
    listed = {"never": (dotted,) if never else (), "payroll_needs": (dotted,) if needed else ()}
    policy = Policy(managers_see_pay=pay, finance_sees_pay=books, protected_fields=protected, **listed)
    return Company(tenant="acme", name="Acme", domain="acme.example", now=NOW, definitions=Definitions(policy=policy))


def holders(privacy, person):
    """The records that hold a field of the class, of a person or of people."""
    if privacy not in HELD:
        return person
    model, relation = HELD[privacy]
    return Set(model, links=frozenset({Link(relation, False, person)}))


def path(privacy):
    return (Step(HELD[privacy][1], HELD[privacy][0]),) if privacy in HELD else ()


def filtered(privacy, op="="):
    """People by a condition on the field."""
    if privacy not in HELD:
        return Set(PEOPLE, where=frozenset({Where(FIELDS[privacy], "x", op)}))
    model, relation = HELD[privacy]
    theirs = Set(model, where=frozenset({Where(FIELDS[privacy], "x", op)}))
    return Set(PEOPLE, where=frozenset({Has(Tally(Measure(theirs, "count"), (Step(relation, PEOPLE, inverse=True),)), ">", Quantity(Decimal(0)))}))


def uses_of(privacy):
    """(how it is used, of whom) → a goal that does so."""
    field, bill, team = FIELDS[privacy], Named(PEOPLE, "Bill"), Set(PEOPLE, links=frozenset({Link("hris/Employee.manager", True, Me())}))
    figure = Measure(holders(privacy, team), "average", field)
    return {
        ("read", "named"): ("value", Show(holders(privacy, bill), field)),
        ("read of oneself", "me"): ("value", Show(holders(privacy, Me()), field)),
        ("column", "people"): ("value", Table(team, (Column(field, path(privacy)),))),
        ("filter", "people"): ("value", Names(filtered(privacy), "person")),
        ("negated", "people"): ("value", Names(Set(PEOPLE, where=frozenset({Not(c) for c in filtered(privacy).where})), "person")),
        ("sort", "people"): ("value", Table(team, order=Order(Column(field, path(privacy)), first=3))),
        ("top", "people"): ("value", Names(Set(PEOPLE, ranked=Order(Column(field, path(privacy)), first=1)), "person")),
        ("compare", "people"): ("total", Names(Set("hris/Employment", where=frozenset({Where("hris/Employment.job_title", figure, ">")})), "job")),
        ("exists", "people"): ("value", Exists(filtered(privacy))),
        ("count", "people"): ("count", Figures((Measure(filtered(privacy), "count"),))),
        ("share", "people"): ("count", Figures((Measure(team, "share", part=filtered(privacy).where),))),
        ("group", "people"): ("count", Groups((Measure(team, "count"),), (Key(path(privacy), field),))),
        ("sum", "people"): ("total", Figures((Measure(holders(privacy, team), "sum", field),))),
        ("average", "people"): ("total", Figures((figure,))),
        ("largest", "people"): ("value", Figures((Measure(holders(privacy, team), "max", field),))),
    }


CASES = [(privacy, use) for privacy in FIELDS for use in uses_of(privacy)]


@each_case("privacy, use", CASES)
def test_every_cell_of_the_matrix_holds_for_every_use(privacy, use):
    how, goal = uses_of(privacy)[use]
    used = [u for u in field_uses(catalogue(), goal) if u.name == FIELDS[privacy]]
    assert {(u.how, u.privacy, u.anchor.whose) for u in used} == {(how, privacy, use[1])}
    for who, switches in product(VIEWERS, SWITCHES):
        case = Case(company(privacy, switches), VIEWERS[who], privacy, used[0].name, used[0].how)
        decision = decide(case, SUBJECT)
        assert decision.allowed is may(who, privacy, how, switches), (who, switches)
        assert bool(decision.grant) is decision.allowed is not bool(decision.ask_instead)
        if decision.allowed and decision.grant != "self":
            assert could_open(case, POSSIBLE[used[0].anchor.whose]), (who, switches)
        if decision.grant == "self" and use[1] in ("me", "named"):
            assert could_open(case, POSSIBLE[used[0].anchor.whose]), (who, switches)


def test_the_matrix_is_large_enough_to_mean_something():
    assert len(CASES) * len(VIEWERS) * len(SWITCHES) >= 10_000


@each_case("use", [u for u in uses_of("C") if u[1] == "people"])
@each_case("who", ["colleague", "direct manager", "chief", "operator", "auditor", "recruiter", "nobody in HR"])
def test_hopeless_question_about_pay_is_refused_before_any_read(who, use):
    _, goal = uses_of("C")[use]
    shut = company("C", ("off", "rows", True, False, False))
    closed = [not could_open(Case(shut, VIEWERS[who], u.privacy, u.name, u.how), POSSIBLE[u.anchor.whose])
              for u in field_uses(catalogue(), goal)]
    assert any(closed)


def test_whether_somebody_has_a_private_record_at_all_is_a_use_too():
    some = Set("hris/BankInfo")
    assert [(u.name, u.privacy, u.anchor.whose) for u in field_uses(catalogue(), Exists(some))] == [("hris/BankInfo", "E", "everybody")]


def test_what_tells_which_of_the_reached_stand_in_a_column_is_used():
    paid = Set("hris/Employment", where=frozenset({Where("hris/Employment.pay_rate", Quantity(Decimal(50_000)), ">")}))
    goal = Table(Me(), (Column("hris/Employment.job_title", (Step(EMPLOYMENTS, "hris/Employment"),), within=paid),))
    assert "hris/Employment.pay_rate" in {u.name for u in field_uses(catalogue(), goal)}


def test_what_leads_on_to_another_person_is_no_longer_the_askers_own():
    goal = Table(Me(), (Column("hris/Employment.pay_rate", (Step("hris/Employee.manager", PEOPLE), Step(EMPLOYMENTS, "hris/Employment"))),))
    assert {u.anchor.whose for u in field_uses(catalogue(), goal) if u.name == "hris/Employment.pay_rate"} == {"people"}
