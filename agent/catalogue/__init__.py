"""The catalogue: which models, fields and relations people may ask about, in which words, and how private each is.

Data in one TOML file per category, which a domain expert can edit, and metrics in metrics.toml; `schema` says what they can say, `loading`
reads them, `checking` holds them against Merge's models. A model is written `category/Model`. Anything without a row cannot be asked for
and is never shown.
"""

from functools import cache

from agent.catalogue.checking import check
from agent.catalogue.loading import read_metrics, read_models
from agent.catalogue.schema import HUBS, SAME_COMPANY, SAME_PERSON, Catalogue, Field, Metric, Model, Predicate, Relation

__all__ = [
    "CATEGORIES", "HUBS", "SAME_COMPANY", "SAME_PERSON", "Catalogue", "Field", "Metric", "Model", "Predicate", "Relation", "catalogue",
]

CATEGORIES = ("hris", "crm", "ticketing", "accounting", "ats", "filestorage", "knowledgebase")


@cache
def catalogue() -> Catalogue:
    """The shipped catalogue, read once and checked; raises ValueError for a row that does not fit."""
    models = {m.id: m for category in CATEGORIES for m in read_models(category)}
    made = Catalogue(models, {m.name: m for m in read_metrics()})
    check(made)
    return made
