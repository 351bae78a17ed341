"""What was asked of the sandbox, so that tests can count calls. No tokens: paths that hold one are written as their pattern."""

from collections import Counter, deque
from dataclasses import asdict, dataclass, field
from typing import Any

KEPT = 20_000
SECRET_PARAMETERS = ("account_token",)


@dataclass(frozen=True, slots=True)
class Logged:
    """One call of the API."""

    tenant: str | None
    category: str
    method: str
    path: str
    query: str
    status: int
    milliseconds: float


@dataclass(slots=True)
class Log:
    """The last calls and how many there were, by tenant and path."""

    calls: deque[Logged] = field(default_factory=lambda: deque(maxlen=KEPT))

    def note(self, call: Logged) -> None:
        """Remember a call."""
        self.calls.append(call)

    def read(self, tenant: str | None = None, path: str | None = None) -> dict[str, Any]:
        """Calls of a tenant (None: of all) whose path begins with `path`, oldest first, and their number by path."""
        found = [c for c in self.calls if tenant in (None, c.tenant) and c.path.startswith(path or "")]
        return {"calls": [asdict(c) for c in found], "by_path": dict(Counter(c.path for c in found)), "total": len(found)}

    def forget(self, tenant: str | None = None) -> None:
        """Forget the calls of a tenant, or all."""
        kept = [] if tenant is None else [c for c in self.calls if c.tenant != tenant]
        self.calls.clear()
        self.calls.extend(kept)
