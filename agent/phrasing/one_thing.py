"""Does a part of a plan mean one thing, by its name or by what leads to it, or several?"""

from agent.catalogue import Catalogue
from agent.plan.algebra import Node, Set, is_one_thing


def is_one(catalogue: Catalogue, node: Node) -> bool:
    """Is it one thing, by name or by what leads to it?"""
    if not isinstance(node, Set):
        return is_one_thing(node)
    return is_first(node) or leads_to_one(catalogue, node)


def leads_to_one(catalogue: Catalogue, node: Set) -> bool:
    """A manager, a job opening: what a relation leads to that has one end, from one thing; that thing in another app."""
    ends = [k for k in node.links if k.relation == "hub" or (not k.to_source and not catalogue.relation(k.relation).many)]
    return any(is_one(catalogue, k.source) for k in ends)


def is_first(node: Set) -> bool:
    """Is it the one thing at the head of an order, and not the first of each group?"""
    return node.newest or (node.ranked is not None and node.ranked.first == 1 and node.ranked.per is None)
