"""What the catalogue's tables can say, as types: models, fields, relations, named conditions, metrics. Shapes only, no file is read here.

A model is written `category/Model`, a field or relation `category/Model.name`. A key of a TOML table is called like the attribute here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal


@dataclass(frozen=True, slots=True)
class Field:
    """A field that can be asked for.

    `kind`: text, date, datetime, number, money, quantity, enum, boolean; own is a company's own field, of whatever type its values are.
    """

    model: str
    name: str
    label: str
    words: tuple[str, ...]              # "work email"
    when: tuple[str, ...]               # verbs that ask for this time: "join"
    remaining: tuple[str, ...]          # words for what is left: "still open"
    forward: tuple[str, ...]            # phrases after the one it belongs to: "works as"
    privacy: str                        # a class of policy.toml
    kind: str
    path: str                           # where the value lies in a record: "email_addresses[].email_address"; several ways apart by |
    unit: str | None                    # of a quantity as the source counts it, or as a derivation gives it
    unit_field: str | None              # the field of the record that names the unit: an absence counts in its own
    shown_in: str | None                # the unit people expect
    currency: str | None                # the field that names the currency of an amount
    beside: tuple[str, ...]             # fields without which the value cannot be read: the currency, the pay period
    native: bool                        # the provider's own word is shown
    sums: bool                          # several records of one person are added up
    apart: str | None                   # but only those that agree in this field: vacation days and sick days are no sum
    values: Mapping[str, tuple[str, ...]]   # enum value -> words
    values_are_nouns: bool              # "call" is a conversation of that kind, not a condition beside one
    derived: str | None                 # made of other fields of the same record, see agent/plan/conditions.py: "end_at - start_at"
    more: tuple[str, ...]               # comparative and superlative words for much of it: "larger", "largest"
    less: tuple[str, ...]               # and for little: of a start date, "most senior" is less
    tenant_values: bool                 # its values are the tenant's own words, found in the graph: a job title, a ticket type
    spoken: bool = True                 # a word of the grammar may mean it; else it is for plans that name it by id
    by_clock: bool = False              # a time that people set by the clock: midnight is a time of day, not a day without one
    past: bool = False                  # a time that lies before today whatever the record: a date of birth
    is_level: bool = False              # how much there is at a time: of no record that is unknown, where other sums of none are 0

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
    closure: bool                       # the same foreign key is walked on and on: everybody above
    verbs_time: str | None              # the time that a period beside its verb means: what somebody reported in May, by its creation
    spoken: bool = True                 # as of a field

    @property
    def id(self) -> str:
        """`crm/Account.owner`."""
        return f"{self.model}.{self.name}"


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition that has a name: "overdue". `all` are conditions in the language of agent/plan/conditions.py that must hold together."""

    model: str
    name: str
    label: str
    words: tuple[str, ...]              # adjectives: "overdue", "unassigned"
    verbs: tuple[str, ...]              # verbs that a period may follow: "fixed", "joined"
    nouns: tuple[str, ...]              # nouns that alone mean the members: "contractor", "bill"
    opposite: tuple[str, ...]           # words for its negation: "unpaid"
    all: tuple[str, ...]
    time: str | None                    # the date field that the period lies on
    by: str | None                      # the relation to whoever does it: candidates apply, applications are applied
    computed: bool                      # the executor has a function of this name instead of `all`
    says: str                           # the sentence that an answer states as assumption, "" for none
    privacy: str                        # the highest class of policy.toml that it looks at
    ever: bool = False                  # it happened: without a period at any time up to today, not just now
    lasts: str | None = None            # the derived field that tells how long it has been so: "open for more than 30 days"
    why: tuple[str, ...] = ()           # where the reason stands: the named condition of the records that it follows from, and their field

    @property
    def is_state(self) -> bool:
        """Is it so over days ("off", "away"), which a period beside it names?"""
        return self.computed and self.time is None and bool(self.verbs)

    @property
    def id(self) -> str:
        """`ticketing/Ticket.overdue`."""
        return f"{self.model}.{self.name}"


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that has a name: "win rate"."""

    name: str
    label: str
    words: tuple[str, ...]
    verbs: tuple[str, ...]              # behind whose figure it is: "(what does X) owe us"
    of: str                             # model
    where: tuple[str, ...]              # conditions in the language of agent/plan/conditions.py
    how: Literal["count", "sum", "average", "median", "min", "max", "share"]
    field: str | None                   # what is summed …, a name of the model; None for count and share
    part: tuple[str, ...]               # of a share: what must hold of the part
    period: str | None                  # the date field that "last quarter" means
    whose: tuple[str, ...]              # relation ids that tie "of X", "per X", "for each X"
    says: str                           # the sentence that an answer states as assumption, "" for none
    unit: str | None                    # the unit people expect of the figure
    done: str | None = None             # the named condition of which "how much" asks for this: "how much did we win?"
    with_leader: bool = False           # of somebody's people: their leader counts among them


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
    beside: tuple[str, ...]             # those that stand beside its name in a list, none of them private
    access: str                         # a rule of policy.toml for whole records
    time: str | None                    # the field that "last" goes by
    started: bool                       # "last" means the last that has begun
    texts: tuple[str, ...]              # what a summary is made of
    is_person: bool
    fields: Mapping[str, Field]
    relations: Mapping[str, Relation]
    predicates: Mapping[str, Predicate]

    titled: bool                        # named by a title of many words, of which one or two are no name: a ticket, a deal
    shared_names: bool                  # several of one name are one to people: each job has a "Phone Screen" of its own
    by_value: bool                      # people mean some by a value that they have (a city), not one by its name
    period: str | None                  # the date field that "in October" means when no verb says otherwise
    size: str | None                    # the field, or the metric, of "biggest" and "top 5" where nothing else is said
    derived: bool                       # its records are made by the executor out of others
    everybody: Mapping[str, tuple[str, ...]]    # conditions that hold unless one of these words lifts them: "is active" -> "former", "ever"
    rows_of: Mapping[str, str]          # where its records lie inside others: name of the key back -> "accounting/Invoice.line_items"
    carries: tuple[str, ...]            # fields of those others that a record has where it does not state its own: the currency of a line
    spoken: bool = True                 # as of a field

    @property
    def category(self) -> str:
        """`crm` of `crm/Account`."""
        return self.id.partition("/")[0]

    @property
    def nameable(self) -> bool:
        """Do people call single ones by name or key?"""
        return bool(self.words) and bool(self.name or self.key) and not self.time and not self.by_value


@dataclass(frozen=True, slots=True, eq=False)      # one per tenant's words: what is derived from it is kept by identity
class Catalogue:
    """All models, by `category/Model`, and all metrics by name."""

    models: Mapping[str, Model]
    metrics: Mapping[str, Metric]

    def fields(self) -> Iterator[Field]:
        """Every field of every model."""
        for model in self.models.values():
            yield from model.fields.values()

    def relations(self) -> Iterator[Relation]:
        """Every relation of every model."""
        for model in self.models.values():
            yield from model.relations.values()

    def predicates(self) -> Iterator[Predicate]:
        """Every named condition of every model."""
        for model in self.models.values():
            yield from model.predicates.values()

    def field(self, field_id: str) -> Field:
        """The field `crm/Account.industry`."""
        model, _, name = field_id.partition(".")
        return self.models[model].fields[name]

    def is_prose(self, field: Field) -> bool:
        """Does it hold a title or sentences, whose words have forms? What a thing is called and values of a list stand as they are."""
        model = self.models[field.model]
        return field.path in (*model.texts, *(model.name if model.titled else ())) or (field.kind == "text" and field.path in WRITTEN)

    def has_forms(self, field: Field) -> bool:
        """Is a word inside it the same in all its forms: in prose, and in the name of what is neither a person nor a company?"""
        model = self.models[field.model]
        return self.is_prose(field) or (not self.is_party(model.id) and field.path in model.name)

    def is_generic(self, field_id: str) -> bool:
        """Is it called by a word that many models have a figure, time or state for: amount, date, status? Said of a record it means its own."""
        field = self.field(field_id)
        return field.kind != "text" and not _generic_words(self).isdisjoint(field.words)

    def is_party(self, model_id: str) -> bool:
        """Is it a person or a company, to whom the things of others belong?"""
        return self.models[model_id].is_person or any(model_id in pair for pair in SAME_COMPANY)

    def texts_of(self, model: Model) -> tuple[Field, ...]:
        """The fields in which something is written of its records: those that a summary is made of, else where people write sentences."""
        if model.texts:
            return tuple(model.fields[name] for name in model.texts)
        return tuple(f for f in model.fields.values() if f.kind == "text" and f.path in WRITTEN and f.privacy != _CLOSED)

    def relation(self, relation_id: str) -> Relation:
        """The relation `crm/Account.owner`."""
        model, _, name = relation_id.partition(".")
        return self.models[model].relations[name]

    def relation_from(self, model: str, key: str) -> Relation | None:
        """The relation that leads to a model by that key of it, from its owner's side: a balance's `employee` is that of somebody's balances."""
        return next((r for r in self.relations() if r.to == model and r.inverse == key and not r.where and not r.closure and not r.current), None)

    def held_as(self, relation: Relation) -> Relation | None:
        """The relation by which those that an inverse one leads to hold its key themselves: an employee's manager of somebody's reports."""
        if relation.inverse is None or relation.where or relation.current:
            return None
        of_those = self.models[relation.to].relations.values()
        return next((r for r in of_those if r.fk == relation.inverse and r.to == relation.model and r.closure == relation.closure
                     and not r.where and not r.current), None)

    def lifts_defaults(self, relation_id: str, *, to_source: bool) -> bool:
        """Does the source of a link hold its key, or a hub? It leads to certain records, such as a manager who left: what holds of the model
        unless something else is said does not hold of them."""
        return relation_id == "hub" or (not to_source and self.relation(relation_id).fk is not None)

    def predicate(self, predicate_id: str) -> Predicate:
        """The named condition `ticketing/Ticket.overdue`."""
        model, _, name = predicate_id.partition(".")
        return self.models[model].predicates[name]


# Fields of Merge in which people write sentences, whichever model has them.
WRITTEN = frozenset({"answer", "body", "content", "description", "employee_note", "memo", "subject"})

_CLOSED = "X"                           # the class of what is never shown
_MANY = 3                               # models with a field of one name, from which on the name says of which record as little as "date" does

# Records of one person, and of one company, in two apps; (model, model) in both directions.
SAME_PERSON = (
    ("hris/Employee", "crm/User"),
    ("hris/Employee", "ticketing/User"),
    ("hris/Employee", "ats/RemoteUser"),
    ("hris/Employee", "ats/Candidate"),
    ("hris/Employee", "accounting/Employee"),
    ("hris/Employee", "knowledgebase/User"),
    ("crm/Contact", "ticketing/Contact"),
)
SAME_COMPANY = (
    ("crm/Account", "ticketing/Account"),
    ("crm/Account", "accounting/Contact"),
    ("ticketing/Account", "accounting/Contact"),
)
HUBS = (*SAME_PERSON, *SAME_COMPANY)


@lru_cache(maxsize=64)
def _generic_words(known: Catalogue) -> frozenset[str]:
    models = Counter(word for word, _ in {(word, f.model) for f in known.fields() for word in f.words})
    return frozenset(word for word, count in models.items() if count >= _MANY)
