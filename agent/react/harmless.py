"""Where a word that nobody knows restricts nothing, whatever it means: it cannot be a condition there."""

from agent.plan import Figures, Groups, Me, Named, Show, Table, Tally
from agent.react.heard import Hearing, Made
from agent.react.preamble import SENTENCE_ENDS, SPEAKERS
from agent.react.quotes import Quotes

_BEHIND_AN_IMPERATIVE = frozenset({"me", "us", "the", "our", "my", "a", "an", "all", "up", "out", "through", "into", "down"})
_BEING = frozenset({"'m", "'re", "am", "are", "was", "were"})
_DOING = frozenset({"does", "do"})
_PARTICLES = frozenset({"up", "out", "down"})
_REQUESTS = frozenset({"agg", "summ", "sort", "sorting", "breaking", "count"})
_UNITS = frozenset({"unit", "currency"})
_TOLD = frozenset({"figure", "figures"})
_SORTING = ("ing", "sorted", "ranked")
_ORDERS = frozenset({"top", "superlative", "most", "most_first", "newest", "direction"})


def is_harmless(hearing: Hearing, made: Made, place: int) -> bool:
    """Is it said first of oneself, an imperative, part of a verb that asks, or does it lead to a unit, an order or the one thing asked of?"""
    quotes = hearing.quotes
    alone = any(test(quotes, place) for test in (_is_aside, _is_imperative, _is_part_of_request, _is_wise, _leads))
    return alone or _is_of_one(made, quotes, place) or _is_what_is_told(made, quotes, place)


def _is_aside(quotes: Quotes, place: int) -> bool:
    """"I'm preparing the October numbers. How many …": the verb of what somebody says first of themselves."""
    is_theirs = place > 0 and quotes.tokens[place - 1].plain in SPEAKERS | _BEING
    end = next((i for i in range(1, len(quotes.tokens)) if quotes.is_parted(i, SENTENCE_ENDS)), 0)
    return is_theirs and quotes.tokens[0].plain in SPEAKERS and place < end


def _is_imperative(quotes: Quotes, place: int) -> bool:
    """"Walk me through …", "Drill into the …": the first word of a sentence, and no adjective of what follows."""
    begins = quotes.empty.issuperset(range(place)) or quotes.is_parted(place)
    return begins and not _BEHIND_AN_IMPERATIVE.isdisjoint(quotes.between(place + 1, place + 2))


def _is_part_of_request(quotes: Quotes, place: int) -> bool:
    """"Sum up", "count out"."""
    parts = (e for e in quotes.noted if e.last == place or (e.last < place and e.meaning.kind == "breaking"))      # "break the revenue down"
    return quotes.tokens[place].plain in _PARTICLES and any(e.meaning.kind in _REQUESTS for e in parts)


def _is_wise(quotes: Quotes, place: int) -> bool:
    """"status wise": what stands before it is asked for."""
    return quotes.tokens[place].plain == "wise" and place > 0 and quotes.is_taken(place - 1, place)


def _leads(quotes: Quotes, place: int) -> bool:
    """"expressed in hours", "starting with the newest": only small words stand between it and the unit or the order."""
    after = place + 1
    while after < len(quotes.tokens) and quotes.is_small(after):
        after += 1
    kinds = {e.meaning.kind for e in quotes.noted if e.first <= after < e.last and e.first > place}
    return bool(kinds & _UNITS) or (bool(kinds & _ORDERS) and quotes.tokens[place].plain.endswith(_SORTING))


def _is_what_is_told(made: Made, quotes: Quotes, place: int) -> bool:
    """"with the figure for each": the figures of an answer that has some."""
    ordered = made.goal.order.by if isinstance(made.goal, Table) and made.goal.order is not None else None
    has_figures = isinstance(made.goal, Figures | Groups) or isinstance(ordered, Tally)
    return has_figures and quotes.tokens[place].plain in _TOLD


def _is_of_one(made: Made, quotes: Quotes, place: int) -> bool:
    """"Which position does Ben hold?": the verb of a question for one field of one thing, as it is now."""
    is_one = isinstance(made.goal, Show) and isinstance(made.main.part, Named | Me)
    behind = place > 0 and made.main.cover >> place - 1 & 1
    return is_one and bool(behind) and any(t.plain in _DOING for t in quotes.tokens[:place])
