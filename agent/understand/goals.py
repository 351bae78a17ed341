"""From words to the one goal of a question: read, refused for what may not be seen, its names settled on a fresh graph.

The graph is brought up to the moment before a name is settled, hit or miss; where that brings something, the words are read again.
"""

from collections.abc import Generator, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date
from decimal import Decimal

from agent.answer import Event, Reason
from agent.catalogue import Catalogue
from agent.errors import Choice, Declined, NeedsChoice, NotRead
from agent.language.deeds import is_deed
from agent.language.words import defined_terms, holds, phrase, tokens
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Card, Figures, Goal, Groups, Is, Link, Measure, Named, Names, Step, Summary, Table, mentions, parts
from agent.query.preferred_units import in_usual_terms
from agent.question.defaults import is_meant, say_since, say_use
from agent.question.progress import Look
from agent.question.turn import AWAY, Turn
from agent.understand.contradictions import contradictions, yet_to_come
from agent.understand.grammar.back import points_back
from agent.understand.grammar.evidence import Evidence, Known
from agent.understand.grammar.planner import Readings, read
from agent.understand.grammar.sources import phrases
from agent.understand.grammar.vocabulary import PEOPLE
from agent.understand.linking.kinds import as_named
from agent.understand.linking.lookup import names_in
from agent.understand.linking.mentions import connected, permitted, refreshed_or_decline, settle
from agent.understand.refusal import Unread, not_understood
from agent.understand.unclassified import mapped
from agent.understand.verify.carried import dropped
from agent.understand.verify.form import unmet_counts
from agent.understand.verify.used import evidence_in
from agent.understand.verify.ways import strange_figures
from kg.names import name_words
from kg.resolve import find
from memory.preferences import Kept

_PLAIN = (str, int, Decimal, date, type(None))
_OF_SEVERAL = (Names, Table, Figures, Groups, Summary)
_KINDS_OF_THINGS = frozenset({"noun", "metric", "me"})
READING = "reading"                     # the mention under which a choice between readings is stored


def goal_of(catalogue: Catalogue, turn: Turn) -> Generator[Event, None, tuple[Turn, Goal]]:
    """The goal of the turn's question, its names settled, and the turn with what else it may mean. Raises Declined, NeedsChoice."""
    run = turn.run
    run.viewer()
    readings = readings_of(catalogue, turn)
    if not readings.goals and not is_deed(turn.words):      # no new name makes a question of what is to be done
        readings = yield from _on_fresh_names(catalogue, turn, readings)
    if not readings.goals:
        raise _not_read(catalogue, turn, readings)
    goals = connected(run, permitted(run, readings.goals))
    is_named = any(mentions(g) for g in goals)
    goal = (yield from _settled(catalogue, turn, goals)) if is_named else as_named(run, _chosen(catalogue, turn, goals), {})
    _refuse_own_terms(turn, goal)
    for note in readings.notes.get(goal, ()):
        run.notes.assume(note, note)    # it is of the question's own words
    left = _left_aside(catalogue, turn, goal, readings)
    read = replace(turn.read, chosen=goal if READING in run.links.choices else None, readings=left)
    return in_usual_terms(catalogue, turn.reading(read), goal)


def put_in_usual_words(turn: Turn) -> Turn:
    """The turn with words to which the person gave a meaning read as that, which is told. A name of several things is settled later, with others."""
    def is_name(kept: Kept) -> bool:
        """Does something that bears the name know the preferred thing? Else the name is the person's own."""
        one = kept.preference
        if set(name_words(one.subject)) <= set(name_words(one.value)):
            return True
        return any(is_meant(kept, c) for c in find(turn.run.graph, turn.run.tenant, [one.subject])[one.subject])

    reworded = turn.run.defaults.reworded(turn.words, is_name)
    turn = turn.put_as(reworded.text)
    for kept in reworded.used:
        said = say_use(kept, turn.run.day(kept.true_from))
        turn.run.notes.assume(said, said)
    for kept in turn.run.defaults.standing:
        said = f"Not held to {kept.preference.value}, your usual {kept.preference.subject}: only a language model can do that."
        turn.run.notes.assume(said, said, is_limit=True)
    left = turn.run.defaults.by_calendar(turn.words)
    if left is not None and turn.run.calendar().fiscal_start != (1, 1):
        said = f"“{left[1]}” is read by the calendar: I can't read fiscal periods there yet ({say_since(left[0], turn.run.day(left[0].true_from))})."
        turn.run.notes.assume(said, said)
    return turn


def _refuse_own_terms(turn: Turn, goal: Goal) -> None:
    """Words to which the person gave a meaning that could not be learned are not read in the usual one. Names are asked about instead.

    A language model was told of all that was said.
    """
    if turn.read.goal is not None:
        return
    names = {phrase(n.mention) for n in mentions(goal)}
    said = tuple(t.plain for t in tokens(turn.words))
    terms = (term for s in turn.run.unlearned for term in defined_terms(s.text) if term not in names and not turn.run.defaults.has(term))
    own = next((term for term in terms if holds(said, term)), None)
    if own is not None:
        raise Declined(Reason.OUT_OF_SCOPE, f"You told me what “{' '.join(own)}” means to you; I can't apply that yet. Please say it in full.")


def readings_of(catalogue: Catalogue, turn: Turn) -> Readings:
    """What a language model read, or else what the words can mean by the grammar, with the names that the graph holds now.

    Nothing where only a model may plan and it read nothing.
    """
    if turn.read.goal is not None:
        return Readings((turn.read.goal,), ())
    return Readings((), ()) if turn.run.planner == "model" else read_by_grammar(catalogue, turn)


def _is_impossible(catalogue: Catalogue, turn: Turn, goal: Goal) -> bool:
    """Does it ask for what no record can be?"""
    return any(contradictions(catalogue, [goal])) or any(yet_to_come(catalogue, [goal], turn.run.calendar().today))


def _as_asked(catalogue: Catalogue, turn: Turn, said: Sequence[Evidence], goal: Goal) -> Goal | None:
    """The goal in the form that is asked for; None for a figure of what was not named, for a list of what figures are asked of, and where what the
    last question was held to is left out.

    These are the checks of a model's plans that rarely doubt what the grammar reads rightly.
    """
    last = turn.dialogue.last
    if any(strange_figures(catalogue, said, [goal])):
        return None
    if last is None:
        return goal
    counted = goal.measures[0].of if isinstance(goal, Figures) and goal.measures == (Measure(goal.measures[0].of, "count"),) else None
    if counted is not None and any(unmet_counts(said, [goal], last)):
        goal = Names(counted, catalogue.models[counted.model].label)        # "how many?", then "which are red?"
    is_amiss = any(unmet_counts(said, [goal], last)) or any(dropped(catalogue, turn.words, [goal], last))
    return None if is_amiss else goal


def read_by_grammar(catalogue: Catalogue, turn: Turn) -> Readings:
    """What the words can mean by the grammar."""
    readings = read(catalogue, turn.words, _around(catalogue, turn))
    if _is_after_unread(turn) and not _has_kind(catalogue, turn.words):
        readings = replace(readings, goals=tuple(g for g in readings.goals if not isinstance(g, _OF_SEVERAL)))
    said = evidence_in(catalogue, turn.words) if readings.goals else []
    asked = {g: _as_asked(catalogue, turn, said, g) for g in readings.goals if not _is_impossible(catalogue, turn, g)}
    notes = {goal: readings.notes.get(g, ()) for g, goal in asked.items() if goal is not None}
    readings = replace(readings, goals=tuple(notes), notes=dict(readings.notes) | notes)
    if not (turn.dialogue.is_first or turn.is_resumed or turn.request.place):
        whole = tuple(g for g in readings.goals if not is_bare_name(turn.words, g))     # "Support?" after a question edits that question
        readings = replace(readings, goals=whole)
    return _as_wished(catalogue, turn, readings)


def _is_after_unread(turn: Turn) -> bool:
    """Was the message before it one without a reading, so that nobody but a model can tell what goes on from it?"""
    return turn.dialogue.after_unread and turn.dialogue.last is None


def _has_kind(catalogue: Catalogue, text: str) -> bool:
    """Do the words say of what records they ask? "How many sit in Odense?" does not: after managers it is of managers, and not of everybody."""
    return any(evidence.meaning.kind in _KINDS_OF_THINGS for evidence in phrases(catalogue, tokens(text)))


def _as_wished(catalogue: Catalogue, turn: Turn, readings: Readings) -> Readings:
    """With the reading first that the person chose, though it is not the likeliest."""
    wished = turn.run.links.choices.get(_mention(turn))
    found = next((g for g in readings.others if wished is not None and say_goal(catalogue, g) == wished), None)
    if found is None:
        return readings
    return replace(readings, goals=(found,), others=(*readings.goals, *(g for g in readings.others if g != found)))


def _around(catalogue: Catalogue, turn: Turn) -> Known:
    company = turn.run.company
    names, own = names_in(catalogue, turn.run, turn.words), (company.name, company.domain)
    return Known(names, turn.run.calendar(), own, turn.dialogue.last, bool(turn.request.place), told_asker=_told_asker(turn))


def _told_asker(turn: Turn) -> bool:
    """Was the one person of the last answer, besides those whom its question named, who asks?"""
    entry = turn.dialogue.last_entry
    if entry is None or turn.dialogue.last is None or turn.request.place:
        return False
    named = {one["key"].rpartition("|")[2] for one in entry.get("named", {}).values()}
    told = {r["id"] for r in entry["answer"]["references"] if r.get("model") == PEOPLE} - named
    return len(told) == 1 and told == {turn.run.viewer().employee_id}


def is_bare_name(text: str, goal: Goal) -> bool:
    """Nothing but a name was said."""
    return isinstance(goal, Card) and isinstance(goal.node, Named) and len(tokens(text)) <= len(tokens(goal.node.mention)) + 1


def _on_fresh_names(catalogue: Catalogue, turn: Turn, readings: Readings) -> Generator[Event, None, Readings]:
    """Perhaps a word is a name that the graph has not heard of: look at what changed, and where anything did, read again."""
    run, look = turn.run, Look(f"{turn.prefix}n", "Are there new names since the last sync?")
    linked = run.live.gateway.categories()

    def refreshed() -> int:
        states = run.up_to_date.refresh([m.id for m in catalogue.models.values() if m.nameable and m.category in linked], run.live.deadline)
        run.live.count(sum(s.calls for s in states.values()))
        changed = sum(s.changed for s in states.values())
        look.found = f"{changed} changed records"
        return changed

    if not (yield from turn.progress.looked(look, refreshed)):
        return readings
    run.links.look_up_anew()
    return readings_of(catalogue, turn)


def _not_read(catalogue: Catalogue, turn: Turn, readings: Readings) -> NotRead:
    """Why the words could not be read; that a language model is set and did not answer is told with it, but not behind another language."""
    goes_on = points_back(turn.words) or not (readings.unplaced or _has_kind(catalogue, turn.words))
    is_cut_off = _is_after_unread(turn) and goes_on
    refused = not_understood(turn.run, turn.words, Unread(readings.unplaced, is_cut_off, mapped(turn.run).unclassified))
    away = [] if refused.reason is Reason.FAILED else [a for a in turn.run.notes.assumptions if a.endswith(AWAY)]
    return NotRead(refused.reason, " ".join((str(refused), *away)), says_next=True, refusal=refused.refusal)


def _settled(catalogue: Catalogue, turn: Turn, goals: Sequence[Goal]) -> Generator[Event, None, Goal]:
    """The one goal whose names stand for something."""
    run = turn.run
    said = ", ".join(sorted({f"“{n.mention}”" for g in goals for n in mentions(g)}))
    look = Look(f"{turn.prefix}s", f"What does {said} stand for?")

    def settled_one() -> Goal:
        is_fresh = refreshed_or_decline(run, goals)
        if is_fresh:
            run.links.look_up_anew()
        settled = settle(run, connected(run, permitted(run, readings_of(catalogue, turn).goals or tuple(goals))) if is_fresh else goals)
        run.links.settle(settled.things)
        look.found = ", ".join(sorted({c.name for c in settled.things.values()}))
        return as_named(run, _chosen(catalogue, turn, settled.goals), settled.things)

    return (yield from turn.progress.looked(look, settled_one))


def _chosen(catalogue: Catalogue, turn: Turn, goals: Sequence[Goal]) -> Goal:
    """The one reading; where there are several, the person's choice. Raises NeedsChoice."""
    by_words, mention = {say_goal(catalogue, g): g for g in goals}, _mention(turn)
    if len(by_words) == 1 and mention not in turn.run.links.choices:
        return goals[0]
    picked = by_words.get(turn.run.links.choices.get(mention, ""))
    if picked is None:
        raise NeedsChoice(mention, "How do you mean it?", tuple(Choice(words, words) for words in by_words))
    return picked


def _mention(turn: Turn) -> str:
    """Under which mention a choice between readings is kept: of several requests each has its own."""
    return f"{READING} of “{turn.text}”" if turn.request.place is not None else READING


def _left_aside(catalogue: Catalogue, turn: Turn, goal: Goal, readings: Readings) -> tuple[Choice, ...]:
    """What else the words may mean, as far as the person could be asked about it: open to them, of the same names, of connected apps.

    The same parts put together otherwise, a condition that holds anyway, the same person in a further app: none of these is another meaning.
    Of several requests none is offered.
    """
    if turn.request.place is not None:
        return ()
    near = [g for g in (*readings.goals, *readings.others) if turn.run.links.settled.keys() >= set(mentions(g))
            and _made_of(catalogue, g) != _made_of(catalogue, goal) and _crossings(g) <= _crossings(goal)]
    open_to = connected(turn.run, permitted(turn.run, (goal, *near)))
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
