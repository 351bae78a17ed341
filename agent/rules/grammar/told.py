"""Several fields of a thing, or of things, in one breath: "Ben's job title and start date", "the amount and stage of all open deals"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan import Column, Me, Named, Node, Set, Table
from agent.rules.grammar.gaps import AUXILIARY, OF, Gap
from agent.rules.grammar.groups import columns_of
from agent.rules.items import Ask, Columns, Item, Word
from agent.rules.paths import is_bare


def told_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """A row for the thing, or for each of them, with what was asked of it side by side."""
    for thing, asked, allowed in ((left, right, AUXILIARY), (right, left, AUXILIARY | OF)):
        node = _node(thing)
        if node is None or not _are_fields(asked) or not gap.within(allowed) or (asked is left and not gap.words):
            continue
        for columns, cost in columns_of(known, asked.value, node.model):
            if not all(isinstance(c, Column) and not any(step.inverse for step in c.path) for c in columns):
                continue                # "Ana's department, manager …": hers, not those of the department
            yield thing.grown(Table(node, columns), asked, gap.mask, complete=True, cost=thing.cost + asked.cost + cost).saying("told", asked.cover)


def _node(thing: Item) -> Node | None:
    """What is told of: not everything there is of a kind, unless just that was said."""
    node = thing.value
    if not isinstance(node, Named | Me | Set) or (is_bare(node) and not thing.is_whole and not thing.says("back")):
        return None
    return node


def _are_fields(asked: Item) -> bool:
    """Fields and relations, and more than one: figures of several things are added up by whom they belong to."""
    return isinstance(asked.value, Columns) and len(asked.value.of) > 1 and all(isinstance(each, Ask | Word) for each in asked.value.of)
