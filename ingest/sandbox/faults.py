"""Faults on demand: what goes wrong, for which calls, how often. A kind is one row of a table.

Faults of the answer replace it, faults of the page change a list's rows, faults of the account change what it says of itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from ingest import merge_api
from ingest.sandbox.answers import Answer
from kg.errors import BadInput

BAD_GATEWAY = b"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"


@dataclass(slots=True)
class Fault:
    """One fault. Empty conditions match every call; `count` None: until it is cleared."""

    kind: str
    tenant: str | None = None
    category: str | None = None
    model: str | None = None         # Employee or hris/Employee
    path: str | None = None          # beginning of the path below /api
    count: int | None = None
    seconds: float = 0.0             # of slow; Retry-After of rate_limit
    status: int = 500                # of status
    id: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """What a fault may look at."""

    tenant: str | None
    category: str
    model: str | None
    path: str

    def meets(self, fault: Fault) -> bool:
        """Whether the fault is meant for this call."""
        model = self.model or ""
        return (
            fault.tenant in (None, self.tenant) and fault.category in (None, self.category)
            and fault.model in (None, model, model.partition("/")[2]) and self.path.startswith(fault.path or "")
        )


Page = dict[str, Any]

ANSWERS: Mapping[str, Callable[[Fault], Answer]] = {
    "error_500": lambda fault: Answer({"detail": "Internal server error."}, 500),
    "html_502": lambda fault: Answer(BAD_GATEWAY, 502, content_type="text/html"),
    "unavailable_503": lambda fault: Answer({"detail": "Service unavailable."}, 503),
    "status": lambda fault: Answer({"detail": f"Status {fault.status} was asked for."}, fault.status),
    "passthrough_408": lambda fault: Answer({"detail": "The request timed out. Use the async passthrough endpoint."}, 408),
    "rate_limit": lambda fault: Answer({"detail": "Request was throttled."}, 429, {"Retry-After": str(int(fault.seconds) or 1)}),
    "not_json": lambda fault: Answer(b"certainly not JSON", 200),
    "json_list": lambda fault: Answer([], 200),
}
WIRE = ("slow", "drop", "truncated_body")
ACCOUNT = ("relink", "initial_sync")
ONLY_PATH = {"passthrough_408": "passthrough"}       # a kind that has a meaning for some paths only


def _malformed_row(page: Page, model: str) -> None:
    row = page["results"][0]
    row.update(dict.fromkeys([name for name in ("created_at", "modified_at") if name in row], "not a time"))


def _extra_fields(page: Page, model: str) -> None:
    for row in page["results"]:
        row["undocumented_field"] = {"since": "yesterday"}


def _unknown_enum(page: Page, model: str) -> None:
    field_of_enum = next((f.name for f in merge_api.models()[model].fields if f.type == "enum"), None)
    if field_of_enum:
        page["results"][0][field_of_enum] = "SOMETHING_NEW"


def _null_results(page: Page, model: str) -> None:
    page["results"] = None


def _lost_tail(page: Page, model: str) -> None:
    page["results"] = page["results"][: len(page["results"]) // 2]
    page["next"] = None


def _lost_page(page: Page, model: str) -> None:
    """The rows of a list's last page are lost, and nothing says so."""
    if page["next"] is None:
        page["results"] = []


def _fractional_amount(page: Page, model: str) -> None:
    page["results"][0]["amount"] = 75000.75


ROWS: Mapping[str, Callable[[Page, str], None]] = {
    "malformed_row": _malformed_row, "extra_fields": _extra_fields, "unknown_enum": _unknown_enum, "fractional_amount": _fractional_amount,
}
PAGES = {**ROWS, "null_results": _null_results, "lost_tail": _lost_tail, "lost_page": _lost_page}
EMPTY_TOO = ("null_results", "repeating_cursor")
KINDS = (*ANSWERS, *WIRE, *ACCOUNT, *PAGES, "repeating_cursor", "half_page")


@dataclass(slots=True)
class Faults:
    """The faults that are set."""

    _set: list[Fault] = field(default_factory=list)
    _ids: Any = field(default_factory=lambda: count(1))

    def add(self, fault: Fault) -> int:
        """Set a fault; its number. Raises BadInput for an unknown kind."""
        if fault.kind not in KINDS:
            raise BadInput(f"{fault.kind!r} is no kind of fault. Known: {', '.join(KINDS)}.")
        fault.id = next(self._ids)
        self._set.append(fault)
        return fault.id

    def clear(self, tenant: str | None = None) -> None:
        """Take away the faults of one tenant, or all."""
        self._set = [f for f in self._set if tenant is not None and f.tenant != tenant]

    def active(self, kind: str, call: Call) -> bool:
        """Whether a lasting fault holds for a call; it is not used up."""
        return any(f.kind == kind and call.meets(f) for f in self._set)

    def take(self, kinds: Mapping[str, Any] | tuple[str, ...], call: Call) -> Fault | None:
        """The first fault of these kinds that is meant for the call, used up by one."""
        for fault in self._set:
            if fault.kind in kinds and call.meets(fault) and ONLY_PATH.get(fault.kind, "") in call.path:
                self._use(fault)
                return fault
        return None

    def spoil(self, page: Page, call: Call, cursor: str | None) -> None:
        """Change a page as the faults for it say; an empty page stays in the drawer unless it can be spoilt."""
        fault = self.take(EMPTY_TOO if not page["results"] else (*PAGES, "repeating_cursor"), call)
        if fault is None or call.model is None:
            return
        if fault.kind == "repeating_cursor":
            page["next"] = cursor or page["next"]
        else:
            PAGES[fault.kind](page, call.model)

    def spoil_record(self, record: dict[str, Any], call: Call) -> None:
        """Change a single record as the faults for rows say."""
        fault = self.take(ROWS, call)
        if fault is not None and call.model is not None:
            ROWS[fault.kind]({"results": [record]}, call.model)

    def _use(self, fault: Fault) -> None:
        if fault.count is not None:
            fault.count -= 1
            if fault.count <= 0:
                self._set.remove(fault)
