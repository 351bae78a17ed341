"""Words of a question: tokens with their place in the text, their plain forms, the reviewed classes of words.

Knows English spelling, not the company: names and models come from elsewhere.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from kg.names import fold
from kg.toml_tables import toml_table

_TOKEN = re.compile(r"""
    ['’](?:s|ve|m|re|ll|d)\b
    | (?:(?<![\w.,/])[-−])? (?<![\w.,])\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?(?!\w|,\d)\+?     # 150,000 and 1,50,000
    | (?<![^\s(<>=$€£₹])[-−]\d+(?:\.\d+)?\b                         # below zero
    | \d+(?:\.\d+)?(?:k|m|bn)?\+(?!\w)                              # 10+
    | (?:US|A|C|NZ|S|HK)\$
    | \w+(?:[-–.@/&+]\w+|['’](?!(?:s|ve|m|re|ll|d)\b)\w+)*
    | [<>]=?(?=\s*[-−$€£₹]?\d) | [≤≥] | [#%$€£₹]
""", re.VERBOSE)
_NEGATED = {"can't": "can", "cant": "can", "cannot": "can", "won't": "will", "wont": "will", "shan't": "shall"}
_RUN_TOGETHER = re.compile(r"^(do|does|did|is|are|was|were|have|has|had|could|would|should)nt$")     # without an apostrophe
_LONGEST_SLIP = 2


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a question. `plain` is folded; `first` and `last` are offsets in the question (last exclusive)."""

    text: str
    plain: str
    first: int
    last: int


class Utterance(str):
    """What somebody said. It is cut into tokens once, whichever stage of a question asks for them."""

    __slots__ = ("tokens",)

    tokens: tuple[Token, ...]

    def __new__(cls, text: str) -> "Utterance":
        """The same object for what is an utterance already."""
        if isinstance(text, Utterance):
            return text
        said = super().__new__(cls, text)
        said.tokens = _tokens(text)
        return said


def tokens(question: str) -> tuple[Token, ...]:
    """The words of a question in order, without punctuation. A possessive 's and the not of "don't" are tokens of their own.

    Listed slips of small words are read as meant ("teh", "hwo many", "dont"); `text` keeps what was written.
    """
    return question.tokens if isinstance(question, Utterance) else _tokens(question)


def _tokens(question: str) -> tuple[Token, ...]:
    found = _cut(question)
    place = 0
    meant: list[Token] = []
    while place < len(found):
        length, plain = _slip(found, place)
        meant.extend(_said_by(found[place : place + length], plain) if plain else found[place : place + 1])
        place += length
    return tuple(meant)


def _cut(question: str) -> list[Token]:
    found: list[Token] = []
    for match in _TOKEN.finditer(question):
        plain = _RUN_TOGETHER.sub(r"\1n't", fold(match.group().replace("’", "'").replace("–", "-")))
        parts = (_NEGATED.get(plain, plain[:-3]), "not") if plain.endswith("n't") or plain in _NEGATED else (plain,)
        found.extend(Token(match.group(), part, match.start(), match.end()) for part in parts)
    return found


def _slip(found: Sequence[Token], place: int) -> tuple[int, tuple[str, ...]]:
    """How many tokens from here are a listed slip, and what was meant; (1, ()) where they are none."""
    for length in range(min(_LONGEST_SLIP, len(found) - place), 0, -1):
        some = found[place : place + length]
        meant = _slips().get(tuple(t.plain for t in some))
        if meant and not any(t.text[:1].isupper() and t.first for t in some):
            return length, meant
    return 1, ()


def _said_by(written: Sequence[Token], plain: Sequence[str]) -> Iterator[Token]:
    """The words that were meant, each where it was written; where there are more of them, they share the place."""
    for index, word in enumerate(plain):
        place = written[min(index, len(written) - 1)]
        yield Token(place.text, word, place.first, place.last)


@cache
def _slips() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    listed = toml_table(__package__, "slips")
    meant = ((wrong, right) for group in listed.values() for right, slips in group.items() for wrong in slips)
    return {tuple(t.plain for t in _cut(wrong)): tuple(t.plain for t in _cut(right)) for wrong, right in meant}


def forms(word: str) -> frozenset[str]:
    """A word and its regular plural or singular forms."""
    found = {word}
    if len(word) > 3 and word.endswith("ies"):
        found.add(word[:-3] + "y")
    elif len(word) > 3 and word.endswith(("ses", "xes", "ches", "shes")):
        found.update((word[:-2], word[:-1]))            # "classes" of a class, "cases" of a case
    elif len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        found.add(word[:-1])
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Words:
    """The reviewed classes of words; see words.toml."""

    empty: frozenset[tuple[str, ...]]
    opening: frozenset[tuple[str, ...]]         # without content before everything else
    closing: frozenset[tuple[str, ...]]         # the same behind everything else
    licensed: frozenset[str]
    meaning: frozenset[str]
    pronouns: frozenset[str]
    statements: frozenset[tuple[str, ...]]
    newest: frozenset[tuple[str, ...]]
    still: frozenset[tuple[str, ...]]
    me: frozenset[str]
    focus: Mapping[tuple[str, ...], str]
    summarise: Mapping[tuple[str, ...], str]    # phrase -> verbs, what_phrases or afterwards
    units: Mapping[str, str]


@cache
def words() -> Words:
    """The classes of words, read once."""
    data, around = _table("words"), _table("courtesies")
    return Words(
        empty=_phrases(data["empty"]), opening=_phrases(around["opening"]), closing=_phrases(around["closing"]),
        licensed=frozenset(data["licensed"]), meaning=frozenset(data["meaning"]),
        pronouns=frozenset(data["pronouns"]), statements=_phrases(data["statements"]),
        newest=_phrases(data["newest"]), still=_phrases(data["still"]), me=frozenset(data["me"]),
        focus={p: kind for kind, texts in data["focus"].items() for p in _phrases(texts)},
        summarise={p: kind for kind, texts in data["summarise"].items() for p in _phrases(texts)},
        units={text: unit for unit, texts in data["units"].items() for text in texts},
    )


_table = partial(toml_table, __package__)


def is_statement(text: str) -> bool:
    """Does somebody say how they want things, instead of asking? "When I say Bill I mean Bill Tran." """
    plain = tuple(t.plain for t in tokens(text))
    asks = _begins(plain, words().focus) and not _begins(plain, words().statements) and not defined_terms(text)      # "when I say …" asks nothing
    states = any(holds(plain, p) for p in words().statements) or bool(defined_terms(text))
    return states and not asks and not text.rstrip().endswith("?")


def asks_why(text: str) -> bool:
    """Does a message ask for the reason of something?"""
    plain = tuple(token.plain for token in tokens(text))
    return any(holds(plain, phrase) for phrase, kind in words().focus.items() if kind == "why")


_DEFINED = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (
    r"\b(?:when|whenever|if) i (?:say|ask for|ask about|speak of|talk about) (?:an? |the )?[\"“']?(.+?)[\"”']?,? "
    r"(?:then )?i (?:only |always )?(?:mean|want|think)\b",
    r"\b(?:when|whenever|if) i (?:say|ask for|ask about|speak of|talk about) (?:an? |the |our )?[\"“']?([^,]+?)[\"”']?,",
    r"\bby (?:an? |the )?[\"“']?(.+?)[\"”']?,? i (?:only |always )?mean\b",
    r"\bfor me,? (?:an? |the )?[\"“']?(.+?)[\"”']? (?:is|are|always means?|means?)\b",
    r"^[\"“']?(.+?)[\"”']? (?:always |only )?means? .+ (?:for|to) me\b",
    r"\bmy (?:wording|words|vocabulary)[:,]? (?:an? |the )?[\"“']?(.+?)[\"”']? (?:is|are|means?)\b",
    r"\b(?:is|are) what i call (?:an? |the )?[\"“']?(.+?)[\"”']?[.!]?$",
))


def defined_terms(statement: str) -> frozenset[tuple[str, ...]]:
    """The words that somebody gave a meaning of their own: "critical bugs" of "When I say critical bugs I mean …"."""
    return frozenset(phrase(found[1]) for pattern in _DEFINED if (found := pattern.search(statement)))


def _begins(plain: tuple[str, ...], phrases: Iterable[tuple[str, ...]]) -> bool:
    return any(plain[: len(p)] == p for p in phrases)


def holds(plain: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Does a phrase occur among the words?"""
    return any(plain[i : i + len(part)] == part for i in range(len(plain) - len(part) + 1))


@cache
def phrase(text: str) -> tuple[str, ...]:
    """A phrase of a table as the plain tokens that it has in a question."""
    return tuple(t.plain for t in tokens(text))


def _phrases(texts: list[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(phrase(t) for t in texts)


def empty_tokens(said: Sequence[Token]) -> frozenset[int]:
    """The tokens of phrases without content, and of courtesies at either end: "could you check", "that's all I need"."""
    empty = phrases_in(said, words().empty)
    around = empty | _courtesies(said, empty)
    return around if len(around) < len(said) else empty


def _courtesies(said: Sequence[Token], empty: frozenset[int]) -> frozenset[int]:
    plain = tuple(t.plain for t in said)
    found: set[int] = set()
    first = 0
    while first < len(plain) and (length := _longest(plain[first:], words().opening) or (first in empty)):
        found.update(range(first, first + length))
        first += length
    last = len(plain)
    while last > first and (length := _longest(plain[:last], words().closing, at_end=True) or (last - 1 in empty)):
        found.update(range(last - length, last))
        last -= length
    return frozenset(found)


def _longest(plain: tuple[str, ...], phrases: frozenset[tuple[str, ...]], *, at_end: bool = False) -> int:
    """How many words at the beginning (or the end) are the longest of the phrases; 0 for none."""
    return max((len(p) for p in phrases if plain[len(plain) - len(p) if at_end else 0 :][: len(p)] == p), default=0)


_OBLIGING = frozenset({"need", "have"})           # "(leads) I need to meet" is no courtesy


def phrases_in(said: Sequence[Token], phrases: frozenset[tuple[str, ...]]) -> frozenset[int]:
    """The tokens that the phrases cover, the longest match first."""
    found: set[int] = set()
    plain = [t.plain for t in said]
    longest = max(len(p) for p in phrases)
    for first in range(len(plain)):
        for last in range(min(first + longest, len(plain)), first, -1):
            if tuple(plain[first:last]) in phrases and not (plain[last - 1] in _OBLIGING and plain[last : last + 1] == ["to"]):
                found.update(range(first, last))
                break
    return frozenset(found)
