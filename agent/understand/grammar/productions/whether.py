"""Rules for questions that want a yes or a no: is there any. What was so before is not known."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Exists, Names, Set, thing_of
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


def and_names(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is anyone off today" + "names", "and who": who they are."""
    goal, word = left.value, right.value
    if not isinstance(goal, Exists) or thing_of(goal.node) is not None or not isinstance(word, Word) or word.kind != "names_too":
        return
    if gap.words in ((), ("and",)) and (word.target != "who" or known.models[goal.node.model].is_person):
        yield left.grown(Names(goal.node, known.models[goal.node.model].label), right, gap.mask, complete=True).saying("focus:list", right.cover)
