"""What the chat does when a person does something. Each handler takes the person from the request and checks anew.

The conversation lives on the server: what the browser sends back of it says at most which of the person's own turns is meant.
"""

import html
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

import gradio as gr

from kg.errors import ShownToPerson, StoreUnavailable
from ui.actions.sharing import Sharing
from ui.answers.drawing import ASKS, just_asked
from ui.answers.messages import Message
from ui.asking.conversation import Conversations, PersonMessage
from ui.chat import side
from ui.chat.sharing import SHARED, link_to, link_to_one, offered_by, shared_questions
from ui.chat.watching import Bell, Page, Watching
from ui.chat.welcome import welcomed
from ui.sign_in.access import Asker, Caller, Tenants, is_operator
from ui.sign_in.ways import PAGE, SignIn
from ui.text.addresses import shared_at
from ui.text.habits import ZONE_COOKIE, habits_of
from ui.text.markdown import escape
from ui.text.words import LANGUAGE_COOKIE, read_as, say

T = TypeVar("T")
_DEED = "x-evergraph-deed"              # the number of what a person did, as their page sends it (ui/chat/sending.js)
_NUMBER = re.compile(r"[0-9]{1,15}")
_SHORTLY = 3                            # seconds that a word of thanks stands there
TOLD = (ShownToPerson, StoreUnavailable)                # what goes wrong and is shown, instead of breaking the page

Words = tuple[str, str, str | None]     # what is said, in which session, in reply to which stored question
Asked = tuple[Any, str]                 # a drawing, and the words that were not taken, to be given back
Opened = tuple[str, Any]                # the ways to other pages with who is signed in, a drawing


class Handlers:
    """The handlers of one application."""

    def __init__(self, tenants: Tenants, conversations: Conversations, sign_in: SignIn, watching: Watching, sharing: Sharing) -> None:
        self._tenants = tenants
        self._conversations = conversations
        self._sign_in = sign_in
        self._watching = watching
        self._sharing = sharing

    def open_page(self, shared: str, wanted: str, request: gr.Request) -> Iterator[Opened | Bell]:
        """On load: who this is, the ways to other pages, and a conversation as the server holds it: that of the address, else the person's newest.

        What is under way in it is followed to its end: the page may be opened anew because the server was away.
        `shared`: questions out of a link that somebody shared; they wait in a new conversation until the person asks them. `wanted`: the session
        that the address names; another person's is an empty one here.
        """
        try:
            person = self._person(request)
        except TOLD as error:
            way = PAGE if self._sign_in.provider is not None else None
            yield side.ways(None, way), self._watching.drawn("", [_notice(error)])
            return
        around = side.ways(side.Reader(person.email, is_operator(self._tenants, person), self._sign_in.has_demo))
        offered = offered_by(shared)
        drawings = [self._watching.drawn(uuid.uuid4().hex, offered)] if offered else self.open_session(wanted or self._newest(person), request)
        drawing = None
        for drawing in drawings:        # each tells all anew: Gradio's page makes one output out of the one before, also of one not shown yet
            yield drawing if isinstance(drawing, Future) else (around, drawing)
        if drawing is None:             # something was asked meanwhile, which draws the page from here on
            yield around, gr.skip()

    def suggest(self, request: gr.Request) -> Iterator[Any]:
        """What stands in an empty conversation: what is here to be asked, and, once they are found, questions that this person can try."""
        try:
            person = self._person(request)
            greeting = welcomed(person.email, self._conversations.welcome(person), _page(request).habits)
            yield gr.update(placeholder=greeting)
            found = self._conversations.suggestions(person)
        except TOLD:
            yield gr.update(examples=[])
            return
        yield gr.update(placeholder=greeting, examples=[{"text": text} for text in found])

    def open_session(self, session: str, request: gr.Request) -> Iterator[Any]:
        """Another conversation, as the server holds it, with what is under way in it."""
        try:
            yield from self._watching.watch(self._person(request), session, _page(request))
        except TOLD as error:
            yield self._watching.drawn(session, [_notice(error)])

    def list_sessions(self, request: gr.Request) -> Any:
        """The person's conversations by the day on which each was used last."""
        try:
            return self._listed(self._person(request), request)
        except TOLD:
            return gr.skip()

    def find(self, words: str, request: gr.Request) -> Any:
        """The conversations in which something was said, best first, with the words; without words, all."""
        return self._own(request, lambda who: self._found(who, words) if words.strip() else self._listed(who, request))

    def ask(self, text: str, session: str, request: gr.Request) -> Iterator[Asked | Bell]:
        """The person typed: a question, or free words in reply to the question that was just put."""
        try:
            reply_to = self._reply_to(self._person(request), session)
        except TOLD as error:
            gr.Warning(str(error))
            yield gr.skip(), text
            return
        yield from self._run((text, session, reply_to), request)

    def ask_suggested(self, session: str, event: gr.SelectData, request: gr.Request) -> Iterator[Asked | Bell]:
        """The person took a suggestion."""
        yield from self._run((str(event.value["text"]), session, None), request)

    def again(self, session: str, turn: str, said: str, request: gr.Request) -> Iterator[Asked | Bell]:
        """The same question once more, as things are now; one that came to nothing, in the words that stand there."""
        kept = self._own(request, lambda who: self._conversations.talk(who, session))
        first = _original(kept.until(turn))
        words = str(first["question"]) if first else said
        yield from self._run((words, session, None), request, instead_of=first.get("id") if first else None)

    def edit(self, session: str, talk: list[Message], event: gr.EditData, request: gr.Request) -> Iterator[Asked | Bell]:
        """A question put in other words, in its place: what came after it is kept with the words that it was put in before."""
        kept, turn = self._own(request, lambda who: self._conversations.talk(who, session)), _turn_at(talk, _place(event.index))
        yield from self._run((html.unescape(_text_of(event.value)), session, None), request, instead_of=turn if kept.beside(turn) else None)

    def version(self, session: str, turn: str, request: gr.Request) -> Iterator[Any]:
        """Another version of a question, with what came after it."""
        self._own(request, lambda who: self._conversations.show(who, session, turn))
        yield from self.open_session(session, request)

    def choose(self, session: str, value: str, request: gr.Request) -> Iterator[Asked | Bell]:
        """The person pressed a button: one of a question's, of what else was meant or can be asked, or what somebody shared."""
        if value.startswith(SHARED):
            for text in shared_questions(value.removeprefix(SHARED)):
                yield from self._run((text, session, None), request)
        elif value.startswith(ASKS):
            yield from self._run((value.removeprefix(ASKS), session, None), request)
        else:                           # it names the stored question, or the alternatives, and the option
            asked, _, option_id = value.partition("/")
            yield from self._run((option_id, session, asked), request)

    def share(self, session: str, turn: str, request: gr.Request) -> Any:
        """A link with the questions of a conversation, or that of one turn, and nothing else: who opens it asks them with their own rights."""
        talk = self._own(request, lambda who: self._conversations.talk(who, session))
        link = link_to_one(talk.turns[turn]) if turn in talk.turns else link_to(talk.shown)
        if link is None:
            raise gr.Error(say("Ask something first; then there is a question to share."), print_exception=False)
        return link

    def share_answer(self, session: str, turn: str, request: gr.Request) -> Any:
        """The address at which others of the company open the answer of a turn, with their own rights."""
        return shared_at(self._own(request, lambda who: self._sharing.begin(who, session, turn)).id)

    def stop(self, session: str, request: gr.Request) -> None:
        """End what is answered in this conversation; the run says so itself. What waits behind it is asked next."""
        running = self._own(request, lambda who: self._watching.under_way(who, session))
        if not running:
            gr.Info(say("Nothing is running."))
        else:
            self._conversations.runs.cancel(running[0])

    def rate(self, session: str, turn: str, rating: str, request: gr.Request) -> None:
        """A thumb for one answer."""
        self._feedback(session, turn, request, rating=rating)

    def attach(self, name: str, text: str, session: str, request: gr.Request) -> Iterator[Any]:
        """A list of people becomes part of the conversation; the browser read it, and nothing of it goes to Gradio's own folders."""
        self._own(request, lambda who: self._conversations.attach(who, session, name, text))
        yield from self.open_session(session, request)

    def comment(self, session: str, turn: str, text: str, request: gr.Request) -> Iterator[Any]:
        """Words about the answer of a turn, beside which they stand from now on."""
        self._feedback(session, turn, request, comment=text)
        yield from self.open_session(session, request)

    def uncomment(self, session: str, turn: str, request: gr.Request) -> Iterator[Any]:
        """Delete these words."""
        self._own(request, lambda who: self._conversations.delete_comment(who, session, turn))
        yield from self.open_session(session, request)

    def rename(self, session: str, title: str, request: gr.Request) -> None:
        """Give the conversation a title."""
        self._own(request, lambda who: self._conversations.rename(who, session, title))

    def pin(self, session: str, words: str, request: gr.Request) -> None:
        """Let the conversation stay on top of the list, or no more. `words`: which of the two, by the name of what was pressed."""
        self._own(request, lambda who: self._conversations.pin(who, session, is_pinned=words == "pin"))

    def move(self, session: str, folder: str, request: gr.Request) -> None:
        """Put the conversation into a folder; without words take it out."""
        self._own(request, lambda who: self._conversations.move(who, session, folder))

    def delete(self, session: str, request: gr.Request) -> None:
        """Delete the conversation for good; the page has left it already, and the time to take that back is over."""
        self._own(request, lambda who: self._conversations.delete(who, session))

    def _own(self, request: gr.Request, act: Callable[[Asker], T]) -> T:
        """What comes of something that is done as the person of the request; what goes wrong is shown to them."""
        try:
            return act(self._person(request))
        except TOLD as error:
            raise gr.Error(str(error), print_exception=False) from error

    def _feedback(self, session: str, turn: str, request: gr.Request, **said: str) -> None:
        self._own(request, lambda person: self._conversations.feedback(person, session, turn, **said))
        gr.Info(say("Thank you, your feedback is saved."), duration=_SHORTLY)

    def _run(self, words: Words, request: gr.Request, instead_of: str | None = None) -> Iterator[Asked | Bell]:
        """Have it worked on, after what is under way in the conversation, and draw it; what is refused is said beside the conversation."""
        try:
            person = self._person(request)
            run = self._conversations.begin(person, PersonMessage(*words, instead_of=instead_of))
            for drawing in self._watching.watch(person, run.session, _page(request), run):
                yield drawing if isinstance(drawing, Future) else (drawing, "")
        except TOLD as error:
            gr.Warning(str(error))
            yield gr.skip(), "" if words[2] else words[0]

    def _newest(self, person: Asker) -> str:
        """The session in which something is under way, else the one that was used last, else a new one."""
        try:
            busy = [run.session for run in self._conversations.runs.under_way(person)[-1:]]
        except StoreUnavailable:        # what is kept can be looked at without it
            busy = []
        return next(iter([*busy, *(one.id for one in self._conversations.listed(person)[:1])]), uuid.uuid4().hex)

    def _person(self, request: gr.Request) -> Asker:
        return self._sign_in.on_page(Caller.of(request.client.host, request.headers.items(), dict(request.cookies)))

    def _reply_to(self, person: Asker, session: str) -> str | None:
        put = just_asked(self._conversations.talk(person, session).shown)
        return next((q.id for q in self._conversations.open_questions(person, session) if q.id == put), None)

    def _listed(self, person: Asker, request: gr.Request) -> str:
        today, day_of = self._conversations.today(person)
        habits = _page(request).habits.at(self._conversations.now(person))
        return side.chats(self._conversations.listed(person), today, day_of, habits)

    def _found(self, person: Asker, words: str) -> str:
        titles = {one.id: one.title for one in self._conversations.listed(person)}
        return side.hits(self._conversations.search(person, words), titles, words)


def _place(index: Any) -> int:
    return int(index[0] if isinstance(index, list | tuple) else index)


def _page(request: gr.Request) -> Page:
    languages = read_as(request.headers.get("accept-language", ""), request.cookies.get(LANGUAGE_COOKIE, ""))
    deed = request.headers.get(_DEED, "")
    return Page(str(request.session_hash), habits_of(languages, request.cookies.get(ZONE_COOKIE, "")), int(deed) if _NUMBER.fullmatch(deed) else 0)


def _text_of(value: Any) -> str:
    """The words of a message as Gradio gives them back: as text, or in parts."""
    parts = value if isinstance(value, list) else [value]
    return "".join(str(part.get("text", "") if isinstance(part, Mapping) else part) for part in parts)


def _turn_at(talk: Sequence[Mapping[str, Any]], place: int) -> str:
    """The id of the turn to which the message at this place belongs: each begins with what the person said."""
    said: Mapping[str, Any] = next((message for message in reversed(talk[: place + 1]) if message["role"] == "user"), {})
    return str((said.get("metadata") or {}).get("id") or "")


def _original(turns: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The last of these turns; where it replied to a question, the one that was asked first. None for no turns."""
    asked = (turn for number, turn in enumerate(reversed(turns), 1) if number == len(turns) or not turn.get("reply_to"))
    return next(asked, None)


def _notice(error: Exception) -> Message:
    return {"role": "assistant", "content": escape(error)}
