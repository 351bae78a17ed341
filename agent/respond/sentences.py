"""Counts and figures in a sentence that a colleague would say: "You have 12 open deals.", "The average amount of your open deals is 31,000 USD."."""

from dataclasses import replace

from agent.catalogue import Catalogue, Model
from agent.phrasing.comparisons import counts_first, direction, how_said, places
from agent.phrasing.inflection import capital, plural, verb
from agent.phrasing.nouns import had_noun, time_noun
from agent.plan.algebra import Column, Measure, Order, Set, Tally
from agent.question.context import QuestionContext
from agent.respond.cells import bold
from agent.respond.noun_phrase import DOERS, Things
from agent.respond.rank_phrases import edge_noun, edge_with
from agent.respond.set_phrases import definite, things
from agent.respond.share_phrases import part_said

_OF_ALL = frozenset({"sum", "average", "median"})       # figures that are made of all values
_SUMS = frozenset({"total", "revenue", "subtotal"})     # labels that say "total" by themselves


def count_said(counted: Things, number: int) -> str:
    """How many there are, without a full stop: "There are no open tickets", "9 tickets were reported last week"."""
    is_one = number == 1
    counted = counted if number else replace(counted, rank="")              # of none there is no first
    figure = bold(grouped_count(number)) if number else "no"
    if counted.done:
        said = f"{figure} {counted.named(is_one)}" if not counted.mine else f"{figure if number else 'none'} of your {counted.named(False)}"
        return capital(f"{said} {_happened(counted, is_one)}")
    if counted.mine:
        return f"You {'had' if counted.is_past else 'have'} {figure} {counted.named(is_one)}"
    there = verb("was", "were", is_one) if counted.is_past else verb("is", "are", is_one)
    return f"There {there} {figure} {counted.named(is_one)}"


def stopped(sentence: str) -> str:
    """With its full stop, which a name at its end may have already: "… of Orchard & Pine Hotels Ltd."."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def grouped_count(number: int) -> str:
    """A count with its thousands apart."""
    return f"{number:,}"


def _happened(counted: Things, is_one: bool) -> str:
    """"joined in 2026", "were reported in 2026", "are due this week"."""
    first = counted.done.partition(" ")[0]
    if first in DOERS:
        return counted.done
    is_event = (first.endswith("ed") or first in _IRREGULAR) and not counted.is_ahead
    return f"{verb('was', 'were', is_one) if is_event else verb('is', 'are', is_one)} {counted.done}"


_IRREGULAR = frozenset({"won", "lost", "made", "sent", "written", "paid", "met"})


def figure_head(context: QuestionContext, measure: Measure) -> str:
    """What a figure that is no count is of, as the subject of a sentence: "The average amount of your open deals"."""
    return capital(f"the {measured(context, measure)}")


def sides_said(context: QuestionContext, one: Measure, other: Measure) -> tuple[str, str]:
    """Two figures that are held against each other, by what they are; of other things the same figure is "that of" them."""
    said, whose = measured(context, other), of_what(context, other)
    said = said if whose else f"total {said}"           # of revenue that nothing restricts
    is_same = other.how not in ("count", "share") and one.of != other.of and replace(one, of=other.of) == other
    return f"the {measured(context, one)}", f"that{whose}" if is_same and whose.startswith(" of ") and said.endswith(whose) else f"the {said}"


def edge_said(context: QuestionContext, measure: Measure) -> str:
    """The first or last time that something happened, up to that time: "The latest of your tickets was created on". "" for other figures."""
    field = context.catalogue.field(measure.field) if measure.field and measure.each is None else None
    if field is None or measure.how not in ("min", "max") or field.kind not in ("date", "datetime") or field.label not in field.when:
        return ""
    return f"The {how_said(context.catalogue, measure)} of {definite(context, measure.of)} was {field.label} on"


def measured(context: QuestionContext, measure: Measure) -> str:
    """The same without the article."""
    if measure.each is not None:
        return f"{how_said(context.catalogue, measure)} {measured(context, measure.each.measure)} among {definite(context, measure.of)}"
    if measure.how == "share":
        return f"share of {definite(context, measure.of)} that {part_said(context, measure)}"
    if measure.how == "count":
        return f"number of {things(context, measure.of).whole(False)}"
    return _sum_of_alike(context, measure) or f"{_field_said(context.catalogue, measure)}{of_what(context, measure)}"


def _sum_of_alike(context: QuestionContext, measure: Measure) -> str:
    """Figures of things that are called as the figure is: "total vacation balance", not "total balance of the vacation balances". "" for others."""
    said = things(context, measure.of)
    label = context.catalogue.field(measure.field).label if measure.field and measure.how in _OF_ALL else ""
    is_alike = label and label not in _SUMS and isinstance(measure.of, Set) and said.one.rpartition(" ")[2] == label
    what = f"of {said.definite()}" if said.mine or said.first is not None else said.restricted(True)
    return f"{how_said(context.catalogue, measure)} {what}" if is_alike else ""


def of_what(context: QuestionContext, measure: Measure) -> str:
    """Behind a figure, what it is of; what the field says already is not said again: "revenue of the revenue"."""
    model = context.catalogue.models[measure.of.model]
    label = context.catalogue.field(measure.field).label if measure.field else ""
    if not _is_part(model, label) or not isinstance(measure.of, Set):
        return f" of {definite(context, measure.of)}"
    said = things(context, measure.of)
    rest = " ".join(p for p in (*said.behind, said.done) if p)
    return (" of yours" if said.mine and not rest else "") + (f" {rest}" if rest else "")


def _is_part(model: Model, label: str) -> bool:
    """Is the model nothing but the figure: a year's pay, revenue?"""
    return model.derived and (label in (model.label, model.plural) or label.endswith(model.label.partition(" ")[2] or "\0"))


def _field_said(catalogue: Catalogue, measure: Measure) -> str:
    field = catalogue.field(measure.field) if measure.field else None
    label = time_noun(catalogue, field) if field is not None else "value"
    if measure.how == "distinct":
        return f"number of different {plural(label)}"
    if measure.how == "sum":
        return label if label in _SUMS or label.startswith("total ") else f"total {label}"
    return f"{how_said(catalogue, measure)} {label}".strip()


def first_ones(listing: Things, number: int) -> str:
    """So many of an order, for a list's head: "The 10 customers", "Your open ticket"."""
    figure = f"{grouped_count(number)} " if number > 1 else ""
    return f"{'Your' if listing.mine else 'The'} {figure}{listing.restricted(number == 1)}"


def superlative(context: QuestionContext, model: str, order: Order) -> str:
    """What the first of an order have, or those at a later place of it: "most open tickets", "lowest balance", "second latest start date"."""
    return f"{places(order)}{_edge(context, model, order)}"


def counted_said(context: QuestionContext, tally: Tally) -> str:
    """What is counted for each row: "open tickets", "direct reports"."""
    return had_noun(context.catalogue, tally) or things(context, tally.measure.of).whole(False)


def _edge(context: QuestionContext, model: str, order: Order) -> str:
    by = order.by
    if isinstance(by, Tally) and by.measure.how == "count":
        return f"{'most' if order.descending else 'fewest'} {counted_said(context, by)}"
    measure = by.measure if isinstance(by, Tally) else by if isinstance(by, Measure) else None
    said = measured(context, measure) if measure is not None else edge_noun(context.catalogue, model, order)
    edge = direction(context.catalogue, order)
    if isinstance(by, Column) and by.field is not None and counts_first(context.catalogue.field(by.field)):
        return f"{'most' if order.descending else 'fewest'} {said}"          # "the most days overdue"
    return said if said.startswith(f"{edge} ") else edge_with(edge, said)   # "the latest issue date of their invoices" is said once
