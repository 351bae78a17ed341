"""The rules planner: words → evidence → chart → goals that balance. It plans, it never answers and never guesses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.coverage import account
from agent.language import tokens
from agent.periods import Calendar
from agent.plan import Goal
from agent.rules.chart import empty_tokens, parse
from agent.rules.evidence import lattice, name_spans
from kg.resolve import Candidate

MARGIN = 1                              # readings this close to the cheapest are kept apart


@dataclass(frozen=True, slots=True)
class Readings:
    """What a question can mean. No goal: nothing that balances; `unplaced` says which words stood in the way."""

    goals: tuple[Goal, ...]
    unplaced: tuple[str, ...]


def spans(question: str) -> tuple[str, ...]:
    """The stretches of a question that may name something, for one look-up in the graph."""
    return tuple(name_spans(question, tokens(question)))


def read(catalogue: Catalogue, question: str, names: Mapping[str, Sequence[Candidate]], calendar: Calendar) -> Readings:
    """The goals of a question that hold in the accounting check, cheapest first, none further than MARGIN from the first."""
    said = tokens(question)
    evidence = lattice(catalogue, question, said, names, calendar)
    parsed = parse(catalogue, said, evidence)
    empty = empty_tokens(said)
    balanced = [r for r in parsed.readings if account(catalogue, said, r.goal, r.cover, r.said, empty).balances]
    near = [r.goal for r in balanced if r.cost <= balanced[0].cost + MARGIN]
    return Readings(tuple(near), parsed.unplaced if not near else ())


