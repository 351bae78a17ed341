"""The catalogue held against Merge's models and against itself. Every complaint names the row and what is wrong with it."""

from collections.abc import Iterable, Mapping

from agent.catalogue.schema import Catalogue, Field, Metric, Model, Predicate, Relation
from agent.plan.conditions import condition, derivation
from agent.policy.decision import logged_class
from ingest import merge_api

_HOW = ("count", "sum", "average", "median", "min", "max", "share")
_KINDS = ("text", "date", "datetime", "number", "money", "quantity", "enum", "boolean", "own")


def check(catalogue: Catalogue) -> None:
    """Raises ValueError for the first row that does not fit."""
    for model in catalogue.models.values():
        _check_model(model, catalogue)
        for field in model.fields.values():
            _check_field(field, model, catalogue.models)
        for relation in model.relations.values():
            _check_relation(relation, catalogue.models)
        for predicate in model.predicates.values():
            _check_predicate(predicate, catalogue.models)
    for metric in catalogue.metrics.values():
        _check_metric(metric, catalogue)


def _check_model(model: Model, catalogue: Catalogue) -> None:
    if not model.derived and model.id not in merge_api.models():
        raise ValueError(f"{model.id} is no model of Merge; write its name as in merge_api/models.json, or derived = true")
    for name in model.card:
        is_own = name in model.fields or name in model.relations or catalogue.relation_from(model.id, name) is not None
        if not is_own and not _through(model, name, catalogue.models):
            raise ValueError(f"{model.id}: {name} is neither field nor relation; add it, or take it off the card")
    _check_beside(model, catalogue.models)
    _check_rows(model, catalogue.models)
    for name in (model.period, *(() if model.size in catalogue.metrics else (model.size,))):
        _must_be_field(model, name, "period or size")
    _parse(model.everybody, model, catalogue.models, f"{model.id}.everybody")


def _check_beside(model: Model, models: Mapping[str, Model]) -> None:
    """What stands beside a name in a list is told unasked, so none of it may be private."""
    for name in model.beside:
        led = (models[r.to].fields for r in model.relations.values() if r.default and r.to in models)
        known = model.fields.get(name) or model.relations.get(name) or next((fields[name] for fields in led if name in fields), None)
        if known is None:
            raise ValueError(f"{model.id}: {name} is neither field nor relation; add it, or take it out of beside")
        if logged_class(known.privacy) is not None:
            raise ValueError(f"{model.id}: {name} is of the private class {known.privacy}; take it out of beside")


def _check_rows(model: Model, models: Mapping[str, Model]) -> None:
    """Rows that lie inside other records: where, and what they have of these."""
    for key, place in model.rows_of.items():
        holder, _, path = place.partition(".")
        if holder not in models or not _lies_in(holder, path) or key not in model.relations or model.relations[key].to != holder:
            raise ValueError(f"{model.id}: rows_of {key} = {place!r} is no list of a model here; write one, and a relation `{key}` that leads back")
        if lost := [name for name in model.carries if not _lies_in(holder, name)]:
            raise ValueError(f"{model.id}: carries {', '.join(lost)}: {holder} has no such field")


def _through(model: Model, name: str, models: Mapping[str, Model]) -> bool:
    """A card may name a field of the record that a default relation leads to, an employee's job_title, or behind points what a relation leads to."""
    first, _, rest = name.partition(".")
    if rest:
        there = models[model.relations[first].to] if first in model.relations else None
        return there is not None and (rest in there.fields or rest in there.relations or _through(there, rest, models))
    return any(r.default and name in models[r.to].fields for r in model.relations.values())


def _check_field(field: Field, model: Model, models: Mapping[str, Model]) -> None:
    if field.kind not in _KINDS:
        raise ValueError(f"{field.id}: kind {field.kind!r} is none; it is one of {', '.join(_KINDS)}")
    for name in (field.currency, field.apart, field.unit_field, *field.beside):
        _must_be_field(model, name, f"`{field.name}`")
    if field.derived is not None:
        for way in _told(field.id, field.derived):
            _must_lead_to_field(model, way, models, f"`{field.name}` is derived of it, and it")
    elif not _holds(model, field.path):
        raise ValueError(f"{field.id}: {field.model} has no field {field.path}")


def _told(place: str, text: str) -> tuple[str, ...]:
    try:
        return derivation(text).fields
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error


def _must_lead_to_field(model: Model, way: str, models: Mapping[str, Model], what: str) -> None:
    *relations, name = way.split(".")
    for relation in relations:
        if relation not in model.relations:
            raise ValueError(f"{model.id}: {what}: {relation!r} is no relation of it; add it to the relations, or name another")
        model = models[model.relations[relation].to]
    _must_be_field(model, name, what)


def _must_be_field(model: Model, name: str | None, what: str) -> None:
    if name is not None and name not in model.fields:
        raise ValueError(f"{model.id}: {what}: {name!r} is no field of it; add it to the fields, or name another")


def _holds(model: Model, path: str) -> bool:
    """Has a record of the model something there? One that the executor makes has what its function puts there, a row also what it carries."""
    made = model.derived and not model.rows_of
    return made or path in (*model.rows_of, *model.carries) or _lies_in(model.id, path)


def _lies_in(model: str, path: str) -> bool:
    """Does Merge keep something there? The provider's own word for an enum stands beside it under the same name and `_native`."""
    name = path.partition("[")[0].partition(".")[0]
    known = merge_api.models()[model]
    plain = known.field(name.removesuffix("_native"))
    return plain is not None and (plain.name == name or plain.type == "enum")


def _check_relation(relation: Relation, models: Mapping[str, Model]) -> None:
    if relation.to not in models:
        raise ValueError(f"{relation.id}: {relation.to} has no table; add one")
    if (relation.fk is None) == (relation.inverse is None):
        raise ValueError(f"{relation.id}: give either fk, a foreign key of {relation.model}, or inverse, one of {relation.to}")
    holder, key = (relation.model, relation.fk) if relation.fk else (relation.to, relation.inverse or "")
    if key and not _holds(models[holder], key):
        raise ValueError(f"{relation.id}: {holder} has no foreign key {key}")
    if relation.closure and relation.to != relation.model:
        raise ValueError(f"{relation.id}: closure walks one foreign key on and on, so it must lead back to {relation.model}")
    _must_be_field(models[relation.model], relation.verbs_time, f"verbs_time of {relation.name}")


def _check_predicate(predicate: Predicate, models: Mapping[str, Model]) -> None:
    if predicate.computed == bool(predicate.all):
        raise ValueError(f"{predicate.id}: give either conditions in `all`, or computed = true where the executor has a function of this name")
    _must_be_field(models[predicate.model], predicate.time, f"time of {predicate.name}")
    _must_be_field(models[predicate.model], predicate.lasts, f"`lasts` of {predicate.name}")
    _check_reason(predicate, models)
    _parse(predicate.all, models[predicate.model], models, predicate.id)


def _check_reason(predicate: Predicate, models: Mapping[str, Model]) -> None:
    if not predicate.why:
        return
    model, _, name = predicate.why[0].partition(".")
    known = models.get(model)
    if known is None or len(predicate.why) != 2 or name not in known.predicates or predicate.why[1] not in known.fields:
        raise ValueError(f"{predicate.id}: why = [a named condition of other records, a field of theirs]")


def _check_metric(metric: Metric, catalogue: Catalogue) -> None:
    place = f"metrics.toml, [{metric.name}]"
    model = catalogue.models.get(metric.of)
    if model is None:
        raise ValueError(f"{place}: of = {metric.of!r} is no model of the catalogue")
    if metric.how not in _HOW:
        raise ValueError(f"{place}: how = {metric.how!r} is none; it is one of {', '.join(_HOW)}")
    if (metric.field is None) != (metric.how in ("count", "share")) or bool(metric.part) != (metric.how == "share"):
        raise ValueError(f"{place}: a sum or an average has a field, a count has none, a share has a part")
    for name in (metric.field, metric.period):
        _must_be_field(model, name, place)
    if metric.done is not None and metric.done not in model.predicates:
        raise ValueError(f"{place}: done = {metric.done!r} is no named condition of {model.id}")
    relations = {r.id for r in catalogue.relations()}
    if lost := sorted(set(metric.whose) - relations):
        raise ValueError(f"{place}: {', '.join(lost)} is no relation; write it like crm/Account.owner")
    _parse((*metric.where, *metric.part), model, catalogue.models, place)


def _parse(texts: Iterable[str], model: Model, models: Mapping[str, Model], place: str) -> None:
    for text in texts:
        try:
            condition(text, model.id, models)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from error
