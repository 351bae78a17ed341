"""Lists, sublists and single records of any resource, as the catalogue describes them, and the two writes there are.

No resource has code of its own: the endpoint says the model, the parameters and what may be expanded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid5

from ingest import merge_api
from ingest.merge_api import Endpoint
from ingest.sandbox.account import LinkedAccountState
from ingest.sandbox.answers import Answer, forbidden, not_found
from ingest.sandbox.expand import check_expand, present
from ingest.sandbox.faults import Call
from ingest.sandbox.filters import is_uuid, tests_of
from ingest.sandbox.pages import Page, cut_page, decode
from ingest.sandbox.queries import Query, read_query
from ingest.sandbox.shown import ShownRow, SortKey, sort_key
from ingest.sandbox.state import NAMESPACE, Sandbox
from ingest.sandbox.times import written

WRITABLE = ("hris/TimeOff", "ticketing/Ticket")
NO_MODEL = {
    "source": {"pointer": "/model"}, "title": "Missing Required Field", "detail": "model is required.",
    "problem_type": "MISSING_REQUIRED_FIELD",
}


@dataclass(frozen=True, slots=True)
class Request:
    """One call of the API, admitted: who is asking, for what. `account` is None where the call needs no account token."""

    sandbox: Sandbox
    account: LinkedAccountState | None
    endpoint: Endpoint
    values: Mapping[str, str]                  # of the path's holes
    query: Sequence[tuple[str, str]]
    body: Any
    call: Call

    @property
    def of(self) -> LinkedAccountState:
        """The linked account that is asked."""
        if self.account is None:
            raise not_found()
        return self.account

    def read_query(self) -> Query:
        """The query against the endpoint. Raises Refused (400)."""
        return read_query(self.endpoint, self.query, self.sandbox.options.strict)


def list_records(request: Request) -> Answer:
    """A page of a list endpoint."""
    return _page(request, request.call.model or "", {})


def list_below(request: Request) -> Answer:
    """A page of the records under a parent: those whose foreign key is the parent, none where the model has no such key."""
    model = request.call.model
    if model is None:
        request.read_query()
        return Answer(_no_page().envelope([]))
    parent, value = next(iter(request.values.items()), ("", ""))
    if parent and not is_uuid(value):
        raise not_found()
    return _page(request, model, {parent.removesuffix("_id"): value} if parent else {})


def retrieve_record(request: Request) -> Answer:
    """One record by its id; 404 for one that is unknown, deleted, or no UUID."""
    query, model = request.read_query(), request.call.model or ""
    check_expand(query.expand, request.endpoint.expand)
    row = request.of.table(model).by_id.get(request.values["id"].lower())
    if row is None or row.deleted or not is_uuid(row.id):
        raise not_found()
    record = present(model, row, query, request.of)
    request.sandbox.faults.spoil_record(record, request.call)
    return Answer(record)


def create_record(request: Request) -> Answer:
    """The minimal writes, time off and tickets: both layers take the record, 201. Everything else is refused with 403."""
    model = _created_model(request)
    if model not in WRITABLE:
        raise forbidden()
    given = request.body.get("model") if isinstance(request.body, dict) else None
    if not isinstance(given, dict):
        return Answer({"errors": [NO_MODEL], "warnings": [], "model": None, "logs": []}, 400)
    account, now = request.of, request.sandbox.now(request.of.tenant)
    key = str(uuid5(NAMESPACE, f"{account.account.id}/{model}/{len(account.copy.get(model, {}))}"))
    own = {"id": key, "remote_id": key[:8], "created_at": written(now), "remote_was_deleted": False}
    record = {f.name: given.get(f.name) for f in merge_api.models()[model].fields} | own
    account.put(model, record, key, now)
    return Answer({"model": account.copy[model][key], "warnings": [], "errors": [], "logs": []}, 201)


def describe_write(request: Request) -> Answer:
    """What a write would take (`meta/post`): the fields of the model, none required."""
    model = next((m for m, e in merge_api.list_endpoints().items() if request.endpoint.path.startswith(e.path)), None)
    names = [f.name for f in merge_api.models()[model].fields] if model else []
    schema = {"type": "object", "properties": {"model": {"type": "object", "properties": {n: {} for n in names}, "required": []}}}
    status = {"linked_account_status": request.of.status, "can_make_request": request.of.status == "COMPLETE"}
    return Answer({"request_schema": schema, "remote_field_classes": {}, "status": status, "has_conditional_params": False,
                   "has_required_linked_account_params": False, "remote_fields": []})


def empty_page(request: Request) -> Answer:
    """A list that the sandbox holds nothing for."""
    request.read_query()
    return Answer(_no_page().envelope([]))


def _page(request: Request, model: str, fixed: Mapping[str, str]) -> Answer:
    query = _halved(request, request.read_query())
    check_expand(query.expand, request.endpoint.expand)
    found = _ordered(_found(request, model, query, fixed), query.order_by or ("-created_at" if request.sandbox.options.newest_first else None))
    keys = [row.key for row in found]
    cursor = decode(query.cursor, query.digest) if query.cursor else None
    page = cut_page(found, keys, cursor, query.page_size, query.digest)
    envelope = page.envelope([present(model, row, query, request.of) for row in page.rows])
    request.sandbox.faults.spoil(envelope, request.call, query.cursor)
    return Answer(envelope)


def _found(request: Request, model: str, query: Query, fixed: Mapping[str, str]) -> list[ShownRow]:
    tests = tests_of(model, query, request.of, request.sandbox.options.inclusive_borders)
    tests += [lambda record, f=field, v=value: record.get(f) == v for field, value in fixed.items()]      # type: ignore[misc]
    deleted, shells = "include_deleted_data" in query.flags, "include_shell_data" in query.flags
    return [
        row for row in request.of.table(model).rows
        if (deleted or not row.deleted) and (shells or not row.shell) and all(test(row.record) for test in tests)
    ]


def _ordered(rows: list[ShownRow], order_by: str | None) -> list[ShownRow]:
    if order_by is None:
        return rows
    name, descending = order_by.removeprefix("-"), order_by.startswith("-")
    return sorted((replace(row, key=_key(row, name, descending)) for row in rows), key=lambda row: row.key)


def _key(row: ShownRow, name: str, descending: bool) -> SortKey:
    return sort_key(row.record, row.id, name, descending)


def _halved(request: Request, query: Query) -> Query:
    if request.sandbox.faults.take(("half_page",), request.call) is None:
        return query
    return replace(query, page_size=max(1, query.page_size // 2))


def _created_model(request: Request) -> str | None:
    return merge_api.model_of_resource().get((request.endpoint.category, request.endpoint.resource))


def _no_page() -> Page:
    return Page((), None, None)


def model_of(endpoint: Endpoint) -> str | None:
    """The model whose records an endpoint gives, None where it gives none."""
    name = endpoint.item_model or endpoint.response_model
    model = f"{endpoint.category}/{name}"
    known = merge_api.models().get(model)
    return model if known is not None and known.role in ("common", "nested") else None
