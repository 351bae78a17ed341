"""Messages of the chat, and what was looked up for an answer as one of them: open while it goes on, folded to a line from the answer's first word on.

One message, not one for each step: it keeps its place above the answer, so that nothing jumps and the answer begins on the screen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ui.text.labels import app_of
from ui.text.markdown import escape
from ui.text.words import say

Message = dict[str, Any]                # role, content; for what can be folded `metadata`, for a question `options`; `card`

_ONE = "It names one person. Ask about “them”, such as: “Do they have an overdue ticket?”"
_MANY = "It names {count} people. Ask about “these people”, such as: “Who of these people has an overdue ticket?”"
_NONE = "I find no people in it. I read one name or e-mail address in each line, or a table with a row for each person."
_GRAPH = "Knowledge"
_OWN = frozenset({"Compute", "Synthesis", "Human"})     # tools that look nothing up
_NAMED = 3                              # apps that are named; more are counted


@dataclass(frozen=True, slots=True)
class Attached:
    """A list in a session: its name, how many people it names, and after how many turns it was attached."""

    name: str
    people: int
    after: int


def message(role: str, content: str) -> Message:
    """Words of one of the two."""
    return {"role": role, "content": content}


def folded(title: str, content: str, *, is_open: bool = False, seconds: float | None = None) -> Message:
    """A line that shows its content when it is pressed; an open one shows that it goes on. `seconds`: how long it took."""
    took = {} if seconds is None else {"duration": round(seconds, 1)}
    return message("assistant", content) | {"metadata": {"title": escape(title), "status": "pending" if is_open else "done", **took}}


def looked_up(steps: Sequence[Mapping[str, Any]], seconds: float | None = None, *, is_open: bool = False) -> list[Message]:
    """What was looked up, where and with what result; nothing where nothing was. `is_open`: it goes on. `seconds`: until the answer."""
    if not steps:
        return []
    lines = "\n".join(f"- {_line(step, is_open)}" for step in steps)
    return [folded(_so_far(steps) if is_open else _title(steps), lines, is_open=is_open, seconds=None if is_open else seconds)]


def waiting(ahead: int) -> Message:
    """What stands there until the first thing is looked up. `ahead`: the questions that come before."""
    if not ahead:
        return folded(say("Reading your question"), "", is_open=True)
    many = say("{count} questions come before this one.", count=ahead) if ahead > 1 else say("One question comes before this one.")
    return folded(say("Waiting for its turn"), many, is_open=True)


def attached(file: Attached) -> Message:
    """A list that the person attached, and what can be done with it."""
    told = say(_MANY, count=file.people) if file.people > 1 else say(_ONE if file.people else _NONE)
    return message("assistant", f"**{say('Attached: {name}', name=escape(file.name))}** {told}")


def _so_far(steps: Sequence[Mapping[str, Any]]) -> str:
    """"Looking things up · page 3 of 12", where a long list is read."""
    reads = next((step for step in reversed(steps) if "of" in step and "seconds" not in step), None)
    return say("Looking things up") + (f" · {say('page {number} of {of}', number=reads['page'], of=reads['of'])}" if reads else "")


def _line(step: Mapping[str, Any], is_open: bool) -> str:
    tool = str(step.get("tool") or "")
    what = " · ".join(escape(part) for part in (_called(tool), step.get("question")) if part) or "Working"
    if "seconds" not in step:
        return f"{what} …" if is_open else f"{what}: stopped"
    return f"{what}: {escape(step['found'])}" if step.get("found") else what


def _title(steps: Sequence[Mapping[str, Any]]) -> str:
    """"Looked at 4 things in HR and CRM"."""
    tools = [str(step["tool"]) for step in steps if step.get("tool") and step["tool"] not in _OWN and "seconds" in step]
    apps = list(dict.fromkeys(_called(tool) for tool in tools if tool != _GRAPH))
    if not tools:
        return say("What was done")
    named = f" {say('and')} ".join([", ".join(apps[:-1]), apps[-1]] if len(apps) > 1 else apps) or say("the graph")
    where = named if len(apps) <= _NAMED else say("{count} apps", count=len(apps))
    if len(tools) == 1:
        return say("Looked at 1 thing in {apps}", apps=where)
    return say("Looked at {count} things in {apps}", count=len(tools), apps=where)


def _called(tool: str) -> str:
    return tool if tool == _GRAPH or tool in _OWN else say(app_of(tool.lower()))
