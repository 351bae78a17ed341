"""The control API from outside, for tests and for evaluations. A refusal leaves as BadInput with the sandbox's words."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from ingest.records import LinkedAccount
from ingest.sandbox.control import KEY_HEADER
from ingest.sandbox.webhooks import trusted
from kg.errors import BadInput, SourceUnavailable

Change = Mapping[str, Any]


class SandboxControl:
    """Changes what a running sandbox serves. Close it, or use it in a `with`; usable from threads.

    Where a company has several linked accounts of one category, `category` is the folder of the one that is meant.
    """

    def __init__(self, control_url: str, control_key: str, *, timeout_seconds: float = 60.0) -> None:
        headers = {KEY_HEADER: control_key}
        self._client = httpx.Client(base_url=control_url, headers=headers, timeout=timeout_seconds, verify=trusted(), trust_env=False)

    def apply(self, tenant: str, change: Change, deliver: bool = False) -> list[dict[str, Any]]:
        """One line of changes.jsonl, at the source and in Merge's copy. With `deliver` its webhook is sent: what became of it."""
        return list(self._ask("apply", tenant=tenant, change=change, deliver=deliver)["deliveries"])

    def edit_provider(self, tenant: str, change: Change) -> None:
        """The same at the provider alone; Merge's copy follows at the next tick. `at` is not needed."""
        self._ask("edit_provider", tenant=tenant, change=change)

    def tick(self, tenant: str, category: str | None = None, models: Sequence[str] = (), deliver: bool = True) -> list[str]:
        """A sync of the company's accounts, of one category or of some models; the names of its events, in order."""
        return list(self._ask("tick", tenant=tenant, category=category, models=list(models), deliver=deliver)["events"])

    def send_event(self, tenant: str, category: str, event: str, data: Any = None) -> list[dict[str, Any]]:
        """Send any webhook; what became of it."""
        return list(self._ask("send_event", tenant=tenant, category=category, event=event, data=data)["deliveries"])

    def unlink(self, tenant: str, category: str, deliver: bool = True) -> list[dict[str, Any]]:
        """Delete a linked account at Merge, named by its folder or category; what became of the webhook that tells so."""
        return list(self._ask("unlink", tenant=tenant, category=category, deliver=deliver)["deliveries"])

    def set_clock(self, tenant: str, now: datetime | None) -> None:
        """Pin a company's time; None lets it pass."""
        self._ask("set_clock", tenant=tenant, now=None if now is None else now.isoformat())

    def webhook(self, tenant: str, url: str | None, key: str = "", **settings: Any) -> None:
        """Where a company's events go; None: nowhere. `settings` are those of webhooks.Target: copies, retry_after_seconds …"""
        self._ask("set_webhook", tenant=tenant, url=url, key=key, **settings)

    def fault(self, kind: str, **conditions: Any) -> int:
        """Set a fault; its number. Conditions: tenant, category, model, path, count, seconds, status. Kinds: faults.KINDS."""
        return int(self._ask("add_fault", kind=kind, **conditions)["id"])

    def clear_faults(self, tenant: str | None = None) -> None:
        """Take away the faults that name this tenant, or all."""
        self._ask("clear_faults", tenant=tenant)

    def limits(self, per_minute: int | None = None, failures: int | None = None) -> None:
        """Calls per account and minute, failures per client in ten seconds; None: no limit. Counting starts anew."""
        self._ask("set_limits", per_minute=per_minute, failures=failures)

    def latency(self, milliseconds: float) -> None:
        """How long every call takes at least."""
        self._ask("set_latency", milliseconds=milliseconds)

    def account(self, tenant: str, category: str, **settings: Any) -> None:
        """Set a linked account's `status`, `disabled`, `detection` ({"Employee": "three_day"}), `deletion_moves_modified_at`."""
        self._ask("set_account", tenant=tenant, category=category, **settings)

    def add_company(self, folder: Path, as_tenant: str | None = None) -> tuple[LinkedAccount, ...]:
        """Serve one more folder, under another slug with fresh tokens and account ids where one is given."""
        added = self._ask("add_company", folder=str(Path(folder).resolve()), as_tenant=as_tenant)
        return tuple(LinkedAccount(**a) for a in added["accounts"])

    def remove_company(self, tenant: str) -> None:
        """Serve a company no longer."""
        self._ask("remove_company", tenant=tenant)

    def companies(self) -> dict[str, tuple[LinkedAccount, ...]]:
        """What is served: tenant → its linked accounts."""
        found = self._ask("companies")["companies"]
        return {slug: tuple(LinkedAccount(**a) for a in accounts) for slug, accounts in found.items()}

    def reset(self, tenant: str) -> None:
        """Everything of a company as it was at the start; its faults and log are gone."""
        self._ask("reset", tenant=tenant)

    def requests(self, tenant: str | None = None, path: str | None = None) -> dict[str, Any]:
        """What was asked: {"calls": […], "by_path": {path: n}, "total": n}; `path` is its beginning, below /api."""
        return self._ask("requests", tenant=tenant, path=path)

    def forget_requests(self, tenant: str | None = None) -> None:
        """Start counting anew."""
        self._ask("forget_requests", tenant=tenant)

    def public_token(self, tenant: str, category: str) -> str:
        """What Merge Link would hand over: exchanged once for the account token."""
        return str(self._ask("public_token", tenant=tenant, category=category)["public_token"])

    def close(self) -> None:
        """Let the connection go."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _ask(self, action: str, **body: Any) -> dict[str, Any]:
        try:
            response = self._client.post(f"/{action}", json=body)
        except httpx.TransportError as error:
            raise SourceUnavailable("The sandbox cannot be reached.") from error
        answer: dict[str, Any] = response.json()
        if response.status_code != 200:
            raise BadInput(str(answer.get("detail")))
        return answer
