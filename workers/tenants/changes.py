"""A change of settings in plain words: what is written otherwise, what that opens and closes, and what does not do what it seems to. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from agent.access.rights import People
from agent.access.rights_change import Shift, changed_rights, in_scope, unknown_to_hr
from agent.access.roles import kinds_of_role, openings
from agent.policy.wording import called
from ingest.company import ROLES, Company, Person, Policy
from workers.tenants.sentences import InFile, Sentence, Value

_NAMED = 3                              # people who are named; the others are counted
_VIEWERS = {                            # who holds a grant, by the relation that policy.toml names: one and several
    "self": ("{count} person, of themselves", "{count} people, of themselves"), "direct_manager": ("{count} manager", "{count} managers"),
    "chain_above": ("{count} manager", "{count} managers"), "hr_partner": ("{count} HR partner", "{count} HR partners"),
    "pay_specialist": ("{count} pay specialist", "{count} pay specialists"),
    "payroll": ("{count} person of payroll", "{count} people of payroll"), "finance": ("{count} person of finance", "{count} people of finance"),
}
_ANYBODY = ("{count} person", "{count} people")
_BELOW = {"direct_manager": ("{count} direct report", "{count} direct reports"),
          "chain_above": ("{count} person further down", "{count} people further down")}
_HOW = {"value": "{what}", "total": "totals of {what}", "count": "counts of {what}"}
_SHIFTED = {"opens": "Opens {what} to {who}: {names}.", "closes": "Closes {what} for {who}: {names}."}
_WHOLE = {"opens": "Opens {what} to {who}, as {role}: {names}.", "closes": "Closes {what} for {who}, as {role}: {names}."}
_SAID = {True: "on", False: "off", None: "not set"}
_SWITCHED = frozenset({"off", "totals", "rows"})
_CALLED: Mapping[str, str] = {          # settings by what people call them; the others are told by their place in the file
    "definitions.policy.managers_see_pay": "What managers see of pay",
    "definitions.policy.finance_sees_pay": "What finance sees of pay",
    "definitions.policy.protected_fields": "The use of protected data",
    "definitions.policy.never": "What is never shown",
    "definitions.policy.payroll_needs": "What payroll needs of private data",
    "definitions.policy.model_may_see": "What a language model is sent",
    "timezone": "The time zone", "currency": "The currency", "fiscal_year_start": "The first day of the fiscal year",
}
_TOLD: Mapping[tuple[str, ...], tuple[str, str, str]] = {   # settings with sentences of their own: where one is new, is another, is gone
    ("definitions", "words"): ("The word “{name}” means {now}.", "The word “{name}” means {now}; it was {before}.",
                               "The word “{name}” means nothing of its own any more; it was {before}."),
    ("definitions", "max_age_hours"): (
        "Answers from {name} need data of at most {now} hours.", "Answers from {name} need data of at most {now} hours; it was {before}.",
        "Answers from {name} need no age limit any more; it was {before} hours."),
    ("definitions", "policy", "custom_fields"): (
        "The field {name} is kept as {now}.", "The field {name} is kept as {now}; it was {before}.",
        "The field {name} is shown to nobody any more; it was kept as {before}."),
}


def describe_changes(before: Company, after: Company) -> list[Sentence]:
    """What is otherwise, a sentence each; empty where nothing is."""
    return [*_people(before, after), *_rest(before, after)]


def effects(before: Company, after: Company, people: People) -> list[Sentence]:
    """What the change opens and closes, counted over the real people; the widest first."""
    found = sorted(changed_rights(before, after, people), key=lambda one: (one.direction == "closes", -len(one.of)))
    return [*map(_shift, found), *_whole_records(before, after, people)]


def warnings(before: Company, after: Company, people: People) -> list[Sentence]:
    """What in the changed settings opens nothing, though it looks as if it did."""
    changed = [person for person in after.people if person != before.person(person.email)]
    lost = set(unknown_to_hr(after, people)) if people.employees else set()
    return [warning for person in changed for warning in _warnings(after, person, people, lost)]


def _whole_records(before: Company, after: Company, people: People) -> Iterator[Sentence]:
    """Whole records that a role opens, whoever they are about: the books, what recruiting holds. Nothing to those whom HR does not know."""
    lost = [set(unknown_to_hr(company, people)) if people.employees else set[str]() for company in (before, after)]
    for role in ROLES:
        had, has = ({person.email for person in company.people if role in person.roles} - unknown
                    for company, unknown in zip((before, after), lost, strict=True))
        what = tuple(map(Sentence, kinds_of_role(role)))
        for direction, whom in (("opens", has - had), ("closes", had - has)):
            if what and whom:
                yield Sentence(_WHOLE[direction], what=what, who=_counted(_ANYBODY, len(whom)), role=_role(role), names=_listed(sorted(whom)))


def _people(before: Company, after: Company) -> Iterator[Sentence]:
    for email in sorted({person.email for company in (before, after) for person in company.people}):
        old, new = before.person(email), after.person(email)
        if old is None:
            yield Sentence("{email} may ask from now on.", email=email)
        if new is None:
            yield Sentence("{email} may not ask any more.", email=email)
        yield from _roles(after.definitions.policy, old or Person(email=email), new or Person(email=email))


def _roles(policy: Policy, old: Person, new: Person) -> Iterator[Sentence]:
    for words, roles in (("{email} gets the role {role}, which opens {what}.", new.roles - old.roles),
                         ("{email} loses the role {role}, which opens {what}.", old.roles - new.roles)):
        yield from (Sentence(words, email=new.email, role=_role(role), what=_opened(role, policy)) for role in sorted(roles))
    if old.scope != new.scope:
        yield Sentence("The scope of {email} is {now} now; it was {before}.", email=new.email, now=_scope(new), before=_scope(old))


def _role(role: str) -> Sentence:
    return Sentence(role.replace("_", " "))


def _opened(role: str, policy: Policy) -> tuple[Sentence, ...]:
    found = tuple(Sentence(one.words, what=Sentence(one.what) if one.what else "", fields=one.fields) for one in openings(role, policy))
    return found or (Sentence("nothing"),)


def _scope(person: Person) -> Value:
    if person.scope is None:
        return Sentence("none")
    places = tuple(Sentence("{kind} {place}", kind=Sentence(kind), place=place) for kind, place in sorted(person.scope.items()))
    return places or Sentence("everybody")


def _rest(before: Company, after: Company) -> Iterator[Sentence]:
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


def _setting(path: tuple[str, ...], old: Any, new: Any) -> Sentence:
    told, now, before = _TOLD.get(path[:-1]), _value(new), _value(old)
    if told is None:
        place = ".".join(path)
        return Sentence("{name}: {now} now; it was {before}.", name=Sentence(_CALLED[place]) if place in _CALLED else place, now=now, before=before)
    is_new, is_other, is_gone = told
    return Sentence(is_gone if new is None else is_new if old is None else is_other, name=InFile(path[-1]), now=now, before=before)


def _value(value: Any) -> Value:
    if isinstance(value, list):
        return tuple(map(InFile, value)) or Sentence("empty")
    if isinstance(value, bool) or value is None:
        return Sentence(_SAID[value])
    return f"{value:g}" if isinstance(value, float) else Sentence(value) if value in _SWITCHED else InFile(value)


def _shift(one: Shift) -> Sentence:
    what = InFile(one.probe.field.replace("/", ".", 1)) if one.probe.field else Sentence(called(one.probe.privacy))
    return Sentence(_SHIFTED[one.direction], what=Sentence(_HOW[one.how], what=what), who=_who(one), names=_listed(sorted(one.of)))


def _who(one: Shift) -> Sentence:
    """How many they are, and of how many each has it."""
    who, most = _counted(_VIEWERS.get(one.grant, _ANYBODY), len(one.of)), max(one.of.values())
    if one.grant == "self":
        return who
    words = "{who} (of {below})" if len(one.of) == 1 else "{who} (of up to {below} each)"
    return Sentence(words, who=who, below=_counted(_BELOW.get(one.grant, _ANYBODY), most))


def _counted(words: tuple[str, str], count: int) -> Sentence:
    return Sentence(words[count != 1], count=str(count))


def _listed(names: Sequence[str]) -> Value:
    rest, first = len(names) - _NAMED, tuple(names[:_NAMED])
    return Sentence("{names} and {count} more", names=first, count=str(rest)) if rest > 0 else first


def _warnings(after: Company, person: Person, people: People, lost: set[str]) -> Iterator[Sentence]:
    is_partner = "hr_partner" in person.roles
    rules: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: person.email in lost, "{email}: HR lists no single active employee of that address: the directory is all that is open."),
        (lambda: is_partner and person.scope is None,
         "{email}: an HR partner without a scope: the role opens nothing. Choose places, or everybody."),
        (lambda: not is_partner and person.scope is not None, "{email}: a scope counts for an HR partner only."),
        (lambda: is_partner and bool(person.scope) and bool(people.employees) and not in_scope(after, person, people),
         "{email}: nobody is in this scope."),
    )
    return (Sentence(said, email=person.email) for holds, said in rules if holds())
