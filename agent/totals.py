"""When figures over people say too much about single ones: the rule for totals of the policy, over plain sets of ids. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

Shares = Mapping[str, Decimal]          # employee id -> what that person adds to the figure of a group (1 for a count)


@dataclass(frozen=True, slots=True)
class Limits:
    """The parameters of policy.toml, as tight as the tenant wants them."""

    min_group: float
    max_share: float
    differencing: float


def tells_too_much(groups: Sequence[Shares], base: frozenset[str], earlier: Iterable[frozenset[str]], limits: Limits, *, counts: bool) -> bool:
    """Would figures over these groups give somebody away?

    `base`: everybody out of whom the groups were taken, for its size is known to everybody; `earlier`: groups that the viewer
    got before; `counts`: the figure says who has something, so a group of everybody tells it of each.
    """
    members = [frozenset(g) for g in groups]
    known = [*earlier, *members, *([base] if counts else [])]
    return (
        any(len(m) < limits.min_group for m in members)
        or any(counts and m == base for m in members)
        or any(_is_close(m, other, limits) for m in members for other in known)
        or (not counts and any(_is_dominated(g, limits) for g in groups))
    )


def _is_close(one: frozenset[str], other: frozenset[str], limits: Limits) -> bool:
    """Do two groups differ by so few that the difference of their figures is about them?"""
    return 0 < len(one ^ other) < limits.differencing


def _is_dominated(group: Shares, limits: Limits) -> bool:
    total = sum((abs(v) for v in group.values()), Decimal(0))
    return total > 0 and max(abs(v) for v in group.values()) > Decimal(str(limits.max_share)) * total
