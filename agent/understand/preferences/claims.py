"""What somebody says of the world: of whom or what, and what. Pure text."""

import re
from collections.abc import Iterable

from agent.understand.preferences.tables import patterns
from agent.understand.preferences.words import QUESTION_WORDS, clean
from agent.understand.replies import says_nothing
from kg.names import fold

_ASKED_LAST = [[word] for word in ("who", "whom", "what", "which", "where", "when", "how", "why")]      # "stone reports to whom"
_FINITE = re.compile(r"(?:is|are|was|were|has|have|had|will)\b")
_NOTHING = re.compile(                  # nothing that has a name
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|\w+n't|what|that|this|it|there|\w+ing)\b(?! [A-Z])", re.IGNORECASE)
_OWN = re.compile(r"(?:our|my|the)\b", re.IGNORECASE)
_BETWEEN = re.compile(r" (?:with|for|at|from|in|on) (?=\S)")
_OPEN_END = re.compile(r"\b(?:by|with|to|of|in|for|on|at|from)$", re.IGNORECASE)


def claimed(texts: Iterable[str]) -> tuple[str, str] | None:
    """Subject and claim of the first of some forms of a sentence that states something; None where none does."""
    for match in (each.fullmatch(text) for text in dict.fromkeys(texts) for each in patterns("claims")):
        if not match or _NOTHING.match(match["s"]) or says_nothing(match["v"]):         # "Tran is the one I mean"
            continue
        if not _is_asked(_without_prepositions(match), match["v"]) and not _is_list(match["s"], match["v"]):
            return clean(match["s"]), clean(match["v"])
    return None


def _without_prepositions(match: re.Match[str]) -> str:
    """The subject; of "our order with Foss has been cancelled", where nobody asks for orders, without the "with"."""
    return _BETWEEN.sub(" ", match["s"]) if _OWN.match(match.string) else match["s"]


def _is_asked(subject: str, said: str) -> bool:
    return bool(set(fold(subject).split()) & QUESTION_WORDS) or fold(said).split()[-1:] in _ASKED_LAST or bool(_OPEN_END.search(subject))


def _is_list(subject: str, said: str) -> bool:
    """"customers invoiced every month", "interviews not yet held": many of a kind, and what they are like; that asks for them."""
    many = subject == subject.lower() and subject.endswith("s") and not re.match(r"(?:my|our|the|we)\b", subject)
    return many and not _FINITE.match(said)
