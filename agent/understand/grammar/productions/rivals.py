"""Rules for comparisons with another thing: "more open tickets than Ana", "hired after Ben", "who earns more, Ana or Ben?".

Whatever is compared is compared with the same figure or field of the other, read in the same run. A thing without it is no rival: the
source is asked for it first, and the question is declined where it holds none.
"""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Has, Link, Me, Measure, Named, Node, Op, Order, Path, Set, Table, Tally, Union, Where
from agent.understand.grammar.items import COMPARABLE, Ask, Beyond, Conditions, Contest, Figure, Item, More, Outdoing, Rival, Usual, Word
from agent.understand.grammar.paths import PEOPLE, coerced, is_bare, nested
from agent.understand.grammar.productions.gaps import HOLDS, Gap
from agent.understand.grammar.productions.holding import HAVING, held, ways_to, with_conditions
from agent.understand.grammar.productions.measures import has_hole, of_each, whose_paths
from agent.understand.grammar.productions.norms import as_usual, beyond_usual
from agent.understand.grammar.productions.tallies import columns_of, tally_of

_SCALES = frozenset({"number", "money", "quantity", "date", "datetime"})
_TIMES = frozenset({"date", "datetime"})


# ---------------------------------------------------------------- than whom


def rival(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"more than" + "Ana", "older than" + "ATL-12", "after" + "Ben", "than" + "my manager": one other thing."""
    word, node = left.value, right.value
    if not isinstance(word, Word) or gap.words or not _is_one(node) or (isinstance(node, Me) and right.says("my")):
        return                          # "than my": manager, team, …
    assert isinstance(node, Named | Me | Set)
    if word.kind in ("outdoing", "outdoing_time"):
        op: Op | None = word.target or None  # type: ignore[assignment]  # the table's words for operators
        yield left.grown(Rival(node, op, word.kind == "outdoing_time"), right, gap.mask)
    elif word.kind == "than":
        yield from _by_field(known, word.target, Rival(node, ">" if word.detail == "more" else "<"), left, right, gap)


def than_usual(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"than" + "the average person", "more than" + "average"."""
    word, middle = left.value, as_usual(right)
    if isinstance(word, Word) and word.kind == "outdoing" and middle is not None and not gap.words:
        yield left.grown(Rival(middle, word.target or None), right, gap.mask)  # type: ignore[arg-type]  # the table's words for operators


def _is_one(node: object) -> bool:
    """A name, the asker, or what either has one of; not a set of several, whose figure is not one of theirs."""
    if isinstance(node, Named | Me):
        return True
    links = list(node.links) if isinstance(node, Set) and not node.where and not node.newest and node.ranked is None else []
    return len(links) == 1 and not links[0].to_source and links[0].relation != "hub" and _is_one(links[0].source)


def theirs(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"higher than Ana" + "'s", "more than Ana" + "does": the same of the other is meant anyway."""
    compared = isinstance(left.value, Rival) or left.says("compared")
    if compared and isinstance(right.value, Word) and right.value.kind == "theirs" and not gap.words:
        yield left.grown(left.value, right, gap.mask, time=left.time)


# ---------------------------------------------------------------- a field of both


def _by_field(known: Catalogue, field: str, rival: Rival, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """Conditions on a field: beyond what the other thing has there."""
    field = COMPARABLE.get(field, field)
    model = field.partition(".")[0]
    if known.field(field).kind not in _SCALES or rival.op is None or isinstance(rival.node, Usual):
        return
    for node, cost in _holders(known, model, rival.node):
        where = frozenset({Where(field, Measure(node, "value", field), rival.op)})
        made = left.grown(Conditions(model, where), right, gap.mask, cost=left.cost + right.cost + cost)
        made = made.saying("compared", right.cover).saying(f"compare:{rival.op}", right.cover)
        yield made.saying("value:value", left.cover | right.cover).saying(f"field:{field}", left.cover | right.cover)


def _holders(known: Catalogue, model: str, other: Node) -> Iterator[tuple[Node, int]]:
    """The record of the model that is the other thing's: itself, or a part of it such as a person's pay."""
    same = coerced(known, other, model)
    if same is not None:
        yield same, 0
    elif not known.models[model].words:                 # what has no noun is a part of a thing
        for link, cost in ways_to(known, model, other):
            yield Set(model, frozenset({link})), cost


# ---------------------------------------------------------------- a figure of both


def more(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"more" + "open tickets", "higher" + "amount", "later" + "due date"; "earns" + "more", "owes us" + "more"."""
    for word, what in ((left, right), (right, left)):
        if not isinstance(word.value, Word) or word.value.kind not in ("more", "more_time") or gap.words:
            continue
        by = _timed(known, what) if word.value.kind == "more_time" else _compared(known, what, is_verb=what is left)
        if by is not None:
            made = left.grown(More(by, word.value.target == ">"), right, gap.mask)
            made = made.saying(f"model:{by.measure.of.model}", what.cover) if isinstance(by, Figure) else made
            yield made.saying(f"field:{by.field}", what.cover) if isinstance(by, Ask) else made


def _compared(known: Catalogue, what: Item, *, is_verb: bool) -> Ask | Figure | None:
    """Things are counted; a figure with a name and a field are compared as they are, said before "more" by a verb."""
    value = what.value
    if isinstance(value, Word) and not is_verb and (node := of_each(known, value)) is not None:
        return Figure(Measure(node, "count"))
    if isinstance(value, Set) and not is_verb and not value.newest and value.ranked is None and not any(e == "who" for e, _ in what.said):
        return Figure(Measure(value, "count"))
    if isinstance(value, Figure):
        return value if value.metric and is_verb == what.says("verb") else None
    if not isinstance(value, Ask) or value.where or value.unit or is_verb != (value.needs == "what"):
        return None
    field = known.field(COMPARABLE.get(value.field, value.field))
    return replace(value, field=field.id, needs="") if field.kind in _SCALES - _TIMES else None


def _timed(known: Catalogue, what: Item) -> Ask | None:
    """A time by its noun: "due date"."""
    value = what.value
    if not isinstance(value, Ask) or value.where or value.unit or value.needs or known.field(value.field).kind not in _TIMES:
        return None
    return value


def more_than(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"more open tickets" + "than Ana", "a higher amount" + "than the Acme deal"; "owes us" + "more than Acme"."""
    other = right.value
    if not isinstance(other, Rival) or other.timed or gap.words:
        return
    if isinstance(left.value, Figure) and left.value.metric and left.says("verb") and other.op is not None:
        yield from _outdoing(left.value, other.op, left, right, gap)
    if not isinstance(left.value, More) or other.op is not None:
        return
    op: Op = ">" if left.value.descending else "<"
    if isinstance(left.value.by, Figure):
        yield from _outdoing(left.value.by, op, left, right, gap)
    elif isinstance(other.node, Usual):
        made = left.grown(Beyond(op, other.node, left.value.by.field), right, gap.mask)
        yield made.saying(f"compare:{op}", left.cover | right.cover)
    else:
        yield from _by_field(known, left.value.by.field, replace(other, op=op), left, right, gap)


def _outdoing(figure: Figure, op: Op, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    assert isinstance(right.value, Rival)
    made = left.grown(Outdoing(figure, op, right.value.node), right, gap.mask)
    yield made.saying("compared", right.cover).saying("compared", left.cover).saying(f"compare:{op}", left.cover | right.cover)


def having_more(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"who" + "has more open tickets than Ana", "accounts" + "with more deals than Juniper"."""
    found, wanted = held(left.value), right.value
    verbs = isinstance(wanted, Outdoing) and right.says("verb")
    if found is None or not isinstance(wanted, Outdoing) or not (gap.words or verbs) or not gap.within(HAVING):
        return
    model = _owner(known, found[0], left, wanted.figure)
    holder = left if model == found[0].model else replace(left, value=Set(model))
    asked = found[0] if model == found[0].model else Set(model)
    for condition, cost in beyond_rival(known, asked, wanted):
        yield from with_conditions(known, holder, right, gap, holder, frozenset({condition}), cost=left.cost + right.cost + cost)


def _owner(known: Catalogue, node: Set, item: Item, figure: Figure) -> str:
    """"Who owes us more than Acme?" asks for customers, where it is customers whose figure it is: "who" may be a firm."""
    owners = [path[-1].to for path in whose_paths(known, figure.metric)] if figure.metric else []
    is_who = is_bare(node) and node.model == PEOPLE and item.says("who")
    return owners[0] if is_who and owners and PEOPLE not in owners else node.model


def beyond_rival(known: Catalogue, asked: Set, wanted: Outdoing) -> Iterator[tuple[Condition, int]]:
    """That the figure of each is beyond the rival's, in every way that the figure may belong to both, with its cost."""
    if isinstance(wanted.rival, Usual):
        yield from beyond_usual(known, asked, wanted.figure, wanted.op, wanted.rival)
        return
    for tally, cost in tally_of(known, wanted.figure, asked.model):
        assert isinstance(tally, Tally)
        of = tally.measure.of
        for link, more in _ties(known, of.model, tally.path, wanted.rival):
            if isinstance(of, Set) and not has_hole(of):
                yield Has(tally, wanted.op, replace(tally.measure, of=replace(of, links=of.links | {link}))), cost + more


def _ties(known: Catalogue, model: str, path: Path, other: Node) -> Iterator[tuple[Link, int]]:
    """What ties the measured things to the rival: the way by which they belong to each row, else the default one."""
    same = coerced(known, other, path[-1].to) if path else None
    if same is not None:
        yield nested(path, same), 0
        return
    direct = tuple(ways_to(known, model, other))
    yield from direct
    for link, cost in ways_to(known, path[-1].to, other) if path and not direct else ():        # the deals of the people in a team
        yield nested(path, Set(path[-1].to, frozenset({link}))), cost


# ---------------------------------------------------------------- of two, which has more


def contest(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"who" + "has more open tickets", "which" + "has the higher amount", "which account" + "has more deals"."""
    if not isinstance(right.value, More) or not gap.within(HOLDS | {"with"}):
        return
    if isinstance(left.value, Set) and is_bare(left.value):
        yield left.grown(Contest(left.value, right.value), right, gap.mask)
    elif isinstance(left.value, Word) and left.value.kind == "focus" and left.value.target in ("what", "who"):
        yield left.grown(Contest(None, right.value), right, gap.mask)


def between_them(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"who has more open tickets" + "Ana or Ben", "Ana or Ben" + "who earns more": the first of them, or both where they are level."""
    for asked, two in ((left, right), (right, left)):
        value, both = asked.value, two.value
        if not isinstance(value, Contest) or not isinstance(both, Union) or not gap.within(frozenset({"of", "from"})):
            continue
        if value.node is not None and coerced(known, value.node, both.model) is None and not asked.says("who"):
            continue
        for columns, cost in columns_of(known, value.more.by, both.model):
            goal = Table(both, columns, Order(columns[0], value.more.descending, 1))
            made = left.grown(goal, right, gap.mask, complete=True, cost=left.cost + right.cost + cost)
            yield made.saying("superlative:most", asked.cover)
