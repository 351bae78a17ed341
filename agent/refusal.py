"""Why a question could not be understood: of an app that is not connected, a wish that cannot be learned yet, or out of scope."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from agent.answer import Reason
from agent.errors import Declined
from agent.language import forms, is_statement, phrase, tokens

CAN = ("So far I answer about single people, companies, tickets, jobs and invoices, who belongs to whom, your time off, "
       "and your last conversation, meeting or note.")
_NOT_YET = {"knowledgebase": "articles", "filestorage": "files"}       # categories that may be linked, but are not planned over


def not_understood(question: str, unplaced: tuple[str, ...], linked: frozenset[str]) -> Declined:
    """The decline for the true reason; `linked`: the connected categories, `unplaced`: the words that stood in the way."""
    elsewhere = tuple(_elsewhere_in(question))
    missing = next((c for c in elsewhere if c not in linked), None)
    if missing is not None:
        return Declined(Reason.NOT_CONNECTED, f"That would be in an app of the kind “{missing}”, and none is connected for your company.")
    if is_statement(question):
        return Declined(Reason.OUT_OF_SCOPE, "I can't learn preferences yet. Where this may matter, I will ask you instead of taking a default.")
    not_yet = next((_NOT_YET[c] for c in elsewhere if c in _NOT_YET), None)
    if not_yet is not None:
        return Declined(Reason.OUT_OF_SCOPE, f"I can't answer questions about {not_yet} yet. {CAN}")
    words = f" I could not place: {', '.join(f'“{w}”' for w in unplaced)}." if unplaced else f" {CAN}"
    return Declined(Reason.OUT_OF_SCOPE, f"I can't answer that from your company's apps.{words}")


@cache
def _elsewhere() -> Mapping[tuple[str, ...], str]:
    data = tomllib.loads(resources.files(__package__).joinpath("elsewhere.toml").read_text("utf-8"))
    return {phrase(text): category for category, texts in data.items() for text in texts}


def _elsewhere_in(question: str) -> Iterator[str]:
    """The categories whose words a question holds, the longest phrases first."""
    said = [t.plain for t in tokens(question)]
    for length in (3, 2, 1):
        for first in range(len(said) - length + 1):
            *head, tail = said[first : first + length]
            yield from (_elsewhere()[(*head, form)] for form in sorted(forms(tail)) if (*head, form) in _elsewhere())
