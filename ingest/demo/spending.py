"""What the demo company spends: suppliers' bills with their orders and credits, and its people's expenses."""

from datetime import timedelta

from ingest.demo.ledger import COMPANY_ID, RATES, SUPPLIERS, book_contact, invoice_line
from ingest.demo.people import COLLEAGUES
from ingest.demo.register import Register, identity, moment, nested, number, pick


def add_spending(register: Register) -> None:
    """Sixteen bills and fourteen expenses."""
    for n in range(16):
        _add_bill(register, n)
    for n in range(14):
        _add_expense(register, n)


def _add_bill(register: Register, n: int) -> None:
    (name, currency), key = pick(SUPPLIERS, "bill", n), f"B-{5100 + n}"
    issued = moment("2026-05-04") + timedelta(days=12 * n)
    total = float(number(key, low=300, high=14_000))
    paid = n < 12
    common = {"company": COMPANY_ID, "currency": currency, "exchange_rate": RATES[currency]}
    register.add(
        "accounting/Invoice",
        key,
        issued,
        type="ACCOUNTS_PAYABLE",
        number=key,
        contact=book_contact(name),
        issue_date=issued,
        due_date=issued + timedelta(days=30),
        sub_total=total,
        total_tax_amount=0.0,
        total_discount=0.0,
        total_amount=total,
        balance=0.0 if paid else total,
        status="PAID" if paid else "OPEN",
        paid_on_date=issued + timedelta(days=20) if paid else None,
        inclusive_of_tax=False,
        line_items=[invoice_line(key, f"{issued:%Y-%m-%d}", total, currency)],
        remote_updated_at=issued,
        **common,
    )
    order = nested(
        "accounting/PurchaseOrderLineItem",
        key,
        issued,
        description="Material as quoted",
        unit_price=total,
        quantity=1.0,
        total_line_amount=f"{total:.2f}",
        currency=currency,
        exchange_rate=RATES[currency],
        company=COMPANY_ID,
    )
    register.add(
        "accounting/PurchaseOrder",
        key,
        issued - timedelta(days=15),
        purchase_order_number=f"PO-{880 + n}",
        status="BILLED",
        issue_date=issued - timedelta(days=15),
        vendor=book_contact(name),
        total_amount=total,
        inclusive_of_tax=False,
        line_items=[order],
        remote_created_at=issued - timedelta(days=15),
        remote_updated_at=issued,
        **common,
    )
    if n % 4 == 0:
        back = nested(
            "accounting/VendorCreditLine", key, issued, net_amount=round(total / 10, 2), company=COMPANY_ID
        )
        register.add(
            "accounting/VendorCredit",
            key,
            issued,
            number=f"VC-{40 + n}",
            transaction_date=issued + timedelta(days=6),
            vendor=book_contact(name),
            total_amount=round(total / 10, 2),
            inclusive_of_tax=False,
            lines=[back],
            **common,
        )
    register.add(
        "accounting/Transaction",
        key,
        issued,
        transaction_type="BILL",
        number=key,
        transaction_date=issued,
        contact=book_contact(name),
        account=identity("accounting/Account", "Payables"),
        total_amount=f"{total:.2f}",
        inclusive_of_tax=False,
        **common,
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
