"""`evergraph up, down, status, doctor, serve, worker`: the local services, drawn for people."""

import json
import sys
import threading
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, SpinnerColumn, TaskID, TextColumn
from rich.table import Table
from rich.text import Text

from ui.web import serving
from workers.services.doctor.ports import check_ports
from workers.services.local import Services, Step
from workers.services.models.local_server import check_model
from workers.services.parts import PARTS
from workers.services.processes import wanted_port
from workers.settings import Settings, read_settings

_OK, _FAILED, _BAD_INPUT = 0, 1, 2
WIDE = 240                              # columns where nobody says how many there are
_SAID = {
    "starting": "{title} starts", "ready": "{title} is ready: {text}", "reused": "{title} runs already: {text}",
    "elsewhere": "{title} is your own: {text}", "stopping": "{title} stops", "stopped": "{title} has stopped", "note": "{title} {text}",
}
_COLOURS = {"up": "green", "elsewhere": "cyan", "stopped": "dim", "crashed": "red", "not answering": "yellow", "damaged": "red",
            "fine": "green", "note": "yellow", "wrong": "red"}


class Board:
    """The steps of `up` and `down` as lines, downloads as bars; without a step nothing is written. Told from several threads."""

    def __init__(self) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), DownloadColumn())
        self.progress = Progress(*columns, console=Console(stderr=True, highlight=False), transient=True)
        self._bars: dict[str, TaskID] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars:
            self.progress.stop()

    def __call__(self, step: Step) -> None:
        """Draw a step."""
        if step.what == "fetching":
            self._fetching(step)
        else:
            self.progress.console.print(Text(_SAID[step.what].format(title=step.title, text=step.text).strip()))

    def _fetching(self, step: Step) -> None:
        with self._lock:
            self.progress.start()       # with the first bar: where no terminal is, even an empty one ends in a line
            if step.text not in self._bars:
                self._bars[step.text] = self.progress.add_task(step.text, total=step.total or None)
            self.progress.update(self._bars[step.text], advance=step.received)


def up() -> None:
    """Starts what is missing, and says where the chat and the Browser are. Raises WrongSetting where a server of one's own refuses us."""
    settings = read_settings()
    refuse_in_vain(settings)
    with Board() as board:
        connections = Services(settings).up(progress=board)
    sys.stdout.write(f"Chat: {connections.web_url}\nNeo4j Browser: {connections.browser_url or 'of your own server'}\n")


def refuse_in_vain(settings: Settings) -> None:
    """Looks whether ports are free and servers of one's own let us in, before anything starts.

    Raises PortTaken, WrongSetting, ModelFileUnusable, ExtraMissing, GraphUnavailable, StoreUnavailable.
    """
    check_ports(settings)
    if PARTS["model"].is_used(settings):
        check_model(settings)
    if settings.neo4j_uri or settings.redis_url:
        from workers.services.own_servers import check_own_servers  # its drivers take a second to import
        check_own_servers(settings)


def down() -> None:
    """Stops what runs."""
    with Board() as board:
        Services(read_settings()).down(progress=board)


def status(as_json: bool) -> None:
    """One line per service."""
    rows = Services(read_settings()).status()
    _print([asdict(row) for row in rows], ("title", "state", "address", "pid", "since", "note"), as_json)


def doctor(audit: bool, as_json: bool) -> int:
    """What was looked at and what to do; 2 where a setting is wrong, 1 where anything else is. `audit`: every node of the graph too."""
    findings = Services(read_settings()).doctor(audit)
    _print([asdict(finding) for finding in findings], ("subject", "verdict", "text"), as_json)
    wrong = [finding for finding in findings if finding.verdict == "wrong"]
    return _BAD_INPUT if any(finding.is_setting for finding in wrong) else _FAILED if wrong else _OK


def serve() -> None:
    """The web server in the foreground, until Ctrl-C. Raises PortTaken."""
    settings = read_settings()
    port = wanted_port("EVERGRAPH_PORT", settings.port, None)
    serving.serve(port, settings.log_level.lower())


def worker() -> None:
    """A worker in the foreground, until Ctrl-C."""
    from workers.tasks import app
    settings = read_settings()
    app.worker_main(["worker", "--loglevel", settings.log_level, "--concurrency", str(settings.worker_processes)])


def _print(rows: list[dict[str, Any]], columns: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(rows, ensure_ascii=False) + "\n")
        return
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name, overflow="fold")             # an address that is cut is none
    for row in rows:
        table.add_row(*(Text("" if row[name] is None else str(row[name]), _COLOURS.get(str(row[name]), "")) for name in columns))
    Console(highlight=False, width=None if sys.stdout.isatty() else WIDE).print(table)
