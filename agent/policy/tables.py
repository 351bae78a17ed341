"""The tables of policy.toml, read and held against what the code knows: a misspelt cell or rule is a fault at start, never a right."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from ingest.company import Policy

CLASSES = ("A", "B", "B-dates", "C", "D", "E", "X")
WHOLE = ("C", "D", "E", "X")              # classes that are never answered in part
RELATIONS = ("self", "direct_manager", "chain_above", "hr_partner", "pay_specialist", "payroll", "finance", "other")
CELLS = ("yes", "no", "scope", "scope_not_own_manager", "counts")
WITH_SETTING = ("switch", "need")
RULES = (
    "everybody", "nobody", "finance", "on_ticket", "on_ticket_of", "taking_part", "owner_chain", "open_place", "open_job", "open_job_of", "hiring",
    "hiring_or_own",
    "open_file", "open_article",
)


def read_tables(text: str | None = None) -> Mapping[str, Any]:
    """The policy as data; `text` instead of the file that is shipped. Raises ValueError, saying what does not fit."""
    found = tomllib.loads(text or resources.files(__package__).joinpath("policy.toml").read_text("utf-8"))
    _check_people(found["people"])
    for table in ("records", "fields"):
        for name, row in found[table].items():
            _check_row(f"[{table}] {name}", row)
    for model, privacy in found["existence"].items():
        _expect(privacy in CLASSES, f"[existence] {model}: {privacy!r} is no class; write one of {', '.join(CLASSES)}")
    _check_partial(found)
    unnamed = {*found["records"], *found["fields"], *CLASSES} - {"A", "directory", "employee"} - set(found["ask_instead"])
    _expect(not unnamed, f"[ask_instead]: nobody is named for {', '.join(sorted(unnamed))}")
    return found


def _check_people(people: Mapping[str, Mapping[str, str]]) -> None:
    _expect(set(people) == set(CLASSES), f"[people] has a row for each of {', '.join(CLASSES)}, and no others")
    for privacy, row in people.items():
        _expect(set(row) == set(RELATIONS), f"[people] {privacy} has a cell for each of {', '.join(RELATIONS)}, and no others")
        for relation, cell in row.items():
            kind, _, setting = cell.partition(":")
            known = kind in WITH_SETTING and setting in Policy.model_fields if setting else cell in CELLS
            _expect(known, f"[people] {privacy}.{relation}: {cell!r} is no cell; write one of those at the head of the table")


def _check_partial(found: Mapping[str, Any]) -> None:
    for table, names in found["partial"].items():
        rows = found[table]
        _expect(set(names) <= set(rows), f"[partial] {table}: {', '.join(sorted(set(names) - set(rows)))} stands in no row of [{table}]")
        classes = {n if table == "people" else found["fields"].get(n, {}).get("class", "B") for n in names}
        _expect(not classes & set(WHOLE), f"[partial] {table}: {', '.join(sorted(classes & set(WHOLE)))} is never answered in part")


def _check_row(place: str, row: Mapping[str, Any]) -> None:
    known = {"read", "count", "left_out", "tells_whose", "class"}
    _expect({"read"} <= set(row) <= known, f"{place}: give read, and {', '.join(sorted(known - {'read'}))} where they differ")
    for rule in (row["read"], row.get("count", row["read"])):
        _expect(rule in RULES, f"{place}: {rule!r} is no rule; write one of {', '.join(RULES)}")
    _expect(row.get("class", "A") in CLASSES, f"{place}: {row.get('class')!r} is no class; write one of {', '.join(CLASSES)}")


def _expect(holds: bool, complaint: str) -> None:
    if not holds:
        raise ValueError(f"policy.toml, {complaint}.")
