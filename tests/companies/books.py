"""The accounting app of an evaluation company: invoices, bills, payments, credit notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.companies.common import Company, Row, midnight, slug
from tests.companies.trade import Customer


@dataclass(frozen=True)
class Books:
    """How a company invoices: customers with their currencies, what is sold, the rate of a currency in that of the company."""

    customers: Sequence[Customer]
    goods: Sequence[str]
    rates: Mapping[str, str]
    invoices: int
    bills: int
    first: date
    suppliers: Sequence[tuple[str, str]]  # (name, currency)
    fiscal_end: tuple[int, int]  # month, day
    scale: Mapping[str, int] = field(default_factory=dict)  # how many times larger amounts of a currency are


def keep_books(company: Company, books: Books) -> None:
    """Make the accounting app's records."""
    legal = company.add(
        "accounting/CompanyInfo",
        "books",
        name=company.about["name"],
        legal_name=company.about["name"],
        currency=company.about["currency"],
        fiscal_year_end_month=books.fiscal_end[0],
        fiscal_year_end_day=books.fiscal_end[1],
    )
    for name in books.goods:
        company.add("accounting/Item", name, name=name, status="ACTIVE", company=legal)
    for customer in books.customers:
        company.add(
            "accounting/Contact",
            customer.name,
            name=customer.name,
            is_customer=True,
            is_supplier=False,
            email_address=f"billing@{customer.domain}",
            status="ACTIVE",
            currency=customer.currency,
            company=legal,
        )
    for name, currency in books.suppliers:
        company.add(
            "accounting/Contact",
            name,
            name=name,
            is_customer=False,
            is_supplier=True,
            email_address=f"sales@{slug(name).replace('.', '')}.example",
            status="ACTIVE",
            currency=currency,
            company=legal,
        )
    weights = [1 + 3 * (n % 4 == 0) + n % 3 for n in range(len(books.customers))]
    for n in range(books.invoices):
        customer = company.random.choices(list(books.customers), weights)[0]
        _invoice(company, books, f"INV-{4001 + n}", customer.name, customer.currency)
    for n in range(books.bills):
        name, currency = company.random.choice(list(books.suppliers))
        _invoice(company, books, f"BILL-{701 + n}", name, currency)


def _invoice(company: Company, books: Books, number: str, who: str, currency: str) -> None:
    """An invoice or a bill with one or two lines, its payment, sometimes a credit note."""
    draw, sells = company.random, number.startswith("INV")
    issued = company.workday(books.first, company.today - timedelta(days=1))
    due = issued + timedelta(days=draw.choice([14, 30, 30, 45]))
    due += timedelta(days=due == company.today)
    total = (float(draw.randrange(400, 60000)) + draw.choice([0, 0, 0.5, 0.25])) * books.scale.get(currency, 1)
    status = draw.choices(["PAID", "OPEN", "PARTIALLY_PAID", "DRAFT", "VOID"], [7, 2, 1, 0.5, 0.5])[0]
    if status == "OPEN" and (company.today - due).days > 90:
        status = "PAID"
    balance = {"PAID": 0.0, "PARTIALLY_PAID": float(round(total * 0.4))}.get(status, total)
    contact, legal, rate = company.id_of("accounting/Contact", who), company.id_of("accounting/CompanyInfo", "books"), books.rates[currency]
    lines = [
        company.part(
            "accounting/InvoiceLineItem",
            f"{number} line",
            description=number,
            quantity=1,
            unit_price=total,
            total_amount=total,
            currency=currency,
            exchange_rate=rate,
            item=company.id_of("accounting/Item", draw.choice(list(books.goods))) if sells else None,
        )
    ]
    values: Row = {
        "type": "ACCOUNTS_RECEIVABLE" if sells else "ACCOUNTS_PAYABLE",
        "contact": contact,
        "number": number,
        "issue_date": midnight(issued),
        "due_date": midnight(due),
        "company": legal,
        "currency": currency,
        "exchange_rate": rate,
        "sub_total": total,
        "total_discount": 0,
        "total_tax_amount": 0,
        "total_amount": total,
        "balance": balance,
        "status": status,
        "line_items": lines,
        "inclusive_of_tax": False,
    }
    if status in ("PAID", "PARTIALLY_PAID"):
        paid = min(due + timedelta(days=draw.randrange(-10, 21)), company.today - timedelta(days=1))
        paid = max(paid, issued)
        values["payments"] = [_payment(company, number, values, total - balance, paid)]
        values["paid_on_date"] = midnight(paid) if status == "PAID" else None
    company.add("accounting/Invoice", number, **values)
    if sells and status == "PAID" and draw.random() < 0.12:
        day = min(issued + timedelta(days=20), company.today)
        company.add(
            "accounting/CreditNote",
            f"CN-{number}",
            number=f"CN-{number[4:]}",
            contact=contact,
            company=legal,
            currency=currency,
            exchange_rate=rate,
            status="AUTHORIZED",
            total_amount=float(round(total * 0.1)),
            remaining_credit=0,
            transaction_date=midnight(day),
            inclusive_of_tax=False,
        )


def _payment(company: Company, number: str, invoice: Row, amount: float, day: date) -> str:
    line = company.part(
        "accounting/PaymentLineItem",
        f"{number} paid",
        applied_amount=f"{amount:.2f}",
        applied_date=midnight(day),
        related_object_id=company.id_of("accounting/Invoice", number),
        related_object_type="INVOICE",
    )
    return company.add(
        "accounting/Payment",
        f"payment of {number}",
        transaction_date=midnight(day),
        contact=invoice["contact"],
        company=invoice["company"],
        currency=invoice["currency"],
        exchange_rate=invoice["exchange_rate"],
        total_amount=amount,
        type=invoice["type"],
        applied_to_lines=[line],
    )
