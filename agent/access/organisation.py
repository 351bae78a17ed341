"""Live facts about the company's people, in bulk: who is above whom, who belongs where. Read once per question."""

from collections.abc import Callable, Collection, Mapping, Sequence

from agent.policy.decision import Subject
from agent.question.context import LONGEST_CHAIN, QuestionContext
from ingest.records import Record, ids_in, values_at

PEOPLE = "hris/Employee"
FEW = 6                                 # people whose managers are looked up one by one; for more the whole list is read


def is_known(context: QuestionContext) -> bool:
    """Is the viewer exactly one active employee? Where no HR app is connected there is nothing to hold against, and the roles stand."""
    return context.viewer().employee_id is not None or "hris" not in context.live.gateway.categories()


def owners(context: QuestionContext, records: Sequence[Record]) -> tuple[Record, ...]:
    """The employees to whom records of HR belong, each once: the record itself, or its `employee`."""
    own = {r.id: r for r in records if r.model == PEOPLE}
    others = [i for r in records if r.model != PEOPLE for i in ids_in(r, "employee") if i not in own]
    return (*own.values(), *context.live.by_ids(PEOPLE, others))


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
