"""What a plan uses: ids of the catalogue, and the texts in it, so that words of the message can be looked for among them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.catalogue import HUBS, Catalogue, Predicate, Relation
from agent.language.words import tokens
from agent.plan.algebra import Column, Goal, Is, Me, Order, Where, parts
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.sources import phrases, repaired
from kg.names import fold

_ID = re.compile(r"[a-z]+/[A-Z]\w+(\.\w+)?")
_WORD = re.compile(r"\w+")
_IDS = ("model", "relation", "field", "predicate")      # of the parts of a goal
NEGATIVE = frozenset({"not", "nobody", "leave_out", "with_none", "except", "never", "lack", "is_not"})      # kinds of words that leave out


@dataclass(frozen=True)
class Used:
    """`ids`: models, fields, relations and conditions, those that follow from others too; `compared`: fields whose values are compared;
    `ordered`: those by which something is put in order; `behind`: models from whose records
    named conditions of the plan follow; `text`: everything that is written in it, folded."""

    ids: frozenset[str]
    compared: frozenset[str]
    ordered: frozenset[str]
    behind: frozenset[str]
    text: str


def used_by(catalogue: Catalogue, texts: Sequence[str], goals: Sequence[Goal]) -> Used:
    """All of it. `texts`: those of the plan as it was written, which have what decoding resolves: metrics, short names, what was set aside."""
    ids = {text.lstrip("~") for text in texts if _ID.fullmatch(text.lstrip("~"))}
    held = [part for goal in goals for part in parts(goal) if not isinstance(part, Me)]      # of the asker themselves nothing is asked
    ids |= {value for part in held for name in _IDS if isinstance(value := getattr(part, name, None), str)}
    ids |= {owner for each in ids if (owner := each.partition(".")[0])}
    ids |= {other for each in ids for other in _also(catalogue, each)}
    compared = {part.field for part in held if isinstance(part, Where)}
    behind = frozenset(model for part in held if isinstance(part, Is) for model in models_behind(catalogue.predicate(part.predicate)))
    ordered = {part.by.field for part in held if isinstance(part, Order) and isinstance(part.by, Column) and part.by.field}
    return Used(frozenset(ids), frozenset(compared), frozenset(ordered), behind, " | ".join(fold(text) for text in texts))


def _also(catalogue: Catalogue, one: str) -> Iterator[str]:
    """What the use of an id says besides: both ends of a relation, and its other name; the fields of a named condition."""
    model, _, name = one.partition(".")
    known = catalogue.models.get(model)
    if known is None:
        return
    if name in known.relations:
        relation = known.relations[name]
        yield relation.to
        yield from (each.id for each in catalogue.relations() if _are_one_key(relation, each))
    if name in known.predicates:
        yield from fields_of(known.predicates[name])


def _are_one_key(one: Relation, other: Relation) -> bool:
    """Are two relations the same foreign key, from whichever end?"""
    ends = ((one.model, one.to), (other.model, other.to))
    return (ends[0] == ends[1] and (one.fk, one.inverse) == (other.fk, other.inverse)) or (
        ends[0] == ends[1][::-1] and (one.fk, one.inverse) == (other.inverse, other.fk))


def said_by(catalogue: Catalogue, evidence: Evidence) -> Iterator[str]:
    """What a word says: a part of the catalogue, and the fields that a condition, a metric, a relation or a kind of records looks at."""
    meaning = evidence.meaning
    owner, _, name = meaning.target.partition(".")
    yield meaning.target
    if meaning.kind == "metric":
        metric = catalogue.metrics[meaning.target]
        yield from (f"{metric.of}.{each}" for each in (metric.field, metric.period) if each)
    if meaning.kind == "noun" and "=" in meaning.detail:
        yield f"{owner}.{meaning.detail.partition('=')[0]}"
    known = catalogue.models.get(owner)
    if known is not None and name in known.predicates:
        yield from fields_of(known.predicates[name])
    if known is not None and name in known.relations and known.relations[name].verbs_time:
        yield f"{owner}.{known.relations[name].verbs_time}"


def fields_of(predicate: Predicate) -> frozenset[str]:
    """The fields (and other conditions of its model) that a named condition looks at."""
    words = {word for text in predicate.all for word in _WORD.findall(text)} | ({predicate.time} if predicate.time else set())
    return frozenset(f"{predicate.model}.{word}" for word in words)


def evidence_in(catalogue: Catalogue, message: str) -> list[Evidence]:
    """All that stretches of a message may mean, misspelt words too."""
    words = tokens(message)
    known = list(phrases(catalogue, words))
    return [*known, *repaired(catalogue, message, words, {at for e in known for at in range(e.first, e.last)})]


def alike(catalogue: Catalogue, model: str) -> frozenset[str]:
    """The kinds of records that a word for these may mean as well: "people" are contacts or candidates, a company is one of another app."""
    people = {m.id for m in catalogue.models.values() if m.is_person} if catalogue.models[model].is_person else ()
    return frozenset((model,)).union(people, *(pair for pair in HUBS if model in pair))


def models_behind(predicate: Predicate) -> frozenset[str]:
    """The models of the records from which a named condition follows, other than its own."""
    return frozenset(text.partition(".")[0] for text in predicate.why if "." in text)


def direction(catalogue: Catalogue, relation: str, *, is_turned: bool) -> tuple[str, bool] | None:
    """The foreign key that a relation of a model to itself is made of, and whether it is walked from its holder; None for other relations."""
    model, _, name = relation.partition(".")
    known = catalogue.models[model].relations.get(name) if model in catalogue.models else None
    if known is None or known.to != known.model:
        return None
    return f"{model}.{known.fk or known.inverse}", (known.fk is not None) != is_turned
