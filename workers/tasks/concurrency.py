"""Who may work when: parts one after another, the places of a linked account, and of messages that would do the same the one that waits."""

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
    """One of the account's places, free again at most `seconds` after its process died. Raises Busy where none is free, StoreUnavailable."""
    with ExitStack() as stack:
        for number in range(most):
            with suppress(Busy):
                stack.enter_context(store.hold(f"slot:{account}:{number}", seconds, 0.0))
                break
        else:
            raise Busy(f"{most} runs read this linked account already.")
        yield


def joining(store: Store, tenant: str, wait: float) -> AbstractContextManager[Held]:
    """Nobody else joins the tenant's records. Raises Busy where somebody does for longer than `wait` seconds, StoreUnavailable."""
    return store.hold(f"join:{tenant}", JOIN_LOCK_SECONDS, wait)


def waits(store: Store, turn: str, seconds: float) -> bool:
    """Whether this message is the one that waits, of all that would do the same; known for so long. Raises StoreUnavailable."""
    return store.claim(f"waits:{turn}", door.message_id().encode(), seconds)


def waits_no_longer(store: Store, turn: str) -> None:
    """This message begins: one that meets it at work has to wait itself, for it may come because of what this one does not see.

    Raises StoreUnavailable.
    """
    key = f"waits:{turn}"
    if store.get(key) == door.message_id().encode():
        store.delete(key)


def in_turns(parts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same, the first of each account before the second of any: runs of one account wait for each other's writes and its pace."""
    count: Counter[str] = Counter()
    turns = []
    for part in parts:
        turns.append((count[part[1]], part))
        count[part[1]] += 1
    return [part for _, part in sorted(turns, key=itemgetter(0))]
