"""Routes of the pages for operators. Each asks anew whether the person has the role; every form comes from a page of ours."""

from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse

from agent.access.rights import People, Right, places_of, rights
from agent.access.roles import openings
from agent.errors import Declined
from agent.policy.decision import whom_to_ask
from agent.policy.wording import called, kinds, open_to
from ingest.company import ROLES, Company
from kg.errors import BadInput, NotConnected
from ui.actions.settings_choices import offered
from ui.actions.settings_forms import NOTHING_TRIED, Tried, edited, tried
from ui.api.callers import administration_of, caller_of, exploring_of, habits_of_request, installation_of, operations_of, reader_of, sign_in_of
from ui.api.pages import Form, PageRoute, check_from_page, layout_reader, shown
from ui.pages.connections import connections_page, link_page, usage_page
from ui.pages.layout import Reader, notice, page
from ui.pages.operators import (
    BROWSER_PASSWORD,
    CONNECTIONS,
    EVERYTHING,
    HEADERS,
    JOINS,
    SETTINGS,
    USAGE,
    OperatorView,
    PageNotice,
    joins_page,
    syncs_page,
    whoever,
)
from ui.pages.rights import Kind, RightsQuery, kind_part, rights_page
from ui.pages.settings import APPLY, FILE, PREVIEW, UNDO, SavedSettings, preview_page, settings_page
from ui.sign_in.access import PERSON_COOKIE, Asker, NotOperator, check_operator, check_role
from ui.text.addresses import OPERATOR, RIGHTS
from ui.text.words import say
from workers.tenants.administration import viewer_and_subject
from workers.tenants.linking import categories
from workers.tenants.usage import usage


class OperatorRoute(PageRoute):
    """A route whose refusal for want of the role lets one look as somebody else, in a demo."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """As FastAPI has it."""
        handle = super().get_route_handler()

        async def draw(request: Request) -> Response:
            try:
                return await handle(request)
            except NotOperator:
                view = OperatorView(Reader(""), lambda moment: moment, _operators(request))
                return shown(page(say("Not for you"), "", None, notice(say(str(NotOperator())), is_wrong=True), whoever(view)), 403)

        return draw


routes = APIRouter(route_class=OperatorRoute, include_in_schema=False)


def at_desk(request: Request) -> Asker:
    """The operator in front of a page. Raises NotSignedIn, NotOperator."""
    person = reader_of(request, next(iter(_operators(request)), ""))
    check_role(installation_of(request).tenants, person)
    return person


def by_own_form(request: Request) -> Asker:
    """The operator whose page sent a form. Raises NotSignedIn, NotOperator."""
    check_from_page(request)
    return at_desk(request)


Operator = Annotated[Asker, Depends(at_desk)]
Sender = Annotated[Asker, Depends(by_own_form)]


@routes.get(OPERATOR)
def syncs(person: Operator, request: Request, done: str = "") -> Response:
    """How far the syncs are, and what is parked."""
    return operator_shown(syncs_page(view_of(request, person), operations_of(request).syncs(person.tenant), PageNotice(done)))


@routes.post(f"{OPERATOR}/sync")
def sync(person: Sender, form: Form, request: Request) -> Response:
    """Have records read."""
    account, mode = form.get("account", EVERYTHING), form.get("mode", "delta")
    operations_of(request).sync_now(person.tenant, mode, None if account == EVERYTHING else account, None)
    return led_to(OPERATOR, mode)


@routes.post(f"{OPERATOR}/parked/{{message}}/rerun")
def rerun(message: str, person: Sender, request: Request) -> Response:
    """Try a parked message again."""
    operations_of(request).rerun(person.tenant, message)
    return led_to(OPERATOR, "rerun")


@routes.post(f"{OPERATOR}/person")
def choose(form: Form, request: Request) -> Response:
    """In a demo: look as another operator."""
    check_from_page(request)
    found = sign_in_of(request).choose(caller_of(request), form.get("email", ""))
    response = led_to(OPERATOR, "" if found.email == reader_of(request, next(iter(_operators(request)), "")).email else "person")
    response.set_cookie(PERSON_COOKIE, found.email, httponly=True, samesite="strict")
    return response


@routes.get(JOINS)
def joins(person: Operator, request: Request, done: str = "", page: int = 1) -> Response:
    """Which records may be one. `page`: of those that are settled."""
    return operator_shown(joins_page(view_of(request, person), operations_of(request).joins(person.tenant), PageNotice(done), page))


@routes.post(f"{JOINS}/decide")
def decide(person: Sender, form: Form, request: Request) -> Response:
    """Say of two records what they are, or take back what was said."""
    decision = form.get("decision", "")
    operations_of(request).decide(person, form.get("left", ""), form.get("right", ""), decision)
    return led_to(JOINS, decision)


@routes.get(SETTINGS)
def settings(person: Operator, request: Request, done: str = "") -> Response:
    """Everything that can be set."""
    return _settings(request, person, PageNotice(done))


def _settings(request: Request, person: Asker, said: PageNotice, sent: Tried = NOTHING_TRIED) -> Response:
    editor = administration_of(request).editor
    people = _listed(request, person)
    employees = sorted((one.name, one.email) for one in people.employees if one.email)
    slug, places = person.tenant, places_of(people)
    kept = SavedSettings(editor.text(slug), editor.history(slug), editor.left_out(slug), places, sent, employees)
    shown = settings_page(view_of(request, person), kept, offered(_company(request, person)), said)
    return operator_shown(shown, 400 if sent.what else 200)


def _listed(request: Request, person: Asker) -> People:
    """The company's people as HR lists them, to be chosen from, and the places where they are; nobody where HR cannot be read."""
    try:
        return administration_of(request).people(person.tenant, person.email)
    except (Declined, NotConnected):
        return People()


@routes.get(FILE)
def settings_file(person: Operator, request: Request) -> Response:
    """The settings as a file."""
    return Response(administration_of(request).editor.text(person.tenant), media_type="application/json", headers={"Cache-Control": "no-store"})


@routes.post(f"{PREVIEW}/{{what}}")
def preview(what: str, person: Sender, form: Form, request: Request) -> Response:
    """What an edit would do; of one that cannot be used, why, beside the field, with all that was written."""
    try:
        text = edited(administration_of(request).editor.text(person.tenant), what, form)
        found = administration_of(request).preview(person.tenant, text, person.email)
    except BadInput as error:
        return _settings(request, person, PageNotice(), tried(what, form, error))
    return operator_shown(preview_page(view_of(request, person), found, text, offered(_company(request, person))))


@routes.post(APPLY)
def apply(person: Sender, form: Form, request: Request) -> Response:
    """Make the change that was shown."""
    text = form.get("text", "")
    try:
        administration_of(request).editor.apply(person.tenant, text, person.email, _now(request, person), version=form.get("version"))
    except BadInput as error:
        return _settings(request, person, PageNotice(), tried("file", form, error))
    return led_to(SETTINGS, "applied")


@routes.post(UNDO)
def undo(person: Sender, request: Request) -> Response:
    """Take back the last change."""
    administration_of(request).editor.undo(person.tenant, person.email, _now(request, person))
    return led_to(SETTINGS, "undone")


@routes.get(RIGHTS)
def who_sees_what(  # who asks and of whom, or a kind of data and a role, as an answer's refusal leads here
    person: Operator, request: Request, viewer: str = "", subject: str = "", kind: str = "", role: str = "",
) -> Response:
    """What one person may see of another, and why; who may see a kind of data, and what a role opens."""
    company, asked, wrong = _company(request, person), RightsQuery(viewer.strip(), subject.strip()), ""
    of_kind = _kind(company, kind, role) if kind or role else None
    people = People()
    found: Sequence[Right] = ()
    try:
        people = administration_of(request).people(person.tenant, person.email)
        found = rights(company, *viewer_and_subject(company, people, asked.viewer, asked.subject)) if viewer or subject else ()
    except (BadInput, Declined, NotConnected) as error:
        wrong = str(error)
    employees = sorted((one.name, one.email) for one in people.employees if one.email)
    askers = sorted(one.email for one in company.people)
    part = kind_part([(name, called(name)) for name in kinds()], ROLES, of_kind)
    return operator_shown(rights_page(view_of(request, person), asked, (askers, employees), found, part, PageNotice(wrong=wrong)))


def _kind(company: Company, kind: str, role: str) -> Kind:
    """What the page tells of a kind of data and a role. Raises BadInput for one that there is not."""
    if kind not in kinds() or role not in ("", *ROLES):
        raise BadInput("There is no such kind of data or no such role. Choose both on the page.")
    policy = company.definitions.policy
    return Kind(kind, called(kind), open_to(kind, policy), whom_to_ask(kind), role, openings(role, policy) if role else ())


@routes.get(CONNECTIONS)
def connections(person: Operator, request: Request, done: str = "") -> Response:
    """Which apps are linked."""
    return operator_shown(connections_page(view_of(request, person), _company(request, person).linked_accounts, categories(), PageNotice(done)))


@routes.post(f"{CONNECTIONS}/begin")
def begin_link(person: Sender, form: Form, request: Request) -> Response:
    """The first step of a link: Merge's own page."""
    category = form.get("category", "")
    begun = administration_of(request).links.begin(person.tenant, category, person.email, form.get("anew", ""))
    return operator_shown(link_page(view_of(request, person), category, begun, PageNotice()))


@routes.post(f"{CONNECTIONS}/finish")
def finish_link(person: Sender, form: Form, request: Request) -> Response:
    """The second: what Merge's page handed over is exchanged for the account."""
    category, token, origin = (form.get(name, "") for name in ("category", "public_token", "origin"))
    administration_of(request).links.finish(person.tenant, category, token, origin)
    return led_to(CONNECTIONS, "linked")


@routes.post(f"{CONNECTIONS}/{{account}}/let-go")
def let_go(account: str, person: Sender, request: Request) -> Response:
    """A linked account goes, with its records and joins."""
    operations_of(request).let_go(person.tenant, account)
    return led_to(CONNECTIONS, "unlinked")


@routes.get(USAGE)
def used(person: Operator, request: Request) -> Response:
    """What was asked and what it took, by day."""
    return operator_shown(usage_page(view_of(request, person), usage(installation_of(request), person.tenant)))


@routes.post(BROWSER_PASSWORD)
def browser_password(person: Sender, request: Request) -> Response:
    """What one signs in to Neo4j Browser with, for the button that copies it."""
    return PlainTextResponse(exploring_of(request).browser_password(), headers={"Cache-Control": "no-store"})


def operator_shown(page: str, status: int = 200) -> Response:
    """A page for operators, which may run the script of theirs."""
    return shown(page, status, HEADERS)


def view_of(request: Request, person: Asker) -> OperatorView:
    """Who works at the page."""
    browser = exploring_of(request).browser_home()
    company = _company(request, person)
    return OperatorView(layout_reader(request, person), company.local_day, _operators(request), browser, habits_of_request(request), company.name)


def _company(request: Request, person: Asker) -> Company:
    found: Company = next(each.company for each in installation_of(request).tenants.of_person(person.email) if each.company.tenant == person.tenant)
    return found


def _operators(request: Request) -> Sequence[str]:
    """Whom one may look as, in a demo; nobody else anywhere."""
    if not sign_in_of(request).has_demo:
        return ()
    check_operator(caller_of(request), installation_of(request).tenants, sign_in_of(request).token)
    return sorted(p.email for tenant in installation_of(request).tenants.all() for p in tenant.company.people if "operator" in p.roles)


def _now(request: Request, person: Asker) -> datetime:
    return installation_of(request).now(person.tenant)


def led_to(address: str, done: str) -> RedirectResponse:
    """Back to a page, which says what was done (a key of its DONE; "" for nothing)."""
    return RedirectResponse(f"{address}?done={done}" if done else address, 303)
