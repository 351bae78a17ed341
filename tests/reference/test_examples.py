"""What the reference found, each as an example that is easy to count: plans whose answers once hung on their shape, a unit or a missing value."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from agent.plan.algebra import (
    Alike,
    Column,
    Either,
    Figures,
    Goal,
    Groups,
    Has,
    Is,
    Key,
    Link,
    Measure,
    Names,
    Not,
    Order,
    Quantity,
    Set,
    Step,
    Table,
    Tally,
    Union,
    Where,
)
from agent.plan.periods import Recurring, interval
from tests.cases import each_case
from tests.integration.drawn_company import Drawn, Served, served
from tests.reference.small import HOUSE
from tests.reference.test_reference import outcome

PEOPLE, JOB, TICKET, DEAL, LEAVE, BALANCE = (
    "hris/Employee", "hris/Employment", "ticketing/Ticket", "crm/Opportunity", "hris/TimeOff", "hris/TimeOffBalance")
AMOUNT, LEFT = "crm/Opportunity.amount", "hris/TimeOffBalance.balance"
FITTERS = Set(JOB, where=frozenset({Where("hris/Employment.job_title", "Fitter")}))
HELD_NOW = Step("hris/Employee.employments", JOB)
TICKETS = Set(TICKET)
STARTED, AGE = "hris/Employee.start_date", "hris/Employee.age"
GONE = Where("hris/Employee.employment_status", "INACTIVE")


def _day(day: str) -> str:
    return f"{day}T00:00:00.000000Z"


def _person(drawn: Drawn, name: str, **values: Any) -> str:
    first, last = name.split()
    return drawn.add(PEOPLE, display_full_name=name, first_name=first, last_name=last, work_email=f"{first}@acme.example".lower(),
                     **({"employment_status": "ACTIVE"} | values))


def company() -> Drawn:
    """Ana, who asks, was a fitter before she became a welder; Ben is a fitter; Cleo has left. The choir is no department."""
    drawn = Drawn(Random(0), house=HOUSE)
    yard, choir = drawn.add("hris/Group", name="Yard", type="DEPARTMENT"), drawn.add("hris/Group", name="Choir", type="GROUP")
    ana = _person(drawn, "Ana Ruiz", groups=[yard, choir], start_date=_day("2016-11-20"), date_of_birth=_day("1990-04-03"))
    ben = _person(drawn, "Ben Cole", groups=[choir], manager=ana, start_date=_day("2022-11-20"), date_of_birth=_day("1988-01-15"))
    _person(drawn, "Cleo Diaz", manager=ana, employment_status="INACTIVE")
    for whose, title, since in ((ana, "Fitter", "2020-01-01"), (ana, "Welder", "2024-01-01"), (ben, "Fitter", "2022-01-01")):
        drawn.add(JOB, employee=whose, job_title=title, effective_date=_day(since))
    for whose, hours in ((ana, 8), (ben, 80)):
        drawn.add(BALANCE, employee=whose, balance=hours, policy_type="VACATION")
    for number, unit in ((9, "DAYS"), (10, "HOURS"), (4, None)):
        drawn.add(LEAVE, employee=ana, amount=number, units=unit, status="APPROVED", start_time=_day("2026-10-01"))
    user = drawn.add("crm/User", name="Ana Ruiz", email="ana@acme.example")
    drawn.add(TICKET, name="Fault", remote_id="T-1", access_level="COMPANY", status="OPEN", remote_created_at="2026-08-20T08:30:00.000000Z")
    for name, status, balance, due in (("I-1", "PAID", 0, "2026-03-01"), ("I-2", "OPEN", 5, "2026-10-01"), ("I-3", "DRAFT", 5, "2026-03-01")):
        drawn.add("accounting/Invoice", number=name, remote_id=name, type="ACCOUNTS_RECEIVABLE", status=status, balance=balance, due_date=_day(due))
    owed, owes = (drawn.add("accounting/Contact", name=name, is_customer=True) for name in ("Larch", "Mill"))
    for name, contact, total, currency in (("I-4", owed, 100, "EUR"), ("I-5", owed, 50, None), ("I-6", owes, 200, "EUR")):
        drawn.add("accounting/Invoice", number=name, remote_id=name, type="ACCOUNTS_RECEIVABLE", status="PAID", contact=contact, total_amount=total,
                  currency=currency, exchange_rate="1.5")
    sizes = (("Kenmore", 9), ("Foxglove", 10), ("Juniper", 250))
    kenmore, foxglove, _ = (drawn.add("crm/Account", name=name, number_of_employees=size) for name, size in sizes)
    for name, amount, status, account in (("D1", None, "OPEN", kenmore), ("D2", 50, "WON", foxglove)):
        drawn.add(DEAL, name=name, amount=amount, status=status, owner=user, account=account)
    for city, country in (("Bengaluru", "IN"), ("Bangalore", "GB")):
        drawn.add("hris/Location", name=f"{city} site", city=city, country=country, location_type="WORK")
    drawn.people = [{"email": "ana@acme.example", "roles": ["hr_partner", "finance"], "scope": {}}, {"email": "ben@acme.example", "roles": []}]
    return drawn


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(company(), tmp_path_factory.mktemp("examples")) as stage:
        yield stage


def people(*where: Any, links: tuple[Link, ...] = ()) -> Names:
    """Who meets these."""
    return Names(Set(PEOPLE, frozenset(links), frozenset(where)), "")


def number(value: int, unit: str | None = None) -> Quantity:
    return Quantity(Decimal(value), unit)


def counted(of: Any) -> Measure:
    return Measure(of, "count")


def first_start(name: str) -> Measure:
    """When somebody started."""
    return Measure(Set(PEOPLE, where=frozenset({Where("hris/Employee.display_full_name", name)})), "min", STARTED)


ON_LEAVE = Has(Tally(counted(Set(LEAVE)), (Step("hris/Employee.time_off", PEOPLE, True),)), ">", number(1))
BY_NOBODYS_SHARE = Set(PEOPLE, where=frozenset({Where("hris/Employee.display_full_name", "Nobody")}), ranked=Order(
    Tally(Measure(Set(PEOPLE), "share", part=frozenset({ON_LEAVE})), (Step("hris/Employee.manager", PEOPLE),)), first=2))
AGAIN = counted(Union(TICKET, frozenset({TICKETS})))        # written in another way than the measure that is shown
DAYS_LEFT = Tally(Measure(Set(BALANCE), "sum", LEFT), (Step("hris/Employee.balances", PEOPLE, True),))
DAYS_USED = Tally(Measure(Set(BALANCE), "sum", "hris/TimeOffBalance.used"), DAYS_LEFT.path)
REPORTS_TENURE = Tally(Measure(Set(PEOPLE), "average", "hris/Employee.tenure"), (Step("hris/Employee.manager", PEOPLE),))
AS_VALUE = Has(DAYS_LEFT, ">", number(5))
HEADCOUNT = Tally(counted(Set(PEOPLE)), (Step("hris/Employee.department", "hris/Group"),))
BOTH_KINDS = Where("hris/Group.type", ("DEPARTMENT", "GROUP"), "in")
LEAVES = Set(LEAVE, where=frozenset({Where("hris/TimeOff.units", op="filled")}))
LENGTH = Column("hris/TimeOff.amount")
OLDER_THAN_THE_OLDEST = Where(AGE, Measure(Set(PEOPLE), "max", AGE), ">")
OF_AN_AGE = Has(Tally(Measure(Set(PEOPLE), "average", AGE), HEADCOUNT.path), ">", number(3))
THEIR_AGES = Column(AGE, (Step("hris/Group.members", PEOPLE),))
WON_OF_EACH = Tally(Measure(Set(DEAL), "sum", AMOUNT), (Step(f"{DEAL}.account", "crm/Account"),))
IN_HOURS_OR_NONE = Measure(Set(LEAVE, where=frozenset({Either(frozenset({
    Where("hris/TimeOff.units", "HOURS"), Where("hris/TimeOff.units", op="empty")}))})), "sum", "hris/TimeOff.amount")
THEIR_LEAVE = Tally(IN_HOURS_OR_NONE, (Step("hris/Employee.time_off", PEOPLE, True),))
INVOICED = Measure(Set("accounting/Invoice"), "sum", "accounting/Invoice.total_amount")
WON_OF_ALL = Measure(Set(DEAL), "sum", AMOUNT)
NOTHING_WON = replace(WON_OF_ALL, of=Set(DEAL, where=frozenset({Where(f"{DEAL}.name", "Nothing")})))
BY_CUSTOMER = (Step("accounting/Invoice.contact", "accounting/Contact"),)
SIZE = "crm/Account.number_of_employees"
BY_SIZE = Groups((counted(Set("crm/Account")),), (Key((), SIZE),))
LATE = "accounting/Invoice.days_overdue"
OF_ONE_AGE = Alike(THEIR_AGES, THEIR_AGES)


@each_case("goal, rows", [
    (Table(Union(PEOPLE, frozenset({BY_NOBODYS_SHARE}))), []),          # nobody was left whose leave would have been looked at
    (people(links=(Link("hris/Employee.employments", True, FITTERS),)), [("Ben Cole",)]),                   # Ana was one before
    (people(Has(Tally(counted(FITTERS), (Step("hris/Employee.employments", PEOPLE, True),)), ">=", number(1))), [("Ben Cole",)]),
    (Table(Set(JOB), (Column(None, (Step("hris/Employee.employments", PEOPLE, True),)),)),
     [("Fitter", "Ben Cole"), ("Fitter", None), ("Welder", "Ana Ruiz")]),
    (Table(Set("hris/Group", where=frozenset({BOTH_KINDS})), (HEADCOUNT,)), [("Choir", 0), ("Yard", 1)]),    # nobody's department is the choir
    (people(AS_VALUE), [("Ben Cole",)]),
    (Table(Set(PEOPLE, where=frozenset({GONE})), (DAYS_LEFT,)), [("Cleo Diaz", None)]),                      # none is on record
    (Figures((Measure(Set(PEOPLE), "average", each=DAYS_LEFT),)), [(Decimal("5.5"),)]),
    (Figures((Measure(Set(PEOPLE), "average", each=DAYS_USED),)), "no_record"),                              # of nobody, which is not 0 of each
    (Figures((Measure(Set("crm/Account"), "average", each=WON_OF_EACH),)), [(25,)]),                          # 50, nothing, and one of no amount
    (Figures((Measure(Set(PEOPLE), "average", each=REPORTS_TENURE),)), [(4,)]),                             # Ben's reports have none: they are none
    (Figures((counted(Set(BALANCE, where=frozenset({Where(LEFT, number(5), ">")}))),)), [(1,)]),            # five days, as balances are told
    (Figures((Measure(Set(PEOPLE), "average", "hris/Employee.tenure"),)), [(7,)]),                         # years, as tenure is told
    (Groups((Measure(Set(DEAL), "sum", AMOUNT),), (Key((), "crm/Opportunity.status"),)), [("OPEN", None, None), ("WON", "EUR", 50)]),
    (Figures((Measure(Set(LEAVE), "sum", "hris/TimeOff.amount"),)), [(None, 4), ("days", 9), ("hours", 10)]),
    (Groups((IN_HOURS_OR_NONE,), (Key((), "hris/TimeOff.status"),)), [("APPROVED", None, 4), ("APPROVED", "hours", 10)]),    # they are no one amount
    (Table(Set(PEOPLE), (THEIR_LEAVE,)), [("Ana Ruiz", None, 4), ("Ana Ruiz", "hours", 10), ("Ben Cole", None, 0)]),
    (Figures((INVOICED,)), [(None, 50), ("EUR", 300)]),
    (Figures((Measure(Set("accounting/Revenue"), "sum", "accounting/Revenue.amount"),)), [(None, 50), ("EUR", 300)]),
    (Figures((NOTHING_WON,)), "no_record"), (Figures((counted(NOTHING_WON.of), NOTHING_WON)), [(None, 0, 0)]),
    (Figures((NOTHING_WON, WON_OF_ALL), "which more"), [("second", 50, "EUR", 0, 50)]),
    (Figures((replace(INVOICED, unit="EUR"),)), "no_record"),                                             # a rate says nothing of no currency
    (Figures((Measure(Set("accounting/Contact"), "average", each=Tally(INVOICED, BY_CUSTOMER)),)), "no_record"),
    (Groups((INVOICED,), (Key(BY_CUSTOMER),), Order(INVOICED, True, 1)), "no_record"),                      # 50 is neither more nor less than 100 EUR
    (Table(TICKETS, (Column("ticketing/Ticket.age", unit="months"),)), [("Fault", "T-1", 3)]),
    (people(Where(STARTED, Recurring("month of year", (11,)), "in")), [("Ana Ruiz",), ("Ben Cole",)]),           # of different years
    (people(Where(STARTED, Recurring("weekday", (7,)), "in")), [("Ana Ruiz",), ("Ben Cole",)]),
    (Groups((counted(Set(JOB)),), (Key((), "hris/Employment.effective_date", "month of year"),)), [("January", 3)]),
    (Table(LEAVES, (LENGTH,), Order(LENGTH, True, 1, skip=1)), [(10,)]), (Table(LEAVES, (LENGTH,), Order(LENGTH, False, 1, skip=1)), [(9,)]),
    (Table(Set(DEAL), (Column(AMOUNT),), Order(Column(AMOUNT), True, 1, skip=1)), "no_record"),              # one has an amount
    (Figures((counted(Set(DEAL, ranked=Order(Column(AMOUNT), True, 1, skip=1))),)), [(0,)]),
    (Table(Set(JOB), (Column("hris/Employment.job_title"),), Order(Column("hris/Employment.job_title"), False, 1, skip=1)),
     [("Fitter", "Fitter"), ("Fitter", "Fitter")]),                                                         # two share the place
    (Figures((counted(Set("accounting/Invoice", where=frozenset({Where(LATE, number(30, "days"), ">")}))),)), [(1,)]),      # what is paid is not late
    (Figures((Measure(Set("accounting/Invoice"), "max", LATE),)), [(50,)]),
    (people(Not(Not(GONE))), [("Cleo Diaz",)]), (people(GONE), [("Cleo Diaz",)]),                           # it says whom it means in both
    (Groups((counted(TICKETS),), (Key((), "ticketing/Ticket.status"),), Order(AGAIN, True, 1)), [("OPEN", 1)]),
    (Groups((counted(Set("hris/Location")),), (Key((), "hris/Location.city"), Key((), "hris/Location.country"))),
     [("Bangalore", "GB", 1), ("Bangalore", "IN", 1)]),                                                     # one city, spelt in one way
    (Groups((counted(Set(PEOPLE)),), (Key((), STARTED, "year"),), beside=(                                  # Ben's job began when he did
        Groups((counted(Set(JOB)),), (Key((), "hris/Employment.effective_date", "year"),)),)),
     [("2016", 1, 0), ("2020", 0, 1), ("2022", 1, 1), ("2024", 0, 1)]),
    (Groups((counted(Set(BALANCE)),), (Key((), "hris/TimeOffBalance.policy_type"),), Order(counted(TICKETS))),
     [("VACATION", 2)]),                                                                                    # by what is not shown
    (Figures((first_start("Ana Ruiz"), first_start("Ben Cole")), "less by"), [(2191, "2016-11-20", "2022-11-20")]),         # six years of days
    (Figures((first_start("Ana Ruiz"), first_start("Ben Cole")), "more"), [("no", "2016-11-20", "2022-11-20")]),
    (Figures((first_start("Ana Ruiz"), first_start("Ben Cole")), "which less"), [("first", 2191, "2016-11-20", "2022-11-20")]),
    (Figures((first_start("Ana Ruiz"), first_start("Ana Ruiz")), "which more"), [("neither", 0, "2016-11-20", "2016-11-20")]),
    (Figures((first_start("Ana Ruiz"), counted(TICKETS)), "more"), "out_of_scope"),
    (Names(Set("hris/Group", where=frozenset({Where("hris/Group.name", "Nowhere"), OF_AN_AGE})), ""), []),     # none is left to ask it of
    (Figures((counted(Set(LEAVE, where=frozenset({Where("hris/TimeOff.amount", number(100, "hours"), "<")}))),)), [(2,)]),   # 4 of no unit: unknown
    (people(OLDER_THAN_THE_OLDEST), []),                                                                   # 38 and 310/366 years
    (Names(Set("hris/Group", where=frozenset({OF_ONE_AGE, BOTH_KINDS})), ""), [("Choir",), ("Yard",)]),                # the ages are their members'
    (Table(LEAVES, (LENGTH,), Order(LENGTH, True, 1)), [(9,)]),                                              # days, not hours
])
def test_a_plan_comes_to_what_it_means(here: Served, goal: Goal, rows: list[tuple[object, ...]] | str) -> None:
    found = outcome(here, goal)
    assert (sorted(found, key=repr) if isinstance(found, list) else found) == (sorted(rows, key=repr) if isinstance(rows, list) else rows)


AMOUNTS = Measure(Set(DEAL), "sum", AMOUNT)


def unreadable() -> Drawn:
    """What apps hold where a number or a time belongs, and is none."""
    drawn = Drawn(Random(0), house=HOUSE)
    ana = _person(drawn, "Ana Ruiz", start_date="0000-00-00")
    _person(drawn, "Ben Cole", start_date=_day("2022-11-20"))
    drawn.people = [{"email": "ana@acme.example", "roles": ["hr_partner", "finance"], "scope": {}}]
    user = drawn.add("crm/User", name="Ana Ruiz", email="ana@acme.example")
    for number, amount in enumerate(("NaN", "Infinity", "-Infinity", "sNaN", "1e17", "12345678901234567.5", "1e999", 50)):
        drawn.add(DEAL, name=f"D{number}", amount=amount, status="OPEN" if number else "LOST", owner=user)
    for title, since in (("Fitter", "0000-00-00"), ("Welder", _day("2024-01-01"))):
        drawn.add(JOB, employee=ana, job_title=title, effective_date=since)
    for name, at in (("Never", "0000-00-00"), ("Due", "2026-01-01T08:00:00.000000Z")):
        drawn.add(TICKET, name=name, remote_id=name, access_level="COMPANY", status="OPEN", due_date=at)
        drawn.add("crm/Note", content=name, owner=user, remote_created_at=at)
    for start in ("0000-00-00", _day("2026-11-19")):
        drawn.add(LEAVE, employee=ana, amount=1, units="DAYS", status="APPROVED", start_time=start, end_time=start)
    return drawn


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(unreadable(), tmp_path_factory.mktemp("unreadable")) as stage:
        yield stage


@each_case("goal, rows", [
    (Figures((AMOUNTS,)), [("EUR", 1.12345679e+17)]), (Figures((Measure(Set(DEAL), "max", AMOUNT),)), [("EUR", 1e+17)]),
    (Figures((counted(Set(DEAL, where=frozenset({Where(AMOUNT, op="filled")}))),)), [(3,)]),
    (Table(Set(DEAL, where=frozenset({Where("crm/Opportunity.status", "LOST")})), (Column(AMOUNT),)), [("D0", None)]),
])
def test_a_number_that_is_none_is_as_if_it_were_not_there(there: Served, goal: Goal, rows: list[tuple[object, ...]]) -> None:
    assert sorted(outcome(there, goal), key=repr) == sorted(rows, key=repr)


DUE = "ticketing/Ticket.due_date"


@each_case("goal, rows", [
    (Table(TICKETS, (Column(DUE),), Order(Column(DUE), False)), [("Never", "Never", None), ("Due", "Due", "2026-01-01")]),
    (Figures((counted(Set(TICKET, where=frozenset({Where(DUE, op="filled")}))),)), [(1,)]),
    (Figures((counted(Set(TICKET, where=frozenset({Is("ticketing/Ticket.within_sla")}))),)), [(0,)]),
    (Figures((counted(Set(TICKET, where=frozenset({Is("ticketing/Ticket.sla_decided")}))),)), [(1,)]),
    (Figures((counted(Set(LEAVE, where=frozenset({Is("hris/TimeOff.under_way", interval(date(2026, 11, 1), None))}))),)), [(1,)]),
    (Figures((counted(Set("crm/Note", newest=True)),)), [(1,)]),
    (Table(Set(PEOPLE), (Column("hris/Employment.job_title", (HELD_NOW,)),)), [("Ana Ruiz", "Welder"), ("Ben Cole", None)]),
])
def test_a_time_that_is_none_is_as_if_it_were_not_there(there: Served, goal: Goal, rows: list[tuple[object, ...]]) -> None:
    assert sorted(outcome(there, goal), key=repr) == sorted(rows, key=repr)
@each_case("order, sizes", [(None, [9, 10, 250]), (Order(Column(SIZE), True, 2), [250, 10]), (Order(Column(SIZE), False, 1), [9])])
def test_groups_go_by_the_size_of_numbers(here: Served, order: Order | None, sizes: list[int]) -> None:
    assert outcome(here, replace(BY_SIZE, order=order)) == [(size, 1) for size in sizes]
