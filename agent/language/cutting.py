"""Where a text may be cut into several requests: at the ends of its sentences, and before "and when", "and how many" …

Looks at words alone; whether the parts are whole questions is for whoever reads them. What is one request with a shared verb, a clause or a
"them" for each is not cut.
"""

import re
from collections.abc import Sequence

from agent.language.words import tokens

MOST = 4                                # requests in one text
_END = re.compile(r"[?;]\s*(?:and\b\s*)?|[.!]\s+(?:and\b\s*)?", re.IGNORECASE)
_ASKS = r"(?:who|whose|whom|what|which|when|where|how|is|are|does|do|did|has|have|list|show)\b"
_AND = re.compile(rf",?\s+and\s+(?={_ASKS}|(?:in|at|on|for|to|from|with|of|by) wh|their\b)|"
                  r",?\s+(?:along |together )?with\s+(?=their\b)", re.IGNORECASE)
_OF_THINGS = re.compile(r"(?:how|what|which|whose|whom)\b", re.IGNORECASE)
_TAKE = re.compile(r"\s*(?:please\s+)?(?:take|consider|looking at|look at)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|are|am|was|were|do|does|did|has|have|had|will|would|can|could)\b|'s\b", re.IGNORECASE)
_THEM = re.compile(r"\b(?:they|them|their|each)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"(?:who|whose|whom|which)\b", re.IGNORECASE)
_BEGINS = re.compile(_ASKS, re.IGNORECASE)


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text; () where it is one, or too many."""
    return _several(_parts(_END.split(text)))


def sets_out(text: str) -> bool:
    """"Take Ana's reports. How many …?": what the question is about is said first, and is nothing that is asked."""
    return bool(_TAKE.match(text))


def clauses_of(text: str) -> tuple[str, ...]:
    """The parts of a text between its "and how many" …; () where they are no requests of their own."""
    asked = _joined(text)
    return () if not asked or _is_clause(asked) or _shares(asked) or _for_each(asked) else asked


def sharing(text: str) -> tuple[str, ...]:
    """The parts of a text of which only the last has a verb, for all of them; () where that is not so."""
    asked = _joined(text)
    return asked if _shares(asked) and not _is_clause(asked) and not _for_each(asked) else ()


def pointing(text: str) -> tuple[str, ...]:
    """The parts of a text of which a later one says "they", whom the first may have named; () where that is not so."""
    asked = _joined(text)
    return asked if _for_each(asked) else ()


def _joined(text: str) -> tuple[str, ...]:
    return _several(tuple(part for sentence in _parts(_END.split(text)) for part in _parts(_AND.split(sentence))))


def begin_alike(parts: Sequence[str]) -> bool:
    """"Who … and who …": two questions, though the second could be read as a condition."""
    return len({tokens(part)[0].plain for part in parts}) == 1


def _several(parts: tuple[str, ...]) -> tuple[str, ...]:
    return parts if 1 < len(parts) <= MOST else ()


def _parts(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(part.strip(" ,") for part in found if tokens(part))


def _is_clause(parts: Sequence[str]) -> bool:
    """"People in Rigging and who are in Pune": no question, but more of what was said before."""
    return bool(parts and _RELATIVE.match(parts[-1]) and not _BEGINS.match(parts[0]))


def _shares(parts: Sequence[str]) -> bool:
    """"How many women and how many men work in Berlin": the first has no verb of its own, so it has a share in that of the last."""
    return any(_OF_THINGS.match(part) and not _VERB.search(part) for part in parts[:-1])


def _for_each(parts: Sequence[str]) -> bool:
    """"Who is off today and what is assigned to them?" wants what is assigned beside each of them, which two answers would not tell."""
    return any(_THEM.search(part) for part in parts[1:])
