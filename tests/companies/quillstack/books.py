"""The questions of Quillstack about revenue is what was booked in the CRM; invoices lie in the books."""

from tests.companies import picks
from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.expect import Quiz, counts2, listed


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_ranks, _time_lookup_filter, _aggregate_group_not_permitted, _absent_follow_up):
        part(quiz)


def _ranks(quiz: Quiz) -> None:
    quiz.about("crm", "order")
    quiz.same(
        lambda f, me: r.top_customers(f, me, 10),
        "Ada Lindgren",
        "How much revenue do the top 10 customers bring in?",
        "revenue that our ten largest customers bring in",
    )
    quiz.same(
        lambda f, me: r.top_customers(f, me, 10),
        "Jack Osborne",
        "top ten customers - what revenue do they bring?",
        "How much do our top 10 customers bring us in revenue?",
    )
    quiz.same(
        lambda f, me: r.top_customers(f, me, 3, *f.fiscal_year()),
        "Ada Lindgren",
        "revenue of the top 3 customers this fiscal year",
        "our three best customers of this fiscal year by revenue",
    )
    quiz.same(
        rt.five_best_customers,
        "Jack Osborne",
        "five biggest customers by revenue with amounts, biggest first",
        "Rank our best 5 customers by revenue and give the amounts",
    )
    quiz.same(
        rt.best_customer,
        "Ada Lindgren",
        "best customer by revenue?",
        "Which customer has brought the most revenue?",
    )


def _time_lookup_filter(quiz: Quiz) -> None:
    sent = [
        x["number"] for x in quiz.company.rows("accounting/Invoice") if x["status"] in ("OPEN", "PARTIALLY_PAID") and x["number"].startswith("INV")
    ]
    quiz.about("crm", "time")
    quiz.same(
        rt.revenue_last_quarter,
        "Ada Lindgren",
        "What was our revenue last quarter?",
        "revenue of the previous quarter?",
    )
    quiz.same(
        rt.revenue_last_year,
        "Jack Osborne",
        "revenue of the last fiscal year",
        "How much revenue did we make in the previous fiscal year?",
    )
    quiz.about("accounting", "lookup")
    quiz.pair(
        rt.invoice_balance,
        ("Petra Lund", f"What balance is open on {sent[0]}?", sent[0]),
        ("Omar Haddad", f"open amount on invoice {sent[1]}", sent[1]),
    )
    quiz.pair(
        rt.invoice_due,
        ("Omar Haddad", f"when is {sent[2]} due?", sent[2]),
        ("Petra Lund", f"{sent[3]} due date", sent[3]),
    )
    quiz.about("accounting", "filter")
    quiz.pair(
        lambda f, me, c: listed("invoice", [x.number for x in f.overdue() if x.customer == c]),
        ("Petra Lund", f"Which invoices of {picks.debtors(quiz.company)[0]} are overdue?", picks.debtors(quiz.company)[0]),
        ("Omar Haddad", f"overdue invoices of {picks.debtors(quiz.company)[1]}, numbers", picks.debtors(quiz.company)[1]),
    )
    quiz.same(
        lambda f, me: listed(
            "customer",
            [
                c["name"]
                for c in f.rows("accounting/Contact")
                if c["is_customer"] and (not any(x.customer == c["name"] and x.issued >= "2026-07-01" for x in f.invoices))
            ],
        ),
        "Petra Lund",
        "Which customers have not been invoiced since 1 July 2026? Drafts and void invoices don't count.",
        "customers without any invoice (no drafts, no voids) since July 1, 2026",
    )


def _aggregate_group_not_permitted(quiz: Quiz) -> None:
    quiz.about("accounting", "aggregate")
    quiz.same(rt.overdue_count, "Omar Haddad", "how many customer invoices are overdue", "number of customer invoices past due")
    quiz.same(
        rt.overdue_amounts,
        "Petra Lund",
        "what is outstanding on overdue customer invoices, by currency?",
        "Sum of the balances of overdue customer invoices per currency",
    )
    quiz.about("accounting", "group")
    quiz.same(
        rt.overdue_by_customer,
        "Petra Lund",
        "overdue customer invoices per customer",
        "For each customer with overdue invoices: how many?",
    )
    quiz.same(
        lambda f, me: counts2("currency|status", [(x.currency, x.status) for x in f.papers if x.sold]),
        "Omar Haddad",
        "all customer invoices by currency and status, drafts and voids too",
        "number of customer invoices per currency and status, including drafts and voids",
    )
    quiz.about("accounting", "not_permitted")
    quiz.pair(
        r.refused,
        ("Jack Osborne", "How many invoices of Orchid Health are overdue?"),
        ("Ada Lindgren", "total outstanding on overdue customer invoices"),
    )


def _absent_follow_up(quiz: Quiz) -> None:
    quiz.about("accounting", "absent")
    quiz.pair(r.nothing, ("Petra Lund", "balance of INV-6789?"), ("Omar Haddad", "When is INV-8888 due?"))
    quiz.about("accounting", "follow_up")
    quiz.same(
        [
            rt.overdue_count,
            rt.overdue_count_in_euros,
            rt.overdue_in_euros,
        ],
        "Omar Haddad",
        ["How many customer invoices are overdue?", "and in euros?", "which are they"],
        ["overdue customer invoices, count", "only in EUR", "list them"],
    )
