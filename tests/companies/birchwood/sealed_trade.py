"""The sealed half about customers and money: accounts, leads, deals, conversations, invoices."""

from tests.companies import picks
from tests.companies import readings as r
from tests.companies.birchwood import sights as s
from tests.companies.common import Company, Row
from tests.companies.expect import best, counts, listed, number, ranked, recap, share, table, value
from tests.companies.flat import Deal
from tests.companies.truth import Facts, Person


def lines(company: Company) -> s.Lines:
    """This part, by group and skill."""
    return _customers() | _selling() | _books(company)


def _mine(f: Facts, me: Person, status: str) -> list[Deal]:
    """My deals of a status."""
    return [d for d in f.deals if d.owner == me.mail and d.status == status]


def _customers() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("crm", "lookup"): [
            ("Rekha Iyer", "whose account is Aire Valley Brewing?", lambda f, me: r.account_owner(f, me, "Aire Valley Brewing Ltd")),
            ("Fiona Carmichael", "Phone number of Neil Garside please", s.contact_phone("Neil Garside")),
            ("Imogen Price", "how many employees does Bramley Toys have?", lambda f, me: value("employees", 38)),
            ("Lucy Hartmann", "Which company is Ole Matthiesen with?", lambda f, me: value("account", "Alster Möbel GmbH & Co. KG")),
            ("Sabine Kluge", "contacts at Pennine Textiles?", lambda f, me: r.contacts(f, me, "Pennine Textiles Ltd")),
        ],
        ("crm", "filter"): [
            ("Lucy Hartmann", "which shippers are in retail", s.accounts(lambda f, a: a["industry"] == "Retail")),
            (
                "Fiona Carmichael",
                "shippers with between 100 and 500 employees",
                s.accounts(lambda f, a: 100 <= (a["number_of_employees"] or 0) <= 500),
            ),
            ("Imogen Price", "Which accounts do I own?", lambda f, me: listed("account", [a["name"] for a in f.accounts_of(me)])),
            ("Imogen Price", "deals of mine that were lost", lambda f, me: s.deal_names(f, me, "LOST")),
            (
                "Fiona Carmichael",
                "Leads from a trade fair that are QUALIFIED",
                lambda f, me: listed("lead", [x.name for x in f.leads if x.source == "Trade fair" and x.status == "QUALIFIED"]),
            ),
            ("Thomas Bexley", "which leads of mine have we not met yet", lambda f, me: listed("lead", [x.name for x in r.not_met(f, me.mail)])),
            (
                "Fiona Carmichael",
                "accounts without any open deal",
                s.accounts(lambda f, a: not any(d.account == a["name"] and d.status == "OPEN" for d in f.deals)),
            ),
        ],
        ("crm", "absent"): [
            ("Thomas Bexley", "phone number for Judith Penn?", s.contact_phone("Judith Penn")),
            ("Fiona Carmichael", "what industry is Zephyr Couriers in", r.nothing),
            ("Lucy Hartmann", "Summarise my last conversation with Gerd Altmann", r.nothing),
        ],
        ("crm", "not_permitted"): [
            ("Imogen Price", "What's the value of Lucy Hartmann's open pipeline?", r.refused),
            ("Gwen Tully", "give me a summary of Fiona Carmichael's last meeting with Mercian Hospitals", r.refused),
        ],
        ("crm", "typo"): [
            ("Sabine Kluge", "who owns the Hadly Foods acount?", lambda f, me: r.account_owner(f, me, "Hadley Foods Ltd")),
            ("Fiona Carmichael", "hwo many open deals do we hvae", lambda f, me: number(d for d in f.deals if d.status == "OPEN")),
        ],
        ("crm", "summarise"): [
            (
                "Imogen Price",
                "Sum up my last conversation with Bill's company",
                lambda f, me: recap(s.last_talk(f, me, "Aire Valley Brewing Ltd"), "140", "20 October"),
            ),
            (
                "Thomas Bexley",
                "what did Bill Tranter's firm and I last talk about?",
                lambda f, me: recap(s.last_talk(f, me, "Hadley Foods Ltd"), "26", "38.75"),
            ),
            (
                "Thomas Bexley",
                "Recap of my most recent visit to Severn Paper",
                lambda f, me: recap(s.last_talk(f, me, "Severn Paper Ltd", "MEETING"), "reels", "2 November"),
            ),
            (
                "Fiona Carmichael",
                "my last call with Carys Morgan - key points?",
                lambda f, me: recap(s.last_talk(f, me, "Northgate Homes Ltd", "CALL"), "Radford", "30 October"),
            ),
            (
                "Lucy Hartmann",
                "summary pls: last meeting with Alster Möbel",
                lambda f, me: recap(s.last_talk(f, me, "Alster Möbel GmbH & Co. KG", "MEETING"), "January", "55"),
            ),
        ],
    }


def _selling() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("crm", "aggregate"): [
            ("Thomas Bexley", "leads we haven't met so far, how many are there?", r.leads_not_met),
            ("Imogen Price", "tell me the number of leads not met yet", r.leads_not_met),
            ("Thomas Bexley", "what's my open pipeline worth", lambda f, me: value("amount", sum(d.amount for d in _mine(f, me, "OPEN")))),
            ("Imogen Price", "number of deals I have open", r.my_open_deals),
            (
                "Fiona Carmichael",
                "total amount of all deals we won",
                lambda f, me: value("amount", sum(d.amount for d in f.deals if d.status == "WON")),
            ),
            ("Lucy Hartmann", "average amount of my won deals?", lambda f, me: value("amount", r.mean(d.amount for d in _mine(f, me, "WON")))),
        ],
        ("crm", "group"): [
            (
                "Fiona Carmichael",
                "open deals by stage, how many in each",
                lambda f, me: counts("stage", [d.stage for d in f.deals if d.status == "OPEN"]),
            ),
            (
                "Vikram Rao",
                "number of shippers per account owner",
                lambda f, me: counts("owner", [f.owner_of(a["name"]) for a in f.rows("crm/Account")]),
            ),
            (
                "Fiona Carmichael",
                "Open pipeline amount per owner",
                lambda f, me: table(
                    "owner|amount",
                    [
                        [f.person(o.split("@")[0]).name, sum(d.amount for d in f.deals if d.owner == o and d.status == "OPEN")]
                        for o in {d.owner for d in f.deals if d.status == "OPEN"}
                    ],
                ),
            ),
        ],
        ("crm", "order"): [
            ("Lucy Hartmann", "my biggest open deal?", lambda f, me: best("deal", [(d.name, d.amount) for d in _mine(f, me, "OPEN")])),
            (
                "Imogen Price",
                "three largest shippers by number of employees, largest first, with the number",
                lambda f, me: ranked(
                    "account|employees", [(a["name"], a["number_of_employees"]) for a in f.rows("crm/Account") if a["number_of_employees"]], 3
                ),
            ),
        ],
        ("crm", "time"): [
            ("Fiona Carmichael", "win rate last fiscal year by close date", lambda f, me: r.win_rate(f, me, *f.fiscal_year(-1))),
            ("Thomas Bexley", "when was my last conversation with Severn Paper", lambda f, me: r.last_talk_day(f, me, "Severn Paper Ltd")),
            (
                "Fiona Carmichael",
                "deals won since 1 April 2026, count",
                lambda f, me: number(d for d in f.deals if d.status == "WON" and d.close >= "2026-04-01"),
            ),
            (
                "Imogen Price",
                "How many conversations have I had this month?",
                lambda f, me: number(g for g in f.talks_of(me) if g.day[:7] == "2026-10"),
            ),
        ],
        ("crm", "derive"): [
            (
                "Fiona Carmichael",
                "What percentage of our shippers is in the food industry?",
                lambda f, me: share(sum(a["industry"] == "Food" for a in f.rows("crm/Account")), len(f.rows("crm/Account"))),
            ),
            (
                "Thomas Bexley",
                "which of my open deals are above the average of my open deals?",
                lambda f, me: listed("deal", [d.name for d in _mine(f, me, "OPEN") if d.amount > r.mean(x.amount for x in _mine(f, me, "OPEN"))]),
            ),
        ],
    }


def _books(company: Company) -> dict[tuple[str, str], list[s.Line]]:
    one, two, three = s.sent(company)[5:8]
    late = str(picks.late_invoices(company)[1]["number"])
    return {
        ("accounting", "lookup"): [
            ("Alan Whitcombe", f"due date of {one}?", lambda f, me: value("due", f.invoice(one).due)),
            ("Rekha Iyer", f"{two} - what is the total amount", lambda f, me: value("total", f.invoice(two).total)),
            ("Sabine Kluge", f"In which currency did we issue {three}?", lambda f, me: value("currency", f.invoice(three).currency)),
            ("Rekha Iyer", f"how much is still open on {late}?", lambda f, me: value("balance", f.invoice(late).balance)),
        ],
        ("accounting", "filter"): [
            (
                "Rekha Iyer",
                "customer invoices in GBP that are overdue by more than 100 days",
                lambda f, me: listed("invoice", [x.number for x in f.overdue() if x.currency == "GBP" and r.days_since(f, x.due) > 100]),
            ),
            (
                "Sabine Kluge",
                "which invoices of Calder Pharma are overdue",
                lambda f, me: listed("invoice", [x.number for x in f.overdue() if x.customer == "Calder Pharma plc"]),
            ),
            ("Alan Whitcombe", "customers with at least two overdue invoices", lambda f, me: _late_customers(f, 2)),
            (
                "Alan Whitcombe",
                "Customer invoices issued in September 2026, leave out drafts and voids",
                lambda f, me: listed("invoice", [x.number for x in f.invoices if x.issued[:7] == "2026-09"]),
            ),
            (
                "Rekha Iyer",
                "overdue customer invoices with a balance above 20,000 pounds",
                lambda f, me: listed("invoice", [x.number for x in f.overdue() if x.currency == "GBP" and x.balance > 20000]),
            ),
        ],
        ("accounting", "aggregate"): [
            ("Rekha Iyer", "revenue of the top ten customers please", lambda f, me: r.top_customers(f, me, 10)),
            ("Sabine Kluge", "How much money do our 10 biggest customers bring in, as revenue?", lambda f, me: r.top_customers(f, me, 10)),
            (
                "Alan Whitcombe",
                "what did we make in revenue with Hadley Foods altogether",
                lambda f, me: value("GBP", s.revenue_by_customer(f)["Hadley Foods Ltd"]),
            ),
            (
                "Rekha Iyer",
                "Sum of the overdue balance of Northgate Retail?",
                lambda f, me: value("GBP", sum(x.balance for x in f.overdue() if x.customer == "Northgate Retail PLC")),
            ),
            (
                "Sabine Kluge",
                "number of overdue invoices to customers in pounds",
                lambda f, me: number(x for x in f.overdue() if x.currency == "GBP"),
            ),
        ],
        ("accounting", "group"): [
            (
                "Alan Whitcombe",
                "customer invoices by status, drafts and voids included: how many?",
                lambda f, me: counts("status", [x.status for x in f.papers if x.sold]),
            ),
            (
                "Rekha Iyer",
                "how many invoices did we send each customer this fiscal year? without drafts and voids",
                lambda f, me: counts("customer", [x.customer for x in f.invoices if x.issued >= f.fiscal_year()[0]]),
            ),
        ],
        ("accounting", "order"): [
            ("Alan Whitcombe", "who is our best customer by revenue", lambda f, me: best("customer", list(s.revenue_by_customer(f).items()))),
            (
                "Rekha Iyer",
                "Longest overdue customer invoice, which one is it?",
                lambda f, me: best("invoice", [(x.number, r.days_since(f, x.due)) for x in f.overdue()]),
            ),
        ],
        ("accounting", "time"): [
            (
                "Alan Whitcombe",
                "revenue so far this fiscal year",
                lambda f, me: value("GBP", sum(s.revenue_by_customer(f, *f.fiscal_year()).values())),
            ),
            (
                "Alan Whitcombe",
                "What was our revenue in the last quarter?",
                lambda f, me: value("GBP", sum(s.revenue_by_customer(f, *f.quarter(-1)).values())),
            ),
        ],
        ("accounting", "derive"): [
            (
                "Alan Whitcombe",
                "share of total revenue that Northgate Homes accounts for",
                lambda f, me: share(s.revenue_by_customer(f)["Northgate Homes Ltd"], sum(s.revenue_by_customer(f).values())),
            ),
            ("Sabine Kluge", f"how late is {late}, in days?", lambda f, me: value("days", r.days_since(f, f.invoice(late).due))),
            (
                "Rekha Iyer",
                "average total of the customer invoices in euros, no drafts or voids",
                lambda f, me: value("EUR", r.mean(x.total for x in f.invoices if x.currency == "EUR")),
            ),
        ],
        ("accounting", "not_permitted"): [
            ("Declan Roche", "how much does Mercian Hospitals owe us on overdue invoices?", r.refused),
            ("Peter Okoro", "Which customers bring in the most revenue?", r.refused),
        ],
        ("accounting", "absent"): [("Sabine Kluge", "total of invoice INV-8123", r.nothing)],
        ("cross", "cross_app"): [
            (
                "Rekha Iyer",
                "customers with an overdue invoice but no open callout",
                lambda f, me: listed("customer", sorted({x.customer for x in f.overdue()} - {str(t.customer) for t in f.tickets if t.is_open})),
            ),
            (
                "Alan Whitcombe",
                "For each account owner: how many overdue invoices do their customers have? Leave out owners with none.",
                lambda f, me: counts("owner", [f.owner_of(x.customer) for x in f.overdue()]),
            ),
        ],
    }


def _late_customers(f: Facts, least: int) -> Row:
    """Customers with so many overdue invoices."""
    found = [x.customer for x in f.overdue()]
    return listed("customer", [c for c in dict.fromkeys(found) if found.count(c) >= least])
