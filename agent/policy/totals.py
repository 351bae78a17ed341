"""When figures over people say too much about single ones: the rule for totals of the policy, over plain sets of ids. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

_PRIME = 2**61 - 1                     # no minor of a table of zeros and ones of this size is a multiple of it by chance

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
    known = [*earlier, *([base] if counts else [])]
    return (
        any(len(m) < limits.min_group for m in members)
        or any(counts and m == base for m in members)
        or are_close(members, known, limits)
        or (not counts and any(_is_dominated(g, limits) for g in groups))
    )


def are_close(groups: Sequence[frozenset[str]], earlier: Iterable[frozenset[str]], limits: Limits) -> bool:
    """Do two of the groups, or one and an earlier one, differ by too few? Or is one person left when figures over them are added and subtracted?"""
    known = [*earlier, *groups]
    return any(_is_close(g, other, limits) for g in groups for other in known) or leaves_one(known)


def leaves_one(groups: Iterable[frozenset[str]]) -> bool:
    """Can sums over these groups be added and subtracted so that one person's part is left? (Chin and Özsoyoğlu, 1982: auditing sum queries.)

    It can just where a row of the reduced echelon form is of one column. Who is always in the same groups is one column: they are never parted.
    """
    given = list(dict.fromkeys(groups))
    alike: dict[frozenset[int], list[str]] = {}
    for person in frozenset().union(*given):
        alike.setdefault(frozenset(n for n, g in enumerate(given) if person in g), []).append(person)
    reduced: dict[frozenset[int], dict[frozenset[int], int]] = {}       # by the row's leading column: column → coefficient
    for number in range(len(given)):
        _reduce_in({column: 1 for column in alike if number in column}, reduced)
    return any(len(row) == 1 and len(alike[column]) == 1 for column, row in reduced.items())


def _reduce_in(row: dict[frozenset[int], int], reduced: dict[frozenset[int], dict[frozenset[int], int]]) -> None:
    """Bring a row into the echelon form, and the form under it. Coefficients are of the field of integers modulo a prime."""
    for column in [c for c in row if c in reduced]:
        _take(row, reduced[column], row[column])
    if not row:
        return
    leading, inverse = next((c, pow(v, -1, _PRIME)) for c, v in row.items())
    row = {c: v * inverse % _PRIME for c, v in row.items()}
    for other in reduced.values():
        if leading in other:
            _take(other, row, other[leading])
    reduced[leading] = row


def _take(row: dict[frozenset[int], int], other: Mapping[frozenset[int], int], times: int) -> None:
    """Take another row so many times from a row, in place."""
    for column, value in other.items():
        left = (row.get(column, 0) - times * value) % _PRIME
        row[column] = left
        if not left:
            del row[column]


def _is_close(one: frozenset[str], other: frozenset[str], limits: Limits) -> bool:
    """Do two groups differ by so few that the difference of their figures is about them?"""
    return 0 < len(one ^ other) < limits.differencing


def _is_dominated(group: Shares, limits: Limits) -> bool:
    total = sum((abs(v) for v in group.values()), Decimal(0))
    return total > 0 and max(abs(v) for v in group.values()) > Decimal(str(limits.max_share)) * total
