"""Removing a tenant or a linked account: all of it, in bounded steps, nothing of anybody else's, while others write."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import neo4j
import pytest

from kg.remove import audit, remove_account, remove_tenant
from kg.resolve import by_key, find
from kg.rows import Edges, iso
from kg.schema import ensure_schema
from tests.integration.kg_rows import ACCOUNT, at, employee, key, live, manager, node, write
from tests.waiting import joined

SPOKES = 400


@pytest.fixture(scope="module", autouse=True)
def schema(graph):
    ensure_schema(graph)


@pytest.fixture
def raw(graph_server):
    """Statements of the test's own, to make and to count what no door of ours would."""
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as driver:
        yield lambda text, **parameters: [record.data() for record in driver.execute_query(text, parameters).records]


def of_account(account, one):
    return replace(one, provenance=replace(one.provenance, linked_account=account))


def count(raw, tenant):
    return raw("MATCH (n) WHERE n.tenant = $tenant RETURN count(n) AS n", tenant=tenant)[0]["n"]


def with_texts_and_hub(raw, tenant, *keys):
    """What the writer and the joiner make: a text of each record, and one hub that all of them are joined in."""
    raw("""UNWIND $keys AS key MATCH (e:Entity {key: key})
           CREATE (:Chunk {key: key + '#0', tenant: $tenant, text: 'words'})-[:CHUNK_OF]->(e)
           MERGE (h:Entity {key: $tenant + '|hub|Person|1'}) SET h.tenant = $tenant, h.model = 'hub/Person', h:PersonHub
           MERGE (b:Entity {key: $tenant + '|hub|Block|' + key}) SET b.tenant = $tenant, b.model = 'hub/Block'
           CREATE (e)-[:JOINED_IN]->(h), (e)-[:IN_BLOCK]->(b)""", keys=list(keys), tenant=tenant)


def test_a_tenant_is_removed_with_all_it_has_and_no_other_is_touched(graph, tenant, raw):
    others = [f"{tenant}x", tenant[:-1], tenant.upper()]
    for slug in (tenant, *others):
        write(graph, slug, [employee(slug, "a", "Ana"), employee(slug, "b", "Bo")], [manager(slug, "a", "b", "ghost")])
        with_texts_and_hub(raw, slug, key(slug, "hris/Employee", "a"))
    assert remove_tenant(graph, tenant) == 6
    assert count(raw, tenant) == 0
    assert [count(raw, slug) for slug in others] == [6] * len(others)
    assert remove_tenant(graph, tenant) == 0


@pytest.fixture
def hub_size(full):
    return 100_000 if full else SPOKES


def test_a_hub_is_removed_in_steps_that_are_bounded_in_nodes_and_edges(graph, tenant, raw, hub_size):
    hub = key(tenant, "hris/Group", "all")
    people = [employee(tenant, f"p{i}", f"Person {i}") for i in range(hub_size)]
    write(graph, tenant, [*people, node(tenant, "hris/Group", "all", "All")], [Edges(p.key, "IN_GROUP", (hub,)) for p in people])
    done = []
    counting = Counting(graph, done)
    assert remove_tenant(counting, tenant, nodes=hub_size // 10, edges=hub_size // 4) == hub_size + 1
    assert count(raw, tenant) == 0
    assert max(nodes for _, nodes in done) <= hub_size // 10
    assert max(edges for edges, _ in done) <= hub_size // 4
    assert len(done) > 10


class Counting:
    """The graph's door, noting what each transaction that removes nodes with edges said it removed."""

    def __init__(self, graph, done):
        self._graph, self._done = graph, done

    def write_all(self, steps, **rest):
        rows = self._graph.write_all(steps, **rest)
        if len(rows) > 1:
            self._done.append(tuple(found[0]["removed"] for found in rows if "removed" in found[0]))
        return rows


def test_an_end_that_gets_an_edge_of_another_account_while_it_is_removed_stays_for_it(graph, tenant, raw):
    many = [of_account("going", employee(tenant, f"p{i}", f"Person {i}")) for i in range(100)]      # so many edges that the end is not locked by each
    write(graph, tenant, [*many, employee(tenant, "x", "Xia")], [manager(tenant, f"p{i}", "boss") for i in range(100)])
    xia = key(tenant, "hris/Employee", "x")
    version = raw("MATCH (e:Entity {key: $key}) RETURN e.version AS version", key=xia)[0]["version"]
    edge = {"start": xia, "version": version, "modified_at": iso(at(0)), "account": ACCOUNT, "model": "hris/Employee", "id": "x",
            "ends": [{"relation": "IN_GROUP", "key": key(tenant, "hris/Employee", "boss")}]}
    waiting = "SHOW TRANSACTIONS YIELD status, parameters WHERE status STARTS WITH 'Blocked' AND parameters.tenant = $tenant RETURN status"
    with ThreadPoolExecutor(1) as pool:
        def written_meanwhile(send):
            send("create_edges", tenant=tenant, rows=[edge], seen_at=iso(at(1)), run="run")
            removing = pool.submit(remove_account, graph, tenant, "going")
            while not raw(waiting, tenant=tenant) and not removing.done():
                pass
            return removing

        assert graph.transaction(written_meanwhile).result(timeout=30) == 100
    assert raw("MATCH (n)-[r]->(m) WHERE n.tenant = $tenant RETURN n.key AS start, m.key AS end", tenant=tenant) == [
        {"start": xia, "end": key(tenant, "hris/Employee", "boss")}]


def test_another_tenant_writes_on_while_one_is_removed(graph, tenant, raw):
    other = f"{tenant}-writer"
    people = [employee(tenant, f"p{i}", f"Person {i}") for i in range(SPOKES)]
    write(graph, tenant, people, [manager(tenant, f"p{i}", "p0") for i in range(1, SPOKES)])
    started, over, written, failed = threading.Event(), threading.Event(), [], []

    def write_on():
        while not over.is_set() or not written:
            try:
                write(graph, other, [employee(other, f"p{len(written)}", "Bo")], [manager(other, f"p{len(written)}", "boss")])
            except Exception as error:  # noqa: BLE001  # whatever it is, it is told
                failed.append(error)
            written.append(len(written))
            started.set()

    writer = threading.Thread(target=write_on)
    writer.start()
    assert started.wait(30)
    removed = remove_tenant(graph, tenant, nodes=50, edges=50)
    over.set()
    joined(writer)
    assert (removed, failed) == (SPOKES, [])
    assert count(raw, other) == len(written) + 1


@pytest.fixture
def two_accounts(graph, tenant, raw):
    """An HR system and a tracker: a person of each, joined; each with an edge to a record that never came; both to one team."""
    hr = [of_account("hr", employee(tenant, "a", "Ana Ruiz")), of_account("hr", employee(tenant, "b", "Bo Li"))]
    work = [of_account("work", node(tenant, model, *one)) for model, *one in (("ticketing/User", "u", "Ana Ruiz"), ("ticketing/Ticket", "t", "Lamp"))]
    team, person = key(tenant, "ticketing/Team", "both"), work[0].key
    write(graph, tenant, [*hr, *work], [
        manager(tenant, "a", "b", "ghost"), Edges(hr[1].key, "MEMBER_OF", (team,)),
        Edges(person, "MEMBER_OF", (team,)), Edges(work[1].key, "ASSIGNED_TO", (person, hr[0].key))])
    with_texts_and_hub(raw, tenant, hr[0].key, person)
    raw("MATCH (a:Entity {key: $a}), (b:Entity {key: $b}) CREATE (a)-[:PAIRED_WITH]->(b)", a=work[1].key, b=hr[1].key)
    return hr, work


def test_a_linked_account_goes_with_its_texts_joins_and_lonely_stubs(graph, tenant, raw, two_accounts):
    _hr, work = two_accounts
    assert remove_account(graph, tenant, "hr") == 2
    assert {row["key"].removeprefix(f"{tenant}|") for row in raw("MATCH (n) WHERE n.tenant = $tenant RETURN n.key AS key", tenant=tenant)} == {
        "ticketing|User|u", "ticketing|User|u#0", "ticketing|Ticket|t", "ticketing|Team|both", "hub|Person|1", f"hub|Block|{work[0].key}"}
    due = raw("MATCH (n:Entity) WHERE n.tenant = $tenant AND n.join_due RETURN n.key AS key", tenant=tenant)
    assert {row["key"] for row in due} == {one.key for one in work}      # one joined, one only paired
    assert {end for _, _, end in live(graph, tenant, "t", model="ticketing/Ticket")[1]} == {work[0].key}


def test_who_shared_a_block_that_was_too_large_is_due_again(graph, tenant, raw, two_accounts):
    hr, work = two_accounts
    raw("""MATCH (a:Entity {key: $a}), (b:Entity {key: $b})
           CREATE (o:Entity {key: $tenant + '|hub|Block|o', tenant: $tenant, model: 'hub/Block', is_over: true})
           CREATE (a)-[:IN_BLOCK]->(o), (b)-[:IN_BLOCK]->(o)""", a=hr[0].key, b=hr[1].key, tenant=tenant)
    raw("MATCH (a:Entity {key: $a}), (o:Entity {key: $tenant + '|hub|Block|o'}) CREATE (a)-[:IN_BLOCK]->(o) SET a.join_due = null",
        a=work[0].key, tenant=tenant)
    raw("MATCH (a:Entity {key: $a})-[r:JOINED_IN]->() DELETE r", a=work[0].key)
    remove_account(graph, tenant, "hr")
    assert raw("MATCH (e:Entity {key: $key}) RETURN e.join_due AS due", key=work[0].key) == [{"due": True}]


def test_what_is_left_alone_goes_with_the_last_account(graph, tenant, raw, two_accounts):
    assert (remove_account(graph, tenant, "work", nodes=1, edges=1), remove_account(graph, tenant, "hr", nodes=1, edges=1)) == (2, 2)
    assert count(raw, tenant) == 0


def test_an_account_of_another_tenant_stays(graph, tenant, two_accounts):
    other = f"{tenant}x"
    write(graph, other, [of_account("hr", employee(other, "a", "Ana Ruiz"))])
    assert remove_account(graph, tenant, "hr") == 2
    assert [c.key for c in find(graph, other, ["Ana Ruiz"])["Ana Ruiz"]] == [key(other, "hris/Employee", "a")]
    assert remove_account(graph, tenant, "nobody") == 0


def test_an_account_that_is_read_again_after_its_removal_is_there_as_before(graph, tenant, two_accounts):
    hr, _ = two_accounts
    remove_account(graph, tenant, "hr")
    write(graph, tenant, hr, [manager(tenant, "a", "b", "ghost")])
    assert {c.name for c in by_key(graph, tenant, [one.key for one in hr]).values()} == {"Ana Ruiz", "Bo Li"}


def test_the_audit_finds_nothing_in_what_the_writer_wrote(graph, tenant, two_accounts):
    found = audit(graph, tenant, nodes=2)
    assert (found.nodes, found.ok) == (9, True)


@pytest.mark.parametrize("damage, what", [
    ("SET e.tenant = null", "without_tenant"),
    ("SET e.tenant = $tenant + 'x'", "misplaced"),
    ("MERGE (o:Entity {key: $tenant + 'x|hris|Employee|o'}) SET o.tenant = $tenant + 'x' CREATE (e)-[:REPORTS_TO]->(o)", "crossing"),
])
def test_the_audit_sees_damage(graph, tenant, raw, damage, what):
    write(graph, tenant, [employee(tenant, "a", "Ana")])
    raw(f"MATCH (e:Entity {{key: $key}}) {damage}", key=key(tenant, "hris/Employee", "a"), tenant=tenant)
    found = audit(graph, tenant)
    assert (getattr(found, what), found.ok) == (1, False)
    raw("MATCH (e:Entity) WHERE e.key STARTS WITH $tenant DETACH DELETE e", tenant=tenant)


def test_the_audit_of_the_whole_graph_counts_nodes_without_key_or_kind(graph, tenant, raw):
    write(graph, tenant, [employee(tenant, "a", "Ana")])
    raw("CREATE (:Entity {tenant: $tenant}), (:Odd {tenant: $tenant})", tenant=tenant)
    found = audit(graph, nodes=50_000)
    raw("MATCH (n) WHERE n.tenant = $tenant AND n.key IS NULL DELETE n", tenant=tenant)
    assert found.without_key >= 1
    assert found.unknown >= 1
