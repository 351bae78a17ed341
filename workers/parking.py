"""Messages that no worker could work off: put aside with the reason, to be looked at and run again, not lost and not in the way.

A message is parked when its task fails for another reason than a server being away, when it has been tried long enough, when its
worker process died again and again, and when it cannot even be read. There is room for MOST, the oldest goes first. What is
shown never holds a payload, which may hold records and tokens.
"""

import base64
import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from ingest import webhooks
from kg.errors import BadInput, EvergraphError
from workers.store import RedisStore

MOST = 1_000
LARGEST = 1_000_000                    # bytes of a payload that is kept
_PLACE = "parked"


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the queue; `raw` is what could not be read of one."""

    id: str
    task: str                          # "apply_webhook"; "" where it cannot be read
    args: tuple[Any, ...] = field(default=(), repr=False)
    kwargs: Mapping[str, Any] = field(default_factory=dict, repr=False)
    raw: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Parked:
    """A parked message, and why and since when it is parked."""

    message: Message
    reason: str
    at: datetime

    @property
    def tenant(self) -> str:
        """Whose it is; "" where it does not say."""
        return str(self.message.args[0]) if self.message.args else ""

    @property
    def about(self) -> str:
        """What it is about, without its payload: a model and account, or a webhook's event."""
        about = _ABOUT.get(self.message.task)
        return about(self.message.args) if about and len(self.message.args) > 1 else ""

    def as_json(self) -> dict[str, Any]:
        """Without its payload."""
        return {"id": self.message.id, "task": self.message.task, "tenant": self.tenant, "about": self.about, "reason": self.reason,
                "at": self.at.isoformat(), "can_run": self.message.raw is None}


def _of_webhook(args: tuple[Any, ...]) -> str:
    told = webhooks.parse(str(args[1]).encode("utf-8", "replace"))
    return " ".join(part for part in (told.event or "an event without a name", told.linked_account) if part)


def _of_sync(args: tuple[Any, ...]) -> str:
    return " ".join(str(arg) for arg in args[1:])


_ABOUT: Mapping[str, Callable[[tuple[Any, ...]], str]] = {"apply_webhook": _of_webhook, "sync_model": _of_sync}
_JSON: TypeAdapter[Parked] = TypeAdapter(Parked)


def park(store: RedisStore, message: Message, reason: str, at: datetime) -> None:
    """Put a message aside. Raises StoreUnavailable."""
    value = _JSON.dump_json(Parked(message, reason, at))
    if len(value) > LARGEST:
        value = _JSON.dump_json(Parked(Message(message.id, message.task, message.args[:1], raw=""), f"{reason} Too large to be kept.", at))
    store.keep(_PLACE, message.id, value, MOST)


def parked(store: RedisStore, tenant: str | None = None) -> tuple[Parked, ...]:
    """What is parked, of one tenant or all, the oldest first. Raises StoreUnavailable."""
    found = [_JSON.validate_json(value) for value in store.kept(_PLACE).values()]
    return tuple(one for one in found if tenant in (None, one.tenant))


def named(store: RedisStore, which: str, tenant: str | None = None) -> tuple[Parked, ...]:
    """The parked message of that id, or `all` of them. Raises BadInput for an unknown id, StoreUnavailable."""
    found = parked(store, tenant)
    chosen = found if which == "all" else tuple(one for one in found if one.message.id == which)
    if not chosen and which != "all":
        raise BadInput(f"No message {which!r} is parked. `evergraph sync --parked` shows their ids; `all` means every one.")
    return chosen


def forget(store: RedisStore, one: Parked) -> None:
    """Take a message out for good. Raises StoreUnavailable."""
    store.drop(_PLACE, one.message.id)


def unreadable(message_id: str, task: str, body: object) -> Message:
    """A message of which no task can be made here: with its arguments where it has some, else as text that can be looked at later."""
    if isinstance(body, list | tuple) and len(body) >= 2 and isinstance(body[0], list | tuple) and isinstance(body[1], dict):
        return Message(message_id, task, tuple(body[0]), body[1])
    given = body if isinstance(body, bytes) else json.dumps(body, default=str).encode()
    return Message(message_id, task, raw=base64.b64encode(given[: LARGEST // 2]).decode())


def reason_of(error: BaseException) -> str:
    """Why it failed, in a line: our own errors' words; of others kind and place only, for their words may hold a payload."""
    if isinstance(error, EvergraphError):
        return str(error)
    places = traceback.extract_tb(error.__traceback__)
    where = f" in {places[-1].name}, line {places[-1].lineno}" if places else ""
    return f"{type(error).__name__}{where}: a bug of Evergraph's or a message of another version."
