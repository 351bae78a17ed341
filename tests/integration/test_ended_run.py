"""A run of tests that is ended from outside leaves nothing running, not even a server that one of its tests has started."""

import os
import signal
import sys
from pathlib import Path

import psutil

from workers.services import processes
from workers.services.waiting import wait_until
from workers.settings import child_environment, read_settings

ROOT = Path(__file__).parents[2]
WAITS = """
import threading
from pathlib import Path
from workers.services import processes, valkey_server
from workers.services.waiting import wait_until

def test_waits():
    here, port = Path(__file__).parent, processes.free_port()
    child = processes.launch(valkey_server.command(valkey_server.lay_out(here / "valkey", port, None)), here / "log")
    wait_until(lambda: valkey_server.answers(port, None), child, "Valkey", here / "log", 60)
    (here / "noted").write_text(f"{child.pid} {child.born}")
    (here / "noted").rename(here / "child")
    threading.Event().wait(300)
"""


def test_a_run_that_is_ended_by_a_signal_to_its_group_ends_what_its_tests_have_started(tmp_path):
    (tmp_path / "test_waits.py").write_text(WAITS)
    own = {name: value for name, value in child_environment(read_settings()).items() if not name.startswith(("EVERGRAPH_TEST_", "PYTEST_"))}
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-p", "no:cacheprovider",
               "-n", "1", "--dist", "loadfile", str(tmp_path / "test_waits.py")]
    run, told = processes.launch(command, tmp_path / "run.log", own | {"PYTHONPATH": str(ROOT)}), tmp_path / "child"
    wait_until(told.exists, run, "the run", tmp_path / "run.log", 120)
    pid, born = told.read_text().split()
    server = processes.Child(int(pid), float(born))
    assert processes.is_alive(server)
    for _ in range(2):                  # a time limit tells the group, make and uv tell it again
        os.killpg(run.pid, signal.SIGTERM)
    psutil.wait_procs([psutil.Process(run.pid)], timeout=60)
    was_left = processes.is_alive(server)
    processes.end(server)
    processes.end(run)
    assert not was_left
