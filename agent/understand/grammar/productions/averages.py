"""Rules for figures over figures: "average number of tickets per person", "how many deals per owner on average"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Groups, Has, Key, Measure, Set, Tally
from agent.understand.grammar.items import Averaged, By, Each, Figure, Item, Word
from agent.understand.grammar.paths import PEOPLE, between, is_bare
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.groups import keys_of
from agent.understand.grammar.productions.holding import ZERO
from agent.understand.grammar.productions.measures import has_hole, without_hole

_HOWS = frozenset({"average", "median", "min", "max"})


def averaged(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average" + "number of open tickets", "average" + "open tickets": still without whose."""
    word, what = left.value, right.value
    if not isinstance(word, Word) or word.kind != "agg" or word.target not in _HOWS or gap.words:
        return
    if isinstance(what, Figure) and what.measure.how == "count" and not what.metric:
        yield left.grown(Averaged(word.target, what.measure), right, gap.mask)
    elif isinstance(what, Set) and right.says(f"plural:{what.model}") and not what.newest and what.ranked is None:
        cost = left.cost + right.cost + 1               # of what has a size, that may be meant as well
        yield left.grown(Averaged(word.target, Measure(what, "count")), right, gap.mask, cost=cost)


def per_each(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average number of open tickets" + "per person": over all of them, those with none too; either may come first."""
    for wanted, by in ((left, right), (right, left)):
        if not isinstance(wanted.value, Averaged) or not isinstance(by.value, By) or by.value.where or by.value.via or gap.words:
            continue
        made = left.grown(wanted.value, right, gap.mask)
        if has_hole(wanted.value.measure.of):
            yield from _over_holders(known, wanted.value, by, made)
        else:
            for keys, cost in keys_of(known, wanted.value.measure.of.model, by.value.specs, "", ""):
                yield from _over(known, wanted.value, keys, by, left.grown(wanted.value, right, gap.mask, cost=left.cost + right.cost + cost))


def in_each(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average number of people" + "in a team"."""
    if gap.words == ("in",) and isinstance(right.value, Set) and is_bare(right.value):
        yield from per_each(known, left, replace(right, value=By((("model", right.value.model),))), Gap((), gap.mask))


def for_those(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"average number of open tickets" + "per person in the Atlas team"."""
    wanted, those = left.value, right.value
    if not isinstance(wanted, Averaged) or not isinstance(those, Each) or not isinstance(those.node, Set) or gap.words or has_hole(wanted.measure.of):
        return
    for path, cost in between(known, wanted.measure.of.model, those.node.model):
        measure = Measure(those.node, wanted.how, each=Tally(wanted.measure, path))  # type: ignore[arg-type]  # one of _HOWS
        yield left.grown(Figure(measure), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def on_average(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"how many tickets per person" + "on average"."""
    for groups, word in ((left, right), (right, left)):
        how = word.value.target if isinstance(word.value, Word) and word.value.kind == "agg" else ""
        goal = groups.value
        if how not in _HOWS or gap.words or not isinstance(goal, Groups) or goal.order is not None or goal.having:
            continue
        measure = goal.measures[0]
        if len(goal.measures) == 1 and measure.how == "count":
            yield from _over(known, Averaged(how, measure), goal.keys, groups, left.grown(goal, right, gap.mask))


def _over(known: Catalogue, wanted: Averaged, keys: tuple[Key, ...], by: Item, made: Item) -> Iterator[Item]:
    """The figure over all things of the kind that a key leads to. Whom a relation's noun calls so ("per assignee") has at least one."""
    path = keys[0].path if len(keys) == 1 and keys[0].field is None and keys[0].bucket is None else ()
    if not path:
        return
    tally = Tally(wanted.measure, path)
    end = known.models[path[-1].to]
    has_some = (not end.words or end.id == PEOPLE) and any(element.startswith("rel:") for element, _ in by.said)
    node = Set(end.id, where=frozenset({Has(tally, ">", ZERO)} if has_some else ()))
    made = replace(made, value=Figure(Measure(node, wanted.how, each=tally)), complete=True)  # type: ignore[arg-type]  # one of _HOWS
    yield made.saying("compare:>", by.cover).saying("number:0", by.cover)


def _over_holders(known: Catalogue, wanted: Averaged, by: Item, made: Item) -> Iterator[Item]:
    """"average number of direct reports" + "per manager": over all who have some, by the relation's own way back."""
    assert isinstance(by.value, By)
    bare, path = without_hole(wanted.measure.of)  # type: ignore[arg-type, misc]  # the caller saw the hole
    kind, target = by.value.specs[0] if len(by.value.specs) == 1 else ("", "")
    turned = known.relation(path[-1].relation)
    is_back = kind == "relation" and known.relation(target).fk == turned.inverse and len(path) == 1
    if is_back:
        tally = Tally(replace(wanted.measure, of=bare), path)
        node = Set(turned.model, where=frozenset({Has(tally, ">", ZERO)}))
        figure = replace(made, value=Figure(Measure(node, wanted.how, each=tally)), complete=True)  # type: ignore[arg-type]  # one of _HOWS
        yield figure.saying("compare:>", by.cover).saying("number:0", by.cover)
