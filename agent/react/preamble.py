"""What somebody says of themselves before they ask: "I've lost track a bit: …", "I'm preparing for a call. …". It is no part of the question.

Only where it begins with the one who asks, ends before the question does, and holds no name, figure, time or word that could restrict anything.
"""

from collections.abc import Iterable, Sequence, Set

from agent.language import Token, words
from agent.rules.evidence import Evidence

SPEAKERS = frozenset({"i", "we"})
SENTENCE_ENDS = (":", ". ", "! ", " - ", "–", "—", ";")
_LANGUAGE = frozenset({"focus", "idle", "ours", "hole", "each", "still", "for", "theirs", "whether"})
_OF_MODELS = frozenset({"is", "is_not", "field", "rel", "forward", "backward", "done", "place", "noun", "summ", "most", "most_first", "than"})


def preamble(question: str, tokens: Sequence[Token], evidence: Iterable[Evidence], models: Set[str]) -> frozenset[int]:
    """Its tokens; none where there is none, or where it may say something of these models."""
    if not tokens or tokens[0].plain not in SPEAKERS:
        return frozenset()
    parts = (last for last in range(2, len(tokens)) if any(end in question[tokens[last - 1].last : tokens[last].first] for end in SENTENCE_ENDS))
    end = next(parts, 0)
    if not end or turns(tokens[:end]) or any(_restricts(e, models) for e in evidence if e.first < end):
        return frozenset()
    return frozenset(range(end))


def _restricts(piece: Evidence, models: Set[str]) -> bool:
    """May it say which things are meant? Those that it names may, whatever is asked for."""
    return piece.meaning.kind != "me" and (piece.meaning.kind == "noun" or speaks(piece, models))


def speaks(piece: Evidence, models: Set[str]) -> bool:
    """Does a piece of the lattice say more than the language's own small words, or something of these models?"""
    if piece.how == "unknown" or piece.meaning.kind in _LANGUAGE:
        return False
    return piece.meaning.kind not in _OF_MODELS or piece.meaning.target.partition(".")[0] in models


def turns(said: Iterable[Token]) -> bool:
    """Do words hold a figure, or one that changes what others mean?"""
    return any(t.plain in words().meaning or any(c.isdigit() for c in t.text) for t in said)
