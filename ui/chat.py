"""The chat page (Gradio), mounted beside the API with the operator's page: a thin client of `ui.conversation`.

Gradio is a front end here and no security boundary: every handler takes the person from the request, the
conversation lives on the server, and what the browser sends back of it is never believed.
"""

import asyncio
import uuid
from collections.abc import Iterator
from typing import Any

import gradio as gr
from starlette.requests import Request
from starlette.responses import RedirectResponse

from kg.errors import ShownToPerson
from ui import operator_page
from ui.access import PERSON_COOKIE, Asker, Caller, Tenants, asker, check_operator
from ui.conversation import Conversations
from ui.drawing import Drawing, Message, escape, just_asked, past, said_by_person, whole
from ui.operations import Operations
from ui.operator_page import OperatorHandlers

_MOST_SESSIONS = 20
_AT_ONCE = 16                           # runs that are drawn at the same time
_PICK = """async (email) => {
  await fetch("/api/person", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({email})});
  window.location.assign("/");
}"""
_HEAD = """<style>
.gradio-container {max-width: 860px !important; margin: 0 auto !important; padding: 12px !important;}
#head h1 {font-size: 1.25rem; margin: 0;} #head p {margin: 0; opacity: .75;}
#talk {border-width: 0 !important; background: transparent;} #talk button[aria-label="Clear"] {display: none;}
#talk .message {max-width: 100%; overflow-wrap: anywhere;} #talk table {display: block; overflow-x: auto; max-width: 100%;}
#ask-row, #who-row {align-items: end;}
footer {display: none !important;}
@media (max-width: 480px) {
  .gradio-container {padding: 4px !important;} .gradio-container .main > .wrap {padding: 4px !important;}
  .gradio-container, .gradio-container .main, .gradio-container .wrap, .gradio-container .column, .gradio-container .row,
  .gradio-container .form, .gradio-container .block, .bubble-wrap,
  .message-row, .flex-wrap {min-width: 0 !important; max-width: 100% !important;}
  #ask-row {flex-wrap: nowrap;} #who-row .form {flex: 1 1 100%;}
  #talk .message-row {margin: 6px 2px !important; width: calc(100% - 4px) !important;} #talk .message-content {overflow-x: auto;}
  #talk table {width: 100%; table-layout: fixed;}
}
</style>"""
_HINT = "Ask about people, customers, tickets or your own time off. Every answer names its sources and their age."

# Everything Gradio would switch on by itself and that shows, keeps or sends more than this page (docs: surfaces).
MOUNTED: dict[str, Any] = {
    "footer_links": [], "run_history": False, "show_error": False, "enable_monitoring": False,
    "mcp_server": False, "pwa": False, "ssr_mode": False,
}
BLOCKS: dict[str, Any] = {"analytics_enabled": False, "title": "Evergraph", "fill_height": True}
CHATBOT: dict[str, Any] = {
    "sanitize_html": True, "allow_tags": False, "feedback_options": None, "buttons": ["copy"],
    "allow_file_downloads": False, "latex_delimiters": [], "group_consecutive_messages": True,
}


def mount(app: Any, tenants: Tenants, conversations: Conversations, operations: Operations, token: str) -> Any:
    """The app with the operator's page, and the chat at `/`."""
    pages = Handlers(tenants, conversations, token), OperatorHandlers(tenants, operations, token)
    try:
        asyncio.get_running_loop()
    except RuntimeError:                # without a running loop Gradio makes some of its own and never closes them
        return asyncio.run(_mounted_soon(app, *pages))
    return _mounted(app, *pages)


async def _mounted_soon(app: Any, chat: "Handlers", operators: OperatorHandlers) -> Any:
    return _mounted(app, chat, operators)


def _mounted(app: Any, chat: "Handlers", operators: OperatorHandlers) -> Any:
    pages = ((operator_page.PATH, operator_page.operator_page(operators, BLOCKS), operator_page.HEAD), ("/", _page(chat), _HEAD))
    app.add_route(operator_page.PATH, _with_slash)
    for path, page, head in pages:      # the chat last: its path holds every other
        page.queue(api_open=False, default_concurrency_limit=_AT_ONCE)
        theme = gr.themes.Default(font=["system-ui", "sans-serif"], font_mono=["monospace"])
        app = gr.mount_gradio_app(app, page, path=path, theme=theme, head=head, **MOUNTED)
    return app


def _with_slash(request: Request) -> RedirectResponse:
    """Below a path that holds every other, nobody else adds the slash."""
    return RedirectResponse(f"{request.url.path}/")


class Handlers:
    """What the page does when a person does something. Each checks the person anew."""

    def __init__(self, tenants: Tenants, conversations: Conversations, token: str) -> None:
        self._tenants = tenants
        self._conversations = conversations
        self._token = token

    def open_page(self, request: gr.Request) -> tuple[Any, Any, str, list[Message]]:
        """On load: who may be chosen, the person's sessions, and the newest one as the server holds it."""
        try:
            person = self._person(request)
        except ShownToPerson as error:
            return gr.update(visible=False), gr.update(visible=False), "", [_notice(error)]
        people = sorted(p.email for tenant in self._tenants.all() for p in tenant.company.people)
        sessions = self._sessions(person)
        newest = sessions[0][1] if sessions else uuid.uuid4().hex
        return (gr.update(choices=people, value=person.email), gr.update(choices=sessions, value=newest if sessions else None),
                newest, self._drawn(person, newest))

    def open_session(self, session: str, request: gr.Request) -> tuple[str, list[Message]]:
        """Another conversation, as the server holds it."""
        try:
            return session, self._drawn(self._person(request), session)
        except ShownToPerson as error:
            return session, [_notice(error)]

    def new_session(self) -> tuple[str, None, list[Message]]:
        """A fresh conversation; it is kept from its first question on."""
        return uuid.uuid4().hex, None, []

    def ask(self, text: str, session: str, request: gr.Request) -> Iterator[tuple[str, list[Message]]]:
        """The person typed: a question, or free words in reply to the question that was just put."""
        try:
            person = self._person(request)
            yield from self._run(person, (text, session, self._reply_to(person, session)), text)
        except ShownToPerson as error:
            yield text, [_notice(error)]

    def choose(self, session: str, event: gr.SelectData, request: gr.Request) -> Iterator[tuple[str, list[Message]]]:
        """The person pressed one of a question's buttons; its value names the stored question and the option."""
        question_id, _, option_id = str(event.value).partition("/")
        try:
            person = self._person(request)
            asked = [q for q in self._conversations.open_questions(person, session) if q.id == question_id]
            labels = {option["id"]: option["label"] for question in asked for option in question.options}
            yield from self._run(person, (option_id, session, question_id), labels.get(option_id, option_id))
        except ShownToPerson as error:
            yield "", [_notice(error)]

    def _run(self, person: Asker, words: tuple[str, str, str | None], shown: str) -> Iterator[tuple[str, list[Message]]]:
        ask = self._conversations.check(person, *words)
        before = [*past(self._conversations.turns(person, ask.session)), said_by_person(shown)]
        drawing = Drawing()
        yield "", before
        for event in self._conversations.events(person, ask):
            drawing.add(event)
            yield "", [*before, *drawing.messages]

    def _person(self, request: gr.Request) -> Asker:
        caller = Caller(request.client.host, {k.lower(): v for k, v in dict(request.headers).items()}, dict(request.cookies))
        check_operator(caller, self._tenants, self._token)
        first = next((p.email for tenant in self._tenants.all() for p in tenant.company.people), "")
        return asker(self._tenants, caller.cookies.get(PERSON_COOKIE) or first)

    def _reply_to(self, person: Asker, session: str) -> str | None:
        put = just_asked(self._conversations.turns(person, session))
        return next((q.id for q in self._conversations.open_questions(person, session) if q.id == put), None)

    def _sessions(self, person: Asker) -> list[tuple[str, str]]:
        newest = self._conversations.sessions(person)[::-1][:_MOST_SESSIONS]
        return [(self._title(person, session), session) for session in newest]

    def _title(self, person: Asker, session: str) -> str:
        first = next(iter(self._conversations.turns(person, session)), {})
        return str(first.get("question") or session)[:60]

    def _drawn(self, person: Asker, session: str) -> list[Message]:
        return whole(self._conversations.turns(person, session), self._conversations.open_questions(person, session))


def _notice(error: Exception) -> Message:
    return {"role": "assistant", "content": escape(error)}


def _page(handlers: Handlers) -> Any:
    with gr.Blocks(**BLOCKS) as page:
        session = gr.State("")
        gr.Markdown(f"# Evergraph\n\n{_HINT}", elem_id="head", container=False)
        with gr.Row(elem_id="who-row"):
            people = gr.Dropdown([], label="You are", interactive=True, min_width=140)
            sessions = gr.Dropdown([], label="Conversation", interactive=True, min_width=140)
            fresh = gr.Button("New conversation", min_width=170, scale=0, size="md")
        talk = gr.Chatbot(label="Conversation", show_label=False, elem_id="talk", scale=1, min_height=220, height="60dvh", **CHATBOT)
        with gr.Row(elem_id="ask-row"):
            box = gr.Textbox(label="Your question", placeholder="How many vacation days do I have remaining?", lines=1, max_lines=5,
                             scale=4, min_width=160, autofocus=True, buttons=[])
            send = gr.Button("Ask", variant="primary", min_width=72, scale=0)
        _connect(page, handlers, (session, people, sessions, fresh, talk, box, send))
    return page


def _connect(page: Any, handlers: Handlers, parts: tuple[Any, ...]) -> None:
    session, people, sessions, fresh, talk, box, send = parts
    hidden: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
    page.load(handlers.open_page, None, [people, sessions, session, talk], **hidden)
    people.input(None, [people], None, js=_PICK)
    sessions.input(handlers.open_session, [sessions], [session, talk], **hidden)
    fresh.click(handlers.new_session, None, [session, sessions, talk], **hidden)
    gr.on([box.submit, send.click], handlers.ask, [box, session], [box, talk], **hidden)
    talk.option_select(handlers.choose, [session], [box, talk], **hidden)
