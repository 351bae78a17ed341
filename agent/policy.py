"""Who may see what: one function over the tables of policy.toml. It decides, from facts it is handed; it reads nothing itself.

Any use of a field is reading it. "Not permitted" is decided before "not connected", and never looks like "none".
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ingest.company import Company, Person
from kg.names import fold


@dataclass(frozen=True, slots=True)
class Subject:
    """A person whose data is asked for, as live facts tell; only identity and organisation, nothing private."""

    id: str
    managers: tuple[str, ...]           # ids upward, the direct one first
    city: str | None = None
    team: str | None = None
    departments: tuple[str, ...] = ()
    company: str | None = None


@dataclass(frozen=True, slots=True)
class Viewer:
    """The person who asks: what the tenant lets them be, and the one active employee they are (None where not exactly one)."""

    person: Person
    employee_id: str | None
    managers: tuple[str, ...] = ()      # of the viewer, upward


@dataclass(frozen=True, slots=True)
class Decision:
    """Allowed, or not with whom to ask instead; `grant` says why it is allowed."""

    allowed: bool
    grant: str = ""
    ask_instead: str = ""


@cache
def tables() -> Mapping[str, Any]:
    """The policy as data, read once."""
    return tomllib.loads(resources.files(__package__).joinpath("policy.toml").read_text("utf-8"))


def may_see_field(company: Company, viewer: Viewer, privacy: str, subject: Subject | None) -> Decision:
    """May the viewer use a field of that class? `subject`: the person it belongs to; None for records that are no person's."""
    if privacy == "A":
        return Decision(True, "directory")
    if privacy not in tables()["people"]:
        return Decision(True, "record")                 # the record's own rule decides, see may_see_record
    row = tables()["people"][privacy]
    relations = _relations(company, viewer, subject) if subject is not None else {"other": True}
    for relation, granted in relations.items():
        if granted and _CELLS[row[relation]](company, viewer, subject):
            return Decision(True, relation)
    return Decision(False, ask_instead=tables()["ask_instead"][privacy])


def may_see_model(viewer: Viewer, access: str) -> Decision:
    """May the viewer use records of that access rule at all? Decided before anything is read or resolved."""
    if tables()["records"].get(access) == "finance" and "finance" not in viewer.person.roles:
        return Decision(False, ask_instead=tables()["ask_instead"]["finance"])
    return Decision(True, access)


def rule_of(access_or_class: str) -> str:
    """The rule that opens a record or a record's field: everybody, finance, private_by_level, owner_chain, or nobody."""
    known = tables()
    return str(known["records"].get(access_or_class) or known["fields"].get(access_or_class, "nobody"))


def whom_to_ask(access_or_class: str) -> str:
    """Whom to ask instead, in words that follow "Ask"."""
    return str(tables()["ask_instead"].get(access_or_class, "whoever runs Evergraph for your company"))


def same_city(one: str | None, other: str | None) -> bool:
    """Two spellings of one city?"""
    return one is not None and other is not None and city_key(one) == city_key(other)


@cache
def city_key(name: str) -> str:
    """The one spelling that stands for all spellings of a city."""
    plain = fold(name).strip()
    return next((city for city, others in tables()["cities"].items() if plain in others), plain)


def _relations(company: Company, viewer: Viewer, subject: Subject | None) -> dict[str, bool]:
    """Which relations of viewer to subject hold. Without a matched employee only roles count."""
    roles, mine = viewer.person.roles, viewer.employee_id
    managers = subject.managers if subject else ()
    return {
        "self": subject is not None and mine is not None and mine == subject.id,
        "direct_manager": mine is not None and managers[:1] == (mine,),
        "chain_above": mine is not None and mine in managers[1:],
        "hr_partner": "hr_partner" in roles,
        "pay_specialist": "pay_specialist" in roles,
        "payroll": bool(roles & {"payroll", "finance"}),
        "other": True,
    }


def _in_scope(_: Company, viewer: Viewer, subject: Subject | None) -> bool:
    """Does every key of the partner's scope hold? No scope is no right; an empty one is everybody."""
    scope = viewer.person.scope
    if scope is None or subject is None:
        return False
    holds = {
        "location": lambda wanted: same_city(wanted, subject.city),
        "team": lambda wanted: fold(wanted) == fold(subject.team or ""),
        "department": lambda wanted: fold(wanted) in {fold(d) for d in subject.departments},
        "company": lambda wanted: fold(wanted) == fold(subject.company or ""),
    }
    return all(holds[key](wanted) for key, wanted in scope.items())


def _in_scope_not_own_manager(company: Company, viewer: Viewer, subject: Subject | None) -> bool:
    above_me = subject is not None and subject.id in viewer.managers
    return not above_me and _in_scope(company, viewer, subject)


Cell = Callable[[Company, Viewer, Subject | None], bool]

_CELLS: Mapping[str, Cell] = {
    "yes": lambda *_: True,
    "no": lambda *_: False,
    "counts": lambda *_: False,         # single values are never shown by it
    "scope": _in_scope,
    "scope_not_own_manager": _in_scope_not_own_manager,
    "switch": lambda company, *_: company.definitions.policy.managers_see_pay == "rows",
}
