"""Values out of lists: hours, days or weeks, currencies, fiscal or calendar, table or chart, languages. Pure text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from agent.language.foreign import languages
from agent.plan.periods import PLACE_NAMES
from agent.question.defaults import WEEK
from agent.understand.grammar.numbers import currencies
from agent.understand.preferences.tables import hearing_table, pattern
from kg.names import fold

_PERIOD = re.compile(r"\b(quarter|year|half)s?\b", re.IGNORECASE)
KINDS = ("calendar", "currency", "language", "unit", "form")          # that are heard without a language model
LISTED = (*KINDS, WEEK)


def preferred(kind: str, text: str) -> str:
    """The one choice of a list that the text wants; "" for none or several. A number before a word makes it an amount."""
    wanted, refused = set[str](), set[str]()
    found = [(place, name) for name, words in _words(kind) for place in words.finditer(text)]
    for place, name in found:
        if not any(_covers(other, place) for other, _ in found):       # "calendar" in "fiscal calendar"
            (refused if pattern("wants", "turned_down").search(text[: place.start()]) else wanted).add(name)
    left = wanted - refused
    return left.pop() if len(left) == 1 else ""


def named_in(kind: str, text: str) -> str:
    """The one value of a list that a text names, wanted or not; "" for none or several."""
    found = {name for name, words in _words(kind) if words.search(text)}
    return found.pop() if len(found) == 1 else ""


def _covers(longer: re.Match[str], place: re.Match[str]) -> bool:
    return longer.start() <= place.start() and place.end() <= longer.end() and longer.span() != place.span()


def values(kind: str) -> tuple[str, ...]:
    """The values of a kind that has a list of them; () for every other kind."""
    return tuple(_listed(kind))


def is_choice(word: str) -> bool:
    """Is it a value of a list by itself? Such a word gets no meaning of its own."""
    return any(fold(word) in map(fold, said) for kind in KINDS for said in _listed(kind).values())


def subject_of(kind: str, text: str) -> str | None:
    """What a choice of a kind is of, as the text names it: leave, a period; None where it names nothing."""
    if kind == "calendar":
        found = _PERIOD.search(re.sub(r"\b(?:fiscal|financial|calendar) years?\b", " ", text)) or _PERIOD.search(text)
        return found[1].lower() if found else None
    if kind == WEEK:
        return WEEK
    return "leave" if kind == "unit" and _any_of(hearing_table()["leave"]["words"]).search(text) else None


@cache
def _listed(kind: str) -> Mapping[str, Sequence[str]]:
    if kind == "currency":
        return currencies()
    if kind == "language":
        return {name: (name,) for name in ("English", *languages())}
    if kind == WEEK:
        return {name: (name,) for name in PLACE_NAMES["weekday"]}
    listed: Mapping[str, Sequence[str]] = hearing_table()["choices"].get(kind, {})
    return listed


@cache
def _words(kind: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, _any_of(said)) for name, said in _listed(kind).items())


def _any_of(said: Iterable[str]) -> re.Pattern[str]:
    words = "|".join(rf"(?<!\w){re.escape(w)}(?!\w)" if w[0].isalnum() else re.escape(w) for w in sorted(said, key=len, reverse=True))
    return re.compile(rf"(?<!\d)(?<!\d[ -])(?:{words})", re.IGNORECASE)
