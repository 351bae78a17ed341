"""Do the small words of a question agree with a plan: what it asks (who, when, how much), what it groups by, of what it says "all" or "any"?"""

from collections.abc import Callable, Mapping

from agent.plan import Figures, Goal, Groups, Names, Show, Table
from agent.react.heard import Heard, Hearing, Made, before
from agent.react.quotes import Unfounded
from agent.react.sentence import union
from agent.react.structure import is_relative
from agent.react.things import ANYBODY
from agent.rules.evidence import Evidence

_NUMBERS = frozenset({"number", "money", "quantity"})
_PLACES = frozenset({"city", "country"})
_NAMING = frozenset({"rel", "backward", "done"})
_PARTIES = frozenset({"crm/Account", "accounting/Contact"})        # "who are our customers?"


def check_focus(hearing: Hearing, made: Made, small: tuple[Evidence, ...]) -> None:
    """A question word and what it asks for agree: who, when, where, how much."""
    for word in (e for e in small if e.meaning.kind == "focus"):
        focus = word.meaning.target
        if focus == "who" and is_relative(hearing, word.first) and not hearing.quotes.is_parted(word.first):
            continue
        if focus in _FOCUS and not (_FOCUS[focus](hearing, made) and not _counts_things(hearing, made, word)):
            raise Unfounded(f"The question asks {focus.replace('_', ' ')}; the plan does not answer that.")


def _counts_things(hearing: Hearing, made: Made, word: Evidence) -> bool:
    """"how many invoices …" wants their number, and no field of them."""
    place = next((i for i in range(word.last, len(hearing.quotes.tokens)) if i not in hearing.quotes.empty), 0)
    return isinstance(made.goal, Show) and word.text.endswith("many") and bool(made.main.own >> place & 1)


def _who(hearing: Hearing, made: Made) -> bool:
    if isinstance(made.goal, Groups):   # "who closed how many deals": a figure for each of them
        return any(key.field is None and bool(key.path) and _is_party(hearing, key.path[-1].to) for key in made.goal.keys)
    return isinstance(made.goal, Names | Table) and _is_party(hearing, made.main.model)


def _is_party(hearing: Hearing, model: str) -> bool:
    """Is it somebody: a person, or who does business with us?"""
    known = hearing.catalogue.models.get(model)
    return known is not None and (known.is_person or known.id in _PARTIES)


def _kind_shown(hearing: Hearing, goal: Goal) -> str:
    return hearing.catalogue.field(goal.field).kind if isinstance(goal, Show) else ""


_FOCUS: Mapping[str, Callable[[Hearing, Made], bool]] = {
    "who": _who,
    "when": lambda hearing, made: _kind_shown(hearing, made.goal) in ("date", "datetime"),
    "where": lambda _, made: isinstance(made.goal, Show) and made.goal.field.rpartition(".")[2] in _PLACES,
    "how_much": lambda hearing, made: isinstance(made.goal, Figures | Groups) or _kind_shown(hearing, made.goal) in _NUMBERS,
}


def check_rows(hearing: Hearing, made: Made, small: tuple[Evidence, ...]) -> None:
    """"per" and "each" of a table stand before its rows; before anything else they group."""
    for word in (e for e in small if e.meaning.kind in ("per", "each")):
        place = next((i for i in range(word.last, len(hearing.quotes.tokens)) if i not in hearing.quotes.empty), word.last)
        is_of_order = isinstance(made.goal, Table) and made.goal.order is not None and made.whole[-1].cover >> place & 1
        is_last = place == len(hearing.quotes.tokens) or hearing.quotes.is_parted(word.last)
        is_of_rows = isinstance(made.goal, Table) and is_last                                   # "…, with the figure for each"
        if word.meaning.kind == "per" and not made.main.cover >> place & 1 and not (is_of_order or is_of_rows):
            raise Unfounded(f"“{word.text}” groups by what follows it: that is a plan of the kind groups, and the words are its key.")


def check_whole_words(hearing: Hearing, made: Made, small: tuple[Evidence, ...]) -> None:
    """"all" and "any" of what is listed or counted change nothing; of anything within it they would, and no plan says so."""
    has_noun = any(e.meaning.detail not in ANYBODY for e in made.main.evidence)
    naming = [] if has_noun else [h for h in made.main.inside if any(e.meaning.kind in _NAMING for e in h.evidence)]
    for word in (e for e in small if e.meaning.kind == "all"):
        inner = union(h.cover for h in made.main.inside if h not in naming or not before(word.cover, h.own))     # "any of my reports"
        if inner >> word.last & 1 and not _is_adjective(hearing, made.main, word.last):
            raise Unfounded(f"“{word.text}” is said of something within the plan, and nothing there says it.")


def _is_adjective(hearing: Hearing, main: Heard, place: int) -> bool:
    """Does the word stand before the main noun, as one of its conditions?"""
    limit = next((h for h in main.inside if h.cover >> place & 1), None)
    return limit is not None and not limit.inside and bool(main.own >> place)
