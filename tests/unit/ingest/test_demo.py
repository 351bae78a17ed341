"""The demo company is a proper evaluation folder, the same every time, with the cases that make such a company awkward."""

import json
import re
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest import merge_api
from ingest.company import ROLES, read_company
from ingest.demo import DEMO_PERSON, build, write_company
from ingest.demo.facts import Facts
from ingest.demo.questions import CONVERSATIONS, expectations

STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
SKILLS = frozenset({
    "lookup", "filter", "aggregate", "group", "order", "hop", "cross_app", "time", "derive", "summarise", "follow_up", "ambiguous",
    "preference", "absent", "not_connected", "not_permitted", "out_of_scope", "unsafe", "stale", "typo",
})
REASONS = frozenset({"no_record", "not_permitted", "not_connected", "too_old", "out_of_scope", "unsafe"})
KINDS: dict[str, Any] = {
    "datetime": lambda x: isinstance(x, str) and STAMP.fullmatch(x),
    "number": lambda x: isinstance(x, int | float) and not isinstance(x, bool),
    "integer": lambda x: isinstance(x, int) and not isinstance(x, bool),
    "boolean": lambda x: isinstance(x, bool),
    "string": lambda x: isinstance(x, str),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "fennimore"
    write_company(path)
    return path


@pytest.fixture(scope="module")
def records(folder: Path) -> dict[str, list[dict[str, Any]]]:
    return {f"{p.parent.name}/{p.stem}": json.loads(p.read_text("utf-8")) for p in sorted(folder.glob("*/*.json"))}


@pytest.fixture(scope="module")
def changes(folder: Path) -> list[dict[str, Any]]:
    return _lines(folder / "changes.jsonl")


@pytest.fixture(scope="module")
def questions(folder: Path) -> list[dict[str, Any]]:
    return _lines(folder / "questions.jsonl")


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_the_same_bytes_come_out_every_time(folder: Path, tmp_path: Path) -> None:
    write_company(tmp_path / "again")
    assert _bytes(tmp_path / "again") == _bytes(folder)


def test_writing_over_an_older_folder_leaves_nothing_of_it(folder: Path, tmp_path: Path) -> None:
    old = tmp_path / "fennimore"
    (old / "crm").mkdir(parents=True)
    (old / "crm" / "leftover.json").write_text("[]")
    write_company(old)
    assert _bytes(old) == _bytes(folder)
    assert [p.name for p in tmp_path.iterdir()] == ["fennimore"]


def test_a_crash_while_writing_leaves_no_half_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def disk_is_full(path: Path, text: str) -> None:
        if path.name == "changes.jsonl":
            raise OSError("No space left on device")
        path.write_text(text, "utf-8")

    monkeypatch.setattr(build, "_write", disk_is_full)
    with pytest.raises(OSError, match="No space left"):
        write_company(tmp_path / "fennimore")
    assert list(tmp_path.iterdir()) == []


def test_the_company_is_read_back_as_it_was_returned(folder: Path, tmp_path: Path, records: dict[str, Any]) -> None:
    assert write_company(tmp_path / "fennimore") == read_company(folder)
    company = read_company(folder)
    active = {e["work_email"].lower() for e in records["hris/employees"] if e["employment_status"] == "ACTIVE"}
    assert {p.email for p in company.people} == active
    assert {a.category for a in company.linked_accounts} == {name.split("/")[0] for name in records}
    assert company.person(DEMO_PERSON) is not None
    assert all(p.roles <= set(ROLES) and ("hr_partner" in p.roles) == (p.scope is not None) for p in company.people)


def test_every_record_is_complete_and_of_the_right_types(records: dict[str, Any], changes: list[dict[str, Any]]) -> None:
    everything = dict(records)
    for change in changes:
        if "record" in change:
            name = f"{change['category']}/{change['resource']}"
            everything[name] = [*everything[name], change["record"]]
    ids = _ids(everything)
    faults = [fault for name, rows in everything.items() for row in rows for fault in _faults(_model(name), row, ids)]
    (gone,) = [row for row in everything["crm/leads"] if row["remote_was_deleted"]]
    assert faults == [f"crm/Lead.owner: {gone['owner']} is no crm/User"]       # what is deleted may name what is gone too


def test_no_id_occurs_twice(records: dict[str, Any]) -> None:
    every = Counter(row["id"] for rows in records.values() for row in rows if "id" in row)
    assert [key for key, count in every.items() if count > 1] == []


def test_nothing_was_made_after_now_nor_changed_after_the_sync(folder: Path, records: dict[str, Any]) -> None:
    company = read_company(folder)
    as_of = {a.category: f"{a.data_as_of:%Y-%m-%dT%H:%M:%S}" for a in company.linked_accounts}
    for name, rows in records.items():
        for row in rows:
            assert (row.get("remote_created_at") or "") <= f"{company.now:%Y-%m-%dT%H:%M:%S}.000000Z", (name, row["id"])
            assert row["created_at"] <= row["modified_at"], (name, row["id"])
            assert row["modified_at"][:19] <= as_of[name.split("/")[0]], (name, row["id"])


def test_changes_are_valid_and_in_the_order_in_which_questions_name_them(
    folder: Path, records: dict[str, Any], changes: list[dict[str, Any]], questions: list[dict[str, Any]]
) -> None:
    now = f"{read_company(folder).now:%Y-%m-%dT%H:%M:%S}.000000Z"
    assert [c["at"] for c in changes] == sorted({c["at"] for c in changes})
    assert all(c["at"] < now for c in changes)
    assert sum(not c["delivered"] for c in changes) >= 8
    for change in changes:
        known = {row.get("id") for row in records[f"{change['category']}/{change['resource']}"]}
        key = change.get("record_id") or change["record"]["id"]
        assert (key in known) == (change["op"] != "create"), change["id"]
        assert ("record" in change) != (change["op"] == "delete")
    named = list(dict.fromkeys(c for q in questions for c in q.get("changes", [])))
    assert named == [c["id"] for c in changes]


def test_every_question_is_well_formed(
    folder: Path, records: dict[str, Any], changes: list[dict[str, Any]], questions: list[dict[str, Any]]
) -> None:
    people = {p.email for p in read_company(folder).people}
    ids = {row["id"] for rows in records.values() for row in rows if "id" in row} | {c["record"]["id"] for c in changes if "record" in c}
    assert len(questions) >= 60
    assert len({q["id"] for q in questions}) == len(questions)
    for q in questions:
        assert q["as"] in people and q["skill"] in SKILLS and q["turns"], q["id"]
        assert (q["skill"] == "stale") == bool(q.get("changes")), q["id"]
        for turn in q["turns"]:
            assert set(turn) == {"ask", "expect"} and turn["ask"].strip(), q["id"]
            for reading in _readings(turn["expect"]):
                _check_reading(reading, turn["expect"]["status"], ids)


def _readings(expect: dict[str, Any]) -> list[dict[str, Any]]:
    return expect.get("any_of") or [expect]


def _check_reading(reading: dict[str, Any], status: str, ids: set[str]) -> None:
    if status == "declined":
        assert reading["reason"] and set(reading["reason"]) <= REASONS
    elif status == "clarify":
        assert len(reading["options"]) >= 2
    elif "rows" in reading:
        assert all(len(row) == len(reading["columns"]) for row in reading["rows"])
    else:
        assert reading["mentions"] and set(reading["cites"]) <= ids


def test_expectations_hold_alone_and_in_file_order(
    folder: Path, records: dict[str, Any], changes: list[dict[str, Any]], questions: list[dict[str, Any]]
) -> None:
    now = json.loads((folder / "company.json").read_text("utf-8"))["now"]
    applied: set[str] = set()
    for line, conversation in zip(questions, CONVERSATIONS, strict=True):
        applied |= set(conversation.changes)
        in_order = [c for c in changes if c["id"] in applied]
        assert expectations(conversation, records, in_order, now) == [t["expect"] for t in line["turns"]], line["id"]


def test_the_demo_person_deals_with_exactly_one_bill_and_a_colleague_with_two(folder: Path, records: dict[str, Any]) -> None:
    facts = Facts(records, json.loads((folder / "company.json").read_text("utf-8"))["now"])
    bills = facts.first_named("Bill")
    companies = {facts.contact(b)["account"] for b in bills}
    assert len(bills) == len(companies) == 2
    assert sum(facts.dealings(DEMO_PERSON, facts.contact(b)) for b in bills) == 1
    both = [u["email"] for u in records["crm/users"] if all(facts.dealings(u["email"], facts.contact(b)) for b in bills)]
    assert both and DEMO_PERSON not in both


def test_the_awkward_cases_are_there(records: dict[str, Any]) -> None:
    employees = records["hris/employees"]
    assert len(employees) >= 58
    assert {"Bangalore", "Bengaluru"} <= {p["city"] for p in records["hris/locations"] if p["location_type"] == "WORK"}
    assert {t["units"] for t in records["hris/time_off"]} == {"HOURS", "DAYS"}
    assert max(Counter((b["employee"], b["policy_type"]) for b in records["hris/time_off_balances"]).values()) > 1
    assert len({i["currency"] for i in records["accounting/invoices"]}) >= 3
    assert {"DRAFT", "VOID", "PAID", "OPEN", "PARTIALLY_PAID"} <= {i["status"] for i in records["accounting/invoices"]}
    assert records["accounting/credit_notes"]
    assert {t["priority_native"] for t in records["ticketing/tickets"] if t["priority"] == "URGENT"} == {"P0", "P1"}
    assert "PRIVATE" in {t["access_level"] for t in records["ticketing/tickets"]}
    active_firsts = Counter(e["first_name"] for e in employees if e["employment_status"] == "ACTIVE")
    assert active_firsts["Theo"] == 2
    assert any(len(e["employments"]) > 2 for e in employees)
    assert any(e["work_email"] != e["work_email"].lower() for e in employees)
    assert any("AI assistant" in (e["content"] or "") for e in records["crm/engagements"])
    in_crm = {u["email"].lower() for u in records["crm/users"]}
    inside_sales = next(t["id"] for t in records["hris/teams"] if t["name"] == "Inside Sales")
    sellers = {e["work_email"].lower() for e in employees if e["employment_status"] == "ACTIVE" and e["team"] == inside_sales}
    assert sellers & in_crm and sellers - in_crm
    missing = {e["work_email"].lower() for e in employees if e["employment_status"] == "ACTIVE"} - {
        u["email_address"].lower() for u in records["ticketing/users"]
    }
    assert missing


def test_every_demo_resource_that_the_api_lists_has_a_file(records: dict[str, Any]) -> None:
    known = {f"{category}/{resource}" for category, resource in merge_api.model_of_resource()}
    assert set(records) <= known
    assert len(records) >= 55
    assert all(rows for rows in records.values())


def _model(name: str) -> str:
    category, resource = name.split("/")
    return merge_api.model_of_resource()[category, resource]


def _ids(records: dict[str, Any]) -> dict[str, set[str]]:
    return {_model(name): {row["id"] for row in rows if "id" in row} for name, rows in records.items()}


def _faults(model: str, row: dict[str, Any], ids: dict[str, set[str]]) -> Iterator[str]:
    fields = {f.name: f for f in merge_api.models()[model].fields}
    names = {name for name in row if not name.endswith("_native")}
    if names != set(fields):
        yield f"{model}: {names ^ set(fields)}"
    if any(name.removesuffix("_native") not in fields for name in row):
        yield f"{model}: a native value beside nothing"
    if "id" in fields and str(uuid.UUID(row["id"])) != row["id"]:
        yield f"{model}: id"
    for name, field in fields.items():
        if field.is_list and row.get(name) is None and name != "remote_data":
            yield f"{model}.{name}: no list"
        for value in _values(row.get(name)):
            yield from _value_faults(model, field, value, ids)


def _values(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _value_faults(model: str, field: merge_api.Field, value: Any, ids: dict[str, set[str]]) -> Iterator[str]:
    target = f"{model.split('/')[0]}/{field.target}"
    if isinstance(value, dict) and field.target:
        yield from _faults(target, value, ids)
    elif field.is_foreign_key:
        if value not in ids.get(target, set()):
            yield f"{model}.{field.name}: {value} is no {target}"
    elif field.type == "enum":
        if value not in merge_api.enums()[target]:
            yield f"{model}.{field.name}: {value} is no {target}"
    elif field.type in KINDS and not KINDS[field.type](value):
        yield f"{model}.{field.name}: {value!r} is no {field.type}"
