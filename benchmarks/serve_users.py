"""People for `benchmarks/serve.py`, played by locust: each asks in a conversation of their own every 10 to 30 seconds and reads the stream.

Writes what they saw as JSON to `--result`. Times are seconds.
"""

import itertools
import json
import random
import time
import uuid
from pathlib import Path
from typing import Any

from locust import HttpUser, between, events, task

QUESTIONS = (
    "How many vacation days do I have remaining?", "Who is my manager?", "Who reports to my manager?", "How many tickets are open?",
    "How many people work here?", "What is the work location of my manager?",
)
PAUSE = between(10, 30)
SEEN: dict[str, list[Any]] = {"first": [], "whole": [], "errors": [], "answers": []}
TALKS: dict[str, dict[str, Any]] = {}              # by conversation: whose it is, what was asked, in order, and how much of it was answered
_numbers = itertools.count()


@events.init_command_line_parser.add_listener       # type: ignore[untyped-decorator]  # as below
def _arguments(parser: Any) -> None:
    parser.add_argument("--result", type=Path)
    parser.add_argument("--people", default="")


@events.quitting.add_listener       # type: ignore[untyped-decorator]  # as below
def _write(environment: Any, **_: Any) -> None:
    environment.parsed_options.result.write_text(json.dumps(SEEN | {"talks": TALKS}))


class Person(HttpUser):           # type: ignore[misc]  # as below
    """Somebody with a conversation."""

    abstract = True
    wait_time = PAUSE

    def on_start(self) -> None:
        """One of the people; the first question at some moment of the first ten seconds."""
        people = self.environment.parsed_options.people.split(",")
        self.email, self.talk = people[next(_numbers) % len(people)], uuid.uuid4().hex
        TALKS[self.talk] = {"email": self.email, "asked": [], "answered": 0}
        time.sleep(random.uniform(0, 10))

    @task       # type: ignore[untyped-decorator]  # locust is not installed where types are checked
    def ask(self) -> None:
        """One question, read to its end."""
        question, begun = random.choice(QUESTIONS), time.perf_counter()
        TALKS[self.talk]["asked"].append(question)
        try:
            first, said = self.read(question)
        except Exception as error:      # noqa: BLE001 - whatever goes wrong is what is measured
            SEEN["errors"].append(f"{type(error).__name__}: {error}"[:200])
            return
        TALKS[self.talk]["answered"] += 1
        SEEN["first"].append(first - begun)
        SEEN["whole"].append(time.perf_counter() - begun)
        SEEN["answers"].append(said)

    def read(self, question: str) -> tuple[float, str]:
        """When the first event came, and what the answer was."""
        raise NotImplementedError


class Api(Person):
    """Asks over the HTTP API."""

    def read(self, question: str) -> tuple[float, str]:
        """Server-sent events."""
        first, kind, status = 0.0, "", ""
        with self.client.post("/api/ask", json={"question": question, "session": self.talk}, headers={"X-Evergraph-Person": self.email},
                              stream=True, catch_response=True, name="/api/ask") as told:
            told.raise_for_status()
            for line in told.iter_lines(chunk_size=None, decode_unicode=True):
                if line.startswith("event: "):          # a heartbeat is none
                    first = first or time.perf_counter()
                kind = line.removeprefix("event: ") if line.startswith("event: ") else kind
                if line.startswith("data: ") and kind in ("answer", "error"):
                    data = json.loads(line.removeprefix("data: "))
                    status = f"{data['status']} {data.get('reason') or ''}".strip()
        if kind != "answer":
            raise RuntimeError(f"the stream ended with {kind or 'nothing'}: {status}")
        return first, status


class Chat(Person):
    """Asks through the chat's page, as its script does."""

    def on_start(self) -> None:
        """Opens the page."""
        super().on_start()
        self.client.cookies.set("evergraph_person", self.email)
        config = self.client.get("/config").json()
        self.handler = next(each["id"] for each in config["dependencies"] if [target[1] for target in each["targets"]] == ["success"]
                            and len(each["inputs"]) == len(each["outputs"]) == 2)

    def read(self, question: str) -> tuple[float, str]:
        """A place in Gradio's queue, then its stream."""
        page, first, last = uuid.uuid4().hex, 0.0, ""
        asked = {"data": [question, self.talk], "fn_index": self.handler, "session_hash": page}
        self.client.post("/gradio_api/queue/join", json=asked).raise_for_status()
        with self.client.get("/gradio_api/queue/data", params={"session_hash": page}, stream=True, catch_response=True,
                             name="/gradio_api/queue/data") as told:
            told.raise_for_status()
            for line in told.iter_lines(chunk_size=None, decode_unicode=True):
                said = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
                last = said.get("msg", last)
                first = first or (time.perf_counter() if last == "process_generating" else 0.0)
                if last == "process_completed":
                    break
        if last != "process_completed" or not said.get("success"):
            raise RuntimeError(f"the stream ended with {last or 'nothing'}")
        return first, "completed"
