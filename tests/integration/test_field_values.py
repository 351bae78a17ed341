"""A company's own words in the graph: found as they are said, of their tenant only, and gone when no record has them any more."""

from datetime import UTC, datetime, timedelta

from ingest.projections import FIELD_VALUE, field_values, value_prefix
from ingest.records import Record
from kg.fields import retire_fields
from kg.graph import Graph
from kg.resolve import find
from kg.schema import ensure_schema
from kg.upsert import write_rows

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def write(graph: Graph, tenant: str, model: str, seen_at: datetime, **values: object) -> None:
    ensure_schema(graph)
    nodes = field_values(tenant, Record(model, "id-1", "acct", values, None, NOW, False))
    write_rows(graph, tenant, nodes, [], run=f"run {seen_at}", seen_at=seen_at)


def found(graph: Graph, tenant: str, said: str) -> list[tuple[str, str, str]]:
    return [(c.properties["field"], c.properties["value"], c.how) for c in find(graph, tenant, [said], models=(FIELD_VALUE,))[said]]


def test_a_value_is_found_in_any_case_by_its_spellings_and_with_a_slip_of_the_hand(graph: Graph, tenant: str) -> None:
    write(graph, tenant, "hris/Location", NOW, city="Bengaluru", location_type="WORK")
    write(graph, tenant, "ticketing/Ticket", NOW, ticket_type="Change Request")
    assert found(graph, tenant, "change request") == [("ticketing/Ticket.ticket_type", "Change Request", "exact")]
    assert found(graph, tenant, "chnage request")[0][2] == "typo"
    assert found(graph, tenant, "Bangalore") == [("hris/Location.city", "Bangalore", "alias")]
    assert found(graph, f"{tenant}-other", "Bangalore") == []


def test_a_value_that_no_record_has_any_more_goes_with_the_next_full_run(graph: Graph, tenant: str) -> None:
    write(graph, tenant, "crm/Lead", NOW, lead_source="Trade fair")
    write(graph, tenant, "crm/Lead", NOW + timedelta(hours=1), lead_source="Webinar")
    assert found(graph, tenant, "trade fair")
    gone = retire_fields(graph, tenant, value_prefix(tenant, "acct", "crm/Lead"), run="later", run_started_at=NOW + timedelta(minutes=30))
    assert gone == 1
    assert found(graph, tenant, "trade fair") == []
    assert found(graph, tenant, "webinar") == [("crm/Lead.lead_source", "Webinar", "exact")]
