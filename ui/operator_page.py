"""The operator's page (Gradio) at `/operator`: syncs, what is parked, and records that may be one. A thin client of `ui.operations`.

As in the chat, every handler takes the person from the request and checks the role anew; what the browser sends back of the
page is a choice among what the server offers, and is looked up there.
"""

from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

from kg.errors import BadInput, EvergraphError
from ui import board
from ui.access import Asker, Caller, NotOperator, Tenants, check_operator, is_operator
from ui.operations import Operations, Pair
from ui.sign_in import SignIn

PATH = "/operator"
_EVERYTHING = "everything"
_PICK = """async (email) => {
  await fetch("/api/person", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({email})});
  window.location.assign("/operator");
}"""
HEAD = """<link rel="stylesheet" href="/look.css">
<style>
.gradio-container {max-width: 1100px !important; margin: 0 auto !important; padding: 12px !important;}
h1 {font-size: 1.25rem !important;} h2 {font-size: 1.05rem !important; margin-top: 1rem !important;}
#syncs, #parked {overflow: auto; max-width: 100%; max-height: 70dvh;}
#syncs table, #parked table {margin: 0; width: 100%;}
#syncs td, #syncs th, #parked td, #parked th {white-space: normal; word-break: normal; padding: 6px 10px; vertical-align: top;}
#syncs td:nth-child(2), #parked td:nth-child(n+2) {overflow-wrap: anywhere;} #syncs td:nth-child(n+3) {white-space: nowrap;}
#syncs td:first-child, #syncs th, #parked th {overflow-wrap: normal;}
#pair table {table-layout: fixed; width: 100%;} #pair td {overflow-wrap: anywhere;} #pair td:first-child, #pair th:first-child {width: 5.5em;}
.acts {align-items: end !important;} .acts > button {white-space: nowrap; padding-inline: 10px;}
.gradio-container .secondary-wrap input {padding-right: 28px !important; text-overflow: ellipsis;}
footer {display: none !important;}
@media (max-width: 480px) {
  .gradio-container, .gradio-container main, .gradio-container .main > .wrap {padding: 4px !important;}
  .gradio-container, .gradio-container .main, .gradio-container .wrap, .gradio-container .column, .gradio-container .row,
  .gradio-container .form, .gradio-container .block {min-width: 0 !important; max-width: 100% !important;}
  #syncs td, #syncs th, #parked td, #parked th {padding: 4px 5px; font-size: 12px; line-height: 1.35;}
  #syncs td:nth-child(n+5), #syncs th:nth-child(n+5) {display: none;}
  .acts {flex-wrap: wrap;} .acts > .form, .acts > .block {flex: 1 1 100% !important;}
  .acts > button {flex: 1 1 auto !important; min-width: 0 !important;}
}
</style>"""

View = tuple[Any, ...]
Button = tuple[Any, Callable[..., View], list[Any] | None]
_HIDDEN: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
_PARTS = 11                             # of a view


class OperatorHandlers:
    """What the page does. Each handler checks the person and the role anew."""

    def __init__(self, tenants: Tenants, operations: Operations, sign_in: SignIn) -> None:
        self._tenants = tenants
        self._operations = operations
        self._sign_in = sign_in

    def open_page(self, request: gr.Request) -> View:
        """On load: who may be chosen, and everything as it is."""
        people: list[str] = []
        try:
            people = self._operators(_caller(request))
            person = self._person(request)
            return gr.update(choices=people, value=person.email), "", gr.update(visible=True), *self._view(person)
        except EvergraphError as error:
            return gr.update(choices=people, value=None), board.refusal(error), gr.update(visible=False), *_as_it_was()

    def refresh(self, request: gr.Request) -> View:
        """Everything as it is now."""
        return self._after(request, lambda person: None, "")

    def sync_now(self, what: str, request: gr.Request) -> View:
        """Have what changed read, of everything or one app."""
        return self._after(request, lambda person: self._sync(person, what, "delta"), "The workers read what changed.")

    def read_all(self, what: str, request: gr.Request) -> View:
        """Have every record read, of everything or one app."""
        return self._after(request, lambda person: self._sync(person, what, "full"), "The workers read every record.")

    def rerun(self, message: str | None, request: gr.Request) -> View:
        """Try a parked message again."""
        return self._after(request, lambda person: self._operations.rerun(person.tenant, _chosen(message)), "A worker tries it again.")

    def decide(self, decision: str) -> Callable[[str | None, gr.Request], View]:
        """The handler of one of the buttons below a pair."""
        def handler(which: str | None, request: gr.Request) -> View:
            def settle(person: Asker) -> None:
                pair = self._pair(person, _chosen(which))
                self._operations.decide(person, pair.left.key, pair.right.key, decision)

            return self._after(request, settle, "Noted.")

        return handler

    def look_at(self, which: str | None, request: gr.Request) -> str:
        """The pair that was chosen, with its evidence."""
        try:
            return board.pair(self._pair(self._person(request), _chosen(which)))
        except EvergraphError as error:
            return board.refusal(error)

    def _after(self, request: gr.Request, do: Callable[[Asker], None], said: str) -> View:
        try:
            person = self._person(request)
            do(person)
            view = self._view(person)
        except EvergraphError as error:
            gr.Warning(board.refusal(error))
            return _as_it_was()
        if said:
            gr.Info(said)
        return view

    def _person(self, request: gr.Request) -> Asker:
        caller = _caller(request)
        operators = self._operators(caller)
        found = self._sign_in.on_page(caller, next(iter(operators), ""))
        if not is_operator(self._tenants, found):
            raise NotOperator(f"{found.email} does not have the role operator. Choose somebody who has.")
        return found

    def _operators(self, caller: Caller) -> list[str]:
        """Who may be chosen: in the demo every operator, else only who is signed in."""
        if not self._sign_in.has_demo:
            return [self._sign_in.on_page(caller).email]
        check_operator(caller, self._tenants, self._sign_in.token)
        return sorted(p.email for tenant in self._tenants.all() for p in tenant.company.people if "operator" in p.roles)

    def _sync(self, person: Asker, what: str, mode: str) -> None:
        account = None if what == _EVERYTHING else what
        self._operations.sync_now(person.tenant, mode, account, None)

    def _pair(self, person: Asker, which: str) -> Pair:
        found = next((pair for pair in self._operations.joins(person.tenant) if _id(pair) == which), None)
        if found is None:
            raise BadInput("This pair is not to be reviewed any more. Refresh the page.")
        return found

    def _view(self, person: Asker) -> View:
        overview = self._operations.syncs(person.tenant)
        pairs = self._operations.joins(person.tenant)
        waiting, settled = [p for p in pairs if p.state == "open"], [p for p in pairs if p.state != "open"]
        apps = sorted({(f"{p['integration']} ({p['model'].partition('/')[0]})", p["linked_account"]) for p in overview["parts"]})
        messages = [(f"{m['task']} {m['about']}".strip(), m["id"]) for m in overview["parked"] if m["can_run"]]
        return (
            board.syncs(overview), gr.update(choices=[("Everything", _EVERYTHING), *apps], value=_EVERYTHING),
            board.parked(overview["parked"]), _choice(messages), gr.update(visible=bool(messages)),
            board.waiting(waiting), _choice(_titles(waiting)), board.pair(waiting[0]) if waiting else "", gr.update(visible=bool(waiting)),
            _choice(_titles(settled)), gr.update(visible=bool(settled)),
        )


def operator_page(handlers: OperatorHandlers, blocks: dict[str, Any]) -> Any:
    """The page, not mounted yet. `blocks`: what every page of ours is made with."""
    with gr.Blocks(**{**blocks, "title": "Evergraph: operators", "fill_height": False}) as page:
        gr.Markdown("# Evergraph for operators\n\nHow far the syncs are, and which records are one. [To the chat](/)", container=False)
        people = _dropdown("You are")
        said = gr.Markdown(container=False)
        view: list[Any] = []
        with gr.Column(visible=False) as everything:
            buttons = [*_syncs(handlers, view), *_parked(handlers, view), *_joins(handlers, view)]
        for button, handler, given in buttons:
            button.click(handler, given, view, **_HIDDEN)
        page.load(handlers.open_page, None, [people, said, everything, *view], **_HIDDEN)
        people.input(None, [people], None, js=_PICK)
    return page


def _syncs(handlers: OperatorHandlers, view: list[Any]) -> list[Button]:
    gr.Markdown("## Syncs", container=False)
    table = gr.Markdown(elem_id="syncs", container=False)
    with gr.Row(elem_classes="acts"):
        what = _dropdown("What to sync")
        now, anew, refresh = (gr.Button(name, min_width=120, size="md") for name in ("Sync now", "Read all anew", "Refresh"))
    view += [table, what]
    return [(now, handlers.sync_now, [what]), (anew, handlers.read_all, [what]), (refresh, handlers.refresh, None)]


def _parked(handlers: OperatorHandlers, view: list[Any]) -> list[Button]:
    gr.Markdown("## Parked messages", container=False)
    table = gr.Markdown(elem_id="parked", container=False)
    with gr.Row(visible=False, elem_classes="acts") as row:
        message = _dropdown("Message")
        again = gr.Button("Run it again", min_width=120, size="md")
    view += [table, message, row]
    return [(again, handlers.rerun, [message])]


def _joins(handlers: OperatorHandlers, view: list[Any]) -> list[Button]:
    gr.Markdown("## May these be one?", container=False)
    waiting = gr.Markdown(container=False)
    with gr.Column(visible=False) as open_row:
        which = _dropdown("Pair")
        pair = gr.Markdown(elem_id="pair", container=False)
        with gr.Row(elem_classes="acts"):
            same, different = gr.Button("The same", min_width=120, size="md"), gr.Button("Never the same", min_width=120, size="md")
    with gr.Row(visible=False, elem_classes="acts") as settled_row:
        settled = _dropdown("Joined or decided")
        undo = gr.Button("Undo", min_width=120, size="md")
    which.input(handlers.look_at, [which], [pair], **_HIDDEN)
    view += [waiting, which, pair, open_row, settled, settled_row]
    return [(same, handlers.decide("same"), [which]), (different, handlers.decide("different"), [which]), (undo, handlers.decide("undo"), [settled])]


def _dropdown(label: str) -> Any:
    return gr.Dropdown([], label=label, interactive=True, min_width=160)


def _caller(request: gr.Request) -> Caller:
    return Caller.of(request.client.host, request.headers.items(), dict(request.cookies))


def _as_it_was() -> View:
    return tuple(gr.skip() for _ in range(_PARTS))


def _choice(choices: list[tuple[str, str]]) -> Any:
    return gr.update(choices=choices, value=choices[0][1] if choices else None)


def _titles(pairs: Sequence[Pair]) -> list[tuple[str, str]]:
    return [(board.title(pair), _id(pair)) for pair in pairs]


def _id(pair: Pair) -> str:
    return f"{pair.left.key} {pair.right.key}"


def _chosen(value: str | None) -> str:
    if not value:
        raise BadInput("Choose one first.")
    return value
