"""What the members of a set are called by a condition on them: the noun in the place of their model's, and the words before it."""

from collections import Counter
from functools import lru_cache

from agent.catalogue import Catalogue, Field
from agent.phrasing.inflection import plural
from agent.phrasing.nouns import adjective
from agent.plan.algebra import Condition, Is, Set, Where


def kind_among(catalogue: Catalogue, node: Set) -> tuple[Condition | None, str]:
    """The condition of a set by which its members are called, and that noun: "manager", "meeting"; none where they are called as their model is."""
    kinds = {c: noun for c in node.where if (noun := _value_noun(catalogue, c))}
    kinds = kinds or {c: noun for c in node.where if (noun := _kind(catalogue, c)) and not word_before_noun(catalogue, node.model, c)}
    kind = min(kinds, key=lambda c: kinds[c], default=None)
    return kind, kinds[kind] if kind is not None else ""


def _value_noun(catalogue: Catalogue, condition: Condition) -> str:
    """The noun of a value that says what kind of thing it is, where nothing else is called so: "meeting"."""
    if not isinstance(condition, Where) or condition.op != "=" or not isinstance(condition.value, str):
        return ""
    model, _, name = condition.field.partition(".")
    field = catalogue.models[model].fields.get(name)
    noun = next(iter(field.values.get(condition.value, ())), "") if field is not None and _has_nouns(field) else ""
    return noun if noun and _nouns(catalogue)[noun] == 1 else ""


def _has_nouns(field: Field) -> bool:
    return field.values_are_nouns and field.kind == "enum"


@lru_cache(maxsize=8)
def _nouns(catalogue: Catalogue) -> Counter[str]:
    """How often each noun stands for something: a model, a named condition's members, a value that is a kind of thing."""
    models = catalogue.models.values()
    values = (words[0] for field in catalogue.fields() if _has_nouns(field) for words in field.values.values() if words)
    return Counter([*(m.label for m in models), *(n for p in catalogue.predicates() for n in p.nouns), *values])


def _kind(catalogue: Catalogue, condition: Condition) -> str:
    """The noun of a condition by which things are called: "manager", "customer"; "" where its noun says more than the condition is labelled."""
    known = catalogue.predicate(condition.predicate) if isinstance(condition, Is) and condition.period is None else None
    is_noun = known is not None and any(known.label in (noun, plural(noun)) for noun in known.nouns)
    return known.nouns[0] if known is not None and is_noun else ""


def word_before_noun(catalogue: Catalogue, model: str, condition: Condition) -> str:
    """The word for a condition that stands before the noun: "open". Empty where there is none."""
    if isinstance(condition, Is) and condition.period is None:
        return adjective(catalogue, model, predicate=condition.predicate.partition(".")[2]) or ""
    if isinstance(condition, Where) and condition.op == "=" and isinstance(condition.value, str):
        return adjective(catalogue, model, field=condition.field.partition(".")[2], value=condition.value) or ""
    return ""
