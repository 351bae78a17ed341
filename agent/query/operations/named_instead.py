"""A text that no record of a kind holds may be the name of something that such records lead to: the memo of an expense was asked for, its account
is called so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from agent.catalogue import Catalogue, Relation
from agent.phrasing.nouns import relation_noun
from agent.plan.algebra import Goal, Link, Named, Set, Where, parts, rebuilt
from agent.query.operations.near_values import is_held_by_none
from agent.question.context import QuestionContext
from kg.errors import GraphTooSlow, GraphUnavailable
from kg.names import fold
from kg.resolve import Candidate, find


@dataclass(frozen=True, slots=True)
class NamedInstead:
    """A goal that asks for records tied to things of those names, where another asked for texts; `said`: the difference, for people."""

    goal: Goal
    said: tuple[str, ...]


def named_instead(context: QuestionContext, goal: Goal) -> NamedInstead | None:
    """The goal with each text that names one kind of thing which the records lead to taken as that name; None where none does.

    A text that any record of the kind holds is left as it is: then there are none such just now. Whether the asker may see the things of that name
    is decided when the goal is run.
    """
    texts = tuple(dict.fromkeys(_texts(context.catalogue, goal)))
    called = _called(context, sorted({str(where.value) for where in texts})) if texts else {}
    ties = {where: tie for where in texts if (tie := _tie(context.catalogue, where, called[str(where.value)])) is not None}
    ties = {where: tie for where, tie in ties.items() if is_held_by_none(context, where)}
    if not ties:
        return None
    said = tuple(_said(context.catalogue, where, context.catalogue.relation(tie.relation)) for where, tie in ties.items())
    return NamedInstead(rebuilt(goal, partial(_tied, ties)), said)


def _texts(catalogue: Catalogue, goal: Goal) -> Iterator[Where]:
    """The conditions of sets that a field of theirs is, or contains, a text; not those in a "not" or an "or"."""
    for where in (each for part in parts(goal) if isinstance(part, Set) for each in sorted(part.where, key=repr) if isinstance(each, Where)):
        if where.op in ("=", "contains") and isinstance(where.value, str) and catalogue.field(where.field).kind in ("text", "own"):
            yield where


def _called(context: QuestionContext, texts: list[str]) -> Mapping[str, tuple[Candidate, ...]]:
    """By text, what is called just so."""
    context.graph_queries.add(1)
    try:
        found = find(context.graph, context.tenant, texts)
    except (GraphUnavailable, GraphTooSlow):
        found = {}
    return {text: tuple(c for c in found.get(text, ()) if fold(text) in {fold(c.name), *map(fold, c.aliases)}) for text in texts}


def _tie(catalogue: Catalogue, where: Where, called: tuple[Candidate, ...]) -> Link | None:
    """The one relation of the model that leads to what is called so; None where none or several do."""
    model = catalogue.models[where.field.partition(".")[0]]
    to = {c.model for c in called}
    ties = [r for r in model.relations.values() if r.to in to and r.fk is not None and r.default]
    return Link(ties[0].id, True, Named(ties[0].to, str(where.value))) if len(ties) == 1 else None


def _tied(ties: Mapping[Where, Link], part: Any) -> Any:
    """A set with those conditions as ties. For `rebuilt`."""
    held = {where for where in ties if where in part.where} if isinstance(part, Set) else set()
    return replace(part, where=part.where - held, links=part.links | {ties[where] for where in held}) if held else part


def _said(catalogue: Catalogue, where: Where, relation: Relation) -> str:
    model, field = catalogue.models[relation.model], catalogue.field(where.field)
    held = "in" if where.op == "contains" else "as"
    return f"No {model.label} has “{where.value}” {held} its {field.label}; I took it as the name of the {relation_noun(catalogue, relation)}."
