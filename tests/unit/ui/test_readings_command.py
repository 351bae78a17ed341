"""`evergraph readings`: a company's approved readings go into a file and come back; a wrong file changes nothing."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kg.errors import BadInput
from memory.readings import LearnedReading, Readings
from ui.cli.commands import app

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
PLAN = {"acts": [{"goal": "card", "node": {"name": "{name1}", "model": "crm/Contact"}}]}
MADE = LearnedReading("who the heck is {name1}", json.dumps(PLAN), "", "op@larch.example", NOW, "written")


@pytest.fixture
def kept(tmp_path: Path) -> Readings:
    found = Readings((tmp_path / "home" / "history").as_uri())
    found.write("larch", MADE)
    return found


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Readings) -> Callable[..., Result]:
    monkeypatch.setenv("EVERGRAPH_HOME", str(tmp_path / "home"))
    (tmp_path / "company.json").write_text(json.dumps({"tenant": "larch", "name": "Larch", "domain": "larch.example"}), "utf-8")
    CliRunner().invoke(app, ["tenants", "add", str(tmp_path)], catch_exceptions=False)
    return lambda *arguments: CliRunner().invoke(app, ["readings", *map(str, arguments)])


def test_a_file_that_was_written_is_taken_in_again(command: Callable[..., Result], kept: Readings, tmp_path: Path) -> None:
    file = tmp_path / "readings.json"
    assert command("export", file).exit_code == 0
    assert json.loads(command("export", "-").stdout) == json.loads(file.read_text()) == {"readings": [{"words": MADE.words, "plan": PLAN}]}
    kept.decide("larch", MADE.id, "revoked", "op@larch.example", NOW)
    assert command("import", file).exit_code == 0
    assert [one.reading.words for one in kept.effective("larch", "ana@larch.example")] == [MADE.words]


@pytest.mark.parametrize(("text", "told"), [
    ("{", "the file"), ('{"readings": [{"words": "x"}]}', "readings.0.plan"),
    (json.dumps({"readings": [{"words": "who is it", "plan": {"acts": [{"goal": "card", "node": {"name": "A", "model": "crm/Kontact"}}]}}]}),
     "crm/Kontact"),
], ids=["no JSON", "no plan", "no such model"])
def test_a_wrong_file_is_refused_with_what_is_wrong_and_changes_nothing(
    command: Callable[..., Result], kept: Readings, tmp_path: Path, text: str, told: str,
) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(text)
    error = command("import", file).exception
    assert isinstance(error, BadInput)
    assert told in str(error) and str(file) in str(error)
    assert [one.reading.id for one in kept.shared("larch")] == [MADE.id]
    assert isinstance(command("import", tmp_path / "none.json").exception, BadInput)
