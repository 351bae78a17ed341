"""`evergraph tenants`: one company more, which there are, one less."""

import json

import pytest
from typer.testing import CliRunner

from kg.errors import BadInput
from kg.resolve import by_key
from tests.integration.kg_rows import employee, key, write
from ui.cli.commands import app


@pytest.fixture
def command(graph, graph_server, redis_url, tmp_path, monkeypatch):
    for name, value in (("EVERGRAPH_HOME", str(tmp_path / "home")), ("NEO4J_URI", graph_server.uri),
                        ("NEO4J_PASSWORD", graph_server.password), ("REDIS_URL", redis_url)):
        monkeypatch.setenv(name, value)
    return lambda *arguments, **rest: CliRunner().invoke(app, ["tenants", *arguments], **rest)


@pytest.fixture
def folder(tmp_path, tenant):
    account = {"id": "5d5c8a3e-3f5c-4d0b-9a59-0f3f6d6b5a01", "category": "crm", "integration": "Pipedrive", "token": "secret-token"}
    company = {"tenant": tenant, "name": "Larch & Daughters", "domain": "larch.example", "linked_accounts": [account]}
    (tmp_path / "company.json").write_text(json.dumps(company), "utf-8")
    return tmp_path


def test_a_company_is_added_once_and_listed_without_its_tokens(command, folder, tenant):
    assert "no company" in command().stdout.lower()
    assert command("add", str(folder)).exit_code == 0
    listed = command("--json").stdout
    assert json.loads(listed) == [{
        "tenant": tenant, "name": "Larch & Daughters", "source": "Merge", "accounts": ["Pipedrive (crm)"], "people": 0}]
    assert "secret-token" not in listed
    assert isinstance(command("add", str(folder)).exception, BadInput)


def test_a_company_is_listed_by_its_name_as_it_is_written(command, folder):
    company = json.loads((folder / "company.json").read_text("utf-8"))
    (folder / "company.json").write_text(json.dumps(company | {"name": "Larch [test] [/]"}), "utf-8")
    command("add", str(folder))
    assert "Larch [test] [/]" in command().stdout


def test_what_changed_in_a_company_is_taken_in_and_its_source_stays(command, folder, tenant):
    assert isinstance(command("update", str(folder)).exception, BadInput)
    command("add", str(folder), "--sandbox")
    company = json.loads((folder / "company.json").read_text("utf-8"))
    company["linked_accounts"].append(company["linked_accounts"][0] | {"id": "second", "category": "ticketing", "integration": "Linear"})
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    assert command("update", str(folder)).exit_code == 0
    listed = json.loads(command("--json").stdout)[0]
    assert (listed["accounts"], listed["source"]) == (["Pipedrive (crm)", "Linear (ticketing)"], str(folder))


def test_a_company_goes_with_all_it_had_but_only_when_somebody_is_sure(command, folder, graph, tenant):
    command("add", str(folder), "--sandbox")
    write(graph, tenant, [employee(tenant, "1", "Ines")])
    assert command("remove", tenant, input="n\n").exit_code == 1
    assert by_key(graph, tenant, [key(tenant, "hris/Employee", "1")])
    assert command("remove", tenant, input="y\n").exit_code == 0
    assert by_key(graph, tenant, [key(tenant, "hris/Employee", "1")]) == {}
    assert json.loads(command("--json").stdout) == []


@pytest.mark.parametrize("arguments", [("add", "/nowhere"), ("remove", "nobody", "--yes"), ("remove", "../x", "--yes")])
def test_what_cannot_be_used_is_refused(command, arguments):
    assert isinstance(command(*arguments).exception, BadInput)
