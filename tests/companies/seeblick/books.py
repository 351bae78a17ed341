"""The questions of Seeblick Kliniken about the books: francs and euros are never added."""

from typing import Any

from tests.companies import picks
from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.common import Row
from tests.companies.expect import (
    Quiz,
    best,
    counts,
    listed,
    number,
    ranked,
    value,
)
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookup_filter, _aggregate_group, _order_time, _derive_not_permitted_absent):
        part(quiz)


def _lookup_filter(quiz: Quiz) -> None:
    numbers = [
        x["number"] for x in quiz.company.rows("accounting/Invoice") if x["status"] in ("OPEN", "PARTIALLY_PAID") and x["number"].startswith("INV")
    ]
    quiz.about("accounting", "lookup")
    quiz.pair(
        rt.invoice_balance,
        ("Urs Wyss", f"How much is still open on invoice {numbers[0]}?", numbers[0]),
        ("Karin Schmid", f"open balance of {numbers[3]}?", numbers[3]),
    )
    quiz.pair(
        rt.invoice_due,
        ("Karin Schmid", f"due date of {numbers[1]}", numbers[1]),
        ("Urs Wyss", f"When is invoice {numbers[4]} due?", numbers[4]),
    )
    quiz.pair(
        rt.invoice_customer,
        ("Urs Wyss", f"Which customer is {numbers[2]} for?", numbers[2]),
        ("Karin Schmid", f"who did we send {numbers[5]} to?", numbers[5]),
    )
    quiz.about("accounting", "filter")
    quiz.pair(
        rt.overdue_in,
        ("Karin Schmid", "Which customer invoices in euro are overdue? Only numbers", "EUR"),
        ("Urs Wyss", "overdue customer invoices in Swiss francs", "CHF"),
    )
    quiz.pair(
        lambda f, me, n, c: listed("invoice", [x.number for x in f.invoices if x.total > n and x.currency == c]),
        ("Urs Wyss", "customer invoices in francs over 55,000, drafts and voids excluded", 55000, "CHF"),
        ("Karin Schmid", "list the customer invoices in euros with a total above 50,000, without drafts and void ones", 50000, "EUR"),
    )


def _aggregate_group(quiz: Quiz) -> None:
    quiz.about("accounting", "aggregate")
    quiz.same(rt.overdue_count, "Karin Schmid", "how many customer invoices are overdue?", "count of overdue customer invoices")
    quiz.same(
        rt.overdue_amounts,
        "Karin Schmid",
        "What do customers owe us on overdue invoices, per currency?",
        "outstanding on overdue invoices by currency",
    )
    quiz.pair(
        lambda f, me, c: number(x for x in f.overdue() if x.customer == c),
        ("Urs Wyss", "How many invoices of Hausarztpraxis Lindenhof are overdue?", "Hausarztpraxis Lindenhof"),
        ("Karin Schmid", "overdue invoices of Rheintal Spitex, how many?", "Rheintal Spitex"),
    )
    quiz.about("accounting", "group")
    quiz.same(
        lambda f, me: counts("status", [x.status for x in f.papers if x.sold and x.issued >= "2026-01-01"]),
        "Urs Wyss",
        "customer invoices issued this year per status, drafts and voids included",
        "How many customer invoices of 2026 are in each status? Count drafts and voids too.",
    )
    quiz.same(
        rt.overdue_by_customer,
        "Karin Schmid",
        "number of overdue invoices per customer",
        "overdue invoices by customer, count",
    )


def _order_time(quiz: Quiz) -> None:
    quiz.about("accounting", "order")
    quiz.pair(
        _best_in_currency,
        ("Karin Schmid", "our top 3 customers in CHF by revenue, with amounts, best first", "CHF", 3),
        ("Urs Wyss", "the three biggest customers invoiced in euros, with their revenue, largest first", "EUR", 3),
    )
    quiz.pair(
        _best_in_currency,
        ("Urs Wyss", "How much revenue do the top 2 customers in EUR bring in? List them.", "EUR", 2),
        ("Karin Schmid", "revenue of each of the top 5 customers billed in Swiss francs, highest first", "CHF", 5),
    )
    quiz.pair(
        lambda f, me, c: best("customer", [(k, a) for (k, cur), a in f.revenue().items() if cur == c]),
        ("Karin Schmid", "best customer in euros by revenue?", "EUR"),
        ("Urs Wyss", "Which customer brings the most revenue in CHF?", "CHF"),
    )
    quiz.about("accounting", "time")
    quiz.same(
        lambda f, me: r.revenue_between(f, *f.quarter(-1)),
        "Karin Schmid",
        "What was our revenue last quarter?",
        "revenue of the previous quarter, per currency",
    )
    quiz.same(
        lambda f, me: r.revenue_between(f, "2026-01-01", f.today),
        "Urs Wyss",
        "revenue this year so far by currency",
        "how much revenue have we made this year to date, per currency",
    )


def _derive_not_permitted_absent(quiz: Quiz) -> None:
    first, second = (x["number"] for x in picks.late_invoices(quiz.company)[:2])
    quiz.about("accounting", "derive")
    quiz.pair(
        lambda f, me, n: value("days", r.days_since(f, f.invoice(n).due)),
        ("Karin Schmid", f"By how many days is {first} overdue?", first),
        ("Urs Wyss", f"how many days overdue is invoice {second}", second),
    )
    quiz.about("accounting", "not_permitted")
    quiz.pair(
        r.refused,
        ("Daniel Fischer", "How many invoices of Alpina Sports are overdue?"),
        ("Monika Egger", "What was our invoiced revenue last quarter?"),
    )
    quiz.pair(
        r.refused,
        ("Laura Bianchi", "top 3 customers in CHF according to accounting"),
        ("Stefan Huber", "how much do our customers owe us on overdue invoices"),
    )
    quiz.about("accounting", "absent")
    quiz.pair(r.nothing, ("Urs Wyss", "When is invoice INV-9912 due?"), ("Karin Schmid", "balance of INV-8123"))


def _best_in_currency(f: Facts, me: Person, c: Any, n: Any) -> Row:
    return ranked("customer|amount", [(k, a) for (k, cur), a in f.revenue().items() if cur == c], n)
