"""What of an address is written into the web server's access log: the words of our own routes, and nothing that somebody chose."""

import logging
import re

from ui.api.table import ROUTES
from ui.web.narrowed import GRADIO, OPEN

_CHATS = (*OPEN, GRADIO, "/assets", "/static", "/config", "/theme.css")       # what the chat page loads
_ARGUMENTS = 5                          # of a line of the access log
_PLAIN = re.compile(r"[A-Za-z0-9_.-]*", re.ASCII)
_LEFT_OUT = "..."                       # plain ASCII: whatever the log is written in


def _own_words() -> frozenset[str]:
    """The parts of paths that are the same for everybody: those of our routes that hold no value, and those of the chat page."""
    paths = [str(getattr(route, "path", "")) for router in ROUTES for route in router.routes]
    parts = {part for path in (*paths, *_CHATS) for part in path.split("/")}
    return frozenset(part for part in parts if _PLAIN.fullmatch(part))


class WithoutWords(logging.Filter):
    """Takes out of the addresses in the access log what somebody wrote there: the query, with names that are looked for and codes of sign-ins,
    and the parts of the path that are no word of ours, for clients choose ids, and an erasure does not reach a log."""

    def __init__(self) -> None:
        super().__init__()
        self._own = _own_words()

    def filter(self, record: logging.LogRecord) -> bool:
        """As logging has it; uvicorn hands over client, method, path with query, version, status."""
        if isinstance(record.args, tuple) and len(record.args) == _ARGUMENTS:
            client, method, path, *rest = record.args
            record.args = (client, method, self._shortened(str(path)), *rest)
        return True

    def _shortened(self, path: str) -> str:
        return "/".join(part if part in self._own else _LEFT_OUT for part in path.partition("?")[0].split("/"))
