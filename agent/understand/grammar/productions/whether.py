"""Rules for questions that want a yes or a no: is there any, is this one so, has it got one.

The verb that the question begins with says which of them may follow. Past verbs take only what has a time of its own, for what was
so before is not known: "was Ben a manager?" has no reading.
"""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Either, Exists, Is, Link, Me, Measure, Named, Names, Node, Set, Show, Where, same_as, thing_of
from agent.plan.periods import Interval
from agent.understand.grammar.items import Conditions, Item, Owning, Shown, Tested, Word, typed
from agent.understand.grammar.paths import PEOPLE, coerced, is_bare
from agent.understand.grammar.productions.compared import had
from agent.understand.grammar.productions.gaps import PLACES, Gap
from agent.understand.grammar.productions.holding import conditions_on, ways_to
from agent.understand.grammar.productions.limits import field_of

PAST = frozenset({"was", "did"})
_BEING = frozenset({"is", "are", "am"})
_OWNING = {"has": ((), ("got",)), "does": (("have",), ("have", "got"))}      # what may stand between somebody and what is theirs


# ---------------------------------------------------------------- is there any


def any_there(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"are there" + "overdue tickets", "do we have" + "any open deals over 100k"; "is" + "anyone in my team off", "has" + "anybody left"."""
    node, verb = right.value, _verb(left)
    if not verb or gap.words or not isinstance(node, Set) or is_bare(node) or node.newest or thing_of(node) is not None:
        return
    if verb == "there" or (right.says("any") and (verb not in PAST | {"has"} or is_timed(known, node.where, right.time))):
        yield left.grown(Exists(node), right, gap.mask, complete=True).saying("exists", left.cover)


def _verb(item: Item) -> str:
    return item.value.target if isinstance(item.value, Word) and item.value.kind == "whether" else ""


def is_timed(known: Catalogue, where: frozenset[Condition], time: str) -> bool:
    """Does every condition tell when, or is it something that happened? Of a state nobody knows how it was."""
    return bool(where or time) and all(_happened(known, c, time) for c in where)


def _happened(known: Catalogue, condition: Condition, time: str) -> bool:
    if isinstance(condition, Is):
        predicate = known.predicate(condition.predicate)
        says_more = predicate.computed or any(text != f"{predicate.time} filled" for text in predicate.all)
        return condition.period is not None or predicate.ever or (predicate.time is not None and says_more)
    if isinstance(condition, Where) and isinstance(condition.value, Measure):
        return condition.value.how == "value" and known.field(condition.field).kind in ("date", "datetime")
    return (isinstance(condition, Where) and isinstance(condition.value, Interval)) or bool(time and isinstance(condition, Link))


# ---------------------------------------------------------------- is this one so


def tested(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is Ben Cole", "does Juniper", "am I", "is my manager"."""
    verb = _verb(left)
    if verb and verb != "there" and not gap.words and is_one(known, right.value):
        yield left.grown(Tested(right.value, verb), right, gap.mask).saying("exists", left.cover)  # type: ignore[arg-type]


def is_one(known: Catalogue, value: object) -> bool:
    """A name, the asker, or what either has one of."""
    if isinstance(value, Named | Me):
        return True
    if not isinstance(value, Set) or len(value.links) != 1 or value.where or value.newest or value.ranked is not None:
        return False
    link = next(iter(value.links))
    return not link.to_source and link.relation != "hub" and not known.relation(link.relation).many and is_one(known, link.source)


def based(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is Ben" + "based", before a place: the verb carries nothing of its own."""
    if not isinstance(left.value, Tested) or not isinstance(right.value, Word) or right.value.kind != "place" or gap.words:
        return
    if coerced(known, left.value.node, known.relation(right.value.target).model) is not None:
        yield left.grown(left.value, right, gap.mask).saying("place", right.cover)


def is_so(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is ATL-12" + "overdue", "does Ben" + "report to Ana", "is Ana" + "based in Lisbon", "has INV-77" + "been paid"."""
    test, limit = left.value, right.value
    if not isinstance(test, Tested) or not isinstance(limit, Conditions) or limit.unit is not None:
        return
    if not gap.within(PLACES | ({"been"} if test.verb != "whether" else _BEING)) or (test.verb == "whether") != bool(_BEING & set(gap.words[:1])):
        return
    if test.verb in PAST | {"has"} and not is_timed(known, limit.where, limit.time):
        return
    node = typed(known, test.node, limit.model) or test.node
    for conditions, cost in conditions_on(known, node.model, limit) if node.model in known.models else ():
        if any(isinstance(c, Either) for c in conditions):
            yield from _which_of(known, left, right, gap, node, conditions)
        else:
            yield from _held_to(left, right, gap, node, conditions, cost)


def _which_of(known: Catalogue, left: Item, right: Item, gap: Gap, node: Node, conditions: frozenset[Condition]) -> Iterator[Item]:
    """"is ATL-12" + "open or closed": which of the two, for a yes would not tell. Of what can both be so at once, nothing."""
    field = field_of(known, conditions)
    if field.startswith(f"{node.model}."):
        made = left.grown(Shown(Show(node, field)), right, gap.mask, complete=True, cost=left.cost + right.cost)
        yield made.saying(f"field:{field}", right.cover)


def _held_to(left: Item, right: Item, gap: Gap, node: Node, conditions: frozenset[Condition], cost: int) -> Iterator[Item]:
    """Whether the conditions hold of the one thing."""
    links = frozenset(c for c in conditions if isinstance(c, Link))
    made = Set(node.model, links | {same_as(node)}, conditions - links)
    yield left.grown(Exists(made), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)


def is_in(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is Ben" + "in the Rigging team", "is ATL-12" + "in Lighthouse": a place by its name."""
    test = left.value
    if not isinstance(test, Tested) or test.verb != "is" or not isinstance(right.value, Named) or not gap.words or not gap.within(PLACES):
        return
    for link, cost in ways_to(known, test.node.model, right.value, gap.words[-1]):
        yield from _held_to(left, right, gap, test.node, frozenset({link}), cost)


def _is_being(verb: str, gap: Gap) -> bool:
    """"is Ben" + "a manager", "whether Ben" + "is" + "a manager"."""
    return not gap.words if verb == "is" else verb == "whether" and len(gap.words) == 1 and gap.within(_BEING)


def is_one_of(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is Ben" + "a manager", "is Ben" + "Ana's manager", "is ATL-12" + "an open defect": what kind of thing it is."""
    test, kind = left.value, right.value
    if not isinstance(test, Tested) or not _is_being(test.verb, gap) or not isinstance(kind, Set) or is_bare(kind) or right.is_whole:
        return
    node = typed(known, test.node, kind.model)
    if node is not None and not kind.newest and kind.ranked is None and thing_of(kind) is None:
        yield from _held_to(left, right, gap, node, kind.links | kind.where, 0)


# ---------------------------------------------------------------- has it got one


def has_some(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"does Juniper" + "have open tickets", "has Ana" + "any leads", "does Ana" + "have more than three open tickets"."""
    test, thing = left.value, right.value
    if not isinstance(test, Tested) or gap.words not in _OWNING.get(test.verb, ()):
        return
    if isinstance(thing, Set) and thing.model != PEOPLE and not thing.newest:
        for link, cost in ways_to(known, thing.model, test.node):
            made = Set(thing.model, thing.links | {link}, thing.where)
            if link not in thing.links:
                yield left.grown(Exists(made), right, gap.mask, complete=True, cost=left.cost + right.cost + cost)
    elif isinstance(thing, Owning):
        for condition, cost in had(known, test.node.model, thing) if test.node.model in known.models else ():
            yield from _held_to(left, right, gap, test.node, frozenset({condition}), cost)


def and_names(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is anyone off today" + "names", "and who": who they are."""
    goal, word = left.value, right.value
    if not isinstance(goal, Exists) or thing_of(goal.node) is not None or not isinstance(word, Word) or word.kind != "names_too":
        return
    if gap.words in ((), ("and",)) and (word.target != "who" or known.models[goal.node.model].is_person):
        yield left.grown(Names(goal.node, known.models[goal.node.model].label), right, gap.mask, complete=True).saying("focus:list", right.cover)
