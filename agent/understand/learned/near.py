"""Learned readings like a message, as examples for a language model: the few that share most of their words with it."""

import json
from collections.abc import Sequence
from itertools import islice

from agent.catalogue import Catalogue
from agent.language.words import tokens
from agent.understand.learned.editing import faults_of
from agent.understand.learned.places import places
from agent.understand.learned.slots import SLOT
from memory.readings import KeptReading

MOST = 3
_ALIKE = 0.3                            # of all words of both, the share that both have


def examples(catalogue: Catalogue, learned: Sequence[KeptReading], text: str) -> list[str]:
    """At most three, the most alike first; the same readings and words give the same lines.

    Of the company's, only those that name nothing themselves: what one person may know by name, another may not.
    """
    said = {token.plain for token in tokens(text)}
    ranked = sorted(((-_alike(kept, said), kept.reading.words, kept.reading.id, kept) for kept in learned), key=lambda each: each[:3])
    near = (kept for score, *_, kept in ranked if -score >= _ALIKE)
    usable = (kept for kept in near if not (kept.is_shared and _names(kept)) and not faults_of(catalogue, kept.reading.plan))
    return [f"asked {json.dumps(kept.reading.words, ensure_ascii=False)}; plan {kept.reading.plan}" for kept in islice(usable, MOST)]


def _alike(kept: KeptReading, said: set[str]) -> float:
    words = {word for word in kept.reading.words.split() if not SLOT.fullmatch(word)}
    return len(words & said) / len(words | said)


def _names(kept: KeptReading) -> bool:
    """Does its plan hold a name, or a value of the company's, that is no slot?"""
    held = (place for place in places(json.loads(kept.reading.plan)) if place.kind in ("name", "text"))
    return any(not SLOT.fullmatch(str(place.value)) for place in held)
