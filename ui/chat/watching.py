"""What an open page shows of a conversation: what the history holds, then its questions under way, one after another, as each is answered.

A page is drawn from one place at a time: who begins to draw it ends who drew it before, unless that one draws another conversation, to which
its person went later. Each drawing says of which conversation it is and which number it has; the page shows none of a conversation that was
left, and none that was overtaken on the way (`SHOW` in ui/chat/steps.py).
"""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextvars import Context
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

import gradio as gr

from kg.errors import StoreUnavailable
from ui.answers.deeds import options_of
from ui.answers.drawing import Drawing, label_of, past, said_by_person, switched, unanswered, whole
from ui.answers.messages import Message, waiting
from ui.asking.conversation import Conversations
from ui.asking.kept_runs import KeptRun
from ui.sign_in.access import Asker
from ui.text.habits import USUAL, Habits
from ui.text.markup import text

Drawn = dict[str, Any]                  # session, number, talk (as Gradio sends messages), running
Turns = Sequence[Mapping[str, Any]]
Bell = Future[None]                     # between drawings: what rings once there may be more to draw; nobody's thread waits for it
Shown = tuple[list[Message], bool]


@dataclass(frozen=True, slots=True)
class Page:
    """An open page: by which name its browser tells it from others, how its person reads, and which of the person's deeds is drawn."""

    name: str
    habits: Habits = USUAL
    deed: int = 0                       # rises with each deed of a page, in the order in which the person did them


@dataclass(frozen=True, slots=True, eq=False)
class _Drawer:
    """Who draws a page: which conversation, and up to which deed."""

    session: str
    deed: int


class Watching:
    """The drawings of one application. Usable from threads."""

    def __init__(self, conversations: Conversations) -> None:
        self._conversations = conversations
        self._watching: dict[str, _Drawer] = {}         # by page, who draws it
        self._taking = threading.Lock()
        self._numbers = count(time.time_ns() // 1000)   # they go on rising when the server starts anew

    def watch(self, person: Asker, session: str, page: Page, begun: KeptRun | None = None) -> Iterator[Drawn | Bell]:
        """A conversation, drawn until nothing is under way in it or the page is drawn from elsewhere. Runs go on where nobody watches.

        `begun`: the run that was just begun in it. It is drawn even where it is over already; one that broke stands in no history.
        """
        mine = self._take(page, session)
        if mine is None:
            return
        habits = page.habits.at(self._conversations.now(person))
        try:
            for shown in self._happening(person, session, habits, begun):
                if self._watching.get(page.name) is not mine:
                    return
                yield shown if isinstance(shown, Future) else self.drawn(session, shown[0], is_running=shown[1])
        finally:
            self._leave(page, mine)

    def drawn(self, session: str, messages: Sequence[Message], *, is_running: bool = False) -> Drawn:
        """A drawing of these messages. `is_running`: something is under way that can be stopped."""
        return {"session": session, "number": next(self._numbers), "talk": sent_by_gradio(messages), "running": is_running}

    def under_way(self, person: Asker, session: str) -> list[KeptRun]:
        """The session's runs that are not over, the oldest first. Raises StoreUnavailable."""
        return [run for run in self._conversations.runs.under_way(person) if run.session == session]

    def _take(self, page: Page, session: str) -> _Drawer | None:
        """Who draws the page from here on. None where it is another conversation by now: what was done in this one arrived late."""
        with self._taking:
            other = self._watching.get(page.name)
            if other is not None and other.session != session and other.deed > page.deed:
                return None
            mine = self._watching[page.name] = _Drawer(session, max(page.deed, other.deed if other else 0))
            return mine

    def _leave(self, page: Page, mine: _Drawer) -> None:
        with self._taking:
            if self._watching.get(page.name) is mine:
                del self._watching[page.name]

    def _happening(self, person: Asker, session: str, habits: Habits, begun: KeptRun | None) -> Iterator[Shown | Bell]:
        talks = self._conversations
        runs = self._runs(person, session)              # first: what ends from here on is drawn as a run, not as a turn
        runs = runs if begun is None or begun.id in {run.id for run in runs} else [begun, *runs]
        talk, files, remarks = talks.talk(person, session), talks.attached(person, session), talks.remarks(person, session)
        if not runs:
            yield whole(talk, talks.open_questions(person, session), session, files, habits, remarks=remarks), False
            return
        turns = list(talk.turns.values())
        before, known = past(talk, session, files, habits, remarks=remarks, without={r.turn for r in runs}), {r.id for r in runs}
        while runs:                     # what waited may have ended by its turn: it is drawn all the same
            before = _up_to(before, runs[0].instead_of)
            messages: list[Message] = []
            for shown in self._one(person, runs[0], habits):
                if isinstance(shown, Future):
                    yield shown
                    continue
                messages, is_over = shown
                yield [*before, *messages, *self._next(runs[1:], turns)], len(runs) > 1 or not is_over
            came = [run for run in self._runs(person, session) if run.id not in known]
            before, known, runs = [*before, *messages], known | {run.id for run in came}, [*runs[1:], *came]

    def _runs(self, person: Asker, session: str) -> list[KeptRun]:
        try:
            return self.under_way(person, session)
        except StoreUnavailable:        # what is kept can be looked at without it
            return []

    def _one(self, person: Asker, run: KeptRun, habits: Habits) -> Iterator[Shown | Bell]:
        """What was said and what came of it so far, the whole of it last; and whether it is over."""
        talks, drawing = self._conversations, Drawing(habits)
        said = _said(run, list(talks.talk(person, run.session).turns.values()))
        told = talks.runs.events(run)
        for event in told:
            drawing.add(event)
        if not drawing.is_over:
            yield [said, *drawing.messages], False
        for heard in talks.runs.hear(run, told[-1].id if told else 0):
            if isinstance(heard, Future):
                yield heard
                continue
            drawing.add(heard)
            if not drawing.is_over:     # an answer is drawn once, with what it rests on: nothing moves under the hand that reaches for it
                yield [said, *drawing.messages], False
        talk = talks.talk(person, run.session)
        kept = talk.until(run.turn)
        drawing.kept(run.session, kept)
        yield [said, *switched(talk, run.turn), *drawing.messages, *(() if kept else (unanswered(said),))], True

    def _next(self, runs: Sequence[KeptRun], turns: Turns) -> Iterator[Message]:
        for place, run in enumerate(runs, 1):
            yield from (_said(run, turns), waiting(place))


def _said(run: KeptRun, turns: Turns) -> Message:
    return said_by_person(label_of(turns, str(run.reply_to), run.text), run.turn)


def _up_to(messages: list[Message], turn: str | None) -> list[Message]:
    """The messages before those of a turn that is replaced; all where none is, or where it is not shown."""
    place = next((place for place, each in enumerate(messages) if turn and (each.get("metadata") or {}).get("id") == turn), len(messages))
    return messages[:place]


def sent_by_gradio(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Messages as the value of the page's talk; those with a card show it."""
    return Context().run(_sent, messages)               # a context of its own: in a handler's Gradio takes a component for an update of one


def _sent(messages: Iterable[Message]) -> list[dict[str, Any]]:
    shown: list[Any] = [_shown(message) for message in messages]
    sent: list[dict[str, Any]] = _chatbot().postprocess(shown).model_dump()
    return sent


@cache
def _chatbot() -> gr.Chatbot:
    return gr.Chatbot(render=False)


def _shown(message: Message) -> dict[str, Any]:
    plain = {name: value for name, value in message.items() if name not in ("card", "options")}
    drawn = text(part for part in (message.get("card"), options_of(message.get("options") or ())) if part)
    if not drawn:
        return plain
    words = [message["content"]] if message["content"] else []
    return plain | {"content": [*words, gr.HTML(drawn, apply_default_css=False)]}
