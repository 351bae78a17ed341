"""What lies inside documents, and what belongs to nobody: plans over models that no word of the grammar means, on a company that is all in sight."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.answer import Reason
from agent.errors import Declined
from agent.plan.algebra import Column, Figures, Goal, Groups, Has, Key, Measure, Quantity, Step, Table, Tally, Where
from agent.respond.assembly import references
from ingest.sandbox import Served, running
from kg.graph import Graph
from tests.cases import each_case
from tests.integration.measured_company import ANA, HOUSE, PIA, Office, opened, the, write_company
from tests.integration.small_company import Row, merge_id, row

BEN = "ben.cole@acme.example"
LINE, ADDRESS, EARNING = "accounting/InvoiceLineItem", "accounting/Address", "hris/Earning"
AMOUNT = f"{LINE}.total_amount"
OF_INVOICE = (Step(f"{LINE}.invoice", "accounting/Invoice"),)
LINES = the(LINE)


def _line(text: str, amount: float, currency: str | None = None, **values: object) -> Row:
    return {"id": merge_id(HOUSE, text), "description": text, "total_amount": amount, "quantity": 1, "currency": currency, **values}


def _invoice(number: str, currency: str, *lines: Row) -> Row:
    return row(HOUSE, "accounting/Invoice", number, number=number, contact="@books Kenmore", type="ACCOUNTS_RECEIVABLE", status="OPEN",
               currency=currency, total_amount=sum(line["total_amount"] for line in lines), issue_date="2026-05-04T00:00:00.000000Z",
               line_items=list(lines))


def _address(street: str, city: str) -> Row:
    return {"street_1": street, "city": city, "country": "GB", "type": "BILLING"}


FILES = {
    "accounting/invoices": [
        _invoice("I-1", "EUR", _line("Bolts", 100), _line("Nuts", 50), _line("Freight", 7, "USD")),
        _invoice("I-2", "USD", _line("Bolts again", 30), _line("Taken back", 9, remote_was_deleted=True)), _invoice("I-3", "USD"),
    ],
    "accounting/contacts": [
        row(HOUSE, "accounting/Contact", "books Kenmore", name="Kenmore Freight Ltd", is_customer=True, tax_number="GB1",
            addresses=[_address("1 Quay", "Leith"), _address("2 Dock", "Hull")]),
    ],
    "accounting/payments": [
        row(HOUSE, "accounting/Payment", "P-1", contact="@books Kenmore", currency="EUR", total_amount=120, type="ACCOUNTS_RECEIVABLE",
            transaction_date="2026-06-01T00:00:00.000000Z",
            applied_to_lines=[{"id": merge_id(HOUSE, "a1"), "applied_amount": "120.50", "related_object_id": merge_id(HOUSE, "I-1"),
                               "related_object_type": "INVOICE"}]),
    ],
    "hris/employee_payroll_runs": [
        row(HOUSE, "hris/EmployeePayrollRun", "slip of Ben", employee="@Ben Cole", payroll_run="@June", gross_pay=900,
            earnings=[{"id": merge_id(HOUSE, "e1"), "amount": 800, "type": "SALARY"}, {"id": merge_id(HOUSE, "e2"), "amount": 100, "type": "BONUS"}]),
        row(HOUSE, "hris/EmployeePayrollRun", "slip of Cleo", employee="@Cleo Diaz", payroll_run="@June", gross_pay=700,
            earnings=[{"id": merge_id(HOUSE, "e3"), "amount": 700, "type": "SALARY"}]),
    ],
    "hris/payroll_runs": [row(HOUSE, "hris/PayrollRun", "June", run_state="PAID", run_type="REGULAR", check_date="2026-06-30T00:00:00.000000Z")],
    "hris/employer_benefits": [row(HOUSE, "hris/EmployerBenefit", "plan", name="Gold Dental")],
    "crm/users": [row(HOUSE, "crm/User", "crm Ana", name="Ana Ruiz", email=ANA, is_active=True)],
}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with running([]) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, served: Served, graph: Graph) -> Iterator[Office]:
    folder = write_company(tmp_path_factory.mktemp("whole") / "company")
    for name, rows in FILES.items():
        (folder / f"{name}.json").write_text(json.dumps(rows), "utf-8")
    with opened(folder, "whole", served, graph) as stage:
        yield stage


def count(model: str) -> Figures:
    return Figures((Measure(the(model), "count"),))


@each_case("goal, rows", [
    (count(LINE), [(4,)]),                                              # not the one that was taken out again
    (Figures((Measure(LINES, "sum", AMOUNT),)), [("EUR", 150), ("USD", 37)]),      # the invoice's currency where the line states none
    (Table(the(LINE, Where(AMOUNT, Quantity(40), ">"))), [("Bolts",), ("Nuts",)]),
    (Table(LINES, (Column("accounting/Invoice.number", OF_INVOICE),)),
     [("Bolts", "I-1"), ("Bolts again", "I-2"), ("Freight", "I-1"), ("Nuts", "I-1")]),
    (Groups((Measure(LINES, "count"),), (Key(OF_INVOICE),)), [("I-1", 3), ("I-2", 1)]),
    (Table(the("accounting/Invoice", Has(Tally(Measure(LINES, "count"), OF_INVOICE), "=", Quantity(0)))), [("I-3",)]),
    (Table(the("accounting/Contact"), (Tally(Measure(the(ADDRESS), "count"), (Step(f"{ADDRESS}.contact", "accounting/Contact"),)),)),
     [("Kenmore Freight Ltd", 2)]),
    (Table(the(ADDRESS, Where(f"{ADDRESS}.city", "Hull"))), [("2 Dock Hull",)]),
    (Table(the("accounting/PaymentLineItem"), (
        Column("accounting/PaymentLineItem.applied_amount"),
        Column("accounting/Invoice.number", (Step("accounting/PaymentLineItem.invoice", "accounting/Invoice"),)))), [(120.5, "I-1")]),
])
def test_what_lies_inside_documents_is_counted_listed_and_tied_to_them(office: Office, goal: Goal, rows: list[tuple[object, ...]]) -> None:
    found = [line[:len(rows[0])] if isinstance(goal, Table) else line for line in office.rows(goal)]        # what stands beside is test_lists'
    assert sorted(tuple(c for c in line if c is not None) for line in found) == sorted(rows)


def test_lines_are_cited_by_their_documents(office: Office) -> None:
    run = office.run()
    cited = references(run, office.draft(Table(LINES), run=run).cited)
    assert sorted((ref.model, ref.name) for ref in cited) == [("accounting/Invoice", "I-1"), ("accounting/Invoice", "I-2")]
    assert all(ref.fetched_at and ref.data_as_of for ref in cited)


def test_an_app_that_shares_none_of_the_documents_is_no_empty_list(tmp_path: Path, served: Served, graph: Graph) -> None:
    folder = write_company(tmp_path / "company")
    data = json.loads((folder / "company.json").read_text("utf-8"))
    for account in data["linked_accounts"]:
        account["disabled"] = ["Invoice.line_items"] if account["category"] == "accounting" else []
    (folder / "company.json").write_text(json.dumps(data), "utf-8")
    with opened(folder, "switched", served, graph) as stage, pytest.raises(Declined) as declined:
        stage.rows(count(LINE))
    assert declined.value.reason is Reason.NOT_CONNECTED


EARNED = Tally(Measure(the(EARNING), "sum", f"{EARNING}.amount"), (Step(f"{EARNING}.employee", "hris/Employee"),))



def earned_by(first: str) -> Table:
    return Table(the("hris/Employee", Where("hris/Employee.first_name", first)), (EARNED,))


def test_what_somebody_earned_is_for_those_who_may_see_pay_and_for_the_person(office: Office) -> None:
    assert office.rows(earned_by("Ben"), PIA) == office.rows(earned_by("Ben"), BEN) == [("Ben Cole", "USD", 900)]


@each_case("goal", [
    earned_by("Cleo"), count(EARNING), Table(the(EARNING), (Column(f"{EARNING}.amount"),)), count("hris/PayrollRun"),
    Table(the("hris/PayrollRun"), (Column("hris/PayrollRun.check_date"),)), Table(the("hris/EmployerBenefit")),
    Table(the("accounting/Contact"), (Column("accounting/Contact.tax_number"),)), count(LINE),
    Table(the("crm/User"), (Column("crm/User.is_active"),)),
])
def test_what_is_private_or_for_nobody_stays_so_in_any_plan(office: Office, goal: Goal) -> None:
    with pytest.raises(Declined) as declined:
        office.rows(goal, BEN)
    assert declined.value.reason is Reason.NOT_PERMITTED


def test_a_payroll_run_belongs_to_nobody_and_is_for_who_handles_pay(office: Office) -> None:
    assert office.rows(count("hris/PayrollRun"), PIA) == [(1,)]
