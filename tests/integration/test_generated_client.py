"""A client made by others' tool out of our OpenAPI, as it is served, asks and reads what it gets, without a line of ours in between."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from tests.integration.scripted import ANA, BILLS, NOW, ScriptedInstallation
from workers.settings import real_time
from workers.storage.api_keys import Keys

NAME = "evergraph_made_client"


@pytest.fixture(scope="module")
def told(url: str) -> httpx.Response:
    """What the server says of itself."""
    return httpx.get(f"{url}/api/openapi.json", timeout=60)


@pytest.fixture(scope="module")
def made(told: httpx.Response, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the client is; it can be imported by its name."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "openapi.json").write_text(told.text, "utf-8")
    asked = ConfigFile(post_hooks=[], package_name_override=NAME)
    complaints = generate(config=Config.from_sources(
        asked, MetaType.NONE, document_source=folder / "openapi.json", file_encoding="utf-8", overwrite=False, output_path=folder / NAME))
    assert not complaints, complaints
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))
    for name in [each for each in sys.modules if each.partition(".")[0] == NAME]:
        del sys.modules[name]


def module(name: str) -> Any:
    return importlib.import_module(f"{NAME}.{name}")


def client_of(installation: ScriptedInstallation, url: str, *scopes: str) -> Any:
    """Ana's, with a key for these scopes."""
    _, key = Keys(installation.settings.home).make((installation.slugs[0], ANA), frozenset(scopes), real_time(), 1)
    return module("client").AuthenticatedClient(base_url=url, token=key, raise_on_unexpected_status=True)


def test_every_operation_becomes_a_function_that_can_be_imported(told: httpx.Response, made: Path) -> None:
    offered = {operation["operationId"] for methods in told.json()["paths"].values() for operation in methods.values()}
    found = [importlib.import_module(each.name) for each in pkgutil.walk_packages([str(made)], f"{NAME}.")]
    assert {each.__name__.rpartition(".")[2] for each in found if hasattr(each, "sync_detailed")} == offered


def test_it_asks_replies_and_reads_what_was_said(installation: ScriptedInstallation, url: str, made: Path) -> None:
    ask, ask_body = module("api.asking.ask").sync, module("models").AskBody
    with client_of(installation, url, "ask", "history").with_headers({"Accept": "application/json"}) as client:
        answer = ask(client=client, body=ask_body(question="How many days?", session="made"))
        assert (answer.status, answer.result.rows[0], answer.references[0].data_as_of) == ("answered", ["Vacation", 10], "2026-11-20T09:00:00Z")
        asked = ask(client=client, body=ask_body(question="Which Bill?", session="made"), idempotency_key="once")
        assert (asked.status, [each.label for each in asked.question.options]) == ("clarify", [each.label for each in BILLS])
        assert ask(client=client, body=ask_body(question="Which Bill?", session="made"), idempotency_key="once") == asked
        reply = module("api.conversations.reply").sync(asked.question.id, client=client, body=module("models").ReplyBody(answer="bill-s"))
        assert "bill-s" in reply.text
        talk = module("api.conversations.session").sync("made", client=client)
        assert [turn["question"] for turn in talk.turns] == ["How many days?", "Which Bill?", "bill-s"] and talk.open_questions == []
        listed = module("api.conversations.sessions").sync(client=client)
        assert [(each.id, each.last) for each in listed] == [("made", NOW)]


def test_generated_client_reads_a_refusal_as_problem_details(installation: ScriptedInstallation, url: str, made: Path) -> None:
    with client_of(installation, url, "history") as client:
        refused = module("api.asking.ask").sync(client=client, body=module("models").AskBody(question="How many days?"))
    assert type(refused).__name__ == "Problem" and (refused.status, refused.reason) == (403, "not_permitted") and refused.next_step
