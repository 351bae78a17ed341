"""Events and Answers as chat messages: plain data in, Markdown out. Pure; knows no front end and no server.

Whatever came out of a record is text here, never markup: names and cells are escaped, pictures by address are defused.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from agent.answer import Event
from memory.questions import StoredQuestion
from ui.labels import kind_of

Message = dict[str, Any]                # role, content, and for a step `metadata`, for a question `options`

# What could begin markup, a link or (at the start of a line) a heading, list or rule; written as entities it begins nothing.
_MARKUP = re.compile(r"[\\`*_\[\]|~<>&]|(?<=www)\.|:(?=//)|^[#+=\-]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
MOST_ROWS = 100                         # of a table that a page shows; all of them are in its file


class Drawing:
    """One run, drawn as its events come in."""

    def __init__(self) -> None:
        self._steps: dict[str, Message] = {}
        self._text = ""
        self._end: list[Message] = []
        self._given: Mapping[str, Any] | None = None

    def add(self, event: Event) -> None:
        """Take in the next event; kinds that are not drawn change nothing."""
        draw = {"step_started": self._start, "step_finished": self._finish, "text_delta": self._write,
                "answer": self._answer, "error": self._fail}.get(event.kind)
        if draw:
            draw(event.data)

    @property
    def messages(self) -> list[Message]:
        """The steps so far, then what there is of the answer."""
        return [*self._steps.values(), *(self._end or ([_said("assistant", self._text)] if self._text else []))]

    def kept(self, session: str, turns: Sequence[Mapping[str, Any]]) -> None:
        """The answer stands in the history now: its table can be had as a file."""
        if self._given is not None and turns and self._end:
            self._end[-1] = {**self._end[-1], "content": answer_markdown(self._given, _file_of(session, turns[-1]))}

    def _start(self, data: Mapping[str, Any]) -> None:
        title = " · ".join(str(data[part]) for part in ("tool", "question") if data.get(part))
        self._steps[str(data.get("id"))] = _step(title or "Working", "", "pending")

    def _finish(self, data: Mapping[str, Any]) -> None:
        key = str(data.get("id"))
        if key not in self._steps:
            self._start(data)
        metadata = {**self._steps[key]["metadata"], "status": "done", "duration": round(float(data.get("seconds") or 0), 2)}
        self._steps[key] = {**self._steps[key], "content": escape(data.get("found") or "Done."), "metadata": metadata}

    def _write(self, data: Mapping[str, Any]) -> None:
        self._text = _defused(self._text + str(data.get("text", "")))

    def _stop(self) -> None:
        """Steps that did not finish turn no longer, once there is an end."""
        for key, step in self._steps.items():
            if step["metadata"]["status"] == "pending":
                self._steps[key] = {**step, "content": "Stopped.", "metadata": {**step["metadata"], "status": "done"}}

    def _answer(self, data: Mapping[str, Any]) -> None:
        self._stop()
        self._given, self._end = data, [_said("assistant", answer_markdown(data))]
        question = data.get("question")
        if question:
            self._end[-1]["options"] = _options(question["id"], question["options"])

    def _fail(self, data: Mapping[str, Any]) -> None:
        self._stop()
        said = (data.get("title"), data.get("detail") or data.get("text"), data.get("next_step"))
        self._end = [_said("assistant", "**This did not work.** " + " ".join(escape(part) for part in dict.fromkeys(said) if part))]


def past(turns: Iterable[Mapping[str, Any]], session: str) -> list[Message]:
    """The turns of a session as the history holds them."""
    messages: list[Message] = []
    labels: dict[tuple[str, str], str] = {}
    for turn in turns:
        said, answer = str(turn.get("question") or ""), turn.get("answer") or {}
        messages.append(said_by_person(labels.get((str(turn.get("reply_to")), said), said)))
        messages.append(_said("assistant", answer_markdown(answer, _file_of(session, turn))))
        asked = answer.get("question") or {"id": "", "options": ()}
        labels |= {(asked["id"], option["id"]): option["label"] for option in asked["options"]}
    return messages


def whole(turns: Sequence[Mapping[str, Any]], questions: Sequence[StoredQuestion], session: str) -> list[Message]:
    """A session as the server holds it; its newest open question comes last, with its options as buttons."""
    messages = past(turns, session)
    for question in questions[-1:]:
        if just_asked(turns) != question.id:
            messages.append(_said("assistant", escape(question.prompt)))
        messages[-1]["options"] = _options(question.id, question.options)
    return messages


def just_asked(turns: Sequence[Mapping[str, Any]]) -> str | None:
    """The id of the question that the last turn put to the person."""
    answer = turns[-1].get("answer") if turns else None
    question = answer.get("question") if isinstance(answer, Mapping) else None
    return str(question["id"]) if question else None


def said_by_person(text: str) -> Message:
    """The person's own words."""
    return _said("user", escape(text))


def answer_markdown(answer: Mapping[str, Any], file: str | None = None) -> str:
    """An Answer (as JSON) as Markdown: text, table, how it was understood, and what it rests on. `file`: where its table can be had."""
    link = f"[Table as CSV]({file})" if file and len((answer.get("result") or {}).get("rows") or ()) > 1 else ""
    parts = [_defused(str(answer.get("text") or "")), _table(answer), link, _understood(answer), _sources(answer.get("references") or ())]
    return "\n\n".join(part for part in parts if part)


def escape(text: Any) -> str:
    """Any text as Markdown that shows exactly it, on one line."""
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};", " ".join(str(text).split()))


def table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table whose names and cells show exactly what was given; None is an empty cell."""
    cells = [[escape("" if cell is None else cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in ([escape(name) for name in names], ["---"] * len(names), *cells))


def moment(text: str) -> str:
    """A time in ISO text, for people: "2026-11-20 09:00 UTC"."""
    return text[:16].replace("T", " ") + (" UTC" if text.endswith(("Z", "+00:00")) else "")


def _said(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def _step(title: str, content: str, status: str) -> Message:
    return {"role": "assistant", "content": content, "metadata": {"title": escape(title), "status": status}}


def _options(question_id: str, options: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    return [{"value": f"{question_id}/{option['id']}", "label": str(option["label"])} for option in options]


def _file_of(session: str, turn: Mapping[str, Any]) -> str | None:
    """Where the table of a turn can be had, by our own route, which checks who asks."""
    return f"/api/sessions/{quote(session, safe='')}/turns/{quote(turn['id'], safe='')}/table.csv" if turn.get("id") else None


def _defused(markdown: str) -> str:
    return markdown.replace("<", "&lt;").replace("![", "!\\[")


def _table(answer: Mapping[str, Any]) -> str:
    result = answer.get("result")
    if not result or len(result["rows"]) * len(result["columns"]) < 2 or "|--" in answer["text"].replace(" ", ""):
        return ""
    names = [f"{c['name']} ({c['unit']})" if c.get("unit") else c["name"] for c in result["columns"]]
    count = len(result["rows"])
    told = f"\n\nThe first {MOST_ROWS} of {count} rows; the file has all." if count > MOST_ROWS else ""
    return table(names, result["rows"][:MOST_ROWS]) + told


def _understood(answer: Mapping[str, Any]) -> str:
    return f"*Understood as: {escape(answer['understood_as'])}*" if answer.get("understood_as") else ""


def _sources(references: Iterable[Mapping[str, Any]]) -> str:
    lines = [f"- and {each['count']} more records" if "count" in each else _source(each) for each in references]
    return "**Sources**\n\n" + "\n".join(lines) if lines else ""


def _source(reference: Mapping[str, Any]) -> str:
    name, url = escape(reference.get("name") or reference["id"]), str(reference.get("url") or "")
    linked = f"[{name}]({url})" if re.fullmatch(r"https?://[^\s()<>\[\]]+", url) else name
    age = reference.get("data_as_of") or reference.get("fetched_at")
    kind = escape(kind_of(reference["category"], reference["model"]))
    return f"- {linked}, {kind}" + (f", as of {escape(moment(age))}" if age else "")
