"""Results of every shape, made up: what a goal came to, without a server. Their texts stand in results.md."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from agent.answer import Answer, Ask, Column
from agent.catalogue import catalogue
from agent.errors import Declined
from agent.language.words import Utterance
from agent.live.memo import Memo
from agent.live.reads import NotShared
from agent.plan.algebra import (
    Card,
    Earlier,
    Either,
    Exists,
    Figures,
    Goal,
    Groups,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Named,
    Names,
    Node,
    Not,
    Order,
    Quantity,
    Set,
    Show,
    Step,
    Summary,
    Table,
    Tally,
    Union,
    Where,
    mentions,
    same_as,
)
from agent.plan.algebra import Column as Wanted
from agent.plan.periods import interval
from agent.policy.decision import Viewer
from agent.query.operations import NodeRecords
from agent.query.outcome import Outcome
from agent.question.context import ASKER, Asker, QuestionContext
from agent.question.notes import Weight
from agent.question.tasks import compile_plan
from agent.question.turn import Turn
from agent.respond import answer_of, from_outcome, write
from ingest.company import Company, Person
from ingest.gateway import Deadline
from ingest.records import Record
from kg.resolve import Candidate

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)


class Source:
    """Live reads of a question that has made none; all apps share all they have."""

    def __init__(self) -> None:
        self.calls, self.deadline, self.gateway, self.now = 0, Deadline.after(30), self, NOW

    def reading_of(self, record: Record) -> None:
        return None

    def as_of(self, models: frozenset[str]) -> datetime:
        return datetime(2026, 11, 20, 2, tzinfo=UTC)

    def not_shared(self, model: str, name: str, records: object) -> NotShared:
        return NotShared((), by_none=False)

    def categories(self) -> frozenset[str]:
        return frozenset()

    def has_age_limit(self, model: str) -> bool:
        return False

    def has_list(self, model: str, expand: object = ()) -> bool:
        return True

    def few(self, model: str) -> int:
        return 0

    def by_ids(self, model: str, ids: Sequence[str]) -> tuple[Record, ...]:
        """Everybody reports to the asker; other things are called by their ids."""
        if model == "hris/Employee":
            return tuple(replace(record(model, 0, manager="e1"), id=i) for i in ids)
        names = catalogue().models[model].name[:1]
        return tuple(Record(model, i, "a", dict.fromkeys(names, i), None, None, deleted=False) for i in ids)

    def record(self, model: str, merge_id: str) -> Record | None:
        return next(iter(self.by_ids(model, [merge_id])), None)

    def records(self, model: str, filters: object = None, expand: object = ()) -> tuple[Record, ...]:
        """The jobs that people hold; of everything else nothing."""
        held = ({"employee": f"r{n}", "job_title": title, "effective_date": datetime(2024, 1, 1, tzinfo=UTC)} for n, title in enumerate(_TITLES))
        jobs = tuple(Record(model, f"j{n}", "a", each, None, None, deleted=False) for n, each in enumerate(held))
        return jobs if model == "hris/Employment" else ()

    narrowed = records


@dataclass(frozen=True, slots=True)
class Case:
    """A goal and what it came to: an outcome, or records by node. `notes`: what was taken for granted on the way."""

    asked: str
    goal: Goal
    outcome: Outcome | None = None
    found: Mapping[Node, NodeRecords] | None = None
    notes: tuple[tuple[str, Weight], ...] = ()


def run_of(timezone: str) -> QuestionContext:
    """A run that needs no server, of somebody who may see invoices and applications."""
    company = Company(tenant="tiny", name="Tiny", domain="tiny.test", timezone=timezone)
    me = Person(email="ana@tiny.test", roles=frozenset({"finance", "recruiter"}))
    return QuestionContext("tiny", company, me, catalogue(), graph=None, live=Source(), up_to_date=None,  # type: ignore[arg-type]
                           _asker=Memo.of({ASKER: Asker(Viewer(me, "e1"))}))


def told(case: Case) -> Answer:
    """The answer to a case; declined where there is nothing to tell."""
    run = replace(run_of("America/New_York"), asked=case.asked)
    run.links.settle({n: Candidate(n.mention, n.model, "1", "a", n.mention, (), None, {}, "exact", 1.0, ()) for n in mentions(case.goal)})
    turn = Turn(Ask(run.person.email, case.asked, "s"), run, Utterance(case.asked))
    _ = turn.progress.planned(compile_plan(run.catalogue, case.goal), {})
    for note, weight in case.notes:
        run.notes.assume(note, note, weight=weight)
    try:
        if case.outcome is not None:
            return answer_of(turn, from_outcome(run, case.goal, case.outcome))
        return answer_of(turn, write(run, case.goal, case.found or {}))
    except Declined as declined:
        return turn.declined(declined.reason, str(declined))


# ---------------------------------------------------------------- what is asked about


def of(model: str, *where: Any, links: Sequence[Link] = (), **more: Any) -> Set:
    """A set of a model's records."""
    return Set(model, frozenset(links), frozenset(where), **more)


def tie(relation: str, source: Node, *, back: bool = False) -> Link:
    """A link to a source; `back`: the members are its relation."""
    return Link(relation, not back, source)


OCTOBER, YEAR = interval(date(2026, 10, 1), date(2026, 11, 1)), interval(date(2026, 1, 1), date(2027, 1, 1))
WEEK, NEXT = interval(date(2026, 11, 9), date(2026, 11, 16)), interval(date(2026, 11, 23), date(2026, 11, 30))
SUMMER = interval(date(2026, 7, 1), date(2026, 10, 1))
TICKETS, PEOPLE, DEALS, INVOICES = (of(m) for m in ("ticketing/Ticket", "hris/Employee", "crm/Opportunity", "accounting/Invoice"))
ANA, SUPPORT, AMBERLEY = Named("hris/Employee", "Ana Ruiz"), Named("hris/Team", "Support"), Named("accounting/Contact", "Amberley Labs")
BERLIN = of("hris/Location", Where("hris/Location.city", "Berlin"))
THE_NETHERLANDS = of("hris/Location", Where("hris/Location.country", "NL"))
MY_USER, MY_DESK = (of(m, links=[Link("hub", False, Me())]) for m in ("crm/User", "ticketing/User"))
ANAS_DESK = of("ticketing/User", links=[Link("hub", False, ANA)])
OPEN, BUG = Is("ticketing/Ticket.open"), Where("ticketing/Ticket.ticket_type", "Bug")
MY_TICKETS = of("ticketing/Ticket", OPEN, links=[tie("ticketing/Ticket.assignees", MY_DESK)])
ANAS_TICKETS = of("ticketing/Ticket", OPEN, links=[tie("ticketing/Ticket.assignees", ANAS_DESK)])
MY_DEALS = of("crm/Opportunity", Is("crm/Opportunity.open"), links=[tie("crm/Opportunity.owner", MY_USER)])
TEAM = of("hris/Employee", links=[tie("hris/Employee.team", SUPPORT)])
REPORTS = of("hris/Employee", links=[tie("hris/Employee.manager", Me())])
WELDER = Named("ats/Job", "Welder, Porto")
APPLICATIONS = of("ats/Application", links=[tie("ats/Application.job", WELDER)])
APPLICANTS = of("ats/Candidate", links=[tie("ats/Application.candidate", APPLICATIONS, back=True)])
OVERDUE = of("accounting/Invoice", Is("accounting/Invoice.overdue"), Is("accounting/Invoice.receivable"))
EACH = Tally(Measure(of("ticketing/Ticket", OPEN), "count"), (Step("ticketing/Ticket.assignees", "ticketing/User"), Step("hub", "hris/Employee")))
SETS: Mapping[str, Set] = {
    "tickets": TICKETS,
    "my open tickets": MY_TICKETS,
    "Ana's open tickets": ANAS_TICKETS,
    "bugs reported last week": of("ticketing/Ticket", BUG, Is("ticketing/Ticket.reported", WEEK)),
    "bugs or tasks fixed in October": of("ticketing/Ticket", Is("ticketing/Ticket.closed", OCTOBER), Either(frozenset(
        {BUG, Where("ticketing/Ticket.ticket_type", "Task")}))),
    "open tickets in Borealis due next week": of("ticketing/Ticket", OPEN, Is("ticketing/Ticket.due", NEXT), links=[
        tie("ticketing/Ticket.collections", Named("ticketing/Collection", "Borealis"))]),
    "people in Support": TEAM,
    "people in Berlin": of("hris/Employee", links=[tie("hris/Employee.work_location", BERLIN)]),
    "people in the Netherlands": of("hris/Employee", links=[tie("hris/Employee.work_location", THE_NETHERLANDS)]),
    "people who started in 2026": of("hris/Employee", Is("hris/Employee.joined", YEAR)),
    "people who are off next week": of("hris/Employee", Is("hris/Employee.my_team"), Is("hris/Employee.off", NEXT)),
    "my reports": REPORTS,
    "my reports not in Berlin": of("hris/Employee", Not(tie("hris/Employee.work_location", BERLIN)), links=[tie("hris/Employee.manager", Me())]),
    "managers under Ana": of("hris/Employee", Is("hris/Employee.manager"), links=[tie("hris/Employee.chain", ANA)]),
    "remote contractors": of("hris/Employee", Is("hris/Employee.remote"), Is("hris/Employee.contractor")),
    "my open deals": MY_DEALS,
    "my deals above an amount": of("crm/Opportunity", Where("crm/Opportunity.amount", Quantity(Decimal(150000), "USD"), ">"), links=[
        tie("crm/Opportunity.owner", MY_USER)]),
    "deals won in 2026": of("crm/Opportunity", Is("crm/Opportunity.won", YEAR)),
    "my calls in summer": of("crm/Engagement", Where("crm/Engagement.kind", "CALL"), Where("crm/Engagement.start_time", SUMMER, "in"),
                             links=[tie("crm/Engagement.owner", MY_USER)]),
    "conversations with Bluewater": of("crm/Engagement", links=[tie("crm/Engagement.account", Named("crm/Account", "Bluewater Logistics"))]),
    "leads not met": of("crm/Lead", Is("crm/Lead.not_met")),
    "overdue invoices": OVERDUE,
    "overdue invoices of Amberley Labs": replace(OVERDUE, links=frozenset({tie("accounting/Invoice.contact", AMBERLEY)})),
    "customers": of("accounting/Contact", Is("accounting/Contact.customer")),
    "applicants for a job": APPLICANTS,
    "open jobs in Berlin": of("ats/Job", Is("ats/Job.open"), links=[tie("ats/Job.offices", Named("ats/Office", "Berlin"))]),
    "open jobs without recruiters": of("ats/Job", Is("ats/Job.open"), Has(
        Tally(Measure(Set("ats/RemoteUser"), "count"), (Step("ats/Job.recruiters", "ats/Job", inverse=True),)), "=", Quantity(Decimal(0)))),
    "completed interviews in October": of("ats/ScheduledInterview", Is("ats/ScheduledInterview.completed", OCTOBER)),
    "pending leave of my reports": of("hris/TimeOff", Is("hris/TimeOff.pending"), links=[tie("hris/TimeOff.employee", REPORTS)]),
}


def cited(node: Node, number: int, **values: Any) -> tuple[tuple[Any, Record], ...]:
    """Records of a node's model with names."""
    model = catalogue().models[node.model]
    return tuple((model, record(node.model, n, **values)) for n in range(number))


def record(model: str, n: int, **values: Any) -> Record:
    """A record that is called by its number; a person by a name."""
    known = catalogue().models[model]
    name = {field: f"{_PEOPLE[n % len(_PEOPLE)] if known.is_person or field == 'last_name' else f'{known.label.capitalize()} {chr(65 + n)}'}"
            for field in known.name}
    key = {known.key: f"ATL-{9001 + n}"} if known.key else {}
    return Record(model, f"r{n}", "a", {**name, **key, **_more(model, n), **values}, None, None, deleted=False)


def _more(model: str, n: int) -> Mapping[str, Any]:
    """What such a record has beside its name, not every one of them all of it."""
    day, first = datetime(2026, 10, 1, tzinfo=UTC) + timedelta(days=9 * n), n % 3 == 0
    held: Mapping[str, Mapping[str, Any]] = {
        "ticketing/Ticket": {"status": "OPEN" if first else "IN_PROGRESS", "assignees": ["Ana Ruiz"] if first else ["Ben Cole", "Eva Lund"],
                             "due_date": None if first else day, "remote_created_at": day - timedelta(days=30, hours=3)},
        "hris/Employee": {"team": "Support" if first else "Training", "start_date": day - timedelta(days=1234)},
        "crm/Opportunity": {"account": "Bluewater Logistics" if first else "Orchard Foods", "stage": "Negotiation", "amount": Decimal(n * 12345) / 2,
                            "close_date": day, "remote_created_at": day - timedelta(days=90), "status": "OPEN"},
        "accounting/Invoice": {"contact": "Amberley Labs" if first else "Linden", "currency": "EUR" if n == 1 else "USD", "due_date": day,
                               "status": "OPEN", "total_amount": Decimal(n * 2468) + Decimal("99.5"), "balance": Decimal(n * 1234) + Decimal("0.5")},
        "ats/Job": {"status": "OPEN", "offices": ["Berlin"] if first else ["Berlin", "Porto"]},
        "crm/Account": {"industry": "Retail" if first else None, "owner": "Katrin Vogel"},
        "crm/Engagement": {"kind": "CALL" if first else "MEETING", "start_time": day + timedelta(hours=14)},
        "crm/Lead": {"company": "Linden GmbH", "status": "NEW"},
    }
    return held.get(model, {})


_TITLES = ("Support Lead", "Support Engineer", "Support Engineer", None, "Working Student", "Trainer", "Trainer")
_PEOPLE = ("Ana Ruiz", "Ben Cole", "Cleo Diaz", "Dev Patel", "Eva Lund", "Finn Moss", "Gita Rao")

# ---------------------------------------------------------------- the cases


def cases() -> Iterator[Case]:
    """Every case, by kinds of goals."""
    yield from _counts()
    yield from _restrictions()
    yield from _amounts()
    yield from _spans_and_shares()
    yield from _side_by_side()
    yield from _held_against()
    yield from _yes_or_no()
    yield from _lists()
    yield from _firsts()
    yield from _tables()
    yield from _orders()
    yield from _absences()
    yield from _several_and_first()
    yield from _groups()
    yield from _nested()
    yield from _told_plainly()
    yield from _single_values()
    yield from _noted()


def _counts() -> Iterator[Case]:
    for asked, node in SETS.items():
        for number in (0, 1, 1234):
            label = catalogue().models[node.model].plural
            yield Case(f"how many: {asked}", Figures((Measure(node, "count"),)), Outcome((Column(label),), ((Decimal(number),),), ()))


def _restrictions() -> Iterator[Case]:
    """Conditions side by side, and such as a noun bears badly."""
    urgent = Either(frozenset(Where("ticketing/Ticket.priority", p) for p in ("P0", "P1")))
    borealis = tie("ticketing/Ticket.collections", Named("ticketing/Collection", "Borealis"))
    known = of("ticketing/User", Is("ticketing/User.known"))
    invoiced = of("accounting/Contact", links=[tie("accounting/Invoice.contact", INVOICES, back=True)])
    paid = of("hris/Pay", Where("hris/Pay.annual", Quantity(Decimal(100000), "USD"), ">"))
    scheduled = Is("ats/ScheduledInterview.scheduled", NEXT)
    sets = {
        "interviews scheduled for next week": of("ats/ScheduledInterview", scheduled),
        "urgent bugs in Borealis": of("ticketing/Ticket", OPEN, BUG, urgent, links=[borealis]),
        "reports who are no users of the ticketing app": replace(REPORTS, where=frozenset({Not(Link("hub", True, known))})),
        "accounts without an invoice": of("crm/Account", Not(Link("hub", True, invoiced))),
        "accounts that are no customers": of("crm/Account", Not(Link("hub", False, of("accounting/Contact", Is("accounting/Contact.customer"))))),
        "people who earn more than an amount": of("hris/Employee", links=[
            tie("hris/Pay.employee", paid, back=True), tie("hris/Employee.team", SUPPORT)]),
    }
    for asked, node in sets.items():
        for number in (0, 1, 1234):
            counted = (Column(catalogue().models[node.model].plural),)
            yield Case(f"how many: {asked}", Figures((Measure(node, "count"),)), Outcome(counted, ((Decimal(number),),), ()))


def figure(asked: str, measure: Measure, *rows: tuple[Any, ...], unit: str | None = None) -> Case:
    """One figure, or one in each of several currencies."""
    columns = (Column("currency"), Column("figure")) if len(rows[0]) > 1 else (Column("figure", unit),)
    return Case(asked, Figures((measure,)), Outcome(columns, rows, ()))


def _amounts() -> Iterator[Case]:
    amount, balance = "crm/Opportunity.amount", "accounting/Invoice.balance"
    yield figure("my pipeline", Measure(MY_DEALS, "sum", amount), (Decimal("695525"),), unit="USD")
    yield figure("my average deal", Measure(MY_DEALS, "average", amount), (Decimal("144706.52543"),), unit="USD")
    yield figure("my median deal", Measure(MY_DEALS, "median", amount), (Decimal("31000.5"),), unit="USD")
    yield figure("my biggest deal", Measure(MY_DEALS, "max", amount), (Decimal("347375"),), unit="USD")
    yield figure("my smallest deal", Measure(MY_DEALS, "min", amount), (Decimal("0.99"),), unit="USD")
    yield figure("what is overdue", Measure(OVERDUE, "sum", balance), ("EUR", Decimal("1200.5")), ("USD", Decimal("2837172.4864")))
    yield figure("what is overdue in one of two", Measure(OVERDUE, "sum", balance), ("USD", Decimal("10839")))
    three = (("EUR", Decimal("1")), ("GBP", Decimal("20.1")), ("USD", Decimal("3")))
    yield figure("what is overdue, in three", Measure(OVERDUE, "sum", balance), *three)
    yield figure("totals of invoices", Measure(INVOICES, "sum", "accounting/Invoice.total_amount"), (Decimal("5446781.9155"),), unit="USD")
    revenue = of("accounting/Revenue", Where("accounting/Revenue.date", SUMMER, "in"))
    yield figure("revenue of the quarter", Measure(revenue, "sum", "accounting/Revenue.amount"), (Decimal("5446781.9155"),), unit="USD")
    mine = of("accounting/Revenue", links=[tie("accounting/Revenue.account", Named("crm/Account", "Bluewater Logistics"))])
    yield figure("revenue of a customer", Measure(mine, "sum", "accounting/Revenue.amount"), (Decimal("0"),), unit="USD")
    pay = of("hris/Pay", links=[tie("hris/Pay.employee", of("hris/Employee", links=[tie("hris/Employee.chain", ANA)]))])
    yield figure("headcount cost", Measure(pay, "sum", "hris/Pay.annual"), ("EUR", Decimal("218700")), ("INR", Decimal("17087800")))


def _spans_and_shares() -> Iterator[Case]:
    for value in ("0.4", "1", "7.638356164383562", "20.6191", "1204.77", "14.75"):
        fixed = of("ticketing/Ticket", Is("ticketing/Ticket.closed"), BUG)
        yield figure("time to close", Measure(fixed, "average", "ticketing/Ticket.time_to_close"), (Decimal(value),), unit="hours")
    yield figure("average tenure", Measure(TEAM, "average", "hris/Employee.tenure"), (Decimal("7.638356164383562"),), unit="years")
    for share in ("0", "0.00021", "0.625", "0.514285714", "1"):
        won = Measure(of("crm/Opportunity", Is("crm/Opportunity.decided", YEAR)), "share", part=frozenset({Is("crm/Opportunity.won")}))
        yield figure("win rate", won, (Decimal(share),), unit="share")
    sla = Measure(of("ticketing/Ticket", Where("ticketing/Ticket.priority", "P0")), "share", part=frozenset({Is("ticketing/Ticket.within_sla")}))
    yield figure("share within SLA", sla, (Decimal("0.9"),), unit="share")
    remote = Measure(PEOPLE, "share", part=frozenset({Is("hris/Employee.remote")}))
    yield figure("share of remote people", remote, (Decimal("0.06875"),), unit="share")
    berlin = Measure(PEOPLE, "share", part=frozenset({tie("hris/Employee.work_location", BERLIN)}))
    yield figure("share of people in Berlin", berlin, (Decimal("0.25"),), unit="share")
    yield figure("tickets per person", Measure(TEAM, "average", each=EACH), (Decimal("3.272727"),))
    yield figure("earliest start", Measure(TEAM, "min", "hris/Employee.start_date"), (date(2019, 1, 14),))
    yield figure("latest ticket", Measure(MY_TICKETS, "max", "ticketing/Ticket.remote_created_at"), (datetime(2026, 11, 12, 2, 30, tzinfo=UTC),))


def _side_by_side() -> Iterator[Case]:
    both = (Measure(MY_TICKETS, "count"), Measure(ANAS_TICKETS, "count"))
    columns = (Column("tickets"), Column("tickets"))
    yield Case("my tickets and Ana's", Figures(both), Outcome(columns, ((Decimal(3), Decimal(0)),), ()))
    yield Case("have I more than Ana", Figures(both, "more"), Outcome((Column("answer"), *columns), (("yes", Decimal(3), Decimal(1)),), ()))
    for difference in (2, 0, -2):
        row = (Decimal(difference), Decimal(3), Decimal(3 - difference))
        yield Case("how many more than Ana", Figures(both, "more by"), Outcome((Column("difference"), *columns), (row,), ()))
    head = (Column("which"), Column("difference"))
    for which, mine, theirs in (("first", 3, 1), ("second", 1, 3), ("neither", 2, 2)):
        row = (which, Decimal(abs(mine - theirs)), Decimal(mine), Decimal(theirs))
        yield Case("who has more, Ana or me", Figures(both, "which more"), Outcome((*head, *columns), (row,), ()))
    revenues = tuple(Measure(of("crm/Opportunity", Is("crm/Opportunity.won", period)), "sum", "crm/Opportunity.amount") for period in (YEAR, OCTOBER))
    money = (*head, Column("currency"), Column("amount"), Column("amount"))
    row = ("second", Decimal(400), "USD", Decimal(900), Decimal(500))
    yield Case("when did we win less", Figures(revenues, "which less"), Outcome(money, (row,), ()))
    same = (revenues[0], replace(revenues[0], how="average"))
    row = ("first", Decimal(600), "USD", Decimal(900), Decimal(300))
    yield Case("what is more", Figures(same, "which more"), Outcome(money, (row,), ()))


def _yes_or_no() -> Iterator[Case]:
    for asked in ("my open tickets", "overdue invoices of Amberley Labs", "bugs reported last week", "my reports not in Berlin"):
        node = SETS[asked]
        for number in (0, 1, 3, 12):
            answer = ("yes" if number else "no", Decimal(number))
            yield Case(f"are there any: {asked}", Exists(node), Outcome((Column("answer"), Column("x")), (answer,), cited(node, number)))
    managers = of("hris/Employee", Is("hris/Employee.manager"), links=[same_as(ANA)])
    berliners = of("hris/Employee", links=[same_as(Me()), tie("hris/Employee.work_location", BERLIN)])
    for answer in ("yes", "no"):
        yield Case("is Ana a manager", Exists(managers), Outcome((Column("answer"),), ((answer,),), ()))
        yield Case("am I in Berlin", Exists(berliners), Outcome((Column("answer"),), ((answer,),), ()))


def _lists() -> Iterator[Case]:
    for asked, label in (("my open tickets", "ticket"), ("my open tickets", "open ticket"), ("people in Support", "people"),
                         ("overdue invoices of Amberley Labs", "invoice"),
                         ("people who are off next week", "employee"), ("my reports", ""), ("people who started in 2026", "newcomer"),
                         ("open jobs in Berlin", "job"), ("managers under Ana", "manager")):
        node = SETS[asked]
        for number in (0, 1, 2, 5, *([60] if not label else [])):
            yield Case(f"who or which: {asked}", Names(node, label), found={node: NodeRecords(node.model, tuple(r for _, r in cited(node, number)))})
    for asked, node in SETS.items():
        for number in (1, 4) if catalogue().models[node.model].name else ():
            yield Case(f"list: {asked}", Names(node, ""), found={node: NodeRecords(node.model, tuple(r for _, r in cited(node, number)))})
    gone = {TEAM: NodeRecords("hris/Employee", (record("hris/Employee", 0), record("hris/Employee", 1, employment_status="PENDING")))}
    titled = of("hris/Employee", links=[tie("hris/Employee.employments", of("hris/Employment", Where("hris/Employment.job_title", "Trainer")))])
    yield Case("trainers", Names(titled, "trainer"), found={titled: NodeRecords("hris/Employee", tuple(r for _, r in cited(titled, 2)))})
    yield from _said_already()
    for title in ("Suport Lead", "Gardener"):
        jobs = of("hris/Employment", Where("hris/Employment.job_title", title))
        holders = of("hris/Employee", links=[tie("hris/Employee.employments", jobs)])
        found = {n: NodeRecords(n.model, ()) for n in (jobs, holders)}
        yield Case(f"who works as {title}, which nobody does", Names(holders, "colleague"), found=found)
    yield from _reached()
    yield from _had()
    yield Case("who is in Support, newcomers too", Names(TEAM, "employee"), found=gone)
    for number in (0, 2):
        mine = Set("hris/Employee", frozenset({tie("hris/Employee.reports", Me(), back=True)}), frozenset({Is("hris/Employee.off", NEXT)}))
        found = {
            mine: NodeRecords("hris/Employee", tuple(r for _, r in cited(mine, number))),
            Me(): NodeRecords("hris/Employee", (record("hris/Employee", 6),))
        }
        yield Case("who of my reports is off", Names(mine, ""), found=found)
    for number in (0, 1, 2):
        manager = of("hris/Employee", links=[tie("hris/Employee.manager", ANA, back=True)])
        found = {manager: NodeRecords("hris/Employee", tuple(record("hris/Employee", n + 1) for n in range(number))),
                 ANA: NodeRecords("hris/Employee", (record("hris/Employee", 0),))}
        yield Case("Ana's manager", Names(manager, "manager"), found=found)
    company = of("crm/Account", links=[tie("crm/Contact.account", Named("crm/Contact", "Bill Tran"), back=True)])
    bill = Record("crm/Contact", "b", "a", {"first_name": "Bill", "last_name": "Tran"}, None, None, deleted=False)
    named = {company: NodeRecords("crm/Account", (Record("crm/Account", "c", "a", {"name": "Orchard Foods"}, None, None, deleted=False),)),
             Named("crm/Contact", "Bill Tran"): NodeRecords("crm/Contact", (bill,))}
    yield Case("where Bill works", Names(company, "account"), found=named)
    account = Named("crm/Account", "Orchard Foods")
    known = Record("crm/Account", "c", "a", {"name": "Orchard Foods", "industry": "Food & Beverage", "website": "https://orchard.example"},
                   None, None, deleted=False)
    yield Case("Orchard Foods", Card(account), found={account: NodeRecords("crm/Account", (known,))})


def _said_already() -> Iterator[Case]:
    """What a list was asked by stands beside its rows only where these differ in it."""
    job = of("hris/Employment", Where("hris/Employment.job_title", "Support Engineer"))
    engineers = of("hris/Employee", links=[tie("hris/Employee.employments", job)])
    for shown in ((1, 2), (1, 0)):      # of whom HR says it, and somebody of whom it says something else by now
        yield Case("support engineers", Names(engineers, ""), found={
            engineers: NodeRecords("hris/Employee", tuple(record("hris/Employee", n) for n in shown))})


def _had() -> Iterator[Case]:
    """How much of something each has, where people have a noun for that."""
    reports = Tally(Measure(PEOPLE, "count"), (Step("hris/Employee.manager", "hris/Employee"),))
    rows = (("Ben Cole", Decimal(5)), ("Eva Lund", Decimal(2)))
    yield Case("how many report to each of mine", Table(REPORTS, (reports,)), Outcome((Column("employee"), Column("direct reports")), rows, ()))
    yield Case("who has most of them", Table(REPORTS, (reports,), Order(reports, True, 1)),
               Outcome((Column("employee"), Column("direct reports")), rows[:1], ()))


def _reached() -> Iterator[Case]:
    """Who has some things, or what these are for: what each has of them stands beside them."""
    late = of("ticketing/Ticket", Is("ticketing/Ticket.overdue"))
    told_before = Earlier("ticketing/Ticket", tuple(f"r{n}" for n in range(6)), (), "which tickets are overdue")
    for tickets, number in ((late, 2), (late, 6), (told_before, 6), (late, 1), (late, 51)):
        desks = of("ticketing/User", links=[tie("ticketing/Ticket.assignees", tickets, back=True)])
        some = Source().by_ids("ticketing/User", ["Ana Ruiz", "Ben Cole", "Eva Lund"][:3 if number > 1 else 1])
        found = {tickets: NodeRecords(tickets.model, tuple(r for _, r in cited(tickets, number))), desks: NodeRecords(desks.model, some)}
        yield Case(f"who has them: {number}", Names(desks, ""), found=found)
    billed = of("accounting/Contact", links=[tie("accounting/Invoice.contact", OVERDUE, back=True)])
    found = {OVERDUE: NodeRecords(OVERDUE.model, tuple(r for _, r in cited(OVERDUE, 4))),
             billed: NodeRecords(billed.model, Source().by_ids("accounting/Contact", ["Amberley Labs", "Linden"]))}
    yield Case("which customers they are for", Names(billed, ""), found=found)


def _held_against() -> Iterator[Case]:
    """One figure against another: each is named."""
    pay = [Measure(of("hris/Pay", links=[tie("hris/Pay.employee", Named("hris/Employee", name))]), "value", "hris/Pay.annual")
           for name in ("Ana Ruiz", "Ben Cole")]
    yield Case("how much less Ana earns", Figures((pay[0], pay[1]), "less by"), Outcome(
        (Column("difference", "USD"), *[Column("yearly base pay", "USD")] * 2), ((Decimal(1800), Decimal(39600), Decimal(41400)),), ()))
    revenue = [Measure(node, "sum", "accounting/Revenue.amount") for node in (
        of("accounting/Revenue", links=[tie("accounting/Revenue.account", Named("crm/Account", "Bluewater Logistics"))]), of("accounting/Revenue"))]
    yield Case("Bluewater's share of revenue", Figures((revenue[0], revenue[1]), "share"), Outcome(
        (Column("share", "share"), Column("revenue", "USD"), Column("revenue", "USD")), ((Decimal("0.203"), Decimal(203), Decimal(1000)),), ()))
    counts = (Measure(TICKETS, "count"), Measure(of("ticketing/Ticket", OPEN), "count"))
    yield Case("how many times more tickets", Figures(counts, "ratio"), Outcome(
        (Column("ratio"), Column("tickets"), Column("tickets")), ((Decimal("2.5"), Decimal(5), Decimal(2)),), ()))
    created = [Measure(node, "max", "ticketing/Ticket.remote_created_at") for node in (MY_TICKETS, ANAS_TICKETS)]
    yield Case("how much later mine came", Figures((created[0], created[1]), "more by"), Outcome(
        (Column("difference", "days"), Column("latest"), Column("latest")), ((Decimal(3), date(2026, 11, 4), date(2026, 11, 1)),), ()))
    pending = of("hris/TimeOff", Is("hris/TimeOff.pending"))
    asking = of("hris/Employee", links=[tie("hris/Employee.manager", Me()), tie("hris/TimeOff.employee", pending, back=True)])
    yield Case("who of mine waits for leave", Names(asking, "requester"), found={
        asking: NodeRecords(asking.model, tuple(record(asking.model, n) for n in range(2)))})
    waiting = of("hris/Employee", links=[tie("hris/Employee.manager", Me()), tie("hris/Employee.time_off", pending)])
    yield Case("how many wait for leave", Figures((Measure(waiting, "count"),)), Outcome((Column("employees"),), ((Decimal(2),),), ()))
    rejected = Measure(of("ats/Application", Is("ats/Application.rejected")), "count")
    reason = Step("ats/Application.reject_reason", "ats/RejectReason")
    yield Case("the most common reason", Groups((rejected,), (Key((reason,)),), Order(rejected, True, 1)), Outcome(
        (Column("reject reason"), Column("applications")), (("No licence", Decimal(9)), ("Weak trial", Decimal(9))), (), tied=2))


def _firsts() -> Iterator[Case]:
    longest = replace(REPORTS, ranked=Order(Wanted("hris/Employee.tenure"), True, 3))
    tied = {longest: NodeRecords("hris/Employee", tuple(r for _, r in cited(longest, 4)), tied=2)}
    yield Case("the three longest serving of my reports", Names(longest, "employee"), found=tied)
    oldest = replace(MY_TICKETS, ranked=Order(Wanted("ticketing/Ticket.remote_created_at"), False, 2))
    found = {oldest: NodeRecords("ticketing/Ticket", tuple(r for _, r in cited(oldest, 2)))}
    yield Case("my two oldest open tickets", Names(oldest, "ticket"), found=found)
    latest = replace(REPORTS, ranked=Order(Wanted("hris/Employee.start_date"), True, 2))
    found = {latest: NodeRecords("hris/Employee", tuple(r for _, r in cited(latest, 2)))}
    yield Case("the two of my reports who started last", Names(latest, "colleague"), found=found)


def _tables() -> Iterator[Case]:
    for node in (Named("ticketing/Ticket", "Loading dock sensors"), ANA, Me()):
        model, first = node.model, "Ana Ruiz" if node.model == "hris/Employee" else "Loading dock sensors"
        fields = ("start_date", "tenure") if model == "hris/Employee" else ("due_date", "time_to_close")
        head, beside = Column(catalogue().models[model].label), [Column(catalogue().field(f"{model}.{f}").label, None, model, f) for f in fields]
        for number in (0, 1, 2):
            row = (first, date(2026, 11, 20), Decimal("1.5"))[:number + 1]
            of_one = Table(node, tuple(Wanted(f"{model}.{f}") for f in fields[:number]))
            yield Case("one thing as a row", of_one, Outcome((head, *beside[:number]), (row,), ()))
    by_status = Table(MY_TICKETS, (Wanted("ticketing/Ticket.status"), Wanted("ticketing/Ticket.due_date")))
    columns = (Column("ticket", None, "ticketing/Ticket", "name"), Column("status", None, "ticketing/Ticket", "status"),
               Column("due date", None, "ticketing/Ticket", "due_date"))
    for number in (0, 1, 2, 60):
        rows = tuple((f"Title {chr(65 + n % 26)}{n}", "IN_PROGRESS", date(2026, 11, 20) if n % 3 else None) for n in range(number))
        yield Case("my open tickets with status", by_status, Outcome(columns, rows, ()))
    contact, due = Wanted(None, (Step("accounting/Invoice.contact", "accounting/Contact"),)), Wanted("ticketing/Ticket.due_date")
    for listed, number in ((Table(OVERDUE, (contact,)), 1), (Table(OVERDUE, (contact,)), 4), (Table(MY_TICKETS, (), Order(due, descending=False)), 4),
                           (Table(INVOICES, (), Order(Wanted("accounting/Invoice.due_date"), first=3)), 4)):
        found = {listed.node: NodeRecords(listed.node.model, tuple(r for _, r in cited(listed.node, number)))}
        yield Case("a list with what was asked for and what tells its things apart", listed, found=found)
    opened = Table(MY_TICKETS, (Wanted("ticketing/Ticket.remote_created_at"),))
    times = (Column("ticket"), Column("opened", None, "ticketing/Ticket", "remote_created_at"))
    moments = (("Title A", datetime(2026, 11, 12, tzinfo=UTC)), ("Title B", datetime(2026, 11, 12, 2, 30, tzinfo=UTC)), ("Title C", None))
    yield Case("when they were opened", opened, Outcome(times, moments, ()))
    amounts = Table(OVERDUE, (Wanted("accounting/Invoice.balance"),))
    money = (Column("invoice"), Column("currency"), Column("balance"))
    yield Case("overdue with amounts", amounts, Outcome(money, (("INV-1", "EUR", Decimal("1200.5")), ("INV-2", "USD", Decimal(7800))), ()))
    many = tuple((f"INV-{n}", "USD", Decimal(n * 1234) / 8) for n in range(7))
    yield Case("overdue with amounts, many", amounts, Outcome(money, many, ()))


def _orders() -> Iterator[Case]:
    tickets = (Column("employee"), Column("tickets"))
    rows = (("Ana Ruiz", Decimal(10)), ("Ben Cole", Decimal(1)), ("Cleo Diaz", Decimal(0)), ("Dev Patel", None))
    yield Case("open tickets of each", Table(TEAM, (EACH,)), Outcome(tickets, rows, ()))
    for first, taken in ((1, 1), (3, 3)):
        for down in (True, False):
            top = Table(TEAM, (EACH,), Order(EACH, down, first))
            yield Case("most or fewest open tickets", top, Outcome(tickets, rows[:taken], ()))
    yield Case("most, tied", Table(TEAM, (EACH,), Order(EACH, True, 2)), Outcome(tickets, rows[:3], (), tied=2))
    start = Wanted("hris/Employee.start_date")
    longest = Table(REPORTS, (start,), Order(start, False, 1))
    yield Case("longest serving", longest, Outcome((Column("employee"), Column("start date")), (("Ana Ruiz", date(2018, 12, 24)),), ()))
    by_start = Table(REPORTS, (start,), Order(start, False))
    days = tuple((name, date(2018 + n, 12, 24)) for n, name in enumerate(_PEOPLE))
    yield Case("by start date", by_start, Outcome((Column("employee"), Column("start date")), days, ()))


def _several_and_first() -> Iterator[Case]:
    ben = Named("hris/Employee", "Ben Cole")
    bens = of("ticketing/Ticket", OPEN, links=[tie("ticketing/Ticket.assignees", of("ticketing/User", links=[Link("hub", False, ben)]))])
    both = Union("ticketing/Ticket", frozenset({ANAS_TICKETS, bens}))
    biggest = replace(MY_DEALS, ranked=Order(Wanted("crm/Opportunity.amount"), True, 3))
    for asked, node in (("Ana's and Ben's open tickets", both), ("my three biggest deals", biggest)):
        for number in (0, 3):
            yield Case(f"how many: {asked}", Figures((Measure(node, "count"),)), Outcome((Column("x"),), ((Decimal(number),),), ()))
            yield Case(f"which: {asked}", Names(node, ""), found={node: NodeRecords(node.model, tuple(r for _, r in cited(node, number)))})
    yield figure("what they are worth", Measure(biggest, "sum", "crm/Opportunity.amount"), (Decimal("1000"),), unit="USD")


def _absences() -> Iterator[Case]:
    leave = SETS["pending leave of my reports"]
    absences = (Column("requester"), Column("kind", None, "hris/TimeOff", "request_type"), Column("from", None, "hris/TimeOff", "start_time"),
                Column("amount", "days", "hris/TimeOff", "amount"))
    wanted = tuple(Wanted(f"hris/TimeOff.{name}") for name in ("request_type", "start_time", "amount"))
    asked = (("Ana Ruiz", "VACATION", date(2026, 12, 1), Decimal(4)), ("Ben Cole", "SICK", date(2026, 12, 28), Decimal("0.5")))
    yield Case("pending leave", Table(leave, wanted), Outcome(absences, asked, ()))
    shares = (("Ana Ruiz", Decimal("0.5")), ("Ben Cole", Decimal(2) / 3), ("Cleo Diaz", None))
    part = Measure(of("ticketing/Ticket"), "share", part=frozenset({Is("ticketing/Ticket.within_sla")}))
    within = Table(TEAM, (replace(EACH, measure=part),))
    yield Case("share within SLA of each", within, Outcome((Column("employee"), Column("share", "share")), shares, ()))
    stayed = Measure(of("hris/Employee", Not(Is("hris/Employee.joined", YEAR))), "count")
    yield Case("who has been here longer", Figures((stayed,)), Outcome((Column("employees"),), ((Decimal(3),),), ()))
    for label in ("", "newcomer", "entry", "ticket"):
        yield Case("by the word of the question", Table(PEOPLE, (), label=label), Outcome((Column("employee"),), (("Ana Ruiz",), ("Ben Cole",)), ()))


def _groups() -> Iterator[Case]:
    team = Key((Step("hris/Employee.team", "hris/Team"),))
    teams = (Column("team", None, "hris/Team", "name"), Column("employees"))
    rows = (("Support", Decimal(24)), ("Sales", Decimal(1)), (None, Decimal(3)))
    people = Groups((Measure(PEOPLE, "count"),), (team,))
    for number in (0, 1, 3):
        yield Case("people by team", people, Outcome(teams, rows[:number], ()))
    many = tuple((f"Team {n}", Decimal(n * 300)) for n in range(8))
    yield Case("people by team, many", people, Outcome(teams, many, ()))
    kinds = Groups((Measure(SETS["my calls in summer"], "count"),), (Key(field="crm/Engagement.kind"),))
    kind = (Column("kind", None, "crm/Engagement", "kind"), Column("conversations"))
    yield Case("my conversations by kind", kinds, Outcome(kind, (("CALL", Decimal(6)), ("MEETING", Decimal(8))), ()))
    months = Groups((Measure(TICKETS, "count"),), (Key(field="ticketing/Ticket.remote_created_at", bucket="month"),))
    by_month = tuple((f"2026-{n:02d}", Decimal(n * 11)) for n in range(1, 12))
    yield Case("tickets by month", months, Outcome((Column("month"), Column("tickets")), by_month, ()))
    pay = Groups((Measure(OVERDUE, "sum", "accounting/Invoice.balance"),), (Key((Step("accounting/Invoice.contact", "accounting/Contact"),)),))
    money = (Column("customer"), Column("currency"), Column("balance"))
    yield Case("overdue by customer", pay, Outcome(money, (("Amberley Labs", "USD", Decimal("10839")), ("Linden", "EUR", Decimal("99.5"))), ()))
    whose = Step("hris/Employee.balances", "hris/Employee", inverse=True)
    left = Tally(Measure(of("hris/TimeOffBalance"), "sum", "hris/TimeOffBalance.balance"), (whose,))
    yield figure("leave left per person", Measure(TEAM, "average", each=left), (Decimal("7.83"),), unit="days")
    average = Groups((Measure(TEAM, "average", "hris/Employee.tenure"),), (team,))
    years = (Column("team"), Column("average tenure", "years"))
    yield Case("tenure by team", average, Outcome(years, (("Support", Decimal("7.638356164383562")), ("Sales", Decimal("1.0041"))), ()))
    for first, shown in ((1, rows[:1]), (3, rows[:2])):
        most = replace(people, order=Order(people.measures[0], True, first))
        yield Case(f"the first {first} of the teams by people", most, Outcome(teams, shown, ()))
        owed = replace(pay, order=Order(pay.measures[0], True, first))
        yield Case(f"the first {first} of what is overdue by customer", owed, Outcome(money, (
            ("Amberley Labs", "USD", Decimal("10839")), ("Linden", "USD", Decimal("99.5")))[:first], ()))
    both = Groups((Measure(TICKETS, "count"),), (Key(field="ticketing/Ticket.status"), Key(field="ticketing/Ticket.priority")))
    cells = (Column("status", None, "ticketing/Ticket", "status"), Column("priority"), Column("tickets"))
    yield Case("tickets by status and priority", both, Outcome(cells, (("OPEN", "P0", Decimal(3)), ("IN_PROGRESS", "P1", Decimal(14))), ()))


def _nested() -> Iterator[Case]:
    """Restrictions of restrictions: which belongs to what, in which order, and what the things are called that others lead to."""
    pending = of("hris/TimeOff", Is("hris/TimeOff.pending"))
    asking = replace(REPORTS, links=REPORTS.links | {tie("hris/TimeOff.employee", pending, back=True)})
    owed = of("crm/Account", *(Has(Tally(Measure(each, "count"), path), ">", Quantity(Decimal(0))) for each, path in (
        (of("ticketing/Ticket", OPEN, BUG), (Step("ticketing/Ticket.account", "ticketing/Account"), Step("hub", "crm/Account"))),
        (OVERDUE, (Step("accounting/Invoice.contact", "accounting/Contact"), Step("hub", "crm/Account"))))))
    trainees = of("hris/Employment", Where("hris/Employment.job_title", "Trainee"))
    not_rejected = replace(APPLICATIONS, where=frozenset({Not(Is("ats/Application.rejected"))}))
    bens = of("crm/User", links=[Link("hub", False, Named("hris/Employee", "Ben Cole"))])
    sets = {
        "my reports who wait for leave": asking,
        "accounts with open bugs and overdue invoices": owed,
        "people in Support who are no trainees": replace(TEAM, where=frozenset({Not(tie("hris/Employee.employments", trainees))})),
        "applicants who are not rejected": of("ats/Candidate", links=[tie("ats/Application.candidate", not_rejected, back=True)]),
        "my reports' deals, not Ben's": of("crm/Opportunity", Not(tie("crm/Opportunity.owner", bens)), links=[
            tie("crm/Opportunity.owner", of("crm/User", links=[Link("hub", False, REPORTS)]))]),
        "deals decided in 2026": of("crm/Opportunity", Is("crm/Opportunity.decided"), Is("crm/Opportunity.decided", YEAR)),
        "accounts nobody talked to": of("crm/Account", Not(tie("crm/Engagement.account", SETS["my calls in summer"], back=True))),
        "applications for a job": replace(APPLICATIONS, where=frozenset({Is("ats/Application.applied")})),
        "people who earn more than Ana": of("hris/Employee", links=[tie("hris/Employee.team", SUPPORT), tie("hris/Pay.employee", of(
            "hris/Pay", Where("hris/Pay.annual", Measure(of("hris/Pay", links=[tie("hris/Pay.employee", ANA)]), "value", "hris/Pay.annual"), ">"),
        ), back=True)]),
        "long overdue": of("ticketing/Ticket", Where("ticketing/Ticket.days_overdue", Quantity(Decimal(14)), ">"), OPEN),
        "invoices in one currency": replace(OVERDUE, where=OVERDUE.where | {Where("accounting/Invoice.currency", "EUR")}),
    }
    for asked, node in sets.items():
        counted = (Column(catalogue().models[node.model].plural),)
        yield Case(f"how many: {asked}", Figures((Measure(node, "count"),)), Outcome(counted, ((Decimal(4),),), ()))
    best = replace(sets["deals decided in 2026"], ranked=Order(Wanted("crm/Opportunity.amount"), True, 1))
    yield Case("the biggest deal of the year", Names(best, "deal"), found={best: NodeRecords(best.model, (record(best.model, 0),))})
    projects = of("ticketing/Collection")
    yield Case("projects, by the question's own words", Names(projects, "boards without open bugs"),
               found={projects: NodeRecords(projects.model, tuple(r for _, r in cited(projects, 2)))})
    yield from _led()


def _led() -> Iterator[Case]:
    place = of("hris/Location", links=[tie("hris/Employee.work_location", ANA, back=True)])
    city = (Column("location", None, "hris/Location", "name"), Column("city", None, "hris/Location", "city"))
    yield Case("where Ana works, and the city", Table(place, (Wanted("hris/Location.city"),)), Outcome(city, (("Kiel Yard", "Kiel"),), ()))
    bill = Named("crm/Contact", "Bill Tran")
    company = of("crm/Account", links=[tie("crm/Contact.account", bill, back=True)])
    orchard = Record("crm/Account", "c", "a", {"name": "Orchard Foods"}, None, None, deleted=False)
    last = of("crm/Engagement", links=[tie("crm/Engagement.owner", MY_USER), tie("crm/Engagement.account", company)], newest=True)
    around = {company: NodeRecords("crm/Account", (orchard,)), bill: NodeRecords("crm/Contact", ())}
    yield Case("when I last spoke with Bill's company", Show(last, "crm/Engagement.start_time"),
               found={last: NodeRecords(last.model, (record(last.model, 0),)), **around})
    ticket = Named("ticketing/Ticket", "ATL-9001")
    comments = of("ticketing/Comment", links=[tie("ticketing/Comment.ticket", ticket)])
    silent = {ticket: NodeRecords(ticket.model, (record(ticket.model, 0),)), comments: NodeRecords(comments.model, ())}
    for asked in ("Why is ATL-9001 late?", "Summarise ATL-9001"):
        yield Case(asked, Summary(ticket, (comments,)), found=silent)
    latest = replace(TEAM, ranked=Order(Wanted("hris/Employee.start_date"), True, 1))
    second = replace(TEAM, where=frozenset({Not(Link("hub", True, latest))}), ranked=latest.ranked)
    yield Case("who came last but one", Names(second, "person"), found={
        second: NodeRecords(second.model, (record(second.model, 1),)), latest: NodeRecords(latest.model, (record(latest.model, 0),))})


def _told_plainly() -> Iterator[Case]:
    """What a plan says in a roundabout way, or the catalogue by a stiff word."""
    deals = replace(MY_DEALS, ranked=Order(Wanted("crm/Opportunity.amount"), True, 2))
    amount = Wanted("crm/Opportunity.amount")
    yield Case("my second biggest deal", Table(deals, (amount,), Order(amount, False, 1)),
               Outcome((Column("opportunity"), Column("amount", "USD")), (("Harbour refit", Decimal(134420)),), ()))
    two = replace(MY_TICKETS, ranked=Order(Wanted("ticketing/Ticket.remote_created_at"), False, 2))
    oldest = replace(MY_TICKETS, ranked=Order(Wanted("ticketing/Ticket.remote_created_at"), True, 1))
    second = replace(oldest, links=oldest.links | {same_as(two)})
    yield Case("my second oldest ticket", Names(second, ""), found={second: NodeRecords(second.model, (record(second.model, 0),))})
    talk = of("crm/Engagement", links=[tie("crm/Engagement.account", Named("crm/Account", "Bluewater"))])
    present = of("crm/Contact", links=[tie("crm/Engagement.contacts", replace(talk, newest=True), back=True)])
    gillian = Record("crm/Contact", "c", "a", {"first_name": "Gillian", "last_name": "Trow"}, None, None, deleted=False)
    yield Case("who was there last time", Names(present, ""), found={
        present: NodeRecords("crm/Contact", (gillian,)),
        replace(talk, newest=True): NodeRecords(talk.model, (record(talk.model, 0),))})
    counts = {
        "tickets with a tag": of("ticketing/Ticket", Where("ticketing/Ticket.tags", "warranty")),
        "large accounts": of("crm/Account", Where("crm/Account.number_of_employees", Quantity(Decimal(80)), ">")),
        "files by two words": of("filestorage/File", *(Where("filestorage/File.name", word, "contains") for word in ("catalogue", "spring"))),
        "offers that are out": of("ats/Offer", Where("ats/Offer.status", ("SENT", "SENT-MANUALLY"), "in")),
        "deals at a stage": of("crm/Opportunity", links=[tie("crm/Opportunity.stage", of("crm/Stage", Where("crm/Stage.name", "Option held")))]),
        "applications at a stage": of("ats/Application", links=[tie("ats/Application.current_stage", of(
            "ats/JobInterviewStage", Where("ats/JobInterviewStage.name", "panel", "contains")))]),
        "invoices that count": of("accounting/Invoice", Is("accounting/Invoice.issued")),
    }
    for asked, node in counts.items():
        yield Case(f"how many: {asked}", Figures((Measure(node, "count"),)), Outcome((Column("x"),), ((Decimal(2),),), ()))
    size = Wanted("crm/Account.number_of_employees")
    yield Case("the largest accounts", Table(of("crm/Account"), (size,), Order(size, True, 2)),
               Outcome((Column("account"), Column("number of employees")), (("Marlow", Decimal(412)), ("Juniper", Decimal(86))), ()))
    owed = Tally(Measure(OVERDUE, "sum", "accounting/Invoice.balance"), (Step("accounting/Invoice.contact", "accounting/Contact"),))
    largest = replace(of("accounting/Contact"), ranked=Order(owed, True, 10))
    yield figure("how many owe most", Measure(largest, "count"), (Decimal(10),))
    left = of("hris/TimeOffBalance", Where("hris/TimeOffBalance.policy_type", "VACATION"))
    yield figure("days that are left", Measure(left, "sum", "hris/TimeOffBalance.balance"), (Decimal(145),), unit="days")
    changed = replace(counts["files by two words"], ranked=Order(Wanted("filestorage/File.remote_updated_at"), True, 1))
    file = Record("filestorage/File", "f", "a", {"name": "Spring catalogue 2027"}, None, None, deleted=False)
    yield Case("the newest file", Names(changed, ""), found={changed: NodeRecords(changed.model, (file,))})
    rounds = of("ats/ScheduledInterview", Is("ats/ScheduledInterview.completed"), links=[tie("ats/ScheduledInterview.application", APPLICATIONS)])
    rounds = replace(rounds, ranked=Order(Wanted("ats/ScheduledInterview.start_at"), True, 1))
    held = record(rounds.model, 0, start_at=datetime(2026, 9, 1, 15, tzinfo=UTC))
    applied = {WELDER: NodeRecords("ats/Job", (record("ats/Job", 0),)), APPLICATIONS: NodeRecords("ats/Application", (record("ats/Application", 0),))}
    yield Case("when the last interview was", Show(rounds, "ats/ScheduledInterview.start_at"), found={
        rounds: NodeRecords(rounds.model, (held,)), **applied})
    yield from _called_by_others()


def _called_by_others() -> Iterator[Case]:
    """What has no name of its own, and what its noun says already."""
    casimiro = Named("ats/Candidate", "Casimiro Veloso")
    his = of("ats/Application", links=[tie("ats/Application.candidate", casimiro)])
    offered = of("ats/Offer", links=[tie("ats/Offer.application", his)])
    yield Case("how his offer stands", Show(offered, "ats/Offer.status"), found={
        casimiro: NodeRecords(casimiro.model, (Record(casimiro.model, "c", "a", {"first_name": "Casimiro", "last_name": "Veloso"}, None, None,
                                                      deleted=False),)),
        his: NodeRecords(his.model, (record(his.model, 0),)), offered: NodeRecords(offered.model, (record(offered.model, 0, status="DENIED"),))})
    several = NodeRecords(OVERDUE.model, tuple(record(OVERDUE.model, n, currency="GBP") for n in range(3)))
    yield Case("how much the overdue invoices come to", Show(OVERDUE, "accounting/Invoice.total_amount"), found={OVERDUE: several})
    billed = of("accounting/Invoice", Is("accounting/Invoice.issued"), Is("accounting/Invoice.receivable"))
    yield figure("what was invoiced", Measure(billed, "sum", "accounting/Invoice.total_amount"), (Decimal(50151),), unit="GBP")


def _single_values() -> Iterator[Case]:
    def value(asked: str, field: str, node: Node, *records: Record) -> Case:
        around = {k.source: NodeRecords(k.source.model, (record(k.source.model, 0),)) for k in (node.links if isinstance(node, Set) else ())}
        return Case(asked, Show(node, field), found={node: NodeRecords(node.model, records), **around})

    def ticket(**values: Any) -> Record:
        return Record("ticketing/Ticket", "t", "a", {"name": "Gripper valve leaks", "remote_id": "SUP-9001", **values}, None, None, deleted=False)

    ana, ticket_of = record("hris/Employee", 0, start_date=datetime(2019, 1, 14, tzinfo=UTC), work_email="ana@tiny.test"), Named(
        "ticketing/Ticket", "SUP-9001")
    yield value("Ana's start", "hris/Employee.start_date", ANA, ana)
    yield value("Ana's address", "hris/Employee.work_email", ANA, ana)
    yield value("a status", "ticketing/Ticket.status", ticket_of, ticket(status="IN_PROGRESS"))
    yield value("no status", "ticketing/Ticket.status", ticket_of, ticket())
    yield value("due", "ticketing/Ticket.due_date", ticket_of, ticket(due_date=datetime(2026, 12, 4, tzinfo=UTC)))
    for asked, hour, minute in (("opened, by the clock", 2, 30), ("opened, a day", 0, 0)):
        at = datetime(2026, 12, 4, hour, minute, tzinfo=UTC)
        yield value(asked, "ticketing/Ticket.remote_created_at", ticket_of, ticket(remote_created_at=at))
    talks = of("crm/Engagement", Is("crm/Engagement.past"), newest=True, links=[tie("crm/Engagement.account", Named("crm/Account", "Bluewater")),
                                                                              tie("crm/Engagement.owner", MY_USER)])
    yield value("when the last conversation was", "crm/Engagement.start_time", talks, record("crm/Engagement", 2))
    meeting = replace(talks, where=frozenset({Where("crm/Engagement.kind", "MEETING")}), newest=False)
    first = replace(meeting, ranked=Order(Wanted("crm/Engagement.start_time"), False, 1))
    yield value("when the next meeting is", "crm/Engagement.start_time", first, record("crm/Engagement", 8))
    invoice = Named("accounting/Invoice", "INV-3305")
    for amount in (Decimal("7800"), Decimal("1250.5"), Decimal(0)):
        held = Record("accounting/Invoice", "i", "a", {"number": "INV-3305", "type": "ACCOUNTS_RECEIVABLE", "status": "OPEN", "balance": amount,
                                                       "currency": "USD", "due_date": datetime(2026, 10, 10, tzinfo=UTC)}, None, None, deleted=False)
        yield value("a balance", "accounting/Invoice.balance", invoice, held)
    account = Named("crm/Account", "Orchard Foods")
    for industry in ("Food & Beverage", None):
        held = Record("crm/Account", "c", "a", {"name": "Orchard Foods", "industry": industry}, None, None, deleted=False)
        yield value("an industry", "crm/Account.industry", account, held)
    accounts = of("crm/Account", links=[tie("crm/Account.owner", MY_USER)])
    held_by = tuple(Record("crm/Account", f"c{n}", "a", {"name": f"Account {n}", "industry": "Retail" if n else None}, None, None, deleted=False)
                    for n in range(3))
    yield value("industries of my accounts", "crm/Account.industry", accounts, *held_by)


def _noted() -> Iterator[Case]:
    one = Outcome((Column("tickets"),), ((Decimal(12),),), cited(TICKETS, 2, remote_created_at=datetime(2026, 12, 4, tzinfo=UTC)))
    count = Figures((Measure(MY_TICKETS, "count"),))
    active, took = ("Only active employees are listed.", Weight.USUAL), ("I took “Katrin Vogle” as Katrin Vogel.", Weight.READ)
    left = ("2 tickets have no due date to compare and are left out.", Weight.LIMIT)
    preferred = ("By “Bill” Bill Tran is meant, as you told me on 2026-11-20; say “forget bill” to change that.", Weight.OWN)
    yield Case("with one note", count, one, notes=(active,))
    yield Case("with several", count, one, notes=(took, active, preferred))
    yield Case("with what was left out", count, one, notes=(active, took, left))
    partial = replace(one, notes=("Amount is known for 17 of 19 opportunities.",))
    yield Case("known of some", count, partial, notes=(active, took))
    spans = cited(DEALS, 1, close_date=datetime(2026, 12, 4, tzinfo=UTC)) + cited(DEALS, 1, close_date=datetime(2027, 3, 12, tzinfo=UTC))
    two = Outcome((Column("deals"),), ((Decimal(2),),), spans)
    yield Case("from when to when", Figures((Measure(replace(MY_DEALS, where=frozenset()), "count"),)), two)
    won = Measure(of("crm/Opportunity"), "count")
    most = Outcome((Column("status"), Column("opportunities", None, "crm/Opportunity")), (("won", Decimal(2)),), spans)
    yield Case("the first of what was counted", Groups((won,), (Key(field="crm/Opportunity.status"),), Order(won, True, 1)), most)
    yield Case("as it is now", Figures((Measure(MY_DEALS, "count"),)), two)
