"""Delivery rules of messages: processed once, parked (dead letter) after it failed for good or ended several worker processes."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from logging import getLogger
from typing import Any

from kg.errors import EvergraphError
from workers.settings import real_time
from workers.tasks import parking
from workers.tasks.process import installation

DONE_KEPT_SECONDS = 3600.0        # how long a message is known to be worked off; it may come twice
DAY = 86_400.0
DEATHS = 5                        # of processes over one message

log = getLogger(__name__)
GiveUp = Callable[..., None]
TakeApart = Callable[..., None]


class MessageRules:
    """The rules of `workers.tasks.celery_app.Rules`.

    A task of `given_up` is told of its own failures, for it shows them; only bugs in it are parked. One of `taken_apart` does the work
    of many messages, which wait elsewhere: over a bug or a death it is taken apart into these, and nothing of it is parked; a server
    that is away they can wait for. One of `sent_again` comes every minute, the same each time: it is parked once, else it would drive
    out what else is parked. What is of a tenant that is gone is dropped.
    """

    def __init__(
        self, given_up: Mapping[str, GiveUp], taken_apart: Mapping[str, TakeApart] | None = None, sent_again: Collection[str] = (),
    ) -> None:
        self._given_up, self._taken_apart, self._sent_again = given_up, taken_apart or {}, sent_again

    def begins(self, message_id: str, task: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        """Whether a message shall be worked off. Raises StoreUnavailable."""
        store = installation().store
        if store.get(f"done:{message_id}") is not None:
            return False
        begun = store.count(f"begun:{message_id}", DAY)
        if begun > 1 and task in self._taken_apart:
            self._taken_apart[task](*args, **kwargs)
            self.stops(message_id, True)
            return False
        if begun <= DEATHS:
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
        if _is_of_nobody(args):
            log.info("%s is dropped: the company it is of was removed", task)
            self.stops(message_id, True)
            return
        log.error("%s failed for good: %s", task, reason)
        self._give_up(task, args, kwargs, reason)
        if task in self._taken_apart:
            if not isinstance(error, EvergraphError):
                self._taken_apart[task](*args, **kwargs)
        elif not (task in self._given_up and isinstance(error, EvergraphError)):
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


def _is_of_nobody(args: tuple[Any, ...]) -> bool:
    """Whether the tenant named by the task's first argument does not exist any more."""
    return bool(args) and isinstance(args[0], str) and args[0] not in installation().tenants.slugs()


def _park(message: parking.Message, reason: str) -> None:
    with suppress(EvergraphError):
        parking.park(installation().store, message, reason, real_time())
