"""Events and Answers as chat messages: plain data in, Markdown out. Pure; knows no front end and no server.

Whatever came out of a record is text here, never markup: names and cells are escaped, and no words of an answer make a link or a picture.
Links are drawn from references alone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.answer import Event
from memory.questions import StoredQuestion
from ui.charts import chart_of, form_of
from ui.labels import has_page, kind_of
from ui.pages.layout import PREFERENCES
from ui.pages.markup import path

Message = dict[str, Any]                # role, content, and for a step `metadata`, for a question `options`

# What could begin markup, a link or (at the start of a line) a heading, list or rule; written as entities it begins nothing.
_MARKUP = re.compile(r"[\\`*_\[\]|~<>&]|(?<=www)\.|:(?=//)|^[#+=\-]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
_LEADS_AWAY = re.compile(r"[<\[\]]|(?<=www)\.|:(?=//)")
_RETRACTION = re.compile(r"say “forget [^”]{1,200}” to change that")
_CHARTED = 3                            # of the last answers, how many show their chart again
MOST_ROWS = 100                         # of a table that a page shows; all of them are in its file


@dataclass(frozen=True, slots=True)
class Place:
    """Where more of an answer can be had, by our own routes, which check who asks."""

    file: str                           # its table
    page: str                           # what it rests on
    picture: str                        # how its records are connected


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
        """The answer stands in the history now: it has a page, its table can be had as a file, and what else was meant can be asked."""
        if self._given is not None and turns and self._end:
            place = _place_of(session, turns[-1])
            self._end[0] = {**self._end[0], "content": answer_markdown(self._given, place)}
            self._end[1:1] = _connected(self._given, place)
            if offered := _instead(turns):
                self._end[-1]["options"] = offered

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
        self._given, self._end = data, [_said("assistant", answer_markdown(data)), *_charted(data)]
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
    turns = list(turns)
    for place, turn in enumerate(turns):
        said, answer = str(turn.get("question") or ""), turn.get("answer") or {}
        messages.append(said_by_person(labels.get((str(turn.get("reply_to")), said), said)))
        where = _place_of(session, turn)
        messages.append(_said("assistant", answer_markdown(answer, where)))
        messages += [*_connected(answer, where), *_charted(answer)] if len(turns) - place <= _CHARTED else []
        labels |= {(asked["id"], option["id"]): option["label"] for asked in _put(answer) for option in asked["options"]}
    return messages


def whole(turns: Sequence[Mapping[str, Any]], questions: Sequence[StoredQuestion], session: str) -> list[Message]:
    """A session as the server holds it; its newest open question comes last, with its options as buttons."""
    messages = past(turns, session)
    for question in questions[-1:]:
        if just_asked(turns) != question.id:
            messages.append(_said("assistant", escape(question.prompt)))
        messages[-1]["options"] = _options(question.id, question.options)
    if messages and not questions and (offered := _instead(turns)):
        messages[-1]["options"] = offered
    return messages


def just_asked(turns: Sequence[Mapping[str, Any]]) -> str | None:
    """The id of the question that the last turn put to the person."""
    answer = turns[-1].get("answer") if turns else None
    question = answer.get("question") if isinstance(answer, Mapping) else None
    return str(question["id"]) if question else None


def said_by_person(text: str) -> Message:
    """The person's own words."""
    return _said("user", escape(text))


def answer_markdown(answer: Mapping[str, Any], place: Place | None = None) -> str:
    """An Answer (as JSON) as Markdown: text, table, how it was understood, and what it rests on. `place`: where more of it can be had."""
    link = f"[Table as CSV]({place.file})" if place and len((answer.get("result") or {}).get("rows") or ()) > 1 else ""
    page = f"[What this answer rests on]({place.page})" if place and answer.get("references") else ""
    text = _defused(str(answer.get("text") or ""))
    parts = [_corrigible(text) if place else text, _table(answer), link, _understood(answer),
             _sources(answer.get("references") or (), has_pages=place is not None), page]
    return "\n\n".join(part for part in parts if part)


def escape(text: Any) -> str:
    """Any text as Markdown that shows exactly it, on one line."""
    return _MARKUP.sub(_as_entity, " ".join(str(text).split()))


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


def _place_of(session: str, turn: Mapping[str, Any]) -> Place | None:
    if not turn.get("id"):
        return None
    return Place(path("api", "sessions", session, "turns", turn["id"], "table.csv"), path("answers", session, turn["id"]),
                 path("answers", session, turn["id"], "graph.svg"))


def _connected(answer: Mapping[str, Any], place: Place | None) -> list[Message]:
    """The drawing of how the records of an answer are connected, folded until somebody opens it; the answer's page tells it in words."""
    cited = [each for each in answer.get("references") or () if "count" not in each and has_page(each["model"])]
    if place is None or not cited:
        return []
    return [_step("How these are connected", f"![Drawing of the records behind this answer; the page below tells it in words]({place.picture})\n\n"
                  f"[The same in words, and what was looked up]({place.page})", "done")]


def _charted(answer: Mapping[str, Any]) -> list[Message]:
    """The chart of an answer as a message of its own, with what it shows in words; the table stands above it."""
    chart = chart_of(answer)
    return [{**_said("assistant", f"*Chart: {escape(chart.alt)}*"), "chart": chart}] if chart else []


def _instead(turns: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """What else the last question may have meant, each a button that asks it."""
    offered = (turns[-1].get("answer") or {}).get("alternatives") if turns else None
    return [{**one, "label": f"Instead: {one['label']}"} for one in _options(offered["id"], offered["options"])] if offered else []


def _put(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What an answer lets the person choose from: its question, its alternatives."""
    yield from (answer[name] for name in ("question", "alternatives") if answer.get(name))


def label_of(turns: Sequence[Mapping[str, Any]], asked: str, option_id: str) -> str:
    """What an option is called that was put to the person; its id where it was not."""
    found = (option for turn in turns for put in _put(turn.get("answer") or {}) if put["id"] == asked for option in put["options"])
    return next((str(option["label"]) for option in found if option["id"] == option_id), option_id)


def _corrigible(markdown: str) -> str:
    """Where a preference was used, the way to the page on which it is corrected."""
    return _RETRACTION.sub(rf"\g<0> ([change it here]({PREFERENCES}))", markdown)


def _defused(markdown: str) -> str:
    """An answer's text, whose words may be a record's, without what could begin a tag, a link or a picture."""
    return _LEADS_AWAY.sub(_as_entity, markdown)


def _as_entity(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _table(answer: Mapping[str, Any]) -> str:
    result = answer.get("result")
    if not result or form_of(answer) == "list" or len(result["rows"]) * len(result["columns"]) < 2 or "|--" in answer["text"].replace(" ", ""):
        return ""
    names = [f"{c['name']} ({c['unit']})" if c.get("unit") else c["name"] for c in result["columns"]]
    count = len(result["rows"])
    told = f"\n\nThe first {MOST_ROWS} of {count} rows; the file has all." if count > MOST_ROWS else ""
    return table(names, result["rows"][:MOST_ROWS]) + told


def _understood(answer: Mapping[str, Any]) -> str:
    return f"*Understood as: {escape(answer['understood_as'])}*" if answer.get("understood_as") else ""


def _sources(references: Iterable[Mapping[str, Any]], *, has_pages: bool) -> str:
    lines = [f"- and {each['count']} more records" if "count" in each else _source(each, has_pages) for each in references]
    return "**Sources**\n\n" + "\n".join(lines) if lines else ""


def _source(reference: Mapping[str, Any], has_pages: bool) -> str:
    name, url = escape(reference.get("name") or reference["id"]), str(reference.get("url") or "")
    linked = f"[{name}]({url})" if re.fullmatch(r"https?://[^\s()<>\[\]]+", url) else name
    age = reference.get("data_as_of") or reference.get("fetched_at")
    kind = escape(kind_of(reference["category"], reference["model"]))
    page = path("entities", reference["category"], reference["model"].rpartition("/")[2], reference["id"])
    more = f" · [about it]({page})" if has_pages and has_page(reference["model"]) else ""
    return f"- {linked}, {kind}" + (f", as of {escape(moment(age))}" if age else "") + more
