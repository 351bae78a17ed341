"""Sets of which the viewer sees a part: what a condition leaves of them, and whose records are meant where it is private that there are any."""

from collections.abc import Collection, Sequence

from agent.access.organisation import owners
from agent.access.partial_sight import Sight, existence_of, is_partial, sight_of, tells_matches
from agent.live.reads import ids_in
from agent.plan.algebra import Condition, Set
from agent.query.operations.condition_trials import try_condition
from agent.query.operations.found import OWNER, PEOPLE, Findings, each_once
from agent.query.operations.path_sight import is_owner
from agent.question.run import Run
from ingest.records import Record


def apply_condition(  # a set's model, a condition, what is seen of the set, and what is asked about elsewhere
    run: Run, model: str, wanted: Condition, seen: Sight, found: Findings, exempt: Collection[str] = (),
) -> tuple[Sight, int]:
    """Those for which the condition holds, and of how many the source does not tell it.

    What is hidden stays so unless the condition does not hold of it; it is not tried on records that are closed as such.
    """
    own = tuple(r for r in seen.hidden if r.model == model and not tells_matches(run, model))
    mine = {r.id for r in own}
    found_out = try_condition(run, wanted, (*seen.open, *own), found, exempt)
    verdicts, hiding = found_out.verdicts, {r.id for r in found_out.seen.hidden}
    kept = tuple(r for r in seen.open if verdicts.get(r.id) is True)
    perhaps = (r for r in (*seen.open, *own) if r.id in hiding or (r.id in mine and verdicts.get(r.id) is True))
    hidden = each_once((*(r for r in seen.hidden if r.id not in mine), *perhaps))
    untold = sum(r.id in verdicts and verdicts[r.id] is None for r in seen.open)
    told = found_out.seen
    return Sight(kept, hidden, seen.of_others or told.of_others, seen.closed_by or told.closed_by), untold


def find_people_behind(run: Run, node: Set, found: Findings, rows: Sequence[Record] | None = None) -> Sight | None:
    """The people whose records a set asks for, where it is private that somebody has any, and may be told in part; else None.

    They, and not the records, decide what is hidden: else it would tell who has some. `rows`: people that the records are looked for of.
    """
    if existence_of(run, node.model) is None or not is_partial(run, node.model):
        return None
    sources = [found[k.source] for k in node.links if is_owner(run, k.relation) and k.source in found and found[k.source].within is None]
    groups = [each_once((*s.records, *s.hidden)) for s in sources] + ([tuple(rows)] if rows is not None else [])
    people = groups[0] if groups else run.live.records(PEOPLE)
    for group in groups[1:]:
        ids = {r.id for r in group}
        people = tuple(r for r in people if r.id in ids)
    ties = (k.relation for k in node.links if is_owner(run, k.relation))
    seen = sight_of(run, {node.model, *(t for t in ties if is_partial(run, t))}, people)
    uncertain = {r.id for s in sources for r in s.hidden}
    whose = Sight(tuple(r for r in seen.open if r.id not in uncertain), tuple(r for r in seen.open if r.id in uncertain),
                  seen.of_others, next((s.closed_by for s in sources if s.hidden), ""))
    return seen.beside(whose)


def keep_records_of(records: Sequence[Record], people: Sequence[Record]) -> tuple[Record, ...]:
    """Those of HR's records that belong to these people."""
    ids = {r.id for r in people}
    return tuple(r for r in records if ids & set(ids_in(r, OWNER)))


def as_owners(run: Run, model: str, hidden: Sequence[Record]) -> tuple[Record, ...]:
    """What is hidden, as the people whose it is where it is private that they have such records."""
    return owners(run, hidden) if hidden and existence_of(run, model) is not None else tuple(hidden)
