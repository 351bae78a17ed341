"""What the demo company spends: suppliers' bills with their orders and credits, and its people's expenses."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from ingest.demo.ledger import COMPANY_ID, RATES, SUPPLIERS, book_contact, invoice_line
from ingest.demo.people import COLLEAGUES
from ingest.demo.register import Register, identity, moment, nested, number, pick


def add_spending(register: Register) -> None:
    """Sixteen bills and fourteen expenses."""
    for n in range(16):
        _add_bill(register, n)
    for n in range(14):
        _add_expense(register, n)


@dataclass(frozen=True, slots=True)
class _Bill:
    """What a supplier's bill, its order, its credit and its booking have in common."""

    n: int
    key: str
    supplier: str
    currency: str
    issued: datetime
    total: float

    @property
    def of_the_books(self) -> dict[str, Any]:
        return {"company": COMPANY_ID, "currency": self.currency, "exchange_rate": RATES[self.currency]}


def _add_bill(register: Register, n: int) -> None:
    (name, currency), key = pick(SUPPLIERS, "bill", n), f"B-{5100 + n}"
    bill = _Bill(n, key, name, currency, moment("2026-05-04") + timedelta(days=12 * n), float(number(key, low=300, high=14_000)))
    _add_bill_itself(register, bill)
    _add_order(register, bill)
    if n % 4 == 0:
        _add_supplier_credit(register, bill)
    _add_booking(register, bill)


def _add_bill_itself(register: Register, bill: _Bill) -> None:
    key, issued, total, is_paid = bill.key, bill.issued, bill.total, bill.n < 12
    register.add(
        "accounting/Invoice",
        key,
        issued,
        type="ACCOUNTS_PAYABLE",
        number=key,
        contact=book_contact(bill.supplier),
        issue_date=issued,
        due_date=issued + timedelta(days=30),
        sub_total=total,
        total_tax_amount=0.0,
        total_discount=0.0,
        total_amount=total,
        balance=0.0 if is_paid else total,
        status="PAID" if is_paid else "OPEN",
        paid_on_date=issued + timedelta(days=20) if is_paid else None,
        inclusive_of_tax=False,
        line_items=[invoice_line(key, f"{issued:%Y-%m-%d}", total, bill.currency)],
        remote_updated_at=issued,
        **bill.of_the_books,
    )


def _add_order(register: Register, bill: _Bill) -> None:
    key, issued, total = bill.key, bill.issued, bill.total
    order = nested(
        "accounting/PurchaseOrderLineItem",
        key,
        issued,
        description="Material as quoted",
        unit_price=total,
        quantity=1.0,
        total_line_amount=f"{total:.2f}",
        **bill.of_the_books,
    )
    register.add(
        "accounting/PurchaseOrder",
        key,
        issued - timedelta(days=15),
        purchase_order_number=f"PO-{880 + bill.n}",
        status="BILLED",
        issue_date=issued - timedelta(days=15),
        vendor=book_contact(bill.supplier),
        total_amount=total,
        inclusive_of_tax=False,
        line_items=[order],
        remote_created_at=issued - timedelta(days=15),
        remote_updated_at=issued,
        **bill.of_the_books,
    )


def _add_supplier_credit(register: Register, bill: _Bill) -> None:
    back = round(bill.total / 10, 2)
    register.add(
        "accounting/VendorCredit",
        bill.key,
        bill.issued,
        number=f"VC-{40 + bill.n}",
        transaction_date=bill.issued + timedelta(days=6),
        vendor=book_contact(bill.supplier),
        total_amount=back,
        inclusive_of_tax=False,
        lines=[nested("accounting/VendorCreditLine", bill.key, bill.issued, net_amount=back, company=COMPANY_ID)],
        **bill.of_the_books,
    )


def _add_booking(register: Register, bill: _Bill) -> None:
    register.add(
        "accounting/Transaction",
        bill.key,
        bill.issued,
        transaction_type="BILL",
        number=bill.key,
        transaction_date=bill.issued,
        contact=book_contact(bill.supplier),
        account=identity("accounting/Account", "Payables"),
        total_amount=f"{bill.total:.2f}",
        inclusive_of_tax=False,
        **bill.of_the_books,
    )


def _add_expense(register: Register, n: int) -> None:
    who, key = pick([c for c in COLLEAGUES[:24] if c.status == "ACTIVE"], "expense", n), f"E-{n}"
    day = moment("2026-06-08") + timedelta(days=11 * n)
    net = float(number(key, low=40, high=900))
    what = pick(("Train to a customer", "Lunch with a customer", "Samples by courier", "Hotel, two nights"), key)
    line = nested(
        "accounting/ExpenseLine",
        key,
        day,
        net_amount=net,
        description=what,
        currency="CAD",
        exchange_rate="1.0",
        company=COMPANY_ID,
        account=identity("accounting/Account", "Travel"),
    )
    register.add(
        "accounting/Expense",
        key,
        day,
        transaction_date=day,
        remote_created_at=day,
        account=identity("accounting/Account", "Travel"),
        total_amount=net,
        sub_total=net,
        total_tax_amount=0.0,
        currency="CAD",
        exchange_rate="1.0",
        inclusive_of_tax=False,
        company=COMPANY_ID,
        employee=identity("accounting/Employee", who.key),
        memo=what,
        lines=[line],
    )
