"""The chat page (Gradio), mounted beside the API: a thin client of `ui.asking.conversation`.

Gradio is a front end here and no security boundary; what its handlers hold to is said in `ui/chat/handlers.py`. The look is in `page.css`,
what the page does by itself in `page.js`, which names it offers in `names.js`, what it does when something cannot be sent in `sending.js`.
"""

import asyncio
from collections.abc import Callable
from importlib import resources
from typing import Any

import gradio as gr
from starlette.exceptions import HTTPException

from memory.attachments import ENDINGS, LARGEST
from ui.actions.sharing import Sharing
from ui.api.refusals import refuse_http
from ui.asking.conversation import Conversations
from ui.chat import frame, steps
from ui.chat.checked import Checked
from ui.chat.handlers import Handlers
from ui.chat.spoken import in_their_language as told
from ui.chat.watching import Watching
from ui.sign_in.access import Tenants
from ui.sign_in.ways import SignIn

_AT_ONCE = 1_000                        # events of pages at the same time: one that draws what is under way holds no thread meanwhile
_LOOK_SECONDS = 0.02                    # how often Gradio's queue is looked at


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


_SCRIPT = (_file("page.js") + _file("names.js") + _file("sending.js")).replace("ENDINGS", ",".join(ENDINGS)).replace("LARGEST", str(LARGEST))
_HEAD = f'<link rel="stylesheet" href="/look.css">\n<script src="/words.js"></script>\n<script>{_SCRIPT}</script>\n<style>{_file("page.css")}</style>'

# An address that nobody has is Gradio's to refuse; a KeyError is a handler that the page has not.
_REFUSING = {"exception_handlers": {HTTPException: refuse_http, KeyError: refuse_http}}
_OWN_LOOK: dict[str, Any] = {"apply_default_css": False}
_QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
_DEED: dict[str, Any] = {"trigger_mode": "multiple", **_QUIET}          # also while another of its kind is under way: Gradio would drop it

# Everything Gradio would switch on by itself and that shows, keeps or sends more than this page.
MOUNTED: dict[str, Any] = {
    "footer_links": [], "run_history": False, "show_error": False, "enable_monitoring": False,
    "mcp_server": False, "pwa": False, "ssr_mode": False,
}
BLOCKS: dict[str, Any] = {"analytics_enabled": False, "title": "Evergraph", "fill_height": True}
CHATBOT: dict[str, Any] = {
    "sanitize_html": True, "allow_tags": False, "buttons": [], "editable": "user",
    "allow_file_downloads": False, "latex_delimiters": [], "group_consecutive_messages": True,
    "autoscroll": False,
}


def mount(app: Any, tenants: Tenants, conversations: Conversations, sign_in: SignIn, sharing: Sharing) -> Any:
    """The app with the chat at `/`."""
    chat = Handlers(tenants, conversations, sign_in, Watching(conversations), sharing)
    try:
        asyncio.get_running_loop()
    except RuntimeError:                # without a running loop Gradio makes some of its own and never closes them
        return asyncio.run(_mounted_soon(app, chat))
    return _mounted(app, chat)


async def _mounted_soon(app: Any, chat: Handlers) -> Any:
    return _mounted(app, chat)


def _mounted(app: Any, chat: Handlers) -> Any:
    page = _page(chat)
    page.queue(api_open=False, default_concurrency_limit=None)
    page._queue.max_thread_count = _AT_ONCE             # which counts events, not threads
    page._queue.sleep_when_free = _LOOK_SECONDS         # else Gradio looks a thousand times a second, also while nobody asks
    theme = gr.themes.Default(font=["system-ui", "sans-serif"], font_mono=["monospace"])
    return gr.mount_gradio_app(app, page, path="/", theme=theme, head=_HEAD, app_kwargs=_REFUSING, **MOUNTED)


def _page(handlers: Handlers) -> Any:
    with Checked(**BLOCKS) as page:
        parts: dict[str, Any] = {name: gr.Textbox("", visible=False) for name in ("shared", "wanted", "file_name", "file_text")}
        parts |= {name: gr.Textbox("", visible="hidden") for name in ("session", "said", "unsent", "chosen", "turn", "words", "link")}
        parts["drawn"] = gr.HTML(visible="hidden", html_template="", js_on_load="watch('value', () => trigger('change'))")
        parts["does"] = gr.HTML(visible="hidden", html_template="", js_on_load=steps.DOES)
        gr.HTML(frame.skip_link() + frame.dialog() + frame.menu() + frame.keys() + frame.toast(), elem_id="eg-around", **_OWN_LOOK)
        with gr.Row(elem_id="eg-app"):
            with gr.Column(elem_id="eg-side", min_width=0):
                parts |= _side()
            with gr.Column(elem_id="eg-main", min_width=0):
                parts |= _talk()
        _connect(page, handlers, parts)
        _connect_side(page, handlers, parts)
    return page


def _side() -> dict[str, Any]:
    """New chat, search, conversations; below them the ways to other pages, the colours, and who is signed in."""
    gr.HTML(frame.head(), elem_id="eg-head", **_OWN_LOOK)
    gr.Button("New chat", elem_id="eg-new", elem_classes="eg-row")
    gr.HTML(frame.search(), elem_id="eg-search", **_OWN_LOOK)
    return {name: gr.HTML(elem_id=f"eg-{name}", **_OWN_LOOK) for name in ("list", "ways")}


def _talk() -> dict[str, Any]:
    """The conversation in one column, and below it where one writes."""
    gr.HTML(frame.top(), elem_id="eg-top", **_OWN_LOOK)
    talk = gr.Chatbot(label="Conversation", show_label=False, elem_id="talk", scale=1, height="100%", min_height=0, **CHATBOT)
    with gr.Column(elem_id="eg-composer", min_width=0):
        gr.HTML(frame.unsent() + frame.names(), elem_id="eg-kept", **_OWN_LOOK)
        box = gr.Textbox(label="Your question", placeholder="Ask about people, customers, tickets, invoices …", show_label=False,
                         container=False, lines=1, max_lines=8, autofocus=True, buttons=[], elem_id="eg-box")
        with gr.Row(elem_id="eg-tools"):
            gr.Button("Attach a list", elem_id="eg-attach", min_width=0, scale=0)
            parts = {name.lower(): gr.Button(name, elem_id=f"eg-{name.lower()}", min_width=0, scale=0) for name in ("Stop", "Ask")}
    return parts | {"talk": talk, "box": box}


def _connect(page: Any, handlers: Handlers, parts: dict[str, Any]) -> None:
    session, talk, box, drawn = (parts[name] for name in ("session", "talk", "box", "drawn"))
    asks: dict[str, Any] = {"outputs": [drawn, parts["unsent"]], **_DEED}
    drawn.change(None, [drawn], [session, talk], js=steps.SHOW)
    page.load(told(handlers.open_page), [parts["shared"], parts["wanted"]], [parts["ways"], drawn], js=steps.OPENED_WITH, **_QUIET)
    page.load(told(handlers.suggest), None, [talk], **_QUIET)
    asked = (
        gr.on([box.submit, parts["ask"].click], None, [box], [parts["said"], box, session], js=steps.SAY).success(
            told(handlers.ask), [parts["said"], session], **asks),
        parts["does"].choose(told(handlers.choose), [session, parts["words"]], js=steps.CHOICE, **asks),
        talk.example_select(told(handlers.ask_suggested), [session], **asks),
        parts["does"].again(told(handlers.again), [session, parts["turn"], parts["words"]], js=steps.AGAIN, **asks),
        talk.edit(told(handlers.edit), [session, talk], **asks),
    )
    for each in asked:
        _list(each.then(None, [parts["unsent"], box], [box], js=steps.GIVE_BACK).then, handlers, parts)
        _list(each.failure, handlers, parts)
    parts["does"].rate(told(handlers.rate), [session, parts["turn"], parts["words"]], None, js=steps.RATED, **_DEED)
    parts["stop"].click(told(handlers.stop), [session], None, queue=False, **_QUIET)


def _connect_side(page: Any, handlers: Handlers, parts: dict[str, Any]) -> None:
    session, does, chosen, words, talk, drawn = (parts[name] for name in ("session", "does", "chosen", "words", "talk", "drawn"))
    _list(page.load, handlers, parts)
    _whatever_comes(does.find(told(handlers.find), [words], [parts["list"]], js=steps.WORDS, **_QUIET), steps.FOUND)
    does.open(None, None, [session, talk], js=steps.OPEN).success(told(handlers.open_session), [session], [drawn], **_DEED)
    does.leave(None, None, [session, talk], js=steps.FRESH)
    of_list = {"rename": told(handlers.rename), "pin": told(handlers.pin), "move": told(handlers.move)}
    for name, handler in of_list.items():
        done = getattr(does, name)(handler, [chosen, words], None, js=steps.CHOSEN.format(name), **_DEED)
        _list(done.success, handlers, parts)
    deleted = does.forget(told(handlers.delete), [chosen], None, js=steps.FORGET, **_DEED)
    _list(deleted.success, handlers, parts).then(None, None, None, js=steps.FORGOTTEN)
    deleted.failure(None, None, None, js=steps.FORGOTTEN)
    does.comment(told(handlers.comment), [session, parts["turn"], words], [drawn], js=steps.ABOUT, **_DEED)
    of_turn = [session, parts["turn"]]
    does.uncomment(told(handlers.uncomment), of_turn, [drawn], js=steps.OF_TURN.format("uncomment"), **_DEED)
    for name, handler in {"offer": told(handlers.share), "hand": told(handlers.share_answer)}.items():
        linked = getattr(does, name)(handler, of_turn, [parts["link"]], js=steps.OF_TURN.format(name), **_DEED)
        linked.success(None, [parts["link"]], None, js=steps.OFFER_LINK)
    does.version(told(handlers.version), of_turn, [drawn], js=steps.OF_TURN.format("version"), **_DEED)
    does.attach(told(handlers.attach), [parts["file_name"], parts["file_text"], session], [drawn], js=steps.FILE, **_DEED)


def _whatever_comes(event: Any, step: str) -> None:
    """What the page does once an event is over; a failure is not followed by what comes `then`."""
    event.then(None, None, None, js=step)
    event.failure(None, None, None, js=step)


def _list(after: Callable[..., Any], handlers: Handlers, parts: dict[str, Any]) -> Any:
    """List the conversations anew; what is looked for is looked for again."""
    return after(told(handlers.list_sessions), None, [parts["list"]], trigger_mode="always_last", **_QUIET).then(None, None, None, js=steps.LISTED)
