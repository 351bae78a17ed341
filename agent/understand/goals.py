"""From words to the one goal of a question: read, refused for what may not be seen, its names settled on a fresh graph.

The graph is brought up to the moment before a name is settled, hit or miss; where that brings something, the words are read again.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date
from decimal import Decimal

from agent.access.checks import permitted_goals
from agent.answer import Event, Reason
from agent.catalogue import Catalogue
from agent.errors import Choice, Declined, NeedsChoice, NotRead
from agent.language.deeds import is_deed
from agent.language.words import defined_terms, holds, phrase, tokens
from agent.live.reads import APPS
from agent.phrasing.goals import say_goal
from agent.plan.algebra import ANY_MODEL, Goal, Is, Link, Step, mentions, models, parts
from agent.query.preferred_units import in_usual_terms
from agent.question.context import QuestionContext
from agent.question.defaults import is_meant, say_since, say_use
from agent.question.notes import Weight
from agent.question.progress import SideTask
from agent.question.turn import AWAY, Turn
from agent.understand.by_grammar import (
    READING,
    choice_of_reading,
    has_kind,
    is_after_unread,
    readings_of,
)
from agent.understand.grammar.back import points_back
from agent.understand.grammar.planner import Readings
from agent.understand.linking.kinds import as_named
from agent.understand.linking.mentions import refreshed_or_decline, settle
from agent.understand.model.unclassified import mapped
from agent.understand.refusal import Unread, not_understood
from kg.names import name_words
from kg.resolve import find
from memory.preferences import PreferenceRecord

_PLAIN = (str, int, Decimal, date, type(None))


class SeveralReadings(NeedsChoice):
    """How do you mean it? `goals`: what the words may ask for, one for each choice."""

    def __init__(self, mention: str, by_words: Mapping[str, Goal]) -> None:
        super().__init__(mention, "How do you mean it?", tuple(Choice(words, words) for words in by_words))
        self.goals = tuple(by_words.values())


def goal_of(catalogue: Catalogue, turn: Turn) -> Generator[Event, None, tuple[Turn, Goal]]:
    """The goal of the turn's question, its names settled, and the turn with what else it may mean. Raises Declined, NeedsChoice."""
    context = turn.context
    context.viewer()
    readings = readings_of(catalogue, turn)
    if not readings.goals and not is_deed(turn.words):      # no new name makes a question of what is to be done
        readings = yield from _on_fresh_names(catalogue, turn, readings)
    if not readings.goals:
        raise _not_read(catalogue, turn, readings)
    goals = connected_goals(context, permitted_goals(context, readings.goals))
    is_named = any(mentions(g) for g in goals)
    goal = (yield from _settled(catalogue, turn, goals)) if is_named else as_named(context, _chosen(catalogue, turn, goals), {})
    _refuse_own_terms(turn, goal)
    for note in readings.notes.get(goal, ()):
        context.notes.assume(note, note, weight=Weight.SPELT)    # it is of the question's own words
    left = _left_aside(catalogue, turn, goal, readings)
    read = replace(turn.read, chosen=goal if READING in context.links.choices else None, readings=left)
    return in_usual_terms(catalogue, replace(turn, read=read), goal)


def connected_goals(context: QuestionContext, goals: Sequence[Goal]) -> tuple[Goal, ...]:
    """The goals whose apps are all connected. Raises Declined, not connected, where there are goals but none is."""
    linked = context.live.gateway.categories()
    missing = {g: sorted({m.partition("/")[0] for m in models(g) - {ANY_MODEL}} - linked) for g in goals}
    found = tuple(g for g in goals if not missing[g])
    if goals and not found:
        raise Declined(Reason.NOT_CONNECTED, f"No {APPS.get(missing[goals[0]][0], missing[goals[0]][0])} app is connected for your company.")
    return found


def put_in_usual_words(turn: Turn) -> Turn:
    """The turn with words to which the person gave a meaning read as that, which is told. A name of several things is settled later, with others."""
    if not turn.context.defaults.state.effective:
        return turn

    def is_name(kept: PreferenceRecord) -> bool:
        """Does something that bears the name know the preferred thing? Else the name is the person's own."""
        one = kept.preference
        if set(name_words(one.subject)) <= set(name_words(one.value)):
            return True
        return any(is_meant(kept, c) for c in find(turn.context.graph, turn.context.tenant, [one.subject])[one.subject])

    reworded = turn.context.defaults.reworded(turn.words, is_name)
    weeks = turn.context.defaults.own_weeks(reworded.text)
    for kept in (*reworded.used, *([weeks] if weeks is not None else [])):
        said = say_use(kept, turn.context.day(kept.true_from))
        turn.context.notes.assume(said, said, weight=Weight.OWN)
    for kept in turn.context.defaults.standing:
        said = f"Not held to {kept.preference.value}, your usual {kept.preference.subject}: only a language model can do that."
        turn.context.notes.assume(said, said, weight=Weight.LIMIT)
    left = turn.context.defaults.by_calendar(reworded.text)
    if left is not None and turn.context.calendar().fiscal_start != (1, 1):
        since = say_since(left[0], turn.context.day(left[0].true_from))
        said = f"“{left[1]}” is read by the calendar: I can't read fiscal periods there yet ({since})."
        turn.context.notes.assume(said, said, weight=Weight.OWN)
    return turn.put_as(reworded.text)


def _refuse_own_terms(turn: Turn, goal: Goal) -> None:
    """Words to which the person gave a meaning that could not be learned are not read in the usual one, but for a name that they chose.

    A language model was told of all that was said.
    """
    if turn.read.goal is not None:
        return
    names = {phrase(n.mention) for n in mentions(goal) if n.mention in turn.context.links.choices}
    said = tuple(t.plain for t in tokens(turn.words))
    terms = (term for s in turn.context.unlearned for term in defined_terms(s.text) if term not in names and not turn.context.defaults.has(term))
    own = next((term for term in terms if holds(said, term)), None)
    if own is not None:
        raise Declined(Reason.OUT_OF_SCOPE, f"You told me what “{' '.join(own)}” means to you; I can't apply that yet. Please say it in full.")


def _on_fresh_names(catalogue: Catalogue, turn: Turn, readings: Readings) -> Generator[Event, None, Readings]:
    """Perhaps a word is a name that the graph has not heard of: look at what changed, and where anything did, read again."""
    context, look = turn.context, SideTask(f"{turn.prefix}n", "Are there new names since the last sync?")
    linked = context.live.gateway.categories()

    def refreshed() -> int:
        states = context.up_to_date.refresh([m.id for m in catalogue.models.values() if m.nameable and m.category in linked], context.live.deadline)
        context.live.count(sum(s.calls for s in states.values()))
        changed = sum(s.changed for s in states.values())
        look.found = f"{changed} changed records"
        return changed

    if not (yield from turn.progress.looked(look, refreshed)):
        return readings
    context.links.forget_candidates()
    return readings_of(catalogue, turn)


def _not_read(catalogue: Catalogue, turn: Turn, readings: Readings) -> NotRead:
    """Why the words could not be read; that a language model is set and did not answer is told with it, but not behind another language."""
    goes_on = points_back(turn.words) or not (readings.unplaced or has_kind(catalogue, turn.words))
    is_cut_off = is_after_unread(turn) and goes_on
    refused = not_understood(turn.context, turn.words, Unread(readings.unplaced, is_cut_off, mapped(turn.context).unclassified))
    away = [] if refused.reason is Reason.FAILED else [a for a in turn.context.notes.assumptions if a.endswith(AWAY)]
    return NotRead(refused.reason, " ".join((str(refused), *away)), says_next=True, refusal=refused.refusal)


def _settled(catalogue: Catalogue, turn: Turn, goals: Sequence[Goal]) -> Generator[Event, None, Goal]:
    """The one goal whose names stand for something."""
    context = turn.context
    said = ", ".join(sorted({f"“{n.mention}”" for g in goals for n in mentions(g)}))
    look = SideTask(f"{turn.prefix}s", f"What does {said} stand for?")

    def settled_one() -> Goal:
        is_fresh = refreshed_or_decline(context, goals)
        if is_fresh:
            context.links.forget_candidates()
        meant = connected_goals(context, permitted_goals(context, readings_of(catalogue, turn).goals or tuple(goals))) if is_fresh else goals
        settled = settle(context, meant)
        context.links.settle(settled.things)
        look.found = ", ".join(sorted({c.name for c in settled.things.values()}))
        return as_named(context, _chosen(catalogue, turn, settled.goals), settled.things)

    return (yield from turn.progress.looked(look, settled_one))


def _chosen(catalogue: Catalogue, turn: Turn, goals: Sequence[Goal]) -> Goal:
    """The one reading; where there are several, the person's choice. Raises NeedsChoice."""
    by_words, mention = {say_goal(catalogue, g): g for g in goals}, choice_of_reading(turn)
    if len(by_words) == 1 and mention not in turn.context.links.choices:
        return goals[0]
    picked = by_words.get(turn.context.links.choices.get(mention, ""))
    if picked is None:
        raise SeveralReadings(mention, by_words)
    return picked


def _left_aside(catalogue: Catalogue, turn: Turn, goal: Goal, readings: Readings) -> tuple[Choice, ...]:
    """What else the words may mean, as far as the person could be asked about it: open to them, of the same names, of connected apps.

    The same parts put together otherwise, a condition that holds anyway, the same person in a further app, a longer way over records that nobody
    spoke of: none of these is another meaning.
    Of several requests none is offered.
    """
    if turn.request.place is not None:
        return ()
    near = [g for g in (*readings.goals, *readings.others) if turn.context.links.settled.keys() >= set(mentions(g))
            and _made_of(catalogue, g) != _made_of(catalogue, goal) and _crossings(g) <= _crossings(goal) and not models(goal) < models(g)]
    open_to = connected_goals(turn.context, permitted_goals(turn.context, (goal, *near)))
    by_words = dict.fromkeys(say_goal(catalogue, g) for g in (goal, *open_to))
    return tuple(Choice(words, words) for words in by_words)[1:]


def _made_of(catalogue: Catalogue, goal: Goal) -> frozenset[tuple[object, ...]]:
    """Its parts, whatever stands within what, without conditions that hold anyway."""
    said = (p for p in parts(goal) if is_dataclass(p) and not (isinstance(p, Is) and _holds_anyway(catalogue, p)))
    return frozenset((type(p), *(v for each in fields(p) if isinstance(v := getattr(p, each.name), _PLAIN))) for p in said)


def _holds_anyway(catalogue: Catalogue, condition: Is) -> bool:
    model, _, name = condition.predicate.partition(".")
    return condition.period is None and f"is {name}" in catalogue.models[model].everybody


def _crossings(goal: Goal) -> int:
    """How often it goes from one app to another."""
    return sum(isinstance(p, Link | Step) and p.relation == "hub" for p in parts(goal))
