"""Who may see what: one function over the tables of policy.toml. It decides, from facts it is handed; it reads nothing itself.

Any use of a field is reading it. "Not permitted" is decided before "not connected", and never looks like "none".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from agent.policy.tables import read_tables
from ingest.company import Company, Person, Policy
from kg.names import fold
from kg.places import same_city

# What is wanted of a field: its value in any way, how many people meet a condition on it, or a sum or an average of it.
How = Literal["value", "count", "total"]
HOWS: tuple[How, ...] = ("value", "total", "count")     # each opens less than the one before
Parameter = Literal["min_group", "max_share", "differencing", "tree_max_age_hours"]


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
    has_hr: bool = True                 # there is an HR app to hold the person against

    @property
    def is_known(self) -> bool:
        """Is it exactly one active employee? Where no HR app is connected there is nothing to hold against, and the roles stand."""
        return self.employee_id is not None or not self.has_hr

    def has_role(self, role: str) -> bool:
        """Does the tenant give the viewer this role, and is it known who they are? Else no role counts."""
        return self.is_known and role in self.person.roles


@dataclass(frozen=True, slots=True)
class Decision:
    """Allowed, or not; `grant` says why it is allowed, `closed_by` which class or access rule keeps it."""

    allowed: bool
    grant: str = ""
    closed_by: str = ""

    @property
    def ask_instead(self) -> str:
        """Whom to ask; empty where it is allowed."""
        return whom_to_ask(self.closed_by) if self.closed_by else ""


@dataclass(frozen=True, slots=True)
class Case:
    """One question to the table of people. `field`: `hris/Employee.start_date`, where a tenant's own lists may name it."""

    company: Company
    viewer: Viewer
    privacy: str
    field: str = ""
    how: How = "value"


@cache
def tables() -> Mapping[str, Any]:
    """The policy as data, read and checked once. Raises ValueError for a table that does not fit."""
    return read_tables()


def decide(case: Case, subject: Subject | None) -> Decision:
    """May the viewer use one person's field? `subject`: that person; None for somebody who is not known."""
    privacy = case.privacy if case.privacy in tables()["people"] else "X"
    if is_never(case.company, privacy, case.field):
        return Decision(False, closed_by="X")
    if privacy == "A":
        return Decision(True, "directory")
    for relation in relations(case.viewer, subject):
        if _opens(case, relation, tables()["people"][privacy][relation], subject):
            return Decision(True, relation)
    return Decision(False, closed_by=privacy)


def could_open(case: Case, possible: frozenset[str]) -> bool:
    """Could the class be opened to this viewer at all, for somebody who stands in one of these relations? Decided without a subject."""
    privacy = case.privacy if case.privacy in tables()["people"] else "X"
    if is_never(case.company, privacy, case.field):
        return False
    held = possible & (_PERSONAL | set(relations(case.viewer, None))) if case.viewer.employee_id else frozenset({"other"})
    return any(_may_open(case, relation, tables()["people"][privacy][relation]) for relation in held)


def may_see_model(viewer: Viewer, access: str) -> Decision:
    """May the viewer use records of that access rule at all? Decided before anything is read."""
    rule = rule_of(access)
    if rule == "nobody" or (rule == "finance" and not viewer.has_role("finance")):
        return Decision(False, closed_by=access)
    return Decision(True, access)


def rule_of(access_or_class: str, *, to_count: bool = False) -> str:
    """The rule of record_rules.py that opens a record or a record's field, or only lets it be counted; `nobody` for what is not listed."""
    known = tables()
    row = known["records"].get(access_or_class) or known["fields"].get(access_or_class) or {"read": "nobody"}
    return str(row.get("count", row["read"]) if to_count else row["read"])


def tells_whose(access: str) -> bool:
    """May who reads such a record know whom it is about, over records that are closed to them?"""
    return bool(tables()["records"].get(access, {}).get("tells_whose"))


def is_left_out(access: str) -> bool:
    """Is a record that is not open left out as if it were not there? Else a question that needs it is refused."""
    return bool(tables()["records"].get(access, {}).get("left_out"))


def in_part(table: Literal["people", "records", "fields"], access_or_class: str) -> bool:
    """May an answer be given from that part of such records, or of what has such a field, that the viewer may use?"""
    return access_or_class in tables()["partial"][table]


def logged_class(privacy: str) -> str | None:
    """The class under which a read is logged; None for what is not (A, and records that no class of people is about)."""
    known = privacy if privacy in tables()["people"] else tables()["fields"].get(privacy, {}).get("class")
    return None if known == "A" else known


def whom_to_ask(access_or_class: str) -> str:
    """Whom to ask instead, in words that follow "Ask"."""
    return str(tables()["ask_instead"].get(access_or_class, "whoever runs Evergraph for your company"))


def is_never(company: Company, privacy: str, field: str) -> bool:
    """Does the tenant keep the field or the class from everybody?"""
    return is_shut(company.definitions.policy, privacy, field)


def is_shut(policy: Policy, privacy: str, field: str = "") -> bool:
    """The same, by the tenant's policy."""
    return bool({privacy, field.replace("/", ".", 1)} & set(policy.never)) or (privacy == "D" and not policy.protected_fields)


def parameter(company: Company, name: Parameter) -> float:
    """A parameter of the policy: the tables' value, or the tenant's where that is stricter."""
    row = tables()["parameters"][name]
    stricter = max if row["stricter"] == "more" else min
    return float(stricter(row["value"], company.definitions.policy.tighter.get(name, row["value"])))


_PERSONAL = frozenset({"self", "direct_manager", "chain_above"})


def relations(viewer: Viewer, subject: Subject | None) -> tuple[str, ...]:
    """The relations in which the viewer stands to a subject. Who is not exactly one active employee is `other`, whatever the roles."""
    roles, mine = viewer.person.roles, viewer.employee_id
    if mine is None:
        return ("other",)
    managers = subject.managers if subject else ()
    held = {
        "self": subject is not None and mine == subject.id,
        "direct_manager": managers[:1] == (mine,),
        "chain_above": mine in managers[1:],
        "hr_partner": "hr_partner" in roles,
        "pay_specialist": "pay_specialist" in roles,
        "payroll": "payroll" in roles,
        "finance": "finance" in roles,
        "other": True,
    }
    return tuple(relation for relation, holds in held.items() if holds)


def _in_scope(case: Case, subject: Subject | None) -> bool:
    """Does every key of the partner's scope hold? No scope is no right; an empty one is everybody."""
    scope = case.viewer.person.scope
    if scope is None or subject is None:
        return False
    holds = {
        "location": lambda wanted: same_city(wanted, subject.city),
        "team": lambda wanted: fold(wanted) == fold(subject.team or ""),
        "department": lambda wanted: fold(wanted) in {fold(d) for d in subject.departments},
        "company": lambda wanted: fold(wanted) == fold(subject.company or ""),
    }
    return all(holds[key](wanted) for key, wanted in scope.items())


def _in_scope_not_own_manager(case: Case, subject: Subject | None) -> bool:
    above_me = subject is not None and subject.id in case.viewer.managers
    return not above_me and _in_scope(case, subject)


def _opens(case: Case, relation: str, cell: str, subject: Subject | None) -> bool:
    """Does the cell of a relation that holds open the field of this subject?"""
    if cell == "counts":
        return case.how == "count" and (relation != "hr_partner" or _in_scope(case, subject))
    by_subject = _BY_SUBJECT.get(cell)
    return by_subject(case, subject) if by_subject else _may_open(case, relation, cell)


def _may_open(case: Case, relation: str, cell: str) -> bool:
    """Could the cell open the field of somebody? What hangs on the subject is taken to hold, as far as there is a scope at all."""
    kind, _, setting = cell.partition(":")
    has_scope = relation != "hr_partner" or case.viewer.person.scope is not None
    return has_scope and (kind in _BY_SUBJECT or _CELLS[kind](case, setting))


def _switch(case: Case, setting: str) -> bool:
    return getattr(case.company.definitions.policy, setting) in (("rows",) if case.how == "value" else ("rows", "totals"))


def _need(case: Case, setting: str) -> bool:
    return case.field.replace("/", ".", 1) in getattr(case.company.definitions.policy, setting)


_BY_SUBJECT: Mapping[str, Callable[[Case, Subject | None], bool]] = {
    "scope": _in_scope,
    "scope_not_own_manager": _in_scope_not_own_manager,
}
_CELLS: Mapping[str, Callable[[Case, str], bool]] = {
    "yes": lambda *_: True,
    "no": lambda *_: False,
    "counts": lambda case, _: case.how == "count",
    "switch": _switch,
    "need": _need,
}
