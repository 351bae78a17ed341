"""Routes of learned readings on pages: what a person does with their own, what operators do with the company's."""

from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from kg.errors import BadInput
from ui.api.callers import readings_of
from ui.api.operator_pages import Operator, OperatorRoute, Sender, led_to, operator_shown, view_of
from ui.api.pages import Form, Own, PageRoute
from ui.pages.operators import READINGS, PageNotice
from ui.pages.readings import FILE, IMPORT, NO_DRAFT, OWN, WRITE, Draft, readings_page
from ui.sign_in.access import Asker
from ui.text.addresses import PREFERENCES

own = APIRouter(route_class=PageRoute, include_in_schema=False)
company = APIRouter(route_class=OperatorRoute, include_in_schema=False)


@own.post(f"{OWN}/{{reading}}/{{kind}}")
def change_reading(reading: str, kind: Literal["revoked", "restored", "offered"], person: Own, request: Request) -> Response:
    """Take one back, use it again, offer it to everybody."""
    readings_of(request).change(person, reading, kind)
    return RedirectResponse(f"{PREFERENCES}?done=reading-{kind}", 303)


@company.get(READINGS)
def readings(person: Operator, request: Request, done: str = "") -> Response:
    """The company's learned readings."""
    return _page(request, person, PageNotice(done))


@company.get(FILE)
def readings_file(person: Operator, request: Request) -> Response:
    """The approved ones as a file."""
    return Response(readings_of(request).export(person), media_type="application/json", headers={"Cache-Control": "no-store"})


@company.post(WRITE)
def write_reading(person: Sender, form: Form, request: Request) -> Response:
    """One by hand, or another in its place; where it cannot be used, the page says why, with all that was written."""
    words, plan, of = (form.get(name, "") for name in ("words", "plan", "of"))
    try:
        readings_of(request).write(person, words, plan, of)
    except BadInput as error:
        return _page(request, person, PageNotice(wrong=str(error)), Draft(words, plan, of))
    return led_to(READINGS, "written")


@company.post(IMPORT)
def take_in_readings(person: Sender, form: Form, request: Request) -> Response:
    """Those of a file, all or none."""
    text = form.get("text", "")
    try:
        readings_of(request).take_in(person, text)
    except BadInput as error:
        return _page(request, person, PageNotice(wrong=str(error)), Draft(file=text))
    return led_to(READINGS, "taken-in")


@company.post(f"{READINGS}/{{reading}}/{{decision}}")
def decide_reading(reading: str, decision: Literal["approved", "revoked"], person: Sender, request: Request) -> Response:
    """An operator's word on one."""
    try:
        readings_of(request).decide(person, reading, decision)
    except BadInput as error:
        return _page(request, person, PageNotice(wrong=str(error)))
    return led_to(READINGS, f"reading-{decision}")


def _page(request: Request, person: Asker, said: PageNotice, draft: Draft = NO_DRAFT) -> Response:
    return operator_shown(readings_page(view_of(request, person), readings_of(request).shared(person), said, draft), 400 if said.wrong else 200)
