"""A tenant that leaves: nothing of it stays anywhere, and nothing of anybody else's goes."""

import gc
import weakref
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from ingest.company import read_company
from ingest.facts import Facts, read_facts, write_facts
from kg.errors import BadInput, Busy
from kg.remove import audit
from kg.schema import ensure_schema
from tests.integration.kg_rows import employee, manager, write
from tests.integration.small_company import account_id, write_company
from workers.settings import make_settings
from workers.storage.api_keys import Keys
from workers.storage.tenant_registry import Tenant
from workers.tasks import parking
from workers.tasks.concurrency import joining
from workers.tenants.removal import remove
from workers.wiring import Installation

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PERSON = "ana@x.com"


@pytest.fixture
def here(graph, graph_server, redis_url, tmp_path):
    ensure_schema(graph)
    made = Installation(make_settings(home=tmp_path / "home", neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url))
    yield made
    made.close()


def settle(here, slug, folder):
    """A tenant with records, facts of a sync, a parked message, a conversation and a question."""
    write_company(folder, slug)
    here.tenants.save(Tenant(company=read_company(folder)))
    write(here.graph, slug, [employee(slug, "a", "Ana"), employee(slug, "b", "Bo")], [manager(slug, "a", "b")])
    write_facts(here.store, slug, Facts("hris/Employee", account_id(slug, "hris"), done=True))
    parking.park(here.store, parking.Message(f"m-{slug}", "sync_model", (slug, "hris/Employee", "a", "full")), "broken", NOW)
    here.history.append(slug, PERSON, "s", {"at": NOW, "question": "hello", "answer": {"status": "answered", "text": "Hello."}})
    here.questions.save(slug, PERSON, "q", {"session": "s", "prompt": "Which?", "options": [], "asked_at": NOW.isoformat(),
                                         "mention": "Bill", "text": "Who is Bill?", "choices": {}})
    Keys(here.settings.home).make((slug, PERSON), frozenset({"ask"}), NOW, 1)


def held(here, slug):
    """What is left of a tenant, place by place."""
    return {
        "graph": audit(here.graph, slug).nodes, "facts": read_facts(here.store, slug, "hris/Employee", account_id(slug, "hris")).done,
        "parked": len(parking.parked(here.store, slug)), "sessions": here.history.sessions(slug, PERSON),
        "question": here.questions.load(slug, PERSON, "q") is not None,
        "keys": sum(key.tenant == slug for key in Keys(here.settings.home).all()), "file": slug in here.tenants.slugs()}


def test_nothing_of_a_tenant_stays_and_nothing_of_another_goes(here, tenant, tmp_path):
    other = f"{tenant}x"
    for slug in (tenant, other):
        settle(here, slug, tmp_path / slug)
    before = held(here, other)
    assert before == {"graph": 2, "facts": True, "parked": 1, "sessions": ["s"], "question": True, "keys": 1, "file": True}
    assert remove(here, tenant) == 2
    assert held(here, tenant) == {"graph": 0, "facts": False, "parked": 0, "sessions": [], "question": False, "keys": 0, "file": False}
    assert held(here, other) == before
    with pytest.raises(BadInput, match="no tenant"):
        remove(here, tenant)


def test_who_answered_a_tenant_is_let_go_with_the_copies_of_its_records(here, tenant, tmp_path):
    settle(here, tenant, tmp_path / tenant)
    tenant_file = here.tenants.get(tenant)
    here.tenants.save(tenant_file.model_copy(update={"source": "merge", "merge_base_url": "http://127.0.0.1:9/api", "merge_api_key": SecretStr("k")}))
    answers = weakref.ref(here.assistant(tenant))
    remove(here, tenant)
    gc.collect()
    assert answers() is None


def test_removal_waits_for_running_joins(here, tenant, tmp_path):
    settle(here, tenant, tmp_path / tenant)
    before = held(here, tenant)
    with joining(here.store, tenant, 0.0), pytest.raises(Busy):
        remove(here, tenant, patience=0.05)
    assert held(here, tenant) == before
    assert remove(here, tenant) == 2


def test_a_removal_that_was_stopped_is_finished_by_the_next(here, tenant, tmp_path):
    settle(here, tenant, tmp_path / tenant)
    here.tenants.unlink(tenant, account_id(tenant, "hris"))
    here.history.forget(tenant)
    assert remove(here, tenant) == 2
    assert here.tenants.slugs() == ()
