"""`evergraph reads`: the log of private reads, for auditors of that company and for nobody else."""

import json
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from kg.errors import BadInput
from memory.reads import Reads
from ui.cli.commands import app

AUD, BEN = "aud@larch.example", "ben@larch.example"
READ = {"question": "q7", "class": "C", "grant": "pay_specialist", "how": "value", "whom": ["e1", "e2", "e3", "e4"]}


@pytest.fixture
def command(tmp_path, monkeypatch):
    monkeypatch.setenv("EVERGRAPH_HOME", str(tmp_path / "home"))
    people = [{"email": AUD, "roles": ["auditor"]}, {"email": BEN, "roles": ["operator", "hr_partner"], "scope": {}}]
    (tmp_path / "company.json").write_text(json.dumps({"tenant": "larch", "name": "Larch", "domain": "larch.example", "people": people}), "utf-8")
    CliRunner().invoke(app, ["tenants", "add", str(tmp_path)], catch_exceptions=False)
    return lambda *arguments: CliRunner().invoke(app, ["reads", *arguments])


@pytest.fixture
def logged(tmp_path, command):
    log = Reads((tmp_path / "home" / "history").as_uri())
    log.record("larch", BEN, datetime(2026, 11, 20, 9, tzinfo=UTC), [READ])
    log.record("larch", AUD, datetime(2026, 11, 20, 10, tzinfo=UTC), [READ | {"class": "B", "grant": "self", "whom": ["e9"]}])
    log.record("other", BEN, datetime(2026, 11, 20, 9, tzinfo=UTC), [READ | {"whom": ["elsewhere"]}])


def test_an_auditor_sees_who_read_what_of_whom_and_why(command, logged):
    said = command("--as", AUD)
    assert said.exit_code == 0
    assert all(word in said.stdout for word in ("2026-11-20T09:00", BEN, "pay specialist", "e1, e2, e3 and 1 more", "q7"))
    assert "elsewhere" not in said.stdout
    assert [e["whom"] for e in json.loads(command("--as", AUD, "--json").stdout)] == [["e1", "e2", "e3", "e4"], ["e9"]]
    assert [e["who"] for e in json.loads(command("--as", AUD, "--by", BEN, "--json").stdout)] == [BEN]


def test_before_anything_was_read_that_is_said(command):
    assert "Nobody" in command("--as", AUD).stdout


@pytest.mark.parametrize("person", [BEN, "stranger@larch.example"])
def test_nobody_else_sees_it(command, logged, person):
    refused = command("--as", person)
    assert isinstance(refused.exception, BadInput)
    assert "e1" not in refused.stdout
