"""Complete records of Common Models, collected by resource: every field of the model, ids and times that never change.

Knows the shape of records, nothing of the demo company. Ids and small variations hang off names, never off an order or a
random state, so that adding a person changes nobody else's records.
"""

import re
import unicodedata
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from ingest import merge_api

NAMESPACE = uuid.UUID("5f0c4f0e-5b4e-5d0b-9d3a-6c1f7e2a9b41")
LINKED_AT = datetime(2025, 3, 3, 5, 0, tzinfo=UTC)  # Merge first saw what is older than this
SYNCED_AT = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)  # Merge's copy when the graph is built
NOW = datetime(2026, 11, 20, 14, 0, tzinfo=UTC)  # a Friday, nine in the morning in Toronto

RawRecord = dict[str, Any]
_T = TypeVar("_T")

_PREFIXES = {  # how the provider's own ids begin
    "hris/Employee": "FL",
    "crm/Account": "0015e",
    "crm/Contact": "0035e",
    "crm/Lead": "00Q5e",
    "crm/Opportunity": "0065e",
    "crm/User": "0055e",
    "crm/Engagement": "00U5e",
    "crm/Note": "0025e",
    "crm/Task": "00T5e",
    "ticketing/User": "agent-",
}
_BY_MODEL = {model: endpoint.resource for model, endpoint in merge_api.list_endpoints().items()}


def identity(model: str, key: str) -> str:
    """The id of a record: the same for ever."""
    return str(uuid.uuid5(NAMESPACE, f"{model}/{key}"))


def number(*key: object, low: int = 0, high: int) -> int:
    """A number from low to high, both included, that hangs off the key alone."""
    return low + uuid.uuid5(NAMESPACE, "/".join(map(str, key))).int % (high - low + 1)


def pick(options: Sequence[_T], *key: object) -> _T:
    """One of the options, chosen by the key alone."""
    return options[number(*key, high=len(options) - 1)]


def moment(text: str) -> datetime:
    """`2026-10-02` or `2026-10-02 15:30`, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def stamp(when: datetime | date | str | None) -> str | None:
    """A time as Merge writes it, None for none; a day is its midnight."""
    if when is None:
        return None
    if isinstance(when, str):
        when = moment(when)
    if not isinstance(when, datetime):
        when = datetime(when.year, when.month, when.day, tzinfo=UTC)
    return when.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def fold(text: str) -> str:
    """Letters as they stand in an e-mail address: `Jiří Nováček` → `jiri.novacek`."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.replace("ø", "o")) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", ".", plain.casefold().replace("'", "")).strip(".")


class Register:
    """The records of one company, by (category, resource), in the order in which they were added."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], list[RawRecord]] = {}
        self._seen: set[tuple[str, str]] = set()

    def add(self, model: str, key: str, made: datetime | str, changed: datetime | str | None = None, /, **values: Any) -> str:
        """Take in a record under a key of our own; its id. `made` and `changed` are the provider's times of it.

        Raises ValueError for a field that the model lacks and for a key that was used before.
        """
        if (model, key) in self._seen:
            raise ValueError(f"{model} {key} is there already")
        self._seen.add((model, key))
        category = model.split("/")[0]
        self.rows.setdefault((category, _BY_MODEL[model]), []).append(complete(model, key, (made, changed or made), values))
        return identity(model, key)

    def of(self, category: str, resource: str) -> list[RawRecord]:
        """The records of one resource."""
        return self.rows.get((category, resource), [])

    def get(self, category: str, resource: str, record_id: str) -> RawRecord:
        """One record by its id. Raises KeyError."""
        for row in self.of(category, resource):
            if row.get("id") == record_id:
                return row
        raise KeyError(f"{category}/{resource} {record_id}")


def complete(model: str, key: str, times: tuple[datetime | str, datetime | str], values: Mapping[str, Any]) -> RawRecord:
    """A record with every field of its model, in the model's order: lists empty, all else null where no value is given."""
    fields = {f.name: f for f in merge_api.models()[model].fields}
    unknown = [name for name in values if name not in fields and name.removesuffix("_native") not in fields]
    if unknown:
        raise ValueError(f"{model} has no field {', '.join(unknown)}")
    record: RawRecord = {name: [] if f.is_list and name != "remote_data" else None for name, f in fields.items()}
    last = SYNCED_AT - timedelta(minutes=1)
    made, changed = (min(moment(t) if isinstance(t, str) else t, last) for t in times)
    first_seen = max(made, LINKED_AT) + timedelta(microseconds=number(model, key, "made", low=1, high=999_999))
    seen_again = max(changed, first_seen) + timedelta(microseconds=number(model, key, "changed", low=1, high=999_999))
    base = {
        "id": identity(model, key),
        "remote_id": f"{_PREFIXES.get(model, '')}{number(model, key, 'remote', low=10**7, high=10**8 - 1)}",
        "created_at": stamp(first_seen),
        "modified_at": stamp(max(seen_again, first_seen)),
        "remote_was_deleted": False,
    }
    record.update({name: value for name, value in base.items() if name in fields})
    record.update({name: stamp(value) if isinstance(value, datetime | date) else value for name, value in values.items()})
    return record


def nested(model: str, key: str, made: datetime | str, **values: Any) -> RawRecord:
    """An embedded object: an e-mail address, a line of an invoice."""
    return complete(model, key, (made, made), values)


def table(text: str) -> Iterable[tuple[str, ...]]:
    """The cells of a table written as lines with `|` between the cells; empty lines and lines of `#` are left out."""
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield tuple(cell.strip() for cell in line.split("|"))
