"""`evergraph joins`: what is joined and why, and what a person decides of it."""

import json

import pytest
from typer.testing import CliRunner

from kg.errors import BadInput
from tests.integration.kg_rows import key
from tests.integration.toured_company import load
from ui.cli.commands import app
from workers import tasks

LEFT, RIGHT = "crm|User|crm-ana", "hris|Employee|ana"


@pytest.fixture
def command(graph, graph_server, redis_url, tenant, tmp_path, monkeypatch):
    """The command in an installation of its own, whose only company is the toured one."""
    for name, value in (("EVERGRAPH_HOME", str(tmp_path / "home")), ("NEO4J_URI", graph_server.uri),
                        ("NEO4J_PASSWORD", graph_server.password), ("REDIS_URL", redis_url)):
        monkeypatch.setenv(name, value)
    (tmp_path / "company.json").write_text(json.dumps({"tenant": tenant, "name": "Acme", "domain": "acme.example", "linked_accounts": []}), "utf-8")
    CliRunner().invoke(app, ["tenants", "add", str(tmp_path)], catch_exceptions=False)
    load(graph, tenant)
    tasks.installation.cache_clear()
    yield lambda *arguments: CliRunner().invoke(app, ["joins", *arguments], env={"COLUMNS": "80"})
    tasks.installation().close()
    tasks.installation.cache_clear()


def test_joins_shows_whole_keys_in_a_narrow_terminal_and_the_decision_at_once(command):
    assert all(one in command("why", LEFT).stdout.split() for one in (LEFT, RIGHT))
    assert LEFT in command("--state", "automatic").stdout.split()
    assert command("never", LEFT, RIGHT).exit_code == 0
    assert RIGHT not in command("why", LEFT).stdout.split()
    assert command("undo", LEFT, RIGHT).exit_code == 0
    assert RIGHT in command("why", LEFT).stdout.split()


@pytest.mark.parametrize("arguments", [("--state", "joined"), ("why", "nope"), ("confirm", "a", "b")])
def test_what_cannot_be_used_is_refused(command, arguments):
    assert isinstance(command(*arguments).exception, BadInput)


def test_a_key_of_the_tenant_that_is_joined_with_nobody_is_said_so(command, tenant):
    assert command("why", key(tenant, "crm/Contact", "nobody")).exit_code == 1
