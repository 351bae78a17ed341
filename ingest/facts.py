"""What is known about the sync of one model in one linked account, kept in the store as JSON.

Keys: `sync:<tenant>:<model>:<linked account id>`, for example `sync:harbor:hris/Employee:708c3d1b-…`, written by the one run
that holds the part's lock; and `asked:…` beside it, what somebody asked for last. Whoever asks how far a sync is, or from when
the next delta reads, reads it here. Losing it costs one full read, never a wrong answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from pydantic import TypeAdapter

from kg.ports import Store


@dataclass(frozen=True, slots=True)
class Doubt:
    """A full run that saw too few of the records that are known: it retired nothing, and another one has to say the same first."""

    unseen: int                               # known records that it did not see
    held: int                                 # known records
    at: datetime                              # when the run began


@dataclass(frozen=True, slots=True)
class Facts:
    """One sync as the store keeps it. Times are aware and UTC."""

    model: str
    linked_account: str
    cursor: datetime | None = None            # the next delta reads what changed after this
    data_as_of: datetime | None = None        # how fresh Merge's copy was when the last run that ended began
    run_started_at: datetime | None = None    # of the last run, ended or not
    last_full_at: datetime | None = None
    complete_at: datetime | None = None       # when the last run began that read every page of a healthy model
    mode: str = ""                            # of the last run: full or delta
    rows: int = 0                             # records written by the last run so far
    done: bool = False                        # the last run came to its end
    error: str | None = None                  # why the last run did not, or not yet
    partial: bool = False                     # it read what there is, but Merge's own copy is not whole, and may stay so
    given_up: bool = False                    # nobody will try again by himself
    waited: float = 0.0                       # seconds that the last run has waited for Merge's limits
    waits_until: datetime | None = None       # it waits for them now
    doubt: Doubt | None = None                # of the last full run
    request: str = ""                         # the last request that a run answers or answered

    @property
    def ended(self) -> bool:
        """Whether no run is under way."""
        return self.done or self.given_up


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asked for a run. Any run that begins later answers it, if it reads as much."""

    id: str
    mode: str

    def is_answered_by(self, mode: str) -> bool:
        """Whether a run of that mode reads as much as was asked for."""
        return mode in (self.mode, "full")


_FACTS: TypeAdapter[Facts] = TypeAdapter(Facts)
_REQUEST: TypeAdapter[Request] = TypeAdapter(Request)


def facts_key(tenant: str, model: str, account_id: str) -> str:
    """Where the facts lie in the store."""
    return f"sync:{tenant}:{model}:{account_id}"


def read_facts(store: Store, tenant: str, model: str, account_id: str) -> Facts:
    """What is known, nothing but the names where no run ever began. Raises StoreUnavailable."""
    return _facts(store.get(facts_key(tenant, model, account_id)), model, account_id)


def write_facts(store: Store, tenant: str, facts: Facts) -> None:
    """Keep what is known. Raises StoreUnavailable."""
    store.put(facts_key(tenant, facts.model, facts.linked_account), _FACTS.dump_json(facts))


def ask(store: Store, tenant: str, model: str, account_id: str, mode: str) -> None:
    """Note that somebody asks for a run. Raises StoreUnavailable."""
    store.put(_asked_key(tenant, model, account_id), _REQUEST.dump_json(Request(uuid4().hex, mode)))


def read_request(store: Store, tenant: str, model: str, account_id: str) -> Request | None:
    """What was asked for last. Raises StoreUnavailable."""
    return _request(store.get(_asked_key(tenant, model, account_id)))


def facts_asked_for(store: Store, tenant: str, parts: Sequence[tuple[str, str]]) -> tuple[Facts, ...]:
    """The facts of each (model, linked account id) as they are to whoever asked last: not ended before a run has begun that answers.

    Raises StoreUnavailable.
    """
    held = store.get_all([key(tenant, *part) for part in parts for key in (facts_key, _asked_key)])
    both = zip(parts, held[::2], held[1::2], strict=True)
    return tuple(_as_asked(_facts(facts, *part), _request(asked)) for part, facts, asked in both)


def forget_facts(store: Store, tenant: str, model: str, account_id: str) -> None:
    """Delete the facts of a sync. Raises StoreUnavailable."""
    store.delete(facts_key(tenant, model, account_id))
    store.delete(_asked_key(tenant, model, account_id))


def _as_asked(facts: Facts, asked: Request | None) -> Facts:
    if asked is None or asked.id == facts.request:
        return facts
    return replace(facts, mode=asked.mode, rows=0, done=False, given_up=False, error=None)


def _facts(value: bytes | None, model: str, account_id: str) -> Facts:
    return _FACTS.validate_json(value) if value else Facts(model, account_id)


def _request(value: bytes | None) -> Request | None:
    return _REQUEST.validate_json(value) if value else None


def _asked_key(tenant: str, model: str, account_id: str) -> str:
    return f"asked:{tenant}:{model}:{account_id}"
