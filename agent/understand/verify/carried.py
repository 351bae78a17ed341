"""What the last question of the dialogue was held to, and a plan that goes on from it is not any more.

A plan goes on from the last question where it is about records of the same kind and the message does not say of which: then it was kept in mind. What
it leaves out of the conditions from there without another one in their place is put to the model, and a time that it changes without a word for one.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import get_args

from agent.catalogue import Catalogue
from agent.language.words import tokens
from agent.plan.algebra import Earlier, Goal, Is, Link, Not, Set, Where, parts
from agent.plan.periods import PLACE_NAMES, Calendar, Grain, Interval
from agent.understand.grammar.back import subject
from agent.understand.grammar.dates import find_periods
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.sources import phrases
from agent.understand.grammar.vocabulary import Meaning
from agent.understand.verify import Doubt
from agent.understand.verify.grounding import up_to_now
from agent.understand.verify.used import fields_of, models_behind, said_by
from kg.names import fold, name_words

_OF_TIMES = frozenset({*get_args(Grain), *(name.lower() for cycle in ("month of year", "weekday") for name in PLACE_NAMES[cycle])})


def dropped(catalogue: Catalogue, message: str, goals: Sequence[Goal], last: Goal | None) -> Iterator[Doubt]:
    """Conditions of the last goal that a goal about the same records has nothing for. `last`: None where nothing was answered before."""
    is_pointed = any(isinstance(part, Earlier) for goal in goals for part in parts(goal))      # rows of an answer met what it was held to
    if last is None or len(goals) != 1 or is_pointed or not _goes_on(catalogue, message, goals[0], last):
        return
    now = list(parts(goals[0]))
    held = {name for part in now for name in _about(catalogue, part) | _follows_from(catalogue, part)} | _lifted(catalogue, message)
    held |= {part.model for part in now if isinstance(part, Set)}
    for part in dict.fromkeys(parts(last)):
        about = _about(catalogue, part)
        if about and held.isdisjoint(about | _follows_from(catalogue, part)):
            yield Doubt("carried", f"the question before was held to {' and '.join(sorted(about))}: keep that, unless the message lifts it")
        if isinstance(part, Not) and part not in now and part.of in now:
            yield Doubt("carried", "the question before left out what this plan asks for: keep it left out, unless the message wants it")


def _lifted(catalogue: Catalogue, message: str) -> frozenset[str]:
    """What a message with "not" says is not what is meant, or not all of it: "not only holiday"."""
    said = [e.meaning for e in phrases(catalogue, tokens(message))]
    return frozenset(each.target for each in said) if any(each.kind == "not" for each in said) else frozenset()


def replaced(catalogue: Catalogue, known: Sequence[Evidence], message: str, goals: Sequence[Goal], last: Goal | None) -> Iterator[Doubt]:
    """Conditions of a plan in the place of others of the last question, though no word of the message says them. `known`: what its words say."""
    if last is None or len(goals) != 1 or any(e.meaning.kind == "metric" for e in known):      # a metric brings conditions of its own
        return
    before = frozenset(parts(last))
    held = {name for part in before for name in _about(catalogue, part) | _follows_from(catalogue, part)}
    said, words = {name for e in known for name in said_by(catalogue, e)}, fold(message)
    for part in dict.fromkeys(part for part in parts(goals[0]) if isinstance(part, Is | Where)):
        about = _about(catalogue, part) | _follows_from(catalogue, part)
        is_kept = part in before or (isinstance(part, Is) and any(isinstance(b, Is) and b.predicate == part.predicate for b in before))
        if not is_kept and not held.isdisjoint(about) and said.isdisjoint(about) and not _says_value(part, words):
            yield Doubt("carried", f"the question before had something else of {' and '.join(sorted(about))}, and the message does not change that")


def changed_times(catalogue: Catalogue, message: str, goals: Sequence[Goal], last: Goal | None, calendar: Calendar) -> Iterator[Doubt]:
    """Times of a plan in the place of those of the last question, or none, though no word of the message may say a time."""
    said = tokens(message)
    if last is None or len(goals) != 1 or find_periods(said, calendar) or any(word.plain in _OF_TIMES for word in said):
        return
    before, now = _times(last, calendar), _times(goals[0], calendar)
    if before and (now - before or (not now and _goes_on(catalogue, message, goals[0], last))):
        yield Doubt("carried", "the question before was about another time, and the message says none: take that one if it still holds; keep the "
                               "plan if any time is meant")


def _times(goal: Goal, calendar: Calendar) -> frozenset[tuple[date | None, date | None]]:
    return frozenset(up_to_now(part, calendar) for part in parts(goal) if isinstance(part, Interval))


def _says_value(part: Is | Where, words: str) -> bool:
    """Is a word of a value in the message? A number or a time has its own checks."""
    values = part.value if isinstance(part, Where) and isinstance(part.value, tuple) else (getattr(part, "value", None),)
    texts = [value for value in values if isinstance(value, str)]
    return (isinstance(part, Where) and not texts) or any(word in words for text in texts for word in name_words(text))


def _goes_on(catalogue: Catalogue, message: str, goal: Goal, last: Goal) -> bool:
    about, before = subject(goal), subject(last)
    if about is None or before is None or about.model != before.model:
        return False
    said = (e.meaning for e in phrases(catalogue, tokens(message)))
    return not any(_says_kind(catalogue, each, about.model) for each in said)


def _says_kind(catalogue: Catalogue, meaning: Meaning, model: str) -> bool:
    """Does a word say records of a kind: by a noun, or as those that a record of that kind has: "direct reports"?"""
    if meaning.kind == "noun":
        return meaning.target == model
    if meaning.kind != "rel" or meaning.detail != "plural":
        return False
    relation = catalogue.relation(meaning.target)
    return (relation.model, relation.to) == (model, model)


def _follows_from(catalogue: Catalogue, part: object) -> frozenset[str]:
    """The records, by their model, from which a named condition of others follows: of "on vacation" time off."""
    return models_behind(catalogue.predicate(part.predicate)) if isinstance(part, Is) else frozenset()


def _about(catalogue: Catalogue, part: object) -> frozenset[str]:
    """The ids by which one condition stands for another: its field, those of a named condition, its relation; () for what is no condition."""
    if isinstance(part, Where):
        return frozenset({part.field})
    if isinstance(part, Is):
        return fields_of(catalogue.predicate(part.predicate)) | {part.predicate}
    return frozenset({part.relation}) if isinstance(part, Link) and part.to_source and part.relation != "hub" else frozenset()
