"""Rules for questions that want a yes or a no: is there any, is this one so, has it got one.

The verb that the question begins with says which of them may follow. Past verbs take only what has a time of its own, for what was
so before is not known: "was Ben a manager?" has no reading.
"""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Exists, Is, Link, Measure, Names, Set, Where, thing_of
from agent.plan.periods import Interval
from agent.understand.grammar.items import Item, Word
from agent.understand.grammar.paths import is_bare
from agent.understand.grammar.productions.gaps import Gap

PAST = frozenset({"was", "did"})
_BEING = frozenset({"is", "are", "am"})
_OWNING = {"has": ((), ("got",)), "does": (("have",), ("have", "got"))}      # what may stand between somebody and what is theirs


# ---------------------------------------------------------------- is there any


def any_there(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"are there" + "overdue tickets", "do we have" + "any open deals over 100k"; "is" + "anyone in my team off", "has" + "anybody left"."""
    node, verb = right.value, _verb(left)
    if not verb or gap.words or not isinstance(node, Set) or is_bare(node) or node.newest or thing_of(node) is not None:
        return
    if verb == "there" or (right.says("any") and (verb not in PAST | {"has"} or is_timed(known, node.where, right.time))):
        yield left.grown(Exists(node), right, gap.mask, complete=True).saying("exists", left.cover)


def _verb(item: Item) -> str:
    return item.value.target if isinstance(item.value, Word) and item.value.kind == "whether" else ""


def is_timed(known: Catalogue, where: frozenset[Condition], time: str) -> bool:
    """Does every condition tell when, or is it something that happened? Of a state nobody knows how it was."""
    return bool(where or time) and all(_happened(known, c, time) for c in where)


def _happened(known: Catalogue, condition: Condition, time: str) -> bool:
    if isinstance(condition, Is):
        predicate = known.predicate(condition.predicate)
        says_more = predicate.computed or any(text != f"{predicate.time} filled" for text in predicate.all)
        return condition.period is not None or predicate.ever or (predicate.time is not None and says_more)
    if isinstance(condition, Where) and isinstance(condition.value, Measure):
        return condition.value.how == "value" and known.field(condition.field).kind in ("date", "datetime")
    return (isinstance(condition, Where) and isinstance(condition.value, Interval)) or bool(time and isinstance(condition, Link))


# ---------------------------------------------------------------- is this one so


# ---------------------------------------------------------------- has it got one


def and_names(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is anyone off today" + "names", "and who": who they are."""
    goal, word = left.value, right.value
    if not isinstance(goal, Exists) or thing_of(goal.node) is not None or not isinstance(word, Word) or word.kind != "names_too":
        return
    if gap.words in ((), ("and",)) and (word.target != "who" or known.models[goal.node.model].is_person):
        yield left.grown(Names(goal.node, known.models[goal.node.model].label), right, gap.mask, complete=True).saying("focus:list", right.cover)
