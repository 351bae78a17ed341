"""`evergraph graph why` and `as-of`, on a company that changed."""

import json

import pytest
from typer.testing import CliRunner

from kg.errors import BadInput
from tests.integration.kg_rows import at, key
from tests.integration.toured_company import LATER, NOW, load
from ui.cli.commands import app


@pytest.fixture
def command(graph, graph_server, redis_url, tenant, tmp_path, monkeypatch):
    load(graph, tenant)
    for name, value in (("EVERGRAPH_HOME", str(tmp_path)), ("NEO4J_URI", graph_server.uri), ("NEO4J_PASSWORD", graph_server.password),
                        ("REDIS_URL", redis_url)):
        monkeypatch.setenv(name, value)
    return lambda *arguments: CliRunner().invoke(app, ["graph", *arguments])


def test_why_shows_source_history_and_reason_of_the_join(command, tenant):
    account = command("why", key(tenant, "crm/Account", "foxglove"))
    assert account.exit_code == 0
    assert all(said in account.stdout for said in ("account-1", "second", "Foxglove Apparel", "Foxglove Outfitters"))
    joined = json.loads(command("why", "--json", key(tenant, "crm/User", "crm-ana")).stdout)["joins"]
    assert [join["relation"] for join in joined] == ["JOINED_IN"] and joined[0]["evidence"]
    assert command("why", key(tenant, "crm/Account", "nobody")).exit_code == 1


def test_as_of_tells_what_the_graph_held_then(command, tenant):
    account = key(tenant, "crm/Account", "foxglove")
    then = command("as-of", at(NOW + 1).isoformat(), account)
    assert "Foxglove Apparel" in then.stdout and "OWNED_BY" in then.stdout and "Outfitters" not in then.stdout
    assert "Foxglove Outfitters" in command("as-of", at(LATER + 1).isoformat(), account).stdout
    assert command("as-of", at(NOW - 1).isoformat(), account).exit_code == 1


@pytest.mark.parametrize("arguments", [("why", "no key"), ("--no-open", "--around", "no key"), ("as-of", "yesterday", "a|crm|Account|1")])
def test_what_cannot_be_used_is_refused(command, arguments):
    assert isinstance(command(*arguments).exception, BadInput)
