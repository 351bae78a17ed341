"""What of the catalogue the asker may use: all that a planning model is shown of it. Decided by the policy's tables, nobody's data is read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from agent.access.field_use import POSSIBLE
from agent.catalogue import Field, Predicate, Relation
from agent.policy.decision import Case, could_open, is_never, may_see_model, rule_of
from agent.question.context import QuestionContext


@dataclass(frozen=True, slots=True)
class CatalogueView:
    """What of the catalogue somebody may use."""

    models: frozenset[str]              # of connected apps, that may be used
    closed: frozenset[str]              # fields, relations and named conditions of which only the name may be told
    linked: frozenset[str] = frozenset()        # categories of apps that are connected

    def shows(self, element: str) -> bool:
        """Is a model, or a part of one, open to them?"""
        return element.partition(".")[0] in self.models and element not in self.closed

    def without(self, elements: Iterable[str]) -> "CatalogueView":
        """The same with these closed as well."""
        return replace(self, closed=self.closed | frozenset(elements))


def catalogue_view(context: QuestionContext) -> CatalogueView:
    """The models of connected apps that the asker may use, and what is closed to them whoever it is of. Raises Declined for a leaver."""
    linked, viewer = context.live.gateway.categories(), context.viewer()
    there = [m for m in context.catalogue.models.values() if m.category in linked]
    open_models = frozenset(m.id for m in there if may_see_model(viewer, m.access).allowed)
    closed = frozenset(part.id for part in _parts(context) if part.model in open_models and _is_closed(context, part))
    return CatalogueView(open_models, closed, frozenset(linked))


def _parts(context: QuestionContext) -> Iterator[Field | Relation | Predicate]:
    yield from context.catalogue.fields()
    yield from context.catalogue.relations()
    yield from context.catalogue.predicates()


def _is_closed(context: QuestionContext, part: Field | Relation | Predicate) -> bool:
    if part.privacy == "A":
        return False
    if part.model.startswith("hris/"):
        return not could_open(Case(context.company, context.viewer(), part.privacy, part.id), POSSIBLE["named"])
    return rule_of(part.privacy) == "nobody" or is_never(context.company, part.privacy, part.id)
