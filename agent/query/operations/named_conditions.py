"""Named conditions that no comparison of fields says: each a function over many records at once. The catalogue marks them `computed`.

A named condition holds or does not; what cannot be told does not hold.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial

from agent.plan.periods import Interval, interval
from agent.query.operations.comparing import in_interval
from agent.query.operations.identity_marks import addresses
from agent.query.operations.node_records import PEOPLE
from agent.query.operations.source import listed
from agent.query.operations.values import day_of, today
from agent.question.context import QuestionContext
from ingest.records import Record, ids_in, times_at, values_at
from kg.names import words

Holds = Callable[[QuestionContext, Sequence[Record], Interval | None], frozenset[str]]      # ids of the records for which it holds


def _manages(context: QuestionContext, records: Sequence[Record], _: Interval | None) -> frozenset[str]:
    """Who has at least one active direct report, whatever the title."""
    managers = {i for r in context.live.records(PEOPLE) if r.values.get("employment_status") == "ACTIVE" for i in ids_in(r, "manager")}
    return frozenset(r.id for r in records if r.id in managers)


def _my_team(context: QuestionContext, records: Sequence[Record], _: Interval | None) -> frozenset[str]:
    """The asker's, as `team_of` has it."""
    team = team_of(context, context.me())
    return frozenset(r.id for r in records if r.id in team)


def team_of(context: QuestionContext, leader: Record) -> frozenset[str]:
    """Somebody's active direct reports; of whoever has none, the active members of the same team, themselves included. By id."""
    active = [r for r in context.live.records(PEOPLE) if r.values.get("employment_status") == "ACTIVE"]
    reports = {r.id for r in active if leader.id in ids_in(r, "manager")}
    teams = set(ids_in(leader, "team"))
    return frozenset(reports or {r.id for r in active if teams & set(ids_in(r, "team"))})


def _off(context: QuestionContext, records: Sequence[Record], period: Interval | None, kind: str = "") -> frozenset[str]:
    """Who has approved time off on any day of the period; on this day where none is named. `kind`: only time off of that kind."""
    day = today(context)
    return _away(context, records, period or interval(day, day + timedelta(days=1)), kind)


def _took(context: QuestionContext, records: Sequence[Record], period: Interval | None, kind: str = "") -> frozenset[str]:
    """Who had approved time off on any day of the period up to today, at any time where none is named: what is only planned was not taken."""
    tomorrow = today(context) + timedelta(days=1)
    first, last = (period.first, period.last) if period is not None else (None, None)
    return _away(context, records, Interval(first, min(last or tomorrow, tomorrow), ""), kind)


def _away(context: QuestionContext, records: Sequence[Record], wanted: Interval, kind: str) -> frozenset[str]:
    """Who has approved time off that lies in the period or touches it."""
    away: set[str] = set()
    for request in listed(context, "hris/TimeOff", {"status": "APPROVED"}):
        if (not kind or request.values.get("request_type") == kind) and _touches(context, request, wanted):
            away.update(ids_in(request, "employee"))
    return frozenset(r.id for r in records if r.id in away)


def _under_way(context: QuestionContext, records: Sequence[Record], period: Interval | None) -> frozenset[str]:
    """Approved time off on any day of the period; on this day where none is named."""
    day = today(context)
    wanted = period or interval(day, day + timedelta(days=1))
    return frozenset(r.id for r in records if _touches(context, r, wanted))


def _touches(context: QuestionContext, request: Record, wanted: Interval) -> bool:
    """Is it approved, and does it lie in the period or touch it?"""
    if request.values.get("status") != "APPROVED":
        return False
    fields = context.catalogue.models["hris/TimeOff"].fields
    first, last = (next((day_of(context, fields[name], v) for v in times_at(request, name)), None) for name in ("start_time", "end_time"))
    return first is not None and (wanted.last is None or first < wanted.last) and (wanted.first is None or (last or first) >= wanted.first)


def _not_met(context: QuestionContext, records: Sequence[Record], _: Interval | None) -> frozenset[str]:
    """Leads that are still to be worked on and that no past meeting had."""
    return frozenset(r.id for r in records if _is_open_lead(r)) - _met(context, records, None)


def _met(context: QuestionContext, records: Sequence[Record], period: Interval | None) -> frozenset[str]:
    """Leads that a past meeting had, by their contact or by a contact of their address; in the period where one is named."""
    start = context.catalogue.models["crm/Engagement"].fields["start_time"]
    begun = [r for r in listed(context, "crm/Engagement") if _is_past_meeting(context, r)
             and (period is None or any(in_interval(day_of(context, start, v), period) for v in times_at(r, "start_time")))]
    met = {i for r in begun for i in ids_in(r, "contacts")}
    known = {a for contact in context.live.by_ids("crm/Contact", sorted(met)) for a in addresses("crm/Contact", contact)}
    return frozenset(r.id for r in records if met & set(ids_in(r, "converted_contact")) or known & addresses("crm/Lead", r))


def _is_open_lead(lead: Record) -> bool:
    values = lead.values
    return not values.get("converted_date") and not values.get("converted_account") and values.get("status") not in ("CLOSED", "UNQUALIFIED")


def _is_past_meeting(context: QuestionContext, engagement: Record) -> bool:
    begun = next((v for v in values_at(engagement, "start_time") if isinstance(v, datetime)), None)
    return begun is not None and begun <= context.live.now and "MEETING" in values_at(engagement, "engagement_type.activity_type")


# ---------------------------------------------------------------- applications


def _active(context: QuestionContext, records: Sequence[Record], _: Interval | None) -> frozenset[str]:
    """Applications that were not rejected and have not come to the hired stage."""
    return frozenset(r.id for r in records if not r.values.get("rejected_at")) - _hired(context, records, None)


def _hired(context: QuestionContext, records: Sequence[Record], _: Interval | None) -> frozenset[str]:
    """Applications in the stage that is called so."""
    stages = context.live.by_ids("ats/JobInterviewStage", sorted({i for r in records for i in ids_in(r, "current_stage")}))
    hired = {stage.id for stage in stages if "hired" in words(str(stage.values.get("name") or ""))}
    return frozenset(r.id for r in records if hired & set(ids_in(r, "current_stage")))


# ---------------------------------------------------------------- service levels


def _within_sla(context: QuestionContext, records: Sequence[Record], _: Interval | None) -> frozenset[str]:
    """Tickets that were fixed in time, by the company's own definition."""
    return frozenset(r.id for r in records if _sla(context, r) is True)


def _sla_decided(context: QuestionContext, records: Sequence[Record], _: Interval | None) -> frozenset[str]:
    """Tickets that were fixed, or whose deadline has passed; those still in time are undecided, and so are those without a deadline."""
    return frozenset(r.id for r in records if _sla(context, r) is not None)


def _sla(context: QuestionContext, ticket: Record) -> bool | None:
    """Fixed in time, or not; None where that is not decided."""
    rule = context.company.definitions.sla
    return (_by_hours if rule.by == "hours" else _by_due_date)(context, ticket)


def _by_due_date(context: QuestionContext, ticket: Record) -> bool | None:
    fields = context.catalogue.models["ticketing/Ticket"].fields
    due = next((day_of(context, fields["due_date"], v) for v in times_at(ticket, "due_date")), None)
    fixed = _fixed_at(ticket)
    if due is None or (fixed is None and _is_closed(ticket)):
        return None
    if fixed is not None:
        return day_of(context, fields["completed_at"], fixed) <= due
    return False if due < today(context) else None


def _by_hours(context: QuestionContext, ticket: Record) -> bool | None:
    """By the clock, nights and weekends included."""
    created = next((v for v in values_at(ticket, "remote_created_at") if isinstance(v, datetime)), None)
    hours, fixed = _allowed(context, ticket), _fixed_at(ticket)
    if created is None or hours is None or (fixed is None and _is_closed(ticket)):
        return None
    deadline = created + timedelta(hours=float(hours))
    if fixed is not None:
        return fixed <= deadline
    return False if deadline < context.live.now else None


def _allowed(context: QuestionContext, ticket: Record) -> Decimal | None:
    """The hours that the ticket's priority allows, by the company's word for it."""
    rules, hours = context.company.definitions.priorities, context.company.definitions.sla.hours
    by_rule = [name for name, rule in rules.items() if rule.equals in {str(v) for v in values_at(ticket, rule.field)}]
    own = [str(v) for v in (*values_at(ticket, "priority_native"), *values_at(ticket, "priority"))]
    return next((Decimal(str(hours[name])) for name in (*by_rule, *own) if name in hours), None)


def _is_closed(ticket: Record) -> bool:
    return ticket.values.get("status") == "CLOSED"


def _fixed_at(ticket: Record) -> datetime | None:
    return next((v for v in values_at(ticket, "completed_at") if isinstance(v, datetime)), None) if _is_closed(ticket) else None


COMPUTED: Mapping[str, Holds] = {
    "hris/Employee.manager": _manages,
    "hris/Employee.my_team": _my_team,
    "hris/Employee.off": _off,
    "hris/Employee.on_vacation": partial(_off, kind="VACATION"),
    "hris/Employee.on_sick_leave": partial(_off, kind="SICK"),
    "hris/Employee.took_time_off": _took,
    "hris/Employee.took_vacation": partial(_took, kind="VACATION"),
    "hris/Employee.took_sick_leave": partial(_took, kind="SICK"),
    "hris/TimeOff.under_way": _under_way,
    "crm/Lead.met": _met,
    "crm/Lead.not_met": _not_met,
    "ats/Application.active": _active,
    "ats/Application.hired": _hired,
    "ticketing/Ticket.within_sla": _within_sla,
    "ticketing/Ticket.sla_decided": _sla_decided,
}
