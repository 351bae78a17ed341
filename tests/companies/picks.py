"""What a question can name: records of a company that have what the question needs."""

from tests.companies.common import Company, Row
from tests.companies.truth import Facts, full


def being_worked_on(company: Company) -> list[str]:
    """Keys of tickets in progress with an assignee."""
    return [t["remote_id"] for t in company.rows("ticketing/Ticket") if t["status"] == "IN_PROGRESS" and t["assignees"]]


def with_due_date(company: Company, only_open: bool = False) -> list[str]:
    """Keys of tickets with a due date."""
    return [t["remote_id"] for t in company.rows("ticketing/Ticket") if t["due_date"] and (t["status"] != "CLOSED" or not only_open)]


def late_tickets(company: Company) -> list[str]:
    """Keys of open tickets that were due before today."""
    return [
        t["remote_id"]
        for t in company.rows("ticketing/Ticket")
        if t["status"] != "CLOSED" and t["due_date"] and t["due_date"] < company.about["now"][:10]
    ]


def late_invoices(company: Company) -> list[Row]:
    """Unpaid customer invoices that were due before today."""
    return [
        x
        for x in company.rows("accounting/Invoice")
        if x["type"] == "ACCOUNTS_RECEIVABLE" and x["status"] == "OPEN" and x["due_date"][:10] < company.about["now"][:10]
    ]


def debtors(company: Company) -> list[str]:
    """Customers with such an invoice."""
    late = dict.fromkeys(x["contact"] for x in late_invoices(company))
    return [next(c["name"] for c in company.rows("accounting/Contact") if c["id"] == key) for key in late]


def contact(f: Facts, name: str) -> Row:
    """A contact of the CRM by name."""
    return next(c for c in f.rows("crm/Contact") if full(c) == name)
