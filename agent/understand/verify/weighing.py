"""What is done with a plan: how likely the doubts that were left after the repairs, and second readings, make it that the plan is wrong.

A logistic table (`weighing.toml`): how often a plan is wrong before anything is known of it, by the caution that the installation asks for, and how
much each signal, or none at all, adds to that. `benchmarks/doubts.py` measures the weights and prints what each caution does.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from agent.llm.port import Caution
from agent.understand.verify import Signal
from kg.toml_tables import toml_table

_AGAIN: frozenset[Signal] = frozenset({"kept", "same sample"})
_MADE_UP: frozenset[Signal] = frozenset({"unsaid name", "unsaid number"})
Decision = Literal["answer", "say", "ask"]
"""Answer; answer and say how the message was read; ask whether it is meant so."""


@dataclass(frozen=True, slots=True)
class Weights:
    """`wrong`: the share of plans that are wrong, by caution; `weights`: log odds by signal, and of none;
    `again`, `say`, `ask`: the probabilities from which a second plan is asked for, the reading is said, and asked about."""

    wrong: Mapping[Caution, float]
    weights: Mapping[str, float]
    again: float
    say: float
    ask: float


@cache
def weights_in_use() -> Weights:
    """The one that is in use."""
    read = toml_table(__package__, "weighing")
    return Weights(read["wrong"], read["weights"] | read["samples"], read["again"], read["say"], read["ask"])


def chance_of_wrong(signals: Collection[Signal], caution: Caution, by: Weights | None = None) -> float:
    """How likely a plan with these signals is wrong, from 0 to 1. `by`: another table than the one in use."""
    known = by or weights_in_use()
    share = known.wrong[caution]
    told: frozenset[str] = frozenset(signals) or frozenset({"none"})
    odds = math.log(share / (1 - share)) + sum(known.weights[each] for each in sorted(told))
    return 1 / (1 + math.exp(-odds))


def weigh(signals: Collection[Signal], caution: Caution, by: Weights | None = None) -> Decision:
    """What is done with a plan that has these signals."""
    known, likely = by or weights_in_use(), chance_of_wrong(signals, caution, by)
    most: Decision = "ask" if _AGAIN.isdisjoint(signals) else "say"
    return most if likely >= known.ask else "say" if likely >= known.say else "answer"


def asks_again(signals: Collection[Signal], caution: Caution, by: Weights | None = None) -> bool:
    """Is a second plan asked for? Not where nothing speaks against the first, however often plans are wrong, nor where it was written again."""
    return bool(signals) and _AGAIN.isdisjoint(signals) and chance_of_wrong(signals, caution, by) >= (by or weights_in_use()).again


def is_made_up(signals: Collection[Signal]) -> bool:
    """Does a plan hold a name or a number that nobody said? Models repeat these."""
    return not _MADE_UP.isdisjoint(signals)


def with_sample(signals: frozenset[Signal], sample: frozenset[Signal], caution: Caution, by: Weights | None = None) -> frozenset[Signal]:
    """With what a second plan says. The same plan again has the first one run and told, whatever else is doubted of it.

    So has a plan that the model keeps although it was told of the doubts: no further call is made, and none of the doubts is lifted.

    It tells nothing of a name or number that nobody said, for models repeat what they make up; nor where much caution is asked for, as small ones do.
    """
    is_unsure = caution == "high" or is_made_up(signals)
    tells_nothing = is_unsure and not _AGAIN.isdisjoint(sample) and weigh(signals, caution, by) == "ask"
    return signals if tells_nothing else signals | sample
