"""Everything that is doubted of a plan, in the order in which the model is told of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from agent.catalogue import Catalogue
from agent.language.words import tokens
from agent.plan.algebra import Goal, parts
from agent.plan.periods import Calendar
from agent.question.context import QuestionContext
from agent.understand.grammar.dates import find_periods
from agent.understand.model import shape
from agent.understand.model.acts import Act, ForgetAct, QuestionAct, StatementAct, goals_of
from agent.understand.model.catalogue_view import catalogue_view
from agent.understand.model.dialogue import is_told
from agent.understand.model.listing import values_of
from agent.understand.model.shape import texts_in
from agent.understand.model.surroundings import Surroundings
from agent.understand.verify import Doubt
from agent.understand.verify.carried import changed_times, dropped, replaced
from agent.understand.verify.contradictions import contradictions, yet_to_come
from agent.understand.verify.defined import defined_words, in_use, unmet_definitions, without_words_inside
from agent.understand.verify.fields import other_fields, strange_orders
from agent.understand.verify.form import unmet_form
from agent.understand.verify.grounding import has_time, left_out_names, left_out_numbers, unread_times, unsaid_names, unsaid_numbers
from agent.understand.verify.known_names import unknown_names
from agent.understand.verify.known_values import misplaced_values, unknown_values, unlisted_values, unsaid_values
from agent.understand.verify.pointed import misread_references
from agent.understand.verify.prior_dialogue import PriorDialogue
from agent.understand.verify.signs import unmet_signs
from agent.understand.verify.unbound import unbound_links, unbound_sets
from agent.understand.verify.unmet import unmet_words
from agent.understand.verify.used import evidence_in
from agent.understand.verify.ways import unsaid_ways
from kg.names import name_words


@dataclass(frozen=True, slots=True)
class MessageContext:
    """A message and what was said around it. `last`: what the last answer was to; `goes_on`: the dialogue has earlier messages; `original`: the
    message as it was written, where `text` is that in English."""

    text: str
    last: Goal | None
    goes_on: bool
    calendar: Calendar
    around: Surroundings
    original: str = ""

    def in_english(self, text: str) -> "MessageContext":
        """The same with the message in English, and of what the records have for its words what is called so there too; "" leaves it as it is."""
        if not text:
            return self
        held = f" {' '.join(name_words(text))} "
        names = {name: found for name, found in self.around.candidates.items() if f" {' '.join(name_words(name))} " in held}
        return replace(self, text=text, around=replace(self.around, candidates=names), original=self.text)

    def with_found(self, texts: Sequence[str]) -> "MessageContext":
        """The same where look-ups found these texts, from which a plan may take names as well."""
        return replace(self, around=replace(self.around, said=(*self.around.said, *texts))) if texts else self

    @property
    def earlier(self) -> Sequence[str]:
        """What was said before in the dialogue, and around the message."""
        return self.around.said[1:] if self.goes_on else ()


def doubts(
    catalogue: Catalogue, spoken: MessageContext, said: shape.Message, acts: Sequence[Act], context: QuestionContext | None,
) -> Iterator[Doubt]:
    """What of a plan does not agree with what was said. `context`: where values are looked up in the graph; None: they are not."""
    goals, around, calendar = goals_of(acts), spoken.around, spoken.calendar
    texts = (*around.said, *(one.words for one in said.set_aside))
    yield from unsaid_names(goals, texts)
    english = said.english if said.answer_in else ""
    yield from unsaid_numbers(goals, texts, in_words=bool(said.answer_in) and not english, english=english)
    stated = [text for act in acts if isinstance(act, StatementAct | ForgetAct) for text in (act.subject, getattr(act, "value", ""))]
    apart = [text for act in acts if isinstance(act, QuestionAct) for text in act.apart.values()]
    yield from left_out_names(goals, around.candidates, [*(one.words for one in said.set_aside), *stated, *apart])
    yield from unmet_definitions(around.definitions, spoken.text, goals)
    own = in_use(around.definitions, goals)
    before = PriorDialogue(spoken.earlier, spoken.last, frozenset(part for each in own for part in parts(each.means)))
    yield from unbound_links(goals, before.settled)
    yield from unlisted_values(catalogue, goals, values_of)
    yield from misplaced_values(goals, around.candidates)
    yield from strange_orders(catalogue, goals)
    if context is not None:
        yield from unknown_values(context, goals, before.settled)
        yield from unknown_names(context, goals, around.candidates, partial(is_told, catalogue_view(context)))
    yield from (Doubt("condition", f"no record can hold both values of {field} that the plan asks for") for field in contradictions(catalogue, goals))
    yield from (Doubt("condition", f"{field} always lies in the past; for the day of any year name months, weekdays or days instead of a period")
                for field in yet_to_come(catalogue, goals, calendar.today))
    numbers = (each for text in (spoken.text, english) for each in left_out_numbers(goals, text, calendar, texts_in(said)))
    yield from dict.fromkeys(numbers)
    if english or not said.answer_in:
        yield from _in_english(catalogue, spoken.in_english(english), said, goals, before)


def _in_english(catalogue: Catalogue, spoken: MessageContext, said: shape.Message, goals: Sequence[Goal], before: PriorDialogue) -> Iterator[Doubt]:
    """What the words of a message say that the catalogue and the grammar have English words for."""
    text, around, last, earlier = spoken.text, spoken.around, spoken.last, spoken.earlier
    set_aside = tuple(one.words for one in said.set_aside)
    known = evidence_in(catalogue, text)
    yield from misread_references(text, goals, around.listed, last, spoken.calendar)
    times = list[tuple[int, int]]()     # where a time is said, which is held against the plan by itself
    if has_time(catalogue, goals):
        times = [(found.first, found.last) for found in find_periods(tokens(text), spoken.calendar)]
        yield from unread_times(goals, text, spoken.calendar, set_aside)
    yield from dropped(catalogue, text, goals, last)
    yield from replaced(catalogue, known, f"{text} {spoken.original}", goals, last)
    if not any(each.what == "time" for each in in_use(around.definitions, goals)):
        yield from changed_times(catalogue, text, goals, last, spoken.calendar)
    yield from other_fields(catalogue, known, text, goals, earlier)
    yield from unsaid_values(catalogue, known, goals, (text, *around.said, *set_aside))
    if last is not None or not earlier:         # else it may be half of what is asked: a reply, or another wording of what was declined
        yield from unmet_form(known, goals, before)
    heard = [*known, *(each for text in around.unplanned for each in evidence_in(catalogue, text))]
    yield from unbound_sets(heard, goals)
    yield from unsaid_ways(catalogue, heard, goals, earlier)
    own = [*defined_words(around.definitions, text, goals, said.preferences_used), *times]
    yield from unmet_words(catalogue, known, goals, texts_in(said, labels=False), without_words_inside(around.candidates, text, own), own)
    yield from unmet_signs(catalogue, text, before, goals, spoken.calendar, (*around.candidates, *set_aside))
