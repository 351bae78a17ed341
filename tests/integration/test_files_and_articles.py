"""Files, articles and mapped fields of a sandbox in the graph: what everybody may read is found, and nothing else."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from agent.catalogue import catalogue
from agent.live.reads import LiveReads
from agent.llm.budget import Budget
from agent.llm.port import Model, Role
from agent.plan.algebra import Names, Set, Where
from agent.query.execute import Done, execute
from agent.question.context import QuestionContext, UpToDate
from agent.question.tasks import compile_plan
from agent.respond import write
from ingest.company import Company, read_company
from ingest.gateway import Deadline, Gateway, GatewayOptions
from ingest.projections import MAPPED_FIELD, MODELS
from ingest.sandbox import running
from ingest.sandbox.control_client import SandboxControl
from ingest.sync import Sync
from kg import vectors
from kg.graph import Graph
from kg.remove import remove_tenant
from kg.resolve import by_key, find
from kg.retrieve import neighbours
from kg.schema import ensure_schema, ensure_vectors
from kg.texts import find_texts
from tests.cases import each_case
from tests.integration.small_company import DATA_AS_OF, NOW, account_id, change, key, merge_id, row
from workers.storage.store import RedisStore

FILES, ARTICLES = "filestorage", "knowledgebase"
PINNED = datetime.fromisoformat(NOW)
LATER = "2026-11-20T05:00:00.000000Z"
FOR_ALL = [{"type": "COMPANY", "roles": ["READ"]}]
FOR_ONE = [{"type": "USER", "roles": ["READ"]}]
OTHERS = ("Opening hours", "Desks", "Keys", "Parking")
MAPPED = {"organization_defined_targets": {"retention_class": "secret value"}, "linked_account_defined_targets": {}}


def records(tenant: str) -> dict[tuple[str, str], list[dict[str, Any]]]:
    return {
        (FILES, "users"): [row(tenant, "filestorage/User", "u", name="Ana Ruiz", email_address="ana.ruiz@acme.example")],
        (FILES, "folders"): [row(tenant, "filestorage/Folder", "sales", name="Sales", permissions=FOR_ALL)],
        (FILES, "files"): [
            row(tenant, "filestorage/File", "deck", name="Kenmore pitch.pptx", folder="@sales", permissions=FOR_ALL, field_mappings=MAPPED),
            row(tenant, "filestorage/File", "plan", name="Layoff plan.xlsx", folder="@sales", permissions=FOR_ONE),
        ],
        (ARTICLES, "users"): [row(tenant, "knowledgebase/User", "author", name="Ana Ruiz", email_address="ana.ruiz@acme.example")],
        (ARTICLES, "containers"): [row(tenant, "knowledgebase/Container", "book", name="Handbook", visibility="INTERNAL")],
        (ARTICLES, "articles"): [
            row(tenant, "knowledgebase/Article", "travel", title="Travel policy", description="Trains first. Then planes.", status="PUBLISHED",
                visibility="INTERNAL", parent_container="@book", author="@author"),
            row(tenant, "knowledgebase/Article", "grief", title="Handling grievances", description="Talk.", status="PUBLISHED",
                visibility="RESTRICTED"),
            *(row(tenant, "knowledgebase/Article", title, title=title, status="PUBLISHED", visibility="INTERNAL") for title in OTHERS),
        ],
    }


class Synonyms:
    """A model for vectors that knows one pair of words of one meaning; every other text has a direction of its own."""

    names: ClassVar[Mapping[Role, str]] = {Role.EMBED: "synonyms"}

    def embed(self, texts: Sequence[str], budget: Budget, privacy: frozenset[str] = frozenset({"A"})) -> Sequence[Sequence[float]]:
        """See agent.llm.port.Model."""
        known = ("journeys", "Travel policy", *OTHERS, "lunch")
        places = [next((n for n, part in enumerate(known) if part in text), len(known)) for text in texts]
        return [[1.0 if n == max(place, 1) else 0.0 for n in range(1, len(known) + 1)] for place in places]


@dataclass
class Library:
    """A company with a file storage and a knowledge base, and its graph."""

    graph: Graph
    tenant: str
    sync: Sync
    control: SandboxControl
    gateway: Gateway
    company: Company

    def run(self) -> QuestionContext:
        """A run of a question by one of the company's people."""
        live = LiveReads(self.gateway, self.company, PINNED, Deadline.after(30))
        # nothing is brought up
        return QuestionContext(self.tenant, self.company, self.company.people[0], catalogue(), self.graph, live, cast(UpToDate, None))

    def full(self, *models: str) -> None:
        for model, account in self.sync.parts():
            if not models or model in models:
                self.sync.full(model, account)

    def found(self, said: str) -> list[tuple[str, str]]:
        return [(c.model, c.name) for c in find(self.graph, self.tenant, [said])[said]]

    def named(self, model: str, name: str) -> str | None:
        return {c.key: c.name for c in by_key(self.graph, self.tenant, [key(self.tenant, model, name)]).values()}.get(key(self.tenant, model, name))

    def edit(self, category: str, resource: str, called: str, **values: Any) -> None:
        known = next(r for r in records(self.tenant)[category, resource] if r["remote_id"] == called)
        self.control.apply(self.tenant, change(category, resource, known | values | {"modified_at": LATER}, LATER), deliver=False)


def write_folder(folder: Path, tenant: str) -> Path:
    accounts = [{"id": account_id(tenant, c), "category": c, "integration": c, "token": f"token-{tenant}-{c}", "data_as_of": DATA_AS_OF}
                for c in (FILES, ARTICLES)]
    for (category, resource), rows in records(tenant).items():
        (folder / category).mkdir(parents=True, exist_ok=True)
        (folder / category / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    company = {"tenant": tenant, "name": "Acme", "domain": "acme.example", "now": NOW, "linked_accounts": accounts,
               "people": [{"email": "ana.ruiz@acme.example"}]}
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    return folder


@contextmanager
def opened(folder: Path, graph: Graph, redis_url: str, tenant: str) -> Iterator[Library]:
    with running([folder]) as served, SandboxControl(served.control_url, served.control_key) as control:
        options = GatewayOptions(states_kept=0.0, retry_seconds=0.01)
        company = read_company(folder)
        gateway = Gateway(company.accounts, api_key=served.api_key, base_url=served.base_url, clock=lambda: PINNED, options=options)
        yield Library(graph, tenant, Sync(graph, gateway, RedisStore(redis_url), tenant, lambda: PINNED), control, gateway, company)
        gateway.close()


@pytest.fixture
def library(graph: Graph, redis_url: str, tenant: str, tmp_path: Path) -> Iterator[Library]:
    ensure_schema(graph)
    with opened(write_folder(tmp_path / "company", tenant), graph, redis_url, tenant) as made:
        yield made
    remove_tenant(graph, tenant)


def test_every_model_of_both_categories_comes_through(library: Library) -> None:
    library.full()
    synced = {model for model, _ in library.sync.parts()}
    assert synced == {m for m in MODELS if m.startswith((FILES, ARTICLES))}
    assert library.named("filestorage/File", "deck") == "Kenmore pitch.pptx"
    assert library.named("filestorage/File", "plan") == ""
    assert library.named("knowledgebase/Article", "grief") == ""
    assert library.found("kenmore pitch")[0] == ("filestorage/File", "Kenmore pitch.pptx")
    assert library.found("travel policy")[0] == ("knowledgebase/Article", "Travel policy")
    assert library.found("layoff plan") == []
    assert library.found("grievances") == []


def test_open_article_is_found_by_its_text_and_restricted_one_is_not(library: Library) -> None:
    library.full("knowledgebase/Article", "filestorage/File")
    assert [(piece.name, piece.text) for piece in find_texts(library.graph, library.tenant, "trains and planes")] == [
        ("Travel policy", "Travel policy Trains first. Then planes.")]
    assert [piece.name for piece in find_texts(library.graph, library.tenant, "kenmore")] == ["Kenmore pitch.pptx"]
    assert find_texts(library.graph, library.tenant, "talk grievances layoff") == ()


def answered(run: QuestionContext, words: str) -> str:
    """What is told beside the answer that no article holds these words in its title."""
    goal = Names(Set("knowledgebase/Article", where=frozenset({Where("knowledgebase/Article.title", words, "contains")})), "")
    *_, last = execute(run, compile_plan(run.catalogue, goal), write)
    assert isinstance(last, Done)
    return last.draft.text[last.draft.text.index("I looked for"):]


@each_case("words, near", [
    ("planes to Oslo", " Near is “Travel policy”."),          # one of the words, in its text
    ("travelling", " Near is “Travel policy”."),              # a form of one, in its title
    ("talk", ""),                                            # in the text of what the asker may not see
    ("parental leave", ""),
])
def test_article_that_holds_one_of_the_words_is_named_where_none_holds_them(library: Library, words: str, near: str) -> None:
    library.full("knowledgebase/Article")
    assert answered(library.run(), words) == f"I looked for “{words}” in any form.{near}"


@each_case("words, near", [("journeys", " Near is “Travel policy”."), ("lunch", "")])
def test_article_of_nearly_the_meaning_is_named_where_there_is_a_model_for_it(library: Library, words: str, near: str) -> None:
    ensure_vectors(library.graph)
    library.full("knowledgebase/Article")
    model = cast(Model, Synonyms())
    due = vectors.due(library.graph, library.tenant, "texts", "nobody", f"{library.tenant}|knowledgebase|Article|").texts
    made = model.embed([text for _, text in due], Budget())
    found = [(key, text, vectors.meaning("synonyms", one)) for (key, text), one in zip(due, made, strict=True)]
    vectors.keep(library.graph, library.tenant, "texts", found)
    assert answered(replace(library.run(), model=model), words) == f"I looked for “{words}” in any form.{near}"


def test_an_article_leads_to_its_author_and_container_and_a_restricted_file_to_its_folder(library: Library) -> None:
    library.full()
    article, plan = (key(library.tenant, m, n) for m, n in (("knowledgebase/Article", "travel"), ("filestorage/File", "plan")))
    links = neighbours(library.graph, library.tenant, [article, plan])
    assert {(link.relation, link.name) for link in links[article]} == {("CREATED_BY", "Ana Ruiz"), ("IN_CONTAINER", "Handbook")}
    assert {(link.relation, link.name) for link in links[plan]} == {("IN_FOLDER", "Sales")}


def test_a_file_that_is_no_longer_for_everybody_loses_its_name(library: Library) -> None:
    library.full()
    library.edit(FILES, "files", "deck", permissions=FOR_ONE)
    for model, account in library.sync.parts():
        if model == "filestorage/File":
            library.sync.delta(model, account)
    assert library.named("filestorage/File", "deck") == ""
    assert library.found("kenmore pitch") == []


def test_a_mapped_field_is_found_by_its_name_until_no_record_has_it(library: Library) -> None:
    library.full()
    assert library.found("retention class") == [(MAPPED_FIELD, "retention class")]
    assert library.found("secret value") == []
    library.full("knowledgebase/Article", "filestorage/Folder")
    assert library.found("retention class") == [(MAPPED_FIELD, "retention class")]
    library.edit(FILES, "files", "deck", field_mappings=None)
    library.full("filestorage/File")
    assert library.found("retention class") == []


def test_a_webhook_whose_file_has_permissions_as_ids_is_read_again(library: Library) -> None:
    library.full()
    library.edit(FILES, "files", "deck", name="Kenmore offer.pptx")
    payload = {"hook": {"event": "FileStorageFile.changed"}, "linked_account": {"id": account_id(library.tenant, FILES), "category": FILES},
               "data": {"id": merge_id(library.tenant, "deck"), "name": "Kenmore offer.pptx", "permissions": ["an id"], "modified_at": LATER}}
    assert library.sync.hear(json.dumps(payload).encode()).kind == "changed"
    assert library.named("filestorage/File", "deck") == "Kenmore offer.pptx"
