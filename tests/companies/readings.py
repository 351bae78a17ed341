"""What the usual questions ask for, as functions of (facts, asker, words): shared by the companies, whose wordings differ."""

from collections.abc import Callable, Iterable
from datetime import date

from tests.companies.common import Row
from tests.companies.expect import (
    Expected,
    best,
    counts,
    counts2,
    denied,
    either,
    listed,
    money,
    names,
    no_record,
    number,
    ranked,
    share,
    status,
    table,
    value,
)
from tests.companies.truth import Facts, Invoice, Lead, Person, Ticket


def refused(f: Facts, me: Person) -> Row:
    """The asker may not see it."""
    return denied()


def nothing(f: Facts, me: Person) -> Row:
    """There is no such record."""
    return no_record()


def days_since(f: Facts, day: str) -> int:
    """Days from a day to today."""
    return (date.fromisoformat(f.today) - date.fromisoformat(day)).days


def mean(values: Iterable[float]) -> float:
    """The average."""
    found = list(values)
    return sum(found) / len(found)


# ---------------------------------------------------------------- people


def attribute(column: str, read: Callable[[Facts, Person], object]) -> Expected:
    """One thing about somebody named."""
    return lambda f, me, who: value(column, read(f, f.person(who)))  # type: ignore[arg-type]


def boss_name(f: Facts, person: Person) -> str | None:
    """The manager's name."""
    boss = f.boss(person)
    return boss.name if boss else None


manager = attribute("manager", boss_name)
second_manager = attribute("manager", lambda f, p: boss_name(f, f.person(boss_name(f, p) or "")))
title = attribute("job title", lambda f, p: p.titles[0])
work_mail = attribute("work e-mail", lambda f, p: p.mail)
start = attribute("start date", lambda f, p: p.start)
team = attribute("team", lambda f, p: p.team)
department = attribute("department", lambda f, p: p.department)
city = attribute("city", lambda f, p: p.city)


def my_days(f: Facts, me: Person) -> Row:
    """My vacation left, in days."""
    return value("days", f.balance_days(me))


def my_hours(f: Facts, me: Person, kind: str = "VACATION") -> Row:
    """My leave left, in hours."""
    return value("hours", f.balance_hours(me, kind))


def my_sick(f: Facts, me: Person) -> Row:
    """My sick leave left, in whichever unit."""
    return either(value("hours", f.balance_hours(me, "SICK")), value("days", f.balance_days(me, "SICK")))


def their_days(f: Facts, me: Person, who: str) -> Row:
    """Somebody's vacation left, in days."""
    return value("days", f.balance_days(f.person(who)))


def my_reports(f: Facts, me: Person) -> Row:
    """My direct reports."""
    return names(f.reports(me))


def my_reports_in(f: Facts, me: Person, where: str) -> Row:
    """My direct reports in a city."""
    return names(p for p in f.reports(me) if p.city == where)


def people_in(f: Facts, me: Person, where: str) -> Row:
    """Everybody in a city."""
    return names(p for p in f.staff if p.city == where)


def how_many_in(f: Facts, me: Person, where: str) -> Row:
    """How many work in a city."""
    return number(p for p in f.staff if p.city == where)


def members(f: Facts, me: Person, group: str) -> Row:
    """The people of a team."""
    return names(p for p in f.staff if p.team == group)


def size(f: Facts, me: Person, group: str) -> Row:
    """How many people a team or a department has."""
    return number(p for p in f.staff if group in (p.team, p.department))


def leave_table(found: Iterable[tuple[Person, str, str, Row]]) -> Row:
    """Leave with its days."""
    return table("employee|from|to", [[p.name, a, b] for p, a, b, _ in found])


def pending(f: Facts, me: Person, where: str | None = None) -> Row:
    """Requests of my team that wait for a decision."""
    return leave_table(f.leave([p for p in f.team(me) if where in (None, p.city)], "REQUESTED"))


def pending_count(f: Facts, me: Person, where: str | None = None) -> Row:
    """How many such requests."""
    return number(f.leave([p for p in f.team(me) if where in (None, p.city)], "REQUESTED"))


def team_off(f: Facts, me: Person, weeks: int) -> Row:
    """Who of my team is off in a week."""
    return names(f.off(f.team(me), *f.week(weeks)))


def joined(f: Facts, me: Person, first: str, last: str = "2999-12-31") -> Row:
    """Who started between two days."""
    return names(p for p in f.staff if first <= p.start <= last)


def joined_count(f: Facts, me: Person, first: str, last: str = "2999-12-31") -> Row:
    """How many started between two days."""
    return number(p for p in f.staff if first <= p.start <= last)


def full_years(f: Facts, me: Person, who: str) -> Row:
    """Full years with the company."""
    since = f.person(who).start
    return value("years", int(f.today[:4]) - int(since[:4]) - (f.today[5:] < since[5:]))


def per_department(f: Facts, me: Person) -> Row:
    """Headcount by department."""
    return counts("department", [p.department for p in f.staff])


def per_city(f: Facts, me: Person) -> Row:
    """Headcount by city of those who have one."""
    with_city = [p.city for p in f.staff if p.city]
    return either(counts("city", with_city), table("city|count", [[c, with_city.count(c)] for c in sorted(set(with_city))] + _homeless(f)))


def _homeless(f: Facts) -> list[list[str | float | None]]:
    """The line of those without a city, where an answer shows one."""
    return [[None, sum(p.city is None for p in f.staff)]]


def per_team(f: Facts, me: Person, group: str) -> Row:
    """Headcount by team within a department."""
    return counts("team", [p.team for p in f.staff if p.department == group])


def report_counts(f: Facts, me: Person, group: str) -> Row:
    """Direct reports of each manager of a department."""
    return table("manager|reports", [[p.name, len(f.reports(p))] for p in f.all_managers() if p.department == group])


def cost_per_manager(f: Facts, me: Person) -> Row:
    """Headcount cost of each of my managers, a line per currency."""
    return table("manager|currency|cost", [[m.name, c, a] for m in f.managers(me) for c, a in f.cost(f.tree(m)).items()])


def cost_below(f: Facts, me: Person, who: str) -> Row:
    """Headcount cost of somebody's people."""
    return money(f.cost(f.tree(f.person(who))))


# ---------------------------------------------------------------- tickets


def tickets(f: Facts, **wanted: object) -> list[Ticket]:
    """Tickets whose fields have these values; `is_open` too."""
    return [t for t in f.tickets if all(getattr(t, k) == v for k, v in wanted.items())]


def ticket_names(found: Iterable[Ticket]) -> Row:
    """Tickets by name."""
    return listed("ticket", [t.name for t in found])


def mine(f: Facts, me: Person) -> Row:
    """How many tickets are assigned to me; no record where the tracker does not know me."""
    return number(f.of(me)) if f.in_tracker(me) else no_record()


def my_open(f: Facts, me: Person) -> Row:
    """How many of them are open."""
    return number(t for t in f.of(me) if t.is_open)


def my_open_names(f: Facts, me: Person) -> Row:
    """Which of them are open."""
    return ticket_names(t for t in f.of(me) if t.is_open)


def assignees(f: Facts, me: Person, key: str) -> Row:
    """Who works on a ticket."""
    return listed("assignee", [f.person(m.split("@")[0]).name for m in f.ticket(key).people])


def due(f: Facts, me: Person, key: str) -> Row:
    """When a ticket is due."""
    return value("due date", f.ticket(key).due)


def assigned_to(f: Facts, people: Iterable[Person]) -> list[Ticket]:
    """Open tickets that somebody of these people works on."""
    mails = {p.mail for p in people}
    return [t for t in f.tickets if t.is_open and mails & set(t.people)]


def by_month(dates: Iterable[str]) -> Row:
    """A count per month, in any of the ways to write one."""
    months = [date.fromisoformat(d).replace(day=1) for d in dates]
    return either(*(counts("month", [m.strftime(form) for m in months]) for form in ("%Y-%m", "%Y-%m-%d", "%B %Y", "%B", "%b %Y")))


def by_priority(f: Facts, found: Iterable[Ticket], column: str, read: Callable[[Ticket], str]) -> Row:
    """A count per group and priority: the house word, the provider's or Merge's."""
    tickets_found = list(found)
    words = (lambda t: t.priority, lambda t: t.record["priority_native"], lambda t: t.record["priority"])
    return either(*(counts2(f"{column}|priority", [(read(t), str(word(t))) for t in tickets_found]) for word in words))


def sla_share(f: Facts, me: Person, kind: str, priority: str, project: str | None = None) -> Row:
    """The share fixed within SLA."""
    return share(*f.within_sla(t for t in f.tickets if t.kind == kind and t.priority == priority and project in (None, t.project)))


def tickets_each(f: Facts, me: Person, people: Iterable[Person], only_open: bool = True) -> Row:
    """Tickets of each; empty where the tracker does not know the person."""
    return table("employee|tickets", [[p.name, sum(t.is_open or not only_open for t in f.of(p)) if f.in_tracker(p) else None] for p in people])


def tickets_and_rounds(f: Facts, me: Person, where: str) -> Row:
    """Tickets and interview rounds of each of my people in a city."""
    return table(
        "employee|tickets|interview rounds", [[p.name, len(f.of(p)) if f.in_tracker(p) else None, f.rounds(p)] for p in f.team(me) if p.city == where]
    )


# ---------------------------------------------------------------- customers


def not_met(f: Facts, owner: str | None = None) -> list[Lead]:
    """Leads that wait and were never met."""
    return [x for x in f.leads if x.waits and not x.met and owner in (None, x.owner)]


def leads_not_met(f: Facts, me: Person) -> Row:
    """How many they are."""
    return number(not_met(f))


def my_leads_not_met(f: Facts, me: Person) -> Row:
    """How many of mine."""
    return number(not_met(f, me.mail))


def my_open_deals(f: Facts, me: Person) -> Row:
    """How many deals of mine are open."""
    return number(d for d in f.deals if d.owner == me.mail and d.status == "OPEN")


def win_rate(f: Facts, me: Person, first: str, last: str = "2999-12-31") -> Row:
    """Won of won and lost between two days."""
    ended = [d for d in f.deals if d.status in ("WON", "LOST") and first <= d.close <= last]
    return share(sum(d.status == "WON" for d in ended), len(ended))


def account_owner(f: Facts, me: Person, account: str) -> Row:
    """Who owns an account."""
    return value("owner", f.owner_of(account))


def contacts(f: Facts, me: Person, account: str) -> Row:
    """The contacts of an account."""
    return listed("contact", f.contacts_at(account))


def last_talk_day(f: Facts, me: Person, account: str) -> Row:
    """When I last talked with an account."""
    return value("date", f.talks_of(me, account)[-1].day)


# ---------------------------------------------------------------- money


def amounts(papers: Iterable[Invoice], read: Callable[[Invoice], float]) -> Row:
    """A sum per currency."""
    total: dict[str, float] = {}
    for x in papers:
        total[x.currency] = total.get(x.currency, 0) + read(x)
    return money(total)


def revenue_between(f: Facts, first: str, last: str) -> Row:
    """Revenue between two days, a line per currency."""
    total: dict[str, float] = {}
    for (_, currency), amount in f.revenue(first, last).items():
        total[currency] = total.get(currency, 0) + amount
    return money(total)


def top_customers(f: Facts, me: Person, count: int, first: str = "1900-01-01", last: str = "2999-12-31") -> Row:
    """The best customers where all revenue is in one currency: each of them, or together."""
    found = sorted(((c, a) for (c, _), a in f.revenue(first, last).items()), key=lambda r: -r[1])[:count]
    return either(ranked("customer|amount", found) | {"ordered": False}, table("amount", [[sum(a for _, a in found)]]))


def busiest(f: Facts, me: Person, people: Iterable[Person]) -> Row:
    """Who has the most open tickets."""
    return best("employee", [(p.name, sum(t.is_open for t in f.of(p))) for p in people])


def active_applications_for(f: Facts, me: Person, n: str) -> Row:
    """How many active applications a job has."""
    return number(a for a in f.applications if a.job == n and a.active)


def interviews_held_in(f: Facts, me: Person, m: str) -> Row:
    """How many interviews were held in a month."""
    return number(v for v in f.interviews if v.status == "COMPLETE" and v.day[:7] == m)


def most_wanted_job(f: Facts, me: Person) -> Row:
    """The job with the most active applications."""
    return best("job", [(j["name"], sum(a.job == j["name"] and a.active for a in f.applications)) for j in f.rows("ats/Job")])


def applied_within(f: Facts, me: Person, n: int) -> Row:
    """How many applied in the last so many days."""
    return number(a for a in f.applications if a.applied >= f.days_ago(n))


def rounds_of(f: Facts, me: Person, p: str) -> Row:
    """How many interviews somebody had before they were hired."""
    return value("rounds", f.rounds(f.person(p)))


def team_tickets_each(f: Facts, me: Person, t: str) -> Row:
    """How many tickets each of a team's people has."""
    return tickets_each(f, me, [p for p in f.staff if p.team == t])


def working_remotely(f: Facts, me: Person) -> Row:
    """Who works remotely."""
    return names(p for p in f.staff if p.place == "Remote")


def headcount(f: Facts, me: Person) -> Row:
    """How many people the company has."""
    return number(f.staff)


def started_between(f: Facts, me: Person, a: str, b: str) -> Row:
    """Who started between two days."""
    return names(p for p in f.staff if a <= p.start <= b)


def joined_last_year(f: Facts, me: Person) -> Row:
    """Who joined in the last fiscal year."""
    return joined(f, me, *f.fiscal_year(-1))


def line_of(f: Facts, me: Person, who: str) -> Row:
    """Everybody below somebody."""
    return names(f.tree(f.person(who)))


def of_title(f: Facts, me: Person, t: str) -> Row:
    """Who has a job title."""
    return names(p for p in f.staff if t in p.titles)


def people_by_department_and_city(f: Facts, me: Person) -> Row:
    """How many people each department has in each city."""
    return counts2("department|city", [(p.department, p.city) for p in f.staff if p.city])


def reports_by_start(f: Facts, me: Person) -> Row:
    """The person's direct reports, who started first before."""
    return table("name|start", [[p.name, p.start] for p in sorted(f.reports(me), key=lambda p: p.start)], True)


def team_off_today(f: Facts, me: Person) -> Row:
    """Who of the person's team is off today."""
    return names(f.off(f.team(me), f.today, f.today))


def reports_without_tickets(f: Facts, me: Person) -> Row:
    """The person's direct reports whom the tracker does not know."""
    return names(p for p in f.reports(me) if not f.in_tracker(p))


def status_of(f: Facts, me: Person, k: str) -> Row:
    """The status of a ticket."""
    return status(f.ticket(k))


def my_late_tickets(f: Facts, me: Person) -> Row:
    """The person's open tickets whose due date is past."""
    return ticket_names(t for t in f.of(me) if t.is_open and t.due and (t.due < f.today))


def open_of_kind(f: Facts, me: Person, k: str) -> Row:
    """How many tickets of a kind are open."""
    return number(tickets(f, kind=k, is_open=True))


def reports_tickets_each(f: Facts, me: Person) -> Row:
    """How many tickets each of the person's direct reports has."""
    return tickets_each(f, me, f.reports(me))


def busiest_report(f: Facts, me: Person) -> Row:
    """Who of the person's direct reports has the most tickets."""
    return busiest(f, me, f.reports(me))


def unassigned_in(f: Facts, me: Person, p: str) -> Row:
    """Open tickets of a project that nobody has."""
    return ticket_names(t for t in tickets(f, project=p, is_open=True) if not t.people)


def open_for_customer(f: Facts, me: Person, c: str) -> Row:
    """Open tickets of a customer."""
    return ticket_names(t for t in f.tickets if t.customer == c and t.is_open)


def oldest_of_kind(f: Facts, me: Person, k: str, n: int) -> Row:
    """So many of the oldest open tickets of a kind."""
    return ticket_names(sorted(tickets(f, kind=k, is_open=True), key=lambda t: t.record["remote_created_at"])[:n])


def base_pay(f: Facts, me: Person, who: str | None = None) -> Row:
    """The base pay of somebody, or the asker's own."""
    return value("base pay", (f.person(who) if who else me).pays[0][0])


def job_named(f: Facts, name: str) -> Row:
    """The record of a job."""
    return next(j for j in f.rows("ats/Job") if j["name"] == name)
