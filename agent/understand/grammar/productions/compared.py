"""Rules for numbers: fields compared, sizes, and how many of something are had or lacked."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Groups, Has, Is, Link, Measure, Named, Node, Not, Op, Quantity, Set, Step, Tally, Where
from agent.understand.grammar.items import COMPARABLE, Ask, By, Compared, Conditions, Figure, Item, Owning, Word, is_bare
from agent.understand.grammar.numbers import TIMES
from agent.understand.grammar.paths import PEOPLE, between
from agent.understand.grammar.productions.doing import record_of
from agent.understand.grammar.productions.gaps import AUXILIARY, THAT, Gap
from agent.understand.grammar.productions.holding import HAD, HAVING, OWNED, ZERO, is_account, set_inside, ways_to, with_conditions
from agent.understand.grammar.productions.measures import has_hole, of_each
from agent.understand.grammar.productions.tallies import by_members, tally_of

# ---------------------------------------------------------------- numbers


def compared(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"more than 40k", "at least three", "between 5 and 9", "3 or more"."""
    if isinstance(left.value, Word) and left.value.kind == "compare" and isinstance(right.value, Quantity) and not gap.words:
        yield left.grown(Compared(((left.value.target, right.value),)), right, gap.mask)  # type: ignore[arg-type]
    if isinstance(right.value, Word) and right.value.kind == "compare_after" and isinstance(left.value, Quantity) and not gap.words:
        yield left.grown(Compared(((right.value.target, left.value),)), right, gap.mask)  # type: ignore[arg-type]


def ranged(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"between 5" + "and 9 seats"."""
    first = left.value
    if isinstance(first, Compared) and isinstance(right.value, Quantity) and gap.words == ("and",) and first.bounds[0][0] == "between":  # type: ignore[comparison-overlap]
        low = replace(first.bounds[0][1], unit=first.bounds[0][1].unit or right.value.unit)
        yield left.grown(Compared(((">=", low), ("<=", right.value))), right, gap.mask)


def field_compared(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"amount above 150,000", "earns more than 100,000 dollars", "more than 100 employees", "older than 30 days"."""
    for ask, limit in ((left, right), (right, left)):
        if isinstance(ask.value, Ask) and isinstance(limit.value, Compared) and gap.within(AUXILIARY | {"of"}):
            if ask.value.needs == "when" or (ask is right and not _is_unit(known, ask.value, limit.value)):
                continue                                # "with us longer than 5 years" tells no date
            yield from _bounded(known, ask.value.field, limit.value, left, right, gap)


def _is_unit(known: Catalogue, ask: Ask, limit: Compared) -> bool:
    """Does a field's word after a number say what is counted ("more than 500 employees")? "At least 3 overdue" says no days."""
    field = known.field(ask.field)
    counts = field.unit is None and field.kind != "money"       # "more than two unpaid" says no euros either
    return counts or any(quantity.unit is not None for _, quantity in limit.bounds)


def comparative(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"older than 30 days", "larger than 500": the field is the adjective's."""
    if isinstance(left.value, Word) and left.value.kind == "than" and isinstance(right.value, Quantity):
        op: Op = ">" if left.value.detail == "more" else "<"
        yield from _bounded(known, left.value.target, Compared(((op, right.value),)), left, right, gap)


def _bounded(known: Catalogue, field: str, limit: Compared, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    field = COMPARABLE.get(field, field)
    shown = known.field(field)
    if shown.kind not in ("number", "money", "quantity", "date", "datetime") or any(op == "between" for op, _ in limit.bounds):  # type: ignore[comparison-overlap]
        return
    if not all(_fits(shown.kind, quantity) for _, quantity in limit.bounds):
        return
    where = frozenset(Where(field, quantity, op) for op, quantity in limit.bounds)
    yield left.grown(Conditions(shown.model, where), right, gap.mask).saying(f"field:{field}", left.cover | right.cover)


def _fits(kind: str, quantity: Quantity) -> bool:
    """May a field of the kind be held against it? No date against euros, no amount against weeks, and no size against a half."""
    if quantity.unit is None:
        return kind in ("money", "quantity", "number")
    return kind == "money" if quantity.unit.isupper() else quantity.unit in TIMES and kind in ("quantity", "date", "datetime")


def sized(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"deals above 50k": by the model's size, where nothing else was said."""
    found = set_inside(left.value)
    if found is None or not isinstance(right.value, Compared) or not gap.within(THAT | AUXILIARY | {"of", "for", "with"}):
        return
    size = known.models[found[0].model].size
    if size and size in known.models[found[0].model].fields:
        for made in _bounded(known, f"{found[0].model}.{size}", right.value, left, right, gap):
            assert isinstance(made.value, Conditions)
            for each in with_conditions(known, left, right, gap, left, made.value.where, cost=left.cost + right.cost + 1):
                yield each.saying(f"size:{found[0].model}", right.cover)


def in_currency(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"invoices in euros", "USD invoices": those whose amounts are in that currency; of sums it is the unit, see `units.in_unit`."""
    holder, word = (left, right) if isinstance(right.value, Word) else (right, left)
    found = set_inside(holder.value)
    if found is None or not isinstance(word.value, Word) or word.value.kind != "currency" or gap.words != (("in",) if holder is left else ()):
        return
    measures = (holder.value.measure,) if isinstance(holder.value, Figure) else holder.value.measures if isinstance(holder.value, Groups) else ()
    if any(measure.how != "count" for measure in measures):
        return
    for where in currency_of(known, found[0].model, word.value.target):
        for made in with_conditions(known, left, right, gap, holder, frozenset({where})):
            yield made.saying(f"where:{where.field}={where.value}", word.cover)


def currency_of(known: Catalogue, model: str, currency: str) -> Iterator[Where]:
    """The condition that a model's amounts are in a currency; none where they carry none."""
    size = known.models[model].size
    field = known.models[model].fields.get(size) if size else None
    if field is not None and field.currency:
        yield Where(f"{model}.{field.currency}", currency)


# ---------------------------------------------------------------- what is had and lacked


def owning(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"without open tickets", "no invoice", "more than three overdue invoices", "at least one"."""
    if gap.words:
        return
    if isinstance(left.value, Quantity) and left.value.unit is None:       # "two assignees" are exactly so many
        left = replace(left, value=Compared((("=", left.value),))).saying("compare:=", left.cover)
    if isinstance(right.value, Word):
        yield from _owning_related(known, left, right, gap)
    if isinstance(left.value, Word) and left.value.kind == "lack" and isinstance(right.value, Set | Named):
        yield left.grown(Owning(right.value, "=", ZERO), right, gap.mask)
    if isinstance(left.value, Compared) and len(left.value.bounds) == 1 and isinstance(right.value, Set):
        op, quantity = left.value.bounds[0]
        if quantity.unit is None and op != "between":  # type: ignore[comparison-overlap]
            yield left.grown(Owning(right.value, op, quantity), right, gap.mask)


def _owning_related(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"at least five direct reports", "no direct reports"."""
    assert isinstance(right.value, Word)
    node = of_each(known, right.value)
    if node is None:
        return
    made = right.saying(f"model:{node.model}", right.cover)
    if isinstance(left.value, Word) and left.value.kind == "lack":
        yield left.grown(Owning(node, "=", ZERO), made, gap.mask).saying("number:0", left.cover)
    elif isinstance(left.value, Compared) and len(left.value.bounds) == 1:
        op, quantity = left.value.bounds[0]
        if quantity.unit is None and op != "between":  # type: ignore[comparison-overlap]
            yield left.grown(Owning(node, op, quantity), made, gap.mask)


def _is_event(known: Catalogue, condition: Condition) -> bool:
    """Did it happen at some time? Whether a mere state ever held, nobody knows."""
    return isinstance(condition, Is) and (known.predicate(condition.predicate).time is not None or known.predicate(condition.predicate).ever)


def having(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"accounts without an open deal", "people who have more than three tickets"."""
    found = set_inside(left.value)
    if found is None or not isinstance(right.value, Owning) or not without_and(gap).within(HAVING):
        return
    if isinstance(left.value, Groups):
        return                          # "per department" + "that has more than five people": of those departments
    record = record_of(known, left)
    told = [record[1](made) for made in having(known, record[0], right, gap)] if record is not None else []
    yield from told
    limit = right.value
    for condition, cost in had(known, found[0].model, limit) if not told else ():
        for made in with_conditions(known, left, right, gap, left, frozenset({condition}), cost=left.cost + right.cost + cost):
            made = made.saying(HAD, right.cover)
            yield made.saying(OWNED, right.cover) if isinstance(limit.node, Set) and has_hole(limit.node) else made


def without_and(gap: Gap) -> Gap:
    """"… and that have" ties as "that have" does."""
    return Gap(gap.words[1:], gap.mask, gap.stop) if gap.words[:1] == ("and",) and set(gap.words[1:2]) & THAT else gap


def had(known: Catalogue, model: str, limit: Owning) -> Iterator[tuple[Condition, int]]:
    """That a thing of the model has so many of what is owned, in every way that ties the two, with its cost."""
    if isinstance(limit.node, Set) and has_hole(limit.node):
        for tally, cost in tally_of(known, Figure(Measure(limit.node, "count")), model):
            yield Has(tally, limit.op, limit.value), cost
    elif limit.op == "=" and limit.value.number == 0:
        for link, cost in tuple(ways_to(known, model, limit.node)) or _done_by_people(known, model, limit.node):
            yield Not(link), cost
    elif isinstance(limit.node, Set):
        for path, cost in between(known, limit.node.model, model) or by_members(known, limit.node.model, model):
            yield Has(Tally(Measure(limit.node, "count"), path), limit.op, limit.value), cost


def _done_by_people(known: Catalogue, model: str, node: object) -> Iterator[tuple[Link, int]]:
    """"people without an open ticket": what ties the two where they have some."""
    if model != PEOPLE or not isinstance(node, Set) or is_account(node):
        return
    for path, cost in between(known, node.model, model):
        link = _reached(path, node)
        if link is not None:
            yield link, cost


def with_some(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"accounts with open tickets", "which of my accounts have open tickets"."""
    found = set_inside(left.value)
    if found is None or is_bare(right.value) or not gap.words or not without_and(gap).within(HAVING) or not isinstance(right.value, Set):
        return
    if not _HAD_WITH & set(gap.words):
        return                          # "managers who" + "report to me": these are not had, they report
    if _begins_with_not(right):
        return                          # "who have not paid invoices": those they have not paid, or those that are unpaid?
    record = record_of(known, left)
    told = [record[1](made) for made in with_some(known, record[0], right, gap) if isinstance(made.value, Set)] if record is not None else []
    yield from told
    ways = between(known, right.value.model, found[0].model) or by_members(known, right.value.model, found[0].model)
    for path, cost in ways if not told else ():
        link = _reached(path, right.value)
        for made in with_conditions(known, left, right, gap, left, frozenset({link}), cost=left.cost + right.cost + cost) if link else ():
            yield made.saying(HAD, right.cover)


_HAD_WITH = frozenset({"have", "has", "had", "got", "'ve", "with"})


def _begins_with_not(item: Item) -> bool:
    first = item.cover & -item.cover
    return any(element == "not:not" and mask & first for element, mask in item.said)


def _reached(path: tuple[Step, ...], node: Set) -> Link | None:
    """The condition on what a way leads to: that something of the set leads there."""
    source: Node = node
    link: Link | None = None
    for step in path:
        link = Link(step.relation, step.relation != "hub" and step.inverse, source)
        source = Set(step.to, frozenset({link}))
    return link


def a_year(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"earns more than 100,000 dollars" + "a year", "per year": as yearly pay is measured anyway."""
    yearly = right.value in (Word("bucket", "year"), By((("bucket", "year"),)))
    if isinstance(left.value, Conditions) and yearly and not gap.words and left.value.model in {f.partition(".")[0] for f in COMPARABLE.values()}:
        yield left.grown(left.value, right, gap.mask)
