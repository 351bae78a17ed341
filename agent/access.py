"""Facts for the policy, read live: whose data it is, and who is above them. The decision itself is policy.py's."""

from collections.abc import Callable, Mapping

from agent.answer import Reason
from agent.errors import Declined
from agent.live import dig, ids_in
from agent.policy import Subject, may_see_field, rule_of, whom_to_ask
from agent.run import Run
from ingest.records import Record


def check_person_field(run: Run, privacy: str, subject: Record) -> None:
    """May the asker use a field of that class of this employee? Raises Declined, not permitted."""
    if privacy == "A":
        return
    decision = may_see_field(run.company, run.viewer(), privacy, _subject(run, subject))
    if not decision.allowed:
        raise Declined(Reason.NOT_PERMITTED, f"You may not see that. Ask {decision.ask_instead}.")


def check_record(run: Run, access: str, record: Record) -> None:
    """May the asker use this record (or, with a field's class, that field of it)? Raises Declined, not permitted."""
    if not _RULES[rule_of(access)](run, record):
        raise Declined(Reason.NOT_PERMITTED, f"You may not see that. Ask {whom_to_ask(access)}.")


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
