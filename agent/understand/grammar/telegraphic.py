"""What a question without a verb may want: "bugs fixed in May?" is a list or a number, and only the person knows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Condition, Figures, Is, Measure, Names, Set, Table, Where
from agent.plan.periods import Interval
from agent.understand.grammar.chart import Reading

_ASKED = ("focus:", "whole", "who", "any", "count:", "sort:", "direction:")     # words by which one says what is wanted


def counted_too(known: Catalogue, readings: Sequence[Reading]) -> Iterator[Reading]:
    """Each reading; beside a list of what happened in a time, for which nobody asked, the number of them."""
    for reading in readings:
        yield reading
        goal = reading.goal
        asked = any(element.startswith(_ASKED) for element, _ in reading.said)
        if isinstance(goal, Names | Table) and not asked and not getattr(goal, "order", None) and _happened(known, goal.node):
            yield replace(reading, goal=Figures((Measure(goal.node, "count"),)))


def _happened(known: Catalogue, node: object) -> bool:
    """Records of which no more is said than what happened to them, and when? People, and what is somebody's or in a place, are listed."""
    if not isinstance(node, Set) or known.models[node.model].is_person or node.links or node.newest or node.ranked is not None:
        return False
    events = [c for c in node.where if _is_event(known, c)]
    return len(events) == 1 and all(isinstance(c, Where) and c.op == "=" for c in node.where if c not in events)


def _is_event(known: Catalogue, condition: Condition) -> bool:
    """Has it a period, and a time that is past once it is told? What is due is no event yet."""
    if isinstance(condition, Where):
        return isinstance(condition.value, Interval) and known.field(condition.field).kind == "datetime"
    if not isinstance(condition, Is) or condition.period is None:
        return False
    predicate = known.predicate(condition.predicate)
    if predicate.time is None:
        return False
    told_by_time = predicate.all == (f"{predicate.time} filled",)
    return not told_by_time or known.models[predicate.model].fields[predicate.time].kind == "datetime"
