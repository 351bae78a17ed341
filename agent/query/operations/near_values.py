"""Values that a condition asks for and no record of the company holds, with values near them that records do hold.

Told beside the answer that there is none, never in its place. Said only of lists that are at hand or short, and only where the asker may
read the field of all the records that they may know of. A value that Merge or the catalogue names is known to be one: of that there may just be none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from agent.access.gate import check
from agent.answer import Visible
from agent.catalogue import Field
from agent.errors import Declined
from agent.plan.algebra import Either, Goal, Measure, Node, Not, Set, Tally, Union, Where, parts
from agent.query.operations.enums import named_values
from agent.query.operations.members import select
from agent.query.operations.near_titles import MOST, content_words, nearness
from agent.query.operations.node_records import RecordsByNode
from agent.query.operations.source import expand_of
from agent.query.operations.values import shown_values
from agent.question.context import QuestionContext
from ingest.records import Record
from kg.names import fold

_HELD_AS_TEXT = frozenset({"text", "enum", "own"})
_MOST_VALUES = 5                        # of one condition that are looked at one by one
_LONGEST = 60                           # letters of a value that is offered; what is longer is no word of a list


@dataclass(frozen=True, slots=True)
class Unheld:
    """A condition whose values no record of the model holds, and values near them; where there are only a few, all of them."""

    model: str
    field: Field
    sought: tuple[str, ...]
    near: tuple[Visible, ...]


def unmet_conditions(context: QuestionContext, goal: Goal, told: Iterable[Node], found: RecordsByNode) -> tuple[Unheld, ...]:
    """The conditions that no record meets, whatever else is asked of it: those of the empty sets among the told nodes, and whatever is found, those
    that stand in a "not", an "or", one of several values, a tally or the part of a share, for no result shows that these hold of nothing."""
    each = [*_of_empty(told, found), *_within(goal)]
    looked = [one for model, where in dict.fromkeys(each) if (one := _unheld(context, model, where, found)) is not None]
    return tuple(one for one in looked if not any(_says_more(other, one) for other in looked))


def is_held_by_none(context: QuestionContext, where: Where) -> bool:
    """Does no record of the condition's model meet it, and is its text no value that has a name of its own? False where that cannot be told."""
    model, _, name = where.field.partition(".")
    field = context.catalogue.models[model].fields.get(name)
    if field is None or not isinstance(where.value, str) or _is_known(field, (where.value,)):
        return False
    try:
        holding = select(context.fresh(), Set(model, where=frozenset({where})), {})
    except Declined:
        return False
    return not holding.records and not holding.hidden


def _says_more(one: Unheld, other: Unheld) -> bool:
    """Does it say of the same field that several values are not there, of which the other says it of one?"""
    return one.field.id == other.field.id and set(one.sought) > set(other.sought)


def _of_empty(told: Iterable[Node], found: RecordsByNode) -> Iterator[tuple[str, Where]]:
    """By model, the conditions of the empty sets."""
    yield from ((node.model, where) for node in _empty(told, found) for where in sorted(node.where, key=repr) if isinstance(where, Where))


def _within(goal: Goal) -> Iterator[tuple[str, Where]]:
    """By model, the conditions inside a "not", an "or", a tally or the part of a share, and each of several values of which one is asked for."""
    for where in (part for part in parts(goal) if isinstance(part, Where)):
        several = _sought(where)
        yield from ((where.field.partition(".")[0], replace(where, op="=", value=text)) for text in several if 1 < len(several) <= _MOST_VALUES)
    of_shares = [part.part for part in parts(goal) if isinstance(part, Measure)]
    for outer in (*(part for part in parts(goal) if isinstance(part, Not | Either | Tally)), *of_shares):
        yield from ((part.field.partition(".")[0], part) for part in parts(outer) if isinstance(part, Where))


def _empty(told: Iterable[Node], found: RecordsByNode) -> Iterator[Set]:
    """The empty sets, and the empty ones that these are made of or tied to; not those of which the asker sees a part."""
    for node in sorted(told, key=repr):
        of = found.get(node)
        if of is None or of.records or of.hidden or of.within is not None:
            continue
        if isinstance(node, Set):
            yield node
            yield from _empty((link.source for link in node.links), found)
        elif isinstance(node, Union):
            yield from _empty(node.of, found)


def _unheld(context: QuestionContext, model: str, where: Where, found: RecordsByNode) -> Unheld | None:
    sought, field = _sought(where), context.catalogue.models[model].fields.get(where.field.partition(".")[2])
    if field is None or field.id != where.field or not sought or _is_known(field, sought) or not _is_at_hand(context, model):
        return None
    context = context.fresh()                   # what is assumed while one looks is no part of the answer
    try:
        holding, there = (select(context, Set(model, where=wanted), found) for wanted in (frozenset({where}), frozenset[Where]()))
        if holding.records or holding.hidden or there.hidden or not there.records:
            return None
        return Unheld(model, field, sought, _near(context, field, sought, there.records))
    except Declined:                    # no answer hangs on it
        return None


def _sought(where: Where) -> tuple[str, ...]:
    """The texts of which one is asked for; () of every other condition."""
    texts = where.value if isinstance(where.value, tuple) else (where.value,)
    return tuple(text for text in texts if isinstance(text, str)) if where.op in ("=", "in") else ()


def _is_known(field: Field, sought: tuple[str, ...]) -> bool:
    """Is it no text that is compared, or is one of them a value that has a name of its own?"""
    named = {fold(value) for value in (*field.values, *named_values(field.model, field.path))}
    return field.kind not in _HELD_AS_TEXT or field.derived is not None or any(fold(text) in named for text in sought)


def _is_at_hand(context: QuestionContext, model: str) -> bool:
    """Does it cost at most one call to look at all records of the model?"""
    is_listed = context.live.has_list(model, expand_of(context.catalogue, model))
    return context.catalogue.models[model].derived or is_listed or context.live.is_short(model)


def _near(context: QuestionContext, field: Field, sought: tuple[str, ...], records: tuple[Record, ...]) -> tuple[Visible, ...]:
    """The values nearest to those that are sought, or all where there are but a few. Raises Declined where the field may not be read."""
    permit = check(context, [field.id], records)
    texts = (value for r in records for value in shown_values(context, field, r, permit) if isinstance(value, str))
    held = tuple({fold(text): text for text in texts if len(text) <= _LONGEST}.values())
    wanted = {word for text in sought for word in content_words(text)}
    near = {text: nearness(wanted, content_words(text)) for text in held}
    offered = held if len(held) <= MOST and _is_of_a_list(context, field) else [text for text in held if near[text] > 0]
    return tuple(sorted(offered, key=lambda text: (-near[text], text)))[:MOST]


def _is_of_a_list(context: QuestionContext, field: Field) -> bool:
    """Is it one of a list of values, and neither a name nor what people write?"""
    return not context.catalogue.is_prose(field) and field.path not in context.catalogue.models[field.model].name
