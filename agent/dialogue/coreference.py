"""Words that point to earlier conversations: "the customer we talked about yesterday". What they stand for is looked up in the history.

Only what the person named is proposed (where they named nothing of that kind, the one thing of it that an answer was about); it is told in
the answer, settled and read live like any name, and asked about where there were several.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.access.knowable import knowable
from agent.access.labels import called
from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.errors import Choice, Declined, NeedsChoice
from agent.policy.decision import may_see_model
from agent.question.notes import Weight
from agent.question.turn import Turn
from agent.understand.linking.mentions import MOST_OPTIONS
from kg.names import fold
from kg.resolve import by_key
from kg.rows import model_of
from memory.recall.when import Days, days_meant
from memory.stream import ASSISTANT, PERSON, Mention, mentions_in

_PEOPLE = ("person", "guy", "man", "woman", "colleague")
_TIME = (r"(?:(?:the )?day before yesterday|yesterday|(?:earlier |this )?(?:today|morning)|(?:the week before )?last(?: (?:week|month|time|\w+day))?"
         r"|this (?:week|month)|(?:a|an|one|two|three|four|five|six|\d+|a couple of|a few) (?:day|week|fortnight|month)s? ago"
         r"|on (?:\w+day|\d{1,2}(?:st|nd|rd|th)?(?: of)? \w+|\w+ \d{1,2})|in \w+|the other day|recently|before|earlier)")
_POINTS = (r"\b(?:the|that|this) (?:same )?(?P<noun>{nouns}),? (?:(?:that|which|who|whom) )?"
           r"(?:(?:we|i)(?:'d| had| have| were| was)? (?:just )?(?:talk(?:ed|ing)|sp(?:oke|oken|eaking)|ask(?:ed|ing)(?: you)?|chatt(?:ed|ing)) about"
           r"|we(?: had| have)? (?:discussed|looked at|went over)|i(?: had| have)? (?:mentioned|brought up|named)|you told me about)"
           r"(?:,? (?P<time>{time}))?(?! (?:with|to|in|at|on|by)\b)")


@dataclass(frozen=True, slots=True)
class _Pointer:
    """The words that point back: where they stand, the models that they may mean, and the days of which they speak (None: the last time)."""

    words: str
    first: int
    last: int
    noun: str
    models: frozenset[str]
    days: Days | None


def resolve_earlier_mentions(catalogue: Catalogue, turn: Turn) -> Turn:
    """The turn with the name of what was spoken of in the place of the words that point to it. Raises NeedsChoice, Declined where there is none."""
    pointer = _pointer(catalogue, turn)
    if pointer is None:
        return turn
    context = turn.context
    picked = context.links.choices.get(pointer.words)
    meant = _meant(turn, pointer)
    known = by_key(context.graph, context.tenant, knowable(context, {picked} if picked else meant))
    context.graph_queries.add()
    if not known:
        raise Declined(Reason.NO_RECORD, f"I find no {pointer.noun} in our conversations that “{pointer.words}” could be. Please name it.")
    if len(known) > 1:
        choices = tuple(Choice(key, called(context, known[key])) for key in meant if key in known)[:MOST_OPTIONS]
        raise NeedsChoice(pointer.words, f"Which {pointer.noun} do you mean by “{pointer.words}”?", choices)
    key, one = next(iter(known.items()))
    context.links.choose({one.name: key})
    said = f"I took “{pointer.words}” as {called(context, one)}, of which we spoke on {context.day(meant[key])}." if key in meant else \
        f"I took “{pointer.words}” as {called(context, one)}."
    context.notes.assume(said, said, weight=Weight.READ)
    return turn.put_as(turn.words[: pointer.first] + one.name + turn.words[pointer.last :])


def _pointer(catalogue: Catalogue, turn: Turn) -> _Pointer | None:
    nouns = _nouns(catalogue, turn)
    if not nouns:
        return None
    alternatives = "|".join(re.escape(noun) for noun in sorted(nouns, key=len, reverse=True))
    match = re.search(_POINTS.format(nouns=alternatives, time=_TIME), turn.words, re.IGNORECASE)
    if match is None:
        return None
    today = turn.context.calendar().today
    days = days_meant(match["time"], today) if match["time"] else None
    return _Pointer(match[0], match.start(), match.end(), match["noun"].lower(), nouns[fold(match["noun"])], days)


def _nouns(catalogue: Catalogue, turn: Turn) -> Mapping[str, frozenset[str]]:
    """Nouns in the singular, and the models that they stand for: those whose things have names, and that the asker may ask about."""
    found: dict[str, set[str]] = {}
    for model in catalogue.models.values():
        if model.nameable and may_see_model(turn.context.viewer(), model.access).allowed:
            for noun in (model.label, *model.words, *(_PEOPLE if model.is_person else ())):
                found.setdefault(fold(noun), set()).add(model.id)
    return {noun: frozenset(models) for noun, models in found.items()}


def _meant(turn: Turn, pointer: _Pointer) -> dict[str, datetime]:
    """The keys of what the words may stand for, each with when it was last named; the last named first."""
    told = [m for session, entries in turn.dialogue.earlier.items() for m in mentions_in(turn.context.tenant, session, entries)
            if model_of(m.of) in pointer.models and _within(turn, pointer.days, m.at)]
    said = [m for m in told if m.speaker == PERSON] or _single([m for m in told if m.speaker == ASSISTANT])
    if pointer.days is None and said:
        newest = max(m.at for m in said)
        said = [m for m in said if m.at == newest]
    found: dict[str, datetime] = {}
    for mention in sorted(said, key=lambda m: (m.at, m.of), reverse=True):
        found.setdefault(mention.of, mention.at)
    return found


def _within(turn: Turn, days: Days | None, at: datetime) -> bool:
    return days is None or days[0] <= turn.context.company.local_day(at).date() <= days[1]


def _single(told: Sequence[Mention]) -> list[Mention]:
    """Those of answers that were about one thing of the kind."""
    by_turn: dict[str, set[str]] = {}
    for mention in told:
        by_turn.setdefault(mention.turn, set()).add(mention.of)
    return [m for m in told if len(by_turn[m.turn]) == 1]

