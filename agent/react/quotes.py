"""Which words of a question say an element of a plan: those that it quotes, else others that are free; no token says two things.

Names, values, numbers, times and negations are taken from the quoted words alone. A word that nobody knows may be quoted for anything else;
that is a binding, which only the person can make good.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import islice, product
from typing import cast

from agent.language import phrases_in, words
from agent.react.choices import Choices
from agent.react.sentence import SMALL, Sentence, holds, mask_of, told_as, union
from agent.react.silent import table
from agent.rules.evidence import Evidence
from agent.rules.seeds import seed
from agent.rules.vocabulary import vocabulary

_EXACT = frozenset({"name", "where", "period", "quantity", "compared", "compare", "compare_after", "not", "lack"})   # no others than those quoted
_MOST = 4                               # ways to take the words of one element
BOUND = "bound"                         # how a binding came to be
_NEVER_BOUND = (SMALL | {"is_not"}) - {"count"}
_IDLE = frozenset({"idle", "ours"})
_WITHIN = _IDLE | {"still", "us"}       # "still open" says no more than "open"


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
class Quotes(Sentence):
    """A question's words, and which of them are taken."""

    said: set[tuple[str, int]] = field(default_factory=set)
    taken: int = 0
    passed: int = 0                             # of these, what says nothing
    small: int = 0                              # of these, question words and others that belong to the plan as a whole
    choices: Choices = field(default_factory=Choices)
    noted: list[Evidence] = field(default_factory=list)
    bound: list[Binding] = field(default_factory=list)

    def begin(self, choices: Choices) -> None:
        """Nothing is taken yet: another reading begins."""
        self.choices, self.taken, self.passed, self.small = choices, 0, 0, 0
        self.said, self.bound, self.noted = set(), [], []

    def take(self, quotes: Sequence[str], fits: Fits, what: str) -> Quoted:
        """The meanings of these words for an element; of words elsewhere, where these do not mean it. NOTHING where nothing is quoted.

        Raises Unfounded where no free word of the question means it.
        """
        if not any(quote.strip() for quote in quotes):
            return NOTHING
        return self._one_of(self._ways(quotes, fits), quotes, fits, what)

    def find(self, quotes: Sequence[str], fits: Fits, what: str) -> Quoted:
        """As `take`; where nothing is quoted, it is looked for in the whole question."""
        return self._one_of([way for way in self._ways(quotes, fits) if way.evidence], quotes, fits, what)

    def take_or_leave(self, quotes: Sequence[str], fits: Fits) -> Quoted:
        """As `take`, of an element that other words may say as well: NOTHING where no free word means it."""
        return self._taken(self.choices.pick([*self._ways(quotes, fits), NOTHING]))

    def perhaps(self, fits: Fits) -> Quoted:
        """The words that mean it, wherever they stand; or NOTHING."""
        ways = self._elsewhere(0, fits)
        return self._taken(self.choices.pick([*ways, NOTHING])) if ways else NOTHING

    def exact(self, quotes: Sequence[str], fits: Fits, what: str) -> Quoted:
        """As `take`, of the quoted words alone: names, numbers and times are no others than those. Raises Unfounded also for none."""
        ways = (*self._inside(quotes, fits), *self._bound_ways(quotes, fits))
        return self._one_of([way for way in ways if way.evidence], quotes, fits, what)

    def is_taken(self, first: int, last: int) -> bool:
        """Does one of these tokens say something already?"""
        return bool(self.taken & mask_of(first, last))

    def pass_over(self, first: int, last: int) -> None:
        """These tokens say nothing."""
        self.taken |= mask_of(first, last)
        self.passed |= mask_of(first, last)

    def pass_over_phrases(self, name: str) -> None:
        """The phrases of a list in courtesy.toml say nothing, where their words are free."""
        found = phrases_in(self.tokens, table()[name])
        for place in sorted(found):
            if not self.is_taken(place, place + 1):
                self.pass_over(place, place + 1)

    def claim(self, element: str, mask: int) -> None:
        """These tokens say one more element."""
        self.said.add((element, mask))

    def _one_of(self, ways: Sequence[Quoted], quotes: Sequence[str], fits: Fits, what: str) -> Quoted:
        if not ways:
            raise Unfounded(self._not_said(quotes, fits, what))
        return self._taken(self.choices.pick(ways))

    def _taken(self, way: Quoted) -> Quoted:
        self._note(way.evidence)
        self.taken |= way.cover & (self.content() | union(e.cover for e in way.evidence))
        return way

    def _ways(self, quotes: Sequence[str], fits: Fits) -> list[Quoted]:
        """How words may mean something, the likeliest first: as quoted, with a word elsewhere, elsewhere, and in words that nobody knows."""
        inside = self._inside(quotes, fits)
        hint = union(mask_of(*place) for quote in quotes for place in self.places(quote))
        elsewhere = self._elsewhere(hint, fits)
        if inside:
            first, known = inside[0], {(e.meaning.kind, e.meaning.target) for e in inside[0].evidence}
            beside = (way for way in elsewhere if not way.cover & first.cover)
            more = [way for way in beside if not known & {(e.meaning.kind, e.meaning.target) for e in way.evidence}]
            grown = [Quoted((*first.evidence, *way.evidence), first.cover | way.cover) for way in more]
            return list(dict.fromkeys((*inside, *grown, *elsewhere, *self._bound_ways(quotes, fits))))
        return list(dict.fromkeys((*elsewhere, *self._bound_ways(quotes, fits))))

    def _inside(self, quotes: Sequence[str], fits: Fits) -> list[Quoted]:
        """The pieces that fit among the quoted words, for each place where these stand; small words before them may belong to a piece."""
        content, found = self.content(), []
        for hint in self._hints(quotes):
            pieces: list[Evidence] = []
            for e in self._free(fits):
                is_in = e.cover & hint and not e.cover & content & ~hint
                if is_in and (not pieces or pieces[-1].last <= e.first):
                    pieces.append(e)
            if pieces or (hint and not hint & content):
                cover = union(e.cover for e in pieces)
                found.append(Quoted(tuple(pieces), cover | (hint & ~content & ~self.taken)))
        return found

    def _hints(self, quotes: Sequence[str]) -> Iterator[int]:
        """The tokens of the quotes; where a quote stands several times, each of them."""
        places = [free for quote in quotes if (free := [m for p in self.places(quote) if (m := mask_of(*p)) & ~self.taken])]
        yield from (union(each) for each in islice(product(*places), _MOST) if each)

    def _elsewhere(self, hint: int, fits: Fits) -> list[Quoted]:
        """Single pieces that fit, those nearest to a hint first."""
        whole = list(self._free(fits))
        pieces = [e for e in whole if e.meaning.kind not in _EXACT and not any(holds(other, e) for other in whole)]
        pieces.sort(key=lambda e: _distance(e, hint))
        return [Quoted((e,), e.cover) for e in pieces[:_MOST]]

    def _free(self, fits: Fits) -> list[Evidence]:
        """The pieces whose words are free and that fit, the longest first of those that begin together."""
        found = (e for e in self.evidence if not e.cover & self.taken and fits(e) and not self.is_overruled(e))
        return sorted(found, key=lambda e: (e.first, -e.last, e.cost))

    def _bound_ways(self, quotes: Sequence[str], fits: Fits) -> list[Quoted]:
        """The quoted words with those among them that nobody knows, in the meaning of others."""
        found = []
        for hint in self._hints(quotes):
            first, last = (hint & -hint).bit_length() - 1, hint.bit_length()
            pieces = self._cover(first, last, fits, hint)
            whole = self._as_known(first, last, fits) if not pieces and all(self.is_vague(i) for i in range(first, last)) else None
            if pieces or whole is not None:
                pieces = pieces or (cast(Evidence, whole),)
                found.append(Quoted(pieces, union(e.cover for e in pieces) | (hint & ~self.content())))
        return found

    def _cover(self, first: int, last: int, fits: Fits, hint: int) -> tuple[Evidence, ...] | None:
        """Pieces that cover a stretch, the longest first, unknown words bound; small words and those of no quote are passed over.

        None where some word means nothing that fits.
        """
        if first >= last:
            return ()
        here = [e for e in self.evidence if e.first == first and e.last <= last and fits(e) and not e.cover & self.taken and not self.is_overruled(e)]
        for piece in sorted(here, key=lambda e: (-e.last, e.cost)):
            rest = self._cover(piece.last, last, fits, hint)
            if rest is not None:
                return (piece, *rest)
        idle = max((e.last for e in self.evidence if e.first == first and e.meaning.kind in _WITHIN and e.last <= last), default=0)
        if idle or first in self.empty or not hint >> first & 1 or self.tokens[first].plain in words().licensed:
            return self._cover(idle or first + 1, last, fits, hint)
        return self._bind(first, last, fits, hint) if first in self.strange and not self.is_taken(first, first + 1) else None

    def take_small(self, piece: Evidence) -> Quoted:
        """A piece that belongs to the plan as a whole."""
        self.small |= piece.cover
        return self._taken(Quoted((piece,), piece.cover))

    def joining(self, covers: Sequence[int], allowed: Set[str]) -> int:
        """The free small words among and right before some elements that tie these: "or", "both … and". They are taken."""
        inside = union(covers)
        first, last = (inside & -inside).bit_length() - 2, inside.bit_length()
        cover = union(1 << i for i in range(max(first, 0), last) if self.tokens[i].plain in allowed and not (self.taken | inside) >> i & 1)
        self.taken |= cover
        return cover

    def pass_over_quotes(self, quotes: Sequence[str]) -> None:
        """The free words of some quotes, which tie things without a word for the relation, say nothing by themselves."""
        for place in (p for quote in quotes for first, last in islice(self.places(quote), 1) for p in range(first, last)):
            if not self.is_taken(place, place + 1):
                self.pass_over(place, place + 1)

    def take_idle(self) -> None:
        """Words that a question may have and that say nothing: "we", "are there". Nobody need quote them."""
        for piece in self.evidence:
            if piece.meaning.kind in _IDLE and not self.taken & piece.cover and not self.is_overruled(piece):
                self._note((piece,))
                self.taken |= piece.cover

    def _bind(self, first: int, last: int, fits: Fits, hint: int) -> tuple[Evidence, ...] | None:
        """Strange words as a piece that fits: in the meaning of words that the catalogue or the language has for it."""
        end = next((i for i in range(first, last) if i not in self.strange), last)
        found = self._as_known(first, end, fits)
        rest = self._cover(end, last, fits, hint) if found is not None else None
        return (found, *rest) if found is not None and rest is not None else None

    def _as_known(self, first: int, last: int, fits: Fits) -> Evidence | None:
        """A stretch in the meaning of words of the catalogue or the language that fits."""
        known = ((m, text) for text, meanings in vocabulary(self.catalogue).items() for m in meanings if m.kind not in _NEVER_BOUND)
        tried = (Evidence(m, first, last, BOUND, 0, " ".join(text)) for m, text in known)
        return next((e for e in tried if fits(e)), None)

    def _note(self, pieces: Sequence[Evidence]) -> None:
        self.noted += pieces
        for piece in pieces:
            self.said |= seed(self.catalogue, piece).said
            if piece.how == BOUND:
                start, end = self.tokens[piece.first].first, self.tokens[piece.last - 1].last
                self.bound.append(Binding(self.question[start:end], piece.text))

    def _not_said(self, quotes: Sequence[str], fits: Fits, what: str) -> str:
        """Why an element cannot stand: what its words mean instead."""
        quote = next((q for q in quotes if q.strip()), "")
        if not quote:
            return f"No word of the question says {what}."
        place = next(self.places(quote), None)
        if place is None:
            return f"“{quote}” is not in the question, and no other word of it says {what}."
        inside = [e for e in self.evidence if place[0] <= e.first and e.last <= place[1] and e.how != "unknown"]
        meant = next((e for e in inside if fits(e)), None)
        if meant is not None:
            return f"“{quote}” says {what}, but {self._why_not(meant)}."
        known = list(dict.fromkeys(told for e in inside if (told := told_as(e.meaning))))
        instead = f"It may mean {' or '.join(known[:6])}." if known else "Nothing in the catalogue or in the company is called so."
        return f"“{quote}” does not say {what} here, nor does a free word elsewhere. {instead}"

    def _why_not(self, piece: Evidence) -> str:
        """Why a piece that fits may not be taken."""
        words, longer = self.text(piece.first, piece.last), self.longer(piece)
        if piece.cover & self.taken:
            return f"“{words}” is quoted for another element already"
        if longer is not None:
            return f"“{words}” is a part of “{self.text(longer.first, longer.last)}” here: quote that"
        return f"“{words}” is taken in another sense here"


def _distance(piece: Evidence, hint: int) -> int:
    """How many words a piece stands away from the words of a hint."""
    if not hint:
        return 0
    first, last = (hint & -hint).bit_length() - 1, hint.bit_length()
    return max(first - piece.last, piece.first - last, 0)
