"""What surfaces and workers ask of an assistant (agent/assistant.py), by what each of them needs."""

from collections.abc import Sequence
from typing import Protocol

from agent.access.explore import Entity, Explorer, Sources
from agent.access.rights import People
from agent.answer import Answers
from agent.dialogue.entity_page import Sheet
from agent.dialogue.shared_answer import SharedView
from agent.question.dialogue import Entry


class KnowsPeople(Protocol):
    """Tells who works for the company."""

    def people(self, by: str) -> People:
        """Everybody as HR lists them now; for `by`, to whom it opens nothing private. Raises Declined."""


class Assists(Answers, KnowsPeople, Protocol):
    """All that a person does with an assistant."""

    def suggestions(self, person: str) -> tuple[str, ...]:
        """Questions that this person can try. Raises BadInput."""

    def marked(self, person: str, said: Sequence[Entry], place: int, *, is_right: bool) -> None:
        """The person marked an answer of a session. Raises HistoryUnavailable."""

    def values_of(self, person: str, field: str) -> Sequence[str]:
        """What a field (by its id) may hold, as far as this person may know. Raises BadInput, Declined, GraphUnavailable."""

    def explorer(self, person: str, sources: Sources) -> Explorer:
        """The graph as this person may see it, for one look. Raises BadInput, Declined."""

    def sheet(self, person: str, sources: Sources, key: str) -> tuple[Entity, Sheet]:
        """A thing as this person may see it. Raises BadInput, Declined."""

    def reading_of(self, person: str, words: str) -> str | None:
        """How words are read that others are to stand for; None where they have no reading. Raises BadInput, Declined."""

    def shared_view(self, person: str, sharer: str, entry: Entry) -> SharedView:
        """A shared answer as this person may see it. Raises BadInput, Declined."""
