"""One call of the API from the outside in: guards, authentication, faults, then the endpoint's own answer.

`answer` is plain and synchronous: the whole state belongs to one event loop, so that no call sees half a change.
"""

import hmac
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.merge_api import Endpoint
from ingest.sandbox.account import LinkedAccountState
from ingest.sandbox.answers import Answer, Refused, detail, forbidden, not_found
from ingest.sandbox.faults import ANSWERS, Call
from ingest.sandbox.platform import platform_handler
from ingest.sandbox.reading import (
    Request,
    create_record,
    describe_write,
    empty_page,
    list_below,
    list_records,
    model_of,
    retrieve_record,
)
from ingest.sandbox.routes import Route, catalogue_routes
from ingest.sandbox.state import Sandbox

Handler = Callable[[Request], Answer]

HANDLERS: Mapping[tuple[str, str], Handler] = {
    ("data", "list"): list_records,
    ("data", "sublist"): list_below,
    ("data", "retrieve"): retrieve_record,
    ("data", "create"): create_record,
    ("data", "meta"): describe_write,
    ("data", "remote_field_classes"): empty_page,
    ("platform", "sublist"): empty_page,
}


@dataclass(frozen=True, slots=True)
class Raw:
    """A call as it came in. `path` is below /api; header names are lower case."""

    method: str
    path: str
    query: Sequence[tuple[str, str]]
    headers: Mapping[str, str]
    body: bytes
    client: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer, and what the log and the faults of the wire need to know of the call."""

    answer: Answer
    call: Call
    pattern: str           # the path, with a hole where it holds a secret


def answer(sandbox: Sandbox, raw: Raw) -> Outcome:
    """What the sandbox says to a call. It never raises: errors are answers."""
    route = catalogue_routes().find(raw.method, raw.path)
    account = sandbox.tokens.get(raw.headers.get("x-account-token", ""))
    call = _call(route, account, raw.path)
    try:
        sandbox.limits.guard(raw.client)
        given = _answer(sandbox, raw, route, call)
    except Refused as refused:
        given = refused.answer
    sandbox.limits.note(raw.client, given.status)
    return Outcome(given, call, route.endpoint.path if route and "public_token" in route.values else call.path)


def _call(route: Route | None, account: LinkedAccountState | None, path: str) -> Call:
    tenant = account.tenant if account else None
    category = path.strip("/").partition("/")[0]
    return Call(tenant, category, model_of(route.endpoint) if route else None, path.rstrip("/"))


def _answer(sandbox: Sandbox, raw: Raw, route: Route | None, call: Call) -> Answer:
    _authenticate(sandbox, raw)
    if route is None:
        raise not_found()
    account = _account(sandbox, raw, route.endpoint)
    fault = sandbox.faults.take(tuple(ANSWERS), call)
    if fault is not None:
        return ANSWERS[fault.kind](fault)
    request = Request(sandbox, account, route.endpoint, route.values, raw.query, _body(raw), call)
    return _handler(route.endpoint)(request)


def _handler(endpoint: Endpoint) -> Handler:
    return platform_handler(endpoint) or HANDLERS.get((endpoint.group, endpoint.kind)) or _refuse


def _refuse(request: Request) -> Answer:
    raise not_found() if request.endpoint.http_method == "GET" else forbidden()


def _authenticate(sandbox: Sandbox, raw: Raw) -> None:
    given = raw.headers.get("authorization", "")
    if not given:
        raise detail(401, "Authentication credentials were not provided.")
    scheme, _, key = given.partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(key.strip().encode(), sandbox.api_key.encode()):
        raise detail(401, "Invalid API key.")


def _account(sandbox: Sandbox, raw: Raw, endpoint: Endpoint) -> LinkedAccountState | None:
    token = raw.headers.get("x-account-token")
    if endpoint.needs_account_token is False:
        return sandbox.tokens.get(token or "")
    if not token:
        raise detail(401, "Missing header: X-Account-Token.")
    if token not in sandbox.tokens:
        raise detail(401, "Invalid account token.")
    sandbox.limits.admit(token)
    return sandbox.tokens[token]


def _body(raw: Raw) -> Any:
    if not raw.body:
        return None
    try:
        return json.loads(raw.body)
    except ValueError as error:
        raise detail(400, "JSON parse error.") from error
