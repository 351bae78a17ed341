"""Rules for what a record's own relations and fields hold: nothing ("without a manager"), or something that is so ("whose manager is in Lisbon")."""

from collections.abc import Iterator

from agent.catalogue import Catalogue, Relation
from agent.plan.algebra import Is, Where
from agent.understand.grammar.items import Ask, Conditions, Item, Word
from agent.understand.grammar.productions.gaps import Gap


def lacking(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"without a manager", "no close date": what a record itself leaves empty."""
    lack, what = left.value, right.value
    if not isinstance(lack, Word) or lack.kind != "lack" or gap.words:
        return
    relation = _own(known, what)
    if isinstance(what, Word) and what.detail == "plural" and relation is not None and not relation.many:
        return                          # "without managers": leaving those out, for nobody has several
    asked = what.field if isinstance(what, Ask) and not what.where and not what.needs and _may_be_empty(known, what.field) else ""
    model, _, name = (relation.id if relation is not None else asked).partition(".")
    condition = _empty(known, model, name) if name else None
    if condition is None:
        return
    said = f"is:{condition.predicate}" if isinstance(condition, Is) else f"where:{asked}=None"
    yield left.grown(Conditions(model, frozenset({condition})), right, gap.mask).saying(said, left.cover | right.cover)


def _may_be_empty(known: Catalogue, field: str) -> bool:
    """Is a value missing where there is none? Of an amount, nothing may as well be a zero, and what is worked out stands nowhere."""
    found = known.field(field)
    return not found.derived and found.kind not in ("money", "number", "quantity")


def _own(known: Catalogue, value: object) -> Relation | None:
    """The relation of a word, where a record itself holds what it leads to."""
    relation = known.relation(value.target) if isinstance(value, Word) and value.kind == "rel" else None
    return relation if relation is not None and relation.fk and not relation.closure and not relation.where else None


def _empty(known: Catalogue, model: str, name: str) -> Is | Where | None:
    """That a field or relation is empty, by a name where the catalogue has one: "unassigned"; None of what is made up and has none."""
    named = (p.id for p in known.models[model].predicates.values() if p.all == (f"{name} empty",))
    own = next(named, None)
    if own is not None:
        return Is(own)
    return Where(f"{model}.{name}", op="empty") if name in known.models[model].fields else None
