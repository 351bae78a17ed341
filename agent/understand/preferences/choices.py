"""Values out of lists: hours or days, currencies, fiscal or calendar, table or chart, languages, how a metric is counted. Pure text."""

import re
from functools import cache

from agent.understand.preferences.tables import pattern, table
from kg.names import fold

_PERIOD = re.compile(r"\b(?:(quarter|year|half)s?|q[1-4])\b", re.IGNORECASE)
_OF_VALUE = re.compile(r"\b(?:fiscal|financial|calendar) years?\b", re.IGNORECASE)       # "our financial year is what I count quarters by"
_SHOWN_IN = frozenset({"unit", "form"})
_OWNED = re.compile(r"\b(?:my|our|his|her|their|your) $", re.IGNORECASE)
KINDS = ("metric_basis", "calendar", "currency", "language", "unit", "form")       # with a list of values, the clearest words first
ABOUT_SOMETHING = frozenset({"calendar", "metric_basis"})      # such a choice is nothing without what it is of


def preferred(kind: str, text: str) -> str:
    """The one choice of a list that the text wants; "" for none or several. A number before a word makes it an amount."""
    wanted, refused, shown = set[str](), set[str](), set[str]()
    found = [(place, name) for name, words in _words(kind) for place in words.finditer(text)]
    for place, name in found:
        if any(_covers(other, place) for other, _ in found):
            continue                    # "calendar" in "fiscal calendar"
        if kind in _SHOWN_IN and _OWNED.search(text[: place.start()]):
            continue                    # "my hours" are a thing
        before, behind = text[: place.start()], text[place.end() :]
        is_refused = pattern("wants", "turned_down").search(before) or pattern("wants", "turned_down_behind").match(behind)
        (refused if is_refused else wanted).add(name)
        if pattern("wants", "presented").search(before):
            shown.add(name)
    left = {qualified(kind, name, text) for name in wanted - refused}
    left = left & shown if len(left) > 1 else left          # "vacation days shown in hours"
    return left.pop() if len(left) == 1 else ""


def named_in(kind: str, text: str) -> str:
    """The one value of a list that a text names, wanted or not; "" for none or several."""
    found = {name for name, words in _words(kind) if words.search(text)}
    return found.pop() if len(found) == 1 else ""


def qualified(kind: str, name: str, text: str) -> str:
    """What a value is by a word that stands apart from it: "dollars, Canadian ones" are Canadian dollars."""
    said = table()["qualified"].get(kind, {}).get(name, {})
    return next((other for word, other in said.items() if re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)), name)


def _covers(longer: re.Match[str], place: re.Match[str]) -> bool:
    return longer.start() <= place.start() and place.end() <= longer.end() and longer.span() != place.span()


def chosen_in(value: str) -> tuple[str, str] | None:
    """What a meaning chooses, where it is a word of a list with nothing but small words around: ("calendar", "fiscal") of "the fiscal one"."""
    plain = fold(value)
    for kind in ("calendar", "metric_basis", "unit", "currency", "language", "form"):
        for name, said in table()["choices"][kind].items():
            if any(pattern("around", "chosen").fullmatch(plain.replace(fold(word), "@", 1)) for word in said if fold(word) in plain):
                return kind, name
    return None


def values(kind: str) -> tuple[str, ...]:
    """The values of a kind that has a list of them; () for every other kind."""
    return tuple(table()["choices"].get(kind, ()))


def is_choice(word: str) -> bool:
    """Is it a value of a list by itself? Such a word gets no meaning of its own."""
    plain = fold(word)
    return any(plain in map(fold, said) for values in table()["choices"].values() for said in values.values())


def subject_of(kind: str, text: str) -> str | None:
    """What of the subjects of a kind the text names; None where it names none."""
    if kind == "calendar":
        found = [one for one in (_PERIOD.search(_OF_VALUE.sub(" ", text)), _PERIOD.search(text)) if one]
        return (found[0][1] or "quarter").lower() if found else "" if re.search(r"\bperiods?\b", text, re.IGNORECASE) else None
    for name, said in table()["subjects"].get(kind, {}).items():
        if any(re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE) for word in said):
            return str(name)
    return None


def is_subject(kind: str, words: str) -> bool:
    """Do the words name a subject of a kind, and nothing else?"""
    if kind == "calendar":
        return bool(re.fullmatch(r"(?:an? |my |the )?(?:quarter|(?:half-)?year|half|period)s?|q[1-4]", words, re.IGNORECASE))
    return any(fold(words) in map(fold, (name, *said)) for name, said in table()["subjects"].get(kind, {}).items())


@cache
def _words(kind: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, _any_of(said)) for name, said in table()["choices"][kind].items())


def _any_of(said: list[str]) -> re.Pattern[str]:
    words = "|".join(rf"(?<!\w){re.escape(w)}(?!\w)" if w[0].isalnum() else re.escape(w) for w in sorted(said, key=len, reverse=True))
    return re.compile(rf"(?<!\d)(?<!\d[ -])(?:{words})", re.IGNORECASE)
