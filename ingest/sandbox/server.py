"""The sandbox as an HTTP server: /api is Merge, /control changes what is served.

`serve` blocks until it is stopped; `running` is the same in a thread. Only this module knows of sockets.
"""

import asyncio
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ingest.records import LinkedAccount
from ingest.sandbox import api
from ingest.sandbox.answers import Answer
from ingest.sandbox.control import control
from ingest.sandbox.faults import WIRE, Fault
from ingest.sandbox.log import SECRET_PARAMETERS, Logged
from ingest.sandbox.state import Options, Sandbox
from kg.errors import BadInput

START_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class ServedAccount:
    """A linked account that is served; it unpacks to (tenant, category, token)."""

    tenant: str
    category: str
    token: str = field(repr=False)
    id: str
    integration: str

    def __iter__(self) -> Iterator[str]:
        return iter((self.tenant, self.category, self.token))

    @property
    def linked(self) -> LinkedAccount:
        """The account as the gateway takes it."""
        return LinkedAccount(self.id, self.category, self.integration, self.token)


@dataclass(frozen=True, slots=True)
class Served:
    """Where a sandbox is reached. `base_url` ends in /api, as the SDK wants it."""

    base_url: str
    control_url: str
    control_key: str = field(repr=False)
    api_key: str = field(repr=False)
    accounts: tuple[ServedAccount, ...]


def serve(
    folders: Sequence[Path], *, host: str = "127.0.0.1", port: int = 0, ready: Callable[[Served], None] | None = None,
    options: Options | None = None,
) -> None:
    """Serve company folders until the process is stopped; `ready` is called when it can be asked. Port 0: any free one.

    Raises BadInput for a folder that cannot be read and for a port that is taken.
    """
    with _bound(host, port) as sock:
        sandbox = _sandbox(folders, options or Options())
        _server(sandbox, lambda: ready(_served(sandbox, sock)) if ready else None).run(sockets=[sock])


@contextmanager
def running(folders: Sequence[Path], *, host: str = "127.0.0.1", port: int = 0, **options: Any) -> Iterator[Served]:
    """Serve in a thread, until the block ends; `options` are those of Options. Raises BadInput as `serve`."""
    with _bound(host, port) as sock:
        sandbox = _sandbox(folders, Options(**options))
        started = threading.Event()
        server = _server(sandbox, started.set)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, name="merge-sandbox", daemon=True)
        thread.start()
        try:
            if not started.wait(START_SECONDS):
                raise BadInput(f"The sandbox did not start on {host}:{port}.")
            yield _served(sandbox, sock)
        finally:
            server.should_exit = True
            thread.join(START_SECONDS)


class App:
    """The ASGI application: it decodes calls and writes answers; what they say is `api`'s and `control`'s business."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        path: str = scope["path"]
        if path == "/api" or path.startswith("/api/"):
            await self._api(request, path.removeprefix("/api"), send)
        elif path.startswith("/control/"):
            await _response(await control(self._sandbox, request))(scope, receive, send)
        else:
            await _response(Answer({"detail": "Not found."}, 404))(scope, receive, send)

    async def _api(self, request: Request, path: str, send: Send) -> None:
        started = time.perf_counter()
        outcome = api.answer(self._sandbox, await _raw(request, path))
        wire = self._sandbox.faults.take(WIRE, outcome.call)
        await asyncio.sleep(self._sandbox.latency_ms / 1000 + (wire.seconds if wire else 0.0))
        self._note(request, outcome, (time.perf_counter() - started) * 1000)
        await _write(_response(outcome.answer), wire, request, send)

    def _note(self, request: Request, outcome: api.Outcome, milliseconds: float) -> None:
        pairs = [(k, "…" if k in SECRET_PARAMETERS else v) for k, v in request.query_params.multi_items()]
        call, query = outcome.call, "&".join(f"{k}={v}" for k, v in pairs)
        logged = Logged(call.tenant, call.category, request.method, outcome.pattern, query, outcome.answer.status, round(milliseconds, 2))
        self._sandbox.log.note(logged)


async def _raw(request: Request, path: str) -> api.Raw:
    query = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
    client = request.client.host if request.client else ""
    return api.Raw(request.method, path, query, request.headers, await request.body(), client)


def _response(answer: Answer) -> Response:
    body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(body, answer.status, dict(answer.headers), answer.content_type)


async def _write(response: Response, wire: Fault | None, request: Request, send: Send) -> None:
    if wire is not None and wire.kind == "drop":
        await _hang_up(send)
    elif wire is not None and wire.kind == "truncated_body":
        await send({"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers})
        await send({"type": "http.response.body", "body": bytes(response.body)[: len(response.body) // 2], "more_body": True})
        await _hang_up(send, gently=True)
    else:
        await response(request.scope, request.receive, send)


async def _hang_up(send: Send, gently: bool = False) -> None:
    # ASGI knows no way to drop a connection: uvicorn's `send` is a method of the object that holds the socket.
    cycle: Any = getattr(send, "__self__", None)
    if gently:
        cycle.transport.close()
    else:
        cycle.transport.abort()
    while not cycle.disconnected:
        await asyncio.sleep(0)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_started()


def _server(sandbox: Sandbox, started: Callable[[], None]) -> _Server:
    config = uvicorn.Config(
        App(sandbox), log_config=None, log_level="critical", access_log=False, lifespan="off", ws="none", proxy_headers=False,
        http="h11", loop="asyncio", timeout_graceful_shutdown=1, server_header=False,
    )
    return _Server(config, started)


def _bound(host: str, port: int) -> socket.socket:
    # The protocol is named, since asyncio switches Nagle's algorithm off (40 ms an answer) only where it is.
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(2048)
    except (OSError, OverflowError) as error:
        sock.close()
        raise BadInput(f"Port {port} on {host} cannot be used ({_why(error)}). Name another with --port, or 0 for any free one.") from error
    return sock


def _why(error: OSError | OverflowError) -> str:
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


def _sandbox(folders: Sequence[Path], options: Options) -> Sandbox:
    sandbox = Sandbox(options)
    for folder in folders:
        sandbox.add_company(Path(folder))
    return sandbox


def _served(sandbox: Sandbox, sock: socket.socket) -> Served:
    host, port = sock.getsockname()[:2]
    root = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    accounts = tuple(
        ServedAccount(a.tenant, a.category, a.account.token, a.account.id, a.account.integration) for a in sandbox.tokens.values()
    )
    return Served(f"{root}/api", f"{root}/control", sandbox.control_key, sandbox.api_key, accounts)
