"""The picture of the packages in docs/architecture.md: their order and doors out of the contracts, their words out of their docstrings.

    python -m tests.architecture.layout     writes the picture into the page anew
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/architecture.md"
BEGIN, END = "<!-- layout: made by tests/architecture/layout.py -->", "<!-- end of layout -->"
WIDTH = 16


def layout() -> str:
    """The section of the page, between its marks."""
    return "\n".join((BEGIN, "```", *_packages(), "```", "", *wrap(f"**One door per vendor**: {' · '.join(_doors())}.", 150), END))


def with_layout(page: str) -> str:
    """The page with the section as the code has it now."""
    before, _, rest = page.partition(BEGIN)
    return before + layout() + rest.partition(END)[2]


def _packages() -> Iterator[str]:
    for layer in _contract("Imports point down")["layers"]:
        for package in layer.split(" | "):
            yield _line(package, ROOT / package, "")
            yield from _folders(package)
    yield f"{'cypher/':<{WIDTH}} Every statement that is sent to Neo4j: {', '.join(path.stem for path in sorted((ROOT / 'cypher').glob('*.cypher')))}"


def _folders(package: str) -> Iterator[str]:
    """A line for each folder, in the order of its contract; files that stand in that order beside them have none."""
    folders = {path.parent.name: path.parent for path in sorted((ROOT / package).glob("*/__init__.py"))} if package != "tests" else {}
    ordered = next((c["layers"] for c in _contracts() if c.get("containers") == [package]), [" | ".join(folders)])
    for layer in ordered:
        yield from (_line(name, folders[name], "  ") for name in layer.split(" | ") if name in folders)


def _line(name: str, folder: Path, indent: str) -> str:
    file = folder / "__init__.py"
    said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    sentence = said.partition("\n")[0].partition(". ")[0].rstrip(".")
    return f"{indent + name + '/':<{WIDTH}} {sentence}".rstrip()


def _doors() -> Iterator[str]:
    modules: dict[str, list[str]] = {}
    for line in _contract("One door per vendor")["ignore_imports"]:
        module, vendor = line.split(" -> ")
        modules.setdefault(vendor, []).append(module)
    yield from (f"{vendor} {', '.join(f'`{module}`' for module in found)}" for vendor, found in sorted(modules.items()))


def _contracts() -> list[dict[str, list[str]]]:
    contracts: list[dict[str, list[str]]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return contracts


def _contract(name: str) -> dict[str, list[str]]:
    return next(contract for contract in _contracts() if contract["name"] == name)  # type: ignore[comparison-overlap]


if __name__ == "__main__":
    PAGE.write_text(with_layout(PAGE.read_text("utf-8")), "utf-8")
