"""The digest: equal for what says the same, another for every difference that a reader could see."""

from dataclasses import replace

import pytest

from kg.digest import digest, lines
from kg.schema import ensure_schema
from kg.upsert import tombstone
from tests.integration.kg_rows import at, employee, key, manager, write


@pytest.fixture(autouse=True)
def _schema(graph):
    ensure_schema(graph)


def people(tenant, name="Ana Ruiz", boss="p2", text="Handbook"):
    with_text = replace(employee(tenant, "p3", "Cleo Diaz"), chunks=(text,))
    return [employee(tenant, "p1", name), employee(tenant, "p2", "Ben Cole"), with_text], [manager(tenant, "p1", *([boss] if boss else []))]


def test_the_same_under_two_tenants_in_another_order_at_other_times_has_one_digest(graph, tenant):
    nodes, edges = people(tenant)
    write(graph, tenant, nodes, edges)
    other = f"{tenant}b"
    nodes, edges = people(other)
    write(graph, other, nodes[1:], seen=3, run="another")
    write(graph, other, nodes[:1], edges, seen=4)
    write(graph, other, nodes, edges, seen=5)
    assert digest(graph, tenant) == digest(graph, other, entities=1)
    assert digest(graph, tenant) == replace(digest(graph, tenant), entities=3, edges=1, texts=1, hubs=0)
    assert set(lines(graph, tenant)) == set(lines(graph, other))


@pytest.mark.parametrize("other", [{"name": "Ana Ruíz"}, {"boss": None}, {"boss": "p3"}, {"boss": "nobody yet"}, {"text": "Travel"}])
def test_another_name_edge_or_text_is_another_digest(graph, tenant, other):
    write(graph, tenant, *people(tenant))
    write(graph, f"{tenant}b", *people(f"{tenant}b", **other))
    assert digest(graph, tenant).value != digest(graph, f"{tenant}b").value


def test_what_is_gone_is_not_in_it(graph, tenant):
    write(graph, tenant, *people(tenant))
    before = digest(graph, tenant)
    tombstone(graph, tenant, [key(tenant, "hris/Employee", "p3")], at(1), "run")
    after = digest(graph, tenant)
    assert (after.entities, after.texts) == (before.entities - 1, 0)


def test_an_empty_tenant_has_one_too(graph, tenant):
    assert (digest(graph, tenant).entities, list(lines(graph, tenant))) == (0, [])
