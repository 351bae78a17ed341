"""Every statement in `cypher/` holds every node that it takes out of the database to the tenant, and this test would see one that does not."""

import re
from pathlib import Path

from kg import queries
from kg.schema import RELATIONS
from tests.architecture.cypher_patterns import unbound
from tests.cases import each_case

FOLDER = Path(__file__).parents[2] / "cypher"
OF_THE_SERVER = ("schema_", "server_")              # no statement of a tenant: indexes, versions
WRITER = "the writer makes and checks every key before it writes: it begins with the tenant"
JOINER = "kg.hubs makes the keys of hubs and blocks itself: they begin with the tenant"
EXCEPTIONS = {                                      # (statement, variable): why it is safe without
    ("write_nodes", "e"): WRITER,
    ("write_stubs", "e"): WRITER,
    ("hubs_write", "e"): JOINER,
    ("hubs_enter_blocks", "b"): JOINER,
    ("remove_edges", "()"): "an edge of the tenant's own node goes, wherever it leads; nothing is done to its end",
    ("remove_account_edges", "m"): "the same; an end goes only if it is the tenant's",
    ("audit_nodes", "e"): "the audit looks for what crosses tenants; it returns counts",
    ("audit_nodes", "m"): "the same",
    ("audit_totals", "e"): "a count that the server keeps",
    ("audit_totals", "c"): "a count that the server keeps",
    ("audit_totals", "n"): "a count that the server keeps",
}
_BINDING = re.compile(r"\b\w+\.tenant = (?:\$tenant|tenant|\w+\.tenant)\b|\btenant: \$tenant\b")


def statements():
    """Every statement of the folder and those below it, by name; a file below holds one, called as the file."""
    named = {name: query.text for name, query in queries.load(RELATIONS).items() if not name.startswith(OF_THE_SERVER)}
    return named | {file.stem: file.read_text("utf-8") for file in sorted(FOLDER.glob("*/*.cypher"))}


def of_an_edge(text, place):
    """An edge that says its tenant too: more than the rule asks for."""
    before = text[:place.start()]
    variable = place.group().partition(".")[0]
    return bool(re.search(rf"\[{variable}\b", text)) if "." in place.group() else before.rfind("[") > before.rfind("(")


def bindings():
    for name, text in STATEMENTS.items():
        for i, place in enumerate(_BINDING.finditer(text)):
            if not of_an_edge(text, place) and (name, place.group().partition(".")[0]) not in EXCEPTIONS:
                yield name, i


STATEMENTS = statements()
BINDINGS = list(bindings())


@each_case("name", STATEMENTS)
def test_every_node_is_held_to_the_tenant(name):
    assert {variable for variable in unbound(STATEMENTS[name]) if (name, variable) not in EXCEPTIONS} == set()


def test_every_exception_is_needed():
    assert {(name, v) for name, text in STATEMENTS.items() for v in unbound(text)} >= EXCEPTIONS.keys()


def test_every_file_is_read():
    inside = "".join(STATEMENTS.values())
    for file in FOLDER.rglob("*.cypher"):
        last = file.read_text("utf-8").rstrip().splitlines()[-1]
        assert last in inside or file.name in ("schema.cypher", "server.cypher")


def test_there_are_many_bindings():
    assert len(BINDINGS) > 40


@each_case("name, nth", BINDINGS)
def test_a_statement_that_loses_one_binding_is_seen(name, nth):
    """Each binding of a node is taken out in turn."""
    place = list(_BINDING.finditer(STATEMENTS[name]))[nth]
    without = STATEMENTS[name][:place.start()] + ("true" if "." in place.group() else "other: 1") + STATEMENTS[name][place.end():]
    assert set(unbound(without)) - set(unbound(STATEMENTS[name]))


@each_case("statement, wrong", [
    ("MATCH (a:X {key: $k}) WHERE a.tenant = $tenant RETURN a", []),
    ("MATCH (a:X {tenant: $tenant, key: $k}) RETURN a", []),
    ("MATCH (a:X WHERE a.tenant = $tenant) RETURN a", []),
    ("MATCH (a:X) WHERE $tenant = a.tenant RETURN a", []),
    ("MATCH (a:X) WHERE a.tenant = $tenant OR a.name = $n RETURN a", ["a"]),
    ("MATCH (a:X) WHERE NOT a.tenant = $tenant RETURN a", ["a"]),
    ("MATCH (a:X) WHERE (a.tenant = $tenant OR true) AND a.b = 1 RETURN a", ["a"]),
    ("MATCH (a:X) WHERE a.tenant = $tenants RETURN a", ["a"]),
    ("WITH $tenant AS t MATCH (a:X) WHERE a.tenant = t RETURN a", []),
    ("WITH $tenant AS t MATCH (a:X) WHERE a.tenant = t WITH a.name AS t MATCH (b:X) WHERE b.tenant = t RETURN b", ["a", "b"]),
    ("MATCH (a:X) WHERE a.tenant = t RETURN a", ["a"]),
    ("MATCH (a:X) WHERE a.key = 'a.tenant = $tenant' RETURN a", ["a"]),
    ("MATCH (a:X) // WHERE a.tenant = $tenant\nRETURN a", ["a"]),
    ("MATCH (a:X) WITH a WHERE a.tenant = $tenant RETURN a", ["a"]),
    ("MATCH (a:X)-[r]->(b) WHERE a.tenant = $tenant RETURN b", ["b"]),
    ("MATCH (a:X)-[r]->(b)<--(c) WHERE a.tenant = $tenant AND b.tenant = a.tenant AND c.tenant = d.tenant RETURN c", ["c"]),
    ("MATCH (a:X)-[r]->() WHERE a.tenant = $tenant RETURN r", ["()"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant RETURN COUNT { (a)--() }", []),
    ("MATCH (a:X) WHERE a.tenant = $tenant RETURN COUNT { (a)--(b) }", ["b"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant AND NOT (a)-->(b) RETURN a", ["b"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant RETURN [(a)-->(b) | b.name] AS names", ["b"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant RETURN [(a)-->(b) WHERE b.tenant = $tenant | b.name] AS names", []),
    ("MATCH (a:X) WHERE a.tenant = $tenant RETURN [(a)-->(b) WHERE b.x = 1 | b.tenant = $tenant] AS names", ["b"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant MATCH (a)-->(b) RETURN b", ["b"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant WITH count(a) AS n MATCH (a) RETURN a", ["a"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant CALL (a) { MATCH (a)-->(b) RETURN b } RETURN b", ["b"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant CALL () { MATCH (a) RETURN a AS b } RETURN b", ["a"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant RETURN a UNION MATCH (a:X) RETURN a", ["a"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant MATCH p = shortestPath((a)-[*..4]-(a)) RETURN p", ["path"]),
    ("MATCH p = (a)-[*2]-(b) WHERE all(n IN nodes(p) WHERE n.tenant = $tenant) AND a.tenant = $tenant AND b.tenant = $tenant RETURN p", []),
    ("CALL db.index.fulltext.queryNodes('w', $s) YIELD node AS e, score RETURN e", ["e"]),
    ("CALL db.index.fulltext.queryNodes('w', $s) YIELD node AS e, score WHERE e.tenant = $tenant RETURN e", []),
    ("UNWIND $rows AS row MERGE (a:X {key: row.key}) ON CREATE SET a.tenant = $tenant ON MATCH SET a.b = 1", ["a"]),
    ("UNWIND $rows AS row MERGE (a:X {key: row.key, tenant: $tenant}) SET a.b = 1", []),
    ("UNWIND $rows AS row CREATE (:X {key: row.key})", ["()"]),
    ("MATCH (a:X) WHERE a.tenant = $tenant FOREACH (x IN [1] | MERGE (b:X {key: x}))", ["b"]),
    ("MATCH (a:X) USING INDEX a:X(tenant) WHERE a.tenant = $tenant AND a.name STARTS WITH $n RETURN a", []),
])
def test_the_reader_of_patterns(statement, wrong):
    assert unbound(statement) == wrong
