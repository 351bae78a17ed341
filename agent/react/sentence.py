"""What the words of a question may mean, token by token: the lattice of the rules, and what of it says nothing where it stands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.language import Token, empty_tokens, phrases_in, tokens, words
from agent.react.preamble import SENTENCE_ENDS, preamble, turns
from agent.react.silent import copulas, no_one_in_particular, opening, table, with_more
from agent.rules.evidence import LONGEST_PHRASE, Evidence, Known
from agent.rules.lattice import lattice
from agent.rules.vocabulary import Meaning, vocabulary

NAMED: Mapping[str, str] = {            # kinds of meanings as a plan has them, with what each is of
    **dict.fromkeys(("rel", "forward", "backward", "place", "done"), "relation {}"),
    **dict.fromkeys(("not", "lack", "except", "never", "nobody"), "not"),
    **dict.fromkeys(("compare", "compared", "compare_after", "than"), "comparison"), **dict.fromkeys(("per", "each", "bucket"), "key"),
    **dict.fromkeys(("top", "superlative", "sort", "sorting", "direction", "timely"), "order"),
    "noun": "set {}", "is": "is {}", "is_not": "is not {}", "field": "field {}", "where": "value {}", "metric": "metric {}", "name": "name {}",
    "most": "order by {}", "most_first": "order by {}", "newest": "newest", "me": "the asker", "count": "count", "agg": "{}", "share": "share",
    "summ": "summary", "period": "time {}", "unit": "unit {}", "currency": "currency {}", "quantity": "number {}", "back": "the last answer's {}",
}
MARGIN = 3                              # a meaning that is so much dearer than another of the same words is not the one that was meant
SMALL = frozenset({"focus", "idle", "all", "ours", "for", "hole", "each", "count", "per", "not", "lack", "unit", "still", "whether"})
_EMPTY = frozenset({"focus", "idle", "ours", "us", "hole", "theirs", "nobody"})
_VAGUE = frozenset({"it", "they", "them", "these", "those", "something", "anything", "everything", "stuff", "things", "ones", "any"})
_DATES = frozenset({"day", "days", "date", "dates"})
_POINTING = frozenset({"they", "them", "these", "those", "their"})
_LOOSE = frozenset({"unknown", "part", "typo", "nickname", "initials", "acronym", "address"})
_DOING = frozenset({"is", "is_not", "forward", "backward", "place", "done", "summ"})


@dataclass
class Sentence:
    """A question's words and their readings. `models`: of which a proposal speaks: a longer phrase of theirs owns its words."""

    catalogue: Catalogue
    question: str
    known: Known
    models: frozenset[str] = frozenset()
    tokens: tuple[Token, ...] = ()
    empty: frozenset[int] = frozenset()
    strange: frozenset[int] = frozenset()       # tokens with content that neither catalogue, language nor company knows
    evidence: tuple[Evidence, ...] = ()

    def __post_init__(self) -> None:
        self.tokens = tokens(self.question)
        courtesy = phrases_in(self.tokens, table()["phrases"])
        courtesy |= frozenset(opening(self.tokens, empty_tokens(self.tokens) | courtesy))
        self.empty = empty_tokens(self.tokens) | courtesy
        found = lattice(self.catalogue, self.question, self.tokens, self.known)
        courtesy |= preamble(self.question, self.tokens, found, self.models) | frozenset(no_one_in_particular(self.tokens))
        self.empty |= courtesy
        found = tuple(with_more(self.catalogue, self.tokens, found))
        silent = frozenset(copulas(self.tokens, found))
        self.empty |= silent
        openings = {e for e in (*found, *_later_openings(self)) if e.meaning.kind == "whether" and e.first not in courtesy}     # not "if possible"
        silent |= courtesy              # nor "I" of "I'd like"
        said = (e for e in found if e.meaning.kind != "whether" and not silent.issuperset(range(e.first, e.last)) and not self._is_asking(e, found)
                and not self._is_light(e))
        self.evidence = (*said, *sorted(openings, key=lambda e: (e.first, e.last, e.meaning.target)))
        self.strange = frozenset(_strange(self))

    def _is_asking(self, piece: Evidence, found: Sequence[Evidence]) -> bool:
        """"me" of "tell me" and of "list for me the …" is nobody of whom something is asked."""
        requests = self.empty | {i for e in found if e.meaning.target == "list" for i in range(e.first, e.last)}
        is_for_me = self.between(piece.first - 1, piece.last) == ("for", "me") and requests.issuperset(range(piece.first - 1))
        return piece.meaning.kind == "me" and (is_for_me or self.empty.issuperset(range(piece.first, piece.last)))

    def _is_light(self, piece: Evidence) -> bool:
        """"go" of "how did my call go" is a verb, and no part of the name "Go-to-market"."""
        is_part = piece.meaning.kind == "name" and piece.how in _LOOSE and piece.last - piece.first == 1
        return is_part and self.tokens[piece.first].text.islower() and (self.tokens[piece.first].plain,) in table()["light"]

    def plain(self, mask: int) -> frozenset[str]:
        """The words of a mask, folded."""
        return frozenset(t.plain for i, t in enumerate(self.tokens) if mask >> i & 1)

    def places(self, quote: str) -> Iterator[tuple[int, int]]:
        """Where the words of a quote stand in the question: first token, and the one after the last."""
        wanted, plain = [t.plain for t in tokens(quote)], [t.plain for t in self.tokens]
        yield from ((i, i + len(wanted)) for i in range(len(plain) - len(wanted) + 1) if wanted and plain[i : i + len(wanted)] == wanted)

    def is_empty(self, quote: str) -> bool:
        """Is it in the question, in words without content only? These need not be quoted, and may be."""
        return any(self.empty.issuperset(range(*place)) for place in self.places(quote))

    def is_asked(self, detail: str) -> bool:
        """Does the question hold the question word that the words of a field want ("when" of "started"), if they want one?"""
        is_dated = detail == "when" and any(t.plain in _DATES for t in self.tokens)        # "the day they started"
        return detail in ("", "plural") or is_dated or any(e.meaning.kind == "focus" and e.meaning.target == detail for e in self.evidence)

    def is_small(self, place: int) -> bool:
        """Does a token carry no content by itself?"""
        return not self.content() >> place & 1

    def content(self) -> int:
        """The tokens that carry content: neither empty nor small words that only tie others."""
        return union(1 << i for i, t in enumerate(self.tokens) if i not in self.empty and t.plain not in words().licensed)

    def between(self, first: int, last: int) -> tuple[str, ...]:
        """The words from one token up to another, as they are folded."""
        return tuple(t.plain for t in self.tokens[first:last])

    def points(self, quote: str) -> bool:
        """Is it a pronoun of the question?"""
        return any(self.between(*place)[-1:] and self.between(*place)[-1] in _POINTING for place in self.places(quote))

    def says_nothing(self, quote: str) -> bool:
        """Is it in the question, in question words and pronouns only?"""
        return any(all(i in self.empty or self.tokens[i].plain in _VAGUE or words().focus.get((self.tokens[i].plain,)) for i in range(*place))
                   for place in self.places(quote))

    def text(self, first: int, last: int) -> str:
        """The words as they were written, from one token up to another."""
        return self.question[self.tokens[first].first : self.tokens[last - 1].last]

    def begins_with(self, word: str) -> bool:
        """Is it the first word of the question that is no courtesy?"""
        return next((t.plain for i, t in enumerate(self.tokens) if i not in self.empty), "") == word

    def ends_early(self) -> bool:
        """Does a sentence, or what stands before a colon, end before the last word?"""
        return any(self.is_parted(place, SENTENCE_ENDS) for place in range(1, len(self.tokens)))

    def is_parted(self, place: int, marks: Sequence[str] = ()) -> bool:
        """Does a comma or another mark, or one of some marks, stand before a token?"""
        between = self.question[self.tokens[place - 1].last : self.tokens[place].first]
        return any(mark in between for mark in marks) if marks else bool(set(between) - {" "})

    def turns(self, place: int) -> bool:
        """Is it a number, or a word that changes what others mean?"""
        return turns(self.tokens[place : place + 1])

    def is_vague(self, place: int) -> bool:
        """Does a word say nothing by itself: is it small, or known to nobody, or a question word, a pronoun or "nobody"?"""
        readings = [e for e in self.evidence if e.cover >> place & 1 and e.how != "unknown"]
        is_small = self.is_small(place) or place in self.strange
        return is_small or (bool(readings) and all(e.meaning.kind in _EMPTY for e in readings))

    def is_overruled(self, piece: Evidence) -> bool:
        """Is another meaning of the same words clearly nearer, or are they part of a longer phrase or name?"""
        if piece.meaning.kind in SMALL:
            return any(holds(other, piece) and other.meaning.kind not in SMALL and other.how not in _LOOSE and other.meaning.kind == "name"
                       for other in self.evidence)
        same = (other for other in self.evidence if (other.first, other.last) == (piece.first, piece.last)
                and not (other.meaning.kind == "rel" and self._is_a_kind(piece)))
        return any(other.cost + MARGIN <= piece.cost for other in same) or self.longer(piece) is not None

    def _is_a_kind(self, piece: Evidence) -> bool:
        """"a manager" is a kind of people; "the manager", "a manager of" is somebody's."""
        is_one_of_them = piece.first > 0 and self.tokens[piece.first - 1].plain in ("a", "an")
        return piece.meaning.detail.startswith("is:") and is_one_of_them and self.between(piece.last, piece.last + 1) != ("of",)

    def longer(self, piece: Evidence) -> Evidence | None:
        """A longer phrase around a piece that means something of the models spoken of, or a whole name."""
        empty = union(1 << i for i in self.empty)
        if piece.meaning.kind == "place":           # "sit" of "sit in Pune", whatever "sit in" means of teams
            empty |= ~self.content()
        return next((other for other in self.evidence if holds(other, piece) and other.cover & ~empty != piece.cover & ~empty
                     and other.how not in _LOOSE and other.meaning.kind not in SMALL and not _is_same_kind(other, piece)
                     and (other.meaning.kind == "name" or other.meaning.target.partition(".")[0] in self.models)), None)


def _is_same_kind(other: Evidence, noun: Evidence) -> bool:
    """"in my team" says of people what "my team" is called by."""
    return (other.meaning.kind, noun.meaning.kind) == ("is", "noun") and noun.meaning.detail.startswith("is:") \
        and other.meaning.target == f"{noun.meaning.target}.{noun.meaning.detail.removeprefix('is:')}"


def _later_openings(sentence: Sentence) -> Iterator[Evidence]:
    """"is" and "do we have" open a question behind a courtesy too, and behind a comma: "In Lighthouse, are there overdue tickets?"."""
    meant = vocabulary(sentence.catalogue)
    for first, token in enumerate(sentence.tokens):
        is_behind_comma = first > 0 and "," in sentence.question[sentence.tokens[first - 1].last : token.first]
        if not (is_behind_comma or sentence.empty.issuperset(range(first))):
            continue
        for last in range(first + 1, min(first + LONGEST_PHRASE, len(sentence.tokens)) + 1):
            said = sentence.between(first, last)
            yield from (Evidence(m, first, last, "exact", 0, " ".join(said)) for m in meant.get(said, ()) if m.kind == "whether")


def _strange(sentence: Sentence) -> Iterator[int]:
    """Tokens with content and without a meaning here: nobody knows them, or they are verbs and states of what a proposal does not speak of.

    Words that point back, or change the meaning of others, are never strange.
    """
    known = union(e.cover for e in sentence.evidence if e.how != "unknown" and not _is_elsewhere(sentence, e))
    content, listed = sentence.content(), words().meaning | words().pronouns
    yield from (i for i, t in enumerate(sentence.tokens) if content >> i & 1 and not known >> i & 1 and t.plain not in listed and not _is_figure(t))


def _is_elsewhere(sentence: Sentence, piece: Evidence) -> bool:
    """Is it a verb or a state of other models than a proposal speaks of? "sitting" of tickets is not where people work."""
    return bool(sentence.models) and piece.meaning.kind in _DOING and piece.meaning.target.partition(".")[0] not in sentence.models


def _is_figure(token: Token) -> bool:
    return any(c.isdigit() for c in token.text)


def told_as(meaning: Meaning) -> str:
    """What a meaning is to a reader of the catalogue; "" for what the grammar alone knows."""
    return NAMED.get(meaning.kind, "").format(meaning.target)


def holds(other: Evidence, piece: Evidence) -> bool:
    """Is the one a longer phrase around the other?"""
    return other.first <= piece.first and piece.last <= other.last and (other.first, other.last) != (piece.first, piece.last)


def mask_of(first: int, last: int) -> int:
    """The tokens from one up to another, as a bit mask."""
    return ((1 << last) - 1) & ~((1 << first) - 1)


def union(masks: Iterable[int]) -> int:
    """All tokens of some masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found
