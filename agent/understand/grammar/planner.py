"""The rules planner: words → evidence → chart → goals that balance. It plans, it never answers and never guesses."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from agent.catalogue import Catalogue
from agent.catalogue.spoken import spoken
from agent.language.effort import A_READING, TooComplex, limited, spend
from agent.language.words import Token, empty_tokens, tokens
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Card, Exists, Figures, Goal, Groups, Names, Show, Summary, Table, nodes
from agent.understand.grammar.back import subject
from agent.understand.grammar.beside import beside
from agent.understand.grammar.chart import MAX_TOKENS, NOBODY_NAMED, Reading, parse
from agent.understand.grammar.coverage import account
from agent.understand.grammar.evidence import Evidence, Known
from agent.understand.grammar.follow_up import after, is_within, points_back
from agent.understand.grammar.fronted import straightened
from agent.understand.grammar.goal_parts import tied_once
from agent.understand.grammar.lattice import lattice
from agent.understand.grammar.naming import misspelt_spans, name_spans
from agent.understand.grammar.productions.questions import card_columns
from agent.understand.grammar.rephrased import is_more_of_it, rephrased
from agent.understand.grammar.set_off import AT_IT, asks_again, is_apart, set_off, turned
from agent.understand.grammar.telegraphic import counted_too
from agent.understand.grammar.turns import otherwise, plainly
from agent.understand.grammar.versus import side_by_side

MAX_FOLLOW_UP = 16                      # words of a question that may be a follow-up in other words
MARGIN = 0                              # readings this close to the cheapest are kept apart
NEAR = 2                                # those this close are kept beside them
LONGEST = 600                           # characters of a text that the rules read: the chart has no reading of half as many
_SUMMARY = "summary of "
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
    question = _put_plainly(question)
    return tuple(name_spans(question, tokens(question)))


def misspelt(question: str) -> frozenset[str]:
    """Those of the stretches that may be a misspelt name; a slip is looked for in no other."""
    question = _put_plainly(question)
    return misspelt_spans(question, tokens(question))


def read(catalogue: Catalogue, question: str, known: Known) -> Readings:
    """The goals of a question that hold in the accounting check, cheapest first, none further than MARGIN from the first.

    A question that is none by itself may edit the one before, in its own words or as the plain follow-up that they mean.
    Raises TooComplex for a text that is too long, or that takes more than effort allows.
    """
    if len(question) > LONGEST:
        raise TooComplex
    asked = question, known.last, known.is_next
    if asked not in known.read:         # what stands before a stop is read with every stop behind it
        with limited():
            known.read[asked] = _read_once(spoken(catalogue), question, known)
    return cast(Readings, known.read[asked])


def _read_once(catalogue: Catalogue, question: str, known: Known) -> Readings:
    may_go_on = known.last is not None and not known.is_next and len(tokens(question)) <= MAX_FOLLOW_UP
    if may_go_on and is_more_of_it(question):
        return _rephrased(catalogue, question, known, goes_on=True) or _read(catalogue, question, known, beside_each=True)
    found = _read(catalogue, question, known, beside_each=True)
    found = (_rephrased(catalogue, question, known) if may_go_on and not found.goals else None) or found
    plain = _put_plainly(question)
    if known.is_next or (found.goals and not _may_be_set_off(plain, found, known)):
        return found
    other = _asked_again(catalogue, plain, known) or next(_otherwise(catalogue, plain, known), found)
    return found if found.goals and set(found.goals) <= set(other.goals) else other        # the same, and the less likely left out


def _put_plainly(question: str) -> str:
    """The question in the usual order, and without turns of phrase; one that is too long to be read stays as it is."""
    return plainly(straightened(question)) if len(question) <= LONGEST else question


def _may_be_set_off(question: str, found: Readings, known: Known) -> bool:
    """Does it rather point back at what a first sentence speaks of than mean what was found? Rows for each of those do both."""
    return known.last is None and is_apart(question) and not any(isinstance(goal, Table | Groups) for goal in found.goals)


def _rephrased(catalogue: Catalogue, question: str, known: Known, *, goes_on: bool = False) -> Readings | None:
    """What the first of the plain follow-ups that have a reading means; `goes_on`: of those alone that ask nothing by themselves."""
    read_so = (_read(catalogue, each.text, known, goes_on=each.goes_on) for each in rephrased(question) if each.goes_on or not goes_on)
    return next((found for found in read_so if found.goals), None)


def _otherwise(catalogue: Catalogue, question: str, known: Known) -> Iterator[Readings]:
    """The readings of a text that speaks of something before it asks, or holds two things against each other."""
    both = side_by_side(question, known.last, partial(_noted, catalogue, known))
    if both:
        yield Readings(tuple(both), (), both)
    yield from _of_what_is_set_off(catalogue, question, known)
    yield from (found for text in turned(question) if (found := _read(catalogue, text, known)).goals)
    for text, kinds in otherwise(question):
        found = _of_kinds(_read(catalogue, text, known), kinds)
        if found.goals:
            yield found


def _of_kinds(found: Readings, kinds: AbstractSet[str]) -> Readings:
    """The readings whose goals are of one of the kinds; all of them where none is told."""
    if not kinds:
        return found
    return replace(found, goals=tuple(g for g in found.goals if type(g).__name__ in kinds), others=())


def _noted(catalogue: Catalogue, known: Known, text: str) -> Mapping[Goal, tuple[str, ...]]:
    found = _read(catalogue, text, known)
    return {goal: found.notes.get(goal, ()) for goal in found.goals}


def _asked_again(catalogue: Catalogue, question: str, known: Known) -> Readings | None:
    """What is asked before its question word comes: "Ana's start date, when was it?"; None where the word does not fit it."""
    found = asks_again(question)
    readings = read(catalogue, found[0], known) if found is not None else None
    if found is None or readings is None or not readings.goals or not all(_AGAIN[found[1]](catalogue, goal) for goal in readings.goals):
        return None
    return readings


def _is_time(catalogue: Catalogue, goal: Goal) -> bool:
    return isinstance(goal, Show) and catalogue.field(goal.field).kind in ("date", "datetime")


def _is_who(catalogue: Catalogue, goal: Goal) -> bool:
    return isinstance(goal, Names) and catalogue.models[goal.node.model].is_person


def _is_figure(catalogue: Catalogue, goal: Goal) -> bool:
    return isinstance(goal, Figures) or (isinstance(goal, Show) and catalogue.field(goal.field).kind in ("number", "money", "quantity"))


_AGAIN: Mapping[str, Callable[[Catalogue, Goal], bool]] = {
    "what": lambda _, goal: isinstance(goal, Show | Names | Table | Figures), "when": _is_time, "who": _is_who, "how_much": _is_figure,
}


def _of_what_is_set_off(catalogue: Catalogue, question: str, known: Known) -> Iterator[Readings]:
    """What is asked of something that the text speaks of first: "Ana's reports. How many tickets are assigned to them?" """
    for about, rest in set_off(question):
        found = [asked for spoken in _about(catalogue, about, known) if (asked := _pointing_at(catalogue, spoken, rest, known)) is not None]
        if found:
            notes = {goal: said for asked in found for goal, said in asked.notes.items()}
            yield Readings(tuple(g for asked in found for g in asked.goals), (), notes, tuple(g for asked in found for g in asked.others))


def _pointing_at(catalogue: Catalogue, spoken: Goal, rest: str, known: Known) -> Readings | None:
    """What is asked of all that was spoken of, together; None where a reading is about something else."""
    node = subject(spoken)
    if node is not None and AT_IT in rest and node.model in catalogue.models and catalogue.models[node.model].is_person:
        return None                     # nothing is there where somebody is
    asked = _read(catalogue, rest, replace(known, last=spoken, is_next=True))
    told = all(node is not None and any(is_within(n, node) for n in nodes(goal)) for goal in (*asked.goals, *asked.others))
    return asked if asked.goals and told else None


def _about(catalogue: Catalogue, text: str, known: Known) -> Sequence[Goal]:
    """What a text by itself may be about."""
    alone = replace(known, last=None, is_next=False)
    goals = read(catalogue, text, alone).goals
    if not goals and not text.startswith(_SUMMARY):
        goals = read(catalogue, f"{_SUMMARY}{text}", alone).goals       # "the last note on Acme"
    spoken = all(isinstance(goal, Names | Card | Table | Summary | Exists) and not _tells_of_each(catalogue, goal) for goal in goals)
    return goals if spoken else ()


def _tells_of_each(catalogue: Catalogue, goal: Goal) -> bool:
    """Is something asked of each row, beside what one sees of it and what it is ordered by? That would be lost behind what is spoken of."""
    if not isinstance(goal, Table):
        return False
    seen = {*card_columns(catalogue, catalogue.models[goal.node.model]), *([goal.order.by] if goal.order is not None else [])}
    return not seen.issuperset(goal.columns)


def _read(catalogue: Catalogue, question: str, known: Known, *, goes_on: bool = False, beside_each: bool = False) -> Readings:
    """`goes_on`: what asks something by itself, and points back at nothing, is no reading. `beside_each`: "they" are told one by one."""
    spend(A_READING)
    question = _put_plainly(question)
    said, last = tokens(question), known.last
    if len(said) > MAX_TOKENS:
        return Readings((), ())
    evidence = lattice(catalogue, question, said, known)
    parsed = parse(catalogue, said, evidence, goes_on=last is not None)
    empty = empty_tokens(said)
    balanced = [r for r in parsed.readings if account(catalogue, said, r, empty, last).balances]
    balanced = _or_no(balanced)
    balanced = list(counted_too(catalogue, balanced)) if last is None else [r for r in balanced if points_back(catalogue, said, r, last)]
    if goes_on:
        balanced = [r for r in balanced if r.says("back")]
    if last is not None and not known.is_next:
        balanced = [replace(r, goal=tied_once(catalogue, r.goal)) for r in after(catalogue, said, evidence, last, balanced)]
    near = _in_one_order(catalogue, [r for r in balanced if r.cost <= balanced[0].cost + MARGIN])
    others = [r for r in balanced if MARGIN < r.cost - balanced[0].cost <= NEAR]
    if last is not None and known.is_next and beside_each and not _THEY.isdisjoint(t.plain for t in said):
        near, others = ([replace(r, goal=beside(catalogue, r.goal, last)) for r in each] for each in (near, others))
    notes = {r.goal: tuple(dict.fromkeys(_notes(question, said, evidence, r))) for r in (*near, *others)}
    return Readings(tuple(r.goal for r in near), parsed.unplaced if not near else (), notes, tuple(r.goal for r in others))


def _in_one_order(catalogue: Catalogue, readings: list[Reading]) -> list[Reading]:
    """Readings that are equally likely by their words, so that a question back has its options in the same order each time."""
    return sorted(readings, key=lambda r: say_goal(catalogue, r.goal)) if len(readings) > 1 else readings


def _or_no(readings: Sequence[Reading]) -> list[Reading]:
    """Who begins with "do we have" wants a yes or a no, not the list alone."""
    asked = {r.goal.node for r in readings if isinstance(r.goal, Exists)}
    return [r for r in readings if not (isinstance(r.goal, Names | Table) and r.goal.node in asked)]


def _notes(question: str, said: Sequence[Token], evidence: Sequence[Evidence], reading: Reading) -> Iterator[str]:
    """How words were mended, and which of several times was taken."""
    masks = {mask for _, mask in reading.said}
    if reading.says(NOBODY_NAMED):
        yield "Nobody was named, so this is yours."
    for each in evidence:
        if each.cover not in masks:
            continue
        if each.note and f"period:{each.text}" in {element for element, _ in reading.said}:
            yield each.note
        if each.how == "typo" and each.meaning.kind not in ("name", "where"):
            yield f"I read “{question[said[each.first].first : said[each.last - 1].last]}” as “{each.text}”."
