"""Who may read what of people: the policy's decision on each of many, from live facts (who is above whom, who belongs where), read once per question.

What is opened is put down as read. Raises Declined, not permitted; too old where HR's copy is older than relations of people may be taken from.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from agent.access.refused import not_permitted
from agent.answer import Reason
from agent.catalogue.records import privacy_of
from agent.errors import Declined
from agent.policy.decision import Case, Decision, Subject, could_open, decide, parameter
from agent.question.context import LONGEST_CHAIN, QuestionContext
from ingest.records import Record, ids_in, values_at

PEOPLE = "hris/Employee"
FEW = 6                                 # people whose managers are looked up one by one; for more the whole list is read


def check_people(context: QuestionContext, case: Case, people: Sequence[Record]) -> None:
    """May the viewer use the field of every one of these employees? What may be is noted as read of them. Raises Declined."""
    context.ledger.checked.add(case.privacy)
    refused = _refused(context, case, people)
    if refused:
        raise not_permitted(refused)


def check_owned(context: QuestionContext, case: Case, records: Sequence[Record]) -> None:
    """The same of HR's records, by the employees to whom they belong; of what belongs to nobody, like a payroll run, by the viewer's role alone."""
    check_people(context, case, owners(context, records))
    if any(r.model != PEOPLE and not ids_in(r, "employee") for r in records):
        decision = decide(case, None)
        if not decision.allowed:
            raise not_permitted(decision.closed_by)


def granted(context: QuestionContext, case: Case, people: Sequence[Record]) -> Mapping[str, str]:
    """Those of the people whose field is open to the viewer: by id, why. It is noted as read of them. Raises Declined, too old."""
    context.ledger.checked.add(case.privacy)
    opened = {p: d for p, d in _decisions(context, case, people).items() if d.allowed}
    _note(context, case, opened)
    return {p: d.grant for p, d in opened.items()}


def closed_as_values(context: QuestionContext, names: Collection[str], people: Sequence[Record]) -> frozenset[str]:
    """The ids of the employees of whom the viewer may not read one of these (fields of HR, or a model: that they have such records) by itself."""
    cases = [Case(context.company, context.viewer(), privacy_of(context.catalogue, n), n) for n in sorted(names) if n.startswith("hris/")]
    return frozenset(p for case in cases if case.privacy != "A" for p, d in _decisions(context, case, people).items() if not d.allowed)


def may_use_unowned(context: QuestionContext, names: Collection[str]) -> bool:
    """May the viewer use these (fields of HR, or models) of records that belong to nobody, such as a payroll run? By the viewer's role alone."""
    return all(decide(Case(context.company, context.viewer(), privacy_of(context.catalogue, n), n), None).allowed for n in names)


def _refused(context: QuestionContext, case: Case, people: Sequence[Record]) -> str:
    """By which class the field of one of the people is closed; empty where all are open, which is then noted."""
    decisions = _decisions(context, case, people)
    closed = next((d for d in decisions.values() if not d.allowed), None)
    if closed is not None:
        return closed.closed_by
    _note(context, case, decisions)
    return ""


def _note(context: QuestionContext, case: Case, allowed: Mapping[str, Decision]) -> None:
    """Put down what is read of whom. Raises Declined where HR's copy is too old to tell who may."""
    if case.privacy == "A" or not allowed:
        return
    if _is_tree_old(context):
        raise Declined(Reason.TOO_OLD, "HR's copy is too old to tell from it who may see that. Please ask again after the next sync.")
    for grant in {d.grant for d in allowed.values()}:
        context.ledger.note(case.privacy, grant, case.how, [p for p, d in allowed.items() if d.grant == grant])


def _is_tree_old(context: QuestionContext) -> bool:
    """Is HR's copy older than the policy lets relations of people be taken from?"""
    as_of = context.live.as_of(frozenset({PEOPLE}))
    return as_of is not None and (context.live.now - as_of).total_seconds() > parameter(context.company, "tree_max_age_hours") * 3600


def _decisions(context: QuestionContext, case: Case, people: Sequence[Record]) -> Mapping[str, Decision]:
    """The decision on each of the people, by id."""
    known = subjects(context, people, with_chain=could_open(case, frozenset({"chain_above"}))) if people else {}
    return {p.id: decide(case, known[p.id]) for p in people}


def owners(context: QuestionContext, records: Sequence[Record]) -> tuple[Record, ...]:
    """The employees to whom records of HR belong, each once: the record itself, or its `employee`."""
    own = {r.id: r for r in records if r.model == PEOPLE}
    others = [i for r in records if r.model != PEOPLE for i in ids_in(r, "employee") if i not in own]
    return (*own.values(), *(context.live.by_ids(PEOPLE, others) if others else ()))


def at_addresses(context: QuestionContext, wanted: Collection[str]) -> Mapping[str, tuple[Record, ...]]:
    """The employees of each work address (lower case)."""
    if len(wanted) <= FEW:
        return {address: context.employees_at(address) for address in wanted}
    found: dict[str, list[Record]] = {address: [] for address in wanted}
    for employee in context.live.records(PEOPLE):
        found.get(str(employee.values.get("work_email") or "").strip().lower(), []).append(employee)
    return {address: tuple(people) for address, people in found.items()}


def managers_above(context: QuestionContext, people: Sequence[Record]) -> Mapping[str, tuple[str, ...]]:
    """The ids of the people above each, the direct manager first, as they are now."""
    if len(people) <= FEW:
        return {p.id: context.managers_of(p) for p in people}
    manager = {e.id: next(iter(ids_in(e, "manager")), None) for e in (*context.live.records(PEOPLE), *people)}
    return {p.id: _upward(p.id, manager) for p in people}


def direct_reports(context: QuestionContext) -> tuple[Record, ...]:
    """The viewer's active direct reports."""
    found = context.live.records(PEOPLE, {"manager_id": context.viewer().employee_id, "employment_status": "ACTIVE"})
    return tuple(r for r in found if r.values.get("employment_status") == "ACTIVE" and context.viewer().employee_id in ids_in(r, "manager"))


def addresses(employee: Record) -> frozenset[str]:
    """The e-mail addresses by which other apps may know an employee; a join key, never shown."""
    return frozenset(str(v).strip().lower() for name in ("work_email", "personal_email") for v in values_at(employee, name))


def subjects(context: QuestionContext, people: Sequence[Record], *, with_chain: bool, places: Collection[str] | None = None) -> Mapping[str, Subject]:
    """What the policy needs to know of each of the people; of their places those named, else those that the viewer's scope asks for."""
    managers = managers_above(context, people) if with_chain else {p.id: ids_in(p, "manager")[:1] for p in people}
    wanted = (context.person.scope or {}) if places is None else places
    found = {key: _PLACES[key](context, people) for key in wanted}

    def place(key: str, person: Record) -> tuple[str, ...]:
        return found[key][person.id] if key in found else ()

    return {
        p.id: Subject(p.id, managers[p.id], city=next(iter(place("location", p)), None), team=next(iter(place("team", p)), None),
                      departments=place("department", p), company=next(iter(place("company", p)), None))
        for p in people
    }


def _upward(employee: str, manager: Mapping[str, str | None]) -> tuple[str, ...]:
    chain: list[str] = []
    current = manager.get(employee)
    while current is not None and current not in chain and current != employee and len(chain) < LONGEST_CHAIN:
        chain.append(current)
        current = manager.get(current)
    return tuple(chain)


def _values(
    key: str, model: str, field: str, only: str | None = None,
) -> Callable[[QuestionContext, Sequence[Record]], Mapping[str, tuple[str, ...]]]:
    """A reader: employee id → the field's values of what their foreign key leads to; `only` of that type."""
    def read(context: QuestionContext, people: Sequence[Record]) -> Mapping[str, tuple[str, ...]]:
        there = {r.id: r for r in context.live.by_ids(model, [i for p in people for i in ids_in(p, key)]) if only in (None, r.values.get("type"))}
        return {p.id: tuple(str(v) for i in ids_in(p, key) if i in there for v in values_at(there[i], field)) for p in people}
    return read


_PLACES: Mapping[str, Callable[[QuestionContext, Sequence[Record]], Mapping[str, tuple[str, ...]]]] = {
    "location": _values("work_location", "hris/Location", "city"),
    "team": _values("team", "hris/Team", "name"),
    "department": _values("groups", "hris/Group", "name", only="DEPARTMENT"),
    "company": _values("company", "hris/Company", "legal_name"),
}
