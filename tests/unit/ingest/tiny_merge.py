"""A Merge at the HTTP edge that says exactly what a test puts into it: lists by path, a status, sync states, a scope."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx

from ingest.gateway import Gateway, GatewayOptions
from ingest.records import LinkedAccount

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
AS_OF = "2026-11-20T06:00:00Z"
KEY, TOKEN = "test_key_never_to_be_seen", "token_never_to_be_seen"


def uuid(number: int) -> str:
    return str(UUID(int=number))


def linked(category: str = "hris", integration: str = "BambooHR", token: str = TOKEN) -> LinkedAccount:
    return LinkedAccount(f"la-{category}-{integration}", category, integration, token)


@dataclass
class TinyMerge:
    """`lists` by path; pages of `page` rows. `before` may answer first: a failing server is a function from request to response."""

    lists: dict[str, list[Any]] = field(default_factory=dict)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)     # model_id → what differs from a healthy state
    status: str = "COMPLETE"
    scope: list[dict[str, Any]] = field(default_factory=list)
    page: int = 100
    before: Callable[[httpx.Request], httpx.Response | None] = lambda request: None
    asked: list[httpx.Request] = field(default_factory=list)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self.before(request) or self._answer(request)

    @property
    def data_requests(self) -> list[httpx.Request]:
        return [r for r in self.asked if self._resource(r) not in ("account-details", "sync-status", "linked-account-scopes")]

    def _resource(self, request: httpx.Request) -> str:
        return request.url.path.removeprefix("/api").split("/")[3]

    def _answer(self, request: httpx.Request) -> httpx.Response:
        _, category, _, resource, *rest = request.url.path.removeprefix("/api").split("/")
        if resource == "account-details":
            return httpx.Response(200, json={"status": self.status, "category": category, "integration": "x"})
        if resource == "sync-status":
            return httpx.Response(200, json={"next": None, "previous": None, "results": self._states(category)})
        if resource == "linked-account-scopes":
            return httpx.Response(200, json={"common_models": self.scope})
        rows = self.lists.get(f"{category}/{resource}", [])
        return self._one(rows, rest[0]) if rest else self._page(rows, request)

    def _one(self, rows: list[Any], wanted: str) -> httpx.Response:
        found = [r for r in rows if r["id"] == wanted]
        return httpx.Response(200, content=dumps(found[0])) if found else httpx.Response(404, json={"detail": "Not found."})

    def _page(self, rows: list[Any], request: httpx.Request) -> httpx.Response:
        start = int(request.url.params.get("cursor", "at 0").removeprefix("at "))
        end = start + self.page
        page = {"next": f"at {end}" if end < len(rows) else None, "previous": None, "results": rows[start:end]}
        return httpx.Response(200, content=dumps(page))

    def _states(self, category: str) -> list[dict[str, Any]]:
        named = {f"{category}.{n}": {} for n in ("Employee", "Team", "TimeOff", "Ticket", "Opportunity", "CRMContact", "Tag")} | self.states
        healthy = {"status": "DONE", "last_sync_result": "DONE", "data_fresh_as_of": AS_OF, "is_initial_sync": False}
        return [{"model_id": name, **healthy, **differs} for name, differs in named.items() if differs is not None]


def dumps(value: Any) -> bytes:
    """JSON in which a `Raw` stands for itself, so that numbers reach the gateway exactly as the test writes them."""
    text = json.dumps(value, default=lambda raw: f"\x00{raw}\x00")
    return text.replace('"\\u0000', "").replace('\\u0000"', "").encode()


@dataclass(frozen=True)
class Raw:
    text: str

    def __str__(self) -> str:
        return self.text


def gateway(merge: Callable[[httpx.Request], httpx.Response], accounts: Sequence[LinkedAccount] = (linked(),), **options: Any) -> Gateway:
    chosen = {"retry_seconds": 0.0, "requests_per_minute": None, **options}
    return Gateway(
        accounts, api_key=KEY, base_url="http://merge.test/api", clock=lambda: NOW,
        options=GatewayOptions(transport=httpx.MockTransport(merge), **chosen),
    )
