"""Rules for what is said behind a figure by keys, or behind rows: which of them are left out, how many are wanted of them."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Groups, Has, Named, Not, Order, Set, Table, Tally, Union, Where, same_as
from agent.understand.grammar.items import Conditions, Excepted, Item, LeftOut, Owning, Word
from agent.understand.grammar.paths import is_bare, nested
from agent.understand.grammar.productions.gaps import PLACES, Gap
from agent.understand.grammar.productions.holding import ZERO, conditions_on, held, ways_to


def without_any(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"leave out" + "sellers" + "with none", "leave out those without any": of what the rows are; "leave out the people in Lisbon"."""
    word, other = left.value, right.value
    if gap.words or not isinstance(word, Word):
        return
    if word.kind == "leave_out" and isinstance(other, Set) and is_bare(other):
        yield left.grown(Word("leaving", other.model), right, gap.mask)
    if word.kind == "leave_out" and isinstance(other, Set) and not is_bare(other):
        yield left.grown(Owning(other, "=", ZERO), right, gap.mask).saying("not:not", left.cover)
    if word.kind == "leave_out" and isinstance(other, Word) and other.kind in ("those", "rel"):
        yield left.grown(Word("leaving", known.relation(other.target).to if other.kind == "rel" else ""), right, gap.mask)
    if word.kind == "leaving" and isinstance(other, Word) and other.kind == "with_none":
        yield left.grown(Word("nonzero", word.target), right, gap.mask)


def nonzero(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """A table without the rows that have none; groups are those that occur anyway."""
    goal, word = left.value, right.value
    if not isinstance(word, Word) or word.kind != "nonzero" or gap.words:
        return
    if isinstance(goal, Groups) and word.target in ("", *(_end_of(goal, at) for at in range(len(goal.keys)))):
        yield left.grown(goal, right, gap.mask, complete=True)
    if isinstance(goal, Table) and isinstance(goal.node, Set) and word.target in ("", goal.node.model):
        tallies = [c for c in goal.columns if isinstance(c, Tally)]
        if len(tallies) == 1 and tallies[0].measure.how == "count":
            made = replace(goal, node=_meeting(goal.node, Has(tallies[0], ">", ZERO)))
            shown = left.grown(made, right, gap.mask, complete=True, stranded=left.stranded)
            yield shown.saying("compare:>", right.cover).saying("number:0", right.cover)


def _end_of(goal: Groups, at: int) -> str:
    """The model that a key leads to."""
    path = goal.keys[at].path
    return path[-1].to if path else goal.measures[0].of.model


def _meeting(node: Set, condition: Condition) -> Set:
    return replace(node, where=node.where | {condition})


def counted_out(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"five best" + "owners": so many of what the figures are by; see `cut_off`."""
    word, noun = left.value, right.value
    if not isinstance(word, Word) or word.kind != "top" or not word.detail.isdigit() or gap.words:
        return
    if isinstance(noun, Word) and noun.kind == "rel":
        yield left.grown(Word("cut", known.relation(noun.target).to, word.detail), right, gap.mask)
    elif isinstance(noun, Set) and is_bare(noun):
        yield left.grown(Word("cut", noun.model, word.detail), right, gap.mask)


def cut_off(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"revenue by account owner" + "top 5", + "five best owners": only the first groups."""
    goal, word = left.value, right.value
    if not isinstance(goal, Groups) or not isinstance(word, Word) or not word.detail.isdigit() or gap.words or len(goal.keys) != 1:
        return
    fits = word.kind == "top" or (word.kind == "cut" and word.target == _end_of(goal, 0))
    if fits and (goal.order is None or (goal.order.descending and goal.order.first is None)):
        made = replace(goal, order=Order(goal.measures[0], True, int(word.detail)))
        yield left.grown(made, right, gap.mask, complete=True)


def excepting(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"except Workplace IT", "all projects" + "except Workplace IT"."""
    word, other = left.value, right.value
    if isinstance(word, Word) and word.kind == "except" and isinstance(other, Named | Union) and not gap.words:
        yield left.grown(Excepted(other), right, gap.mask).saying("not:not", left.cover)
    if isinstance(word, Set) and is_bare(word) and left.is_whole and isinstance(other, Excepted) and other.node.model == word.model and not gap.words:
        yield right.grown(other, left, gap.mask)


def all_but(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets per project" + "except Workplace IT", "my reports" + "except Ben": of the rows or groups, all but those."""
    if not isinstance(right.value, Excepted):
        return
    value, node = left.value, right.value.node
    if gap.words:
        yield from _in_all_but(known, left, right, gap)
        return
    if isinstance(value, Set) and value.model == node.model and not is_bare(value) and not value.newest and value.ranked is None:
        yield left.grown(_meeting(value, Not(same_as(node))), right, gap.mask, time=left.time)
    elif isinstance(value, Table) and isinstance(value.node, Set) and value.node.model == node.model:
        yield left.grown(replace(value, node=_meeting(value.node, Not(same_as(node)))), right, gap.mask, complete=True)
    elif isinstance(value, Groups) and len(value.keys) == 1 and _end_of(value, 0) == node.model:
        yield from _groups_but(left, right, gap, value, right.value)


def _in_all_but(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"tickets in" + "any project but Seawall": those that are in one, and not in that."""
    value = left.value
    if not isinstance(value, Set) or not isinstance(right.value, Excepted) or not right.says("whole") or len(gap.words) != 1:
        return
    for link, cost in ways_to(known, value.model, right.value.node, gap.words[0]):
        if gap.words[0] in PLACES and link.relation.startswith(f"{value.model}."):
            made = _meeting(_meeting(value, Not(link)), Where(link.relation, op="filled"))
            grown = left.grown(made, right, gap.mask, cost=left.cost + right.cost + cost, time=left.time)
            yield grown.saying(f"where:{link.relation}=None", right.cover)


def _groups_but(left: Item, right: Item, gap: Gap, goal: Groups, but: Excepted) -> Iterator[Item]:
    measure = goal.measures[0]
    if goal.keys[0].path and isinstance(measure.of, Set) and len(goal.measures) == 1 and goal.order is None:
        made = replace(measure, of=_meeting(measure.of, Not(nested(goal.keys[0].path, but.node))))
        yield left.grown(replace(goal, measures=(made,)), right, gap.mask, complete=True)


# ---------------------------------------------------------------- of whom something is said


def such_ones(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"remote" + "ones"."""
    if isinstance(left.value, Conditions) and isinstance(right.value, Word) and right.value.kind == "ones" and not gap.words:
        yield left.grown(left.value, right, gap.mask).saying("ones", right.cover)


def leaving_out(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"leave out" + "the remote ones", "without" + "the remote ones", "excluding" + "the closed tickets", "leave out those" + "in Lisbon"."""
    word, those = left.value, right.value
    if not isinstance(word, Word) or gap.words:
        return
    if isinstance(those, Conditions) and those.unit is None and word.kind in _LEAVING[right.says("ones")]:
        yield left.grown(LeftOut(those), right, gap.mask).saying("not:not", left.cover)
    if isinstance(those, Set) and not is_bare(those) and not those.newest and those.ranked is None and word.kind in ("leave_out", "except"):
        limit = Conditions(those.model, those.links | those.where)
        yield left.grown(LeftOut(limit), right, gap.mask).saying("not:not", left.cover)


_LEAVING = {True: ("leave_out", "except", "lack"), False: ("leaving",)}


def but_such(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"headcount per city" + "leave out the remote people", "open bugs" + "except the Sev2 ones": all for which that does not hold."""
    if not isinstance(right.value, LeftOut) or gap.words or len(right.value.limit.where) != 1:
        return
    value = left.value
    found = (value.node, lambda node: replace(value, node=node)) if isinstance(value, Table) and isinstance(value.node, Set) else held(value)
    if found is None or (is_bare(found[0]) and isinstance(value, Set)):
        return
    node, rebuilt = found
    for conditions, cost in conditions_on(known, node.model, right.value.limit):
        where = node.where | {Not(c) for c in conditions}
        made = left.grown(rebuilt(replace(node, where=where)), right, gap.mask, cost=left.cost + right.cost + cost, time=left.time)
        yield replace(made, complete=left.complete)
