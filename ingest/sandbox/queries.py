"""A query string, read against its endpoint: what to filter by, which page, how to show the rows.

Strict by default: an unknown or malformed parameter is refused, so that tests catch invented ones.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.merge_api import Endpoint, Parameter
from ingest.sandbox.answers import bad_filter
from ingest.sandbox.times import moment

DEFAULT_PAGE = 30
LARGEST_PAGE = 100
FLAGS = frozenset({
    "include_deleted_data", "include_remote_data", "include_remote_fields", "include_shell_data", "include_sensitive_fields",
    "show_native_enum_values",
})
SHAPE = FLAGS | {"cursor", "page_size", "expand", "show_enum_origins", "remote_fields", "order_by"}
NATIVE_VALUES = Parameter("show_native_enum_values", "bool", (), False, None)   # documented by Merge, unknown to the SDK
ENUM_LISTS = ("show_enum_origins", "remote_fields")


@dataclass(frozen=True, slots=True)
class Query:
    """What a call asks for. `filters` are (parameter, its values): any of the values, all of the parameters."""

    filters: tuple[tuple[Parameter, tuple[str, ...]], ...] = ()
    cursor: str | None = None
    page_size: int = DEFAULT_PAGE
    expand: tuple[str, ...] = ()
    enum_origins: frozenset[str] = frozenset()
    order_by: str | None = None
    flags: frozenset[str] = frozenset()
    digest: str = field(default="")          # of filters and order: a cursor holds for one of them


def read_query(endpoint: Endpoint, items: Sequence[tuple[str, str]], strict: bool = True) -> Query:
    """The query of a call. Raises Refused (400) for what Merge would not take; lenient: unknown parameters are ignored."""
    given: dict[str, list[str]] = {}
    known: dict[str, Parameter] = {}
    for name, value in items:
        parameter = NATIVE_VALUES if name == NATIVE_VALUES.name and endpoint.group == "data" else endpoint.parameter(name)
        if parameter is not None:
            known[name] = parameter
            given.setdefault(name, []).append(value)
        elif strict:
            raise bad_filter(f"Unsupported filter: {name}.")
    values = {name: _read_values(known[name], texts) for name, texts in given.items()}
    _check_enum_fields(endpoint, values)
    filters = tuple((known[name], v) for name, v in sorted(values.items()) if name not in SHAPE)
    return _query(endpoint, values, filters)


def _query(endpoint: Endpoint, values: Mapping[str, tuple[str, ...]], filters: tuple[tuple[Parameter, tuple[str, ...]], ...]) -> Query:
    shape = sorted((name, v) for name, v in values.items() if name not in ("cursor", "page_size"))
    return Query(
        filters=filters,
        cursor=_last(values, "cursor"),
        page_size=min(int(_last(values, "page_size") or DEFAULT_PAGE), LARGEST_PAGE),
        expand=values.get("expand", ()),
        enum_origins=frozenset(v for name in ENUM_LISTS for v in values.get(name, ())),
        order_by=_last(values, "order_by"),
        flags=frozenset(name for name in FLAGS if _last(values, name) == "true"),
        digest=hashlib.sha256(repr((endpoint.path, shape)).encode()).hexdigest()[:12],
    )


def _last(values: Mapping[str, tuple[str, ...]], name: str) -> str | None:
    return values[name][-1] if values.get(name) else None


def _read_values(parameter: Parameter, texts: Sequence[str]) -> tuple[str, ...]:
    texts = [part.strip() for text in texts for part in text.split(",")] if _takes_many(parameter) else list(texts[-1:])
    check = CHECKS.get(parameter.type)
    for text in texts:
        if check is not None and not check(text):
            raise bad_filter(f"{parameter.name}: {text!r} is not a valid {parameter.type}.")
        if parameter.enum and text not in parameter.enum:
            raise bad_filter(f"{parameter.name}: {text!r} is not one of {', '.join(parameter.enum)}.")
    return tuple(texts)


def _check_enum_fields(endpoint: Endpoint, values: Mapping[str, tuple[str, ...]]) -> None:
    unknown = [v for name in ENUM_LISTS for v in values.get(name, ()) if endpoint.show_enum_origins and v not in endpoint.show_enum_origins]
    if unknown:
        raise bad_filter(f"{unknown[0]!r} is no enum field of {endpoint.path}.")


def _takes_many(parameter: Parameter) -> bool:
    return parameter.multi or parameter.name == "expand"


def _is_page_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) > 0


CHECKS: Mapping[str, Callable[[str], bool]] = {
    "bool": lambda text: text in ("true", "false"),
    "datetime": lambda text: moment(text) is not None,
    "int": _is_page_number,
}
