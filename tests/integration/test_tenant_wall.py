"""The tenant wall: 10,000 generated attempts, through every public door of kg, to see or change what is another tenant's.

Several tenants hold the same records under the same ids, names and addresses; each tries to get at the others, and so do
tenants that exist nowhere and whose names are made to be mistaken for theirs. The tries are generated, the same ones each time.
"""

import importlib
import inspect
import pkgutil
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain

import neo4j
import pytest

import kg
from kg import context, digest, held, hubs, joining, paths, provenance, remove, resolve, retrieve, texts, upsert, vectors
from kg import fields as mapped_fields
from kg.graph import Graph
from kg.property_graph import PropertyGraph, RecordNode, Writer
from kg.rows import Edges, entity_key, tenant_token
from kg.schema import ensure_schema
from tests.integration.kg_rows import at, employee, key, manager, node, write

FEWEST = 10_000
KEYS, WORDS, FEW = 30, 12, 2           # tries per door and tenant: with keys, with words to search, and one call each
RUN = {"run": "hostile", "run_started_at": at(9_999)}


@dataclass(frozen=True, slots=True)
class Try:
    """One tenant at one door, and what it tries."""

    graph: Graph
    me: str
    keys: list[str]                    # of other tenants, and what looks like them
    words: list[str]                   # names and addresses that others have too, and texts made to break out of a search
    accounts: list[str]                # linked accounts of others, and what looks like them
    own: list[str]                     # keys that are mine, or would be

    def store(self) -> PropertyGraph:
        return PropertyGraph(self.graph, self.me, writer=Writer("hostile", lambda: at(9_999)))

    def candidates(self) -> list[resolve.Candidate]:
        """Candidates of others."""
        return [resolve.Candidate(one, "hris/Employee", "0", "", "Ana Ruiz", (), None, {}, "exact", 1.0, ()) for one in self.keys]

    def batch(self) -> joining.Batch:
        """Records of others, to be joined with mine."""
        return joining.Batch(self.graph, self.me, self.keys, "hostile", "9999")

    def loaded(self) -> list[object]:
        """What such a batch reads of them."""
        batch = self.batch()
        batch.load(self.keys)
        return [subject.held for subject in batch.subjects.values()]

    def nodes(self) -> list[RecordNode]:
        """Nodes of others, as if they had been handed over."""
        return [RecordNode(key=one, name="Ana Ruiz") for one in self.keys]


Door = tuple[str, Callable[[Try], object]]           # what the tries are made of, and the call


def each(tries: Iterable[object], call: Callable[..., object]) -> list[object]:
    return [call(one) for one in tries]


READING: dict[str, Door] = {
    "kg.resolve.find": ("words", lambda t: resolve.find(t.graph, t.me, t.words)),
    "kg.resolve.beginning": ("words", lambda t: each(t.words, lambda words: resolve.beginning(t.graph, t.me, words))),
    "kg.resolve.find_each": ("words", lambda t: resolve.find_each(t.graph, t.me, [resolve.Wanted(t.words)])),
    "kg.resolve.by_email": ("words", lambda t: resolve.by_email(t.graph, t.me, t.words)),
    "kg.resolve.by_key": ("keys", lambda t: resolve.by_key(t.graph, t.me, t.keys)),
    "kg.retrieve.neighbours": ("keys", lambda t: retrieve.neighbours(t.graph, t.me, t.keys)),
    "kg.retrieve.subgraph": ("keys", lambda t: retrieve.subgraph(t.graph, t.me, t.keys)),
    "kg.paths.connections": ("keys", lambda t: [paths.connections(t.graph, t.me, t.own, t.keys), paths.connections(t.graph, t.me, t.keys, t.own)]),
    "kg.paths.connection": ("few", lambda t: each(t.keys[:FEW], lambda k: paths.connection(t.graph, t.me, t.own[0], k))),
    "kg.context.in_context": ("keys", lambda t: ties(context.in_context(t.graph, t.me, {"Ana": t.candidates()}, t.keys[:FEW]))),
    "kg.provenance.why": ("few", lambda t: each(t.keys[:FEW], lambda k: provenance.why(t.graph, t.me, k))),
    "kg.provenance.as_of": ("keys", lambda t: provenance.as_of(t.graph, t.me, t.keys, at(9_999))),
    "kg.texts.find_texts": ("words", lambda t: each(t.words, lambda w: texts.find_texts(t.graph, t.me, w))),
    "kg.vectors.due": ("few", lambda t: each(t.keys[:FEW], lambda k: vectors.due(t.graph, t.me, "names", "m/3", k[: k.find("|") + 1]))),
    "kg.digest.digest": ("one", lambda t: digest.digest(t.graph, t.me)),
    "kg.digest.lines": ("one", lambda t: list(digest.lines(t.graph, t.me))),
    "kg.hubs.review": ("one", lambda t: [hubs.review(t.graph, t.me, state=state) for state in ("review", "automatic")]),
    "kg.hubs.why_joined": ("few", lambda t: each(t.keys[:FEW], lambda k: hubs.why_joined(t.graph, t.me, k))),
    "kg.hubs.together": ("keys", lambda t: hubs.together(t.graph, t.me, t.keys)),
    "kg.hubs.alike": ("few", lambda t: each(t.keys[:FEW], lambda k: [  # the pair itself is what was asked about
        pair for pair in hubs.alike(t.graph, t.me, t.own[0], k) if set(pair) != {t.own[0], k}])),
    "kg.held.accounts_held": ("one", lambda t: list(held.accounts_held(t.graph, t.me))),
    "kg.held.held_ages": ("keys", lambda t: held.held_ages(t.graph, t.me, t.keys)),
    "kg.held.live_ids": ("one", lambda t: held.live_ids(t.graph, t.me, "hris/Employee", t.accounts)),
    "kg.held.account_of": ("few", lambda t: each(t.keys[:FEW], lambda k: held.account_of(t.graph, t.me, k))),
    "kg.held.unseen_by": ("few", lambda t: each(t.accounts[:FEW], lambda a: held.unseen_by(
        t.graph, t.me, "hris/Employee", a, at(9_999), 5))),
    "kg.fields.mapped_fields": ("one", lambda t: mapped_fields.mapped_fields(t.graph, t.me)),
    "kg.fields.values_of_field": ("one", lambda t: mapped_fields.values_of_field(t.graph, t.me, "hris/Employment.job_title", 5)),
    "kg.remove.audit": ("one", lambda t: remove.audit(t.graph, t.me)),
    "kg.property_graph.PropertyGraph.get": ("keys", lambda t: t.store().get(ids=t.keys)),
    "kg.property_graph.PropertyGraph.get_triplets": ("keys", lambda t: [t.store().get_triplets(ids=t.keys), t.store().get_triplets(t.words)]),
    "kg.property_graph.PropertyGraph.get_rel_map": ("keys", lambda t: t.store().get_rel_map(t.nodes())),
    "kg.property_graph.PropertyGraph.get_llama_nodes": ("keys", lambda t: t.store().get_llama_nodes(t.keys)),
    "kg.property_graph.PropertyGraph.structured_query": ("keys", lambda t: t.store().structured_query("held_versions", {"keys": t.keys})),
}
CHANGING: dict[str, Door] = {
    "kg.hubs.decide": ("few", lambda t: each(t.keys[:FEW], lambda k: refused(
        hubs.decide, t.graph, t.me, t.own[0], k, True, by="hostile@x.com", now=at(9_999)))),
    "kg.hubs.join_due": ("one", lambda t: hubs.join_due(t.graph, t.me, run="hostile", now=at(9_999))),
    "kg.joining.Batch.work_off": ("keys", lambda t: t.batch().work_off()),
    "kg.joining.Batch.load": ("keys", lambda t: t.loaded()),
    "kg.upsert.write_rows": ("few", lambda t: each(t.keys[:FEW], lambda k: refused(
        upsert.write_rows, t.graph, t.me, *rows_under(t.me, k), run="hostile", seen_at=at(9_999)))),
    "kg.vectors.keep": ("few", lambda t: vectors.keep(
        t.graph, t.me, "names", [(k, "Ana Ruiz", vectors.meaning("m", (1.0, 0.0, 0.0))) for k in t.keys[:FEW]])),
    "kg.upsert.tombstone": ("keys", lambda t: upsert.tombstone(t.graph, t.me, t.keys, at(9_999), "hostile")),
    "kg.upsert.retire_unseen": ("few", lambda t: each(t.accounts[:FEW], lambda a: upsert.retire_unseen(
        t.graph, t.me, linked_account=a, model="hris/Employee", **RUN))),
    "kg.fields.retire_fields": ("few", lambda t: each(t.keys[:FEW], lambda k: mapped_fields.retire_fields(t.graph, t.me, k[:-1], **RUN))),
    "kg.remove.remove_account": ("few", lambda t: each(t.accounts[:FEW], lambda a: remove.remove_account(t.graph, t.me, a))),
    "kg.property_graph.PropertyGraph.delete": ("keys", lambda t: t.store().delete(ids=t.keys)),
    "kg.property_graph.PropertyGraph.delete_llama_nodes": ("few", lambda t: t.store().delete_llama_nodes(t.keys[:FEW])),
    "kg.property_graph.PropertyGraph.upsert_nodes": ("keys", lambda t: t.store().upsert_nodes(t.nodes())),
}
OF_NOBODY: dict[str, Door] = {         # changes what is one's own, so only tenants that have nothing try
    "kg.remove.remove_tenant": ("one", lambda t: remove.remove_tenant(t.graph, t.me)),
}
ELSEWHERE = {                          # no door of its own, and why
    "kg.vectors.near_names": "tried in test_kg_vectors.py, where there are indexes and nearer vectors of another tenant",
    "kg.vectors.near_texts": "tried in test_kg_vectors.py, where there are indexes and nearer vectors of another tenant",
    "kg.property_graph.PropertyGraph.upsert_relations": "tried in a test of its own: it keeps what was handed in as a name",
    "kg.property_graph.PropertyGraph.upsert_llama_nodes": "upsert_nodes",
    "kg.property_graph.PropertyGraph.vector_query": "answers nothing to anybody",
    "kg.property_graph.PropertyGraph.get_schema": "reads no graph",
    "kg.property_graph.PropertyGraph.get_schema_str": "reads no graph",
    "kg.property_graph.PropertyGraph.refresh_schema": "reads no graph",
    "kg.property_graph.PropertyGraph.verify_version": "reads no graph",
    "kg.property_graph.PropertyGraph.persist": "reads no graph",
    "kg.property_graph.PropertyGraph.close": "reads no graph",
}


def refused(call, *args, **rest):
    with pytest.raises(ValueError):
        call(*args, **rest)


def ties(found):
    """Keys of the candidates that something speaks for, as something of others: a candidate itself was handed in."""
    return [f"{one.candidate.key}|" for each in found.values() for one in each if one.score or one.why]


def rows_under(me, foreign):
    """Another tenant's record, or one of mine with an edge to it."""
    if len(foreign) % 2:
        return [replace(employee(me, "mine", "Mine"), key=foreign)], []
    return [employee(me, "mine", "Mine")], [Edges(key(me, "hris/Employee", "mine"), "REPORTS_TO", (foreign,))]


@pytest.fixture(scope="module")
def raw(graph_server):
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as driver:
        yield lambda text, **parameters: [record.data() for record in driver.execute_query(text, parameters).records]


@pytest.fixture(scope="module")
def company(graph, raw):
    """Four tenants whose names are parts of each other, with the same records; what is a tenant's own says so in its texts."""
    ensure_schema(graph)
    base = f"w{random.Random().randrange(16**10):010x}"
    slugs = [base, f"{base}b", base[:-1], base.upper()]
    for slug in slugs:
        make(graph, raw, slug)
    yield slugs
    for slug in slugs:
        remove.remove_tenant(graph, slug)


def make(graph, raw, slug):
    mine = secret(slug)
    token = tenant_token(slug)
    names = ("Ana Ruiz", "Bo Li", "Cy Orr")
    people = [employee(slug, str(i), name, email=f"{i}@x.com", title=mine, aliases=[f"E-{i}"]) for i, name in enumerate(names)]
    odd = employee(slug, "9|hris|Employee|1", "Odd One", title=mine)
    ticket = node(slug, "ticketing/Ticket", "t", "Broken lamp")
    own_field = node(slug, "merge/MappedField", "f", mine, of_model="hris/Employee")
    rows = [replace(one, provenance=replace(one.provenance, linked_account=account(slug))) for one in (*people, odd, ticket, own_field)]
    write(graph, slug, rows, [manager(slug, "0", "1", "ghost"), manager(slug, "1", "2"), Edges(ticket.key, "ASSIGNED_TO", (people[0].key,))])
    hubs.join_due(graph, slug, run="run", now=at(1))
    raw("""MATCH (e:Entity {key: $key})
           CREATE (:Chunk {key: $key + '#0', tenant: $tenant, tenant_token: $token, position: 0, text: $mine, words: 'broken lamp'})-[:CHUNK_OF]->(e)
           CREATE (e)-[:JOINED_IN {method: 'rules', score: 1.0, with: $key, first_seen_at: '2026', run: 'run'}]->
             (:Entity {key: $tenant + '|hub|Person|1', tenant: $tenant, model: 'hub/Person', merge_id: '1', name: $mine})""",
        key=people[0].key, tenant=slug, mine=mine, token=token)


def secret(slug):
    return f"secret of {slug}."


def account(slug):
    return f"account of {slug}."


def hostile_names(slugs):
    """Names of tenants that are none, to be taken for one that is."""
    base = slugs[0]
    return ["", " ", "*", "%", f"{base} ", f"{base}*", f"{base}|", f"{base}|hris|Employee|9", f"|{base}", f"{base}\u200b",
            base.replace("w", "ｗ"), f"{base} OR tenant:*", f"tenant_token:{tenant_token(base)}", tenant_token(base), f"({base})",
            f'{base}" OR "1"="1', f"{base}' OR true //", ".*"]


def tries(graph, me, slugs, seed, scale):
    chance = random.Random(seed)
    others = [slug for slug in slugs if slug != me]
    keys = [key(slug, model, i) for slug in others for model, i in (
        ("hris/Employee", "0"), ("hris/Employee", "1"), ("hris/Employee", "2"), ("hris/Employee", "9|hris|Employee|1"), ("hris/Employee", "ghost"),
        ("ticketing/Ticket", "t"), ("hub/Person", "1"))]
    bend = (str, str, str, str.upper, lambda s: f"{s}#0", lambda s: f"{me}|{s}", lambda s: s.replace("|", "||", 1), lambda s: f"{s[:-1]}*")
    words = ["Ana Ruiz", "ana", "Bo Li", "0@x.com", "E-1", "Odd One", "Broken lamp", "AND OR", "*", "a* OR b*", "ana) OR (tenant_token:*", '"ana"',
             *(f"ana +tenant_token:{tenant_token(slug)}" for slug in others), *map(secret, others), *others]
    accounts = list(chain.from_iterable((account(s), account(s)[:-1], account(s).upper(), "") for s in others))
    return Try(graph, me, [chance.choice(bend)(chance.choice(keys)) for _ in range(KEYS * scale)],
               [f"{chance.choice(words)}{chance.choice(('', ' ', '~', '*', chr(39) + 's'))}" for _ in range(WORDS * scale)],
               chance.sample(accounts, len(accounts)), [entity_key(me, "hris", "Employee", "0")])


def strings(found, given=frozenset()):
    """Every text in a result. Where a result is by what was asked for, that is none of it."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, Mapping):
        yield from chain.from_iterable(chain(strings(k) if k not in given else (), strings(v, given)) for k, v in found.items())
    elif is_dataclass(found):
        yield from chain.from_iterable(strings(getattr(found, f.name), given) for f in fields(found))
    elif hasattr(found, "model_dump"):
        yield from strings(found.model_dump())
    elif isinstance(found, Iterable):
        yield from chain.from_iterable(strings(one, given) for one in found)


def leaks(found, one, slugs):
    others = [slug for slug in slugs if slug != one.me]
    marks = [mark for slug in others for mark in (secret(slug), account(slug))]
    texts = set(strings(found, frozenset((*one.keys, *one.words, *one.own))))
    return {text for text in texts if any(text.startswith(f"{slug}|") for slug in others) or any(mark in text for mark in marks)}


def made(one, kind):
    return {"keys": len(one.keys), "words": len(one.words), "few": FEW, "one": 1}[kind]


def state(raw, slugs):
    """All that lies in the graph of the tenants, but what LlamaIndex wrote."""
    rows = raw("""MATCH (n) WHERE n.tenant IN $slugs AND NOT n:Extracted
                  RETURN n.key AS key, properties(n) AS held, [(n)-[r]->(m) WHERE NOT m:Extracted | [type(r), properties(r), m.key]] AS edges""",
               slugs=slugs)
    return sorted((row["key"], sorted(map(str, row["held"].items())), sorted(map(str, row["edges"]))) for row in rows)


def through(doors, one, slugs):
    """Go through doors; how many tries, and what leaked. A tenant that cannot be one is turned away."""
    count, leaked = 0, {}
    for name, (kind, call) in doors.items():
        try:
            found = call(one)
        except ValueError as no:
            assert "cannot be a tenant" in str(no)
            found = None
        count += made(one, kind)
        if seen := leaks(found, one, slugs):
            leaked[name] = seen
    return count, leaked


def test_ten_thousand_attempts_see_and_change_nothing_of_another_tenant(graph, company, raw, full):
    before, count, leaked = state(raw, company), 0, {}
    doors = READING | CHANGING
    for seed, me in enumerate([*company, *hostile_names(company)]):
        one = tries(graph, me, company, seed, 10 if full else 1)
        tried, seen = through(doors if me in company else doors | OF_NOBODY, one, company)
        count += tried
        leaked |= {(me, name): texts for name, texts in seen.items()}
    assert leaked == {}
    assert state(raw, company) == before
    assert count >= FEWEST
    assert [remove.audit(graph, slug).ok for slug in company] == [True] * len(company)


def test_what_is_ones_own_is_found_through_the_same_doors(graph, company):
    """Else the doors could be shut for everybody."""
    me = company[0]
    mine = key(me, "hris/Employee", "0")
    own = replace(tries(graph, me, company, 0, 1), keys=[mine], words=["Ana Ruiz", "0@x.com", "broken lamp"], own=[key(me, "hris/Employee", "1")])
    empty = {name for name, (_, call) in READING.items() if not any(text.startswith(f"{me}|") for text in strings(call(own)))}
    assert empty == SAY_NO_KEYS


SAY_NO_KEYS = {"kg.hubs.alike", "kg.held.accounts_held", "kg.held.live_ids", "kg.held.account_of", "kg.held.unseen_by", "kg.fields.mapped_fields",
               "kg.fields.values_of_field", "kg.remove.audit", "kg.digest.digest", "kg.digest.lines",
               "kg.property_graph.PropertyGraph.get_llama_nodes", "kg.hubs.review"}


def test_a_leak_would_be_seen(graph, company):
    one = tries(graph, company[0], company, 0, 1)
    theirs = resolve.by_key(graph, company[1], [key(company[1], "hris/Employee", "0")])
    assert leaks(theirs, one, company)
    assert leaks([secret(company[1])], one, company)
    assert not leaks(resolve.by_key(graph, company[0], [key(company[0], "hris/Employee", "0")]), one, company)


def test_relations_to_another_tenants_records_lead_to_names_only(graph, company, raw):
    me, foreign = company[0], [key(slug, "hris/Employee", "0") for slug in company[1:]]
    store = PropertyGraph(graph, me, writer=Writer("hostile", lambda: at(1)))
    store.upsert_relations([store_relation(key(me, "hris/Employee", "0"), one) for one in foreign])
    assert raw("MATCH (a)-[:EXTRACTED]->(b) WHERE a.tenant = $me RETURN DISTINCT b.tenant AS tenant", me=me) == [{"tenant": me}]
    assert remove.audit(graph, me).ok


def store_relation(start, end):
    return importlib.import_module("llama_index.core.graph_stores.types").Relation(label="KNOWS", source_id=start, target_id=end)


def doors_of_kg():
    """Public functions of kg that take a graph and a tenant, and public methods of classes that are made of both."""
    for found in pkgutil.walk_packages(kg.__path__, "kg."):
        module = importlib.import_module(found.name)
        for name, one in inspect.getmembers(module):
            if name.startswith("_") or getattr(one, "__module__", "") != found.name or not (inspect.isfunction(one) or inspect.isclass(one)):
                continue
            if {"graph", "tenant"} <= inspect.signature(one).parameters.keys():
                yield from methods(f"{found.name}.{name}", one) if inspect.isclass(one) else [f"{found.name}.{name}"]


def methods(path, cls):
    """An asynchronous form runs its synchronous one."""
    named = {name for name, one in inspect.getmembers(cls, inspect.isfunction) if not name.startswith("_")}
    return [f"{path}.{name}" for name in sorted(named) if not (name[0] == "a" and name[1:] in named)]


def test_every_door_is_tried():
    assert set(doors_of_kg()) == {*READING, *CHANGING, *OF_NOBODY, *ELSEWHERE}
