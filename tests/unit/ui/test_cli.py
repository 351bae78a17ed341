"""The command line as a person meets it: what it says and how it exits. Every test runs the real command."""

import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg.errors import BadInput, EvergraphError, GraphUnavailable, HistoryUnavailable, WrongSetting
from tests.cases import each_case
from ui.cli import exit_code
from ui.cli.ask import Question, clean, plain
from ui.cli.commands import app
from workers.services.state import Running, write_state
from workers.settings import child_environment, make_settings, read_settings
from workers.storage.home import home_folder

COMMANDS = ("ask", "demo", "up", "down", "status", "doctor", "serve", "worker", "sync", "evaluate", "sandbox", "graph")


def run(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    return python("import sys; sys.argv[0] = 'evergraph'; from ui.cli import main; main()", *arguments, home=home)


def python(code: str, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = child_environment(make_settings(home=home)) | {"COLUMNS": "200"}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_help_names_every_command(tmp_path):
    said = run("--help", home=tmp_path)
    assert said.returncode == 0
    assert [command for command in COMMANDS if command not in said.stdout] == []


@each_case("command", COMMANDS)
def test_every_command_explains_itself(command):
    said = CliRunner().invoke(app, [command, "--help"])
    assert said.exit_code == 0 and said.stdout.startswith("Usage")


@pytest.mark.parametrize(("arguments", "says"), [
    (("ask",), "question"),
    (("ask", "How many days?"), "--as"),
    (("fly",), "fly"),
    (("sandbox", "/nowhere"), "/nowhere is not a folder"),
    (("sandbox", "--port", "99999", "/nowhere"), "--port"),
    (("sync", "--tenant", "nobody"), "nobody"),
])
def test_input_that_cannot_be_used_exits_with_2_and_says_why(arguments, says, tmp_path):
    said = run(*arguments, home=tmp_path)
    assert said.returncode == 2
    assert says in said.stderr and "Traceback" not in said.stderr


def test_what_a_refusal_offers_is_listed_below_it():
    answer = {"status": "declined", "text": "No.", "suggestions": ["How many days?", "Who is Bill?"]}
    assert plain(answer, Question("Hm?", "ana@acme.test")) == "No.\nYou can ask: How many days?\nYou can ask: Who is Bill?"


def test_a_folder_without_a_company_is_named(tmp_path):
    said = run("sandbox", str(tmp_path), home=tmp_path)
    assert said.returncode == 2
    assert said.stderr.startswith("evergraph: ") and "company.json" in said.stderr and said.stderr.count("\n") == 1


def test_asking_where_nothing_runs_says_how_to_start_it(tmp_path):
    said = run("ask", "How many days?", "--as", "ana@acme.test", home=tmp_path)
    assert said.returncode == 1
    assert "evergraph up" in said.stderr and said.stdout == ""


@contextmanager
def web_server_that_says(said: bytes, home: Path) -> Iterator[None]:
    """A web server that begins a stream of events, says so much of it, and is gone."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        def once() -> None:
            connection, _ = door.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"%x\r\n%b\r\n" % (len(said), said))

        facts = {"url": f"http://127.0.0.1:{door.getsockname()[1]}"}
        write_state(home, {"web": Running("web", 1, 0.0, "", "", "", facts, is_ready=True)})
        thread = threading.Thread(target=once)
        thread.start()
        yield
        thread.join(30)


@each_case("said", [
    b"", b'event: step_started\ndata: {"tool": "look"}\n\n', b'event: answer\ndata: {"text": "Ha', b"event: answer\n",
])
def test_an_answer_that_got_lost_on_its_way_is_told_as_lost(said, tmp_path):
    with web_server_that_says(said, tmp_path):
        lost = run("ask", "How many days?", "--as", "ana@acme.test", home=tmp_path)
    assert (lost.returncode, lost.stdout) == (1, "")
    assert "before the answer had come" in lost.stderr and lost.stderr.count("\n") == 1


@pytest.mark.parametrize(("error", "code"), [
    (BadInput(), 2), (WrongSetting(), 2), (GraphUnavailable(), 1), (EvergraphError(), 1),
])
def test_the_exit_code_tells_whose_turn_it_is(error, code):
    assert exit_code(error) == code


def test_a_full_disk_is_for_the_person_to_put_right():
    error = HistoryUnavailable()
    error.__cause__ = OSError(28, "No space left on device")
    assert exit_code(error) == 2


def test_unexpected_error_prints_one_line_and_logs_the_traceback(tmp_path):
    said = python("import ui.cli as c; c.app = lambda: 1 / 0; c.main()", home=tmp_path)
    assert said.returncode == 1 and said.stderr.count("\n") == 1
    assert "ZeroDivisionError" in (tmp_path / "logs" / "command-line.log").read_text()


def test_services_that_all_run_are_looked_after_without_a_word(tmp_path):
    said = python("from ui.cli.services import Board\nwith Board(): pass", home=tmp_path)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_record_text_cannot_steer_the_terminal():
    assert clean("Bill\x1b[2J\x9b1m\r\x07 Ashworth\nok\t1") == "Bill[2J1m Ashworth\nok\t1"


@pytest.mark.parametrize("given", ["", "~/evergraph-home", "relative/home", tempfile.gettempdir()])
def test_the_quick_reading_of_the_home_is_the_settings_reading(given, monkeypatch):
    monkeypatch.setenv("EVERGRAPH_HOME", given)
    assert home_folder() == read_settings().home


def test_asking_loads_no_heavy_package(tmp_path):
    heavy = ("pydantic", "httpx", "fastapi", "gradio", "neo4j", "celery", "fsspec", "rich.live")
    code = f"import sys; from ui.cli.commands import app; import ui.cli.ask; print([m for m in {heavy} if m in sys.modules])"
    assert python(code, home=tmp_path).stdout == "[]\n"
