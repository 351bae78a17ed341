"""Rules for orders: superlatives, the top n, who has the most, sorted lists."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.plan.algebra import Column, Groups, Is, Key, Measure, Order, Quantity, Set, Table, Tally
from agent.understand.grammar.items import COMPARABLE, Ask, Columns, Few, Figure, Item, Most, Sorted, Topped, Word, is_bare
from agent.understand.grammar.productions.gaps import AUXILIARY, HOLDS, Gap
from agent.understand.grammar.productions.holding import set_inside
from agent.understand.grammar.productions.measures import ways_between
from agent.understand.grammar.productions.tallies import column_in, columns_of, tally_of

_BY_TIME = frozenset({"late", "early"})


def top(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"top 5 open deals", "the ten biggest customers", "the 3 oldest bugs", "oldest bug"."""
    if gap.words or not isinstance(left.value, Word) or left.value.kind not in ("top", "most"):
        return
    number = left.value.detail.partition(":")[0]
    first = int(number) if number.isdigit() else None
    if isinstance(right.value, Set) and left.value.kind == "most":
        model, _, _ = left.value.target.partition(".")
        several = first is None and right.says(f"plural:{model}")      # "the oldest tickets": how many of them?
        for by in ages(known, right.value, left.value.target) if model == right.value.model and not several else ():
            yield left.grown(Topped(right.value, first or 1, by, _is_descending(left.value)), right, gap.mask).saying(f"most:{by}", left.cover)
    elif isinstance(right.value, Set) and first is None:
        if right.says(f"plural:{right.value.model}") and not left.says("in_time"):      # "top customers" + "by revenue": all, in that order
            yield left.grown(Topped(right.value, None), right, gap.mask)
    elif isinstance(right.value, Set):
        size = known.models[right.value.model].size
        by = f"{right.value.model}.{size}" if size and size in known.models[right.value.model].fields else (f"metric:{size}" if size else "")
        made = left.grown(Topped(right.value, first, by), right, gap.mask, cost=left.cost + right.cost + bool(by and not is_metric(by)))
        yield made.saying(f"size:{right.value.model}", left.cover)


def ages(known: Catalogue, node: Set, by: str) -> Iterator[str]:
    """What "oldest" goes by. Of what is overdue it may be since when it is there, or since when it is due: to be asked."""
    yield by
    model = known.models[node.model]
    overdue = any(isinstance(c, Is) and c.predicate == f"{node.model}.overdue" for c in node.where)
    if overdue and "due_date" in model.fields and by == f"{node.model}.{model.period}" != f"{node.model}.due_date":
        yield f"{node.model}.due_date"


def sized_by(known: Catalogue, model: str, word: Word) -> tuple[str, bool]:
    """By what "biggest" or "oldest" goes of a model, '' where by nothing; and whether much of it comes first."""
    if word.kind == "most":
        return (word.target if word.target.partition(".")[0] == model else ""), _is_descending(word)
    size = known.models[model].size if word.kind == "top" else None
    return (f"{model}.{size}" if size in known.models[model].fields else f"metric:{size}") if size else "", True


def is_metric(by: str) -> bool:
    """Is the size a figure with a name? "Largest" then means that or a field as well: which, is asked."""
    return by.startswith("metric:")


def latest(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"last 3 conversations", "the three most recent joiners": by the time of the thing; what is planned was not the last."""
    if not isinstance(left.value, Word) or left.value.kind != "newest" or not left.value.detail.isdigit() or gap.words:
        return
    found = set_inside(right.value)
    if found is None or not isinstance(right.value, Set):
        return
    model = known.models[found[0].model]
    field = right.time or (f"{model.id}.{model.time or model.period}" if model.time or model.period else "")
    begun = Is(f"{model.id}.past") if model.started and "past" in model.predicates else None
    if field and not (begun is not None and any(isinstance(c, Is) for c in right.value.where)):
        node = replace(right.value, where=right.value.where | {begun}) if begun is not None else right.value
        made = left.grown(Topped(node, int(left.value.detail), field), right, gap.mask)
        yield made.saying(f"most:{field}", left.cover).saying(f"is:{begun.predicate}" if begun is not None else "", left.cover)


def shown_with(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my last 3 conversations" + "subject and date"; "top 5 deals" + "with their owners"; "subject and date of" + "my last 3 conversations"."""
    first, shown = (left, right) if isinstance(left.value, Topped) else (right, left)
    topped = first.value
    if not isinstance(topped, Topped) or not topped.by or topped.by.startswith("metric:") or not isinstance(topped.node, Set):
        return
    if shown is left and (gap.words not in (("of",), ("for",)) or (isinstance(shown.value, Ask) and topped.first == 1)):
        return                              # the age of the oldest ticket is told without a list
    if isinstance(shown.value, Columns | Ask) and (shown is left or (gap.words in ((), ("with",), ("and",)) and not _is_of_next(first, gap))):
        for columns, cost in columns_of(known, shown.value, topped.node.model):
            order = Order(Column(topped.by), topped.descending, topped.first)
            yield left.grown(Table(topped.node, columns, order), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def _is_of_next(topped: Item, gap: Gap) -> bool:
    """"(deals with) the highest" + "age": it is the age that is the highest, whatever else is high."""
    last = 1 << (topped.cover.bit_length() - 1)
    return not gap.words and not gap.stop and any(element.startswith("most:") and mask & last for element, mask in topped.said)


def _is_descending(word: Word) -> bool:
    return not word.detail.endswith("asc")


def _falls(known: Catalogue, word: Word, field: str | None) -> bool | None:
    return falls(known, word.target, field) if word.kind == "direction" else _is_descending(word)


def falls(known: Catalogue, way: str, field: str | None) -> bool | None:
    """Does much of a field come first? "Oldest first" puts early dates first, and high ages; amounts are neither old nor new: None."""
    if way not in _BY_TIME or field is None:
        return way in ("desc", "late")
    held = known.field(field)
    if held.kind in ("date", "datetime"):
        return way == "late"
    return way == "early" if (held.derived or "").startswith("now -") else None


def numbered(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"top" + "5", "the 5" + "most recent", "5" + "oldest": how many are wanted."""
    for word, number in ((left, right), (right, left)):
        if gap.words or not isinstance(word.value, Word) or not (n := _whole(number.value)):
            continue
        said = word.value.detail
        if word.value.kind in ("top", "newest") and not said:
            yield left.grown(replace(word.value, detail=str(n)), right, gap.mask).saying(f"first:{n}", number.cover)
        elif word.value.kind == "most" and word is right and not said[:1].isdigit():
            yield left.grown(replace(word.value, detail=f"{n}:{said}"), right, gap.mask).saying(f"first:{n}", number.cover)


def _whole(value: object) -> int:
    whole = isinstance(value, Quantity) and value.unit is None and value.number == int(value.number)
    return int(value.number) if whole and isinstance(value, Quantity) else 0


def ranked_by(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"top 5 open deals" + "by amount"; "top 10 customers" + "revenue", either first."""
    for topped, by, allowed in ((left, right, AUXILIARY | {"by", "with", "in", "of", "for"}), (right, left, AUXILIARY | {"of", "from", "by", "for"})):
        if isinstance(topped.value, Topped) and isinstance(by.value, Ask | Figure) and gap.within(allowed):
            value = replace(by.value, field=COMPARABLE.get(by.value.field, by.value.field)) if isinstance(by.value, Ask) else by.value
            for columns, cost in columns_of(known, value, topped.value.node.model):
                made = left.grown(ranked(topped.value, columns), right, gap.mask, complete=True, stranded=True, cost=left.cost + right.cost + cost)
                yield made.saying("top:top", left.cover) if topped is left and _is_of_next(left, gap) else made


def ranked(topped: Topped, columns: tuple[Column | Tally, ...]) -> Table | Groups:
    """The first rows by a column. Of all there are, by a figure: those that have any, as groups."""
    first = columns[0]
    if isinstance(first, Tally) and is_bare(topped.node):
        return Groups((first.measure,), (Key(first.path),), Order(first.measure, topped.descending, topped.first))
    return Table(topped.node, columns, Order(first, topped.descending, topped.first))


def most_of(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"the most open tickets"."""
    if isinstance(left.value, Word) and left.value.kind == "superlative" and isinstance(right.value, Set) and not gap.words:
        yield left.grown(Most(right.value, left.value.target == "most"), right, gap.mask)


def who_has_most(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"who in the Navigation team has the most open tickets", "which three people have the most open tickets"."""
    few = left.value if isinstance(left.value, Few) else Few(left.value, 1) if isinstance(left.value, Set) else None
    with_it = isinstance(left.value, Few) and gap.words == ("with",)
    if few is None or not isinstance(right.value, Most) or not (gap.within(HOLDS) or with_it):
        return
    measure = Measure(right.value.node, "count")
    for tally, cost in column_in(known, Figure(measure), few.node.model):
        order = Order(tally, right.value.descending, few.first)
        yield left.grown(Table(few.node, (tally,), order), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def direction(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"sorted by" + "start date"."""
    if isinstance(left.value, Word) and left.value.kind == "sort" and isinstance(right.value, Ask) and not right.value.where:
        yield left.grown(Sorted(right.value.field, left.value.target == "desc"), right, gap.mask)


def turned(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"…, largest first", "longest serving first": which way."""
    word, value = right.value, left.value
    if gap.words or not isinstance(word, Word) or word.kind not in ("direction", "most_first"):
        return
    by = _date_of(known, value) if word.target in _BY_TIME else None
    if by is not None and isinstance(value, Set | Table):
        rows = replace(value if isinstance(value, Table) else Table(value, (by,)), order=Order(by, word.target == "late"))
        yield left.grown(rows, right, gap.mask, complete=True).saying("sort:desc", right.cover).saying("default", right.cover)
    if isinstance(value, Sorted) and (word.kind == "direction" or word.target == value.field):
        descending = _falls(known, word, value.field)
        if descending is not None:
            yield left.grown(replace(value, descending=descending), right, gap.mask).saying("direction", right.cover)
    ordered = value.order if isinstance(value, Table | Groups) and word.kind == "direction" else None
    if ordered is not None and ordered.descending == _falls(known, word, ordered.by.field if isinstance(ordered.by, Column) else None):
        yield left.grown(value, right, gap.mask, complete=True).saying("direction", right.cover)
    if isinstance(value, Topped) and value.by and value.descending == _falls(known, word, None if is_metric(value.by) else value.by):
        yield left.grown(value, right, gap.mask).saying("direction", right.cover)
    if isinstance(value, Groups) and value.order is None and word.kind == "direction":
        made = replace(value, order=Order(value.measures[0], _falls(known, word, None) is True))
        yield left.grown(made, right, gap.mask, complete=True).saying("order", right.cover)


def _date_of(known: Catalogue, value: object) -> Column | None:
    """By what things are new or old: the one date that is told of each, else the time of their kind."""
    if isinstance(value, Set):
        model = known.models[value.model]
        return Column(f"{model.id}.{model.time or model.period}") if model.time or model.period else None
    dates = [c for c in value.columns if isinstance(c, Column) and c.field and known.field(c.field).kind in ("date", "datetime")] \
        if isinstance(value, Table) and value.order is None else []
    return dates[0] if len(dates) == 1 else None


def in_order(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"my team" + "sorted by start date"; "sort" + "my accounts by number of employees"."""
    if not isinstance(left.value, Set) or not isinstance(right.value, Sorted) or gap.words:
        return
    model, _, _ = right.value.field.partition(".")
    for path, cost in ways_between(known, left.value.model, model, right.value.field):
        column = Column(right.value.field, path)
        yield left.grown(Table(left.value, (column,), Order(column, right.value.descending)), right, gap.mask, complete=True,
                         cost=left.cost + right.cost + cost)


def whole_order(known: Catalogue, item: Item) -> Table | None:
    """What an order asks for when it is the whole question: "the 3 oldest bugs", by its own field or the model's size."""
    value = item.value
    if not isinstance(value, Topped) or not value.by:
        return None
    by = by_of(known, value)
    return Table(value.node, (by,), Order(by, value.descending, value.first)) if by is not None else None


def by_of(known: Catalogue, topped: Topped) -> Column | Tally | None:
    """What an order goes by: a field of the rows, or the figure that is their size."""
    if not topped.by.startswith("metric:"):
        return Column(topped.by)
    metric = topped.by.removeprefix("metric:")
    found = next(tally_of(known, Figure(metric_measure(known, metric), metric), topped.node.model), None)
    return found[0] if found else None


def sorting(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"sort my accounts (by …)", "rank the sellers (by …)"."""
    if isinstance(left.value, Word) and left.value.kind == "sorting" and isinstance(right.value, Set) and not gap.words:
        made = left.grown(Topped(right.value, None, "", left.value.target == "desc"), right, gap.mask)
        yield made.saying(f"sort:{left.value.target}", left.cover)
