"""What Merge tells us by webhook: is it Merge who speaks, and what has happened. Pure: no network, no clock, no queue.

A payload is untrusted until its signature is checked over the bytes as they came; what it says is a reason to write or to read,
never the last word (duplicates occur, and events can be lost). Models go by Merge's internal names, whose
table is `ingest.gateway.names`. The account token that `LinkedAccount.linked` carries is not taken out of the payload.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ingest.gateway import names, values
from ingest.records import LinkedAccount, Record

Kind = Literal["changed", "added", "removed", "synced", "linked", "deleted", "sync_completed", "issue", "ping", "unknown"]

OF_RECORDS: Mapping[str, Kind] = {"changed": "changed", "added": "added", "removed": "removed"}
OF_ACCOUNTS: Mapping[str, Kind] = {
    "LinkedAccount.linked": "linked", "LinkedAccount.deleted": "deleted", "LinkedAccount.sync_completed": "sync_completed",
    "LinkedAccount.synced": "sync_completed", "LinkedAccount.fully_synced_initial": "sync_completed",      # older spellings
    "Issue.new": "issue", "Issue.created": "issue", "Issue.reopened": "issue", "Issue.resolved": "issue",
}


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """One event. What cannot be understood has kind unknown and nothing else but the event's name."""

    kind: Kind
    event: str = ""                       # as Merge spells it, "CRMAccount.changed"
    linked_account: str | None = None     # its Merge id
    model: str | None = None              # "crm/Account", of changed, added, removed and synced
    record: Record | None = None          # of changed, added, removed (then `deleted` is set)
    models: tuple[str, ...] = ()          # to be read again since their cursor: of synced and sync_completed

    @property
    def records(self) -> tuple[Record, ...]:
        """The record to be written, if there is one."""
        return () if self.record is None else (self.record,)


def verify(body: bytes, signature: str, keys: Sequence[str]) -> bool:
    """Whether one of the keys signed exactly these bytes (two keys hold while one replaces the other). Constant time; no key, no trust."""
    given = signature.strip().rstrip("=").encode()
    expected = [base64.urlsafe_b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest()).rstrip(b"=") for key in keys if key]
    return sum(hmac.compare_digest(given, one) for one in expected) > 0       # a sum: every key is compared


def delivery_of(body: bytes) -> str:
    """What tells one delivery from another: equal for a duplicate."""
    return hashlib.sha256(body).hexdigest()


def parse(body: bytes, accounts: Iterable[LinkedAccount] | None = None) -> WebhookEvent:
    """The event of a payload; with `accounts`, only as far as it is about one of them. Never raises for what the payload holds."""
    try:
        payload = values.parse(body)
    except ValueError:
        return WebhookEvent("unknown")
    hook, account = _part(payload, "hook"), _part(payload, "linked_account")
    event, account_id, category = _text(hook, "event"), _text(account, "id"), _text(account, "category") or None
    if accounts is not None:
        ours = next((a for a in accounts if a.id == account_id), None)
        if ours is None:
            return WebhookEvent("unknown", event)
        category = ours.category
    if not event:
        return WebhookEvent("ping" if hook else "unknown", linked_account=account_id or None)
    return _event(event, account_id, category, _part(payload, "data"))


def _event(event: str, account_id: str, category: str | None, data: Mapping[str, Any]) -> WebhookEvent:
    if not account_id:
        return WebhookEvent("unknown", event)
    kind = OF_ACCOUNTS.get(event)
    if kind is not None:
        models = _synced(data, category) if kind == "sync_completed" else ()
        return WebhookEvent(kind, event, account_id, models=models)
    name, _, happened = event.rpartition(".")
    model = names.model_of(name, category)
    if model is None:
        return WebhookEvent("unknown", event, account_id)
    if happened == "synced":
        return WebhookEvent("synced", event, account_id, model, models=(model,))
    return _of_record(WebhookEvent(OF_RECORDS.get(happened, "unknown"), event, account_id, model), data)


def _of_record(told: WebhookEvent, data: Mapping[str, Any]) -> WebhookEvent:
    """The event with its record; unknown where the payload holds none."""
    record = values.record(told.model or "", told.linked_account or "", data) if told.kind != "unknown" else None
    if record is None:
        return WebhookEvent("unknown", told.event, told.linked_account)
    return replace(told, record=replace(record, deleted=record.deleted or told.kind == "removed"))


def _synced(data: Mapping[str, Any], category: str | None) -> tuple[str, ...]:
    found = (names.model_of(name, category) for name in _part(data, "sync_status"))
    return tuple(dict.fromkeys(model for model in found if model))


def _part(value: Any, name: str) -> Mapping[str, Any]:
    part = value.get(name) if isinstance(value, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def _text(part: Mapping[str, Any], name: str) -> str:
    value = part.get(name)
    return value if isinstance(value, str) else ""
