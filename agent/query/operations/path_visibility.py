"""What the viewer may see along a path: of which rows all that it leads to, and the field there, may be used."""

from collections.abc import Sequence
from dataclasses import replace

from agent.access.visibility import Visibility, is_partial, visibility_of
from agent.catalogue.records import existence_of, is_owner
from agent.plan.algebra import Column, Key, Step
from agent.query.operations.node_records import PEOPLE
from agent.query.operations.walk import Reached, walk_step
from agent.question.context import QuestionContext
from ingest.records import Record, each_once


def visibility_along(context: QuestionContext, wanted: Column | Key, model: str, records: Sequence[Record]) -> Visibility | None:
    """Of which of the records everything on the way may be used; None where nothing on it is told in part.

    Walked step by step, and no further than the viewer may: whose right decides is who holds what is used, not the row that one sets out from.
    """
    field = [wanted.field] if wanted.field is not None and is_partial(context, wanted.field) else []
    if not field and not any(_private(context, step) for step in wanted.path):
        return None
    rows: Reached = {r.id: (r,) for r in records}
    whole = Visibility(())
    for step in wanted.path:
        seen = visibility_of(context, _private(context, step) if _stands_for(context, model, step) else (), _met(rows))
        whole, rows = whole.beside(replace(seen, open=())), _only(rows, seen)
        onward = walk_step(context, model, _met(rows), step)
        rows = {row: each_once(r for middle in there for r in onward[middle.id]) for row, there in rows.items()}
        model = step.to
    seen = visibility_of(context, field, _met(rows))
    whole, kept = whole.beside(replace(seen, open=())), _only(rows, seen)
    return replace(whole, open=tuple(r for r in records if r.id in kept), hidden=tuple(r for r in records if r.id not in kept))


def _private(context: QuestionContext, step: Step) -> frozenset[str]:
    """What of a step is private and may be told in part: the relation, and that there are such records."""
    names = [step.to] if existence_of(step.to) is not None else []
    names += [step.relation] if step.relation != "hub" else []
    return frozenset(n for n in names if is_partial(context, n))


def _stands_for(context: QuestionContext, model: str, step: Step) -> bool:
    """Are those that one sets out from the ones whose right decides: the people themselves, or records that hold the relation?"""
    return step.relation != "hub" and (
        (model == PEOPLE and is_owner(context.catalogue, step.relation)) or context.catalogue.relation(step.relation).model == model
    )


def _met(rows: Reached) -> tuple[Record, ...]:
    return each_once(r for there in rows.values() for r in there)


def _only(rows: Reached, seen: Visibility) -> Reached:
    """Without the rows that lead to something hidden."""
    hidden = {r.id for r in seen.hidden}
    return {row: there for row, there in rows.items() if not any(r.id in hidden for r in there)}
