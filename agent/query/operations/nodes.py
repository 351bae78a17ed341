"""Single things, rows of earlier answers, and unions: what a name means, who asks, what a row was, the members of several sets together."""

from agent.access.checks import check_records
from agent.access.visibility import visible
from agent.answer import Reason
from agent.catalogue.records import display_name
from agent.errors import Declined
from agent.live.reads import app_of
from agent.phrasing.goals import say_node
from agent.plan.algebra import Earlier, Me, Named, Union
from agent.query.operations.node_records import NodeRecords, RecordsByNode, StaleGraph
from agent.query.operations.source import by_ids
from agent.query.operations.staff_names import named
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest.records import each_once
from kg.names import fold


def resolve(context: QuestionContext, named: Named, _: RecordsByNode) -> NodeRecords:
    """The settled thing, verified live: it exists still, and is still called so."""
    candidate = context.links.settled[named]
    record = context.live.record(named.model, candidate.merge_id)
    if record is None:
        context.forget(candidate.key)
        raise StaleGraph
    model = context.catalogue.models[named.model]
    if candidate.how != "alias" and fold(display_name(model, record)) != fold(candidate.name):
        context.up_to_date.apply([record])
        raise StaleGraph
    check_records(context, model.access, (record,))
    return NodeRecords(named.model, (record,))


def asker(context: QuestionContext, me: Me, _: RecordsByNode) -> NodeRecords:
    """The asker's own employee record."""
    return NodeRecords(me.model, (context.me(),))


def reread(context: QuestionContext, rows: Earlier, _: RecordsByNode) -> NodeRecords:
    """The records of an earlier answer's rows as they are now, each of which the viewer has to be allowed to see now. Raises Declined."""
    model = context.catalogue.models[rows.model]
    records = visible(context, rows.model, by_ids(context, rows.model, rows.ids), use="one")
    gone = len(rows.ids) - len(records)
    if not records:
        raise Declined(Reason.NO_RECORD, f"What the earlier answer told there is no longer in the {app_of(model)}.")
    if gone:
        are = "is" if gone == 1 else "are"
        context.notes.assume(
            f"{gone} of the {len(rows.ids)} {model.plural} of that answer {are} no longer there.", gone, len(rows.ids), weight=Weight.LIMIT
        )
    called = named(context, model, records)
    context.links.note_reread(rows, tuple(called[r.id] for r in records if r.id in called))
    if len(records) == 1 and called:
        said, name = say_node(context.catalogue, rows), context.links.reread(rows)[0]
        context.notes.assume(f"{said[:1].upper()}{said[1:]} is {name}.", said, name, weight=Weight.READ)
    return NodeRecords(rows.model, records)


def unite(_: QuestionContext, union: Union, found: RecordsByNode) -> NodeRecords:
    """The members of all nodes, each once."""
    parts = [found[node] for node in sorted(union.of, key=repr)]
    unchecked: frozenset[str] = frozenset().union(*(part.unchecked for part in parts))
    records = each_once(r for p in parts for r in p.records)
    known = {r.id for r in records}
    return NodeRecords(
        union.model, records, unchecked, each_once(r for p in parts for r in p.looked_at), of_others=any(p.of_others for p in parts),
        hidden=each_once(r for p in parts for r in p.hidden if r.id not in known), closed_by=next((p.closed_by for p in parts if p.hidden), ""),
    )
