"""A name that several records bear and people take for one thing: each job has a “Panel” of its own, and who is in Panel may be in any of them."""

from collections.abc import Mapping, Sequence
from typing import cast

from agent.catalogue import Catalogue
from agent.plan.algebra import ANY_MODEL, Goal, Link, Named, Set, Where, rebuilt
from agent.understand.grammar.naming import WHOLE
from kg.resolve import Candidate


def with_all_of_name(catalogue: Catalogue, goals: Sequence[Goal], found: Mapping[Named, Sequence[Candidate]]) -> tuple[Goal, ...]:
    """The goals, with ties to such a name as ties to all records that bear it. What a name means by itself stays to be asked about.

    `found`: of each name of the goals what it may stand for.
    """
    sets = {named: _all_called(catalogue, named.model, name) for named, held in found.items()
            if named.model != ANY_MODEL and catalogue.models[named.model].shared_names and (name := _one_name(held)) is not None}
    return tuple(cast(Goal, rebuilt(goal, lambda part: _tied_to_all(part, sets))) for goal in goals) if sets else tuple(goals)


def _one_name(found: Sequence[Candidate]) -> str | None:
    """The one name of several records; None where one record alone bears it, or they are called otherwise."""
    names = [c.name for c in found if c.how in WHOLE]
    return names[0] if len(names) > 1 and len({name.casefold() for name in names}) == 1 else None


def _all_called(catalogue: Catalogue, model: str, name: str) -> Set:
    return Set(model, where=frozenset({Where(f"{model}.{catalogue.models[model].name[0]}", name)}))


def _tied_to_all(part: object, sets: Mapping[Named, Set]) -> object:
    if not isinstance(part, Link) or not isinstance(part.source, Named) or part.source not in sets:
        return part
    return Link(part.relation, part.to_source, sets[part.source])
