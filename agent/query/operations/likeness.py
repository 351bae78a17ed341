"""Which records hold the same in two places, such as their own city and their manager's. None where one of the two is not on file."""

from collections.abc import Hashable, Mapping, Sequence

from agent.access.checks import check_fields
from agent.plan.algebra import Alike, Column
from agent.query.operations.comparing import Truth
from agent.query.operations.values import Amount, values
from agent.query.operations.walk import walk_seen
from agent.question.context import QuestionContext
from ingest.records import Record, each_once
from kg.names import fold
from kg.places import city_key


def alike(context: QuestionContext, wanted: Alike, records: Sequence[Record]) -> Mapping[str, Truth]:
    """The verdict on each record. Raises Declined where the viewer may not see what is compared."""
    if not records:
        return {}
    one, other = (_held(context, column, records) for column in (wanted.one, wanted.other))
    return {r.id: bool(one[r.id] & other[r.id]) == (wanted.op == "=") if one[r.id] and other[r.id] else None for r in records}


def _held(context: QuestionContext, column: Column, records: Sequence[Record]) -> Mapping[str, frozenset[Hashable]]:
    """What each record's way leads to: the things themselves, or what they hold in the field. Spellings of one city are one."""
    there = walk_seen(context, records[0].model, records, column.path)
    if column.field is None:
        return {row: frozenset(r.id for r in found) for row, found in there.items()}
    field = context.catalogue.field(column.field)
    check_fields(context, [field.id], each_once(r for found in there.values() for r in found))
    same = city_key if field.name == "city" else fold
    held = {row: [v for r in found for v in values(context, field, r)] for row, found in there.items()}
    return {row: frozenset(same(str(v.number if isinstance(v, Amount) else v)) for v in known) for row, known in held.items()}
