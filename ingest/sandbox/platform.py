"""The calls that every category repeats: accounts, sync status, issues, scopes, link tokens, passthrough, ticket live search.

A row per call in PLATFORM; a call of the catalogue without a row is refused with 403, so that nobody takes an empty answer
for a real one.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import uuid5

from ingest import merge_api
from ingest.sandbox import shown
from ingest.sandbox.account import LinkedAccountState, sync_status
from ingest.sandbox.answers import Answer, bad_filter, forbidden, not_found
from ingest.sandbox.expand import present
from ingest.sandbox.faults import Call
from ingest.sandbox.names import models_of
from ingest.sandbox.pages import Cursor, cut_page, decode
from ingest.sandbox.queries import DEFAULT_PAGE, Query
from ingest.sandbox.reading import Request
from ingest.sandbox.shown import ShownRow
from ingest.sandbox.state import NAMESPACE, Sandbox
from ingest.sandbox.times import written

Handler = Callable[[Request], Answer]
NOT_SYNCED_YET = ("data_fresh_as_of", "last_sync_start", "last_sync_finished", "last_sync_result")


def account_details(request: Request) -> Answer:
    """The linked account behind the token."""
    return Answer(_details(request.sandbox, request.of) | {"instance_id": None, "instance_display_value": None})


def linked_accounts(request: Request) -> Answer:
    """All linked accounts of the organisation, without their tokens."""
    rows = [_account_row(request.sandbox, a) for a in request.sandbox.tokens.values()]
    wanted = {name: value for name, value in request.query if name in ACCOUNT_FILTERS}
    return _page_of(request, [r for r in rows if all(ACCOUNT_FILTERS[name](r, value) for name, value in wanted.items())])


def sync_statuses(request: Request) -> Answer:
    """One row per model of the category; none for a token of another category."""
    return _page_of(request, _statuses(request))


def resync(request: Request) -> Answer:
    """Sync now: the copy takes over what the provider holds; the new status of every model."""
    request.sandbox.tick(request.of.tenant, request.of.account.place)
    return Answer(_statuses(request))


def issues(request: Request) -> Answer:
    """What is wrong with accounts: those that need a new link, and what a test has put there."""
    wanted = dict(request.query)
    rows = [i for i in _issues(request.sandbox) if wanted.get("status") in (None, i["status"])]
    account = wanted.get("linked_account_id")
    return _page_of(request, [_public_issue(i) for i in rows if account in (None, i["linked_account"])])


def issue(request: Request) -> Answer:
    """One of them."""
    found = next((i for i in _issues(request.sandbox) if i["id"] == request.values["id"]), None)
    if found is None:
        raise not_found()
    return Answer(_public_issue(found))


def available_actions(request: Request) -> Answer:
    """What the integration can do: reads only, and passthrough."""
    operations = [{"model_name": m.split("/")[1], "available_operations": ["FETCH"], "required_post_parameters": [], "supported_fields": []}
                  for m in models_of(request.of.category)]
    return Answer({"integration": _integration(request.of), "passthrough_available": True, "available_model_operations": operations})


def link_token(request: Request) -> Answer:
    """A token that opens Merge Link. The sandbox has no such page: where it serves an app of that category for the company that the
    origin names ("acme", "acme.2"), the link token is the public token that the page would hand over.
    """
    body = request.body if isinstance(request.body, dict) else {}
    missing = [n for n in ("end_user_email_address", "end_user_organization_name", "end_user_origin_id", "categories") if not body.get(n)]
    if missing:
        return Answer({name: ["This field is required."] for name in missing}, 400)
    token, slug = secrets.token_urlsafe(24), str(body["end_user_origin_id"]).partition(".")[0]
    served = request.sandbox.companies[slug].accounts.values() if slug in request.sandbox.companies else ()
    account = next((one for one in served if one.category in body["categories"]), None)
    if account is not None:
        request.sandbox.public_tokens[token] = account
    return Answer({"link_token": token, "integration_name": body.get("integration"), "magic_link_url": None})


def account_token(request: Request) -> Answer:
    """The account token for a public token, once."""
    account = request.sandbox.public_tokens.pop(request.values["public_token"], None)
    if account is None:
        raise not_found()
    return Answer({"account_token": account.account.token, "integration": _integration(account), "id": account.account.id})


def default_scopes(request: Request) -> Answer:
    """Every model of the category, readable."""
    return Answer({"common_models": [_scope(m, frozenset(), False) for m in models_of(request.endpoint.category)]})


def account_scopes(request: Request) -> Answer:
    """What the scope of this account switches off."""
    account = request.of
    return Answer({"common_models": [_scope(m, account.hidden_fields(m), account.is_disabled(m)) for m in models_of(account.category)]})


def passthrough(request: Request) -> Answer:
    """A GET at the provider: its records of now, whether Merge has seen them or not."""
    return Answer(_pass_through(request))


def async_passthrough(request: Request) -> Answer:
    """The same with a receipt."""
    receipt = str(uuid5(NAMESPACE, f"receipt/{len(request.sandbox.receipts)}"))
    request.sandbox.receipts[receipt] = _pass_through(request)
    return Answer({"async_passthrough_receipt_id": receipt})


def async_result(request: Request) -> Answer:
    """What the receipt stands for."""
    found = request.sandbox.receipts.get(request.values["async_passthrough_receipt_id"])
    if found is None:
        raise not_found()
    return Answer(found)


def receivers(request: Request) -> Answer:
    """Webhook receivers from the provider to Merge: none."""
    return Answer([])


def live_search(request: Request) -> Answer:
    """Tickets as the provider has them now, by names; 30 to a page."""
    query, model = request.read_query(), "ticketing/Ticket"
    account = request.of
    if account.category != "ticketing" or account.is_disabled(model):
        return Answer({"next": None, "previous": None, "results": []})
    provider = ProviderTables(account)
    wanted = {p.name: values for p, values in query.filters}
    rows = [r for r in provider.table(model).rows if all(SEARCH[n](r.record, v, provider) for n, v in wanted.items() if n in SEARCH)]
    cursor = decode(wanted["remote_cursor"][0], "live") if "remote_cursor" in wanted else None
    page = cut_page(rows, [r.key for r in rows], cursor, DEFAULT_PAGE, "live")
    return Answer(page.envelope([present(model, row, query, account) for row in page.rows]))


class ProviderTables:
    """The provider's layer of an account, as tables."""

    def __init__(self, account: LinkedAccountState) -> None:
        self._account = account
        self._tables: dict[str, shown.ShownTable] = {}

    def table(self, model: str) -> shown.ShownTable:
        """The provider's rows of a model."""
        if model not in self._tables:
            self._tables[model] = shown.show_table(model, self._account.provider.get(model, {}), self._account.hidden_fields(model))
        return self._tables[model]


def _names_of(field: str, model: str) -> Callable[[Mapping[str, Any], tuple[str, ...], ProviderTables], bool]:
    def test(record: Mapping[str, Any], values: tuple[str, ...], tables: ProviderTables) -> bool:
        found = [tables.table(model).by_id.get(key) for key in record.get(field) or ()]
        return any(row is not None and row.record.get("name") in values for row in found)

    return test


def _ids_of(field: str) -> Callable[[Mapping[str, Any], tuple[str, ...], ProviderTables], bool]:
    return lambda record, values, tables: bool(set(record.get(field) or ()) & set(values))


SEARCH: Mapping[str, Callable[[Mapping[str, Any], tuple[str, ...], ProviderTables], bool]] = {
    "name": lambda record, values, tables: values[0].casefold() in str(record.get("name") or "").casefold(),
    "status": lambda record, values, tables: record.get("status") == values[0],
    "ticket_url": lambda record, values, tables: values[0] in str(record.get("ticket_url") or ""),
    "assignees": _names_of("assignees", "ticketing/User"),
    "collections": _names_of("collections", "ticketing/Collection"),
    "assignee_ids": _ids_of("assignees"),
    "collection_ids": _ids_of("collections"),
}

ACCOUNT_FILTERS: Mapping[str, Callable[[Mapping[str, Any], str], bool]] = {
    "category": lambda row, value: row["category"] == value,
    "id": lambda row, value: row["id"] == value,
    "ids": lambda row, value: row["id"] in value.split(","),
    "end_user_origin_id": lambda row, value: row["end_user_origin_id"] == value,
    "end_user_origin_ids": lambda row, value: row["end_user_origin_id"] in value.split(","),
    "end_user_email_address": lambda row, value: row["end_user_email_address"] == value,
    "end_user_organization_name": lambda row, value: row["end_user_organization_name"] == value,
    "integration_name": lambda row, value: row["integration"]["name"] == value,
    "is_test_account": lambda row, value: False,       # all accounts here are production accounts
    "status": lambda row, value: row["status"] == value,
}

PLATFORM: Mapping[tuple[str, str], Handler] = {
    ("GET", "account-details"): account_details,
    ("GET", "linked-accounts"): linked_accounts,
    ("GET", "sync-status"): sync_statuses,
    ("POST", "sync-status/resync"): resync,
    ("GET", "issues"): issues,
    ("GET", "issues/{id}"): issue,
    ("GET", "available-actions"): available_actions,
    ("POST", "link-token"): link_token,
    ("GET", "account-token/{public_token}"): account_token,
    ("GET", "default-scopes"): default_scopes,
    ("GET", "linked-account-scopes"): account_scopes,
    ("POST", "passthrough"): passthrough,
    ("POST", "async-passthrough"): async_passthrough,
    ("GET", "async-passthrough/{async_passthrough_receipt_id}"): async_result,
    ("GET", "webhook-receivers"): receivers,
    ("GET", "tickets/live-search"): live_search,
}


def platform_handler(endpoint: merge_api.Endpoint) -> Handler | None:
    """The handler of a call that has one."""
    return PLATFORM.get((endpoint.http_method, endpoint.path.split("/v1/", 1)[1]))


def webhook_account(sandbox: Sandbox, account: LinkedAccountState) -> dict[str, Any]:
    """The `linked_account` part of a webhook."""
    return _details(sandbox, account)


def _details(sandbox: Sandbox, account: LinkedAccountState) -> dict[str, Any]:
    return {
        "id": account.account.id, "integration": account.account.integration, "integration_slug": _slug(account),
        "category": account.category, "end_user_origin_id": account.tenant, "end_user_organization_name": account.company.name,
        "end_user_email_address": f"admin@{account.company.domain}", "status": _status(sandbox, account), "webhook_listener_url": None,
        "is_duplicate": False, "account_type": "PRODUCTION", "completed_at": written(account.account.data_as_of),
    }


def _account_row(sandbox: Sandbox, account: LinkedAccountState) -> dict[str, Any]:
    integration = {"name": account.account.integration, "categories": [account.category], "image": None, "square_image": None,
                   "color": "#000000", "slug": _slug(account), "passthrough_available": True, "available_model_operations": []}
    row = {k: v for k, v in _details(sandbox, account).items() if k != "integration_slug"}
    return row | {"status_detail": None, "subdomain": None, "integration": integration, "webhook_listener_url": "",
                  "integration_specific_fields": {}}


def _integration(account: LinkedAccountState) -> dict[str, Any]:
    return {"name": account.account.integration, "abbreviated_name": None, "categories": [account.category], "image": None,
            "square_image": None, "color": "#000000", "slug": _slug(account), "api_endpoints_to_documentation_urls": {},
            "webhook_setup_guide_url": None, "category_beta_status": {}}


def _slug(account: LinkedAccountState) -> str:
    return account.account.integration.lower().replace(" ", "-")


def _any_call(account: LinkedAccountState, model: str | None = None) -> Call:
    return Call(account.tenant, account.category, model, "")


def _status(sandbox: Sandbox, account: LinkedAccountState) -> str:
    return "RELINK_NEEDED" if sandbox.faults.active("relink", _any_call(account)) else account.status


def _statuses(request: Request) -> list[dict[str, Any]]:
    account = request.of
    if request.endpoint.category != account.category:
        return []
    return [_faulty_status(request.sandbox, account, m, sync_status(account, m)) for m in models_of(account.category)]


def _faulty_status(sandbox: Sandbox, account: LinkedAccountState, model: str, row: dict[str, Any]) -> dict[str, Any]:
    if row["status"] == "DISABLED":
        return row
    if sandbox.faults.active("initial_sync", _any_call(account, model)):
        return row | dict.fromkeys(NOT_SYNCED_YET) | {"status": "SYNCING", "is_initial_sync": True}
    if sandbox.faults.active("relink", _any_call(account, model)):
        return row | {"status": "FAILED", "last_sync_result": "FAILED"}
    return row


def _issues(sandbox: Sandbox) -> Iterable[dict[str, Any]]:
    for account in sandbox.tokens.values():
        if _status(sandbox, account) == "RELINK_NEEDED":
            since = written(account.account.data_as_of)
            yield {"id": str(uuid5(NAMESPACE, f"relink/{account.account.id}")), "status": "ONGOING", "is_muted": False,
                   "error_description": "Missing or expired credentials: the account has to be linked again.", "error_details": [],
                   "end_user": _end_user(account), "first_incident_time": since, "last_incident_time": since,
                   "linked_account": account.account.id}
    for company in sandbox.companies.values():
        yield from company.issues


def _end_user(account: LinkedAccountState) -> dict[str, Any]:
    return {"origin_id": account.tenant, "organization_name": account.company.name, "email_address": f"admin@{account.company.domain}"}


def _public_issue(row: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in row.items() if k != "linked_account"}


def _scope(model: str, hidden: frozenset[str], disabled: bool) -> dict[str, Any]:
    fields = [] if disabled else [n for n in shown.field_names(model) if n not in hidden]
    return {"model_name": model.split("/")[1], "model_permissions": {"READ": {"is_enabled": not disabled}},
            "field_permissions": {"enabled_fields": fields, "disabled_fields": sorted(hidden)}}


def _pass_through(request: Request) -> dict[str, Any]:
    body = request.body if isinstance(request.body, dict) else {}
    method, path = str(body.get("method", "")).upper(), str(body.get("path", ""))
    if not path:
        raise bad_filter("path: This field is required.")
    if method != "GET":
        raise forbidden("The sandbox passes reads through, nothing else.")
    status, response = _provider_answer(request.sandbox, request.of, path)
    return {"method": method, "path": path, "status": status, "response": response, "response_type": "JSON",
            "response_headers": {"Content-Type": "application/json"}, "headers": {}}


def _provider_answer(sandbox: Sandbox, account: LinkedAccountState, path: str) -> tuple[int, Any]:
    if _status(sandbox, account) == "RELINK_NEEDED":
        return 401, {"error": "invalid credentials"}
    parts = path.partition("?")[0].strip("/").split("/")
    model = merge_api.model_of_resource().get((account.category, parts[0].replace("-", "_")))
    rows = account.provider.get(model or "", {})
    if model is None or len(parts) > 2:
        return 404, {"error": "no such path"}
    if len(parts) == 1:
        return 200, list(rows.values())
    found = next((r for k, r in rows.items() if parts[1] in (k, r.get("remote_id"))), None)
    return (404, {"error": "no such record"}) if found is None else (200, found)


def _page_of(request: Request, rows: list[dict[str, Any]]) -> Answer:
    query: Query = request.read_query()
    listed = [ShownRow((False, i, ""), "", row, {}, False, False) for i, row in enumerate(rows)]
    cursor: Cursor | None = decode(query.cursor, query.digest) if query.cursor else None
    page = cut_page(listed, [r.key for r in listed], cursor, query.page_size, query.digest)
    return Answer(page.envelope([dict(r.record) for r in page.rows]))
