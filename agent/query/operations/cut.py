"""Rows cut to those of which the viewer may see every column that is asked for, where the policy lets that be told in part."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.access.partial_sight import Sight, is_partial, sight_of
from agent.plan.algebra import Column, Key, Tally
from agent.query.operations.condition_trials import fields_tallied
from agent.query.operations.found import Found, each_once
from agent.query.operations.path_sight import sight_along
from agent.question.run import Run
from ingest.records import Record


def keep_visible(run: Run, wanted: Iterable[Column | Tally | Key], of: Found) -> Found:
    """The same with the rows of which a column may not be seen among what is hidden. What is never told in part is left to its own check."""
    for each in wanted:
        seen = _by_tally(run, each, of.records) if isinstance(each, Tally) else sight_along(run, each, of.model, of.records)
        if seen is not None:
            of = replace(of, records=seen.open, hidden=each_once((*of.hidden, *seen.hidden)), of_others=of.of_others or seen.of_others,
                         closed_by=of.closed_by or seen.closed_by)
    return of


def _by_tally(run: Run, wanted: Tally, rows: Sequence[Record]) -> Sight | None:
    names = {n for n in fields_tallied(run, wanted) if is_partial(run, n)}
    return sight_of(run, names, rows) if names else None
