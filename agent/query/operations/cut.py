"""Rows cut to those of which the viewer may see every column that is asked for, where the policy lets that be told in part."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.access.partial_sight import Sight, existence_of, is_partial, sight
from agent.plan.algebra import Column, Key, Step, Tally
from agent.query.operations.found import PEOPLE, Found, each_once
from agent.query.operations.trying import is_owner, tallied
from agent.query.operations.walk import Reached, walk_step
from agent.question.run import Run
from ingest.records import Record


def cut(run: Run, wanted: Iterable[Column | Tally | Key], of: Found) -> Found:
    """The same with the rows of which a column may not be seen among what is hidden. What is never told in part is left to its own check."""
    for each in wanted:
        seen = _by_tally(run, each, of.records) if isinstance(each, Tally) else _by_path(run, each, of)
        if seen is not None:
            of = replace(of, records=seen.open, hidden=each_once((*of.hidden, *seen.hidden)), of_others=of.of_others or seen.of_others,
                         closed_by=of.closed_by or seen.closed_by)
    return of


def _by_tally(run: Run, wanted: Tally, rows: Sequence[Record]) -> Sight | None:
    names = {n for n in tallied(run, wanted) if is_partial(run, n)}
    return sight(run, names, rows) if names else None


def _by_path(run: Run, wanted: Column | Key, of: Found) -> Sight | None:
    """Walked step by step, and no further than the viewer may."""
    field = [wanted.field] if wanted.field is not None and is_partial(run, wanted.field) else []
    if not field and not any(_private(run, step) for step in wanted.path):
        return None
    model = of.model
    rows: Reached = {r.id: (r,) for r in of.records}
    whole = Sight(())
    for step in wanted.path:
        seen = sight(run, _private(run, step) if _stands_for(run, model, step) else (), _met(rows))
        whole, rows = whole.beside(replace(seen, open=())), _only(rows, seen)
        onward = walk_step(run, model, _met(rows), step)
        rows = {row: each_once(r for middle in there for r in onward[middle.id]) for row, there in rows.items()}
        model = step.to
    seen = sight(run, field, _met(rows))
    whole, kept = whole.beside(replace(seen, open=())), _only(rows, seen)
    return replace(whole, open=tuple(r for r in of.records if r.id in kept), hidden=tuple(r for r in of.records if r.id not in kept))


def _private(run: Run, step: Step) -> frozenset[str]:
    """What of a step is private and may be told in part: the relation, and that there are such records."""
    names = [step.to] if existence_of(run, step.to) is not None else []
    names += [step.relation] if step.relation != "hub" else []
    return frozenset(n for n in names if is_partial(run, n))


def _stands_for(run: Run, model: str, step: Step) -> bool:
    """Are those that one sets out from the ones whose right decides: the people themselves, or records that hold the relation?"""
    return step.relation != "hub" and ((model == PEOPLE and is_owner(run, step.relation)) or run.catalogue.relation(step.relation).model == model)


def _met(rows: Reached) -> tuple[Record, ...]:
    return each_once(r for there in rows.values() for r in there)


def _only(rows: Reached, seen: Sight) -> Reached:
    """Without the rows that lead to something hidden."""
    hidden = {r.id for r in seen.hidden}
    return {row: there for row, there in rows.items() if not any(r.id in hidden for r in there)}
