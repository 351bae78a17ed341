"""Whole follow-ups that bring nothing of their own: "who are they?", "how many?", "total in USD", "which of these has the most?"."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.language.words import Token, phrase
from agent.plan.algebra import Column, Figures, Goal, Groups, Is, Measure, Names, Node, Set, Show, Summary, Table
from agent.plan.goal_parts import replace_part
from agent.query.operations.columns import seen_columns
from agent.question.asked_of_rows import listed_rows
from agent.understand.grammar.back import edit_words, subject
from agent.understand.grammar.vocabulary import vocabulary


def whole_edit(known: Catalogue, tokens: Sequence[Token], last: Goal) -> Goal | None:
    """What a follow-up without anything of its own asks of the last answer: "who are they?", "how many?", "as a share"."""
    said, unit = _unit_apart(known, _without_cues(tuple("is" if t.plain == "'s" else t.plain for t in tokens)))
    kind = next((kind for kind, texts in edit_words()["whole"].items() if said in {phrase(t) for t in texts}), None)
    node = subject(last)
    if kind is None or node is None:
        return None
    if unit is None:
        return _WHOLE[kind](known, last, node)
    return _IN_UNIT[kind](known, last, unit) if kind in _IN_UNIT else None


def in_unit(known: Catalogue, last: Goal, unit: str) -> Goal | None:
    """The same figures, amounts or field in another unit; None where nothing of the goal may have it."""
    if isinstance(last, Show):
        return replace(last, unit=unit) if known.field(last.field).unit and not unit.isupper() else None
    if isinstance(last, Figures | Groups) and all(m.field is not None and _takes(known, m.field, unit) for m in last.measures):
        made: Goal = last
        for measure in last.measures:
            made = replace_part(made, measure, replace(measure, unit=unit))
        return made
    return None


def _takes(known: Catalogue, field: str, unit: str) -> bool:
    """May a field be told in a unit: amounts in a currency, times in hours?"""
    held = known.field(field)
    return held.kind == "money" if unit.isupper() else bool(held.unit or held.unit_field)


def total_of(known: Catalogue, last: Goal, unit: str) -> Goal | None:
    """What the members of the last answer come to, in a unit."""
    node = subject(last)
    total = _sum(known, last, node) if node is not None else None
    return in_unit(known, total, unit) if total is not None else None


def _unit_apart(known: Catalogue, said: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    """"total in USD" as "total", and the unit."""
    for length in (1, 2):
        meant = vocabulary(known).get(said[-length:], ()) if said[-length - 1 : -length] == ("in",) else ()
        unit = next((m.target for m in meant if m.kind in ("currency", "unit")), None)
        if unit:
            return said[: -length - 1], unit
    return said, None


def _without_cues(said: tuple[str, ...]) -> tuple[str, ...]:
    while said[:1] in (("and",), ("ok",), ("thanks",), ("so",), ("the",), ("please",)):
        said = said[1:]
    return said


def listed_of(known: Catalogue, node: Node) -> Goal | None:
    """Who or which they are; of what has no name, whose it is where everybody has it (pay), else what one sees of it."""
    model = known.models[node.model]
    if model.name or model.key or not isinstance(node, Set):
        return Names(node, model.label)
    bearers = [link.source for link in node.links if link.to_source and isinstance(link.source, Set)]
    if model.derived and len(bearers) == len(node.links) == 1 and not node.where:
        return Names(bearers[0], known.models[bearers[0].model].label)
    return Table(node, seen_columns(known, model), label=model.label)


def _count(known: Catalogue, last: Goal, node: Node) -> Goal | None:
    ordered = isinstance(last, Table | Groups) and last.order is not None
    figured = (isinstance(last, Figures) and any(m.how != "count" for m in last.measures)) or (
        isinstance(last, Show) and known.field(last.field).kind == "quantity")
    if ordered or figured:              # of the one that has the most, "how many?" asks for the figure
        return None
    return Figures((Measure(node, "count"),))


def _sum(known: Catalogue, last: Goal, node: Node) -> Figures | None:
    if isinstance(last, Groups) and len(last.measures) == 1 and last.measures[0].how in ("count", "sum"):
        return Figures(last.measures)
    field = next(_money(known, node, last), None)
    return Figures((Measure(node, "sum", field),)) if field else None


def _money(known: Catalogue, node: Node, last: Goal) -> Iterator[str]:
    """The field that a total is of: what was told, what a figure of just those sums up (of overdue invoices the balance), or the model's size."""
    shown = [c.field for c in last.columns if isinstance(c, Column) and c.field] if isinstance(last, Table) else []
    shown += [m.field for m in last.measures if m.field] if isinstance(last, Figures | Groups) else []
    size = known.models[node.model].size
    own = [f"{node.model}.{size}"] if size and size in known.models[node.model].fields else []
    fields = (*shown, *_measured(known, node), *own)
    yield from (f for f in fields if f.startswith(f"{node.model}.") and known.field(f).kind in ("money", "quantity", "number"))


def _measured(known: Catalogue, node: Node) -> Iterator[str]:
    """The fields of the sums with a name that are over members like these."""
    usual = {f"is {p}" for p in known.models[node.model].predicates} & set(known.models[node.model].everybody)
    said = {f"is {c.predicate.partition('.')[2]}" for c in node.where if isinstance(c, Is)} if isinstance(node, Set) else set()
    for metric in known.metrics.values():
        if metric.how == "sum" and metric.of == node.model and metric.field and set() != set(metric.where) - usual <= said:
            yield f"{metric.of}.{metric.field}"


def _when(known: Catalogue, last: Goal, node: Node) -> Goal | None:
    """When it happened that makes them what they are: of those who joined in May, the day."""
    times = [p.time for c in node.where if isinstance(c, Is) and (p := known.predicate(c.predicate)).time] if isinstance(node, Set) else []
    rows = listed_rows(known, last)
    return replace(rows, columns=(*rows.columns, Column(f"{rows.node.model}.{times[0]}"))) if rows is not None and len(times) == 1 else None


def _gist(known: Catalogue, _: Goal, node: Node) -> Goal | None:
    return Summary(node) if known.models[node.model].texts else None


_WHOLE: Mapping[str, Callable[[Catalogue, Goal, Node], Goal | None]] = {
    "names": lambda known, _, node: listed_of(known, node), "count": _count, "sum": _sum, "gist": _gist, "when": _when,
    "share": lambda *_: None,           # of what is not known from a count alone
}
_IN_UNIT: Mapping[str, Callable[[Catalogue, Goal, str], Goal | None]] = {"sum": total_of}
