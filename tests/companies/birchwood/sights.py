"""What questions of Birchwood Group ask for beyond the shared readings, as functions of the facts."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from tests.companies.common import RESOURCE, Company, Row
from tests.companies.expect import Expected, counts, either, listed, names, table, value
from tests.companies.readings import mean
from tests.companies.truth import Facts, Person, Talk, Ticket, full

Line = tuple[str, str | list[str], Expected | list[Expected]]  # (asker, what they type, what is right)
Lines = Mapping[tuple[str, str], Sequence[Line]]  # by group and skill


def people(keep: Callable[[Person], object]) -> Expected:
    """The active people of whom something is true."""
    return lambda f, me: names(p for p in f.staff if keep(p))


def how_many(keep: Callable[[Person], object]) -> Expected:
    """How many they are."""
    return lambda f, me: value("count", sum(bool(keep(p)) for p in f.staff))


def shift(person: Person) -> str | None:
    """The shift pattern that the HR app has for somebody."""
    mapped = person.record["field_mappings"]
    return mapped["organization_defined_targets"]["shift_pattern"] if mapped else None


def place_or_city(called: str) -> Expected:
    """Where somebody works: the depot by name or by city."""
    return lambda f, me: either(value("depot", f.person(called).place), *_cities(f, called))


def city_of(f: Facts, called: str) -> Row:
    """Where somebody works, in either spelling."""
    return either(*_cities(f, called))


def _cities(f: Facts, called: str) -> list[Row]:
    """A reading per spelling of the city."""
    found = f.person(called).city
    return [value("city", c) for c in ([found, "Bengaluru"] if found == "Bangalore" else [found])]


def pay_of(f: Facts, called: str) -> Row:
    """What somebody earns: the rate, or a year of it."""
    person = f.person(called)
    latest = [j for j in f.rows("hris/Employment") if j["employee"] == person.id and j["effective_date"][:10] <= f.today]
    rate = max(latest, key=lambda j: str(j["effective_date"]))["pay_rate"]
    return either(value("pay rate", rate), value("base pay a year", person.pays[0][0]))


def per_year(f: Facts, days: Iterable[str]) -> Row:
    """A count per year, as a number or a word."""
    found = Counter(d[:4] for d in days)
    return either(table("year|count", [[y, n] for y, n in found.items()]), table("year|count", [[int(y), n] for y, n in found.items()]))


def tickets(keep: Callable[[Ticket], object]) -> Expected:
    """The callouts of which something is true, by name."""
    return lambda f, me: listed("callout", [t.name for t in f.tickets if keep(t)])


def ticket_count(keep: Callable[[Ticket], object]) -> Expected:
    """How many they are."""
    return lambda f, me: value("count", sum(bool(keep(t)) for t in f.tickets))


def tickets_by(read: Callable[[Ticket], str | None], keep: Callable[[Ticket], object] = bool) -> Expected:
    """Callouts per group that occurs."""
    return lambda f, me: counts("group", [str(read(t)) for t in f.tickets if keep(t) and read(t)])


def late(f: Facts, t: Ticket) -> bool:
    """Open with a due date before today."""
    return t.is_open and t.due is not None and t.due < f.today


def hours_to_fix(f: Facts, keep: Callable[[Ticket], object]) -> Row:
    """The average hours from report to fix."""
    return value("hours", mean(t.hours for t in f.tickets if t.hours is not None and keep(t)))


def jobs(keep: Callable[[Facts, Row], object]) -> Expected:
    """Jobs by name."""
    return lambda f, me: listed("job", [j["name"] for j in f.rows("ats/Job") if keep(f, j)])


def office(f: Facts, job: Row) -> str:
    """Where a job is."""
    return str(f.get(job["offices"][0])["name"])


def accounts(keep: Callable[[Facts, Row], object]) -> Expected:
    """Accounts of the CRM by name."""
    return lambda f, me: listed("account", [a["name"] for a in f.rows("crm/Account") if keep(f, a)])


def deal_names(f: Facts, me: Person, status: str) -> Row:
    """My deals of a status."""
    return listed("deal", [d.name for d in f.deals if d.owner == me.mail and d.status == status])


def last_talk(f: Facts, me: Person, account: str, kind: str | None = None) -> Talk:
    """My last conversation with an account."""
    return f.talks_of(me, account, kind)[-1]


def converted(f: Facts) -> float:
    """What is overdue from customers, each invoice in pounds by its own rate."""
    return sum(x.balance * x.rate for x in f.overdue())


def revenue_by_customer(f: Facts, first: str = "1900-01-01", last: str = "2999-12-31") -> dict[str, float]:
    """What each customer brought, in pounds."""
    return {customer: amount for (customer, _), amount in f.revenue(first, last).items()}


def contact_of(f: Facts, name: str) -> Row:
    """A contact of the CRM."""
    return next(c for c in f.rows("crm/Contact") if full(c) == name)


def contact_mail(name: str) -> Expected:
    """A contact's address."""
    return lambda f, me: value("e-mail", contact_of(f, name)["email_addresses"][0]["email_address"])


def contact_phone(name: str) -> Expected:
    """A contact's number; none on file is declined."""
    return lambda f, me: value("phone", next((n["phone_number"] for n in contact_of(f, name)["phone_numbers"]), None))


def open_keys(company: Company) -> list[str]:
    """Keys of callouts that somebody works on and that have a due date."""
    return [t["remote_id"] for t in company.tables[RESOURCE["ticketing/Ticket"]] if t["status"] != "CLOSED" and t["assignees"] and t["due_date"]]


def sent(company: Company) -> list[str]:
    """Numbers of customer invoices that are neither drafts nor void."""
    found = company.tables[RESOURCE["accounting/Invoice"]]
    return [x["number"] for x in found if x["type"] == "ACCOUNTS_RECEIVABLE" and x["status"] not in ("DRAFT", "VOID")]
