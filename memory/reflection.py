"""Reflection: what many lines say together. Focal points are chosen from a person's lines, and each insight cites the lines it rests on.

Insights are made anew from the lines, never changed; they hold keys and ids of lines, no words. What the assistant said is no evidence.
One that rests on fewer than two lines that are still there is withdrawn.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Literal

from memory.journal import Journals
from memory.recall.index import ENTITY, Line, LineIndex
from memory.shapes import Reflected

Kind = Literal["recurs", "together"]
FOCAL_POINTS = 3
MOST_LINES = 20                         # looked at of a focal point, the latest
MOST_INSIGHTS = 5
NEW_LINES = 50                          # after so many it is time to reflect again
SUPPORT = 2                             # lines that an insight cites at least
_WEEKS = 3                              # in which a thing came up, to recur
_HALF_LIFE = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Insight:
    """What lines say together. `keys`: of the things it is about; `lines`: the ids of the lines it rests on, oldest first."""

    kind: Kind
    keys: tuple[str, ...]
    lines: tuple[str, ...]
    weeks: int                          # in which these lines were said
    last: datetime


@dataclass(frozen=True, slots=True)
class CitedInsight:
    """An insight in words, with the lines that it cites, oldest first: those of them that are still there."""

    text: str
    lines: tuple[Line, ...]


def focal_points(index: LineIndex) -> list[str]:
    """The keys that the person names most and latest, the first first; of equal ones by key. Counted to the last line, so always the same."""
    said = [line for line in index.lines if _is_persons(line)]
    scores: Counter[str] = Counter()
    for line in said:
        for key in line.entities:
            scores[key] += 0.5 ** ((said[-1].time - line.time) / _HALF_LIFE)
    return sorted(scores, key=lambda key: (-round(scores[key], 9), key))[:FOCAL_POINTS]


def reflect(index: LineIndex) -> tuple[Insight, ...]:
    """The insights of a person's lines, of the first focal point first. Pure."""
    found = {(one.kind, one.keys): one for key in focal_points(index) for one in _about(index, key)}
    return tuple(found.values())[:MOST_INSIGHTS]


def insight_sentence(insight: Insight, names: Mapping[str, str | None]) -> str:
    """An insight in words; "" where the name of a thing is not known any more, or not for everybody. `names`: by key."""
    known = [name for key in insight.keys if (name := names.get(key))]
    if len(known) < len(insight.keys):
        return ""
    return _TOLD[insight.kind].format(*known, count=len(insight.lines), weeks=insight.weeks, last=f"{insight.last:%d %b %Y}")


def all_told(insights: Iterable[Insight], names: Mapping[str, str | None], index: LineIndex) -> tuple[CitedInsight, ...]:
    """The insights that can be told, each with its lines. `names`: by key, as for `told`."""
    by_id = {line.id: line for line in index.lines}
    return tuple(
        CitedInsight(text, tuple(by_id[each] for each in one.lines if each in by_id)) for one in insights if (text := insight_sentence(one, names))
    )


class Reflections:
    """The insights of the people of all tenants, one journal each, at the history's address; they go with the person."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def bring_up(self, tenant: str, person: str, index: LineIndex) -> bool:
        """Reflect anew where there are NEW_LINES more lines, or a cited one is gone; did it? Raises BadInput, HistoryUnavailable.

        The old insights go first: whatever stops in between leaves none, and the next look makes them.
        """
        names, said = _names(tenant, person), {line.id for line in index.lines}
        before = self._journals.read(names, Reflected.model_validate)
        seen = before[-1]["seen"] if before else 0
        cited = {line for entry in before for one in entry["insights"] for line in one["lines"]}
        if cited <= said and 0 <= len(said) - seen < NEW_LINES:
            return False
        self._journals.forget(names)
        self._journals.append(names, {"seen": len(said), "insights": [asdict(one) for one in reflect(index)]})
        return True

    def of(self, tenant: str, person: str, index: LineIndex) -> tuple[Insight, ...]:
        """The insights that still rest on lines that are there. Raises BadInput, HistoryUnavailable."""
        said = {line.id for line in index.lines}
        stored = (_insight(one) for entry in self._journals.read(_names(tenant, person), Reflected.model_validate)[-1:] for one in entry["insights"])
        return tuple(one for one in stored if len(said & set(one.lines)) >= SUPPORT)


def _about(index: LineIndex, key: str) -> Iterator[Insight]:
    lines = [line for line in map(index.lines.__getitem__, index.holding(ENTITY + key)) if _is_persons(line)][-MOST_LINES:]
    if _weeks(lines) >= _WEEKS:
        yield _made("recurs", (key,), lines)
    others = Counter(pair for line in lines for pair in combinations(sorted(set(line.entities)), 2) if key in pair)
    for pair, count in sorted(others.items(), key=lambda one: (-one[1], one[0])):
        if count >= SUPPORT:
            yield _made("together", pair, [line for line in lines if set(pair) <= set(line.entities)])


def _made(kind: Kind, keys: tuple[str, ...], lines: Sequence[Line]) -> Insight:
    return Insight(kind, keys, tuple(line.id for line in lines), _weeks(lines), lines[-1].time)


def _weeks(lines: Sequence[Line]) -> int:
    return len({line.time.isocalendar()[:2] for line in lines})


def _is_persons(line: Line) -> bool:
    return line.id.endswith(":q")


def _insight(data: Mapping[str, Any]) -> Insight:
    return Insight(data["kind"], tuple(data["keys"]), tuple(data["lines"]), data["weeks"], datetime.fromisoformat(data["last"]))


def _names(tenant: str, person: str) -> tuple[str, ...]:
    return tenant, person.strip().lower(), "reflections"


_TOLD: Mapping[Kind, str] = {
    "recurs": "{0} comes up again and again: {count} times in {weeks} weeks, last on {last}.",
    "together": "{0} and {1} come up together: {count} times, last on {last}.",
}
