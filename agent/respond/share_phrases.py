"""The part of a share as what is said of the whole."""

from agent.catalogue import Model
from agent.phrasing.inflection import listed, plural
from agent.plan.algebra import Condition, Is, Link, Measure
from agent.question.context import QuestionContext
from agent.respond.noun_phrase import ARE, DOERS, Things
from agent.respond.restrictions import as_understood, condition_behind_noun, kind_of, word_before
from agent.respond.set_phrases import within_of
from agent.respond.set_ties import tied


def part_said(context: QuestionContext, measure: Measure) -> str:
    """The part of a share as what is said of the whole: "are within SLA", "are open"."""
    model = context.catalogue.models[measure.of.model]
    return listed([_as_verb(context, model, c) for c in sorted(measure.part, key=lambda c: as_understood(context, model, c))])


def _as_verb(context: QuestionContext, model: Model, condition: Condition) -> str:
    kind = kind_of(context.catalogue, model, condition)
    word = word_before(context.catalogue, model, condition)
    is_kind = bool(kind) and (not word or (isinstance(condition, Is) and context.catalogue.predicate(condition.predicate).label == kind))
    said = f"that are {plural(kind) if is_kind else word}" if word or kind else _all_behind(context, model, condition).replace(ARE, "are")
    for start in ("who ", "that "):
        said = said.removeprefix(start)
    if said.startswith("with ") and not said.startswith("with any "):
        return f"have {said.removeprefix('with ')}"
    return said if said.startswith(("are ", *DOERS)) else f"are those {said}" if said.startswith(("with ", "whose ", "where ")) else f"are {said}"


def _all_behind(context: QuestionContext, model: Model, condition: Condition) -> str:
    """A condition of a share, a tie included, behind the noun."""
    return " ".join(
        tied(within_of(context), Things("", ""), condition).behind
    ) if isinstance(condition, Link) else condition_behind_noun(context, model, condition)
