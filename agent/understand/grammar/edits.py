"""Follow-ups as edits of the last question: "and in London?", "only the open ones", "who are they?", "in hours".

An edit changes one thing of the last goal by its type and leaves the rest; what the fragment cannot be fitted to gives no goal.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Figures, Goal, Groups, Is, Link, Me, Measure, Named, Names, Order, Quantity, Set, Show, Where, nodes
from agent.plan.goal_parts import all_of, replace_part, targets
from agent.plan.periods import Interval
from agent.question.asked_of_rows import extend_last_table, listed_rows
from agent.understand.grammar.back import figure_told, person, subject
from agent.understand.grammar.items import Ask, By, Columns, Conditions, Figure, Item, Shown, Topped, Wanted, WantedField, Word, is_bare
from agent.understand.grammar.paths import MY_TEAM, UNITS
from agent.understand.grammar.productions.compared import currency_of
from agent.understand.grammar.productions.groups import keys_of
from agent.understand.grammar.productions.holding import conditions_on, ways_to
from agent.understand.grammar.productions.limits import tested, without_period
from agent.understand.grammar.productions.tallies import columns_of
from agent.understand.grammar.productions.times import is_during
from agent.understand.grammar.whole import in_unit


def edited(known: Catalogue, last: Goal, item: Item, *, only: bool = False, beside: bool = False) -> Iterator[Goal]:
    """The last goal with one thing changed to what the fragment says; `only`: that restricts what was asked; `beside`: it is told with it."""
    value = item.value
    if isinstance(value, Word) and value.kind in ("unit", "currency"):
        yield from _in_currency(known, last, value.target) if only and value.kind == "currency" else _in_unit(known, last, value.target)
        return
    if isinstance(value, Set):
        value = _of_figure(known, last, value) if item.says(f"size:{value.model}") else value
        is_same, is_back = value.model == getattr(subject(last), "model", ""), item.says("back")
        is_tied = is_back and not {subject(last), person(known, last)}.isdisjoint({*nodes(value)} - {value})     # who reports to her is not she
        if is_tied and beside and listed_rows(known, last) is not None:
            yield extend_last_table(known, Names(value, known.models[value.model].label), last)
        elif not is_bare(value) and not is_tied and (is_same or (not is_back and (value.links or MY_TEAM in value.where))):
            yield from _with_set(known, last, value)        # not "of all customers"
        return
    edit = next((edit for kinds, edit in _EDITS if isinstance(value, kinds)), None)
    if edit is not None:
        yield from edit(known, last, value)


def _of_figure(known: Catalogue, last: Goal, node: Set) -> Set:
    """"Only those over 10,000" after a total balance: their balance, whatever else is called their size."""
    figure, size = figure_told(known, last), f"{node.model}.{known.models[node.model].size}"
    if figure is None or figure.field is None or figure.of.model != node.model:
        return node
    return replace(node, where=frozenset(replace(c, field=figure.field) if isinstance(c, Where) and c.field == size else c for c in node.where))


def _with_period(known: Catalogue, last: Goal, period: Interval) -> Iterator[Goal]:
    """"and for last year?": another period in place of the one that was meant, or one where there was none."""
    known_periods = list(dict.fromkeys(all_of(last, Interval)))
    if len(known_periods) == 1:
        yield replace_part(last, known_periods[0], period)
    elif not known_periods:
        for node in targets(last):
            field = known.models[node.model].period
            named = [c for c in node.where if isinstance(c, Is) and (known.predicate(c.predicate).time or is_during(known, c))]
            if len(named) == 1:
                yield replace_part(last, node, replace(node, where=(node.where - {named[0]}) | {replace(named[0], period=period)}))
            elif field:
                yield replace_part(last, node, replace(node, where=node.where | {Where(f"{node.model}.{field}", period, "in")}))
            return


def _with_conditions(known: Catalogue, last: Goal, limit: Conditions) -> Iterator[Goal]:
    """"and in Berlin?", "only the open ones", "and for P1?": in place of a condition on the same field, else one more."""
    if limit.unit is not None:
        return
    same = [(s, c) for s in all_of(last, Set) for c in s.where for new in limit.where if _alike(known, c, new)]
    if len(same) == 1 and len(limit.where) == 1:
        node, old = same[0]
        yield replace_part(last, node, replace(node, where=(node.where - {old}) | {_at_the_time_of(known, old, new) for new in limit.where}))
        return
    for node in targets(last):
        for conditions, _ in conditions_on(known, node.model, limit):
            links = frozenset(c for c in conditions if isinstance(c, Link))
            yield replace_part(last, node, replace(node, links=_with_links(known, node.links, links), where=node.where | (conditions - links)))


def _with_links(known: Catalogue, held: frozenset[Link], new: frozenset[Link]) -> frozenset[Link]:
    """Links with others put in: one that leads the same way restricts what is there ("my team's leave", "only Porto"), or takes its place."""
    made = {k: k for k in held}
    for link in sorted(new, key=repr):
        there = next((k for k in made if _same_way(k, link)), None)
        made[there or link] = _within(known, made[there], link) if there is not None else link
    return frozenset(made.values())


def _within(known: Catalogue, old: Link, new: Link) -> Link:
    """The new link over the same way; where the old one led to a set, what is said of something else there stays said."""
    one, other = old.source, new.source
    if not isinstance(one, Set) or not isinstance(other, Set) or one.newest or one.ranked is not None:
        return new
    kept = frozenset(c for c in one.where if not any(_alike(known, c, more) for more in other.where))
    return replace(new, source=replace(one, links=_with_links(known, one.links, other.links), where=kept | other.where))


def _at_the_time_of(known: Catalogue, old: Condition, new: Condition) -> Condition:
    """"How many were won this year?", "and lost?": this year as well."""
    if isinstance(old, Is) and isinstance(new, Is) and old.period is not None and new.period is None and known.predicate(new.predicate).time:
        return replace(new, period=old.period)
    return new


def _alike(known: Catalogue, one: Condition, other: Condition) -> bool:
    """Do two conditions look at the same field for its value? Then one takes the place of the other."""
    plain = without_period(one)
    return tested(known, plain) == tested(known, without_period(other)) != ""


def _same_way(one: Link, other: Link) -> bool:
    """Do two links lead over the same relations to the same kind of thing? "And my manager's?" is in the place of one's own."""
    return (one.relation, one.to_source, one.source.model) == (other.relation, other.to_source, other.source.model)


def _with_thing(known: Catalogue, last: Goal, thing: Named | Me) -> Iterator[Goal]:
    """"what about Victor Salazar", "and Field Service": in place of a thing of its kind, else one more condition."""
    if (moved := _to_another_unit(known, last, thing)) is not None:
        yield from moved
        return
    same = [n for n in dict.fromkeys([*all_of(last, Named), *all_of(last, Me)]) if n.model == thing.model]
    if len(same) == 1:
        yield replace_part(last, same[0], thing)
        return
    if same:
        return
    for node in targets(last):
        for link, _ in ways_to(known, node.model, thing):
            kept = frozenset(k for k in node.links if not _same_way(k, link))
            yield replace_part(last, node, replace(node, links=kept | {link}))


def _to_another_unit(known: Catalogue, last: Goal, thing: Named | Me) -> list[Goal] | None:
    """"And in Finance?" after a team: the department in its place, for hardly anybody asks who is in both. None where this is no such thing."""
    held = [(s, k) for s in all_of(last, Set) for k in s.links if isinstance(k.source, Named) and k.source.model in UNITS and k.relation != "hub"]
    if thing.model not in UNITS or len(held) != 1 or held[0][1].source.model == thing.model:
        return None
    node, old = held[0]
    return [replace_part(last, node, replace(node, links=(node.links - {old}) | {link})) for link, _ in ways_to(known, node.model, thing)]


def _with_set(known: Catalogue, last: Goal, node: Set) -> Iterator[Goal]:
    """"only the open deals": a set of the same model restricts; of another one it is what the last one is tied to."""
    for target in targets(last):
        if target.model == node.model:
            told = {tested(known, without_period(c)) for c in target.where} - {""}
            if not any(tested(known, without_period(c)) in told for c in node.where - target.where):
                yield replace_part(last, target, replace(target, links=target.links | node.links, where=target.where | node.where))
        else:
            for link, _ in ways_to(known, target.model, node):
                yield replace_part(last, target, replace(target, links=_with_links(known, target.links, frozenset({link}))))


def _grouped(known: Catalogue, last: Goal, by: By) -> Iterator[Goal]:
    """"split that by region": the figure of before, or the count of what was listed."""
    measure, node = figure_told(known, last), subject(last)
    if measure is None and isinstance(node, Set):
        measure = Measure(node, "count")
    if measure is None or not isinstance(measure.of, Set) or measure.of.ranked is not None:
        return
    ways = list(keys_of(known, measure.of.model, by.specs, "", ""))
    cheapest = min((cost for _, cost in ways), default=0)
    yield from (Groups((measure,), keys) for keys, cost in ways if cost == cheapest)


def _with_word(known: Catalogue, last: Goal, value: object) -> Iterator[Goal]:
    if isinstance(value, Word) and value.kind == "top" and value.detail.isdigit():
        yield from (replace_part(last, o, replace(o, first=int(value.detail))) for o in all_of(last, Order)[:1])
        if isinstance(last, Groups) and last.order is None and len(last.measures) == 1:
            yield replace(last, order=Order(last.measures[0], first=int(value.detail)))
    elif isinstance(value, Figure) and isinstance(value.measure.of, Set) and is_bare(value.measure.of):
        node = subject(last)
        if node is not None and node.model == value.measure.of.model:
            yield Figures((replace(value.measure, of=node),))
    elif isinstance(value, Ask) and not value.needs and not value.where and isinstance(last, Show) and value.field.startswith(f"{last.node.model}."):
        yield replace(last, field=value.field, unit=value.unit)
    else:
        yield from _told_too(known, last, value)


def _told_too(known: Catalogue, last: Goal, value: object) -> Iterator[Goal]:
    """"with balance", "and the owner?", "in which department?": told beside each of those that were listed."""
    base = listed_rows(known, last)
    if base is None or isinstance(value, Figure | Topped):
        return
    asked = value if isinstance(value, Columns) else Columns((_asked(value),))
    ways = [(columns, cost) for columns, cost in columns_of(known, asked, base.node.model)
            if not any(step.inverse for column in columns for step in column.path)]     # "the department?" is their own
    cheapest = min((cost for _, cost in ways), default=0)
    yield from (replace(base, columns=tuple(dict.fromkeys((*base.columns, *columns)))) for columns, cost in ways if cost == cheapest)


def _beside(known: Catalogue, last: Goal, shown: Shown) -> Iterator[Goal]:
    """"with their balances": of each of those that were listed."""
    if listed_rows(known, last) is not None and not shown.needs:
        yield extend_last_table(known, shown.goal, last)


def _asked(value: Any) -> Any:
    """What "which department" and "what industry" ask for, as a column of rows."""
    if isinstance(value, Wanted) and value.relation:
        return Word("rel", value.relation)
    return Ask(value.field) if isinstance(value, WantedField) else value


def _in_unit(known: Catalogue, last: Goal, unit: str) -> Iterator[Goal]:
    """"in hours?", "in USD": the same figures in another unit; of what was only counted or named, those in that currency."""
    converted = in_unit(known, last, unit)
    if converted is not None:
        yield converted
    elif not isinstance(last, Show):
        yield from _in_currency(known, last, unit)


def _in_currency(known: Catalogue, last: Goal, currency: str) -> Iterator[Goal]:
    """"only those in euros", "and in pounds?": in place of another currency, where there was one."""
    for node in targets(last):
        for where in currency_of(known, node.model, currency):
            kept = frozenset(c for c in node.where if not _alike(known, c, where))
            yield replace_part(last, node, replace(node, where=kept | {where}))


_EDITS: tuple[tuple[Any, Callable[[Catalogue, Goal, Any], Iterator[Goal]]], ...] = (
    (Interval, _with_period), (Conditions, _with_conditions), (Named | Me, _with_thing),
    (By, _grouped), (Shown, _beside), (Columns | Wanted | WantedField, _told_too), (Word | Figure | Ask | Topped | Quantity, _with_word),
)
