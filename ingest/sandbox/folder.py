"""A company folder, read: the company and its records by model. Ids stay as they are given.

What is not a file of records (scripts, questions, changes) is left alone; a file of an unknown resource is refused.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ingest import merge_api
from ingest.company import Company, read_company
from kg.errors import BadInput

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Folder:
    """A company and its records: folder of the linked account → model → id → record, in the file's order."""

    company: Company
    records: dict[str, dict[str, dict[str, Row]]]


def read_folder(folder: Path) -> Folder:
    """A whole company folder.

    Raises BadInput, naming file and place: no company, unknown category or resource, malformed JSON, a file that is no
    array, a row that is no object or lacks its id, an id that stands twice, two linked accounts with one folder.
    """
    company = read_company(folder)
    category_of = _category_of(company, folder)
    records: dict[str, dict[str, dict[str, Row]]] = {}
    for path, model in _files(folder, category_of):
        records.setdefault(path.parent.name, {})[model] = _read_records(path, model)
    return Folder(company, records)


def record_key(model: str) -> str:
    """The field that tells records of a model apart: `id`, but ats Tag has none."""
    return "id" if merge_api.models()[model].field("id") else "remote_id"


@cache
def categories() -> frozenset[str]:
    """Every category of the catalogue."""
    return frozenset(e.category for e in merge_api.endpoints())


def model_of_file(category: str, resource: str, where: str) -> str:
    """`hris`, `time_off` → `hris/TimeOff`. Raises BadInput for what the catalogue does not have."""
    if category not in categories():
        raise BadInput(f"{where}: {category!r} is no category of Merge's. Known: {', '.join(sorted(categories()))}.")
    model = merge_api.model_of_resource().get((category, resource))
    if model is None:
        known = sorted(r for c, r in merge_api.model_of_resource() if c == category)
        raise BadInput(f"{where}: {category} has no resource {resource!r}. Known: {', '.join(known)}.")
    return model


def _category_of(company: Company, folder: Path) -> dict[str, str]:
    """The category of every folder that belongs to a linked account."""
    found: dict[str, str] = {}
    for account in company.linked_accounts:
        where = f"{folder / 'company.json'}: "
        if account.category not in categories():
            raise BadInput(f"{where}{account.category!r} is no category of Merge's.")
        if account.place in found:
            raise BadInput(f"{where}two linked accounts have the folder {account.place!r}; name another for one of them in its \"folder\".")
        found[account.place] = account.category
    return found


def _files(folder: Path, category_of: dict[str, str]) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.glob("*/*.json")):
        name = path.parent.name
        if not name.startswith((".", "_")):
            yield path, model_of_file(category_of.get(name, name), path.stem, str(path))


def _read_records(path: Path, model: str) -> dict[str, Row]:
    try:
        rows = json.loads(path.read_bytes())
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}, line {error.lineno}: not JSON ({error.msg}).") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text ({error.reason}, byte {error.start}).") from error
    if not isinstance(rows, list):
        raise BadInput(f"{path}: not an array of records but {type(rows).__name__}.")
    key = record_key(model)
    records: dict[str, Row] = {}
    for number, row in enumerate(rows, 1):
        records[_own_key(row, key, f"{path}, row {number}", records)] = row
    return records


def _own_key(row: Any, key: str, where: str, records: dict[str, Row]) -> str:
    if not isinstance(row, dict):
        raise BadInput(f"{where}: not a record but {type(row).__name__}.")
    value = row.get(key)
    if not isinstance(value, str) or not value:
        raise BadInput(f"{where}: a record without {key!r}.")
    if value in records:
        raise BadInput(f"{where}: {key} {value} stands twice in this file.")
    return value
