"""Figures, columns, keys and orders of a written plan, decoded into those of `agent/plan/algebra.py`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from agent.catalogue import Catalogue, Field
from agent.catalogue.metrics import metric_measure, with_leaders
from agent.plan.algebra import Column, Groups, How, Key, Link, Measure, Node, Order, Path, Set, Tally
from agent.question.dialogue import Listing
from agent.understand.grammar.paths import nested
from agent.understand.model import shape
from agent.understand.model.nodes import Decoder
from agent.understand.model.values import TIMES, unit_of
from agent.understand.model.ways import bridged, default_way, path_of

COUNTED = ("number", "money", "quantity")
_OVER_EACH = {"sum", "average", "median", "min", "max"}
_REQUIRED = {"distinct", "sum", "average", "median", "min", "max", "value"}
_OF_ANY_KIND = {"distinct", "value"}


def measure(decoder: Decoder, said: shape.Measure) -> Measure | None:
    """A figure; None where it is a fault."""
    with decoder.faults.at("measure"):
        return _metric(decoder, said) if said.metric else _figure(decoder, said)


def _metric(decoder: Decoder, said: shape.Measure) -> Measure | None:
    name = (said.metric or "").rpartition(".")[2]
    known = decoder.catalogue.metrics.get(name)
    if known is None:
        return decoder.faults.none(f"there is no metric {said.metric!r}{decoder.faults.near(name, decoder.catalogue.metrics)}")
    found = metric_measure(decoder.catalogue, name)
    of = cast(Set, found.of)
    conditions = decoder.conditions(said.where, of.model)
    if isinstance(said.of, shape.SetOf) and said.of.of_model == of.model:
        conditions += decoder.conditions(said.of.where, of.model, "of.where")
    elif said.of is not None:
        link = _whose(decoder, name, said.of)
        if link is None:
            return decoder.faults.none(f"{name} is over {of.model}: say whose it is by conditions on {of.model} in where")
        conditions.append(link)
    links = frozenset(c for c in conditions if isinstance(c, Link))
    made = replace(of, links=of.links | links, where=of.where | (frozenset(conditions) - links))
    made = with_leaders(decoder.catalogue, name, made)
    return replace(found, of=made, unit=unit_of(decoder.faults, said.unit) or found.unit)


def _whose(decoder: Decoder, name: str, said: "shape.Node") -> Link | None:
    """The condition that a metric's records are those of a node, by the first of its own relations that leads there."""
    node = decoder.node(said, "of")
    metric = decoder.catalogue.metrics[name]
    for relation in map(decoder.catalogue.relation, metric.whose):
        met = bridged(node, relation.to)
        way = default_way(decoder.catalogue, metric.of, relation.model) if relation.model != metric.of else ()
        if met is not None and way is not None:
            link = Link(relation.id, True, met)
            return nested(way, Set(relation.model, frozenset({link}))) if way else link
    return None


def _figure(decoder: Decoder, said: shape.Measure) -> Measure | None:
    if said.of is None or said.how is None:
        return decoder.faults.none('a measure needs "how" and "of", or a "metric"')
    of = decoder.node(said.of, "of")
    if said.how == "distinct" and said.field and _is_relation(decoder, said.field):     # as many as there are things that it leads to
        return Measure(Set(decoder.catalogue.relation(said.field).to, frozenset({Link(said.field, False, of)})), "count")
    return _of_each(decoder, said, said.how, of) if said.each is not None else _of_members(decoder, said, said.how, of)


def _of_each(decoder: Decoder, said: shape.Measure, how: How, of: Node) -> Measure | None:
    """The average … of a figure of each member."""
    if how not in _OVER_EACH:
        return decoder.faults.none(f"each goes with {', '.join(sorted(_OVER_EACH))}")
    with decoder.faults.at("each"):
        each = tally(decoder, said.each, of.model) if said.each is not None else None
    return Measure(of, how, each=each) if each is not None else None


def _of_members(decoder: Decoder, said: shape.Measure, how: How, of: Node) -> Measure | None:
    """How many members there are, which share of them is a part, or a figure over a field of theirs."""
    if how == "share" and said.field:
        return decoder.faults.none('a share counts; for a share of a sum write figures of two sums with the contrast "share"')
    field = _measured(decoder, said, of.model)
    if how in _REQUIRED and field is None:
        return None
    part = frozenset(decoder.conditions(said.part, of.model, "part"))
    if (how == "share") != bool(part):
        return decoder.faults.none('only a share has a "part", the conditions that the part meets, and it needs one')
    if field is not None and field.model != of.model:
        of = _holding(decoder, field, of)
    return Measure(of, how, field.id if field is not None and how in _REQUIRED else None, part, unit_of(decoder.faults, said.unit))


def _holding(decoder: Decoder, field: Field, of: Node) -> Set:
    """The records that hold a field, of the node that a plan names instead of them."""
    way = default_way(decoder.catalogue, field.model, of.model)
    assert way is not None              # `_measured` looked
    return Set(field.model, frozenset({nested(way, of)}))


def _measured(decoder: Decoder, said: shape.Measure, model: str) -> Field | None:
    """The field that is measured, of the node's model or of the one that a single way leads to."""
    if not said.field:
        return None if said.how in ("count", "share") else decoder.faults.none(f"{said.how} needs a field")
    found = find_field(decoder, said.field, model)
    if found is None or said.how in ("count", "share"):
        return None
    if said.how not in _OF_ANY_KIND and found.kind not in (*COUNTED, *(TIMES if said.how in ("min", "max") else ())):
        return decoder.faults.none(f"{found.id} is {found.kind}: it has no {said.how}")
    if found.model != model and default_way(decoder.catalogue, found.model, model) is None:
        return decoder.faults.none(f"{found.id} is no field of {model}: measure over {found.model}, tied to it by a relation")
    return found


def find_field(decoder: Decoder, name: str, model: str) -> Field | None:
    """The field of an id; a fault where there is none."""
    whole = name if "." in name else f"{model}.{name}"
    owner, _, part = whole.partition(".")
    known = decoder.catalogue.models.get(owner)
    if known is None or part not in known.fields:
        return decoder.faults.none(decoder.no_field(whole, model))
    return known.fields[part]


def tally(decoder: Decoder, said: shape.Tally, row: str) -> Tally | None:
    """A figure for each row of a model."""
    found = measure(decoder, said.measure)
    if found is None:
        return None
    with decoder.faults.at("path"):
        path = path_of(decoder.catalogue, decoder.faults, found.of.model, said.path, row)
    return Tally(found, path)


def column(decoder: Decoder, said: shape.Column, row: str) -> Column | None:
    """A column of rows of a model."""
    if not said.field:
        return _led_to(decoder, said, row)
    model = _start_of(decoder, said, row)
    found = find_field(decoder, said.field, model)
    if found is None:
        if len(decoder.faults.found) and _is_relation(decoder, said.field):
            decoder.faults.found.pop()  # it names what the relation leads to
            return _led_to(decoder, shape.Column(path=[*said.path, said.field]), row)
        return None
    with decoder.faults.at("path"):
        path = path_of(decoder.catalogue, decoder.faults, row, said.path, found.model)
    return Column(found.id, path, unit_of(decoder.faults, said.unit), _within(decoder, said, path))


def _led_to(decoder: Decoder, said: shape.Column, row: str) -> Column:
    with decoder.faults.at("path"):
        path = path_of(decoder.catalogue, decoder.faults, row, said.path)
    return Column(None, path, None, _within(decoder, said, path))


def _within(decoder: Decoder, said: shape.Column, path: Path) -> Node | None:
    """Of what the path leads to, only these."""
    if said.within is None:
        return None
    within = decoder.node(said.within, "within")
    if not path or path[-1].to != within.model:
        where = f"leads to {path[-1].to}" if path else "is empty"
        decoder.faults.add(f"within narrows what the path leads to; the path {where}, and within is of {within.model}")
    return within


def _is_relation(decoder: Decoder, name: str) -> bool:
    model, _, part = name.partition(".")
    return model in decoder.catalogue.models and part in decoder.catalogue.models[model].relations


def _start_of(decoder: Decoder, said: shape.Column | shape.Key, row: str) -> str:
    """The model whose field a bare name means: where the path ends."""
    path = path_of(decoder.catalogue, type(decoder.faults)(), row, said.path)
    return path[-1].to if path else row


def key(decoder: Decoder, said: shape.Key, model: str) -> Key | None:
    """What members of a model are grouped by."""
    if said.field and _is_relation(decoder, said.field):
        said = shape.Key(path=[*said.path, said.field], bucket=said.bucket)
    if not said.field:
        with decoder.faults.at("path"):
            return Key(path_of(decoder.catalogue, decoder.faults, model, said.path))
    found = find_field(decoder, said.field, _start_of(decoder, said, model))
    if found is None:
        return None
    if said.bucket and found.kind not in TIMES:
        return decoder.faults.none(f"{found.id} is no time and has no {said.bucket}")
    with decoder.faults.at("path"):
        path = path_of(decoder.catalogue, decoder.faults, model, said.path, found.model)
    return _named_by(decoder, Key(path, found.id, said.bucket))


def _named_by(decoder: Decoder, found: Key) -> Key:
    """A key that is the whole name of what is led to is the thing itself."""
    model, _, part = (found.field or "").partition(".")
    is_name = bool(found.path) and decoder.catalogue.models[model].name == (part,)
    return Key(found.path) if is_name else found


def order(decoder: Decoder, said: shape.Order, row: str) -> Order | None:
    """An order of rows of a model."""
    if not _is_cut(decoder, said):
        return None
    with decoder.faults.at("by"):
        by = _ordered_by(decoder, said.by, row)
    per = None
    if said.per is not None:
        with decoder.faults.at("per"):
            per = key(decoder, said.per, row)
    return Order(by, said.desc, said.first, per, said.skip) if by is not None else None


def _is_cut(decoder: Decoder, said: shape.Order) -> bool:
    """Is it said how many are wanted where some are passed over?"""
    if said.skip and said.first is None:
        decoder.faults.add('skip goes with first: the second largest is {"first": 1, "skip": 1}')
    return not said.skip or said.first is not None


def _ordered_by(decoder: Decoder, said: shape.OrderBy, row: str) -> Column | Tally | None:
    if isinstance(said, shape.Tally):
        return tally(decoder, said, row)
    if isinstance(said, shape.Measure):
        return tally(decoder, shape.Tally(measure=said), row)
    return column(decoder, said, row)


def group_order(decoder: Decoder, said: shape.Order, groups: Groups) -> Order | None:
    """An order of groups: by one of their measures, or by a key."""
    if not _is_cut(decoder, said):
        return None
    if isinstance(said.by, shape.Column):
        by = _by_key(decoder, said.by, groups)
        return Order(by, said.desc, said.first, skip=said.skip) if by is not None else None
    measures = groups.all_measures
    wanted = measure(decoder, said.by if isinstance(said.by, shape.Measure) else said.by.measure)
    if wanted is None:
        return None
    again = next((one for one in measures if wanted == one or (len(measures) == 1 and _is_again(wanted, one))), None)
    if again is None:
        return decoder.faults.none("groups are ordered by one of their measures, or by a key")
    return Order(again, said.desc, said.first, skip=said.skip)


def _by_key(decoder: Decoder, said: shape.Column, groups: Groups) -> Column | None:
    """The key of groups that a column means; a group has no value of another field, but a figure over it."""
    found = column(decoder, said, groups.measures[0].of.model)
    if found is None:
        return None
    meant = _named_by(decoder, Key(found.path, found.field))
    if not any((key.path, key.field) == (meant.path, meant.field) for key in groups.keys):
        return decoder.faults.none("groups are ordered by one of their measures, or by a key, and this is no key: make it one, or order by a measure "
                                   "of it (its max, its min) that is one of the measures")
    return Column(meant.field, meant.path)


def _is_again(wanted: Measure, one: Measure) -> bool:
    """Is a figure another one again, most often without its conditions? One with conditions of its own is not."""
    is_wider = wanted.of == one.of or (isinstance(wanted.of, Set) and isinstance(one.of, Set) and wanted.of.model == one.of.model
                                       and wanted.of.where <= one.of.where)
    return (wanted.how, wanted.field) == (one.how, one.field) and is_wider


def decoder_for(catalogue: Catalogue, listed: Sequence[Listing]) -> Decoder:
    """A decoder with all its parts. `listed`: what earlier answers told in rows."""
    return Decoder(catalogue, listed, measure=measure, tally=tally, column=column, order=order)
