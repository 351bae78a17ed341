"""The score of two records, explained line by line. It depends on the two alone. Pure."""

import re
from dataclasses import dataclass
from math import exp

from kg.match.features import BASE, TABLES
from kg.match.pairs import Pair
from kg.match.subjects import Subject

AUTOMATIC = 0.9          # from here on two records are joined; measured by benchmarks/resolution.py
REVIEW = 0.15            # from here on a person is asked
_WRITTEN = re.compile(r"(.+) \(([+-]\d+\.\d)\)")


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the table that held: what it says and its points."""

    says: str
    points: float

    def __str__(self) -> str:
        return f"{self.says} ({self.points:+.1f})"


@dataclass(frozen=True, slots=True)
class Score:
    """How sure it is that two records are one."""

    kind: str                        # person or company
    value: float                     # 0…1
    reasons: tuple[Reason, ...]      # the heaviest first
    is_vetoed: bool                  # something speaks against it that other records cannot outweigh

    @property
    def state(self) -> str:
        """automatic, review, or "" where it is not worth a look. What is vetoed is never automatic."""
        if self.value >= AUTOMATIC and not self.is_vetoed:
            return "automatic"
        return "review" if self.value >= REVIEW else ""


def read_reason(text: str) -> Reason:
    """A reason as it was written; without points where none stand behind it."""
    found = _WRITTEN.fullmatch(text)
    return Reason(found[1], float(found[2])) if found else Reason(text, 0.0)


def score(left: Subject, right: Subject) -> Score | None:
    """The score of two subjects; None where they are of different kinds. Of records that may be either, the likelier kind."""
    pair = Pair(left, right) if left.key <= right.key else Pair(right, left)
    found = [_scored(pair, kind) for kind in sorted(left.kinds & right.kinds)]
    return max(found, key=lambda s: (s.value, s.kind), default=None)


def _scored(pair: Pair, kind: str) -> Score:
    points = [(feature, feature.weight * value) for feature in TABLES[kind] if (value := feature.of(pair))]
    total = BASE + sum(each for _, each in points)
    reasons = sorted((Reason(feature.says, round(each, 2)) for feature, each in points), key=lambda r: (-abs(r.points), r.says))
    return Score(kind, round(1 / (1 + exp(-total)), 4), tuple(reasons), any(feature.is_veto for feature, _ in points))


def are_vetoed(left: Subject, right: Subject) -> bool:
    """Does something speak against two records that no third one can outweigh?"""
    found = score(left, right)
    return found is None or found.is_vetoed
