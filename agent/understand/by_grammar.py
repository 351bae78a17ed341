"""What the words of a message can mean by the grammar, as far as the checks of a model's plans leave it standing."""

from collections.abc import Sequence
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.language.words import tokens
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Card, Figures, Goal, Groups, Measure, Named, Names, Summary, Table
from agent.question.turn import Turn
from agent.understand.grammar.evidence import Evidence, Known
from agent.understand.grammar.follow_up import adds
from agent.understand.grammar.planner import Readings, read
from agent.understand.grammar.sources import phrases
from agent.understand.grammar.vocabulary import PEOPLE
from agent.understand.linking.lookup import names_in
from agent.understand.verify.carried import dropped
from agent.understand.verify.contradictions import contradictions, yet_to_come
from agent.understand.verify.form import unmet_counts
from agent.understand.verify.used import evidence_in
from agent.understand.verify.ways import strange_figures
from kg.rows import merge_id_of

_OF_SEVERAL = (Names, Table, Figures, Groups, Summary)
_KINDS_OF_THINGS = frozenset({"noun", "metric", "me"})
READING = "reading"                     # the mention under which a choice between readings is stored


def readings_of(catalogue: Catalogue, turn: Turn) -> Readings:
    """What a language model read, or else what the words can mean by the grammar, with the names that the graph holds now.

    Nothing where only a model may plan and it read nothing.
    """
    if turn.read.goal is not None:
        return Readings((turn.read.goal,), ())
    return Readings((), ()) if turn.context.planner == "model" else read_by_grammar(catalogue, turn)


def read_by_grammar(catalogue: Catalogue, turn: Turn) -> Readings:
    """What the words can mean by the grammar."""
    readings = read(catalogue, turn.words, _around(catalogue, turn))
    if is_after_unread(turn) and (adds(tokens(turn.words)) or not has_kind(catalogue, turn.words)):
        readings = replace(readings, goals=tuple(g for g in readings.goals if not isinstance(g, _OF_SEVERAL)))
    said = evidence_in(catalogue, turn.words) if readings.goals else []
    asked = {g: _as_asked(catalogue, turn, said, g) for g in readings.goals}
    notes = {goal: readings.notes.get(g, ()) for g, goal in asked.items() if goal is not None}
    readings = replace(readings, goals=tuple(notes), notes=dict(readings.notes) | notes)
    if not (turn.dialogue.is_first or turn.is_resumed or turn.request.place):
        whole = tuple(g for g in readings.goals if not is_bare_name(turn.words, g))     # "Support?" after a question edits that question
        readings = replace(readings, goals=whole)
    return _as_wished(catalogue, turn, readings)


def is_after_unread(turn: Turn) -> bool:
    """Was the message before it one without a reading, so that nobody but a model can tell what goes on from it?"""
    return turn.dialogue.after_unread and turn.dialogue.last is None


def has_kind(catalogue: Catalogue, text: str) -> bool:
    """Do the words say of what records they ask? "How many sit in Odense?" does not: after managers it is of managers, and not of everybody."""
    return any(evidence.meaning.kind in _KINDS_OF_THINGS for evidence in phrases(catalogue, tokens(text)))


def is_bare_name(text: str, goal: Goal) -> bool:
    """Nothing but a name was said."""
    return isinstance(goal, Card) and isinstance(goal.node, Named) and len(tokens(text)) <= len(tokens(goal.node.mention)) + 1


def choice_of_reading(turn: Turn) -> str:
    """Under which mention a choice between readings is kept: of several requests each has its own."""
    return f"{READING} of “{turn.text}”" if turn.request.place is not None else READING


def _around(catalogue: Catalogue, turn: Turn) -> Known:
    company = turn.context.company
    names, own = names_in(catalogue, turn.context, turn.words), (company.name, company.domain)
    return Known(names, turn.context.calendar(), own, turn.dialogue.last, bool(turn.request.place), told_asker=_told_asker(turn))


def _told_asker(turn: Turn) -> bool:
    """Was the one person of the last answer, besides those whom its question named, who asks?"""
    entry = turn.dialogue.last_entry
    if entry is None or turn.dialogue.last is None or turn.request.place:
        return False
    named = {merge_id_of(one["key"]) for one in entry.get("named", {}).values()}
    told = {r["id"] for r in entry["answer"]["references"] if r.get("model") == PEOPLE} - named
    return len(told) == 1 and told == {turn.context.viewer().employee_id}


def _as_asked(catalogue: Catalogue, turn: Turn, said: Sequence[Evidence], goal: Goal) -> Goal | None:
    """The goal in the form that is asked for; None for what no record can be, for a figure of what was not named, for a list of what figures are
    asked of, and where what the last question was held to is left out.

    These are the checks of a model's plans that rarely doubt what the grammar reads rightly.
    """
    last, today = turn.dialogue.last, turn.context.calendar().today
    if any(contradictions(catalogue, [goal])) or any(yet_to_come(catalogue, [goal], today)) or any(strange_figures(catalogue, said, [goal])):
        return None
    if last is None:
        return goal
    counted = goal.measures[0].of if isinstance(goal, Figures) and goal.measures == (Measure(goal.measures[0].of, "count"),) else None
    if counted is not None and any(unmet_counts(said, [goal], last)):
        goal = Names(counted, catalogue.models[counted.model].label)        # "how many?", then "which are red?"
    is_amiss = any(unmet_counts(said, [goal], last)) or any(dropped(catalogue, turn.words, [goal], last))
    return None if is_amiss else goal


def _as_wished(catalogue: Catalogue, turn: Turn, readings: Readings) -> Readings:
    """With the reading first that the person chose, though it is not the likeliest."""
    wished = turn.context.links.choices.get(choice_of_reading(turn))
    found = next((g for g in readings.others if wished is not None and say_goal(catalogue, g) == wished), None)
    if found is None:
        return readings
    return replace(readings, goals=(found,), others=(*readings.goals, *(g for g in readings.others if g != found)))
