"""What was said before a message, as a planning model is told of it: questions, plans, and of answers what may leave.

Words of earlier answers go along where the tenant's rule for models lets all that their goals used leave; else how they ended, and whether they
told rows that a message can point at.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from agent.access.field_use import field_uses
from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.llm.port import Model
from agent.plan.algebra import Card, Goal, Summary, models
from agent.policy.decision import rule_of
from agent.question.context import QuestionContext
from agent.question.dialogue import Entry, asked_in, kept_goal, listings
from agent.question.turn import Turn
from agent.understand.model.acts import QuestionAct, stored
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.encode import encode
from kg.names import fold
from kg.resolve import Candidate, by_key

_LONGEST_ANSWER = 600                   # characters of one
_MOST_ROWS = 12                         # and rows
UNKNOWN = frozenset({"X"})             # no class: never leaves
_EVERYBODY = "everybody"
_NAMES_NOTHING = frozenset({Reason.OUT_OF_SCOPE, Reason.UNSAFE, Reason.NOT_CONNECTED, Reason.NOT_PERMITTED})


@dataclass
class DialogueTold:
    """The turns of this session as a model may be told of them. `classes`: of all that is told; `said`: the texts; `unplanned`: the
    questions that were not understood, or were declined."""

    catalogue: Catalogue
    model: Model | None
    most: int
    view: CatalogueView
    classes: frozenset[str] = frozenset()
    said: tuple[str, ...] = ()
    unplanned: tuple[str, ...] = ()

    def lines(self, turn: Turn) -> Iterator[str]:
        entries = turn.dialogue.said
        chosen = self._chosen(turn.context, entries[-self.most:])
        for at, entry in list(enumerate(entries))[-self.most:]:
            yield self._line(entry, entries[:at], chosen)

    def _chosen(self, context: QuestionContext, entries: Sequence[Entry]) -> Mapping[str, Candidate]:
        """By key, what names were taken for after a question back, of records that everybody may see."""
        keys = {key for entry in entries for key in entry.get("settled", {}).values()}
        if not keys:
            return {}
        context.graph_queries.add()
        return {key: c for key, c in by_key(context.graph, context.tenant, keys).items() if is_told(self.view, c)}

    def _line(self, entry: Entry, before: Sequence[Entry], chosen: Mapping[str, Candidate]) -> str:
        plan, goals = self._plan(entry, before)
        asked = asked_in(entry)
        classes = _classes(self.catalogue, entry, goals)
        answer = entry["answer"]
        if self.model is not None and self.model.may_see(classes):
            self.classes |= classes
            text = _told_in_short(answer)
        else:
            text = _told_bare(entry)
        self.unplanned = self.unplanned if plan else (*self.unplanned, asked)
        meant = {mention: chosen[key] for mention, key in entry.get("settled", {}).items() if key in chosen}
        reply = _replied(entry, before) if entry.get("text") else ""
        self.said = (*self.said, asked, reply, text, plan, *(c.name for c in meant.values()))
        parts = (
            f"asked {json.dumps(asked, ensure_ascii=False)}",
            f'replied "{reply}"' if reply else "",
            f"plan {plan}" if plan else "",
            *(f'"{mention}" is {c.model} "{c.name}"' for mention, c in sorted(meant.items()) if fold(mention) != fold(c.name)),
            f"told {json.dumps(text, ensure_ascii=False)}",
        )
        return "; ".join(part for part in parts if part)

    def _plan(self, entry: Entry, before: Sequence[Entry]) -> tuple[str, tuple[Goal, ...]]:
        """The plan of a turn as it is written, and its goals; "" where there is none, or it is of another version."""
        if "acts" in entry:
            kept = stored(self.catalogue, str(entry["acts"]), listings(before))
            return (str(entry["acts"]), tuple(act.goal for act in kept[1] if isinstance(act, QuestionAct))) if kept is not None else ("", ())
        found = kept_goals(self.catalogue, entry)
        return (json.dumps({"acts": [encode(goal) for goal in found]}, ensure_ascii=False), found) if found else ("", ())


def _replied(entry: Entry, before: Sequence[Entry]) -> str:
    """What was said to a question back: of an option that was chosen by its id, how it is called."""
    asked_back = (each["answer"].get("question") or {} for each in before)
    options = next((asked["options"] for asked in asked_back if asked.get("id") == entry.get("reply_to")), ())
    return next((str(option["label"]) for option in options if option["id"] == entry["question"]), entry["question"])


def _told_bare(entry: Entry) -> str:
    """How an answer ended, where nothing of what it told may leave, and whether it told rows that can be pointed at; not how many."""
    answer = entry["answer"]
    why = f": {answer['reason']}" if answer.get("reason") else ", several rows" if "rows" in entry else ", one row" if "one" in entry else ""
    return f"({answer['status']}{why})"


def is_told(view: CatalogueView, one: Candidate) -> bool:
    """Is it a record that everybody may see, of a kind that is open to the asker?"""
    return one.model in view.models and not one.properties.get("restricted") and bool(one.name)


def _told_in_short(answer: Mapping[str, Any]) -> str:
    """What an answer told: its rows, which a follow-up may point at; of prose, a refusal or a question back its words."""
    result = answer.get("result")
    if answer["status"] != "answered" or not result:
        options = [option["label"] for option in (answer.get("question") or {}).get("options", ())]
        text = " / ".join((str(answer["text"]), *options))
        return text if len(text) <= _LONGEST_ANSWER else f"{text[:_LONGEST_ANSWER]} …"
    head = ", ".join(column["name"] for column in result["columns"])
    rows = ["; ".join("" if cell is None else str(cell) for cell in row) for row in result["rows"]]
    more = f" (and {len(rows) - _MOST_ROWS} more)" if len(rows) > _MOST_ROWS else ""
    return f"{len(rows)} rows of {head}: {' | '.join(rows[:_MOST_ROWS])}{more}"


def _classes(catalogue: Catalogue, entry: Entry, goals: Sequence[Goal]) -> frozenset[str]:
    """The classes of what an answer may hold. Without goals that is known of refusals alone which name nothing found: others name what is near."""
    if goals:
        return classes_of(catalogue, goals)
    return frozenset({"A"}) if entry["answer"].get("reason") in _NAMES_NOTHING else UNKNOWN


def kept_goals(catalogue: Catalogue, entry: Entry) -> tuple[Goal, ...]:
    """What the answer of an entry of the history is to; () where it is to nothing that is kept, or of another version."""
    try:
        return tuple(map(partial(kept_goal, catalogue), entry.get("goals") or [entry["goal"]])) if "goal" in entry else ()
    except ValueError:
        return ()


def classes_of(catalogue: Catalogue, goals: Sequence[Goal]) -> frozenset[str]:
    """The classes of what an answer to goals may hold, by all that they use; of what shows whatever there is, the one that never leaves."""
    if any(isinstance(goal, Card | Summary) for goal in goals):
        return UNKNOWN
    records = {catalogue.models[m].access for goal in goals for m in models(goal) if m in catalogue.models}
    used = {each.privacy for goal in goals for each in field_uses(catalogue, goal)}
    return frozenset(used | {access for access in records if rule_of(access) != _EVERYBODY})
