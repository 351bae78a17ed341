"""The shipped catalogue with a company's own words and definitions in it: what a problem is here, which priority is P0, what revenue means.

A house word beats the shipped meanings of the same word. A field that the catalogue lacks is one of the company's own: nobody may see it until
definitions.policy.custom_fields gives it a class; so, too, a field of the catalogue that nobody has classified. A definition that points
nowhere is left out and put down for the operators: one wrong line takes nobody's assistant away.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from agent.catalogue import catalogue
from agent.catalogue.checking import check
from agent.catalogue.schema import Catalogue, Field, Metric, Model, Predicate, Relation
from agent.language.words import phrase, words
from ingest import merge_api
from ingest.company import Company, Definitions, Rule
from kg.errors import BadInput
from kg.names import fold

TICKET = "ticketing/Ticket"
_PARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\W]+")
_PLAIN = re.compile(r"(?=.{1,60}$)\w+(?:[ _-]\w+){0,5}")      # a name of a field as people choose them
# Where a company's own field lies in a record: whichever of them holds it.
_OWN = ("field_mappings[].organization_defined_targets", "field_mappings[].linked_account_defined_targets", "custom_fields[]")

_BASIS = {
    "invoiced": "what was invoiced to customers, drafts and voids left out",
    "paid": "what customers paid",
    "booked": "the amount of won deals by their close date",
}


def house(company: Company) -> Catalogue:
    """The catalogue as this company speaks; the same object for the same definitions. What points nowhere is left out, see `complaints`."""
    return _house(company.definitions.model_dump_json(by_alias=True)).catalogue


def complaints(company: Company) -> tuple[str, ...]:
    """What of the company's definitions is left out, each with its place and what to write instead: `company.json: definitions.words.deal: …`."""
    return _house(company.definitions.model_dump_json(by_alias=True)).complaints


@dataclass(frozen=True, slots=True)
class _House:
    """The catalogue so far, and what could not be put into it."""

    catalogue: Catalogue
    complaints: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def _house(definitions: str) -> _House:
    meant = Definitions.model_validate_json(definitions)
    made = _House(catalogue())
    for target, privacy in sorted(meant.policy.custom_fields.items()):
        made = _put(made, partial(_with_class, target=target, privacy=privacy))
    for word, target in sorted(meant.words.items()):
        made = _put(made, partial(_with_word, word=word, target=target))
    for label, rule in meant.priorities.items():
        made = _put(made, partial(_with_priority, label=label, rule=rule))
    known = _with_revenue(_with_sla(made.catalogue, meant), meant)
    known = replace(known, metrics={**known.metrics, **_metrics(known.metrics, meant)})
    try:
        check(known)
    except ValueError as error:
        raise BadInput(f"company.json: definitions: {error}.") from error
    return replace(made, catalogue=known)


def _put(made: _House, put: Callable[[Catalogue], Catalogue]) -> _House:
    try:
        return replace(made, catalogue=put(made.catalogue))
    except BadInput as error:
        return replace(made, complaints=(*made.complaints, str(error)))


# ---------------------------------------------------------------- words


def _with_word(known: Catalogue, word: str, target: str) -> Catalogue:
    """The word for a model, a field or a relation, which all become such as words may mean."""
    place = f"company.json: definitions.words.{word}"
    if phrase(word) in words().empty or word in words().meaning or not phrase(word):
        raise BadInput(f"{place}: this word has a meaning of its own in every question; choose another.")
    model, name = _target(known, target, place)
    cleared = _without_word(known, fold(word), model.id)
    here = _said(cleared.models[model.id])
    if name is None:
        return _with_model(cleared, replace(here, words=(word, *here.words)))
    if name in here.relations:
        led = here.relations[name]
        there = _with_model(cleared, _said(cleared.models[led.to]))
        return _with_model(there, replace(here, relations={**here.relations, name: replace(led, words=(word, *led.words), spoken=True)}))
    field = here.fields.get(name) or _own_field(here.id, name, "X")
    return _with_field(cleared, here, replace(field, words=(word, *field.words), spoken=True))


def _said(model: Model) -> Model:
    """The model as words may mean it; one that none meant so far with all that hangs on it."""
    if model.spoken:
        return model
    fields = {name: replace(field, spoken=True) for name, field in model.fields.items()}
    return replace(model, spoken=True, fields=fields, relations={name: replace(r, spoken=True) for name, r in model.relations.items()})


def _target(known: Catalogue, target: str, place: str) -> tuple[Model, str | None]:
    """The model, and the field where one is named, of `hris.Employee.commission_pct`."""
    category, _, rest = target.partition(".")
    model_name, _, name = rest.partition(".")
    model = known.models.get(f"{category}/{model_name}")
    if model is None:
        near = sorted(m.replace("/", ".") for m in known.models if m.startswith(f"{category}/")) or ["hris.Employee"]
        raise BadInput(f"{place}: {target!r} is no model of the catalogue; write one like {', '.join(near[:3])}.")
    return model, _field_name(model, name) if name else None


def _field_name(model: Model, name: str) -> str:
    """The name in the catalogue of a field as the source calls it."""
    return next((f.name for f in model.fields.values() if name in (f.name, f.path.partition("[")[0], f"{f.path}_native")), name)


def _without_word(known: Catalogue, word: str, kept: str) -> Catalogue:
    """Takes the word from all other meanings, except from relations that lead to the new one."""
    def rest(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(t for t in texts if fold(t) != word)

    def relation(one: Relation) -> Relation:
        return one if one.to == kept else replace(one, words=rest(one.words))

    models = {
        m.id: replace(
            m, words=rest(m.words), fields={n: replace(f, words=rest(f.words)) for n, f in m.fields.items()},
            relations={n: relation(r) for n, r in m.relations.items()},
            predicates={n: replace(p, nouns=rest(p.nouns)) for n, p in m.predicates.items()})
        for m in known.models.values()
    }
    return Catalogue(models, {n: replace(m, words=rest(m.words)) for n, m in known.metrics.items()})


def _with_model(known: Catalogue, model: Model) -> Catalogue:
    return replace(known, models={**known.models, model.id: model})


def _with_field(known: Catalogue, model: Model, field: Field) -> Catalogue:
    return _with_model(known, replace(model, fields={**model.fields, field.name: field}))


# ---------------------------------------------------------------- a company's own fields


def _with_class(known: Catalogue, target: str, privacy: str) -> Catalogue:
    """The class of a company's own field, or of one that nobody has classified; a class that the policy gives stays."""
    model, name = _target(known, target, "company.json: definitions.policy.custom_fields")
    if name is None or name in model.relations or (name in model.fields and model.fields[name].privacy != "X"):
        return known
    field = model.fields.get(name) or _own_field(model.id, name, privacy)
    return _with_field(known, model, replace(field, privacy=privacy, words=field.words or (field.label,), spoken=True))


@dataclass(frozen=True, slots=True)
class Mapped:
    """A catalogue with all fields that a company has mapped at Merge. `unclassified`: those that nobody has given a class, closed to everybody."""

    catalogue: Catalogue
    unclassified: tuple[Field, ...]


@lru_cache(maxsize=64)
def with_mapped(known: Catalogue, mapped: tuple[tuple[str, str], ...]) -> Mapped:
    """The catalogue with the mapped fields, (model, name), that it lacks; the same object for the same fields. No word of the grammar means one.

    A name that is none to be told (a sentence, an address) is left out.
    """
    own = [_own_field(model, name, "X") for model, name in mapped if _is_new(known, model, name)]
    wider = known
    for field in own:
        wider = _with_field(wider, wider.models[field.model], replace(field, spoken=False))
    return Mapped(wider, tuple(own))


def _is_new(known: Catalogue, model_id: str, name: str) -> bool:
    model = known.models.get(model_id)
    return model is not None and _PLAIN.fullmatch(name) is not None and _field_name(model, name) not in {*model.fields, *model.relations}


def _own_field(model: str, name: str, privacy: str) -> Field:
    label = " ".join(part for part in _PARTS.split(name) if part).lower()
    nothing: Mapping[str, Any] = dict.fromkeys(
        ("when", "remaining", "forward", "beside", "more", "less"), ()) | dict.fromkeys(
        ("unit", "unit_field", "shown_in", "currency", "apart", "derived")) | dict.fromkeys(
        ("native", "sums", "values_are_nouns", "tenant_values"), False)
    of_merge = model in merge_api.models() and merge_api.models()[model].field(name) is not None
    path = name if of_merge else "|".join(f"{place}.{name}" for place in _OWN)
    return Field(model=model, name=name, label=label, words=(label,), privacy=privacy, kind="own", path=path, values={}, **nothing)


# ---------------------------------------------------------------- definitions


def _with_priority(known: Catalogue, label: str, rule: Rule) -> Catalogue:
    """A word for the value where the source calls it the same; else a named condition, which says what it stands for."""
    ticket = known.models[TICKET]
    name = _field_name(ticket, rule.field)
    if name not in ticket.fields:
        raise BadInput(f"company.json: definitions.priorities.{label}: no field {rule.field!r} of a ticket; write priority_native, or tags.")
    field = ticket.fields[name]
    if fold(rule.equals) == fold(label):
        return _with_field(known, ticket, replace(field, values={**field.values, rule.equals: (label,)}))
    made = Predicate(
        ticket.id, f"priority_{'_'.join(phrase(label))}", label, words=(label,), verbs=(), nouns=(), opposite=(), all=(f"{name} = {rule.equals}",),
        time=None, by=None, computed=False, says=f"{label} means tickets whose {field.label} is {rule.equals}.", privacy="ticket")
    return _with_model(known, replace(ticket, predicates={**ticket.predicates, made.name: made}))


def _with_sla(known: Catalogue, meant: Definitions) -> Catalogue:
    """The sentence that says by what a ticket is in time."""
    ticket = known.models[TICKET]
    within = replace(ticket.predicates["within_sla"], says=_sla(meant))
    return _with_model(known, replace(ticket, predicates={**ticket.predicates, "within_sla": within}))


def _sla(meant: Definitions) -> str:
    if meant.sla.by == "due_date":
        return "Within SLA means closed by the ticket's due date."
    limits = ", ".join(f"{label} within {hours:g} hours" for label, hours in meant.sla.hours.items())
    return f"Within SLA means closed in time by the clock, nights and weekends included: {limits}."


def _with_revenue(known: Catalogue, meant: Definitions) -> Catalogue:
    """Revenue that is booked is made of deals: who may see their amounts may see it, and no document of the books is read."""
    if meant.customer_revenue.basis != "booked":
        return known
    revenue = known.models["accounting/Revenue"]
    amount = replace(revenue.fields["amount"], privacy=known.field("crm/Opportunity.amount").privacy)
    return _with_field(known, replace(revenue, access=known.models["crm/Opportunity"].access), amount)


def _metrics(known: Mapping[str, Metric], meant: Definitions) -> Mapping[str, Metric]:
    revenue, cost = meant.customer_revenue, meant.headcount_cost
    less = ", less credit notes" if revenue.less_credit_notes and revenue.basis != "booked" else ""
    added = f"in {revenue.currency}, by each document's exchange rate" if revenue.currency else "currencies are not added"
    whose = known["customer_revenue"].whose if revenue.basis != "booked" else ("accounting/Revenue.account",)      # deals have the CRM's accounts
    above = "chain" if cost.people == "tree" else "manager"
    below = "all active people below the manager" if cost.people == "tree" else "the manager's active direct reports"
    with_manager = "the manager included" if cost.manager_included else "the manager left out"
    return {
        "customer_revenue": replace(
            known["customer_revenue"], unit=revenue.currency, whose=whose, says=f"Revenue is {_BASIS[revenue.basis]}{less}; {added}."),
        "headcount_cost": replace(
            known["headcount_cost"], whose=(f"hris/Employee.{above}", *known["headcount_cost"].whose[1:]),
            says=f"Headcount cost is a year's base pay of {below}, {with_manager}, contractors included; currencies are not added.",
            with_leader=cost.manager_included),
    }
