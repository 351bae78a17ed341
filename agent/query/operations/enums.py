"""Values of enums that Merge does not name: an app's own word where one of a few is promised. What they mean nobody can tell.

A condition over such a value holds of a record no more than of one without a value; and that records are left out so is told, with how many.
"""

from collections.abc import Iterable
from functools import cache

from agent.catalogue import Field
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest import merge_api
from ingest.records import Record, values_at


@cache
def named_values(model: str, path: str) -> frozenset[str]:
    """The values that Merge names for a field; none where it is no enum of its own record."""
    known = merge_api.models().get(model)
    field = known.field(path) if known else None
    if field is None or field.type != "enum":
        return frozenset()
    return frozenset(merge_api.enums().get(f"{model.partition('/')[0]}/{field.target}", ()))


def is_unnamed(record: Record, path: str) -> bool:
    """Does the record hold a value there that Merge does not name?"""
    named = named_values(record.model, path)
    return bool(named) and any(str(value) not in named for value in values_at(record, path))


def unnamed(context: QuestionContext, field: Field, record: Record) -> bool:
    """The same for a field of the catalogue; such a record is noted, so that the answer tells of it."""
    found = field.kind == "enum" and is_unnamed(record, field.path)
    if found:
        context.notes.note_unnamed(field.id, record.id)
    return found


def one_of(
    context: QuestionContext, records: Iterable[Record], field_id: str, wanted: Iterable[str] = (), other_than: Iterable[str] = (),
) -> list[Record]:
    """The records whose value is one of the wanted, or none of the others. Those whose value nobody can tell are left out, and noted."""
    field, allowed, denied = context.catalogue.field(field_id), frozenset(wanted), frozenset(other_than)
    told = [r for r in records if not unnamed(context, field, r)]
    return [r for r in told if (r.values.get(field.path) in allowed if allowed else r.values.get(field.path) not in denied)]


def tell_unnamed(context: QuestionContext) -> None:
    """How many records were left out since their value is not known; of what is about a person, only that there are."""
    for field_id, ids in sorted(context.notes.unnamed.items()):
        field = context.catalogue.field(field_id)
        model, count = context.catalogue.models[field.model], len(ids)
        how = "Some" if field.model.startswith("hris/") and field.privacy != "A" else str(count)
        noun, verbs = (model.label, ("has", "is")) if how == "1" else (model.plural, ("have", "are"))
        said = f"{how} {noun} {verbs[0]} a {field.label} whose meaning is not known, and {verbs[1]} left out."
        context.notes.assume(said, count, weight=Weight.LIMIT)
