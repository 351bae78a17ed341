"""Rules for questions that want a yes or a no: is there any. What was so before is not known."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Exists, Me, Named, Names, Set, thing_of
from agent.understand.grammar.items import Having, Item, Word
from agent.understand.grammar.paths import is_bare
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import ways_to

_PAST = frozenset({"was", "did", "has"})


def any_there(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"are there" + "overdue tickets", "do we have" + "any open deals over 100k"; "is" + "anyone in my team off"."""
    node, verb = right.value, _verb(left)
    if not verb or gap.words or not isinstance(node, Set) or is_bare(node) or node.newest or thing_of(node) is not None:
        return
    if verb == "there" or (right.says("any") and verb not in _PAST):
        yield left.grown(Exists(node), right, gap.mask, complete=True).saying("exists", left.cover)


def having(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"does" + "Ana" …, "has" + "Ana" …: whether she has any."""
    if _verb(left) in ("does", "has") and not gap.words and isinstance(right.value, Named | Me):
        yield left.grown(Having(right.value, _verb(left) == "does"), right, gap.mask)


def any_had(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"does Ana" + "have any open tickets", "has Ana" + "got open tickets"."""
    asked, node = left.value, right.value
    if not isinstance(asked, Having) or not isinstance(node, Set) or node.newest or thing_of(node) is not None:
        return
    if gap.words in ((("have",),) if asked.awaits else ((), ("got",))):
        ties = (found for found in ways_to(known, node.model, asked.node) if found[0] not in node.links)
        for link, cost in ties:
            goal = Exists(replace(node, links=node.links | {link}))
            yield left.grown(goal, right, gap.mask, cost=left.cost + right.cost + cost, complete=True).saying("exists", left.cover)


def _verb(item: Item) -> str:
    return item.value.target if isinstance(item.value, Word) and item.value.kind == "whether" else ""


def and_names(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is anyone off today" + "names", "and who": who they are."""
    goal, word = left.value, right.value
    if not isinstance(goal, Exists) or thing_of(goal.node) is not None or not isinstance(word, Word) or word.kind != "names_too":
        return
    if gap.words in ((), ("and",)) and (word.target != "who" or known.models[goal.node.model].is_person):
        yield left.grown(Names(goal.node, known.models[goal.node.model].label), right, gap.mask, complete=True).saying("focus:list", right.cover)
