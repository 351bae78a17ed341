"""A name that several records bear and people take for one thing: each job has a “Panel” of its own, and who is in Panel may be in any of them."""

from collections.abc import Mapping, Sequence
from typing import cast

from agent.plan.algebra import Goal, Link, Named, Set, Where, parts, rebuilt
from agent.question.context import QuestionContext
from agent.understand.grammar.naming import WHOLE
from kg.resolve import Wanted, find_each


def with_all_of_name(context: QuestionContext, goals: Sequence[Goal]) -> tuple[Goal, ...]:
    """The goals, with ties to such a name as ties to all records that bear it. What a name means by itself stays to be asked about."""
    named = {link.source for goal in goals for link in parts(goal)
             if isinstance(link, Link) and isinstance(link.source, Named) and _is_shared(context, link.source)}
    by_model = {model: sorted({n.mention for n in named if n.model == model}) for model in sorted({n.model for n in named})}
    if not by_model:
        return tuple(goals)
    context.graph_queries.add()
    found = find_each(context.graph, context.tenant, [Wanted(said, [model]) for model, said in by_model.items()])
    borne = {Named(model, mention): _the_name([c.name for c in candidates if c.how in WHOLE])
             for model, each in zip(by_model, found, strict=True) for mention, candidates in each.items()}
    sets = {one: _all_called(context, one.model, name) for one, name in borne.items() if name is not None}
    return tuple(cast(Goal, rebuilt(goal, lambda part: _tied_to_all(part, sets))) for goal in goals)


def _is_shared(context: QuestionContext, named: Named) -> bool:
    return named.model in context.catalogue.models and context.catalogue.models[named.model].shared_names


def _the_name(names: Sequence[str]) -> str | None:
    """The one name of several records; None where one record alone bears it, or they are called otherwise."""
    return names[0] if len(names) > 1 and len({name.casefold() for name in names}) == 1 else None


def _all_called(context: QuestionContext, model: str, name: str) -> Set:
    return Set(model, where=frozenset({Where(f"{model}.{context.catalogue.models[model].name[0]}", name)}))


def _tied_to_all(part: object, sets: Mapping[Named, Set]) -> object:
    if not isinstance(part, Link) or not isinstance(part.source, Named) or part.source not in sets:
        return part
    return Link(part.relation, part.to_source, sets[part.source])
