"""The company of asked_company.py with a scripted model as planner.

Questions that the model alone plans, right plans for them, and the same asked so that the rules read it.
"""

import json
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import agent.assistant
from agent.llm.opening import load
from kg.graph import Graph
from tests.integration.asked_company import ANA, Office, opened_at
from tests.model_server import KEY, Asked, ModelServer, model_server
from tests.unit.agent.proposals import ACCOUNT, PEOPLE, TICKET, as_step, asked_of, column, figure, members, name, named, ordered, plan, tied
from workers.wiring import Installation

CONTACTS = "crm/Contact"
PATIENT = 600.0                         # seconds for a question: what these tests ask is what is answered, however busy the machine is
KENMORE, FOXGLOVE = (name(n, ACCOUNT) for n in ("Kenmore Freight", "Foxglove Apparel"))
_HOW_MANY = "How many contacts does Kenmore Freight have?"
Plan = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """A question for the model. `plain`: as the rules read it; `first`: what was asked before it in the session, "" where it is the first."""

    question: str
    plan: Plan
    plain: str
    first: str = ""


CASES = (
    Case("How many contacts landed with Kenmore Freight?", plan("figures", figures=[figure(
        "count", members(CONTACTS, "contacts", tied(KENMORE)), "how many")]), _HOW_MANY),
    Case("I was wondering, for Kenmore Freight, what the industry is",
         plan("show", thing=KENMORE, columns=[column(f"{ACCOUNT}.industry", "industry")]), "What is the industry of Kenmore Freight?"),
    Case("Ben Cole has which open tickets?", plan("list", thing=members(
        TICKET, "tickets", named(f"{TICKET}.open", "open"), tied(name("Ben Cole", PEOPLE)))), "open tickets of Ben Cole"),
    Case("For me please, does Foxglove Apparel have contacts?",
         plan("whether", thing=members(CONTACTS, "contacts", tied(FOXGLOVE))), "Does Foxglove Apparel have contacts?"),
    Case("Kindly, does Cleo Diaz report to Ana Ruiz?", plan("whether", **asked_of(
        name("Cleo Diaz", PEOPLE), tied(name("Ana Ruiz", PEOPLE), "report to", target=f"{PEOPLE}.manager"))), "Does Cleo Diaz report to Ana Ruiz?"),
    Case("For every account, fetch the number of contacts, highest first", plan("groups", figures=[figure(
        "count", members(CONTACTS, "contacts"), "number of")], keys=[{"said": ["For every account"], "target": ACCOUNT}],
        order=ordered("highest first")), "number of contacts by account, highest first"),
    Case("and I was wondering about Foxglove Apparel instead", plan("edit", thing=FOXGLOVE), "and Foxglove Apparel?", _HOW_MANY),
    Case("those in Oslo, if you can", plan("edit", holds=[{"kind": "value", "target": "hris/Location.city", "said": ["Oslo"]}]),
         "and in Oslo?", "Who works in Pune?"),
)


@dataclass
class Planned:
    """The company, and the server of its model."""

    office: Office
    server: ModelServer
    alone: Office                       # the same company, where the model plans what the rules could read too
    _right: dict[str, Any] = field(default_factory=dict)

    def ask(self, case: Case, question: str = "") -> dict[str, Any]:
        """The model's answer to a case's question, or to another wording of it, in a session of its own."""
        return self._asked(self.alone, case, question or case.question)

    def right(self, case: Case) -> Any:
        """What the rules say to the same question in plain words; asked once, for no test changes a fact."""
        if case.question not in self._right:
            self._right[case.question] = told(self._asked(self.office, case, case.plain))
        return self._right[case.question]

    def _asked(self, office: Office, case: Case, question: str) -> dict[str, Any]:
        session = uuid.uuid4().hex
        if case.first:
            self.office.ask(ANA, case.first, session=session)
        return office.ask(ANA, question, session=session)


@contextmanager
def planned(folder: Path, graph: Graph, **given: Any) -> Iterator[Planned]:
    """The company in a folder, with a model whose server says nothing yet. `given`: settings."""
    load()                              # that takes long on a busy machine, and would be taken off the first question's time
    with pytest.MonkeyPatch.context() as patched, model_server() as server, opened_at(
            folder, graph, openai_base_url=server.url, openai_api_key=KEY, model="test-model", model_day_tokens=1_000_000_000, **given) as office:
        patched.setattr(agent.assistant, "SECONDS", PATIENT)
        installation = Installation(office.settings.model_copy(update={"planner": "model"}))
        with closing(installation):
            yield Planned(office, server, replace(office, installation=installation))


def says(*plans: Plan, differences: tuple[str, ...] = ()) -> Any:
    """A model that proposes these plans, one after another, and sees these differences when it compares."""
    return takes(*(as_step(p) for p in plans), differences=differences)


def takes(*steps: Plan, differences: tuple[str, ...] = ()) -> Any:
    """A model that takes these steps, one after another."""
    left = [json.dumps(step) for step in steps]

    def answer(asked: Asked) -> str:
        if "You compare a question" in asked.text:
            return json.dumps({"differences": list(differences)})
        return left.pop(0) if left else json.dumps({"action": "cannot", "text": "I do not know.", "plan": None})

    return answer


def told(answer: Mapping[str, Any]) -> Any:
    """What an answer says."""
    return answer["status"], answer.get("result", {}).get("rows"), answer.get("understood_as")
