"""`evergraph preferences`: a person sees what was learned and corrects it; what is for everybody only an operator decides."""

import json
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from kg.errors import BadInput
from memory.preferences import Preference, Preferences, Source
from ui.cli.commands import app
from ui.sign_in.access import NotOperator

ANA, OP = "ana@larch.example", "op@larch.example"
NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
BILL = Preference("name_means", "bill", "Bill Tran", Source("s", "m1", "When I say Bill I mean Bill Tran.", NOW, 0, 33))
SHARED = Preference("metric_basis", "revenue", "booked", Source("s", "m2", "For everybody revenue means booked.", NOW, 0, 35), scope="tenant")


@pytest.fixture
def kept(tmp_path):
    found = Preferences((tmp_path / "home" / "history").as_uri())
    for one in (BILL, SHARED):
        found.learn("larch", ANA, one, NOW)
    return found


@pytest.fixture
def command(tmp_path, monkeypatch, kept):
    monkeypatch.setenv("EVERGRAPH_HOME", str(tmp_path / "home"))
    people = [{"email": ANA, "roles": []}, {"email": OP, "roles": ["operator"]}]
    (tmp_path / "company.json").write_text(json.dumps({"tenant": "larch", "name": "Larch", "domain": "larch.example", "people": people}), "utf-8")
    CliRunner().invoke(app, ["tenants", "add", str(tmp_path)], catch_exceptions=False)
    return lambda person, *arguments: CliRunner().invoke(app, ["preferences", "--as", person, *arguments])


def test_a_person_sees_what_was_learned_from_which_words(command):
    said = command(ANA).stdout
    assert all(word in said for word in ("Bill Tran", "2026-11-20", "when i say bill", "waits for an operator"))
    assert "Bill Tran" not in command(OP).stdout
    assert [one["preference"]["value"] for one in json.loads(command(ANA, "--json").stdout)] == ["Bill Tran", "booked"]


def test_what_is_forgotten_edited_turned_off_and_taken_back_holds_at_once(command, kept):
    command(ANA, "edit", BILL.id[:6], "Bill Ashworth")
    assert kept.of("larch", ANA).get("name_means", "bill").preference.value == "Bill Ashworth"
    command(ANA, "undo")
    command(ANA, "off", BILL.id)
    assert kept.of("larch", ANA).get("name_means", "bill") is None
    command(ANA, "on", BILL.id)
    assert kept.of("larch", ANA).get("name_means", "bill").preference.value == "Bill Tran"
    command(ANA, "forget", BILL.id)
    assert kept.of("larch", ANA).get("name_means", "bill") is None


def test_only_an_operator_confirms_what_is_for_everybody(command, kept):
    assert isinstance(command(ANA, "confirm", SHARED.id).exception, NotOperator)
    assert kept.known("larch", OP).get("metric_basis", "revenue") is None
    command(OP, "confirm", SHARED.id[:6])
    assert kept.known("larch", OP).get("metric_basis", "revenue").confirmed_by == OP
    command(OP, "reject", SHARED.id)
    assert kept.known("larch", OP).get("metric_basis", "revenue") is None


def test_a_preference_of_somebody_else_is_none(command):
    assert isinstance(command(OP, "forget", BILL.id).exception, BadInput)
