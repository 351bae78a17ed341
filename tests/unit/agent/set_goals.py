"""Goals in few words, for tests that hold a question against the goal it must be read as."""

from datetime import date
from decimal import Decimal

from agent.catalogue import catalogue
from agent.plan.algebra import (
    Column,
    Figures,
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
    Step,
    Table,
    Tally,
    Where,
)
from agent.plan.periods import interval

TICKET, PEOPLE, DEAL, ACCOUNT, LEAD, INVOICE = (
    "ticketing/Ticket", "hris/Employee", "crm/Opportunity", "crm/Account", "crm/Lead", "accounting/Invoice")
ANA, BEN, PIA, TOMAS = (Named(PEOPLE, name) for name in ("Ana Ruiz", "Ben Cole", "Pia Lindqvist", "Tomas Okafor"))
YEAR, OCTOBER = interval(date(2026, 1, 1), date(2027, 1, 1)), interval(date(2026, 10, 1), date(2026, 11, 1))
LAST_YEAR = interval(date(2025, 1, 1), date(2026, 1, 1))
LAST_QUARTER, NEXT_WEEK = interval(date(2026, 7, 1), date(2026, 10, 1)), interval(date(2026, 11, 23), date(2026, 11, 30))
TO_ACCOUNT = (Step("crm/Opportunity.account", ACCOUNT),)
TO_ASSIGNEE = (Step("ticketing/Ticket.assignees", "ticketing/User"), Step("hub", PEOPLE))
TO_DEPARTMENT, TO_TEAM = (Step("hris/Employee.department", "hris/Group"),), (Step("hris/Employee.team", "hris/Team"),)
TO_CITY = Key((Step("hris/Employee.work_location", "hris/Location"),), "hris/Location.city")
TO_PROJECT = (Step("ticketing/Ticket.collections", "ticketing/Collection"),)
TO_OWNER = (Step("crm/Opportunity.owner", "crm/User"),)


def members(model, *conditions):
    """The records of a model that meet the conditions; links among them go where a set has its links."""
    links = frozenset(c for c in conditions if isinstance(c, Link))
    return Set(model, links, frozenset(conditions) - links)


def names(model, *conditions):
    """The list of them."""
    return Names(members(model, *conditions), catalogue().models[model].label)


def number(model, *conditions):
    """How many they are."""
    return Figures((counted(model, *conditions),))


def counted(model, *conditions):
    """Their count as a measure."""
    return Measure(members(model, *conditions), "count")


def figure(how, field, *conditions, unit=None):
    """One figure over a field of those that meet the conditions."""
    return Figures((Measure(members(field.partition(".")[0], *conditions), how, field, unit=unit),))


def share(part, model, *conditions):
    """What part of them meets one more condition."""
    return Figures((Measure(members(model, *conditions), "share", part=frozenset({part})),))


def grouped(measure, *keys):
    """A measure by what paths or fields lead to."""
    return Groups((measure,), tuple(key if isinstance(key, Key) else Key(key) for key in keys))


def first(node, by, count, *, descending=True):
    """The first rows of an order, which they are shown with."""
    return Table(node, (by,), Order(by, descending, count))


def tally(model, path, *conditions):
    """For each row the number of those that the path leads from."""
    return Tally(counted(model, *conditions), path)


def own(app_user, person):
    """Somebody's record in another app."""
    return Set(app_user, frozenset({Link("hub", False, person)}))


def assigned(person):
    """Tickets that somebody is assigned to."""
    return Link("ticketing/Ticket.assignees", True, own("ticketing/User", person))


def created_by(person):
    """Tickets that somebody reported."""
    return Link("ticketing/Ticket.creator", True, own("ticketing/User", person))


def owned_by(person, model=ACCOUNT):
    """What somebody owns in the CRM."""
    return Link(f"{model}.owner", True, own("crm/User", person))


def in_project(name):
    """Tickets of a project."""
    return Link("ticketing/Ticket.collections", True, Named("ticketing/Collection", name))


def in_team(name):
    """People of a team."""
    return Link("hris/Employee.team", True, Named("hris/Team", name))


def in_city(*cities):
    """People whose place of work is there."""
    where = [Where("hris/Location.city", city) for city in cities]
    return Link("hris/Employee.work_location", True, members("hris/Location", *where))


def of_account(name):
    """Deals with a company."""
    return Link("crm/Opportunity.account", True, Named(ACCOUNT, name))


def some_deal(*conditions):
    """Accounts that have such a deal."""
    return Link("crm/Opportunity.account", False, members(DEAL, *conditions))


def above(field, number, op=">", unit=None):
    """A field held against a number."""
    return Where(field, Quantity(Decimal(number), unit), op)


def has(op, number, one):
    """How many of a tally belong to each."""
    return Has(one, op, Quantity(Decimal(number)))


OPEN, OVERDUE, CLOSED = Is(f"{TICKET}.open"), Is(f"{TICKET}.overdue"), Is(f"{TICKET}.closed")
SEV1, SEV2, DEFECT = Where(f"{TICKET}.priority", "Sev1"), Where(f"{TICKET}.priority", "Sev2"), Where(f"{TICKET}.ticket_type", "Defect")
OPEN_DEAL, WON, AMOUNT = Is(f"{DEAL}.open"), Is(f"{DEAL}.won"), f"{DEAL}.amount"
SHIPBUILDING = Where(f"{ACCOUNT}.industry", "Shipbuilding")
ACTIVE, REMOTE, MANAGERS, MY_TEAM = (Is(f"{PEOPLE}.{name}") for name in ("active", "remote", "manager", "my_team"))
MY_REPORT = Link("hris/Employee.manager", True, Me())
HEADCOUNT = counted(PEOPLE, ACTIVE)
START = Column(f"{PEOPLE}.start_date")


def negated(condition):
    """Those for which it does not hold."""
    return Not(condition)
