"""Which kinds of texts a summary is of: those about the one thing that was asked for, and those alone that are open to the asker. Pure."""

from dataclasses import replace

from agent.catalogue import Catalogue
from agent.errors import Declined
from agent.phrasing.inflection import capital, listed
from agent.plan.algebra import Goal, Node, Set, Summary, is_one_thing
from agent.policy.decision import in_part
from agent.understand.model.ways import tied_by_default


def with_texts_about(known: Catalogue, goal: Goal) -> Goal:
    """The same summary with the texts about its one thing that have no name of their own, such as comments on a ticket; any other goal as it is."""
    if not isinstance(goal, Summary) or goal.also or not is_one_thing(goal.node):
        return goal
    parts = [(m.id, tied_by_default(known, m.id, goal.node)) for m in known.models.values() if m.texts and not m.nameable]
    return replace(goal, also=tuple(Set(model, frozenset({tie})) for model, tie in parts if tie is not None))


def open_part(known: Catalogue, goal: Summary, closed: Declined) -> tuple[Summary, str] | None:
    """The summary without the kinds of texts that it was declined for, and the sentence that says so.

    None where these are never told in part, where one thing was asked for by its name, and where nothing else is left.
    """
    kind = closed.refusal.closed_by if closed.refusal is not None else ""
    if not (in_part("records", kind) or in_part("fields", kind)):
        return None
    left_out = [node for node in goal.all_nodes if kind in _kept_by(known, node)]
    rest = [node for node in goal.all_nodes if node not in left_out]
    if not rest or not left_out or not all(isinstance(node, Set) for node in left_out):
        return None
    plurals = listed(list(dict.fromkeys(known.models[node.model].plural for node in left_out)))
    return Summary(rest[0], tuple(rest[1:])), f"{capital(plurals)} are left out: you may not see them."


def _kept_by(known: Catalogue, node: Node) -> frozenset[str]:
    """What decides who may read the texts of a node's members."""
    model = known.models[node.model]
    return frozenset({model.access, *(field.privacy for field in known.texts_of(model))})
