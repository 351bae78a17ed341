"""The chat page (Gradio), mounted beside the API: a thin client of `ui.conversation`.

Gradio is a front end here and no security boundary; what its handlers hold to is said in `ui/chat/handlers.py`.
"""

import asyncio
from collections.abc import Callable
from importlib import resources
from typing import Any

import gradio as gr
from starlette.exceptions import HTTPException

from ui.access import Tenants
from ui.api.refusals import refuse_http
from ui.chat import steps
from ui.chat.checked import Checked
from ui.chat.handlers import Handlers
from ui.chat.watching import Watching
from ui.conversation import Conversations
from ui.sign_in import SignIn

_AT_ONCE = 16                           # runs that are drawn at the same time
_LOOK_SECONDS = 0.02                    # how often Gradio's queue is looked at
_HEAD = """<link rel="stylesheet" href="/look.css">
<script>SCRIPT</script>
<style>
.gradio-container {width: 100%; max-width: 60rem !important; margin: 0 auto !important; padding: 8px 12px !important;}
#head h1 {font-size: 1.25rem; margin: 0;} #head p, #ways p {margin: 0;} #head p {color: var(--eg-quiet);}
#talk {border-width: 0 !important; background: transparent;} #talk button[aria-label="Clear"] {display: none;}
#talk .message {max-width: 100%; overflow-wrap: anywhere;}
#talk table {display: block; overflow-x: auto; max-width: 100%; padding: 0; border: 0 !important;}
#talk th[aria-sort] {cursor: pointer;} #talk th[aria-sort="ascending"]::after {content: " \\2191";}
#talk th[aria-sort="descending"]::after {content: " \\2193";}
#talk td, #talk th {padding: 6px 12px; overflow-wrap: break-word; word-break: normal;}
#ask-row button, #who-row button {border: 1px solid var(--eg-field) !important; white-space: nowrap;}
#talk .js-plotly-plot .modebar {display: none;}
#talk .thought-group {padding: 0 4px; margin: 2px 0; border: 0; background: transparent;} #talk .thought-group p {margin: 0;}
#talk .bubble-wrap {background: transparent;}
#talk img[src^="/answers/"] {display: block; width: 100%; max-width: 480px; min-height: 60px; height: auto;}
#talk .options {justify-content: start; margin-left: 0;} #talk .option {border: 1px solid var(--eg-field); max-width: 100%;}
#who-row input {padding-right: 28px; text-overflow: ellipsis;}
#ask-row, #who-row {align-items: end;} .desk-row {align-items: end !important;} #shared-link textarea {font-size: .8125rem;}
footer {display: none !important;}
@media (max-width: 480px) {
  .gradio-container, .gradio-container main, .gradio-container .main > .wrap {padding: 4px !important;}
  .gradio-container > .main {padding: 0 !important;}
  .gradio-container, .gradio-container .main, .gradio-container .wrap, .gradio-container .column, .gradio-container .row,
  .gradio-container .form, .gradio-container .block, .bubble-wrap,
  .message-row, .flex-wrap {min-width: 0 !important; max-width: 100% !important;}
  #ask-row > button {padding-left: 8px; padding-right: 8px;}
  #ask-row {flex-wrap: wrap; gap: 8px;} #ask-row > .form, #ask-row > .block {flex: 1 1 100% !important;} #ask-row > button {flex: 1 1 0 !important;}
  #who-row .form {flex: 1 1 100%;}
  #talk .message-row {margin: 6px 2px !important; width: calc(100% - 4px) !important;} #talk .message-content {overflow-x: auto;}
  #talk table {width: 100%; table-layout: fixed;}
}
</style>""".replace("SCRIPT", resources.files(__package__).joinpath("page.js").read_text("utf-8"))
_HINT = "Ask about people, customers, tickets or your own time off. Every answer names its sources and their age."
_PLAIN = "No language model is set here: questions are read in plain English, such as those below. With one, any wording and language is read."

# An address that nobody has is Gradio's to refuse; a KeyError is a handler that the page has not.
_REFUSING = {"exception_handlers": {HTTPException: refuse_http, KeyError: refuse_http}}
_QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}

# Everything Gradio would switch on by itself and that shows, keeps or sends more than this page (docs: surfaces).
MOUNTED: dict[str, Any] = {
    "footer_links": [], "run_history": False, "show_error": False, "enable_monitoring": False,
    "mcp_server": False, "pwa": False, "ssr_mode": False,
}
BLOCKS: dict[str, Any] = {"analytics_enabled": False, "title": "Evergraph", "fill_height": True}
CHATBOT: dict[str, Any] = {
    "sanitize_html": True, "allow_tags": False, "feedback_options": ("Like", "Dislike"), "buttons": ["copy"], "editable": "user",
    "allow_file_downloads": False, "latex_delimiters": [], "group_consecutive_messages": True,
    "autoscroll": False,
}


def mount(app: Any, tenants: Tenants, conversations: Conversations, sign_in: SignIn, *, has_model: bool) -> Any:
    """The app with the chat at `/`, which says once where no language model is set."""
    chat = Handlers(tenants, conversations, sign_in, Watching(conversations))
    hint = _HINT if has_model else f"{_HINT} {_PLAIN}"
    try:
        asyncio.get_running_loop()
    except RuntimeError:                # without a running loop Gradio makes some of its own and never closes them
        return asyncio.run(_mounted_soon(app, chat, hint))
    return _mounted(app, chat, hint)


async def _mounted_soon(app: Any, chat: Handlers, hint: str) -> Any:
    return _mounted(app, chat, hint)


def _mounted(app: Any, chat: Handlers, hint: str) -> Any:
    page = _page(chat, hint)
    page.queue(api_open=False, default_concurrency_limit=_AT_ONCE)
    page._queue.sleep_when_free = _LOOK_SECONDS         # else Gradio looks a thousand times a second, also while nobody asks
    theme = gr.themes.Default(font=["system-ui", "sans-serif"], font_mono=["monospace"])
    return gr.mount_gradio_app(app, page, path="/", theme=theme, head=_HEAD, app_kwargs=_REFUSING, **MOUNTED)


def _page(handlers: Handlers, hint: str) -> Any:
    with Checked(**BLOCKS) as page:
        parts: dict[str, Any] = {name: gr.Textbox("", visible=False) for name in ("shared", "file_name", "file_text")}
        parts |= {name: gr.Textbox("", visible="hidden") for name in ("session", "known", "said", "unsent", "left")}
        parts["drawn"] = gr.HTML(visible="hidden", html_template="", js_on_load="watch('value', () => trigger('change'))")
        gr.Markdown(f"# Evergraph\n\n{hint}", elem_id="head", container=False)
        parts["ways"] = gr.Markdown(elem_id="ways", container=False)
        with gr.Row(elem_id="who-row"):
            parts["people"] = gr.Dropdown([], label="You are", interactive=True, min_width=140)
            parts["sessions"] = gr.Dropdown([], label="Conversation", interactive=True, min_width=140)
            parts["fresh"] = gr.Button("New conversation", min_width=170, scale=0, size="md")
        parts["talk"] = gr.Chatbot(label="Conversation", show_label=False, elem_id="talk", scale=1, min_height=220, height="60dvh", **CHATBOT)
        with gr.Row(elem_id="ask-row"):
            parts["box"] = gr.Textbox(label="Your question", placeholder="How many vacation days do I have remaining?", lines=1, max_lines=5,
                                      scale=4, min_width=160, autofocus=True, buttons=[])
            parts["send"] = gr.Button("Ask", variant="primary", min_width=72, scale=0)
            parts["stop"] = gr.Button("Stop", min_width=72, scale=0)
            parts["attach"] = gr.Button("Attach a list", min_width=140, scale=0)
        with gr.Accordion("Find, rename or delete a conversation; comment on an answer; share", open=False):
            parts |= _desk()
        _connect(page, handlers, parts)
        _connect_desk(handlers, parts)
    return page


def _desk() -> dict[str, Any]:
    """What one does with conversations, less often than asking."""
    parts: dict[str, Any] = {}
    for name, label, action in (("find", "Words that were said", "Find"), ("rename", "Title of this conversation", "Rename"),
                                ("comment", "Comment on the last answer", "Send")):
        with gr.Row(elem_classes="desk-row"):
            parts[f"{name}_text"] = gr.Textbox(label=label, lines=1, scale=4, min_width=160, buttons=[])
            parts[name] = gr.Button(action, min_width=104, scale=0)
    parts["share"] = gr.Button("Share what I asked", size="sm")
    parts["link"] = gr.Textbox(label="Whoever opens this link asks the same with their own rights. Your answers are not in it.", visible=False,
                               interactive=True, lines=2, elem_id="shared-link", buttons=[])
    parts["delete"] = gr.Button("Delete this conversation", variant="stop", size="sm")
    return parts


def _connect(page: Any, handlers: Handlers, parts: dict[str, Any]) -> None:
    session, talk, box, drawn, sessions = (parts[name] for name in ("session", "talk", "box", "drawn", "sessions"))
    asks: dict[str, Any] = {"outputs": [drawn, parts["unsent"]], "trigger_mode": "multiple", **_QUIET}        # also while an answer is under way
    drawn.change(None, [drawn, session, parts["known"]], [session, talk, sessions], js=steps.SHOW)
    page.load(handlers.open_page, [parts["shared"]], [parts["people"], sessions, drawn, parts["ways"]], js=steps.SHARED_QUESTIONS, **_QUIET)
    page.load(handlers.suggest, None, [talk], **_QUIET)
    _list(page.load, handlers, parts)
    parts["people"].input(None, [parts["people"]], None, js=steps.PICK)
    sessions.input(None, [sessions, session], [session, talk], js=steps.OPEN).success(
        handlers.open_session, [session], [drawn], trigger_mode="multiple", **_QUIET)
    parts["fresh"].click(None, None, [session, sessions, talk], js=steps.FRESH)
    asked = (
        gr.on([box.submit, parts["send"].click], None, [box, session], [parts["said"], box, session], js=steps.SAY).success(
            handlers.ask, [parts["said"], session], **asks),
        talk.option_select(handlers.choose, [session], **asks),
        talk.example_select(handlers.ask_suggested, [session], **asks),
        talk.retry(handlers.retry, [session, talk], **asks),
        talk.edit(handlers.edit, [session], **asks),
    )
    for each in asked:
        _list(each.then(None, [parts["unsent"], box], [box], js=steps.GIVE_BACK).then, handlers, parts)
    talk.like(handlers.rate, [session, talk], None, **_QUIET)
    parts["attach"].click(handlers.attach, [parts["file_name"], parts["file_text"], session], [drawn], js=steps.READ_FILE,
                          trigger_mode="multiple", **_QUIET)
    parts["stop"].click(handlers.stop, [session], None, queue=False, **_QUIET)


def _connect_desk(handlers: Handlers, parts: dict[str, Any]) -> None:
    session, sessions = parts["session"], parts["sessions"]
    gr.on([parts["find"].click, parts["find_text"].submit], handlers.find, [parts["find_text"]], [sessions], **_QUIET)
    renamed = gr.on([parts["rename"].click, parts["rename_text"].submit], handlers.rename, [session, parts["rename_text"]],
                    [parts["rename_text"]], **_QUIET)
    _list(renamed.success, handlers, parts)
    gr.on([parts["comment"].click, parts["comment_text"].submit], handlers.comment, [session, parts["comment_text"]],
          [parts["comment_text"]], **_QUIET)
    parts["share"].click(handlers.share, [session], [parts["link"]], **_QUIET).then(
        None, [parts["link"]], [parts["link"]], js=steps.WHOLE_LINK)
    deleted = parts["delete"].click(None, [session], [parts["left"], session, sessions, parts["talk"]], js=steps.LEAVE).success(
        handlers.delete, [parts["left"]], None, **_QUIET)
    _list(deleted.then, handlers, parts)


def _list(after: Callable[..., Any], handlers: Handlers, parts: dict[str, Any]) -> None:
    """List the conversations anew; the one that is open by then is marked."""
    listed = after(handlers.list_sessions, None, [parts["sessions"], parts["known"]], **_QUIET)
    listed.then(None, [parts["known"], parts["session"]], [parts["sessions"]], js=steps.MARK)
