"""Who may read which records of other apps: the rules that policy.toml names, each in bulk and from live facts.

A rule takes records of one model and gives the ids of those that are open to the viewer.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from agent.access.people_rules import PEOPLE, addresses, at_addresses, direct_reports, managers_above, subjects
from agent.live.reads import accepts
from agent.policy.decision import Case, decide, rule_of
from agent.question.context import QuestionContext
from ingest.records import Record, ids_in, values_at
from kg.errors import EvergraphError

Open = frozenset[str]
Rule = Callable[[QuestionContext, Sequence[Record]], Open]

OPEN_LEVELS = (None, "", "COMPANY")
SHARED = frozenset({"COMPANY", "ANYONE"})           # permission types that the whole company has
MAIL = {"crm": "email", "ticketing": "email_address", "ats": "email", "filestorage": "email_address", "knowledgebase": "email_address"}


def open_to_viewer(context: QuestionContext, rule: str, records: Sequence[Record]) -> Open:
    """The ids of the records that a rule of policy.toml opens. Who is not one active employee gets by what everybody gets."""
    needs_nobody = rule in ("everybody", "open_place", "on_ticket", "on_ticket_of", "open_job", "open_job_of", "open_file", "open_article")
    return _RULES[rule](context, records) if needs_nobody or context.viewer().is_known else frozenset()


def ask_ahead(context: QuestionContext, model: str) -> None:
    """Read what the rule of a long list's records asks about the viewer while the list is read. What fails here is met again by the rule itself."""
    known = context.catalogue.models.get(model)
    if known is not None and rule_of(known.access) == "on_ticket" and context.live.is_long(model):
        with suppress(EvergraphError):
            _users(context, "ticketing/User")


def _all(records: Iterable[Record]) -> Open:
    return frozenset(r.id for r in records)


def _users(context: QuestionContext, model: str) -> tuple[Record, ...]:
    """The viewer's own user records in an app, by e-mail address; none for whoever is not one active employee."""
    if not context.viewer().is_known:
        return ()
    field = MAIL[model.partition("/")[0]]
    found = context.live.records(model, {field: context.person.email}) if accepts(model, field) else ()
    return tuple(u for u in found or context.live.records(model) if str(u.values.get(field) or "").strip().lower() == context.person.email)


# ---------------------------------------------------------------- places


def _open_place(context: QuestionContext, records: Sequence[Record]) -> Open:
    """Every place of work. Where somebody lives is open as that field of theirs is, whatever the source calls the place."""
    others = [r for r in records if r.values.get("location_type") != "WORK"]
    if not others:
        return _all(records)
    home = {i: [p for p in context.live.records(PEOPLE) if i in ids_in(p, "home_location")] for i in _all(others)}
    known = subjects(context, [p for people in home.values() for p in people], with_chain=False)
    case = Case(context.company, context.viewer(), "B", f"{PEOPLE}.home_location")
    closed = [r for r in others if not any(decide(case, known[p.id]).allowed for p in home[r.id])]
    return _all(records) - _all(r for r in closed if home[r.id] or r.values.get("location_type") == "HOME")


# ---------------------------------------------------------------- tickets


def _on_ticket(context: QuestionContext, records: Sequence[Record]) -> Open:
    """Open to the company; private to its creator and assignees; else to those whom `permissions` and `roles` name."""
    closed = [r for r in records if r.values.get("access_level") not in OPEN_LEVELS]
    mine = _users(context, "ticketing/User") if closed else ()
    return _all(records) - _all(closed) | _all(r for r in closed if _is_on(mine, r) or _is_permitted(mine, r))


def _is_on(mine: Sequence[Record], ticket: Record) -> bool:
    return ticket.values.get("access_level") in (*OPEN_LEVELS, "PRIVATE") and _takes_part(mine, ticket)


def _takes_part(mine: Sequence[Record], ticket: Record) -> bool:
    return bool(_all(mine) & {*ids_in(ticket, "assignees"), *ids_in(ticket, "creator")})


def _is_permitted(mine: Sequence[Record], ticket: Record) -> bool:
    """Named by the ticket's own permissions (one that denies beats those that allow) or roles."""
    users, roles, teams = _all(mine), {i for u in mine for i in ids_in(u, "roles")}, {i for u in mine for i in ids_in(u, "teams")}
    naming = [p for p in values_at(ticket, "permissions") if isinstance(p, Mapping) and _names(p, users, roles, teams)]
    if any(p.get("effect") == "DENY" for p in naming):
        return False
    return bool(naming or roles & set(ids_in(ticket, "roles")) or users & set(ids_in(ticket, "permissions")))


def _names(permission: Mapping[str, object], users: Iterable[str], roles: Iterable[str], teams: Iterable[str]) -> bool:
    return any(
        str(i) in mine for key, mine in (("applied_to_users", users), ("user", users), ("applied_to_roles", roles), ("applied_to_teams", teams))
        for i in _each(permission.get(key))
    )


def _each(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else () if value is None else (value,)


def _on_ticket_of(context: QuestionContext, records: Sequence[Record]) -> Open:
    """A comment or an attachment as its ticket; a private one for the ticket's creator and assignees."""
    tickets = {t.id: t for t in context.live.by_ids("ticketing/Ticket", [i for r in records for i in ids_in(r, "ticket")])}
    open_tickets = _on_ticket(context, tuple(tickets.values()))
    private = {r.id for r in records if r.values.get("is_private")}
    mine = _users(context, "ticketing/User") if private else ()

    def is_open(record: Record) -> bool:
        ticket = next((tickets[i] for i in ids_in(record, "ticket") if i in tickets), None)
        return ticket is not None and ticket.id in open_tickets and (record.id not in private or _takes_part(mine, ticket))

    return _all(r for r in records if is_open(r))


# ---------------------------------------------------------------- CRM


def own_records(context: QuestionContext, rule: str, records: Sequence[Record]) -> Open:
    """The ids of the records that a rule opens because they are the viewer's own, not through a role, a team or a report."""
    if rule not in ("owner_chain", "taking_part"):
        return frozenset()
    address = _owners(context, records)
    owned = _all(r for r in records if any(address.get(i) == context.person.email for i in ids_in(r, "owner")))
    return owned | (_in_it(context, records) if rule == "taking_part" else frozenset())


def _owners(context: QuestionContext, records: Sequence[Record]) -> Mapping[str, str]:
    """The addresses of the records' owners in the CRM, by the user's id."""
    users = context.live.by_ids("crm/User", [i for r in records for i in ids_in(r, "owner")])
    return {u.id: str(u.values.get("email") or "").strip().lower() for u in users}


def _owner_chain(context: QuestionContext, records: Sequence[Record]) -> Open:
    """The record's owner in the CRM, and everybody above the owner in HR."""
    address = _owners(context, records)
    mine = _mine_or_below(context, frozenset(address.values()) - {""})
    return _all(r for r in records if any(address.get(i) in mine for i in ids_in(r, "owner")))


def _mine_or_below(context: QuestionContext, wanted: frozenset[str]) -> frozenset[str]:
    """Those of the addresses that are the viewer's own, or of somebody below the viewer."""
    me = context.viewer().employee_id
    people = at_addresses(context, wanted - {context.person.email}) if me is not None else {}
    managers = managers_above(context, [e for found in people.values() for e in found])
    return frozenset({context.person.email} & wanted) | {a for a, found in people.items() if any(me in managers[e.id] for e in found)}


def _taking_part(context: QuestionContext, records: Sequence[Record]) -> Open:
    """The owner, the owner's chain, and who was in it themselves."""
    owned = _owner_chain(context, records)
    return owned | _in_it(context, [r for r in records if r.id not in owned])


def _in_it(context: QuestionContext, records: Sequence[Record]) -> Open:
    """Those that name the viewer among their contacts."""
    contacts = context.live.by_ids("crm/Contact", [i for r in records for i in ids_in(r, "contacts")])
    myself = {c.id for c in contacts if context.person.email in {str(v).strip().lower() for v in values_at(c, "email_addresses[].email_address")}}
    return _all(r for r in records if myself & set(ids_in(r, "contacts")))


# ---------------------------------------------------------------- recruiting


def _open_job(context: QuestionContext, records: Sequence[Record]) -> Open:
    """Every job but confidential ones, which are their hiring team's."""
    confidential = [r for r in records if r.values.get("confidential")]
    mine = _all(_users(context, "ats/RemoteUser")) if confidential else frozenset()
    return _all(records) - _all(confidential) | _all(r for r in confidential if _hires(mine, r))


def _open_job_of(context: QuestionContext, records: Sequence[Record]) -> Open:
    """A posting as its job; one of no job that is there, for nobody."""
    jobs = context.live.by_ids("ats/Job", [i for r in records for i in ids_in(r, "job")])
    opened = _open_job(context, jobs)
    return _all(r for r in records if opened.intersection(ids_in(r, "job")))


def _hires(mine: Open, job: Record) -> bool:
    return bool(mine & {*ids_in(job, "hiring_managers"), *ids_in(job, "recruiters")})


def _hiring(context: QuestionContext, records: Sequence[Record]) -> Open:
    """Recruiters, and the hiring team of the job; what is private or confidential is the hiring team's alone."""
    applications = {r.id: _applications_of(context, r) for r in records}
    every = [a for found in applications.values() for a in found]
    candidates = {c.id: c for c in context.live.by_ids("ats/Candidate", [i for a in every for i in ids_in(a, "candidate")])}
    jobs = {j.id: j for j in context.live.by_ids("ats/Job", [i for a in every for i in ids_in(a, "job")])}
    mine, is_recruiter = _all(_users(context, "ats/RemoteUser")), context.viewer().has_role("recruiter")

    def is_open(record: Record) -> bool:
        theirs = [jobs[i] for a in applications[record.id] for i in ids_in(a, "job") if i in jobs]
        people = [candidates[i] for a in applications[record.id] for i in ids_in(a, "candidate") if i in candidates]
        kept = any(r.values.get("is_private") for r in (record, *people)) or any(j.values.get("confidential") for j in theirs)
        return any(_hires(mine, j) for j in theirs) or (is_recruiter and not kept)

    return _all(r for r in records if is_open(r))


def _applications_of(context: QuestionContext, record: Record) -> tuple[Record, ...]:
    """The applications that a record of recruiting belongs to."""
    if record.model == "ats/Application":
        return (record,)
    if ids := ids_in(record, "application"):
        return context.live.by_ids("ats/Application", ids)
    people = (record,) if record.model == "ats/Candidate" else context.live.by_ids("ats/Candidate", ids_in(record, "candidate"))
    return context.live.by_ids("ats/Application", [i for c in people for i in ids_in(c, "applications")])


def _hiring_or_own(context: QuestionContext, records: Sequence[Record]) -> Open:
    """Besides: completed rounds of an employee, for that employee and the direct manager."""
    hiring = _hiring(context, records)
    done = [r for r in records if r.id not in hiring and r.values.get("status") == "COMPLETE"]
    if not done or context.viewer().employee_id is None:
        return hiring
    theirs = {address for person in (context.me(), *direct_reports(context)) for address in addresses(person)}
    return hiring | _all(r for r in done if theirs & _candidate_addresses(context, r))


def _candidate_addresses(context: QuestionContext, interview: Record) -> frozenset[str]:
    people = context.live.by_ids("ats/Candidate", [i for a in _applications_of(context, interview) for i in ids_in(a, "candidate")])
    return frozenset(str(v).strip().lower() for c in people for v in values_at(c, "email_addresses[].value"))


# ---------------------------------------------------------------- files and articles


def _open_file(context: QuestionContext, records: Sequence[Record]) -> Open:
    """What its own permissions open, where they were read with it; without them nothing."""
    return _all(r for r in records if _is_granted(context, r, "filestorage"))


def _open_article(context: QuestionContext, records: Sequence[Record]) -> Open:
    """Published, and for everybody or narrowed to people of whom the viewer is one."""
    shown = [r for r in records if r.values.get("status") == "PUBLISHED"]
    return _all(r for r in shown if _is_for_all(r) or _is_granted(context, r, "knowledgebase"))


def _is_for_all(article: Record) -> bool:
    return article.values.get("visibility") in ("PUBLIC", "INTERNAL") and not values_at(article, "permissions")


def _is_granted(context: QuestionContext, record: Record, app: str) -> bool:
    """Do its permissions name the whole company, the viewer, or a group that the viewer is in?"""
    granted = [p for p in values_at(record, "permissions") if isinstance(p, Mapping)]
    if any(p.get("type") in SHARED for p in granted):
        return True
    users, groups = (_named_in(granted, key) for key in ("user", "group"))
    if not (users or groups):
        return False
    mine = _all(_users(context, f"{app}/User"))
    return bool(users & mine) or bool(groups and groups & _groups_of(context, app, mine))


def _named_in(permissions: Sequence[Mapping[str, object]], key: str) -> frozenset[str]:
    return frozenset(str(one["id"]) if isinstance(one, Mapping) else str(one) for p in permissions for one in _each(p.get(key)))


def _groups_of(context: QuestionContext, app: str, users: frozenset[str]) -> frozenset[str]:
    """The groups that one of the users is in, and those that these are parts of."""
    groups = context.live.records(f"{app}/Group")
    within = {g.id: {*ids_in(g, "parent_group"), *(outer.id for outer in groups if g.id in ids_in(outer, "child_groups"))} for g in groups}
    found: set[str] = set()
    open_ends = {g.id for g in groups if users & set(ids_in(g, "users"))}
    while open_ends:
        found |= open_ends
        open_ends = {outer for inner in open_ends for outer in within.get(inner, ())} - found
    return frozenset(found)


_RULES: Mapping[str, Rule] = {
    "everybody": lambda _, records: _all(records),
    "nobody": lambda *_: frozenset(),
    "finance": lambda context, records: _all(records) if "finance" in context.person.roles else frozenset(),
    "open_place": _open_place,
    "on_ticket": _on_ticket,
    "on_ticket_of": _on_ticket_of,
    "owner_chain": _owner_chain,
    "taking_part": _taking_part,
    "open_job": _open_job,
    "open_job_of": _open_job_of,
    "hiring": _hiring,
    "hiring_or_own": _hiring_or_own,
    "open_file": _open_file,
    "open_article": _open_article,
}
