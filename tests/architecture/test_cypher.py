"""Every query of the product: named, used, bound to its tenant, and planned without a scan."""

import re
from pathlib import Path

import neo4j
import pytest

from kg import queries
from kg.schema import LABELS, RELATIONS, ensure_schema
from tests.integration.kg_rows import employee, manager, write

ROOT = Path(__file__).parents[2]
PACKAGES = ("kg", "ingest", "agent", "memory", "ui", "workers")
QUERIES = queries.load(RELATIONS)
OF_A_TENANT = {name: q for name, q in QUERIES.items() if not name.startswith(("schema_", "server_"))}
FORBIDDEN = ("AllNodesScan", "NodeByLabelScan", "DirectedAllRelationshipsScan", "UndirectedAllRelationshipsScan")
WITHOUT_EAGER = ("write_nodes", "write_stubs", *(name for name in OF_A_TENANT if name.startswith(("entities_", "links_"))))
KEYS_HOLD_THE_TENANT = ("write_nodes", "write_stubs")      # kg.upsert checks every key before it writes


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
        last = query.text.rpartition("RETURN ")[2] if query.columns else ""
        assert tuple(re.split(r" AS ", part)[-1].strip() for part in last.split(",") if part.strip()) == query.columns, query.name


@pytest.mark.parametrize("name", OF_A_TENANT)
def test_every_statement_binds_the_tenant(name):
    text = OF_A_TENANT[name].text
    if name in KEYS_HOLD_THE_TENANT:
        assert re.search(r"\{key: row\.\w+\}", text)
    else:
        assert re.search(r"\be\.tenant = \$tenant|\bs\.tenant = \$tenant", text)


def test_tables_hold_words_that_can_be_labels_and_relation_types():
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", label) for label in LABELS.values())
    assert len(set(LABELS.values())) == len(LABELS)
    assert len(set(RELATIONS)) == len(RELATIONS)


@pytest.fixture(scope="module")
def driver(graph, graph_server):
    ensure_schema(graph)
    people = [employee("plans", f"p{i}", f"Person {i}", email=f"p{i}@x.example") for i in range(2_000)]
    write(graph, "plans", people, [manager("plans", f"p{i}", f"p{i // 10}") for i in range(1, 2_000)])
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as own:
        yield own


def plan(driver, query):
    text = query.statement("REPORTS_TO" if query.by_relation else None, RELATIONS)
    with driver.session() as session:
        return session.run(f"EXPLAIN {text}", dict.fromkeys(query.parameters)).consume().plan


def operators(part):
    yield part["operatorType"].partition("@")[0], [c["operatorType"].partition("@")[0] for c in part.get("children", ())]
    for child in part.get("children", ()):
        yield from operators(child)


@pytest.mark.parametrize("name", OF_A_TENANT)
def test_no_query_scans(driver, name):
    found = list(operators(plan(driver, OF_A_TENANT[name])))
    assert [o for o, _ in found if o in FORBIDDEN] == []
    assert all(name == "write_edges" and set(below) <= {"NodeUniqueIndexSeek(Locking)", "Filter"} for o, below in found if o == "CartesianProduct")
    assert name not in WITHOUT_EAGER or "Eager" not in {o for o, _ in found}
