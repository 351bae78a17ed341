"""What only sets the scene before a question: "Nina Schäfer is planning a trip. How many vacation days are left for her?"

A first sentence that names one thing and says nothing else that any app holds cannot restrict what is asked; it only tells of what. The question
is then read of that name, and every word of it is accounted for. Words with a meaning of their own (a noun, a verb of the catalogue, a time, a
number, a "not") make it more than a scene, and it is left alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from agent.catalogue import Catalogue
from agent.language.words import phrase, tokens
from agent.understand.grammar.evidence import Known
from agent.understand.grammar.lattice import lattice
from agent.understand.grammar.set_off import asks, points, scene_words

_STOP = re.compile(r"\s*[.;!]\s+|\s*,\s+|\s+[-–—]\s+")
_IDLE = frozenset({"me", "ours", "us", "theirs", "idle", "for", "whether", "text"})


@dataclass(frozen=True, slots=True)
class Scened:
    """A question with the name that its scene is about before it; `points`: it says "her", "that ticket", "there"."""

    text: str
    points: bool


def of_the_scene(catalogue: Catalogue, question: str, known: Known) -> Iterator[Scened]:
    """The question of what its first sentence names: "Nina Schäfer: how many vacation days are left for her?"; the longest question first."""
    for stop in _STOP.finditer(question.rstrip(" ?.!")):
        scene, rest = question[: stop.start()], question[stop.end() :]
        name = _named(catalogue, scene, known) if asks(rest) and not asks(scene) else None
        if name is not None and name != scene.strip():
            yield Scened(f"{name}: {rest}", points(rest))


def _named(catalogue: Catalogue, scene: str, known: Known) -> str | None:
    """The one thing that a sentence names, where nothing else in it has a meaning; None elsewhere."""
    said = tokens(scene)
    evidence = lattice(catalogue, scene, said, known)
    called = [e for e in evidence if e.meaning.kind == "name" and scene[said[e.first].first].isupper()]
    widest = max(called, key=lambda e: e.last - e.first, default=None)
    if widest is None:
        return None
    named = set(range(widest.first, widest.last))
    passing = _passing(tuple(t.plain for t in said))
    if any(not set(range(e.first, e.last)) <= named | passing and e.meaning.kind not in _IDLE for e in evidence):
        return None
    return scene[said[widest.first].first : said[widest.last - 1].last]


def _passing(said: tuple[str, ...]) -> set[int]:
    """The places of words that tell how one came to ask: "I have to ring", "a question came in from"."""
    found = ((first, len(words)) for words in _scenery() for first in range(len(said)) if said[first : first + len(words)] == words)
    return {at for first, length in found for at in range(first, first + length)}


@cache
def _scenery() -> frozenset[tuple[str, ...]]:
    return frozenset(phrase(text) for text in scene_words())
