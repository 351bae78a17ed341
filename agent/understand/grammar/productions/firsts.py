"""Rules for the first of each group: "the biggest deal per owner", "the newest ticket of each project", "who has the most tickets in each team"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Column, Has, Order, Set, Table, Tally
from agent.understand.grammar.items import By, Item, Topped
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.groups import keys_of, scale_of
from agent.understand.grammar.productions.holding import ZERO
from agent.understand.grammar.productions.orders import whole_order


def first_of_each(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """What is the first of all, and a key: the first of each group by it; the key may come first ("for each owner the biggest deal")."""
    for what, by in ((left, right), (right, left)):
        if not isinstance(by.value, By) or len(by.value.specs) != 1 or by.value.where or by.value.via or gap.words:
            continue
        if scale_of(known, by.value) is not None:
            continue                        # "top 5 deals by amount" goes by it
        table = _ranked(known, what)
        for keys, cost in keys_of(known, table.node.model, by.value.specs, "", what.time) if table is not None else ():
            assert table is not None and table.order is not None
            goal = replace(_having_some(table), order=replace(table.order, per=keys[0]))
            made = left.grown(goal, right, gap.mask, complete=True, cost=left.cost + right.cost + cost)
            yield made.saying("compare:>", by.cover).saying("number:0", by.cover)


def _having_some(table: Table) -> Table:
    """"Who has the most in each team": where nobody has any, nobody has the most."""
    by = table.order.by if table.order is not None else None
    if not isinstance(by, Tally) or by.measure.how != "count" or not isinstance(table.node, Set):
        return table
    return replace(table, node=replace(table.node, where=table.node.where | {Has(by, ">", ZERO)}))


def _ranked(known: Catalogue, item: Item) -> Table | None:
    """The first ones of an order as a table; None for what has no such order, or is cut by groups already."""
    value = item.value
    if isinstance(value, Topped) and value.first is not None:
        return whole_order(known, item)
    if isinstance(value, Table) and value.order is not None and value.order.first is not None and value.order.per is None:
        return value
    model = known.models[value.model] if isinstance(value, Set) else None
    if not isinstance(value, Set) or model is None or not value.newest or value.ranked is not None or not (model.time or model.period):
        return None
    by = Column(f"{model.id}.{model.time or model.period}")
    return Table(replace(value, newest=False), (by,), Order(by, True, 1))
