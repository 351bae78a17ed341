"""Every query of the product: named, used, bound to its tenant, planned without a scan, and at hubs as cheap as its quotas."""

import re
from dataclasses import replace
from pathlib import Path

import neo4j
import pytest

from kg import queries
from kg.hubs import join_due
from kg.rows import Edges
from kg.schema import LABELS, RELATIONS, ensure_schema
from tests.cases import each_case
from tests.integration.kg_rows import at, employee, key, manager, node, write

ROOT = Path(__file__).parents[2]
PACKAGES = ("kg", "ingest", "agent", "memory", "ui", "workers")
QUERIES = queries.load(RELATIONS)
OF_A_TENANT = {name: q for name, q in QUERIES.items() if not name.startswith(("schema_", "server_"))}
TOUR = {file.stem: file.read_text("utf-8") for file in sorted((ROOT / "cypher").glob("*/*.cypher"))}
ONE_ROW = {"NodeUniqueIndexSeek", "NodeUniqueIndexSeek(Locking)", "Filter"}     # what may stand below a CartesianProduct: seeks of one row each
BATCH = "its rows are a batch that the caller bounds: they wait in memory before the first of them is changed, which is what it means"
FEW_FIELDS = "the names and values of the fields of one model are few"
MANY_ROWS = re.compile(r"\w*Scan|NodeIndexSeek\w*|NodeUniqueIndexSeekByRange")      # operators that give rows until somebody stops them
# Statements that may collect rows before they go on, and why that is harmless. None of them reads for a question.
EAGER = {"retire_fields": FEW_FIELDS, "preferences_loosen": "the preferences of one person are few"} | dict.fromkeys((
    "hubs_pass_on", "hubs_leave_blocks", "hubs_enter_blocks", "hubs_check_blocks", "hubs_write_pairs",
    "hubs_drop_pairs", "hubs_decide", "hubs_write", "hubs_join", "hubs_unjoin", "hubs_end", "extracted_join", "remove_edges", "remove_nodes",
    "remove_chunks", "remove_account_edges", "remove_account_nodes", "mentions_link", "mentions_drop",
    "preferences_write", "preferences_link", "preferences_drop", "preferences_messages", "preferences_stated", "preferences_about",
    "preferences_retired", "preferences_messages_drop"), BATCH)


def product_code():
    return {path: path.read_text("utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py")}


def test_every_query_is_used():
    code = "\n".join(product_code().values())
    assert {name for name in QUERIES if f'"{name}"' not in code} == set()


def test_every_used_name_exists():
    calls = re.compile(r'(?:graph\.(?:read|write)|\bStep|_in_batches)\(\s*(?:graph, )?"(\w+)"')
    used = {name for path, code in product_code().items() if path.parent.name == "kg" for name in calls.findall(code)}
    assert len(used) > 10
    assert used <= QUERIES.keys()


def test_no_cypher_stands_in_python():
    telling = re.compile(r"(MATCH|MERGE|CREATE|UNWIND)\s*\(\w*:|DETACH DELETE")
    assert [path.name for path, code in product_code().items() if telling.search(code)] == []


def test_headers_name_the_columns_that_statements_return():
    for query in QUERIES.values():
        text = query.text
        while (bare := re.sub(r"\[[^\[\]]*\]|\{[^{}]*\}|\([^()]*\)", "", text)) != text:
            text = bare
        last = re.split(r"ORDER BY|LIMIT", text.rpartition("RETURN ")[2])[0] if query.columns else ""
        found = tuple(re.split(r" AS ", part)[-1].split()[0] for part in last.split(",") if part.strip())
        assert found == query.columns, query.name


def test_tables_hold_words_that_can_be_labels_and_relation_types():
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", label) for label in LABELS.values())
    assert len(set(LABELS.values())) == len(LABELS)
    assert len(set(RELATIONS)) == len(RELATIONS)


FEW, MANY = 400, 1_600                  # edges of two hubs: what is read of them must cost the same
TENANT, JOINED, TWINS = "plans", "plans-of-joins", 120


@pytest.fixture(scope="module")
def driver(graph, graph_server):
    """A database with enough in it that the planner chooses as it would in life."""
    ensure_schema(graph)
    people = [employee(TENANT, f"p{i}", f"Person {i}", email=f"p{i}@x.example") for i in range(2_000)]
    groups = {size: key(TENANT, "hris/Group", f"g{size}") for size in (FEW, MANY)}
    members = [Edges(p.key, "IN_GROUP", tuple(group for size, group in groups.items() if i < size)) for i, p in enumerate(people)]
    articles = [replace(node(TENANT, "ticketing/Ticket", f"t{i}", f"Ticket {i}"), chunks=(f"piece {i}", "another")) for i in range(200)]
    write(graph, TENANT, [*people, *articles, *(node(TENANT, "hris/Group", f"g{size}", "All") for size in groups)],
          [*(manager(TENANT, f"p{i}", f"p{i // 10}") for i in range(1, 2_000)), *members])
    twins = [make(JOINED, f"{number}", f"Person {number}", email=f"p{number}@x.example") for number in range(TWINS)
             for make in (employee, lambda tenant, *names, **rest: node(tenant, "crm/User", *names, **rest))]
    write(graph, JOINED, twins)
    join_due(graph, JOINED, run="run", now=at(1))
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as own:
        own.execute_query("CALL db.prepareForReplanning(60)")       # counts of the indexes are taken in the background: plans wait for them
        yield own


def plan(driver, text):
    with driver.session() as session:
        return session.run(f"EXPLAIN {text}", dict.fromkeys(re.findall(r"\$(\w+)", text))).consume().plan


def operators(part):
    yield part["operatorType"].partition("@")[0], [o for child in part.get("children", ()) for o in below(child)]
    for child in part.get("children", ()):
        yield from operators(child)


def below(part):
    return [part["operatorType"].partition("@")[0], *(o for child in part.get("children", ()) for o in below(child))]


def scans(found):
    return [o for o, _ in found if re.fullmatch(r"AllNodesScan|\w*LabelScan|\w*RelationshipsScan|\w*RelationshipTypeScan|\w*IndexScan", o)]


def wide_products(found):
    return [inner for o, inner in found if o == "CartesianProduct" and not set(inner) <= ONE_ROW]


@each_case("name", OF_A_TENANT)
def test_no_query_scans(driver, name):
    query = OF_A_TENANT[name]
    for relations in ([(one,) for one in RELATIONS] if query.by_relation else [()]):
        found = list(operators(plan(driver, query.statement(relations, RELATIONS))))
        assert scans(found) == [], relations
        assert wide_products(found) == [], relations
        assert name in EAGER or "Eager" not in {o for o, _ in found}, relations


@each_case("name", TOUR)
def test_no_query_of_the_tour_scans(driver, name):
    found = list(operators(plan(driver, TOUR[name])))
    assert scans(found) == []
    assert wide_products(found) == []
    assert "Eager" not in {o for o, _ in found}


def test_every_excuse_is_needed(driver):
    found = {name: list(operators(plan(driver, OF_A_TENANT[name].text))) for name in EAGER if name in OF_A_TENANT}
    assert {name for name in EAGER if "Eager" not in {o for o, _ in found.get(name, ())}} == set()


def waiting(part):
    """The operators below each Eager of a plan: where the rows come from that it collects."""
    if part["operatorType"].partition("@")[0] == "Eager":
        yield {o for child in part["children"] for o in below(child)}
    for child in part.get("children", ()):
        yield from waiting(child)


def is_batch(inner):
    return bool({"Unwind", "Limit"} & inner) or not any(MANY_ROWS.fullmatch(o) for o in inner)


def test_what_waits_in_memory_is_a_list_of_the_caller_or_limited(driver):
    plans = {name: plan(driver, OF_A_TENANT[name].text) for name in EAGER}
    assert {name for name, found in plans.items() if not all(map(is_batch, waiting(found)))} == {
        name for name, why in EAGER.items() if why != BATCH}


@each_case("text, scanning", [
    ("MATCH (n) RETURN n", True), ("MATCH (e:Entity) RETURN e", True), ("MATCH (e:Entity) WHERE e.name_key = 'x' RETURN e", True),
    ("MATCH ()-[r:REPORTS_TO]->() RETURN r", True), ("MATCH ()-[r]->() RETURN r", True),
    ("MATCH (e:Entity {key: $key}) RETURN e", False),
])
def test_a_scan_is_seen(driver, text, scanning):
    assert bool(scans(list(operators(plan(driver, text))))) is scanning


AROUND = {"relations": list(RELATIONS), "joins": 20, "few": 200, "most": 200, "quota": 50}
AT_HUBS = [     # (query, its parameters beside the hub, the most that it may touch)
    ("links_around", AROUND, 100),
    ("links_around", AROUND | {"few": 2**31 - 1, "most": 24, "quota": 5}, 600),
    ("degrees_in", {}, 200),
    ("links_in_of_hub", {"most": 200, "quota": 50}, 3_000),
    ("keys_around", {"relations": list(RELATIONS), "out": 24, "into": 24}, 300),
    ("held_links_in", {"relations": list(RELATIONS), "most": 24}, 600),
]


def hits(driver, query, hub, parameters):
    text = query.statement(("IN_GROUP", "REPORTS_TO") if query.by_relation else (), RELATIONS)
    with driver.session() as session:
        found = session.run(f"PROFILE {text}", {"tenant": TENANT, "keys": [hub], **parameters})
        assert list(found)
        return sum(touched(found.consume().profile))


def touched(part):
    yield part.get("dbHits", 0)
    for child in part.get("children", ()):
        yield from touched(child)


@each_case("name, parameters, most", AT_HUBS)
def test_a_hub_costs_its_quota_and_not_its_degree(driver, name, parameters, most):
    few, many = (hits(driver, QUERIES[name], key(TENANT, "hris/Group", f"g{size}"), parameters) for size in (FEW, MANY))
    assert many <= 1.5 * few      # of four times as many edges
    assert many <= most
