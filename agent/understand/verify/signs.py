"""Signs: words of the message that turn a plan round ("not", "the oldest", "at most", "my boss"), and what the plan has for them.

A sign without its counterpart, or the other way round, is put to the model; what it means is the model's to say. The words are those of the
catalogue and of `agent/understand/grammar/operators.toml`.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agent.catalogue import Catalogue
from agent.language.words import Token, tokens
from agent.plan.algebra import (
    Alike,
    Column,
    Condition,
    Earlier,
    Either,
    Figures,
    Goal,
    Groups,
    Has,
    Is,
    Link,
    Measure,
    Named,
    Not,
    Order,
    Quantity,
    Set,
    Show,
    Step,
    Tally,
    Where,
    mentions,
    parts,
)
from agent.plan.conditions import TIMES
from agent.plan.periods import Calendar, Interval
from agent.understand.grammar.dates import find_periods
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.productions.orders import falls
from agent.understand.verify import Doubt
from agent.understand.verify.prior_dialogue import PriorDialogue
from agent.understand.verify.used import NEGATIVE, direction, evidence_in, models_behind

_TURNING = frozenset({
    "not", "no", "non", "none", "never", "without", "except", "excluding", "other", "others", "else", "besides", "but", "rest", "remaining",
    "missing", "lack", "lacks", "yet", "neither", "nor", "nobody", "nothing", "outside", "empty", "zero", "ignore", "minus", "elsewhere",
    "aside", "every", "second", "third", "runner",
})
_TURNING_ENDS, _TURNING_BEGINNINGS = ("n't", "less"), ("un", "non")
_NONE = " empty"                        # of the conditions that a named condition is made of
_ALTERNATIVES = frozenset({"or", "either", "nor"})
_EVERY = frozenset({"each", "all"})
_OF_EACH = _EVERY | {"per"}
_ORDERED = frozenset({"sort", "sorting", "direction", "most_first"})
_SHORT = 4                              # letters of a word such as "unit", in which "un" says nothing
_WORD = re.compile(r"\w+")
_UP, _DOWN = frozenset({">", ">="}), frozenset({"<", "<="})
_COMPARES = frozenset({"compare", "compare_after", "more", "outdoing"})
_TIMELY = frozenset({"timely", "newest"})
_WAYS = {
    ("superlative", "most"): "desc", ("top", "top"): "desc", ("timely", "latest"): "desc", ("newest", "newest"): "desc",
    ("direction", "desc"): "desc", ("direction", "late"): "desc",
    ("superlative", "least"): "asc", ("direction", "asc"): "asc", ("direction", "early"): "asc",
}


@dataclass(frozen=True)
class _Read:
    """A message and its plan. `known`: what its longest stretches of words may mean; `parts`: everything in the goals."""

    words: Sequence[Token]
    known: Sequence[Evidence]
    goals: Sequence[Goal]
    parts: Sequence[object]
    has_times: bool                     # says words that are read as a time
    today: date


def unmet_signs(  # what was said, what around it, and what was planned
    catalogue: Catalogue, message: str, before: PriorDialogue, goals: Sequence[Goal], calendar: Calendar, names: Collection[str] = (),
) -> Iterator[Doubt]:
    """What the signs of a message say against a plan. `before`: what else was said, whose signs may hold on.

    `names`: stretches that are names, or that the plan sets aside; so are the names of the plan itself.
    """
    if not goals:
        return
    words = tokens(message)
    times = find_periods(words, calendar)
    called = " | ".join(f" {name.lower()} " for name in (*names, *(named.mention for goal in goals for named in mentions(goal))))
    spoken = [e for e in evidence_in(catalogue, message) if f" {e.text} " not in called]
    known = _longest(spoken, {(f.first, f.last) for f in times} | {(e.first, e.last) for e in spoken})
    read = _Read(words, known, goals, [part for goal in goals for part in parts(goal)], bool(times), calendar.today)
    yield from _negations(catalogue, read, before)
    yield from _orders(catalogue, read)
    yield from _comparisons(read)
    yield from _directions(catalogue, read)
    yield from _alternatives(read, before)
    yield from _cuts(read)


def _longest(spoken: Sequence[Evidence], spans: Collection[tuple[int, int]]) -> list[Evidence]:
    """What stands inside no longer stretch."""
    return [e for e in spoken if not any(a <= e.first and e.last <= b and (a, b) != (e.first, e.last) for a, b in spans)]


# ---------------------------------------------------------------- not, without


def _negations(catalogue: Catalogue, read: _Read, before: PriorDialogue) -> Iterator[Doubt]:
    of_every = any(e.meaning.kind in _EVERY for e in read.known)
    turned = sum(_is_turned(part) and not (of_every and _is_of_every(part)) for part in read.parts if part not in before.defined)
    said = {(e.first, e.last) for e in read.known if e.meaning.kind in NEGATIVE}
    met = {(e.first, e.last) for e in read.known if e.meaning.target in _told(read.parts)}      # "not met" and "remaining" turn nothing
    others = [i for i, word in enumerate(read.words) if _may_turn(word.plain) and not any(first <= i < last for first, last in said | met)]
    was_turned = before.last is None and any(word in _TURNING for text in before.texts for word in _WORD.findall(text.lower()))
    others += [0] * sum(_is_turned(part) for part in parts(before.last)) if before.last is not None else []
    if turned > len(said) + len(others) and not was_turned:
        yield Doubt("negation", "the plan leaves out more than the message does by words such as not or without")
    if not turned and not before.texts and _says_less(catalogue, read, met):
        yield Doubt("negation", "the message has a word such as not or without, and the plan leaves nobody and nothing out")


def _says_less(catalogue: Catalogue, read: _Read, met: Collection[tuple[int, int]]) -> bool:
    """Does the message leave somebody out, in words that no part of the plan meets as they are? "Not closed" is met by open, "each job, those
    without any included" by a figure for each, and "not begun" by a time from now on."""
    if any(e.meaning.kind in _OF_EACH for e in read.known) and any(isinstance(part, Tally) for part in read.parts):
        return False
    less = [(e.first, e.last) for e in read.known if e.meaning.kind in NEGATIVE and e.last < len(read.words)]     # "yes or no" leaves out none
    none = [(e.first, e.last) for e in read.known if _says_none(catalogue, e)]
    named = {e.meaning.target for e in read.known}
    if any(isinstance(part, Is) and part.predicate not in named for part in read.parts) or (
            less and any(_leaves_out_none(part) or _is_from_now_on(part, read.today) for part in read.parts)):
        return False
    return any(not any(a < last and first < b for a, b in met) for first, last in (*less, *none))


def _says_none(catalogue: Catalogue, evidence: Evidence) -> bool:
    """Does a word say a named condition of records that have none of something: "unassigned"?"""
    conditions = catalogue.predicate(evidence.meaning.target).all if evidence.meaning.kind == "is" else ()
    return bool(conditions) and all(text.endswith(_NONE) for text in conditions)


def _is_of_every(part: object) -> bool:
    """Is it said of every one: of none is it not so?"""
    return isinstance(part, Has) and _is_turned(part) and any(_is_turned(each) for each in parts(part.tally))


def _told(found: Sequence[object]) -> frozenset[str]:
    """The named conditions and fields that parts of a plan have."""
    return frozenset(getattr(part, name) for part in found for name in ("predicate", "field") if getattr(part, name, None))


def _leaves_out_none(part: object) -> bool:
    """Does a part of a plan mean those that have something at all: without those that have none?"""
    return isinstance(part, Where) and part.op == "filled"


def _is_from_now_on(part: object, today: date) -> bool:
    """Does a part of a plan mean a time that is yet to come, without an end?"""
    if not isinstance(part, Where) or not isinstance(part.value, Interval | str):
        return False
    if isinstance(part.value, Interval):
        return part.value.first is not None and part.value.first >= today and part.value.last is None
    return part.op in _UP and (part.value in TIMES or part.value >= today.isoformat())


def _is_turned(part: object) -> bool:
    """Does a part of a plan mean those of whom something is not so?"""
    if isinstance(part, Where):
        return part.op in ("!=", "empty")
    if isinstance(part, Has):
        return part.op in ("=", "<", "<=") and isinstance(part.value, Quantity) and part.value.number < Decimal(2)
    return isinstance(part, Not) or (isinstance(part, Alike) and part.op == "!=")


def _may_turn(word: str) -> bool:
    return not _TURNING.isdisjoint(word.split("-")) or word.endswith(_TURNING_ENDS) or (word.startswith(_TURNING_BEGINNINGS) and len(word) > _SHORT)


# ---------------------------------------------------------------- the most, the latest, more than


def _orders(catalogue: Catalogue, read: _Read) -> Iterator[Doubt]:
    if all(isinstance(part, Show) and isinstance(part.node, Named) for part in read.goals):
        return                          # one thing's field: there is nothing to take the first of
    by_field = {part.by.field for part in read.parts if isinstance(part, Order) and isinstance(part.by, Column)}
    superlatives = [e for e in read.known if e.meaning.kind == "most" and (not by_field or e.meaning.target in by_field)]
    ways = [{way} for e in read.known if (way := _WAYS.get((e.meaning.kind, e.meaning.target)))]
    ways += [{e.meaning.detail for e in superlatives if e.text == text} for text in {e.text for e in superlatives}]
    sure = {way for each in ways if len(each) == 1 for way in each}
    held = {way for part in read.parts for way in _held(part)}
    timely = {way for e in read.known if e.meaning.kind in _TIMELY and (way := _WAYS.get((e.meaning.kind, e.meaning.target)))}
    if any(catalogue.field(field).kind in ("date", "datetime") for field in by_field if field is not None):       # what lasts longest began first
        sure = timely
    elif timely and any(falls(catalogue, "late", field) is False for field in by_field):        # and what is newest has lasted shortest
        sure = {"asc"}
    if len(sure) == 1 and not held and _may_be_a_time(read):
        return
    if len(sure) == 1 and not held:
        yield Doubt("order", "the message asks for the most, least, first or last of something, and the plan has no order, newest, min or max")
    elif (len(sure) == 1 and not sure & held) or (not sure and _is_turned_round(superlatives, read.parts)):
        yield Doubt("order", "the order of the plan is the other way round than the message has it")


def _may_be_a_time(read: _Read) -> bool:
    """Is "last" said of a time that the plan has and no word of the message is read as: "last season"?"""
    signs = [e for e in read.known if (e.meaning.kind, e.meaning.target) in _WAYS or e.meaning.kind == "most"]
    return not read.has_times and all(e.meaning.kind in _TIMELY for e in signs) and any(isinstance(p, Interval) for p in read.parts)


def _is_turned_round(superlatives: Sequence[Evidence], found: Sequence[object]) -> bool:
    """Is something ordered by a field that a superlative means, in the other direction?"""
    by = {(p.by.field, "desc" if p.descending else "asc") for p in found if isinstance(p, Order) and isinstance(p.by, Column)}
    ordered = {field for field, _ in by}
    return any(e.meaning.target in ordered and (e.meaning.target, e.meaning.detail) not in by for e in superlatives)


def _held(part: object) -> Iterator[str]:
    if isinstance(part, Order):
        yield "desc" if part.descending else "asc"
    if isinstance(part, Measure) and part.how in ("min", "max"):
        yield "desc" if part.how == "max" else "asc"
    if isinstance(part, Set) and part.newest:
        yield "desc"
    if isinstance(part, Earlier) and part.places:          # the first one of an answer's rows, see `pointed.py`
        yield from ("desc", "asc")
    if isinstance(part, Figures) and part.contrast:        # which of two is more, or less
        yield from ("desc", "asc")


def _comparisons(read: _Read) -> Iterator[Doubt]:
    said = {e.meaning.target for e in read.known if e.meaning.kind in _COMPARES} & (_UP | _DOWN)
    used = {op for part in read.parts for op in _ops(part)} & (_UP | _DOWN)
    is_opposite = (said <= _UP and used <= _DOWN) or (said <= _DOWN and used <= _UP)
    if said and used and is_opposite and not any(isinstance(part, Not) for part in read.parts):
        yield Doubt("comparison", f"the message says {' or '.join(sorted(said))}, and the plan has {' or '.join(sorted(used))}")


def _ops(part: object) -> Iterator[str]:
    if isinstance(part, Where | Has) and isinstance(part.value, Quantity | Measure):
        yield part.op
    if isinstance(part, Groups):
        yield from (op for _, op, _ in part.having)


# ---------------------------------------------------------------- one or the other, the first of an order


def _alternatives(read: _Read, before: PriorDialogue) -> Iterator[Doubt]:
    """Conditions on different things of which one is enough are said with "or"; those on one thing are its values, and a value that may stand in
    one of several fields is one thing that is looked for."""
    mixed = [part for part in read.parts if isinstance(part, Either) and part not in before.settled and _is_mixed(part)]
    if mixed and not any(word.plain in _ALTERNATIVES for word in read.words):
        yield Doubt("alternative", "one of several conditions is enough for the plan (any), and the message does not say or")


def _is_mixed(either: Either) -> bool:
    return len({_texts(each) or each for each in either.of}) > 1 and len({_about(each) for each in either.of}) > 1 and not _is_search(either)


def _is_search(either: Either) -> bool:
    """Are several words looked for in several texts of the same records?"""
    return all(isinstance(each, Where) and each.op == "contains" for each in either.of)


def _texts(condition: Condition) -> frozenset[str]:
    """The texts that a condition looks for, in a field or in one that it leads to."""
    return frozenset(part.value for part in parts(condition) if isinstance(part, Where) and isinstance(part.value, str))


def _about(condition: object) -> object:
    """What a condition looks at: a field, a named condition's model, a relation."""
    if isinstance(condition, Where):
        return condition.field
    if isinstance(condition, Is):
        return condition.predicate.partition(".")[0]
    return condition.relation if isinstance(condition, Link) else type(condition)


def _cuts(read: _Read) -> Iterator[Doubt]:
    """The most of something is the first of an order, or as many as were said; "the newest deal first" is an order of all."""
    orders = [part for part in read.parts if isinstance(part, Order)]
    most = [e.first for e in read.known if e.meaning.kind in ("superlative", "most")]
    is_said = bool(most) and not any(e.meaning.kind in _ORDERED or (e.meaning.kind == "top" and e.first > max(most)) for e in read.known)
    is_edge = any(isinstance(part, Measure) and part.how in ("min", "max") for part in read.parts)
    if orders and is_said and not is_edge and all(order.first is None for order in orders):
        yield Doubt("order", "the message asks for the most or least of something, and the plan takes all in an order: first says how many")


# ---------------------------------------------------------------- upwards or downwards


def _directions(catalogue: Catalogue, read: _Read) -> Iterator[Doubt]:
    """Over a relation between records of one model: a manager, or those who report to them."""
    met = {(e.first, e.last) for e in read.known for part in read.parts if isinstance(part, Is) and part.predicate == _kind(e)}
    said = {way for e in read.known if (e.first, e.last) not in met for way in _said_ways(catalogue, read, e)}
    used = {way for part in read.parts for way in _walked(catalogue, part)}
    linked = {way for part in read.parts if isinstance(part, Link) for way in _walked(catalogue, part)}
    for relation, is_up in said:
        turned = (relation, not is_up)
        if turned not in said and turned in (linked if (relation, is_up) in used else used):
            yield Doubt("direction", f"the message goes over {relation} the other way than the plan does: look at of and from")


def _said_ways(catalogue: Catalogue, read: _Read, evidence: Evidence) -> Iterator[tuple[str, bool]]:
    """Upwards by a word for whom a relation leads to, or by a verb with nothing behind it, which asks for that: "who does Ana report to?"; downwards
    by a verb with that behind it, and by a word for the people around the asker."""
    kind, target = evidence.meaning.kind, evidence.meaning.target
    if kind == "rel" and (way := direction(catalogue, target, is_turned=False)):
        yield way
    if kind == "forward" and (way := direction(catalogue, target, is_turned=evidence.last < len(read.words))):
        yield way
    predicate = catalogue.models[target].predicates.get(_kind(evidence).partition(".")[2]) if target in catalogue.models else None
    if predicate is not None and not predicate.all and not models_behind(predicate) and not _is_related(read, evidence):
        ways = {direction(catalogue, relation.id, is_turned=True) for relation in catalogue.models[target].relations.values()}
        yield from (way for way in ways if way is not None and not way[1])


def _is_related(read: _Read, evidence: Evidence) -> bool:
    """May a noun say whom a relation leads to as well: "manager"?"""
    return any(e.meaning.kind == "rel" and (e.first, e.last) == (evidence.first, evidence.last) for e in read.known)


def _kind(noun: Evidence) -> str:
    """The named condition of which a noun's records are; "" for none."""
    return f"{noun.meaning.target}.{noun.meaning.detail.removeprefix('is:')}" if noun.meaning.detail.startswith("is:") else ""


def _walked(catalogue: Catalogue, part: object) -> Iterator[tuple[str, bool]]:
    if isinstance(part, Link) and (way := direction(catalogue, part.relation, is_turned=part.to_source)):
        yield way
    if isinstance(part, Step) and (way := direction(catalogue, part.relation, is_turned=part.inverse)):
        yield way
