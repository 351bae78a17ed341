"""The catalogue as the planning model reads it: ids, kinds, values, relations and named conditions, in a fixed order.

One text for all people who may use the same parts, so that a provider's cache of prompts hits. What is closed to a person, and what belongs to an
app that is not connected, is listed by its bare name: a plan may still name it, and the policy then declines with the true reason.
"""

from collections.abc import Iterator, Sequence

from agent.catalogue import Catalogue, Field, Metric, Model, Predicate, Relation
from agent.understand.model.sight import Sight
from ingest import merge_api
from ingest.company import Company

_HEAD = {"hris": "HR", "ats": "Recruiting", "crm": "CRM", "ticketing": "Tickets", "accounting": "Accounting", "filestorage": "Files",
         "knowledgebase": "Articles"}
_MOST_VALUES = 30                       # of an enum that are listed; longer ones are currencies and countries
_WORDS = 3                              # words of a part that are told beside its name
_USUAL = ("remote_created_at", "remote_updated_at", "currency", "exchange_rate", "company", "tracking_categories")
"""Parts of models in one line that are told once where at least half of an app's have them."""


def listing(catalogue: Catalogue, sight: Sight, company: Company) -> str:
    """The catalogue for people of this sight, and what their company calls things."""
    parts = list(house_words(company))
    for category in _HEAD:
        models = [m for m in catalogue.models.values() if m.category == category]
        known = [m for m in models if m.id in sight.models]
        if known:
            parts.append(f"# {_HEAD[category]}")
            parts += [line for model in known if model.spoken for line in model_lines(catalogue, model, sight)]
            parts += _all_in_short([model for model in known if not model.spoken], sight)
        other = [m.id for m in models if m.id not in sight.models]
        is_linked = category in sight.linked
        head = f"{_HEAD[category]}, closed to the asker" if is_linked else f"{_HEAD[category]}, no such app is connected"
        parts += [f"# {head} (plan it all the same, code declines): {', '.join(other)}"] if other else []
    return "\n".join(parts)


def house_words(company: Company) -> Iterator[str]:
    """What the company is called, reckons in, and calls things."""
    yield f"The company is called {company.name}; its currency is {company.currency}; its fiscal year begins on {company.fiscal_year_start}."
    for word, target in sorted(company.definitions.words.items()):
        yield f'House word: "{word}" is {target.replace(".", "/", 1)}'
    for name, rule in sorted(company.definitions.priorities.items()):
        yield f'House word: priority "{name}" is ticketing/Ticket.{rule.field.removesuffix("_native")} = "{rule.equals}"'


def model_lines(catalogue: Catalogue, model: Model, sight: Sight) -> Iterator[str]:
    """A model with all that may be used of it; of a model that people ask for, what they hardly ask for by its bare name."""
    yield _first(model)
    fields = [f for f in model.fields.values() if sight.shows(f.id)]
    relations = [r for r in model.relations.values() if sight.shows(r.id)]
    yield from _line("fields", [_field(f) for f in fields if f.spoken or not model.spoken])
    yield from _line("relations", [_relation(r) for r in relations if r.spoken or not model.spoken])
    if model.spoken:
        yield from _line("further", [*(f.name for f in fields if not f.spoken), *(f"{r.name} → {r.to}" for r in relations if not r.spoken)])
    yield from _line("led to by", [r.id for r in catalogue.relations() if r.to == model.id and r.inverse and not r.closure and r.model != model.id])
    yield from _line("is", [_predicate(p) for p in model.predicates.values() if sight.shows(p.id) and not _says_empty(p)])
    yield from _line("metrics", [_metric(m) for m in catalogue.metrics.values() if m.of == model.id])
    yield from _line("closed to the asker", [c.rpartition(".")[2] for c in sorted(sight.closed) if c.partition(".")[0] == model.id])


def _all_in_short(models: Sequence[Model], sight: Sight) -> list[str]:
    """Models that people hardly ask for, a line each, behind the parts that most of them have."""
    usual = [name for name in _USUAL if 2 * sum(name in model.fields or name in model.relations for model in models) >= len(models) > 1]
    head = [f"In one line each; most of these have {', '.join(usual)} too:"] if usual else []
    return [*head, *(_in_short(model, sight, usual) for model in models)]


def _in_short(model: Model, sight: Sight, usual: Sequence[str]) -> str:
    """One of them; a look-up of "catalogue" tells all of it. `usual`: parts that are told of all."""
    names = [f.name for f in model.fields.values() if sight.shows(f.id) and f.name not in usual]
    ways = [f"{r.name} → {r.to.partition('/')[2]}" for r in model.relations.values() if sight.shows(r.id) and r.name not in usual]
    return f"{model.id}: {', '.join(names)}{'; ' if ways else ''}{', '.join(ways)}"


def _line(label: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"  {label}: {'; '.join(items)}"


def _first(model: Model) -> str:
    told = [f'"{model.label}"']
    if words := [w for w in model.words if w != model.label][:_WORDS]:
        told.append(f"also {', '.join(words)}")
    if model.everybody:
        told.append(f"default: {', '.join(model.everybody)}")
    if model.time:
        told.append(f"newest by {model.time}")
    if model.period and model.period != model.time:
        told.append(f'"in October" means {model.period}')
    if model.size:
        told.append(f"biggest by {model.size}")
    if model.key and model.key not in model.name:
        told.append(f"called by {model.key} too")
    if model.texts:
        told.append("has texts for a summary")
    return f"{model.id} ({'; '.join(told)})"


def _field(field: Field) -> str:
    kind = field.kind if not field.derived else f"{field.kind}, derived"
    unit = f" in {field.unit}" if field.unit else ""
    own = " (the company's own values)" if field.tenant_values else ""
    listed = values_of(field)
    values = f" = {'|'.join(listed)}" if 0 < len(listed) <= _MOST_VALUES else " (ISO code)" if listed else ""
    return f"{field.name} {kind}{unit}{own or values}{_called(field.name, field.label, field.words)}"


def values_of(field: Field) -> tuple[str, ...]:
    """The values of an enum: the catalogue's, else those that Merge's own model has; () for other fields."""
    if field.values:
        return tuple(field.values)
    known = merge_api.models().get(field.model) if field.kind == "enum" else None
    held = known.field(field.path) if known is not None else None
    return merge_api.enums().get(f"{field.model.partition('/')[0]}/{held.target}", ()) if held is not None and held.target else ()


def _relation(relation: Relation) -> str:
    many = "*" if relation.many else ""
    where = f" where {', '.join(f'{k}={v}' for k, v in relation.where.items())}" if relation.where else ""
    chain = ", all the way up or down" if relation.closure else ""
    now = ", only those in force now" if relation.current else ""
    return f"{relation.name} → {relation.to}{many}{where}{chain}{now}"


def _says_empty(predicate: Predicate) -> bool:
    """Does it say no more than that a field or relation is empty, which a plan says by itself?"""
    return len(predicate.all) == 1 and predicate.all[0].endswith(" empty") and not predicate.time


def _predicate(predicate: Predicate) -> str:
    at = f" @{predicate.time}" if predicate.time else " @any period" if predicate.computed else ""
    is_bare = predicate.all == (f"{predicate.time} filled",)
    meaning = f" [{' and '.join(predicate.all)}]" if predicate.all and not is_bare else ""
    return f"{predicate.name}{at}{meaning}{_called(predicate.name, predicate.label, (*predicate.words, *predicate.verbs))}"


def _metric(metric: Metric) -> str:
    return f"{metric.name}{_called(metric.name, metric.label, metric.words)}: {metric.says}" if metric.says else metric.name


def _called(name: str, label: str, words: Sequence[str]) -> str:
    """What people call it, where its name does not say so."""
    plain = name.replace("_", " ")
    said = next((w for w in (label, *words) if w and w != plain), "")
    return f' "{said}"' if said else ""
