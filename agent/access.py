"""Facts for the policy, read live: whose data it is, and who is above them. The decision itself is policy.py's.

Any use is reading: a condition, an order, a key and a measure are checked over the records *before* they are applied,
so that a denied field never looks like an empty list. Everything here raises Declined, not permitted, with whom to ask.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from typing import Literal

from agent.answer import Reason
from agent.catalogue import Model
from agent.errors import Declined
from agent.live import dig, ids_in
from agent.plan import Goal, field_ids, models, relation_ids
from agent.policy import Subject, may_see_field, may_see_model, rule_of, whom_to_ask
from agent.run import Run
from ingest.records import Record

PEOPLE = "hris/Employee"

Use = Literal["read", "count"]          # read: shown, filtered or sorted by; count: only how many of them there are
Shares = Mapping[str, Decimal]          # employee id -> what that person adds to the figure of a group (1 for a count)


def check_goal(run: Run, goal: Goal) -> None:
    """Could anything open what the goal uses to this viewer? Decided before anything is read. Raises Declined."""
    access = {run.catalogue.models[m].access for m in models(goal) if m in run.catalogue.models}
    denied = next((a for a in sorted(access) if not may_see_model(run.viewer(), a).allowed), None)
    if denied is not None:
        raise _denied(whom_to_ask(denied))
    never = {run.catalogue.field(f).privacy for f in field_ids(goal)} | {run.catalogue.relation(r).privacy for r in relation_ids(goal)}
    for privacy in sorted(never & {"E", "X"}):
        raise _denied(whom_to_ask(privacy))


def check_fields(run: Run, fields: Collection[str], records: Sequence[Record]) -> None:
    """May the viewer use these fields (or relations) of every one of the records? Raises Declined.

    Records of HR stand for the employee they belong to (the record itself, or its `employee`); a field of another app is
    decided by the record that holds it. Call it with all records that a condition is tried on, not with those that met it.
    """
    for name in fields:
        privacy, category = _privacy(run, name), name.partition("/")[0]
        there = [r for r in records if r.model.partition("/")[0] == category]
        for person in _people(run, there) if category == "hris" and privacy != "A" else ():
            check_person_field(run, privacy, person)
        for record in there if category != "hris" else ():
            check_record(run, privacy, record)


def visible(run: Run, model_id: str, records: Sequence[Record], *, use: Use) -> tuple[Record, ...]:
    """Those of the records that the viewer may know of. What is kept back is as if it were not there; `use` says what for."""
    model: Model = run.catalogue.models[model_id]
    if rule_of(model.access) == "everybody":
        return tuple(records)
    return tuple(r for r in records if _RULES[rule_of(model.access)](run, r))


def check_groups(run: Run, fields: Collection[str], people: Sequence[Record], groups: Sequence[Shares], how: str) -> None:
    """May the viewer get figures over these people, one for each group? Raises Declined.

    Who may read every single value may read any total of them; for others rule 4 of the policy holds, where a total is
    granted at all. `people`: everybody who was looked at, `groups`: who is in which group of the result and with how
    much, `how`: count, sum, average … Called once per result, instead of `check_fields`.
    """
    check_fields(run, fields, people)


def _privacy(run: Run, name: str) -> str:
    """The class of a field or relation of the catalogue."""
    model, _, part = name.partition(".")
    known = run.catalogue.models[model]
    return known.fields[part].privacy if part in known.fields else known.relations[part].privacy


def _people(run: Run, records: Sequence[Record]) -> tuple[Record, ...]:
    """The employees to whom records of HR belong, each once."""
    own = {r.id: r for r in records if r.model == PEOPLE}
    others = [i for r in records if r.model != PEOPLE for i in ids_in(r, "employee") if i not in own]
    return (*own.values(), *run.live.by_ids(PEOPLE, others))


def _denied(ask: str) -> Declined:
    return Declined(Reason.NOT_PERMITTED, f"You may not see that. Ask {ask}.")


def check_person_field(run: Run, privacy: str, subject: Record) -> None:
    """May the asker use a field of that class of this employee? Raises Declined, not permitted."""
    if privacy == "A":
        return
    decision = may_see_field(run.company, run.viewer(), privacy, _subject(run, subject))
    if not decision.allowed:
        raise _denied(decision.ask_instead)


def check_record(run: Run, access: str, record: Record) -> None:
    """May the asker use this record (or, with a field's class, that field of it)? Raises Declined, not permitted."""
    if not _RULES[rule_of(access)](run, record):
        raise _denied(whom_to_ask(access))


def _subject(run: Run, employee: Record) -> Subject:
    """The organisation around an employee; its details only where a partner's scope could need them."""
    if employee.id == run.viewer().employee_id:
        return Subject(employee.id, ())
    managers = run.managers_of(employee)
    if run.person.scope is None:
        return Subject(employee.id, managers)
    places = run.live.by_ids("hris/Location", ids_in(employee, "work_location"))
    teams = run.live.by_ids("hris/Team", ids_in(employee, "team"))
    groups = run.live.by_ids("hris/Group", ids_in(employee, "groups"))
    companies = run.live.by_ids("hris/Company", ids_in(employee, "company"))
    return Subject(
        employee.id, managers, city=_first(places, "city"), team=_first(teams, "name"), company=_first(companies, "legal_name"),
        departments=tuple(str(g.values["name"]) for g in groups if g.values.get("type") == "DEPARTMENT" and g.values.get("name")),
    )


def _first(records: tuple[Record, ...], name: str) -> str | None:
    return next((str(v) for r in records for v in dig(r, name)), None)


def _on_private_ticket(run: Run, ticket: Record) -> bool:
    """A ticket that is not open to the company: its creator, assignees, and those its permissions name."""
    if ticket.values.get("access_level") in (None, "", "COMPANY"):
        return True
    mine = {u.id for u in run.live.records("ticketing/User", {"email_address": run.person.email})}
    named = {i for name in ("assignees", "permissions") for i in ids_in(ticket, name)} | set(ids_in(ticket, "creator"))
    permitted = {i for p in dig(ticket, "permissions[]") if isinstance(p, Mapping) for i in (str(p.get("user")), str(p.get("id")))}
    return bool(mine & (named | permitted))


def _owner_or_above(run: Run, record: Record) -> bool:
    """The record's owner in the CRM, and everybody above the owner in HR."""
    me = run.viewer()
    owners = run.live.by_ids("crm/User", ids_in(record, "owner"))
    addresses = {str(o.values.get("email") or "").strip().lower() for o in owners} - {""}
    if run.person.email in addresses:
        return True
    if me.employee_id is None:
        return False
    owners_in_hr = [e for address in sorted(addresses) for e in run.employees_at(address)]
    return any(me.employee_id in run.managers_of(e) for e in owners_in_hr)


_RULES: Mapping[str, Callable[[Run, Record], bool]] = {
    "everybody": lambda *_: True,
    "finance": lambda run, _: "finance" in run.person.roles,
    "private_by_level": _on_private_ticket,
    "owner_chain": _owner_or_above,
    "nobody": lambda *_: False,
}
