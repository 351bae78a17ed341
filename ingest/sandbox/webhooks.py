"""Webhooks, Merge to us: payload, signature over the exact bytes, delivery with retries on 5xx and lost connections only.

A 4xx answer drops the event for good, as Merge does.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx

SIGNATURE_HEADER = "X-Merge-Webhook-Signature"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a company's events go."""

    url: str
    key: str = field(repr=False)
    retry_after_seconds: tuple[float, ...] = (1.0, 2.0)
    timeout_seconds: float = 10.0
    copies: int = 1                   # 2: every event twice
    hook_id: str = "5c2f0f4e-6a1d-4a5e-9a55-9d0a7c5b8f11"


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of one sending: the status of each attempt, None where no answer came."""

    event: str
    attempts: tuple[int | None, ...]

    @property
    def arrived(self) -> bool:
        """Whether the receiver took it."""
        return bool(self.attempts) and self.attempts[-1] is not None and self.attempts[-1] < 300


def sign(key: str, body: bytes) -> str:
    """base64url(HMAC-SHA256(key, body))."""
    return base64.urlsafe_b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest()).decode()


def payload(target: Target, event: str, linked_account: Mapping[str, Any], data: Any) -> bytes:
    """The bytes of one event."""
    hook = {"id": target.hook_id, "event": event, "target": target.url}
    return json.dumps({"hook": hook, "linked_account": linked_account, "data": data}, ensure_ascii=False).encode()


async def deliver(target: Target, event: str, body: bytes) -> tuple[Delivery, ...]:
    """Send an event, as often as the target wants copies."""
    async with httpx.AsyncClient(timeout=target.timeout_seconds, verify=trusted(), trust_env=False) as client:
        return tuple([Delivery(event, await _attempts(client, target, body)) for _ in range(target.copies)])


@cache
def trusted() -> ssl.SSLContext:
    """The machine's trusted certificates, read once: a client of its own would read them for every event."""
    return ssl.create_default_context()


async def _attempts(client: httpx.AsyncClient, target: Target, body: bytes) -> tuple[int | None, ...]:
    headers = {SIGNATURE_HEADER: sign(target.key, body), "Content-Type": "application/json"}
    statuses: list[int | None] = []
    for wait in (0.0, *target.retry_after_seconds):
        await asyncio.sleep(wait)
        statuses.append(await _send(client, target.url, body, headers))
        last = statuses[-1]
        if last is not None and last < 500:
            break
    return tuple(statuses)


async def _send(client: httpx.AsyncClient, url: str, body: bytes, headers: Mapping[str, str]) -> int | None:
    try:
        return (await client.post(url, content=body, headers=headers)).status_code
    except httpx.TransportError:
        return None
