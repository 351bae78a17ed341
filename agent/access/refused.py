"""A refusal as a decline, and as an Answer: what kind of data the question needed, who may see it, whom to ask. Knows nothing of what is on file.

Which of several kinds refused first may hang on what is there. So the kinds that are told follow from the question and from whom its
sentence says to ask: of what the question uses, everything that is kept with the same words. Whoever reads the sentence could tell as much.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from agent.access.field_use import field_uses
from agent.answer import Answer, Reason
from agent.catalogue import Catalogue
from agent.errors import Declined, Refusal
from agent.plan.algebra import Goal, models
from agent.policy.decision import whom_to_ask
from agent.policy.wording import called, kinds, open_to
from agent.question.normal_form import normalize
from agent.question.turn import Turn


def not_permitted(access_or_class: str, sentence: str = "You may not see that.") -> Declined:
    """The decline of what the viewer may not see, by the class or access rule that keeps it."""
    return _declined(Refusal(whom_to_ask(access_or_class), access_or_class), sentence)


def denied(ask: str) -> Declined:
    """The same, where nothing but whom to ask instead may be told."""
    return _declined(Refusal(ask), "You may not see that.")


def _declined(refusal: Refusal, sentence: str) -> Declined:
    return Declined(Reason.NOT_PERMITTED, f"{sentence} Ask {refusal.ask}.", refusal=refusal)


def declining(catalogue: Catalogue, turn: Turn, declined: Declined, text: str = "") -> Answer:
    """The answer that a question was declined with; `text`: instead of the decline's own."""
    elements = tuple(_elements(catalogue, turn, declined.refusal)) if declined.refusal is not None else ()
    own = turn.context.notes.own if declined.reason is Reason.NO_RECORD else ()     # of another Bill there may be one
    told = "\n\n".join([text or str(declined), *([f"*{' '.join(own)}*"] if own else [])])
    return turn.declined(declined.reason, told, (*elements, *([{"type": "notes", "line": own, "folded": ()}] if own else [])))


def _elements(catalogue: Catalogue, turn: Turn, refusal: Refusal) -> Iterator[Mapping[str, Any]]:
    policy = turn.context.company.definitions.policy
    for kind in _told(catalogue, turn.progress.goal, refusal):
        yield {"type": "refused", "kind": kind, "about": called(kind), "open_to": open_to(kind, policy), "ask": refusal.ask,
               "roles": sorted(turn.context.person.roles)}


def _told(catalogue: Catalogue, goal: Goal | None, refusal: Refusal) -> tuple[str, ...]:
    """The kinds to name, among those with the same person to ask: the ones the goal uses, else the only one; without a goal, the one that decided."""
    alike = [kind for kind in kinds() if whom_to_ask(kind) == refusal.ask]
    if goal is None:
        return tuple(kind for kind in alike if kind == refusal.closed_by)
    used = _used(catalogue, goal)
    return tuple(kind for kind in alike if kind in used) or (tuple(alike) if len(alike) == 1 else ())


def _used(catalogue: Catalogue, goal: Goal) -> frozenset[str]:
    goal = normalize(catalogue, goal)
    records = {catalogue.models[model].access for model in models(goal) if model in catalogue.models}
    return frozenset(records | {use.privacy for use in field_uses(catalogue, goal)})
