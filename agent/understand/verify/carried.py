"""What the last question of the dialogue was held to, and a plan that goes on from it is not any more.

A plan goes on from the last question where it is about records of the same kind and the message does not say of which: then it was kept in mind. What
it leaves out of the conditions from there without another one in their place is put to the model.
"""

from collections.abc import Iterator, Sequence

from agent.catalogue import Catalogue
from agent.language.words import tokens
from agent.plan.algebra import Earlier, Goal, Is, Link, Not, Where, parts
from agent.understand.grammar.back import subject
from agent.understand.grammar.sources import phrases
from agent.understand.verify import Doubt
from agent.understand.verify.used import fields_of


def dropped(catalogue: Catalogue, message: str, goals: Sequence[Goal], last: Goal | None) -> Iterator[Doubt]:
    """Conditions of the last goal that a goal about the same records has nothing for. `last`: None where nothing was answered before."""
    is_pointed = any(isinstance(part, Earlier) for goal in goals for part in parts(goal))      # rows of an answer met what it was held to
    if last is None or len(goals) != 1 or is_pointed or not _goes_on(catalogue, message, goals[0], last):
        return
    now = list(parts(goals[0]))
    held = {name for part in now for name in _about(catalogue, part)}
    for part in dict.fromkeys(parts(last)):
        about = _about(catalogue, part)
        if about and held.isdisjoint(about):
            yield Doubt("carried", f"the question before was held to {' and '.join(sorted(about))}: keep that, unless the message lifts it")
        if isinstance(part, Not) and part not in now and part.of in now:
            yield Doubt("carried", "the question before left out what this plan asks for: keep it left out, unless the message wants it")


def _goes_on(catalogue: Catalogue, message: str, goal: Goal, last: Goal) -> bool:
    about, before = subject(goal), subject(last)
    if about is None or before is None or about.model != before.model:
        return False
    said = (e.meaning for e in phrases(catalogue, tokens(message)))
    return not any(each.kind == "noun" and each.target == about.model for each in said)


def _about(catalogue: Catalogue, part: object) -> frozenset[str]:
    """The ids by which one condition stands for another: its field, those of a named condition, its relation; () for what is no condition."""
    if isinstance(part, Where):
        return frozenset({part.field})
    if isinstance(part, Is):
        return fields_of(catalogue.predicate(part.predicate)) | {part.predicate}
    return frozenset({part.relation}) if isinstance(part, Link) and part.to_source and part.relation != "hub" else frozenset()
