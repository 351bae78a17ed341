"""The one way to ask, for every surface: who, what, in which session, in reply to which stored question.

The web API and the chat call this and nothing below it, so a rule holds for both or for neither. Draws nothing.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Protocol, cast

from agent.answer import Ask
from agent.dialogue.attached_list import entries_of
from agent.dialogue.ports import Assists
from agent.llm.opening import ModelConnection
from agent.question.dialogue import Entry
from ingest.company import Company
from kg.errors import BadInput
from kg.graph import Graph
from kg.leaving import is_whole
from memory import sessions
from memory.attachments import Attachments
from memory.feedback import Feedback, Remark
from memory.history import History
from memory.lines import Lines
from memory.preferences import Preferences
from memory.questions import Questions, StoredQuestion
from memory.readings import Readings
from memory.reflection import Reflections
from memory.sessions import FoundLine, Session
from memory.shared_answers import SharedAnswers
from memory.versions import Versions
from ui.answers.files import Paper
from ui.answers.messages import Attached
from ui.asking.kept_runs import KeptRun, digest
from ui.asking.runs import Runs
from ui.problems import AlreadyAnswered, NoSuchQuestion, NoSuchTalk, TooOften
from ui.sign_in.access import Asker
from workers.services.connections import Connections
from workers.settings import Settings
from workers.storage.store import RedisStore
from workers.storage.tenant_registry import TenantRegistry


@dataclass(frozen=True, slots=True)
class PersonMessage:
    """What a person said: the words, the conversation (None: a new one), the stored question or the alternatives that it replies to.

    `about`: the record from whose page it is said, as "category/Model/id".
    `instead_of`: the id of the turn of the conversation that it replaces.
    `plan`: a message of the plan language as JSON, run instead of reading the words.
    """

    text: str
    session: str | None = None
    reply_to: str | None = None
    about: str | None = None
    instead_of: str | None = None
    plan: str | None = None


@dataclass(frozen=True, slots=True)
class Welcome:
    """What is here to be asked: the company's name, the categories of its apps, the age of the oldest copy of one (None: told with each answer),
    and whether a language model reads."""

    company: str
    apps: Sequence[str]
    as_of: datetime | None
    has_model: bool


class Installation(Protocol):
    """What the surfaces need of the object graph (workers/wiring.py)."""

    @property
    def tenants(self) -> TenantRegistry: ...
    @property
    def history(self) -> History: ...
    @property
    def questions(self) -> Questions: ...
    @property
    def preferences(self) -> Preferences: ...
    @property
    def readings(self) -> Readings: ...
    @property
    def lines(self) -> Lines: ...
    @property
    def reflections(self) -> Reflections: ...
    @property
    def feedback(self) -> Feedback: ...
    @property
    def attachments(self) -> Attachments: ...
    @property
    def shared_answers(self) -> SharedAnswers: ...
    def now(self, slug: str) -> datetime: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def browser_url(self) -> str | None: ...
    @property
    def connections(self) -> Connections: ...
    @property
    def models(self) -> ModelConnection | None: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def merge(self) -> tuple[str | None, str | None]: ...
    @property
    def store(self) -> RedisStore: ...
    def assistant(self, slug: str) -> Assists: ...


class Conversations:
    """What people and Evergraph say to each other."""

    def __init__(self, installation: Installation) -> None:
        self._installation = installation
        self.runs = Runs(installation)

    def check(self, asker: Asker, text: str, session: str, reply_to: str | None = None) -> Ask:
        """What goes to the assistant, if the words can be used. Raises BadInput, NoSuchQuestion, AlreadyAnswered."""
        most = self._installation.settings.question_characters
        if not text.strip():
            raise BadInput("There is no question. Please write one.")
        if len(text) > most:
            raise BadInput(f"A question has 1 to {most:,} characters; this one has {len(text):,}. Please say it in fewer words.")
        if not is_whole(text):
            raise BadInput("The question holds half of a character (a lone surrogate). Write it again.")
        if reply_to is None:
            return Ask(asker.email, text.strip(), session)
        question = self._installation.questions.load(asker.tenant, asker.email, reply_to)
        if question is None and (offered_in := self._offered_in(asker, session, reply_to)):
            return Ask(asker.email, text.strip(), offered_in, reply_to)
        if question is None:
            raise NoSuchQuestion()
        if not question.is_open:
            raise AlreadyAnswered(f"This question was answered before, with: {question.answer}")
        return Ask(asker.email, text.strip(), question.session, reply_to)

    def begin(self, asker: Asker, said: PersonMessage, key: str | None = None) -> KeptRun:
        """Have a question worked on; the same under the same `key` is the same run.

        Raises as `check`, OtherBody, TooManyWaiting, TooOften, NoSuchTalk (nothing to replace), StoreUnavailable.
        """
        run_id = digest(asker.tenant, asker.email, key or secrets.token_hex(16))
        beside = [f"{name}={value}" for name, value in (("about", said.about), ("instead_of", said.instead_of), ("plan", said.plan)) if value]
        fingerprint = digest(said.text, said.session or "", said.reply_to or "", *beside)
        known = self.runs.known(asker, run_id, fingerprint) if key else None        # first: its reply may have been taken by now
        if known is not None:
            return known
        self._admit(asker)
        checked = self.check(asker, said.text, said.session or run_id, said.reply_to)
        ask = replace(checked, about=said.about, instead_of=said.instead_of, plan=said.plan)
        if said.instead_of is not None:
            self._check_replaced(asker, ask, said.instead_of)
        return self.runs.begin(asker, ask, run_id, fingerprint)

    def suggestions(self, asker: Asker) -> Sequence[str]:
        """Questions that the person can try."""
        return self._installation.assistant(asker.tenant).suggestions(asker.email)

    def listed(self, asker: Asker) -> list[Session]:
        """The person's sessions with their titles, the one that was used last first."""
        return sessions.sessions(self._installation.history, asker.tenant, asker.email)

    def welcome(self, asker: Asker) -> Welcome:
        """What somebody is told who has asked nothing yet."""
        here, company = self._installation, self._company(asker)
        ages = [account.data_as_of for account in company.linked_accounts if account.data_as_of]
        return Welcome(company.name, tuple(dict.fromkeys(account.category for account in company.linked_accounts)),
                       company.local_day(min(ages)) if ages else None, here.models is not None)

    def today(self, asker: Asker) -> tuple[date, Callable[[datetime], date]]:
        """The day it is for the person's company, and how to tell the day of a moment there."""
        found = self._company(asker)
        return found.local_day(self._installation.now(asker.tenant)).date(), lambda moment: found.local_day(moment).date()

    def now(self, asker: Asker) -> datetime:
        """The moment it is for the person's company."""
        return self._installation.now(asker.tenant)

    def search(self, asker: Asker, text: str) -> list[FoundLine]:
        """Lines of the person's sessions that bear on words, best first."""
        return sessions.search(self._installation.lines, asker.tenant, asker.email, text, self._installation.now(asker.tenant))

    def export(self, asker: Asker, session: str) -> str:
        """All that is kept of a session of the person's, as JSON. Raises NoSuchTalk, BadInput."""
        self.own(asker, session)
        return sessions.export(self._installation.history, asker.tenant, asker.email, session)

    def paper(self, asker: Asker, session: str) -> Paper:
        """What is shown of a session of the person's, to be read. Raises NoSuchTalk."""
        turns = self.own(asker, session).shown
        return Paper(sessions.session_of(self._installation.history, asker.tenant, asker.email, session).title, asker.email, turns)

    def rename(self, asker: Asker, session: str, title: str) -> None:
        """Give a session of the person's a title. Raises NoSuchTalk, BadInput."""
        self.own(asker, session)
        self._installation.history.rename(asker.tenant, asker.email, session, title)

    def pin(self, asker: Asker, session: str, *, is_pinned: bool) -> None:
        """Let a session of the person's stay on top of their list, or no more. Raises NoSuchTalk."""
        self.own(asker, session)
        self._installation.history.pin(asker.tenant, asker.email, session, is_pinned=is_pinned)

    def move(self, asker: Asker, session: str, folder: str) -> None:
        """Put a session of the person's into a folder; "" takes it out. Raises NoSuchTalk, BadInput."""
        self.own(asker, session)
        self._installation.history.move(asker.tenant, asker.email, session, folder)

    def show(self, asker: Asker, session: str, turn: str) -> None:
        """Show this version of a turn, with what came after it. Raises NoSuchTalk."""
        if not self.talk(asker, session).beside(turn):
            raise NoSuchTalk("There is no such question in this conversation.")
        self._installation.history.show(asker.tenant, asker.email, session, turn)

    def delete(self, asker: Asker, session: str) -> None:
        """End what runs in a session of the person's and delete it for good; nothing happens where there is none."""
        here = self._installation
        self.runs.forget(asker.tenant, asker.email, session)
        sessions.delete(here.history, (here.questions, here.feedback, here.attachments, here.shared_answers), asker.tenant, asker.email, session)

    def attach(self, asker: Asker, session: str, name: str, text: str) -> Attached:
        """Keep a list that the person attached to a session of theirs. Raises BadInput, TooOften, HistoryUnavailable, StoreUnavailable."""
        self._admit(asker)
        file = {"at": self._installation.now(asker.tenant), "name": name, "text": text, "after": len(self.talk(asker, session).shown)}
        self._installation.attachments.add(asker.tenant, asker.email, session, file)
        return self.attached(asker, session)[-1]

    def attached(self, asker: Asker, session: str) -> list[Attached]:
        """The lists that the person attached to a session, oldest first."""
        kept = self._installation.attachments.of(asker.tenant, asker.email, session)
        return [Attached(each["name"], len(entries_of(each["text"])), each["after"]) for each in kept]

    def feedback(self, asker: Asker, session: str, turn: int | str, *, rating: str | None = None, comment: str | None = None) -> None:
        """Keep what the person thinks of the answer of a turn: by its id, or by its number among those shown. Raises NoSuchTalk, BadInput."""
        talk = self.talk(asker, session)
        turns, place = (talk.shown, turn) if isinstance(turn, int) else (talk.until(turn), -1)
        if not -len(turns) <= place < len(turns):
            raise NoSuchTalk("There is no such answer yet to say something of.")
        about = {"session": session, "turn": str(turns[place].get("id"))}
        self._installation.feedback.add(asker.tenant, asker.email, self._installation.now(asker.tenant), about, rating=rating, comment=comment)
        if rating is not None:
            said = cast(Sequence[Entry], turns)
            self._installation.assistant(asker.tenant).marked(asker.email, said, place % len(turns), is_right=rating == "up")

    def remarks(self, asker: Asker, session: str) -> Mapping[str, Remark]:
        """What the person said last of the answers of a session, by turn."""
        return self._installation.feedback.in_session(asker.tenant, asker.email, session)

    def delete_comment(self, asker: Asker, session: str, turn: str) -> None:
        """Delete what the person wrote about the answer of a turn. Raises NoSuchTalk."""
        if (found := self.remarks(asker, session).get(turn)) is None or found.comment is None:
            raise NoSuchTalk("There is no comment of yours on such an answer.")
        self._installation.feedback.delete_comment(asker.tenant, asker.email, session, turn)

    def turn(self, asker: Asker, session: str, turn: str) -> Mapping[str, Any]:
        """One turn of a session: what was asked, when, and the Answer; empty where the person has no such turn."""
        return next((each for each in self.turns(asker, session) if each.get("id") == turn), {})

    def turns(self, asker: Asker, session: str) -> Sequence[Mapping[str, Any]]:
        """All that was said in a session, what was replaced too, oldest first."""
        return self._installation.history.read(asker.tenant, asker.email, session)

    def talk(self, asker: Asker, session: str) -> Versions:
        """The same as versions, of which some are shown."""
        return self._installation.history.versions(asker.tenant, asker.email, session)

    def own(self, asker: Asker, session: str) -> Versions:
        """What was said in a session that there is. Raises NoSuchTalk."""
        found = self.talk(asker, session)
        if not found.turns:
            raise NoSuchTalk()
        return found

    def open_questions(self, asker: Asker, session: str | None = None) -> list[StoredQuestion]:
        """The questions that wait for the person's answer, oldest first; where a session is named, those of its turns that are shown."""
        found = self._installation.questions.open(asker.tenant, asker.email, session)
        if session is None or not found:
            return found
        talk = self.talk(asker, session)
        left = _put_in(talk.turns.values()) - _put_in(talk.shown)
        return [each for each in found if each.id not in left]

    def _company(self, asker: Asker) -> Company:
        known = self._installation.tenants.of_person(asker.email)
        found: Company = next(each.company for each in known if each.company.tenant == asker.tenant)
        return found

    def _offered_in(self, asker: Asker, session: str, reply_to: str) -> str | None:
        """The session of the person's in which an answer offered these alternatives; the named one is looked at first."""
        sessions = (session, *reversed(self._installation.history.sessions(asker.tenant, asker.email)))
        return next((s for s in sessions if any((t["answer"].get("alternatives") or {}).get("id") == reply_to for t in self.turns(asker, s))), None)

    def _check_replaced(self, asker: Asker, ask: Ask, turn: str) -> None:
        """Raises BadInput for a reply, NoSuchTalk where the turn is neither kept nor under way in the conversation."""
        if ask.reply_to is not None:
            raise BadInput("A reply replaces no other turn. Send one of the two: reply_to or instead_of.")
        is_coming = any((run.session, run.turn) == (ask.session, turn) for run in self.runs.under_way(asker))
        if not is_coming and not self.talk(asker, ask.session).beside(turn):
            raise NoSuchTalk("There is no such question in this conversation.")

    def _admit(self, asker: Asker) -> None:
        admit(self._installation, asker, "asks", self._installation.settings.asks_per_minute)


def _put_in(turns: Iterable[Mapping[str, Any]]) -> set[str]:
    """The ids of the questions that these turns put to the person."""
    return {str(turn["answer"]["question"]["id"]) for turn in turns if turn["answer"].get("question")}


def admit(installation: Installation, asker: Asker, what: str, most: int) -> None:
    """Let a person do something at most so often in a minute. Raises TooOften, StoreUnavailable."""
    wait = installation.store.admit(f"{what}:{asker.tenant}:{asker.email}", most, 60.0)
    if wait:
        raise TooOften(wait)
