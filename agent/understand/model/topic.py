"""What one message may be about: a few models, and of each the fields, relations and named conditions that a plan of it may name.

Found as the excerpt of the catalogue is: by the words of the message, by what the graph has for it, and by what was asked before it.
"""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agent.catalogue import HUBS, Catalogue, Field, Metric, Model, Predicate, Relation
from agent.language.words import tokens
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.sources import phrases
from agent.understand.grammar.vocabulary import PEOPLE
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.excerpt import likely_models
from agent.understand.model.listing import values_of

Part = TypeVar("Part", Field, Relation, Predicate)
_MODELS = 3                             # and people, which nearly every message is about
_NAMES_RECORDS, _NAMES_PART = ("noun", "metric"), ("field", "where", "rel", "forward", "backward", "most", "than")
_FIELDS, _RELATIONS, _CONDITIONS = 8, 6, 8          # of one model
_MOST_VALUES = 8                        # of an enum that are told


@dataclass(frozen=True, slots=True)
class Topic:
    """Models, the likeliest first, each with its parts in the catalogue's order; `metrics`: figures that have a name."""

    fields: Mapping[str, tuple[Field, ...]]
    relations: Mapping[str, tuple[Relation, ...]]
    conditions: Mapping[str, tuple[Predicate, ...]]
    metrics: tuple[Metric, ...] = ()

    @property
    def text(self) -> str:
        """The same as a model reads it, a line for each model."""
        lines = [f"{model}: {'; '.join(self._line(model))}" for model in self.fields]
        return "\n".join((*lines, *([f"metrics: {', '.join(f'{m.name} of {m.of}' for m in self.metrics)}"] if self.metrics else ())))

    def _line(self, model: str) -> Iterator[str]:
        if fields := self.fields[model]:
            yield ", ".join(f"{f.name} {_kind(f)}" for f in fields)
        if relations := self.relations[model]:
            yield "rel " + ", ".join(f"{r.name}→{r.to}" for r in relations)
        if conditions := self.conditions[model]:
            yield "is " + ", ".join(p.name for p in conditions)


def topic_of(catalogue: Catalogue, view: CatalogueView, message: str, known: str) -> Topic:
    """What a message may be about. `known`: what else is told of it, with ids of models."""
    evidence = list(phrases(catalogue, tokens(message)))
    said = {each.meaning.target for each in evidence}
    nouns, named = (_named(catalogue, evidence, kinds) for kinds in (_NAMES_RECORDS, _NAMES_PART))
    found = [m for m in likely_models(catalogue, message, known) if m in view.models and m != PEOPLE]
    first = [m for m in found if m in nouns or m in known]
    models = [*[*first, *(m for m in found if m not in first and (m in named or not first))][:_MODELS], *([PEOPLE] if PEOPLE in view.models else [])]
    near = {*models, *(other for pair in HUBS for m in models if m in pair for other in pair)}
    own = [catalogue.models[m] for m in models]
    return Topic(
        {m.id: tuple(_best([f for f in m.fields.values() if f.spoken and not _is_ones_name(m, f)], said, view, _usual(m), _FIELDS)) for m in own},
        {m.id: tuple(_best(list(m.relations.values()), said, view, near, _RELATIONS)) for m in own},
        {m.id: tuple(_best(list(m.predicates.values()), said, view, m.predicates, _CONDITIONS)) for m in own},
        tuple(m for m in catalogue.metrics.values() if m.name in said and m.of in models),
    )


def _named(catalogue: Catalogue, evidence: Sequence[Evidence], kinds: Collection[str]) -> set[str]:
    """The models that words of these kinds are of."""
    targets = [each.meaning.target for each in evidence if each.meaning.kind in kinds]
    return {catalogue.metrics[t].of if t in catalogue.metrics else t.partition(".")[0] for t in targets}


def _is_ones_name(model: Model, field: Field) -> bool:
    """Is it a part of somebody's name, which a plan says as a name?"""
    return model.is_person and field.name in model.name


def _usual(model: Model) -> set[str]:
    return {name for name in (*model.card, model.time, model.size, model.period) if name}


def _best(parts: Sequence[Part], said: set[str], view: CatalogueView, usual: Container[str], most: int) -> Iterator[Part]:
    """What the message names, open to the asker or not, since code declines what is closed with the true reason; then the usual; in their order."""
    def rank(part: Part) -> int:
        return 0 if part.id in said else 1 if part.name in usual or getattr(part, "to", "") in usual else 2

    open_ones = [part for part in parts if part.id in said or view.shows(part.id)]
    kept = {part.id for part in sorted(open_ones, key=rank)[:most]}
    yield from (part for part in parts if part.id in kept)


def _kind(field: Field) -> str:
    values = values_of(field)
    return "|".join(values) if 0 < len(values) <= _MOST_VALUES else "amount" if field.kind in ("money", "quantity") else field.kind
