"""What is known about the sync of one model in one linked account, kept in the store as JSON.

Key: `sync:<tenant>:<model>:<linked account id>`, for example `sync:harbor:hris/Employee:708c3d1b-…`. Whoever asks how
far a sync is, or from when the next delta reads, reads it here. Losing it costs one full read, never a wrong answer.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from kg.ports import Store


@dataclass(frozen=True, slots=True)
class Facts:
    """One sync as the store keeps it. Times are aware and UTC."""

    model: str
    linked_account: str
    cursor: datetime | None = None            # the next delta reads what changed after this
    data_as_of: datetime | None = None        # how fresh Merge's copy was when the last run that ended began
    run_started_at: datetime | None = None    # of the last run, ended or not
    last_full_at: datetime | None = None
    last_delta_at: datetime | None = None
    mode: str = ""                            # of the last run: full or delta
    rows: int = 0                             # records written by the last run so far
    done: bool = False                        # the last run came to its end
    error: str | None = None                  # why the last run did not, or not yet
    given_up: bool = False                    # nobody will try again by himself

    @property
    def ended(self) -> bool:
        """Whether nothing is under way."""
        return self.done or self.given_up


_JSON: TypeAdapter[Facts] = TypeAdapter(Facts)


def facts_key(tenant: str, model: str, account_id: str) -> str:
    """Where the facts lie in the store."""
    return f"sync:{tenant}:{model}:{account_id}"


def read_facts(store: Store, tenant: str, model: str, account_id: str) -> Facts:
    """What is known, nothing but the names where no run ever began. Raises StoreUnavailable."""
    value = store.get(facts_key(tenant, model, account_id))
    return _JSON.validate_json(value) if value else Facts(model, account_id)


def write_facts(store: Store, tenant: str, facts: Facts) -> None:
    """Keep what is known. Raises StoreUnavailable."""
    store.put(facts_key(tenant, facts.model, facts.linked_account), _JSON.dump_json(facts))


def as_json(facts: Facts) -> dict[str, Any]:
    """The facts as plain JSON values, for a command or a page that shows them."""
    shown: dict[str, Any] = _JSON.dump_python(facts, mode="json")
    return shown
