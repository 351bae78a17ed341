"""Of which records a person may know that they are there, and by which name: asked before a record is offered, drawn or learned of.

Most of the graph everybody may see. What not every employee may (tickets, candidates, the books) is asked of the source, now and as this person.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from agent.access.record_rules import open_to_viewer
from agent.errors import Declined
from agent.policy.decision import may_see_model, rule_of, tables
from agent.question.context import QuestionContext
from kg.resolve import Candidate
from kg.rows import merge_id_of, model_of

MOST = 40                               # records of one kind that are looked at


def is_explored(model: str) -> bool:
    """Are its records shown by themselves? Not where it is private already that somebody has one."""
    return model not in tables()["existence"]


def knowable(context: QuestionContext, keys: Iterable[str]) -> frozenset[str]:
    """Those of the graph's keys that the person may know of."""
    by_model: dict[str, list[str]] = defaultdict(list)
    for key in sorted(set(keys)):
        if key.startswith(f"{context.tenant}|"):
            by_model[model_of(key)].append(key)
    return frozenset(key for model, some in by_model.items() for key in _of_model(context, model, some))


def offered(context: QuestionContext, pool: Sequence[Candidate]) -> list[Candidate]:
    """Those of the candidates that may be put before the person: options, alternatives, what a word may be learned to mean."""
    known = knowable(context, (c.key for c in pool))
    return [c for c in pool if c.key in known]


def _of_model(context: QuestionContext, model: str, keys: Sequence[str]) -> Iterator[str]:
    known = context.catalogue.models.get(model)
    if known is None or known.derived or not is_explored(model):
        return
    if rule_of(known.access) == "everybody":
        yield from keys
    elif may_see_model(context.viewer(), known.access).allowed:
        ids = {merge_id_of(key): key for key in keys[:MOST]}
        try:
            opened = open_to_viewer(context, rule_of(known.access), context.live.by_ids(model, ids))
        except Declined:                # closed to this person, or not to be looked at just now: then it is not shown
            return
        yield from (ids[merge_id] for merge_id in opened)
