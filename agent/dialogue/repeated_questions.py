"""Words that point to what somebody asks again and again: "my tickets as usual", "the usual report". The repeated question takes their place.

Which one was taken is told; of several the person chooses. Only questions that were answered and can be read by themselves are usual ones.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.errors import Choice, Declined, NeedsChoice
from agent.language.words import forms, phrase, words
from agent.question.dialogue import Entry, asked_in
from agent.question.notes import Weight
from agent.question.turn import Turn
from agent.understand.by_grammar import readings_of
from agent.understand.linking.mentions import MOST_OPTIONS

REPEATED = 2                            # as often a question has to be asked to be a usual one
_KINDS = ("report", "question", "one", "thing", "list", "overview", "numbers", "figures", "stuff", "update", "summary")
_PLEASE = r"(?: again| for today)?[\s,]*(?:please|pls|thanks|thank you)?[\s.!?]*$"
_HABIT = r"(?:usual|always|i (?:always|usually|normally) (?:do|ask|get|want|have|see))"
_AS_USUAL = re.compile(rf"^(?P<what>.*?),?\s*\b(?:(?:the )?same )?(?:as|like) {_HABIT}{_PLEASE}", re.IGNORECASE)
_THE_USUAL = re.compile(rf"^(?P<ask>.*?)\b(?:my|the|our) usual(?: (?P<what>[\w' -]*?)\b(?:{'|'.join(_KINDS)}))?{_PLEASE}", re.IGNORECASE)
_LONGEST_ASK = 4                        # words before "the usual …": "can you give me"


@dataclass(frozen=True, slots=True)
class _Usual:
    """A question that was asked more than once, as it was said last."""

    text: str
    times: int
    last: datetime


def put_repeated_question(catalogue: Catalogue, turn: Turn) -> Turn:
    """The turn with the person's usual question in the place of words that point to it.

    Raises NeedsChoice of several, Declined where there is none.
    """
    what = _pointed(turn.words)
    if what is None:
        return turn
    found = [one for one in _usual(catalogue, turn) if _is_about(one.text, what)]
    picked = [one for one in found if one.text == turn.context.links.choices.get(turn.words)] or found
    if len(picked) > 1:
        choices = tuple(Choice(one.text, one.text) for one in picked[:MOST_OPTIONS])
        raise NeedsChoice(turn.words, "Which of your usual questions do you mean?", choices)
    if picked:
        one = picked[0]
        usual, said = one.text, f"I took “{turn.words}” as “{one.text}”, which you asked {one.times} times, last on {turn.context.day(one.last)}."
    elif readings_of(catalogue, turn.saying(what, turn.dialogue.last)).goals:
        usual, said = what, f"You asked nothing like that more than once yet, so I took “{turn.words}” as “{what}”."
    else:
        raise Declined(Reason.NO_RECORD, f"Of “{turn.words}” you asked nothing more than once, so I don't know your usual way. Please ask in full.")
    turn.context.notes.assume(said, said, weight=Weight.READ)
    return turn.put_as(usual)


def _pointed(text: str) -> str | None:
    """What is asked for as usual, "" for whatever it is; None where nothing points there."""
    match = _AS_USUAL.match(text)
    if match is None:
        match = _THE_USUAL.match(text)
        if match is None or len(phrase(match["ask"])) > _LONGEST_ASK:
            return None
    return (match["what"] or "").strip(" ,.")


def _usual(catalogue: Catalogue, turn: Turn) -> Sequence[_Usual]:
    """The questions that this person asked more than once, and that can be read now, the most frequent first."""
    said: dict[tuple[str, ...], list[Entry]] = {}
    for entry in (e for entries in turn.dialogue.earlier.values() for e in entries if "goal" in e):
        text = asked_in(entry)
        if _pointed(text) is None:
            said.setdefault(phrase(text), []).append(entry)
    found = [_made(entries) for entries in said.values() if len(entries) >= REPEATED]
    kept = [one for one in found if readings_of(catalogue, turn.saying(one.text, None).beginning()).goals]
    return sorted(kept, key=lambda one: (-one.times, -one.last.timestamp(), one.text))


def _made(entries: Sequence[Entry]) -> _Usual:
    last = max(entries, key=lambda entry: str(entry["at"]))
    return _Usual(asked_in(last), len(entries), datetime.fromisoformat(last["at"]))


def _is_about(question: str, what: str) -> bool:
    """Does a question hold all words with content of what was asked for?"""
    said = {form for word in phrase(question) for form in forms(word)}
    return all(forms(word) & said for word in phrase(what) if not _is_small(word))


def _is_small(word: str) -> bool:
    known = words()
    small = {each for said in (*known.empty, *known.focus) for each in said}
    return word in _KINDS or word in known.me or word in known.licensed or word in small
