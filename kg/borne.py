"""Known personal names (a census and a list of short forms, from libraries): what looks like a typo may be another real name.

The list of short forms holds many that few people use ("Bill" for Robert): what it says is good for a question back, never for a decision.
"""

from functools import cache
from importlib import resources

import simplemma
from nicknames import NickNamer

from kg.names import fold

_CENSUS = ("dist.all.last", "dist.female.first", "dist.male.first")
_SHORTEST = 3                           # letters of a short form that says anything


def is_borne(word: str) -> bool:
    """Is a folded word itself a known name or dictionary word, so that it is hardly a typo of another?"""
    return word in _borne() or simplemma.is_known(word, lang="en")


def may_be_short_for(first: str) -> frozenset[str]:
    """Folded first names that go with a folded one by the library's list, as its short or its formal form. Empty for plain words."""
    return _forms().get(first, frozenset())


@cache
def _borne() -> frozenset[str]:
    lines = (line for name in _CENSUS for line in resources.files("names").joinpath(name).read_text("ascii").splitlines())
    return frozenset(line.split(maxsplit=1)[0].lower() for line in lines) | _forms().keys()


@cache
def _forms() -> dict[str, frozenset[str]]:
    others: dict[str, set[str]] = {}
    for formal, shorts in NickNamer.default_lookup().items():
        for one, other in ((fold(formal), fold(short)) for short in shorts):
            others.setdefault(one, set()).add(other)
            others.setdefault(other, set()).add(one)
    return {name: frozenset(found) for name, found in others.items() if len(name) >= _SHORTEST and not simplemma.is_known(name, lang="en")}
