"""What of a set the API can filter itself. It never leaves out what would be kept or counted here: borders of times are a day wider, texts are
not asked, enums only of long lists."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from agent.access.visibility import tells_matches
from agent.catalogue import Field
from agent.live.reads import LONG_LIST, accepts
from agent.plan.algebra import Condition, Is, Set, Where
from agent.plan.periods import Interval
from agent.query.operations.condition_fields import parts_of
from agent.query.operations.node_records import RecordsByNode
from agent.query.operations.ties import Approach
from agent.question.context import QuestionContext
from ingest import merge_api

Filters = Mapping[str, object]
_SLACK = timedelta(days=1)              # borders of the source's filters are not documented, nor is its zone


def pushed(context: QuestionContext, node: Set, found: RecordsByNode) -> Filters:
    """Parameters of the model's list call that follow from the set's links and conditions."""
    if context.catalogue.models[node.model].derived:
        return {}
    filters: dict[str, object] = {}
    for where in _conjuncts(context, node.where) if not tells_matches(context, node.model) else ():
        filters.update(_condition(context, node.model, where))
    for link in node.links:
        if link.relation != "hub" and link.source in found:
            filters.update(_tie(context, node.model, link.relation, [r.id for r in found[link.source].records]))
    return filters


def _conjuncts(context: QuestionContext, wanted: Iterable[Condition]) -> Iterable[Where]:
    """The plain conditions that all have to hold, those of named ones included."""
    for each in wanted:
        if isinstance(each, Where):
            yield each
        elif isinstance(each, Is):
            known = context.catalogue.predicate(each.predicate)
            yield from _conjuncts(context, parts_of(context.catalogue, each.predicate))
            if each.period is not None and known.time:
                yield Where(f"{known.model}.{known.time}", each.period, "in")


def _condition(context: QuestionContext, model: str, where: Where) -> Filters:
    name = where.field.partition(".")[2]
    field = context.catalogue.models[model].fields.get(name)
    if field is None or field.derived or where.field.partition(".")[0] != model:
        return {}
    if isinstance(where.value, Interval):
        return _times(model, field, where.value)
    endpoint = merge_api.list_endpoints().get(model)
    known = endpoint.parameter(field.path) if endpoint else None
    if known is None or where.op != "=" or where.value not in known.enum or not context.live.is_long(model):
        return {}                       # behind a filter nobody sees the records whose value has no known meaning
    return {field.path: where.value}


def _times(model: str, field: Field, period: Interval) -> Filters:
    borders = {"after": _moment(period.first, -_SLACK), "before": _moment(period.last, _SLACK)}
    for stem in (field.path, *(field.path.removesuffix(end) for end in ("_at", "_date")), f"{field.path.removesuffix('_time')}ed"):
        if accepts(model, f"{stem}_after"):
            return {f"{stem}_{side}": at for side, at in borders.items() if at is not None and accepts(model, f"{stem}_{side}")}
    return {}


def _moment(day: date | None, slack: timedelta) -> datetime | None:
    return None if day is None else datetime.combine(day, time(), UTC) + slack


def _tie(context: QuestionContext, model: str, relation_id: str, ids: list[str]) -> Filters:
    """The foreign key itself, where the API takes one id or several."""
    relation = context.catalogue.relation(relation_id)
    if relation.model != model or relation.fk is None or relation.or_through or relation.closure or not ids:
        return {}
    several = next((p for p in (f"{relation.fk.removesuffix('s')}_ids", f"{relation.fk}_ids") if accepts(model, p)), None)
    if several is not None and len(ids) <= LONG_LIST:
        return {several: sorted(ids)}
    return {f"{relation.fk}_id": ids[0]} if len(ids) == 1 and accepts(model, f"{relation.fk}_id") else {}


def tied_to(context: QuestionContext, node: Set, way: Approach) -> Sequence[Filters]:
    """The filters by what the rows have reached, where the members point there themselves: one for all, or one for each of a few; () for none."""
    if way.last is None or not way.last.inverse or way.last.relation == "hub" or context.catalogue.models[node.model].derived:
        return ()
    ids = [r.id for r in way.met]
    together = _tie(context, node.model, way.last.relation, ids)
    if together or len(ids) > context.live.few(node.model):
        return (together,) if together else ()
    each = [_tie(context, node.model, way.last.relation, [i]) for i in ids]
    return each if all(each) else ()
