"""Names of a plan that nothing of their kind bears and something of another kind does: no employee is called Colin, and two contacts are.

Looked up in the graph, as far as everybody may see what is called so. A name that it does not know may be new, so this asks the model to look
again; it refuses nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from agent.plan.algebra import ANY_MODEL, Goal, mentions
from agent.question.context import QuestionContext
from agent.understand.verify import Doubt
from kg.resolve import Candidate, Wanted, find_each

_SHOWN = 5
_CALLED = frozenset({"exact", "alias", "email", "part"})        # not by a slip, nor by initials


def unknown_names(
    context: QuestionContext, goals: Sequence[Goal], listed: Mapping[str, Sequence[Candidate]], is_told: Callable[[Candidate], bool],
) -> Iterator[Doubt]:
    """One doubt for each such name, with what is called so. `listed`: what was found for words of the message, which is not looked up again;
    `is_told`: may a model know of it?"""
    models = context.catalogue.models
    asked = [n for n in dict.fromkeys(n for goal in goals for n in mentions(goal)) if n.model != ANY_MODEL and models[n.model].nameable]
    named = [n for n in asked if not any(c.model == n.model for c in listed.get(n.mention, ()))]
    if not named:
        return
    context.graph_queries.add()
    kinds = [model.id for model in models.values() if model.nameable]
    wanted = [Wanted([n.mention], of) for n in named for of in ([n.model], kinds)]
    found = find_each(context.graph, context.tenant, wanted, slips=())
    for n, own, of_any in zip(named, found[::2], found[1::2], strict=True):
        others = [c for c in of_any[n.mention] if c.how in _CALLED and is_told(c)]
        if others and not own[n.mention]:
            called = "; ".join(dict.fromkeys(f'{c.model} "{c.name}"' for c in others[:_SHOWN]))
            yield Doubt("unknown value", f'no {n.model} is called "{n.mention}", and the records have {called}: take that kind if it is meant')
