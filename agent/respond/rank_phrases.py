"""By what the first of an order are the first: "with the highest amount"."""

from dataclasses import replace

from agent.catalogue import Catalogue
from agent.phrasing.comparisons import NUMBER_OF, direction, places
from agent.phrasing.nouns import time_noun
from agent.phrasing.phrases import by_phrase, key_phrase, measure_phrase
from agent.plan.algebra import Column, Condition, Link, Not, Order, Set, Tally, same_as
from agent.question.context import QuestionContext

_COUNTED = {"highest": "most", "lowest": "fewest"}


def rank_said(context: QuestionContext, model: str, order: Order) -> str:
    """What the first of an order have in common: "with the highest amount"."""
    by = measure_phrase(context.catalogue, order.by.measure, article=False).text if isinstance(order.by, Tally) else \
        edge_noun(context.catalogue, model, order)
    said = f"with the {places(order)}{edge_with(direction(context.catalogue, order), by)}"
    return f"{said} of each {key_phrase(context.catalogue, model, order.per)}" if order.per is not None else said


def in_one_order(node: Set, order: Order) -> tuple[Set, Order]:
    """Merges two nested orders into one place: the last of the first two, or the first of all but the first, is the second."""
    if order.first != 1 or order.skip or order.per is not None:
        return node, order
    if node.ranked is not None:
        place = _last_place(node.ranked, order)
        return (replace(node, ranked=None), place) if place is not None else (node, order)
    for condition in (c for c in node.where if isinstance(c, Not)):
        rest = replace(node, where=node.where - {condition})
        first = _order_of(condition.of, rest)
        if first is not None and first == replace(order, first=first.first):
            return rest, replace(order, skip=first.first or 0)
    for link in node.links:
        rest = replace(node, links=node.links - {link})
        first = _order_of(link, rest)
        place = _last_place(first, order) if first is not None else None
        if place is not None:
            return rest, place
    return node, order


def _order_of(link: Condition, whole: Set) -> Order | None:
    """Which of the whole the link says that a member is; None where it says something else."""
    source = link.source if isinstance(link, Link) else None
    if not isinstance(source, Set) or link != same_as(source) or replace(source, ranked=None) != whole:
        return None
    return source.ranked


def _last_place(cut: Order, turned: Order) -> Order | None:
    """The last place of a cut as its own order has it, where it is the first of the same order turned round; None for other orders."""
    if cut.by != turned.by or cut.descending == turned.descending or cut.first is None or cut.skip or cut.per is not None:
        return None
    return replace(cut, first=1, skip=cut.first - 1)


def edge_noun(catalogue: Catalogue, model: str, order: Order) -> str:
    """What an order is by, behind "earliest" or "highest"."""
    by = order.by
    field = catalogue.field(by.field) if isinstance(by, Column) and by.field is not None and not by.path and by.within is None else None
    return time_noun(catalogue, field) if field is not None and field.label in field.when else by_phrase(catalogue, model, by, article=False).closed


def edge_with(edge: str, noun: str) -> str:
    """"earliest due date", "most open tickets"; what is the last by itself is not said to be the latest: "latest change"."""
    if noun.startswith(NUMBER_OF):
        return f"{_COUNTED[edge]} {noun.removeprefix(NUMBER_OF)}"
    return f"{edge} {noun.removeprefix('last ') if edge == 'latest' else noun}"
