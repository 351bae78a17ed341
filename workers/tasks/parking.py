"""Dead letters: messages that no worker could process, put aside with the reason, so that operators can look at them and run them again.

A message is parked when its task fails for another reason than a server being away, when it has been tried long enough, when its
worker process died again and again, and when it cannot even be read. There is room for MOST, the oldest goes first. What is
shown never holds a payload, which may hold records and tokens.
"""

import base64
import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from ingest import webhooks
from kg.errors import BadInput, EvergraphError
from workers.storage.store import RedisStore

MOST = 1_000
LARGEST = 1_000_000                    # bytes of a payload that is kept
_SHOWN, _PAYLOADS = "parked-shown", "parked-payloads"      # apart, so that a look at what is parked reads no payloads


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
    """A parked message as it is shown, without its payload."""

    id: str
    task: str
    tenant: str                        # whose it is; "" where it does not say
    about: str                         # a model and account, or a webhook's event
    reason: str
    at: datetime                       # since when it is parked
    can_run: bool

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self) | {"at": self.at.isoformat()}


def _of_webhook(args: tuple[Any, ...]) -> str:
    told = webhooks.parse(str(args[1]).encode("utf-8", "replace"))
    return " ".join(part for part in (told.event or "an event without a name", told.linked_account) if part)


def _of_sync(args: tuple[Any, ...]) -> str:
    return " ".join(str(arg) for arg in args[1:])


_ABOUT: Mapping[str, Callable[[tuple[Any, ...]], str]] = {"apply_webhook": _of_webhook, "sync_model": _of_sync}
_JSON: TypeAdapter[Parked] = TypeAdapter(Parked)
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)


def shown(message: Message, reason: str, at: datetime) -> Parked:
    """What is shown of a message that is parked."""
    about, whose = _ABOUT.get(message.task), str(message.args[0]) if message.args else ""
    told = about(message.args) if about and len(message.args) > 1 else ""
    return Parked(message.id, message.task, whose, told, reason, at, message.raw is None)


def park(store: RedisStore, message: Message, reason: str, at: datetime) -> None:
    """Park a message with its reason. Raises StoreUnavailable."""
    one, kept = shown(message, reason, at), _MESSAGE.dump_json(message)
    if len(kept) > LARGEST:
        message = Message(message.id, message.task, raw="")
        one, kept = replace(one, reason=f"{reason} Too large to be kept.", can_run=False), _MESSAGE.dump_json(message)
    store.keep(_PAYLOADS, message.id, kept, MOST)
    store.keep(_SHOWN, message.id, _JSON.dump_json(one), MOST)


def parked(store: RedisStore, tenant: str | None = None) -> tuple[Parked, ...]:
    """What is parked, of one tenant or all, the oldest first. Raises StoreUnavailable."""
    found = [_JSON.validate_json(value) for value in store.kept(_SHOWN).values()]
    return tuple(one for one in found if tenant in (None, one.tenant))


def find_parked(store: RedisStore, which: str, tenant: str | None = None) -> tuple[Parked, ...]:
    """The parked message of that id, or `all` of them. Raises BadInput for an unknown id, StoreUnavailable."""
    found = parked(store, tenant)
    chosen = found if which == "all" else tuple(one for one in found if one.id == which)
    if not chosen and which != "all":
        raise BadInput(f"No message {which!r} is parked. `evergraph sync --parked` shows their ids; `all` means every one.")
    return chosen


def message_of(store: RedisStore, one: Parked) -> Message:
    """The message itself. Raises BadInput where somebody took it out meanwhile, StoreUnavailable."""
    kept = store.value_kept(_PAYLOADS, one.id)
    if kept is None:
        raise BadInput(f"{one.id} is not parked any more: it was run again or thrown away meanwhile.")
    return _MESSAGE.validate_json(kept)


def forget(store: RedisStore, one: Parked) -> None:
    """Take a message out for good. Raises StoreUnavailable."""
    for place in (_SHOWN, _PAYLOADS):
        store.drop(place, one.id)


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
