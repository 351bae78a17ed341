"""A message read by a learned reading, or else the language model: its acts, or None where there is no model, or none of its plans could be used.

The model thinks; what it says is decoded and held against the message. What checks still doubt after the repairs decides whether the plan is run,
run and told in words, or put to the person (`agent/understand/verify/weighing.py`). What was read is kept with a question to the person, so that
their reply needs no model.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from agent.access.checks import check_goal
from agent.answer import Event
from agent.catalogue import Catalogue
from agent.errors import Choice, NeedsChoice
from agent.llm.port import ModelFailed
from agent.llm.reasons import why_away
from agent.phrasing.goals import say_goal
from agent.question.defaults import BASIS, CALENDAR, DEFAULT, TIME, WEEK, say_use
from agent.question.links import LEARNED, MEANT, PLAN
from agent.question.notes import Weight
from agent.question.progress import SideTask
from agent.question.turn import AWAY, Turn
from agent.understand.doubts import MessageContext, doubts
from agent.understand.learned.near import examples
from agent.understand.learned.using import Match, found_for, may_use
from agent.understand.linking.lookup import names_in
from agent.understand.model import shape
from agent.understand.model.acts import (
    AboutAct,
    Act,
    AmbiguousAct,
    ChangeAct,
    ForgetAct,
    QuestionAct,
    RefusalAct,
    StatementAct,
    goals_of,
    run_again,
    stored,
)
from agent.understand.model.catalogue_view import catalogue_view
from agent.understand.model.excerpt import ExcerptMaker
from agent.understand.model.lookups import Lookups
from agent.understand.model.narrow import schema_of_plans
from agent.understand.model.nearby import nearby
from agent.understand.model.planner import Planned, Reader
from agent.understand.model.profile import PROFILES
from agent.understand.model.sayable import sayable
from agent.understand.model.surroundings import Surroundings, surroundings
from agent.understand.model.topic import topic_of
from agent.understand.model.unclassified import CLOSED, mapped, refused
from agent.understand.second_reading import agreement, between, by_grammar, sampled
from agent.understand.verify import CheckResults, Signal
from agent.understand.verify.weighing import Decision, asks_again, is_made_up, weigh, with_sample

_TOLD: Mapping[type, str] = {           # acts that are no questions about records, as the step tells them
    StatementAct: "something to learn", ForgetAct: "something to forget", AboutAct: "a question about me or my last answer",
    ChangeAct: "something to be changed in an app", RefusalAct: "nothing that I can answer", AmbiguousAct: "one of several questions",
}

_KEPT: frozenset[Signal] = frozenset({"kept"})
_READ_BY = frozenset({"term_means", "team_means", TIME, BASIS, CALENDAR, WEEK, DEFAULT})       # preferences that say how words are read


@dataclass(frozen=True, slots=True)
class MessageReading:
    """What a message was read as: its acts in their order, and what was wished for the answer."""

    acts: tuple[Act, ...]
    said: shape.Message


@dataclass(frozen=True, slots=True)
class _Found:
    """The model's plan, and how it is asked for once more."""

    planned: Planned
    again: Callable[[], Planned | None]


def reads_by_model(turn: Turn) -> bool:
    """Is there a model that may read messages?"""
    return turn.context.model is not None and turn.context.planner != "rules"


def read_message(catalogue: Catalogue, turn: Turn, is_read_else: Callable[[], bool] = bool) -> Generator[Event, None, MessageReading | None]:
    """The learned or the model's reading of a turn, told as a step; None where the grammar has to read it.

    `is_read_else`: is it read without a model? Then a small one is not asked.

    Raises NeedsChoice where the person has to tell, Declined where they would be asked about what they may not ask for, UnusablePlan.
    """
    has_model = reads_by_model(turn)
    read = _given(catalogue, turn) or _kept(catalogue, turn) or (yield from _as_learned(catalogue, turn))
    is_grammar_first = PROFILES[turn.context.prompt].grammar_first and turn.context.planner == "both"
    if read is None and has_model and not (is_grammar_first and is_read_else()):
        read = yield from _by_model(catalogue, turn)
    if read is not None:
        _tell_uses(turn, read.said)
    return read


def _tell_uses(turn: Turn, said: shape.Message) -> None:
    """Which preferences decided how a message was read; those that decide names, units and forms are told where they do."""
    for kept in turn.context.defaults.numbered(said.preferences_used):
        if kept.preference.relation in _READ_BY:
            use = say_use(kept, turn.context.day(kept.true_from))
            turn.context.notes.assume(use, use, weight=Weight.OWN)


def _as_learned(catalogue: Catalogue, turn: Turn) -> Generator[Event, None, MessageReading | None]:
    """The message as a learned reading has it, which is told; None where none fits."""
    if not turn.read.learned or not may_use(turn):
        return None
    look = SideTask(f"{turn.prefix}k", "Is it known how these words are meant?", "no")

    def find() -> Match | None:
        found = found_for(catalogue, turn)
        look.found = "; and ".join(say_goal(catalogue, goal) for goal in goals_of(found.acts)) if found is not None else look.found
        return found

    found = yield from turn.progress.looked(look, find)
    if found is None:
        return None
    turn.context.links.choose({LEARNED: found.kept.reading.id, PLAN: _as_text(found.said)})
    for note in (_since(turn, found), *found.notes):
        turn.context.notes.assume(note, note, weight=Weight.OWN)
    return MessageReading(found.acts, found.said)


def _since(turn: Turn, found: Match) -> str:
    """Whose word it is that the message is read like this."""
    kept = found.kept
    who = "your company approved" if kept.is_shared else "you confirmed"
    return f"Read as {who} on {turn.context.day(kept.since)}."


def _as_text(said: shape.Message) -> str:
    """A plan as it is kept."""
    return said.model_dump_json(by_alias=True, exclude={"english"}, exclude_defaults=True)


def _by_model(catalogue: Catalogue, turn: Turn) -> Generator[Event, None, MessageReading | None]:
    """The model's reading of a turn, told as a step. Raises NeedsChoice."""
    look = SideTask(f"{turn.prefix}m", "How does the language model read the message?", "no plan that can be run")

    def plan() -> _Found | None:
        try:
            found = _planned(catalogue, turn)
        except ModelFailed as failed:
            look.found = f"{why_away(failed)}; {AWAY}"
            turn.context.notes.assume(look.found, weight=Weight.LIMIT)
            return None
        look.found = _told(catalogue, found) or look.found
        return found

    found = yield from turn.progress.looked(look, plan)
    if found is None or (PROFILES[turn.context.prompt].is_narrow and not _may_be_meant(turn, found.planned)):
        return None                     # the grammar's refusal tells why
    return (yield from _decided(catalogue, turn, found))


def _may_be_meant(turn: Turn, planned: Planned) -> bool:
    """Is a small model's plan worth a look? One that has no goal says nothing of why, and one with such doubts is hardly ever what was meant."""
    return bool(goals_of(planned.acts)) and weigh(planned.findings.signals, turn.context.caution) != "ask"


def _given(catalogue: Catalogue, turn: Turn) -> MessageReading | None:
    """The plan that came with the question, which is kept with it. Raises UnusablePlan with all that is wrong with it."""
    if turn.ask.plan is None:
        return None
    said, acts = run_again(catalogue, turn.ask.plan, turn.dialogue.listed)
    turn.context.links.choose({PLAN: _as_text(said)})
    return MessageReading(acts, said)


def _kept(catalogue: Catalogue, turn: Turn) -> MessageReading | None:
    """The plan that was kept with the question that this resumes; None where there is none, or it is of another version."""
    kept = turn.context.links.choices.get(PLAN)
    found = stored(catalogue, kept, turn.dialogue.listed) if kept is not None else None
    return MessageReading(found[1], found[0]) if found is not None else None


def _planned(catalogue: Catalogue, turn: Turn) -> _Found | None:
    reader, around = _prepared(catalogue, turn)
    goes_on = bool(turn.dialogue.said)
    spoken = MessageContext(turn.text, turn.dialogue.last, goes_on, turn.context.calendar(), around)
    with ThreadPoolExecutor(1) as beside:                  # the grammar reads while the model thinks
        grammar = beside.submit(by_grammar, catalogue, turn)

        def check(said: shape.Message, acts: tuple[Act, ...], looked_up: Sequence[str]) -> CheckResults:
            if all(act == CLOSED for act in acts):
                return CheckResults()       # refused whatever else was said
            agreed = agreement(catalogue, turn.context.calendar(), goals_of(acts), grammar.result())
            return CheckResults(
                () if "same reading" in agreed else tuple(doubts(catalogue, spoken.with_found(looked_up), said, acts, turn.context)), agreed
            )

        planned = reader.read(around, check)
    return _Found(planned, lambda: reader.again(around)) if planned is not None else None


def _prepared(catalogue: Catalogue, turn: Turn) -> tuple[Reader, Surroundings]:
    """The reader of the turn's message, and what is told with it, as the profile of the installation's prompts has it."""
    context, profile = turn.context, PROFILES[turn.context.prompt]
    assert context.model is not None        # the caller looked
    every = mapped(context)
    view = catalogue_view(context).without(field.id for field in every.unclassified)
    near = examples(catalogue, turn.read.learned, turn.text)
    around = surroundings(catalogue, turn, view, names_in(catalogue, context, turn.text), near, profile.room)
    reader = Reader(every.catalogue, "", context.model, context.budget, Lookups(context, view).found, partial(refused, every), profile)
    if profile.is_narrow:
        topic = topic_of(catalogue, view, turn.text, around.text)
        schema = schema_of_plans(topic, sayable(turn.text, context.calendar(), around.candidates))
        told = "\n".join((topic.text, "", "EXAMPLES", *nearby(turn.text, profile.room.examples)))
        return replace(reader, schema=schema), around.with_catalogue(told)
    shown = ExcerptMaker(catalogue, view, context.company, context.catalogue_letters).shown(turn.text, around.text)
    return replace(reader, listing=shown.always), around.with_catalogue(shown.beside)


def _told(catalogue: Catalogue, found: _Found | None) -> str:
    """What came of it, and what speaks for and against it, for the step."""
    if found is None:
        return ""
    said = "; and ".join(say_goal(catalogue, act.goal) if isinstance(act, QuestionAct) else _TOLD[type(act)] for act in found.planned.acts)
    signals = found.planned.findings.signals
    return f"{said} ({', '.join(sorted(signals))})" if signals else said


def _decided(catalogue: Catalogue, turn: Turn, found: _Found) -> Generator[Event, None, MessageReading]:
    """The plan as it is; of a doubtful one a second plan is asked for, then it is said in words or put to the person. Raises NeedsChoice."""
    planned, signals, caution = found.planned, found.planned.findings.signals, turn.context.caution
    turn.context.links.choose({PLAN: _as_text(planned.said)})
    if not goals_of(planned.acts) or turn.context.links.choices.get(MEANT) == "yes":
        return MessageReading(planned.acts, planned.said)
    signals = with_sample(signals, _KEPT, caution) if planned.is_kept else signals
    is_sampled = PROFILES[turn.context.prompt].is_sampled and not planned.is_repaired     # a second plan would only lack what a repair mended
    if is_sampled and asks_again(signals, caution):
        other, sample = yield from sampled(catalogue, turn, planned, found.again)
        signals = with_sample(signals, sample, caution)
        is_other = "other sample" in sample and weigh(signals, caution) == "ask"
        two = between(catalogue, planned, other, turn.dialogue.listed) if other is not None and is_other else None
        if two is not None:
            turn.context.links.choose({PLAN: _as_text(two[0])})
            return MessageReading((replace(two[1], by_result=not is_made_up(signals)),), two[0])
    _say_or_ask(catalogue, turn, planned, "ask" if _wants_a_yes(turn, signals) else weigh(signals, caution))
    return MessageReading(planned.acts, planned.said)


def _wants_a_yes(turn: Turn, signals: frozenset[Signal]) -> bool:
    """Is a plan put to the person whatever was found of it? No check notices all that a small model misreads, and it has no second opinion."""
    return PROFILES[turn.context.prompt].is_confirmed and turn.context.caution == "high" and "same reading" not in signals


def _say_or_ask(catalogue: Catalogue, turn: Turn, planned: Planned, decision: Decision) -> None:
    """Says how a doubtful plan is read, or has the person confirm it. Raises NeedsChoice, and Declined where they may not ask for it anyway."""
    words = "; and ".join(say_goal(catalogue, goal) for goal in goals_of(planned.acts))
    if decision == "ask":
        for goal in goals_of(planned.acts):
            check_goal(turn.context, goal)          # a yes would only lead to the same refusal
        raise NeedsChoice(MEANT, f"Do you mean: {words}?", (Choice("yes", f"Yes, {words}"), Choice("no", "No, something else")))
    if decision == "say":
        turn.context.notes.assume(f"I read it as: {words}.", weight=Weight.READ)
