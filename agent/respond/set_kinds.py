"""What a set of a plan is to people, by its conditions alone: one thing, a place, parts of others, whose times are over."""

from datetime import date

from agent.catalogue import Catalogue
from agent.phrasing.inflection import article
from agent.phrasing.nouns import model_label
from agent.phrasing.one_thing import is_one
from agent.phrasing.phrases import is_to_part
from agent.plan.algebra import Has, Is, Link, Node, Not, Set, Where, parts
from agent.plan.periods import Interval
from agent.question.context import QuestionContext

_BY_VALUE = frozenset({"city", "country", "name"})                          # fields that name a place: "in Berlin"


def is_plural(context: QuestionContext, source: Node) -> bool:
    """Are they said as several things: "the pending requests"?"""
    return isinstance(source, Set) and not is_one(context.catalogue, source) and same_elsewhere(source) is None


def same_elsewhere(node: Set) -> Node | None:
    """Whom a set of records of another app is about, where they are in it only for being the same person or company."""
    only = next(iter(node.links)) if len(node.links) == 1 and not node.where and not node.newest and node.ranked is None else None
    return only.source if only is not None and only.relation == "hub" else None


def as_held(catalogue: Catalogue, link: Link) -> Link:
    """The link, turned to the relation whose record holds the foreign key: "people whose requests …" becomes "requests made by people …"."""
    held = catalogue.held_as(catalogue.relation(link.relation)) if link.relation != "hub" else None
    return link if held is None else Link(held.id, not link.to_source, link.source)


def person_of(node: Node) -> Node:
    """Whom the node stands for, where it is only the same person in another app."""
    same = same_elsewhere(node) if isinstance(node, Set) else None
    return same if same is not None else node


def place_said(catalogue: Catalogue, node: Set) -> str:
    """A set that is held to one value only, which people say by itself: "Berlin"."""
    only = next(iter(node.where)) if len(node.where) == 1 and not node.links and not node.newest and node.ranked is None else None
    plain = isinstance(only, Where) and only.op == "=" and isinstance(only.value, str) and catalogue.models[node.model].category in ("hris", "ats")
    if not isinstance(only, Where) or not plain or only.field.partition(".")[2] not in _BY_VALUE:
        return ""
    words = catalogue.field(only.field).values.get(str(only.value)) or (str(only.value),)
    return f"the {words[0]}" if f"the {words[0]}" in words else words[0]


def named_so(catalogue: Catalogue, node: Set) -> str:
    """A set that is held to its name only: "stage Option held", "a stage with “option” in its name". "" for others."""
    only = next(iter(node.where)) if len(node.where) == 1 and not node.links and not node.newest and node.ranked is None else None
    model = catalogue.models[node.model]
    if not isinstance(only, Where) or not isinstance(only.value, str) or only.field.partition(".")[2] not in model.name or len(model.name) > 1:
        return ""
    label = model_label(catalogue, model)
    return {"=": f"{label} {only.value}", "contains": f"{article(label)} {label} with “{only.value}” in its name"}.get(only.op, "")


def is_part(catalogue: Catalogue, relation: str, source: Set) -> bool:
    """Whether the relation leads to mere parts of a thing (a job title, an address) of which only conditions are said."""
    of_values = not any(isinstance(c, Is) for c in source.where)            # a request is pending, a job title is nothing of the kind
    return of_values and is_held_by_conditions(source) and is_to_part(catalogue, catalogue.relation(relation))


def is_held_by_conditions(node: Set) -> bool:
    """Is the set told by conditions alone?"""
    return bool(node.where) and not node.links and not node.newest and node.ranked is None


def is_held_by_others(context: QuestionContext, link: Link) -> bool:
    """Is it others that say they are of the things: the requests of somebody?"""
    if isinstance(link.source, Set) and is_part(context.catalogue, link.relation, link.source):
        return False
    relation = context.catalogue.relation(link.relation)
    return (relation.fk is None and relation.many) if link.to_source else relation.fk is not None and not relation.many


def is_past(context: QuestionContext, node: Set) -> bool:
    """Is every time that is named over? Then the things were, and are no more."""
    today: date = context.calendar().today
    named = _own_times(node)
    return bool(named) and all(p.last is not None and p.last <= today for p in named)


def is_ahead(context: QuestionContext, node: Set) -> bool:
    """Does every time that is named begin after today? Then what happens then has not happened."""
    named = _own_times(node)
    return bool(named) and all(p.first is not None and p.first > context.calendar().today for p in named)


def _own_times(node: Set) -> list[Interval]:
    """The times that are said of the things themselves, not of what they have."""
    own = (condition.of if isinstance(condition, Not) else condition for condition in node.where)
    return [p for condition in own if not isinstance(condition, Has | Link) for p in parts(condition) if isinstance(p, Interval)]
