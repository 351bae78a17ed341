"""Ways between models over the catalogue's relations, for words that name two things and not what ties them.

The shortest way is not the meaning: only default relations are walked without a word, at most two of them, and ways that tie are kept apart.
"""

from collections.abc import Iterator
from functools import lru_cache

from agent.catalogue import HUBS, SAME_PERSON, Catalogue
from agent.plan.algebra import Is, Link, Node, Path, Set, Step
from agent.understand.grammar.items import typed

LONGEST = 3                             # steps of a way, hubs included
PEOPLE = "hris/Employee"
MY_TEAM = Is(f"{PEOPLE}.my_team")
UNITS = frozenset({"hris/Team", "hris/Group"})      # what people belong to, whichever of the two the app calls it
_NO_THROUGH = frozenset({PEOPLE, "crm/User", "crm/Account", "hris/Company"})   # everything meets there: no way leads through them, but for a hub


@lru_cache(maxsize=4096)
def between(known: Catalogue, start: str, end: str) -> tuple[tuple[Path, int], ...]:
    """The cheapest ways from one model to another, each with its cost; () where there is none. Costs: a step 1, a hub 1, walked backwards 1 more."""
    found = sorted(_ways(known, start, end), key=lambda way: (way[1], len(way[0]), repr(way[0])))
    return tuple(way for way in found if way[1] == found[0][1])


def _ways(known: Catalogue, start: str, end: str) -> Iterator[tuple[Path, int]]:
    waiting: list[tuple[str, Path, int]] = [(start, (), 0)]
    while waiting:
        model, path, cost = waiting.pop()
        if model == end and path:
            yield path, cost
            continue
        if len(path) >= LONGEST:
            continue
        if path and model in _NO_THROUGH and not _may_go_on(known, start, path):
            waiting.extend((step.to, (*path, step), cost + more) for step, more in _steps(known, model)
                           if step.relation == "hub" and step.to == end != "ats/Candidate")     # who became one is no user of theirs
            continue
        seen = {start, *(step.to for step in path)}
        at_person = bool(path) and model in _NO_THROUGH and path[-1].relation != "hub"
        waiting.extend((step.to, (*path, step), cost + more) for step, more in _steps(known, model)       # a lead's owner's meetings are not its own
                       if step.to not in seen and not _meets(path, step) and not (at_person and step.inverse))


def _meets(path: Path, step: Step) -> bool:
    """Two things that some third record holds both: that they meet there says nothing of what ties them."""
    return any(before.inverse for before in path) and not step.inverse and step.relation != "hub"


def _may_go_on(known: Catalogue, start: str, path: Path) -> bool:
    """Beyond a person only where the way began with their account of another app, or the thing is theirs alone: a leave, a pay."""
    if len(path) == 1 and path[0].relation == "hub":
        return start != "ats/Candidate"     # what somebody became is not said of the candidate
    return all(step.relation != "hub" and not step.inverse and not known.relation(step.relation).many for step in path)


def _steps(known: Catalogue, model: str) -> Iterator[tuple[Step, int]]:
    for one, other in HUBS:
        if model in (one, other):
            yield Step("hub", other if model == one else one), 1 if PEOPLE in (one, other) else 2
    for relation in known.relations():
        if not relation.default:
            continue
        if relation.model == model:
            yield Step(relation.id, relation.to), 1
        if relation.to == model and relation.model != model:
            yield Step(relation.id, relation.model, inverse=True), 2


def by_candidate(path: Path) -> bool:
    """Does a way lead from something of recruiting to who got the job by it? Whose interviews are: who asked, or who was asked?"""
    return len(path) > 2 and path[-2].to == "ats/Candidate"


def nested(path: Path, node: Node) -> Link:
    """The condition on what stands at the beginning of a way that a node stands at its end."""
    step, *rest = path
    source = Set(step.to, frozenset({nested(tuple(rest), node)})) if rest else node
    return Link(step.relation, step.relation != "hub" and not step.inverse, source)


def coerced(known: Catalogue, node: Node, model: str) -> Node | None:
    """The node as one of the model: itself, or the same person's record in another app. None where it can be neither."""
    same = typed(known, node, model)
    if same is not None:
        return same
    if (node.model, model) in SAME_PERSON or (model, node.model) in SAME_PERSON:
        return Set(model, frozenset({Link("hub", False, node)}))
    return None
