"""What is told where the asker may see some of what a question is about: the same in every shape of plan, and nothing of the rest."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.answer import Reason
from agent.plan.algebra import (
    Column,
    Condition,
    Earlier,
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
    Node,
    Not,
    Order,
    Quantity,
    Set,
    Show,
    Step,
    Table,
    Tally,
    Union,
    Where,
    same_as,
)
from agent.plan.periods import Recurring, interval
from tests.cases import each_case
from tests.integration.asked_company import HOUSE
from tests.integration.guarded_company import (
    ALL,
    BERLIN,
    CHIEF,
    EVERYBODY,
    FINANCE,
    IN_BERLIN,
    MARA,
    MARAS,
    NILS,
    NILSES,
    PAY,
    PAYROLL,
    RECRUITER,
    STAFF,
    WOMEN,
    secrets_of,
)
from tests.integration.sighted_company import OFF, Sighted, Told, sighted, told
from tests.integration.small_company import merge_id

PEOPLE, LEAVE, PAYS = "hris/Employee", "hris/TimeOff", "hris/Pay"
NAME, CITY, BORN, ANNUAL = f"{PEOPLE}.display_full_name", "hris/Location.city", f"{PEOPLE}.date_of_birth", f"{PAYS}.annual"
TOOK, EARNS = f"{LEAVE}.employee", f"{PAYS}.employee"
WEEK = interval(date(2026, 11, 23), date(2026, 11, 30))
LEAVES = Set(LEAVE, where=frozenset({Is(f"{LEAVE}.under_way", WEEK)}))
REPORTS = Link(f"{PEOPLE}.manager", True, Me())
TEAM = Set(PEOPLE, frozenset({REPORTS}))
ONE = Quantity(Decimal(1))
DENIED = Reason.NOT_PERMITTED


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sighted]:
    with sighted(tmp_path_factory.mktemp("sighted")) as found:
        yield found


def people(*conditions: Condition) -> Set:
    """The people who meet these, links among them."""
    links = frozenset(c for c in conditions if isinstance(c, Link))
    return Set(PEOPLE, links, frozenset(conditions) - links)


def named(*names: str) -> Condition:
    return Either(frozenset(Where(NAME, n) for n in names))


def in_city(city: str) -> Link:
    return Link(f"{PEOPLE}.work_location", True, Set("hris/Location", where=frozenset({Where(CITY, city)})))


def counted(of: Set) -> Measure:
    return Measure(of, "count")


def leaves_of(whose: Set) -> Set:
    return Set(LEAVE, frozenset({Link(TOOK, True, whose)}), LEAVES.where)


def off(shape: int, whose: Set) -> Condition:
    """That somebody is off next week, of those people: the same in words, and put down in five ways."""
    return (
        Is(f"{PEOPLE}.off", WEEK),
        Link(TOOK, False, LEAVES),
        Link(f"{PEOPLE}.time_off", True, LEAVES),
        Link(TOOK, False, leaves_of(whose)),
        Has(Tally(counted(LEAVES), (Step(TOOK, PEOPLE),)), ">=", ONE),
    )[shape]


def earning(shape: int, whose: Set, over: int) -> Condition:
    """That somebody is paid more than that a year, in four ways."""
    more = Where(ANNUAL, Quantity(Decimal(over), "EUR"), ">")
    well_paid = Set(PAYS, where=frozenset({more}))
    return (
        Link(EARNS, False, well_paid),
        Link(f"{PEOPLE}.pay", True, well_paid),
        Link(EARNS, False, Set(PAYS, frozenset({Link(EARNS, True, whose)}), frozenset({more}))),
        Has(Tally(Measure(Set(PAYS), "sum", ANNUAL), (Step(EARNS, PEOPLE),)), ">", Quantity(Decimal(over), "EUR")),
    )[shape]


def rows(*names: str) -> frozenset[tuple[str, ...]]:
    return frozenset((n,) for n in names)


def on_leave(*among: str) -> frozenset[tuple[str, ...]]:
    return rows(*(OFF & set(among)))


def asked(company: Sighted, viewer: str, goal: Goal, **policy: Any) -> Told:
    return told(company.run(viewer, **policy), goal)


# ---------------------------------------------------------------- one meaning, many shapes


def shapes_of_leave(whose: Set) -> Sequence[Goal]:
    """Who of these people is off next week, in as many shapes as a plan may have."""
    within = [people(*whose.links, *whose.where, off(shape, whose)) for shape in range(5)]
    beside = [Set(PEOPLE, whose.links, whose.where | {off(shape, whose)}) for shape in (1, 2, 3)]
    around = [people(same_as(whose), off(shape, whose)) for shape in range(4)]
    only_leave = people(Link(TOOK, False, leaves_of(whose)))
    either = people(*whose.links, *whose.where, Either(frozenset({off(0, whose), off(1, whose)})))
    twice = people(*whose.links, *whose.where, Not(Not(off(2, whose))))
    united = Union(PEOPLE, frozenset({within[0], within[1]}))
    return [Names(node, "person") for node in (*within, *beside, *around, only_leave, either, twice, united)]


@each_case(
    "viewer, whose, expected, in_part",
    [
        (MARA, TEAM, on_leave(*MARAS), False),
        (CHIEF, TEAM, on_leave(MARA, NILS, *STAFF), False),
        (NILS, TEAM, on_leave(*NILSES), False),
        (BERLIN, people(in_city("Berlin")), on_leave(*IN_BERLIN), False),
        (BERLIN, people(in_city("Oslo")), DENIED, False),
        (BERLIN, people(named("Ada Berg", "Bo Carr", "Ida Jung")), rows("Ada Berg"), True),
        (MARA, people(named("Cia Dahl", "Jon Kask")), rows("Cia Dahl"), True),
        (MARA, people(named("Bo Carr", "Jon Kask")), DENIED, False),       # none of those seen would be told as none
        (MARA, people(named("Ida Jung", "Jon Kask")), DENIED, False),
        (MARA, people(named(MARA, "Jon Kask")), DENIED, False),
        ("Ada Berg", people(named("Ada Berg")), rows("Ada Berg"), False),
        ("Ada Berg", people(named(*MARAS)), DENIED, False),
        (PAY, people(), DENIED, False),
        (MARA, people(), on_leave(MARA, *MARAS), True),
        (ALL, people(), on_leave(*EVERYBODY), False),
    ],
)
def test_who_is_off_is_the_same_in_every_shape_of_the_question(company: Sighted, viewer: str, whose: Set, expected: Any, in_part: bool) -> None:
    answers = [asked(company, viewer, goal) for goal in shapes_of_leave(whose)]
    assert [a.rows for a in answers] == [expected] * len(answers)
    assert [a.in_part for a in answers if expected is not DENIED] == [in_part] * (len(answers) if expected is not DENIED else 0)


@each_case(
    "viewer, whose, policy, expected",
    [
        (PAY, people(), {}, [n for n in EVERYBODY if int(secrets_of(n)["pay_rate"]) > 60000]),
        (MARA, TEAM, {"managers_see_pay": "rows"}, [n for n in MARAS if int(secrets_of(n)["pay_rate"]) > 60000]),
        (MARA, TEAM, {}, DENIED),
        (MARA, people(named("Ada Berg", "Ida Jung")), {"managers_see_pay": "rows"}, DENIED),                # pay is told of all or of none
        (BERLIN, people(in_city("Berlin")), {}, [n for n in EVERYBODY if n in IN_BERLIN and int(secrets_of(n)["pay_rate"]) > 60000]),
        (BERLIN, people(), {}, DENIED),
        (NILS, people(named("Ida Jung")), {}, DENIED),
        (BERLIN, people(in_city("Berlin"), off(0, people())), {}, [n for n in OFF & IN_BERLIN if int(secrets_of(n)["pay_rate"]) > 60000]),
    ],
)
def test_pay_is_asked_of_nobody_but_those_whom_a_question_is_about(
    company: Sighted, viewer: str, whose: Set, policy: Any, expected: Any
) -> None:
    goals = [Names(people(*whose.links, *whose.where, earning(shape, whose, 60000)), "person") for shape in range(4)]
    answers = [asked(company, viewer, goal, **policy).rows for goal in goals]
    assert answers == [DENIED if expected is DENIED else rows(*expected)] * 4


ATOMS = st.sampled_from(["off", "not off", "team", "Berlin", "Oslo", "some", "born", "off or born"])


@st.composite
def plans(draw: st.DrawFn) -> tuple[list[str], list[int], list[int]]:
    """What people have to meet, and two ways in which each of it is put down."""
    wanted = sorted(draw(st.sets(ATOMS, min_size=1, max_size=4)))
    shape = st.lists(st.integers(0, 4), min_size=len(wanted), max_size=len(wanted))
    return wanted, draw(shape), draw(shape)


SOME = ("Ada Berg", "Cia Dahl", "Ida Jung", MARA, BERLIN)


def told_before(*names: str) -> Earlier:
    """Rows of an earlier answer."""
    return Earlier(PEOPLE, tuple(merge_id(HOUSE, name) for name in names), (), "who is there?")


def condition(wanted: str, shape: int) -> Condition:
    """`Has` has no negation of its own here: what nobody is known to have is none."""
    born = Where(BORN, interval(date(1962, 1, 1), date(1975, 1, 1)), "in")
    return {
        "off": off(shape, people()), "not off": Not(off(shape, people())), "team": REPORTS, "Berlin": in_city("Berlin"), "Oslo": in_city("Oslo"),
        "some": same_as(told_before(*SOME)) if shape == 4 else named(*SOME), "born": born,
        "off or born": Either(frozenset({off(shape, people()), born})),
    }[wanted]


def node(wanted: Sequence[str], shapes: Sequence[int]) -> Set:
    """All of it in one set, or a link beside it, or one set around the other, as the first shape has it."""
    made = [condition(w, s) for w, s in zip(wanted, shapes, strict=True)]
    if shapes[0] == 3 and len(made) > 1:
        return people(same_as(people(*made[1:])), made[0])
    return people(*made) if shapes[0] % 2 else Set(PEOPLE, where=frozenset(made))


@settings(max_examples=40, deadline=None)
@given(plan=plans(), viewer=st.sampled_from([MARA, CHIEF, BERLIN, ALL, "Ada Berg", PAY]), counts=st.booleans())
def test_no_shape_of_a_plan_tells_more_than_another(company: Sighted, plan: Any, viewer: str, counts: bool) -> None:
    wanted, one, other = plan

    def goal(shapes: Sequence[int]) -> Goal:
        of = node(wanted, shapes)
        return Figures((counted(of),)) if counts else Names(of, "person")

    first, second = asked(company, viewer, goal(one)), asked(company, viewer, goal(other))
    assert (first.rows, first.in_part) == (second.rows, second.in_part) or first.rows == second.rows == DENIED, (first, second)


# ---------------------------------------------------------------- what is never told in part


TALKS = Set("crm/Engagement")
PAY_RATE = "hris/Employment.pay_rate"


@each_case("viewer", [MARA, CHIEF, BERLIN, ALL, "Ada Berg", PAY])
@each_case("names", [("Ada Berg",), (MARA, "Ada Berg"), SOME])
def test_rows_of_an_earlier_answer_open_no_more_than_a_condition_that_only_they_meet(company: Sighted, viewer: str, names: tuple[str, ...]) -> None:
    def jobs(whose: Node) -> Set:
        return Set("hris/Employment", frozenset({Link("hris/Employee.employments", False, whose)}))

    for made in (lambda whose: Names(whose, "person"), lambda whose: Show(jobs(whose), PAY_RATE), lambda whose: Table(whose, (Column(BORN),)),
                 lambda whose: Figures((Measure(jobs(whose), "average", PAY_RATE),)),
                 lambda whose: Figures((counted(Set(LEAVE, frozenset({Link(f"{LEAVE}.employee", True, whose)}))),))):
        rows, other = asked(company, viewer, made(told_before(*names))), asked(company, viewer, made(people(named(*names))))
        assert rows.rows == other.rows or rows.rows == DENIED or names == (viewer,), (viewer, rows, other)     # oneself


PARTIAL = people(named("Ada Berg", "Cia Dahl", "Ida Jung"), off(0, people()))


@each_case("goal", [
    Figures((Measure(Set(LEAVE, where=LEAVES.where), "sum", f"{LEAVE}.amount"),)),
    Figures((Measure(people(), "share", part=frozenset({off(0, people())})),)),
    Figures((counted(PARTIAL), counted(people())), "more"), Figures((counted(PARTIAL), counted(people())), "which less"),
    Table(PARTIAL, (), Order(Column(NAME), first=1, skip=1)),
    Table(people(), (Column(None, (Step(f"{PEOPLE}.reports", PEOPLE),), within=people(Where(BORN, Recurring("month of year", (4,)), "in"))),)),
    Table(PARTIAL, (), Order(Column(NAME), first=1)),
    Table(people(), (Column(BORN),), Order(Column(BORN), first=1)),
    Names(Set(PEOPLE, where=PARTIAL.where, ranked=Order(Column(NAME), first=1)), "person"),
    Names(people(Where(BORN, Measure(people(), "min", BORN), "=")), "person"),
    Groups((counted(PARTIAL),), (Key((Step(f"{PEOPLE}.manager", PEOPLE),)),), Order(counted(PARTIAL), first=1)),
    Groups((counted(PARTIAL),), (Key((Step(f"{PEOPLE}.manager", PEOPLE),)),), having=((0, "<", Quantity(Decimal(9))),)),
    Figures((Measure(people(), "average", f"{PEOPLE}.age"),)),
    Figures((Measure(PARTIAL, "average", each=Tally(counted(LEAVES), (Step(TOOK, PEOPLE),))),)),
    Names(people(Has(Tally(counted(LEAVES), (Step(TOOK, PEOPLE),)), "<", counted(PARTIAL))), "person"),
])
@each_case("viewer", [MARA, BERLIN])
def test_the_most_the_least_sums_and_shares_are_of_all_or_not_told(company: Sighted, viewer: str, goal: Goal) -> None:
    assert asked(company, viewer, goal).rows is DENIED
    assert asked(company, ALL, goal).rows is not DENIED


ACCOUNTS = Set("crm/Account")


@each_case("goal", [
    *(Figures((Measure(TALKS, how, field),)) for how, field in (
        ("max", "crm/Engagement.start_time"), ("min", "crm/Engagement.start_time"), ("sum", "crm/Engagement.duration"))),
    Groups((Measure(TALKS, "max", "crm/Engagement.start_time"),), (Key((Step("crm/Engagement.account", "crm/Account"),)),)),
    Table(ACCOUNTS, (Tally(Measure(TALKS, "max", "crm/Engagement.start_time"), (Step("crm/Engagement.account", "crm/Account"),)),)),
])
def test_who_may_count_records_reads_no_value_in_them(company: Sighted, goal: Goal) -> None:
    assert asked(company, NILS, goal).rows is DENIED
    assert asked(company, CHIEF, goal).rows is not DENIED
    assert asked(company, NILS, Figures((counted(TALKS),))).rows == {(2,)}


def test_a_share_of_those_who_earn_enough_is_what_their_numbers_come_to(company: Sighted) -> None:
    well_paid = Set(PAYS, where=frozenset({Where(ANNUAL, Quantity(Decimal(55_000), "EUR"), ">")}))
    earning = Link(EARNS, False, well_paid)
    number, share = (asked(company, PAY, Figures((one,))).rows for one in (
        counted(people(earning)), Measure(people(), "share", part=frozenset({earning}))))
    [(count,)], [(part,)] = number, share
    assert 0 < part == count / len(EVERYBODY)


# ---------------------------------------------------------------- nothing of what is hidden


def sees_leave(viewer: str, whose: str) -> bool:
    """By policy.md, of the people whom the tests ask as."""
    team = {MARA: MARAS, NILS: NILSES, CHIEF: (MARA, NILS, *STAFF)}.get(viewer, ())
    return viewer == whose or whose in team or (viewer == BERLIN and whose in IN_BERLIN)


@pytest.fixture(scope="module", params=[MARA, CHIEF, BERLIN])
def otherwise(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Sighted]]:
    """A viewer, and the company in which all that is hidden from this person is otherwise."""
    viewer = request.param
    hidden = frozenset(n for n in EVERYBODY if not sees_leave(viewer, n))
    changed = {n: {"date_of_birth": "1970-07-07T00:00:00.000000Z", "personal_email": "other@private.example"} for n in hidden | set(
        EVERYBODY if viewer != BERLIN else ()) - {viewer}}
    with sighted(tmp_path_factory.mktemp("otherwise"), (OFF - hidden) | (hidden - OFF), employees=changed) as found:
        yield viewer, found


TEAMS = (Step(TOOK, PEOPLE), Step(f"{PEOPLE}.manager", PEOPLE))
LISTED = [
    *(Names(people(off(shape, people())), "person") for shape in range(5)),
    *(Names(people(Not(off(shape, people()))), "person") for shape in range(4)),
    *(Figures((counted(people(off(shape, people()), in_city(city))),)) for shape, city in product(range(5), ("Berlin", "Oslo"))),
    *(Figures((counted(people(named(*some), off(0, people()))),)) for some in combinations((*MARAS[:3], "Ida Jung", "Jon Kask"), 4)),
    Table(LEAVES, (Column(f"{LEAVE}.start_time"), Column(None, (Step(TOOK, PEOPLE),)))),
    Table(LEAVES, (Column(f"{LEAVE}.employee_note"),)),
    Figures((counted(LEAVES),)),
    Exists(people(off(1, people()), in_city("Oslo"))),
    Table(people(), (Column(BORN),)),
    Table(people(), (Column(f"{LEAVE}.start_time", (Step(TOOK, LEAVE, True),)),)),
    Table(people(), (Tally(counted(LEAVES), (Step(TOOK, PEOPLE),)),)),
    Table(people(Is(f"{PEOPLE}.manager")), (Tally(counted(LEAVES), TEAMS),)),
    Show(people(), BORN),
    Names(people(Where(BORN, interval(date(1970, 1, 1), date(1971, 1, 1)), "in")), "person"),
    Names(people(Either(frozenset({off(0, people()), Where(BORN, interval(date(1970, 1, 1), date(1971, 1, 1)), "in")}))), "person"),
    Names(people(Has(Tally(counted(LEAVES), TEAMS), ">=", ONE)), "person"),
    Names(people(Has(Tally(counted(LEAVES), TEAMS), "<=", ONE)), "person"),
    Names(people(Link(f"{LEAVE}.approver", False, LEAVES)), "person"),
    Groups((counted(LEAVES),), (Key((Step(TOOK, PEOPLE), Step(f"{PEOPLE}.work_location", "hris/Location")), CITY),)),
    Groups((counted(people(off(1, people()))),), (Key((Step(f"{PEOPLE}.manager", PEOPLE),)),)),
    Groups((counted(people()),), (Key((), BORN, "year"),)),
    Names(Union(PEOPLE, frozenset({people(off(0, people()), in_city("Oslo")), people(off(1, people()), in_city("Berlin"))})), "person"),
]


def test_hidden_values_change_nothing_in_any_answer(company: Sighted, otherwise: tuple[str, Sighted]) -> None:
    viewer, changed = otherwise
    for goal in LISTED:
        assert asked(company, viewer, goal) == asked(changed, viewer, goal), goal
    assert [asked(company, ALL, g) == asked(changed, ALL, g) for g in LISTED].count(False) > len(LISTED) // 2       # who sees all sees the change


# ---------------------------------------------------------------- other apps, and none


@pytest.mark.parametrize("goal", [Names(Set("ats/Candidate"), "candidate"), Figures((counted(Set("ats/Candidate")),)), Exists(Set("ats/Candidate"))])
def test_a_kind_of_record_that_is_for_others_is_not_permitted_and_never_none(company: Sighted, goal: Goal) -> None:
    for viewer in (CHIEF, "Ada Berg", ALL, PAY, FINANCE):
        answer = asked(company, viewer, goal)
        assert answer.rows is DENIED
        assert "recruiting team" in answer.text
    assert asked(company, RECRUITER, goal).rows is not DENIED
    assert asked(company, MARA, goal).in_part                           # whose own opening has two


def test_who_is_led_to_through_records_kept_to_others_is_listed_as_far_as_the_asker_may_see(company: Sighted) -> None:
    opened = Set("ats/Job", where=frozenset({Is("ats/Job.open")}))
    applied = Set("ats/Candidate", frozenset({Link("ats/Application.candidate", False, Set("ats/Application", frozenset({
        Link("ats/Application.job", True, opened)})))}))
    listed, number = asked(company, MARA, Names(applied, "candidate")), asked(company, MARA, Figures((counted(applied),)))
    assert listed.rows == {("Ada Berg",), ("Vera Nox",)}                # of her own opening; three more applied for the others
    assert number.rows == {(2,)}
    assert listed.in_part and number.in_part
    assert asked(company, CHIEF, Names(applied, "candidate")).rows is DENIED


@pytest.mark.parametrize("viewer, is_told", [("Bo Carr", True), (CHIEF, False)])
def test_by_what_somebody_is_in_a_list_is_told_of_what_the_asker_may_see(company: Sighted, viewer: str, is_told: bool) -> None:
    desks = Set("ticketing/User", frozenset({Link("ticketing/Ticket.creator", False, Set("ticketing/Ticket"))}))
    answer = asked(company, viewer, Names(people(Link("hub", False, desks)), ""))
    assert answer.rows == rows("Ada Berg")
    assert ("Open to all" in answer.text, "Kept to two" in answer.text) == (is_told, is_told)      # one thing that led there needs no telling


@pytest.mark.parametrize("viewer, is_told", [(ALL, True), (MARA, False)])
def test_who_led_to_a_list_is_told_only_where_nobody_is_hidden(company: Sighted, viewer: str, is_told: bool) -> None:
    answer = asked(company, viewer, Names(people(Link(f"{PEOPLE}.manager", False, people(off(0, people())))), ""))
    assert MARA in {name for name, in answer.rows}
    assert ("Ada Berg" in answer.text) == is_told


def test_none_of_what_may_be_kept_to_others_is_none_that_the_asker_may_see(company: Sighted) -> None:
    kept = Set("ticketing/Ticket", where=frozenset({Where("ticketing/Ticket.name", "kept", "contains")}))
    never = Set("ticketing/Ticket", where=frozenset({Where("ticketing/Ticket.name", "nowhere", "contains")}))
    hidden, absent = (asked(company, CHIEF, Figures((counted(of),))) for of in (kept, never))
    assert hidden.in_part
    assert hidden.rows == absent.rows                                   # whether there are others cannot be told from it
    assert [n for n in hidden.notes if "“kept”" not in n] == [n for n in absent.notes if "“nowhere”" not in n]


@pytest.mark.parametrize("viewer, titles", [
    (MARA, {"Opening hours", "Plan of Mara"}), (NILS, {"Opening hours", "Plan of the staff"}), (BERLIN, {"Opening hours", "Plan of the staff"}),
    (PAY, {"Opening hours"}),
])
def test_an_article_is_open_to_whom_its_permissions_name_and_to_the_members_of_groups(company: Sighted, viewer: str, titles: set[str]) -> None:
    assert {title for title, in asked(company, viewer, Names(Set("knowledgebase/Article"), "")).rows} == titles


@pytest.mark.parametrize("word", ["kept", "nowhere"])
def test_no_is_said_of_what_the_asker_may_see_where_others_may_have_what_makes_it_a_yes(company: Sighted, word: str) -> None:
    tickets = Set("ticketing/Ticket", where=frozenset({Where("ticketing/Ticket.name", word, "contains")}))
    answer = asked(company, CHIEF, Exists(Set("ticketing/User", frozenset({Link("ticketing/Ticket.assignees", False, tickets)}))))
    assert answer.text.startswith("**No, as far as you may see**: ")
    assert {r[0] for r in answer.rows} == {"no"}
    searched = asked(company, CHIEF, Exists(tickets))
    assert searched.rows is Reason.NO_RECORD and searched.text.startswith("**No, as far as you may see**: ")


def test_no_is_no_where_nothing_is_kept_to_others(company: Sighted) -> None:
    assert asked(company, CHIEF, Exists(people(in_city("Nowhere")))).text.startswith("**No**, ")


@pytest.mark.parametrize("slip", [Where("ticketing/Ticket.name", "kapt", "contains"), Where("ticketing/Ticket.name", "kapt")])
@pytest.mark.parametrize("viewer, is_told", [("Ida Jung", True), (CHIEF, False)])
def test_near_title_is_offered_only_to_viewers_who_may_see_it(company: Sighted, slip: Where, viewer: str, is_told: bool) -> None:
    slips = Set("ticketing/Ticket", where=frozenset({slip}))
    for goal in (Names(slips, "ticket"), Figures((counted(slips),)), Exists(slips)):
        assert ("Kept to one" in asked(company, viewer, goal).text) == is_told


def test_of_conversations_a_part_is_told_and_ones_own_is_no_part(company: Sighted) -> None:
    for viewer, expected in ((MARA, 2), (CHIEF, 2), ("Ada Berg", DENIED), (NILS, DENIED)):
        answer = asked(company, viewer, Names(TALKS, "conversation"))
        assert (answer.rows if answer.rows is DENIED else len(answer.rows)) == expected
    deals = Table(Set("crm/Opportunity"), (Column("crm/Opportunity.amount"),))
    assert {r[0] for r in asked(company, MARA, deals).rows} == {"deal of Ada Berg", "deal of Bo Carr"}
    assert asked(company, MARA, deals).in_part
    assert asked(company, MARA, Figures((Measure(Set("crm/Opportunity"), "sum", "crm/Opportunity.amount"),))).rows is DENIED


# ---------------------------------------------------------------- what the policy opens


def test_a_pay_specialist_counts_people_by_gender(company: Sighted) -> None:
    answer = asked(company, PAY, Groups((counted(people()),), (Key((), f"{PEOPLE}.gender"),)))
    assert answer.rows == {("FEMALE", Decimal(len(WOMEN))), ("MALE", Decimal(len(EVERYBODY) - len(WOMEN)))}
    assert asked(company, PAYROLL, Groups((counted(people()),), (Key((), f"{PEOPLE}.gender"),))).rows is DENIED


@each_case("viewer, whom, expected", [
    (MARA, "Ada Berg", frozenset({(date(2026, 11, 24),)})), (MARA, "Ida Jung", DENIED), (CHIEF, "Ada Berg", DENIED),
    ("Ada Berg", "Ada Berg", frozenset({(date(2026, 11, 24),)})), (BERLIN, "Cia Dahl", frozenset({(date(2026, 11, 24),)})),
])
def test_absence_dates_are_open_to_the_managers_above(company: Sighted, viewer: str, whom: str, expected: Any) -> None:
    theirs = leaves_of(people(named(whom)))
    for goal, place in ((Table(theirs, (Column(f"{LEAVE}.start_time"),)), 1), (Show(theirs, f"{LEAVE}.start_time"), 0)):      # behind whose it is
        found = asked(company, viewer, goal).rows
        assert found == expected if expected is DENIED else {row[place:place + 1] for row in found} == expected


def test_how_many_are_hidden_is_told_of_people(company: Sighted) -> None:
    answer = asked(company, BERLIN, Names(people(named("Ada Berg", "Bo Carr", "Ida Jung"), off(0, people())), "person"))
    assert "of 1 employee you may not see" in " ".join(answer.notes)


ROUND, CANDIDATE = "ats/ScheduledInterview", "ats/Application.candidate"
OWN_ROUND = Earlier(ROUND, (merge_id(HOUSE, "round 1 of Ada Berg for Fitter"),), (), "Which rounds?")
WHOSE = Column(None, (Step(f"{ROUND}.application", "ats/Application"), Step(CANDIDATE, "ats/Candidate")))


@pytest.mark.parametrize("person, columns, rows", [
    ("Ada Berg", (), {(None, "COMPLETE")}),                         # her own round: whose it is may not be told
    ("Ada Berg", (WHOSE,), DENIED),                                 # and is refused where it is asked for
    (RECRUITER, (), {("Ada Berg", None, "COMPLETE")}),
    (NILS, (), DENIED),
])
def test_a_round_is_listed_without_its_candidate_where_that_may_not_be_told(company: Sighted, person: str, columns: Any, rows: Any) -> None:
    assert told(company.run(person), Table(OWN_ROUND, columns)).rows == rows


@pytest.mark.parametrize("node, person, whose", [
    (Set(PAYS), PAYROLL, set(EVERYBODY)), (Set("hris/TimeOffBalance", frozenset({Link(f"{PEOPLE}.balances", False, Me())})), MARA, {MARA}),
])
def test_what_is_somebodys_is_listed_with_whose_it_is(company: Sighted, node: Set, person: str, whose: set[str]) -> None:
    listed = told(company.run(person), Table(node))
    assert not isinstance(listed.rows, Reason) and listed.rows and {row[0] for row in listed.rows} <= whose


@pytest.mark.parametrize("model", [PAYS, "hris/TimeOffBalance"])
def test_a_value_that_is_kept_from_the_asker_is_refused_with_whose_it_is(company: Sighted, model: str) -> None:
    assert told(company.run(RECRUITER), Table(Set(model))).rows is DENIED
