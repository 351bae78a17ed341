"""What still has to be done: "leads we have yet to meet", "invoices to be paid", "tickets that need closing" speak of what is not done.

Works on words alone. A verb behind such words is never read as something that happened.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from agent.language.words import Token

_PASSIVE = frozenset({"be", "get"})
_STILL = frozenset({"still", "yet", "also", "first"})
_OBLIGING = frozenset({"have", "has", "need", "needs", "got", "ought", "left", "remain", "remains", "remaining", "had", "needed"})
_OVER = frozenset({"had", "needed"})    # an obligation that may be over by now
_OPEN = frozenset({"yet", "still", "left", "remain", "remains", "remaining"})     # words by which it is not done for certain


@dataclass(frozen=True, slots=True)
class Obligation:
    """The words before a verb by which it still has to be done. `first`: the first of them; `passive`: "to be paid"."""

    first: int
    passive: bool
    over: bool                          # "had to": may be done by now
    undone: bool                        # "yet to", "still have to": no plan, but what is not done


def obligation(tokens: Sequence[Token], verb: int, nouns: Set[int] = frozenset()) -> Obligation | None:
    """What obliges to the verb that begins there: "(still) have to", "yet to be", "to be", "(leads) to"; None where nothing does.

    `nouns`: the tokens behind the nouns of what the verb is done with.
    """
    at = verb - 1
    passive = at >= 0 and tokens[at].plain in _PASSIVE
    at -= passive
    if at < 0 or tokens[at].plain != "to":
        return None
    first = at
    while first > 0 and tokens[first - 1].plain in _STILL | _OBLIGING:
        first -= 1
    said = {t.plain for t in tokens[first:at]}
    if not passive and at not in nouns and not said & (_OBLIGING | {"yet", "still"}):
        return None                     # "the first to join", "expected to close"
    return Obligation(first, passive, bool(said & _OVER), bool(said & _OPEN))
