"""Who may use what, decided from live facts: cell by cell, in bulk, over totals, and over the records of other apps."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from itertools import product
from typing import Any

import pytest

from agent.access.checks import check_fields, check_goal, check_groups
from agent.access.visibility import check_of_people, visible
from agent.answer import Reason
from agent.errors import Declined
from agent.plan.algebra import (
    Column,
    Either,
    Exists,
    Figures,
    Goal,
    Groups,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Names,
    Order,
    Quantity,
    Set,
    Step,
    Table,
    Tally,
    Where,
)
from agent.policy.wording import open_to
from agent.query.execute import Done, execute
from agent.question.context import QuestionContext
from agent.question.tasks import compile_plan
from agent.respond import Draft, write
from ingest.sandbox import running
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.cases import each_case
from tests.integration.asked_company import HOUSE, Office, opened
from tests.integration.guarded_company import (
    ALL,
    AUDITOR,
    BERLIN,
    CHIEF,
    EVERYBODY,
    FINANCE,
    GHOST,
    IN_BERLIN,
    LEAVER,
    MANAGER,
    MARA,
    MARAS,
    NILS,
    NILSES,
    OPERATOR,
    PAY,
    PAYROLL,
    RECRUITER,
    STAFF,
    WOMEN,
    called,
    mail,
    run_as,
    secrets_of,
    those,
    without_values,
    write_company,
)
from tests.integration.small_company import merge_id
from workers.settings import make_settings

PEOPLE = "hris/Employee"
FIELDS = {
    "A": f"{PEOPLE}.start_date",
    "B": f"{PEOPLE}.personal_email",
    "C": "hris/Employment.pay_rate",
    "D": f"{PEOPLE}.gender",
    "E": f"{PEOPLE}.ssn",
}
VIEWERS = (CHIEF, MARA, "Ada Berg", BERLIN, ALL, PAY, PAYROLL, FINANCE, RECRUITER, OPERATOR, AUDITOR, GHOST)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    """One company for all; nothing in it is changed."""
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    folder = write_company(tmp_path_factory.mktemp("guarded") / HOUSE)
    with running([]) as served, opened(folder, f"guarded-{home.parent.name}".lower()[:60], served, settings) as stage:
        yield stage


def may(viewer: str, privacy: str, subject: str, pay: str = "off") -> bool:
    """What policy.md says of single values in this company."""
    if viewer == GHOST:
        return privacy == "A"
    above = MANAGER[subject], MANAGER.get(MANAGER[subject] or "")
    in_scope = viewer == ALL or (viewer == BERLIN and subject in IN_BERLIN)
    return {
        "A": True,
        "B": viewer == subject or in_scope,
        "C": viewer == subject or viewer in (PAY, PAYROLL, FINANCE) or (in_scope and subject != CHIEF) or (pay == "rows" and viewer in above),
        "D": viewer == subject,
        "E": False,
    }[privacy]


def declined(check: Any, *given: Any, **named: Any) -> Reason | None:
    """The reason of a decline, None where there is none."""
    try:
        check(*given, **named)
    except Declined as error:
        return error.reason
    return None


# ---------------------------------------------------------------- fields of people


@each_case("pay", ["off", "totals", "rows"])
@each_case("viewer", VIEWERS)
def test_a_field_is_open_as_the_policy_says_and_several_are_open_as_each_is(office: Office, viewer: str, pay: str) -> None:
    run = run_as(office, viewer, managers_see_pay=pay)
    for privacy in FIELDS:
        single = {s: declined(check_fields, run, [FIELDS[privacy]], those(run, PEOPLE, s)) is None for s in EVERYBODY}
        assert single == {s: may(viewer, privacy, s, pay) for s in EVERYBODY}, privacy
        for group in (MARAS, NILSES, (viewer,) if viewer in EVERYBODY else (), EVERYBODY, ("Ada Berg", "Ida Jung")):
            whole = declined(check_fields, run, [FIELDS[privacy]], those(run, PEOPLE, *group) if group else ())
            assert (whole is None) is all(single[s] for s in group), (privacy, group)


def test_a_record_of_hr_is_as_private_as_the_person_it_belongs_to(office: Office) -> None:
    run = run_as(office, BERLIN)
    assert declined(check_fields, run, [FIELDS["C"]], those(run, "hris/Employment", "job of Ada Berg")) is None
    assert declined(check_fields, run, [FIELDS["C"]], those(run, "hris/Employment", "job of Ada Berg", "job of Ida Jung")) is Reason.NOT_PERMITTED


def test_leaver_is_refused_at_the_next_request(office: Office) -> None:
    assert declined(run_as(office, LEAVER).viewer) is Reason.NOT_PERMITTED


def test_over_an_old_copy_of_hr_only_the_directory_is_open(office: Office) -> None:
    run = run_as(office, PAY, later=timedelta(hours=42))
    assert declined(check_fields, run, [FIELDS["A"]], those(run, PEOPLE)) is None
    assert declined(check_fields, run, [FIELDS["C"]], those(run, PEOPLE)) is Reason.TOO_OLD
    young = run_as(office, PAY, later=timedelta(hours=40))
    assert declined(check_fields, young, [FIELDS["C"]], those(young, PEOPLE)) is None


def test_what_the_tenant_closes_is_closed_to_everybody(office: Office) -> None:
    for never in ("hris.Employment.pay_rate", "C"):
        run = run_as(office, PAY, never=(never,))
        assert declined(check_fields, run, [FIELDS["C"]], those(run, PEOPLE, PAY)) is Reason.NOT_PERMITTED
    run = run_as(office, PAY, never=("hris.Employee.start_date",))
    assert declined(check_fields, run, [FIELDS["A"]], those(run, PEOPLE, PAY)) is Reason.NOT_PERMITTED
    run = run_as(office, "Ada Berg", protected_fields=False)
    assert declined(check_fields, run, [FIELDS["D"]], those(run, PEOPLE, "Ada Berg")) is Reason.NOT_PERMITTED


# ---------------------------------------------------------------- totals


def counted(*names: str) -> dict[str, Decimal]:
    return {merge_id(HOUSE, n): Decimal(1) for n in names}


def figures(office: Office, viewer: str, privacy: str, how: str, base: tuple[str, ...], *groups: tuple[str, ...], **policy: Any) -> Reason | None:
    run = run_as(office, viewer, **policy)
    return declined(check_groups, run, [FIELDS[privacy]], those(run, PEOPLE, *base), [counted(*g) for g in groups], how)


BERLINERS = tuple(n for n in EVERYBODY if n in IN_BERLIN)
WOMEN_THERE, MEN_THERE = tuple(n for n in BERLINERS if n in WOMEN), tuple(n for n in BERLINERS if n not in WOMEN)


@each_case(
    "viewer, switch, base, how, allowed",
    [
        (MARA, "off", MARAS, "sum", False),
        (MARA, "totals", MARAS, "sum", True),
        (MARA, "totals", MARAS, "average", True),
        (MARA, "rows", MARAS, "sum", True),
        (MARA, "totals", MARAS, "max", False),
        (MARA, "totals", MARAS, "median", False),
        (MARA, "totals", NILSES, "sum", False),
        (MARA, "totals", (*MARAS, "Ida Jung"), "sum", False),
        (CHIEF, "totals", NILSES, "sum", True),
        (MARA, "totals", MARAS[:4], "sum", False),
        (PAY, "off", MARAS[:1], "sum", True),
        (PAY, "off", EVERYBODY, "max", True),
        (BERLIN, "off", MARAS[:2], "average", True),
        (BERLIN, "off", NILSES, "average", False),
        (OPERATOR, "rows", MARAS, "sum", False),
        ("Ada Berg", "totals", MARAS, "average", False),
        (GHOST, "rows", MARAS, "sum", False),
    ],
)
def test_figures_of_pay_follow_the_viewers_rights(office: Office, viewer: str, switch: str, base: tuple[str, ...], how: str, allowed: bool) -> None:
    assert (figures(office, viewer, "C", how, base, base, managers_see_pay=switch) is None) is allowed


@each_case(
    "viewer, base, groups, allowed",
    [
        (ALL, EVERYBODY, (tuple(n for n in EVERYBODY if n in WOMEN),), True),
        (PAY, EVERYBODY, (tuple(n for n in EVERYBODY if n not in WOMEN),), True),
        (BERLIN, EVERYBODY, (tuple(n for n in EVERYBODY if n in WOMEN),), False),
        (BERLIN, BERLINERS, (WOMEN_THERE, MEN_THERE), False),
        (MARA, MARAS, (MARAS[:5],), False),
        (PAYROLL, EVERYBODY, (EVERYBODY[:9],), False),
        (ALL, MARAS, (MARAS,), False),
    ],
)
def test_counts_by_what_is_protected(office: Office, viewer: str, base: tuple[str, ...], groups: tuple[tuple[str, ...], ...], allowed: bool) -> None:
    assert (figures(office, viewer, "D", "count", base, *groups) is None) is allowed
    assert figures(office, viewer, "D", "average", base, *groups) is Reason.NOT_PERMITTED


def test_a_second_figure_that_differs_by_one_person_is_refused(office: Office) -> None:
    run = run_as(office, MARA, managers_see_pay="totals")

    def cost(*names: str) -> Reason | None:
        return declined(check_groups, without_values(run), [FIELDS["C"]], those(run, PEOPLE, *names), [counted(*names)], "sum")

    assert cost(*MARAS) is None
    assert cost(*MARAS[:7]) is Reason.NOT_PERMITTED
    assert cost(*MARAS) is None  # the same again tells nothing new
    assert cost(*MARAS[1:]) is Reason.NOT_PERMITTED


def test_dominated_sum_is_refused(office: Office) -> None:
    run = run_as(office, MARA, managers_see_pay="totals")
    heavy = counted(*MARAS) | {merge_id(HOUSE, MARAS[0]): Decimal(8)}
    assert declined(check_groups, run, [FIELDS["C"]], those(run, PEOPLE, *MARAS), [heavy], "sum") is Reason.NOT_PERMITTED
    assert declined(check_groups, run, [FIELDS["C"]], those(run, PEOPLE, *MARAS), [counted(*MARAS)], "sum") is None


EMPLOYEE, ANNUAL, PAYS = "hris/Pay.employee", "hris/Pay.annual", "hris/Pay"
PAY_OF = {n: Decimal(secrets_of(n)["pay_rate"]) for n in EVERYBODY}
REPORTS = Link("hris/Employee.manager", to_source=True, source=Me())


def pays_of(*names: str, **also: Any) -> Set:
    """The pays of those of the asker's reports; of all where none is named."""
    named = Either(frozenset(Where("hris/Employee.work_email", mail(n)) for n in names))
    people = Set(PEOPLE, frozenset({REPORTS}), frozenset({named}) if names else frozenset())
    return Set(PAYS, frozenset({Link(EMPLOYEE, to_source=True, source=people)}), **also)


def drafted(run: QuestionContext, goal: Goal) -> Draft | Reason:
    """What a goal comes to for the viewer, or why to nothing."""
    try:
        check_goal(run, goal)
        done = list(execute(run, compile_plan(run.catalogue, goal), write))[-1]
    except Declined as error:
        return error.reason
    assert isinstance(done, Done)
    return done.draft


def test_totals_of_pay_are_given_with_nobodys_part_in_them(office: Office) -> None:
    for how, amount in (("sum", sum(PAY_OF[n] for n in MARAS)), ("average", sum(PAY_OF[n] for n in MARAS) / len(MARAS))):
        draft = drafted(run_as(office, MARA, managers_see_pay="totals"), Figures((Measure(pays_of(), how, ANNUAL),)))
        assert isinstance(draft, Draft)
        assert draft.result is not None
        assert draft.result.rows == (("EUR", amount),)
        assert {record.model for _, record in draft.cited} == {PEOPLE}
        assert called(tuple(r for _, r in draft.cited)) == set(MARAS)


BELOW = (Step(EMPLOYEE, PEOPLE), Step("hris/Employee.chain", PEOPLE))
COST = Tally(Measure(Set(PAYS), "sum", ANNUAL), BELOW)
MANAGERS = Set(PEOPLE, frozenset({REPORTS}), frozenset({Is("hris/Employee.manager")}))


def test_what_each_managers_people_cost_is_told_and_compared_as_a_total(office: Office) -> None:
    run = run_as(office, CHIEF, managers_see_pay="totals")
    told = drafted(run, Table(MANAGERS, (COST,), Order(COST)))
    assert isinstance(told, Draft)
    assert told.result is not None
    costs = {MARA: sum(PAY_OF[n] for n in MARAS), NILS: sum(PAY_OF[n] for n in NILSES)}
    assert {(str(row[0]), row[-1]) for row in told.result.rows} == set(costs.items())
    dear = Names(replace(MANAGERS, where=MANAGERS.where | {Has(COST, ">", Quantity(costs[NILS], "EUR"))}), "manager")
    named = drafted(without_values(run), dear)
    assert isinstance(named, Draft)
    assert called(tuple(r for _, r in named.cited if r.model == PEOPLE)) == {MARA}


@each_case("goal", [
    Figures((Measure(pays_of(), "max", ANNUAL),)),
    Figures((Measure(pays_of(), "median", ANNUAL),)),
    Figures((Measure(pays_of("Ada Berg"), "sum", ANNUAL),)),
    Figures((Measure(pays_of("Ada Berg"), "count"),)),
    Figures((Measure(pays_of(), "count"),)),
    Figures((Measure(pays_of(), "sum", ANNUAL), Measure(pays_of(*MARAS[1:]), "sum", ANNUAL))),
    Figures((Measure(Set(PAYS), "average", ANNUAL),)),
    Figures((Measure(pays_of(where=frozenset({Where(ANNUAL, Quantity(Decimal(60000), "EUR"), ">")})), "count"),)),
    Figures((Measure(pays_of(ranked=Order(Column(ANNUAL), first=5)), "sum", ANNUAL),)),
    Groups((Measure(pays_of(), "average", ANNUAL),), (Key((Step(EMPLOYEE, PEOPLE),)),)),
    Groups((Measure(pays_of(), "average", ANNUAL),), (Key((), ANNUAL),)),
    Table(pays_of()),
    Table(Set(PEOPLE, frozenset({REPORTS})), (Tally(Measure(Set(PAYS), "sum", ANNUAL), (Step(EMPLOYEE, PEOPLE),)),)),
    Names(Set(PEOPLE, frozenset({REPORTS}), frozenset({Has(Tally(Measure(Set(PAYS), "sum", ANNUAL), (Step(EMPLOYEE, PEOPLE),)), ">",
                                                           Measure(pays_of(), "average", ANNUAL))})), "report"),
    Exists(pays_of(where=frozenset({Where(ANNUAL, Quantity(Decimal(60000), "EUR"), ">")}))),
])
def test_combined_totals_never_reveal_one_persons_pay(office: Office, goal: Goal) -> None:
    assert drafted(run_as(office, MARA, managers_see_pay="totals"), goal) is Reason.NOT_PERMITTED


def test_what_is_added_and_taken_away_leaves_nobodys_pay(office: Office) -> None:
    run = run_as(office, CHIEF, managers_see_pay="totals")
    asked = (*STAFF, MARA, NILS)

    def average(*names: str) -> bool:
        return isinstance(drafted(without_values(run), Figures((Measure(pays_of(*names), "average", ANNUAL),))), Draft)

    assert average(*asked[:5])
    assert average(*asked)
    assert not average(*asked[1:])                      # with and without one person
    assert not average(*asked[:4], asked[5])            # two groups that share four
    assert average(*asked[5:])                          # the rest of those that it was told of
    assert not average(*asked[2:7])                     # by itself as large, but it cuts both
    assert average(*asked)                              # the same again tells nothing new


# ---------------------------------------------------------------- records of other apps


@each_case(
    "viewer, model, use, shown",
    [
        ("Ada Berg", "ticketing/Ticket", "read", {"T-1", "T-2"}),
        ("Bo Carr", "ticketing/Ticket", "read", {"T-1", "T-2"}),
        ("Cia Dahl", "ticketing/Ticket", "read", {"T-1", "T-3"}),
        ("Ida Jung", "ticketing/Ticket", "read", {"T-1", "T-4"}),
        (CHIEF, "ticketing/Ticket", "read", {"T-1"}),
        (GHOST, "ticketing/Ticket", "count", {"T-1"}),
        (RECRUITER, "ats/Candidate", "read", {"candidate Ada Berg", "candidate Tove Ras", "candidate Ida Noor"}),
        (MARA, "ats/Candidate", "read", {"candidate Ada Berg", "candidate Vera Nox"}),
        (NILS, "ats/Candidate", "read", {"candidate Otis Pell"}),
        (CHIEF, "ats/Candidate", "read", set()),
        (GHOST, "ats/Candidate", "read", set()),
        (NILS, "ats/Job", "read", {"Fitter", "Buyer", "Clerk"}),
        (CHIEF, "ats/Job", "count", {"Fitter", "Clerk"}),
    ],
)
def test_what_is_private_by_itself_is_left_out(office: Office, viewer: str, model: str, use: Any, shown: set[str]) -> None:
    run = run_as(office, viewer)
    assert called(visible(run, model, those(run, model), use=use)) == shown


@pytest.mark.parametrize(
    "viewer, shown",
    [("Ada Berg", {"note on T-1", "note on T-1 kept", "note on T-2"}), ("Bo Carr", {"note on T-1", "note on T-2"}), (CHIEF, {"note on T-1"})],
)
def test_a_comment_is_as_open_as_its_ticket(office: Office, viewer: str, shown: set[str]) -> None:
    run = run_as(office, viewer)
    if "ticketing/Comment" not in run.catalogue.models:
        pytest.skip("the catalogue has no comments")
    assert called(visible(run, "ticketing/Comment", those(run, "ticketing/Comment"), use="read")) == shown


@each_case(
    "viewer, names, allowed",
    [
        ("Ada Berg", ["talk of Ada Berg"], True),
        (MARA, ["talk of Ada Berg", "talk of Bo Carr"], True),
        (CHIEF, ["talk of Ada Berg"], True),
        ("Bo Carr", ["talk of Ada Berg"], False),
        ("Kim Lund", ["talk of Bo Carr"], True),
        ("Kim Lund", ["talk of Ada Berg"], False),
        (NILS, ["talk of Ada Berg"], False),
        (GHOST, ["talk of Ada Berg"], False),
    ],
)
def test_a_conversation_is_its_owners_and_of_who_took_part(office: Office, viewer: str, names: list[str], allowed: bool) -> None:
    run = run_as(office, viewer)
    talks = those(run, "crm/Engagement", *names)
    assert (declined(visible, run, "crm/Engagement", talks, use="read") is None) is allowed
    assert visible(run, "crm/Engagement", talks, use="count") == talks


@each_case(
    "viewer, owners, allowed",
    [
        ("Ada Berg", ["Ada Berg"], True),
        ("Ada Berg", ["Bo Carr"], False),
        (MARA, ["Ada Berg", "Bo Carr"], True),
        (MARA, ["Ada Berg", "Ida Jung"], False),
        (CHIEF, ["Ada Berg", "Bo Carr", "Ida Jung"], True),
        (FINANCE, ["Ada Berg"], False),
        (ALL, ["Ada Berg"], False),
    ],
)
def test_an_amount_is_its_owners_and_of_those_above(office: Office, viewer: str, owners: list[str], allowed: bool) -> None:
    run = run_as(office, viewer)
    deals = those(run, "crm/Opportunity", *(f"deal of {n}" for n in owners))
    assert (declined(check_fields, run, ["crm/Opportunity.amount"], deals) is None) is allowed
    assert visible(run, "crm/Opportunity", deals, use="read") == deals


@pytest.mark.parametrize(
    "viewer, people, allowed",
    [
        (RECRUITER, EVERYBODY, True),
        (MARA, MARAS, True),
        ("Ada Berg", ("Ada Berg",), True),
        (CHIEF, MARAS, False),
        (MARA, NILSES, False),
        (NILS, ("Ada Berg",), False),
        (ALL, ("Ada Berg",), False),
        (GHOST, ("Ada Berg",), False),
    ],
)
def test_rounds_of_interview_are_open_to_the_person_the_direct_manager_and_recruiters(
    office: Office, viewer: str, people: tuple[str, ...], allowed: bool
) -> None:
    run = run_as(office, viewer)
    model = next((m for m in run.catalogue.models if run.catalogue.models[m].access == "interview"), None)
    if model is None:
        pytest.skip("the catalogue has no interviews")
    assert (declined(check_of_people, run, model, those(run, PEOPLE, *people)) is None) is allowed
    done = those(run, model, "round 1 of Ada Berg for Fitter")
    assert "Ada Berg" not in people or (declined(visible, run, model, done, use="count") is None) is allowed


@each_case("viewer", VIEWERS)
def test_bank_accounts_are_closed_before_anything_is_read(office: Office, viewer: str) -> None:
    run = run_as(office, viewer)
    for goal in (Exists(Set("hris/BankInfo")), Figures((Measure(Set("hris/BankInfo"), "count"),))):
        assert declined(check_goal, run, goal) is Reason.NOT_PERMITTED
    assert {r.model for r in run.live.readings} <= {PEOPLE}


REFUSED = (
    (MARA, "What is the personal email of Ada Berg?", {"B": ("private data", "the person, or your HR partner")}),
    (MARA, "What is the pay rate of Ada Berg?", {"C": ("pay", "your HR partner")}),
    (MARA, "What is the gender of Ida Jung?", {"D": ("protected data", "your HR partner")}),
    (BERLIN, "What is the pay rate of Ida Jung?", {"C": ("pay", "your HR partner")}),
    (BERLIN, "What is the average pay rate of women?", {"D": ("protected data", "your HR partner")}),
    (MARA, "Which bank accounts are there?", {"E": ("numbers that are never kept", "the HR system itself: it is not kept here")}),
)


@each_case(("viewer", "question", "told"), REFUSED)
def test_a_refusal_tells_what_kind_of_data_is_kept_and_from_whom_and_so_does_why_not(
    office: Office, viewer: str, question: str, told: dict[str, tuple[str, str]],
) -> None:
    session = f"why-{question}"
    answer = office.ask(mail(viewer), question, session=session)
    found = {each["kind"]: each for each in answer["elements"] if each["type"] == "refused"}
    assert {kind: (each["about"], each["ask"]) for kind, each in found.items()} == told, answer["text"]
    again = office.ask(mail(viewer), "Why not?", session=session)["text"]
    assert all(who in again for each in found.values() for who in (each["about"][1:], *each["open_to"]))


def test_who_sees_pay_is_told_as_the_company_has_set_it(office: Office) -> None:
    told = {pay: open_to("C", run_as(office, MARA, managers_see_pay=pay).company.definitions.policy) for pay in ("off", "rows")}
    assert not any("manager" in who for who in told["off"]) and any("manager" in who for who in told["rows"])
    assert open_to("C", run_as(office, MARA, never=["C"]).company.definitions.policy) == ("nobody",)


def test_what_was_read_is_in_the_ledger_with_its_grant(office: Office) -> None:
    run = run_as(office, BERLIN)
    check_fields(run, [FIELDS["A"], FIELDS["B"]], those(run, PEOPLE, "Ada Berg", BERLIN))
    assert [(e["class"], e["grant"], set(e["whom"])) for e in run.ledger.entries()] == [
        ("B", "hr_partner", {merge_id(HOUSE, "Ada Berg")}),
        ("B", "self", {merge_id(HOUSE, BERLIN)}),
    ]
    for viewer, privacy in product((MARA, OPERATOR), ("B", "C", "D", "E")):
        refused = run_as(office, viewer)
        assert declined(check_fields, refused, [FIELDS[privacy]], those(refused, PEOPLE, "Ida Jung")) is Reason.NOT_PERMITTED
        assert refused.ledger.entries() == ()
