"""The documents, held up: commands, settings, files and links that they name are there, and nothing that they should name is missing."""

import re
from pathlib import Path

from tests.architecture import layout, settings_page
from tests.architecture.roles_page import roles_table
from tests.cases import each_case
from ui.api.table import ROUTES
from ui.cli.commands import app
from workers.settings import Settings

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")))
DECISIONS = [name for name in DOCUMENTS if name.startswith("docs/decisions/0")]
PATH = re.compile(r"(?:\.ci|agent|benchmarks|cypher|docs|ingest|kg|memory|tests|ui|workers)/[\w./-]*\w\.(?:py|toml|cypher|json|md|sha256|txt)")
SETTING = re.compile(r"\b(?:EVERGRAPH|NEO4J|REDIS|MERGE|OPENAI)_[A-Z0-9_]+\b")
COMMAND = re.compile(r"\bevergraph ([a-z]+)")
MAKE = re.compile(r"\bmake ([a-z]+)")
LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")

every_document = each_case("document", DOCUMENTS)


def text_of(document):
    return (ROOT / document).read_text("utf-8")


def code_in(document):
    """Everything that stands as code: what a reader would type or look for."""
    text = text_of(document)
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", text)])


def commands_of_the_product():
    return {command.name or command.callback.__name__ for command in app.registered_commands} | {group.name for group in app.registered_groups}


def anchors_of(document):
    """Headings as their links are written: lower case, hyphens for spaces, without punctuation."""
    headings = re.findall(r"^#+ (.+)$", text_of(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_document
def test_every_command_that_is_named_exists(document):
    assert set(COMMAND.findall(code_in(document))) <= commands_of_the_product()


def test_the_page_of_commands_names_every_command():
    assert commands_of_the_product() - set(COMMAND.findall(code_in("docs/commands.md"))) == set()


def test_the_page_of_roles_has_the_table_of_the_policy():
    assert roles_table() in text_of("docs/roles.md"), "`uv run python -m tests.architecture.roles_page` prints it"


@every_document
def test_every_target_of_make_that_is_named_exists(document):
    targets = set(re.findall(r"^(\w+):", text_of("Makefile"), re.MULTILINE))
    assert set(MAKE.findall(code_in(document))) <= targets


@every_document
def test_every_setting_that_is_named_exists(document):
    known = {name for f in Settings.model_fields.values() for name in settings_page.names(f)} | {"EVERGRAPH_CI_STAGE"}
    assert set(SETTING.findall(text_of(document))) <= known
    assert "EVERGRAPH_CI_STAGE" in text_of(".ci/run")


def test_the_page_of_settings_is_that_of_the_class():
    assert text_of("docs/settings.md") == settings_page.page(), settings_page.__doc__


def test_settings_of_the_installing_page_are_explained_as_in_the_class():
    rows = re.findall(r"^\| `([A-Z_0-9]+)` \| (.+?) \|$", text_of("docs/installing.md"), re.MULTILINE)
    said = {names[0]: f.description for f in Settings.model_fields.values() if (names := settings_page.names(f))}
    assert rows
    assert [(name, what) for name, what in rows if said.get(name) != what] == []


@every_document
def test_every_file_that_is_named_exists(document):
    assert [path for path in sorted(set(PATH.findall(text_of(document)))) if not (ROOT / path).is_file()] == []


def test_the_layout_in_architecture_is_that_of_the_contracts_and_docstrings():
    assert text_of("docs/architecture.md") == layout.with_layout(text_of("docs/architecture.md")), "python -m tests.architecture.layout"


@each_case(("document", "most"), [("docs/architecture.md", 250), ("README.md", 100), *((decision, 15) for decision in DECISIONS)])
def test_a_document_stays_short_enough_to_be_read(document, most):
    assert len(text_of(document).splitlines()) <= most


def test_every_decision_is_listed():
    assert [name for name in DECISIONS if f"({Path(name).name})" not in text_of("docs/decisions/README.md")] == []


def test_the_page_of_the_api_names_every_route():
    routes = {(method, route.path) for router in ROUTES for route in router.routes if route.include_in_schema for method in route.methods}
    named = set(re.findall(r"`(GET|POST|PUT|DELETE) (/[^`]*)`", text_of("docs/api.md")))
    assert named == routes


@every_document
def test_links_resolve(document):
    missing = []
    for target in LINK.findall(text_of(document)):
        file, _, anchor = target.partition("#")
        if "://" in target:
            continue
        linked = (ROOT / document).parent / file if file else ROOT / document
        if not linked.exists() or (anchor and anchor not in anchors_of(linked.relative_to(ROOT) if file else document)):
            missing.append(target)
    assert missing == []
