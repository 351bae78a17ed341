"""How the sets within a set are said, handed to what says a set's ties and conditions."""

from collections.abc import Callable
from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.plan.algebra import Node
from agent.question.context import QuestionContext
from agent.respond.noun_phrase import Things


@dataclass(frozen=True, slots=True)
class Within:
    """The question's context, and a node as people say it: by itself (`things`), and behind a preposition (`definite`)."""

    context: QuestionContext
    things: Callable[[Node], Things]
    definite: Callable[[Node], str]

    @property
    def catalogue(self) -> Catalogue:
        """In the asker's nouns."""
        return self.context.catalogue
