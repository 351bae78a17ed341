"""What goals come to, each checked by hand: counts, sums, orders, groups and tables over a company that is all in sight."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from threading import Event as Stop

import pytest

from agent.answer import Reason
from agent.catalogue import catalogue
from agent.errors import Declined
from agent.live.reads import MOST_CALLS, LiveReads
from agent.plan.algebra import (
    Alike,
    Card,
    Column,
    Condition,
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
    same_as,
)
from agent.plan.periods import interval
from agent.query.execute import Progressed, Started, execute
from agent.question.tasks import compile_plan
from agent.respond import write
from ingest.records import Record
from ingest.sandbox import Served, running
from ingest.sandbox.faults import ACCOUNT, ANSWERS, KINDS, ROWS, WIRE
from kg.errors import Cancelled
from kg.graph import Graph
from tests.cases import each_case
from tests.integration.measured_company import ANA, HOUSE, PIA, Office, of, opened, the, write_company
from tests.integration.small_company import merge_id

BEN = "ben.cole@acme.example"
TEAM = the("hris/Employee", links=(of("hris/Employee.manager", Me()),))
OPEN, OVERDUE = Is("ticketing/Ticket.open"), Is("ticketing/Ticket.overdue")
DEALS = the("crm/Opportunity", Is("crm/Opportunity.open"))
AMOUNT, PAY = "crm/Opportunity.amount", "hris/Pay.annual"
OF_PERSON = (Step("ticketing/Ticket.assignees", "ticketing/User"), Step("hub", "hris/Employee"))
OF_ACCOUNT = (Step("accounting/Invoice.contact", "accounting/Contact"), Step("hub", "crm/Account"))
CUSTOMER = (Step("accounting/Invoice.contact", "accounting/Contact"),)
INVOICES = the("accounting/Invoice")
OCTOBER = interval(date(2026, 10, 1), date(2026, 11, 1))


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with running([]) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, served: Served, graph: Graph) -> Iterator[Office]:
    with opened(write_company(tmp_path_factory.mktemp("measured") / "counted"), "measured", served, graph) as stage:
        yield stage


def count(of_node: Node) -> Measure:
    return Measure(of_node, "count")


def number(value: object, unit: str | None = None) -> Quantity:
    return Quantity(Decimal(str(value)), unit)


def titled(words: str, *which: Condition) -> Set:
    """The tickets whose title holds these words."""
    return the("ticketing/Ticket", Where("ticketing/Ticket.name", words, "contains"), *which)


def deals_by_amount(first: int | None) -> Table:
    return Table(DEALS, (Column(AMOUNT),), Order(Column(AMOUNT), True, first))


STARTED, CALLED_CLEO = "hris/Employee.start_date", Where("hris/Employee.display_full_name", "Cleo Diaz")
CLEO = the("hris/Employee", CALLED_CLEO)
FEBRUARY, NOVEMBER = date(2024, 2, 29), interval(date(2026, 11, 1), date(2026, 12, 1))
TICKETS, CLOSED_AT = the("ticketing/Ticket"), "ticketing/Ticket.completed_at"
LAST_CLOSED = Tally(Measure(TICKETS, "max", CLOSED_AT), OF_PERSON)
NEXT_DUE = Tally(Measure(TICKETS, "min", "ticketing/Ticket.due_date"), OF_PERSON[:1])
BOSS, TOOK = (Step("hris/Employee.manager", "hris/Employee"),), "hris/Employee.took"
TITLES = Show(the("hris/Employment", links=(Link("hris/Employee.employments", False, TEAM),)), "hris/Employment.job_title")
OPEN_OF_EACH = Tally(count(the("ticketing/Ticket", OPEN)), OF_PERSON)


def value_of(field: str, *which: Condition) -> Measure:
    """What the one thing that meets this has there, to compare with."""
    return Measure(the(field.partition(".")[0], *which), "value", field)


def open_tickets_of(person: Node) -> Measure:
    """How many open tickets somebody has, to compare with."""
    user = Set("ticketing/User", frozenset({Link("hub", False, person)}))
    return count(the("ticketing/Ticket", OPEN, links=(Link("ticketing/Ticket.assignees", True, user),)))


@each_case("goal, rows", [
    (Figures((count(the("hris/Employee")),)), [(6,)]),                                              # not Finn, who left
    (Figures((count(the("hris/Employee", Is("hris/Employee.former"))),)), [(1,)]),
    (Figures((count(the("hris/Employee", Is("hris/Employee.manager"))),)), [(2,)]),
    (Figures((count(the("ticketing/Ticket", OVERDUE)),)), [(1,)]),                                  # due yesterday, not today, not undated
    (Figures((count(the("ticketing/Ticket", Not(OVERDUE))),)), [(4,)]),
    (Figures((count(the("ticketing/Ticket", Is("ticketing/Ticket.closed", OCTOBER))),)), [(1,)]),   # by the company's own midnight
    (Figures((count(the("ticketing/Ticket", Where("ticketing/Ticket.due_date", OCTOBER, "in"))),)), [(1,)]),
    (Figures((count(the("ticketing/Ticket", Either(frozenset({OVERDUE, Is("ticketing/Ticket.closed")})))),)), [(3,)]),
    (Figures((count(the("ticketing/Ticket", Where("ticketing/Ticket.assignees", op="empty"))),)), [(1,)]),
    (Figures((count(the("hris/Employee")), count(the("ticketing/Ticket", OVERDUE))), "more"), [("yes", 6, 1)]),
    (Figures((count(the("hris/Employee")), count(the("ticketing/Ticket", OVERDUE))), "less"), [("no", 6, 1)]),
    (Figures((count(the("ticketing/Ticket", OVERDUE)), count(the("hris/Employee"))), "more by"), [(-5, 1, 6)]),
    (Figures((count(the("ticketing/Ticket", OVERDUE)), count(the("hris/Employee"))), "less by"), [(5, 1, 6)]),
    (Figures((count(the("ticketing/Ticket", OVERDUE)), count(the("ticketing/Ticket", OVERDUE))), "more"), [("no", 1, 1)]),
    (Figures((count(the("ticketing/Ticket", OVERDUE)), count(the("hris/Employee"))), "which more"), [("second", 5, 1, 6)]),
    (Figures((count(the("ticketing/Ticket", OVERDUE)), count(the("hris/Employee"))), "which less"), [("first", 5, 1, 6)]),
    (Figures((count(DEALS), count(DEALS)), "which less"), [("neither", 0, 5, 5)]),
    (Figures((value_of(AMOUNT, Where(AMOUNT, number(100.5))), Measure(DEALS, "max", AMOUNT)), "which more"),
     [("second", 399.5, "USD", 100.5, 500)]),
    (Figures((Measure(DEALS, "sum", AMOUNT), Measure(DEALS, "max", AMOUNT)), "more by"), [(700.5, "USD", 1200.5, 500)]),
    (Figures((Measure(DEALS, "sum", AMOUNT), Measure(the("crm/Opportunity", Where(AMOUNT, number(99_000), ">=")), "sum", AMOUNT))),
     [("USD", 1200.5, 0)]),             # beside another figure nothing adds up to 0
    (Figures((count(the("crm/Opportunity", Where(AMOUNT, number(300), ">="))),)), [(4,)]),
    (Figures((count(the("crm/Opportunity", Not(Where(AMOUNT, number(300), ">=")))),)), [(2,)]),     # the one without an amount is neither
    (Figures((count(the("crm/Opportunity", Is("crm/Opportunity.open"), Where(AMOUNT, Measure(DEALS, "average", AMOUNT), ">"))),)), [(1,)]),
    (Figures((count(the("accounting/Invoice", Where("accounting/Invoice.total_amount", number(1000, "USD"), ">"))),)), [(1,)]),
    (Figures((count(the("crm/Opportunity", Where(AMOUNT, number(10_000), ">"))),)), [(0,)]),
    (Table(the("crm/Opportunity", Where(AMOUNT, value_of(AMOUNT, Where(AMOUNT, number(100.5))), ">"))), [("D1",), ("D2",), ("D3",), ("D6",)]),
    (Table(the("hris/Employee", Where(STARTED, value_of(STARTED, CALLED_CLEO), ">"), links=tuple(TEAM.links))),
     [("Ben Cole",), ("Dev Patel",)]),
    (Table(the("hris/Employee", Has(OPEN_OF_EACH, ">", open_tickets_of(CLEO)), links=tuple(TEAM.links))), [("Ben Cole",)]),
    (Table(the("hris/Employee", Has(OPEN_OF_EACH, ">", Measure(TEAM, "average", each=OPEN_OF_EACH)), links=tuple(TEAM.links))), [("Ben Cole",)]),
    (Table(TEAM, (OPEN_OF_EACH,), Order(OPEN_OF_EACH, True, 1)), [("Ben Cole", 2)]),
    (Figures((count(titled("fault T-4")),)), [(1,)]), (Figures((count(titled("faults")),)), [(5,)]), (Figures((count(titled("faulty")),)), [(0,)]),
    (Table(the("crm/Account", Where("crm/Account.name", "apparel", "contains"))), [("Foxglove Apparel",)]),
    (Table(the("crm/Account", Where("crm/Account.name", "apparels", "contains"))), []),             # a name stands as it is
    (Figures((count(the("hris/TimeOff", Is("hris/TimeOff.under_way", OCTOBER))),)), [(2,)]),         # one begun before; not undecided
    (Figures((count(the("hris/TimeOff", Where("hris/TimeOff.start_time", interval(None, date(2026, 11, 1)), "in"),
                        Where("hris/TimeOff.end_time", interval(date(2026, 10, 1), None), "in"))),)), [(3,)]),      # the undecided one too
    (Groups((count(TEAM),), (Key((), STARTED, "fiscal year"),)), [("FY2019", 2), ("FY2024", 1)]),
    (Groups((count(the("ticketing/Ticket")),), (Key((), "ticketing/Ticket.due_date", "fiscal quarter"),)), [("FY2026 Q4", 4)]),
    (Figures((Measure(DEALS, "sum", AMOUNT),)), [("USD", 1200.5)]), (Figures((Measure(DEALS, "average", AMOUNT),)), [("USD", 300.125)]),
    (Figures((Measure(DEALS, "distinct", AMOUNT),)), [(3,)]),                                        # of five, one has none and two the same
    (Figures((Measure(INVOICES, "distinct", "accounting/Invoice.currency"), count(INVOICES))), [(3, 4)]),
    (Figures((Measure(the("crm/Opportunity", Where(AMOUNT, number(300))), "distinct", AMOUNT),)), [(1,)]),
    (Figures((count(the("ticketing/Ticket", OVERDUE)), count(the("hris/Employee"))), "change"), [(-5 / 6, 1, 6)]),
    (Figures((Measure(DEALS, "median", AMOUNT),)), [("USD", 300)]), (Figures((Measure(DEALS, "max", AMOUNT),)), [("USD", 500)]),
    (Figures((Measure(the("crm/Opportunity", Is("crm/Opportunity.decided")), "share", part=frozenset({Is("crm/Opportunity.won")})),)), [(0.5,)]),
    (Figures((Measure(INVOICES, "sum", "accounting/Invoice.total_amount"),)), [("EUR", 1000), ("GBP", 70), ("USD", 240)]),
    (Figures((Measure(INVOICES, "sum", "accounting/Invoice.total_amount"), Measure(DEALS, "sum", AMOUNT), count(DEALS))),
     [("EUR", 1000, None, 5), ("GBP", 70, None, 5), ("USD", 240, 1200.5, 5)]),
    (Figures((Measure(INVOICES, "sum", "accounting/Invoice.total_amount", unit="USD"),)), [(1880,)]),
    (Figures((Measure(the("ticketing/Ticket", Is("ticketing/Ticket.closed")), "max", "ticketing/Ticket.time_to_close", unit="days"),)),
     [(30.447916666667,)]),
    (Figures((count(Union("hris/Employee", frozenset({TEAM, Me()}))),)), [(4,)]),
    (deals_by_amount(2), [("D1", 500), ("D2", 300), ("D3", 300)]),                                   # a tie at the cut keeps all of the tied
    (Table(the("crm/Opportunity"), (Column(AMOUNT),), Order(Column(AMOUNT), True, 1, Key((), "crm/Opportunity.status"))),
     [("LOST", "D7", 50), ("OPEN", "D1", 500), ("WON", "D6", 900)]),
    (Table(DEALS, (Column(AMOUNT),), Order(Column(AMOUNT), True, 2, Key((), "crm/Opportunity.status"))),
     [("OPEN", "D1", 500), ("OPEN", "D2", 300), ("OPEN", "D3", 300)]),
    (Figures((Measure(TEAM, "average", each=OPEN_OF_EACH),)), [(2 / 3,)]),                  # two, none, and one whom the app does not know
    (Figures((Measure(TEAM, "max", each=OPEN_OF_EACH),)), [(2,)]),
    (Figures((count(the("hris/Employee", Alike(Column(STARTED), Column(STARTED, BOSS), "!="))),)), [(4,)]),     # two have no manager to be like
    (Figures((count(the("hris/Employee", Alike(Column(None, BOSS), Column(None, (*BOSS, *BOSS))))),)), [(0,)]),
    (Table(the("hris/Employee", Is(f"{TOOK}_vacation", OCTOBER), links=tuple(TEAM.links))), [("Ben Cole",)]),       # begun before, not undecided
    (Table(the("hris/Employee", Not(Is(f"{TOOK}_vacation")), links=tuple(TEAM.links))), [("Cleo Diaz",), ("Dev Patel",)]),       # not yet to come
    (Table(the("hris/Employee", Is(f"{TOOK}_time_off"), links=tuple(TEAM.links))), [("Ben Cole",), ("Dev Patel",)]),
    (Figures((Measure(TEAM, "min", STARTED),)), [(date(2019, 11, 20),)]), (Figures((Measure(the("hris/Employee"), "max", STARTED),)), [(FEBRUARY,)]),
    (Figures((Measure(TICKETS, "max", CLOSED_AT), count(TICKETS))), [(datetime(2026, 10, 31, 18, 45, tzinfo=UTC), 5)]),
    (Table(TEAM, (LAST_CLOSED,), Order(LAST_CLOSED)), [("Ben Cole", None), ("Cleo Diaz", None), ("Dev Patel", None)]),
    (Table(the("ticketing/User"), (NEXT_DUE,), Order(NEXT_DUE, False, 1)), [("Ana Ruiz", date(2026, 11, 2))]),
    (Table(the("ticketing/User", Has(NEXT_DUE, "in", NOVEMBER))), [("Ana Ruiz",), ("Ben Cole",)]),
    (Table(the("ticketing/User", Has(NEXT_DUE, ">", "2026-11-10"))), [("Ben Cole",)]),
    (Table(the("ticketing/User", Has(NEXT_DUE, "=", Measure(TICKETS, "min", "ticketing/Ticket.due_date")))), []),
    (Table(the("hris/Employee", Where(STARTED, Measure(TEAM, "min", STARTED), "<"))), [("Ana Ruiz",)]),
    (Figures((Measure(the("ticketing/User"), "max", each=NEXT_DUE),)), [(date(2026, 11, 19),)]),
    (Groups((Measure(TICKETS, "max", "ticketing/Ticket.due_date"),), (Key((), "ticketing/Ticket.status"),), having=((0, "<", "today"),)),
     [("CLOSED", date(2026, 11, 2))]),
    (deals_by_amount(3), [("D1", 500), ("D2", 300), ("D3", 300)]),
    (deals_by_amount(None), [("D1", 500), ("D2", 300), ("D3", 300), ("D4", 100.5), ("D5", None)]),
    (Table(Set("crm/Opportunity", where=DEALS.where, ranked=Order(Column(AMOUNT), False, 1))), [("D4",)]),
    (Table(TEAM, (Tally(count(the("ticketing/Ticket", OPEN)), OF_PERSON),)), [("Ben Cole", 2), ("Cleo Diaz", 0), ("Dev Patel", None)]),
    (Table(the("hris/Employee", Has(Tally(count(the("ticketing/User")), (Step("hub", "hris/Employee"),)), "=", number(0)), links=tuple(TEAM.links))),
     [("Dev Patel",)]),
    (Table(the("hris/Employee", Has(Tally(count(the("ticketing/Ticket", OPEN)), OF_PERSON), ">=", number(1)), links=tuple(TEAM.links))),
     [("Ben Cole",)]),
    (Table(TEAM, (Column("hris/Employee.start_date"), Column("hris/Employee.tenure", unit="years"))),
     [("Ben Cole", date(2019, 11, 21), 6.997260273973), ("Cleo Diaz", date(2019, 11, 20), 7),
      ("Dev Patel", date(2024, 2, 29), 2.72602739726)]),
    (TITLES,                                                                                        # not "Fitter: Fitter"
     [("Ben Cole", "Fitter"), ("Cleo Diaz", "Fitter"), ("Dev Patel", "Fitter")]),
    (Table(the("crm/Account"), (Tally(count(INVOICES), OF_ACCOUNT),)), [("Foxglove Apparel", None), ("Kenmore Freight", 3)]),
    (Table(the("crm/Account", Has(Tally(count(INVOICES), OF_ACCOUNT), "=", number(0)))), [("Foxglove Apparel",)]),
    (Groups((count(the("ticketing/Ticket", OPEN)),), (Key((OF_PERSON[0],)),)), [("Ana Ruiz", 2), ("Ben Cole", 2)]),
    (Groups((count(the("ticketing/Ticket")),), (Key((), "ticketing/Ticket.status"),), having=((0, ">", number(2)),)), [("OPEN", 3)]),
    (Groups((count(the("ticketing/Ticket")),), (Key((), "ticketing/Ticket.due_date", "month"), Key((), "ticketing/Ticket.status"))),
     [("2026-10", "CLOSED", 1), ("2026-11", "CLOSED", 1), ("2026-11", "OPEN", 2)]),
    (Groups((Measure(INVOICES, "sum", "accounting/Invoice.total_amount", unit="USD"),), (Key(CUSTOMER),),
            Order(Measure(INVOICES, "sum", "accounting/Invoice.total_amount", unit="USD"), True, 1)), [("Kenmore Freight Ltd", 1840)]),
    (Groups((Measure(the("accounting/Revenue"), "sum", "accounting/Revenue.amount"),), (Key((Step("accounting/Revenue.account", "crm/Account"),)),)),
     [("Kenmore Freight", "EUR", 900), ("Kenmore Freight", "GBP", 70), ("Kenmore Freight", "USD", 200)]),
])
def test_a_goal_comes_to_what_a_person_would_count(office: Office, goal: Goal, rows: list[tuple[object, ...]]) -> None:
    found = [line[:len(rows[0])] if isinstance(goal, Table) and rows else line for line in office.rows(goal)]      # what stands beside is test_lists'
    assert sorted(found, key=repr) == sorted(rows, key=repr)
    if isinstance(goal, Table) and goal.order is not None:
        assert found == rows


@dataclass
class Waiting(LiveReads):
    """All lists are long, and that of tickets comes once the asker's user was asked for."""

    asked: threading.Event = field(default_factory=threading.Event)

    def is_long(self, model: str) -> bool:
        """Whatever it is."""
        return True

    def records(self, model: str, filters: Mapping[str, object] | None = None, *, expand: Sequence[str] = ()) -> tuple[Record, ...]:
        """As ever; of users it is noted."""
        if model == "ticketing/User":
            self.asked.set()
        return super().records(model, filters, expand=expand)

    def narrowed(self, model: str, filters: Mapping[str, object], *, expand: Sequence[str] = ()) -> tuple[Record, ...]:
        """As ever, but tickets once users were asked for."""
        assert model != "ticketing/Ticket" or self.asked.wait(10), "the asker's user was not asked for meanwhile"
        return super().narrowed(model, filters, expand=expand)


def test_values_of_several_people_are_said_to_be_theirs(office: Office) -> None:
    assert office.draft(TITLES).text.startswith("Job titles of your direct reports:")


def test_what_a_rule_may_ask_about_the_viewer_is_read_beside_a_long_list(office: Office) -> None:
    run = office.run()
    run = replace(run, live=Waiting(run.live.gateway, run.live.company, run.live.now, run.live.deadline))
    assert office.draft(Figures((count(the("ticketing/Ticket")),)), run=run).result is not None


@dataclass
class OnTheWay(LiveReads):
    """A list of tickets of which three pages have come; the others come once that was told."""

    told: threading.Event = field(default_factory=threading.Event)

    def narrowed(self, model: str, filters: Mapping[str, object], *, expand: Sequence[str] = ()) -> tuple[Record, ...]:
        """As ever, in the end."""
        with self.long_lists.reading(1_150) as came:
            came(300)
            assert self.told.wait(10), "how far the list has come was not told"
        return super().narrowed(model, filters, expand=expand)


def test_how_far_a_long_list_has_come_is_told_while_it_is_read(office: Office) -> None:
    run, told = office.run(), list[tuple[int, int]]()
    live = OnTheWay(run.live.gateway, run.live.company, run.live.now, run.live.deadline)
    for happened in execute(replace(run, live=live), compile_plan(catalogue(), Figures((count(the("ticketing/Ticket")),))), write):
        if isinstance(happened, Progressed):
            told.append((happened.at.page, happened.at.of))
            live.told.set()
    assert told == [(4, 12)]


@each_case("goal, rows, told", [
    (Table(the("hris/TimeOff"), (Column(None, (Step("hris/TimeOff.employee", "hris/Employee"),)), Column("hris/TimeOff.status"))), 4,
     "There are **4** time-off requests"),                                                              # two of them are Dev's
    (Table(the("hris/Employment")), 7, "There are **7** jobs"),                                         # all are called "Fitter"
    (Table(the("ticketing/Ticket"), (Column("ticketing/Ticket.status"), Column(None, (OF_PERSON[0],)))), 6, "There are **5** tickets"),
    (Table(the("crm/Account"), (Tally(Measure(INVOICES, "sum", "accounting/Invoice.total_amount"), OF_ACCOUNT),)), 4,
     "There are **2** accounts"),                                                                       # of which one has three currencies
    (Table(the("crm/Opportunity"), (Column(AMOUNT),), Order(Column(AMOUNT), True, 2, Key((), "crm/Opportunity.status"))), 5,
     "There are **5** opportunities"),                                                                  # in three groups
])
def test_table_reports_its_member_count_not_its_row_count(office: Office, goal: Goal, rows: int, told: str) -> None:
    draft = office.draft(goal)
    assert draft.result is not None and len(draft.result.rows) == rows
    assert draft.text.startswith(told)


@pytest.mark.parametrize("node", [Me(), the("hris/Group"), the("crm/Account"), the("hris/Employment")])
def test_what_has_no_texts_is_not_told_in_short(office: Office, node: Node) -> None:
    with pytest.raises(Declined, match="have no texts") as declined:
        office.draft(Summary(node))
    assert declined.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize("goal, told", [
    (Card(the("crm/Lead")), "There are no leads."), (Summary(the("ticketing/Comment")), "There are no comments."),
    (Card(the("hris/Employee", Where("hris/Employee.display_full_name", "Nobody"))), "There are no employees with name Nobody."),
    (Card(Set("hris/Employee", frozenset({Link("hris/Employee.manager", False, Me())}))), "I found no manager on file for you."),
])
def test_a_card_or_summary_of_what_is_not_there_is_no_record(office: Office, goal: Goal, told: str) -> None:
    with pytest.raises(Declined, match=told) as declined:
        office.draft(goal)
    assert declined.value.reason is Reason.NO_RECORD


def led(relation: str, *which: Condition) -> Names:
    """What the relation of the asker leads to."""
    return Names(Set("hris/Employee", frozenset({Link(relation, False, Me())}), frozenset(which)), "")


def tied(relation: str, *which: Condition) -> Names:
    """Those whose relation leads to the asker."""
    return Names(Set("hris/Employee", frozenset({Link(relation, True, Me())}), frozenset(which)), "")


@pytest.mark.parametrize("goals", [
    (led("hris/Employee.reports"), tied("hris/Employee.manager")),
    (led("hris/Employee.reports", Where(STARTED, OCTOBER, "in")), tied("hris/Employee.manager", Where(STARTED, OCTOBER, "in"))),
    (led("hris/Employee.tree"), tied("hris/Employee.chain")),
])
def test_an_empty_list_is_an_answer_whichever_way_round_the_relation_is_asked(office: Office, goals: tuple[Names, ...]) -> None:
    assert [office.rows(goal, PIA) for goal in goals] == [[], []]


@each_case("label", ["", "employee", "direct report"])
@each_case("goals, who, head", [
    ((led("hris/Employee.reports"), tied("hris/Employee.manager")), ANA, "You have **"),
    ((led("hris/Employee.reports"), tied("hris/Employee.manager")), PIA, "You have no"),
    ((led("hris/Employee.tree"), tied("hris/Employee.chain")), ANA, "There are **"),
    ((led("hris/Employee.manager"), tied("hris/Employee.reports")), BEN, "Your "),
    ((led("hris/Employee.chain"), tied("hris/Employee.tree")), BEN, "Your "),
])
def test_a_set_reads_the_same_whichever_way_round_the_relation_is_asked(
    office: Office, goals: tuple[Names, ...], who: str, head: str, label: str,
) -> None:
    one, other = (office.draft(replace(goal, label=label), who) for goal in goals)
    assert (one.text, one.result) == (other.text, other.result)
    assert one.text.startswith(head) and "direct reports reporting" not in one.text


@pytest.mark.parametrize("goal", [led("hris/Employee.manager"), tied("hris/Employee.reports")])
def test_one_thing_that_is_not_there_is_no_record_whichever_way_round_the_relation_is_asked(office: Office, goal: Names) -> None:
    with pytest.raises(Declined) as declined:
        office.rows(goal)
    assert declined.value.reason is Reason.NO_RECORD


def approvers(status: str, *which: Condition) -> Names:
    """Who has to approve time off of that status of the asker's reports."""
    leaves = the("hris/TimeOff", Where("hris/TimeOff.status", status), links=(of("hris/TimeOff.employee", TEAM),))
    return Names(Set("hris/Employee", frozenset({Link("hris/TimeOff.approver", False, leaves)}), frozenset(which)), "")


def test_nobody_whom_requests_name_is_no_record_and_nobody_of_no_requests_an_empty_list(office: Office) -> None:
    said = "I found no approver on file for the time-off requests of your direct reports with status requested"
    with pytest.raises(Declined, match=said) as declined:
        office.rows(approvers("REQUESTED"))
    assert declined.value.reason is Reason.NO_RECORD
    started = Where(STARTED, OCTOBER, "in")
    assert [office.rows(goal) for goal in (approvers("DECLINED"), approvers("REQUESTED", started))] == [[], []]


LOOKED_FOR = "I looked for “fualt” in any form."


@each_case("goal, told", [
    (Names(titled("fualt"), "ticket"), f"{LOOKED_FOR} Near are “Fault T-1”, “Fault T-2” and “Fault T-3”."),
    (Figures((count(titled("fualt", Is("ticketing/Ticket.closed"))),)), f"{LOOKED_FOR} Near are “Fault T-4” and “Fault T-5”."),      # all else holds
    (Groups((count(titled("fualt")),), (Key((), "ticketing/Ticket.status"),)), LOOKED_FOR),
    (Table(the("crm/Account", Where("crm/Account.name", "kenmo freig", "contains"))), "I looked for “kenmo freig”. Near is “Kenmore Freight”."),
    (Table(titled("invoices")), "I looked for “invoices” in any form."),
])
def test_unmatched_title_words_are_reported_with_near_titles_outside_the_result(
    office: Office, goal: Goal, told: str,
) -> None:
    draft = office.draft(goal)
    assert draft.result is not None and told in draft.text
    assert not any("Fault" in str(cell) for row in draft.result.rows for cell in row)


@pytest.mark.parametrize("goal", [
    Summary(titled("fualt")), Exists(titled("fualt")),
    Exists(Set("ticketing/Ticket", where=frozenset({Either(frozenset({
        Where("ticketing/Ticket.name", "fualt", "contains"), Where("ticketing/Ticket.description", "fualt", "contains")}))}))),
])
def test_a_search_that_finds_nothing_is_no_record_and_names_what_is_near(office: Office, goal: Goal) -> None:
    with pytest.raises(Declined, match=r"I looked for “fualt” in any form\. Near are “Fault T-1”") as declined:
        office.draft(goal)
    assert declined.value.reason is Reason.NO_RECORD


WAITING = the("ticketing/Ticket", Where("ticketing/Ticket.status", "Waiting on customer"))
NO_STATUS = "No ticket that you may see has the status “Waiting on customer”; there are “CLOSED” and “OPEN”."
FITERS = the("hris/Employment", Where("hris/Employment.job_title", "Fiter"))
NO_TITLE = "No job has the job title “Fiter”; there is “Fitter”."


@each_case("goal, rows, told", [
    (Names(WAITING, "ticket"), [], NO_STATUS),
    (Figures((count(WAITING),)), [(0,)], NO_STATUS),
    (Exists(WAITING), [("no", 0)], NO_STATUS),
    (Table(replace(WAITING, where=WAITING.where | {OVERDUE})), [], NO_STATUS),
    (Names(Set("ticketing/User", frozenset({Link("ticketing/Ticket.assignees", False, WAITING)})), ""), [], NO_STATUS),
    (Names(the("hris/Employee", links=(of("hris/Employee.employments", FITERS),)), ""), [], NO_TITLE),
    (Table(the("crm/Account", Where("crm/Account.industry", ("Logistik", "Fishing"), "in"))), [],
     "No account has the industry “Logistik” or “Fishing”; there is “Logistics”."),
])
def test_a_value_that_no_record_holds_is_told_with_values_that_records_hold(
    office: Office, goal: Goal, rows: list[tuple[object, ...]], told: str,
) -> None:
    draft = office.draft(goal)
    assert told in draft.text and office.rows(goal) == rows


FISHING = Where("crm/Account.industry", "Fishing")
NO_INDUSTRY = "No account has the industry “Fishing”; there is “Logistics”."
OF_FITERS = Tally(count(FITERS), (Step("hris/Employee.employments", "hris/Employee", True),))


@each_case("goal, told", [
    (Names(the("crm/Account", Not(FISHING)), ""), NO_INDUSTRY), (Figures((count(the("crm/Account", Not(FISHING))),)), NO_INDUSTRY),
    (Names(the("crm/Account", Either(frozenset({FISHING, Where("crm/Account.industry", "Logistics")}))), ""), NO_INDUSTRY),
    (Names(the("crm/Account", Where("crm/Account.industry", ("Fishing", "Logistics"), "in")), ""), NO_INDUSTRY),
    (Table(the("hris/Employee"), (OF_FITERS,)), NO_TITLE), (Names(the("hris/Employee", Has(OF_FITERS, "=", Quantity(Decimal(0)))), ""), NO_TITLE),
    (Groups((count(the("crm/Account", Not(FISHING))),), (Key((), "crm/Account.name"),)), NO_INDUSTRY),
    (Figures((Measure(the("crm/Account"), "share", part=frozenset({FISHING})),)), NO_INDUSTRY),
    (Groups((Measure(the("crm/Account"), "share", part=frozenset({FISHING})),), (Key((), "crm/Account.name"),)), NO_INDUSTRY),
    (Figures((Measure(the("hris/Employee"), "share", part=frozenset({Link("hris/Employee.employments", True, FITERS)})),)), NO_TITLE),
    (Figures((count(the("crm/Account", FISHING)), count(the("crm/Account"))), "share"), NO_INDUSTRY),
])
def test_a_value_that_no_record_holds_is_told_beside_what_is_found_without_it(office: Office, goal: Goal, told: str) -> None:
    text = office.draft(goal).text
    assert office.rows(goal) and text.endswith(told), text
    assert f"| {told}" not in text


@each_case("goal", [
    Names(the("crm/Account", Where("crm/Account.industry", "Logistics"), Where("crm/Account.name", "Foxglove Apparel")), ""),     # others hold it
    Names(the("crm/Opportunity", Where("crm/Opportunity.status", "WON"), Where("crm/Opportunity.name", "D1")), ""),                # it has a name
    Names(the("ats/Job", Where("ats/Job.name", "Welder")), ""),                                                                    # there are none
])
def test_a_value_that_may_be_held_is_only_told_as_none(office: Office, goal: Goal) -> None:
    assert "; there" not in (text := office.draft(goal).text) and "No " not in text


def test_whether_one_thing_holds_a_word_is_answered_by_no(office: Office) -> None:
    first = Earlier("ticketing/Ticket", (merge_id(HOUSE, "T-1"),), (1,), "open tickets")
    one = Set("ticketing/Ticket", frozenset({same_as(first)}), titled("fualt").where)
    assert office.draft(Exists(one)).text.startswith("**No")


def test_amounts_in_several_currencies_are_not_held_against_each_other(office: Office) -> None:
    billed = Measure(INVOICES, "sum", "accounting/Invoice.total_amount")
    with pytest.raises(Declined) as declined:
        office.rows(Figures((billed, billed), "more"))
    assert declined.value.reason is Reason.NO_RECORD and "several currencies" in str(declined.value)


def test_an_average_over_amounts_of_several_currencies_is_none(office: Office) -> None:
    def billed(unit: str | None) -> Figures:
        each = Tally(Measure(INVOICES, "sum", "accounting/Invoice.total_amount", unit=unit), OF_ACCOUNT)
        return Figures((Measure(the("crm/Account"), "average", each=each),))
    with pytest.raises(Declined, match="EUR, GBP, USD") as declined:
        office.rows(billed(None))
    assert declined.value.reason is Reason.NO_RECORD
    assert office.draft(billed("USD")).text.endswith(" USD**.")


@pytest.mark.parametrize("goal, told", [
    (Figures((Measure(TEAM, "min", STARTED),)), "The earliest start date of your direct reports is **2019-11-20**."),
    (Figures((Measure(TICKETS, "max", CLOSED_AT),)), "The latest of the tickets was closed on **2026-11-01 00:15**."),      # by the company's clock
    (Table(the("ticketing/User"), (NEXT_DUE,), Order(NEXT_DUE, False, 1)), "**Ana Ruiz** has the earliest due date of the tickets: **2026-11-02**."),
    (Groups((Measure(TICKETS, "min", "ticketing/Ticket.due_date"),), (Key((), "ticketing/Ticket.status"),)),
     "Earliest due date of the tickets by status: closed **2026-10-05**, open **2026-11-19**."),
])
def test_the_first_and_the_last_of_dates_are_told_as_dates(office: Office, goal: Goal, told: str) -> None:
    assert told in office.draft(goal).text


@pytest.mark.parametrize("contrast", ["ratio", "share", "change"])
def test_dates_are_no_part_of_each_other(office: Office, contrast: str) -> None:
    first, last = (Measure(TEAM, how, STARTED) for how in ("min", "max"))
    with pytest.raises(Declined) as declined:
        office.rows(Figures((first, last), contrast))
    assert declined.value.reason is Reason.OUT_OF_SCOPE


def test_a_years_pay_goes_by_the_job_held_now_and_stays_apart_by_currency(office: Office) -> None:
    managers = the("hris/Employee", Is("hris/Employee.manager"))
    below = (Step("hris/Pay.employee", "hris/Employee"), Step("hris/Employee.chain", "hris/Employee"))
    goal = Table(managers, (Tally(Measure(the("hris/Pay"), "sum", PAY), below),))
    assert office.rows(goal, PIA) == [("Ana Ruiz", "EUR", 100000), ("Ana Ruiz", "USD", 62400), ("Ben Cole", "EUR", 40000)]


@each_case("goal", [
    Figures((Measure(the("hris/Pay"), "average", PAY),)), Figures((Measure(the("hris/Pay"), "sum", PAY),)),
    Table(the("hris/Employee", Has(Tally(Measure(the("hris/Pay"), "sum", PAY), (Step("hris/Pay.employee", "hris/Employee"),)), ">", number(1)))),
    Table(the("hris/Employee"), (Tally(Measure(the("hris/Pay"), "sum", PAY), (Step("hris/Pay.employee", "hris/Employee"),)),)),
    Groups((Measure(the("hris/Pay"), "max", PAY),), (Key((Step("hris/Pay.employee", "hris/Employee"),)),)),
    Table(the("hris/Employee", Where("hris/Employee.age", value_of("hris/Employee.age", CALLED_CLEO), ">"))),
])
def test_pay_is_not_to_be_had_sideways(office: Office, goal: Goal) -> None:
    with pytest.raises(Declined) as declined:
        office.rows(goal, BEN)
    assert declined.value.reason is Reason.NOT_PERMITTED


@each_case("goal", [
    Figures((Measure(the("crm/Opportunity", Where(AMOUNT, op="empty")), "average", AMOUNT),)),
    Figures((Measure(the("crm/Opportunity", Where(AMOUNT, number(10_000), ">")), "sum", AMOUNT),)),
    Figures((Measure(the("crm/Lead"), "share", part=frozenset({Is("crm/Lead.converted")})),)),
    Table(the("crm/Opportunity", Where(AMOUNT, value_of(AMOUNT, Where(AMOUNT, op="empty")), ">"))),       # who has none is no rival
    Figures((Measure(INVOICES, "sum", "accounting/Invoice.total_amount", unit="JPY"),)),
    Table(INVOICES, (), Order(Tally(Measure(INVOICES, "sum", "accounting/Invoice.total_amount"), ()))),
])
def test_a_figure_without_a_value_is_no_record_and_never_zero(office: Office, goal: Goal) -> None:
    with pytest.raises(Declined) as declined:
        office.rows(goal)
    assert declined.value.reason is Reason.NO_RECORD


def test_records_without_a_value_are_left_out_and_counted_in_a_note(office: Office) -> None:
    run = office.run()
    office.draft(Figures((Measure(DEALS, "average", AMOUNT),)), run=run)
    assert "Amount is known for 4 of 5 opportunities." in run.notes.assumptions


def test_a_yes_is_shown_by_the_list_and_a_no_is_told(office: Office) -> None:
    overdue = the("ticketing/Ticket", OVERDUE)
    assert office.rows(Exists(overdue)) == office.rows(Names(overdue, ""))
    assert office.draft(Exists(overdue)).text == "**Yes**, t" + office.draft(Names(overdue, "")).text.removeprefix("T")
    assert office.rows(Exists(the("crm/Opportunity", Where(AMOUNT, number(10_000), ">"))))[0][0] == "no"


def test_a_yes_shows_records_without_a_name_by_what_one_sees_of_them(office: Office) -> None:
    draft = office.draft(Exists(the("hris/TimeOff", Is("hris/TimeOff.under_way", OCTOBER))))
    assert draft.text.startswith("**Yes**, there were **2** time-off requests")
    assert draft.result is not None and len(draft.result.rows) == 2
    assert {"from", "to", "status"} <= {column.name for column in draft.result.columns}


BIGGEST, WITHOUT_AMOUNT, NONE = (the("crm/Opportunity", where) for where in (
    Where(AMOUNT, number(900)), Where(AMOUNT, op="empty"), Where(AMOUNT, number(10_000), ">")))


def so(thing: Node, *where: Condition) -> Exists:
    """Do the conditions hold of the one thing?"""
    return Exists(the(thing.model, *where, links=(same_as(thing),)))


def test_yes_or_no_about_one_thing_reads_no_other_record(office: Office) -> None:
    assert office.rows(so(Me(), Is("hris/Employee.manager"))) == [("yes",)]
    assert office.rows(so(Me(), Is("hris/Employee.remote")), "ben.cole@acme.example") == [("no",)]
    assert office.rows(so(BIGGEST, Where(AMOUNT, number(400), ">"))) == [("yes",)]
    assert office.rows(so(BIGGEST, Where(AMOUNT, number(901), ">"))) == [("no",)]


@pytest.mark.parametrize("goal", [
    so(WITHOUT_AMOUNT, Where(AMOUNT, number(400), ">")), so(NONE, Is("crm/Opportunity.open")),
    so(Me(), Not(Where("hris/Employee.age", number(1), ">"))),
])
def test_what_the_source_does_not_say_of_a_thing_is_neither_so_nor_not(office: Office, goal: Goal) -> None:
    with pytest.raises(Declined) as declined:
        office.rows(goal)
    assert declined.value.reason is Reason.NO_RECORD


def test_equal_nodes_are_read_once(office: Office) -> None:
    office.control.forget_requests(office.slug)
    office.rows(Figures((count(DEALS), Measure(DEALS, "sum", AMOUNT), Measure(DEALS, "max", AMOUNT))))
    assert sum("/opportunities" in path for path in office.control.requests(office.slug)["by_path"]) == 1


TRIED = [OPEN, OVERDUE, Where("ticketing/Ticket.due_date", OCTOBER, "in"), Where("ticketing/Ticket.due_date", "today", "<"),
         Where("ticketing/Ticket.assignees", op="filled"), Has(Tally(count(the("ticketing/User")), ()), "=", number(0))]


@each_case("condition", TRIED[:5])
def test_those_that_meet_a_condition_those_that_do_not_and_the_unknown_are_all(office: Office, condition: Condition) -> None:
    everything, met, others = (
        {r for r, *_ in office.rows(Table(the("ticketing/Ticket", *where)))} for where in ((), (condition,), (Not(condition),))
    )
    assert not met & others
    undated = {"Fault T-3"} if isinstance(condition, Where) and condition.field.endswith("due_date") else set()
    assert met | others == everything - undated


# ---------------------------------------------------------------- a source that fails, a person who stops


TOLERATED = (*ROWS, "slow")


@each_case("kind", sorted(KINDS))
def test_under_any_fault_a_figure_is_right_or_says_that_it_could_not_be_read(office: Office, kind: str) -> None:
    category = {"category": "ticketing"} if kind in ACCOUNT else {"model": "Ticket"}
    office.control.fault(kind, tenant=office.slug, seconds=1 if kind in WIRE else 0, **category)
    try:
        assert office.rows(Figures((count(the("ticketing/Ticket")),))) == [(5,)]
        assert kind not in ACCOUNT
        assert kind not in set(ANSWERS) - {"passthrough_408"}
    except Declined as declined:
        assert declined.reason is Reason.FAILED
        assert kind not in TOLERATED
    finally:
        office.control.clear_faults(office.slug)


def test_who_stops_a_run_is_not_kept_waiting_and_no_further_page_is_read(office: Office) -> None:
    stop = Stop()
    office.control.fault("slow", tenant=office.slug, model="Ticket", seconds=2)
    office.control.forget_requests(office.slug)
    run = office.run(stop=stop)
    try:
        events = execute(run, compile_plan(catalogue(), Figures((count(the("ticketing/Ticket")), count(the("ticketing/User"))))), write)
        assert isinstance(next(events), Started)
        stop.set()
        with pytest.raises(Cancelled):
            list(events)
    finally:
        office.control.clear_faults(office.slug)
    assert run.live.deadline.expired
    with pytest.raises(Declined):
        run.live.records("crm/Account")
    assert not any("/crm/" in path for path in office.control.requests(office.slug)["by_path"])


def test_a_question_that_takes_too_many_readings_is_declined(office: Office) -> None:
    run = office.run()
    run.live.count(MOST_CALLS)
    with pytest.raises(Declined) as declined:
        office.draft(Names(TEAM, "report"), run=run)
    assert declined.value.reason is Reason.FAILED
    assert ANA not in str(declined.value)
