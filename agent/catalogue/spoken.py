"""The part of the catalogue that words of the grammar may mean.

What lies under `unspoken/` is for plans that name models, fields and relations by id. The grammar never sees it: a relation more would be a
way more between two nouns, and change how plain questions are read.
"""

from dataclasses import replace
from functools import lru_cache

from agent.catalogue.schema import Catalogue, Model


@lru_cache(maxsize=64)                  # a catalogue per tenant with words of its own
def spoken(known: Catalogue) -> Catalogue:
    """The same without what no word means; the same object for the same catalogue."""
    models = {model.id: model for model in known.models.values() if model.spoken}
    return replace(known, models={model.id: _spoken(model, frozenset(models)) for model in models.values()})


def _spoken(model: Model, there: frozenset[str]) -> Model:
    relations = {name: relation for name, relation in model.relations.items() if relation.spoken and relation.to in there}
    return replace(model, fields={name: field for name, field in model.fields.items() if field.spoken}, relations=relations)
