"""Goals, nodes and conditions put into plain words: "understood as", the options of a clarification, the question of each task.

Two plans that differ never read the same. A label, the question's own word for rows, is no part of what is meant and is not said.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.catalogue import Catalogue
from agent.phrasing.comparisons import direction, is_of_times, names_unit, places, said_limit
from agent.phrasing.inflection import listed
from agent.phrasing.nouns import field_label, model_label
from agent.phrasing.phrases import by_phrase, key_phrase, measure_phrase, node_phrase
from agent.plan.algebra import (
    Card,
    Exists,
    Figures,
    Goal,
    Groups,
    Me,
    Measure,
    Names,
    Node,
    Order,
    Set,
    Show,
    Summary,
    Table,
    same_as,
    thing_of,
)


def say_goal(catalogue: Catalogue, goal: Goal) -> str:
    """A goal in plain words: "understood as"."""
    return _GOALS[type(goal)](catalogue, goal)


def say_node(catalogue: Catalogue, node: Node) -> str:
    """A node in plain words."""
    return node_phrase(catalogue, node).text


def _show(catalogue: Catalogue, goal: Show) -> str:
    shown = catalogue.field(goal.field)
    unit = goal.unit or shown.shown_in
    own = "" if shown.model == goal.node.model else f"{model_label(catalogue, catalogue.models[shown.model])} "
    label = field_label(catalogue, shown)
    of = "" if label.endswith(" since") else "of "
    return f"the {own}{label}{f' in {unit}' if unit and not names_unit(shown, unit) else ''} {of}{say_node(catalogue, goal.node)}"


def _table(catalogue: Catalogue, goal: Table) -> str:
    said = [by_phrase(catalogue, goal.node.model, c) for c in goal.columns]
    columns = said[0].text if len(said) == 1 else ", ".join(c.closed for c in said)
    rows = f"for each of {say_node(catalogue, goal.node)}: {columns}" if columns else f"a list of {say_node(catalogue, goal.node)}"
    return "; ".join([rows, *_order(catalogue, goal.node.model, goal.order)])


def _groups(catalogue: Catalogue, goal: Groups) -> str:
    model = goal.measures[0].of.model
    said = [measure_phrase(catalogue, m).closed for m in goal.all_measures]
    having = [f"where {said[i]} is {said_limit(catalogue, goal.all_measures[i], op, value)}" for i, op, value in goal.having]
    by = " and ".join(key_phrase(catalogue, model, key) for key in goal.keys)
    beside = [f"beside {_groups(catalogue, side)}" for side in goal.beside]
    return "; ".join([f"{_side_by_side(catalogue, goal.measures)} by {by}", *beside, *having, *_order(catalogue, model, goal.order)])


def _side_by_side(catalogue: Catalogue, measures: Sequence[Measure]) -> str:
    said = [measure_phrase(catalogue, m) for m in measures]
    return said[0].text if len(said) == 1 else ", and ".join(m.closed for m in said)


def _figures(catalogue: Catalogue, goal: Figures) -> str:
    said = _side_by_side(catalogue, goal.measures)
    if not goal.contrast:
        return said
    contrasts = _OF_TIMES if is_of_times(catalogue, goal.measures[0]) else _CONTRASTS
    return f"{contrasts.get(goal.contrast, _CONTRASTS[goal.contrast])}: {said}"


def _order(catalogue: Catalogue, model: str, order: Order | None) -> list[str]:
    if order is None:
        return []
    each = f" of each {key_phrase(catalogue, model, order.per)}" if order.per is not None else ""
    first = [f"the first {order.first}{each}"] if order.first is not None else []
    first = [f"the {places(order)}place{each}"] if order.skip else first
    return [f"{direction(catalogue, order)} {by_phrase(catalogue, model, order.by, article=False).closed} first", *first]


def _exists(catalogue: Catalogue, goal: Exists) -> str:
    """Of one thing, whether it is one of those that are meant; else whether there are any."""
    thing, node = thing_of(goal.node), goal.node
    if thing is None or not isinstance(node, Set):
        said = node_phrase(catalogue, node, article=False).text
        single = any(not k.to_source and k.relation != "hub" and not catalogue.relation(k.relation).many for k in getattr(node, "links", ()))
        one = f"{'' if said.startswith('your ') else 'a '}{said}"
        return f"whether there is {one if single else f'any of {say_node(catalogue, node)}'}"
    rest = replace(node, links=node.links - {same_as(thing)})
    verb = "are" if thing == Me() else "is"
    return f"whether {node_phrase(catalogue, thing).closed} {verb} one of {say_node(catalogue, rest)}"


_CONTRASTS: Mapping[str, str] = {
    "more": "whether the first is more", "less": "whether the first is less", "more by": "by how much the first is more",
    "less by": "by how much the first is less", "ratio": "how many times the second the first is", "share": "which share of the second the first is",
    "change": "by how many per cent of the second the first is more",
    "which more": "which of the two is more, and by how much", "which less": "which of the two is less, and by how much",
}
_OF_TIMES: Mapping[str, str] = {
    "more": "whether the first is later", "less": "whether the first is earlier", "more by": "how many days later the first is",
    "less by": "how many days earlier the first is", "which more": "which of the two is later, and by how many days",
    "which less": "which of the two is earlier, and by how many days",
}
_GOALS: Mapping[type[Goal], Callable[[Catalogue, Any], str]] = {
    Show: _show,
    Names: lambda catalogue, goal: say_node(catalogue, goal.node),
    Card: lambda catalogue, goal: f"what is known of {say_node(catalogue, goal.node)}",
    Summary: lambda catalogue, goal: f"a summary of {listed([say_node(catalogue, node) for node in goal.all_nodes])}",
    Table: _table,
    Groups: _groups,
    Figures: _figures,
    Exists: _exists,
}
