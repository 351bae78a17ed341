"""Figures, columns, keys and orders of a proposal, held against the words that it quotes for them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar, cast

from agent.language import words
from agent.metrics import metric_measure
from agent.plan import Column, Is, Key, Link, Measure, Named, Order, Quantity, Set, Tally
from agent.react import shape
from agent.react.heard import Heard, Hearing, before
from agent.react.pieces import check_nearest_meaning, field_of
from agent.react.quotes import Quoted, Unfounded, means
from agent.react.things import condition, thing
from agent.rules.evidence import Evidence
from agent.rules.grammar.groups import columns_of, keys_of
from agent.rules.grammar.holding import excluded
from agent.rules.grammar.measures import whose_paths
from agent.rules.items import COMPARABLE, Ask, Columns, Word
from agent.rules.items import Figure as Said
from agent.rules.paths import coerced, is_bare, nested

T = TypeVar("T")
_BESIDE = frozenset({"focus", "each", "hole"})       # "what is the … of each"
_RISING = frozenset({"asc", "least"})
_ORDERS = frozenset({"most", "most_first", "top", "newest", "superlative", "sort", "sorting", "direction"})
_OF_GROUPS = frozenset({"top", "superlative", "sort", "sorting", "direction"})
_FOREGOING = frozenset({"top", "superlative"})
_HIGHEST = frozenset({"highest", "largest", "biggest"})      # one of them, where no number is said
_NUMBERS = frozenset({"number", "money", "quantity"})


def figure(hearing: Hearing, said: shape.Figure, *, may_be_plain: bool = False) -> Heard:
    """One figure: a measure. `may_be_plain`: things that are grouped are counted without a word for it. Raises Unfounded."""
    if said.how == "metric":
        return _metric(hearing, said)
    if said.how == "share":
        return _share(hearing, said)
    return _count(hearing, said, may_be_plain) if said.how == "count" else _aggregate(hearing, said)


def _count(hearing: Hearing, said: shape.Figure, may_be_plain: bool) -> Heard:
    word = hearing.quotes.take(said.said, means("count"), "a count")
    if not word.cover and not may_be_plain:
        raise Unfounded("No word asks for a number of them. Quote “how many”, or list them.")
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
        return (e.meaning.kind, e.meaning.target) in {("agg", said.how), ("field", asked.id), ("field", field.id)}

    word = hearing.quotes.take(said.said, fits, f"the {said.how} of {field.id}")
    kinds = {e.meaning.kind for e in word.evidence}
    is_total = said.how == "sum" and any(e.meaning.kind == "field" and e.text.startswith("total") for e in word.evidence)
    if field.kind not in _NUMBERS or not ("agg" in kinds or is_total):
        raise Unfounded(f"No word says the {said.how} of {field.id}.")
    if "field" not in kinds and asked.name != _size(hearing, asked.model):
        raise Unfounded(f"No word says {asked.id}.")
    of = thing(hearing, said.thing, led_to="field" in kinds and said.thing.model == field.model)
    if of.model != field.model or not isinstance(of.part, Set):
        raise Unfounded(f"{field.id} is a field of {field.model}: the figure is over a set of it.")
    for element in (f"field:{field.id}", f"size:{field.model}", *((f"agg:{said.how}",) if is_total else ())):
        hearing.quotes.claim(element, word.cover)
    unit, cover = _unit(hearing, said.unit, field.kind, bool(field.unit or field.unit_field))
    measure = Measure(of.part, said.how, field.id, unit=unit)  # type: ignore[arg-type]  # how: metrics were told apart before
    return Heard(measure, word.cover | cover, (of,), of.model, word.evidence)


def _size(hearing: Hearing, model: str) -> str:
    found = hearing.catalogue.models.get(model)
    return (found.size if found else None) or "(no size)"


def _unit(hearing: Hearing, quotes: list[str], kind: str, is_measured: bool) -> tuple[str | None, int]:
    wanted = "currency" if kind == "money" else "unit" if is_measured else "no unit"
    word = hearing.quotes.take(quotes, means(wanted), f"a unit of a {kind}")
    if len(word.evidence) > 1:
        raise Unfounded("One unit at a time.")
    return (word.evidence[0].meaning.target, word.cover) if word.evidence else (None, 0)


def _share(hearing: Hearing, said: shape.Figure) -> Heard:
    word = hearing.quotes.take(said.said, means("share"), "a share")
    of = _counted(hearing, said.thing)
    part = tuple(condition(hearing, of.model, c, has_noun=True) for c in said.part)
    conditions = frozenset(c for each in part for c in each.part)
    if not word.cover or not part or excluded(hearing.catalogue, of.part.where, conditions):
        raise Unfounded("A share needs its word, what it is of, and what must hold of the part.")
    if not all(before(of.cover, each.cover) for each in part):
        raise Unfounded("What the share is of comes first, then what must hold of the part.")
    shares = (m.name for m in hearing.catalogue.metrics.values() if m.how == "share")
    named = next((name for name in shares if metric_measure(hearing.catalogue, name).part == conditions), None)
    if named is not None:
        raise Unfounded(f"That share has a name of its own, the metric {named}, which leaves out what is undecided; no word says it here.")
    return Heard(Measure(of.part, "share", part=conditions), word.cover, (of, *part), of.model, word.evidence)


# ---------------------------------------------------------------- metrics


def _metric(hearing: Hearing, said: shape.Figure) -> Heard:
    metric = hearing.catalogue.metrics.get(said.target)
    if metric is None:
        raise Unfounded(f"There is no metric {said.target!r}.")

    def fits(e: Evidence) -> bool:
        return (e.meaning.kind, e.meaning.target) in {("metric", metric.name), ("agg", metric.how)} or (e.meaning.kind == "count" == metric.how)

    word = hearing.quotes.take(said.said, fits, f"the metric {metric.name}")
    if not any(e.meaning.kind == "metric" for e in word.evidence) or said.thing.kind != "set" or said.thing.model != metric.of:
        raise Unfounded(f"The metric {metric.name} is over a set of {metric.of}, and its own words are quoted for it.")
    if metric.period:
        hearing.times[metric.of] = metric.period
    conditions = tuple(_of_metric(hearing, metric.name, c) for c in said.thing.conditions)
    noun = hearing.quotes.take(said.thing.said, means("noun", target=metric.of), metric.of)
    if any(e.meaning.detail for e in noun.evidence):
        raise Unfounded("Such a noun is a condition of its own: put it among the conditions.")
    measure = metric_measure(hearing.catalogue, metric.name)
    of = cast(Set, measure.of)
    for each in conditions:
        links = frozenset(c for c in each.part if isinstance(c, Link))
        if each.part & (of.links | of.where) or excluded(hearing.catalogue, of.where, each.part - links):
            raise Unfounded(f"The metric {metric.name} says that already, or excludes it.")
        of = replace(of, links=of.links | links, where=of.where | (each.part - links))
    field = hearing.catalogue.field(measure.field) if measure.field else None
    unit, cover = _unit(hearing, said.unit, field.kind if field else "", bool(field and (field.unit or field.unit_field)))
    return Heard(replace(measure, of=of, unit=unit or measure.unit), word.cover | cover,
                 (Heard(of, noun.cover, conditions, metric.of, noun.evidence),), metric.of, word.evidence, metric.name)


def _of_metric(hearing: Hearing, name: str, said: shape.Condition) -> Heard:
    """A condition on what a metric counts; whose figure it is goes by the ways that the metric names."""
    if said.kind != "tied" or said.said or said.thing is None:
        return condition(hearing, hearing.catalogue.metrics[name].of, said, has_noun=True)
    other = thing(hearing, said.thing)
    for path in whose_paths(hearing.catalogue, name):
        node = coerced(hearing.catalogue, other.part, path[-1].to)
        if node is not None and not is_bare(other.part) and (isinstance(other.part, Named) or other.model == path[-1].to):
            return Heard(frozenset({nested(path, node)}), 0, (other,), kind="tied")
    raise Unfounded(f"{name} is told of {', '.join(p[-1].to for p in whose_paths(hearing.catalogue, name))} that is named, not of {other.model}.")


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
    word = hearing.quotes.take(quotes, lambda e: e.meaning.kind in _BESIDE or _says_of_row(hearing, e, target), target)
    word = replace(word, evidence=tuple(e for e in word.evidence if e.meaning.kind not in _BESIDE))
    if len(word.evidence) != 1 or word.evidence[0].meaning.detail not in ("", "plural"):
        raise Unfounded(f"Quote the words for {target}, once.")
    return word


def _says_of_row(hearing: Hearing, piece: Evidence, target: str) -> bool:
    """A field, a relation's noun, or a verb of which "who" is the subject: "who owns each"."""
    if piece.meaning.target != target:
        return False
    asks_who = piece.first > 0 and words().focus.get(hearing.quotes.between(piece.first - 1, piece.first)) == "who"
    return piece.meaning.kind in ("field", "rel") or (piece.meaning.kind == "backward" and asks_who)


def key(hearing: Hearing, of: Heard, said: shape.Key, metric: str) -> Heard:
    """What the members of a set are grouped by. Raises Unfounded."""
    spec, word = spec_of(hearing, said)
    check_nearest_meaning(hearing, of.model, word)
    found = keys_of(hearing.catalogue, of.model, (spec,), metric, _verbs_time(hearing, of.part))
    keys = _only(found, f"{' '.join(said.said)} of {of.model}")
    return Heard(keys[0], word.cover, evidence=word.evidence)


def spec_of(hearing: Hearing, said: shape.Key) -> tuple[tuple[str, str], Quoted]:
    """What kind of key its words say, and of what, whatever is grouped by it. Raises Unfounded."""
    def fits(e: Evidence) -> bool:
        meaning = e.meaning
        bucket = meaning.kind == "bucket" and not said.target
        return meaning.kind in ("per", "each") or bucket or (
            meaning.kind in ("field", "rel", "noun") and meaning.target == said.target and meaning.detail in ("", "plural"))

    word = hearing.quotes.take(said.said, fits, f"a key {said.target}")
    targets = [e for e in word.evidence if e.meaning.kind not in ("per", "each")]
    if len(targets) != 1:
        raise Unfounded("Quote “by” and the words for what it is grouped by.")
    if any(e.last > targets[0].first for e in word.evidence if e.meaning.kind in ("per", "each")):
        raise Unfounded(f"What it is grouped by follows its “by”; “{targets[0].text}” stands before it.")
    kind = {"noun": "model", "rel": "relation"}.get(targets[0].meaning.kind, targets[0].meaning.kind)
    return (kind, targets[0].meaning.target), word


def _verbs_time(hearing: Hearing, node: Set) -> str:
    """The time of the one verb that was said of a set: what was won in months, by its close date."""
    named = [c for c in node.where if isinstance(c, Is) and hearing.catalogue.predicate(c.predicate).time]
    return f"{node.model}.{hearing.catalogue.predicate(named[0].predicate).time}" if len(named) == 1 else ""


def order(hearing: Hearing, of: Heard, said: shape.Order) -> Heard:
    """An order of rows; the words give which way, and how many. Raises Unfounded."""
    word, ways, numbers = _order_words(hearing, said)
    by = _ordered_by(hearing, of.model, said.by, ways, word.cover)
    first = _how_many(hearing, ways, numbers, word.cover)
    return Heard(Order(cast("Column | Tally", by.part), _falls(ways), first), word.cover, (by,), evidence=word.evidence)


def order_of_groups(hearing: Hearing, measured: Heard, keys: tuple[Heard, ...], said: shape.Order) -> Heard:
    """An order of groups, by their figure. Raises Unfounded."""
    if said.by.said or said.by.target or said.by.figure is not None:
        raise Unfounded("Groups are ordered by their own figure: leave `by` empty.")
    word, ways, numbers = _order_words(hearing, said)
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


def _order_words(hearing: Hearing, said: shape.Order) -> tuple[Quoted, list[Evidence], list[Quantity]]:
    """The words of an order: those that say which way, and the numbers. Raises Unfounded."""
    def fits(e: Evidence) -> bool:
        is_of_field = e.meaning.kind in ("most", "most_first")
        return e.meaning.kind in (_ORDERS | {"quantity"}) and (not is_of_field or e.meaning.target == said.by.target)

    word = hearing.quotes.take(said.said, fits, f"an order by {said.by.target or 'a figure'}")
    ways = [e for e in word.evidence if e.meaning.kind in _ORDERS]
    numbers = [cast(Quantity, e.value) for e in word.evidence if e.meaning.kind == "quantity"]
    if not ways or len(numbers) > 1 or any(n.unit or n.number != int(n.number) or n.number < 1 for n in numbers):
        raise Unfounded("Quote the words of the order, with its number where there is one: “top 5”, “oldest”, “sorted by”.")
    return word, ways, numbers


def _ordered_by(hearing: Hearing, row: str, said: shape.Column, ways: list[Evidence], cover: int) -> Heard:
    if said.said or said.figure is not None:
        return column(hearing, row, said)
    model = hearing.catalogue.models[row]
    named = {e.meaning.target for e in ways if e.meaning.kind in ("most", "most_first")}
    timed = {f"{row}.{model.time or model.period}"} if any(e.meaning.kind == "newest" for e in ways) else set()
    sized = {f"{row}.{model.size}"} if any(e.meaning.kind == "top" for e in ways) and model.size in model.fields else set()
    if said.target not in (named or timed or sized) or said.target.partition(".")[0] != row:
        raise Unfounded(f"No word says that the order is by {said.target}; it may be {', '.join(sorted(named or timed or sized)) or 'nothing'}.")
    for element in (f"most:{said.target}", f"size:{row}"):
        hearing.quotes.claim(element, cover)
    return Heard(Column(said.target), 0)


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


def _falls(ways: list[Evidence]) -> bool:
    """Highest first? What was said of the direction itself goes before what a verb of sorting implies."""
    ranked = sorted(ways, key=lambda e: e.meaning.kind not in ("direction", "most_first"))
    meaning = ranked[0].meaning
    way = meaning.detail.rpartition(":")[2] if meaning.kind in ("most", "most_first") else meaning.target
    return way not in _RISING


def _only(found: Iterable[tuple[T, int]], what: str) -> T:
    """The cheapest of several ways. Raises Unfounded where there is none, or more than one."""
    listed = list(found)
    cheapest = [way for way, cost in listed if cost == min(c for _, c in listed)]
    if len(cheapest) != 1:
        raise Unfounded(f"{what} is reached in {'several ways' if cheapest else 'no way'} without a word for it.")
    return cheapest[0]
