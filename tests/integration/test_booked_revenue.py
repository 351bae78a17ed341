"""Revenue that is booked is made of deals: it is a customer's of the books, too, where that is the same company as the deal's account."""

from collections.abc import Iterator
from random import Random

import pytest

from agent.plan.algebra import Column, Goal, Groups, Key, Measure, Order, Set, Step, Table, Tally
from tests.cases import each_case
from tests.integration.drawn_company import Drawn, Served, served
from tests.reference.small import HOUSE
from tests.reference.test_reference import outcome

CUSTOMER = (Step("accounting/Revenue.customer", "accounting/Contact"),)
ACCOUNT = (Step("accounting/Revenue.account", "crm/Account"),)
REVENUE = Measure(Set("accounting/Revenue"), "sum", "accounting/Revenue.amount")
AMOUNT, CLOSED = Column("accounting/Revenue.amount"), "2026-10-01T00:00:00Z"
OF_EACH = Tally(REVENUE, CUSTOMER)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = {**HOUSE, "definitions": {"customer_revenue": {"basis": "booked"}}}
    drawn = Drawn(Random(0), house=house)
    drawn.add("hris/Employee", display_full_name="Ana Ruiz", work_email="ana@acme.example", employment_status="ACTIVE")
    user = drawn.add("crm/User", name="Ana Ruiz", email="ana@acme.example")
    for name, amounts in (("Kenmore Freight", (500, 400)), ("Foxglove Apparel", (50,))):
        account = drawn.add("crm/Account", name=name, website=f"https://{name.split()[0].lower()}.example", owner=user)
        drawn.add("accounting/Contact", name=f"{name} Ltd", email_address=f"books@{name.split()[0].lower()}.example", is_customer=True)
        for amount in amounts:
            drawn.add("crm/Opportunity", name=f"D{amount}", amount=amount, status="WON", account=account, owner=user, close_date=CLOSED)
    drawn.people = [{"email": "ana@acme.example", "roles": ["finance"]}]
    with served(drawn, tmp_path_factory.mktemp("booked")) as stage:
        yield stage


@each_case("goal, rows", [
    (Groups((REVENUE,), (Key(CUSTOMER),)), [("Foxglove Apparel Ltd", "EUR", 50), ("Kenmore Freight Ltd", "EUR", 900)]),
    (Groups((REVENUE,), (Key(ACCOUNT),)), [("Foxglove Apparel", "EUR", 50), ("Kenmore Freight", "EUR", 900)]),
    (Table(Set("accounting/Contact"), (OF_EACH,), Order(OF_EACH, True, 1)), [("Kenmore Freight Ltd", "EUR", 900)]),
    (Table(Set("accounting/Revenue"), (Column(None, CUSTOMER), AMOUNT), Order(AMOUNT, True, 1)), [("Kenmore Freight Ltd", 500)]),
])
def test_booked_revenue_is_that_of_the_same_company_in_both_apps(here: Served, goal: Goal, rows: list[tuple[object, ...]]) -> None:
    assert outcome(here, goal) == rows
