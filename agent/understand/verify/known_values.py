"""Text values of a plan that the company's records do not hold: most often the company has a word of its own for what the message says.

Looked up in the graph, which holds the values of fields that are the tenant's own words (titles, types, stages, cities), as far as they are
for everybody. A value that it does not know may be new, so this asks the model to look again; it refuses nothing.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from agent.catalogue import Catalogue, Field
from agent.plan.algebra import Goal, Where, parts
from agent.question.context import QuestionContext
from agent.understand.grammar.evidence import VALUE, Evidence
from agent.understand.verify import Doubt
from kg.names import fold, name_words
from kg.resolve import Candidate, find

_SHOWN = 5
_MOST_LISTED = 20
_WHOLE = ("=", "in", "kind")


def unknown_values(context: QuestionContext, goals: Sequence[Goal], settled: Collection[object] = ()) -> Iterator[Doubt]:
    """Values that no record is known to hold, each with near ones of the same field. `settled`: parts of plans that are not looked up again."""
    wanted = dict.fromkeys((where.field, text) for where in _wheres(context, goals) if where not in settled for text in _texts(where))
    if not wanted:
        return
    context.graph_queries.add()
    found = find(context.graph, context.tenant, sorted({text for _, text in wanted}), models=[VALUE])
    for field, text in wanted:
        held = [str(c.properties.get("value", "")) for c in found[text] if c.properties.get("field") == field]
        elsewhere = _elsewhere(found[text], field, text)
        if not any(_is_same(text, value) for value in held) and (held or elsewhere):
            near = f"{field} has {', '.join(repr(v) for v in held[:_SHOWN])}" if held else f"it is a value of {', '.join(elsewhere[:_SHOWN])}"
            yield Doubt("unknown value", f"no record is known with {field} = {text!r}; {near}. Keep yours if none of these is meant")


def unlisted_values(catalogue: Catalogue, goals: Sequence[Goal], values_of: Callable[[Field], Sequence[str]]) -> Iterator[Doubt]:
    """Values that the list of a field does not have. A source may send one of its own, so a plan may keep it. `values_of`: the list, () for none."""
    for where in (p for goal in goals for p in parts(goal) if isinstance(p, Where) and p.op in _WHOLE):
        model, _, name = where.field.partition(".")
        field = catalogue.models[model].fields.get(name)
        listed = values_of(field) if field is not None and not (field.tenant_values or field.native) else ()
        for text in _texts(where) if listed else ():
            if not any(_is_same(text, value) for value in listed):
                yield Doubt("unknown value", f"{where.field} has {', '.join(listed[:_MOST_LISTED])}; keep {text!r} if it is one of the app")


def misplaced_values(goals: Sequence[Goal], candidates: Mapping[str, Sequence[Candidate]]) -> Iterator[Doubt]:
    """Values of which records hold the text in another field of the same model. `candidates`: what the graph has for words of the message."""
    held: dict[str, dict[str, None]] = {}
    for one in (c for found in candidates.values() for c in found if c.model == VALUE):
        held.setdefault(fold(str(one.properties.get("value", ""))), {})[str(one.properties.get("field", ""))] = None
    for where in (p for goal in goals for p in parts(goal) if isinstance(p, Where) and p.op in _WHOLE):
        for text in _texts(where):
            fields = held.get(fold(text), {})
            others = [field for field in fields if field.partition(".")[0] == where.field.partition(".")[0]]
            if others and where.field not in fields:
                yield Doubt("unknown value", f"{text!r} is a value of {', '.join(others[:_SHOWN])}, and the plan has it of {where.field}")


def unsaid_values(catalogue: Catalogue, known: Sequence[Evidence], goals: Sequence[Goal], said: Sequence[str]) -> Iterator[Doubt]:
    """Values of a plan of which no word was said, and no word that the catalogue has for them. `known`: what words of the message may mean, misspelt
    ones and currencies among them."""
    held = fold(" ".join(said))
    meant = {fold(text) for e in known for text in (e.meaning.detail, e.meaning.detail.partition("=")[2], _currency(e)) if text}
    for where in (p for goal in goals for p in parts(goal) if isinstance(p, Where) and p.op in _WHOLE):
        model, _, name = where.field.partition(".")
        field = catalogue.models[model].fields.get(name)
        if field is None:               # a relation that is filled or empty has no values
            continue
        for text in _texts(where):
            words = [text.replace("_", " "), *field.values.get(text, ())]
            is_meant = fold(text) in meant
            if not is_meant and not any(part in held for one in words for part in name_words(one)):       # of "Falmouth, UK" the town was said
                yield Doubt("unsaid value", f'nobody said {where.field} = "{text}": keep it if the message means it in another word')


def _currency(evidence: Evidence) -> str:
    return evidence.meaning.target if evidence.meaning.kind == "currency" else ""


def _wheres(context: QuestionContext, goals: Sequence[Goal]) -> Iterator[Where]:
    """Conditions on fields whose values are the tenant's own words."""
    for where in (p for goal in goals for p in parts(goal) if isinstance(p, Where) and p.op in _WHOLE):
        model, _, name = where.field.partition(".")
        field = context.catalogue.models[model].fields.get(name)
        if field is not None and field.tenant_values:
            yield where


def _texts(where: Where) -> Iterator[str]:
    values = where.value if isinstance(where.value, tuple) else (where.value,)
    yield from (value for value in values if isinstance(value, str))


def _elsewhere(found: Sequence[Candidate], field: str, text: str) -> list[str]:
    """Other fields that hold just this value."""
    return [str(c.properties["field"]) for c in found if c.properties.get("field") != field and _is_same(text, str(c.properties.get("value", "")))]


def _is_same(one: str, other: str) -> bool:
    return fold(one).strip() == fold(other).strip()
