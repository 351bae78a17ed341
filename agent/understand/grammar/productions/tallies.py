"""Rules for what is told of each row: figures for each member, and fields side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Column, Figures, Me, Measure, Named, Path, Set, Step, Table, Tally, Union, parts
from agent.plan.periods import Interval
from agent.understand.grammar.items import Ask, Columns, Each, Figure, Hole, Item, Word, is_bare
from agent.understand.grammar.paths import PEOPLE, between, by_candidate, coerced
from agent.understand.grammar.productions.gaps import AUXILIARY, HOLDS, Gap
from agent.understand.grammar.productions.holding import tells_only_when
from agent.understand.grammar.productions.measures import TOPIC, ways_between, whose_paths, without_hole
from agent.understand.grammar.productions.relations import WHOM

OF_ROWS = "of rows"                     # said of figures that nothing sets apart: they are no questions of their own
_ASKED = frozenset({"which", "what", "who"})


def for_each(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"for each of my managers", "per person in my team", "each project": a row for each member."""
    if not isinstance(left.value, Word) or left.value.kind not in ("per", "each") or not gap.within(frozenset({"of"})):
        return
    if isinstance(right.value, Set | Union) and (not is_bare(right.value) or left.value.kind == "each"):
        yield left.grown(Each(right.value), right, gap.mask, cost=left.cost + right.cost + is_bare(right.value))


def tallied(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"open tickets" + "for each person in the Firmware team", either first; "how many … does each … have"."""
    for figure, rows in ((left, right), (right, left)):
        to_each = {"to"} if figure is left and has_done(figure) else set()
        if not isinstance(rows.value, Each) or not gap.within(HOLDS | {"in", "for", "of", "by", "on"} | to_each):
            continue
        if may_be_done_by_others(known, figure, rows, gap):
            continue
        if isinstance(figure.value, Set) and (_ASKED & set(gap.words) or figure.says(WHOM)):
            continue                    # "for these accounts, which deals are open" wants the deals, not how many
        for columns, cost in columns_of(known, figure.value, rows.value.node.model):
            yield left.grown(Table(rows.value.node, columns), right, gap.mask, complete=True, stranded=True, cost=left.cost + right.cost + cost)


def may_be_done_by_others(known: Catalogue, thing: Item, by: Item, gap: Gap) -> bool:
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
        for path, cost in ways_between(known, row, value.field.partition(".")[0], value.field):
            if not any(step.inverse for step in path):      # of several that are its own, a row has no one value
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
        if figure.metric or not by_candidate(path):
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
    if (not _may_be_column(left.value) and not isinstance(left.value, Columns)) or left.says(TOPIC) or right.value in first or \
            _says_of_what(left, right, gap):
        return                          # "Acme: revenue" + "and open tickets": whose are the tickets? And one figure may be said twice
    if isinstance(right.value, Set):                    # "city and open tickets" of each: how many
        if gap.words and isinstance(left.value, Ask):
            yield left.grown(Columns((left.value, Figure(Measure(right.value, "count")))), right, gap.mask)
    elif gap.words or isinstance(left.value, Columns) or (isinstance(left.value, Figure) and isinstance(right.value, Figure)):
        apart = len({(v.field if isinstance(v, Ask) else v.target).partition(".")[0] for v in (*first, right.value) if isinstance(v, Ask | Word)}) > 1
        made = left.grown(Columns((*first, right.value)), right, gap.mask, cost=left.cost + right.cost + apart)  # type: ignore[arg-type]
        yield made if gap.words or gap.stop else made.saying(OF_ROWS, right.cover)


def _says_of_what(left: Item, right: Item, gap: Gap) -> bool:
    """"All overdue invoices in USD" + "how much do customers owe": the one says of what the other is asked."""
    return not gap.words and right.says("focus:how_much") and not left.says("focus:how_much")


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
