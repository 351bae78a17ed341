"""The catalogue as the planning model reads it: ids, kinds, values, relations and named conditions, in a fixed order.

How a line is to be read stands in the instructions (`agent/understand/model/prompts/plan.md`). What follows from another line is not told: relations
stand with the model that they set out from, and no model says what it is led to by.

One text for all people who may use the same parts, so that a provider's cache of prompts hits. What is closed to a person, and what belongs to an
app that is not connected, is listed by its bare name: a plan may still name it, and the policy then declines with the true reason.
"""

from collections.abc import Iterator, Sequence

from agent.catalogue import Catalogue, Field, Metric, Model, Predicate, Relation
from agent.understand.model.catalogue_view import CatalogueView
from ingest import merge_api
from ingest.company import Company

_HEAD = {"hris": "HR", "ats": "Recruiting", "crm": "CRM", "ticketing": "Tickets", "accounting": "Accounting", "filestorage": "Files",
         "knowledgebase": "Articles"}
_MOST_VALUES = 30                       # of an enum that are listed; longer ones are currencies and countries
_LONGEST_VALUES = 80                    # letters of them all; what is longer is hardly asked for, and can be looked up
_WORDS = 3                              # words of a part that are told beside its name
_BEGINNING = 4                          # letters by which words are alike
_USUAL = ("remote_created_at", "remote_updated_at", "currency", "exchange_rate", "company", "tracking_categories")
"""Parts of models in one line that are told once where at least half of an app's have them."""


def listing(catalogue: Catalogue, view: CatalogueView, company: Company) -> str:
    """The catalogue as people of this view may use it, and what their company calls things."""
    parts = list(house_words(company))
    for category in _HEAD:
        models = [m for m in catalogue.models.values() if m.category == category]
        known = [m for m in models if m.id in view.models]
        if known:
            parts.append(f"# {_HEAD[category]}")
            parts += [line for model in known if model.spoken for line in model_lines(catalogue, model, view)]
            parts += _all_in_short([model for model in known if not model.spoken], view)
        other = [m.id for m in models if m.id not in view.models]
        is_linked = category in view.linked
        head = f"{_HEAD[category]}, closed to the asker" if is_linked else f"{_HEAD[category]}, no such app is connected"
        parts += [f"# {head}: {_together(category, other)}"] if other else []
    return "\n".join(parts)


def house_words(company: Company) -> Iterator[str]:
    """What the company is called, reckons in, and calls things."""
    yield f"The company is called {company.name}; its currency is {company.currency}; its fiscal year begins on {company.fiscal_year_start}."
    for word, target in sorted(company.definitions.words.items()):
        yield f'House word: "{word}" is {target.replace(".", "/", 1)}'
    for name, rule in sorted(company.definitions.priorities.items()):
        yield f'House word: priority "{name}" is ticketing/Ticket.{rule.field.removesuffix("_native")} = "{rule.equals}"'


def model_lines(catalogue: Catalogue, model: Model, view: CatalogueView) -> Iterator[str]:
    """A model with all that may be used of it; of a model that people ask for, what they hardly ask for by its bare name."""
    yield _first(model)
    fields = [f for f in model.fields.values() if view.shows(f.id)]
    relations = [r for r in model.relations.values() if view.shows(r.id)]
    yield from _line("fields", [_field(f) for f in fields if f.spoken or not model.spoken])
    yield from _line("relations", [_relation(r) for r in relations if r.spoken or not model.spoken])
    if model.spoken:
        yield from _line("further", [*(f.name for f in fields if not f.spoken), *(f"{r.name} → {_to(r)}" for r in relations if not r.spoken)])
    yield from _line("is", [_predicate(p) for p in model.predicates.values() if view.shows(p.id) and not _says_empty(p)])
    yield from _line("metrics", [_metric(m) for m in catalogue.metrics.values() if m.of == model.id])
    yield from _line("closed", [c.rpartition(".")[2] for c in sorted(view.closed) if c.partition(".")[0] == model.id])


def closed_lines(model: Model) -> Iterator[str]:
    """A model that is closed to the asker, or whose app is not connected, with what there would be of it, so that it can be planned with."""
    yield f"{model.id} is not for the asker to see; plan with it all the same, code says why not"
    yield from _line("fields", [*model.fields])
    yield from _line("relations", [f"{r.name} → {_to(r)}" for r in model.relations.values()])


def _together(category: str, models: Sequence[str]) -> str:
    """Ids of models of one app, the app said once."""
    return f"{category}/ {', '.join(model.partition('/')[2] for model in models)}"


def _all_in_short(models: Sequence[Model], view: CatalogueView) -> list[str]:
    """Models that people hardly ask for, a line each, behind the parts that most of them have."""
    usual = [name for name in _USUAL if 2 * sum(name in model.fields or name in model.relations for model in models) >= len(models) > 1]
    head = [f"In one line each; most of these have {', '.join(usual)} too:"] if usual else []
    return [*head, *(_in_short(model, view, usual) for model in models)]


def _in_short(model: Model, view: CatalogueView, usual: Sequence[str]) -> str:
    """One of them; a look-up of "catalogue" tells all of it. `usual`: parts that are told of all."""
    names = [f.name for f in model.fields.values() if view.shows(f.id) and f.name not in usual]
    ways = [f"{r.name} → {_to(r)}" for r in model.relations.values() if view.shows(r.id) and r.name not in usual]
    return f"{model.id}: {', '.join(names)}{'; ' if ways else ''}{', '.join(ways)}"


def _line(label: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"  {label}: {'; '.join(items)}"


def _first(model: Model) -> str:
    told = list(_names(model))
    if model.everybody:
        told.append(f"default: {', '.join(model.everybody)}")
    if model.time:
        told.append(f"newest by {model.time}")
    if model.period and model.period != model.time:
        told.append(f"dated {model.period}")
    if model.size:
        told.append(f"biggest by {model.size}")
    if model.key and model.key not in model.name:
        told.append(f"called by {model.key} too")
    if model.name and model.size and model.name[0].endswith("number"):
        told.append(f"called by {model.name[0]}")
    if model.texts:
        told.append("has texts")
    return f"{model.id} ({'; '.join(told)})" if told else model.id


def _names(model: Model) -> Iterator[str]:
    """What people call the records, where the id does not say so; of words that differ by a hyphen or a space the first."""
    words = dict[str, str]()
    for word in (model.id.partition("/")[2], model.label, *model.words):
        words.setdefault(_letters(word), word)
    _, *others = words.values()
    if others and others[0] == model.label:
        yield f'"{others.pop(0)}"'
    if others:
        yield f"also {', '.join(others[:_WORDS])}"


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _field(field: Field) -> str:
    return f"{field.name}{_kind(field)}{_called(field.name, field.label, field.words)}"


def _kind(field: Field) -> str:
    """Of what kind it is, "" for a text; of an enum its values, of a quantity its unit."""
    listed, told = values_of(field), "|".join(values_of(field))
    if field.tenant_values:
        return " (own values)"
    if len(listed) > _MOST_VALUES:
        return " (ISO code)"
    if listed:
        return f" = {told}" if len(told) <= _LONGEST_VALUES else " (look up)"
    kind = "" if field.kind == "text" or field.unit else f" {field.kind}"
    return f"{kind} in {field.unit}" if field.unit else kind


def values_of(field: Field) -> tuple[str, ...]:
    """The values of an enum: the catalogue's, then those that Merge's own model has beside them; () for other fields."""
    known = merge_api.models().get(field.model) if field.kind == "enum" else None
    held = known.field(field.path) if known is not None else None
    of_merge = merge_api.enums().get(f"{field.model.partition('/')[0]}/{held.target}", ()) if held is not None and held.target else ()
    return tuple(dict.fromkeys((*field.values, *of_merge)))


def _relation(relation: Relation) -> str:
    many = "*" if relation.many else ""
    where = f" where {', '.join(f'{k}={v}' for k, v in relation.where.items())}" if relation.where else ""
    chain = ", all the way up or down" if relation.closure else ""
    now = ", only those in force now" if relation.current else ""
    return f"{relation.name} → {_to(relation)}{many}{where}{chain}{now}"


def _to(relation: Relation) -> str:
    """The model that it leads to, of the same app by its name alone."""
    app, _, name = relation.to.partition("/")
    return name if app == relation.model.partition("/")[0] else relation.to


def _says_empty(predicate: Predicate) -> bool:
    """Does it say no more than that a field or relation is empty, which a plan says by itself?"""
    return len(predicate.all) == 1 and predicate.all[0].endswith(" empty") and not predicate.time


def _predicate(predicate: Predicate) -> str:
    at = f" @{predicate.time}" if predicate.time else " @any period" if predicate.computed else ""
    is_bare = predicate.all == (f"{predicate.time} filled",)
    meaning = f" [{' and '.join(_short(predicate, part) for part in predicate.all)}]" if predicate.all and not is_bare else ""
    return f"{predicate.name}{at}{meaning}{_called(predicate.name, predicate.label, (*predicate.words, *predicate.verbs))}"


def _short(predicate: Predicate, part: str) -> str:
    """A condition by its field alone where the value is the predicate's name: "open [status]"."""
    field, _, value = part.partition(" = ")
    return field if value == predicate.name.upper() else part


def _metric(metric: Metric) -> str:
    return f"{metric.name}: {metric.says}" if metric.says else f"{metric.name}{_called(metric.name, metric.label, metric.words)}"


def _called(name: str, label: str, words: Sequence[str]) -> str:
    """What people call it, where its name does not say so."""
    plain = name.replace("_", " ")
    said = next((w for w in (label, *words) if w and w != plain), "")
    return f' "{said}"' if said and not _begins(said) & _begins(plain) else ""


def _begins(text: str) -> frozenset[str]:
    """How its words begin, a hyphen left out: "starting date" has these in common with "start date"."""
    return frozenset(word[:_BEGINNING] for word in text.replace("-", "").split())
