"""Rules for questions that want a yes or a no: is there any. What was so before is not known."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Exists, Set, thing_of
from agent.understand.grammar.items import Item, Word, is_bare
from agent.understand.grammar.productions.gaps import Gap

_PAST = frozenset({"was", "did", "has"})


def any_there(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"are there" + "overdue tickets", "do we have" + "any open deals over 100k"; "is" + "anyone in my team off"."""
    node, verb = right.value, _verb(left)
    if not verb or gap.words or not isinstance(node, Set) or is_bare(node) or node.newest or thing_of(node) is not None:
        return
    if verb == "there" or (right.says("any") and verb not in _PAST):
        yield left.grown(Exists(node), right, gap.mask, complete=True).saying("exists", left.cover)


def _verb(item: Item) -> str:
    return item.value.target if isinstance(item.value, Word) and item.value.kind == "whether" else ""
