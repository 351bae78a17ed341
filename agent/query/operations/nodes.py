"""Single things and unions: what a name means, who asks, the members of several sets together."""

from agent.access.checks import check_record
from agent.live.reads import display_name
from agent.plan.algebra import Me, Named, Union
from agent.query.operations.found import Findings, Found, StaleGraph, each_once
from agent.question.run import Run
from kg.names import fold


def resolve(run: Run, named: Named, _: Findings) -> Found:
    """The settled thing, verified live: it exists still, and is still called so."""
    candidate = run.settled[named]
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
