"""What the checks that need no server doubt of one plan for one message."""

from collections.abc import Mapping
from datetime import date

from agent.catalogue import catalogue
from agent.plan.periods import Calendar
from agent.understand.doubts import MessageContext, doubts
from agent.understand.model import shape
from agent.understand.model.acts import decode, goals_of
from agent.understand.model.surroundings import Surroundings
from kg.resolve import Candidate

TODAY = date(2026, 11, 20)


def doubted(
    message: str, act: object, last: object = None, called: Mapping[str, tuple[Candidate, ...]] | None = None, unplanned: tuple[str, ...] = (),
) -> set[str]:
    """Kinds of doubt of an act. `last`: the act that was answered before; `called`: what the records have for words; `unplanned`: earlier messages
    that were not understood."""
    said = shape.Message.model_validate({"acts": [act]})
    acts, faults = decode(catalogue(), said)
    assert not faults
    before = goals_of(decode(catalogue(), shape.Message.model_validate({"acts": [last]}))[0])[0] if last is not None else None
    around = Surroundings("", frozenset(), (message, *unplanned), called or {}, unplanned=unplanned)
    spoken = MessageContext(message, before, last is not None or bool(unplanned), Calendar(TODAY), around)
    return {doubt.kind for doubt in doubts(catalogue(), spoken, said, acts, None)}
