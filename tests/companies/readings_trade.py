"""What questions about customers, money and deals ask for, as functions of (facts, asker, words): shared by the companies."""

from tests.companies import picks
from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import Expected, best, counts, listed, number, ranked, recap, table, value
from tests.companies.truth import Facts, Person


def overdue_count(f: Facts, me: Person) -> Row:
    """How many invoices are overdue."""
    return number(f.overdue())


def invoice_balance(f: Facts, me: Person, n: str) -> Row:
    """What is still to be paid on an invoice."""
    return value("balance", f.invoice(n).balance)


def invoice_due(f: Facts, me: Person, n: str) -> Row:
    """When an invoice is due."""
    return value("due date", f.invoice(n).due)


def invoice_customer(f: Facts, me: Person, n: str) -> Row:
    """Who an invoice was written for."""
    return value("customer", f.invoice(n).customer)


def overdue_in(f: Facts, me: Person, c: str) -> Row:
    """Overdue invoices in one currency."""
    return listed("invoice", [x.number for x in f.overdue() if x.currency == c])


def overdue_in_euros(f: Facts, me: Person) -> Row:
    """Overdue invoices in euros, by number."""
    return listed("invoice", [x.number for x in f.overdue() if x.currency == "EUR"])


def overdue_count_in_euros(f: Facts, me: Person) -> Row:
    """How many invoices in euros are overdue."""
    return number(x for x in f.overdue() if x.currency == "EUR")


def overdue_by_customer(f: Facts, me: Person) -> Row:
    """How many invoices of each customer are overdue."""
    return counts("customer", [x.customer for x in f.overdue()])


def overdue_amounts(f: Facts, me: Person) -> Row:
    """What is overdue, in each currency."""
    return r.amounts(f.overdue(), lambda x: x.balance)


def best_customer(f: Facts, me: Person) -> Row:
    """The customer with the greatest revenue."""
    return best("customer", [(c, a) for (c, _), a in f.revenue().items()])


def five_best_customers(f: Facts, me: Person) -> Row:
    """The five customers with the greatest revenue."""
    return ranked("customer|USD", [(c, a) for (c, _), a in f.revenue().items()], 5)


def revenue_last_quarter(f: Facts, me: Person) -> Row:
    """All revenue of the last quarter."""
    return value("USD", sum(f.revenue(*f.quarter(-1)).values()))


def revenue_last_year(f: Facts, me: Person) -> Row:
    """All revenue of the last fiscal year."""
    return value("USD", sum(f.revenue(*f.fiscal_year(-1)).values()))


def last_talk(f: Facts, me: Person, a: str, *m: str) -> Row:
    """The person's last conversation with an account, in short."""
    return recap(f.talks_of(me, a)[-1], *m)


def contact_email(f: Facts, me: Person, c: str) -> Row:
    """The e-mail address of a contact."""
    return value("e-mail", picks.contact(f, c)["email_addresses"][0]["email_address"])


def contact_account(f: Facts, me: Person, c: str) -> Row:
    """The account that a contact belongs to."""
    return value("account", f.get(picks.contact(f, c)["account"])["name"])


def my_accounts(f: Facts, me: Person) -> Row:
    """The accounts that the person owns."""
    return listed("account", [a["name"] for a in f.accounts_of(me)])


def accounts_of_industry(f: Facts, me: Person, i: str) -> Row:
    """The accounts of an industry."""
    return listed("account", [a["name"] for a in f.rows("crm/Account") if a["industry"] == i])


def accounts_without_open_deal(f: Facts, me: Person) -> Row:
    """The accounts that have no open deal."""
    return listed("account", [a["name"] for a in f.rows("crm/Account") if not any(d.account == a["name"] and d.status == "OPEN" for d in f.deals)])


def my_open_deal_names(f: Facts, me: Person) -> Row:
    """The person's open deals."""
    return listed("deal", [d.name for d in f.deals if d.owner == me.mail and d.status == "OPEN"])


def my_pipeline(f: Facts, me: Person) -> Row:
    """What the person's open deals come to."""
    return value("amount", sum(d.amount for d in f.deals if d.owner == me.mail and d.status == "OPEN"))


def pipeline(f: Facts, me: Person) -> Row:
    """What all open deals come to."""
    return value("amount", sum(d.amount for d in f.deals if d.status == "OPEN"))


def my_largest_deal(f: Facts, me: Person) -> Row:
    """The person's open deal with the greatest amount."""
    return best("deal", [(d.name, d.amount) for d in f.deals if d.owner == me.mail and d.status == "OPEN"])


def open_deals_by_owner(f: Facts, me: Person) -> Row:
    """How many open deals each owner has."""
    return counts("owner", [f.person(d.owner.split("@")[0]).name for d in f.deals if d.status == "OPEN"])


def open_deals_by_stage(f: Facts, me: Person) -> Row:
    """How many open deals are in each stage."""
    return counts("stage", [d.stage for d in f.deals if d.status == "OPEN"])


def open_deals_of_city(f: Facts, me: Person, c: str) -> Row:
    """How many open deals belong to people of a city."""
    return number(d for d in f.deals if d.status == "OPEN" and f.person(d.owner.split("@")[0]).city == c)


def reports_with_start_and_deals(f: Facts, me: Person) -> Row:
    """The person's direct reports, when each started, and how many open deals each has."""
    counted = {p.name: sum(d.owner == p.mail and d.status == "OPEN" for d in f.deals) if f.in_crm(p) else None for p in f.reports(me)}
    return table("employee|start|deals", [[p.name, p.start, counted[p.name]] for p in f.reports(me)])


def account_field(column: str, name: str) -> Expected:
    """What an account says in a field."""
    return lambda f, me, a: value(column, next(x for x in f.rows("crm/Account") if x["name"] == a)[name])
