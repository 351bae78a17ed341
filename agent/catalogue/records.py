"""What the catalogue says of records: what one is called and what its lists of values say, how private its parts are and that there is one,
and which relation says whose it is.
"""

from collections.abc import Mapping

from agent.catalogue.schema import Catalogue, Field, Model, Predicate, Relation
from agent.policy.decision import tables
from ingest.records import Record, values_at

NAMED_BY_FIRST = frozenset({"hris/Location"})    # a place is called by its name, or else by its city
_OWNER = "employee"                     # the foreign key of HR's records to whom they belong


def display_name(model: Model, record: Record) -> str:
    """The name people know a record by; its key where it has none, else the model's label."""
    words = [str(v) for name in model.name for v in values_at(record, name)]
    name = words[0] if model.id in NAMED_BY_FIRST and words else " ".join(words)
    key = next(iter(values_at(record, model.key)), None) if model.key else None
    return name or (str(key) if key else model.label)


def both_words(field: Field, record: Record) -> frozenset[str]:
    """An enum's value in the provider's own word and in Merge's, as they stand."""
    native = values_at(record, f"{field.path}_native") if field.native else ()
    return frozenset(str(v) for v in (*native, *values_at(record, field.path)))


def privacy_of(catalogue: Catalogue, name: str) -> str:
    """The class of a field, relation or named condition of the catalogue; of a model, the class of that somebody has such a record."""
    model, _, part = name.partition(".")
    if not part:
        return existence_of(model) or "A"
    known = catalogue.models[model]
    places: tuple[Mapping[str, Field | Relation | Predicate], ...] = (known.fields, known.relations, known.predicates)
    return next(place[part].privacy for place in places if part in place)


def existence_of(model_id: str) -> str | None:
    """The privacy class of the mere fact that somebody has such a record; None if that is no secret."""
    privacy = tables()["existence"].get(model_id)
    return None if privacy is None else str(privacy)


def is_owner(catalogue: Catalogue, relation_id: str) -> bool:
    """Does the relation tie a record of HR to the employee whose it is?"""
    if relation_id == "hub":
        return False
    relation = catalogue.relation(relation_id)
    return relation_id.startswith("hris/") and _OWNER in (relation.fk, relation.inverse)
