"""Blocking keys: records that share none are never compared. Pure.

Every line of the tables that can carry a join has its key here. A key that very many records share says nothing and is
left out by kg/hubs.py.
"""

from collections.abc import Iterator

from kg.match.hosts import site_name
from kg.match.pairs import registered_hosts
from kg.match.spelling import sound
from kg.match.subjects import Subject
from kg.names import nicknames

_SHARED_KINDS = {"person": ("mail", "office", "phone", "url", "name", "login"), "company": ("mail", "office", "phone", "tax", "street", "called")}


def blocks(subject: Subject) -> tuple[str, ...]:
    """The keys of a subject, in order, without doubles; each begins with the kind that it joins."""
    of_kind = {"person": _person, "company": _company}
    found = (f"{kind}|{key}" for kind in sorted(subject.kinds) for key in (*_keys(subject, kind), *of_kind[kind](subject)))
    return tuple(sorted(set(found)))


def _keys(subject: Subject, kind: str) -> Iterator[str]:
    for each in _SHARED_KINDS[kind]:
        yield from subject.keys(each)


def _person(subject: Subject) -> Iterator[str]:
    yield from (f"record|{key}" for key in {subject.key, *subject.links})
    yield from (f"number|{number}" for number in subject.numbers)
    if subject.email:
        yield f"address|{subject.email}"
    for name in subject.names:
        for family, given in ((name.family, name.given), (name.given, name.family)):
            if family and given:
                initials = {given[0][0], *(other[0] for other in nicknames(given[0]))}
                yield from (f"family|{sound(family[-1])}|{initial}" for initial in initials)


def _company(subject: Subject) -> Iterator[str]:
    for host in registered_hosts(subject.hosts):
        yield f"host|{host}"
        if site := site_name(host):
            yield f"site|{site}"
