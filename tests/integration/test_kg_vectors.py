"""Vectors of names and texts in the graph: due, kept, gone with what they were made of, and found by nearness inside one tenant only."""

from dataclasses import replace
from random import Random

import neo4j
import pytest

from kg import vectors
from kg.digest import digest
from kg.remove import remove_tenant
from kg.schema import ensure_schema, ensure_vectors
from kg.texts import find_texts
from kg.vectors import Meaning, meaning, near_names
from tests.integration.kg_rows import at, key, node, write

ACCOUNT = "crm/Account"
MODEL = "words-1"
NAMES = ("Northwind Sea Freight", "Alder Dental Care", "Brick and Mortar Press", "Copper Kettle Foods", "Dune Solar Works", "Elm Street Toys")
SIZE = 12


@pytest.fixture(scope="module", autouse=True)
def schema(graph):
    ensure_schema(graph)
    ensure_vectors(graph)


@pytest.fixture
def held(graph_server):
    """What stands on the nodes of a tenant, by name."""
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as driver:
        text = "MATCH (e) WHERE e.tenant = $tenant RETURN coalesce(e.name, e.text, '') AS name, e.vector IS NOT NULL AS has, e.vector_of AS by"
        yield lambda tenant: {row["name"]: row["by"] for row in driver.execute_query(text, tenant=tenant).records if row["has"]}


def one_hot(place, size=SIZE):
    return tuple(1.0 if i == place else 0.01 for i in range(size))


def between(one, other, share):
    return meaning(MODEL, [a * share + b * (1 - share) for a, b in zip(one, other, strict=True)])


def accounts(tenant, names=NAMES, **rest):
    return [node(tenant, ACCOUNT, f"a{i}", name, **rest) for i, name in enumerate(names)]


def due(graph, tenant, made_by, kind="names"):
    return {text for _, text in vectors.due(graph, tenant, kind, made_by, f"{tenant}|crm|Account|").texts}


def filled(graph, tenant, size=SIZE):
    """Each account lies in a direction of its own."""
    write(graph, tenant, accounts(tenant))
    vectors.keep(graph, tenant, "names", [(key(tenant, ACCOUNT, f"a{i}"), name, meaning(MODEL, one_hot(i, size))) for i, name in enumerate(NAMES)])


def test_what_is_near_is_found_and_what_lies_no_nearer_than_usual_is_not(graph, tenant):
    filled(graph, tenant)
    near = near_names(graph, tenant, between(one_hot(0), one_hot(11), 0.8), [ACCOUNT])
    assert [(c.name, c.how) for c in near] == [("Northwind Sea Freight", "meaning")]
    assert near_names(graph, tenant, meaning(MODEL, one_hot(11)), [ACCOUNT]) == ()      # as far from each
    assert near_names(graph, tenant, between(one_hot(0), one_hot(11), 0.8), ["hris/Team"]) == ()


def test_vectors_of_another_model_or_dimension_are_not_compared(graph, tenant):
    filled(graph, tenant)
    asked = between(one_hot(0), one_hot(11), 0.8)
    assert near_names(graph, tenant, replace(asked, made_by="words-2/12"), [ACCOUNT]) == ()
    assert near_names(graph, tenant, meaning(MODEL, one_hot(0, SIZE + 1)), [ACCOUNT]) == ()
    assert due(graph, tenant, asked.made_by) == set()
    assert due(graph, tenant, f"{MODEL}/13") == set(NAMES)


def test_a_tenant_finds_its_own_among_many_nearer_ones_of_another(graph, tenant):
    other, dice = f"{tenant}x", Random(3)
    filled(graph, tenant)
    many = [f"Northwind Sea Freight {i}" for i in range(120)]
    write(graph, other, accounts(other, many))
    vectors.keep(graph, other, "names", [
        (key(other, ACCOUNT, f"a{i}"), name, Meaning(tuple(v + dice.uniform(-0.001, 0.001) for v in one_hot(0)), f"{MODEL}/{SIZE}"))
        for i, name in enumerate(many)])
    asked = between(one_hot(0), one_hot(11), 0.9)
    assert [c.name for c in near_names(graph, tenant, asked, [ACCOUNT])] == ["Northwind Sea Freight"]
    assert {c.key.split("|")[0] for c in near_names(graph, other, asked, [ACCOUNT])} <= {other}
    remove_tenant(graph, other)
    assert [c.name for c in near_names(graph, tenant, asked, [ACCOUNT])] == ["Northwind Sea Freight"]


def test_a_vector_goes_with_its_name_and_stays_where_only_something_else_changed(graph, tenant, held):
    filled(graph, tenant)
    before = digest(graph, tenant)
    first, second, third, *rest = accounts(tenant, modified=1.0, industry="Shipping")
    renamed, private = replace(second, name="Birch Dental Care"), replace(third, name=None, properties={"restricted": True})
    write(graph, tenant, [first, renamed, private, *rest], seen=1.0)
    assert set(held(tenant)) == {"Northwind Sea Freight", *NAMES[3:]}
    assert due(graph, tenant, f"{MODEL}/{SIZE}") == {"Birch Dental Care"}
    vectors.keep(graph, tenant, "names", [(key(tenant, ACCOUNT, "a1"), "Alder Dental Care", meaning(MODEL, one_hot(1)))])      # too late
    assert "Birch Dental Care" not in held(tenant)
    write(graph, tenant, accounts(tenant, modified=2.0), seen=2.0)
    assert digest(graph, tenant).entities == before.entities
    remove_tenant(graph, tenant)
    assert held(tenant) == {}


def test_what_is_gone_is_neither_due_nor_found(graph, tenant):
    filled(graph, tenant)
    write(graph, tenant, [node(tenant, ACCOUNT, "a0", NAMES[0], modified=1.0, deleted=True)], seen=1.0)
    assert near_names(graph, tenant, meaning(MODEL, one_hot(0)), [ACCOUNT]) == ()
    assert NAMES[0] not in due(graph, tenant, "another/12")


def test_a_digest_is_the_same_with_vectors_and_without(graph, tenant):
    write(graph, tenant, accounts(tenant))
    before = digest(graph, tenant)
    filled(graph, tenant)
    assert digest(graph, tenant) == before


def test_texts_are_found_by_words_by_meaning_and_best_by_both(graph, tenant, held):
    pieces = {"t0": "Trains before planes.", "t1": "Leave is asked for a week ahead.", "t2": "Holiday is booked with the manager.",
              "t3": "Lunch is at noon.", "t4": "Desks are shared."}
    texts = [replace(node(tenant, "knowledgebase/Article", name, name), chunks=(text,)) for name, text in pieces.items()]
    write(graph, tenant, texts)
    rows = vectors.due(graph, tenant, "texts", "none", f"{tenant}|knowledgebase|Article|").texts
    places = {"t0": 0, "t1": 1, "t2": 1, "t3": 3, "t4": 4}
    vectors.keep(graph, tenant, "texts", [(chunk, text, meaning(MODEL, one_hot(places[chunk.split("|")[3].split("#")[0]]))) for chunk, text in rows])
    assert len(held(tenant)) == len(pieces)
    asked = "How do I get leave?"
    assert [p.name for p in find_texts(graph, tenant, asked)] == ["t1"]
    meant = between(one_hot(1), one_hot(11), 0.8)
    found = find_texts(graph, tenant, asked, meant=meant)
    assert [p.name for p in found[:2]] == ["t1", "t2"]
    assert {p.name for p in find_texts(graph, tenant, "vacances", meant=meant)} == {"t1", "t2"}          # nothing else stands out
    assert find_texts(graph, tenant, "vacances", meant=meaning(MODEL, one_hot(11))) == ()
    assert find_texts(graph, f"{tenant}x", asked, meant=meant) == ()
    write(graph, tenant, [replace(one, provenance=replace(one.provenance, modified_at=at(1))) for one in texts], seen=1.0)
    assert held(tenant) == {}            # texts are written anew
