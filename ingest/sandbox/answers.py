"""What the sandbox says back: a status, a body, headers. The error bodies are those that Merge's documentation shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.errors import EvergraphError


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer. `body` is written as JSON; bytes go out as they are."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"


class Refused(EvergraphError):
    """The sandbox answers this call with an error, as Merge would."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"HTTP {answer.status}")
        self.answer = answer


def bad_filter(why: str) -> Refused:
    """400, as for an unsupported filter."""
    return Refused(Answer({"non_field_errors": [why]}, 400))


def detail(status: int, text: str, **headers: str) -> Refused:
    """Any error with the one-string body."""
    return Refused(Answer({"detail": text}, status, headers))


def not_found() -> Refused:
    """404, also for wrong URLs."""
    return detail(404, "Not found.")


def forbidden(text: str = "You do not have permission to perform this action.") -> Refused:
    """403: what the sandbox does not let anybody do."""
    return detail(403, text)
