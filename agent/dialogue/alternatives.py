"""What else an answered question may have meant, offered beside the answer: other readings of its words, other things of its names.

Only what the person could have been asked about is offered. Taking one up asks the same words anew, as of the turn that was answered, with that
meaning chosen: names are settled and rights are asked as for any question. What that needs stands in the history, with the answer.
"""

from collections.abc import Iterator
from dataclasses import replace

from agent.access.labels import labels
from agent.answer import Alternatives, Answer, Option, Reason
from agent.errors import Choice, Declined
from agent.language.words import Utterance
from agent.question.dialogue import OfferEntry, asked_in
from agent.question.links import LEARNED, NOT_SO
from agent.question.turn import Turn
from agent.understand.by_grammar import READING

MOST = 3


def with_alternatives(turn: Turn, answer: Answer) -> tuple[Turn, Answer]:
    """Turn and answer with what else may have been meant, names first: a default was taken for them."""
    if turn.progress.goal is None or turn.request.place is not None:
        return turn, answer
    anew = _anew(turn)
    instead = (*(*_names(turn), *((READING, choice) for choice in turn.read.readings))[: MOST - len(anew)], *anew)
    turn = replace(turn, told=replace(turn.told, instead=instead))
    options = tuple(Option(each["id"], each["label"]) for each in offer_entry(turn)["options"])
    return turn, replace(answer, alternatives=Alternatives(turn.context.ledger.question, options)) if options else answer


def offer_entry(turn: Turn) -> OfferEntry:
    """What the history holds of an offer: what was chosen so far, and what each option chooses."""
    offered = enumerate(turn.told.instead, 1)
    options = [{"id": f"a{i}", "label": choice.label, "mention": mention, "key": choice.key} for i, (mention, choice) in offered]
    return {"choices": dict(turn.context.links.choices), "options": options}


def take_up_alternative(turn: Turn) -> Turn | None:
    """Where this replies to what an answer offered: its question asked anew, with that meaning. None where it does not.

    Raises Declined for what was not offered.
    """
    entry = next((e for e in turn.dialogue.said if e.get("id") == turn.ask.reply_to), None)
    if entry is None or "instead" not in entry:
        return None
    offer = entry["instead"]
    one = next((o for o in offer["options"] if turn.ask.text.strip() in (o["id"], o["label"])), None)
    if one is None:
        raise Declined(Reason.NO_RECORD, "That answer offered no such meaning. Please ask it in words.")
    turn.context.links.choose({**offer["choices"], one["mention"]: one["key"]})
    return replace(turn, text=Utterance(asked_in(entry)))


def _anew(turn: Turn) -> tuple[tuple[str, Choice], ...]:
    """The way back from a learned reading."""
    learned = turn.context.links.choices.get(LEARNED)
    return ((LEARNED, Choice(f"{NOT_SO}{learned}", "read it anew, not as it was learned")),) if learned is not None else ()


def _names(turn: Turn) -> Iterator[tuple[str, Choice]]:
    """The other things that a settled name may stand for, in words that tell them from the one that was taken."""
    taken = {named.mention: candidate for named, candidate in turn.context.links.settled.items()}
    for mention in sorted(taken):
        others = turn.context.links.passed_over(mention)[:MOST]
        shown = labels(turn.context, (taken[mention], *others)) if others else {}
        yield from ((mention, Choice(c.key, f"“{mention}” as {shown[c.key]}")) for c in others)
