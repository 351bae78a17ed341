"""By what the first of an order are the first: "with the highest amount"."""

from agent.catalogue import Catalogue
from agent.phrasing.comparisons import direction, places
from agent.phrasing.nouns import time_noun
from agent.phrasing.phrases import by_phrase, key_phrase
from agent.plan.algebra import Column, Order
from agent.question.context import QuestionContext


def rank_said(context: QuestionContext, model: str, order: Order) -> str:
    """What the first of an order have in common: "with the highest amount"."""
    by = edge_noun(context.catalogue, model, order)
    said = f"with the {places(order)}{direction(context.catalogue, order)} {by}"
    return f"{said} of each {key_phrase(context.catalogue, model, order.per)}" if order.per is not None else said


def edge_noun(catalogue: Catalogue, model: str, order: Order) -> str:
    """What an order is by, behind "earliest" or "highest"."""
    by = order.by
    field = catalogue.field(by.field) if isinstance(by, Column) and by.field is not None and not by.path and by.within is None else None
    return time_noun(catalogue, field) if field is not None and field.label in field.when else by_phrase(catalogue, model, by, article=False).closed
