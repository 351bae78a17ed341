"""The part of a catalogue that one message may be about, for models with little room, or that read slowly.

What everybody of the same rights gets names each model and no more, so that servers hold it; the models that the message is about follow with the
message. Found by the words of the catalogue in the message, by what the graph has for it, and by what was asked before it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.language.words import tokens
from agent.understand.grammar.sources import phrases
from agent.understand.grammar.vocabulary import PEOPLE
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.listing import house_words, listing, model_lines
from ingest.company import Company

_ID = re.compile(r"\b[a-z]+/[A-Z]\w+")
_WORD, _FOUND = 1, 3                    # how much a word of the catalogue, and what is known of the message, speaks for a model


@dataclass(frozen=True, slots=True)
class CatalogueExcerpt:
    """A catalogue as a prompt holds it: `always` with the instructions, `beside` with the message ("" where all of it is told always)."""

    always: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class ExcerptMaker:
    """The catalogue as people of one view may use it, for prompts that have room for so many letters of it."""

    catalogue: Catalogue
    view: CatalogueView
    company: Company
    letters: int

    def shown(self, message: str, known: str) -> CatalogueExcerpt:
        """All of the catalogue where it fits, else what the message is about. `known`: what else is told of the message, with ids of models."""
        whole = listing(self.catalogue, self.view, self.company)
        if len(whole) <= self.letters:
            return CatalogueExcerpt(whole)
        people = self._lines(PEOPLE)            # told always: nearly every message is about somebody
        always = "\n".join((*house_words(self.company), *self._names(), *people))
        return CatalogueExcerpt(always, self._details(self._models(message, known), self.letters - len(always)))

    def _names(self) -> Iterator[str]:
        """Every model by its id and what it is called; those closed to the asker, too, so that a plan names them and the policy declines."""
        for category in dict.fromkeys(m.category for m in self.catalogue.models.values()):
            models = [m for m in self.catalogue.models.values() if m.category == category]
            yield f"{category}: {', '.join(f'{m.id}{_called(m.label, m.id)}' for m in models if m.spoken)}"
            rest = [m.id.partition("/")[2] for m in models if not m.spoken]
            yield from [f"  also, look up before use: {', '.join(rest)}"] if rest else []

    def _models(self, message: str, known: str) -> list[str]:
        """Ids of models that may be used, the likeliest first; then what these lead to, and what more can be asked of."""
        found = self._usable(likely_models(self.catalogue, message, known))
        ties = Counter(r.to for r in self.catalogue.relations() if r.model in found and self.view.shows(r.id))
        rest = [m for m in self.catalogue.models.values() if m.spoken and m.id not in found]
        rest.sort(key=lambda m: (-ties[m.id], -len(m.fields) - len(m.predicates)))
        return [*found, *self._usable(m.id for m in rest)]

    def _usable(self, models: Iterable[str]) -> list[str]:
        return [model for model in models if model in self.view.models and model != PEOPLE]

    def _lines(self, model: str) -> Iterator[str]:
        """All that may be used of a model."""
        if model in self.view.models:
            yield from model_lines(self.catalogue, self.catalogue.models[model], self.view)

    def _details(self, models: Iterable[str], room: int) -> str:
        """As many of the models as there is room for, in the catalogue's order, so that the same ones read the same."""
        taken = dict[str, str]()
        for model in models:
            text = "\n".join(self._lines(model))
            if len(text) < room:
                taken[model] = text
                room -= len(text) + 1
        return "\n".join(taken[model] for model in self.catalogue.models if model in taken)


def likely_models(catalogue: Catalogue, message: str, known: str) -> list[str]:
    """Ids of the models that a message may be about, the likeliest first. `known`: what else is told of it, with ids of models."""
    weights = Counter[str]()
    for evidence in phrases(catalogue, tokens(message)):
        weights.update(dict.fromkeys(_owners(catalogue, evidence.meaning.target), _WORD))
    for model in dict.fromkeys(_ID.findall(known)):
        weights[model] += _FOUND
    return [model for model, _ in sorted(weights.items(), key=lambda each: (-each[1], each[0]))]


def _owners(catalogue: Catalogue, element: str) -> Iterable[str]:
    """The models that a part of the catalogue is of, and that a relation leads to."""
    if element in catalogue.metrics:
        return (catalogue.metrics[element].of,)
    owner, _, name = element.partition(".")
    relation = catalogue.models[owner].relations.get(name) if owner in catalogue.models else None
    return (owner, relation.to) if relation is not None else (owner,)


def _called(label: str, model: str) -> str:
    """What people call the records, where the id does not say so."""
    return "" if label.replace(" ", "") == model.partition("/")[2].lower() else f' "{label}"'
