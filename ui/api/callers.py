"""Who calls a route, and what the routes work with; everything hangs on `app.state`."""

from fastapi import Request

from ui.actions.beliefs import BeliefEditor
from ui.actions.exploring import Exploring
from ui.actions.operations import Operations
from ui.actions.readings import ReadingEditor
from ui.actions.sharing import Sharing
from ui.asking.conversation import Conversations, Installation, admit
from ui.sign_in.access import Asker, Caller
from ui.sign_in.ways import SignIn
from ui.text.habits import ZONE_COOKIE, Habits, habits_of
from ui.text.words import LANGUAGE_COOKIE, read_as
from workers.tenants.administration import TenantAdministration


def caller_of(request: Request) -> Caller:
    """Where a request came from."""
    return Caller.of(request.client.host if request.client else "", request.headers.items(), request.cookies)


def asker_of(request: Request, tenant: str | None = None, scope: str = "ask") -> Asker:
    """The person who calls; a key must be made for the scope. Raises NotSignedIn, UnknownPerson, NotInScope, BadInput, TooOften."""
    return _admitted(request, sign_in_of(request).asker(caller_of(request), tenant, scope))


def operator_of(request: Request, tenant: str | None = None) -> Asker:
    """The operator who calls. Raises as `asker_of`, NotOperator."""
    return _admitted(request, sign_in_of(request).operator(caller_of(request), tenant))


def reader_of(request: Request, usual: str = "") -> Asker:
    """The person in front of a page of ours; `usual`: who that is in a demo where nobody was chosen. Raises as `asker_of`."""
    return _admitted(request, sign_in_of(request).on_page(caller_of(request), usual))


def sign_in_of(request: Request) -> SignIn:
    """What tells who calls."""
    found: SignIn = request.app.state.sign_in
    return found


def installation_of(request: Request) -> Installation:
    """The object graph."""
    found: Installation = request.app.state.installation
    return found


def conversations_of(request: Request) -> Conversations:
    """The one way to ask."""
    found: Conversations = request.app.state.conversations
    return found


def beliefs_of(request: Request) -> BeliefEditor:
    """What is believed of people, and its correction."""
    found: BeliefEditor = request.app.state.beliefs
    return found


def readings_of(request: Request) -> ReadingEditor:
    """How people's words are read by their own word, and its correction."""
    found: ReadingEditor = request.app.state.readings
    return found


def sharing_of(request: Request) -> Sharing:
    """The answers that people share."""
    found: Sharing = request.app.state.sharing
    return found


def administration_of(request: Request) -> TenantAdministration:
    """Where a company's settings are looked at and changed."""
    found: TenantAdministration = request.app.state.administration
    return found


def exploring_of(request: Request) -> Exploring:
    """The graph as people may see it."""
    found: Exploring = request.app.state.exploring
    return found


def operations_of(request: Request) -> Operations:
    """What operators do."""
    found: Operations = request.app.state.operations
    return found


def habits_of_request(request: Request) -> Habits:
    """How the person reads times and figures, as their browser says."""
    return habits_of(read_as(request.headers.get("accept-language", ""), request.cookies.get(LANGUAGE_COOKIE, "")),
                     request.cookies.get(ZONE_COOKIE, ""))


def _admitted(request: Request, person: Asker) -> Asker:
    installation = installation_of(request)
    admit(installation, person, "requests", installation.settings.requests_per_minute)
    return person
