"""An app's own word where Merge promises one of a few: no condition over it is told to hold or not, and the answer says how many that leaves out."""

from collections.abc import Iterator

import pytest

from agent.catalogue import catalogue
from agent.plan.algebra import Condition, Figures, Goal, Is, Measure, Not, Where
from agent.query.execute import Done, execute
from agent.question.tasks import compile_plan
from agent.respond import write
from ingest.sandbox import running
from kg.graph import Graph
from tests.cases import each_case
from tests.integration.measured_company import ANA, Office, opened, records, the, write_company
from tests.integration.small_company import change

NEW = "AWAITING_SOMETHING_NEW"
INVOICE, TICKET = "accounting/Invoice", "ticketing/Ticket"
PAID, OPEN_TICKET = Where(f"{INVOICE}.status", "PAID"), Is(f"{TICKET}.open")


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> Iterator[Office]:
    folder = write_company(tmp_path_factory.mktemp("unnamed") / "counted")
    with running([]) as served, opened(folder, "unnamed", served, graph) as stage:
        for (category, resource), name, field in ((("accounting", "invoices"), "I-1", "status"), (("accounting", "invoices"), "I-2", "type"),
                                                  (("ticketing", "tickets"), "T-1", "status")):
            known = next(r for r in records()[category, resource] if r["remote_id"] == name)
            at = "2026-11-20T05:00:00.000000Z"
            changed = change(category, resource, known | {field: NEW, "modified_at": at}, at)
            stage.control.apply(stage.slug, changed, deliver=False)
        yield stage


def told(office: Office, goal: Goal) -> tuple[object, list[str]]:
    """The figure, and what is told of records whose value has no known meaning."""
    run = office.run(ANA)
    *_, last = execute(run, compile_plan(catalogue(), goal), write)
    assert isinstance(last, Done) and last.draft.result is not None
    return last.draft.result.rows[0][-1], [note for note in run.notes.assumptions if "not known" in note]


def count(model: str, *where: Condition) -> Figures:
    return Figures((Measure(the(model, *where), "count"),))


@each_case("where, field", [
    ((PAID,), "status"), ((Not(PAID),), "status"), ((Where(f"{INVOICE}.status", "VOID", "!="),), "status"), ((Is(f"{INVOICE}.issued"),), "status"),
    ((Not(Is(f"{INVOICE}.issued")),), "status"), ((Is(f"{INVOICE}.receivable"),), "kind"), ((Not(Is(f"{INVOICE}.receivable")),), "kind"),
])
def test_whatever_is_asked_of_such_a_value_leaves_its_record_out_and_tells_so(office: Office, where: tuple[Condition, ...], field: str) -> None:
    _, notes = told(office, count(INVOICE, *where))
    assert f"1 invoice has a {field} whose meaning is not known, and is left out." in notes


def test_met_unmet_and_unknown_records_add_up_to_all(office: Office) -> None:
    every, met, others = (int(str(told(office, count(TICKET, *where))[0])) for where in ((), (OPEN_TICKET,), (Not(OPEN_TICKET),)))
    assert every == met + others + 1


def test_revenue_leaves_such_an_invoice_out_and_tells_so(office: Office) -> None:
    _, notes = told(office, Figures((Measure(the("accounting/Revenue"), "sum", "accounting/Revenue.amount"),)))
    assert notes == [f"1 invoice has a {field} whose meaning is not known, and is left out." for field in ("status", "kind")]


def test_the_apps_own_word_can_be_asked_for(office: Office) -> None:
    asked = count(TICKET, Where(f"{TICKET}.status", NEW))
    assert told(office, asked) == (1, [])


def test_what_is_not_asked_is_not_told(office: Office) -> None:
    assert told(office, count("crm/Opportunity"))[1] == []
