"""Single things, rows of earlier answers, and unions: what a name means, who asks, what a row was, the members of several sets together."""

from agent.access.checks import check_record, visible
from agent.answer import Reason
from agent.errors import Declined
from agent.live.reads import app_of, display_name
from agent.phrasing.goals import say_node
from agent.plan.algebra import Earlier, Me, Named, Union
from agent.query.operations.found import Findings, Found, StaleGraph, each_once
from agent.query.operations.source import by_ids
from agent.query.operations.staff_names import named
from agent.question.run import Run
from kg.names import fold


def resolve(run: Run, named: Named, _: Findings) -> Found:
    """The settled thing, verified live: it exists still, and is still called so."""
    candidate = run.links.settled[named]
    record = run.live.record(named.model, candidate.merge_id)
    if record is None:
        run.forget(candidate.key)
        raise StaleGraph
    model = run.catalogue.models[named.model]
    if candidate.how != "alias" and fold(display_name(model, record)) != fold(candidate.name):
        run.up_to_date.apply([record])
        raise StaleGraph
    check_record(run, model.access, record)
    return Found(named.model, (record,))


def asker(run: Run, me: Me, _: Findings) -> Found:
    """The asker's own employee record."""
    return Found(me.model, (run.me(),))


def reread(run: Run, rows: Earlier, _: Findings) -> Found:
    """The records of an earlier answer's rows as they are now, each of which the viewer has to be allowed to see now. Raises Declined."""
    model = run.catalogue.models[rows.model]
    records = visible(run, rows.model, by_ids(run, rows.model, rows.ids), use="one")
    gone = len(rows.ids) - len(records)
    if not records:
        raise Declined(Reason.NO_RECORD, f"What the earlier answer told there is no longer in the {app_of(model)}.")
    if gone:
        are = "is" if gone == 1 else "are"
        run.notes.assume(f"{gone} of the {len(rows.ids)} {model.plural} of that answer {are} no longer there.", gone, len(rows.ids), is_limit=True)
    called = named(run, model, records)
    run.links.note_reread(rows, tuple(called[r.id] for r in records if r.id in called))
    if len(records) == 1 and called:
        said, name = say_node(run.catalogue, rows), run.links.reread(rows)[0]
        run.notes.assume(f"{said[:1].upper()}{said[1:]} is {name}.", said, name)
    return Found(rows.model, records)


def unite(_: Run, union: Union, found: Findings) -> Found:
    """The members of all nodes, each once."""
    parts = [found[node] for node in sorted(union.of, key=repr)]
    unchecked: frozenset[str] = frozenset().union(*(part.unchecked for part in parts))
    records = each_once(r for p in parts for r in p.records)
    known = {r.id for r in records}
    return Found(
        union.model, records, unchecked, each_once(r for p in parts for r in p.looked_at), of_others=any(p.of_others for p in parts),
        hidden=each_once(r for p in parts for r in p.hidden if r.id not in known), closed_by=next((p.closed_by for p in parts if p.hidden), ""),
    )
