"""What operators see and do, played: two syncs, a parked message, one pair to review. Remembers what was done."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.errors import BadInput
from tests.integration.scripted import HOSTILE
from ui.actions.operations import Pair, decision_of, side
from ui.sign_in.access import Asker

FINE = {
    "model": "hris/Employee", "linked_account": "a1", "integration": "BambooHR", "state": "done", "mode": "delta",
    "complete_at": "2026-11-20T08:00:00+00:00", "data_as_of": "2026-11-20T07:30:00+00:00", "lag_seconds": 5400.0, "rows": 120, "error": None,
    "waited_seconds": 0.0, "waits_until": None,
}
BROKEN = FINE | {"model": "crm/Contact", "linked_account": "a2", "integration": "HubSpot", "state": "given up", "complete_at": None,
                 "lag_seconds": None, "rows": 0, "error": f"Merge refuses the key. {HOSTILE}"}
PARKED = {"id": "m1", "task": "apply_webhook", "tenant": "acme", "about": "employee.changed a1", "reason": "KeyError in hear, line 7",
          "at": "2026-11-20T08:59:00+00:00", "can_run": True}
PAIR = Pair(side("acme|hris|Employee|1", "Ana Ruiz"), side("acme|crm|User|2", f"Anna Ruiz {HOSTILE}"), 0.74,
            ("same company (+3.5)", "another first name (-6.0)"), "open")


@dataclass
class ScriptedOperations:
    pairs: list[Pair] = field(default_factory=lambda: [PAIR])
    parked: list[dict[str, Any]] = field(default_factory=lambda: [PARKED])
    done: list[tuple[Any, ...]] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=lambda: [FINE, BROKEN])

    def syncs(self, tenant: str) -> dict[str, Any]:
        return {"tenant": tenant, "at": "2026-11-20T09:00:00+00:00", "parts": self.parts, "parked": self.parked}

    def sync_now(self, tenant: str, mode: str, account: str | None, model: str | None) -> None:
        self.done.append(("sync", tenant, mode, account, model))

    def let_go(self, tenant: str, account: str) -> None:
        self.done.append(("let_go", tenant, account))

    def rerun(self, tenant: str, message: str) -> None:
        if message not in {one["id"] for one in self.parked}:
            raise BadInput(f"No message {message!r} is parked.")
        self.parked = []
        self.done.append(("rerun", tenant, message))

    def joins(self, tenant: str) -> Sequence[Pair]:
        return self.pairs

    def decide(self, operator: Asker, left: str, right: str, decision: str) -> None:
        same = decision_of(decision)
        self.pairs = [replace(PAIR, state={True: "same", False: "different", None: "open"}[same])]
        self.done.append(("decide", operator.email, left, right, decision))
