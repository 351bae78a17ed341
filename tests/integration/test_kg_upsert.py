"""Writing to the graph: whatever the order and however often, the same is live."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from kg.errors import GraphUnavailable
from kg.graph import Graph
from kg.remove import remove_tenant
from kg.resolve import by_key, find
from kg.retrieve import neighbours
from kg.rows import Edges
from kg.schema import ensure_schema
from kg.upsert import retire_unseen, tombstone
from tests.integration.kg_rows import ACCOUNT, at, employee, key, live, manager, write


@pytest.fixture(scope="module", autouse=True)
def schema(graph):
    ensure_schema(graph)


def messages(tenant):
    """The life of two records: changes, cleared fields, a new manager, none, equal times with other content, a deletion."""
    lives = [
        (employee(tenant, "a", "Ana Ruiz", email="ana@x.com", title="Lead"), manager(tenant, "a", "b")),
        (employee(tenant, "a", "Ana Ruiz", modified=1, email=None, title=None), manager(tenant, "a", "c")),
        (employee(tenant, "a", "Ana Diaz", modified=2, title="Head"), manager(tenant, "a")),
        (employee(tenant, "a", "Ana Diaz", modified=2, title="Chief"), manager(tenant, "a", "d")),
        (employee(tenant, "b", "Bo Li", modified=1), manager(tenant, "b", "c")),
        (employee(tenant, "b", "Bo Li", modified=2, deleted=True), manager(tenant, "b", "c")),
        (employee(tenant, "c", "Cy Orr"), manager(tenant, "c")),
        (employee(tenant, "d", "Di Fox", modified=3), manager(tenant, "d", "a", "c")),
    ]
    return [*lives, *lives[:3]]


def written_in_order(graph, tenant, order):
    made = messages(tenant)
    for i in order:
        write(graph, tenant, [made[i][0]], [made[i][1]], seen=i)
    entities, links = live(graph, tenant, "a", "b", "c", "d")
    return str((sorted(map(str, entities)), sorted(links))).replace(tenant, "T")


def test_shuffled_and_doubled_messages_end_in_one_live_graph(graph, tenant):
    orders = [random.Random(seed).sample(range(11), 11) for seed in range(5)]
    ends = {written_in_order(graph, f"{tenant}-{n}", order) for n, order in enumerate([list(range(11)), *orders])}
    assert len(ends) == 1
    assert "Ana Diaz" in ends.pop()


def test_messages_from_four_threads_end_in_the_same_live_graph(graph, tenant):
    alone = written_in_order(graph, f"{tenant}-alone", range(11))
    threads = f"{tenant}-threads"
    made = random.Random(7).sample(messages(threads), 11)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda pair: write(graph, threads, [pair[0]], [pair[1]]), made))
    entities, links = live(graph, threads, "a", "b", "c", "d")
    assert str((sorted(map(str, entities)), sorted(links))).replace(threads, "T") == alone


def test_of_two_versions_in_one_batch_the_newer_wins_with_its_own_edges(graph, tenant):
    nodes = [employee(tenant, "a", "New", modified=2), employee(tenant, "a", "Old", modified=1)]
    write(graph, tenant, nodes, [manager(tenant, "a", "new"), manager(tenant, "a", "old")])
    entities, links = live(graph, tenant, "a")
    assert [e[1] for e in entities] == ["New"]
    assert {end for _, _, end in links} == {key(tenant, "hris/Employee", "new")}


def test_an_older_version_never_overwrites_a_newer_one(graph, tenant):
    write(graph, tenant, [employee(tenant, "a", "New", modified=2)], [manager(tenant, "a", "n")])
    before = live(graph, tenant, "a")
    write(graph, tenant, [employee(tenant, "a", "Old", modified=1)], [manager(tenant, "a", "o")], seen=9)
    assert live(graph, tenant, "a") == before


def test_a_cleared_field_and_a_cleared_foreign_key_are_gone(graph, tenant):
    write(graph, tenant, [employee(tenant, "a", "Ana", email="a@x.com", title="Lead")], [manager(tenant, "a", "b")])
    write(graph, tenant, [employee(tenant, "a", "Ana", modified=1, email=None, title=None)], [manager(tenant, "a")])
    assert live(graph, tenant, "a") == ({(key(tenant, "hris/Employee", "a"), "Ana", None, (), ())}, set())


def test_a_missing_end_becomes_a_stub_that_its_record_completes(graph, tenant):
    assert write(graph, tenant, [employee(tenant, "a", "Ana")], [manager(tenant, "a", "b")]).stubs == 1
    boss = key(tenant, "hris/Employee", "b")
    assert by_key(graph, tenant, [boss]) == {}
    write(graph, tenant, [employee(tenant, "b", "Bo")])
    assert by_key(graph, tenant, [boss])[boss].name == "Bo"
    assert [link.name for link in neighbours(graph, tenant, [key(tenant, "hris/Employee", "a")])[key(tenant, "hris/Employee", "a")]] == ["Bo"]


def test_a_tombstone_hides_until_the_record_is_seen_later_or_changes(graph, tenant):
    ana = [employee(tenant, "a", "Ana")]
    write(graph, tenant, ana)
    assert tombstone(graph, tenant, [ana[0].key], at(5), "check") == 1
    write(graph, tenant, ana, seen=4)
    assert by_key(graph, tenant, [ana[0].key]) == {}
    write(graph, tenant, ana, seen=6)
    assert ana[0].key in by_key(graph, tenant, [ana[0].key])


def test_what_a_full_run_did_not_see_is_retired_and_revived_when_seen_again(graph, tenant):
    write(graph, tenant, [employee(tenant, "a", "Ana"), employee(tenant, "b", "Bo")])
    write(graph, tenant, [employee(tenant, "b", "Bo")], seen=3)
    full = {"linked_account": ACCOUNT, "model": "hris/Employee", "run": "full", "run_started_at": at(2)}
    assert retire_unseen(graph, tenant, **full) == 1
    assert retire_unseen(graph, tenant, **full) == 0
    assert [e[1] for e in live(graph, tenant, "a", "b")[0]] == ["Bo"]
    write(graph, tenant, [employee(tenant, "a", "Ana")], seen=4)
    assert {e[1] for e in live(graph, tenant, "a", "b")[0]} == {"Ana", "Bo"}


def test_two_tenants_with_equal_ids_never_see_each_other(graph, tenant):
    other = f"{tenant}-x"
    for slug, name in ((tenant, "Ana Ruiz"), (other, "Ana Secret")):
        write(graph, slug, [employee(slug, "a", name, email="a@x.com")], [manager(slug, "a", "b")])
    assert [c.name for c in find(graph, tenant, ["Ana"])["Ana"]] == ["Ana Ruiz"]
    assert [c.name for c in find(graph, tenant, ["a@x.com"])["a@x.com"]] == ["Ana Ruiz"]
    assert by_key(graph, tenant, [key(other, "hris/Employee", "a")]) == {}
    assert neighbours(graph, tenant, [key(other, "hris/Employee", "a")]) == {key(other, "hris/Employee", "a"): ()}
    assert tombstone(graph, tenant, [key(other, "hris/Employee", "a")], at(1), "run") == 0
    assert remove_tenant(graph, tenant) == 2
    assert [c.name for c in find(graph, other, ["Ana"])["Ana"]] == ["Ana Secret"]


@pytest.mark.parametrize("nodes, edges", [
    (lambda t: [employee("other", "a", "Ana")], lambda t: []),
    (lambda t: [employee(t, "", "Ana")], lambda t: []),
    (lambda t: [employee(t, "a", "Ana", version="9")], lambda t: []),
    (lambda t: [], lambda t: [manager(t, "a", "b")]),
    (lambda t: [employee(t, "a", "Ana")], lambda t: [manager(t, "a", "b"), manager(t, "a", "c")]),
    (lambda t: [employee(t, "a", "Ana")], lambda t: [Edges(key(t, "hris/Employee", "a"), "LIKES", ())]),
    (lambda t: [employee(t, "a", "Ana")], lambda t: [Edges(key(t, "hris/Employee", "a"), "REPORTS_TO", ("other|hris|Employee|b",))]),
])
def test_rows_that_break_the_rules_are_refused_before_anything_is_written(graph, tenant, nodes, edges):
    with pytest.raises(ValueError):
        write(graph, tenant, nodes(tenant), edges(tenant))
    assert remove_tenant(graph, tenant) == 0


def test_the_schema_twice_changes_nothing(graph):
    ensure_schema(graph)


def test_a_write_in_a_read_transaction_fails(graph, tenant):
    with pytest.raises(Exception, match=r"AccessMode|read access mode"):
        graph.read("tombstone", tenant=tenant, keys=[], at="2026", run="r", joined=[])


def test_a_query_without_its_name_or_parameters_is_refused(graph, tenant):
    with pytest.raises(ValueError, match="no query"):
        graph.read("MATCH (n) RETURN n")
    with pytest.raises(ValueError, match="takes"):
        graph.read("entities_by_keys", tenant=tenant)


def test_a_dead_server_is_reported():
    with Graph("bolt://127.0.0.1:9", "neo4j", "none") as nobody, pytest.raises(GraphUnavailable):
        nobody.check()
