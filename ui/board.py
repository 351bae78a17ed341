"""The operator's view as Markdown: tables of the syncs and of what is parked, a pair of records with its evidence. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from ui.drawing import escape, moment, table
from ui.labels import app_of
from ui.operations import Pair, Side

_URGENT = ("given up", "waiting", "under way", "not begun", "done")      # as they are listed
_NO_NAME = "(not shown)"


def syncs(overview: Mapping[str, Any]) -> str:
    """How far the syncs are: a sentence, then a table, what wants attention first."""
    parts = sorted(overview["parts"], key=lambda part: (_URGENT.index(part["state"]), bool(not part["error"]), part["model"], part["integration"]))
    names = ("What", "State", "Rows", "Behind by", "Last complete run", "Waited")      # narrow screens show the first four
    return f"{summary(overview)}\n\n{table(names, [_part(part) for part in parts])}"


def summary(overview: Mapping[str, Any]) -> str:
    """One sentence on everything."""
    states = [part["state"] for part in overview["parts"]]
    counts = ", ".join(f"{states.count(state)} {state}" for state in _URGENT if state in states)
    lags = [part["lag_seconds"] for part in overview["parts"] if part["lag_seconds"] is not None]
    oldest = f" The oldest copy is {_span(max(lags))} old." if lags else ""
    return f"**{escape(overview['tenant'])}** at {escape(moment(overview['at']))}: {counts or 'nothing is connected'}.{oldest}"


def parked(messages: Sequence[Mapping[str, Any]]) -> str:
    """What no worker could work off, and why."""
    if not messages:
        return "Nothing is parked."
    return table(("Since", "What", "About", "Why"), [(moment(m["at"]), m["task"] or "unreadable", m["about"], m["reason"]) for m in messages])


def pair(one: Pair) -> str:
    """Two records side by side, the score, and what speaks for and against."""
    sides = table(("", "One", "Other"), [("Name", _name(one.left), _name(one.right)), ("App", one.left.kind, one.right.kind)])
    why = "\n".join(f"- {escape(reason)}" for reason in one.evidence)
    return f"{sides}\n\nScore **{one.score:.2f}**\n\n{why}"


def waiting(pairs: Sequence[Pair]) -> str:
    """How many pairs somebody should look at."""
    return f"{len(pairs)} to look at." if pairs else "Nothing to look at: every pair is either clear or decided."


def refusal(error: Exception) -> str:
    """An error as text."""
    return escape(error)


def title(one: Pair) -> str:
    """A pair in one line of plain text."""
    return f"{_name(one.left)}, {one.left.kind} · {_name(one.right)}, {one.right.kind}: {one.state}"


def _part(part: Mapping[str, Any]) -> tuple[str, ...]:
    category, _, model = part["model"].partition("/")
    what = f"{part['integration'] or app_of(category)} ({app_of(category)}): {model}"
    until = f" until {moment(part['waits_until'])}" if part["waits_until"] else ""
    state = f"{part['state']}{until}" + (f": {part['error']}" if part["error"] else "")
    lag = _span(part["lag_seconds"]) if part["lag_seconds"] is not None else ""
    complete = moment(part["complete_at"]) if part["complete_at"] else "never"
    return what, state, str(part["rows"]), lag, complete, _span(part["waited_seconds"]) if part["waited_seconds"] else ""


def _name(side: Side) -> str:
    return side.name or _NO_NAME


def _span(seconds: float) -> str:
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}" if seconds < 10 * size else f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
