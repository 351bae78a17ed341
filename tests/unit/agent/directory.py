"""What a graph would find for the words of a question, as plain candidates: names and words of the tenant, no server."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from agent.catalogue import catalogue
from agent.plan.algebra import Goal
from agent.plan.periods import Calendar
from agent.understand.grammar.evidence import VALUE, Known
from agent.understand.grammar.planner import Readings, read, spans
from kg.names import fold, name_words
from kg.resolve import Candidate

PEOPLE = {
    "crm/Contact": ("Bill Ashworth", "Bill Tran", "Greta Gilmore"),
    "crm/Account": ("Kenmore Freight", "Foxglove Apparel", "Juniper", "Brightwater Mills"),
    "crm/Opportunity": ("Foxglove Renewal 2026",),
    "hris/Employee": ("Ana Ruiz", "Ben Cole", "Cleo Diaz", "Pia Lindqvist", "Tomas Okafor"),
    "hris/Team": ("Atlas", "Rigging"),
    "hris/Group": ("Finance",),
    "ticketing/Collection": ("Lighthouse", "Seawall"),
    "ats/Job": ("Senior Buyer",),
    "crm/Lead": ("Noor Sato",),
}
VALUES = {                              # words of fields that are the tenant's own
    "hris/Location.city": ("Lisbon", "Porto"),
    "hris/Employment.job_title": ("Welder",),
    "crm/Account.industry": ("Shipbuilding", "Forestry"),
    "crm/Lead.lead_source": ("Trade Fair", "Webinar"),
    "ticketing/Ticket.priority": ("Sev1", "Sev2"),
    "ticketing/Ticket.ticket_type": ("Defect",),
}
KEYS = {"ATL-12": "ticketing/Ticket", "INV-77": "accounting/Invoice"}


TODAY = Calendar(date(2026, 11, 20))


def read_question(
    question: str, people: Mapping[str, Sequence[str]] = PEOPLE, last: Goal | None = None, *, is_next: bool = False, told_asker: bool = False,
) -> Readings:
    """The question's readings, with the names of the directory in sight; `last` is the goal before it, `is_next`: in the same sentence."""
    return read(catalogue(), question, Known(names_in(question, people), TODAY, last=last, is_next=is_next, told_asker=told_asker))


def names_in(question: str, people: Mapping[str, Sequence[str]] = PEOPLE) -> dict[str, tuple[Candidate, ...]]:
    """What the directory holds for every stretch of the question that may be a name."""
    return {span: _found(span, people) for span in spans(question)}


def _found(span: str, people: Mapping[str, Sequence[str]]) -> tuple[Candidate, ...]:
    return (*_keyed(span), *_titled(span, people), *_people(span, people), *_worded(span))


def _keyed(span: str) -> tuple[Candidate, ...]:
    return tuple(_candidate(model, key, "alias") for key, model in KEYS.items() if fold(key) == fold(span))


def _titled(span: str, people: Mapping[str, Sequence[str]]) -> tuple[Candidate, ...]:
    return tuple(_candidate(m, name, "exact") for m, names in people.items() for name in names if fold(name) == fold(span))


def _people(span: str, people: Mapping[str, Sequence[str]]) -> tuple[Candidate, ...]:
    return tuple(_candidate(m, name, "part") for m, names in people.items() for name in names
                 if fold(name) != fold(span) and fold(span) in name_words(name))


def _worded(span: str) -> tuple[Candidate, ...]:
    """Values as they are written, or several of them: "defects"."""
    return tuple(replace(_candidate(VALUE, value, "exact"), properties={"field": field, "value": value})
                 for field, values in VALUES.items() for value in values if fold(span) in (fold(value), fold(f"{value}s")))


def _candidate(model: str, name: str, how: str) -> Candidate:
    return Candidate(f"t|{model}|{name}", model, name, "account", name, (), None, {}, how, 1.0 if how != "part" else 0.7, ())
