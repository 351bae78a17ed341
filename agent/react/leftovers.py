"""What a plan does not hold of a question's words: those that say nothing here are passed over, those that may say something are not.

A word is left aside in silence only if the lattice knows it as one that carries no part of a question, or if the plan says its meaning
already. One that nobody knows is passed over with the person's word. What would be a condition, a name, a time, an order, a number or a
negation must stand in the plan.
"""

from collections.abc import Iterator, Sequence

from agent.language import phrases_in
from agent.plan import Link, Step, parts
from agent.react import shape
from agent.react.figures import HOW_BIG
from agent.react.harmless import is_harmless
from agent.react.heard import Hearing, Made, ends
from agent.react.quotes import Quotes, Unfounded
from agent.react.relations import TYING
from agent.react.sentence import told_as
from agent.react.silent import table
from agent.react.whether import is_tag
from agent.rules.evidence import Evidence
from agent.rules.seeds import seed

_FILLERS = frozenset({"focus", "idle", "all", "ours", "us", "still", "for"})
_ALSO = {"summary": ("summ",), "table": ("per", "each", "hole"), "whether": ("whether",), "edit": ("back",),      # a table has a row for each
         "list": ("hole",),              # "please list them"
         "show": ("each", "count"), "groups": ("breaking",)}
_PHRASES = {"summary": "telling", "groups": "spreads", "edit": "narrowing"}          # lists of courtesy.toml
_POINTING = frozenset({"they", "them", "those", "these", "their", "it", "its", "there"})
_IDLE = _FILLERS | {"hole", "theirs", "whether", "breaking", "split", "current", "told", "names_too", "base", "upward", "those", "ones", "takes"}
_OF_MODELS = frozenset({"is", "is_not", "field", "rel", "forward", "backward", "done", "place", "most", "most_first", "than", "metric"})
_LEADING = frozenset({"rel", "forward", "backward", "place", "done"})


def question_words(hearing: Hearing, plan: shape.Plan, made: Made) -> tuple[Evidence, ...]:
    """The free words that belong to the plan as a whole: question words, "all", "still", "is there". They are taken."""
    quotes, kinds = hearing.quotes, _FILLERS.union(_ALSO.get(plan.kind, ()))
    _pass_over_pronouns(hearing, made)
    if plan.kind in _PHRASES:
        quotes.pass_over_phrases(_PHRASES[plan.kind])
    tag = min((e.first for e in quotes.evidence if e.meaning.kind == "whether" and is_tag(quotes, e)), default=len(quotes.tokens))
    for place in range(tag, len(quotes.tokens)):
        quotes.pass_over(place, place + 1)
    found: list[Evidence] = []
    for piece in sorted(quotes.evidence, key=lambda e: (e.first, -e.last)):
        if piece.meaning.kind not in kinds or quotes.taken & piece.cover or quotes.is_overruled(piece):
            continue
        if piece.meaning.kind == "focus" and quotes.empty.issuperset(range(piece.first, piece.last)):
            quotes.pass_over(piece.first, piece.last)       # "when" of "when it comes to"
        elif piece.text in HOW_BIG and any(element == "count:count" for element, _ in quotes.said):
            quotes.pass_over(piece.first, piece.last)       # "how big is the number of …" asks once
        else:
            found += quotes.take_small(piece).evidence
    return tuple(found)


def check_leftovers(hearing: Hearing, made: Made) -> None:
    """Every word with content is in the plan, or may be left out of it. Raises Unfounded, naming all that may not."""
    quotes = hearing.quotes
    free = [place for place in range(len(quotes.tokens)) if quotes.content() >> place & 1 and not quotes.is_taken(place, place + 1)]
    light = _light(quotes)
    wrong = [fault for place in free if (fault := _fault(hearing, made, place))]
    if wrong:
        raise Unfounded(f"The plan leaves out {'; '.join(dict.fromkeys(wrong))}. Put it into an element of its kind, or say that it cannot be.")
    asides = [place for place in free if place not in light and not _is_known(hearing, made, place) and not _is_harmless(hearing, made, place)]
    for first, last in _runs(asides):
        hearing.doubt(f"I pass over “{quotes.text(first, last)}”.")
    for place in free:
        quotes.pass_over(place, place + 1)


def _is_harmless(hearing: Hearing, made: Made, place: int) -> bool:
    """Does a word mean nothing at all here, where no word can restrict anything?"""
    return not any(True for _ in _readings(hearing.quotes, place)) and is_harmless(hearing, made, place)


def _light(quotes: Quotes) -> frozenset[int]:
    """Verbs and small words that say no more than that things are tied: not "fell through", which is another verb."""
    verbs, small = (phrases_in(quotes.tokens, table()[name]) for name in ("light", "prepositions"))
    particles = phrases_in(quotes.tokens, table()["particles"])
    tying = frozenset(i for i, t in enumerate(quotes.tokens) if t.plain in TYING)
    return tying | frozenset(i for i in verbs if i + 1 not in particles) | frozenset(i for i in small if i not in particles or i - 1 not in verbs)


def _fault(hearing: Hearing, made: Made, place: int) -> str:
    """Why a word may not be left out; "" if it may."""
    quotes = hearing.quotes
    needed = next((e for e in _readings(quotes, place) if _is_needed(hearing, made, e)), None)
    if needed is not None:
        told = told_as(needed.meaning)
        return f"“{quotes.text(needed.first, needed.last)}”" + (f" ({told})" if told else "")
    return "" if not quotes.turns(place) or _is_known(hearing, made, place) else f"“{quotes.tokens[place].text}”"


def _readings(quotes: Quotes, place: int) -> Iterator[Evidence]:
    """What a free word may mean, alone or with other free ones."""
    here = (e for e in quotes.evidence if e.cover >> place & 1 and e.how != "unknown")
    yield from (e for e in here if not e.cover & quotes.taken and not quotes.is_overruled(e))


def _is_needed(hearing: Hearing, made: Made, piece: Evidence) -> bool:
    """Would it restrict, turn or name something that the plan does not hold?"""
    kind = piece.meaning.kind
    if kind in _IDLE or _is_held(hearing, made, piece) or TYING.issuperset(hearing.quotes.between(piece.first, piece.last)):
        return False
    if kind in ("forward", "place") and _is_of_another(hearing, piece):
        return False
    if kind in _OF_MODELS or kind == "noun":
        return _model(hearing, piece) in hearing.quotes.models
    return True


def _is_of_another(hearing: Hearing, verb: Evidence) -> bool:
    """Is what follows a verb nothing that its relation leads to? "sit in" of "sit in Lisbon" says no team."""
    place = verb.last
    while hearing.quotes.is_small(place) and place < len(hearing.quotes.tokens):
        place += 1
    to = hearing.catalogue.relation(verb.meaning.target).to
    objects = [e for e in hearing.quotes.noted if e.first == place and e.meaning.kind in ("name", "where")]
    return bool(objects) and all(e.meaning.target.partition(".")[0] != to for e in objects)


def _model(hearing: Hearing, piece: Evidence) -> str:
    metric = hearing.catalogue.metrics.get(piece.meaning.target) if piece.meaning.kind == "metric" else None
    return metric.of if metric else piece.meaning.target.partition(".")[0]


def _is_held(hearing: Hearing, made: Made, piece: Evidence) -> bool:
    """Does the plan say the same already: by another word, by a relation on its way, or as the kind of what stands beside it?"""
    said = {element for element, _ in hearing.quotes.said}
    if piece.meaning.kind == "noun":
        return any(e.meaning.target.partition(".")[0] == piece.meaning.target and (e.last == piece.first or piece.last == e.first)
                   for e in hearing.quotes.noted if e.meaning.kind in ("name", "where"))
    if piece.meaning.kind == "me":      # "do I have anybody on my team"; "I'm preparing the October numbers. …"
        is_mine = any(e.meaning.kind == "me" for e in hearing.quotes.noted)
        return is_mine or (piece.first == 0 and hearing.quotes.ends_early())
    if piece.meaning.kind in _LEADING:
        return piece.meaning.target in {p.relation for p in parts(made.goal) if isinstance(p, Link | Step)}
    if piece.meaning.kind == "adding_up":       # "what does it come to on average"
        return any(element.startswith("agg:") for element in said)
    if piece.meaning.kind == "count":
        return "count:count" in said
    return piece.meaning.kind not in ("name", "where", "not", "lack") and {e for e, _ in seed(hearing.catalogue, piece).said} <= said


def _is_known(hearing: Hearing, made: Made, place: int) -> bool:
    """Has a word a reading that says nothing beside the plan?"""
    return any(e.meaning.kind in _IDLE or _is_held(hearing, made, e) for e in _readings(hearing.quotes, place))


def _pass_over_pronouns(hearing: Hearing, made: Made) -> None:
    """"Which deals did we lose, and what were they worth?": the rows themselves, where no other set is named before."""
    sets = [h for each in made.whole for h in each.everything() if h.own and h.model and h is not made.main]
    if sets or not made.main.cover:
        return
    for place in range(ends(made.main.own or made.main.cover)[0], len(hearing.quotes.tokens)):
        if hearing.quotes.tokens[place].plain in _POINTING and not hearing.quotes.is_taken(place, place + 1):
            hearing.quotes.pass_over(place, place + 1)


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Places that follow each other, as first and the one after the last."""
    starts = [p for p in places if p - 1 not in places]
    for start in starts:
        end = start
        while end in places:
            end += 1
        yield start, end
