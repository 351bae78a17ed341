"""The open half about customers and money: accounts, leads, deals, conversations, invoices."""

from tests.companies import picks
from tests.companies import readings as r
from tests.companies.birchwood import sights as s
from tests.companies.common import Company, Row
from tests.companies.expect import best, counts, either, listed, number, ranked, recap, share, table, value
from tests.companies.truth import Facts


def lines(company: Company) -> s.Lines:
    """This part, by group and skill."""
    return _customers() | _books(company)


def _customers() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("crm", "lookup"): [
            ("Vikram Rao", "who owns the Hadley Foods account", lambda f, me: r.account_owner(f, me, "Hadley Foods Ltd")),
            ("Imogen Price", "Email of Walter Sugden?", s.contact_mail("Walter Sugden")),
            ("Lucy Hartmann", "which industry is Holsten Papier in?", lambda f, me: value("industry", "Packaging")),
            (
                "Gwen Tully",
                "In which company does Ruth Eccles work, the contact of ours?",
                lambda f, me: value("account", "Oakridge Academies Trust"),
            ),
            ("Thomas Bexley", "who are our contacts at Northgate Retail", lambda f, me: r.contacts(f, me, "Northgate Retail PLC")),
        ],
        ("crm", "filter"): [
            ("Fiona Carmichael", "Which shippers are in the food industry?", s.accounts(lambda f, a: a["industry"] == "Food")),
            ("Fiona Carmichael", "accounts with more than 1,000 employees", s.accounts(lambda f, a: (a["number_of_employees"] or 0) > 1000)),
            ("Thomas Bexley", "my accounts", lambda f, me: listed("account", [a["name"] for a in f.accounts_of(me)])),
            ("Lucy Hartmann", "List my open deals", lambda f, me: s.deal_names(f, me, "OPEN")),
            (
                "Imogen Price",
                "leads that came from the Tender portal",
                lambda f, me: listed("lead", [x.name for x in f.leads if x.source == "Tender portal"]),
            ),
            (
                "Thomas Bexley",
                "Which of my open deals are worth over 80,000?",
                lambda f, me: listed("deal", [d.name for d in f.deals if d.owner == me.mail and d.status == "OPEN" and d.amount > 80000]),
            ),
        ],
        ("crm", "aggregate"): [
            ("Fiona Carmichael", "How many leads have we not met yet?", r.leads_not_met),
            (
                "Lucy Hartmann",
                "total amount of my open pipeline",
                lambda f, me: value("amount", sum(d.amount for d in f.deals if d.owner == me.mail and d.status == "OPEN")),
            ),
            ("Thomas Bexley", "how many deals have I won?", lambda f, me: number(d for d in f.deals if d.owner == me.mail and d.status == "WON")),
            ("Fiona Carmichael", "average size of a won deal", lambda f, me: value("amount", r.mean(d.amount for d in f.deals if d.status == "WON"))),
        ],
        ("crm", "group"): [
            (
                "Fiona Carmichael",
                "Number of open deals per owner",
                lambda f, me: counts("owner", [f.person(d.owner.split("@")[0]).name for d in f.deals if d.status == "OPEN"]),
            ),
            ("Imogen Price", "shippers per industry", lambda f, me: counts("industry", [a["industry"] for a in f.rows("crm/Account")])),
            ("Fiona Carmichael", "how many leads per source", lambda f, me: counts("source", [x.source for x in f.leads])),
        ],
        ("crm", "order"): [
            (
                "Fiona Carmichael",
                "Top 5 open deals by amount",
                lambda f, me: ranked("deal|amount", [(d.name, d.amount) for d in f.deals if d.status == "OPEN"], 5),
            ),
            (
                "Gwen Tully",
                "which shipper has the most employees?",
                lambda f, me: best("account", [(a["name"], a["number_of_employees"] or 0) for a in f.rows("crm/Account")]),
            ),
        ],
        ("crm", "time"): [
            (
                "Fiona Carmichael",
                "What is the win rate for deals closed in this fiscal year?",
                lambda f, me: r.win_rate(f, me, *f.fiscal_year()),
            ),
            ("Imogen Price", "When did I last talk to Pennine Textiles?", lambda f, me: r.last_talk_day(f, me, "Pennine Textiles Ltd")),
            (
                "Lucy Hartmann",
                "which of my open deals should close before the end of this year",
                lambda f, me: listed("deal", [d.name for d in f.deals if d.owner == me.mail and d.status == "OPEN" and d.close <= "2026-12-31"]),
            ),
            (
                "Thomas Bexley",
                "how many conversations did I have in September?",
                lambda f, me: number(g for g in f.talks_of(me) if g.day[:7] == "2026-09"),
            ),
        ],
        ("crm", "derive"): [
            (
                "Fiona Carmichael",
                "what share of our leads is from a Referral?",
                lambda f, me: share(sum(x.source == "Referral" for x in f.leads), len(f.leads)),
            ),
        ],
        ("crm", "summarise"): [
            (
                "Thomas Bexley",
                "Summarize my last conversation with Bill's company",
                lambda f, me: recap(s.last_talk(f, me, "Hadley Foods Ltd"), "26", "38.75", silent=["412"]),
            ),
            (
                "Fiona Carmichael",
                "give me the gist of my last meeting at Mercian Hospitals",
                lambda f, me: recap(s.last_talk(f, me, "Mercian Hospitals Trust", "MEETING"), "04:15", "cages"),
            ),
            (
                "Lucy Hartmann",
                "What did Henrik Lührs and I talk about last?",
                lambda f, me: recap(s.last_talk(f, me, "Elbe Kühlhaus GmbH"), "reefer", "1,180"),
            ),
            (
                "Imogen Price",
                "I'm on my way to Aire Valley Brewing, what was said last time?",
                lambda f, me: recap(s.last_talk(f, me, "Aire Valley Brewing Ltd"), "140", "20 October"),
            ),
        ],
        ("crm", "absent"): [
            ("Vikram Rao", "Who owns the Globex Freight account?", r.nothing),
            ("Thomas Bexley", "How many employees does Tamar Dairies have?", r.nothing),
            ("Lucy Hartmann", "email address of the lead Bridget Sale", r.nothing),
        ],
        ("crm", "not_permitted"): [
            ("Lucy Hartmann", "amount of Thomas Bexley's largest open deal?", r.refused),
            ("Thomas Bexley", "Summarise Imogen Price's last call with Pennine Textiles", r.refused),
        ],
        ("crm", "typo"): [
            ("Vikram Rao", "who onws Calder Phrama", lambda f, me: r.account_owner(f, me, "Calder Pharma plc")),
            ("Gwen Tully", "how many leads hav we not mett yet", r.leads_not_met),
        ],
    }


def _books(company: Company) -> dict[tuple[str, str], list[s.Line]]:
    one, two = s.sent(company)[:2]
    late = str(picks.late_invoices(company)[0]["number"])
    return {
        ("accounting", "lookup"): [
            ("Rekha Iyer", f"when is {one} due", lambda f, me: value("due", f.invoice(one).due)),
            ("Sabine Kluge", f"What's the total of invoice {two}?", lambda f, me: value("total", f.invoice(two).total)),
            ("Rekha Iyer", f"which customer is {late} for?", lambda f, me: value("customer", f.invoice(late).customer)),
        ],
        ("accounting", "filter"): [
            (
                "Sabine Kluge",
                "Overdue customer invoices in euros, numbers please",
                lambda f, me: listed("invoice", [x.number for x in f.overdue() if x.currency == "EUR"]),
            ),
            (
                "Rekha Iyer",
                "invoices to Northgate Homes that are overdue",
                lambda f, me: listed("invoice", [x.number for x in f.overdue() if x.customer == "Northgate Homes Ltd"]),
            ),
            (
                "Alan Whitcombe",
                "Customer invoices over 55,000 pounds issued this calendar year, no drafts or voids",
                lambda f, me: listed("invoice", [x.number for x in f.invoices if x.currency == "GBP" and x.total > 55000 and x.issued >= "2026"]),
            ),
            (
                "Alan Whitcombe",
                "Which customers have no overdue invoice?",
                lambda f, me: listed(
                    "customer",
                    [c["name"] for c in f.rows("accounting/Contact") if c["is_customer"] and c["name"] not in {x.customer for x in f.overdue()}],
                ),
            ),
        ],
        ("accounting", "aggregate"): [
            ("Alan Whitcombe", "How much revenue do the top 10 customers bring in?", lambda f, me: r.top_customers(f, me, 10)),
            ("Rekha Iyer", "how much is overdue from customers in total, converted to GBP", lambda f, me: value("GBP", s.converted(f))),
            ("Sabine Kluge", "How many customer invoices are overdue?", lambda f, me: number(f.overdue())),
            ("Alan Whitcombe", "outstanding amount on overdue invoices, by currency", lambda f, me: r.amounts(f.overdue(), lambda x: x.balance)),
        ],
        ("accounting", "group"): [
            ("Rekha Iyer", "overdue invoices per customer, how many", lambda f, me: counts("customer", [x.customer for x in f.overdue()])),
            (
                "Alan Whitcombe",
                "Number of overdue customer invoices by currency",
                lambda f, me: counts("currency", [x.currency for x in f.overdue()]),
            ),
        ],
        ("accounting", "order"): [
            (
                "Alan Whitcombe",
                "Three best customers by revenue, highest first",
                lambda f, me: ranked("customer|GBP", list(s.revenue_by_customer(f).items()), 3),
            ),
            (
                "Sabine Kluge",
                "which customer has the most overdue invoices",
                lambda f, me: best("customer", [(n, sum(x.customer == n for x in f.overdue())) for n in {x.customer for x in f.overdue()}]),
            ),
        ],
        ("accounting", "time"): [
            (
                "Alan Whitcombe",
                "Revenue in the last fiscal year?",
                lambda f, me: value("GBP", sum(s.revenue_by_customer(f, *f.fiscal_year(-1)).values())),
            ),
            (
                "Rekha Iyer",
                "invoices we issued to customers in August 2026, count without drafts and voids",
                lambda f, me: number(x for x in f.invoices if x.issued[:7] == "2026-08"),
            ),
        ],
        ("accounting", "derive"): [
            ("Alan Whitcombe", "What share of revenue do the top 3 customers make up?", lambda f, me: _top_share(s.revenue_by_customer(f), 3)),
            ("Rekha Iyer", f"by how many days is {late} overdue", lambda f, me: value("days", r.days_since(f, f.invoice(late).due))),
            (
                "Alan Whitcombe",
                "customers that bring in more than the average customer",
                lambda f, me: listed("customer", [n for n, a in s.revenue_by_customer(f).items() if a > r.mean(s.revenue_by_customer(f).values())]),
            ),
        ],
        ("accounting", "not_permitted"): [
            ("Fiona Carmichael", "How much revenue did Severn Paper bring in according to accounting?", r.refused),
            ("Jack Delaney", "does Hadley Foods have overdue invoices?", r.refused),
        ],
        ("accounting", "absent"): [("Rekha Iyer", "when was INV-9876 due?", r.nothing)],
        ("accounting", "typo"): [
            ("Sabine Kluge", "hw many custmer invoices are overdu in EUR", lambda f, me: number(x for x in f.overdue() if x.currency == "EUR"))
        ],
        ("cross", "cross_app"): [
            (
                "Alan Whitcombe",
                "Which customers have both an overdue invoice and an open callout?",
                lambda f, me: listed("customer", sorted({x.customer for x in f.overdue()} & {str(t.customer) for t in f.tickets if t.is_open})),
            ),
            (
                "Rekha Iyer",
                "who owns the accounts of the customers with overdue invoices in euros? account and owner",
                lambda f, me: table(
                    "customer|owner", [[n, f.owner_of(n)] for n in dict.fromkeys(x.customer for x in f.overdue() if x.currency == "EUR")]
                ),
            ),
            (
                "Fiona Carmichael",
                "number of open callouts for each of my accounts",
                lambda f, me: _open_each(f, [a["name"] for a in f.accounts_of(me)]),
            ),
        ],
    }


def _top_share(revenue: dict[str, float], count: int) -> Row:
    """The part of all revenue that the best customers bring."""
    return share(sum(sorted(revenue.values(), reverse=True)[:count]), sum(revenue.values()))


def _open_each(f: Facts, accounts: list[str]) -> Row:
    """Open callouts of each account: 0 where there are none; empty where the callout app does not know the company."""
    known = {a["name"] for a in f.rows("ticketing/Account")}
    found = [(a, sum(t.is_open and t.customer == a for t in f.tickets)) for a in accounts]
    return either(table("account|callouts", [(a, n if a in known else None) for a, n in found]), table("account|callouts", found))
