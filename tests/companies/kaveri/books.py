"""The questions of Kaveri Consult about the books: revenue is what was paid, in dollars."""

from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.common import Row
from tests.companies.expect import Quiz, counts, listed, number, ranked, share, top, value
from tests.companies.truth import Facts


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_ranks, _aggregate_time, _lookup_filter, _group_derive_not_permitted, _absent_follow_up):
        part(quiz)


def _ranks(quiz: Quiz) -> None:
    quiz.about("accounting", "order")
    quiz.same(
        lambda f, me: r.top_customers(f, me, 10),
        "Ellen Brooks",
        "How much revenue do the top 10 customers bring in?",
        "What revenue did our ten best customers bring?",
    )
    quiz.same(
        lambda f, me: r.top_customers(f, me, 10), "Farida Khan", "revenue of our top ten customers", "top 10 customers: how much do they bring in?"
    )
    quiz.same(
        lambda f, me: ranked("customer|USD", [(c, a) for (c, _), a in f.revenue().items()], 10),
        "Ellen Brooks",
        "list the ten biggest customers by revenue with amounts, biggest first",
        "ranking of our 10 largest customers by revenue, with the amount of each",
    )
    quiz.pair(
        lambda f, me, n: ranked("customer|USD", [(c, a) for (c, _), a in f.revenue("2026-01-01", f.today).items()], n),
        ("Farida Khan", "top 3 customers by revenue this year, largest first", 3),
        ("Ellen Brooks", "Our best 4 customers of 2026 by revenue, in order, with amounts", 4),
    )
    quiz.same(
        rt.best_customer,
        "Ellen Brooks",
        "Which customer brings the most revenue?",
        "our best customer by revenue?",
    )


def _aggregate_time(quiz: Quiz) -> None:
    quiz.about("accounting", "aggregate")
    quiz.pair(
        lambda f, me, c: value("USD", sum((a for (k, _), a in f.revenue().items() if k == c))),
        ("Farida Khan", "revenue from Lone Star Water", "Lone Star Water"),
        ("Ellen Brooks", "How much revenue did Bayou Bridges bring us so far?", "Bayou Bridges"),
    )
    quiz.same(
        rt.overdue_count, "Ellen Brooks", "How many customer invoices are overdue?", "overdue customer invoices - how many are there"
    )
    quiz.same(
        lambda f, me: value("USD", sum(x.balance * x.rate for x in f.overdue())),
        "Farida Khan",
        "Total outstanding on overdue customer invoices, converted to USD",
        "overdue customer invoices: what is owed in total, in US dollars?",
    )
    quiz.about("accounting", "time")
    quiz.same(
        rt.revenue_last_quarter,
        "Ellen Brooks",
        "What was our revenue last quarter?",
        "revenue in the previous calendar quarter",
    )
    quiz.same(
        rt.revenue_last_year,
        "Ellen Brooks",
        "revenue of the last fiscal year",
        "What revenue did we make in the previous fiscal year?",
    )
    quiz.same(
        lambda f, me: value("USD", sum(f.revenue(f.fiscal_year()[0], f.today).values())),
        "Farida Khan",
        "revenue this fiscal year so far",
        "fiscal year to date: revenue?",
    )


def _lookup_filter(quiz: Quiz) -> None:
    sent = [x["number"] for x in quiz.company.rows("accounting/Invoice") if x["status"] == "PARTIALLY_PAID" and x["number"].startswith("INV")]
    quiz.about("accounting", "lookup")
    quiz.pair(
        rt.invoice_balance,
        ("Farida Khan", f"what is the open balance of {sent[0]}", sent[0]),
        ("Ellen Brooks", f"How much is left to pay on invoice {sent[1]}?", sent[1]),
    )
    quiz.pair(
        rt.invoice_customer,
        ("Ellen Brooks", f"{sent[2]} is for which customer?", sent[2]),
        ("Farida Khan", f"customer of invoice {sent[3]}", sent[3]),
    )
    quiz.pair(
        lambda f, me, n: value("total", f.invoice(n).total),
        ("Farida Khan", f"total of {sent[1]}?", sent[1]),
        ("Ellen Brooks", f"What does invoice {sent[0]} come to in total?", sent[0]),
    )
    quiz.about("accounting", "filter")
    quiz.pair(
        rt.overdue_in,
        ("Ellen Brooks", "overdue customer invoices in dollars, numbers only", "USD"),
        ("Farida Khan", "Which customer invoices in rupees are overdue?", "INR"),
    )
    quiz.pair(
        lambda f, me, c: listed("invoice", [x.number for x in f.invoices if x.customer == c and x.balance > 0]),
        ("Farida Khan", "invoices of Austin Transit with an open balance, no drafts or voids", "Austin Transit"),
        ("Ellen Brooks", "Namma Metro Authority: which invoices (no drafts, no voids) still have a balance", "Namma Metro Authority"),
    )


def _group_derive_not_permitted(quiz: Quiz) -> None:
    quiz.about("accounting", "group")
    quiz.same(
        lambda f, me: counts("currency", [x.currency for x in f.overdue()]),
        "Ellen Brooks",
        "overdue customer invoices by currency, count",
        "How many overdue customer invoices are there per currency?",
    )
    quiz.same(
        rt.overdue_by_customer,
        "Farida Khan",
        "overdue invoices per customer",
        "count the overdue customer invoices for each customer that has any",
    )
    quiz.about("accounting", "derive")
    quiz.same(
        lambda f, me: _share_of(f, 3),
        "Ellen Brooks",
        "What share of our revenue comes from the top 3 customers?",
        "top three customers' share of total revenue",
    )
    quiz.about("accounting", "not_permitted")
    quiz.pair(r.refused, ("Arvind Rao", "How much revenue do the top 10 customers bring in?"), ("Leela Krishnan", "revenue of the top ten customers"))
    quiz.pair(
        r.refused, ("Grace Miller", "Is any invoice of Austin Transit overdue?"), ("Joan Price", "total outstanding on overdue customer invoices?")
    )


def _absent_follow_up(quiz: Quiz) -> None:
    quiz.about("accounting", "absent")
    quiz.pair(r.nothing, ("Farida Khan", "balance of invoice INV-7777?"), ("Ellen Brooks", "when is INV-9001 due"))
    quiz.about("accounting", "follow_up")
    quiz.same(
        [
            rt.five_best_customers,
            lambda f, me: ranked("customer|USD", [(c, a) for (c, _), a in f.revenue().items()], 3),
        ],
        "Ellen Brooks",
        ["Top 5 customers by revenue, biggest first", "make it the top 3"],
        ["five best customers by revenue with amounts, in order", "only the first 3"],
    )
    quiz.same(
        [rt.overdue_count, lambda f, me: number(x for x in f.overdue() if x.currency == "INR")],
        "Farida Khan",
        ["how many customer invoices are overdue?", "and only those in INR?"],
        ["number of overdue customer invoices", "in rupees"],
    )


def _share_of(f: Facts, count: int) -> Row:
    """The part of all revenue that the best customers bring."""
    money_in = [(c, a) for (c, _), a in f.revenue().items()]
    return share(sum((a for _, a in top(money_in, count))), sum((a for _, a in money_in)))
