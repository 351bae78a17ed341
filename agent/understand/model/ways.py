"""Ways between models for a plan: paths as a model writes them, hubs put in where two apps meet, and nodes bridged from one app to another.

A plan names what it means in the terms of one app ("tickets assigned to this employee"); which records of another app that is, is found by the
executor over the hub. So nothing here decides whether two records are the same; it only writes the step down.
"""

from agent.catalogue import HUBS, Catalogue, Relation
from agent.plan.algebra import Link, Node, Path, Set, Step
from agent.understand.grammar.paths import between, nested
from agent.understand.model.faults import Faults

_PERSON, _COMPANY = "hris/Employee", "crm/Account"


def is_hub(one: str, other: str) -> bool:
    """Can records of two models be the same person or company?"""
    return (one, other) in HUBS or (other, one) in HUBS


def hub_steps(start: str, end: str) -> Path | None:
    """The hub steps from a model to the same person or company in another app, over the employee or the account where needed; None: no way."""
    if start == end:
        return ()
    if is_hub(start, end):
        return (Step("hub", end),)
    middle = next((m for m in (_PERSON, _COMPANY) if is_hub(start, m) and is_hub(m, end)), None)
    return (Step("hub", middle), Step("hub", end)) if middle else None


def bridged(node: Node, model: str) -> Node | None:
    """The node as records of another app that are the same person or company; itself where it is of that model already; None: no way."""
    steps = hub_steps(node.model, model)
    if steps is None:
        return None
    for step in steps:
        node = Set(step.to, frozenset({Link("hub", False, node)}))
    return node


def default_way(known: Catalogue, start: str, end: str) -> Path | None:
    """The one way between two models over relations that need no word; None where there is none, or more than one."""
    ways = between(known, start, end) if start in known.models and end in known.models else ()
    return ways[0][0] if len(ways) == 1 else None


def tied_by_default(known: Catalogue, model: str, node: Node) -> Link | None:
    """The condition on a model's records that the one default way from them leads to a node."""
    way = default_way(known, model, node.model)
    return nested(way, node) if way else None


def path_of(known: Catalogue, faults: Faults, start: str, texts: list[str], end: str | None = None) -> Path:
    """A path as it is written, from `start`, up to `end` where one is given. Hub steps that are left out are put in; what does not fit is a fault."""
    path: Path = ()
    here = start
    for text in texts:
        step = _step(known, faults, text)
        if step is None:
            return path
        entry, to = _ends(known, step, here)
        hubs = hub_steps(here, entry)
        if hubs is None:
            return _dead_end(known, faults, text, here, entry, path)
        path, here = (*path, *hubs, Step(step.relation, to, step.inverse)), to
    hubs = hub_steps(here, end) if end is not None else ()
    if hubs is None:
        way = default_way(known, here, end or here)
        if way is None:
            faults.add(f"the path ends at {here}, and must end at {end}")
        return (*path, *(way or ()))
    return (*path, *hubs)


def _dead_end(  # where a path breaks off, and what is known there
    known: Catalogue, faults: Faults, text: str, here: str, entry: str, path: Path,
) -> Path:
    leaving = [r.id for r in known.models[here].relations.values()] if here in known.models else []
    coming = [f"~{r.id}" for r in known.relations() if r.to == here]
    faults.add(f"{text} starts at {entry}, but the path is at {here} there; from {here} go: {', '.join((*leaving, *coming)[:14])}")
    return path


def _step(known: Catalogue, faults: Faults, text: str) -> Step | None:
    """One step as it is written; its end is found by `_ends`."""
    if text.startswith("hub:"):
        model = text.removeprefix("hub:")
        if model in known.models:
            return Step("hub", model)
        return faults.none(f"there is no model {model!r}")
    name = text.removeprefix("~")
    way = way_of(known, name)
    if way is None:
        return faults.none(f"there is no relation {name!r}{faults.near(name, [r.id for r in known.relations()])}")
    return Step(way[0].id, "", text.startswith("~") != way[1])


def way_of(known: Catalogue, name: str) -> tuple[Relation, bool] | None:
    """The relation that an id means, and whether the other way round.

    A foreign key that the catalogue knows from its other end only ("hris/TimeOffBalance.employee", which is an employee's balances) means that,
    walked backwards. None for what is no relation.
    """
    if has_relation(known, name):
        return known.relation(name), False
    model, _, part = name.partition(".")
    found = [r for r in known.relations() if r.to == model and r.inverse == part and not r.closure]
    plain = [r for r in found if not r.current] or found
    return (plain[0], True) if plain else None


def has_relation(known: Catalogue, name: str) -> bool:
    """Is it the id of a relation?"""
    model, _, part = name.partition(".")
    return model in known.models and part in known.models[model].relations


def _ends(known: Catalogue, step: Step, here: str) -> tuple[str, str]:
    """(model that the step sets out from, model that it reaches)."""
    if step.relation == "hub":
        return (here if is_hub(here, step.to) or hub_steps(here, step.to) else step.to), step.to
    relation = known.relation(step.relation)
    return (relation.to, relation.model) if step.inverse else (relation.model, relation.to)
