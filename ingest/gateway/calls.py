"""Calls of Merge's API, built from entries of the catalogue and nothing else.

Whatever the catalogue lacks (a model, a parameter, a value of an enum), an id that is not a UUID, and a time without zone are refused here,
before anything leaves. A filter that would silently match everything (None, an empty list) is refused too.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Any

from ingest.gateway.errors import NotAllowed, NotAMergeId, NotInCatalogue
from ingest.merge_api import Endpoint, Parameter, endpoints, list_endpoints, retrieve_endpoints

DENIED_MODELS = frozenset({"hris/BankInfo"})
DENIED_PARAMETERS = frozenset({"include_sensitive_fields"})
OUR_OWN = frozenset({"cursor", "page_size", "expand"})       # set by the gateway, or by an argument of its own
REPLACING = frozenset({"show_enum_origins", "remote_fields"})  # would replace the normalised value; the provider's stands beside it anyway
NOT_MERGE_IDS = frozenset({"remote_id", "remote_ids"})       # the provider's ids: any text
ID_WORDS = {"folder_id": "null", "drive_id": "null"}         # filestorage: the root, and what lies outside the top-level drive
MANY = 100                                                   # values of a list in one request: a longer address may be refused

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


@dataclass(frozen=True, slots=True)
class Call:
    """One GET: the catalogue's entry, the SDK's arguments, and parameters that the SDK does not know."""

    endpoint: Endpoint
    arguments: Mapping[str, Any] = field(default_factory=dict)
    beside: Mapping[str, Any] = field(default_factory=dict)
    path_id: str | None = None

    def at(self, cursor: str) -> "Call":
        """The same call, one page further."""
        return replace(self, arguments={**self.arguments, "cursor": cursor})


def list_calls(model: str, filters: Mapping[str, object], expand: Sequence[str] = (), page_size: int = 100) -> tuple[Call, ...]:
    """The calls that list a model; several only where a list of values is too long for one, their results to be united.

    Raises NotInCatalogue, NotAMergeId, NotAllowed.
    """
    endpoint = _endpoint(model, list_endpoints())
    size = endpoint.parameter("page_size")
    given = {name: _value(_parameter(endpoint, name), value) for name, value in filters.items()}
    most = min(page_size, (size.max if size else None) or page_size)
    return tuple(_call(endpoint, part, expand, page_size=most) for part in _portions(given))


def retrieve_call(model: str, merge_id: str, expand: Sequence[str] = ()) -> Call:
    """The call that gets one record. Raises NotInCatalogue, NotAMergeId, NotAllowed."""
    return replace(_call(_endpoint(model, retrieve_endpoints()), {}, expand), path_id=merge_uuid(merge_id))


def platform_call(category: str, resource: str, method: str) -> Call:
    """A call that every category repeats: sync status, account details, scopes."""
    found = next((e for e in endpoints() if (e.category, e.resource, e.method) == (category, resource, method)), None)
    if found is None or found.http_method != "GET":
        raise NotInCatalogue(f"{category} has no call {resource}.{method}.")
    return Call(found)


def is_known(category: str) -> bool:
    """Whether the catalogue has that category at all."""
    return any(e.category == category for e in endpoints())


def has_parameter(model: str, name: str) -> bool:
    """Whether the model's list takes that filter. Raises NotInCatalogue for an unknown model."""
    return _endpoint(model, list_endpoints()).parameter(name) is not None


def merge_uuid(text: object) -> str:
    """The id, if it is one. Raises NotAMergeId: the SDK pastes ids into paths unescaped."""
    if not isinstance(text, str) or not _UUID.fullmatch(text):
        raise NotAMergeId(f"{text!r:.60} is not an id of Merge: those are UUIDs.")
    return text


def _endpoint(model: str, known: Mapping[str, Endpoint]) -> Endpoint:
    if model in DENIED_MODELS:
        raise NotAllowed(f"{model} is never read.")
    if model not in known:
        raise NotInCatalogue(f"Merge's catalogue has no such call for {model!r:.60}.")
    return known[model]


def _call(endpoint: Endpoint, given: Mapping[str, Any], expand: Sequence[str], **paging: int) -> Call:
    unknown = [name for name in expand if name not in endpoint.expand]
    if unknown or isinstance(expand, str):
        raise NotInCatalogue(f"{endpoint.path} cannot expand {', '.join(unknown) or expand}.")
    arguments: dict[str, Any] = {**paging}
    if expand:
        arguments["expand"] = ",".join(expand)
    if endpoint.parameter("include_remote_fields"):
        arguments["include_remote_fields"] = True
    # The provider's own words beside the normalised enums; the SDK lacks the parameter but passes it on.
    beside = {"show_native_enum_values": "true"} if endpoint.show_enum_origins else {}
    return Call(endpoint, {**arguments, **given}, beside)


def _portions(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Lists as comma-joined text; the longest is cut into portions where it is too long."""
    lists = {name: value for name, value in given.items() if isinstance(value, list)}
    joined = {name: ",".join(value) if isinstance(value, list) else value for name, value in given.items()}
    name = max(lists, key=lambda n: len(lists[n]), default=None)
    if name is None or len(lists[name]) <= MANY:
        return [joined]
    return [joined | {name: ",".join(lists[name][i:i + MANY])} for i in range(0, len(lists[name]), MANY)]


def _parameter(endpoint: Endpoint, name: str) -> Parameter:
    if name in DENIED_PARAMETERS:
        raise NotAllowed(f"{name} is never asked for.")
    parameter = endpoint.parameter(name)
    if parameter is None or name in OUR_OWN | REPLACING:
        raise NotInCatalogue(f"{endpoint.path} has no filter {name!r:.60}.")
    return parameter


def _value(parameter: Parameter, value: object) -> Any:
    """The value as the SDK takes it; a list stays one until it is joined."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return _list(parameter, value)
    if isinstance(value, str) and parameter.multi:
        return _list(parameter, value.split(","))
    return _single(parameter, value)


def _list(parameter: Parameter, values: Sequence[object] | set[object] | frozenset[object]) -> list[str]:
    if not parameter.multi:
        raise NotInCatalogue(f"{parameter.name} takes one value, not several.")
    if not values:
        raise NotInCatalogue(f"{parameter.name} without a value would match everything.")
    texts = [str(_single(parameter, v)) for v in (sorted(values, key=str) if isinstance(values, (set, frozenset)) else values)]
    if any("," in text for text in texts):
        raise NotInCatalogue(f"A value of {parameter.name} may not hold a comma: it would be read as two.")
    return texts


def _single(parameter: Parameter, value: object) -> Any:
    value = value.value if isinstance(value, Enum) else value
    kind = "text" if parameter.type.startswith(("str", "enum")) else parameter.type
    check = _CHECKS.get(kind)
    if check is None:
        raise NotInCatalogue(f"{parameter.name} cannot be used as a filter.")
    return check(parameter, value)


def _text(parameter: Parameter, value: object) -> str:
    if isinstance(value, bool) and parameter.type == "str":
        return "true" if value else "false"       # is_active and its like are typed as text
    if not isinstance(value, str) or not value:
        raise NotInCatalogue(f"{parameter.name} takes text, not {type(value).__name__}.")
    if parameter.enum and value not in parameter.enum:
        raise NotInCatalogue(f"{parameter.name} is one of {', '.join(parameter.enum)}, not {value!r:.60}.")
    return _id_text(parameter.name, value)


def _id_text(name: str, value: str) -> str:
    is_id = name.endswith(("_id", "_ids")) and name not in NOT_MERGE_IDS and ID_WORDS.get(name) != value
    return merge_uuid(value) if is_id else str(value)


def _switch(parameter: Parameter, value: object) -> bool:
    if not isinstance(value, bool):
        raise NotInCatalogue(f"{parameter.name} is true or false, not {type(value).__name__}.")
    return value


def _moment(parameter: Parameter, value: object) -> datetime:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise NotInCatalogue(f"{parameter.name} takes a time with its zone.")
    return value


_CHECKS = {"text": _text, "bool": _switch, "datetime": _moment}
