"""`evergraph ask`: a client of the running server. The standard library alone, until something is drawn on a terminal."""

import http.client
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from agent.answer import notes_of
from agent.phrasing.figures import in_file, is_figure
from kg.errors import BadInput, EvergraphError
from ui.text.labels import kind_of, moment
from workers.services.state import web_url
from workers.storage.home import home_folder

_LAST = ("answer", "error")             # kinds of events after which nothing comes
_OK, _FAILED, _BAD_INPUT = 0, 1, 2
_PATIENCE_SECONDS = 120.0               # between two events; the server sends a heartbeat every 15
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")       # record text must not steer the terminal


class Lost(EvergraphError):
    """Evergraph stopped answering before the answer had come. `evergraph status` says what runs; then ask again."""


class NotRunning(EvergraphError):
    """Evergraph does not answer on this machine. `evergraph up` starts it, `evergraph status` says what runs."""


@dataclass(frozen=True, slots=True)
class Question:
    """What goes to the server. `reply_to`: the id of a stored question. `plan`: a message of the plan language, run instead of reading the text."""

    text: str
    person: str
    tenant: str | None = None
    session: str | None = None
    reply_to: str | None = None
    plan: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of the stream."""

    kind: str
    data: Mapping[str, Any]


def run(question: Question, *, as_json: bool = False, trace: bool = False) -> int:
    """Asks, shows the steps as they happen, then the answer; the exit code. Raises NotRunning, Lost."""
    watch = _watch(as_json)
    last = Happening("error", {"status": 500, "detail": "The server said nothing."})
    try:
        for last in happenings(question):
            if trace:
                sys.stderr.write(json.dumps({"event": last.kind, "data": last.data}, ensure_ascii=False) + "\n")
            watch.add(last)
    finally:
        watch.close()
    return _show(last, question, as_json)


def plan_in(file: Path) -> Mapping[str, Any]:
    """The plan in a file, "-" for standard input. Raises BadInput."""
    try:
        plan = json.loads(sys.stdin.read() if str(file) == "-" else file.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}. Name a file with a plan in it.") from error
    except ValueError:
        plan = None
    if not isinstance(plan, dict) or "acts" not in plan:
        raise BadInput(f"{file} holds no plan. One looks like {{\"acts\": […]}}; the event `plan` of --trace tells it.")
    return plan


def happenings(question: Question) -> Iterator[Happening]:
    """The events of a run, or one `error` with problem details. Raises NotRunning, and Lost where the last of them did not come."""
    home = home_folder()
    place = urlsplit(web_url(home) or "")
    if not place.hostname:
        raise NotRunning()
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=_PATIENCE_SECONDS)
    try:
        connection.request("POST", "/api/ask", _body(question), _headers(home, question))
        yield from _read(connection.getresponse())
    except (OSError, http.client.HTTPException) as error:
        raise NotRunning() from error
    finally:
        connection.close()


def _body(question: Question) -> bytes:
    named = {"session": question.session, "tenant": question.tenant, "reply_to": question.reply_to, "plan": question.plan}
    return json.dumps({"question": question.text} | {name: value for name, value in named.items() if value}).encode()


def _headers(home: Path, question: Question) -> dict[str, str]:
    token = home / "run" / "token"
    sign_in = {"Authorization": f"Bearer {token.read_text().strip()}"} if token.is_file() else {}
    return {"Content-Type": "application/json", "X-Evergraph-Person": question.person.encode("ascii", "replace").decode()} | sign_in


def _read(response: http.client.HTTPResponse) -> Iterator[Happening]:
    if response.status != 200:
        yield Happening("error", _problem(response))
        return
    kind, told = "", ""
    for raw in (line for line in response if line.endswith(b"\n")):       # not the half of a line
        name, _, value = raw.decode("utf-8").rstrip("\n").partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield Happening(kind, json.loads(value))
            told = kind
    if told not in _LAST:
        raise Lost()


def _problem(response: http.client.HTTPResponse) -> dict[str, Any]:
    try:
        return {**json.loads(response.read()), "status": response.status}
    except ValueError:
        return {"status": response.status, "detail": f"The server answered {response.status}."}


class _Silent:
    """Draws nothing: for programs."""

    def add(self, event: Happening) -> None: ...
    def close(self) -> None: ...


class _Lines:
    """Draws the steps on a terminal, as they happen."""

    def __init__(self) -> None:
        from rich.console import Console
        self._console = Console(stderr=True, highlight=False)
        self._status = self._console.status("Thinking …")
        self._status.start()

    def add(self, event: Happening) -> None:
        what = clean(" · ".join(str(event.data[part]) for part in ("tool", "question") if event.data.get(part)))
        if event.kind == "waiting" and event.data.get("before"):
            self._status.update(f"Waiting for its turn, behind {event.data['before']} …")
        elif event.kind == "step_started":
            self._status.update(_text(what + " …"))
        elif event.kind == "step_progress":
            self._status.update(f"Looking things up, page {event.data['page']} of {event.data['of']} …")
        elif event.kind == "step_finished":
            found, seconds = clean(event.data.get("found") or "done"), event.data.get("seconds") or 0
            self._console.print(_text(f"✓ {what}: {found} ({seconds:.1f} s)", "dim"))

    def close(self) -> None:
        self._status.stop()


def _watch(as_json: bool) -> _Silent | _Lines:
    return _Silent() if as_json or not sys.stderr.isatty() else _Lines()


def _show(last: Happening, question: Question, as_json: bool) -> int:
    if last.kind != "answer":
        said = (last.data.get("detail") or last.data.get("text") or last.data.get("title"), last.data.get("next_step"))
        sys.stderr.write("evergraph: " + clean(" ".join(str(part) for part in said if part)).replace("\n", " ") + "\n")
        return _BAD_INPUT if last.data.get("status") in (400, 403, 404, 409) else _FAILED
    if as_json:
        sys.stdout.write(json.dumps(last.data, ensure_ascii=False) + "\n")
    elif sys.stdout.isatty():
        _draw(last.data, question)
    else:
        sys.stdout.write(clean(plain(last.data, question)) + "\n")
    return _OK


def _draw(answer: Mapping[str, Any], question: Question) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from ui.answers.answer_text import answer_text
    console = Console(highlight=False)
    console.print(Markdown(clean(answer_text(answer))))
    console.print(_text("\n".join(_choices(answer, question))))


def plain(answer: Mapping[str, Any], question: Question) -> str:
    """The answer as lines of text: for pipes and files."""
    lines = [str(answer.get("text") or "")]
    result = answer.get("result") or {"columns": [], "rows": []}
    if len(result["rows"]) * len(result["columns"]) > 1:
        lines += ["\t".join(c["name"] for c in result["columns"])]
        units = [c.get("unit") for c in result["columns"]]
        lines += ["\t".join(_cell(cell, unit) for unit, cell in zip(units, row, strict=True)) for row in result["rows"]]
    if answer.get("understood_as"):
        lines.append(f"Understood as: {answer['understood_as']}")
    lines += [f"Note: {note}" for note in notes_of(answer, folded=True)]
    lines += [_source(each) for each in answer.get("references") or ()]
    return "\n".join(lines + _choices(answer, question))


def _cell(cell: Any, unit: str | None) -> str:
    """A cell for pipes: figures without their thousands apart."""
    return "" if cell is None else str(in_file(cell, unit)) if is_figure(cell) else str(cell)


def clean(text: object) -> str:
    """Text without characters that steer a terminal."""
    return _CONTROL.sub("", str(text))


def _source(reference: Mapping[str, Any]) -> str:
    if "count" in reference:
        return f"Source: and {reference['count']} more {'record' if reference['count'] == 1 else 'records'}"
    as_of = str(reference.get("data_as_of") or reference.get("fetched_at"))
    kind = kind_of(reference["category"], reference["model"])
    return f"Source: {reference.get('name') or reference['id']} ({kind}), as of {moment(as_of)}"


def _choices(answer: Mapping[str, Any], question: Question) -> list[str]:
    asked = answer.get("question")
    if not asked:
        return [f"You can ask: {text}" for text in answer.get("suggestions") or () if answer.get("status") == "declined"]
    options = [f"  {option['id']}  {option['label']}" for option in asked["options"]]
    return [*options, f'Answer with: evergraph ask "<id or your words>" --as {question.person} --reply {asked["id"]}']


def _text(content: str, style: str = "") -> Any:
    from rich.text import Text
    return Text(content, style=style)
