"""Whether a question speaks of the past or of what may lie ahead, and which of the times that come round ("October") is meant then."""

import re
from datetime import date
from functools import cache
from typing import Literal

from agent.plan.periods import Span
from agent.understand.grammar.time_words import Moment, any_of, phrases, table

Spoken = Literal["past", "future", "either", "unsaid"]     # either: of what may lie behind or ahead
_TENSES: tuple[Spoken, ...] = ("past", "future", "either")
MUCH_NEARER = 3                         # times as near: the other one is not meant


def tense_at(text: str, place: int, tense: Spoken) -> Spoken:
    """Right behind what is done a time has been."""
    ahead = text.startswith("for ", place) or phrases("waiting").search(text)       # "requested for December" tells when it is for
    done = _done().search(text[:place]) and not ahead
    return "past" if done and tense in ("either", "unsaid") else tense


def tense_after(kind: str, tense: Spoken) -> Spoken:
    """ "Since Friday" has been; "by Friday" is to come, unless the question is about the past."""
    if kind == "since":
        return "past"
    return "future" if kind == "by" and tense != "past" else tense


def settled(moment: Moment, today: date, tense: Spoken) -> tuple[Span, ...]:
    """The time itself, or which of those that come round."""
    return tuple(coming_round(moment, today, each) for each in tenses(moment, today, tense))


def coming_round(moment: Moment, today: date, tense: Spoken) -> Span:
    """Of times that come round the latest that has begun, or for the future the next that is not over."""
    if tense == "future":
        return next((s for s in moment.spans if s[1] > today), moment.spans[-1])
    return next((s for s in reversed(moment.spans) if s[0] <= today), moment.spans[0])


def tenses(moment: Moment, today: date, tense: Spoken) -> tuple[Spoken, ...]:
    """Where it may be past or future, the one that is much nearer, else both."""
    if tense != "either":
        return (tense,)
    past, future = coming_round(moment, today, "past"), coming_round(moment, today, "future")
    since, until = max((today - past[1]).days + 1, 0), max((future[0] - today).days, 0)
    if past == future or since * MUCH_NEARER <= until:
        return ("past",)
    return ("future",) if until * MUCH_NEARER <= since else ("past", "future")


def spoken_tense(text: str) -> Spoken:
    """What the words of the question speak of."""
    return next((tense for tense in _TENSES if phrases("tenses", tense).search(text)), "unsaid")


@cache
def _done() -> re.Pattern[str]:
    """A verb of something that is done, right before the time: "closed in December"; but not "to be closed in December"."""
    return re.compile(rf"(?<!be )(?<![^ ])(?:\w{{2,}}ed|{any_of(table()['done'])}) $")
