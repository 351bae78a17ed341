"""The catalogue: which models, fields and relations people may ask about, in which words, and how private each is.

Data in one TOML file per category, which a domain expert can edit; this module only reads and checks it.
A model is written `category/Model`. Anything without a row here cannot be asked for and is never shown.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ingest import merge_api

CATEGORIES = ("hris", "crm", "ticketing", "accounting", "ats")


@dataclass(frozen=True, slots=True)
class Field:
    """A field that can be asked for. `kind`: text, date, datetime, number, money, quantity, enum, boolean."""

    model: str
    name: str
    label: str
    words: tuple[str, ...]              # "work email"
    when: tuple[str, ...]               # verbs that ask for this time: "join"
    remaining: tuple[str, ...]          # words for what is left: "still open"
    forward: tuple[str, ...]            # phrases after the one it belongs to: "works as"
    privacy: str                        # a class of policy.toml
    kind: str
    path: str                           # where the value lies in a record: "email_addresses[].email_address"
    unit: str | None                    # of a quantity as the source counts it
    shown_in: str | None                # the unit people expect
    currency: str | None                # the field that names the currency of an amount
    beside: tuple[str, ...]             # fields without which the value cannot be read: the currency, the pay period
    native: bool                        # the provider's own word is shown
    sums: bool                          # several records of one person are added up
    apart: str | None                   # but only those that agree in this field: vacation days and sick days are no sum
    values: Mapping[str, tuple[str, ...]]   # enum value -> words
    values_are_nouns: bool              # "call" is a conversation of that kind, not a condition beside one

    @property
    def id(self) -> str:
        """`crm/Account.industry`."""
        return f"{self.model}.{self.name}"


@dataclass(frozen=True, slots=True)
class Relation:
    """A way from one model to another. Exactly one of `fk` (on the source) and `inverse` (on the target) is set."""

    model: str
    name: str
    to: str
    fk: str | None
    inverse: str | None
    many: bool
    words: tuple[str, ...]
    forward: tuple[str, ...]            # "S reports to O": O is the relation of S
    backward: tuple[str, ...]           # "S manages O": S is the relation of O
    prepositions: tuple[str, ...]       # words that join the two without a noun: a conversation *with* an account
    privacy: str
    default: bool                       # may enter a plan without a word of its own
    where: Mapping[str, str]            # only targets with these values
    current: str | None                 # only the latest by this field, not after today
    or_through: str | None              # a second way that counts as well: "contacts.account"
    place: tuple[str, ...]              # verbs that ask for it with "where": "where does X work"
    shown_by: tuple[str, ...]           # what it is called by where the target's own name says too little: a home's street and town
    means_people_of_asker: bool         # said of the asker it means the people there: "my team"

    @property
    def id(self) -> str:
        """`crm/Account.owner`."""
        return f"{self.model}.{self.name}"


@dataclass(frozen=True, slots=True)
class Model:
    """A model that can be asked about."""

    id: str                             # "crm/Account"
    label: str
    plural: str
    words: tuple[str, ...]
    verbs: tuple[str, ...]
    name: tuple[str, ...]               # fields of the display name
    key: str | None                     # the field people call it by: a ticket's key, an invoice's number
    email: str | None
    url: str | None
    card: tuple[str, ...]               # fields and relations shown when only the thing itself is asked for
    distinguish: tuple[str, ...]        # what tells two of the same name apart
    access: str                         # a rule of policy.toml for whole records
    time: str | None                    # the field that "last" goes by
    started: bool                       # "last" means the last that has begun
    texts: tuple[str, ...]              # what a summary is made of
    is_person: bool
    fields: Mapping[str, Field]
    relations: Mapping[str, Relation]

    titled: bool                        # named by a title of many words, of which one or two are no name: a ticket, a deal

    @property
    def category(self) -> str:
        """`crm` of `crm/Account`."""
        return self.id.partition("/")[0]

    @property
    def nameable(self) -> bool:
        """Do people call single ones by name or key?"""
        return bool(self.words) and bool(self.name or self.key) and not self.time


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All models, by `category/Model`."""

    models: Mapping[str, Model]

    def fields(self) -> Iterator[Field]:
        """Every field of every model."""
        for model in self.models.values():
            yield from model.fields.values()

    def relations(self) -> Iterator[Relation]:
        """Every relation of every model."""
        for model in self.models.values():
            yield from model.relations.values()

    def field(self, field_id: str) -> Field:
        """The field `crm/Account.industry`."""
        model, _, name = field_id.partition(".")
        return self.models[model].fields[name]

    def relation(self, relation_id: str) -> Relation:
        """The relation `crm/Account.owner`."""
        model, _, name = relation_id.partition(".")
        return self.models[model].relations[name]


# One person's records in several apps are joined by e-mail address; (model, model) in both directions.
HUBS = (
    ("hris/Employee", "crm/User"),
    ("hris/Employee", "ticketing/User"),
    ("hris/Employee", "ats/RemoteUser"),
)


@cache
def catalogue() -> Catalogue:
    """The catalogue, read once and checked against Merge's models; raises ValueError for a row that does not fit."""
    models = {m.id: m for category in CATEGORIES for m in _read(category)}
    for model in models.values():
        _check(model, models)
    return Catalogue(models)


def _read(category: str) -> Iterator[Model]:
    text = resources.files(__package__).joinpath(f"{category}.toml").read_text("utf-8")
    for name, row in tomllib.loads(text).items():
        yield _model(f"{category}/{name}", row)


def _model(model_id: str, row: Mapping[str, Any]) -> Model:
    values = row.get("values", {})
    label = row["label"]
    return Model(
        id=model_id, label=label, plural=row.get("plural", f"{label}s"), words=tuple(row["words"]), verbs=tuple(row.get("verbs", ())),
        name=tuple(row["name"]), key=row.get("key"), email=row.get("email"), url=row.get("url"), card=tuple(row["card"]),
        distinguish=tuple(row.get("distinguish", ())), access=row.get("access", "directory"), time=row.get("time"),
        started=row.get("started", False), texts=tuple(row.get("texts", ())),
        is_person=row.get("who", False),
        fields={n: _field(model_id, n, f, values.get(n, {})) for n, f in row.get("fields", {}).items()},
        relations={n: _relation(model_id, n, r) for n, r in row.get("relations", {}).items()}, titled=row.get("titled", False),
    )


def _field(model_id: str, name: str, row: Mapping[str, Any], values: Mapping[str, Any]) -> Field:
    return Field(
        model=model_id, name=name, label=row["label"], words=tuple(row["words"]), when=tuple(row.get("when", ())),
        remaining=tuple(row.get("remaining", ())), forward=tuple(row.get("forward", ())), privacy=row["class"], kind=row["kind"],
        path=row.get("path", name), unit=row.get("unit"), shown_in=row.get("shown_in"), currency=row.get("currency"),
        beside=tuple(row.get("with", ())), native=row.get("native", False), sums=row.get("sum", False), apart=row.get("apart"),
        values={value: tuple(words) for value, words in values.items()}, values_are_nouns=row.get("noun", False),
    )


def _relation(model_id: str, name: str, row: Mapping[str, Any]) -> Relation:
    return Relation(
        model=model_id, name=name, to=row["to"], fk=row.get("fk"), inverse=row.get("inverse"), many=row.get("many", False),
        words=tuple(row["words"]), forward=tuple(row.get("forward", ())), backward=tuple(row.get("backward", ())),
        prepositions=tuple(row.get("prepositions", ())), privacy=row["class"], default=row.get("default", False),
        where=row.get("where", {}), current=row.get("current"), or_through=row.get("or_through"),
        place=tuple(row.get("place", ())), shown_by=tuple(row.get("shown_by", ())), means_people_of_asker=row.get("means_people_of_asker", False),
    )


def _check(model: Model, models: Mapping[str, Model]) -> None:
    known = merge_api.models().get(model.id)
    if known is None:
        raise ValueError(f"{model.id} is no model of Merge")
    for field in model.fields.values():
        if known.field(field.path.partition("[")[0].partition(".")[0]) is None:
            raise ValueError(f"{field.id}: {model.id} has no field {field.path}")
    for relation in model.relations.values():
        holder, key = (known, relation.fk) if relation.fk else (merge_api.models()[relation.to], relation.inverse)
        if relation.to not in models or key is None or holder.field(key) is None:
            raise ValueError(f"{relation.id}: no foreign key {key}")
    for name in (*model.card, *model.distinguish):
        if name not in model.fields and name not in model.relations and not _through(model, name, models):
            raise ValueError(f"{model.id}: {name} is neither field nor relation")


def _through(model: Model, name: str, models: Mapping[str, Model]) -> bool:
    """A card may name a field of the record that a default relation leads to: an employee's job_title."""
    return any(r.default and name in models[r.to].fields for r in model.relations.values())
