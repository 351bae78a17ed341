"""Rows of earlier answers that a plan points at, held against the places that the message says: "the second one", "the first two of those deals".

What is meant otherwise than by its place ("the biggest of them") is all rows with an order or a condition: a row is read again, so what it told
may not be so any more.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal

from agent.language.words import Token, tokens
from agent.phrasing.inflection import ordinal, singular
from agent.plan.algebra import Earlier, Goal, Order, parts
from agent.plan.periods import Calendar
from agent.question.dialogue import Listing
from agent.understand.grammar.dates import find_periods
from agent.understand.grammar.numbers import in_words
from agent.understand.verify import Doubt
from kg.names import name_words

_MOST = 50                              # places that are looked for in words
_IN_DIGITS = ("st", "nd", "rd", "th")
_PLACES: Mapping[str, int] = {ordinal(place): place for place in range(1, _MOST + 1)} | {"last": -1}
_SHORT = 3                              # letters of a word that tells no question from another


def misread_references(message: str, goals: Sequence[Goal], listed: Sequence[Listing], last: Goal | None, calendar: Calendar) -> Iterator[Doubt]:
    """Rows that the message says otherwise, and answers that it rather does not mean. `listed`: the answers with rows, oldest first.

    What the last question pointed at, a follow-up may mean without saying it again.
    """
    said = _untimed(message, calendar)
    before = frozenset(part for part in parts(last) if isinstance(part, Earlier))
    pointed = dict.fromkeys(part for goal in goals for part in parts(goal) if isinstance(part, Earlier) and part not in before)
    for rows in pointed:
        of = next((one for one in reversed(listed) if one.asked == rows.asked), None)
        if of is None or of.is_of_one:
            continue
        yield from _misplaced(goals, pointed, _said(said, len(of.rows.ids)), len(of.rows.ids))
        meant = _meant(message, listed)
        if meant != of.asked:
            yield Doubt("carried", f'the plan points at the answer to "{of.asked}", and the message rather means the one to "{meant}"')


def _misplaced(goals: Sequence[Goal], pointed: Collection[Earlier], said: frozenset[int], many: int) -> Iterator[Doubt]:
    """Places of the message and of the plan that differ; said by none, all rows are meant."""
    places = frozenset(place for rows in pointed for place in rows.places)
    is_ordered = any(isinstance(part, Order) for goal in goals for part in parts(goal))
    if places and places != (said or frozenset(range(1, many + 1))):
        yield Doubt("order", f"the plan points at the rows {', '.join(map(str, sorted(places)))}, and the message says others or none: what is meant "
                             'by anything but its place is {"rows": "all"} with ranked or a condition, and "it" after one row {"rows": "it"}')
    if not places and said and many > 1 and not is_ordered:
        yield Doubt("order", "the message says by its place which row it means, and the plan takes all rows")


def _untimed(message: str, calendar: Calendar) -> list[Token]:
    """The words that say no time: "last" in "last month" is no place."""
    words = tokens(message)
    times = [range(found.first, found.last) for found in find_periods(words, calendar)]
    return [word for at, word in enumerate(words) if not any(at in each for each in times)]


def _said(words: Sequence[Token], many: int) -> frozenset[int]:
    """The places that words say of so many rows: "the second", "the first two", "the last"."""
    found = set[int]()
    for at, word in enumerate(words):
        place = _place(word.plain)
        number = in_words(words[at + 1].plain) if place in (1, -1) and at + 1 < len(words) else None
        if place is not None:
            begins = place if place > 0 else many + 1 - (number or 1)
            found.update(range(begins, begins + (number or 1)))
    return frozenset(found)


def ordinal_numbers(text: str) -> Iterator[Decimal]:
    """The numbers that ordinals of a text say: 2 for "second"."""
    yield from (Decimal(place) for word in tokens(text) if (place := _place(word.plain)) is not None)


def _place(word: str) -> int | None:
    """"second", "2nd" and "last", which is -1."""
    return int(word[:-2]) if word.endswith(_IN_DIGITS) and word[:-2].isdigit() else _PLACES.get(word)


def _meant(message: str, listed: Sequence[Listing]) -> str:
    """The question whose answer has most words of the message in common with it; the last one where none has more."""
    said = _telling(message)
    return max((one for one in reversed(listed) if not one.is_of_one), key=lambda one: len(said & _telling(one.asked))).asked


def _telling(text: str) -> frozenset[str]:
    return frozenset(singular(word) for word in name_words(text) if len(word) > _SHORT)
