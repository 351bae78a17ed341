"""What stands beside the names of a list: what was asked by and what tells things apart, nothing private, and never at the cost of the list."""

from collections.abc import Sequence
from dataclasses import replace

from agent.answer import Reason
from agent.catalogue import catalogue
from agent.errors import Declined
from agent.plan.algebra import Column, Is, Named, Set, Where
from agent.plan.periods import interval
from agent.policy.decision import logged_class
from agent.query.operations import NodeRecords
from agent.query.operations.extra_columns import MOST, columns_beside, values_beside
from ingest.records import Record
from tests.cases import each_case
from tests.unit.agent.results import ANA, BUG, INVOICES, MY_DESK, NEXT, NOW, OPEN, OVERDUE, TEAM, TICKETS, Source, cited, of, run_of, tie

MODELS = catalogue().models
PREDICATES = sorted((p for p in catalogue().predicates()), key=lambda p: p.id)


def names(node: Set) -> list[str]:
    """The fields and relations that are wished beside a node's members."""
    return [str(w.field or w.path[-1].relation).partition(".")[2] for w in columns_beside(catalogue(), node)]


@each_case("node, expected", [
    (INVOICES, ["contact", "total_amount", "balance", "due_date"]),
    (OVERDUE, ["contact", "total_amount", "balance", "due_date", "days_overdue"]),
    (TICKETS, ["status", "assignees", "due_date"]),
    (of("ticketing/Ticket", OPEN, BUG), ["status", "assignees", "due_date"]),
    (of("ticketing/Ticket", Where("ticketing/Ticket.name", "dimmers", "contains")), ["status", "assignees", "due_date"]),      # its title is its name
    (of("ticketing/Ticket", Is("ticketing/Ticket.reported", NEXT)), ["status", "assignees", "due_date", "remote_created_at"]),
    (of("ticketing/Ticket", links=[tie("ticketing/Ticket.assignees", MY_DESK)]), ["status", "due_date"]),
    (TEAM, ["job_title"]),
    (of("hris/Employee", Is("hris/Employee.joined", NEXT), links=[tie("hris/Employee.manager", ANA)]), ["job_title", "team", "start_date"]),
    (of("hris/Employee", Is("hris/Employee.left", NEXT)), ["job_title", "team"]),
])
def test_a_list_shows_what_it_was_asked_by_and_what_tells_its_things_apart(node: Set, expected: list[str]) -> None:
    assert names(node) == expected


@each_case("predicate", PREDICATES)
def test_no_condition_brings_a_private_column_into_a_list(predicate) -> None:
    period = interval(NOW.date(), NOW.date().replace(day=28)) if predicate.time else None
    for node in (of(predicate.model, Is(predicate.id)), of(predicate.model, Is(predicate.id, period))):
        columns = columns_beside(catalogue(), node)
        assert len(columns) <= MOST
        assert all(_is_open(w) for w in columns)


def _is_open(wanted: Column) -> bool:
    used = [catalogue().relation(step.relation).privacy for step in wanted.path]
    return all(logged_class(p) is None for p in [*used, *([catalogue().field(wanted.field).privacy] if wanted.field else [])])


class Closed(Source):
    """An app that answers nothing beside what was read already."""

    def by_ids(self, model: str, ids: Sequence[str]) -> tuple[Record, ...]:
        raise Declined(Reason.FAILED, "I could not look: the app did not answer in time.")

    def records(self, model: str, filters: object = None, expand: object = ()) -> tuple[Record, ...]:
        raise Declined(Reason.NOT_CONNECTED, "I could not look: the app does not share this.")


def test_what_cannot_be_read_is_left_out_and_the_list_stands() -> None:
    run = replace(run_of("UTC"), live=Closed())
    records = tuple(r for _, r in cited(OVERDUE, 3))
    made = values_beside(run, OVERDUE, records, {OVERDUE: NodeRecords(OVERDUE.model, records)})
    assert [c.name for c in made.columns] == ["currency", "total", "balance", "due date", "days overdue"]
    assert [row[0] for row in made.cells.values()] == ["USD", "EUR", "USD"]


def test_what_many_would_have_to_be_read_for_is_left_out() -> None:
    class Long(Source):
        def has_list(self, model: str) -> bool:
            return False

        def is_short(self, model: str) -> bool:
            return False

    run = replace(run_of("UTC"), live=Long())
    people = tuple(replace(r, id=f"r{n}", values={**r.values, "team": f"team {n}"}) for n, (_, r) in enumerate(cited(TEAM, 7)))
    everybody = Set("hris/Employee")
    assert [c.name for c in values_beside(run, everybody, people[:6], {}).columns] == ["job title", "team"]
    assert values_beside(run, everybody, people, {}).columns == ()


def test_amounts_of_deals_stand_beside_them_only_for_who_may_see_all_of_them() -> None:
    deals = tuple(r for _, r in cited(of("crm/Opportunity"), 3))
    made = values_beside(run_of("UTC"), of("crm/Opportunity"), deals, {})
    assert [c.name for c in made.columns] == ["account", "stage", "close date"]


def test_named_thing_shared_by_all_rows_gets_no_column() -> None:
    amberley = replace(OVERDUE, links=frozenset({tie("accounting/Invoice.contact", Named("accounting/Contact", "Amberley Labs"))}))
    assert "contact" not in names(amberley)
