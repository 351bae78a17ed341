"""A message read by the language model of the installation: its acts, or None where no model is set, or none of its plans could be used.

The model thinks; what it says is decoded and held against the message. Where checks still doubt it after the repairs, and the grammar does not read
the message just so, the person is asked whether it is meant. What was read is kept with a question to the person, so that their reply needs no model.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.answer import Event
from agent.catalogue import Catalogue
from agent.errors import Choice, NeedsChoice
from agent.llm.port import ModelFailed
from agent.llm.reasons import why_away
from agent.plan import Goal
from agent.say import say_goal
from agent.spoken import names_in
from agent.turn import AWAY, Look, Turn, timed
from agent.understand.model import shape
from agent.understand.model.acts import AboutIt, Act, Asked, Deed, Forgotten, Open, Refused, Stated, stored
from agent.understand.model.listing import listing
from agent.understand.model.lookups import Lookups
from agent.understand.model.planner import Planned, Reader
from agent.understand.model.sight import sight_of
from agent.understand.model.surroundings import Surroundings, surroundings
from agent.understand.verify import Doubt
from agent.understand.verify.grounding import left_out_names, unread_times, unsaid_names, unsaid_numbers
from agent.understand.verify.known_values import unknown_values

PLAN = "plan"                           # the mention under which a plan is kept with a question to the person
MEANT = "is it meant so"                # and the person's word on it
_TOLD: Mapping[type, str] = {           # acts that are no questions about records, as the step tells them
    Stated: "something to learn", Forgotten: "something to forget", AboutIt: "a question about me or my last answer",
    Deed: "something to be changed in an app", Refused: "nothing that I can answer", Open: "one of several questions",
}


@dataclass(frozen=True, slots=True)
class Read:
    """What a message was read as: its acts in their order, and what was wished for the answer."""

    acts: tuple[Act, ...]
    said: shape.Message


def reads_by_model(turn: Turn) -> bool:
    """Is there a model that may read messages?"""
    return turn.run.model is not None and turn.run.planner != "rules"


def read_message(catalogue: Catalogue, turn: Turn) -> Generator[Event, None, Read | None]:
    """The model's reading of a turn, told as a step; None where the grammar has to read it. Raises NeedsChoice where the person has to tell."""
    kept = _kept(catalogue, turn)
    if kept is not None or not reads_by_model(turn):
        return kept
    look, steps = Look(f"{turn.prefix}m", "How does the language model read the message?", "no plan that can be run"), []
    yield turn.event("step_started", {"id": look.id, "tool": "Knowledge", "question": look.question})
    planned: Planned | None = None
    try:
        with timed(look) as steps:
            planned = _planned(catalogue, turn)
            look.found = _told(catalogue, planned) or look.found
    except ModelFailed as failed:
        look.found = f"{why_away(failed)}; {AWAY}"
        turn.run.assume(look.found, is_limit=True)
    finally:
        yield turn.finished(steps[0])
    if planned is None:
        return None
    turn.run.choices[PLAN] = planned.said.model_dump_json(by_alias=True, exclude_defaults=True)
    _ask_where_doubted(catalogue, turn, planned)
    return Read(planned.acts, planned.said)


def _kept(catalogue: Catalogue, turn: Turn) -> Read | None:
    """The plan that was kept with the question that this resumes; None where there is none, or it is of another version."""
    kept = turn.run.choices.get(PLAN)
    found = stored(catalogue, kept) if kept is not None else None
    return Read(found[1], found[0]) if found is not None else None


def _planned(catalogue: Catalogue, turn: Turn) -> Planned | None:
    run = turn.run
    assert run.model is not None        # the caller looked
    sight = sight_of(run)
    around = surroundings(catalogue, turn, sight, names_in(catalogue, run, turn.text))
    reader = Reader(catalogue, listing(catalogue, sight, run.company), run.model, run.budget, Lookups(run, sight).found)
    return reader.read(around, lambda said, acts: tuple(_doubts(turn, around, said, acts)))


def _doubts(turn: Turn, around: Surroundings, said: shape.Message, acts: Sequence[Act]) -> Iterator[Doubt]:
    """What of a plan is not founded in what was said."""
    goals = goals_of(acts)
    texts = (*around.said, *(one.words for one in said.set_aside))
    yield from unsaid_names(goals, texts)
    yield from unsaid_numbers(goals, texts)
    stated = [text for act in acts if isinstance(act, Stated | Forgotten) for text in (act.subject, getattr(act, "value", ""))]
    yield from left_out_names(goals, around.candidates, [*(one.words for one in said.set_aside), *stated])
    yield from unread_times(goals, turn.text, turn.run.calendar())
    yield from unknown_values(turn.run, goals)


def goals_of(acts: Sequence[Act]) -> tuple[Goal, ...]:
    """The goals among acts."""
    return tuple(act.goal for act in acts if isinstance(act, Asked))


def _told(catalogue: Catalogue, planned: Planned | None) -> str:
    """What came of it, for the step."""
    acts = planned.acts if planned is not None else ()
    return "; and ".join(say_goal(catalogue, act.goal) if isinstance(act, Asked) else _TOLD[type(act)] for act in acts)


def _ask_where_doubted(catalogue: Catalogue, turn: Turn, planned: Planned) -> None:
    """A plan with a name or number that nobody said is the person's to confirm. Raises NeedsChoice."""
    goals = goals_of(planned.acts)
    if any(doubt.is_unsaid for doubt in planned.doubts) and goals and turn.run.choices.get(MEANT) != "yes":
        words = "; and ".join(say_goal(catalogue, goal) for goal in goals)
        raise NeedsChoice(MEANT, f"Do you mean: {words}?", (Choice("yes", f"Yes, {words}"), Choice("no", "No, something else")))
