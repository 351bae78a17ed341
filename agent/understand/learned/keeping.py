"""What is learned of how messages are meant, from the person's own word: yes to "do you mean", a reading that they picked, an answer marked right.

Learned is only what can be read again by itself: not what went on from an answer, was asked of a page or an attached list, rests on a preference
that may change, or has days that no words of the message say.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from agent.answer import Answer
from agent.catalogue import Catalogue
from agent.phrasing.goals import say_goal
from agent.plan.periods import Calendar
from agent.question.dialogue import Entry, asked_in
from agent.question.links import LEARNED, MEANT, NOT_SO, PLAN, WHICH
from agent.question.turn import Turn
from agent.understand.learned.editing import mark_of
from agent.understand.learned.places import Json
from agent.understand.learned.slots import slotted
from agent.understand.learned.using import points_back
from agent.understand.model.acts import Act, AmbiguousAct, QuestionAct, stored
from agent.understand.model.encode import encode
from ingest.company import Company
from kg.ports import Clock
from memory.readings import LearnedReading, Origin, Readings


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A message, its plan as JSON, and how the person confirmed that it is meant so. `is_first`: nothing was answered before it."""

    text: str
    plan: Json
    origin: Origin
    is_first: bool


class Keeper:
    """Keeps the readings of one tenant's people."""

    def __init__(self, readings: Readings, catalogue: Catalogue, company: Company, clock: Clock, week_start: Callable[[str], int]) -> None:
        self._readings, self._catalogue, self._company, self._clock, self._week_start = readings, catalogue, company, clock, week_start

    def recall(self, turn: Turn) -> Turn:
        """The turn with the learned readings that hold for the person; without one that they said is not meant so. Raises HistoryUnavailable."""
        tenant, person, left = turn.context.tenant, turn.context.person.email, turn.context.links.choices.get(LEARNED, "")
        turn = replace(turn, read=replace(turn.read, learned=self._readings.effective(tenant, person)))
        return self._without(turn, left.removeprefix(NOT_SO)) if left.startswith(NOT_SO) else turn

    def _without(self, turn: Turn, reading: str) -> Turn:
        """The person does not mean a message as it was learned: it is read anew, and never again like that for them. Raises HistoryUnavailable."""
        if any(kept.reading.id == reading for kept in turn.read.learned):
            self._readings.change(turn.context.tenant, turn.context.person.email, reading, "revoked", self._clock())
        turn.context.links.take_back((LEARNED, PLAN, MEANT, WHICH))
        return replace(turn, read=replace(turn.read, learned=tuple(kept for kept in turn.read.learned if kept.reading.id != reading)))

    def confirmed(self, turn: Turn, answer: Answer) -> None:
        """Learn the reading of a turn that was answered, where the person said that it is meant so. Raises HistoryUnavailable."""
        is_by_itself = turn.read.attached is None and turn.ask.about is None and not turn.request.each
        if answer.status != "answered" or not is_by_itself or LEARNED in turn.context.links.choices:
            return
        said, person = _said(self._catalogue, turn), turn.context.person.email
        made = reading_of(self._catalogue, said, turn.context.calendar(), (person, self._clock())) if said is not None else None
        if made is not None:
            self._readings.keep(turn.context.tenant, person, made)

    def marked(self, person: str, said: Sequence[Entry], place: int, *, is_right: bool) -> None:
        """Learn the reading of an answer that the person marked right; marked wrong, what was learned of it is taken back.

        `said`: the turns of the session. Raises HistoryUnavailable.
        """
        told = _answered(said, place)
        made = reading_of(self._catalogue, told, self._calendar(person, said[place]), (person, self._clock())) if told is not None else None
        if made is not None and is_right:
            self._readings.keep(self._company.tenant, person, made)
        elif made is not None and any(kept.reading.id == made.id for kept in self._readings.of(self._company.tenant, person) if kept.state == "own"):
            self._readings.change(self._company.tenant, person, made.id, "revoked", self._clock())

    def _calendar(self, person: str, entry: Entry) -> Calendar:
        """The company's day when a turn was answered, and weeks as the person has them begin."""
        month, _, first = self._company.fiscal_year_start.partition("-")
        return Calendar(self._company.local_day(datetime.fromisoformat(entry["at"])).date(), (int(month), int(first)), self._week_start(person))


def reading_of(catalogue: Catalogue, said: Confirmed, calendar: Calendar, who: tuple[str, datetime]) -> LearnedReading | None:
    """A reading of words and plan with slots; None where it cannot be read again by itself. `who`: whose word it is, and when."""
    read = stored(catalogue, json.dumps(said.plan))
    if read is None or read[0].preferences_used or not read[1] or not all(isinstance(act, QuestionAct) for act in read[1]):
        return None
    made = slotted(catalogue, said.text, said.plan, calendar)
    is_whole = said.is_first or not (made.fixed or points_back(said.text))
    if "time" in made.fixed or not is_whole or not made.words:
        return None
    return LearnedReading(made.words, json.dumps(made.plan, ensure_ascii=False), mark_of(catalogue), *who, said.origin)


def _answered(said: Sequence[Entry], place: int) -> Confirmed | None:
    """A turn of the history that a model read and that was answered; None for others, and for one that was read as learned before."""
    entry = said[place]
    if entry["answer"]["status"] != "answered" or "acts" not in entry or {"each", "learned"} & entry.keys():
        return None
    is_first = not any("goal" in each for each in said[:place])
    return Confirmed(asked_in(entry), json.loads(str(entry["acts"])), "marked", is_first)


def _said(catalogue: Catalogue, turn: Turn) -> Confirmed | None:
    """What the person confirmed of how a turn is meant; None where they were not asked."""
    choices, is_first = turn.context.links.choices, turn.dialogue.last_entry is None
    if PLAN in choices and choices.get(MEANT) == "yes":
        return Confirmed(turn.text, json.loads(choices[PLAN]), "meant", is_first)
    if PLAN in choices and WHICH in choices:
        return Confirmed(turn.text, _with_choice(catalogue, choices[PLAN], choices[WHICH]), "chosen", is_first)
    if PLAN not in choices and turn.read.chosen is not None:
        return Confirmed(turn.text, {"acts": [encode(turn.read.chosen)]}, "chosen", is_first)
    return None


def _with_choice(catalogue: Catalogue, plan: str, words: str) -> Json:
    """A plan that left readings open, with the chosen one in their place."""
    data: dict[str, Any] = json.loads(plan)
    read = stored(catalogue, plan)
    acts = read[1] if read is not None else ()
    return {**data, "acts": [_chosen(catalogue, act, said, words) for act, said in zip(acts, data["acts"], strict=False)]}


def _chosen(catalogue: Catalogue, act: Act, said: Mapping[str, Any], words: str) -> Json:
    if not isinstance(act, AmbiguousAct):
        return said
    at = next((i for i, (_, one) in enumerate(act.options) if say_goal(catalogue, one.goal) == words), 0)
    return said["options"][at]["act"]
