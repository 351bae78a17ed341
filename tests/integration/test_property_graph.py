"""The graph as LlamaIndex sees it: its own index and retrievers over our store, one tenant, read-only unless a writer is given."""

import asyncio
import inspect
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from llama_index.core import Document, PropertyGraphIndex, StorageContext
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, PropertyGraphStore, Relation
from llama_index.core.indices.property_graph import (
    CustomPGRetriever,
    CypherTemplateRetriever,
    LLMSynonymRetriever,
    TextToCypherRetriever,
    VectorContextRetriever,
)
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.schema import TextNode
from llama_index.core.vector_stores import SimpleVectorStore, VectorStoreQuery
from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore
from pydantic import BaseModel

from kg.errors import GraphReadOnly
from kg.property_graph import PropertyGraph, RecordNode, Writer
from kg.resolve import by_key, find
from kg.rows import Edges
from kg.schema import RELATIONS, ensure_schema
from tests.integration.kg_rows import employee, key, manager, node, write
from tests.waiting import PROGRAM_SECONDS

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HUB_SIZE = 1_200


class SaysNames(CustomLLM):
    """A model that answers with the same words each time."""

    says: str

    @property
    def metadata(self):
        return LLMMetadata(model_name="says-names")

    def complete(self, prompt, formatted=False, **kwargs):
        return CompletionResponse(text=self.says)

    def stream_complete(self, prompt, formatted=False, **kwargs):
        yield CompletionResponse(text=self.says)


class ByMention(CustomPGRetriever):
    """The seat for a retrieval of one's own: mentions by our resolver, their surroundings from the store."""

    def init(self, graph, tenant, **kwargs):
        self.graph, self.tenant = graph, tenant

    def custom_retrieve(self, query_str):
        found = find(self.graph, self.tenant, [query_str])[query_str]
        nodes = self.graph_store.get(ids=[c.key for c in found])
        return [TextNode(text=f"{a.name} {r.label} {b.name}") for a, r, b in self.graph_store.get_rel_map(nodes)]


@pytest.fixture
def company(graph, tenant):
    """Ana reports to Bo, Bo to Cy; a ticket without a name of Ana's; another tenant with the same names and ids."""
    ensure_schema(graph)
    for slug, title in ((tenant, "Lead"), (f"{tenant}x", "Secret")):
        people = [employee(slug, "a", "Ana Ruiz", email="ana@x.com", title=title), employee(slug, "b", "Bo Li"), employee(slug, "c", "Cy Orr")]
        ticket, user = node(slug, "ticketing/Ticket", "t"), node(slug, "ticketing/User", "u", "Ana Ruiz")
        write(graph, slug, [*people, ticket, user],
              [manager(slug, "a", "b"), manager(slug, "b", "c"), Edges(ticket.key, "ASSIGNED_TO", (user.key,))])
    return key(tenant, "hris/Employee", "a")


@pytest.fixture
def store(graph, tenant, company):
    return PropertyGraph(graph, tenant)


@pytest.fixture
def writable(graph, tenant, company):
    return PropertyGraph(graph, tenant, writer=Writer("notes-1", lambda: NOON))


def index_over(store, says="Ana ruiz"):
    return PropertyGraphIndex.from_existing(property_graph_store=store, embed_kg_nodes=False, llm=SaysNames(says=says), use_async=False)


def texts(found):
    return sorted(one.node.get_content() for one in found)


def said(triplets):
    return sorted((a.name, r.label, b.name) for a, r, b in triplets)


def test_no_statement_of_the_base_class_can_run():
    helpers = {"__init__", "__enter__", "__exit__", "__del__", "__module__", "__doc__", "__annotations__", "__abstractmethods__", "_abc_impl",
               "text_to_cypher_template"}
    inherited = set(vars(Neo4jPropertyGraphStore)) - set(vars(PropertyGraph))
    assert inherited - helpers == set()
    assert PropertyGraphStore.__abstractmethods__ <= set(vars(PropertyGraph))
    assert not PropertyGraph.supports_structured_queries
    assert not PropertyGraph.supports_vector_queries


def test_no_driver_is_made_and_the_door_stays_open(graph, tenant):
    with PropertyGraph(graph, tenant) as store:
        assert {"_driver", "_async_driver"} & set(vars(store)) == set()
        assert store.client is graph
    assert graph.check()


def test_asynchronous_forms_are_all_there():
    asynchronous = {name for name, one in inspect.getmembers(PropertyGraphStore, inspect.iscoroutinefunction)}
    assert {name for name in asynchronous if getattr(PropertyGraph, name) is getattr(PropertyGraphStore, name)} == set()


def test_nothing_on_the_path_of_a_question_imports_llama_index():
    code = "import sys, kg.retrieve, kg.resolve, kg.upsert, kg.remove, kg.schema, agent.assistant; print('llama_index' in sys.modules)"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PROGRAM_SECONDS).stdout
    assert told.strip() == "False"


def test_a_retriever_of_ones_own_works_through_the_index(graph, tenant, store):
    index = index_over(store)
    retriever = index.as_retriever(sub_retrievers=[ByMention(store, graph=graph, tenant=tenant)])
    expected = [" ASSIGNED_TO Ana Ruiz", "Ana Ruiz REPORTS_TO Bo Li", "Bo Li REPORTS_TO Cy Orr"]
    assert texts(retriever.retrieve("Ana Ruiz")) == expected
    assert texts(asyncio.run(retriever.aretrieve("Ana Ruiz"))) == expected


@pytest.mark.parametrize("is_async", [False, True])
def test_the_indexs_own_retriever_finds_names_that_a_model_says(store, company, is_async):
    retriever = index_over(store, "ana ruiz^nobody").as_retriever(include_text=False, include_properties=True, path_depth=1)
    assert isinstance(retriever.sub_retrievers[0], LLMSynonymRetriever)
    found = texts(asyncio.run(retriever.aretrieve("Who is Ana?")) if is_async else retriever.retrieve("Who is Ana?"))
    assert len(found) == 2
    assert any("Ana Ruiz (" in text and "REPORTS_TO" in text and "Bo Li (" in text for text in found)


def test_a_retriever_with_vectors_of_its_own_gets_its_nodes_from_the_graph(store, company):
    vectors = SimpleVectorStore()
    vectors.add([TextNode(text="Ana", id_=company, embedding=[0.5] * 4)])
    retriever = VectorContextRetriever(store, embed_model=MockEmbedding(4), vector_store=vectors, include_text=False)
    assert len(retriever.retrieve("Ana")) == len(asyncio.run(retriever.aretrieve("Ana"))) == 1
    assert store.vector_query(VectorStoreQuery(query_embedding=[0.5] * 4)) == ([], [])


class NoParameters(BaseModel):
    """What a model would fill in."""


def test_retrievers_that_let_a_model_write_cypher_are_refused(store):
    with pytest.raises(ValueError, match="does not support cypher"):
        TextToCypherRetriever(store, llm=SaysNames(says="MATCH (n) RETURN n"))
    with pytest.raises(ValueError, match="does not support cypher"):
        CypherTemplateRetriever(store, NoParameters, "MATCH (n) RETURN n", llm=SaysNames(says="{}"))


@pytest.mark.parametrize("query, parameters, why", [
    ("MATCH (n) RETURN n", {}, "no Cypher"),
    ("tombstone", {"keys": [], "at": "", "run": ""}, "no Cypher"),
    ("write_nodes", {"rows": []}, "no Cypher"),
    ("server_version", {}, "no Cypher"),
    ("audit_nodes", {}, "no Cypher"),
    ("held_versions", {"keys": [], "tenant": "other"}, "one tenant"),
    ("held_versions", {}, "takes"),
])
def test_only_named_queries_that_read_this_tenant_run(store, query, parameters, why):
    with pytest.raises(ValueError, match=why):
        store.structured_query(query, parameters)


def test_a_named_query_runs_with_its_parameters_and_our_tenant(graph, tenant, store, company):
    foreign = company.replace(tenant, f"{tenant}x")
    rows = store.structured_query("held_versions", {"keys": [company, foreign]})
    assert [row["key"] for row in rows] == [company]
    assert asyncio.run(store.astructured_query("held_versions", {"keys": [foreign]})) == []


def test_nodes_are_found_by_key_name_and_property_and_know_their_key(store, company):
    found = store.get(ids=[company])
    assert [(type(n), n.id, n.name, n.label, n.properties["title"]) for n in found] == [(RecordNode, company, "Ana Ruiz", "Employee", "Lead")]
    assert {n.label for n in store.get(properties={"name": "ANA RUIZ"})} == {"Employee", "TicketUser"}
    assert [n.id for n in store.get(properties={"email": "Ana@x.com", "title": "Lead"})] == [company]
    assert store.get(ids=["nobody", ""]) == store.get(ids=[company], properties={"title": "Chief"}) == []
    assert asyncio.run(store.aget(ids=[company])) == found


def test_a_record_without_a_name_shows_none(store, tenant):
    ticket = store.get(ids=[key(tenant, "ticketing/Ticket", "t")])[0]
    assert (ticket.name, str(ticket).partition(" ")[0]) == ("", "Ticket")


@pytest.mark.parametrize("ask", [
    lambda s: s.get(), lambda s: s.get(properties={"title": "Lead"}), lambda s: s.get_triplets(relation_names=["REPORTS_TO"])])
def test_the_graph_is_not_read_as_a_whole(store, ask):
    with pytest.raises(ValueError, match="Say which nodes"):
        ask(store)


def test_triplets_lead_as_the_edges_do(store, tenant, company):
    boss = key(tenant, "hris/Employee", "b")
    assert said(store.get_triplets(ids=[boss])) == [("Ana Ruiz", "REPORTS_TO", "Bo Li"), ("Bo Li", "REPORTS_TO", "Cy Orr")]
    assert said(store.get_triplets(entity_names=["Ana Ruiz"], relation_names=["ASSIGNED_TO"])) == [("", "ASSIGNED_TO", "Ana Ruiz")]
    near = store.get_rel_map(store.get(ids=[company]), depth=1)
    assert said(near) == [("Ana Ruiz", "REPORTS_TO", "Bo Li")]
    assert (near[0][1].source_id, near[0][1].target_id) == (company, boss)
    assert len(store.get_rel_map(store.get(ids=[company]), depth=2)) == 2
    assert store.get_rel_map(store.get(ids=[company]), ignore_rels=["REPORTS_TO"]) == store.get_rel_map([]) == []


def test_the_map_of_a_hub_shows_every_relation_within_its_limit(graph, tenant, store):
    hub, below = node(tenant, "hris/Group", "all", "All"), node(tenant, "hris/Group", "below", "Below")
    people = [employee(tenant, f"p{i}", f"Person {i}") for i in range(HUB_SIZE)]
    write(graph, tenant, [*people, hub, below], [*(Edges(p.key, "IN_GROUP", (hub.key,)) for p in people), Edges(below.key, "PART_OF", (hub.key,))])
    found = store.get_rel_map(store.get(ids=[hub.key]), depth=2, limit=30)
    assert len(found) == 30
    assert {r.label for _, r, _ in found} == {"IN_GROUP", "PART_OF"}


def test_two_tenants_with_equal_names_and_ids_never_meet(graph, tenant, store, company):
    foreign = key(f"{tenant}x", "hris/Employee", "a")
    assert store.get(ids=[foreign]) == store.get_triplets(ids=[foreign]) == []
    theirs = PropertyGraph(graph, f"{tenant}x").get(ids=[foreign])
    assert [n.properties["title"] for n in theirs] == ["Secret"]
    assert store.get_rel_map(theirs) == []
    assert {n.properties.get("title") for n in store.get(ids=["Ana Ruiz"])} == {"Lead", None}


def test_the_schema_is_known_without_the_graph(store):
    assert set(store.get_schema()["rel_props"]) == set(RELATIONS)
    assert "REPORTS_TO" in store.get_schema_str()
    assert store.get_schema_str(include_types=["Employee"]) == "Nodes (each with a name): Employee\nRelations: "


@pytest.mark.parametrize("change", [
    lambda s: s.upsert_nodes([EntityNode(name="Zoe")]),
    lambda s: s.upsert_relations([Relation(label="KNOWS", source_id="Zoe", target_id="Yan")]),
    lambda s: s.delete(ids=["Zoe"]),
    lambda s: asyncio.run(s.aupsert_nodes([EntityNode(name="Zoe")])),
    lambda s: s.upsert_llama_nodes([TextNode(text="x")]),
])
def test_writing_is_refused_unless_a_writer_is_given(store, change):
    with pytest.raises(GraphReadOnly, match="read-only"):
        change(store)


def test_what_is_extracted_is_kept_apart_from_records(graph, tenant, writable, company):
    before = by_key(graph, tenant, [company])
    writable.upsert_nodes([EntityNode(name="Ana Ruiz", label="person", properties={"tenant": "other", "key": "k", "mood": "glad"}),
                           ChunkNode(id_="c1", text="Ana met Zoe."), *writable.get(ids=[company])])
    writable.upsert_relations([Relation(label="MET", source_id="Ana Ruiz", target_id="Zoe", properties={"where": "Rome"}),
                               Relation(label="IS", source_id="Ana Ruiz", target_id=company)])
    assert by_key(graph, tenant, [company]) == before
    assert [c.model for c in find(graph, tenant, ["Zoe"])["Zoe"]] == []
    met = writable.get_triplets(ids=["Zoe"])
    assert [(a.id, r.label, r.properties["where"], r.properties["run"], b.id) for a, r, b in met] == [("Ana Ruiz", "MET", "Rome", "notes-1", "Zoe")]
    around = {(a.label, r.label, b.label) for a, r, b in writable.get_triplets(ids=["Ana Ruiz"])}
    assert around >= {("person", "IS", "Employee"), ("person", "MET", "entity")}
    assert [n.properties for n in writable.get(ids=["Ana Ruiz"]) if n.label == "person"] == [{"key": "k", "mood": "glad", "tenant": "other"}]
    with pytest.raises(ValueError, match="not in the graph"):
        writable.upsert_relations([Relation(label="IS", source_id="Zoe", target_id=f"{tenant}|hris|Employee|nobody")])


def test_an_index_built_from_documents_is_kept_found_and_deleted(writable, tenant):
    index = PropertyGraphIndex.from_documents(
        [Document(text="Zoe knows Yan.", id_="doc-1")], llm=SaysNames(says="(Zoe, knows, Yan)"), embed_kg_nodes=False, use_async=False,
        storage_context=StorageContext.from_defaults(property_graph_store=writable))
    found = index.as_retriever(sub_retrievers=[LLMSynonymRetriever(writable, llm=SaysNames(says="Zoe"))]).retrieve("Zoe?")
    assert any("Zoe -> Knows -> Yan" in one.node.get_content() and "Zoe knows Yan." in one.node.get_content() for one in found)
    writable.delete_llama_nodes(ref_doc_ids=["doc-1"])
    assert writable.get(properties={"ref_doc_id": "doc-1"}) == []
    writable.delete(ids=["Zoe", "Yan"])
    assert writable.get(ids=["Zoe", "Yan"]) == []


def test_deleting_marks_this_tenants_records_only_until_they_are_seen_again(graph, tenant, writable, company):
    foreign = key(f"{tenant}x", "hris/Employee", "a")
    writable.delete(ids=[company, foreign])
    assert writable.get(ids=[company]) == []
    assert foreign in by_key(graph, f"{tenant}x", [foreign])
    write(graph, tenant, [employee(tenant, "a", "Ana Ruiz", modified=99)], seen=99_999)
    assert [n.name for n in writable.get(ids=[company])] == ["Ana Ruiz"]
    with pytest.raises(ValueError, match="edge ends"):
        writable.delete(relation_names=["REPORTS_TO"])
