"""Checks an evaluation folder: records against Merge's models, references, company.json, changes, questions, and that right answers grade as right.

`python -m tests.companies.check FOLDER` prints the faults and counts; exit 1 where there is a fault. Grading needs the project's
`grade.py`, which lies outside this repository; without it that part is left out.
"""

import importlib.util
import json
import re
import sys
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from ingest import merge_api

Row = dict[str, Any]

SKILLS = set(
    "lookup filter aggregate group order hop cross_app time derive summarise follow_up ambiguous preference absent not_connected not_permitted "  # noqa: SIM905
    "out_of_scope unsafe stale typo".split()
)
REASONS = {"no_record", "not_permitted", "not_connected", "too_old", "out_of_scope", "unsafe"}
ROLES = {"operator", "hr_partner", "pay_specialist", "payroll", "finance", "recruiter", "auditor"}
COMPANY_KEYS = {"tenant", "name", "domain", "timezone", "currency", "fiscal_year_start", "now", "people", "linked_accounts", "definitions"}
EXPECT_KEYS = {"status", "columns", "rows", "ordered", "any_of", "mentions", "cites", "must_not_mention", "options", "reason"}
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
TYPES: dict[str, tuple[type, ...]] = {"number": (int, float), "integer": (int,), "int|float": (int, float), "boolean": (bool,), "string": (str,)}
HALVES = ("questions.jsonl", "sealed.jsonl")
GRADE = Path(__file__).parents[3] / "shared" / "evaluation" / "grade.py"
LIMIT_BYTES = 1_500_000


def faults_of(folder: Path) -> list[str]:
    """Everything that is wrong with a folder; empty for a good one."""
    about = json.loads((folder / "company.json").read_text("utf-8"))
    tables = {(f.parent.name, f.stem): json.loads(f.read_text("utf-8")) for f in sorted(folder.glob("*/*.json"))}
    changes = _lines(folder / "changes.jsonl")
    known = _Ids(tables, changes)
    faults = [*_size(folder), *_company(about, tables)]
    for (category, resource), rows in tables.items():
        model = merge_api.model_of_resource()[category, resource]
        for n, record in enumerate(rows):
            faults += _record(model, record, f"{category}/{resource}[{n}]", known)
    for c in changes:
        if "record" in c:
            faults += _record(merge_api.model_of_resource()[c["category"], c["resource"]], c["record"], c["id"], known)
    faults += _changes(changes, tables, about)
    for half in HALVES:
        faults += _questions(_lines(folder / half), about, changes, known.everything)
    return faults


def grading_faults(folder: Path) -> list[str]:
    """The turns whose own expectation, fed back as the answer, is not graded right."""
    grade = _grader()
    faults = []
    for half in HALVES:
        for question in _lines(folder / half):
            for n, turn in enumerate(question["turns"]):
                verdict, why = grade.grade_turn(turn["expect"], _ideal(turn["expect"]))
                if verdict != "right":
                    faults.append(f"{question['id']}/{n}: {verdict} {why}")
    return faults


def can_grade() -> bool:
    """Is the project's grading program there?"""
    return GRADE.exists()


class _Ids:
    """Which ids a folder holds, changes included."""

    def __init__(self, tables: dict[tuple[str, str], list[Row]], changes: list[Row]) -> None:
        self.of_model: dict[str, set[str]] = {}
        for key, rows in tables.items():
            self.of_model.setdefault(merge_api.model_of_resource()[key], set()).update(r["id"] for r in rows)
        for c in changes:
            if c["op"] == "create":
                self.of_model[merge_api.model_of_resource()[c["category"], c["resource"]]].add(c["record"]["id"])
        self.everything = set().union(*self.of_model.values())


def _record(model: str, record: Row, where: str, known: _Ids) -> Iterator[str]:
    """Faults of one record, its parts included."""
    fields = {f.name: f for f in merge_api.models()[model].fields}
    natives = {k for k in record if k.endswith("_native")}
    if set(record) - natives != set(fields):
        yield f"{where}: fields {sorted((set(record) - natives) ^ set(fields))} are missing or unknown"
        return
    if "id" in fields and not _is_uuid(record["id"]):
        yield f"{where}: the id is no UUID"
    if {"created_at", "modified_at"} <= set(fields) and record["created_at"] > record["modified_at"]:
        yield f"{where}: modified before it was created"
    for name, field in fields.items():
        value = record[name]
        if field.is_list and value is None and name != "remote_data":
            yield f"{where}: {name} should be a list"
        for item in value if isinstance(value, list) else [] if value is None else [value]:
            yield from _value(model.split("/")[0], field, item, f"{where}.{name}", known)


def _value(category: str, field: merge_api.Field, item: object, where: str, known: _Ids) -> Iterator[str]:
    """Faults of one value of a field."""
    if isinstance(item, dict) and field.target and f"{category}/{field.target}" in merge_api.models():
        yield from _record(f"{category}/{field.target}", item, where, known)
    elif field.is_foreign_key:
        if item not in known.of_model.get(f"{category}/{field.target}", ()):
            yield f"{where}: {item} is no {field.target} of this folder"
    elif not _fits(category, field, item):
        yield f"{where}: {item!r} is no {field.target or field.type}"


def _fits(category: str, field: merge_api.Field, item: object) -> bool:
    """Is the value of the field's type?"""
    if field.type == "enum":
        return item in merge_api.enums()[f"{category}/{field.target}"]
    if field.type == "datetime":
        return isinstance(item, str) and STAMP.fullmatch(item) is not None
    return field.type not in TYPES or (isinstance(item, TYPES[field.type]) and isinstance(item, bool) == (field.type == "boolean"))


def _company(about: Row, tables: dict[tuple[str, str], list[Row]]) -> Iterator[str]:
    """Faults of company.json."""
    if COMPANY_KEYS - set(about):
        yield f"company.json: {COMPANY_KEYS - set(about)} are missing"
    active = {e["work_email"] for e in tables["hris", "employees"] if e["employment_status"] == "ACTIVE"}
    mails = [p["email"] for p in about["people"]]
    if set(mails) != active or len(mails) != len(set(mails)):
        yield "company.json: people are not the active employees"
    for p in about["people"]:
        if set(p["roles"]) - ROLES or ("hr_partner" in p["roles"]) != ("scope" in p):
            yield f"company.json: roles or scope of {p['email']}"
    if {a["category"] for a in about["linked_accounts"]} != {category for category, _ in tables}:
        yield "company.json: linked accounts and folders differ"


def _changes(changes: list[Row], tables: dict[tuple[str, str], list[Row]], about: Row) -> Iterator[str]:
    """Faults of the later edits: each fits what was there before it, in the order of time."""
    there = {key: {r["id"] for r in rows} for key, rows in tables.items()}
    last = about["linked_accounts"][0]["data_as_of"]
    for c in changes:
        ids, key = there[c["category"], c["resource"]], c.get("record_id") or c["record"]["id"]
        if (key in ids) == (c["op"] == "create"):
            yield f"{c['id']}: {c['op']} of {key}"
        if not last < c["at"] <= about["now"].replace("Z", ".000000Z"):
            yield f"{c['id']}: at {c['at']} is out of order"
        last = c["at"]
        (ids.discard if c["op"] == "delete" else ids.add)(key)


def _questions(lines: list[Row], about: Row, changes: list[Row], everything: set[str]) -> Iterator[str]:
    """Faults of one half."""
    mails, known = {p["email"] for p in about["people"]}, [c["id"] for c in changes]
    seen: set[str] = set()
    for q in lines:
        if q["id"] in seen or q["as"] not in mails or q["skill"] not in SKILLS or (q["skill"] == "stale") != bool(q.get("changes")):
            yield f"{q['id']}: id, asker, skill or changes"
        seen.add(q["id"])
        if set(q.get("changes", ())) - set(known):
            yield f"{q['id']}: an unknown change"
        for n, turn in enumerate(q["turns"]):
            for expect in (turn["expect"], *turn["expect"].get("any_of", ())):
                yield from (f"{q['id']}/{n}: {fault}" for fault in _expect(expect, everything))
    named = list(dict.fromkeys(c for q in lines for c in q.get("changes", ())))
    if named != sorted(named, key=known.index):
        yield "changes are not named in their order"
    if len({json.dumps([t["ask"] for t in q["turns"]]) + q["as"] + str(q.get("changes")) for q in lines}) != len(lines):
        yield "somebody asks the same twice"


def _expect(expect: Row, everything: set[str]) -> Iterator[str]:
    """Faults of one expectation."""
    if set(expect) - EXPECT_KEYS:
        yield f"keys {set(expect) - EXPECT_KEYS}"
    if expect.get("status") == "declined" and (not expect["reason"] or set(expect["reason"]) - REASONS):
        yield "reason"
    if expect.get("status") == "clarify" and len(expect["options"]) < 2:
        yield "options"
    if "rows" in expect and any(len(row) != len(expect["columns"]) for row in expect["rows"]):
        yield "width of the rows"
    if expect.get("status") == "answered" and any(not {"rows", "mentions"} & set(x) for x in expect.get("any_of") or [expect]):
        yield "a reading that any answer meets"
    if set(expect.get("cites", ())) - everything:
        yield "cites a record that is not there"


def _ideal(expect: Row) -> Row:
    """An answer that gives exactly what is expected, in its first reading."""
    if expect["status"] == "declined":
        return {"status": "declined", "reason": expect["reason"][0]}
    if expect["status"] == "clarify":
        return {"status": "clarify", "question": {"options": [{"id": str(n), "label": o} for n, o in enumerate(expect["options"])]}}
    reading = (expect.get("any_of") or [expect])[0]
    return {
        "status": "answered",
        "understood_as": "as asked",
        "text": "; ".join(reading.get("mentions", ())),
        "references": [{"id": c} for c in reading.get("cites", ())],
        "result": {"columns": [{"name": c} for c in reading.get("columns", ())], "rows": reading.get("rows")},
    }


def _grader() -> ModuleType:
    spec = importlib.util.spec_from_file_location("grade", GRADE)
    if spec is None or spec.loader is None:
        raise ImportError(f"{GRADE} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _size(folder: Path) -> Iterator[str]:
    size = sum(f.stat().st_size for f in folder.glob("**/*.json"))
    if size > LIMIT_BYTES:
        yield f"{size} bytes of records, more than {LIMIT_BYTES}"


def _lines(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def _is_uuid(text: object) -> bool:
    try:
        return str(uuid.UUID(str(text))) == text
    except ValueError:
        return False


def summary(folder: Path) -> str:
    """Counts of a folder, a line per half."""
    lines: list[str] = []
    for half in HALVES:
        questions = _lines(folder / half)
        skills = Counter(q["skill"] for q in questions)
        lines.append(
            f"{half}: {len(questions)} conversations, {sum(len(q['turns']) for q in questions)} turns; "
            + ", ".join(f"{k} {n}" for k, n in sorted(skills.items()))
        )
    return "\n".join(lines)


def main(folders: Iterable[str]) -> int:
    """Print what is wrong with these folders."""
    wrong = 0
    for name in folders:
        found = faults_of(Path(name)) + (grading_faults(Path(name)) if can_grade() else [])
        wrong += len(found)
        sys.stdout.write("\n".join([name, *found[:40], f"{len(found)} faults", summary(Path(name)), ""]))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
