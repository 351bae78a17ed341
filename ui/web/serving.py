"""The process of the web server: uvicorn with our application, and how long a connection may take to say what it wants, and to hear it.

Uvicorn itself waits for both for ever, and every connection takes one of the files that the process may have open. What a client has not
read yet is bounded: a stream whose client does not read stands still, in no thread, until the client reads on or is sent away.
"""

import argparse
import asyncio
import copy
from typing import Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG
from uvicorn.protocols.http.h11_impl import H11Protocol

FACTORY = "ui.web.server:create_app"        # text: it is loaded in the loop that it runs in
FILTER = "ui.web.access_log.WithoutWords"   # text: commands that only start the server need not load its routes
ENDING_SECONDS = 3                      # then streams are cut; clients take them up again


def logging_without_words() -> dict[str, Any]:
    """How uvicorn logs, but for what somebody wrote into an address."""
    made: dict[str, Any] = copy.deepcopy(LOGGING_CONFIG)
    made["filters"] = {"without_words": {"()": FILTER}}
    made["loggers"]["uvicorn.access"]["filters"] = ["without_words"]
    return made


class Patient(H11Protocol):
    """Closes a connection on which nothing was asked, or not to the end of its head, for as long as that, or nothing was read of what waits.

    A request under way is not ended, nor is a stream that is read, however slowly.
    """

    seconds = 20.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """As asyncio has it."""
        super().connection_made(transport)
        self._before: Any = None
        self._unread = 0
        self.loop.call_later(self.seconds, self._look)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        if self.flow.write_paused and before == self._unread:
            self.transport.abort()      # what waits to be read would never be: closing waits for that
            return
        if self.cycle is self._before and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()
            return
        self._before = self.cycle
        self.loop.call_later(self.seconds, self._look)


def serve(port: int, log_level: str = "info") -> None:
    """Serve this machine on that port until SIGINT or SIGTERM."""
    uvicorn.run(FACTORY, factory=True, host="127.0.0.1", port=port, http=Patient, log_level=log_level, log_config=logging_without_words(),
                server_header=False, proxy_headers=False, timeout_graceful_shutdown=ENDING_SECONDS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Evergraph's web server.")
    parser.add_argument("--port", type=int, required=True)
    serve(parser.parse_args().port)
