"""Does a plan hang together as the words do? What restricts a thing stands with it, and with the nearest thing that it can restrict.

A model may quote the right words and tie them wrongly: the owner of one thing, the time of another. Words that belong together stand together
in a question, so two elements of a plan may not be wound into each other; and of two things that a restriction fits, the nearer one has it.
"""

from collections.abc import Sequence

from agent.plan import Set
from agent.react.heard import POINTED, Heard, Hearing, ends
from agent.react.quotes import Unfounded

_TYPED = frozenset({"is", "value"})


def check_structure(hearing: Hearing, spots: Sequence[Heard], whole: Sequence[Heard]) -> None:
    """`spots`: the elements of a plan that may stand anywhere, the conditions of its main set among them; `whole`: its elements as they are.

    Raises Unfounded where words are tied across others; where two things fit equally well, the hearing notes a doubt.
    """
    content = hearing.quotes.content()
    for spot in spots:
        for heard in spot.everything():
            _check_whole(hearing, heard, content)
    sets = [heard for each in whole for heard in each.everything() if isinstance(heard.part, Set)]
    asked = _asked(hearing)
    for holder in sets:
        for limit in holder.inside:
            _check_nearest(hearing, holder, limit, sets)
            _check_head(hearing, holder, limit, asked)
    _check_who(hearing, sets)


def spots_of(main: Heard) -> tuple[Heard, ...]:
    """A main set taken apart: its noun, and each of its conditions, which may stand before, behind or at the end of the question."""
    return (Heard(main.part, main.own, (), main.model, main.evidence), *main.inside) if isinstance(main.part, Set) else (main,)


def _check_whole(hearing: Hearing, heard: Heard, content: int) -> None:
    """All words with content between the first and the last word of an element are its own."""
    if not heard.inside or not heard.cover or any(each.kind == POINTED for each in heard.everything()):
        return
    first, last = ends(heard.cover)
    quotes = hearing.quotes
    strange = ((1 << last + 1) - (1 << first)) & content & quotes.taken & ~(heard.cover | quotes.passed | quotes.small)
    if strange:
        words = ", ".join(f"“{w}”" for w in sorted(hearing.quotes.plain(strange)))
        raise Unfounded(f"{words} stands in the middle of something else. Tie words to what they stand with.")


def _check_nearest(hearing: Hearing, holder: Heard, limit: Heard, sets: Sequence[Heard]) -> None:
    if not holder.own or not limit.cover:
        return
    noun, place = ends(holder.own)[0], ends(limit.cover)[0]
    for other in sets:
        if other is holder or not other.own or not _fits(hearing, other.model, limit):
            continue
        there = ends(other.own)[0]
        between = there < place < noun and place - ends(other.own)[1] < noun - ends(limit.cover)[1]      # "accounts in Shipbuilding have deals"
        if noun < there < place or place < there < noun or between:
            raise Unfounded(f"“{_text(hearing, limit.cover)}” stands nearer to “{_text(hearing, other.own)}”, which it can restrict as well.")
        if there < noun < place:
            hearing.doubt(f"“{_text(hearing, limit.cover)}” may be said of “{_text(hearing, other.own)}” too.")


def _asked(hearing: Hearing) -> int:
    """The place of the question word, or of "how many": what is asked for follows it. 0 where there is none."""
    words = [e.first for e in hearing.quotes.evidence if e.meaning.kind in ("focus", "count") and e.meaning.target != "list"]
    return max((place for place in words if not is_relative(hearing, place)), default=0)


def is_relative(hearing: Hearing, place: int) -> bool:
    """Does a noun, or what is said of one, stand right before "who" or "which"? Then it does not ask."""
    quotes = hearing.quotes
    nouns = (e for e in quotes.evidence if e.meaning.kind in ("noun", "name", "rel"))
    return any(e.last == place for e in nouns) or (place > 0 and quotes.is_taken(place - 1, place) and not quotes.is_parted(place))


def _check_head(hearing: Hearing, holder: Heard, limit: Heard, asked: int) -> None:
    """What is asked for is named before what restricts it: "which accounts have open deals" does not list deals.

    But for a possessive ("my team's tickets"), and for what was set before the question word ("for accounts in Pune, which deals …").
    """
    is_added = hearing.quotes.between(asked - 1, asked) == ("and",)         # "the open deals and who owns each"
    if not holder.own and not is_added:
        return
    noun = ends(holder.own)[0] if holder.own else asked
    for inner in (each for each in limit.everything() if isinstance(each.part, Set) and each.own):
        first, last = ends(inner.cover)
        is_fronted = last < asked <= noun and not is_added
        if first < noun and not is_fronted and hearing.quotes.between(last + 1, last + 2) != ("'s",):
            before = _text(hearing, holder.own) or hearing.quotes.text(asked, asked + 1)
            raise Unfounded(f"“{_text(hearing, inner.own)}” is named before “{before}”: it is what is asked for.")


def _check_who(hearing: Hearing, sets: Sequence[Heard]) -> None:
    """A "who" that asks is part of the plan."""
    for place, token in enumerate(hearing.quotes.tokens):
        is_taken = hearing.quotes.taken >> place & 1
        if token.plain in ("who", "whom") and not is_taken and not any(h.own >> place - 1 & 1 for h in sets if place):
            raise Unfounded("The question asks who: quote that word.")


def _fits(hearing: Hearing, model: str, limit: Heard) -> bool:
    """Could the same words restrict things of this model?"""
    if limit.kind == "period":
        return len(limit.evidence) == 1 and bool(hearing.usual_time(model))
    if limit.kind not in _TYPED:
        return False
    spans = {(e.first, e.last) for e in limit.evidence}
    return any((e.first, e.last) in spans and e.meaning.kind in ("is", "is_not", "where") and e.meaning.target.partition(".")[0] == model
               for e in hearing.quotes.evidence)


def _text(hearing: Hearing, mask: int) -> str:
    return " ".join(t.text for i, t in enumerate(hearing.quotes.tokens) if mask >> i & 1)
