"""The books of the demo company: invoices in three currencies, payments, credit notes. What it spends stands in spending.py.

Drafts and voids lie among the invoices on purpose: they are no revenue.
"""

from datetime import datetime, timedelta

from ingest.demo.customers import CUSTOMERS, Customer
from ingest.demo.people import COLLEAGUES, DOMAIN
from ingest.demo.register import RawRecord, Register, fold, identity, moment, nested, pick, table

RATES = {"CAD": "1.0", "USD": "1.38", "EUR": "1.49"}  # CAD for one unit
_LEGAL = {  # names as the books have them, where they differ from the CRM
    "Orchard & Pine Hotels": "Orchard & Pine Hotels Ltd.",
    "Redfern & Daughters": "Redfern and Daughters LLC",
    "Hotel Vltava Group": "Hotel Vltava Group a.s.",
}
# number | customer | net | issued | due in days | status | share paid
_INVOICES = """
FL-2601 | Larkspur Museums        | 29300 | 2026-02-02 | 30 | PAID           | 1
FL-2602 | Larkspur Museums        | 29300 | 2026-03-30 | 30 | PAID           | 1
FL-2603 | Orchard & Pine Hotels   | 15625 | 2026-04-07 | 30 | PAID           | 1
FL-2604 | Palácio das Artes       | 27440 | 2026-05-11 | 45 | PAID           | 1
FL-2605 | Orchard & Pine Hotels   | 15625 | 2026-06-01 | 30 | PAID           | 1
FL-2606 | Wexcombe Libraries      | 8240  | 2026-06-15 | 30 | PAID           | 1
FL-2607 | Thornbury Yachts        | 12900 | 2026-06-22 | 30 | PARTIALLY_PAID | 0.5
FL-2608 | Cantina Morandi         | 3200  | 2026-07-06 | 45 | VOID           | 0
FL-2609 | Saint-Aubin University  | 48050 | 2026-07-13 | 30 | PAID           | 1
FL-2610 | Northgate Clinics       | 17650 | 2026-08-03 | 60 | OPEN           | 0
FL-2611 | Saint-Aubin University  | 48050 | 2026-08-31 | 30 | PARTIALLY_PAID | 0.6
FL-2612 | Redfern & Daughters     | 9450  | 2026-09-08 | 30 | OPEN           | 0
FL-2613 | Dunmore Galleries       | 5220  | 2026-09-21 | 30 | PAID           | 1
FL-2614 | Hotel Vltava Group      | 18400 | 2026-10-05 | 45 | OPEN           | 0
FL-2615 | Orchard & Pine Hotels   | 4980  | 2026-10-12 | 45 | OPEN           | 0
FL-2616 | Palácio das Artes       | 11760 | 2026-10-19 | 45 | OPEN           | 0
FL-2617 | Kettle Harbor Brewing   | 21400 | 2026-11-02 | 30 | PARTIALLY_PAID | 0.25
FL-2618 | Juniper Row Restaurants | 7730  | 2026-11-09 | 30 | OPEN           | 0
FL-2619 | Larkspur Museums        | 14280 | 2026-11-13 | 30 | OPEN           | 0
FL-2620 | Orchard & Pine Hotels   | 43200 | 2026-11-19 | 30 | DRAFT          | 0
FL-2621 | Bellweather Theatres    | 2150  | 2026-11-16 | 30 | VOID           | 0
"""
# number | customer | gross | day
_CREDITS = """
CR-71 | Orchard & Pine Hotels  | 1250.00 | 2026-08-17
CR-72 | Saint-Aubin University | 640.50  | 2026-11-10
CR-73 | Palácio das Artes      | 392.00  | 2026-06-29
"""
SUPPLIERS = (("Rheinland Optik GmbH", "EUR"), ("Maple Brass & Tube", "CAD"), ("Shenzhen Brightcell", "USD"), ("Hamilton Hydro", "CAD"))
_ACCOUNTS = (
    ("Operating bank", "ASSET", "BANK"),
    ("Receivables", "ASSET", "ACCOUNTS_RECEIVABLE"),
    ("Payables", "LIABILITY", "ACCOUNTS_PAYABLE"),
    ("Sales", "REVENUE", "OTHER_INCOME"),
    ("Materials", "EXPENSE", "COST_OF_GOODS_SOLD"),
    ("Travel", "EXPENSE", "OTHER_EXPENSE"),
)
_ITEMS = (("Track spot TS-9", 189.0), ("Chandelier, made to measure", 9600.0), ("Desk lamp Scholar", 142.0), ("Dimmer DX-16", 415.0))
_CUSTOMERS = {c.name: c for c in CUSTOMERS}
COMPANY_ID = identity("accounting/CompanyInfo", "fennimore")


def book_contact(name: str) -> str:
    """The books' id of a customer or supplier."""
    return identity("accounting/Contact", fold(name))


def add_ledger(register: Register) -> None:
    """Everything of the accounting app but the spending."""
    _add_setup(register)
    _add_parties(register)
    for cells in table(_INVOICES):
        _add_invoice(register, cells)
    for cells in table(_CREDITS):
        _add_credit(register, cells)


def _add_setup(register: Register) -> None:
    register.add(
        "accounting/CompanyInfo",
        "fennimore",
        "2025-03-03",
        name="Fennimore Lighting Inc.",
        legal_name="Fennimore Lighting Inc.",
        fiscal_year_end_month=12,
        fiscal_year_end_day=31,
        currency="CAD",
        remote_created_at=moment("2014-02-03"),
    )
    for days in (30, 45, 60):
        register.add(
            "accounting/PaymentTerm", str(days), "2025-03-03", name=f"Net {days}", is_active=True, company=COMPANY_ID, days_until_due=days
        )
    for name, code, share in (("HST 13 %", "HST", 13.0), ("Outside Canada", "EXP", 0.0)):
        register.add(
            "accounting/TaxRate",
            code,
            "2025-03-03",
            name=name,
            code=code,
            company=COMPANY_ID,
            status="ACTIVE",
            total_tax_rate=share,
            effective_tax_rate=share,
        )
    _add_chart(register)


def _add_chart(register: Register) -> None:
    """The accounts of the books, and what is sold."""
    for name, classification, kind in _ACCOUNTS:
        register.add(
            "accounting/Account",
            name,
            "2025-03-03",
            name=name,
            classification=classification,
            account_type=kind,
            status="ACTIVE",
            currency="CAD",
            company=COMPANY_ID,
        )
    for name, price in _ITEMS:
        register.add(
            "accounting/Item",
            name,
            "2025-03-03",
            name=name,
            status="ACTIVE",
            type="INVENTORY",
            unit_price=price,
            company=COMPANY_ID,
            sales_account=identity("accounting/Account", "Sales"),
        )


def _add_parties(register: Register) -> None:
    for c in CUSTOMERS:
        if c.owner:  # the one without an owner has never been invoiced
            register.add(
                "accounting/Contact",
                fold(c.name),
                "2025-03-03",
                name=_LEGAL.get(c.name, c.name),
                is_customer=True,
                is_supplier=False,
                email_address=f"accounts@{c.domain}",
                status="ACTIVE",
                currency=c.currency,
                company=COMPANY_ID,
            )
    for name, currency in SUPPLIERS:
        register.add(
            "accounting/Contact",
            fold(name),
            "2025-03-03",
            name=name,
            is_customer=False,
            is_supplier=True,
            email_address=f"billing@{fold(name).split('.')[0]}.example",
            status="ACTIVE",
            currency=currency,
            company=COMPANY_ID,
        )
    for colleague in COLLEAGUES[:24]:
        first, last = colleague.name.split(" ", 1)
        register.add(
            "accounting/Employee",
            colleague.key,
            "2025-03-03",
            first_name=first,
            last_name=last,
            is_contractor=False,
            email_address=f"{colleague.key}@{DOMAIN}",
            company=COMPANY_ID,
            status="ACTIVE",
        )


def _tax(customer: Customer, net: float) -> float:
    return round(net * 0.13, 2) if customer.country == "CA" else 0.0


def invoice_line(key: str, made: str, net: float, currency: str) -> RawRecord:
    name, price = pick(_ITEMS, key)
    return nested(
        "accounting/InvoiceLineItem",
        key,
        made,
        description=name,
        unit_price=price,
        quantity=round(net / price, 2),
        total_amount=net,
        currency=currency,
        exchange_rate=RATES[currency],
        item=identity("accounting/Item", name),
        company=COMPANY_ID,
    )


def _add_invoice(register: Register, cells: tuple[str, ...]) -> None:
    key, name, amount, issued, days, status, share = cells
    customer, net = _CUSTOMERS[name], float(amount)
    tax = _tax(customer, net)
    total = round(net + tax, 2)
    paid = round(total * float(share), 2)
    paid_on = moment(issued) + timedelta(days=min(int(days) - 3, (moment("2026-11-18") - moment(issued)).days))
    register.add(
        "accounting/Invoice",
        key,
        issued,
        paid_on if paid else issued,
        type="ACCOUNTS_RECEIVABLE",
        number=key,
        contact=book_contact(name),
        issue_date=moment(issued),
        due_date=moment(issued) + timedelta(days=int(days)),
        paid_on_date=paid_on if share == "1" else None,
        company=COMPANY_ID,
        currency=customer.currency,
        exchange_rate=RATES[customer.currency],
        payment_term=identity("accounting/PaymentTerm", days),
        total_discount=0.0,
        sub_total=net,
        total_tax_amount=tax,
        total_amount=total,
        inclusive_of_tax=False,
        balance=0.0 if status == "VOID" else round(total - paid, 2),
        status=status,
        remote_updated_at=moment(issued),
        payments=[identity("accounting/Payment", key)] if paid else [],
        line_items=[invoice_line(key, issued, net, customer.currency)],
    )
    if paid:
        _add_payment(register, key, name, paid, paid_on)


def _add_payment(register: Register, key: str, name: str, paid: float, paid_on: datetime) -> None:
    currency = _CUSTOMERS[name].currency
    applied = nested(
        "accounting/PaymentLineItem",
        key,
        paid_on,
        applied_amount=f"{paid:.2f}",
        applied_date=paid_on,
        related_object_id=identity("accounting/Invoice", key),
        related_object_type="INVOICE",
    )
    register.add(
        "accounting/Payment",
        key,
        paid_on,
        transaction_date=paid_on,
        contact=book_contact(name),
        company=COMPANY_ID,
        total_amount=paid,
        account=identity("accounting/Account", "Operating bank"),
        currency=currency,
        type="ACCOUNTS_RECEIVABLE",
        exchange_rate=RATES[currency],
        applied_to_lines=[applied],
        remote_updated_at=paid_on,
    )


def _add_credit(register: Register, cells: tuple[str, ...]) -> None:
    key, name, amount, day = cells
    currency = _CUSTOMERS[name].currency
    line = nested(
        "accounting/CreditNoteLineItem",
        key,
        day,
        name="Goodwill",
        description="Late delivery",
        quantity="1",
        unit_price=amount,
        total_line_amount=amount,
        account=identity("accounting/Account", "Sales"),
        company=COMPANY_ID,
        contact=book_contact(name),
    )
    register.add(
        "accounting/CreditNote",
        key,
        day,
        transaction_date=moment(day),
        status="AUTHORIZED",
        number=key,
        contact=book_contact(name),
        company=COMPANY_ID,
        currency=currency,
        exchange_rate=RATES[currency],
        total_amount=float(amount),
        remaining_credit=0.0,
        inclusive_of_tax=True,
        line_items=[line],
        remote_created_at=moment(day),
        remote_updated_at=moment(day),
    )
