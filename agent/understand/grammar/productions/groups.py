"""Rules for figures by keys: "by department", "per month", "for each of P0 and P1"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue, Field, Relation
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Either, Groups, Key, Measure, Path, Set, Step
from agent.understand.grammar.items import Ask, By, Conditions, Figure, Item, Word, is_bare
from agent.understand.grammar.productions.gaps import AUXILIARY, Gap
from agent.understand.grammar.productions.limits import excluded, flat, is_one_value, tested
from agent.understand.grammar.productions.measures import has_hole, ways_between, whose_paths
from agent.understand.grammar.productions.tallies import may_be_done_by_others
from agent.understand.grammar.productions.times import is_dated_by

_SCALES = frozenset({"number", "money", "quantity", "date", "datetime"})


def grouped_by(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"by department", "per project", "for each status", "by month"; "(how many deals has) each owner"."""
    if not isinstance(left.value, Word) or left.value.kind not in ("per", "each") or not gap.within(frozenset({"of"})):
        return
    spec = _spec(right.value)
    if spec is not None and (left.value.kind == "per" or (spec[0] == "relation" and not gap.words)):
        yield left.grown(By((spec,)), right, gap.mask)


def _spec(value: object) -> tuple[str, str] | None:
    if isinstance(value, Set) and is_bare(value):
        return "model", value.model
    if isinstance(value, Word) and value.kind in ("rel", "bucket"):
        return ("relation" if value.kind == "rel" else "bucket"), value.target
    if isinstance(value, Ask) and not value.where and not value.needs:
        return "field", value.field
    return None


def and_by(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"by region and month"; not "for each of paid" + "and open": behind a value comes another one."""
    if not isinstance(left.value, By) or left.value.where or gap.words not in (("and",), ()):
        return
    more = right.value.specs if isinstance(right.value, By) else tuple(s for s in (_spec(right.value),) if s and gap.words)
    if more and not set(more) & set(left.value.specs):
        specs = (*left.value.specs, *more)
        apart = len({target.partition(".")[0] for kind, target in specs if kind == "field"}) > 1      # fields of one model are meant first
        yield left.grown(By(specs), right, gap.mask, cost=left.cost + right.cost + apart)


def by_values(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"for each of" + "P0", "P1" …: by the field that they are values of, and only for those."""
    if not isinstance(right.value, Conditions) or right.value.unit is not None:
        return
    where = flat(right.value.where)
    fields = {tested(known, c) if is_one_value(known, c) else "" for c in where}
    field = fields.pop() if len(fields) == 1 else ""
    if isinstance(left.value, Word) and left.value.kind == "per" and field and gap.within(frozenset({"of"})):
        yield left.grown(By((("field", field),), where=where), right, gap.mask)
    elif isinstance(left.value, By) and field and left.value.specs == (("field", field),) and gap.words in ((), ("and",)):
        yield left.grown(replace(left.value, where=left.value.where | where), right, gap.mask)


def grouped(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"number of open tickets per project", "headcount by department", "open leads by source"; the keys may come first."""
    for thing, by in ((left, right), (right, left)):
        if not isinstance(by.value, By) or not gap.within(AUXILIARY if by is right and isinstance(thing.value, Figure) else frozenset()):
            continue                    # "how many deals are in each stage"
        if may_be_done_by_others(known, thing, by, gap):
            continue
        measure = thing.value.measure if isinstance(thing.value, Figure) else _plain_count(known, thing.value, by.value)
        if measure is None or not isinstance(measure.of, Set) or has_hole(measure.of):
            continue
        of = measure.of
        if len(by.value.where) == 1 or excluded(known, of.where, by.value.where) or is_dated_by(known, of, by.value):
            continue                    # one value is no grouping, nor is the date by which a period goes
        metric = thing.value.metric if isinstance(thing.value, Figure) else _called_alike(known, of)
        measure = metric_measure(known, metric) if metric and isinstance(thing.value, Set) else measure
        measure = replace(measure, of=replace(of, where=of.where | {Either(by.value.where)}) if by.value.where else of)
        for keys, cost in keys_by(known, of.model, by.value, metric, thing.time):
            made = left.grown(Groups((measure,), keys), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)
            yield made.saying(f"metric:{metric}", thing.cover) if metric else made


def _called_alike(known: Catalogue, of: Set) -> str:
    """The sum that is called as its records are: "expenses by category" are what they come to."""
    return next((name for name, metric in known.metrics.items() if metric.of == of.model and metric.label == known.models[of.model].plural), "")


def _scale_of(known: Catalogue, by: By) -> Field | None:
    """The one field with figures or days that is said, by which a list goes from one end to the other; None for other keys."""
    field = known.field(by.specs[0][1]) if len(by.specs) == 1 and by.specs[0][0] == "field" else None
    return field if field is not None and field.kind in _SCALES else None


def _plain_count(known: Catalogue, value: object, by: By) -> Measure | None:
    """"open leads by source": a set that is grouped is counted; not "deals by amount", of which few share one."""
    if not isinstance(value, Set) or value.newest or value.ranked is not None:
        return None                         # "last meeting per account": the last of each
    return Measure(value, "count") if _scale_of(known, by) is None else None


def keys_by(known: Catalogue, model: str, by: By, metric: str = "", time: str = "") -> Iterator[tuple[tuple[Key, ...], int]]:
    """The keys that were said, only over the relation that was said with them."""
    for keys, cost in keys_of(known, model, by.specs, metric, time):
        if not by.via or any(step.relation == by.via for key in keys for step in key.path):
            yield keys, cost


def keys_of(known: Catalogue, model: str, specs: tuple[tuple[str, str], ...], metric: str, time: str) -> Iterator[tuple[tuple[Key, ...], int]]:
    """What members of a model are grouped by, in every way that the words may mean, with its cost."""
    if not specs:
        yield (), 0
        return
    for key, cost in _key(known, model, *specs[0], metric, time):
        for keys, more in keys_of(known, model, specs[1:], metric, time):
            yield (key, *keys), cost + more


def _key(known: Catalogue, model: str, kind: str, target: str, metric: str, time: str) -> Iterator[tuple[Key, int]]:
    whose = whose_paths(known, metric) if metric else ()
    if kind == "bucket":
        name = (known.metrics[metric].period if metric else None) or known.models[model].period
        dated = time or (f"{model}.{name}" if name else "")
        if dated:
            yield Key(field=dated, bucket=target), 0  # type: ignore[arg-type]
        return
    if kind == "relation":
        yield from _relation_key(known, model, known.relation(target), whose)
        return
    end = target if kind == "model" else target.partition(".")[0]
    field = _shared_name(known, end) if kind == "model" else target
    direct = [path for path in whose if path[-1].to == end]
    if direct:
        yield Key(direct[0], field), 0
        return
    for path, cost in ways_between(known, model, end, target if kind == "field" else ""):
        if path or field:
            yield Key(path, field), cost + bool(path and field)


def _relation_key(known: Catalogue, model: str, relation: Relation, whose: tuple[Path, ...]) -> Iterator[tuple[Key, int]]:
    closures = [path for path in whose if known.relation(path[-1].relation).closure and known.relation(path[-1].relation).fk == relation.fk]
    if closures:                        # "headcount cost per manager" is of all whom the manager leads, as it is of one manager
        yield Key(closures[0]), 0
        return
    for path, cost in ways_between(known, model, relation.model):
        yield Key((*path, Step(relation.id, relation.to)), _shared_name(known, relation.to)), cost + bool(path)


def _shared_name(known: Catalogue, model: str) -> str | None:
    """The field by which several are one to people: the stage "Phone Screen" of any job."""
    return f"{model}.{known.models[model].name[0]}" if known.models[model].shared_names else None
