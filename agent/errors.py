"""How a run ends when it does not end with an answer: both are for people, both are caught in one place, the assistant."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from agent.answer import Reason
from kg.errors import BadInput, ShownToPerson

HOW_WRITTEN = "If it should be there, please check how it is written, or look in the app itself."
"""What can be done where nothing bears a name."""

_NEXT: Mapping[Reason, str] = {
    Reason.NO_RECORD: "If it should be there, please look in the app itself.",
    Reason.NOT_CONNECTED: "An operator can link that app.",
    Reason.TOO_OLD: "Please ask again after the next sync.",
    Reason.FAILED: "Please ask again in a moment.",
    Reason.OUT_OF_SCOPE: "Please ask it in other words.",
    Reason.UNSAFE: "Please ask about the records themselves; what you may see is decided by your company.",
}
_SAYS_NEXT = re.compile(r"\b(?:[Pp]lease|Ask|Say|say|Did you mean|I can be asked|I will ask|operator|`evergraph)\b")


def with_next_step(reason: Reason, text: str) -> str:
    """A refusal with what can be done next, in one sentence, where it does not say so itself."""
    return text if _SAYS_NEXT.search(text) or reason not in _NEXT else f"{text} {_NEXT[reason]}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the policy's tables say of something that may not be seen; nothing of what is on file.

    `closed_by`: the privacy class or access rule that decided; empty where that would tell more than whom to ask.
    """

    ask: str                            # whom to ask instead, in words that follow "Ask"
    closed_by: str = ""


class Declined(ShownToPerson):
    """This cannot be answered."""

    def __init__(self, reason: Reason, message: str, *, says_next: bool = False, refusal: Refusal | None = None) -> None:
        """`says_next`: the message tells itself what can be done next, in whatever language. `refusal`: of what may not be seen, why."""
        super().__init__(message if says_next else with_next_step(reason, message))
        self.reason, self.refusal = reason, refusal


class NotRead(Declined):
    """The words have no reading."""


class NoText(Declined):
    """Nothing is written in what was to be told in short."""


class NoRate(Declined):
    """No rate on file leads from the unit or currency of an amount to the one that is wanted."""


class NotComparable(Declined):
    """Amounts in several units or currencies, between which no rate is on file or was asked for, are held against each other."""


class UnusablePlan(BadInput):
    """The plan that came with the question cannot be used."""


class NeedsChoice(ShownToPerson):
    """Which one do you mean? `question`: the id to ask it under, so that it is asked once; a new one where there is none.

    `done`: what was done of the message before it has to be asked, in words.
    """

    def __init__(self, mention: str, prompt: str, choices: tuple["Choice", ...], question: str = "") -> None:
        super().__init__(prompt)
        self.mention, self.prompt, self.choices, self.question = mention, prompt, choices, question
        self.done = ""


class SeveralNamed(NeedsChoice):
    """Several things bear the name, whole or in part: which one do you mean?"""


class SameName(SeveralNamed):
    """Several things are called just so: which one do you mean?"""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a mention may stand for."""

    key: str                            # in the graph
    label: str                          # the words by which people tell it apart
    also: tuple[str, ...] = ()          # further words that mean it
