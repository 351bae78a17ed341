"""How a run ends when it does not end with an answer: both are for people, both are caught in one place, the assistant."""

from agent.answer import Reason
from kg.errors import ShownToPerson


class Declined(ShownToPerson):
    """This cannot be answered."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class NoRate(Declined):
    """No rate on file leads from the unit or currency of an amount to the one that is wanted."""


class NeedsChoice(ShownToPerson):
    """Which one do you mean? `question`: the id to ask it under, so that it is asked once; a new one where there is none."""

    def __init__(self, mention: str, prompt: str, choices: tuple["Choice", ...], question: str = "") -> None:
        super().__init__(prompt)
        self.mention, self.prompt, self.choices, self.question = mention, prompt, choices, question


class Several(Exception):
    """A text turned out to be several requests, which are to be asked one after another."""

    def __init__(self, parts: tuple[str, ...]) -> None:
        super().__init__()
        self.parts = parts


class Choice:
    """One thing that a mention may stand for: its key in the graph, the words by which people tell it apart, and further words that mean it."""

    def __init__(self, key: str, label: str, also: tuple[str, ...] = ()) -> None:
        self.key, self.label, self.also = key, label, also
