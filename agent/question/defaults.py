"""The defaults that a person's preferences decide while one question is answered: whom a name means, what a word stands for, which unit.

Each use is told with when it was said. A preference never decides a fact: what it leads to is read live like anything else.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from agent.language.words import Token, forms, phrase, tokens
from agent.plan.periods import PLACE_NAMES
from kg.names import fold, name_words
from kg.resolve import Candidate
from memory.preferences import PreferenceRecord, State

NAME, UNIT, CALENDAR, BASIS = "name_means", "unit", "calendar", "metric_basis"
WEEK = "week"                           # the weekday on which weeks begin; what it is said of, too
CURRENCY, FORM, LANGUAGE = "currency", "form", "language"
TIME = "time_means"                     # words that stand for a time; only a language model puts it into plans
DEFAULT = "default"                     # what holds wherever a message says nothing else; only a language model puts it into plans
LEAVE = "leave"                         # what a unit may be said of: the models of time off
_BEFORE_PERIOD = r"(?:this|last|next|previous|current|past|of the|in the|the|by|per|in each|in every|for each|for every)"
_BY_CALENDAR = (                        # what no fiscal period is read in
    r"\b(?:(?<!in )(?<!for )(?:each|every) (?:{grain})|(?:last|past|next|previous|coming) (?:\d+|[a-z]+) (?:{grain})s)\b")
_SAID: Mapping[str, str] = {
    "correction": "as you told me on {day}", "statement": "as you told me on {day}",
    "understood": "as I understood your words of {day}, which you confirmed",
    "choice": "as you chose more than once, last on {day}, and confirmed", "behaviour": "as you asked more than once, last on {day}, and confirmed",
}


@dataclass(frozen=True, slots=True)
class Unlearned:
    """A statement of the person that could not be learned, and when it was said: what it speaks of has no default from then on."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Reworded:
    """A text with the person's own words put into usual ones, and by which preferences."""

    text: str
    used: tuple[PreferenceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a person's preferences decide."""

    state: State = field(default_factory=State)

    def meant(self, mention: str) -> PreferenceRecord | None:
        """Whom a name means when this person says it."""
        return self.state.get(NAME, fold(mention))

    def unit(self, subject: str) -> PreferenceRecord | None:
        """The unit of times of a kind: what was said of that kind, else of all."""
        return self.state.get(UNIT, subject) or self.state.get(UNIT)

    @property
    def week_start(self) -> int:
        """The weekday on which weeks begin, from 0, which is Monday."""
        kept = self.state.get(WEEK, WEEK)
        return PLACE_NAMES["weekday"].index(kept.preference.value) if kept is not None else 0

    def own_weeks(self, text: str) -> PreferenceRecord | None:
        """What was said of weeks, where a text speaks of them."""
        return self.state.get(WEEK, WEEK) if places(tokens(text), phrase(WEEK)) else None

    def by_calendar(self, text: str) -> tuple[PreferenceRecord, str] | None:
        """Words for periods that are read by the calendar though this person's are fiscal, for nothing reads fiscal ones there."""
        found = ((k, re.search(_BY_CALENDAR.format(grain=_grain(k)), text, re.IGNORECASE)) for k in self.state.effective if _is_fiscal(k))
        return next(((kept, match[0]) for kept, match in found if match and not _NAMED_CALENDAR.search(text)), None)

    @property
    def standing(self) -> tuple[PreferenceRecord, ...]:
        """What is to hold wherever a message says nothing else."""
        return tuple(kept for kept in self.state.effective if kept.preference.relation == DEFAULT)

    def numbered(self, numbers: Iterable[int]) -> tuple[PreferenceRecord, ...]:
        """The preferences in effect at these places, from 1; places that there are not are passed over."""
        known = dict(enumerate(self.state.effective, 1))
        return tuple(known[number] for number in dict.fromkeys(numbers) if number in known)

    def has(self, term: Sequence[str]) -> bool:
        """Is there a meaning for these words?"""
        return any(phrase(k.preference.subject) == tuple(term) for k in self.state.effective)

    def reworded(self, text: str, is_name: Callable[[PreferenceRecord], bool]) -> Reworded:
        """The text with its own words replaced, the longest first, each place once. `is_name`: a name that is settled as one, not replaced."""
        used: list[PreferenceRecord] = []
        for kept in sorted(self.state.effective, key=lambda k: -len(phrase(k.preference.subject))):
            found = _REPLACED.get(kept.preference.relation, _by_words)(text, kept)
            if found != text and not (kept.preference.relation == NAME and is_name(kept)):
                text = found
                used.append(kept)
        return Reworded(text, tuple(used))


def is_meant(kept: PreferenceRecord, candidate: Candidate) -> bool:
    """Is a candidate the thing that a name was said to mean? In another app it is known by its name."""
    return candidate.key in kept.preference.keys or name_words(candidate.name) == name_words(kept.preference.value)


def say_since(kept: PreferenceRecord, day: str) -> str:
    """When it was said, and how to take it back; `day`: its day for the person."""
    said = "as your company agreed on {day}" if kept.preference.scope == "tenant" else _SAID[kept.preference.authority]
    return f"{said.format(day=day)}; {retraction(kept)}"


def say_use(kept: PreferenceRecord, day: str) -> str:
    """That a preference decided how a question is read; `day`: when it was said, as a day for the person."""
    one, since = kept.preference, say_since(kept, day)
    subject = one.subject or "times"
    if one.relation == DEFAULT:
        return f"Taken as your {subject}: {one.value}, {since}."
    if one.relation == WEEK:
        return f"Weeks begin on {one.value}, {since}."
    meant = f"{one.value} {subject}" if one.relation in (CALENDAR, BASIS) else one.value
    return f"I read “{subject}” as “{meant}”, {since}."


def retraction(kept: PreferenceRecord) -> str:
    """How a use says that it can be taken back; by these words a use is found again in what was answered."""
    return f"say “forget {kept.preference.subject or kept.preference.value}” to change that"


def _by_words(text: str, kept: PreferenceRecord) -> str:
    """Each place of the subject, in the singular or the plural, becomes the value; a text that says the value itself is left."""
    subject, value = phrase(kept.preference.subject), kept.preference.value
    said = tokens(text)
    if not subject or kept.preference.relation == UNIT or places(said, phrase(value)):
        return text
    for first, last in reversed(places(said, subject)):
        start, new = said[first].first, value
        if first and said[first - 1].plain == "the" and (kept.preference.relation == NAME or value.lower().startswith("the ")):
            start = said[first - 1].first
        text = text[:start] + new + text[said[last - 1].last :]
    return text


def places(said: Sequence[Token], subject: Sequence[str]) -> list[tuple[int, int]]:
    """Where the words of a subject stand, in the singular or the plural, as token numbers (last exclusive)."""
    def alike(token: Token, word: str) -> bool:
        return token.plain == word or bool(forms(token.plain) & forms(word))

    starts = range(len(said) - len(subject) + 1) if subject else range(0)
    return [(i, i + len(subject)) for i in starts if all(alike(t, w) for t, w in zip(said[i : i + len(subject)], subject, strict=True))]


def _by_period(text: str, kept: PreferenceRecord) -> str:
    """"last quarter" as "last fiscal quarter", where the text does not say which it means."""
    if not _is_fiscal(kept) or _NAMED_CALENDAR.search(text):
        return text
    grain = _grain(kept)
    text = re.sub(rf"\b({_BEFORE_PERIOD}) ((?:{grain})s?)\b", r"\1 fiscal \2", text, flags=re.IGNORECASE)
    return re.sub(r"\b(Q[1-4])\b", r"fiscal \1", text) if "quarter" in grain else text


def _is_fiscal(kept: PreferenceRecord) -> bool:
    return (kept.preference.relation, kept.preference.value) == (CALENDAR, "fiscal")


def _grain(kept: PreferenceRecord) -> str:
    return kept.preference.subject or "quarter|year|half"


def _by_basis(text: str, kept: PreferenceRecord) -> str:
    """"revenue" as "booked revenue", where the text does not say which it means."""
    if any(re.search(rf"\b{word}", text, re.IGNORECASE) for word in ("invoiced", "paid", "booked", "billed", "won")):
        return text
    return re.sub(rf"\b{re.escape(kept.preference.subject)}\b", f"{kept.preference.value} {kept.preference.subject}", text, flags=re.IGNORECASE)


def _as_it_is(text: str, kept: PreferenceRecord) -> str:
    return text


_NAMED_CALENDAR = re.compile(r"\b(?:fiscal|financial|calendar)\b", re.IGNORECASE)
_REPLACED: Mapping[str, Callable[[str, PreferenceRecord], str]] = {
    CALENDAR: _by_period, BASIS: _by_basis, **dict.fromkeys((UNIT, CURRENCY, FORM, LANGUAGE, DEFAULT, TIME, WEEK, "claim"), _as_it_is),
}


