"""What a change of a company's settings opens and closes, and to whom: every person's rights before and after. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from agent.access.rights import People
from agent.catalogue.house import house
from agent.policy.decision import HOWS, Case, How, Subject, decide
from ingest.company import Company, Person

Direction = Literal["opens", "closes"]
Most = tuple[How, str] | None           # the most that somebody may have of a class, and by which grant
_CLASSES = ("B", "B-dates", "C", "D")   # A is open to everybody, E and X to nobody


@dataclass(frozen=True, slots=True)
class Probe:
    """What is asked of the policy: a class (`field` is empty), or one field that the company names."""

    privacy: str
    field: str = ""


@dataclass
class Shift:
    """What becomes open, or is open no longer, to several people in the same way."""

    direction: Direction
    probe: Probe
    how: How                            # the most that changes: values, totals, or only how many there are
    grant: str                          # the relation in which they stand, as policy.toml names it
    of: dict[str, int] = field(default_factory=dict)       # e-mail → of how many employees


def changed_rights(before: Company, after: Company, people: People) -> list[Shift]:
    """Every difference, gathered. What is somebody's own is left out of those who come and go."""
    found: dict[tuple[Direction, Probe, How, str], Shift] = {}
    probes = tuple(_probes(before, after))
    for email, old, new in _pairs(before, after):
        for subject, count in _groups(old, new, people):
            for probe in probes:
                had, has = (_most(company, person, probe, subject, people) for company, person in ((before, old), (after, new)))
                shift = _shift(probe, had, has)
                if count and shift and not (shift.grant == "self" and None in (old, new)):
                    of = found.setdefault((shift.direction, probe, shift.how, shift.grant), shift).of
                    of[email] = of.get(email, 0) + count
    return list(found.values())


def unknown_to_hr(company: Company, people: People) -> Sequence[str]:
    """The company's people whom HR does not list as exactly one active employee: they see the directory alone."""
    return [person.email for person in company.people if people.viewer(person).employee_id is None]


def in_scope(company: Company, person: Person, people: People) -> int:
    """Of how many employees, besides the own record, an HR partner's scope opens private data."""
    viewer = people.viewer(person)
    return sum(decide(Case(company, viewer, "B"), one.subject).grant == "hr_partner" for one in people.employees)


def _pairs(before: Company, after: Company) -> Iterator[tuple[str, Person | None, Person | None]]:
    """Each person as they were and are; those for whom nothing can have changed are left out."""
    same_policy = before.definitions.policy == after.definitions.policy
    for email in sorted({person.email for company in (before, after) for person in company.people}):
        old, new = before.person(email), after.person(email)
        if old != new or not same_policy:
            yield email, old, new


def _probes(before: Company, after: Company) -> Iterator[Probe]:
    """The classes, and the fields that one of the two names under `never` or `payroll_needs`."""
    yield from (Probe(privacy) for privacy in _CLASSES)
    listed = {name for company in (before, after) for name in (*company.definitions.policy.never, *company.definitions.policy.payroll_needs)}
    known = {one.id.replace("/", ".", 1): one for one in house(after).fields()}
    yield from (Probe(known[name].privacy, known[name].id) for name in sorted(listed & set(known)) if name.startswith("hris."))


def _groups(old: Person | None, new: Person | None, people: People) -> Iterator[tuple[Subject, int]]:
    """Employees among whom the policy makes no difference for this viewer: one of them, and how many they are."""
    persons = [person for person in (old, new) if person]
    if any("hr_partner" in person.roles for person in persons):     # a scope looks at each
        yield from ((one.subject, 1) for one in people.employees)
        return
    viewer = people.viewer(persons[0])
    direct, further = people.below.get(viewer.employee_id or "", ((), ()))
    own = [Subject(viewer.employee_id, viewer.managers)] if viewer.employee_id else []
    yield from ((group[0], len(group)) for group in (own, direct, further) if group)
    yield Subject("", ()), len(people.employees) - len(own) - len(direct) - len(further)


def _shift(probe: Probe, had: Most, has: Most) -> Shift | None:
    if had and _rank(had) < _rank(has):
        return Shift("closes", probe, *had)
    return Shift("opens", probe, *has) if has and _rank(has) < _rank(had) else None


def _most(company: Company, person: Person | None, probe: Probe, subject: Subject, people: People) -> Most:
    if person is None:
        return None
    case = Case(company, people.viewer(person), probe.privacy, probe.field)
    found = ((how, decide(replace(case, how=how), subject)) for how in HOWS)
    return next(((how, decision.grant) for how, decision in found if decision.allowed), None)


def _rank(most: Most) -> int:
    return HOWS.index(most[0]) if most else len(HOWS)
