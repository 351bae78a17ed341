"""A turn of a company whose apps nobody reads: for what is decided from words, status and policy alone."""

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from agent.answer import Ask
from agent.catalogue import catalogue
from agent.language.words import Utterance
from agent.question.context import QuestionContext
from agent.question.turn import Turn
from ingest.company import Company, Person
from ingest.gateway import Deadline, Gateway
from ingest.records import LinkedAccount

APPS = MappingProxyType({"hris": "Personio", "crm": "Salesforce"})


def turn_of(question: str, apps: Mapping[str, str] = APPS) -> Turn:
    """A turn of Ana at Tiny, whose linked accounts are of these categories and apps."""
    company = Company(tenant="tiny", name="Tiny", domain="tiny.test")
    accounts = [LinkedAccount(f"a-{category}", category, app, "token") for category, app in apps.items()]
    run = QuestionContext("tiny", company, Person(email="ana@tiny.test"), catalogue(), graph=None, live=_Unread(accounts), up_to_date=None)  # type: ignore[arg-type]
    return Turn(Ask("ana@tiny.test", question, "s"), run, Utterance(question))


class _Unread:
    """Live reads of a question that makes none; the gateway behind them is the real one, and nothing is there to answer it."""

    def __init__(self, accounts: list[LinkedAccount]) -> None:
        now = datetime(2026, 11, 20, 9, tzinfo=UTC)
        self.calls, self.deadline = 0, Deadline.after(0.2)
        self.gateway = Gateway(accounts, api_key="none", base_url="http://127.0.0.1:9/api", clock=lambda: now)
