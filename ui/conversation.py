"""The one way to ask, for every surface: who, what, in which session, in reply to which stored question.

The web API and the chat call this and nothing below it, so a rule holds for both or for neither. Draws nothing.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from threading import Event as Stop
from typing import Any, Protocol

from agent.answer import Ask, Event
from kg.errors import BadInput, EvergraphError
from memory.history import History
from memory.questions import Questions, StoredQuestion
from ui.access import Asker, Tenants
from ui.problems import AlreadyAnswered, NoSuchQuestion, as_problem

_LONGEST = 8_000                        # characters of a question
_log = logging.getLogger(__name__)


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

    def events(self, asker: Asker, ask: Ask, stop: Stop | None = None) -> Iterator[Event]:
        """The run, as it happens; it ends with an `answer`, or with an `error` whose data are problem details.

        `stop`: set it when nobody listens any more.
        """
        last = 0
        try:
            for event in self._installation.assistant(asker.tenant).ask(ask, stop or Stop()):
                last = event.id
                yield event
        except EvergraphError as error:
            yield Event(last + 1, "error", as_problem(error))
        except Exception as error:      # noqa: BLE001 - the edge of the process: a run that breaks must end its stream, not hang it
            _log.exception("a run broke")
            yield Event(last + 1, "error", as_problem(error))

    def sessions(self, asker: Asker) -> list[str]:
        """The ids of the person's sessions, the one that was used last at the end."""
        return self._installation.history.sessions(asker.tenant, asker.email)

    def turns(self, asker: Asker, session: str) -> Sequence[Mapping[str, Any]]:
        """What was said in a session, oldest first."""
        return self._installation.history.read(asker.tenant, asker.email, session)

    def open_questions(self, asker: Asker, session: str) -> list[StoredQuestion]:
        """The session's questions that wait for an answer, oldest first."""
        return self._installation.questions.open(asker.tenant, asker.email, session)
