"""The rules planner: words → evidence → chart → goals that balance. It plans, it never answers and never guesses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.catalogue import Catalogue
from agent.coverage import account
from agent.language import Token, empty_tokens, tokens
from agent.plan import Card, Exists, Figures, Goal, Groups, Me, Named, Names, Node, Set, Table, nodes
from agent.rules.back import cues, firm, person, subject
from agent.rules.beside import beside
from agent.rules.canonical import canonical
from agent.rules.chart import NOBODY_NAMED, Reading, fragments, parse
from agent.rules.edits import edited, whole_edit
from agent.rules.evidence import Evidence, Known, lattice, name_spans
from agent.rules.paths import is_bare
from agent.rules.telegraphic import counted_too

MARGIN = 0                              # readings this close to the cheapest are kept apart
NEAR = 2                                # those this close are kept beside them
_THEY = frozenset({"they", "them", "their", "theirs"})


@dataclass(frozen=True, slots=True)
class Readings:
    """What a question can mean. No goal: nothing that balances; `unplaced` says which words stood in the way."""

    goals: tuple[Goal, ...]
    unplaced: tuple[str, ...]
    notes: Mapping[Goal, tuple[str, ...]] = field(default_factory=dict)     # what was taken for granted on the way to a goal, to be told
    others: tuple[Goal, ...] = ()       # that balance as well and are less likely, cheapest first


def spans(question: str) -> tuple[str, ...]:
    """The stretches of a question that may name something, for one look-up in the graph."""
    return tuple(name_spans(question, tokens(question)))


def read(catalogue: Catalogue, question: str, known: Known) -> Readings:
    """The goals of a question that hold in the accounting check, cheapest first, none further than MARGIN from the first.

    A question that is none by itself may edit the one before.
    """
    said, last = tokens(question), known.last
    evidence = lattice(catalogue, question, said, known)
    parsed = parse(catalogue, said, evidence, goes_on=last is not None)
    empty = empty_tokens(said)
    balanced = [r for r in parsed.readings if account(catalogue, said, r, empty, last).balances]
    balanced = _or_no(balanced)
    balanced = list(counted_too(catalogue, balanced)) if last is None else [r for r in balanced if _points_back(catalogue, r, last)]
    if last is not None and not known.is_next:
        balanced = _after(catalogue, said, evidence, last, balanced)
    near = [r for r in balanced if r.cost <= balanced[0].cost + MARGIN]
    others = [r for r in balanced if MARGIN < r.cost - balanced[0].cost <= NEAR]
    if last is not None and known.is_next and not _THEY.isdisjoint(t.plain for t in said):
        near, others = ([replace(r, goal=beside(catalogue, r.goal, last)) for r in each] for each in (near, others))
    notes = {r.goal: tuple(dict.fromkeys(_notes(question, said, evidence, r))) for r in (*near, *others)}
    return Readings(tuple(r.goal for r in near), parsed.unplaced if not near else (), notes, tuple(r.goal for r in others))


def _or_no(readings: Sequence[Reading]) -> list[Reading]:
    """Who begins with "do we have" wants a yes or a no, not the list alone."""
    asked = {r.goal.node for r in readings if isinstance(r.goal, Exists)}
    return [r for r in readings if not (isinstance(r.goal, Names | Table) and r.goal.node in asked)]


def _notes(question: str, said: Sequence[Token], evidence: Sequence[Evidence], reading: Reading) -> Iterator[str]:
    """How words were mended, and which of several times was taken."""
    masks = {mask for _, mask in reading.said}
    if any(element == NOBODY_NAMED for element, _ in reading.said):
        yield "Nobody was named, so this is yours."
    for each in evidence:
        if each.cover not in masks:
            continue
        if each.note and f"period:{each.text}" in {element for element, _ in reading.said}:
            yield each.note
        if each.how == "typo" and each.meaning.kind not in ("name", "where"):
            yield f"I read “{question[said[each.first].first : said[each.last - 1].last]}” as “{each.text}”."


def distance(goal: Goal, last: Goal) -> int:
    """How far an edit goes: of several owners the nearest is meant, and one thing in place of another rather than beside it."""
    grouped = sum(len(key.path) for key in goal.keys) if isinstance(goal, Groups) else 0
    return grouped + (2 if sum(1 for _ in nodes(goal)) > sum(1 for _ in nodes(last)) else 0)


# With one of these a question goes on from the last one; it does not begin anew.
_JOINING = frozenset({"of", "in", "for", "with", "by", "without", "per", "to", "from"})


def joins(said: Sequence[Token]) -> bool:
    """Does it go on from the last question: "in Pune", "what about defects"?"""
    return said[0].plain in _JOINING or (said[0].plain in ("what", "how") and len(said) > 1 and said[1].plain == "about")


def _after(catalogue: Catalogue, said: Sequence[Token], evidence: Sequence[Evidence], last: Goal, found: Sequence[Reading]) -> list[Reading]:
    """What a question means after another one: a question of its own, else an edit. What joins on to the last is rather an edit.

    "And how many days off do I have?" edits nothing, and says itself what it is about; "and how many tickets?" does not.
    """
    if whole_edit(catalogue, said, last) is not None:
        return list(_edits(catalogue, said, evidence, last))
    whole = [_as_before(r, last) for r in found if not _is_bare(r.goal, r.said)]
    if not said or not (joins(said) or adds(said)):
        return whole or list(_edits(catalogue, said, evidence, last))
    return list(_edits(catalogue, said, evidence, last)) or [r for r in whole if _says(r, "back") or (adds(said) and is_anchored(r.goal, last))]


def adds(said: Sequence[Token]) -> bool:
    """Does it begin with "and", but for words without content?"""
    empty = empty_tokens(said)
    return next((t.plain for i, t in enumerate(said) if i not in empty), "") == "and"


def is_anchored(goal: Goal, last: Goal) -> bool:
    """Does it say itself whose or of what, or was nobody named before? Else what was said before may be meant as well."""
    return any(isinstance(n, Me | Named) for n in nodes(goal)) or not any(isinstance(n, Me | Named) for n in nodes(last))


def _says(reading: Reading, what: str) -> bool:
    return any(element == what for element, _ in reading.said)


def _points_back(known: Catalogue, reading: Reading, last: Goal) -> bool:
    """Is what a word like "they" points at in the goal, with all that was said of it? Without such a word there is nothing to ask."""
    meant = [node for node in (subject(last), person(known, last), firm(last)) if node is not None]
    if not meant or not _says(reading, "back"):
        return True
    return any(node == one or _is_within(node, one) for node in nodes(reading.goal) for one in meant)


def _is_within(node: Node, meant: Node) -> bool:
    if not isinstance(node, Set) or not isinstance(meant, Set) or (node.model, node.ranked) != (meant.model, meant.ranked):
        return False
    return meant.links <= node.links and meant.where <= node.where


def _as_before(reading: Reading, last: Goal) -> Reading:
    """"bugs fixed in May?" after a count of bugs: that is counted too, where nobody asks who or which."""
    counted = last.measures[0] if isinstance(last, Figures) and len(last.measures) == 1 else None
    listed = isinstance(reading.goal, Names) or (isinstance(reading.goal, Table) and reading.goal.order is None)
    asked = any(element.startswith(("focus:", "who")) for element, _ in reading.said)
    if counted is None or not listed or asked or counted.how != "count" or not isinstance(reading.goal, Names | Table):
        return reading
    if reading.goal.node.model != counted.of.model:
        return reading
    return replace(reading, goal=Figures((replace(counted, of=reading.goal.node),)))


def _is_bare(goal: Goal, said: frozenset[tuple[str, int]]) -> bool:
    """Nothing but a name, or a figure of everything: after a question, that edits the question."""
    everything = isinstance(goal, Figures) and all(is_bare(m.of) and m.how != "count" and m.each is None for m in goal.measures)
    asked = any(element == "back" or element.startswith("focus:") for element, _ in said)
    return everything or (isinstance(goal, Card) and not asked)


def _edits(catalogue: Catalogue, said: Sequence[Token], evidence: Sequence[Evidence], last: Goal) -> Iterator[Reading]:
    """The last goal as the words change it, cheapest first."""
    whole = whole_edit(catalogue, said, last)
    if whole is not None:
        yield Reading(whole, (1 << len(said)) - 1, 0, frozenset())
        return
    found: dict[Goal, Reading] = {}
    idle = empty_tokens(said)
    for item, cover in fragments(catalogue, said, evidence, cues()):
        for goal in edited(catalogue, last, item):
            reading = Reading(goal, cover, item.cost + distance(goal, last), item.said)
            if goal != last and account(catalogue, said, reading, idle, last).balances:
                found.setdefault(goal, reading)
    same: dict[Goal, Reading] = {}
    for reading in sorted(found.values(), key=lambda r: r.cost):
        same.setdefault(canonical(catalogue, reading.goal), reading)
    yield from same.values()
