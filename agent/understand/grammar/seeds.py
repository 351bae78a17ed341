"""From evidence to the chart's first items: what each meaning is as a typed value."""

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from agent.catalogue import Catalogue
from agent.catalogue.metrics import metric_measure
from agent.language.words import forms, phrase
from agent.plan.algebra import Is, Link, Me, Named, Node, Not, Op, Quantity, Set, Where
from agent.plan.periods import Interval
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.items import (
    AWAITED,
    DEMONSTRATIVE,
    TODAY,
    Ask,
    Compared,
    Conditions,
    Figure,
    Hole,
    Item,
    Spoken,
    Value,
    Word,
)
from agent.understand.grammar.productions.holding import conditions_on, ways_to
from agent.understand.grammar.sources import is_theirs, nouns_for


def seed(catalogue: Catalogue, evidence: Evidence) -> Item:
    """What a piece of evidence is in the chart, and the element that it says."""
    value, element = _SEEDS.get(evidence.meaning.kind, _word)(catalogue, evidence)
    said = frozenset((each, evidence.cover) for each in (element, *_marks(catalogue, evidence)) if each)
    return Item(value, evidence.cover, evidence.cost, said, _time(catalogue, value))


def _marks(catalogue: Catalogue, evidence: Evidence) -> Iterator[str]:
    """What rules want to know of the words beside what they mean."""
    meaning, text = evidence.meaning, evidence.text
    kind = meaning.kind
    marks = {
        "total": kind == "field" and text.startswith("total"),
        "verb": (kind == "is" and _is_verb_only(catalogue, evidence)) or (kind == "metric" and meaning.detail == "verb"),
        "makes": kind == "is" and phrase(text) in nouns_for(catalogue, meaning.target.partition(".")[0]),
        "any": kind == "noun" and meaning.detail == "anyone",
        "new": kind == "noun" and text.startswith("new "),
        "everybody": text in ("everybody", "everyone"),
        "my": kind == "me" and text in ("my", "my own"),
        f"plural:{meaning.target}": kind == "noun" and len(forms(text.rpartition(" ")[2])) > 1,
        "plural": "numbers" in text.split() or (kind == "metric" and meaning.detail != "verb" and text.endswith("s")),
        "amount": kind == "focus" and text == "how much",
        "by each": kind == "per" and text.startswith("by "),
        AWAITED: kind == "is" and (text.startswith("to be ") or text in ("waiting", "still waiting")),
        TODAY: kind == "period" and meaning.detail == TODAY,
        "at_once": text in _AT_ONCE,
        "beside": kind == "idle" and text.startswith("with "),
        "their": kind == "hole" and text == "their",
        "they": kind == "hole" and text in ("they", "them", "their"),
        "peers": kind == "noun" and text.startswith(("colleague", "coworker", "co-worker", "teammate")),
        "ones": kind == "back" and text.endswith("ones"),
        "each_back": kind == "back" and text.startswith("each "),
        "in_time": kind == "top" and text == "first",
        DEMONSTRATIVE: kind == "back" and text in ("that", "this", "those", "these"),
        "yet": kind == "still" and text == "yet",
        "participle": kind in ("forward", "backward") and text.partition(" ")[0].endswith("ing"),
        "begun": kind == "backward" and text in _PAST,
    }
    yield from (mark for mark, holds in marks.items() if holds)


_AT_ONCE = frozenset({"in total", "altogether", "all together", "in all", "combined", "overall"})     # one figure of all
_PAST = frozenset({"had", "held", "made"})       # of what has a time that may be to come


def _is_verb_only(catalogue: Catalogue, evidence: Evidence) -> bool:
    """A verb that is no adjective as well: "taken", not "paid"."""
    predicate = catalogue.predicate(evidence.meaning.target)
    return evidence.text in predicate.verbs and evidence.text not in predicate.words


def _time(catalogue: Catalogue, value: Value) -> str:
    """The time that a noun brings along: a joiner's start date."""
    named = [c for c in value.where if isinstance(c, Is)] if isinstance(value, Set) else []
    time = catalogue.predicate(named[0].predicate).time if len(named) == 1 else None
    return f"{named[0].predicate.partition('.')[0]}.{time}" if time else ""


def _word(_: Catalogue, evidence: Evidence) -> tuple[Value, str]:
    meaning = evidence.meaning
    return Word(meaning.kind, meaning.target, meaning.detail), f"{meaning.kind}:{meaning.target}"


def _noun(catalogue: Catalogue, evidence: Evidence) -> tuple[Value, str]:
    meaning = evidence.meaning
    if meaning.detail in ("who", "anyone"):
        return Set(meaning.target), "who"
    if meaning.detail == "verb":
        return Spoken(Set(meaning.target)), f"model:{meaning.target}"
    if meaning.detail.startswith("is:"):
        condition = Is(f"{meaning.target}.{meaning.detail.removeprefix('is:')}")
        return Set(meaning.target, where=frozenset({condition})), f"is:{condition.predicate}"
    if meaning.detail:
        name, _, wanted = meaning.detail.partition("=")
        if "/" in name:
            return _people_with(catalogue, meaning.target, Where(name, wanted, "kind")), f"where:{name}={wanted}"
        kind = Where(f"{meaning.target}.{name}", wanted)
        return Set(meaning.target, where=frozenset({kind})), f"where:{kind.field}={kind.value}"
    return Set(meaning.target), f"model:{meaning.target}"


def _people_with(catalogue: Catalogue, model: str, where: Where) -> Set:
    """Those whose record in another model has a value of that kind: "welders"."""
    limit = Conditions(where.field.partition(".")[0], frozenset({where}))
    found = next((conditions for conditions, _ in conditions_on(catalogue, model, limit)), limit.where)
    links = frozenset(c for c in found if isinstance(c, Link))
    return Set(model, links, found - links)


def _where(catalogue: Catalogue, evidence: Evidence) -> tuple[Value, str]:
    meaning = evidence.meaning
    where = Where(meaning.target, meaning.detail, "kind" if is_theirs(catalogue.models, catalogue.field(meaning.target)) else "=")
    return Conditions(meaning.target.partition(".")[0], frozenset({where})), f"where:{where.field}={where.value}"


def _is(catalogue: Catalogue, evidence: Evidence) -> tuple[Value, str]:
    predicate = catalogue.predicate(evidence.meaning.target)
    condition = Is(predicate.id)
    time = f"{predicate.model}.{predicate.time}" if predicate.time else ""
    where = frozenset({Not(condition) if evidence.meaning.kind == "is_not" else condition})
    return Conditions(predicate.model, where, time=time), f"{evidence.meaning.kind}:{predicate.id}"


def _mine(catalogue: Catalogue, evidence: Evidence) -> tuple[Value, str]:
    model = evidence.meaning.target
    nearest = min(ways_to(catalogue, model, Me()), key=lambda way: way[1], default=None)
    return (Set(model, frozenset({nearest[0]})), "me") if nearest is not None else (Me(), "me")


_SEEDS: Mapping[str, Callable[[Catalogue, Evidence], tuple[Value, str]]] = {
    "noun": _noun, "where": _where, "is": _is, "is_not": _is, "mine": _mine,
    "field": lambda _, e: (Ask(e.meaning.target, needs=e.meaning.detail), f"field:{e.meaning.target}"),
    "name": lambda _, e: (Named(e.meaning.target, e.text), f"name:{e.text}"),
    "metric": lambda known, e: (Figure(metric_measure(known, e.meaning.target), e.meaning.target), f"metric:{e.meaning.target}"),
    "period": lambda _, e: (cast(Interval, e.value), f"period:{e.text}"),
    "quantity": lambda _, e: (cast(Quantity, e.value), f"number:{e.text}"),
    "compared": lambda _, e: (Compared(((cast(Op, e.meaning.target), cast(Quantity, e.value)),)), f"number:{e.text}"),
    "me": lambda *_: (Me(), "me"), "hole": lambda *_: (Hole(), "each"), "back": lambda _, e: (cast(Node, e.value), "back"),
}
