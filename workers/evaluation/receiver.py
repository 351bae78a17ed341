"""The loopback server that applies an evaluation's webhooks at once, as the Celery task would, and answers afterwards."""

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ingest import webhooks
from ingest.sandbox.webhooks import SIGNATURE_HEADER
from kg.errors import EvergraphError


@dataclass(frozen=True, slots=True)
class Receiver:
    """A running receiver, and the key with which events must be signed."""

    url: str
    key: str = field(repr=False)


@contextmanager
def receiving(take: Callable[[bytes], object]) -> Iterator[Receiver]:
    """Hand every rightly signed event to `take` until the block ends; the sender waits that long. 500 where it failed."""
    key = secrets.token_urlsafe(24)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(take, key))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="webhooks", daemon=True)
    thread.start()
    try:
        yield Receiver(f"http://127.0.0.1:{server.server_port}/", key)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(take: Callable[[bytes], object], key: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.send_response(self._status(body))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _status(self, body: bytes) -> int:
            if not webhooks.verify(body, self.headers.get(SIGNATURE_HEADER) or "", (key,)):
                return 401
            try:
                take(body)
            except EvergraphError:
                return 500              # the sender tries again, as Merge does
            return 200

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  nothing goes to the terminal
            pass

    return Handler
