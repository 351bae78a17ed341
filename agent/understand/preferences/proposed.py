"""What a model makes of messages that ask for something lasting and in which the rules heard nothing. It only proposes.

A proposal stands where the message says it: its quote is in it, the value is the one that the quote has, a name is written there short and in
full. What the rules would not learn from (asked, imagined, denied, quoted, of others, speaking to an assistant) is not sent at all.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agent.llm.budget import Budget
from agent.llm.port import Message, Model, Prompt, Role
from agent.llm.prompts import fenced, prompt_file
from agent.understand.preferences.accounted import is_short_for
from agent.understand.preferences.choices import ABOUT_SOMETHING, is_choice, preferred, subject_of, values
from agent.understand.preferences.hearing import Heard, hear
from agent.understand.preferences.teaching import LONGEST, lasts, may_teach
from agent.understand.preferences.words import LONGEST_TERM, is_people, is_term

Relation = Literal["unit", "currency", "calendar", "form", "name_means"]


class Wish(BaseModel):
    """One lasting wish, as the model has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int                         # of the message, from 1
    relation: Relation
    subject: str
    value: str
    quote: str


class Wishes(BaseModel):
    """What a model found in some messages."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    wishes: list[Wish]


def is_worth_a_look(message: str) -> bool:
    """Does a message ask for something lasting, without anything that forbids to learn from it, and did the rules hear nothing?"""
    return len(message) <= LONGEST and lasts(message) and may_teach(message) and not hear(message)


def proposed(model: Model, budget: Budget, messages: Sequence[str]) -> Iterator[tuple[int, Heard]]:
    """What the model found in the messages and what they do say, each with the place of its message. Raises ModelFailed."""
    file = prompt_file("wishes", f"{__package__}.prompts")
    said = "\n".join(f"{number} {fenced(text)}" for number, text in enumerate(messages, 1))
    prompt = Prompt("preferences/wishes", file.version, (Message("system", file.text), Message("user", said)))
    for wish in model.structured(Role.PLAN, prompt, Wishes, budget).data.wishes:
        if 0 < wish.number <= len(messages):
            heard = stands(wish, messages[wish.number - 1])
            if heard is not None:
                yield wish.number - 1, heard


def stands(wish: Wish, message: str) -> Heard | None:
    """The wish as the message has it; None where it does not say so."""
    first = message.find(wish.quote) if wish.quote.strip() else -1
    if first < 0:
        return None
    last = first + len(wish.quote)
    if wish.relation == "name_means":
        return Heard("name_means", wish.subject, wish.value, first, last) if _names(wish) else None
    subject = subject_of(wish.relation, wish.quote)
    if wish.value not in values(wish.relation) or preferred(wish.relation, wish.quote) != wish.value:
        return None
    if subject is None and wish.relation in ABOUT_SOMETHING:
        return None
    return Heard(wish.relation, subject or "", wish.value, first, last)


def _names(wish: Wish) -> bool:
    """Are both names words of the quote, and is the one short for the other?"""
    before, found, behind = wish.quote.partition(wish.value)
    is_said = bool(found) and bool(re.search(rf"(?<!\w){re.escape(wish.subject)}(?!\w)", f"{before} … {behind}"))
    is_word = is_term(wish.subject) and not is_choice(wish.subject) and not is_people(wish.subject)
    return is_said and is_word and len(wish.value.split()) <= LONGEST_TERM and is_short_for(wish.subject, wish.value)
