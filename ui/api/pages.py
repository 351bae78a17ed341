"""Routes of the pages that are drawn on the server. What goes wrong is a page too, with what to do.

A page's forms come from that page alone: the browser says where a form was sent from, and without that nothing is done.
"""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from fastapi.routing import APIRoute

from agent.access.explore import Explorer, Thing, Tie
from agent.errors import Declined
from ingest.company import Company
from kg.errors import BadInput, EvergraphError, NotConnected
from kg.names import fold
from kg.rows import entity_key
from ui.actions.beliefs import KINDS
from ui.actions.remembered import insights_of
from ui.api.callers import beliefs_of, conversations_of, exploring_of, habits_of_request, installation_of, reader_of, readings_of, sign_in_of
from ui.api.refusals import problem_shown
from ui.api.wanted import to_sign_in
from ui.pages import layout
from ui.pages.answer import answer_page, used
from ui.pages.entity import Telling, entity_page, search_page, way_page
from ui.pages.picture import address, image
from ui.pages.preferences import HEADERS as PREFERENCE_HEADERS
from ui.pages.preferences import SHARED, UNDO, Asked, Known, Said, change_page, preferences_page
from ui.problems import NoSuchRoute, NoSuchTalk
from ui.sign_in.access import Asker, NotSignedIn, is_operator
from ui.text import addresses
from ui.text.words import say


class PageRoute(APIRoute):
    """A route whose refusals are pages; whom nobody knows is led to the company's sign-in, where there is one."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """As FastAPI has it."""
        handle = super().get_route_handler()

        async def draw(request: Request) -> Response:
            try:
                return await handle(request)
            except NotSignedIn as error:
                if sign_in_of(request).provider is not None and request.method == "GET":
                    return RedirectResponse(to_sign_in(request), 303)
                return problem_shown(request, error)
            except EvergraphError as error:
                return problem_shown(request, error)

        return draw


async def form_of(request: Request) -> Mapping[str, str]:
    """The fields of a form; of one that comes several times the last."""
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True))


def check_from_page(request: Request) -> None:
    """Raises NotSignedIn for a form that does not say where it is from; where it is from is looked at with the person."""
    if "origin" not in request.headers:
        raise NotSignedIn("This form does not say which page it is from. Open the page and send it from there.")


def own_form(request: Request) -> Asker:
    """The person whose page sent a form. Raises NotSignedIn, also for a form that does not say where it is from."""
    check_from_page(request)
    return reader_of(request)


@dataclass(frozen=True, slots=True)
class Start:
    """The record that a way begins at."""

    category: str
    model: str
    merge_id: str


Form = Annotated[Mapping[str, str], Depends(form_of)]
Own = Annotated[Asker, Depends(own_form)]
_MOST_CITED = 12                        # records of an answer that are drawn
_LONGEST = 200                          # characters of a name that is looked for
routes = APIRouter(route_class=PageRoute, include_in_schema=False)


@routes.get(addresses.LOOK, response_class=PlainTextResponse)
def look() -> Response:
    """The style sheet of all pages."""
    return PlainTextResponse(layout.look(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


@routes.get(addresses.PREFERENCES)
def preferences(request: Request, done: str = "") -> Response:
    """What Evergraph believes of the person, and its correction."""
    return _preferences(request, reader_of(request), Said(done))


@routes.post(UNDO)
def undo(person: Own, request: Request) -> Response:
    """Take back the last change."""
    return _back("undone" if beliefs_of(request).undo(person) else "nothing")


@routes.post(f"{SHARED}/{{preference}}/{{decision}}")
def decide_shared(preference: str, decision: Literal["confirmed", "rejected"], person: Own, request: Request) -> Response:
    """An operator's word on what was proposed for everybody."""
    beliefs_of(request).decide(person, preference, confirm=decision == "confirmed")
    return _back(decision)


@routes.post(f"{addresses.PREFERENCES}/{{preference}}/change")
def show_change(preference: str, person: Own, form: Form, request: Request) -> Response:
    """What another value would do; where it cannot be used, the page says why, beside the field."""
    value = form.get("value", "")
    try:
        things = _meant(request, person, preference, value)
        value = str(things[0][0].name) if len(things) == 1 else value
        asked = Asked(preference, *beliefs_of(request).told(person, preference, value), value, things)
    except BadInput as error:
        return _preferences(request, person, Said(wrong=str(error), of=preference, value=value), 400)
    return shown(change_page(layout_reader(request, person), asked))


@routes.post(f"{addresses.PREFERENCES}/{{preference}}/edited")
def edit(preference: str, person: Own, form: Form, request: Request) -> Response:
    """Another value in its place; where the words cannot be used, the page says why, beside the field."""
    value, key = form.get("value", ""), form.get("key", "")
    try:
        chosen = next((some for some in _meant(request, person, preference, value) if key and some[0].key == key), ())
        name = str(chosen[0].name) if chosen else value
        beliefs_of(request).edit(person, preference, name, tuple(one.key for one in chosen))
    except BadInput as error:
        return _preferences(request, person, Said(wrong=str(error), of=preference, value=value), 400)
    return _back("edited")


@routes.post(f"{addresses.PREFERENCES}/names")
def names(person: Own, form: Form, request: Request) -> Response:
    """Names of people and things that the person may see, while they write one. It comes as a form, since addresses are written into logs."""
    try:
        found = exploring_of(request).explorer(person).find(form.get("q", "")[:_LONGEST])
    except (Declined, NotConnected):
        found = ()
    return JSONResponse(list(dict.fromkeys(str(one.name) for one in found if one.name)), headers={"Cache-Control": "no-store"})


def _meant(request: Request, person: Asker, preference: str, value: str) -> Sequence[Sequence[Thing]]:
    """What a name may mean that the person may see, the records of each together; () for what is no name. Raises BadInput where there is nothing."""
    if not beliefs_of(request).is_name(person, preference):
        return ()
    try:
        explorer = exploring_of(request).explorer(person)
    except (Declined, NotConnected):    # then it is looked for when it is used
        return ()
    found = [one for one in explorer.find(value) if one.name]
    if not found:
        raise BadInput(say("Nothing that you may see is called “{name}”. Choose a name that is offered.", name=value))
    same = [one for one in found if fold(str(one.name)) == fold(value)]
    return explorer.each_once(same or found)


@routes.post(f"{addresses.PREFERENCES}/{{preference}}/{{kind}}")
def change(preference: str, kind: str, person: Own, request: Request) -> Response:
    """Forget, pin, turn off … one of the person's preferences."""
    known = next((each for each in KINDS if each == kind), None)
    if known is None:
        raise NoSuchRoute()
    beliefs_of(request).change(person, preference, known)
    return _back(kind)


@routes.get(addresses.ENTITIES)
def entities(request: Request) -> Response:
    """Where people and things are looked for by a name."""
    return _search(request, reader_of(request), "")


@routes.post(addresses.ENTITIES)
def entities_called(person: Own, form: Form, request: Request) -> Response:
    """People and things by a name. It comes as a form, since addresses are written into logs."""
    return _search(request, person, form.get("q", "")[:_LONGEST])


@routes.get(f"{addresses.ENTITIES}/{{category}}/{{model}}/{{merge_id}}")
def entity(category: str, model: str, merge_id: str, request: Request) -> Response:
    """What the person may know of a thing. Records that are the same thing have one page, that of the record which stands for it."""
    person, exploring = reader_of(request), exploring_of(request)
    key = exploring.key(person, category, model, merge_id)
    found, sheet = exploring.sheet(person, key)
    first = min((found.thing, *(one.thing for one in found.joined)), key=lambda thing: thing.rank)
    if first.key != key:
        return RedirectResponse(address(first), 303)
    return shown(entity_page(telling(request, person, key), found, sheet))


@routes.get(f"{addresses.ENTITIES}/{{category}}/{{model}}/{{merge_id}}/way")
def way(request: Request, start: Annotated[Start, Depends()], to: str = "") -> Response:
    """How a record is connected with another, named by its key."""
    person = reader_of(request)
    return _way(request, person, start, to, lambda explorer: explorer.things([to] if to else []))


@routes.post(f"{addresses.ENTITIES}/{{category}}/{{model}}/{{merge_id}}/way")
def way_to_called(person: Own, form: Form, request: Request, start: Annotated[Start, Depends()]) -> Response:
    """How a record is connected with another, named by words."""
    wanted = form.get("with", "")[:_LONGEST]
    return _way(request, person, start, wanted, lambda explorer: explorer.find(wanted))


@routes.get("/answers/{session}/{turn}")
def answer(session: str, turn: str, request: Request) -> Response:
    """What one of the person's answers rests on, as they may see it now."""
    person = reader_of(request)
    found, near, ties = _rests_on(request, person, (session, turn))
    return shown(answer_page(telling(request, person), found, near, ties))


@routes.get("/answers/{session}/{turn}/graph.svg")
def answer_graph(session: str, turn: str, request: Request) -> Response:
    """How the records of an answer are connected, as a picture."""
    _, near, ties = _rests_on(request, reader_of(request), (session, turn))
    headers = {"Content-Security-Policy": layout.ALONE, "Cache-Control": "no-store"}
    return Response(image(near, used(near, ties)), media_type="image/svg+xml", headers=headers)


def shown(page: str, status: int = 200, headers: Mapping[str, str] = layout.HEADERS) -> Response:
    """A page, which may load our style sheet and nothing else, unless its headers say more."""
    return HTMLResponse(page, status, dict(headers))


def layout_reader(request: Request, person: Asker) -> layout.Reader:
    """The person as the head of a page names them."""
    return layout.Reader(person.email, is_operator(installation_of(request).tenants, person))


def _search(request: Request, person: Asker, name: str) -> Response:
    explorer = exploring_of(request).explorer(person)
    return shown(search_page(telling(request, person), name, explorer.each_once(explorer.find(name))))


def _way(request: Request, person: Asker, start: Start, wanted: str, things: Callable[[Explorer], Sequence[Thing]]) -> Response:
    exploring = exploring_of(request)
    explorer = exploring.explorer(person)
    key = exploring.key(person, start.category, start.model, start.merge_id)
    begin, found = explorer.entity(key).thing, things(explorer)
    path = explorer.way(key, found[0].key) if len(found) == 1 else None
    return shown(way_page(telling(request, person), begin, wanted, found, path))


def _preferences(request: Request, person: Asker, said: Said, status: int = 200) -> Response:
    company = _company(request, person)
    known = Known(beliefs_of(request).of(person), insights_of(installation_of(request), person), readings_of(request).of(person))
    return shown(preferences_page(layout_reader(request, person), known, company.local_day, said), status, PREFERENCE_HEADERS)


def telling(request: Request, person: Asker, key: str | None = None) -> Telling:
    """How a page tells the person; `key`: of the record that it is about."""
    reader = layout_reader(request, person)
    browser = exploring_of(request).browser(key) if key and reader.is_operator else None
    return Telling(reader, _company(request, person).local_day, installation_of(request).now(person.tenant), habits_of_request(request), browser)


def _rests_on(request: Request, person: Asker, of: tuple[str, str]) -> tuple[Mapping[str, Any], Sequence[Thing], Sequence[Tie]]:
    """A turn of the person's (session and id), its records, and what is around these. Raises NoSuchTalk, Declined."""
    session, turn = of
    found = next((each for each in conversations_of(request).turns(person, session) if each.get("id") == turn), None)
    if found is None:
        raise NoSuchTalk()
    cited = [each for each in found["answer"].get("references") or () if "count" not in each][:_MOST_CITED]
    keys = [entity_key(person.tenant, each["category"], each["model"].rpartition("/")[2], each["id"]) for each in cited]
    explorer = exploring_of(request).explorer(person)
    near = explorer.things(keys)
    return found, near, explorer.around([thing.key for thing in near]) if near else ()


def _company(request: Request, person: Asker) -> Company:
    known = installation_of(request).tenants.of_person(person.email)
    found: Company = next(each.company for each in known if each.company.tenant == person.tenant)
    return found


def _back(done: str) -> Response:
    return RedirectResponse(f"{addresses.PREFERENCES}?done={done}", 303)
