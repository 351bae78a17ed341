"""What is done with a plan: how likely the doubts that were left after the repairs make it that the plan is wrong, and what follows at that.

A logistic table (`decision.toml`): how often a plan is wrong before anything is known of it, by the caution that the installation asks for, and how
much each kind of doubt, or none at all, adds to that. `benchmarks/doubts.py` measures the weights and prints what each caution does.
"""

import math
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from agent.llm.port import Caution
from agent.understand.verify import Kind

Decision = Literal["answer", "say", "ask"]
"""Answer; answer and say how the message was read; ask whether it is meant so."""


@dataclass(frozen=True, slots=True)
class Table:
    """`wrong`: the share of plans that are wrong, by caution; `weights`: log odds by kind of doubt, and of none;
    `say` and `ask`: the probabilities from which the reading is said, and asked about."""

    wrong: Mapping[Caution, float]
    weights: Mapping[str, float]
    say: float
    ask: float


@cache
def table() -> Table:
    """The one that is in use."""
    read = tomllib.loads(resources.files(__package__).joinpath("decision.toml").read_text("utf-8"))
    return Table(read["wrong"], read["weights"], read["say"], read["ask"])


def probability(kinds: Collection[Kind], caution: Caution) -> float:
    """How likely a plan with these doubts is wrong, from 0 to 1."""
    known = table()
    share = known.wrong[caution]
    told: frozenset[str] = frozenset(kinds) or frozenset({"none"})
    odds = math.log(share / (1 - share)) + sum(known.weights[kind] for kind in sorted(told))
    return 1 / (1 + math.exp(-odds))


def decide(kinds: Collection[Kind], caution: Caution) -> Decision:
    """What is done with a plan that has these doubts."""
    likely = probability(kinds, caution)
    return "ask" if likely >= table().ask else "say" if likely >= table().say else "answer"
