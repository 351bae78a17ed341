"""By what the members of a list came into it: beside each of the people who have some tickets, which of these they have.

Known where other things that are no more than a text names hold the members' ids, or where the rows of an earlier answer led to them. Read from what
was found already. What is private on the way, and what the asker may not know by name, is not told.
"""

from collections.abc import Mapping, Sequence

from agent.access.gate import first_of, joined, texts
from agent.answer import Column, Visible
from agent.catalogue import Catalogue, Model
from agent.errors import Declined
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Link, Node, Set, Step, are_several
from agent.query.operations.extra_columns import NOTHING, ExtraColumns, is_open
from agent.query.operations.node_records import RecordsByNode
from agent.query.operations.staff_names import named
from agent.query.operations.walk import Reached, is_held_by_start, walk_step
from agent.question.context import QuestionContext
from ingest.records import Record, each_once

MOST_SOURCES = 50                       # things that lead to a list's members, all of which the list is still read with
MOST_SAID = 3                           # of them beside each member
Way = tuple[tuple[Step, Node], ...]     # from the members back to what they were reached from: each step, and the node that it leads to


def reached_by(context: QuestionContext, node: Node, records: Sequence[Record], found: RecordsByNode) -> ExtraColumns:
    """The column that tells by what each of these members of a node came into it; no column where that is one thing, many, or private."""
    ways = [way for way in _ways(context.catalogue, node) if _is_told(context.catalogue, way, found)]
    try:
        return _column(context, node.model, records, ways[0], found) if len(ways) == 1 else NOTHING
    except Declined:                    # nobody asked for it: neither a right nor a failure may take the list away
        return NOTHING


def _column(context: QuestionContext, model_id: str, records: Sequence[Record], way: Way, found: RecordsByNode) -> ExtraColumns:
    model, reached = context.catalogue.models[way[-1][1].model], _followed(context, model_id, records, way, found)
    called = _called(context, model, each_once(r for there in reached.values() for r in there))
    known = {row: tuple(r for r in there if r.id in called) for row, there in reached.items()}
    if not any(known.values()):
        return NOTHING
    cells = {row: (first_of([called[r.id] for r in there], MOST_SAID) if there else None,) for row, there in known.items()}
    cited = each_once(r for there in known.values() for r in there)
    return ExtraColumns((Column(model.plural, None, model.id, None),), cells, tuple((model, r) for r in cited))


def _ways(catalogue: Catalogue, node: Node) -> list[Way]:
    """The ways on which the members were reached from several things: over one relation, and over who is the same person or company elsewhere."""
    links = [c for c in (*node.links, *node.where) if isinstance(c, Link)] if isinstance(node, Set) else []
    return [way for link in sorted(links, key=repr) for way in _over(catalogue, node.model, link)]


def _over(catalogue: Catalogue, model: str, link: Link) -> list[Way]:
    source, step = link.source, Step(link.relation, link.source.model, inverse=not link.to_source)
    if link.relation == "hub":          # within one model the members are those things themselves
        return [((step, source), *way) for way in _ways(catalogue, source)] if model != source.model else []
    is_set = isinstance(source, Set) and not is_held_by_start(catalogue.relation(link.relation), step.inverse)
    return [((step, source),)] if is_set or are_several(source) else []


def _is_told(catalogue: Catalogue, way: Way, found: RecordsByNode) -> bool:
    """Do a few things with names lead to the members, all of which were found, over nothing that is private?"""
    path, of = tuple(step for step, _ in way), [found[node] for _, node in way if node in found]
    model, relations = catalogue.models[path[-1].to], [catalogue.relation(step.relation) for step in path if step.relation != "hub"]
    is_whole = len(of) == len(way) and all(each.within is None and not each.hidden and not each.unchecked for each in of)
    is_plain = is_open(catalogue, Wanted(None, path)) and not any(each.closure or each.current for each in relations)
    has_name = bool(model.name or model.key) and not model.derived
    return is_whole and is_plain and has_name and 1 < len(of[-1].records) <= MOST_SOURCES


def _followed(context: QuestionContext, model: str, records: Sequence[Record], way: Way, found: RecordsByNode) -> Reached:
    """What each member leads back to. All of it was found: nothing is read again."""
    reached: Reached = {r.id: (r,) for r in records}
    for step, node in way:
        there = each_once(r for met in reached.values() for r in met)
        onward = walk_step(context, model, there, step, found[node].records)
        reached = {row: each_once(r for middle in met for r in onward[middle.id]) for row, met in reached.items()}
        model = step.to
    return reached


def _called(context: QuestionContext, model: Model, records: Sequence[Record]) -> Mapping[str, Visible]:
    """By id, the name with the key before it where people go by both."""
    names = named(context, model, records)
    keys = texts(context, model, records, [model.key]) if model.key is not None and model.name not in ((), (model.key,)) else {}
    return {i: joined((*keys.get(i, ()), name), " ") for i, name in names.items()}
