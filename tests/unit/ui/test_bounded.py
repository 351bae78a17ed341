"""What is too large or takes too long to come is refused by whatever reads it, a route or not."""

import asyncio
import time
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from ui.api.refusals import LARGEST, LARGEST_WEBHOOK, Bounded

PIECE = b"x" * 100_000


async def counting(scope: Scope, receive: Receive, send: Send) -> None:
    """Tells how much it was sent."""
    body = await Request(scope, receive).body()
    await PlainTextResponse(str(len(body)))(scope, receive, send)


async def pieces(number: int) -> AsyncIterator[bytes]:
    for _ in range(number):
        yield PIECE


async def stalling() -> AsyncIterator[bytes]:
    yield b"{"
    await asyncio.Event().wait()


def sent(content: AsyncIterator[bytes], path: str = "/api/ask", seconds: float = 60) -> httpx.Response:
    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(Bounded(counting, seconds))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.post(path, content=content)

    return asyncio.run(send())


@pytest.mark.parametrize(("path", "largest"), [("/api/ask", LARGEST), ("/gradio_api/queue/join", LARGEST), ("/webhooks/merge/acme", LARGEST_WEBHOOK)])
def test_body_without_content_length_is_read_up_to_the_limit(path: str, largest: int) -> None:
    fits = largest // len(PIECE)
    assert sent(pieces(fits), path).text == str(largest)
    refused = sent(pieces(fits + 1), path)
    assert (refused.status_code, refused.json()["next_step"]) == (413, "Send less at once.")


def test_a_body_that_stops_coming_is_refused() -> None:
    refused = sent(stalling(), seconds=0.01)
    assert (refused.status_code, refused.json()["next_step"]) == (408, "Send the whole request at once.")


def test_what_has_come_is_read_however_late_it_is_looked_at() -> None:
    patience, told = 0.01, list[Message]()

    async def busy(scope: Scope, receive: Receive, send: Send) -> None:
        until = time.monotonic() + 2 * patience
        while time.monotonic() < until:
            pass
        await counting(scope, receive, send)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"whole", "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)

    asyncio.run(Bounded(busy, patience)({"type": "http", "method": "POST", "path": "/api/ask", "headers": []}, receive, send))
    assert told[0]["status"] == 200
