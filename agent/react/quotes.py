"""The words that a model quotes, held against what they may mean here: the lattice of the question, token by token.

A quote says an element only if pieces of the lattice, each with a meaning that fits the element, cover it. No token says two things. A word
that nobody knows may be quoted for anything; that is a binding, which only the person can make good.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from agent.catalogue import Catalogue
from agent.language import Token, empty_tokens, phrase, phrases_in, tokens, words
from agent.rules.evidence import LONGEST_PHRASE, Evidence, Known, lattice
from agent.rules.seeds import seed
from agent.rules.vocabulary import vocabulary

MARGIN = 3                              # a meaning that is so much dearer than another of the same words is not the one that was meant
BOUND = "bound"                         # how a binding came to be
_LOOSE = frozenset({"unknown", "part", "typo", "nickname", "initials", "acronym", "address"})
_SMALL = frozenset({"focus", "idle", "all", "ours", "for", "hole", "each", "count", "per", "not", "lack", "unit", "still", "whether"})

_IDLE = frozenset({"idle", "ours"})


class Unfounded(ValueError):
    """An element of a plan that the question does not say. The text is for the model: what is wrong, and what to do."""


Fits = Callable[[Evidence], bool]


@dataclass(frozen=True, slots=True)
class Quoted:
    """What a quote came to: the pieces of the lattice, and their tokens."""

    evidence: tuple[Evidence, ...]
    cover: int


NOTHING = Quoted((), 0)


def means(*kinds: str, target: str | None = None) -> Fits:
    """Is a piece of evidence of one of these kinds, and of this target where one is named?"""
    return lambda e: e.meaning.kind in kinds and (target is None or e.meaning.target == target)


@dataclass(frozen=True, slots=True)
class Binding:
    """Words that nobody knows, and the known ones in whose meaning the model takes them."""

    said: str
    taken_as: str


@dataclass
class Quotes:
    """A question's words, and which of them are taken."""

    catalogue: Catalogue
    question: str
    known: Known
    models: frozenset[str] = frozenset()        # of which a proposal speaks: a longer phrase of theirs owns its words
    said: set[tuple[str, int]] = field(default_factory=set)
    taken: int = 0
    bound: list[Binding] = field(default_factory=list)
    tokens: tuple[Token, ...] = ()
    empty: frozenset[int] = frozenset()
    strange: frozenset[int] = frozenset()       # tokens with content that neither catalogue, language nor company knows
    evidence: tuple[Evidence, ...] = ()

    def __post_init__(self) -> None:
        self.tokens = tokens(self.question)
        courtesy = phrases_in(self.tokens, _courtesy())
        self.empty = empty_tokens(self.tokens) | courtesy
        found = lattice(self.catalogue, self.question, self.tokens, self.known)
        openings = {e for e in (*found, *_later_openings(self)) if e.meaning.kind == "whether" and e.first not in courtesy}     # not "if possible"
        said = (e for e in found if e.meaning.kind != "whether" and not courtesy.issuperset(range(e.first, e.last)))      # nor "I" of "I'd like"
        self.evidence = (*said, *sorted(openings, key=lambda e: (e.first, e.last, e.meaning.target)))
        self.strange = frozenset(_strange(self))

    def take(self, quotes: Sequence[str], fits: Fits, what: str) -> Quoted:
        """The meanings of these words for an element. Raises Unfounded where they do not mean it, or were taken for something else."""
        found = [self._one(quote, fits, what) for quote in quotes if quote.strip()]
        pieces = tuple(e for each in found for e in each.evidence)
        return Quoted(pieces, _all(each.cover for each in found))

    def words(self, quotes: Sequence[str], allowed: Set[str]) -> int:
        """The tokens of small words that tie others: "or". Raises Unfounded for other words."""
        cover = 0
        for quote in quotes:
            place = next((p for p in self.places(quote) if not self.taken & _mask(*p)), None)
            if place is None or not set(self.between(*place)) <= allowed:
                raise Unfounded(f"“{quote}” is none of {', '.join(sorted(allowed))}, or says something else already.")
            cover |= _mask(*place)
            self.taken |= _mask(*place)
        return cover

    def plain(self, mask: int) -> frozenset[str]:
        """The words of a mask, folded."""
        return frozenset(t.plain for i, t in enumerate(self.tokens) if mask >> i & 1)

    def claim(self, element: str, mask: int) -> None:
        """These tokens say one more element."""
        self.said.add((element, mask))

    def places(self, quote: str) -> Iterator[tuple[int, int]]:
        """Where the words of a quote stand in the question: first token, and the one after the last."""
        wanted, plain = [t.plain for t in tokens(quote)], [t.plain for t in self.tokens]
        yield from ((i, i + len(wanted)) for i in range(len(plain) - len(wanted) + 1) if wanted and plain[i : i + len(wanted)] == wanted)

    def is_empty(self, quote: str) -> bool:
        """Is it in the question, in words without content only? These need not be quoted, and may be."""
        return any(self.empty.issuperset(range(*place)) for place in self.places(quote))

    def content(self) -> int:
        """The tokens that carry content: neither empty nor small words that only tie others."""
        return _all(1 << i for i, t in enumerate(self.tokens) if i not in self.empty and t.plain not in words().licensed)

    def between(self, first: int, last: int) -> tuple[str, ...]:
        """The words from one token up to another, as they are folded."""
        return tuple(t.plain for t in self.tokens[first:last])

    def _one(self, quote: str, fits: Fits, what: str) -> Quoted:
        places = list(self.places(quote))
        if not places:
            raise Unfounded(f"“{quote}” is not in the question. Quote its words as they are.")
        free = [p for p in places if not self.taken & _mask(*p)]
        if not free:
            raise Unfounded(f"“{quote}” says something else already; no word says two things.")
        tried = [self._cover(first, last, fits) or self._behind_small_words(first, last, fits) for first, last in free]
        pieces = next((t for t in tried if t), None)
        if not pieces:
            raise Unfounded(f"“{quote}” does not mean {what} here. {self._meanings(*free[0])}")
        first, last = free[tried.index(pieces)]
        self._note(pieces)
        cover = _mask(first, last) | _all(e.cover for e in pieces)
        self.taken |= cover & (self.content() | _all(e.cover for e in pieces))
        return Quoted(pieces, cover)

    def _cover(self, first: int, last: int, fits: Fits) -> tuple[Evidence, ...] | None:
        """Pieces that cover a stretch, the longest first; small words are passed over. None where some word means nothing that fits."""
        if first >= last:
            return ()
        here = [e for e in self.evidence if e.first == first and e.last <= last and fits(e) and not self._is_overruled(e)]
        for piece in sorted(here, key=lambda e: (-e.last, e.cost)):
            rest = self._cover(piece.last, last, fits)
            if rest is not None:
                return (piece, *rest)
        if first in self.empty or self.tokens[first].plain in words().licensed:
            return self._cover(first + 1, last, fits)
        return self._bind(first, last, fits) if first in self.strange else None

    def _behind_small_words(self, first: int, last: int, fits: Fits) -> tuple[Evidence, ...] | None:
        """What begins with small words that were not quoted: "this year" of "for this year"."""
        start = first
        while start > 0 and self.tokens[start - 1].plain in words().licensed and not self.taken >> (start - 1) & 1:
            start -= 1
            pieces = self._cover(start, last, fits)
            if pieces and pieces[0].first == start and pieces[0].last > first:
                return pieces
        return None

    def take_idle(self) -> None:
        """Words that a question may have and that say nothing: "we", "are there". Nobody need quote them."""
        for piece in self.evidence:
            if piece.meaning.kind in _IDLE and not self.taken & piece.cover and not self._is_overruled(piece):
                self._note((piece,))
                self.taken |= piece.cover

    def _bind(self, first: int, last: int, fits: Fits) -> tuple[Evidence, ...] | None:
        """Strange words as a piece that fits: in the meaning of words that the catalogue or the language has for it."""
        end = next((i for i in range(first, last) if i not in self.strange), last)
        known = ((meaning, text) for text, meanings in vocabulary(self.catalogue).items() for meaning in meanings)
        found = next((Evidence(m, first, end, BOUND, 0, " ".join(t)) for m, t in known if fits(Evidence(m, first, end, BOUND, 0, " ".join(t)))), None)
        rest = self._cover(end, last, fits) if found is not None else None
        return (found, *rest) if found is not None and rest is not None else None

    def _is_overruled(self, piece: Evidence) -> bool:
        """Is another meaning of the same words clearly nearer, or are they part of a longer phrase or name?"""
        if piece.meaning.kind in _SMALL:
            return any(_holds(other, piece) and other.meaning.kind not in _SMALL and other.how not in _LOOSE and other.meaning.kind == "name"
                       for other in self.evidence)
        same = (other for other in self.evidence if (other.first, other.last) == (piece.first, piece.last)
                and not (other.meaning.kind == "rel" and self._is_a_kind(piece)))
        return any(other.cost + MARGIN <= piece.cost for other in same) or self._longer(piece) is not None

    def _is_a_kind(self, piece: Evidence) -> bool:
        """"a manager" is a kind of people; "the manager", "a manager of" is somebody's."""
        is_one_of_them = piece.first > 0 and self.tokens[piece.first - 1].plain in ("a", "an")
        return piece.meaning.detail.startswith("is:") and is_one_of_them and self.between(piece.last, piece.last + 1) != ("of",)

    def _longer(self, piece: Evidence) -> Evidence | None:
        """A longer phrase around a piece that means something of the models spoken of, or a whole name."""
        empty = _all(1 << i for i in self.empty)
        return next((other for other in self.evidence if _holds(other, piece) and other.cover & ~empty != piece.cover & ~empty
                     and other.how not in _LOOSE and other.meaning.kind not in _SMALL
                     and (other.meaning.kind == "name" or other.meaning.target.partition(".")[0] in self.models)), None)

    def _note(self, pieces: Sequence[Evidence]) -> None:
        for piece in pieces:
            self.said |= seed(self.catalogue, piece).said
            if piece.how == BOUND:
                start, end = self.tokens[piece.first].first, self.tokens[piece.last - 1].last
                self.bound.append(Binding(self.question[start:end], piece.text))

    def _meanings(self, first: int, last: int) -> str:
        inside = [e for e in self.evidence if first <= e.first and e.last <= last and e.how != "unknown"]
        known = sorted({f"{e.meaning.kind} {e.meaning.target}" for e in inside})
        longer = next((found for e in inside if (found := self._longer(e)) is not None), None)
        part = f" It is a part of “{longer.text}”, which means {longer.meaning.kind} {longer.meaning.target}: quote that." if longer else ""
        return f"It means: {', '.join(known[:12])}.{part}" if known else "No word of the catalogue or of the company is like it."


def _later_openings(quotes: Quotes) -> Iterator[Evidence]:
    """"is" and "do we have" open a question behind a courtesy too, and behind a comma: "In Lighthouse, are there overdue tickets?"."""
    meant = vocabulary(quotes.catalogue)
    for first, token in enumerate(quotes.tokens):
        is_behind_comma = first > 0 and "," in quotes.question[quotes.tokens[first - 1].last : token.first]
        if not (is_behind_comma or quotes.empty.issuperset(range(first))):
            continue
        for last in range(first + 1, min(first + LONGEST_PHRASE, len(quotes.tokens)) + 1):
            said = quotes.between(first, last)
            yield from (Evidence(m, first, last, "exact", 0, " ".join(said)) for m in meant.get(said, ()) if m.kind == "whether")


def _strange(quotes: Quotes) -> Iterator[int]:
    """Tokens with content and without a meaning. Words that point back, or change the meaning of others, are never strange."""
    known = _all(e.cover for e in quotes.evidence if e.how != "unknown")
    content, listed = quotes.content(), words().meaning | words().pronouns
    yield from (i for i, t in enumerate(quotes.tokens) if content >> i & 1 and not known >> i & 1 and t.plain not in listed and not _is_figure(t))


def _is_figure(token: Token) -> bool:
    return any(c.isdigit() for c in token.text)


@cache
def _courtesy() -> frozenset[tuple[str, ...]]:
    """Phrases around a request that change nothing of it; see courtesy.toml."""
    data = tomllib.loads(resources.files(__package__).joinpath("courtesy.toml").read_text("utf-8"))
    return frozenset(phrase(text) for text in data["phrases"])


def _holds(other: Evidence, piece: Evidence) -> bool:
    """Is the one a longer phrase around the other?"""
    return other.first <= piece.first and piece.last <= other.last and (other.first, other.last) != (piece.first, piece.last)


def _mask(first: int, last: int) -> int:
    return ((1 << last) - 1) & ~((1 << first) - 1)


def _all(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
