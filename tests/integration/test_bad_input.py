"""Input and settings that cannot be used, through the real command line: one line that names the culprit and says what to do, exit code 2.

What was there before is still there afterwards.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from ingest.company import read_company
from ingest.sandbox import running
from memory.questions import Questions
from tests.conftest import STARTED
from tests.integration.scripted import ANA, ScriptedInstallation, served
from tests.model_server import model_server
from workers.services import processes, valkey_server
from workers.services.errors import JarsUnusable, JavaMissing
from workers.services.neo4j import jars, java, neo4j_server
from workers.services.state import Running, read_state, write_state
from workers.services.waiting import wait_until
from workers.settings import child_environment, is_ci, make_settings, read_settings
from workers.storage.tenant_registry import Tenant, TenantRegistry

EMPLOYEE = "4b1a5b7e-0000-4000-8000-0000000000aa"
COMPANY = {
    "tenant": "tiny", "name": "Tiny", "domain": "tiny.test", "now": "2026-11-20T09:00:00Z", "people": [{"email": "ana@tiny.test"}],
    "linked_accounts": [{"id": "4b1a5b7e-0000-4000-8000-000000000001", "category": "hris", "integration": "HiBob", "token": "tok_tiny_hris"}],
}
QUESTION = '{"id": "q1", "as": "ana@tiny.test", "turns": [{"ask": "Who is Ana Ruiz?"}]}\n'
MENTION = '{"id": "m1", "as": "ana@tiny.test", "mention": "Ana"}\n'
EARLIER = '{"id": "q1", "turn": 0, "answer": "from an earlier evaluation"}\n'
SECRET = "s3cret-that-is-in-no-message"
SETTINGS = ("NEO4J_URI", "NEO4J_PASSWORD", "NEO4J_USER", "REDIS_URL", "MERGE_API_KEY", "MERGE_BASE_URL")


@dataclass(frozen=True)
class Shell:
    """The command line on a home of its own."""

    home: Path
    settings: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: object, file_bytes: int = 0, **settings: str) -> subprocess.CompletedProcess[str]:
        given = {name: text for name, text in child_environment(make_settings(home=self.home)).items() if name not in SETTINGS}
        # Python cuts a compiled module short on a full disk, and would stumble over it for ever after.
        environment = given | {"COLUMNS": "400", "PYTHONDONTWRITEBYTECODE": "1", **self.settings, **settings}
        # Not by `preexec_fn`: Python between fork and exec may wait for a lock that a thread held, and its parent then waits without end.
        limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({file_bytes}, {file_bytes})); " if file_bytes else ""
        command = [sys.executable, "-c", f"{limit}import sys; sys.argv[0] = 'evergraph'; from ui.cli import main; main()", *map(str, arguments)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180, check=False)


def complaint(said: subprocess.CompletedProcess[str], code: int = 2) -> str:
    """The one line that a command ended with; everything before it tells how far it was."""
    assert said.returncode == code, said.stderr + said.stdout
    last = said.stderr.splitlines()[-1]
    assert last.startswith("evergraph: ") and len(last) < 400, said.stderr
    assert said.stderr.count("evergraph: ") == 1, said.stderr
    assert "Traceback" not in said.stderr and "Errno" not in said.stderr
    assert SECRET not in said.stderr + said.stdout
    return last


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A company folder of one employee, one question, one change, and a file of mentions."""
    folder = tmp_path / "tiny"
    (folder / "hris").mkdir(parents=True)
    (folder / "company.json").write_text(json.dumps(COMPANY))
    row = {"id": EMPLOYEE, "first_name": "Ana", "last_name": "Ruiz", "work_email": "ana@tiny.test", "remote_id": "1"}
    (folder / "hris/employees.json").write_text(f"[\n{json.dumps(row)}\n]\n")
    (folder / "questions.jsonl").write_text(QUESTION)
    (folder / "mentions.jsonl").write_text(MENTION)
    (folder / "changes.jsonl").write_text('{"id": "c1", "op": "delete", "category": "hris", "resource": "employees"}\n')
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A file of answers from an earlier evaluation."""
    file = tmp_path / "answers.jsonl"
    file.write_text(EARLIER)
    return file


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


@pytest.fixture(scope="module")
def locked_graph(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Neo4j that asks for a password."""
    try:
        runtime, class_path = java.find_java(), jars.class_path(read_settings().cache)
    except (JavaMissing, JarsUnusable) as missing:
        pytest.fail(str(missing)) if is_ci() else pytest.skip(str(missing))
    home = tmp_path_factory.mktemp("locked")
    shape = neo4j_server.Shape(home / "neo4j", processes.free_port(), processes.free_port(), is_brief=True)
    neo4j_server.lay_out(shape, "the-right-one")
    child = processes.launch(neo4j_server.command(shape, runtime, class_path), home / "log")
    STARTED.append(child)
    wait_until(lambda: neo4j_server.commits(shape.http, "the-right-one"), child, "Neo4j", home / "log", 120)
    return shape.uri


@pytest.fixture(scope="module")
def locked_store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address, without the password, of a Valkey that asks for one."""
    home, port = tmp_path_factory.mktemp("locked"), processes.free_port()
    child = processes.launch(valkey_server.command(valkey_server.lay_out(home, port, "the-right-one")), home / "log")
    STARTED.append(child)
    wait_until(lambda: valkey_server.answers(port, "the-right-one"), child, "Valkey", home / "log", 120)
    return valkey_server.url(port, None)


@pytest.fixture
def own_servers(graph_server: Any, redis_url: str) -> dict[str, Any]:
    """Settings that name the test run's servers."""
    return {"NEO4J_URI": graph_server.uri, "NEO4J_PASSWORD": graph_server.password, "REDIS_URL": redis_url}


# --- who asks, and what they answer ---------------------------------------------------------------------------------------------------


@pytest.fixture
def answering(shell: Shell, redis_url: str) -> Iterator[ScriptedInstallation]:
    """A web server that is up, written down as `up` does it."""
    installation = ScriptedInstallation(shell.home, redis_url)
    with served(installation) as url:
        write_state(shell.home, {"web": Running("web", os.getpid(), 0.0, "", "", url, {"url": url}, is_ready=True)})
        yield installation


def test_a_person_whom_no_company_knows_is_named(shell: Shell, answering: ScriptedInstallation) -> None:
    said = complaint(shell("ask", "How many days?", "--as", "nobody@acme.test"))
    assert "nobody@acme.test" in said and "Name a person" in said
    assert answering.history.sessions("acme", "nobody@acme.test") == []


def test_reply_to_an_unknown_question_is_rejected_and_the_open_one_stays(shell: Shell, answering: ScriptedInstallation) -> None:
    assert shell("ask", "Which Bill?", "--as", ANA, "--session", "monday").returncode == 0
    said = complaint(shell("ask", "bill-s", "--as", ANA, "--reply", "q-tuesday"))
    assert "question" in said.lower() and "id" in said
    kept = Questions(str(shell.home / "history")).load("acme", ANA, "q-monday")
    assert kept is not None and kept.answered_at is None


@pytest.mark.parametrize(("written", "says"), [
    (None, "No such file"), ("{", "holds no plan"), ("[1]", "holds no plan"), ("{}", "holds no plan"), ('{"acts": []}', "is empty"),
])
def test_a_plan_that_cannot_be_used_is_refused(shell: Shell, answering: ScriptedInstallation, written: str | None, says: str) -> None:
    file = shell.home / "plan.json"
    if written is not None:
        file.write_text(written)
    said = complaint(shell("ask", "How many days?", "--as", ANA, "--session", "planned", "--plan", file))
    assert says in said and "plan" in said
    assert answering.history.read("acme", ANA, "planned") == []


def test_ask_without_a_server_says_how_to_start_one(shell: Shell) -> None:
    said = complaint(shell("ask", "How many days?", "--as", ANA), code=1)
    assert "evergraph up" in said


# --- folders and files ----------------------------------------------------------------------------------------------------------------


def commands_on(folder: Path, out: Path) -> dict[str, tuple[object, ...]]:
    return {
        "evaluate": ("evaluate", folder, "--out", out),
        "resolve": ("resolve", "--sandbox", folder, "--in", folder / "mentions.jsonl", "--out", out),
        "sandbox": ("sandbox", folder),
    }


@pytest.mark.parametrize("command", ["evaluate", "resolve", "sandbox"])
def test_a_folder_without_a_company_is_named_and_the_earlier_answers_stay(command: str, shell: Shell, folder: Path, out: Path) -> None:
    (folder / "company.json").unlink()
    said = complaint(shell(*commands_on(folder, out)[command]))
    assert str(folder) in said and "company.json" in said
    assert out.read_text() == EARLIER


@pytest.mark.parametrize(("file", "text", "line", "command"), [
    ("company.json", '{"tenant": "tiny",\n"name":\n}', 3, "sandbox"),
    ("company.json", b'{"tenant": "\xff"}', None, "evaluate"),
    ("hris/employees.json", f'[\n{{"id": "{EMPLOYEE}"}},\n{{"id":,\n]\n', 3, "sandbox"),
    ("questions.jsonl", QUESTION + "{oops\n", 2, "evaluate"),
    ("questions.jsonl", QUESTION + "\n" + QUESTION.replace("ana@", "nobody@").replace("q1", "q2"), 3, "evaluate"),
    ("changes.jsonl", '{"id": "c1", "op": "delete"\n', 1, "evaluate"),
    ("mentions.jsonl", MENTION + "\n[]\n", 3, "resolve"),
])
def test_what_is_malformed_is_named_by_file_and_line(  # noqa: PLR0913  a case, and four fixtures
    file: str, text: str | bytes, line: int | None, command: str, shell: Shell, folder: Path, out: Path
) -> None:
    (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    said = complaint(shell(*commands_on(folder, out)[command]))
    assert str(folder / file) in said
    assert line is None or f"line {line}:" in said
    assert out.read_text() == EARLIER


def test_records_that_are_malformed_stop_an_evaluation_before_the_earlier_answers_are_gone(
    shell: Shell, folder: Path, out: Path, own_servers: dict[str, Any]
) -> None:
    (folder / "hris/employees.json").write_text("[\n{oops\n]\n")
    said = complaint(shell("evaluate", folder, "--out", out, **own_servers))
    assert "employees.json, line 2:" in said
    assert out.read_text() == EARLIER and [p.name for p in out.parent.glob(".answers*")] == []


@pytest.mark.parametrize("command", ["evaluate", "resolve"])
def test_an_out_file_in_a_folder_that_is_not_there_is_named(command: str, shell: Shell, folder: Path, tmp_path: Path) -> None:
    said = complaint(shell(*commands_on(folder, tmp_path / "nowhere/answers.jsonl")[command]))
    assert str(tmp_path / "nowhere/answers.jsonl") in said and "--out" in said
    assert not (tmp_path / "nowhere").exists()


# --- ports, settings, Java ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["serve", "up"])
def test_a_port_that_another_program_has_is_named_before_anything_starts(command: str, shell: Shell, taken: int) -> None:
    said = complaint(shell(command, EVERGRAPH_PORT=str(taken)))
    assert f"Port {taken} (EVERGRAPH_PORT) is in use" in said
    assert read_state(shell.home) == {}


@pytest.mark.parametrize(("begins", "told"), [(None, "No such file"), (b"PK", "no GGUF file")])
def test_a_model_file_that_is_none_is_named_before_anything_starts(shell: Shell, tmp_path: Path, begins: bytes | None, told: str) -> None:
    file = tmp_path / "small.gguf"
    if begins is not None:
        file.write_bytes(begins)
    said = complaint(shell("up", EVERGRAPH_MODEL_FILE=str(file), OPENAI_API_KEY="", OPENAI_BASE_URL=""))
    assert "EVERGRAPH_MODEL_FILE" in said and str(file) in said and told in said
    assert read_state(shell.home) == {}


def test_a_model_whose_server_refuses_the_key_is_a_setting_to_change(shell: Shell) -> None:
    with model_server() as server:
        said = shell("doctor", "--json", OPENAI_BASE_URL=server.url, OPENAI_API_KEY=SECRET)
    (found,) = (finding for finding in json.loads(said.stdout) if finding["subject"] == "language model")
    assert said.returncode == 2 and "refuses the key" in found["text"]
    assert SECRET not in said.stdout + said.stderr


def test_a_sandbox_on_a_port_that_another_program_has_says_so(shell: Shell, folder: Path, taken: int) -> None:
    said = complaint(shell("sandbox", "--port", taken, folder))
    assert f"Port {taken}" in said and "--port" in said


@pytest.mark.parametrize(("setting", "value"), [
    ("EVERGRAPH_NOW", "yesterday"), ("EVERGRAPH_PORT", "eighty"), ("NEO4J_URI", "https://graph.example.com"),
    ("REDIS_URL", f"https://:{SECRET}@cache.example.com"), ("MERGE_BASE_URL", "merge.dev"),
])
def test_a_setting_that_cannot_be_used_is_named_with_an_example(setting: str, value: str, shell: Shell) -> None:
    said = complaint(shell("status", **dict[str, Any]({setting: value})))
    assert said.startswith(f"evergraph: {setting} cannot be used") and f"Write for example {setting}=" in said


def test_a_java_that_is_named_and_too_old_is_refused(shell: Shell, tmp_path: Path) -> None:
    old = tmp_path / "java"
    old.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    old.chmod(0o755)
    cache = str(read_settings().cache)
    said = complaint(shell("up", EVERGRAPH_JAVA=str(old), EVERGRAPH_CACHE=cache, REDIS_URL=""))
    try:
        assert "EVERGRAPH_JAVA" in said and str(old) in said and "Java 11" in said and "17 or 21" in said
        assert "neo4j" not in read_state(shell.home)
    finally:
        assert shell("down").returncode == 0


# --- a full disk ----------------------------------------------------------------------------------------------------------------------


def test_a_full_disk_stops_an_evaluation_and_leaves_the_earlier_answers(
    shell: Shell, folder: Path, out: Path, own_servers: dict[str, Any]
) -> None:
    said = complaint(shell("evaluate", folder, "--out", out, file_bytes=16, **own_servers))
    assert "too large" in said and "room" in said
    assert out.read_text() == EARLIER and [p.name for p in out.parent.glob(".answers*")] == []


def test_a_full_disk_stops_up_and_leaves_what_was_there(shell: Shell) -> None:
    kept = {path: f"{path} as it was" for path in ("secrets/sandbox-api-key", "history/kept")}
    for path, text in kept.items():
        (shell.home / path).parent.mkdir(parents=True, exist_ok=True)
        (shell.home / path).write_text(text)
    said = complaint(shell("up", file_bytes=16, EVERGRAPH_CACHE=str(read_settings().cache)))
    assert str(shell.home) in said and "full" in said and "EVERGRAPH_HOME" in said
    assert {path: (shell.home / path).read_text() for path in kept} == kept
    assert read_state(shell.home) == {}


def test_a_full_disk_stops_the_demo_and_leaves_the_company_that_was_there(shell: Shell) -> None:
    company = shell.home / "companies/fennimore"
    company.mkdir(parents=True)
    (company / "company.json").write_text("as it was")
    said = complaint(shell("demo", "--once", file_bytes=2000))
    assert "full" in said and str(shell.home) in said
    assert [path.name for path in company.parent.iterdir()] == ["fennimore"]
    assert (company / "company.json").read_text() == "as it was"


# --- servers that turn us away --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["evaluate", "up"])
def test_a_wrong_password_of_the_graph_is_said(
    command: str, shell: Shell, folder: Path, out: Path, locked_graph: str, redis_url: str
) -> None:
    arguments = {"evaluate": ("evaluate", folder, "--out", out), "up": ("up",)}[command]
    said = complaint(shell(*arguments, NEO4J_URI=locked_graph, NEO4J_PASSWORD=SECRET, REDIS_URL=redis_url))
    assert "NEO4J_PASSWORD" in said
    assert out.read_text() == EARLIER and read_state(shell.home) == {}


@pytest.mark.parametrize("command", ["evaluate", "up"])
@pytest.mark.parametrize("sign_in", ["", f":{SECRET}@"])
def test_a_store_that_asks_for_another_password_is_said(  # noqa: PLR0913  a case, and five fixtures
    command: str, sign_in: str, shell: Shell, folder: Path, out: Path, locked_store: str, graph_server: Any
) -> None:
    arguments = {"evaluate": ("evaluate", folder, "--out", out), "up": ("up",)}[command]
    address = locked_store.replace("redis://", f"redis://{sign_in}")
    said = complaint(shell(*arguments, NEO4J_URI=graph_server.uri, NEO4J_PASSWORD=graph_server.password, REDIS_URL=address))
    assert "REDIS_URL" in said and "password" in said
    assert out.read_text() == EARLIER and read_state(shell.home) == {}


@pytest.mark.parametrize("command", ["sync", "doctor"])
def test_a_key_that_merge_refuses_is_said_and_nothing_is_queued(
    command: str, shell: Shell, folder: Path, own_servers: dict[str, Any]
) -> None:
    with running([folder]) as merge:
        registry = TenantRegistry(shell.home)
        tenant = Tenant(company=read_company(folder), source="merge")
        registry.save(tenant)
        arguments = ("doctor", "--json") if command == "doctor" else (command,)
        said = shell(*arguments, MERGE_API_KEY=SECRET, MERGE_BASE_URL=merge.base_url, **own_servers)
    if command == "sync":
        assert "MERGE_API_KEY" in complaint(said)
    else:
        assert said.returncode == 2 and "Check MERGE_API_KEY" in said.stdout and SECRET not in said.stdout
        assert said.stderr == ""
    assert registry.get("tiny") == tenant
