"""What may be meant by a name that nothing bears: things whose names are near in meaning, offered to the person and never taken by itself.

Only where the installation has a model for vectors. It is asked for a moment only: where it is away, slow or wrong, there is nothing to offer.
"""

from collections.abc import Mapping, Sequence

from agent.access.gate import own_words
from agent.access.knowable import offered
from agent.access.labels import called, choices
from agent.answer import Reason
from agent.errors import HOW_WRITTEN, Choice, Declined, NeedsChoice
from agent.plan.algebra import ANY_MODEL, Named
from agent.question.context import QuestionContext
from agent.question.meaning import meaning_of
from kg.names import name_words
from kg.resolve import Candidate, Wanted, by_key, find_each
from kg.rows import model_of
from kg.schema import HUB_KINDS
from kg.vectors import near_names

MOST = 5
MOST_TOLD = 3                           # things named beside "I found no …"; a word that more bear is telling of none


def chosen_instead(context: QuestionContext, named: Named) -> tuple[Candidate, ...]:
    """What the person chose where nothing was called so, as long as it is there."""
    key = context.links.choices.get(named.mention, "")
    return tuple(by_key(context.graph, context.tenant, [key]).values()) if model_of(key) == named.model else ()


def offer(context: QuestionContext, wanted: Sequence[Sequence[Named]], found: Mapping[Named, Sequence[Candidate]]) -> None:
    """Ask whether something near is meant, where of one reading nothing but one name is missing. `wanted`: the names of each reading.

    Raises NeedsChoice; returns where there is nothing to offer.
    """
    missing = [[n for n in names if not found[n]] for names in wanted]
    single = sorted({n for names in missing for n in names if len({m.mention for m in names}) == 1 and n.model != ANY_MODEL},
                    key=lambda n: (n.mention, n.model))
    asked = [n for n in single if n.mention == single[0].mention and n.mention not in context.links.choices]
    meant = meaning_of(context, asked[0].mention) if asked else None
    if meant is None:
        return
    context.graph_queries.add(3)
    near = offered(context, near_names(context.graph, context.tenant, meant, {n.model for n in asked}, MOST))
    if near:
        labels = {c.key: own_words(f"{called(context, c)} ({context.catalogue.models[c.model].label})") for c in near}
        raise _asked(asked[0].mention, tuple(Choice(key, label) for key, label in labels.items()))


def near_instead(context: QuestionContext, mention: str, near: Sequence[Candidate]) -> NeedsChoice | Declined:
    """What ends a look for a name that nothing bears, where something is called nearly so: a question back. `near`: as far as the asker may know."""
    if not near:
        return Declined(Reason.NO_RECORD, f"I found nothing called “{mention}”. {HOW_WRITTEN}")
    return _asked(mention, choices(context, near[:MOST]))


def near_told(context: QuestionContext, named: Named) -> str:
    """What of the kind shares a telling word with a name that nothing bears, as a sentence; "" where the asker may know of nothing like that.

    A word that many bear tells nothing: of "Yolanda Falkenrath" the Falkenraths are told, of "Jon Nobody" not every Jon.
    """
    said = name_words(named.mention)
    if len(said) < 2 or named.model not in HUB_KINDS:
        return ""
    context.graph_queries.add()
    found = find_each(context.graph, context.tenant, [Wanted(said, [named.model])], slips=())[0]
    telling = [some for some in found.values() if 0 < len(some) <= MOST_TOLD]
    near = offered(context, list({c.key: c for some in telling for c in some}.values()))[:MOST_TOLD]
    names = list(dict.fromkeys(called(context, c) for c in near))
    return f" {'Near is' if len(names) == 1 else 'Near are'} {', '.join(names)}." if names else ""


def _asked(mention: str, near: tuple[Choice, ...]) -> NeedsChoice:
    return NeedsChoice(mention, f"I found nothing called “{mention}”. {'Is one of these' if len(near) > 1 else 'Is this'} meant?", near)
