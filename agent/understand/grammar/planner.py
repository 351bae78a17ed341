"""The rules planner: words → evidence → chart → goals that balance. It plans, it never answers and never guesses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from agent.catalogue import Catalogue
from agent.catalogue.spoken import spoken
from agent.language.effort import A_READING, TooComplex, limited, spend
from agent.language.words import Token, empty_tokens, tokens
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Exists, Goal, Groups, Link, Names, Set, Table, nodes, parts
from agent.question.asked_of_rows import extend_last_table, is_beside
from agent.understand.grammar.chart import MAX_TOKENS, NOBODY_NAMED, Reading, parse
from agent.understand.grammar.coverage import account
from agent.understand.grammar.evidence import Evidence, Known
from agent.understand.grammar.follow_up import after, points_back
from agent.understand.grammar.lattice import lattice
from agent.understand.grammar.naming import misspelt_spans, name_spans
from agent.understand.grammar.paths import PEOPLE
from agent.understand.grammar.telegraphic import counted_too

MARGIN = 0                              # readings this close to the cheapest are kept apart
NEAR = 2                                # those this close are kept beside them
LONGEST = 600                           # characters of a text that the rules read: the chart has no reading of half as many
_THEY = frozenset({"they", "them", "their", "theirs", "each", "these", "those"})


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


def misspelt(question: str) -> frozenset[str]:
    """Those of the stretches that may be a misspelt name; a slip is looked for in no other."""
    return misspelt_spans(question, tokens(question))


def read(catalogue: Catalogue, question: str, known: Known) -> Readings:
    """The goals of a question that hold in the accounting check, cheapest first, none further than MARGIN from the first.

    A question that is none by itself may edit the one before.
    Raises TooComplex for a text that is too long, or that takes more than effort allows.
    """
    if len(question) > LONGEST:
        raise TooComplex
    asked = question, known.last, known.is_next
    if asked not in known.read:
        with limited():
            known.read[asked] = _read(spoken(catalogue), question, known)
    return cast(Readings, known.read[asked])


def _read(catalogue: Catalogue, question: str, known: Known) -> Readings:
    spend(A_READING)
    said, last = tokens(question), known.last
    if len(said) > MAX_TOKENS:
        return Readings((), ())
    evidence = lattice(catalogue, question, said, known)
    parsed = parse(catalogue, said, evidence, goes_on=last is not None)
    empty = empty_tokens(said)
    balanced = [r for r in parsed.readings if account(catalogue, said, r, empty, last).balances and not _leaves_leaders_out(catalogue, r)]
    balanced = [r for r in _or_no(balanced) if _is_who_was_asked(catalogue, said, r)]
    balanced = [r for r in balanced if not r.says("back")] or balanced      # in "for each of my reports" it is these whom "each" means
    balanced = list(counted_too(catalogue, balanced)) if last is None else [r for r in balanced if points_back(catalogue, said, r, last)]
    if last is not None and not known.is_next:
        balanced = after(catalogue, said, evidence, last, balanced)
    elif last is not None and not balanced:         # "who joined in May, and in which team?"
        balanced = [r for r in after(catalogue, said, evidence, last, []) if is_beside(r.goal, last)]
    near = _in_one_order(catalogue, [r for r in balanced if r.cost <= balanced[0].cost + MARGIN])
    others = [r for r in balanced if MARGIN < r.cost - balanced[0].cost <= NEAR]
    pointing = {t.plain for t in said} & _THEY
    if last is not None and ("each" in pointing or (known.is_next and pointing)):
        near, others = (_told_beside(catalogue, each, last) for each in (near, others))
    notes = {r.goal: tuple(dict.fromkeys(_notes(question, said, evidence, r))) for r in (*near, *others)}
    return Readings(tuple(r.goal for r in near), parsed.unplaced if not near else (), notes, tuple(r.goal for r in others))


def _told_beside(catalogue: Catalogue, readings: Sequence[Reading], last: Goal) -> list[Reading]:
    """What is asked of each, beside each; readings that come to the same are one."""
    goals = ((reading, extend_last_table(catalogue, reading.goal, last)) for reading in readings)
    return list({goal: replace(reading, goal=goal) for reading, goal in goals}.values())


def _leaves_leaders_out(catalogue: Catalogue, reading: Reading) -> bool:
    """Is it a figure in which leaders count among their own people, of whom it does not say whose they are? No path of rows or groups says so."""
    named = (element.removeprefix("metric:") for element, _ in reading.said if element.startswith("metric:"))
    metric = next((found for name in named if (found := catalogue.metrics.get(name)) is not None and found.with_leader), None)
    if metric is None:
        return False
    links = [part for part in parts(reading.goal) if isinstance(part, Link) and part.relation in metric.whose]
    is_of_some = any(isinstance(node, Set) and node.model == PEOPLE for node in nodes(reading.goal))
    is_of_several = any(isinstance(link.source, Set) and link.source.model == PEOPLE for link in links)
    return isinstance(reading.goal, Groups | Table) or is_of_several or (is_of_some and not links)


def _in_one_order(catalogue: Catalogue, readings: list[Reading]) -> list[Reading]:
    """Readings that are equally likely by their words, so that a question back has its options in the same order each time."""
    return sorted(readings, key=lambda r: say_goal(catalogue, r.goal)) if len(readings) > 1 else readings


def _or_no(readings: Sequence[Reading]) -> list[Reading]:
    """Who begins with "do we have" wants a yes or a no, not the list alone."""
    asked = {r.goal.node for r in readings if isinstance(r.goal, Exists)}
    return [r for r in readings if not (isinstance(r.goal, Names | Table) and r.goal.node in asked)]


def _is_who_was_asked(catalogue: Catalogue, said: Sequence[Token], reading: Reading) -> bool:
    """Who begins with "who" wants people, not what they own."""
    asks = said[0].plain == "who" and ("who", 1) in reading.said
    return not asks or not isinstance(reading.goal, Names | Table) or catalogue.models[reading.goal.node.model].is_person


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
