"""Grounding: what names, numbers and times of a plan were said, and what names of the message the plan leaves out.

Said is what stands in the message, the dialogue, the preferences and the names that the records have for the message's words. A text value of a
plan may be worded otherwise than the message; whether records hold it is seen when the plan has been run.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from agent.catalogue import Catalogue
from agent.language.words import tokens
from agent.phrasing.nouns import said_recurring
from agent.plan.algebra import Earlier, Figures, Goal, Groups, Named, Order, Quantity, Set, Union, mentions, parts
from agent.plan.periods import Calendar, Interval, Recurring
from agent.understand.grammar.dates import find_periods
from agent.understand.grammar.numbers import find_quantities
from agent.understand.verify import Doubt
from agent.understand.verify.pointed import ordinal_numbers
from kg.names import fold, name_words
from kg.resolve import Candidate

_SMALL = frozenset({Decimal(0), Decimal(1)})        # "at least one", "none", "the first": numbers that nobody says
_IN_WORDS = Decimal(20)                 # larger numbers are written in digits
_DIGITS = re.compile(r"\d[\d.,']*\d|\d")
_SCALES: Mapping[str, int] = {"k": 1_000, "m": 1_000_000, "thousand": 1_000, "million": 1_000_000, "tausend": 1_000, "mil": 1_000}
_SCALED = re.compile(r"(\d[\d.,']*)\s*(k|m|thousand|million|tausend|mil)\b", re.IGNORECASE)
_EXACT = ("exact", "alias", "email")
_A_YEAR = timedelta(days=366 + 7)        # and the days by which weeks begin elsewhere
_WHOLE_NAME = 2                         # words of a name that is hardly anything else


def unsaid_names(goals: Sequence[Goal], said: Sequence[str]) -> Iterator[Doubt]:
    """Names of a plan that nobody said."""
    held = fold(" ".join(said))
    for named in dict.fromkeys(n for goal in goals for n in mentions(goal)):
        strange = [word for word in fold(named.mention).split() if word not in held]       # "Hämmerli's" says Hämmerli
        if strange:
            text = f'nobody said the name "{named.mention}": names stand in a plan as the message, the dialogue or the records have them'
            yield Doubt("unsaid name", text)


def left_out_names(goals: Sequence[Goal], candidates: Mapping[str, Sequence[Candidate]], set_aside: Sequence[str]) -> Iterator[Doubt]:
    """Whole names of the message that the plan has nothing for."""
    used = " | ".join([*(" ".join(name_words(n.mention)) for goal in goals for n in mentions(goal)), *_texts(goals),
                       *(" ".join(name_words(text)) for text in set_aside)])
    for text, found in candidates.items():
        words = name_words(text)
        is_whole = len(words) >= _WHOLE_NAME and any(c.how in _EXACT and c.model != "catalogue/Value" for c in found)
        if is_whole and not any(word in used for word in words):
            yield Doubt("left out name", f'the message names "{text}", and the plan has nothing for it: use it, or say in set_aside why not')


def _texts(goals: Sequence[Goal]) -> Iterator[str]:
    """Text values of the plan's conditions."""
    for thing in (p for goal in goals for p in parts(goal)):
        value = getattr(thing, "value", None)
        for text in value if isinstance(value, tuple) else (value,):
            if isinstance(text, str):
                yield " ".join(name_words(text))


def unsaid_numbers(goals: Sequence[Goal], said: Sequence[str], *, in_words: bool = False, english: str = "") -> Iterator[Doubt]:
    """Numbers of a plan that nobody said. `in_words`: small ones may have been, in words that are not read here; `english`: these in English, from
    which only small ones are taken, for what was said has the larger ones in digits."""
    small = (number for number in _numbers(english) if number <= _IN_WORDS)
    ordinals = (number for text in (*said, english) for number in ordinal_numbers(text))
    held = frozenset((*small, *ordinals, *(number for text in said for number in _numbers(text))))
    for number in dict.fromkeys(_used(goals)):
        if number not in held and number not in _SMALL and not (in_words and number <= _IN_WORDS):
            yield Doubt("unsaid number", f"nobody said the number {number}")


def left_out_numbers(goals: Sequence[Goal], message: str, calendar: Calendar, texts: Sequence[str]) -> Iterator[Doubt]:
    """Numbers of the message that the plan has nothing for. `texts`: those of the plan as it was written, in which a number may stand."""
    elsewhere = fold(" | ".join(texts))
    said = tokens(message)
    times = [range(f.first, f.last) for f in find_periods(said, calendar)]
    used = frozenset((*_used(goals), *_places(goals)))
    for found in find_quantities(said) if goals else ():
        number = found.quantity.number.normalize() + 0
        words = " ".join(t.text for t in said[found.first : found.last])
        is_elsewhere = any(found.first in each for each in times) or fold(words) in elsewhere or f"{number:f}" in elsewhere
        if number not in used and number not in _SMALL and not is_elsewhere:
            yield Doubt("left out number", f'the message says "{words}", and the plan has no such number: use it, or say in set_aside why not')


def _used(goals: Sequence[Goal]) -> Iterator[Decimal]:
    for thing in (p for goal in goals for p in parts(goal)):
        if isinstance(thing, Quantity):
            yield abs(thing.number).normalize() + 0
        if isinstance(thing, Order) and thing.first is not None and not thing.skip:     # "the third" is said in a word, not as 1 or 2
            yield Decimal(thing.first)
        if isinstance(thing, Groups):
            yield from (value.number for _, _, value in thing.having if isinstance(value, Quantity))


def _places(goals: Sequence[Goal]) -> Iterator[Decimal]:
    """Numbers that may be said of an order of which the first ones are passed over: how many, and how many with those. Rows of an answer too, and how
    many things stand side by side: "the two"."""
    for several in (p for goal in goals for p in parts(goal) if isinstance(p, Figures | Union)):
        yield Decimal(len(several.measures if isinstance(several, Figures) else several.of))
    for rows in (p for goal in goals for p in parts(goal) if isinstance(p, Earlier)):
        yield from map(Decimal, (len(rows.ids), *rows.places))
    for order in (p for goal in goals for p in parts(goal) if isinstance(p, Order) and p.skip):
        yield from map(Decimal, (order.first or 0, order.skip, order.skip + (order.first or 0)))


def _numbers(text: str) -> Iterator[Decimal]:
    """All that digits and English number words in a text may say."""
    yield from (found.quantity.number for found in find_quantities(tokens(text)))
    for digits in _DIGITS.findall(text):
        yield from _readings(digits)
    for digits, scale in _SCALED.findall(text):
        yield from (number * _SCALES[scale.lower()] for number in _readings(digits))


def _readings(digits: str) -> Iterator[Decimal]:
    """"1.500" is one and a half, or fifteen hundred; percentages are shares."""
    plain = digits.replace("'", "")
    for point in (".", ","):
        text = plain.replace("," if point == "." else ".", "").replace(point, ".")
        if text.count(".") <= 1:
            yield (number := Decimal(text))
            yield number / 100
    yield Decimal(re.sub(r"\D", "", plain))


def has_time(catalogue: Catalogue, goals: Sequence[Goal]) -> bool:
    """Are a plan's records of a time? What is left of somebody's leave is that of now, whatever year is named."""
    models = [catalogue.models[name] for name in {part.model for goal in goals for part in parts(goal) if isinstance(part, Set | Named)}]
    return any(each.time or each.period or any(condition.time for condition in each.predicates.values()) for each in models)


def unread_times(goals: Sequence[Goal], message: str, calendar: Calendar, set_aside: Sequence[str] = ()) -> Iterator[Doubt]:
    """A time that the date reader reads in the message, where the plan has another. `set_aside`: words that the plan leaves out and says so."""
    said = tokens(message)
    read = find_periods(said, calendar)
    used = [p for goal in goals for p in parts(goal) if isinstance(p, Interval)]
    if not goals or len({(f.first, f.last) for f in read}) != 1:
        return
    meant = {up_to_now(f.period, calendar) for f in read}
    words = " ".join(t.text for t in said[read[0].first : read[0].last])
    if _is_in_name(words, goals) or any(fold(words) in fold(text) for text in set_aside):
        return
    if not any(up_to_now(p, calendar) in meant or any(f.note and _is_other(f.period, p, calendar) for f in read) for p in used):
        told = " or ".join(f'["{p.first}", "{p.last}"]' for p in {f.period: f.period for f in read})
        recurring = [said_recurring(p) for goal in goals for p in parts(goal) if isinstance(p, Recurring)]
        planned = ", ".join([*(f'["{p.first}", "{p.last}"]' for p in used), *recurring]) or "no time"
        yield Doubt("time", f'"{words}" is read as {told}; the plan has {planned}. Keep yours if it is meant, or say in set_aside why not')


def _is_other(read: Interval, planned: Interval, calendar: Calendar) -> bool:
    """Is a planned time another one that words of no year may mean: the next one instead of the last, that weekday, or a fiscal quarter?"""
    if read.first is None and planned.first is None and read.last is not None and planned.last is not None:
        return planned.last - read.last == timedelta(days=1)        # "before the end of June" is up to its last day, or with it
    if read.first is None or read.last is None or planned.first is None:
        return False
    if (read.last - read.first).days == 1 and planned.first.weekday() == read.first.weekday():
        return True
    if calendar.fiscal_start != (1, 1) and planned.first in calendar.whole("quarter", planned.first, fiscal=True):
        return True
    return read.first <= calendar.today < planned.first <= read.first + _A_YEAR


def _is_in_name(words: str, goals: Sequence[Goal]) -> bool:
    """Is it a part of a name of the plan: "Kittiwake week 29"?"""
    return any(fold(words) in fold(named.mention) for goal in goals for named in mentions(goal))


def up_to_now(period: Interval, calendar: Calendar) -> tuple[date | None, date | None]:
    """The bounds of an interval; one that ends today counts as open-ended, since nothing recorded has happened later."""
    ends_now = period.last is not None and period.last in (calendar.today, calendar.today + timedelta(days=1))
    return period.first, None if ends_now else period.last
