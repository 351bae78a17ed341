"""Rules for figures by keys, and for rows with a figure each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue, Field, Relation
from agent.periods import Interval
from agent.plan import Column, Either, Figures, Groups, Key, Me, Measure, Named, Path, Set, Step, Table, Tally, Union, parts
from agent.rules.grammar.gaps import AUXILIARY, HOLDS, Gap
from agent.rules.grammar.holding import excluded, flat, is_one_value, tells_only_when, tested
from agent.rules.grammar.lookup import WHOM
from agent.rules.grammar.measures import TOPIC, has_hole, ways_between, whose_paths, without_hole
from agent.rules.grammar.times import is_dated_by
from agent.rules.items import COMPARABLE, Ask, By, Columns, Conditions, Each, Figure, Hole, Item, Shown, Word
from agent.rules.paths import PEOPLE, between, coerced, is_bare

COUNTED = "counted"                     # said of keys: "how many" stands before them
OF_ROWS = "of rows"                     # said of figures that nothing sets apart: they are no questions of their own
_SCALES = frozenset({"number", "money", "quantity", "date", "datetime"})

# ---------------------------------------------------------------- groups


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


def counted_by(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(open deals:) how many" + "per stage", "the count" + "for every source": what groups come to anyway."""
    word = left.value
    if not isinstance(word, Word) or word.kind != "count" or gap.words:
        return
    if isinstance(right.value, Each) or (isinstance(right.value, By) and not right.value.where):
        yield right.grown(right.value, left, gap.mask).saying("count:count", left.cover).saying(COUNTED, left.cover)


def grouped_behind(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open deals of my team" + ": how many per stage"; "open leads by source" + ". The count for every source"."""
    by, value = right.value, left.value
    if not isinstance(by, By) or not right.says(COUNTED) or not gap.stop or not gap.within(frozenset({"and"})):
        return
    if isinstance(value, Set):
        yield from grouped(known, left, right, Gap((), gap.mask))
    elif isinstance(value, Groups) and value.measures[0].how == "count":
        again = any(keys == value.keys for keys, _ in keys_by(known, value.measures[0].of.model, by))
        if again:
            yield left.grown(value, right, gap.mask, complete=True).saying("restated", right.cover)


def amount_by(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"amount of the deals won this year" + "per owner": their sum in each."""
    goal = left.value.goal if isinstance(left.value, Shown) and not left.value.needs else None
    if goal is None or not isinstance(goal.node, Set) or not isinstance(right.value, By) or gap.words:
        return
    if goal.node.newest or goal.node.ranked is not None:
        return
    field = known.field(goal.field)
    if field.kind == "money" and field.model == goal.node.model and field.id not in COMPARABLE and not known.models[field.model].derived:
        total = replace(left, value=Figure(Measure(goal.node, "sum", field.id, unit=goal.unit)))
        for made in grouped(known, total, right, gap):
            yield replace(made, cost=made.cost + 1).saying("agg:sum", right.cover)


def over(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"per team" + "of the assignees": whose team."""
    by, word = left.value, right.value
    if isinstance(by, By) and not by.via and isinstance(word, Word) and word.kind == "rel" and gap.words == ("of",):
        yield left.grown(replace(by, via=word.target), right, gap.mask)


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
        if _may_be_done_by_others(known, thing, by, gap):
            continue
        measure = thing.value.measure if isinstance(thing.value, Figure) else _plain_count(known, thing.value, by.value)
        if measure is None or not isinstance(measure.of, Set) or has_hole(measure.of):
            continue
        metric = thing.value.metric if isinstance(thing.value, Figure) else ""
        if len(by.value.where) == 1 or excluded(known, measure.of.where, by.value.where) or is_dated_by(known, measure.of, by.value):
            continue                    # one value is no grouping, nor is the date by which a period goes
        if by.value.where:
            measure = replace(measure, of=replace(measure.of, where=measure.of.where | {Either(by.value.where)}))
        for keys, cost in keys_by(known, measure.of.model, by.value, metric, thing.time):
            goal = Groups((measure,), keys)
            yield left.grown(goal, right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def of_each_kind(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"department sizes", "team headcounts": the figure of each."""
    spec = _spec(left.value)
    if gap.words or gap.stop or spec is None or spec[0] == "bucket" or not right.says("plural") or not isinstance(right.value, Figure):
        return
    by = replace(left, value=By((spec,)))
    yield from grouped(known, right, by, Gap((), gap.mask))


def scale_of(known: Catalogue, by: By) -> Field | None:
    """The one field with figures or days that is said, by which a list goes from one end to the other; None for other keys."""
    field = known.field(by.specs[0][1]) if len(by.specs) == 1 and by.specs[0][0] == "field" else None
    return field if field is not None and field.kind in _SCALES else None


def _plain_count(known: Catalogue, value: object, by: By) -> Measure | None:
    """"open leads by source": a set that is grouped is counted; not "deals by amount", see `orders.by_scale`."""
    if not isinstance(value, Set) or value.newest or value.ranked is not None:
        return None                         # "last meeting per account": the last of each
    return Measure(value, "count") if scale_of(known, by) is None else None


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
    for path, cost in ways_between(known, model, end):
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


# ---------------------------------------------------------------- a figure for each

_ASKED = frozenset({"which", "what", "who"})


def for_each(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"for each of my managers", "per person in my team", "each project": a row for each member."""
    if not isinstance(left.value, Word) or left.value.kind not in ("per", "each") or not gap.within(frozenset({"of"})):
        return
    if isinstance(right.value, Set | Union) and (not is_bare(right.value) or left.value.kind == "each"):
        yield left.grown(Each(right.value), right, gap.mask, cost=left.cost + right.cost + is_bare(right.value))


def for_those(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"For my team in Bangalore, …": rows that figures or columns follow."""
    if isinstance(left.value, Word) and left.value.kind == "for" and isinstance(right.value, Set) and not is_bare(right.value) and not gap.words:
        yield left.grown(Each(right.value), right, gap.mask, cost=left.cost + right.cost + 1)


def per_same(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"per person" + "for everybody in Rigging": said twice."""
    if isinstance(left.value, By) and isinstance(right.value, Each) and left.value.specs == (("model", right.value.node.model),) and not gap.words:
        yield right.grown(right.value, left, gap.mask)


def tallied(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open tickets" + "for each person in the Firmware team", either first; "how many … does each … have"."""
    for figure, rows in ((left, right), (right, left)):
        to_each = {"to"} if figure is left and has_done(figure) else set()
        if not isinstance(rows.value, Each) or not gap.within(HOLDS | {"in", "for", "of", "by", "on"} | to_each):
            continue
        if _may_be_done_by_others(known, figure, rows, gap):
            continue
        if isinstance(figure.value, Set) and (_ASKED & set(gap.words) or figure.says(WHOM)):
            continue                    # "for these accounts, which deals are open" wants the deals, not how many
        for columns, cost in columns_of(known, figure.value, rows.value.node.model):
            yield left.grown(Table(rows.value.node, columns), right, gap.mask, complete=True, stranded=True, cost=left.cost + right.cost + cost)


def _may_be_done_by_others(known: Catalogue, thing: Item, by: Item, gap: Gap) -> bool:
    """"Created" + "by each seller": whose they are need not have created them."""
    is_by = by.says("by each") or gap.words[-1:] == ("by",)
    return is_by and not has_done(thing) and any(tells_only_when(known, element) for element, _ in thing.said)


def has_done(item: Item) -> bool:
    """"tickets assigned" (to each), "reported" (by each)."""
    return any(element.startswith("done:") for element, _ in item.said)


def columns_of(known: Catalogue, value: object, row: str) -> Iterator[tuple[tuple[Column | Tally, ...], int]]:
    """What is shown of each row: figures for it, fields of it."""
    if isinstance(value, Columns):
        yield from _product(known, value.of, row)
    elif isinstance(value, Figure | Ask):
        yield from (((column,), cost) for column, cost in column_in(known, value, row))
    elif isinstance(value, Set) and not is_bare(value):
        yield from (((column,), cost) for column, cost in column_in(known, Figure(Measure(value, "count")), row))


def _product(known: Catalogue, of: tuple[object, ...], row: str) -> Iterator[tuple[tuple[Column | Tally, ...], int]]:
    if not of:
        yield (), 0
        return
    for column, cost in column_in(known, of[0], row):
        for columns, more in _product(known, of[1:], row):
            yield (column, *columns), cost + more


def column_in(known: Catalogue, value: object, row: str) -> Iterator[tuple[Column | Tally, int]]:
    """A figure, relation or field as a column of rows of a model, in every way that it may belong to one, with its cost."""
    if isinstance(value, Figure):
        yield from (found for found in tally_of(known, value, row) if not _is_of_one(known, found[0]))
    elif isinstance(value, Word) and value.kind == "rel":
        relation = known.relation(value.target)
        for path, cost in ways_between(known, row, relation.model):
            yield Column(None, (*path, Step(relation.id, relation.to))), cost
    elif isinstance(value, Ask) and not value.needs and not value.where:
        for path, cost in ways_between(known, row, value.field.partition(".")[0]):
            yield Column(value.field, path, value.unit), cost


def _is_of_one(known: Catalogue, tally: Tally) -> bool:
    """Does each row know the one thing that would be counted, or is that itself? "Accounts by won deals" are not counted for each deal."""
    back = (s.relation == "hub" or (s.inverse and not known.relation(s.relation).many) for s in tally.path)
    return tally.measure.how == "count" and bool(tally.path) and all(back)


def tally_of(known: Catalogue, figure: Figure, row: str) -> Iterator[tuple[Tally, int]]:
    """A figure for each row of a model, in every way that it may belong to one, with its cost."""
    measure = figure.measure
    of = measure.of
    found = without_hole(of) if isinstance(of, Set) else None
    if found is not None:
        bare, path = found
        reached = path[-1].to if path else ""
        if reached == row:
            yield Tally(replace(measure, of=bare), path), 0
        elif coerced(known, Set(reached), row) is not None:
            yield Tally(replace(measure, of=bare), (*path, Step("hub", row))), 0
        return
    for way in whose_paths(known, figure.metric) if figure.metric else ():
        if way[-1].to == row:
            elsewhere = of.model.partition("/")[0] != row.partition("/")[0]      # what the app of the figure calls it comes first
            yield Tally(measure, way), 2 if elsewhere else 0
            return
    for path, cost in between(known, of.model, row) or by_members(known, of.model, row):
        yield Tally(measure, path), cost


def by_members(known: Catalogue, start: str, end: str) -> Iterator[tuple[Path, int]]:
    """The ways by which things are those of a team or a department: through the people in it whose they are."""
    within = [r for r in known.models[PEOPLE].relations.values() if r.default and r.fk and r.to == end and known.models[end].size == "headcount"]
    for relation in within:
        for path, cost in between(known, start, PEOPLE):
            yield (*path, Step(relation.id, end)), cost + 1


def enumerated(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets assigned, and rounds of interview", "work city and number of open tickets each"."""
    verbs = left.says("each") and set(gap.words[:1]) <= {"have", "has", "had"}
    joins = gap.words[1:] if verbs else gap.words       # "does each have, and how many"
    if isinstance(right.value, Columns):
        rest = right.value.of
        if not gap.words and _may_be_column(left.value) and isinstance(left.value, Ask | Word) and all(isinstance(each, Ask | Word) for each in rest):
            yield left.grown(Columns((left.value, *rest)), right, gap.mask)       # "priority, status and due date"
        return
    if joins not in (("and",), ()) or not _may_be_column(right.value):
        return
    first = left.value.of if isinstance(left.value, Columns) else (left.value,)
    if (not _may_be_column(left.value) and not isinstance(left.value, Columns)) or left.says(TOPIC) or right.value in first:
        return                          # "Acme: revenue" + "and open tickets": whose are the tickets? And one figure may be said twice
    if isinstance(right.value, Set):                    # "city and open tickets" of each: how many
        if gap.words and isinstance(left.value, Ask):
            yield left.grown(Columns((left.value, Figure(Measure(right.value, "count")))), right, gap.mask)
    elif gap.words or isinstance(left.value, Columns) or (isinstance(left.value, Figure) and isinstance(right.value, Figure)):
        made = left.grown(Columns((*first, right.value)), right, gap.mask)  # type: ignore[arg-type]
        yield made if gap.words or gap.stop else made.saying(OF_ROWS, right.cover)


def figures_of(item: Item) -> Figures | None:
    """"number of open tickets and number of open deals", where no rows are said: single figures side by side, all said of the same."""
    columns = item.value
    if not isinstance(columns, Columns) or item.says(OF_ROWS):
        return None
    figures = [each.measure for each in columns.of if isinstance(each, Figure) and not each.each]
    told = all(m.how == "count" or not is_bare(m.of) for m in figures)      # "average amount": of what?
    return Figures(tuple(figures)) if told and len(figures) == len(columns.of) and _are_alike(figures) else None


def _are_alike(figures: Sequence[Measure]) -> bool:
    """Are all said of the same? In "how many tickets and how many deals does Ana own" what is said of the last may be meant of each."""
    scopes = {frozenset(p for p in parts(m) if isinstance(p, Named | Me | Interval)) for m in figures}
    return len(scopes) == 1 and len({is_bare(m.of) for m in figures}) == 1


def _may_be_column(value: object) -> bool:
    if isinstance(value, Ask):
        return not value.needs and not value.where
    named = isinstance(value, Set) and not is_bare(value) and not value.newest and value.ranked is None
    return named or isinstance(value, Figure) or (isinstance(value, Word) and value.kind == "rel")


def each_after(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"number of open tickets each", "how many tickets they each have": for the row."""
    each = isinstance(right.value, Hole) or (isinstance(right.value, Word) and right.value.kind == "each")
    if each and isinstance(left.value, Figure | Columns) and gap.within(AUXILIARY | {"for"}):
        value = replace(left.value, each=True) if isinstance(left.value, Figure) else left.value
        yield left.grown(value, right, gap.mask, stranded=True)
