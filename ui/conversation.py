"""The one way to ask, for every surface: who, what, in which session, in reply to which stored question.

The web API and the chat call this and nothing below it, so a rule holds for both or for neither. Draws nothing.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agent.answer import Ask, Event
from kg.errors import BadInput
from memory.history import History
from memory.questions import Questions, StoredQuestion
from ui.access import Asker, Tenants
from ui.problems import AlreadyAnswered, NoSuchQuestion, TooOften
from ui.runs import Run, Runs, digest

_LONGEST = 8_000                        # characters of a question


@dataclass(frozen=True, slots=True)
class Said:
    """What a person said: the words, the conversation (None: a new one), the stored question that they answer."""

    text: str
    session: str | None = None
    reply_to: str | None = None


class Installation(Protocol):
    """What the surfaces need of the object graph (workers/wiring.py)."""

    @property
    def tenants(self) -> Tenants: ...
    @property
    def history(self) -> History: ...
    @property
    def questions(self) -> Questions: ...
    @property
    def settings(self) -> Any: ...
    @property
    def browser_url(self) -> str | None: ...
    @property
    def graph(self) -> Any: ...
    @property
    def store(self) -> Any: ...
    def assistant(self, slug: str) -> Any: ...


class Conversations:
    """What people and Evergraph say to each other."""

    def __init__(self, installation: Installation) -> None:
        self._installation = installation
        self.runs = Runs(installation)

    def check(self, asker: Asker, text: str, session: str, reply_to: str | None = None) -> Ask:
        """What goes to the assistant, if the words can be used. Raises BadInput, NoSuchQuestion, AlreadyAnswered."""
        if not text.strip() or len(text) > _LONGEST:
            raise BadInput(f"A question has 1 to {_LONGEST} characters.")
        if reply_to is None:
            return Ask(asker.email, text.strip(), session)
        question = self._installation.questions.load(asker.tenant, asker.email, reply_to)
        if question is None:
            raise NoSuchQuestion()
        if not question.is_open:
            raise AlreadyAnswered(f"This question was answered before, with: {question.answer}")
        return Ask(asker.email, text.strip(), question.session, reply_to)

    def begin(self, asker: Asker, said: Said, key: str | None = None) -> Run:
        """Have a question worked on; the same under the same `key` is the same run.

        Raises as `check`, OtherBody, TooManyWaiting, TooOften, StoreUnavailable.
        """
        run_id = digest(asker.tenant, asker.email, key or secrets.token_hex(16))
        fingerprint = digest(said.text, said.session or "", said.reply_to or "")
        known = self.runs.known(asker, run_id, fingerprint) if key else None        # first: its reply may have been taken by now
        if known is not None:
            return known
        self._admit(asker)
        return self.runs.begin(asker, self.check(asker, said.text, said.session or run_id, said.reply_to), run_id, fingerprint)

    def events(self, asker: Asker, ask: Ask) -> Iterator[Event]:
        """The run, as it happens; it ends with an `answer`, or with an `error` whose data are problem details. Raises TooOften."""
        self._admit(asker)
        yield from self.runs.follow(self.runs.begin(asker, ask, secrets.token_hex(16)))

    def sessions(self, asker: Asker) -> list[str]:
        """The ids of the person's sessions, the one that was used last at the end."""
        return self._installation.history.sessions(asker.tenant, asker.email)

    def turns(self, asker: Asker, session: str) -> Sequence[Mapping[str, Any]]:
        """What was said in a session, oldest first."""
        return self._installation.history.read(asker.tenant, asker.email, session)

    def open_questions(self, asker: Asker, session: str) -> list[StoredQuestion]:
        """The session's questions that wait for an answer, oldest first."""
        return self._installation.questions.open(asker.tenant, asker.email, session)

    def _admit(self, asker: Asker) -> None:
        admit(self._installation, asker, "asks", self._installation.settings.asks_per_minute)


def admit(installation: Installation, asker: Asker, what: str, most: int) -> None:
    """Let a person do something at most so often in a minute. Raises TooOften, StoreUnavailable."""
    wait = installation.store.admit(f"{what}:{asker.tenant}:{asker.email}", most, 60.0)
    if wait:
        raise TooOften(wait)
