"""Filters of the list endpoints: from a parameter's name to the field it looks at, by rules and one table of exceptions.

Filters combine with AND, several values of one filter are any-of, text is exact. Whether a time border belongs to the
period is not verified for Merge: here it does not, unless the sandbox is told otherwise.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal, Protocol
from uuid import UUID

from ingest import merge_api
from ingest.merge_api import Model, Parameter
from ingest.sandbox.answers import bad_filter
from ingest.sandbox.queries import Query
from ingest.sandbox.shown import ShownTable
from ingest.sandbox.times import moment, moment_of

How = Literal["equal", "equal_any_case", "id", "after", "before", "contains", "boolean", "empty", "involved", "cancelled"]
Record = Mapping[str, Any]
Test = Callable[[Record], bool]


class Tables(Protocol):
    """The tables of one linked account, by model."""

    def table(self, model: str) -> ShownTable:
        """The rows of a model, none where the account has none."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How one filter works. `path` may go through a list, an embedded object or a foreign key: `employments.job_title`."""

    path: str
    how: How


EXCEPTIONS: Mapping[tuple[str, str], Rule] = {
    ("hris/Employee", "employment_type"): Rule("employments.employment_type", "equal"),
    ("hris/Employee", "job_title"): Rule("employments.job_title", "equal"),
    ("hris/Group", "names"): Rule("name", "equal"),
    ("hris/Group", "types"): Rule("type", "equal"),
    ("ats/ScheduledInterview", "job_id"): Rule("application.job", "id"),
    ("crm/Contact", "email_addresses"): Rule("email_addresses.email_address", "equal"),
    ("crm/Contact", "phone_numbers"): Rule("phone_numbers.phone_number", "equal"),
    ("crm/Lead", "email_addresses"): Rule("email_addresses.email_address", "equal"),
    ("crm/Lead", "phone_numbers"): Rule("phone_numbers.phone_number", "equal"),
    ("ats/Candidate", "email_addresses"): Rule("email_addresses.value", "equal"),
    ("ticketing/Ticket", "remote_ids"): Rule("remote_id", "equal"),
    ("ticketing/Ticket", "ticket_url"): Rule("ticket_url", "contains"),
    ("ticketing/User", "email_address"): Rule("email_address", "equal_any_case"),
    ("ticketing/User", "team"): Rule("teams", "id"),
    ("ticketing/User", "collections"): Rule("id", "involved"),
    ("filestorage/User", "email_address"): Rule("email_address", "equal_any_case"),
    ("filestorage/Folder", "parent_folder_id"): Rule("parent_folder", "id"),
    ("email/EmailAddress", "email_address"): Rule("email_address", "equal_any_case"),
    ("email/Message", "thread_id"): Rule("thread", "equal"),
    ("email/Message", "to_address_id"): Rule("to", "id"),
    ("email/Message", "cc_address_id"): Rule("cc", "id"),
    ("email/Message", "bcc_address_id"): Rule("bcc", "id"),
    ("email/Message", "mailbox_id"): Rule("mailboxes", "id"),
    ("email/User", "email_address_id"): Rule("email_addresses", "id"),
    ("email/User", "mailbox_id"): Rule("mailboxes", "id"),
    ("calendar/Event", "include_cancelled"): Rule("is_cancelled", "cancelled"),
    ("chat/Message", "root_message"): Rule("root_message_id", "empty"),
}
TIME_FIELDS: Mapping[str, tuple[str, ...]] = {
    "started": ("start_time", "start_date"),
    "starts": ("start_time", "start_date"),
    "ended": ("end_time", "end_date"),
    "terminated": ("termination_date",),
    "posted_date": ("posting_date",),
}
"""Where the word of `<word>_after` is not that of the field."""


@cache
def rule_of(model: str, parameter: Parameter) -> Rule | None:
    """The rule of a filter, None where neither the table nor the rules have one."""
    exception = EXCEPTIONS.get((model, parameter.name))
    if exception is not None:
        return exception
    fields = merge_api.models()[model]
    return _time_rule(fields, parameter) or _plain_rule(fields, parameter) or _id_rule(fields, parameter)


def tests_of(model: str, query: Query, tables: Tables, inclusive: bool = False) -> list[Test]:
    """What a row must pass to be in the answer. Raises Refused (400) for a malformed id and for a filter without a rule."""
    return [_test(model, parameter, values, tables, inclusive) for parameter, values in query.filters]


def values_at(model: str, record: Record, path: str, tables: Tables) -> Iterator[Any]:
    """Every value that a path leads to from a record, nulls left out."""
    head, _, rest = path.partition(".")
    value = record.get(head)
    for item in value if isinstance(value, list) else [value]:
        if item is None:
            continue
        if not rest:
            yield item
        elif isinstance(item, dict):
            yield from (v for v in [item.get(rest)] if v is not None)
        else:
            yield from _values_beyond(model, head, item, rest, tables)


def _values_beyond(model: str, head: str, key: Any, rest: str, tables: Tables) -> Iterator[Any]:
    target = target_model(model, head)
    row = tables.table(target).by_id.get(key) if target else None
    if target and row is not None:
        yield from values_at(target, row.record, rest, tables)


@cache
def target_model(model: str, field: str) -> str | None:
    """The model that a foreign key of a model points to."""
    known = merge_api.models()[model].field(field)
    target = f"{model.split('/')[0]}/{known.target}" if known and known.target else None
    return target if target in merge_api.models() else None


def _time_rule(fields: Model, parameter: Parameter) -> Rule | None:
    word, _, side = parameter.name.rpartition("_")
    if parameter.type != "datetime" or side not in ("after", "before"):
        return None
    names = (f"{word}_at", word, f"{word}_date", f"{word}_time", *TIME_FIELDS.get(word, ()))
    found = next((name for name in names if fields.field(name)), None)
    return Rule(found, "after" if side == "after" else "before") if found else None


def _plain_rule(fields: Model, parameter: Parameter) -> Rule | None:
    field = fields.field(parameter.name)
    if field is None:
        return None
    if field.type == "boolean":
        return Rule(field.name, "boolean")
    return Rule(field.name, "id" if field.is_foreign_key and field.type == "id" and parameter.name != "tags" else "equal")


def _id_rule(fields: Model, parameter: Parameter) -> Rule | None:
    word, _, end = parameter.name.rpartition("_")
    if end not in ("id", "ids"):
        return None
    found = next((name for name in (word, f"{word}s") if fields.field(name)), None)
    return Rule(found, "id") if found else None


def _test(model: str, parameter: Parameter, values: tuple[str, ...], tables: Tables, inclusive: bool) -> Test:
    rule = rule_of(model, parameter)
    if rule is None:
        raise bad_filter(f"Unsupported filter: {parameter.name}.")
    if rule.how in ("after", "before"):
        return _time_test(rule, values[-1], inclusive)
    if rule.how == "cancelled":
        return lambda record: values[-1] == "true" or record.get(rule.path) is not True
    if rule.how == "empty":
        return lambda record: values[-1] != "true" or record.get(rule.path) is None
    matches = MATCHES[rule.how](parameter, values, tables)
    return lambda record: any(matches(value) for value in values_at(model, record, rule.path, tables))


def _time_test(rule: Rule, text: str, inclusive: bool) -> Test:
    border = moment(text)
    assert border is not None      # queries.py has read it already
    passes = BORDERS[rule.how, inclusive]

    def test(record: Record) -> bool:
        time = moment_of(record.get(rule.path))
        return time is not None and passes(time, border)

    return test


BORDERS: Mapping[tuple[str, bool], Callable[[datetime, datetime], bool]] = {
    ("after", False): operator.gt, ("after", True): operator.ge, ("before", False): operator.lt, ("before", True): operator.le,
}
Match = Callable[[Any], bool]


def _equal(parameter: Parameter, values: Sequence[str], tables: Tables) -> Match:
    wanted = frozenset(values)
    return lambda value: str(value) in wanted


def _equal_any_case(parameter: Parameter, values: Sequence[str], tables: Tables) -> Match:
    wanted = frozenset(v.casefold() for v in values)
    return lambda value: str(value).casefold() in wanted


def _id(parameter: Parameter, values: Sequence[str], tables: Tables) -> Match:
    for value in values:
        if not is_uuid(value):
            raise bad_filter(f"{parameter.name}: {value!r} is not a valid UUID.")
    wanted = frozenset(v.lower() for v in values)
    return lambda value: str(value.get("id") if isinstance(value, dict) else value) in wanted


def _contains(parameter: Parameter, values: Sequence[str], tables: Tables) -> Match:
    return lambda value: any(v in str(value) for v in values)


def _boolean(parameter: Parameter, values: Sequence[str], tables: Tables) -> Match:
    if values[-1] not in ("true", "false"):
        raise bad_filter(f"{parameter.name}: {values[-1]!r} is neither true nor false.")
    return lambda value: value is (values[-1] == "true")


def _involved(parameter: Parameter, values: Sequence[str], tables: Tables) -> Match:
    """Ticketing users of collections: who is assigned to, or has created, a ticket in one of them."""
    in_collection = _id(parameter, values, tables)
    involved = {
        person
        for row in tables.table("ticketing/Ticket").rows if any(in_collection(c) for c in row.record.get("collections") or ())
        for person in [*(row.record.get("assignees") or ()), row.record.get("creator")]
    }
    return lambda value: value in involved


MATCHES: Mapping[str, Callable[[Parameter, Sequence[str], Tables], Match]] = {
    "equal": _equal, "equal_any_case": _equal_any_case, "id": _id, "contains": _contains, "boolean": _boolean, "involved": _involved,
}


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID in its usual form."""
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
