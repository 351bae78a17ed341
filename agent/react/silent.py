"""Words of a question that say nothing where they stand, and small ones that say something there: what the lattice of the rules does not know."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from importlib import resources

from agent.catalogue import Catalogue
from agent.language import Token, phrase
from agent.rules.evidence import Evidence
from agent.rules.vocabulary import PEOPLE, Meaning, vocabulary

_SPREAD = frozenset({"spread", "distributed", "split", "divided", "scattered"})
_QUESTIONS = frozenset({"whichever", "whatever"})
_GOING_ON = frozenset({"who", "that", "which", "are", "is", "were", "was", "have", "has", "do", "does", "did", "only", "still", "just"})
_VERBS = frozenset({"forward", "backward", "is", "is_not", "place", "done"})
_TELLING = frozenset({"who", "that", "which"})
_ANYBODY = frozenset({"someone", "somebody", "anyone", "anybody", "people", "folks"})


def opening(said: Sequence[Token], empty: Set[int]) -> Iterator[int]:
    """"out of" of "Out of everyone who reports to me, …": what a question begins with, behind courtesies only."""
    first = next((i for i in range(len(said)) if i not in empty), 0)
    lengths = (n for n in range(5, 0, -1) if tuple(t.plain for t in said[first : first + n]) in table()["openings"])
    yield from range(first, first + next(lengths, 0))


def with_more(known: Catalogue, said: Sequence[Token], found: Iterable[Evidence]) -> Iterator[Evidence]:
    """"yet" says nothing, but for "who have yet to pay", which negates; "across priorities" is by them, "those who" are people.

    "but" before a verb goes on with what was said; "whoever" is anybody who; "a month old" is of the age that "older than" is.
    """
    plain, found = [t.plain for t in said], tuple(found)
    waiting = {i for i, word in enumerate(plain) if word == "yet" and plain[i + 1 : i + 2] == ["to"]}
    joints = set(_joints(plain, found))
    yield from (e for e in found if not waiting & set(range(e.first, e.last)) and (e.last - e.first > 1 or e.first not in joints))
    yield from (_word(Meaning("idle", "idle"), i, "but") for i in sorted(joints))
    yield from (_word(Meaning("noun", PEOPLE, "who"), i, word) for i, word in enumerate(plain) if word == "whoever")
    yield from (_word(Meaning("focus", "what"), i, word) for i, word in enumerate(plain) if word in _QUESTIONS)
    yield from (_word(Meaning("not", "not"), i, "yet") for i in sorted(waiting))
    yield from (_word(Meaning("idle", "idle"), i, word) for i, word in enumerate(plain)
                if word == "those" and plain[i + 1 : i + 2] and plain[i + 1] in _TELLING)
    yield from (_word(Meaning("per", "per"), i, word) for i, word in enumerate(plain)
                if word == "across" or (word == "over" and i and plain[i - 1] in _SPREAD))
    aged = {e.last for e in found if e.meaning.kind in ("quantity", "compared")}
    older = [m for m in vocabulary(known).get(("older", "than"), ()) if m.kind == "than"]
    old = (i for i, word in enumerate(plain) if word == "old" and i in aged)
    yield from (_word(Meaning("field", m.target), i, "old") for i in old for m in older)


def _word(meaning: Meaning, place: int, text: str) -> Evidence:
    return Evidence(meaning, place, place + 1, "exact", 0, text)


def _joints(plain: Sequence[str], found: Sequence[Evidence]) -> Iterator[int]:
    """Where "but" goes on with another verb: "but report to Ana", "but who have paid". Before a name it takes out."""
    verbs = {e.first for e in found if e.meaning.kind in _VERBS and e.how != "unknown"}
    yield from (i for i, word in enumerate(plain[:-1]) if word == "but" and (plain[i + 1] in _GOING_ON or i + 1 in verbs))


def copulas(said: Sequence[Token], found: Iterable[Evidence]) -> Iterator[int]:
    """"remain" of "remain unpaid", which says no more than "are"."""
    states = {e.first for e in found if e.meaning.kind in ("is", "is_not") and e.how != "unknown"}
    listed = table()["copulas"]
    for first in range(len(said)):
        for last in (first + 2, first + 1):
            if last in states and tuple(t.plain for t in said[first:last]) in listed:
                yield from range(first, last)


def no_one_in_particular(said: Sequence[Token]) -> Iterator[int]:
    """"someone" of "someone other than Pia", whose meaning is the rest."""
    plain = [t.plain for t in said]
    yield from (i for i, word in enumerate(plain) if word in _ANYBODY and plain[i + 1 : i + 3] == ["other", "than"])


@cache
def table() -> Mapping[str, frozenset[tuple[str, ...]]]:
    """Phrases around a request that change nothing of it, those with which one may begin, and copulas; see courtesy.toml."""
    data = tomllib.loads(resources.files(__package__).joinpath("courtesy.toml").read_text("utf-8"))
    return {name: frozenset(phrase(text) for text in texts) for name, texts in data.items()}
