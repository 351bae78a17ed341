"""What a tenant used: questions by how they ended, and what its language models took, by day. Totals, nobody's name and no words."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol

from memory.history import History
from workers.services.models.opening import model_used
from workers.storage.store import RedisStore
from workers.storage.tenant_registry import TenantRegistry

DAYS = 14


@dataclass
class Day:
    """One day of the company's."""

    day: str                            # 2026-11-20
    questions: int = 0
    people: int = 0                     # who asked
    ended: Counter[str] = field(default_factory=Counter)       # "answered", "clarify", or the reason of a decline
    tokens: int = 0                     # of language models, by the day in UTC
    dollars: float = 0.0


class HoldsUse(Protocol):
    """What counting needs of the object graph (workers/wiring.py)."""

    @property
    def tenants(self) -> TenantRegistry: ...
    @property
    def history(self) -> History: ...
    @property
    def store(self) -> RedisStore: ...
    def now(self, slug: str) -> datetime: ...


def usage(here: HoldsUse, slug: str) -> Sequence[Day]:
    """The last days of a tenant, the newest first. Raises BadInput for an unknown tenant, HistoryUnavailable, StoreUnavailable."""
    local, now = here.tenants.get(slug).company.local_day, here.now(slug)
    days = {name: Day(name) for name in (f"{local(now - timedelta(days=back)):%Y-%m-%d}" for back in range(DAYS))}
    asked = Counter[str]()
    for person in here.history.people(slug):
        seen = {_count(days, local, turn) for session in here.history.sessions(slug, person) for turn in here.history.read(slug, person, session)}
        asked.update(seen & set(days))
    for day in days.values():
        day.people = asked[day.day]
        day.tokens, day.dollars = model_used(here.store, slug, day.day)
    return list(days.values())


def _count(days: Mapping[str, Day], local: Callable[[datetime], datetime], turn: Mapping[str, Any]) -> str:
    """Count a turn for its day and return the day."""
    name = f"{local(datetime.fromisoformat(str(turn['at']))):%Y-%m-%d}"
    if name in days:
        answer = turn["answer"]
        days[name].questions += 1
        days[name].ended[str(answer.get("reason") or answer["status"])] += 1
    return name
