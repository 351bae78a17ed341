"""Where the rules have no reading: the language model's, with a step that tells of it; doubts and unknown words become a question to the person.

What was confirmed, and the plan itself where a name must still be chosen, is kept with the question to the person as a goal, so that resuming
needs no model and means the same.
"""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from agent.answer import Event, Reason
from agent.catalogue import Catalogue
from agent.codec import plain, restored
from agent.cutting import KEPT as PARTS
from agent.errors import Choice, Declined, NeedsChoice, Several
from agent.llm.port import ModelFailed
from agent.mentions import connected, permitted
from agent.plan import Goal
from agent.react.lookups import Lookups
from agent.react.planner import Asked, Heard, plan
from agent.react.reading import Founded
from agent.react.sight import sight_of
from agent.rules.evidence import Known
from agent.rules.planner import Readings
from agent.say import say_goal
from agent.turn import Look, Turn, timed

KEPT = "plan"                           # the mention under which a model's plan is kept
NONE_OF_THESE = "none"
AWAY = "The language model did not answer; only the rules looked at this question."
NONE = Readings((), ())


def by_model(catalogue: Catalogue, turn: Turn, known: Known, reread: Callable[[str], Readings]) -> Generator[Event, None, Readings]:
    """The model's reading, or none; what it was worth is told as a step. `reread`: what the rules read in other words.

    Raises Declined, NeedsChoice where the person has to tell, and Several where the words are more than one request.
    """
    run = turn.run
    if run.model is None or run.planner == "rules":
        return NONE
    look, steps = Look(f"{turn.prefix}m", "How does the language model read the question?", "no plan that the question says"), []
    yield turn.event("step_started", {"id": look.id, "tool": "Knowledge", "question": look.question})
    heard = Heard()
    try:
        with timed(look) as steps:
            heard = _asked(catalogue, turn, known, reread)
            look.found = _told(catalogue, heard) or look.found
    except ModelFailed:
        look.found = AWAY
        run.assume(AWAY)
    finally:
        yield turn.finished(steps[0])
    if heard.parts:
        run.choices[PARTS] = json.dumps(heard.parts, ensure_ascii=False)
        raise Several(heard.parts)
    return _readings(catalogue, turn, heard.founded) if heard.founded else NONE


def kept_plan(turn: Turn) -> Readings | None:
    """The plan that was kept with a question to the person. Raises Declined where the person said that it is not meant so."""
    found = turn.run.choices.get(_mention(turn))
    if found is None:
        return None
    if found == NONE_OF_THESE:
        raise Declined(Reason.OUT_OF_SCOPE, "Then I did not understand it. Please say it in other words.")
    try:
        data: Mapping[str, Any] = json.loads(found)
        goal: Goal = restored(data["goal"])
    except (ValueError, KeyError):      # of another version
        return None
    _assume(turn, data["notes"])
    return Readings((goal,), ())


def _mention(turn: Turn) -> str:
    """Under which mention a plan is kept: of several requests each has its own."""
    return f"{KEPT} of “{turn.text}”" if turn.place is not None else KEPT


def _told(catalogue: Catalogue, heard: Heard) -> str:
    """What came of it, for the step."""
    return say_goal(catalogue, heard.founded.goal) if heard.founded else "; and ".join(heard.parts)


def _asked(catalogue: Catalogue, turn: Turn, known: Known, reread: Callable[[str], Readings]) -> Heard:
    run, sight = turn.run, sight_of(turn.run)
    assert run.model is not None        # the caller looked

    def permit(goal: Goal) -> None:
        connected(run, permitted(run, (goal,)))

    asked = Asked(catalogue, turn.words, known, sight, Lookups(run, sight), permit, reread, background=run.background(), may_cut=turn.place is None)
    return plan(run.model, run.budget, asked)


def _readings(catalogue: Catalogue, turn: Turn, founded: Founded) -> Readings:
    bound = tuple(f"I took “{b.said}” as “{b.taken_as}”." for b in founded.bindings)
    goal, notes = founded.goal, (*founded.notes, *bound)
    saved = json.dumps({"goal": plain(goal), "notes": notes}, ensure_ascii=False)
    if founded.bindings or founded.doubts:
        words = say_goal(catalogue, goal)
        strange = ", ".join(f"“{b.said}”" for b in founded.bindings)
        why = f"I do not know {strange}. " if strange else f"{' '.join(founded.doubts)} "
        choices = (Choice(saved, f"Yes, {words}"), Choice(NONE_OF_THESE, "No, something else"))
        raise NeedsChoice(_mention(turn), f"{why}Do you mean: {words}?", choices)
    turn.run.choices[_mention(turn)] = saved
    _assume(turn, notes)
    return Readings((goal,), ())


def _assume(turn: Turn, notes: Sequence[str]) -> None:
    """What the reading took for granted; the words in it are the question's and the catalogue's."""
    for note in notes:
        turn.run.assume(note, note)
