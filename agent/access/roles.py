"""What each role opens, in words made from the tables of policy.toml: for docs/roles.md, the settings page and the preview of a change. Pure."""

from collections.abc import Callable, Iterator, Mapping

from agent.catalogue import catalogue
from agent.policy.decision import is_shut, rule_of, tables
from agent.policy.wording import called
from ingest.company import ROLES, Policy

_NO_DATA = {"operator": "settings, syncs and joins, and no data", "auditor": "the log of who read what of whom, without the values"}
_RECORDS: Mapping[str, tuple[str, ...]] = {"finance": ("finance",), "recruiter": ("hiring", "hiring_or_own")}     # rules of records by role
_SWITCHED = {"rows": "everybody's {what}", "totals": "totals of {what} over enough people"}


def _needed(what: str, privacy: str, setting: str, policy: Policy) -> str | None:
    known = {one.id.replace("/", ".", 1): one.privacy for one in catalogue().fields()} | dict(policy.custom_fields)
    named = [name for name in getattr(policy, setting) if known.get(name) == privacy and not is_shut(policy, privacy, name)]
    return f"{what} that payroll needs ({' and '.join(named)})" if named else None


_CELLS: Mapping[str, Callable[[str, str, str, Policy], str | None]] = {
    "no": lambda *_: None,
    "yes": lambda what, *_: f"everybody's {what}",
    "scope": lambda what, *_: f"{what} of people in the scope",
    "scope_not_own_manager": lambda what, *_: f"{what} of people in the scope who are not above them",
    "counts": lambda what, *_: f"counts of {what}",
    "switch": lambda what, _, setting, policy: _SWITCHED.get(getattr(policy, setting), "").format(what=what) or None,
    "need": _needed,
}


def what_role_opens(role: str, policy: Policy | None = None) -> str:
    """What a role opens beside what is open to everybody, under a tenant's policy or that of a tenant that set nothing."""
    if role in _NO_DATA:
        return _NO_DATA[role]
    return ", ".join((*_of_people(role, policy or Policy()), *_records(role))) or "nothing"


def roles_table() -> str:
    """The roles and what they open as a table in Markdown, as docs/roles.md has it."""
    rows = [f"| `{role}` | {what_role_opens(role)} |" for role in ROLES]
    return "\n".join(("| role | opens |", "|---|---|", *rows))


def _of_people(role: str, policy: Policy) -> Iterator[str]:
    for privacy, row in tables()["people"].items():
        kind, _, setting = row.get(role, "no").partition(":")
        said = None if privacy == "A" or is_shut(policy, privacy) else _CELLS[kind](called(privacy), privacy, setting, policy)
        if said is not None:
            yield said


def _records(role: str) -> Iterator[str]:
    yield from (model.plural for model in catalogue().models.values() if rule_of(model.access) in _RECORDS.get(role, ()))
