"""Whose it is that an answer tells of, and what things are called in a sentence."""

from collections.abc import Mapping

from agent.access.gate import first_text, name_of
from agent.catalogue import Model
from agent.plan.algebra import Link, Me, Node, Set, Union, Where, are_several
from agent.query.operations import NodeRecords
from agent.query.outcome import Cited, unique
from agent.question.context import QuestionContext
from agent.respond.set_phrases import definite
from ingest.records import Record


def is_listed(node: Node) -> bool:
    """A set that one asks the members of, against one thing's own relation."""
    if isinstance(node, Union) or are_several(node):
        return True
    if not isinstance(node, Set):
        return False
    return not node.links or any(link.to_source or is_listed(link.source) for link in node.links)


def may_be_several(context: QuestionContext, node: Node) -> bool:
    """Can a node have several members? Then that it has none is an answer; of one thing (somebody's manager) it is no record.

    Whichever way round a relation is asked: "what Ana's reports lead to" is what says that Ana is their manager.
    """
    if not isinstance(node, Set):
        return isinstance(node, Union) or are_several(node)
    return not node.links or any(leads_to_several(context, link) or may_be_several(context, link.source) for link in node.links)


def leads_to_several(context: QuestionContext, link: Link) -> bool:
    """May one thing of the source be tied to several members?"""
    if link.relation == "hub":
        return False
    relation = context.catalogue.relation(link.relation)
    if not link.to_source:
        return relation.many
    held = next((r for r in context.catalogue.models[relation.to].relations.values() if r.fk is not None and r.fk == relation.inverse), None)
    return relation.closure or held is None or held.many


def bearer(context: QuestionContext, node: Node, found: Mapping[Node, NodeRecords]) -> str:
    """Whose value it is: the manager's own name for "my manager's start date", the person's for a job or a balance of theirs."""
    model = context.catalogue.models[node.model]
    if isinstance(node, Set) and (model.nameable or model.is_person) and found[node].records:
        return ", ".join(full_name(context, model, r) for r in found[node].records)
    return owner(context, node, found)


def owner(context: QuestionContext, node: Node, found: Mapping[Node, NodeRecords]) -> str:
    """Whose it is, by name: the thing the node's relation starts from, or the thing itself."""
    source = _source(node)
    if isinstance(source, Me):
        return "you"
    names = _names(context, source, found)
    return names or (owner(context, source, found) if source != node else definite(context, source))


def is_behind_others(context: QuestionContext, node: Node, found: Mapping[Node, NodeRecords]) -> bool:
    """Is it reached over records that have no name themselves: the offer of somebody's application?"""
    source = _source(node)
    return source != node and not isinstance(source, Me) and not _names(context, source, found)


def _source(node: Node) -> Node:
    """The thing that a node's relation starts from; itself where it has none. Who is only the same person elsewhere is that person."""
    links = sorted(node.links, key=repr) if isinstance(node, Set) else []
    if len(links) == 1 and links[0].relation == "hub" and isinstance(links[0].source, Set):
        return _source(links[0].source)
    return next((k.source for k in links if k.relation != "hub"), node)


def _names(context: QuestionContext, node: Node, found: Mapping[Node, NodeRecords]) -> str:
    model = context.catalogue.models[node.model]
    if not model.name and not model.key:
        return ""                       # an application is called by its candidate
    return ", ".join(name for r in found[node].records if (name := full_name(context, model, r)))


def full_name(context: QuestionContext, model: Model, record: Record) -> str:
    """A name, with the key that people use beside it: ATL-9001 “Dock approach oscillates”."""
    name, key = name_of(context, model, record), first_text(context, model, record, model.key)
    return f"{key} “{name}”" if model.titled and key and key != name else name


def kind(context: QuestionContext, node: Node) -> str:
    """The conditions of a set in words: "vacation"."""
    wheres = [w for w in sorted(node.where, key=repr) if isinstance(w, Where)] if isinstance(node, Set) else []
    words = [context.catalogue.field(w.field).values.get(str(w.value), ()) for w in wheres if w.op == "="]
    return " ".join(w[0] for w in words if w)


def cite(context: QuestionContext, found: Mapping[Node, NodeRecords]) -> Cited:
    """What the answer rests on, the last found first; not who asks: that is no source of what is told."""
    everything: list[Node] = list(reversed(list(found)))
    others = [n for n in everything if not isinstance(n, Me) and not (isinstance(n, Set) and _is_own_user(n))]
    return unique(tuple((context.catalogue.models[found[n].model], r) for n in others or everything for r in found[n].records))


def _is_own_user(node: Set) -> bool:
    return any(link.relation == "hub" and isinstance(link.source, Me) for link in node.links)
