"""A company's settings on the real parts: a change holds at the next question, in every process; the command line changes and explains the same."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from ingest.sandbox import running
from kg.errors import BadInput
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.integration.asked_company import HOUSE, Office, opened
from tests.integration.guarded_company import ALL, CHIEF, MARA, OPERATOR, PAY, mail, secrets_of, write_company
from ui.cli.commands import app
from workers.settings import make_settings
from workers.tenants.administration import TenantAdministration as SettingsOffice
from workers.wiring import Installation

PAY_OF_ADA = "What is Ada Berg's salary?"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    folder = write_company(tmp_path_factory.mktemp("set") / HOUSE)
    models = ("hris/Employee", "hris/Employment")
    with running([]) as served, opened(folder, f"set-{home.parent.name}".lower()[:60], served, settings, models) as stage:
        yield stage


@pytest.fixture
def command(office, monkeypatch, graph_server, redis_url):
    for name, value in (("EVERGRAPH_HOME", str(office.settings.home)), ("NEO4J_URI", graph_server.uri),
                        ("NEO4J_PASSWORD", graph_server.password), ("REDIS_URL", redis_url)):
        monkeypatch.setenv(name, value)
    return lambda *arguments, **rest: CliRunner().invoke(app, ["tenant", *arguments], **rest)


def test_settings_changed_or_undone_by_another_process_hold_at_the_next_question(office, command, tmp_path):
    assert office.ask(mail(MARA), PAY_OF_ADA)["reason"] == "not_permitted"
    file = tmp_path / "settings.json"
    command("export", str(file))
    file.write_text(file.read_text("utf-8").replace('"managers_see_pay": "off"', '"managers_see_pay": "rows"'), "utf-8")
    declined = command("apply", str(file), input="n\n")
    assert "Opens pay to 3 managers (of up to" in declined.output
    assert declined.exit_code == 1
    assert office.ask(mail(MARA), PAY_OF_ADA)["reason"] == "not_permitted"
    assert command("apply", str(file), "--yes").exit_code == 0
    assert secrets_of("Ada Berg")["pay_rate"] in json.dumps(office.ask(mail(MARA), PAY_OF_ADA)).replace(",", "")
    assert "nothing to change" in command("apply", str(file)).output
    assert command("undo").exit_code == 0
    assert office.ask(mail(MARA), PAY_OF_ADA)["reason"] == "not_permitted"
    entries = json.loads(command("history", "--json").stdout)
    assert [(bool(e["undoes"]), e["by"]) for e in entries] == [(False, "the owner of this installation"), (True, "the owner of this installation")]


def test_a_file_with_a_mistake_is_refused_by_its_line_and_nothing_is_lost(office, command, tmp_path):
    file = tmp_path / "settings.json"
    command("export", str(file))
    file.write_text(file.read_text("utf-8").replace('"hr_partner"', '"hr_boss"', 1), "utf-8")
    refused = command("apply", str(file), "--yes")
    assert isinstance(refused.exception, BadInput)
    assert f"{file}, line " in str(refused.exception) and "hr_partner" in str(refused.exception)
    assert office.installation.tenants.get(office.slug).company.person(mail(ALL)).roles == {"hr_partner"}


@pytest.mark.parametrize(("viewer", "opened"), [(PAY, True), (MARA, False), (ALL, True)])
def test_what_is_explained_is_what_is_answered(office, command, viewer, opened):
    told = {one["privacy"]: one for one in json.loads(command("rights", "--as", mail(viewer), "--of", mail("Ada Berg"), "--json").stdout)}
    assert ("value" in told["C"]["opens"]) == opened
    answer = office.ask(mail(viewer), PAY_OF_ADA)
    assert answer["status"] == ("answered" if opened else "declined")
    assert told["E"]["opens"] == [] and told["A"]["opens"][0] == "value"


def test_a_scope_that_is_narrowed_closes_at_the_next_question(office):
    desk, slug = SettingsOffice(office.installation), office.slug
    assert office.ask(mail(ALL), PAY_OF_ADA)["status"] == "answered"
    data = json.loads(desk.editor.text(slug))
    next(person for person in data["people"] if person["email"] == mail(ALL))["scope"] = {"location": "Oslo"}
    preview = desk.preview(slug, json.dumps(data), mail(OPERATOR))
    assert any(each.startswith("Closes pay for 1 HR partner") for each in preview.effects), preview
    desk.editor.apply(slug, json.dumps(data), mail(OPERATOR), office.installation.now(slug), version=preview.version)
    with_another = Installation(office.settings)
    try:
        assert office.ask(mail(ALL), PAY_OF_ADA)["reason"] == "not_permitted"
        desk.editor.undo(slug, mail(OPERATOR), office.installation.now(slug))
        assert with_another.assistant(slug).people(mail(OPERATOR)).at(mail(CHIEF)) is not None
        assert office.ask(mail(ALL), PAY_OF_ADA)["status"] == "answered"
    finally:
        with_another.close()
