"""The records of an evaluation company while they are made, and the folder they are written to.

Knows the shape of Merge's records and how a folder lies on disk; knows no company. Deterministic: the tenant's slug seeds everything.
"""

import json
import random
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from ingest import merge_api

Row = dict[str, Any]

LONG_AGO = "2025-01-06T04:00:00.000000Z"  # when Merge first read the company
RESOURCE = {model: resource for resource, model in merge_api.model_of_resource().items()}


def stamp(moment: datetime) -> str:
    """A moment in UTC as Merge writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def midnight(day: date | str) -> str:
    """A date-only field as Merge writes it."""
    return f"{day}T00:00:00.000000Z"


def parse(moment: str) -> datetime:
    """A time that Merge wrote, aware and UTC."""
    return datetime.fromisoformat(moment.replace("Z", "+00:00"))


def slug(name: str) -> str:
    """`Jörg Weiß` → `joerg.weiss`: the local part of somebody's address."""
    spelt = name.lower().translate(
        str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "ç": "c", "ã": "a", "í": "i", "ó": "o", "'": ""})
    )
    return ".".join(spelt.replace("-", " ").split())


class Company:
    """Everything of one company: what `company.json` says, the tables of records, and a random source that its slug seeds."""

    def __init__(self, about: Row) -> None:
        self.about = about
        self.tenant: str = about["tenant"]
        self.domain: str = about["domain"]
        self.now = parse(about["now"])
        self.today = self.now.date()
        self.random = random.Random(f"company {self.tenant}")
        self.tables: dict[tuple[str, str], list[Row]] = {}
        self._by_id: dict[str, Row] = {}

    def id_of(self, model: str, called: str) -> str:
        """The id that this company's record of that name always has."""
        return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{self.tenant} {model} {called}"))

    def add(self, model: str, called: str, /, **values: Any) -> str:
        """Make a record with every field of its model, and give its id."""
        made = values.get("remote_created_at") or (values.get("start_time") if model == "crm/Engagement" else None) or LONG_AGO
        born = min(max(LONG_AGO, made), stamp(self.now - timedelta(hours=8)))
        record = blank(model)
        base = {"id": self.id_of(model, called), "remote_id": called, "created_at": born, "modified_at": born, "remote_was_deleted": False}
        record |= {k: v for k, v in base.items() if k in record} | values
        if record["id"] in self._by_id:
            raise ValueError(f"{model} {called} is there already; give it another name")
        self.tables.setdefault(RESOURCE[model], []).append(record)
        self._by_id[record["id"]] = record
        return str(record["id"])

    def part(self, model: str, called: str, /, **values: Any) -> Row:
        """An embedded object of a record, with every field."""
        record = blank(model)
        base = {"id": self.id_of(model, called), "remote_id": called, "created_at": LONG_AGO, "modified_at": LONG_AGO, "remote_was_deleted": False}
        return record | {k: v for k, v in base.items() if k in record} | values

    def record(self, model: str, called: str) -> Row:
        """The record made under that name."""
        return self._by_id[self.id_of(model, called)]

    def rows(self, model: str) -> list[Row]:
        """All records of a model."""
        return self.tables.get(RESOURCE[model], [])

    def workday(self, first: date, last: date) -> date:
        """A weekday between two dates, both included."""
        while True:
            day = first + timedelta(days=self.random.randrange((last - first).days + 1))
            if day.weekday() < 5:
                return day

    def moment(self, first: date, last: date, hours: tuple[int, int] = (7, 16)) -> datetime:
        """A moment on a weekday between two dates, before now; `hours` are UTC, the last one excluded."""
        while True:
            day = self.workday(first, last)
            found = datetime(day.year, day.month, day.day, self.random.randrange(*hours), self.random.choice(range(2, 59, 3)), tzinfo=UTC)
            if found < self.now - timedelta(hours=9):
                return found


def blank(model: str) -> Row:
    """A record of that model with nothing known: lists empty, everything else null."""
    fields = merge_api.models()[model].fields
    return {f.name: [] if f.is_list and f.name != "remote_data" else None for f in fields}


def linked_accounts(tenant: str, data_as_of: str, apps: Mapping[str, str], disabled: Mapping[str, Sequence[str]]) -> list[Row]:
    """One healthy linked account per category; `apps` maps a category to its integration."""
    return [
        {
            "id": str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{tenant} account {category}")),
            "category": category,
            "integration": app,
            "token": f"tok_{tenant}_{category}",
            "data_as_of": data_as_of,
            "disabled": list(disabled.get(category, ())),
            "status": "COMPLETE",
        }
        for category, app in apps.items()
    ]


def write_lines(path: Path, rows: Iterable[Row]) -> None:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n" for r in rows), "utf-8")


def write_records(company: Company, folder: Path) -> None:
    """Write `company.json` and a file per resource."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "company.json").write_text(json.dumps(company.about, ensure_ascii=False, indent=1), "utf-8")
    for (category, resource), rows in company.tables.items():
        (folder / category).mkdir(exist_ok=True)
        text = ",\n".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in rows)
        (folder / category / f"{resource}.json").write_text(f"[\n{text}\n]\n", "utf-8")


def write_folder(company: Company, halves: Sequence[Sequence[Row]], changes: Sequence[Row], folder: Path) -> None:
    """Write everything that an evaluation folder holds, the sealed half beside the open one."""
    write_records(company, folder)
    write_lines(folder / "questions.jsonl", halves[0])
    write_lines(folder / "sealed.jsonl", halves[1])
    write_lines(folder / "changes.jsonl", changes)
