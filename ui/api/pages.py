"""Routes of the pages that are drawn on the server. What goes wrong is a page too, with what to do.

A page's forms come from that page alone: the browser says where a form was sent from, and without that nothing is done.
"""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from fastapi.routing import APIRoute

from agent.access.explore import Explorer, Thing, Tie
from ingest.company import Company
from kg.errors import EvergraphError
from kg.rows import entity_key
from ui.api.callers import conversations_of, exploring_of, habits_of_request, installation_of, reader_of, sign_in_of
from ui.api.refusals import problem_shown
from ui.api.wanted import to_sign_in
from ui.pages import layout
from ui.pages.answer import answer_page, used
from ui.pages.entity import Telling, entity_page, search_page, way_page
from ui.pages.names import HEADERS as NAME_HEADERS
from ui.pages.picture import address, image
from ui.problems import NoSuchTalk
from ui.sign_in.access import Asker, NotSignedIn, is_operator
from ui.text import addresses


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
LONGEST = 200                           # characters of a name that is looked for
routes = APIRouter(route_class=PageRoute, include_in_schema=False)


@routes.get(addresses.LOOK, response_class=PlainTextResponse)
def look() -> Response:
    """The style sheet of all pages."""
    return PlainTextResponse(layout.look(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


@routes.get(addresses.ENTITIES)
def entities(request: Request) -> Response:
    """Where people and things are looked for by a name."""
    return _search(request, reader_of(request), "")


@routes.post(addresses.ENTITIES)
def entities_called(person: Own, form: Form, request: Request) -> Response:
    """People and things by a name. It comes as a form, since addresses are written into logs."""
    return _search(request, person, form.get("q", "")[:LONGEST])


@routes.get(f"{addresses.ENTITIES}/{{category}}/{{model}}/{{merge_id}}")
def entity(category: str, model: str, merge_id: str, request: Request) -> Response:
    """What the person may know of a thing. Records that are the same thing have one page, that of the record which stands for it."""
    person, exploring = reader_of(request), exploring_of(request)
    key = exploring.key(person, category, model, merge_id)
    found, sheet = exploring.sheet(person, key)
    first = min((found.thing, *(one.thing for one in found.joined)), key=lambda thing: thing.rank)
    if first.key != key:
        return RedirectResponse(address(first), 303)
    return shown(entity_page(telling(request, person, key), found, sheet), headers=NAME_HEADERS)


@routes.get(f"{addresses.ENTITIES}/{{category}}/{{model}}/{{merge_id}}/way")
def way(request: Request, start: Annotated[Start, Depends()], to: str = "") -> Response:
    """How a record is connected with another, named by its key."""
    person = reader_of(request)
    return _way(request, person, start, to, lambda explorer: explorer.things([to] if to else []))


@routes.post(f"{addresses.ENTITIES}/{{category}}/{{model}}/{{merge_id}}/way")
def way_to_called(person: Own, form: Form, request: Request, start: Annotated[Start, Depends()]) -> Response:
    """How a record is connected with another, named by words."""
    wanted = form.get("with", "")[:LONGEST]
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
    return shown(search_page(telling(request, person), name, explorer.each_once(explorer.find(name))), headers=NAME_HEADERS)


def _way(request: Request, person: Asker, start: Start, wanted: str, things: Callable[[Explorer], Sequence[Thing]]) -> Response:
    exploring = exploring_of(request)
    explorer = exploring.explorer(person)
    key = exploring.key(person, start.category, start.model, start.merge_id)
    begin, found = explorer.entity(key).thing, things(explorer)
    path = explorer.way(key, found[0].key) if len(found) == 1 else None
    return shown(way_page(telling(request, person), begin, wanted, found, path), headers=NAME_HEADERS)


def telling(request: Request, person: Asker, key: str | None = None) -> Telling:
    """How a page tells the person; `key`: of the record that it is about."""
    reader = layout_reader(request, person)
    browser = exploring_of(request).browser(key) if key and reader.is_operator else None
    return Telling(reader, company_of(request, person).local_day, installation_of(request).now(person.tenant), habits_of_request(request), browser)


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


def company_of(request: Request, person: Asker) -> Company:
    """The person's company."""
    known = installation_of(request).tenants.of_person(person.email)
    found: Company = next(each.company for each in known if each.company.tenant == person.tenant)
    return found

