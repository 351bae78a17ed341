"""Rules for fields side by side: "Ben's job title and start date", "the amount and stage of all open deals", "my team with work city"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Column, Me, Named, Names, Node, Set, Table, Tally
from agent.understand.grammar.items import Ask, Columns, Each, Figure, Item, Word, is_bare
from agent.understand.grammar.productions.gaps import AUXILIARY, OF, Gap
from agent.understand.grammar.productions.holding import counted_behind
from agent.understand.grammar.productions.tallies import column_in, columns_of


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


def with_columns(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my team with work city and number of open tickets"; "my reports and their start dates"."""
    rows = left.value.node if isinstance(left.value, Each | Names) else left.value
    if isinstance(right.value, Figure) and counted_behind(right):
        return                          # "each customer with overdue invoices: how many?": those that have some
    if isinstance(rows, Set) and _are_told(left, rows, right) and gap.words == ("with",) and isinstance(right.value, Columns | Ask | Figure | Word):
        shown = _of_word(known, right.value, rows.model) if isinstance(right.value, Word) else columns_of(known, right.value, rows.model)
        for columns, cost in shown:
            yield left.grown(Table(rows, columns), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def _are_told(left: Item, rows: Set, right: Item) -> bool:
    """Are these rows? "Deals with amount" may be those that have one; "list deals with amount", "deals with amount and stage" are a table."""
    if isinstance(left.value, Names):
        return left.says("focus:list")
    return not is_bare(rows) or left.is_whole or (isinstance(right.value, Columns) and len(right.value.of) > 1)


def _of_word(known: Catalogue, word: Word, row: str) -> Iterator[tuple[tuple[Column | Tally, ...], int]]:
    yield from (((column,), cost) for column, cost in column_in(known, word, row))
