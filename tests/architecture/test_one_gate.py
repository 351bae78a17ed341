"""Text of records passes one gate on its way out: what mypy cannot see of that is looked at here, in the source."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("agent", "workers", "ui")
GATE = "agent/gate.py"
# Who may call what. `own` takes words that are no record's, so a new caller is to be looked at; names that passed no gate are only compared.
CALLERS = {
    "Visible": {GATE},
    "Permit": {GATE},
    "with_figures": {"agent/operations/keyed.py"},
    "display_name": {GATE, "agent/operations/joined.py", "agent/operations/nodes.py", "agent/synthesis/answering.py"},
    "own": {"agent/explore.py", "agent/meant.py", "agent/operations/figures.py", "agent/operations/keyed.py", "agent/operations/tables.py",
            "agent/requests.py", "agent/synthesis/cells.py", "agent/synthesis/names.py", "agent/synthesis/show.py", "agent/telling.py"},
}


@pytest.mark.parametrize("name", CALLERS)
def test_text_of_records_is_let_out_by_those_alone_who_are_known(name: str) -> None:
    assert {path for path in _sources() if name in _called(path)} == CALLERS[name]


def test_nobody_makes_visible_text_by_a_cast() -> None:
    assert not [path for path in _sources() if "cast(Visible" in (ROOT / path).read_text("utf-8").replace('"', "")]


def _sources() -> list[str]:
    return [str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]


def _called(path: str) -> set[str]:
    calls = (node.func for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))) if isinstance(node, ast.Call))
    return {func.id for func in calls if isinstance(func, ast.Name)} | {func.attr for func in calls if isinstance(func, ast.Attribute)}
