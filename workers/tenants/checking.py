"""Checks of settings beyond their shape: names of things that do not exist, and changes that would lock all operators out."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from agent.catalogue.house import complaints, house
from agent.catalogue.schema import Catalogue
from agent.policy.decision import parameter, tables
from agent.policy.tables import CLASSES
from ingest.company import Company
from ingest.json_place import Misplaced
from workers.tenants.sentences import Sentence

Path = tuple[str | int, ...]
Complaint = tuple[Path, Sentence]       # where, and what to do
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_CURRENCY = re.compile(r"[A-Z]{3}")
_LEAP = 2000                            # a year that has every day
_HOUSE = "company.json: "               # how agent.catalogue.house begins its messages


def check(before: Company, after: Company, text: str, where: str) -> None:
    """Whether the settings can be used. `text`: the file that said them. Raises Misplaced, naming line, place and what to do."""
    said = next((c.removeprefix(_HOUSE) for c in complaints(after) if c not in complaints(before)), None)
    if said is not None:
        place, _, what = said.partition(": ")
        raise Misplaced(where, text, place.split(".", 2), what)
    first = next(_complaints(before, after), None)
    if first is not None:
        raise Misplaced(where, text, *first)


def _complaints(before: Company, after: Company) -> Iterator[Complaint]:
    for rule in (_company, _people, _never, _payroll, _ages, _tighter):
        yield from rule(after)
    if _operators(before) and not _operators(after):
        yield ("people",), Sentence(
            "nobody would have the role operator any more, and nobody could change this back. Leave it to one person at least.")


def _company(after: Company) -> Iterator[Complaint]:
    if not _CURRENCY.fullmatch(after.currency):
        yield ("currency",), Sentence("{currency} is no currency; write three capital letters like EUR.", currency=repr(after.currency))
    month, _, day = after.fiscal_year_start.partition("-")
    try:
        date(_LEAP, int(month), int(day))
    except ValueError:
        yield ("fiscal_year_start",), Sentence("{day} is no day; write month and day like 04-01.", day=repr(after.fiscal_year_start))


def _people(after: Company) -> Iterator[Complaint]:
    times = Counter(person.email for person in after.people)
    for number, person in enumerate(after.people):
        if not _ADDRESS.fullmatch(person.email):
            yield ("people", number, "email"), Sentence(
                "{email} is no e-mail address; write one like {example}.", email=repr(person.email), example=f"ana@{after.domain}")
        if times[person.email] > 1:
            yield ("people", number, "email"), Sentence(
                "{email} stands here {times} times. Keep one, with all the roles.", email=person.email, times=str(times[person.email]))


def _never(after: Company) -> Iterator[Complaint]:
    known = _names(house(after))
    for number, name in enumerate(after.definitions.policy.never):
        if name not in CLASSES and name not in tables()["fields"] and name not in known:
            yield ("definitions", "policy", "never", number), Sentence(
                "{name} is no class and no field. Write a class ({classes}) or a field like hris.Employee.start_date.",
                name=repr(name), classes=tuple(CLASSES))


def _payroll(after: Company) -> Iterator[Complaint]:
    private = {one.id.replace("/", ".", 1) for one in house(after).fields() if one.privacy in ("B", "B-dates")}
    for number, name in enumerate(after.definitions.policy.payroll_needs):
        if name not in private:
            yield ("definitions", "policy", "payroll_needs", number), Sentence(
                "{name} is no private field. Write one like hris.Employee.home_location.", name=repr(name))


def _ages(after: Company) -> Iterator[Complaint]:
    models = {model.replace("/", ".") for model in house(after).models}
    for name, hours in after.definitions.max_age_hours.items():
        if name not in models:
            yield ("definitions", "max_age_hours", name), Sentence("{name} is no kind of record. Write one like hris.Employee.", name=repr(name))
        if hours <= 0:
            yield ("definitions", "max_age_hours", name), Sentence("{hours} hours is no age; write a number above 0.", hours=f"{hours:g}")


def _tighter(after: Company) -> Iterator[Complaint]:
    for name, value in after.definitions.policy.tighter.items():
        if parameter(after, name) != value:
            usual = tables()["parameters"][name]["value"]
            yield ("definitions", "policy", "tighter", name), Sentence(
                "{value} would loosen the rule. Write {usual} or what is stricter.", value=f"{value:g}", usual=f"{usual:g}")


def _operators(company: Company) -> list[str]:
    return [person.email for person in company.people if "operator" in person.roles]


def _names(known: Catalogue) -> frozenset[str]:
    """Everything that a company may keep from everybody, as its file writes it."""
    everything = (*known.models, *(one.id for kind in (known.fields, known.relations, known.predicates) for one in kind()))
    return frozenset(name.replace("/", ".", 1) for name in everything)
