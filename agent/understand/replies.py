"""What a reply to a question back means: which options it leaves, by whatever tells them apart. Every word of it has to be accounted for.

"The electrician in Pune", "second", "Iyer", "both", "neither", a slip of the hand. What is not accounted for is no reply, and never taken for
one: it may be another question, which a language model reads.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from agent.errors import Choice
from agent.language.words import Token, forms, is_statement, tokens, words
from agent.understand.grammar.named_times import DAYS
from agent.understand.grammar.numbers import in_words
from agent.understand.grammar.typos import repair
from kg.names import words as name_words
from kg.places import other_spellings
from kg.toml_tables import toml_table
from memory.questions import StoredQuestion

Option = Mapping[str, Any]              # of a stored question: its id, label, key and further words
_CLAUSE = re.compile(r"[,;:.!–—]| - | and ")


@dataclass(frozen=True, slots=True)
class Reply:
    """The options that a reply may mean; none where it means none of them. `each`: it means every one of these. `is_whole`: it says nothing else."""

    left: tuple[Option, ...]
    each: bool = False
    is_whole: bool = True

    @property
    def one(self) -> Option | None:
        """The one option that is meant."""
        return self.left[0] if len(self.left) == 1 else None


def read_reply(question: StoredQuestion, reply: str) -> Reply | None:
    """What a reply leaves of the options; None where a word of it has nothing to do with them."""
    by_name = [o for o in question.options if reply.strip() in (o["id"], o["label"])]
    if by_name:
        return Reply(tuple(by_name[:1]))
    said = _CLAUSE.split(reply.strip(), maxsplit=1)[0] if is_statement(reply) else reply
    read = _Reader(question.options).read(said)
    return replace(read, is_whole=said in (reply, reply.strip())) if read is not None else None


def told_apart(choices: Sequence[Choice], said: str) -> Choice | None:
    """The one of several things that some words tell from the others: "the Porto team"; None where they fit none or several.

    Words that none of them is known by tell nothing: of two people of a name, "the electrician from upstairs" is the one who is an electrician.
    """
    held = [frozenset(name_words(" ".join((one.label, *one.also)))) for one in choices]
    wanted = frozenset(name_words(said))
    fitting = [one for one, known in zip(choices, held, strict=True) if wanted & known - frozenset.intersection(*held)]
    return fitting[0] if len(fitting) == 1 else None


def drops_question(reply: str) -> bool:
    """Does a reply leave the question itself: "never mind", "oh, forget it then"?"""
    return _dropped().fullmatch(" ".join(t.plain for t in tokens(reply))) is not None


def is_question(reply: str) -> bool:
    """Do these words ask or want something of their own, rather than answer?"""
    plain = [t.plain for t in tokens(reply)]
    while plain and plain[0] in ("and", "but", "so", "ok", "okay", "no"):
        del plain[0]
    if plain[:2] in (["what", "about"], ["how", "about"]):
        return False
    first = {p[0] for p in words().focus} | _STARTS
    return bool(plain) and plain[0] in first


_STARTS = frozenset({
    "list", "show", "count", "does", "did", "is", "are", "was", "were", "has", "have", "can", "could", "whose", "summarize", "summarise",
})


class _Reader:
    """Reads replies to a question with these options."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._options = options
        self._shown = [frozenset(_words_of((o["label"],))) for o in options]
        self._words = [frozenset(_words_of((o["label"], *o.get("also", ())))) - _small() for o in options]
        self._known = frozenset(w for held in self._words for w in held if w not in _hollow() or not all(w in other for other in self._words))

    def name(self, option: Option) -> frozenset[str]:
        """The words of an option's name, without what is told beside it."""
        return frozenset(_plain(option["label"].partition(" (")[0])) - _small()

    def read(self, reply: str) -> Reply | None:
        said = tokens(reply)
        plain = {t.plain for t in said} - self._known
        each = not plain.isdisjoint(_table()["each"])
        parts = self._parts([t for t in said if not (each and t.plain in _table()["counts"])])
        if parts is None:
            return None
        told = [part for part in parts if part]
        if not plain.isdisjoint(_table()["none"]):
            return Reply(()) if not told else None
        if not told:
            return Reply(tuple(self._options), each=True) if each else None
        found = [self._left(part) for part in told]
        if not all(found):
            return None                 # what was said fits none
        left = tuple(o for i, o in enumerate(self._options) if any(i in held for held in found))
        both = len(found) > 1 and "and" in plain and all(len(held) == 1 for held in found)
        return Reply(left, each=(each or both) and len(left) > 1)

    def _parts(self, said: Sequence[Token]) -> list[list[str]] | None:
        """The reply cut at "and" and "or", as words of the options and places ("#0"); None where a word is not known."""
        parts: list[list[str]] = [[]]
        for token in said:
            if token.plain in ("and", "or"):
                parts.append([])
            elif not self._is_hollow(token.plain):
                word = self._meant(token.plain)
                if word is None:
                    return None
                parts[-1].append(word)
        return parts

    def _is_hollow(self, word: str) -> bool:
        return word not in self._known and (word in _hollow() or word in _table()["each"] or word in _table()["none"])

    def _meant(self, word: str) -> str | None:
        """The word of an option that is said: itself, a form of it, or what it is a slip of."""
        found = next((w for w in (word, *sorted(forms(word))) if w in self._known), None)
        if found is not None:
            return found
        if word in _places():
            return self._place(word)
        return next(iter(repair(word, dict.fromkeys(sorted(self._known), 1.0))), None)

    def _place(self, word: str) -> str | None:
        """The place among the options that a word says: "#0" is the first."""
        at = _places()[word]
        if word in ("former", "latter") and len(self._options) != 2:
            return None
        at = at - 1 if at > 0 else len(self._options) + at
        return f"#{at}" if at < len(self._options) else None

    def _left(self, said: Sequence[str]) -> frozenset[int]:
        """The places of the options that meet what is said."""
        left = [i for i in range(len(self._options)) if all(self._is(i, w) for w in said)]
        named = [i for i in left if self.name(self._options[i]) == set(said)]
        shown = [i for i in left if self._shown[i].issuperset(said)]       # what the person reads goes before what is known
        return frozenset(next((only for only in (named, shown) if len(only) == 1), left))

    def _is(self, place: int, word: str) -> bool:
        return place == int(word[1:]) if word.startswith("#") else word in self._words[place]


def _words_of(texts: Sequence[str]) -> Iterator[str]:
    """The words of what an option is called and known by, also as parts of longer ones, in one form, and as cities are otherwise written."""
    for text in texts:
        said = (*_plain(text), *name_words(text))
        yield from (form for word in said for form in forms(word))
        yield from (part for each in (text, *said) for other in other_spellings(each) for part in name_words(other))


def _plain(text: str) -> tuple[str, ...]:
    return tuple(t.plain for t in tokens(text))


_table = partial(toml_table, __package__, "replies")


@cache
def _places() -> Mapping[str, int]:
    """The words for a place: "second", "two", "2nd", "2", and those of the table."""
    ordinals = {word: place for place, word in enumerate(DAYS, 1)} | {word: in_words(word) or 0 for word in _table()["counts"]}
    digits = {f"{place}{ending}": place for place in range(1, len(DAYS) + 1) for ending in ("", "st", "nd", "rd", "th")}
    return ordinals | digits | {word: int(place) for word, place in _table()["place"].items()}


@cache
def _dropped() -> re.Pattern[str]:
    around, said = ("|".join(_table()[name]) for name in ("around_dropped", "dropped"))
    return re.compile(rf"(?:(?:{around}) )*(?:{said})(?: (?:{around}))*")


@cache
def _hollow() -> frozenset[str]:
    """Words that carry nothing in a reply, unless they tell the options apart."""
    return _small() | {*_table()["hollow"]}


@cache
def _small() -> frozenset[str]:
    """Words that carry nothing in an option either."""
    known = words()
    return frozenset({*known.licensed, *(p[0] for p in known.empty if len(p) == 1)} - {"and", "or"})
