"""The source of one schedule: a company in the sandbox, its changes, and the webhooks that tell of them."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ingest import merge_api
from ingest.company import Company, read_company
from ingest.records import Record
from ingest.sandbox.control_client import SandboxControl
from ingest.sandbox.expand import plain_record
from ingest.sandbox.names import internal_name
from ingest.sandbox.times import written
from ingest.sandbox.webhooks import Target, payload
from tests.integration.chaos_schedules import MODELS, SHAPES, Delete, Leave, Put, Schedule, Slot

START = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)
_TARGET = Target("http://nobody.example/webhooks", "key")

Row = dict[str, Any]


def record_id(slot: Slot) -> str:
    """The Merge id of a record: the same in every tenant, which must not matter."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{slot.place}/{slot.model}/{slot.number}"))


@dataclass
class Books:
    """The records of a company as Merge's copy holds them. `unseen`: the parts (place, model) that changed as no delta can see."""

    schedule: Schedule
    now: datetime = START
    rows: dict[Slot, Row] = field(default_factory=dict)
    unseen: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rows = {put.slot: _row(put.slot, put.values, START) for put in self.schedule.records}

    def put(self, step: Put) -> bool:
        """Change a record; whether it is new."""
        known = self.rows.get(step.slot)
        minutes = step.minutes or int(bool(known and known["remote_was_deleted"]))       # Merge never brings a record back at the time it went
        self.now += timedelta(minutes=minutes)
        at = written(self.now)
        if known and known["modified_at"] == at:
            self.unseen.add((step.slot.place, step.slot.model))                        # other content, but no later time
        row = _row(step.slot, step.values, self.now) if known is None else known | _resolved(step.slot, step.values)
        self.rows[step.slot] = row | {"modified_at": at, "remote_was_deleted": False}
        return known is None

    def delete(self, step: Delete) -> bool:
        """Delete a record; whether there was one."""
        known = self.rows.get(step.slot)
        if known is None or known["remote_was_deleted"]:
            return False
        self.now += timedelta(minutes=step.minutes)
        moved = {"modified_at": written(self.now)} if self.schedule.deletions_move else {}
        self.rows[step.slot] = known | {"remote_was_deleted": True} | moved
        if not moved:
            self.unseen.add((step.slot.place, step.slot.model))
        return True


@dataclass
class Source:
    """A company in the sandbox, its records and who of its linked accounts is left."""

    control: SandboxControl
    books: Books
    company: Company
    folder: Path

    @classmethod
    def opened(cls, control: SandboxControl, tenant: str, schedule: Schedule, folder: Path) -> "Source":
        """The company as its schedule begins, served."""
        books = Books(schedule)
        _write(folder, tenant, schedule, books.rows)
        control.add_company(folder)
        if not schedule.deletions_move:
            for place in SHAPES[schedule.shape]:
                control.account(tenant, place, deletion_moves_modified_at=False)
        return cls(control, books, read_company(folder), folder)

    @property
    def tenant(self) -> str:
        """The company's slug."""
        return self.company.tenant

    @property
    def schedule(self) -> Schedule:
        """What happens here."""
        return self.books.schedule

    def account(self, place: str) -> str:
        """The id of a linked account."""
        return next(a.id for a in self.company.linked_accounts if a.place == place)

    def put(self, step: Put) -> str:
        """Change a record; the webhook's body."""
        is_new = self.books.put(step)
        self._apply("create" if is_new else "update", step.slot, {"record": self.books.rows[step.slot]})
        return self._told("added" if is_new else "changed", step.slot)

    def delete(self, step: Delete) -> str | None:
        """Delete a record; the webhook's body, None where there is nothing to delete."""
        if not self.books.delete(step):
            return None
        self._apply("delete", step.slot, {"record_id": record_id(step.slot)})
        return self._told("removed", step.slot)

    def leave(self, step: Leave) -> str | None:
        """Delete a linked account at Merge; the webhook's body, None where it is gone already."""
        if not any(a.place == step.place for a in self.company.linked_accounts):
            return None
        body = self._body("LinkedAccount.deleted", step.place, {})
        self.control.unlink(self.tenant, step.place, deliver=False)
        rest = tuple(a for a in self.company.linked_accounts if a.place != step.place)
        self.company = self.company.model_copy(update={"linked_accounts": rest})
        return body

    def _apply(self, op: str, slot: Slot, what: Mapping[str, Any]) -> None:
        change = {"id": f"{op} {slot}", "at": written(self.books.now), "op": op, "category": slot.model.partition("/")[0], "account": slot.place,
                  "resource": MODELS[slot.model].resource, **what}
        self.control.apply(self.tenant, change)

    def _told(self, happened: str, slot: Slot) -> str:
        return self._body(f"{internal_name(slot.model)}.{happened}", slot.place, plain_record(slot.model, self.books.rows[slot]))

    def _body(self, event: str, place: str, data: Any) -> str:
        account = next(a for a in self.company.linked_accounts if a.place == place)
        linked = {"id": account.id, "integration": account.integration, "category": account.category}
        return payload(_TARGET, event, linked, data).decode()


def record(slot: Slot, row: Row) -> Record:
    """A row as the gateway reads it."""
    modified_at = datetime.fromisoformat(row["modified_at"])
    return Record(slot.model, row["id"], slot.place, row, row["remote_id"], modified_at, bool(row["remote_was_deleted"]))


def _row(slot: Slot, values: Mapping[str, Any], at: datetime) -> Row:
    fields = merge_api.models()[slot.model].fields
    every: Row = {f.name: [] if f.is_list else None for f in fields}
    base = {"id": record_id(slot), "remote_id": f"R{slot.number}", "created_at": written(START), "modified_at": written(at),
            "remote_was_deleted": False}
    return every | base | _resolved(slot, values)


def _resolved(slot: Slot, values: Mapping[str, Any]) -> Row:
    """Numbers of records as their ids."""
    model, row = MODELS[slot.model], dict(values)
    for name, target in model.one.items():
        if row.get(name) is not None:
            row[name] = record_id(Slot(slot.place, target, row[name]))
    for name, target in model.many.items():
        if name in row:
            row[name] = [record_id(Slot(slot.place, target, number)) for number in row[name]]
    return row


def _write(folder: Path, tenant: str, schedule: Schedule, records: Mapping[Slot, Row]) -> None:
    """The company's folder, as the sandbox reads it."""
    accounts = [
        {"id": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{tenant}/{place}")), "category": models[0].partition("/")[0], "folder": place,
         "integration": f"{place} app", "token": f"token-{tenant}-{place}", "data_as_of": written(START)}
        for place, models in SHAPES[schedule.shape].items()
    ]
    folder.mkdir(parents=True)
    company = {"tenant": tenant, "name": "Acme", "domain": "acme.example", "linked_accounts": accounts}
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    for place, model in schedule.parts:
        file = folder / place / f"{MODELS[model].resource}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps([row for slot, row in records.items() if (slot.place, slot.model) == (place, model)]), "utf-8")
