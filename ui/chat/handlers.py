"""What the chat does when a person does something. Each handler takes the person from the request and checks anew.

The conversation lives on the server: what the browser sends back of it says at most which of the person's own turns is meant.
"""

import html
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import gradio as gr

from kg.errors import ShownToPerson, StoreUnavailable
from memory.sessions import Session
from ui.access import Asker, Caller, Tenants, is_operator
from ui.chat.figures import shown_by_gradio
from ui.chat.sharing import SHARED, link_to, offered_by, shared_questions
from ui.conversation import Conversations, Said
from ui.drawing import Drawing, just_asked, label_of, past, said_by_person, whole
from ui.markdown import escape
from ui.messages import Message
from ui.pages.layout import ways_of
from ui.runs import Run
from ui.sign_in import BEGIN, SignIn

_MOST_SESSIONS = 50
_MOST_SUGGESTIONS = 6
NOTHING_STOPS = "Nothing is running."
TOLD = (ShownToPerson, StoreUnavailable)                # what goes wrong and is shown, instead of breaking the page

Words = tuple[str, str, str | None]     # what is said, in which session, in reply to which stored question
Talk = tuple[str, list[Message]]
Opened = tuple[Any, Any, Any, list[Message], Any]       # people, sessions, the session, its talk, ways


class Handlers:
    """The handlers of one application."""

    def __init__(self, tenants: Tenants, conversations: Conversations, sign_in: SignIn) -> None:
        self._tenants = tenants
        self._conversations = conversations
        self._sign_in = sign_in
        self._running: dict[tuple[str, str, str], Run] = {}      # what each open page waits for

    def open_page(self, shared: str, request: gr.Request) -> Iterator[Opened]:
        """On load: who may be chosen, the person's sessions, the newest one as the server holds it, and the ways to other pages.

        What is under way in it is followed to its end: the page may be opened anew because the server was away.
        `shared`: questions out of a link that somebody shared; they wait in a new conversation until the person asks them.
        """
        try:
            person = self._person(request)
        except TOLD as error:
            way = f"[Sign in]({BEGIN}) · " if self._sign_in.provider is not None else ""
            yield gr.update(visible=False), gr.update(visible=False), "", [_notice(error)], way + ways(is_operator=False)
            return
        known = (p.email for tenant in self._tenants.all() for p in tenant.company.people)
        people = sorted(known) if self._sign_in.has_demo else [person.email]
        sessions = self._listed(person)
        offered = offered_by(shared)
        kept = [session for _, session in sessions]
        busy = [] if offered else self._under_way(person)
        newest = next(iter([] if offered else [*(run.session for run in busy[-1:]), *kept]), uuid.uuid4().hex)
        yield (gr.update(choices=people, value=person.email), gr.update(choices=sessions, value=newest if newest in kept else None),
                newest, offered or self._drawn(person, newest), ways(is_operator=is_operator(self._tenants, person)))
        for run in busy:
            if run.session == newest:
                yield from self._go_on(person, run)

    def suggest(self, request: gr.Request) -> Any:
        """Questions that this person can try, for an empty conversation."""
        try:
            found = self._conversations.suggestions(self._person(request))
        except ShownToPerson:
            found = ()
        return gr.update(examples=[{"text": text} for text in found[:_MOST_SUGGESTIONS]])

    def open_session(self, session: str, request: gr.Request) -> tuple[str, list[Message]]:
        """Another conversation, as the server holds it."""
        try:
            return session, self._drawn(self._person(request), session)
        except TOLD as error:
            return session, [_notice(error)]

    def name_session(self, session: str, request: gr.Request) -> Any:
        """The conversation by its title among the person's, once it has one."""
        try:
            listed = self._listed(self._person(request))
            return gr.update(choices=listed, value=session if any(session == each for _, each in listed) else None)
        except ShownToPerson:
            return gr.update()

    def ask(self, text: str, session: str, request: gr.Request) -> Iterator[Talk]:
        """The person typed: a question, or free words in reply to the question that was just put."""
        try:
            person = self._person(request)
            yield from self._run(person, (text, session, self._reply_to(person, session)), text)
        except TOLD as error:
            yield text, [_notice(error)]

    def ask_suggested(self, session: str, event: gr.SelectData, request: gr.Request) -> Iterator[Talk]:
        """The person took a suggestion."""
        yield from self._ask_anew(str(event.value["text"]), session, request)

    def retry(self, session: str, talk: list[Message], event: gr.RetryData, request: gr.Request) -> Iterator[Talk]:
        """The same question once more, as things are now."""
        try:
            turns = self._conversations.turns(self._person(request), session)
        except TOLD as error:
            yield "", [_notice(error)]
            return
        yield from self._ask_anew(_original(turns, _turn_at(talk, _place(event.index))), session, request)

    def edit(self, session: str, event: gr.EditData, request: gr.Request) -> Iterator[Talk]:
        """A question put in other words; what was said before stays."""
        yield from self._ask_anew(html.unescape(str(event.value)), session, request)

    def choose(self, session: str, event: gr.SelectData, request: gr.Request) -> Iterator[Talk]:
        """The person pressed a button: one of a question's, of what else was meant, or the questions that somebody shared."""
        value = str(event.value)
        if value.startswith(SHARED):
            for text in shared_questions(value.removeprefix(SHARED)):
                yield from self._ask_anew(text, session, request)
        else:
            yield from self._answer(value, session, request)

    def _answer(self, value: str, session: str, request: gr.Request) -> Iterator[Talk]:
        """A button's value names the stored question, or the alternatives, and the option."""
        asked, _, option_id = value.partition("/")
        try:
            person = self._person(request)
            label = label_of(self._conversations.turns(person, session), asked, option_id)
            yield from self._run(person, (option_id, session, asked), label)
        except TOLD as error:
            yield "", [_notice(error)]

    def share(self, session: str, request: gr.Request) -> Any:
        """A link with the questions of a conversation, and nothing else of it: who opens it asks them with their own rights."""
        person = self._own(request, lambda who: None)
        link = link_to(self._conversations.turns(person, session))
        if link is None:
            raise gr.Error("Ask something first; then there is a question to share.", print_exception=False)
        return gr.update(value=link, visible=True)

    def stop(self, session: str, request: gr.Request) -> None:
        """End what runs in this conversation; the run says so itself."""
        try:
            person = self._person(request)
        except TOLD as error:
            raise gr.Error(str(error), print_exception=False) from error
        running = self._running.get((person.tenant, person.email, session))
        if running is None:
            gr.Info(NOTHING_STOPS)
        else:
            self._conversations.runs.cancel(running)

    def rate(self, session: str, talk: list[Message], event: gr.LikeData, request: gr.Request) -> None:
        """A thumb for one answer."""
        self._feedback(session, _turn_at(talk, _place(event.index)), request, rating="up" if event.liked else "down")

    def attach(self, name: str, text: str, session: str, request: gr.Request) -> list[Message]:
        """A list of people becomes part of the conversation; the browser read it, and nothing of it goes to Gradio's own folders."""
        person = self._own(request, lambda who: self._conversations.attach(who, session, name, text))
        return self._drawn(person, session)

    def comment(self, session: str, text: str, request: gr.Request) -> str:
        """Words about the newest answer."""
        self._feedback(session, -1, request, comment=text)
        return ""

    def rename(self, session: str, title: str, request: gr.Request) -> tuple[Any, str]:
        """Give the conversation a title."""
        person = self._own(request, lambda who: self._conversations.rename(who, session, title))
        return gr.update(choices=self._listed(person), value=session), ""

    def delete(self, session: str, request: gr.Request) -> tuple[str, Any, list[Message]]:
        """Delete the conversation for good."""
        person = self._own(request, lambda who: self._conversations.delete(who, session))
        return uuid.uuid4().hex, gr.update(choices=self._listed(person), value=None), []

    def find(self, text: str, request: gr.Request) -> Any:
        """The conversations in which something was said, best first; without words, all."""
        person = self._own(request, lambda who: None)
        return gr.update(choices=self._found(person, text) if text.strip() else self._listed(person), value=None)

    def _own(self, request: gr.Request, act: Callable[[Asker], object]) -> Asker:
        """Does something as the person of the request; what they did wrong is shown to them."""
        try:
            person = self._person(request)
            act(person)
        except TOLD as error:
            raise gr.Error(str(error), print_exception=False) from error
        return person

    def _feedback(self, session: str, turn: int, request: gr.Request, **said: str) -> None:
        self._own(request, lambda person: self._conversations.feedback(person, session, turn, **said))
        gr.Info("Thank you, it is kept.")

    def _ask_anew(self, text: str, session: str, request: gr.Request) -> Iterator[Talk]:
        try:
            yield from self._run(self._person(request), (text, session, None), text)
        except TOLD as error:
            yield "", [_notice(error)]

    def _run(self, person: Asker, words: Words, shown: str) -> Iterator[Talk]:
        yield from self._follow(person, self._conversations.begin(person, Said(*words)), shown)

    def _under_way(self, person: Asker) -> list[Run]:
        try:
            return self._conversations.runs.under_way(person)
        except StoreUnavailable:        # what is kept can be looked at without it
            return []

    def _go_on(self, person: Asker, run: Run) -> Iterator[Opened]:
        said, same = label_of(self._conversations.turns(person, run.session), str(run.reply_to), run.text), gr.skip()
        for _, talk in self._follow(person, run, said):
            yield same, same, same, talk, same

    def _follow(self, person: Asker, run: Run, shown: str) -> Iterator[Talk]:
        """A run, drawn as it happens. It goes on where the page has gone, and stands in the history then."""
        turns, files = self._conversations.turns(person, run.session), self._conversations.attached(person, run.session)
        before = shown_by_gradio([*past(turns, run.session, files), said_by_person(shown)])
        drawing, name = Drawing(), (person.tenant, person.email, run.session)
        self._running[name] = run
        try:
            yield "", before
            for event in self._conversations.runs.follow(run):
                drawing.add(event)
                yield "", [*before, *shown_by_gradio(drawing.messages)]
            drawing.kept(run.session, self._conversations.turns(person, run.session))
            yield "", [*before, *shown_by_gradio(drawing.messages)]
        finally:
            self._running.pop(name, None)

    def _person(self, request: gr.Request) -> Asker:
        return self._sign_in.on_page(Caller.of(request.client.host, request.headers.items(), dict(request.cookies)))

    def _reply_to(self, person: Asker, session: str) -> str | None:
        put = just_asked(self._conversations.turns(person, session))
        return next((q.id for q in self._conversations.open_questions(person, session) if q.id == put), None)

    def _listed(self, person: Asker) -> list[tuple[str, str]]:
        return [_choice(one) for one in self._conversations.listed(person)[:_MOST_SESSIONS]]

    def _found(self, person: Asker, text: str) -> list[tuple[str, str]]:
        known = {one.id: one for one in self._conversations.listed(person)}
        hits = dict.fromkeys(hit.session for hit in self._conversations.search(person, text))
        return [_choice(known[session]) for session in hits if session in known]

    def _drawn(self, person: Asker, session: str) -> list[Message]:
        talks = self._conversations
        found = whole(talks.turns(person, session), talks.open_questions(person, session), session, talks.attached(person, session))
        return shown_by_gradio(found)


def ways(*, is_operator: bool) -> str:
    """The ways to the other pages, as Markdown."""
    return " · ".join(f"[{name}]({to})" for to, name in ways_of(is_operator)[1:])


def _choice(session: Session) -> tuple[str, str]:
    return f"{session.title} · {session.last:%d %b}", session.id


def _place(index: Any) -> int:
    return int(index[0] if isinstance(index, list | tuple) else index)


def _turn_at(talk: Sequence[Mapping[str, Any]], place: int) -> int:
    """The number of the turn to which the message at this place belongs: each begins with what the person said."""
    return len([message for message in talk[: place + 1] if message["role"] == "user"]) - 1


def _original(turns: Sequence[Mapping[str, Any]], number: int) -> str:
    """The words of a turn; of one that replied to a question, those of the question that was asked first."""
    while number > 0 and turns[number].get("reply_to"):
        number -= 1
    return str(turns[number]["question"]) if 0 <= number < len(turns) else ""


def _notice(error: Exception) -> Message:
    return {"role": "assistant", "content": escape(error)}
