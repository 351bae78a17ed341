"""What may be a name in a question, and what looks like one: stretches of words for the graph, and texts that a title may hold."""

from collections import defaultdict
from collections.abc import Sequence, Set
from functools import cache

import simplemma

from agent.catalogue import Model
from agent.language.words import Token, words
from agent.language.words import tokens as tokenise
from kg.resolve import Candidate

LONGEST_NAME = 7
TYPO_COST = 3
MISSPELT_PART_COST = 2                  # more than the way to a value that is misspelt as a whole
WHOLE = frozenset({"exact", "alias", "email"})
CONNECTORS = frozenset({"of", "and", "&"})
_COSTS = {"part": 1, "nickname": 2, "initials": 2, "acronym": TYPO_COST, "address": 2, "typo": TYPO_COST}     # by how a name was found


def name_spans(question: str, tokens: Sequence[Token]) -> dict[str, tuple[tuple[int, int], ...]]:
    """The stretches of a question that may be a name, as text → token ranges; function words neither begin nor end one."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + LONGEST_NAME, len(tokens)) + 1):
            if _may_be_name(tokens[first:last]):
                found[question[tokens[first].first : tokens[last - 1].last]].append((first, last))
    return {text: tuple(ranges) for text, ranges in found.items()}


def misspelt_spans(question: str, tokens: Sequence[Token]) -> frozenset[str]:
    """Those of the stretches that may be a misspelt name: one word at least is no good English, or is written as a name."""
    return frozenset(text for text, ranges in name_spans(question, tokens).items()
                     if any(looks_like_name(tokens, i, frozenset()) for span in ranges for i in range(*span)))


def _may_be_name(span: Sequence[Token]) -> bool:
    if any(t.plain in _never_inside() and not is_written_as_name(t) for t in span):
        return False
    return not any(_is_function_word(t) for t in (span[0], span[-1])) and any(c.isalnum() for c in span[0].plain)


@cache
def _never_inside() -> frozenset[str]:
    """Words that no name holds: whoever speaks, whoever was spoken of, and question words."""
    known = words()
    return known.me | known.pronouns | frozenset(p[0] for p in known.focus if p[0] not in known.licensed) | {"many", "much"}


@cache
def _function_words() -> frozenset[str]:
    known = words()
    single = {p[0] for p in known.empty if len(p) == 1} | {p[0] for p in known.focus if len(p) == 1}
    return frozenset(single | known.licensed | known.me | known.pronouns | {w for w in known.meaning if " " not in w})


def _is_function_word(token: Token) -> bool:
    return token.plain in _function_words() and not is_written_as_name(token)


def is_written_as_name(token: Token) -> bool:
    """With a capital, not at the beginning: "Will" in "who is Will"."""
    return token.text[:1].isupper() and token.first > 0 and token.plain != "i"


def names_it(text: str, candidate: Candidate, model: Model) -> bool:
    """One word of a long title is no name for it; one word of a person's or a company's name is."""
    if not model.titled or candidate.how in WHOLE:
        return True
    return 2 * len(tokenise(text)) > len(tokenise(candidate.name))


def name_cost(candidate: Candidate) -> int:
    """How far what was said is from what the candidate is called: a slip in a part of its name is both."""
    is_misspelt_part = candidate.how == "typo" and not candidate.is_whole
    return _COSTS.get(candidate.how, 0) + (MISSPELT_PART_COST if is_misspelt_part else 0)


def all_look_like_name(tokens: Sequence[Token], first: int, last: int, known: set[int]) -> bool:
    """Every word looks like one, but for connectors inside: "Bolts and Sons"."""
    inner = range(first + 1, last - 1)
    return all(looks_like_name(tokens, i, known) or (i in inner and tokens[i].plain in CONNECTORS) for i in range(first, last))


def looks_like_name(tokens: Sequence[Token], index: int, known: Set[int]) -> bool:
    """A capital, a digit, or no English word? `known`: the tokens that mean something else."""
    token = tokens[index]
    if any(c.isdigit() for c in token.text) or (token.text[:1].isupper() and index > 0):
        return True
    return index not in known and token.plain.isalpha() and not simplemma.is_known(token.plain, lang="en")
