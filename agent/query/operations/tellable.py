"""What of all that was found may be told, before anything is: the part that the asker may see, and no part of what is of all or nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.access.refused import not_permitted
from agent.access.visibility import Visibility, is_partial, visibility_of
from agent.catalogue import Model
from agent.phrasing.inflection import listed
from agent.plan.algebra import (
    Column,
    Figures,
    Goal,
    Groups,
    Key,
    Link,
    Node,
    Order,
    Set,
    Show,
    Step,
    Summary,
    Table,
    Tally,
    nodes,
    parts,
    same_as,
    thing_of,
)
from agent.policy.decision import is_left_out, rule_of
from agent.query.operations.condition_fields import fields_tallied
from agent.query.operations.node_records import PEOPLE, NodeRecords, RecordsByNode, whole
from agent.query.operations.path_visibility import visibility_along
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest.records import Record, each_once


def keep_tellable(context: QuestionContext, goal: Goal, found: RecordsByNode) -> RecordsByNode:
    """What was found, as far as it may be told, before anything is: is a part an answer here, and is it said to be one? Raises Declined."""
    told = {
        node: _keep_visible(context, _shown(context, goal, node, of), of) for node, of in found.items() if node in _told(goal) and of.within is None
    }
    for node, of in told.items():
        if _is_of_all(goal):
            whole(of)
        tell_part(context, of)
        _tell_none(context, node, of)
    return {**found, **told}


def tell_part(context: QuestionContext, of: NodeRecords) -> None:
    """Say that it is told of those only that the viewer may see: a limit, which no note on words comes before. Raises Declined where that is nobody,
    or nobody but the viewer: never "none".

    How many are hidden is told of people alone: who is there, and who may see what of whom, everybody knows.
    """
    if not of.hidden:
        return
    if not of.of_others:
        raise not_permitted(of.closed_by)
    model, many = context.catalogue.models[of.model], len(of.hidden)
    if of.model == PEOPLE:
        unseen = f"of {many} {model.label if many == 1 else model.plural} you may not see what decides it"
        if not of.records:
            raise not_permitted(of.closed_by, f"Nobody of those whom you may see is among them; {unseen}.")
        context.notes.assume(f"This is of those only that you may see; {unseen}.", many, weight=Weight.LIMIT)
    elif not of.records:
        raise not_permitted(of.closed_by)
    else:
        context.notes.assume(f"This is of those {model.plural} only that you may see.", weight=Weight.LIMIT)


def _keep_visible(context: QuestionContext, wanted: Iterable[Column | Tally | Key], of: NodeRecords) -> NodeRecords:
    """The same with the rows of which a column may not be seen among what is hidden. What is never told in part is left to its own check."""
    for each in wanted:
        seen = _by_tally(context, each, of.records) if isinstance(each, Tally) else visibility_along(context, each, of.model, of.records)
        if seen is not None:
            of = replace(of, records=seen.open, hidden=each_once((*of.hidden, *seen.hidden)), of_others=of.of_others or seen.of_others,
                         closed_by=of.closed_by or seen.closed_by)
    return of


def _by_tally(context: QuestionContext, wanted: Tally, rows: Sequence[Record]) -> Visibility | None:
    names = {n for n in fields_tallied(context, wanted) if is_partial(context, n)}
    return visibility_of(context, names, rows) if names else None


def _told(goal: Goal) -> frozenset[Node]:
    """The nodes whose members the goal itself tells, or figures over them; not those that its conditions are about."""
    if isinstance(goal, Groups):
        return frozenset(m.of for m in goal.all_measures)
    if isinstance(goal, Summary):
        return frozenset(goal.all_nodes)
    return frozenset(m.of for m in goal.measures) if isinstance(goal, Figures) else frozenset({goal.node})


def _shown(context: QuestionContext, goal: Goal, node: Node, of: NodeRecords) -> Sequence[Column | Tally | Key]:
    """What is shown of each row, or each is counted by."""
    if isinstance(goal, Table) and goal.node == node:
        order = [goal.order.by] if goal.order is not None and isinstance(goal.order.by, Column) else []
        return (*goal.columns, *order)
    if isinstance(goal, Groups):
        side = next((each for each in goal.sides if each.measures[0].of == node and all(m.how == "count" for m in each.measures)), None)
        return side.keys if side is not None else ()
    is_list = isinstance(goal, Show) and goal.node == node and len(of.records) > 1
    return (Column(goal.field),) if is_list and isinstance(goal, Show) and _is_per_row(context, goal) else ()


def _is_per_row(context: QuestionContext, goal: Show) -> bool:
    field = context.catalogue.field(goal.field)
    return not field.sums and field.model == goal.node.model


def _is_of_all(goal: Goal) -> bool:
    """Does it ask for the most or the least, hold one count against another, or groups against a number that they may be below?"""
    if isinstance(goal, Groups) and any(op not in (">", ">=") for _, op, _ in goal.having):
        return True
    order: Order | None = goal.order if isinstance(goal, Table | Groups) else None
    return (order is not None and (order.first is not None or order.skip > 0)) or (isinstance(goal, Figures) and bool(goal.contrast))


def kept_kinds(context: QuestionContext, node: Node) -> tuple[Model, ...]:
    """The kinds of records that a node rests on of which some may be kept to others; by the plan alone, so it tells nothing of what is kept.

    Of a set that is held to one thing, that thing is known: it rests on what the thing is tied to. What a relation that is open to everybody
    leads to (somebody's place of work) is known, too.
    """
    thing = thing_of(node)
    rest: tuple[object, ...] = (node,)
    if thing is not None and isinstance(node, Set):
        rest = (*(node.links - {same_as(thing)}), *node.where)
    known = {k.source for k in parts(rest) if isinstance(k, Link) and _is_open(context, k.relation)}
    led = {step.to for step in parts(rest) if isinstance(step, Step) and not _is_open(context, step.relation)}
    models = [context.catalogue.models[m] for m in sorted(led.union(inner.model for inner in nodes(rest) if inner not in known))]
    return tuple(m for m in models if is_left_out(m.access) and rule_of(m.access) != "everybody")


def _is_open(context: QuestionContext, relation_id: str) -> bool:
    return relation_id != "hub" and context.catalogue.relation(relation_id).privacy == "A"


def _tell_none(context: QuestionContext, node: Node, of: NodeRecords) -> None:
    """Of what may be kept to some there are none that the viewer may see: more nobody can be told, whether there are others or not."""
    kept = () if of.records or of.hidden else kept_kinds(context, node)
    if kept:
        said = listed([model.plural for model in kept], "or")
        context.notes.assume(f"There may be {said} that are kept to others; counted are those that you may see.", weight=Weight.LIMIT)
