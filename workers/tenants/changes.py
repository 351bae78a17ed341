"""A change of settings in plain words: what is written otherwise, what that opens and closes, and what does not do what it seems to. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from agent.access.rights import People
from agent.access.rights_change import Shift, changed_rights, in_scope, unknown_to_hr
from agent.access.roles import records_of_role, what_role_opens
from agent.policy.wording import called
from ingest.company import ROLES, Company, Person, Policy

_NAMED = 3                              # people who are named; the others are counted
_VIEWERS = {                            # who holds a grant, by the relation that policy.toml names
    "self": ("person, of themselves", "people, of themselves"), "direct_manager": ("manager", "managers"), "chain_above": ("manager", "managers"),
    "hr_partner": ("HR partner", "HR partners"), "pay_specialist": ("pay specialist", "pay specialists"),
    "payroll": ("person of payroll", "people of payroll"), "finance": ("person of finance", "people of finance"),
}
_BELOW = {"direct_manager": "direct reports", "chain_above": "people further down"}
_HOW = {"value": "", "total": "totals of ", "count": "counts of "}
_SAID = {True: "on", False: "off", None: "not set"}
_CALLED: Mapping[str, str] = {          # settings by what people call them; the others are told by their place in the file
    "definitions.policy.managers_see_pay": "What managers see of pay",
    "definitions.policy.finance_sees_pay": "What finance sees of pay",
    "definitions.policy.protected_fields": "The use of protected data",
    "definitions.policy.never": "What is never shown",
    "definitions.policy.payroll_needs": "What payroll needs of private data",
    "definitions.policy.model_may_see": "What a language model is sent",
    "timezone": "The time zone", "currency": "The currency", "fiscal_year_start": "The first day of the fiscal year",
}
_TOLD: Mapping[tuple[str, ...], str] = {    # settings that have a sentence of their own; the others are told by their name
    ("definitions", "words"): "The word “{name}” means {now}{before}.",
    ("definitions", "max_age_hours"): "Answers from {name} need data of at most {now} hours{before}.",
    ("definitions", "policy", "custom_fields"): "The field {name} is of class {now}{before}.",
}


def describe_changes(before: Company, after: Company) -> list[str]:
    """What is otherwise, a sentence each; empty where nothing is."""
    return [*_people(before, after), *_rest(before, after)]


def effects(before: Company, after: Company, people: People) -> list[str]:
    """What the change opens and closes, counted over the real people; the widest first."""
    found = sorted(changed_rights(before, after, people), key=lambda one: (one.direction == "closes", -len(one.of)))
    return [*map(_shift, found), *_whole_records(before, after)]


def warnings(before: Company, after: Company, people: People) -> list[str]:
    """What in the changed settings opens nothing, though it looks as if it did."""
    changed = [person for person in after.people if person != before.person(person.email)]
    lost = set(unknown_to_hr(after, people)) if people.employees else set()
    return [warning for person in changed for warning in _warnings(after, person, people, lost)]


def _whole_records(before: Company, after: Company) -> Iterator[str]:
    """Whole records that a role opens, whoever they are about: the books, what recruiting holds."""
    for role in ROLES:
        had, has = ({person.email for person in company.people if role in person.roles} for company in (before, after))
        what = records_of_role(role)
        for verb, to, whom in (("Opens", "to", has - had), ("Closes", "for", had - has)):
            if what and whom:
                who = "person" if len(whom) == 1 else "people"
                yield f"{verb} {what} {to} {len(whom)} {who}, as {role.replace('_', ' ')}: {_listed(sorted(whom))}."


def _people(before: Company, after: Company) -> Iterator[str]:
    for email in sorted({person.email for company in (before, after) for person in company.people}):
        old, new = before.person(email), after.person(email)
        if old is None:
            yield f"{email} may ask from now on."
        if new is None:
            yield f"{email} may not ask any more."
        yield from _roles(after.definitions.policy, old or Person(email=email), new or Person(email=email))


def _roles(policy: Policy, old: Person, new: Person) -> Iterator[str]:
    email = new.email
    for deed, roles in (("gets", new.roles - old.roles), ("loses", old.roles - new.roles)):
        yield from (f"{email} {deed} the role {role.replace('_', ' ')}, which opens {what_role_opens(role, policy)}." for role in sorted(roles))
    if old.scope != new.scope:
        yield f"The scope of {email} is {_scope(new)} now; it was {_scope(old)}."


def _scope(person: Person) -> str:
    if person.scope is None:
        return "none"
    return ", ".join(f"{key} {value}" for key, value in sorted(person.scope.items())) or "everybody"


def _rest(before: Company, after: Company) -> Iterator[str]:
    old, new = (dict(_flat((), company.model_dump(mode="json", by_alias=True, exclude={"people", "linked_accounts"}))) for company in (before, after))
    for path in sorted({*old, *new}):
        if old.get(path) != new.get(path):
            yield _setting(path, old.get(path), new.get(path))


def _flat(path: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flat((*path, name), inner)
    else:
        yield path, value


def _setting(path: tuple[str, ...], old: Any, new: Any) -> str:
    pattern = _TOLD.get(path[:-1])
    if pattern is None:
        place = ".".join(path)
        return f"{_CALLED.get(place, place)}: {_value(new)} now; it was {_value(old)}."
    if new is None:
        return f"{'.'.join(path[1:-1])}: {path[-1]} is not set any more; it was {_value(old)}."
    return pattern.format(name=path[-1], now=_value(new), before=f"; it was {_value(old)}" if old is not None else "")


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "empty"
    if isinstance(value, bool) or value is None:
        return _SAID[value]
    return f"{value:g}" if isinstance(value, float) else str(value)


def _shift(one: Shift) -> str:
    what = _HOW[one.how] + (one.probe.field or called(one.probe.privacy))
    single, several = _VIEWERS.get(one.grant, ("person", "people"))
    who = f"{len(one.of)} {single if len(one.of) == 1 else several}"
    verb, to = ("Opens", "to") if one.direction == "opens" else ("Closes", "for")
    return f"{verb} {what} {to} {who}{_of_whom(one)}: {_listed(sorted(one.of))}."


def _of_whom(one: Shift) -> str:
    if one.grant == "self":
        return ""
    most = max(one.of.values())
    below = _BELOW.get(one.grant, "people" if most > 1 else "person")
    return f" (of {'up to ' if len(one.of) > 1 else ''}{most} {below}{' each' if len(one.of) > 1 else ''})"


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _warnings(after: Company, person: Person, people: People, lost: set[str]) -> Iterator[str]:
    is_partner = "hr_partner" in person.roles
    rules: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: person.email in lost, "HR lists no single active employee of that address: the directory is all that is open"),
        (lambda: is_partner and person.scope is None, "an HR partner without a scope: the role opens nothing. Choose places, or everybody ({})"),
        (lambda: not is_partner and person.scope is not None, "a scope counts for an HR partner only"),
        (lambda: is_partner and bool(person.scope) and bool(people.employees) and not in_scope(after, person, people), "nobody is in this scope"),
    )
    return (f"{person.email}: {said}." for holds, said in rules if holds())
