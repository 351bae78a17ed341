"""Text of records passes one gate on its way out: what mypy cannot see of that is looked at here, in the source."""

import ast
from functools import cache
from pathlib import Path

from tests.cases import each_case

ROOT = Path(__file__).parents[2]
PACKAGES = ("agent", "workers", "ui")
GATE = "agent/access/gate.py"
# Who may call what. `own_words` takes words that are no record's, so a new caller is to be looked at; names that passed no gate are only compared.
CALLERS = {
    "Visible": {GATE},
    "Permit": {GATE},
    "with_figures": {"agent/query/operations/group_keys.py"},
    "display_name": {GATE, "agent/query/operations/hubs.py", "agent/query/operations/nodes.py", "agent/query/operations/staff_names.py",
                     "agent/respond/assembly.py"},
    "own_words": {"agent/access/explore.py", "agent/access/labels.py", "agent/understand/linking/near_names.py", "agent/dialogue/requests.py",
                  "agent/query/operations/figures.py", "agent/query/operations/group_keys.py", "agent/query/operations/tables.py",
                  "agent/respond/cells.py", "agent/respond/names.py", "agent/respond/show.py"},
}


@each_case("name", CALLERS)
def test_text_of_records_is_let_out_by_those_alone_who_are_known(name: str) -> None:
    assert {path for path in _sources() if name in _called(path)} == CALLERS[name]


def test_nobody_makes_visible_text_by_a_cast() -> None:
    assert not [path for path in _sources() if "cast(Visible" in (ROOT / path).read_text("utf-8").replace('"', "")]


def _sources() -> list[str]:
    return [str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]


@cache
def _called(path: str) -> set[str]:
    calls = (node.func for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))) if isinstance(node, ast.Call))
    return {func.id for func in calls if isinstance(func, ast.Name)} | {func.attr for func in calls if isinstance(func, ast.Attribute)}
