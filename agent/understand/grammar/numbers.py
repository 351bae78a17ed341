"""Numbers of a question, in digits and in words, with the unit that was said beside them.

Finds what may be a number; the chart decides whether it is one. Knows no field: whether a unit fits is not asked here. What words say is read by
`text2num`; dozens, lakhs, shares and halves are ours.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache

from text_to_num import text2num

from agent.language.words import Token, phrase
from agent.plan.algebra import Op, Quantity
from kg.toml_tables import toml_table

TIMES = frozenset({"minutes", "hours", "days", "weeks", "months", "quarters", "years"})

_DIGITS = re.compile(r"(-?\d+(?:\.\d+)?)([a-z]*)(\+?)")
_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?\+?")
_LONGEST = 15                           # words of a number
_SCALE = 100                            # and up: what a number before it multiplies


@dataclass(frozen=True, slots=True)
class FoundQuantity:
    """A number that some tokens say, from `first` up to and without `last`. `op` is other than "=" only where a sign says so: "10+", "> 5"."""

    first: int
    last: int
    quantity: Quantity
    op: Op = "="


@dataclass(frozen=True, slots=True)
class _Number:
    """A bare number: its tokens, and what stands on the digits."""

    first: int
    last: int
    number: Decimal
    unit: str | None = None
    op: Op = "="


def find_quantities(tokens: Sequence[Token]) -> tuple[FoundQuantity, ...]:
    """Every number, as long as it goes, with its unit where one was said; "half" in percent."""
    found: list[FoundQuantity] = []
    place = 0
    while place < len(tokens):
        one = _quantity(tokens, place)
        if one is not None:
            found.append(one)
        place = one.last if one is not None else place + 1
    return tuple(found)


def in_words(number_words: str) -> int | None:
    """A whole number from digits or from English words: "12", "twenty-five"; None for anything else."""
    return int(number_words) if number_words.isdigit() else _value(number_words)


@cache
def currencies() -> Mapping[str, tuple[str, ...]]:
    """Currencies by their ISO code, and how they are written."""
    data = toml_table(__package__, "numbers")
    return {code: tuple(texts) for code, texts in data["currencies"].items()}


@dataclass(frozen=True, slots=True)
class _Table:
    """numbers.toml. `units`: phrase → unit, money by its ISO code; `before`: those of them that may stand before the number."""

    scales: Mapping[str, Decimal]
    glued: Mapping[str, Decimal]
    units: Mapping[tuple[str, ...], str]
    before: Mapping[str, str]
    signs: Mapping[str, Op]
    before_article: frozenset[str]
    not_a_number_after: frozenset[str]


@cache
def _table() -> _Table:
    data = toml_table(__package__, "numbers")
    counted = {name: {word: Decimal(value) for word, value in data[name].items()} for name in ("scales", "glued")}
    money = data["currencies"]
    return _Table(
        **counted, signs=data["signs"],
        units={phrase(text): unit for unit, texts in (*data["units"].items(), *money.items()) for text in texts},
        before={text: code for code, texts in money.items() for text in texts if not text.isalpha() or text == code.lower()},
        before_article=frozenset(data["amounts"]["before_article"]), not_a_number_after=frozenset(data["amounts"]["not_a_number_after"]),
    )


def _quantity(tokens: Sequence[Token], place: int) -> FoundQuantity | None:
    """The longest quantity that begins at a token: sign, currency, number, unit."""
    known = _table()
    sign = known.signs.get(tokens[place].plain)
    start = place + (sign is not None)
    currency = known.before.get(tokens[start].plain) if start < len(tokens) else None
    number = _number(tokens, start + (currency is not None))
    if number is None:
        return None
    last, unit = _unit(tokens, number.last) if number.unit is None and currency is None else (number.last, currency or number.unit)
    last, unit = _same_currency(tokens, last, unit)
    return FoundQuantity(place, last, Quantity(number.number, unit), sign or number.op)


def _unit(tokens: Sequence[Token], place: int) -> tuple[int, str | None]:
    """The longest unit at a token: where it ends, and what it is."""
    for length in (3, 2, 1):
        unit = _table().units.get(tuple(t.plain for t in tokens[place : place + length]))
        if unit is not None and place + length <= len(tokens):
            return place + length, unit
    return place, None


def _same_currency(tokens: Sequence[Token], place: int, unit: str | None) -> tuple[int, str | None]:
    """ "$5,000 USD" says its currency twice; "$5,000 CAD" says that the dollars are Canadian."""
    after, again = _unit(tokens, place)
    currencies = set(_table().before.values())
    if unit not in currencies or again not in currencies:
        return place, unit
    return (after, again) if unit in (again, "USD") else (place, unit)


def _number(tokens: Sequence[Token], place: int) -> _Number | None:
    if place >= len(tokens):
        return None
    return next((found for way in (_half, _spelled, _one_unit, _digits) if (found := way(tokens, place)) is not None), None)


def _half(tokens: Sequence[Token], place: int) -> _Number | None:
    """ "half": percent; "half a year" and "half a million": half of a unit, or of a scale."""
    if tokens[place].plain != "half" or (place and tokens[place - 1].plain in ("first", "second", "last", "this", "next", "a")):
        return None                     # a half of a year, or said already
    (end, unit), scale = _unit(tokens, place + 2), _scale(tokens, place + 2)
    if _says(tokens, place + 1, ("a",)) or _says(tokens, place + 1, ("an",)):
        if unit in TIMES:
            return _Number(place, end, Decimal("0.5"), unit)
        if scale is not None:
            return _Number(place, place + 3, scale / 2)
    return _Number(place, place + 1, Decimal(50), "percent")


def _one_unit(tokens: Sequence[Token], place: int) -> _Number | None:
    """ "a" and "an" are a number before a scale ("a dozen"), and before a length of time where a word of amount leads to it ("over a year")."""
    if tokens[place].plain not in ("a", "an"):
        return None
    if _scale(tokens, place + 1) is not None:
        return _scaled(tokens, _Number(place, place + 1, Decimal(1)))
    amount = place > 0 and tokens[place - 1].plain in _table().before_article
    _, unit = _unit(tokens, place + 1)
    return _Number(place, place + 1, Decimal(1)) if amount and unit in TIMES else None


def _digits(tokens: Sequence[Token], place: int) -> _Number | None:
    known, text = _table(), tokens[place].plain.replace("−", "-")
    is_grouped = _GROUPED.fullmatch(text) is not None
    match = _DIGITS.fullmatch(text.replace(",", "") if is_grouped else text)
    if match is None or (not is_grouped and _may_be_grouped(match[1])):
        return None
    number, glued, more = Decimal(match[1]), match[2], match[3]
    unit = known.units.get((glued,))
    scale = Decimal(1) if not glued or unit is not None else known.glued.get(glued)
    if scale is None:
        return None
    one = _Number(place, place + 1, number * scale, unit, ">=" if more else "=")
    return one if glued else _scaled(tokens, _spaced(tokens, one))


def _may_be_grouped(digits: str) -> bool:
    """ "1.500" is one and a half here and fifteen hundred there: it is not read."""
    whole, _, rest = digits.partition(".")
    return len(rest) == 3 and whole.lstrip("-") not in ("", "0")


def _spaced(tokens: Sequence[Token], one: _Number) -> _Number:
    """Digits in groups of three: "40 000"."""
    if one.op != "=" or len(tokens[one.first].plain) > 3 or not tokens[one.first].plain.isdigit():
        return one
    place, text = one.last, tokens[one.first].plain
    while place < len(tokens) and re.fullmatch(r"\d{3}", tokens[place].plain) and tokens[place].first == tokens[place - 1].last + 1:
        text += tokens[place].plain
        place += 1
    return replace(one, last=place, number=Decimal(text))


def _spelled(tokens: Sequence[Token], place: int) -> _Number | None:
    """ "twenty-five", "a hundred and one", "two hundred and fifty thousand": the longest that no scale of another number follows.

    Between two of them the "and" is not part of the first: "between five hundred and one thousand".
    """
    words = [token.plain for token in tokens[place : place + _LONGEST]]
    before = tokens[place - 1].plain if place else ""
    if words[0] in ("a", "an") and _is_scale(tokens, place + 1):
        words[0] = "one"
    elif _value(words[0]) is None or _is_scale(tokens, place) or (words[0] == "one" and before in _table().not_a_number_after):
        return None
    read = ((place + length, _value(" ".join(words[:length]))) for length in range(len(words), 0, -1))
    ends = [(last, value) for last, value in read if value is not None and not _is_scale(tokens, last)]
    if before == "between":
        ends.sort(key=lambda end: not _says(tokens, end[0], ("and",)))
    return _scaled(tokens, _Number(place, ends[0][0], Decimal(ends[0][1]))) if ends else None


@lru_cache(maxsize=4096)
def _value(words: str) -> int | None:
    """The one number that English words say, hundreds and thousands by themselves too."""
    try:
        return int(text2num(words, "en")) if len(words) > 2 and not any(sign.isdigit() for sign in words) else None
    except ValueError:
        return None


def _is_scale(tokens: Sequence[Token], place: int) -> bool:
    return place < len(tokens) and (_value(tokens[place].plain) or 0) >= _SCALE


def _scaled(tokens: Sequence[Token], one: _Number) -> _Number:
    """With what follows the number: scales, and what is smaller than these: "2 million", "3 lakh fifty thousand"."""
    least = Decimal(0)
    while (scale := _scale(tokens, one.last)) is not None:
        one, least = replace(one, last=one.last + 1, number=one.number * scale), scale
    rest = _spelled(tokens, one.last) if least >= _SCALE and one.last < len(tokens) else None
    return replace(one, last=rest.last, number=one.number + rest.number) if rest is not None and rest.number < least else one


def _scale(tokens: Sequence[Token], place: int) -> Decimal | None:
    """What a number before this word is multiplied by."""
    if _is_scale(tokens, place):
        return Decimal(_value(tokens[place].plain) or 0)
    return _table().scales.get(tokens[place].plain) if place < len(tokens) else None


def _says(tokens: Sequence[Token], place: int, words: tuple[str, ...]) -> bool:
    return tuple(t.plain for t in tokens[place : place + len(words)]) == words
