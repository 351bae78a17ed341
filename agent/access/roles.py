"""What each role opens, in words made from the tables of policy.toml: for the settings page, the preview of a change and docs/roles.md. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.catalogue import Model, catalogue
from agent.policy.decision import is_shut, rule_of, tables
from agent.policy.wording import called
from ingest.company import Policy

_NO_DATA = {"operator": "settings, syncs and joins, and no data", "auditor": "the log of who read what of whom, without the values"}
_RECORDS: Mapping[str, tuple[str, ...]] = {"finance": ("finance",), "recruiter": ("hiring", "hiring_or_own")}     # rules of records by role
_EVERYBODYS, _NEEDED = "everybody's {what}", "{what} that payroll needs ({fields})"
_SWITCHED = {"rows": _EVERYBODYS, "totals": "totals of {what} over enough people"}
_CELLS: Mapping[str, str] = {
    "yes": _EVERYBODYS, "scope": "{what} of people in the scope", "counts": "counts of {what}",
    "scope_not_own_manager": "{what} of people in the scope who are not above them",
}
WORDS = frozenset({*_NO_DATA.values(), *_SWITCHED.values(), *_CELLS.values(), _NEEDED})


@dataclass(frozen=True, slots=True)
class Opening:
    """A part of what a role opens: one of WORDS, or "{what}" alone; a kind of data as `called` has it, "" where the words name none."""

    words: str
    what: str = ""
    fields: str = ""

    @property
    def told(self) -> str:
        """The same in English."""
        return self.words.format(what=self.what, fields=self.fields)


def openings(role: str, policy: Policy) -> tuple[Opening, ...]:
    """What a role opens beside what is open to everybody, under a tenant's policy; records by the kind of data that they are."""
    if role in _NO_DATA:
        return (Opening(_NO_DATA[role]),)
    return (*_of_people(role, policy), *(Opening("{what}", kind) for kind in kinds_of_role(role)))


def kinds_of_role(role: str) -> tuple[str, ...]:
    """The kinds of data that a role opens whole, in English, whoever the records are about."""
    return tuple(dict.fromkeys(called(model.access) for model in _records(role)))


def _of_people(role: str, policy: Policy) -> Iterator[Opening]:
    for privacy, row in tables()["people"].items():
        kind, _, setting = row.get(role, "no").partition(":")
        if privacy == "A" or is_shut(policy, privacy):
            continue
        fields = _fields(privacy, setting, policy) if kind == "need" else ""
        words = _SWITCHED.get(getattr(policy, setting)) if kind == "switch" else _NEEDED if fields else _CELLS.get(kind)
        if words is not None:
            yield Opening(words, called(privacy), fields)


def _fields(privacy: str, setting: str, policy: Policy) -> str:
    """What the company has listed of a class; "" for nothing."""
    known = {one.id.replace("/", ".", 1): one.privacy for one in catalogue().fields()} | dict(policy.custom_fields)
    return " and ".join(name for name in getattr(policy, setting) if known.get(name) == privacy and not is_shut(policy, privacy, name))


def _records(role: str) -> Iterator[Model]:
    yield from (model for model in catalogue().models.values() if rule_of(model.access) in _RECORDS.get(role, ()))
