"""Plans in words: two that mean something else never read the same, and what is said holds every part."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from hypothesis import HealthCheck, given, settings

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.plan.algebra import (
    Column,
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
    Not,
    Order,
    Quantity,
    Set,
    Show,
    Step,
    Table,
    Tally,
    Where,
)
from agent.plan.periods import Interval, Recurring
from agent.question.normal_form import normalize
from tests.cases import each_case
from tests.unit.agent.drawn_goals import goals, near


def test_two_plans_that_differ_never_read_the_same(full):
    said: dict[str, Goal] = {}

    @settings(max_examples=5000 if full else 100, deadline=None, suppress_health_check=list(HealthCheck))
    @given(goals())
    def held(goal):
        for one in (goal, *near(goal)):
            alike = _in_usual_unit(normalize(catalogue(), one))
            assert said.setdefault(say_goal(catalogue(), one), alike) == alike

    held()


def _in_usual_unit(goal):
    """A unit that people expect of a field is said whether it was asked for or not."""
    return replace(goal, unit=None) if isinstance(goal, Show) and goal.unit == catalogue().field(goal.field).shown_in else goal


TICKETS = Set("ticketing/Ticket")
ASSIGNEE = Step("ticketing/Ticket.assignees", "ticketing/User")
MY_TEAM = Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, Me())}))
MY_CALLS = Set("crm/Engagement", frozenset({Link("crm/Engagement.owner", True, Set("crm/User", frozenset({Link("hub", False, Me())})))}))
OF_LEAVE = Link("hris/Employee.time_off", True, Set("hris/TimeOff"))
OCTOBER = Interval(date(2026, 10, 1), date(2026, 11, 1), "October 2026")


@each_case("goal, said", [
    (Figures((Measure(TICKETS, "count"),)), "the number of tickets"),
    (Exists(TICKETS), "whether there is any of the tickets"),
    (Table(MY_TEAM, (Tally(Measure(TICKETS, "count"), (ASSIGNEE, Step("hub", "hris/Employee"))),)),
     "for each of the employees managed by you: the number of tickets by assignee’s own employee"),
    (Groups((Measure(Set("hris/Employee"), "count"),), (Key((Step("hris/Employee.department", "hris/Group"),)),)),
     "the number of employees by department"),
    (Names(Set("ticketing/Ticket", where=frozenset({Where("ticketing/Ticket.completed_at", OCTOBER, "in")})), "ticket"),
     "the tickets closed in October 2026"),
    (Groups((Measure(replace(TICKETS, where=frozenset({Where("ticketing/Ticket.completed_at", Recurring("weekday", (1, 5)), "in")})), "count"),),
            (Key((), "ticketing/Ticket.due_date", "month of year"),)),
     "the number of tickets closed on a Monday or Friday by month of year of due date"),
    (Names(replace(MY_TEAM, where=frozenset({Is("hris/Employee.active")})), ""), "the active employees managed by you"),
    (Names(replace(MY_TEAM, where=frozenset({Is("hris/Employee.off", OCTOBER)})), ""), "the employees managed by you who are off in October 2026"),
    (Names(replace(MY_TEAM, links=MY_TEAM.links | {OF_LEAVE}, where=frozenset({Not(OF_LEAVE)})), ""),       # what is negated goes no further
     "the employees managed by you and not whose time off is among the time-off requests and whose time off is among the time-off requests"),
    (Names(Set("crm/Opportunity", ranked=Order(Column("crm/Opportunity.amount"), True, 1, skip=1)), ""),
     "the opportunity with the second highest amount"),
    (Show(Set("crm/Engagement", MY_CALLS.links, frozenset({Where("crm/Engagement.kind", "MEETING"), Is("crm/Engagement.upcoming")}),
              ranked=Order(Column("crm/Engagement.start_time"), False, 1)), "crm/Engagement.start_time"),
     "the date of your upcoming meeting with the earliest date"),
    (Names(Set("ticketing/Ticket", frozenset({Link("ticketing/Ticket.assignees", True, Named("ticketing/User", "Hugo"))}),
               ranked=Order(Column("ticketing/Ticket.remote_created_at"), True, 3)), ""),
     "the 3 with the latest creation date among the tickets of ticketing user “Hugo”"),
    (Names(Set("ticketing/Ticket", where=frozenset({Where("ticketing/Ticket.days_overdue", Quantity(Decimal(14)), ">")})), ""),
     "the tickets more than 14 days overdue"),
    (Names(Set("ticketing/Ticket", where=frozenset({Not(Where("ticketing/Ticket.priority", "Gale"))})), ""), "the tickets without priority “Gale”"),
    (Show(replace(MY_CALLS, newest=True), "crm/Engagement.ago"), "the days since your last conversation"),
    (Figures((Measure(Set("hris/Pay", frozenset({Link("hris/Pay.employee", True, MY_TEAM)})), "average", "hris/Pay.annual"),)),
     "the average yearly base pay of the yearly pays whose employee is among the employees managed by you"),
    (Table(TICKETS, (), Order(Column("ticketing/Ticket.age"), True, 3, skip=20)),
     "a list of the tickets; highest age first; the 21st to 23rd place"),
    (Figures((Measure(MY_CALLS, "count"), Measure(TICKETS, "count"))), "the number of your conversations, and the number of tickets"),
    (Names(Set("ticketing/Ticket", frozenset({Link("ticketing/Ticket.assignees", True, Named("ticketing/User", "Hugo"))}),
               frozenset({Not(Where("ticketing/Ticket.due_date", op="empty"))})), "ticket"),
     "the tickets not without due date and of ticketing user “Hugo”"),
    (Names(Set("hris/Employee", where=frozenset({Has(Tally(Measure(TICKETS, "count"), (ASSIGNEE,)), ">=", Quantity(Decimal(3)))})), "employee"),
     "the employees with at least 3 tickets by assignee"),
])
def test_a_plan_reads_as_a_person_would_say_it(goal, said):
    assert say_goal(catalogue(), goal) == said


def test_condition_on_a_set_is_phrased_unlike_one_on_its_linked_set():
    named = Where("hris/Employee.display_full_name", "x", "contains")
    of_ana = frozenset({Link("hris/Employee.manager", True, Named("hris/Employee", "Ana"))})
    inside = Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, Set("hris/Employee", of_ana, frozenset({named})))}))
    outside = Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, Set("hris/Employee", of_ana))}), frozenset({named}))
    assert say_goal(catalogue(), Names(inside, "")) != say_goal(catalogue(), Names(outside, ""))
