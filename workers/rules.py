"""What becomes of messages: each is worked off once, costs a few processes their lives at most, and is parked when nothing helps."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from logging import getLogger
from typing import Any

from kg.errors import EvergraphError
from workers import parking
from workers.here import installation
from workers.settings import real_time

DONE_KEPT_SECONDS = 3600.0        # how long a message is known to be worked off; it may come twice
DAY = 86_400.0
DEATHS = 5                        # of processes over one message

log = getLogger(__name__)
GiveUp = Callable[..., None]


class MessageRules:
    """The rules of `workers.app.Rules`.

    A task of `given_up` is told of its own failures, for it shows them; only bugs in it are parked. One of `sent_again` comes every
    minute, the same each time: it is parked once, else it would drive out what else is parked.
    """

    def __init__(self, given_up: Mapping[str, GiveUp], sent_again: Collection[str] = ()) -> None:
        self._given_up, self._sent_again = given_up, sent_again

    def begins(self, message_id: str, task: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        """Whether a message shall be worked off. Raises StoreUnavailable."""
        store = installation().store
        if store.get(f"done:{message_id}") is not None:
            return False
        if store.count(f"begun:{message_id}", DAY) <= DEATHS:
            return True
        reason = f"{DEATHS} worker processes died over it, one after another."
        parking.park(store, parking.Message(message_id, task, tuple(args), kwargs), reason, real_time())
        self._give_up(task, args, kwargs, reason)
        store.delete(f"begun:{message_id}")
        return False

    def stops(self, message_id: str, is_done: bool) -> None:
        """Its process did not die over it. Never raises: where the store is away it is not known to be done, and worked off again."""
        with suppress(EvergraphError):
            store = installation().store
            store.delete(f"begun:{message_id}")
            if is_done:
                store.put(f"done:{message_id}", b"1", DONE_KEPT_SECONDS)

    def failed(self, message_id: str, task: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], error: BaseException) -> None:
        """It failed for good."""
        reason = parking.reason_of(error)
        log.error("%s failed for good: %s", task, reason)
        self._give_up(task, args, kwargs, reason)
        if not (task in self._given_up and isinstance(error, EvergraphError)):
            kept_as = ":".join(map(str, (task, *args))) if task in self._sent_again else message_id
            _park(parking.Message(kept_as, task, tuple(args), kwargs), reason)
        self.stops(message_id, False)

    def unreadable(self, message_id: str, task: str, body: object, error: BaseException | None) -> None:
        """No task can be made of it."""
        kind = f"{type(error).__name__}: " if error else ""
        _park(parking.unreadable(message_id, task, body), f"{kind}no worker here can read it: it is damaged, or of another version.")

    def _give_up(self, task: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], reason: str) -> None:
        give_up = self._given_up.get(task)
        with suppress(EvergraphError, TypeError):          # the tenant or the store is gone, or these are no arguments of the task
            if give_up:
                give_up(*args, reason=reason, **kwargs)


def _park(message: parking.Message, reason: str) -> None:
    with suppress(EvergraphError):
        parking.park(installation().store, message, reason, real_time())
