"""What is true in the records of a company folder: plain loops over plain JSON, for checking answers.

Shares no code with the product's way of answering and none with the generator's tables; it reads only the records.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

Expectation = dict[str, Any]
Records = Mapping[str, list[dict[str, Any]]]  # "crm/contacts" → its records


def with_changes(records: Records, changes: Iterable[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The records after these changes."""
    after = {name: list(rows) for name, rows in records.items()}
    for change in changes:
        name = f"{change['category']}/{change['resource']}"
        record_id = change.get("record_id") or change["record"]["id"]
        kept = [row for row in after.get(name, []) if row.get("id") != record_id]
        after[name] = kept if change["op"] == "delete" else [*kept, change["record"]]
    return after


class Facts:
    """Look-ups in one state of the records; `now` as in company.json."""

    def __init__(self, records: Records, now: str) -> None:
        self._records = records
        self.now = datetime.fromisoformat(now).strftime("%Y-%m-%dT%H:%M:%S")
        self.today = self.now[:10]

    def rows(self, resource: str) -> list[dict[str, Any]]:
        return self._records[resource]

    def by_id(self, resource: str, record_id: str) -> dict[str, Any]:
        return next(row for row in self.rows(resource) if row["id"] == record_id)

    def only(self, resource: str, **values: Any) -> dict[str, Any]:
        """The one record with these values. Raises LookupError where there is none, or more than one."""
        found = [row for row in self.rows(resource) if all(row[k] == v for k, v in values.items())]
        if len(found) != 1:
            raise LookupError(f"{len(found)} records in {resource} with {values}")
        return found[0]

    def employee(self, name: str) -> dict[str, Any]:
        return self.only("hris/employees", display_full_name=name)

    def contact(self, name: str) -> dict[str, Any]:
        first, last = name.split(" ", 1)
        return self.only("crm/contacts", first_name=first, last_name=last)

    def account(self, name: str) -> dict[str, Any]:
        return self.only("crm/accounts", name=name)

    def job_title(self, name: str) -> str:
        """The title of the employment with the latest effective date that is not ahead."""
        employee = self.employee(name)["id"]
        past = [e for e in self.rows("hris/employments") if e["employee"] == employee and e["effective_date"][:10] <= self.today]
        return str(max(past, key=lambda e: e["effective_date"])["job_title"])

    def balance_hours(self, email: str, policy: str) -> float | None:
        """What is left of one policy in hours, over all balances; None where the app has none."""
        employee = next(e for e in self.rows("hris/employees") if e["work_email"].lower() == email.lower())
        mine = [b["balance"] for b in self.rows("hris/time_off_balances") if b["employee"] == employee["id"] and b["policy_type"] == policy]
        return sum(mine) if mine else None

    def user_of(self, email: str) -> str | None:
        return next((u["id"] for u in self.rows("crm/users") if u["email"].lower() == email.lower()), None)

    def dealings(self, email: str, contact: Mapping[str, Any]) -> bool:
        """Does that person own the contact or its company, or a conversation with either?"""
        user = self.user_of(email)
        if user is None:
            return False
        owns = contact["owner"] == user or self.by_id("crm/accounts", contact["account"])["owner"] == user
        return owns or any(e["owner"] == user and contact["id"] in e["contacts"] for e in self.rows("crm/engagements"))

    def last_conversation(self, email: str, account_id: str) -> dict[str, Any] | None:
        """The latest one that has started, is that person's own, and is with the company or somebody there."""
        user = self.user_of(email)
        people = {c["id"] for c in self.rows("crm/contacts") if c["account"] == account_id}
        found = [
            e
            for e in self.rows("crm/engagements")
            if e["owner"] == user and e["start_time"][:19] <= self.now and (e["account"] == account_id or people & set(e["contacts"]))
        ]
        return max(found, key=lambda e: e["start_time"], default=None) if user else None

    def first_named(self, first: str) -> list[str]:
        """Whole names of the contacts with that first name."""
        return [f"{c['first_name']} {c['last_name']}" for c in self.rows("crm/contacts") if c["first_name"] == first]

    def holds(self, words: str) -> bool:
        """Do these words stand anywhere in any record?"""
        wanted = words.casefold()
        return any(wanted in str(row).casefold() for rows in self._records.values() for row in rows)


def figures(text: str) -> list[str]:
    """The two most telling figures of a text: longest first, no years, no clock times."""
    found = [f for f in re.findall(r"\d[\d,]*(?:\.\d+)?", text) if not re.fullmatch(r"20\d\d", f.rstrip(","))]
    return sorted(dict.fromkeys(f.rstrip(",") for f in found), key=lambda f: (-len(f), text.index(f)))[:2]


def table(column: str, *values: Any) -> Expectation:
    """One column with these values."""
    return {"status": "answered", "columns": [column], "rows": [[v] for v in values], "ordered": False}


def either(*readings: Expectation) -> Expectation:
    """Several readings are right."""
    return {"status": "answered", "any_of": [{k: v for k, v in reading.items() if k != "status"} for reading in readings]}


def declined(*reasons: str) -> Expectation:
    """It must decline, for one of these reasons."""
    return {"status": "declined", "reason": list(reasons)}


def value(column: str, found: Any) -> Expectation:
    """A single value; one that the source does not hold is no record."""
    return declined("no_record") if found in (None, "", []) else table(column, found)


def clarify(names: list[str]) -> Expectation:
    """It must ask, with at least these to choose from."""
    if len(names) < 2:
        raise LookupError(f"nothing to ask about: {names}")
    return {"status": "clarify", "options": names}
