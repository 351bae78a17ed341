"""Which fields and relations a condition looks at, those behind named conditions too: what the policy has to be asked about."""

from collections.abc import Collection

from agent.catalogue import Catalogue
from agent.catalogue.records import is_owner, privacy_of
from agent.plan.algebra import Alike, Condition, Either, Has, Is, Link, Not, Set, Tally, Where
from agent.plan.conditions import condition
from agent.policy.tables import WHOLE
from agent.query.operations.node_records import PEOPLE
from agent.question.context import QuestionContext


def parts_of(catalogue: Catalogue, predicate_id: str) -> tuple[Condition, ...]:
    """The conditions that a named one stands for; () where the executor has a function of it."""
    known = catalogue.predicate(predicate_id)
    return tuple(condition(text, known.model, catalogue.models) for text in known.all)


def looks_at(catalogue: Catalogue, wanted: Condition) -> frozenset[str]:
    """Every field and relation that a condition looks at, those behind its named conditions too, and these themselves."""
    if isinstance(wanted, Is):
        known = catalogue.predicate(wanted.predicate)
        time = {f"{known.model}.{known.time}"} if known.time and wanted.period else set()
        return frozenset({wanted.predicate, *time}).union(*(looks_at(catalogue, part) for part in parts_of(catalogue, wanted.predicate)))
    if isinstance(wanted, Not | Either):
        return frozenset().union(*(looks_at(catalogue, part) for part in ((wanted.of,) if isinstance(wanted, Not) else wanted.of)))
    if isinstance(wanted, Link):
        inner = wanted.source.where if isinstance(wanted.source, Set) else ()
        own = () if wanted.relation == "hub" else (wanted.relation,)
        return frozenset(own).union(*(looks_at(catalogue, part) for part in inner))
    if isinstance(wanted, Alike):
        return frozenset(f for f in (wanted.one.field, wanted.other.field) if f is not None)
    return frozenset({wanted.field}) if isinstance(wanted, Where) else frozenset()


def fields_tried(context: QuestionContext, wanted: Condition) -> frozenset[str]:
    """What a condition uses of the records that it is tried on: fields, relations, named conditions, models that there are such records of."""
    return fields_tallied(context, wanted.tally) if isinstance(wanted, Has) else looks_at(context.catalogue, wanted)


def fields_tallied(context: QuestionContext, tally: Tally) -> frozenset[str]:
    """Of a figure over somebody's own records: that there are such, whose they are, and what is asked of them."""
    of, path = tally.measure.of, tally.path
    if len(path) != 1 or path[0].to != PEOPLE or not is_owner(context.catalogue, path[0].relation):
        return frozenset()
    inner = (looks_at(context.catalogue, c) for c in (*(of.where if isinstance(of, Set) else ()), *tally.measure.part))
    field = {tally.measure.field} - {None}
    return frozenset({of.model, path[0].relation, *(f for f in field if f is not None)}).union(*inner)


def is_never_in_part(catalogue: Catalogue, node: Set) -> bool:
    """Does a set of HR's records, by itself or by its conditions, use a class that is never told in part?"""
    names = {node.model} | {f for c in node.where for f in looks_at(catalogue, c)}
    return any(n.startswith("hris/") and privacy_of(catalogue, n) in WHOLE for n in names)


def overrides_default(catalogue: Catalogue, said: Collection[Condition], usual: Condition) -> bool:
    """Does what was said take the place of what holds otherwise? Its own name does, however it is said; so does a value of its field.

    "Former" lifts "active"; "not paid" lets "issued" stand.
    """
    named: frozenset[str] = frozenset().union(*(looks_at(catalogue, w) for w in said))
    valued: frozenset[str] = frozenset().union(*(_valued(catalogue, w) for w in said))
    return (isinstance(usual, Is) and usual.predicate in named) or bool(looks_at(catalogue, usual) & valued)


def _valued(catalogue: Catalogue, wanted: Condition) -> frozenset[str]:
    """The fields that a condition says a value of."""
    if isinstance(wanted, Where):
        return frozenset({wanted.field} if wanted.op in ("=", "in", "kind") else ())
    inner = parts_of(catalogue, wanted.predicate) if isinstance(wanted, Is) else wanted.of if isinstance(wanted, Either) else ()
    return frozenset().union(*(_valued(catalogue, part) for part in inner))
