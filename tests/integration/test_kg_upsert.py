"""Writing to the graph: whatever the order and however often, the same is live."""

import json
import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import neo4j
import pytest
from hypothesis import given, settings
from hypothesis.strategies import booleans, integers, lists, permutations

from kg.errors import GraphUnavailable
from kg.graph import Graph
from kg.remove import remove_tenant
from kg.resolve import by_key, find
from kg.retrieve import neighbours
from kg.rows import Edges, iso, tenant_token
from kg.schema import ensure_schema
from kg.texts import find_texts
from kg.upsert import retire_unseen, tombstone, write_rows
from tests.integration.kg_rows import ACCOUNT, at, employee, everything, key, live, manager, node, write
from workers.settings import is_ci


@pytest.fixture(scope="module", autouse=True)
def schema(graph):
    ensure_schema(graph)


@pytest.fixture(scope="module")
def raw(graph_server):
    """Statements of the tests' own, to see what no door of ours tells."""
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as driver:
        yield lambda text, **parameters: [record.data() for record in driver.execute_query(text, parameters).records]


def article(tenant, merge_id, name, *texts, **rest):
    return replace(node(tenant, "knowledgebase/Article", merge_id, name, **rest), chunks=texts)


def messages(tenant):
    """The life of some records: changes, cleared fields, a new manager, none, equal times with other content, deletions, texts."""
    lives = [
        (employee(tenant, "a", "Ana Ruiz", email="ana@x.com", title="Lead"), manager(tenant, "a", "b")),
        (employee(tenant, "a", "Ana Ruiz", modified=1, email=None, title=None), manager(tenant, "a", "c")),
        (employee(tenant, "a", "Ana Diaz", modified=2, title="Head"), manager(tenant, "a")),
        (employee(tenant, "a", "Ana Diaz", modified=2, title="Chief"), manager(tenant, "a", "d", "b")),
        (employee(tenant, "b", "Bo Li", modified=1), manager(tenant, "b", "c")),
        (employee(tenant, "b", "Bo Li", modified=2, deleted=True), manager(tenant, "b", "c")),
        (employee(tenant, "c", "Cy Orr"), manager(tenant, "c")),
        (employee(tenant, "d", "Di Fox", modified=3), manager(tenant, "d", "a", "c")),
        (article(tenant, "h", "Travel", "Book early.", "Keep bills."), None),
        (article(tenant, "h", "Travel", "Book late.", modified=1), None),
        (article(tenant, "i", "Pets", "Dogs may come."), None),
        (article(tenant, "i", "Pets", modified=1, deleted=True), None),
    ]
    return [*lives, *lives[:4], *lives[8:10]]


def send(graph, tenant, made, part):
    rows = [made[i] for i in part]
    write(graph, tenant, [one for one, _ in rows], [edges for _, edges in rows if edges], seen=max(part))


@pytest.fixture(scope="module")
def in_order(graph, raw):
    """What is there when everything came one by one, in the order it happened."""
    tenant = f"t{uuid.uuid4().hex[:12]}"
    made = messages(tenant)
    for i in range(len(made)):
        send(graph, tenant, made, [i])
    write(graph, tenant, [one for one, _ in made[-4:]], [edges for _, edges in made[-4:] if edges], seen=len(made))
    return everything(raw, tenant)


def without_times(lines):
    return [re.sub(r"\('last_seen_at', '[^']*'\)", "", line) for line in lines]


@pytest.mark.long
def test_any_order_doubles_batches_and_threads_end_in_one_graph(graph, raw, in_order, full):
    count = len(messages("t"))

    @settings(max_examples=60 if full else 4, deadline=None, derandomize=not full or is_ci(), database=None)
    @given(order=permutations(range(count)), doubles=lists(integers(0, count - 1), max_size=8), size=integers(2, 8), is_threaded=booleans())
    def holds(order, doubles, size, is_threaded):
        tenant = f"t{uuid.uuid4().hex[:12]}"
        made, sent = messages(tenant), [*order, *doubles]
        parts = [sent[i:i + size] for i in range(0, len(sent), size)]
        with ThreadPoolExecutor(4 if is_threaded else 1) as pool:
            list(pool.map(lambda part: send(graph, tenant, made, part), parts))
        write(graph, tenant, [made[3][0]], [made[3][1]], seen=count)          # of what has equal times, the last that was read counts
        assert without_times(everything(raw, tenant)) == without_times(in_order)

    holds()


@pytest.fixture
def small_batches(monkeypatch):
    monkeypatch.setattr("kg.upsert.BATCH", 2)


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("stops_after", range(1, 8))
def test_a_load_of_several_batches_that_stops_anywhere_is_completed_by_repeating_it(graph_server, graph, raw, in_order, stops_after):
    tenant = f"t{uuid.uuid4().hex[:12]}"
    made = messages(tenant)
    nodes, edges = [one for one, _ in made], [edges for _, edges in made if edges]
    with StoppingGraph(graph_server, stops_after) as stopping, suppress(GraphUnavailable):
        write_rows(stopping, tenant, nodes, edges, run="stopped", seen_at=at(1))
    write_rows(graph, tenant, nodes, edges, run="again", seen_at=at(2))
    assert without_times(everything(raw, tenant)) == without_times(in_order)


class StoppingGraph(Graph):
    """A door that falls shut after some transactions."""

    def __init__(self, server, left):
        super().__init__(server.uri, server.user, server.password)
        self.left = left

    def transaction(self, work, *, seconds=30.0):
        self.left -= 1
        if self.left < 0:
            raise GraphUnavailable()
        return super().transaction(work, seconds=seconds)


def test_the_same_new_records_from_several_threads_at_once_get_each_edge_once(graph, raw, tenant):
    nodes = [employee(tenant, f"p{i}", f"Person {i}") for i in range(40)]
    edges = [manager(tenant, f"p{i}", "boss", f"p{(i + 1) % 40}") for i in range(40)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda i: write(graph, tenant, nodes[i:] + nodes[:i], edges, seen=i), range(0, 36, 6)))
    assert raw("MATCH (a:Entity)-[r]->() WHERE a.tenant = $tenant RETURN count(r) AS n", tenant=tenant) == [{"n": 80}]


class InterruptedGraph(Graph):
    """A door in which something happens between looking and writing."""

    def __init__(self, server, happens):
        super().__init__(server.uri, server.user, server.password)
        self.happens = [happens]

    def transaction(self, work, *, seconds=30.0):
        def interrupted(send):
            def sent(name, /, **given):
                if name == "write_nodes" and self.happens:
                    self.happens.pop()()
                return send(name, **given)

            return work(sent)

        return super().transaction(interrupted, seconds=seconds)


@pytest.mark.usefixtures("small_batches")
def test_what_somebody_else_writes_between_looking_and_writing_stays_if_it_is_newer(graph_server, graph, raw, tenant):
    def newer():
        write(graph, tenant, [employee(tenant, "a", "New", modified=2)], [manager(tenant, "a", "n")])

    with InterruptedGraph(graph_server, newer) as slow:
        write(slow, tenant, [employee(tenant, m, "Old", modified=1) for m in "abc"], [manager(tenant, "a", "o")])
    entities, links = live(graph, tenant, "a")
    assert ([e[1] for e in entities], {end for _, _, end in links}) == (["New"], {key(tenant, "hris/Employee", "n")})


def test_a_record_that_is_seen_while_a_full_run_retires_stays(graph, raw, tenant):
    ana = employee(tenant, "a", "Ana")
    write(graph, tenant, [ana])
    waiting = "SHOW TRANSACTIONS YIELD status, parameters WHERE status STARTS WITH 'Blocked' AND parameters.tenant = $tenant RETURN status"
    full_run = {"linked_account": ACCOUNT, "model": "hris/Employee", "run": "full", "run_started_at": at(5)}
    with ThreadPoolExecutor(1) as pool:
        def seen_meanwhile(send):
            send("sight_nodes", tenant=tenant, token=tenant_token(tenant), rows=[{"key": ana.key, "version": ""}], seen_at=iso(at(6)), joined=[])
            retiring = pool.submit(retire_unseen, graph, tenant, **full_run)
            while not raw(waiting, tenant=tenant) and not retiring.done():
                pass
            return retiring

        retiring = graph.transaction(seen_meanwhile)
        assert retiring.result(timeout=30) == 0
    assert ana.key in by_key(graph, tenant, [ana.key])


def of(raw, tenant, merge_id, model="hris/Employee"):
    return raw("MATCH (e:Entity {key: $key}) RETURN properties(e) AS held", key=key(tenant, model, merge_id))[0]["held"]


def test_what_has_to_be_joined_is_marked_after_every_change_and_after_nothing_else(graph, raw, tenant):
    def is_due():
        marked = of(raw, tenant, "a").get("join_due", False)
        raw("MATCH (e:Entity) WHERE e.tenant = $tenant SET e.join_due = null", tenant=tenant)
        return marked

    ana = [employee(tenant, "a", "Ana")]
    full_run = {"linked_account": ACCOUNT, "model": "hris/Employee", "run": "full", "run_started_at": at(5)}
    happens = [
        (lambda: write(graph, tenant, [employee(tenant, "z", "Zoe")], [manager(tenant, "z", "a")]), False),      # only a stub yet
        (lambda: write(graph, tenant, ana), True),
        (lambda: write(graph, tenant, ana, seen=1), False),
        (lambda: write(graph, tenant, [employee(tenant, "a", "Ana Old", modified=-1)], seen=2), False),
        (lambda: tombstone(graph, tenant, [ana[0].key], at(3), "check"), True),
        (lambda: write(graph, tenant, ana, seen=4), True),                                                          # it is back
        (lambda: write(graph, tenant, ana, seen=4.5), False),
        (lambda: retire_unseen(graph, tenant, **full_run), True),
        (lambda: write(graph, tenant, ana, seen=6), True),
        (lambda: write(graph, tenant, [employee(tenant, "a", "Ana Diaz", modified=1)], seen=7), True),
        (lambda: write(graph, tenant, [employee(tenant, "a", "Ana Diaz", modified=2, deleted=True)], seen=8), True),
    ]
    assert [(does(), is_due())[1] for does, _ in happens] == [expected for _, expected in happens]
    write(graph, tenant, [article(tenant, "h", "Travel")])
    assert "join_due" not in of(raw, tenant, "h", "knowledgebase/Article")


def test_texts_go_with_their_record_and_come_back_with_it(graph, raw, tenant):
    def texts():
        found = raw("MATCH (c:Chunk)-[:CHUNK_OF]->(e:Entity) WHERE c.tenant = $tenant RETURN c.text AS text ORDER BY c.position", tenant=tenant)
        return [row["text"] for row in found]

    first, second = article(tenant, "h", "Travel", "Book early.", "Keep bills."), article(tenant, "h", "Travel", "Book late.", modified=1)
    write(graph, tenant, [first])
    assert texts() == ["Book early.", "Keep bills."]
    write(graph, tenant, [second], seen=1)
    write(graph, tenant, [first], seen=2)
    assert texts() == ["Book late."]
    tombstone(graph, tenant, [first.key], at(3), "check")
    assert texts() == []
    write(graph, tenant, [second], seen=4)
    assert texts() == ["Book late."]
    write(graph, tenant, [article(tenant, "h", "Travel", modified=2)], seen=5)
    assert texts() == []
    write(graph, tenant, [article(tenant, "h", "Travel", "Said again.", modified=3)], seen=6)
    write(graph, tenant, [article(tenant, "h", "Travel", "Still said.", modified=4, deleted=True)], seen=7)
    assert texts() == []


def test_history_keeps_what_was_said_and_when_it_was_gone(graph, raw, tenant):
    write(graph, tenant, [employee(tenant, "a", "Ana Ruiz", title="Lead")], [manager(tenant, "a", "b")])
    write(graph, tenant, [employee(tenant, "a", "Ana Diaz", title="Head", modified=1)], [manager(tenant, "a")], seen=1)
    write(graph, tenant, [employee(tenant, "a", "Ana Diaz", title=None, modified=2, deleted=True)], [manager(tenant, "a")], seen=2)
    assert of(raw, tenant, "a")["gone_at"] == iso(at(2))
    write(graph, tenant, [employee(tenant, "a", "Ana Diaz", title="Head", modified=3)], [manager(tenant, "a", "b")], seen=3)
    held = of(raw, tenant, "a")
    past = [json.loads(text) for text in held["past"]]
    assert [(p["from"], p["until"], p.get("name"), p.get("title"), p.get("gone", False)) for p in past] == [
        (iso(at(0)), iso(at(1)), "Ana Ruiz", "Lead", False), (iso(at(1)), iso(at(2)), "Ana Diaz", "Head", False),
        (iso(at(2)), iso(at(3)), "Ana Diaz", None, False), (iso(at(2)), iso(at(3)), None, None, True)]
    assert "gone_at" not in held
    edge = raw("MATCH (:Entity {key: $key})-[r:REPORTS_TO]->() RETURN properties(r) AS held", key=key(tenant, "hris/Employee", "a"))[0]["held"]
    assert (edge["past"], edge["first_seen_at"], edge.get("ended_at")) == ([f"{iso(at(0))}|{iso(at(1))}"], iso(at(3)), None)


def test_history_is_no_longer_than_it_may_be(graph, raw, tenant):
    for i in range(25):
        write(graph, tenant, [employee(tenant, "a", f"Ana {i}", modified=i)], seen=i)
    assert [json.loads(text)["name"] for text in of(raw, tenant, "a")["past"]] == [f"Ana {i}" for i in range(4, 24)]


def test_retirement_is_history_too(graph, raw, tenant):
    write(graph, tenant, [employee(tenant, "a", "Ana")])
    retire_unseen(graph, tenant, linked_account=ACCOUNT, model="hris/Employee", run="full", run_started_at=at(1))
    assert of(raw, tenant, "a")["gone_at"] == iso(at(1))
    write(graph, tenant, [employee(tenant, "a", "Ana")], seen=2)
    held = of(raw, tenant, "a")
    assert "gone_at" not in held
    assert [json.loads(text) for text in held["past"]] == [{"from": iso(at(1)), "until": iso(at(2)), "gone": True}]


def test_a_replay_changes_nothing_but_when_it_was_seen(graph, raw, tenant):
    made = messages(tenant)
    nodes, edges = [one for one, _ in made], [edges for _, edges in made if edges]
    write(graph, tenant, nodes, edges, run="first")
    state = "MATCH (n) WHERE n.tenant = $tenant OPTIONAL MATCH (n)-[r]->() RETURN properties(n) AS node, properties(r) AS edge"
    before = raw(state, tenant=tenant)
    write(graph, tenant, nodes, edges, run="second", seen=4)
    after = raw(state, tenant=tenant)
    for row in (*before, *after):
        row["node"].pop("last_seen_at", None)
        row["node"].pop("read_at", None)
    said, repeated = (sorted(json.dumps(row, sort_keys=True) for row in rows) for rows in (before, after))
    assert repeated == said


def test_long_lists_and_any_text_come_back_as_they_were(graph, raw, tenant):
    aliases = tuple(f"alias {i}" for i in range(300))
    hostile = "'); MATCH (n) DETACH DELETE n // \\ \" ` $run \u0000 \n 漢字 \U0001F600"
    people = [employee(tenant, "a", hostile, aliases=aliases, title=hostile)]
    write(graph, tenant, people, [manager(tenant, "a", *(f"m{i}" for i in range(300)))])
    held = of(raw, tenant, "a")
    assert (held["name"], held["title"], tuple(held["aliases"])) == (hostile, hostile, aliases)
    assert raw("MATCH (:Entity {key: $key})-[r:REPORTS_TO]->() RETURN count(r) AS n", key=people[0].key) == [{"n": 300}]


@pytest.mark.parametrize("name, email", [
    ("as a user I want to see the list " * 300, None), ("x" * 40_000, None), ("漢字 " * 3_000, None), ("Long Mail", f"{'a' * 9_000}@x.example")])
def test_a_name_or_address_longer_than_an_index_takes_stops_no_record_of_its_batch(graph, tenant, name, email):
    write(graph, tenant, [employee(tenant, "a", name, email=email), employee(tenant, "b", "Bo Li", email="bo@x.example")])
    assert {(key_of, said, mail) for key_of, said, mail, *_ in live(graph, tenant, "a", "b")[0]} == {
        (key(tenant, "hris/Employee", "a"), name, None), (key(tenant, "hris/Employee", "b"), "Bo Li", "bo@x.example")}
    assert [c.merge_id for c in find(graph, tenant, ["Bo Li"])["Bo Li"]] == ["b"]


def test_what_the_server_cannot_do_is_reported_as_the_graphs_failure(graph, tenant):
    rows = [{"key": f"{tenant}|hub|Person|h", "labels": ["PersonHub"], "properties": {"model": "hub/Person", "name_key": "x" * 9_000}}]
    with pytest.raises(GraphUnavailable, match="hubs_write"):
        graph.write("hubs_write", tenant=tenant, rows=rows, run="run", now=iso(at(1)))


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


def test_a_missing_end_becomes_a_stub_that_its_record_completes(graph, tenant, raw):
    assert write(graph, tenant, [employee(tenant, "a", "Ana")], [manager(tenant, "a", "b")]).stubs == 1
    boss = key(tenant, "hris/Employee", "b")
    assert by_key(graph, tenant, [boss]) == {}
    said = "MATCH (e:Entity {key: $key}) RETURN e.name AS name, e.stub AS stub"
    assert raw(said, key=boss) == [{"name": None, "stub": "Employee, not read yet"}]
    write(graph, tenant, [employee(tenant, "b", "Bo")])
    assert raw(said, key=boss) == [{"name": "Bo", "stub": None}]
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


def test_who_was_retired_by_an_earlier_version_is_met_by_no_search_after_the_next_full_run(graph, raw, tenant):
    full = {"linked_account": ACCOUNT, "model": "hris/Employee", "run": "full", "run_started_at": at(2)}
    write(graph, tenant, [employee(tenant, f"old{i}", f"Bill Old {i}") for i in range(60)])
    retire_unseen(graph, tenant, **full)
    raw("MATCH (e:Entity) WHERE e.tenant = $tenant SET e.tenant_token = $token", tenant=tenant, token=tenant_token(tenant))
    write(graph, tenant, [employee(tenant, "b", "Bill Ashworth Montgomery")], seen=3)
    retire_unseen(graph, tenant, **full)
    assert [c.name for c in find(graph, tenant, ["Bill"])["Bill"]] == ["Bill Ashworth Montgomery"]


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
        graph.read("entities_by", tenant=tenant)


def test_a_dead_server_is_reported():
    with Graph("bolt://127.0.0.1:9", "neo4j", "none") as nobody, pytest.raises(GraphUnavailable):
        nobody.check()


def test_a_deletion_at_the_same_time_is_taken_back_by_what_was_read_later_whatever_comes_last(graph, tenant):
    there, gone = article(tenant, "h", "Travel", "Book early."), article(tenant, "h", "Travel", "Book early.", deleted=True)
    for first, then, names in ((there, gone, []), (gone, there, ["Travel"])):
        write(graph, tenant, [first], seen=1)
        write(graph, tenant, [then], seen=3)
        write(graph, tenant, [first], seen=2)
        assert [name for _, name, *_ in live(graph, tenant, "h", model="knowledgebase/Article")[0]] == names
        assert [p.name for p in find_texts(graph, tenant, "book")] == names
        remove_tenant(graph, tenant)


def test_other_content_at_the_same_time_is_what_was_read_last_whatever_comes_last(graph, tenant):
    """A scope or a permission changes what a record holds, and no time moves."""
    shared = article(tenant, "h", "Travel", "Book early.")
    private = replace(shared, name=None, chunks=())
    for first, then in ((shared, private), (private, shared)):
        write(graph, tenant, [first], seen=1)
        write(graph, tenant, [then], seen=3)
        write(graph, tenant, [first], seen=2)
        assert [name for _, name, *_ in live(graph, tenant, "h", model="knowledgebase/Article")[0]] == [then.name or ""]
        write(graph, tenant, [first], seen=4)
        remove_tenant(graph, tenant)
