"""Rules for why something is so: the field of the records that it follows from says it."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Is, Me, Named, Set, Show
from agent.understand.grammar.items import Conditions, Item, Shown, Wondered, Word
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import ways_to

_BEING = frozenset({"is", "was", "are", "am", "'s"})


def wondered(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"why is" + "Ana"."""
    is_why = isinstance(left.value, Word) and (left.value.kind, left.value.target) == ("focus", "why")
    if is_why and isinstance(right.value, Named | Me) and len(gap.words) == 1 and gap.within(_BEING):
        yield left.grown(Wondered(right.value), right, gap.mask)


def why(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"why is Ana" + "off today": what the request for those days says."""
    asked, state = left.value, right.value
    if not isinstance(asked, Wondered) or not isinstance(state, Conditions) or len(state.where) != 1 or gap.words:
        return
    condition = next(iter(state.where))
    reason = known.predicate(condition.predicate).why if isinstance(condition, Is) else ()
    if not reason or not isinstance(condition, Is):
        return
    model = reason[0].partition(".")[0]
    for link, cost in ways_to(known, model, asked.node):
        node = Set(model, frozenset({link}), frozenset({Is(reason[0], condition.period)}))
        made = left.grown(Shown(Show(node, f"{model}.{reason[1]}")), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)
        yield made.saying(f"field:{model}.{reason[1]}", left.cover).saying(f"is:{reason[0]}", right.cover)


def asked_again(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"why is Ana off today" + "what did she write in the request"."""
    again = isinstance(right.value, Word) and right.value.kind == "reason_given" and not gap.words
    if again and isinstance(left.value, Shown) and left.says("focus:why"):
        yield left.grown(left.value, right, gap.mask, complete=True)
