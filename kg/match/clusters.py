"""From pairs to groups: which records are one, from pairs and decisions alone, whatever the order they came in. Pure.

Strongest pairs first; two groups grow together unless somebody or something speaks against two of their members.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

JOINING = ("confirmed", "automatic")          # states that join
PARTING = ("never", "undone")                 # states that keep apart
STATES = ("review", *JOINING, *PARTING)


@dataclass(frozen=True, slots=True)
class Link:
    """A pair as bookkeeping holds it: left < right."""

    left: str
    right: str
    state: str                                # automatic, review, confirmed, never, undone
    kind: str                                 # person or company
    score: float
    evidence: tuple[str, ...] = ()
    decided_by: str | None = None
    decided_at: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Records that are one."""

    kind: str
    members: tuple[str, ...]                  # in order, at least two
    by: Mapping[str, Link]                    # the strongest link that holds each member


@dataclass
class _Growing:
    members: list[str]
    kind: str = ""
    by: dict[str, Link] = field(default_factory=dict)


def groups(links: Iterable[Link], are_vetoed: Callable[[str, str], bool]) -> tuple[Group, ...]:
    """The groups that the joining links make. `are_vetoed` says of two records that only a person can join them."""
    found = list(links)
    apart = {(one.left, one.right) for one in found if one.state in PARTING}
    confirmed = {(one.left, one.right) for one in found if one.state == "confirmed"}
    of: dict[str, _Growing] = {}
    for link in sorted((one for one in found if one.state in JOINING), key=_strongest_first):
        a, b = (of.setdefault(key, _Growing([key])) for key in (link.left, link.right))
        if a is not b and _may_join(a, b, link, apart, lambda x, y: (x, y) not in confirmed and are_vetoed(x, y)):
            _join(a, b, link, of)
    unique = {id(one): one for one in of.values() if len(one.members) > 1}
    return tuple(sorted((Group(g.kind, tuple(sorted(g.members)), g.by) for g in unique.values()), key=lambda g: g.members))


def _strongest_first(link: Link) -> tuple[bool, float, str, str]:
    return link.state != "confirmed", -link.score, link.left, link.right


def _may_join(a: _Growing, b: _Growing, link: Link, apart: set[tuple[str, str]], are_vetoed: Callable[[str, str], bool]) -> bool:
    if {a.kind, b.kind, link.kind} - {"", link.kind}:
        return False
    across: Sequence[tuple[str, str]] = [(min(x, y), max(x, y)) for x in a.members for y in b.members]
    if not apart.isdisjoint(across):
        return False
    return link.state == "confirmed" or not any(are_vetoed(x, y) for x, y in across)


def _join(a: _Growing, b: _Growing, link: Link, of: dict[str, _Growing]) -> None:
    a.members.extend(b.members)
    a.kind = link.kind
    a.by.update(b.by)
    for key in (link.left, link.right):
        a.by.setdefault(key, link)
    for key in b.members:
        of[key] = a
