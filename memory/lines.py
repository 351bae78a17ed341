"""A person's history as lines, theirs and the assistant's, findable by recall. Held in memory and brought up to what is stored when asked."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.history import History
from memory.recall import Line, LineIndex

ASSISTANT = "assistant"
_MOST_PEOPLE = 50                       # whose lines are held; the one who asked longest ago goes first


def lines_of(session: str, person: str, entries: Iterable[Mapping[str, Any]]) -> list[Line]:
    """The turns of a session as lines: what the person said (a choice by its label), then what the assistant said.

    Their ids are the turn's with `:q` and `:a`.
    """
    found: list[Line] = []
    labels: dict[str, dict[str, str]] = {}
    for number, entry in enumerate(entries):
        time, answer, turn = datetime.fromisoformat(entry["at"]), entry["answer"], entry.get("id") or f"{session}#{number}"
        said = labels.get(entry.get("reply_to") or "", {}).get(entry["question"].strip(), entry["question"])
        asked = answer.get("question")
        if asked:
            labels[asked["id"]] = {option["id"]: option["label"] for option in asked["options"]}
        keys = tuple(sorted({one["key"] for one in (entry.get("named") or {}).values()}))
        found += [Line(f"{turn}:q", session, person, time, said, keys), Line(f"{turn}:a", session, ASSISTANT, time, answer["text"])]
    return found


@dataclass
class _Held:
    stamps: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, list[Line]] = field(default_factory=dict)
    index: LineIndex = field(default_factory=LineIndex)


class Lines:
    """The lines of the people of an installation. Usable from several threads."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._held: OrderedDict[tuple[str, str], _Held] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, tenant: str, person: str) -> LineIndex:
        """All lines of one person, as they are stored now. Raises HistoryUnavailable."""
        who = (tenant, person.strip().lower())
        stamps = self._history.stamps(*who)
        with self._lock:
            held = self._held.setdefault(who, _Held())
            self._held.move_to_end(who)
            while len(self._held) > _MOST_PEOPLE:
                self._held.popitem(last=False)
            if held.stamps != stamps:
                self._bring_up(who, held, stamps)
            return held.index

    def _bring_up(self, who: tuple[str, str], held: _Held, stamps: Mapping[str, str]) -> None:
        """Read the sessions that changed. What only came after all that was known is added; anything else makes the index anew."""
        changed = [session for session, stamp in stamps.items() if held.stamps.get(session) != stamp]
        now = {session: held.sessions[session] for session in stamps if session in held.sessions}
        new: list[Line] = []
        is_longer = len(now) == len(held.sessions)
        for session in changed:
            before, lines = now.get(session, []), lines_of(session, who[1], self._history.read(*who, session))
            is_longer = is_longer and lines[: len(before)] == before
            new += lines[len(before) :]
            now[session] = lines
        new.sort(key=lambda line: line.time)
        last = held.index.lines[-1].time if len(held.index) else None
        if is_longer and (last is None or not new or new[0].time >= last):
            held.index = held.index.grown(new) if new else held.index       # who asked before is reading the one that was
        else:
            held.index = LineIndex(sorted((line for lines in now.values() for line in lines), key=lambda line: line.time))
        held.sessions, held.stamps = now, dict(stamps)
