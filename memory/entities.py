"""The entity store: what a person's conversations are about, counted from the memory stream. Pure; every figure can be recounted.

The rank goes by count and recency: a mention counts for half after HALF_LIFE. Shifts compare the last FEW_DAYS with the time before.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from kg.rows import model_of
from memory.stream import Named

HALF_LIFE = timedelta(days=14)
FEW_DAYS = timedelta(days=14)
_ENOUGH = 5                             # mentions in each of two times that are compared
_SHIFTED = 0.4                          # of all mentions are of other models than before
_RECURRING = 2                          # weeks in which a theme came up


@dataclass(frozen=True, slots=True)
class Remembered:
    """One entity in a person's conversations. `timeline`: mentions per week, by the week's Monday; `before`: its rank FEW_DAYS ago."""

    entity: str
    name: str | None
    category: str                       # "crm"
    model: str                          # "crm/Account"
    count: int
    first: datetime
    last: datetime
    score: float
    rank: int                           # 1 is the first
    before: int | None                  # None: not named then
    timeline: tuple[tuple[date, int], ...]
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of thing that comes up: mentions, weeks in which it did, its share of the last FEW_DAYS and of the time before."""

    model: str
    count: int
    weeks: int
    share: float
    share_before: float

    @property
    def is_recurring(self) -> bool:
        """Does it come up again and again?"""
        return self.weeks >= _RECURRING


def remembered(stream: Iterable[Named], now: datetime) -> list[Remembered]:
    """The entities by rank; of equal ones the one named last, then by key. Mentions later than `now` do not count."""
    seen = [one for each in stream if (one := _until(each, now)) is not None]
    then = [one for each in seen if (one := _until(each, now - FEW_DAYS)) is not None]
    before = {one.entity: rank for rank, one in enumerate(_ranked(then, now - FEW_DAYS), 1)}
    return [
        Remembered(
            one.entity, one.name, model_of(one.entity).partition("/")[0], model_of(one.entity), len(one.times), one.times[0], one.times[-1],
            round(_score(one.times, now), 6), rank, before.get(one.entity), _timeline(one.times), one.turns)
        for rank, one in enumerate(_ranked(seen, now), 1)
    ]


def themes(stream: Iterable[Named], now: datetime) -> list[Theme]:
    """The kinds of things by count, then by name."""
    times = [(model_of(one.entity), time) for one in stream for time in one.times if time <= now]
    late, early = (Counter(model for model, time in times if (time > now - FEW_DAYS) is is_late) for is_late in (True, False))
    weeks = {model: len({_monday(time) for other, time in times if other == model}) for model, _ in times}
    found = [Theme(model, late[model] + early[model], count, _share(late, model), _share(early, model)) for model, count in weeks.items()]
    return sorted(found, key=lambda theme: (-theme.count, theme.model))


def has_shifted(stream: Sequence[Named], now: datetime) -> bool:
    """Are the conversations of the last FEW_DAYS about other kinds of things than those before?"""
    times = [time for one in stream for time in one.times if time <= now]
    late = sum(time > now - FEW_DAYS for time in times)
    if min(late, len(times) - late) < _ENOUGH:
        return False
    return sum(abs(theme.share - theme.share_before) for theme in themes(stream, now)) / 2 >= _SHIFTED


def _until(one: Named, now: datetime) -> Named | None:
    count = sum(time <= now for time in one.times)
    return Named(one.entity, one.name, one.times[:count], one.turns[:count]) if count else None


def _ranked(seen: Iterable[Named], now: datetime) -> list[Named]:
    return sorted(seen, key=lambda one: (-round(_score(one.times, now), 9), -one.times[-1].timestamp(), one.entity))


def _score(times: Iterable[datetime], now: datetime) -> float:
    return float(sum(0.5 ** ((now - time) / HALF_LIFE) for time in times))


def _timeline(times: Iterable[datetime]) -> tuple[tuple[date, int], ...]:
    return tuple(sorted(Counter(_monday(time) for time in times).items()))


def _monday(time: datetime) -> date:
    return time.date() - timedelta(time.weekday())


def _share(counts: Counter[str], model: str) -> float:
    return round(counts[model] / counts.total(), 4) if counts else 0.0
