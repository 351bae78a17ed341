"""A connection that never says what it wants, or never reads what it is told, is closed; one that waits for its answer is not."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tests.integration.scripted import serving
from tests.waiting import happened_here, rounds
from ui.web.serving import Patient

PIECE = b"x" * 65_536
MOST_UNREAD = 20_000_000                # bytes: what the kernel's buffers take, several times over
HALF = b"GET /now HTTP/1.1\r\nHost: here"
WHOLE = b"GET /now HTTP/1.1\r\nHost: here\r\n\r\n"


class Hasty(Patient):
    seconds = 0.05


@pytest.mark.parametrize("said", [b"", HALF, WHOLE + HALF], ids=["nothing", "half a request", "half of the second one"])
def test_only_who_does_not_finish_asking_is_sent_away(said: bytes) -> None:
    asked, closed = asyncio.Event(), asyncio.Event()

    async def slow(_: Request) -> PlainTextResponse:
        asked.set()
        await happened_here(closed)
        return PlainTextResponse("late")

    async def close(_: Request) -> PlainTextResponse:
        closed.set()
        return PlainTextResponse("now")

    async def now(_: Request) -> PlainTextResponse:
        await happened_here(asked)
        return PlainTextResponse("now")

    app = Starlette(routes=[Route("/slow", slow), Route("/now", now), Route("/close", close)])
    with serving(app, protocol=Hasty) as url, ThreadPoolExecutor(1) as aside:
        waiting = aside.submit(httpx.get, f"{url}/slow", timeout=60)
        assert httpx.get(f"{url}/now", timeout=60).text == "now"                # the slow one is under way
        with socket.create_connection(("127.0.0.1", int(urlsplit(url).port or 0)), timeout=60) as connection:
            connection.sendall(said)
            told = b"".join(iter(lambda: connection.recv(65_536), b""))         # to its end: it is closed
        assert told.count(b"200 OK") == said.count(WHOLE)
        httpx.get(f"{url}/close", timeout=60)
        assert waiting.result().text == "late"


class Endless:
    """A stream without an end: how much of it was told, and whether it is over because its reader was sent away."""

    def __init__(self) -> None:
        self.told, self.is_over, self.ended = 0, False, asyncio.Event()

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        telling = asyncio.create_task(self._tell(send))
        while (await receive())["type"] != "http.disconnect":
            pass
        telling.cancel()
        self.is_over = True
        self.ended.set()

    async def _tell(self, send: Send) -> None:
        while True:
            self.told += len(PIECE)
            await asyncio.sleep(0)
            await send({"type": "http.response.body", "body": PIECE, "more_body": True})


@contextlib.contextmanager
def reading(stream: Endless, *others: Route) -> Iterator[tuple[str, socket.socket]]:
    """The server's address, and a connection on which the stream was asked for."""
    with serving(Starlette(routes=[Route("/endless", stream), *others]), protocol=Hasty) as url, \
            socket.create_connection(("127.0.0.1", int(urlsplit(url).port or 0)), timeout=60) as connection:
        connection.sendall(b"GET /endless HTTP/1.1\r\nHost: here\r\n\r\n")
        yield url, connection


def test_who_never_reads_a_stream_is_sent_away_and_has_little_kept_for_them() -> None:
    stream = Endless()

    async def over(_: Request) -> PlainTextResponse:
        await happened_here(stream.ended)
        return PlainTextResponse("over")

    with reading(stream, Route("/over", over)) as (url, _):
        assert httpx.get(f"{url}/over", timeout=60).text == "over"              # others are served meanwhile
    assert 0 < stream.told < MOST_UNREAD


def test_slow_reader_is_disconnected_while_others_are_served() -> None:
    stream, read = Endless(), 0

    async def state(_: Request) -> PlainTextResponse:
        return PlainTextResponse("over" if stream.is_over else "told on")

    with reading(stream, Route("/state", state)) as (url, connection):
        for _ in rounds("the slow reader is sent away"):
            if httpx.get(f"{url}/state", timeout=60).text == "over":
                break
            read += len(connection.recv(1))                                     # a byte between two questions of somebody else
        with contextlib.suppress(ConnectionResetError):
            while piece := connection.recv(65_536):                             # what had come by then; nothing follows it
                read += len(piece)
    assert 0 < read < stream.told + len(PIECE) and stream.told < MOST_UNREAD
