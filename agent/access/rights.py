"""What one person may see of another, by class and with the reason: for whoever has to explain it, or wants to change it.

`agent/policy/decision.py` decides; nothing private is read.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.access.people_rules import PEOPLE, subjects
from agent.policy.decision import HOWS, Case, How, Subject, Viewer, decide
from agent.policy.tables import CLASSES
from agent.policy.wording import called, relation_in_words
from agent.question.context import QuestionContext
from ingest.company import Company, Person
from ingest.records import values_at

OPEN_AS: Mapping[How, str] = {"value": "everything", "total": "totals only", "count": "counts only"}
NOTHING = "nothing"
_SCOPES = ("location", "team", "department", "company")


@dataclass(frozen=True, slots=True)
class Employee:
    """Somebody whom HR lists as active, as everybody may know them."""

    name: str
    email: str                          # the work address, lower case; empty where HR has none
    subject: Subject


@dataclass(frozen=True)
class People:
    """Everybody whom HR lists as active, as it is now. Empty where no HR app is connected."""

    employees: Sequence[Employee] = ()

    def at(self, email: str) -> Employee | None:
        """The one active employee of a work address; None where there is none, or more than one."""
        return self._by_address.get(email.strip().lower())

    @cached_property
    def below(self) -> Mapping[str, tuple[Sequence[Subject], Sequence[Subject]]]:
        """By the id of whoever leads them: the direct reports, and all further down."""
        found: dict[str, tuple[list[Subject], list[Subject]]] = {}
        for one in self.employees:
            for height, manager in enumerate(one.subject.managers):
                found.setdefault(manager, ([], []))[min(height, 1)].append(one.subject)
        return found

    @cached_property
    def _by_address(self) -> Mapping[str, Employee]:
        times = Counter(one.email for one in self.employees)
        return {one.email: one for one in self.employees if one.email and times[one.email] == 1}

    def viewer(self, person: Person) -> Viewer:
        """The person as the policy takes who asks."""
        found = self.at(person.email)
        return Viewer(person, found.subject.id, found.subject.managers) if found else Viewer(person, None)


@dataclass(frozen=True, slots=True)
class Right:
    """What a class of one person's data is to another: what they may have of it (value, total, count), and why."""

    privacy: str
    called: str                         # "pay"
    opens: tuple[How, ...]
    grant: str                          # "the direct manager", "" where nothing is open
    ask_instead: str                    # "your HR partner"

    @property
    def open_as(self) -> str:
        """What is open, in a word or two."""
        return OPEN_AS[self.opens[0]] if self.opens else NOTHING

    @property
    def reason(self) -> str:
        """"as the direct manager", or whom to ask instead."""
        return f"as {self.grant}" if self.opens else f"ask {self.ask_instead}"


def places_of(people: People) -> Mapping[str, Sequence[str]]:
    """By what a scope may name ("location"), where the people are, each place once, by name."""
    known = [one.subject for one in people.employees]
    found: Mapping[str, Iterable[str | None]] = {
        "location": {one.city for one in known}, "team": {one.team for one in known}, "company": {one.company for one in known},
        "department": {each for one in known for each in one.departments},
    }
    return {name: sorted((place for place in places if place), key=str.casefold) for name, places in found.items()}


def people_of(context: QuestionContext) -> People:
    """Everybody whom HR lists as active. Raises Declined where HR could not be read."""
    if PEOPLE.partition("/")[0] not in context.live.gateway.categories():
        return People()
    active = [one for one in context.live.records(PEOPLE) if one.values.get("employment_status") == "ACTIVE"]
    known = subjects(context, active, with_chain=True, places=_SCOPES)
    return People([
        Employee(_text(values_at(one, "display_full_name")), _text(values_at(one, "work_email")).lower(), known[one.id]) for one in active])


def rights(company: Company, viewer: Viewer, subject: Subject | None) -> tuple[Right, ...]:
    """What the viewer may see of the subject, class by class; of somebody whom HR does not know where there is no subject."""
    return tuple(_right(company, viewer, subject, privacy) for privacy in CLASSES)


def _right(company: Company, viewer: Viewer, subject: Subject | None, privacy: str) -> Right:
    found = {how: decide(Case(company, viewer, privacy, how=how), subject) for how in HOWS}
    opens = tuple(how for how in HOWS if found[how].allowed)
    return Right(privacy, called(privacy), opens, relation_in_words(found[opens[0]].grant) if opens else "", found["value"].ask_instead)


def _text(values: Sequence[object]) -> str:
    return next((str(value).strip() for value in values if value), "")
