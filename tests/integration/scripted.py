"""An installation for the surfaces' tests: real history, questions and registry entries; the assistant plays a script.

The script: "Which Bill?" asks back, an option of that question answers it and offers the others instead, "Hm?" is declined with two questions that
can be asked, "What does Bob earn?" is not permitted, "Deals by stage" has a table to be drawn and can be gone on from, "Who are they?" names its
sources, "Two tables" has them in its text, "break" breaks, "panic" with what is no Exception, "wait" goes on until it is stopped; all else is
answered. `installation.asked` says in which order.
"""

import contextlib
import json
import socket
import threading
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvicorn
from pydantic import SecretStr

from agent.answer import Alternatives, Answer, Ask, Clarification, Column, Event, Option, Reason, Reference, Result, Step
from agent.dialogue.shared_answer import SharedView
from agent.errors import Declined, UnusablePlan
from agent.policy.wording import open_to
from agent.respond.chart import Chart
from agent.respond.picture import svg
from ingest.company import Company, Policy, parse_company
from kg.errors import Cancelled, GraphUnavailable
from memory.attachments import Attachments
from memory.feedback import Feedback
from memory.history import History
from memory.lines import Lines
from memory.preferences import Preferences
from memory.questions import Questions
from memory.readings import Readings
from memory.reflection import Reflections
from memory.shared_answers import SharedAnswers
from ui.web.server import create_app
from ui.web.serving import ENDING_SECONDS, Patient
from workers.services.connections import Connections
from workers.storage.store import RedisStore

NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
ANA, BOB, OLA = "ana@acme.test", "bob@acme.test", "ola@acme.test"        # Ola is an operator
ZOE = "zoe@bolt.test"                   # of the other company
BILLS = (Option("bill-a", "Bill Ashworth, Northwind"), Option("bill-s", "Bill Stone, Fabrikam"))
HOSTILE = "<img src=x onerror=\"document.title='owned'\"> ![p](http://203.0.113.9/p.png) [a](javascript:alert(1))"


class Panic(BaseException):
    """What a library that is not written in Python breaks with; no Exception."""


@dataclass
class ScriptedTenant:
    company: Company
    source: str = "sandbox"


@dataclass
class ScriptedTenants:
    found: list[ScriptedTenant]

    def all(self) -> Sequence[ScriptedTenant]:
        return self.found

    def damaged(self) -> Sequence[ScriptedTenant]:
        return ()

    def slugs(self) -> Sequence[str]:
        return [tenant.company.tenant for tenant in self.found]

    def of_person(self, email: str) -> Sequence[ScriptedTenant]:
        return [tenant for tenant in self.found if tenant.company.person(email)]


@dataclass
class ScriptedSettings:
    home: Path
    asks_per_minute: int = 1_000_000
    requests_per_minute: int = 1_000_000
    question_characters: int = 2_000
    public_url: str | None = None
    oidc_issuer: str | None = None
    oidc_client_id: str | None = None
    oidc_client_secret: SecretStr | None = None
    oidc_name: str = "Acme"
    session_hours: float = 12.0
    proxy_header: str = "X-Forwarded-Email"
    trusted_proxies: str = ""
    browser_for_all_tenants: bool = True


@dataclass
class ScriptedGraph:
    is_up: bool = True

    def check(self) -> str:
        if not self.is_up:
            raise GraphUnavailable()
        return "5.26.0"


@dataclass
class ScriptedInstallation:
    home: Path
    redis_url: str
    graph: Any = field(default_factory=ScriptedGraph)
    browser_url: str | None = "http://127.0.0.1:7474/browser/"
    slugs: tuple[str, str] = ("acme", "bolt")       # others where the graph is a real one, which other tests share
    connections: Connections | None = None
    models: None = None

    def __post_init__(self) -> None:
        self.settings, self.store = ScriptedSettings(self.home), RedisStore(self.redis_url, f"scripted:{self.home}")
        kept = str(self.home / "history")
        self.history, self.questions, self.feedback = History(kept), Questions(kept), Feedback(kept)
        self.attachments, self.readings, self.shared_answers = Attachments(kept), Readings(kept), SharedAnswers(kept)
        self.lines, self.preferences, self.reflections = Lines(self.history), Preferences(kept), Reflections(kept)
        self.asked: list[tuple[str, str]] = []
        self.tenants = ScriptedTenants([ScriptedTenant(company(self.slugs[0], ANA, BOB, OLA)), ScriptedTenant(company(self.slugs[1], ZOE))])

    def now(self, slug: str) -> datetime:
        return NOW

    def assistant(self, slug: str) -> "ScriptedAssistant":
        return ScriptedAssistant(slug, self.history, self.questions, self.asked)


@dataclass
class ScriptedAssistant:
    tenant: str
    history: History
    questions: Questions
    asked: list[tuple[str, str]]

    def reading_of(self, person: str, words: str) -> str | None:
        return f"the {words}" if words.startswith(("customers", "invoiced", "booked")) else None

    def ask(self, ask: Ask, stop: threading.Event) -> Iterator[Event]:
        self.asked.append((ask.session, ask.text))
        if ask.plan == '{"acts": []}':
            raise UnusablePlan('The plan cannot be used. "acts" is empty')
        yield Event(1, "plan", {"understood_as": ask.text, "tasks": [], "plan": json.loads(ask.plan) if ask.plan else {"acts": []}})
        yield Event(2, "step_started", {"id": "t1", "tool": "CRM", "question": f"Who is meant? {HOSTILE}"})
        yield Event(3, "step_finished", {"id": "t1", "tool": "CRM", "found": f"1 contact {HOSTILE}", "seconds": 0.1})
        if ask.text == "break":
            raise RuntimeError("secret-of-the-house")
        if ask.text == "panic":
            raise Panic()
        if ask.text == "wait" and stop.wait(20):
            raise Cancelled()
        name = ask.id or uuid.uuid4().hex
        answer = replace(self._answer(ask), alternatives=_others(ask, name))
        _, follows = self.history.versions(self.tenant, ask.person, ask.session).before(ask.instead_of)
        turn = {"id": name, "at": NOW, "question": ask.text, "reply_to": ask.reply_to, "follows": follows, "answer": answer.as_json()}
        plan = {"goal": {}, "settled": {}} if answer.status == "answered" and answer.result is not None else {}
        self.history.append(self.tenant, ask.person, ask.session, turn | plan)
        if answer.question:
            yield Event(4, "question", answer.as_json()["question"])
        else:
            yield Event(4, "text_delta", {"text": answer.text})
        yield Event(5, "answer", answer.as_json())

    def values_of(self, person: str, field: str) -> Sequence[str]:
        return ("Logistics", "Retail") if field == "crm/Account.industry" else ()

    def people(self, by: str) -> Any:
        raise Declined(Reason.NOT_CONNECTED, "No HR app is connected.")

    def explorer(self, person: str, sources: object) -> Any:
        raise Declined(Reason.NO_RECORD, "There is no such record.")

    def sheet(self, person: str, sources: object, key: str) -> Any:
        return self.explorer(person, sources)

    def shared_view(self, person: str, sharer: str, entry: Any) -> SharedView:
        if person == OLA:
            return SharedView(self._answer(Ask(person, entry["question"], "")), "open", entry["question"])
        table = Result((Column("Policy"), Column("Left", "days")), (("Vacation", 7), (HOSTILE, 1)))
        return SharedView(Answer("answered", f"Today: **7** days. {HOSTILE}", understood_as="days left", result=table), "closed", "days left")

    def marked(self, person: str, said: Sequence[Any], place: int, *, is_right: bool) -> None:
        """No answer here was read from words, so that there is nothing to learn."""

    def suggestions(self, person: str) -> tuple[str, ...]:
        return ("How many days?", "Who is Bill?")

    def _answer(self, ask: Ask) -> Answer:
        if ask.text == "Which Bill?":
            question = Clarification(f"q-{ask.session}{'-again' * (self.asked.count((ask.session, ask.text)) - 1)}", "Which Bill do you mean?", BILLS)
            state = {"session": ask.session, "prompt": question.prompt, "asked_at": NOW, "mention": "Bill", "text": ask.text, "choices": {},
                     "options": [{"id": option.id, "label": option.label, "key": option.id} for option in BILLS]}
            self.questions.save(self.tenant, ask.person, question.id, state)
            return Answer("clarify", question.prompt, question=question)
        if ask.text == "Hm?":
            return Answer("declined", "I could not place that.", Reason.OUT_OF_SCOPE, suggestions=("How many days?", f"Who is {HOSTILE}?"))
        if ask.text == "What does Bob earn?":
            kept = {"type": "refused", "kind": "C", "about": "pay", "open_to": open_to("C", Policy()), "ask": "your HR partner",
                    "roles": ["operator"] if ask.person == OLA else []}
            return Answer("declined", "You may not see that. Ask your HR partner.", Reason.NOT_PERMITTED, "the pay rate of Bob", elements=(kept,))
        if ask.reply_to:
            self.questions.answered(self.tenant, ask.person, ask.reply_to, ask.text, NOW)
        if ask.text in FIXED:
            return FIXED[ask.text]
        if ask.text == "Who are they?":
            people = [Reference("crm", "crm/Contact", each.id, each.label.partition(",")[0], None, NOW, NOW) for each in BILLS]
            account = Reference("crm", "crm/Account", "n", "Northwind", "https://crm.test/n", NOW, NOW)
            return Answer("answered", "**2** people at **Northwind**: **Bill Ashworth** and **Bill Stone**.", references=(*people, account),
                          result=Result((Column("people", None, "crm/Contact"),), ((2,),)))
        if ask.text == "Two tables":
            names = [f"a longer heading {n}" for n in range(6)]
            one = "\n".join(f"| {' | '.join(row)} |" for row in (names, ["---"] * 6, ["something"] * 6))
            return Answer("answered", f"Two tables:\n\n{one}\n\nand\n\n{one}")
        table = Result((Column("Policy"), Column("Left", "days")), (("Vacation", 10), (HOSTILE, 2)))
        page = f" On the page of {ask.about}." if ask.about else ""
        return Answer("answered", f"You said: {ask.text}.{page} {HOSTILE}", understood_as=f"what {ask.text} is", result=table,
                      references=(Reference("crm", "Contact", "1", f"Bill Ashworth {HOSTILE}", "https://crm.test/1", NOW, NOW),),
                      steps=(Step("t1", "CRM", "Who is meant?", "1 contact", 0.1),))


_STAGES = ("Won", f"Lost {HOSTILE}", "Open")
_DRAWN = svg(Chart("Stage", "Deals", _STAGES, (7.0, 4.0, 12.0)))
FIXED = {
    "Deals by stage": Answer(
        "answered", "There are 23 deals.", understood_as="deals by stage", suggestions=("by month", f"Who is {HOSTILE}?"),
        result=Result((Column("Stage"), Column("Deals")), tuple(zip(_STAGES, (7, 4, 12), strict=True)))),
    "Overdue invoices": Answer("answered", "There are **2** overdue invoices:", result=Result(
        tuple(map(Column, ("invoice", "customer or supplier", "currency", "total", "balance", "due date", "days overdue"))),
        (("FL-2607", "Thornbury Yachts", "CAD", 14577, 7288.5, "2026-07-22", 121),
         ("FL-2612", "Redfern and Daughters LLC", "USD", 9450, 9450, "2026-10-08", 43)))),
    "Deals, drawn": Answer("answered", "There are 23 deals.", elements=(
        {"type": "image", "media_type": "image/svg+xml", "data": _DRAWN, "alt": "Deals by stage"},)),
}


def _others(ask: Ask, turn: str) -> Alternatives | None:
    left = tuple(bill for bill in BILLS if bill.id != ask.text)
    return Alternatives(turn, left) if ask.reply_to and len(left) < len(BILLS) else None


def company(slug: str, *emails: str) -> Company:
    people = [{"email": email, "roles": ["operator"] if email == OLA else []} for email in emails]
    return parse_company(json.dumps({"tenant": slug, "name": slug.title(), "domain": f"{slug}.test", "people": people}), slug)


@contextlib.contextmanager
def served(installation: Any, port: int = 0, **options: Any) -> Iterator[str]:
    """The address of the application on that port (0: a free one), until the block ends."""
    with serving(create_app(installation, **options), port) as url:
        yield url


@contextlib.contextmanager
def serving(app: Any, port: int = 0, protocol: type[Patient] = Patient, ending_seconds: int = ENDING_SECONDS) -> Iterator[str]:
    """The same for any ASGI application. `ending_seconds`: after which requests under way are cut, when the server stops."""
    listener = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", http=protocol, ws="none", proxy_headers=False,
                                           timeout_graceful_shutdown=ending_seconds))
    up = threading.Event()
    thread = threading.Thread(target=_run, args=(server, listener, up), daemon=True)
    thread.start()
    assert up.wait(60), "the web server did not come up"
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(60)
        listener.close()
    assert not thread.is_alive(), "the web server did not end, and would go on beside all later tests"


def _run(server: uvicorn.Server, listener: socket.socket, up: threading.Event) -> None:
    class Announced(type(server)):      # type: ignore[misc]
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            up.set()

    server.__class__ = Announced
    server.run(sockets=[listener])
