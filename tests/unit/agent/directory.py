"""What a graph would find for the words of a question, as plain candidates: a directory of a handful of names, no server."""

from collections.abc import Mapping, Sequence
from datetime import date

from agent.catalogue import catalogue
from agent.periods import Calendar
from agent.rules.evidence import Known
from agent.rules.planner import Readings, read, spans
from kg.names import fold, name_words
from kg.resolve import Candidate

PEOPLE = {
    "crm/Contact": ("Bill Ashworth", "Bill Tran", "Greta Gilmore"),
    "crm/Account": ("Kenmore Freight", "Foxglove Apparel", "Juniper"),
    "crm/Opportunity": ("Foxglove Renewal 2026",),
    "hris/Employee": ("Ana Ruiz", "Ben Cole", "Cleo Diaz"),
    "hris/Team": ("Atlas",),
    "ats/Job": ("Senior Buyer",),
    "crm/Lead": ("Noor Sato",),
}
KEYS = {"ATL-12": "ticketing/Ticket", "INV-77": "accounting/Invoice"}


TODAY = Calendar(date(2026, 11, 20))


def read_question(question: str, people: Mapping[str, Sequence[str]] = PEOPLE) -> Readings:
    """The question's readings, with the names of the directory in sight."""
    return read(catalogue(), question, Known(names_in(question, people), TODAY))


def names_in(question: str, people: Mapping[str, Sequence[str]] = PEOPLE) -> dict[str, tuple[Candidate, ...]]:
    """What the directory holds for every stretch of the question that may be a name."""
    return {span: _found(span, people) for span in spans(question)}


def _found(span: str, people: Mapping[str, Sequence[str]]) -> tuple[Candidate, ...]:
    return (*_keyed(span), *_titled(span, people), *_people(span, people))


def _keyed(span: str) -> tuple[Candidate, ...]:
    return tuple(_candidate(model, key, "alias") for key, model in KEYS.items() if fold(key) == fold(span))


def _titled(span: str, people: Mapping[str, Sequence[str]]) -> tuple[Candidate, ...]:
    return tuple(_candidate(m, name, "exact") for m, names in people.items() for name in names if fold(name) == fold(span))


def _people(span: str, people: Mapping[str, Sequence[str]]) -> tuple[Candidate, ...]:
    return tuple(_candidate(m, name, "part") for m, names in people.items() for name in names
                 if fold(name) != fold(span) and fold(span) in name_words(name))


def _candidate(model: str, name: str, how: str) -> Candidate:
    return Candidate(f"t|{model}|{name}", model, name, "account", name, (), None, {}, how, 1.0 if how != "part" else 0.7, ())
