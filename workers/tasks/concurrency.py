"""Limits on what runs at once: slots of a linked account, one join per tenant, and debouncing: of equal messages only one waits."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from operator import itemgetter

from kg.errors import Busy
from kg.ports import Held, Store
from workers.tasks import celery_app as door

JOIN_LOCK_SECONDS = 15.0                       # free so long after its process died


@contextmanager
def slot(store: Store, account: str, most: int, seconds: float) -> Iterator[None]:
    """Hold one of the account's slots, freed at most `seconds` after its process died. Raises Busy where none is free, StoreUnavailable."""
    with ExitStack() as stack:
        for number in range(most):
            with suppress(Busy):
                stack.enter_context(store.hold(f"slot:{account}:{number}", seconds, 0.0))
                break
        else:
            raise Busy(f"{most} runs read this linked account already.")
        yield


def joining(store: Store, tenant: str, wait: float) -> AbstractContextManager[Held]:
    """Hold the tenant's lock for joining records. Raises Busy where it is not free within `wait` seconds, StoreUnavailable."""
    return store.hold(f"join:{tenant}", JOIN_LOCK_SECONDS, wait)


def waits(store: Store, turn: str, seconds: float) -> bool:
    """Debounce: True for the first of equal messages, which waits for all; remembered for `seconds`. Raises StoreUnavailable."""
    return store.claim(f"waits:{turn}", door.message_id().encode(), seconds)


def waits_no_longer(store: Store, turn: str) -> None:
    """End the debounce as this message starts: an equal one that comes now must wait for itself, since it may be about what this run has passed.

    Raises StoreUnavailable.
    """
    key = f"waits:{turn}"
    if store.get(key) == door.message_id().encode():
        store.delete(key)


def in_turns(parts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Interleave by account (round robin): runs of one account would only wait for each other's writes and pace."""
    count: Counter[str] = Counter()
    turns = []
    for part in parts:
        turns.append((count[part[1]], part))
        count[part[1]] += 1
    return [part for _, part in sorted(turns, key=itemgetter(0))]
