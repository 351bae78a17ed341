"""Rules for what is not so: "not closed", "not yet won", "nobody has met", "not at Acme"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Is, Not
from agent.understand.grammar.items import AWAITED, Conditions, Item, Owning, Word
from agent.understand.grammar.productions.gaps import AUXILIARY, PLACES, Gap
from agent.understand.grammar.productions.holding import ZERO, is_account
from agent.understand.grammar.productions.limits import is_part_of


def negated(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"not closed", "not in Bangalore", "who are not managers"."""
    if isinstance(left.value, Word) and left.value.kind == "not" and isinstance(right.value, Conditions) and gap.within(AUXILIARY | PLACES):
        if right.says(AWAITED):
            return                          # "do not have to be closed": no obligation, done or not
        if right.says("verb") and any(_is_over(known, c) for c in right.value.where):
            return                          # "did not take place": called off, or still to come?
        if right.says("yet") and any(isinstance(c, Is) and c.period is not None for c in right.value.where):
            return                          # "not yet won" is so now, whatever the time
        value = replace(right.value, where=frozenset(opposite(known, c) for c in right.value.where))
        undecided = _undecided(known, right.value) if right.says("yet") else None
        if undecided is not None:
            made = left.grown(replace(value, where=frozenset({undecided}), time=""), right, gap.mask)
            yield made.saying(f"is_not:{right.value.model}.decided", left.cover)
        elif len(value.where) == 1:
            yield left.grown(value, right, gap.mask)


def _is_over(known: Catalogue, condition: Condition) -> bool:
    """Does a named condition say no more than that its time is behind us?"""
    predicate = known.predicate(condition.predicate) if isinstance(condition, Is) else None
    return predicate is not None and predicate.all == (f"{predicate.time} <= now",)


def _undecided(known: Catalogue, limit: Conditions) -> Not | None:
    """"not yet won": what was lost will not be won any more, so it is what is not decided, where the catalogue says what that is."""
    decided = known.models[limit.model].predicates.get("decided")
    if decided is None or len(limit.where) != 1 or not all(is_part_of(known, c, Is(decided.id)) for c in limit.where):
        return None
    return Not(Is(decided.id))


def opposite(known: Catalogue, condition: Condition) -> Condition:
    """What "not" makes of a condition: the catalogue's own "not met" where it has one, for that leaves out what is done with."""
    if isinstance(condition, Is) and condition.period is None:
        model, _, name = condition.predicate.partition(".")
        if f"not_{name}" in known.models[model].predicates:
            return Is(f"{model}.not_{name}")
    return Not(condition)


def not_placed(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"not (at) Acme": what a name or a set excludes, of whatever is restricted by it."""
    if isinstance(left.value, Word) and left.value.kind == "not" and (gap.words or is_account(right.value)) and gap.within(PLACES):
        yield left.grown(Owning(right.value, "=", ZERO), right, gap.mask)  # type: ignore[arg-type]


