"""What is kept of a question when it was answered, and what the next one takes up of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from agent.answer import Answer, Reason
from agent.catalogue import Catalogue
from agent.dialogue.alternatives import offer_entry
from agent.language.words import is_statement
from agent.plan.algebra import Goal, Named
from agent.plan.codec import plain
from agent.question.defaults import Unlearned
from agent.question.dialogue import Entry, NamedEntry, PartEntry, RowIds, RowsEntry, kept_goal
from agent.question.links import LEARNED, PLAN
from agent.question.turn import RequestDetails, Turn
from agent.understand.grammar.back import goes_on
from kg.resolve import Candidate
from memory.history import History

RECALLED_SESSIONS = 20


def entry_of(turn: Turn, answer: Answer, at: datetime) -> Entry:
    """The entry of the person's history: the words, the answer as it left, and of an answered one the goal and whom its names meant."""
    entry: Entry = {"id": turn.context.ledger.question, "at": at.isoformat(), "question": turn.ask.text, "reply_to": turn.ask.reply_to,
                    "follows": turn.dialogue.follows, "answer": answer.as_json()}
    if turn.is_resumed:
        entry["text"] = turn.text       # what was answered, where that is not what was said now
    if turn.context.links.settled:
        entry["named"] = _named(turn.context.links.settled)
    if answer.alternatives is not None:
        entry["instead"] = offer_entry(turn)
    if PLAN in turn.context.links.choices:
        entry["acts"] = turn.context.links.choices[PLAN]
    if LEARNED in turn.context.links.choices:
        entry["learned"] = turn.context.links.choices[LEARNED]
    if turn.request.each:
        entry["each"] = [called for called, _ in turn.request.each]
    if answer.status == "answered" and turn.progress.goal is not None:
        _add_goal(entry, turn, turn.progress.goal, answer)
    return entry


def _named(settled: Mapping[Named, Candidate]) -> dict[str, NamedEntry]:
    return {name.mention: {"key": found.key, "score": found.score} for name, found in settled.items()}


def _part(part: RequestDetails) -> PartEntry:
    """What one of several requests came to: its rows and what these rest on, without its words, which stand in the whole answer."""
    told = part.answer.as_json()
    return {"answer": {name: told[name] for name in ("status", "references", "result") if name in told}, "beyond": part.answer.beyond,
            "named": _named(part.settled)}


def _add_goal(entry: Entry, turn: Turn, goal: Goal, answer: Answer) -> None:
    """What a later question can go on from: the goal, whom its names meant, which records its rows are of; and for readers, what it only counts."""
    entry["goal"] = plain(goal)
    if len(turn.told.parts) > 1:
        entry["goals"] = [plain(each) for each in turn.told.goals]
        if len(turn.told.goals) == len(turn.told.parts):
            entry["parts"] = [_part(each) for each in turn.told.parts]
    if answer.beyond:
        entry["beyond"] = answer.beyond
    told = _rows_entry(turn.told.rows, len(answer.result.rows) if answer.result is not None else 0)
    if told is not None:
        entry["rows" if len(told["ids"]) > 1 else "one"] = told
    entry["settled"] = {
        n.mention: turn.context.links.choices[n.mention] for n in turn.context.links.settled if n.mention in turn.context.links.choices
    }


def _rows_entry(rows: RowIds | None, count: int) -> RowsEntry | None:
    """The rows as an entry of the history holds them; None where the result that was told has not just these rows."""
    return {"model": rows.model, "ids": list(rows.ids)} if rows is not None and len(rows.ids) == count > 0 else None


def place_in_session(history: History, turn: Turn) -> Turn:
    """The turn after what was said in this session: up to the turn that it is to replace, else all that is shown. Raises HistoryUnavailable."""
    said, follows = history.versions(turn.context.tenant, turn.context.person.email, turn.ask.session).before(turn.ask.instead_of)
    entries = cast(Sequence[Entry], said)
    return replace(turn, dialogue=replace(turn.dialogue, follows=follows, said=entries, earlier={turn.ask.session: entries}))


def recall_history(history: History, catalogue: Catalogue, turn: Turn) -> Turn:
    """The turn with what the person said before that bears on it, in this session and in others. Raises HistoryUnavailable."""
    tenant, person = turn.context.tenant, turn.context.person.email
    sessions = history.sessions(tenant, person)[-RECALLED_SESSIONS:]
    said = turn.dialogue.said
    entries = {s: said if s == turn.ask.session else cast(Sequence[Entry], history.versions(tenant, person, s).shown) for s in sessions}
    before = _said_before(said, turn.ask.reply_to)
    unlearned = tuple(
        Unlearned(e["question"], datetime.fromisoformat(e["at"])) for found in entries.values() for e in found
        if "at" in e and e["answer"]["status"] == "declined" and is_statement(e["question"])
    )
    dialogue = replace(turn.dialogue, earlier={turn.ask.session: said} | entries, is_first=not said, before=before)
    return _after(catalogue, replace(turn, context=replace(turn.context, unlearned=unlearned), dialogue=dialogue), before)


def _said_before(said: Sequence[Entry], reply_to: str | None) -> Sequence[Entry]:
    """What had been said when the turn was asked whose answer this replies to; all where this replies to none."""
    place = next((i for i, entry in enumerate(said) if reply_to is not None and entry.get("id") == reply_to), len(said))
    return said[:place]


def _after(catalogue: Catalogue, turn: Turn, said: Sequence[Entry]) -> Turn:
    """The turn with what the last answer of this session was to, and whom its names meant."""
    entry = next((e for e in reversed(said) if "goal" in e), None)
    last_said = next((e for e in reversed(said) if {"goal", "each"} & e.keys() or e["answer"]["status"] == "declined"), None)
    after_unread = bool(said) and _was_not_read(said[-1])
    last = _goal_to_edit(catalogue, entry, said, after_unread=after_unread) if entry is not None else None
    if entry is not None and last is not None:
        for mention, key in entry["settled"].items():
            if turn.context.defaults.meant(mention) is None:
                turn.context.links.choose_unless_chosen(mention, key)
    return replace(turn, dialogue=replace(turn.dialogue, last_entry=entry, last_said=last_said, after_unread=after_unread, last=last))


def _goal_to_edit(catalogue: Catalogue, entry: Entry, said: Sequence[Entry], *, after_unread: bool) -> Goal | None:
    """The goal of the last answer, where what is asked now can go on from it."""
    if any("each" in e for e in said[said.index(entry) :]):
        return None                 # what was asked last was asked of several, each by itself
    if after_unread or (said[-1]["answer"]["status"] != "answered" and goes_on(said[-1]["question"])):
        return None                 # what the person goes on from is what was not understood
    try:
        return kept_goal(catalogue, entry["goal"])
    except ValueError:              # of another version: then nothing can be edited
        return None


def _was_not_read(entry: Entry) -> bool:
    """Whether nothing could read that message. Then only a language model can tell what the next one continues."""
    return "acts" not in entry and entry["answer"].get("reason") == Reason.OUT_OF_SCOPE.value
