"""Relations that a plan goes over and that no word of the message says: from the asker to their team, from a person to whom they report.

Said is a relation by its own words; that of people to those who report to them by words for people, too. Of several relations between the same
models the usual one needs no words, another one does. What an earlier plan of the dialogue went over needs none.
"""

from collections.abc import Collection, Iterator, Sequence

from agent.catalogue import SAME_COMPANY, Catalogue, Relation
from agent.plan.algebra import Goal, Link, Measure, Set, Step, parts
from agent.understand.grammar.evidence import Evidence
from agent.understand.verify import Doubt
from agent.understand.verify.used import direction

_OF_RELATIONS = frozenset({"rel", "forward", "backward", "done", "place"})
_OF_RECORDS = frozenset({"noun", "is"})


def unsaid_ways(catalogue: Catalogue, known: Sequence[Evidence], goals: Sequence[Goal], earlier: Sequence[str]) -> Iterator[Doubt]:
    """`known`: all that stretches of the message may mean; `earlier`: what was said before, plans too."""
    said = {e.meaning.target for e in known if e.meaning.kind in _OF_RELATIONS}
    kinds = {e.meaning.target for e in known if e.meaning.kind in _OF_RECORDS}
    for way in dict.fromkeys(way for goal in goals for way in _used(goal)):
        if not any(way[0] in text for text in earlier) and not _is_said(catalogue, way, said, kinds):
            yield Doubt("way", f"the plan goes over {way[0]}, and the message does not say that: whose are the records that are meant?")
    yield from _often(catalogue, known, goals)
    yield from strange_figures(catalogue, known, goals)


def strange_figures(catalogue: Catalogue, known: Sequence[Evidence], goals: Sequence[Goal]) -> Iterator[Doubt]:
    """Figures of a field of companies in another app that no word names: "the size of the invoices" is no number of their customers' employees."""
    said = {e.meaning.target for e in known if e.meaning.kind in _OF_RECORDS}
    said |= {catalogue.relation(e.meaning.target).to for e in known if e.meaning.kind == "rel" and "." in e.meaning.target}
    for part in (part for goal in goals for part in parts(goal) if isinstance(part, Measure) and part.field is not None):
        same = {part.of.model, *(other for pair in SAME_COMPANY if part.of.model in pair for other in pair)}
        is_elsewhere = isinstance(part.of, Set) and any(link.relation == "hub" for link in part.of.links)
        if len(same) > 1 and is_elsewhere and said.isdisjoint(same):
            yield Doubt("way", f"the figure is one of {part.of.model}, and the message names none: of which records is it asked?")


def _is_said(catalogue: Catalogue, way: tuple[str, bool], said: Collection[str], kinds: Collection[str]) -> bool:
    relation, turn = catalogue.relation(way[0]), direction(catalogue, way[0], is_turned=way[1])
    if turn is None:
        return _is_plain(catalogue, relation, said)
    to_holders = not turn[1]            # to those who report to somebody
    return not _of_itself(catalogue, relation.model).isdisjoint(said) or (to_holders and not _people(catalogue, relation.model).isdisjoint(kinds))


def _used(thing: object) -> Iterator[tuple[str, bool]]:
    """Each relation, and whether it is walked from what its own model leads to."""
    for part in parts(thing):
        if isinstance(part, Link | Step) and part.relation != "hub":
            yield part.relation, part.to_source if isinstance(part, Link) else part.inverse


def _of_itself(catalogue: Catalogue, model: str) -> frozenset[str]:
    """The relations between records of a model, and those that say who stands around the asker: "my team"."""
    return frozenset(r.id for r in catalogue.models[model].relations.values() if r.to == model or r.means_people_of_asker)


def _people(catalogue: Catalogue, model: str) -> frozenset[str]:
    """What says records of a model: words for them, and for conditions that are made of their relations."""
    return frozenset({model, *(p.id for p in catalogue.models[model].predicates.values() if not p.all)})


def _is_plain(catalogue: Catalogue, relation: Relation, said: Collection[str]) -> bool:
    """May a relation between two models be meant without a word for it, or is there one?"""
    if relation.default or relation.id in said:
        return True
    others = [r for r in catalogue.models[relation.model].relations.values() if r.to == relation.to and r.id != relation.id]
    ends = {(r.model, r.to) for r in map(catalogue.relation, said)}
    return not any(r.default for r in others) or (relation.to, relation.model) in ends


def _often(catalogue: Catalogue, known: Sequence[Evidence], goals: Sequence[Goal]) -> Iterator[Doubt]:
    """A relation between records of one model that is gone over again and again, oftener than it is said."""
    said = {(e.first, e.last) for e in known if e.meaning.kind in _OF_RELATIONS and direction(catalogue, e.meaning.target, is_turned=False)}
    times = len({s for s in said if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in said)})
    most = max((_depth(catalogue, goal) for goal in goals), default=0)
    if most > max(times, 1):
        yield Doubt("way", f"the plan goes {most} times from one record to another of its kind; the message says that {times or 'no'} times")


def _depth(catalogue: Catalogue, thing: object) -> int:
    """How many such links stand one behind the other."""
    links = [part for part in parts(thing) if isinstance(part, Link) and direction(catalogue, part.relation, is_turned=False)]
    return max((1 + (_depth(catalogue, link.source) if isinstance(link.source, Set) else 0) for link in links), default=0)
