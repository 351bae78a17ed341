"""Who can be chosen in a demo, in what order, and who is found by some words. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any

from ui.pages.who import MOST_CARDS, MOST_FOUND, Candidate
from ui.text.labels import name_of


def candidates(tenants: Iterable[Any]) -> list[Candidate]:
    """Everybody whom the companies know."""
    return [Candidate(person.email, tenant.company.name, tuple(person.roles)) for tenant in tenants for person in tenant.company.people]


def a_few(everybody: Sequence[Candidate], first: str = "") -> list[Candidate]:
    """The one with the address `first`, then one of each kind of roles, in the order given; the rest is filled with whoever comes next."""
    known = [one for one in everybody if one.email == first]
    kinds: dict[tuple[str, ...], Candidate] = {}
    for one in everybody:
        kinds.setdefault(tuple(sorted(one.roles)), one)
    wanted = dict.fromkeys([*known, *kinds.values(), *everybody])
    return list(wanted)[:MOST_CARDS]


def found(everybody: Sequence[Candidate], words: str) -> list[Candidate]:
    """Those whose name, address, company or role holds every one of the words."""
    wanted = words.lower().split()
    return [one for one in everybody if all(word in _told(one) for word in wanted)][:MOST_FOUND]


def _told(one: Candidate) -> str:
    return f"{one.email} {name_of(one.email)} {one.company} {' '.join(one.roles)}".lower().replace("_", " ")
