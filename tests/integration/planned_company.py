"""The company of asked_company.py with a scripted model: messages, right plans for them, and the same in words that the grammar reads."""

import json
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import agent.dialogue.question_factory
from agent.llm.opening import load
from kg.graph import Graph
from tests.integration.asked_company import ANA, Office, opened_at
from tests.model_server import KEY, Asked, ModelServer, model_server
from workers.wiring import Installation

PATIENT = 600.0                         # seconds for a question: what these tests ask is what is answered, however busy the machine is
Json = Mapping[str, Any]
KENMORE: Json = {"name": "Kenmore Freight", "model": "crm/Account"}
FOXGLOVE: Json = {"name": "Foxglove Apparel", "model": "crm/Account"}


def contacts(of: Json) -> Json:
    """The contacts of an account, as a plan writes them."""
    return {"set": "crm/Contact", "where": [{"rel": "crm/Contact.account", "of": of}]}


def how_many(of: Json) -> Json:
    """The number of contacts of an account, as a plan asks for it."""
    return {"goal": "figures", "measures": [{"how": "count", "of": contacts(of)}]}


@dataclass(frozen=True)
class Case:
    """A message for the model and its right plan. `plain`: the same as the grammar reads it; `first`: what was asked before it in the session."""

    message: str
    act: Json
    plain: str
    first: str = ""


_HOW_MANY = "How many contacts does Kenmore Freight have?"
CASES = (
    Case("wondering how many folks we know over at Kenmore Freight", how_many(KENMORE), _HOW_MANY),
    Case("Kenmore Freight - they're in what line of business, again?",
         {"goal": "show", "node": KENMORE, "field": "crm/Account.industry"}, "What is the industry of Kenmore Freight?"),
    Case("whats still on Ben Cole's desk ticketwise", {"goal": "names", "label": "ticket", "node": {"set": "ticketing/Ticket", "where": [
        {"is": "ticketing/Ticket.open"}, {"rel": "ticketing/Ticket.assignees", "of": {"name": "Ben Cole", "model": "hris/Employee"}}]}},
         "open tickets of Ben Cole"),
    Case("would anybody be one of Ana Ruiz' people", {"goal": "exists", "node": {"set": "hris/Employee", "where": [
        {"rel": "hris/Employee.manager", "of": {"name": "Ana Ruiz", "model": "hris/Employee"}}]}}, "Who reports to Ana Ruiz?"),
    Case("contact count, account by account, most on top", {
        "goal": "groups", "measures": [{"how": "count", "of": {"set": "crm/Contact"}}], "keys": [{"path": ["crm/Contact.account"]}],
        "order": {"by": {"how": "count", "of": {"set": "crm/Contact"}}}}, "number of contacts by account, highest first"),
    Case("hm and the other one, Foxglove Apparel", how_many(FOXGLOVE), "and Foxglove Apparel?", _HOW_MANY),
)


@dataclass
class Planned:
    """The company, and the server of its model."""

    office: Office
    server: ModelServer
    plain: Office                       # the same company, where the grammar alone reads
    _right: dict[str, Any] = field(default_factory=dict)

    def ask(self, case: Case) -> dict[str, Any]:
        """The answer to a case's message, in a session of its own."""
        session = uuid.uuid4().hex
        if case.first:
            self.plain.ask(ANA, case.first, session=session)
        return self.office.ask(ANA, case.message, session=session)

    def right(self, case: Case) -> Any:
        """What the grammar's reading of the same in plain words comes to; asked once, for no test changes a fact."""
        if case.message not in self._right:
            session = uuid.uuid4().hex
            if case.first:
                self.plain.ask(ANA, case.first, session=session)
            self._right[case.message] = told(self.plain.ask(ANA, case.plain, session=session))
        return self._right[case.message]


@contextmanager
def planned(folder: Path, graph: Graph, **given: Any) -> Iterator[Planned]:
    """The company in a folder, with a model whose server says nothing yet. `given`: settings."""
    load()                              # that takes long on a busy machine, and would be taken off the first question's time
    with pytest.MonkeyPatch.context() as patched, model_server() as server, opened_at(
            folder, graph, openai_base_url=server.url, openai_api_key=KEY, model="test-model", model_day_tokens=1_000_000_000, **given) as office:
        patched.setattr(agent.dialogue.question_factory, "SECONDS", PATIENT)
        installation = Installation(office.settings.model_copy(update={"planner": "rules"}))
        with closing(installation):
            yield Planned(office, server, replace(office, installation=installation))


def message(*acts: Json, **more: Any) -> str:
    """What a model says of a message."""
    return json.dumps({"acts": list(acts), **more})


def says(*texts: str) -> Any:
    """A model that says these texts, one after another, and the last of them from then on."""
    left = list(texts)

    def answer(_: Asked) -> str:
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


def told(answer: Mapping[str, Any]) -> Any:
    """What an answer says."""
    return answer["status"], answer.get("result", {}).get("rows")
