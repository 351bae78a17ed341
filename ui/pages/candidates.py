"""Who can be chosen in a demo, in what order, and who is found by some words. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ui.pages.who import MOST_CARDS, MOST_FOUND, Candidate
from ui.text.labels import name_of


def candidates(tenants: Iterable[Any]) -> list[Candidate]:
    """Everybody whom the companies know."""
    return [Candidate(person.email, tenant.company.name, tuple(person.roles)) for tenant in tenants for person in tenant.company.people]


def a_few(everybody: Sequence[Candidate], first: str = "") -> list[Candidate]:
    """The one with the address `first`, somebody without a role, then who has a role that none of these has; the rest is whoever comes next."""
    known = [one for one in everybody if one.email == first]
    ordinary = [one for one in everybody if not one.roles][:1]
    wanted = dict.fromkeys([*known, *ordinary, *_with_new_roles(everybody), *everybody])
    return list(wanted)[:MOST_CARDS]


def _with_new_roles(everybody: Iterable[Candidate]) -> Iterator[Candidate]:
    seen = set[str]()
    for one in everybody:
        if not seen.issuperset(one.roles):
            seen.update(one.roles)
            yield one


def found(everybody: Sequence[Candidate], words: str) -> list[Candidate]:
    """Those whose name, address, company or role holds every one of the words."""
    wanted = words.lower().split()
    return [one for one in everybody if all(word in _told(one) for word in wanted)][:MOST_FOUND]


def _told(one: Candidate) -> str:
    return f"{one.email} {name_of(one.email)} {one.company} {' '.join(one.roles)}".lower().replace("_", " ")
