"""What is told of texts, of amounts in several currencies and of days: a company west of Greenwich, whose apps keep days as midnight in UTC."""

from collections.abc import Iterator
from random import Random

import pytest

from agent.answer import Answer, Reason, notes_of
from agent.errors import Declined
from agent.plan.algebra import Column, Figures, Goal, Groups, Is, Key, Link, Me, Measure, Order, Set, Show, Step, Summary, Table, Tally, Where
from tests.cases import each_case
from tests.integration.drawn_company import Drawn, Served, answered, served, turn_of
from tests.reference.small import HOUSE

TICKET, INVOICE, LEAVE = "ticketing/Ticket", "accounting/Invoice", "hris/TimeOff"
TOTAL, DUE = Column("accounting/Invoice.total_amount"), Column("accounting/Invoice.due_date")
CUSTOMER = (Step("accounting/Invoice.contact", "accounting/Contact"),)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    drawn = Drawn(Random(0), house={**HOUSE, "timezone": "America/Los_Angeles", "currency": "USD"})
    ana = drawn.add("hris/Employee", display_full_name="Ana Ruiz", work_email="ana@acme.example", employment_status="ACTIVE")
    drawn.add(LEAVE, employee=ana, status="APPROVED", request_type="VACATION", start_time="2026-12-04T00:00:00Z", end_time="2026-12-08T00:00:00Z")
    for amount, units in ((16, "HOURS"), (4, "DAYS")):
        drawn.add(LEAVE, employee=ana, status="REQUESTED", request_type="PERSONAL", amount=amount, units=units,
                  start_time="2026-12-14T00:00:00Z", end_time="2026-12-17T00:00:00Z")
    ben = drawn.add("hris/Employee", display_full_name="Ben Cole", work_email="ben@acme.example", employment_status="ACTIVE", manager=ana)
    for amount, units in ((6, "HOURS"), (1, "DAYS"), (1.5, "DAYS")):
        drawn.add(LEAVE, employee=ben, status="DECLINED", amount=amount, units=units, start_time="2026-12-14T00:00:00Z")
    for name, text in (("Gate jams", "It jams when it rains. The motor was swapped."), ("Gate squeaks", None)):
        drawn.add(TICKET, name=name, remote_id=name[5:6], description=text, status="OPEN", access_level="COMPANY")
    gate, comments = drawn.ids(TICKET)[0], (*((f"Looked at {day} days into September.", f"2026-09-{day:02}") for day in range(1, 20)),
                                            ("Swapped on a day that nobody wrote down.", None), ("Told in October.", "2026-10-05"))
    for body, day in comments:
        drawn.add("ticketing/Comment", ticket=gate, body=body, remote_created_at=day and f"{day}T10:00:00Z")
    kenmore = drawn.add("accounting/Contact", name="Kenmore", is_customer=True)
    for number, total, currency, rate, due in (("I-1", 900, "EUR", 1.2, "2026-12-05"), ("I-2", 1000, "USD", None, "2026-11-30")):
        drawn.add(INVOICE, number=number, contact=kenmore, total_amount=total, balance=total, currency=currency, exchange_rate=rate,
                  type="ACCOUNTS_RECEIVABLE", status="OPEN", issue_date="2026-11-01T00:00:00Z", due_date=f"{due}T00:00:00Z")
    sellers = [drawn.add("crm/User", name=name, email=f"{name.lower()}@acme.example") for name in ("Ana", "Ben")]
    mill = drawn.add("crm/Account", name="Mill")
    for owner, status in zip((*sellers, sellers[1]), ("WAITING_ON_BOARD", "WAITING_ON_BOARD", "OPEN"), strict=True):
        drawn.add("crm/Task", subject="Call them", account=mill, owner=owner, status=status)
    drawn.people = [{"email": "ana@acme.example", "roles": ["finance"]}, {"email": "ben@acme.example", "roles": []}]
    with served(drawn, tmp_path_factory.mktemp("plainly")) as stage:
        yield stage


def called(name: str) -> Set:
    """The ticket of a title."""
    return Set(TICKET, where=frozenset({Where(f"{TICKET}.name", name)}))


def asked(here: Served, goal: Goal, by: str = "ana") -> Answer:
    """What is told. Raises Declined."""
    return answered(turn_of(here, f"{by}@acme.example"), goal)


ANAS, TEAMS = (frozenset({Link(f"{LEAVE}.employee", True, who)}) for who in (Me(), Set("hris/Employee")))
LARGEST = Table(Set(INVOICE), (TOTAL,), Order(TOTAL, True, 1))


@each_case("goal, said", [
    (Summary(called("Gate jams")), "The motor was swapped."),
    (LARGEST, "**I-1** has the highest total: **900 EUR**"),                                                    # 1,080 USD
    (Table(Set(INVOICE), (DUE,), Order(DUE)), "| I-1 | 2026-12-05 |"),
    (Groups((Measure(Set(INVOICE), "max", "accounting/Invoice.due_date"),), (Key(CUSTOMER),)), "Kenmore **2026-12-05**"),
    (Figures((Measure(Set(INVOICE), "min", "accounting/Invoice.due_date"),)), "**2026-11-30**"),
    (Table(Set(LEAVE), (Column(f"{LEAVE}.amount"),)), "| hours | 16 |"), (Table(Set(LEAVE), (Column(f"{LEAVE}.amount"),)), "| days | 4 |"),
    (Show(Set(LEAVE, ANAS), f"{LEAVE}.amount"), "Your amount is **16 hours** and **4 days**."),       # they never add up to 20 hours
    (Show(Set(LEAVE, ANAS), f"{LEAVE}.amount", "days"), "**6 days**"),
    (Show(Set(LEAVE), f"{LEAVE}.amount"), "The amount of the time-off requests is **22 hours** and **6.5 days**."),
    (Show(Set(INVOICE), TOTAL.field), "| I-1 | EUR | 900 |"),
    (Show(Set(LEAVE, TEAMS), f"{LEAVE}.amount"), "| Ben Cole | days | 2.5 |"),
    (Show(Set(LEAVE, TEAMS), f"{LEAVE}.amount"), "| Ana Ruiz | hours | 16 |"),
    (Table(Set(LEAVE)), "| Ana Ruiz | vacation | 2026-12-04 | 2026-12-08 |"),
])
def test_what_is_on_file_is_told_as_it_stands_there(here: Served, goal: Goal, said: str) -> None:
    assert said in asked(here, goal).text


BALANCE = Measure(Set(INVOICE), "sum", "accounting/Invoice.balance")


@each_case("figure, said", [
    (Measure(Set(INVOICE), "count"), "- There are **2** invoices.\n"),
    (Measure(Set(INVOICE), "max", "accounting/Invoice.due_date"), " is **2026-12-05**.\n"),
    (Measure(Set(INVOICE), "distinct", "accounting/Invoice.due_date"), " is **2**.\n"),
    (Measure(Set(INVOICE), "average", "accounting/Invoice.payment_target"), " is **31.5 days**.\n"),
    (Measure(Set(INVOICE), "share", part=frozenset({Where("accounting/Invoice.currency", "EUR")})), "- **50%** of the invoices "),
])
def test_a_figure_beside_amounts_in_several_currencies_is_told_once_and_in_its_own_unit(here: Served, figure: Measure, said: str) -> None:
    text = asked(here, Figures((figure, BALANCE))).text
    assert said in text and " is **900 EUR** and **1,000 USD**." in text


def test_how_many_different_values_there_are_in_each_currency_is_no_amount(here: Served) -> None:
    by_currency = Groups((Measure(Set(INVOICE), "distinct", "accounting/Invoice.due_date"),), (Key((), "accounting/Invoice.currency"),))
    assert "EUR **1**, USD **1**." in asked(here, by_currency).text


def test_in_groups_days_beside_amounts_keep_their_own_unit(here: Served) -> None:
    answer = asked(here, Groups((BALANCE, Measure(Set(INVOICE), "average", "accounting/Invoice.payment_target")), (Key(CUSTOMER),)))
    assert answer.result is not None
    assert [column.unit for column in answer.result.columns[1:]] == [None, None, "days"]
    assert [row[1:] for row in answer.result.rows] == [("EUR", 900, 31.5), ("USD", 1000, 31.5)]


def test_amounts_that_are_compared_across_currencies_are_said_to_be_converted(here: Served) -> None:
    answer = asked(here, LARGEST)
    assert "Converted to USD by the exchange rate that each document states." in notes_of(answer.as_json())


def test_of_very_many_texts_about_a_thing_the_newest_are_told(here: Served) -> None:
    comments = Set("ticketing/Comment", frozenset({Link("ticketing/Comment.ticket", True, called("Gate jams"))}))
    answer = asked(here, Summary(called("Gate jams"), (comments,)))
    assert "Of 21 texts about it the newest 19 are told." in notes_of(answer.as_json())
    assert "Told in October." in answer.text
    assert not [text for text in ("Looked at 1 days", "Swapped on a day") if text in answer.text]


OPEN_TASKS = Set("crm/Task", where=frozenset({Is("crm/Task.open")}))


@each_case("by, said", [("ana", "2 CRM tasks have a status"), ("ben", "1 CRM task has a status")])     # Ana, above Ben, sees his tasks, too
def test_only_records_that_the_asker_may_see_are_said_to_have_a_value_of_no_known_meaning(here: Served, by: str, said: str) -> None:
    answer = asked(here, Table(Set("crm/Account"), (Tally(Measure(OPEN_TASKS, "count"), (Step("crm/Task.account", "crm/Account"),)),)), by)
    assert [note.partition(" whose")[0] for note in notes_of(answer.as_json()) if "not known" in note] == [said]


@each_case("goal, said", [
    (Summary(called("Gate squeaks")), "No text is on record for s “Gate squeaks”: it has no description."),
    (Summary(called("Gate squeals")), "There are no tickets"),
])
def test_where_no_text_is_on_file_that_is_told_as_no_record(here: Served, goal: Goal, said: str) -> None:
    with pytest.raises(Declined) as declined:
        asked(here, goal)
    assert declined.value.reason is Reason.NO_RECORD and str(declined.value).startswith(said)
