"""The accounting check, both ways: every content word of the question is in the goal, nothing in the goal is unsaid.

It needs the words, the lattice and the goal only, so it holds for every planner. Defaults that may enter a goal without
a word are listed here; each is told in the answer.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.language import Token
from agent.plan import Goal, Link, Me, Named, Set, Show, Summary, nodes

Said = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Account:
    """The result of the check: () in both means that the books balance."""

    unplaced: tuple[str, ...]           # words of the question that the goal does not hold
    unsaid: tuple[str, ...]             # elements of the goal that no word says

    @property
    def balances(self) -> bool:
        """Is every word placed and every element said?"""
        return not self.unplaced and not self.unsaid


def account(
    catalogue: Catalogue, tokens: Sequence[Token], goal: Goal, cover: int, said: Said, empty: frozenset[int],
) -> Account:
    """Hold a goal against the question. `said` names elements with the mask of the tokens that say them; said once counts once."""
    unplaced = tuple(t.text for i, t in enumerate(tokens) if i not in empty and not cover >> i & 1)
    spoken = {(element, mask) for element, mask in said if mask & cover == mask}
    needed = Counter(_elements(catalogue, goal))
    unsaid = tuple(e[0] for e, times in needed.items() if len({mask for element, mask in spoken if element in e}) < times)
    return Account(unplaced, unsaid)


def _elements(catalogue: Catalogue, goal: Goal) -> Iterator[tuple[str, ...]]:
    """Each element of the goal that must be said, as the ways in which it may be."""
    if isinstance(goal, Show):
        yield from _shown(catalogue, goal)
    if isinstance(goal, Summary):
        yield "summary", "summ:verbs", "summ:what_phrases", "summ:afterwards", *(f"model:{n.model}" for n in nodes(goal))
    for node in dict.fromkeys(nodes(goal)):             # one node may be tied twice
        if isinstance(node, Named):
            yield (f"name:{node.mention}",)
        elif isinstance(node, Me):
            yield ("me",)
        else:
            yield from _set(catalogue, node)


def _shown(catalogue: Catalogue, goal: Show) -> Iterator[tuple[str, ...]]:
    shown = catalogue.field(goal.field)
    asked_by_time = ("focus:when",) if catalogue.models[shown.model].time == shown.name else ()
    yield f"field:{goal.field}", *asked_by_time
    if goal.unit is not None:
        yield (f"unit:{goal.unit}",)


def _set(catalogue: Catalogue, node: Set) -> Iterator[tuple[str, ...]]:
    if node.newest:
        yield ("newest:newest",)
    from_relation = {(f"{catalogue.relation(k.relation).to}.{n}", v) for k in node.links if k.relation != "hub"
                     for n, v in catalogue.relation(k.relation).where.items()}
    for where in node.where:
        if (where.field, where.value) not in from_relation:
            yield (f"where:{where.field}={where.value}",)
    for link in node.links:
        yield from _link(catalogue, node, link)


def _link(catalogue: Catalogue, node: Set, link: Link) -> Iterator[tuple[str, ...]]:
    """A link is said by its noun, its verb, or (a default one) by the two things that it ties."""
    if link.relation == "hub":
        return
    relation = catalogue.relation(link.relation)
    if not relation.default:
        yield tuple(f"{kind}:{relation.id}" for kind in ("rel", "forward", "backward", "place"))
