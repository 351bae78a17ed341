"""Follow-ups as people say them, put in the plain words that the grammar of follow-ups reads: "3 are enough" is "top 3".

Only what was said after another question, and only where it has no reading as it stands. The plain words are read and accounted for like any.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

_TOO = re.compile(
    r".*[\w'],? (?:too|as well|likewise)(?: please)?\W*|(?:and |is |is there )*(?:anyone|anybody) (?:in|from|at|based in) .*", re.IGNORECASE)
_ADDS = re.compile(r"(?:.*\W)?and(?:\W.*)?", re.IGNORECASE)        # what adds to the question before stays said


@dataclass(frozen=True, slots=True)
class Rephrased:
    """What the words may mean; `goes_on`: that only goes on from the question before, and asks nothing by itself."""

    text: str
    goes_on: bool


def rephrased(said: str) -> Iterator[Rephrased]:
    """The words without those around them, then the plain follow-ups that they may mean, in the order of the table."""
    bare = _bare(said)
    adds = _ADDS.fullmatch(said[: said.find(bare)].rstrip(" ,;:.!–-"))
    told = dict.fromkeys((Rephrased(f"and {bare}" if adds else bare, goes_on=False), *(Rephrased(text, goes_on=True) for text in _filled(bare))))
    yield from (each for each in told if each.text and each.text.casefold() != said.strip().casefold())


def is_more_of_it(said: str) -> bool:
    """Is it "my sick leave too", "anybody in Pune?": what goes on from the question before, though it could be one by itself?"""
    return _TOO.fullmatch(said.strip()) is not None or any(is_first and pattern.fullmatch(_bare(said)) for pattern, _, is_first in _table())


def _filled(bare: str) -> Iterator[str]:
    for pattern, plain, _ in _table():
        match = pattern.fullmatch(bare)
        if match is not None:
            named = _bare(match.groupdict().get("x") or "") if "{x}" in plain else ""
            yield plain.replace("{x}", named) if named or "{x}" not in plain else ""


def _bare(said: str) -> str:
    """Without the words around it that carry nothing, and without the punctuation at its end."""
    before, after = _around()
    text = said.strip()
    while (shorter := after.sub("", before.sub("", text, count=1), count=1).strip(" ,;:.!?–-")) != text:
        text = shorter
    return text


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("rephrased.toml").read_text("utf-8"))


@cache
def _around() -> tuple[re.Pattern[str], re.Pattern[str]]:
    before, after = ("|".join(sorted(map(re.escape, _data()["around"][side]), key=len, reverse=True)) for side in ("before", "after"))
    return re.compile(rf"^(?:{before})(?![\w'])[\s,;:.!–-]*", re.IGNORECASE), re.compile(rf"[\s,;:.!?–-]+(?:{after})[\s.!?]*$", re.IGNORECASE)


@cache
def _table() -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    return tuple((re.compile(_whole(text), re.IGNORECASE), row["as"], row.get("first", False)) for row in _data()["meant"] for text in row["said"])


def _whole(text: str) -> str:
    for name, part in reversed(_data()["parts"].items()):
        text = text.replace(f"{{{name}}}", part)
    return text
