"""Questions about the last answer, answered from what was kept of it: how it was read, the steps, the records, the notes, the times.

Records are read again, for rights and names may have changed since: what the asker may not see any more is not told.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from agent.access.gate import name_of, quoted
from agent.answer import notes_of, refused_of
from agent.phrasing.inflection import capital
from agent.query.outcome import Cited
from agent.question.context import QuestionContext
from agent.question.dialogue import Entry
from agent.respond import Draft
from agent.respond.cells import one_line
from agent.understand.about.patterns import about_table

NAMED = 20                              # records that are named
_OF_SOMEBODY = re.compile(r"\b(?:left out|not known|known for|only|belong to no|belong to more|none of|shown here)\b", re.IGNORECASE)


def about_last(context: QuestionContext, kind: str, about: str, last: Entry) -> Draft | None:
    """The answer to a question about the last answer; None where it is none. Raises Declined where its records cannot be read."""
    answered = last["answer"]["status"] == "answered"
    if kind == "refused":
        return None if answered else _refused(last)
    if not answered:
        return _draft(last, f"I did not answer that. {last['answer']['text']}")
    return _KINDS[kind](context, last, about)


def _how(context: QuestionContext, last: Entry, _: str) -> Draft:
    """The reading, the steps one after another, and the notes."""
    steps = [f"{n}. {s['tool']}: {' → '.join(p for p in (s['question'], s['found']) if p)}" for n, s in enumerate(_steps(last), 1)]
    parts = [_read_as(last), "Every fact was read live from the apps, in these steps:" if steps else "", "\n".join(steps), *_bullets(notes(last))]
    cited, _gone = _cited(context, last)
    return _draft(last, "\n\n".join(p for p in parts if p), cited, *(str(n) for n in range(len(steps) + 1)))


def _records(context: QuestionContext, last: Entry, _: str) -> Draft:
    """The records by model, by name."""
    cited, gone = _cited(context, last)
    whole = len(_references(last)) + _more(last)
    by_model: dict[str, list[str]] = {}
    for model, record in cited:
        by_model.setdefault(model.plural, []).append(one_line(name_of(context, model, record)))
    lines = [f"- {plural}: {', '.join([*names[:NAMED], *_and_more(names)])}" for plural, names in by_model.items()]
    head = f"The last answer rests on {whole} records." if whole != 1 else "The last answer rests on 1 record."
    rest = [f"{gone} of them are no longer there, or you may not see them." if gone else "",
            f"{_more(last)} more are not listed here." if _more(last) else ""]
    text = "\n\n".join(p for p in (head if whole else "The last answer rests on no single records.", "\n".join(lines), *rest) if p)
    counts = (whole, gone, _more(last), *(len(names) - NAMED for names in by_model.values()))
    return _draft(last, text, cited, *(str(n) for n in counts), *(name for names in by_model.values() for name in names))


def _and_more(names: Sequence[str]) -> list[str]:
    return [f"and {len(names) - NAMED} more"] if len(names) > NAMED else []


def _left_out(context: QuestionContext, last: Entry, about: str) -> Draft:
    """What the notes tell of being left out; whoever is asked for by name does not meet what was asked, or was not read."""
    told = [note for note in notes(last) if _OF_SOMEBODY.search(note)]
    head = "I counted only what meets all of this" if about else "Whatever does not meet this is left out"
    parts = [f"{head}: {last['answer']['understood_as']}.", *(_bullets(told) if told else ["Nothing that meets it was left out."])]
    return _draft(last, "\n\n".join(parts))


def _as_of(context: QuestionContext, last: Entry, _: str) -> Draft:
    """By app: when it was read, and how old Merge's copy was then."""
    references = _references(last)
    if not references:
        return _draft(last, "The last answer rests on no single records; what it says was read when you asked.")
    lines = []
    for category in dict.fromkeys(r["category"] for r in references):
        of = [r for r in references if r["category"] == category]
        copies, read = [r["data_as_of"] for r in of if r["data_as_of"]], max(r["fetched_at"] for r in of)
        age = f"as of {_moment(context, min(copies))}" if copies else "of unknown age"
        lines.append(f"- {about_table()['apps'][category]['called']}: data {age}, read {_moment(context, read)}")
    return _draft(last, "\n".join(["The last answer rests on:", "", *lines]), (), *lines)


def _assumed(context: QuestionContext, last: Entry, _: str) -> Draft:
    """The reading and the notes."""
    told = [note for note in notes(last) if not note.startswith("As of ")]
    rest = _bullets(told) if told else ["I assumed nothing beyond that."]
    return _draft(last, "\n\n".join([_read_as(last), *rest]))


_KINDS: Mapping[str, Callable[[QuestionContext, Entry, str], Draft]] = {
    "how": _how, "records": _records, "left_out": _left_out, "as_of": _as_of, "assumed": _assumed,
}


def _refused(last: Entry) -> Draft:
    """Why there was no answer, again, with who may see what it needed, and how it was read where it was."""
    opened = [f"{capital(each['about'])}: open to {'; '.join(each['open_to'])}." for each in refused_of(last["answer"])]
    read = [f"I understood: {last['answer']['understood_as']}."] if last["answer"].get("understood_as") else []
    return _draft(last, "\n\n".join([last["answer"]["text"], *_bullets(opened), *read]), (), *opened)


def notes(last: Entry) -> Sequence[str]:
    """The notes to an answer: what was assumed, left out, as of when."""
    return notes_of(last["answer"])


def _read_as(last: Entry) -> str:
    return f"I read your question “{one_line(last['question'])}” as: {last['answer']['understood_as']}." if last["answer"]["understood_as"] else ""


def _bullets(lines: Sequence[str]) -> list[str]:
    return ["\n".join(f"- {line}" for line in lines)] if lines else []


def _steps(last: Entry) -> list[Mapping[str, Any]]:
    return list(last["answer"].get("steps", ()))


def _references(last: Entry) -> list[Mapping[str, Any]]:
    return [r for r in last["answer"].get("references", ()) if "id" in r]


def _more(last: Entry) -> int:
    return sum(r["count"] for r in last["answer"].get("references", ()) if "count" in r)


def _cited(context: QuestionContext, last: Entry) -> tuple[Cited, int]:
    """The records of the last answer as they are now and as far as the asker may see them, and how many of them are not."""
    wanted: dict[str, list[str]] = {}
    for each in _references(last):
        wanted.setdefault(each["model"], []).append(each["id"])
    known = {model: ids for model, ids in wanted.items() if model in context.catalogue.models}
    found = [(context.catalogue.models[model], r) for model, ids in known.items() for r in context.live.by_ids(model, ids)]
    names = quoted(context, found)
    seen = tuple((model, r) for model, r in found if (model.id, r.id) in names)
    return seen, sum(len(ids) for ids in wanted.values()) - len(seen)


def _moment(context: QuestionContext, told: str) -> str:
    return f"{context.company.local_day(datetime.fromisoformat(told)):%Y-%m-%d %H:%M %Z}"


def _draft(last: Entry, text: str, cited: Cited = (), *reckoned: str) -> Draft:
    """A text that stands on the kept turn and on what was reckoned from it."""
    answer = last["answer"]
    steps = (f"{s['question']} {s['found']}" for s in _steps(last))
    return Draft(text, None, cited, (last["question"], answer["text"], answer.get("understood_as", ""), *notes(last), *steps, *reckoned))
