"""Values out of lists: hours or days, currencies, fiscal or calendar, table or chart, languages, how a metric is counted. Pure text."""

import re
from functools import cache

from agent.preferences.tables import pattern, table
from kg.names import fold


def preferred(kind: str, text: str) -> str:
    """The one choice of a list that the text wants; "" for none or several. A number before a word makes it an amount."""
    wanted, refused = set[str](), set[str]()
    for name, found in _words(kind):
        for place in found.finditer(text):
            before, behind = text[: place.start()], text[place.end() :]
            is_refused = pattern("wants", "turned_down").search(before) or pattern("wants", "turned_down_behind").match(behind)
            (refused if is_refused else wanted).add(name)
    left = wanted - refused
    return left.pop() if len(left) == 1 else ""


def chosen_in(value: str) -> tuple[str, str] | None:
    """What a meaning chooses, where it begins with a word of a list: ("calendar", "fiscal") of "the fiscal one"."""
    plain = re.sub(r"^(?:the|a|an|what'?s|what is|what was) ", "", fold(value))
    for kind in ("calendar", "metric_basis"):
        for name, said in table()["choices"][kind].items():
            if any(re.match(rf"{re.escape(fold(word))}\b(?: (?:one|ones|revenue|quarters?|years?))*(?: in .*)?$", plain) for word in said):
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
        found = re.search(r"\b(quarter|year|half)s?\b", text, re.IGNORECASE)
        return found[1].lower() if found else None
    for name, said in table()["subjects"].get(kind, {}).items():
        if any(re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE) for word in said):
            return str(name)
    return None


@cache
def _words(kind: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, _any_of(said)) for name, said in table()["choices"][kind].items())


def _any_of(said: list[str]) -> re.Pattern[str]:
    words = "|".join(rf"(?<!\w){re.escape(w)}(?!\w)" if w[0].isalnum() else re.escape(w) for w in sorted(said, key=len, reverse=True))
    return re.compile(rf"(?<!\d)(?<!\d[ -])(?:{words})", re.IGNORECASE)
