"""A message read by a learned reading: the same words with other names, times and numbers, without a language model.

What is filled in has to be what the reading was learned of: a name that the graph knows of that kind of record, a value that records hold. Then the
plan is decoded as one of a model is, and held against the message; where anything is doubted, the message is read as if nothing had been learned.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.language.words import holds, phrase, tokens
from agent.plan.algebra import Goal
from agent.question.defaults import NAME
from agent.question.turn import Turn
from agent.understand.by_grammar import READING
from agent.understand.grammar.back import edit_phrases, goes_on
from agent.understand.grammar.evidence import VALUE
from agent.understand.grammar.naming import names_it
from agent.understand.learned.places import Json, places
from agent.understand.learned.slots import SLOT, SlotValue, filled, matches
from agent.understand.linking.lookup import names_in
from agent.understand.model import shape
from agent.understand.model.acts import Act, QuestionAct, stored
from agent.understand.model.catalogue_view import catalogue_view
from agent.understand.model.surroundings import candidates_of
from agent.understand.verify.grounding import left_out_names, unread_times
from agent.understand.verify.known_values import unknown_values
from kg.names import fold
from kg.resolve import Candidate
from memory.readings import KeptReading

_NAMED = frozenset({"exact", "alias", "part", "email"})
Names = Mapping[str, tuple[Candidate, ...]]


@dataclass(frozen=True, slots=True)
class Match:
    """The learned reading that a message fits, its plan with the message's own words, and what was assumed of its times."""

    kept: KeptReading
    said: shape.Message
    acts: tuple[Act, ...]
    notes: tuple[str, ...] = ()


def may_use(turn: Turn) -> bool:
    """Can a learned reading stand for the message at all? Not for what goes on from an answer, or is about a page or an attached list."""
    is_alone = turn.dialogue.last_said is None or not points_back(turn.text)
    return is_alone and turn.ask.about is None and turn.read.attached is None and READING not in turn.context.links.choices


def points_back(text: str) -> bool:
    """May words mean what was said before them?"""
    said = tuple(t.plain for t in tokens(text))
    return goes_on(text) or any(holds(said, word) for word in edit_phrases("back"))


def found_for(catalogue: Catalogue, turn: Turn) -> Match | None:
    """The first learned reading that the message fits, the person's own before the company's, the one with the fewest slots first."""
    for kept in sorted(turn.read.learned, key=lambda k: (k.is_shared, len(SLOT.findall(k.reading.words)))):
        ways = list(matches(kept.reading.words, turn.text, turn.context.calendar())) if not _is_overtaken(turn, kept) else []
        names = names_in(catalogue, turn.context, turn.text) if ways else {}
        found = [one for said in ways if (one := _filled(catalogue, turn, kept, said, names)) is not None]
        if found and all(one.acts == found[0].acts for one in found):       # of two ways to cut the words neither is surely meant
            return found[0]
    return None


def _is_overtaken(turn: Turn, kept: KeptReading) -> bool:
    """Did the person give a word of the reading a meaning since? Whom a name means is settled behind the plan."""
    words = tuple(kept.reading.words.split())
    later = (k.preference for k in turn.context.defaults.state.effective if k.known_from > kept.since and k.preference.relation != NAME)
    return any(one.subject and holds(words, phrase(one.subject)) for one in later)


def _filled(catalogue: Catalogue, turn: Turn, kept: KeptReading, said: Mapping[str, SlotValue], names: Names) -> Match | None:
    """The reading with what the message says in its slots; None where that is not what belongs there, or the plan is of another version."""
    plan = json.loads(kept.reading.plan)
    fillers = {slot: one.value for slot, one in said.items()}
    for place in places(plan):
        slot = SLOT.fullmatch(str(place.value))
        if slot is not None and slot[1] in ("name", "text"):
            known = _known(catalogue, names, said[slot[1] + slot[2]].text, place.about)
            if known is None:
                return None
            fillers[slot[1] + slot[2]] = known
    read = stored(catalogue, json.dumps(filled(plan, fillers)))
    if read is None or not all(isinstance(act, QuestionAct) for act in read[1]):
        return None
    goals = tuple(act.goal for act in read[1] if isinstance(act, QuestionAct))
    if any(_doubts(catalogue, turn, goals, names)):
        return None
    return Match(kept, *read, tuple(one.note for one in said.values() if one.note))


def _known(catalogue: Catalogue, names: Names, text: str, about: str) -> Json:
    """A filler as records have it: of a field its value, of a model the name as it was said; None where they know none of it."""
    found = next((held for said, held in names.items() if fold(said) == fold(text)), ())
    if about in catalogue.models:
        fits = any(c.model == about and c.how in _NAMED and names_it(text, c, catalogue.models[about]) for c in found)
        return text if fits else None
    values = (str(c.properties.get("value")) for c in found if c.model == VALUE and c.properties.get("field") == about)
    return next((value for value in values if fold(value) == fold(text)), None)


def _doubts(catalogue: Catalogue, turn: Turn, goals: tuple[Goal, ...], names: Names) -> Iterator[object]:
    """What the checks of a model's plan say of this one. That its names and numbers were said is so by how it was made, or was confirmed."""
    yield from left_out_names(goals, candidates_of(catalogue, catalogue_view(turn.context), names), ())
    yield from unread_times(goals, turn.text, turn.context.calendar())
    yield from unknown_values(turn.context, goals)
