"""Figures, columns, keys and orders of a proposal, held against the words that it quotes for them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar, cast

from agent.language import words
from agent.plan import Column, Is, Key, Measure, Order, Quantity, Set, Tally
from agent.react import shape
from agent.react.heard import Heard, Hearing, before
from agent.react.metrics import metric
from agent.react.pieces import check_nearest_meaning, field_of, unit_of
from agent.react.quotes import Quoted, Unfounded
from agent.react.things import condition, thing
from agent.rules.evidence import Evidence
from agent.rules.grammar.groups import keys_of
from agent.rules.grammar.limits import excluded
from agent.rules.grammar.orders import falls
from agent.rules.grammar.shares import among
from agent.rules.grammar.tallies import columns_of
from agent.rules.items import COMPARABLE, Ask, Columns, Word
from agent.rules.items import Figure as Said
from agent.rules.vocabulary import Meaning

T = TypeVar("T")
HOW_BIG = frozenset({"how big", "how large"})       # "how big is the pile of tickets"
_BESIDE = frozenset({"focus", "each", "hole"})       # "what is the … of each"
_RISING = frozenset({"early", "asc", "least"})
_ORDERS = frozenset({"most", "most_first", "top", "newest", "superlative", "sort", "sorting", "direction"})
_OF_GROUPS = frozenset({"top", "superlative", "sort", "sorting", "direction"})
_ENDS = frozenset({"most", "superlative", "top"})
_FOREGOING = frozenset({"top", "superlative"})
_HIGHEST = frozenset({"highest", "largest", "biggest"})      # one of them, where no number is said
_NUMBERS = frozenset({"number", "money", "quantity"})
_DIVIDING = frozenset({"per", "each", "breaking"})


def figure(hearing: Hearing, said: shape.Figure, *, may_be_plain: bool = False) -> Heard:
    """One figure: a measure. `may_be_plain`: things that are grouped are counted without a word for it. Raises Unfounded."""
    if said.how == "metric":
        return metric(hearing, said)
    if said.how == "share":
        return _share(hearing, said)
    return _count(hearing, said, may_be_plain) if said.how == "count" else _aggregate(hearing, said)


def _count(hearing: Hearing, said: shape.Figure, may_be_plain: bool) -> Heard:
    def is_count(e: Evidence) -> bool:
        return e.meaning.kind == "count" or (e.meaning.kind == "focus" and e.text in HOW_BIG)

    # What is grouped is counted without a word for it.
    word = hearing.quotes.perhaps(is_count) if may_be_plain else hearing.quotes.find(said.said, is_count, "a number of them: “how many”")
    of = _counted(hearing, said.thing)
    return Heard(Measure(of.part, "count"), word.cover, (of,), of.model, word.evidence)


def _counted(hearing: Hearing, said: shape.Thing) -> Heard:
    of = thing(hearing, said)
    if not isinstance(of.part, Set) or of.part.newest:
        raise Unfounded("A figure is over a set.")
    return of


def _aggregate(hearing: Hearing, said: shape.Figure) -> Heard:
    asked = field_of(hearing, said.target or f"{said.thing.model}.{_size(hearing, said.thing.model)}")
    field = field_of(hearing, COMPARABLE.get(asked.id, asked.id))

    def fits(e: Evidence) -> bool:
        is_how_much = said.how == "sum" and field.kind == "money" and (e.meaning.kind, e.text) == ("focus", "how much")
        is_share = hearing.quotes.between(e.last, e.last + 1) == ("of",)        # "how much of it" may want a share
        is_adding = said.how == "sum" and e.meaning.kind == "adding_up"         # "what do they come to"
        is_field = e.meaning.kind == "field" and e.meaning.target in (asked.id, field.id)
        return is_adding or is_field or (is_how_much and not is_share) or (e.meaning.kind, e.meaning.target) == ("agg", said.how)

    word = hearing.quotes.find(said.said, fits, f"the {said.how} of {field.id}")
    kinds = {e.meaning.kind for e in word.evidence}
    is_total = said.how == "sum" and any(e.meaning.kind == "field" and e.text.startswith("total") for e in word.evidence)
    is_total = is_total or bool(kinds & {"focus", "adding_up"})         # "how much came in": all of it
    if field.kind not in _NUMBERS or not ("agg" in kinds or is_total):
        raise Unfounded(f"No word says the {said.how} of {field.id}.")
    if "field" not in kinds and asked.name != _size(hearing, asked.model):
        raise Unfounded(f"No word says {asked.id}.")
    of = thing(hearing, said.thing, led_to="field" in kinds and said.thing.model == field.model)
    if of.model != field.model or not isinstance(of.part, Set):
        raise Unfounded(f"{field.id} is a field of {field.model}: the figure is over a set of it.")
    for element in (f"field:{field.id}", f"size:{field.model}", *((f"agg:{said.how}",) if is_total else ())):
        hearing.quotes.claim(element, word.cover)
    unit, cover = unit_of(hearing, said.unit, field.kind, bool(field.unit or field.unit_field))
    measure = Measure(of.part, said.how, field.id, unit=unit)  # type: ignore[arg-type]  # how: metrics were told apart before
    return Heard(measure, word.cover | cover, (of,), of.model, word.evidence)


def _size(hearing: Hearing, model: str) -> str:
    found = hearing.catalogue.models.get(model)
    return (found.size if found else None) or "(no size)"


def _is_share(hearing: Hearing, piece: Evidence) -> bool:
    """"what share", or "how much of" them."""
    is_part = (piece.meaning.kind, piece.text) == ("focus", "how much") and hearing.quotes.between(piece.last, piece.last + 1) == ("of",)
    return is_part or piece.meaning.kind == "share"


def _share(hearing: Hearing, said: shape.Figure) -> Heard:
    word = hearing.quotes.find(said.said, lambda e: _is_share(hearing, e), "a share")
    of = _counted(hearing, said.thing)
    part = tuple(condition(hearing, of.model, c, has_noun=True) for c in said.part)
    conditions = frozenset(c for each in part for c in each.part)
    hearing.quotes.claim("share:share", word.cover)
    if not part or excluded(hearing.catalogue, of.part.where, conditions):
        raise Unfounded("A share needs its word, what it is of, and what must hold of the part.")
    if not all(before(of.cover, each.cover) for each in part):
        raise Unfounded("What the share is of comes first, then what must hold of the part.")
    return Heard(Measure(among(hearing.catalogue, of.part, conditions), "share", part=conditions), word.cover, (of, *part), of.model, word.evidence)


# ---------------------------------------------------------------- columns, keys, orders


def column(hearing: Hearing, row: str, said: shape.Column) -> Heard:
    """What is shown of each row of a model. Raises Unfounded."""
    if said.figure is not None:
        heard = figure(hearing, said.figure, may_be_plain=True)
        part = _only(columns_of(hearing.catalogue, Said(heard.part, heard.kind), row), f"{heard.model} of {row}")[0]
        return Heard(part, 0, (heard,), heard.model)
    word = _target_word(hearing, said.said, said.target)
    check_nearest_meaning(hearing, row, word)
    is_relation = word.evidence[0].meaning.kind in ("rel", "backward")
    value = Word("rel", said.target) if is_relation else Ask(said.target)
    part = _only(columns_of(hearing.catalogue, Columns((value,)), row), f"{said.target} of {row}")[0]
    return Heard(part, word.cover, evidence=word.evidence)


def _target_word(hearing: Hearing, quotes: list[str], target: str) -> Quoted:
    word = hearing.quotes.find(quotes, lambda e: e.meaning.kind in _BESIDE or _says_of_row(hearing, e, target), target)
    word = replace(word, evidence=tuple(e for e in word.evidence if e.meaning.kind not in _BESIDE))
    if not word.evidence or not all(hearing.quotes.is_asked(e.meaning.detail) for e in word.evidence):
        raise Unfounded(f"These words do not ask for {target}: quote those that do.")
    return word


def _says_of_row(hearing: Hearing, piece: Evidence, target: str) -> bool:
    """A field, a relation's noun, or a verb of which "who" is the subject: "who owns each"."""
    if piece.meaning.target != target:
        return False
    asks_who = piece.first > 0 and words().focus.get(hearing.quotes.between(piece.first - 1, piece.first)) == "who"
    return piece.meaning.kind in ("field", "rel") or (piece.meaning.kind == "backward" and asks_who)


def key(hearing: Hearing, of: Heard, said: shape.Key, metric: str) -> Heard:
    """What the members of a set are grouped by. Raises Unfounded."""
    time = _verbs_time(hearing, of.part)
    spec, word = spec_of(hearing, said, time or hearing.usual_time(of.model))
    check_nearest_meaning(hearing, of.model, word)
    found = keys_of(hearing.catalogue, of.model, (spec,), metric, time)
    keys = _only(found, f"{' '.join(said.said)} of {of.model}")
    return Heard(keys[0], word.cover, evidence=word.evidence)


def spec_of(hearing: Hearing, said: shape.Key, time: str = "") -> tuple[tuple[str, str], Quoted]:
    """What kind of key its words say, and of what, whatever is grouped by it. `time`: the one that months are of. Raises Unfounded."""
    def fits(e: Evidence) -> bool:
        meaning = e.meaning
        bucket = meaning.kind == "bucket" and said.target in ("", meaning.target, time)
        return meaning.kind in _DIVIDING or bucket or (
            meaning.kind in ("field", "rel", "noun") and meaning.target == said.target and meaning.detail in ("", "plural"))

    word = hearing.quotes.find(said.said, fits, f"a key {said.target}")
    targets = [e for e in word.evidence if e.meaning.kind not in _DIVIDING]
    if len({(e.meaning.kind, e.meaning.target) for e in targets}) != 1:
        raise Unfounded("Quote “by” and the words for what it is grouped by.")
    dividing = [e.last for e in word.evidence if e.meaning.kind in _DIVIDING]
    if dividing and min(dividing) > targets[0].first:
        raise Unfounded(f"What it is grouped by follows its “by”; “{targets[0].text}” stands before it.")
    kind = {"noun": "model", "rel": "relation"}.get(targets[0].meaning.kind, targets[0].meaning.kind)
    return (kind, targets[0].meaning.target), word


def _verbs_time(hearing: Hearing, node: Set) -> str:
    """The time of the one verb that was said of a set: what was won in months, by its close date."""
    named = [c for c in node.where if isinstance(c, Is) and hearing.catalogue.predicate(c.predicate).time]
    return f"{node.model}.{hearing.catalogue.predicate(named[0].predicate).time}" if len(named) == 1 else ""


def order(hearing: Hearing, of: Heard, said: shape.Order) -> Heard:
    """An order of rows; the words give which way, and how many. Raises Unfounded."""
    word, ways, numbers = _order_words(hearing, of.model, said)
    by = _ordered_by(hearing, of.model, said.by, ways, word.cover)
    first = None if _is_whole_range(hearing, ways) else _how_many(hearing, ways, numbers, word.cover)
    return Heard(Order(cast("Column | Tally", by.part), _falls_by(hearing, by, ways), first), word.cover, (by,), evidence=word.evidence)


def order_of_groups(hearing: Hearing, measured: Heard, keys: tuple[Heard, ...], said: shape.Order) -> Heard:
    """An order of groups, by their figure. Raises Unfounded."""
    if said.by.said or said.by.target or said.by.figure is not None:
        raise Unfounded("Groups are ordered by their own figure: leave `by` empty.")
    word, ways, numbers = _order_words(hearing, "", said)
    kinds = {e.meaning.kind for e in ways}
    if not kinds <= _OF_GROUPS:
        raise Unfounded("These words order things by a field of their own, not groups by their figure.")
    if kinds & _FOREGOING and not before(word.cover, measured.cover):
        raise Unfounded("What there is most of follows its “most”.")
    if "top" in kinds and not measured.own:
        raise Unfounded("No word says a figure: “top 5 … by …” orders things by a field. Write a table.")
    if not _falls(ways) and any(cast(Key, key.part).field is None for key in keys):
        raise Unfounded("Things that have none are in no group, and have the fewest: write a table of them with that figure as a column.")
    is_highest = kinds == {"top"} and not numbers and all(e.text in _HIGHEST for e in ways)
    first = 1 if is_highest else _how_many(hearing, ways, numbers, word.cover)
    return Heard(Order(cast(Measure, measured.part), _falls(ways), first), word.cover, evidence=word.evidence)


def _order_words(hearing: Hearing, row: str, said: shape.Order) -> tuple[Quoted, list[Evidence], list[Quantity]]:
    """The words of an order of rows of a model, or of groups: those that say which way, and the numbers. Raises Unfounded."""
    is_open = not (said.by.target or said.by.said or said.by.figure)

    def fits(e: Evidence) -> bool:
        is_of_field = e.meaning.kind in ("most", "most_first")
        is_by = e.meaning.target == said.by.target or (is_open and e.meaning.target.partition(".")[0] == row)
        return e.meaning.kind in (_ORDERS | {"quantity"}) and (not is_of_field or is_by)

    word = hearing.quotes.find(said.said, fits, f"an order by {said.by.target or 'a figure'}")
    ways = [e for e in word.evidence if e.meaning.kind in _ORDERS]
    numbers = [cast(Quantity, e.value) for e in word.evidence if e.meaning.kind == "quantity"]
    if not ways or len(numbers) > 1 or any(n.unit or n.number != int(n.number) or n.number < 1 for n in numbers):
        raise Unfounded("Quote the words of the order, with its number where there is one: “top 5”, “oldest”, “sorted by”.")
    _check_one_way(hearing, ways)
    return word, ways, numbers


def _check_one_way(hearing: Hearing, ways: list[Evidence]) -> None:
    """Both ends are named only where everything between them is wanted: "from most employees to fewest". Raises Unfounded."""
    ends = [e for e in ways if e.meaning.kind in _ENDS]
    if len({_falls([e]) for e in ends}) > 1 and not _is_whole_range(hearing, ends):
        raise Unfounded("These words order both ways. Quote those of one order; “from the most … to the fewest” ranks them all.")


def _is_whole_range(hearing: Hearing, ends: list[Evidence]) -> bool:
    """"from the most employees to the fewest": the word before the second end, but for an article, is "to"."""
    ends = sorted((e for e in ends if e.meaning.kind in _ENDS), key=lambda e: e.first)
    if len(ends) != 2:
        return False
    first, *others = ends
    if _falls([first]) == _falls(others):
        return False
    begins, place = others[0].first, first.first - 1
    to = next((i for i in range(begins - 1, first.last - 1, -1) if hearing.quotes.tokens[i].plain != "the"), 0)
    start = place - 1 if hearing.quotes.between(place, place + 1) == ("the",) else place
    return hearing.quotes.between(to, to + 1) == ("to",) and hearing.quotes.between(start, start + 1) == ("from",)


def _ordered_by(hearing: Hearing, row: str, said: shape.Column, ways: list[Evidence], cover: int) -> Heard:
    if said.said or said.figure is not None:
        return column(hearing, row, said)
    model = hearing.catalogue.models[row]
    named = {e.meaning.target for e in ways if e.meaning.kind in ("most", "most_first")}
    timed = {f"{row}.{model.time or model.period}"} if any(e.meaning.kind == "newest" for e in ways) else set()
    sized = {f"{row}.{model.size}"} if any(e.meaning.kind == "top" for e in ways) and model.size in model.fields else set()
    possible = sorted(t for t in named or timed or sized if t.partition(".")[0] == row)
    target = said.target or (possible[0] if len(possible) == 1 else "")
    if target not in possible:
        allowed = f"it may be {', '.join(possible)}" if possible else "these words order by nothing that is known: say it in other words (reword)"
        raise Unfounded(f"No word says that the order is by {said.target or 'anything'}; {allowed}.")
    for element in (f"most:{target}", f"size:{row}"):
        hearing.quotes.claim(element, cover)
    return Heard(Column(target), 0)


def _how_many(hearing: Hearing, ways: list[Evidence], numbers: list[Quantity], cover: int) -> int | None:
    if numbers:
        hearing.quotes.claim(f"first:{int(numbers[0].number)}", cover)
        return int(numbers[0].number)
    kinds = {e.meaning.kind for e in ways}
    if kinds <= {"sort", "sorting", "direction", "most_first"}:
        return None
    if kinds <= {"most", "superlative"}:
        return 1
    raise Unfounded("How many of the first are wanted? No number is said.")


def _falls_by(hearing: Hearing, by: Heard, ways: list[Evidence]) -> bool:
    """Highest first, of rows by a column? Raises Unfounded for "oldest" of what is neither a time nor an age."""
    meaning = _leading(ways)
    if meaning.kind != "direction":
        return _falls(ways)
    found = falls(hearing.catalogue, meaning.target, by.part.field if isinstance(by.part, Column) else None)
    if found is None:
        raise Unfounded("What is old or new goes by a time or an age, not by that field.")
    return found


def _leading(ways: list[Evidence]) -> Meaning:
    """What was said of the direction itself goes before what a verb of sorting implies."""
    return min(ways, key=lambda e: e.meaning.kind not in ("direction", "most_first")).meaning


def _falls(ways: list[Evidence]) -> bool:
    """Highest first?"""
    meaning = _leading(ways)
    way = meaning.detail.rpartition(":")[2] if meaning.kind in ("most", "most_first") else meaning.target
    return way not in _RISING


def _only(found: Iterable[tuple[T, int]], what: str) -> T:
    """The cheapest of several ways. Raises Unfounded where there is none, or more than one."""
    listed = list(found)
    cheapest = [way for way, cost in listed if cost == min(c for _, c in listed)]
    if len(cheapest) != 1:
        raise Unfounded(f"{what} is reached in {'several ways' if cheapest else 'no way'} without a word for it.")
    return cheapest[0]
