"""What one person may see of the graph: a thing, what is around it, what joins two. Names and ties of class A; facts stay at the source.

What not every employee may see (tickets, candidates, the books) is asked of the source, now and as this person, by the rules of every
answer. Nothing here tells that something was left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agent.access.gate import is_kept, of_graph, own_words
from agent.access.knowable import is_explored, knowable
from agent.access.refused import not_permitted
from agent.access.visibility import visible
from agent.answer import Reason, Visible
from agent.errors import Declined
from agent.policy.decision import may_see_model, rule_of
from agent.question.context import QuestionContext
from kg.hubs import together
from kg.match.features import OPEN
from kg.match.score import read_reason
from kg.paths import MOST, connection
from kg.provenance import NamePeriod, Why, why
from kg.resolve import Candidate, beginning, by_key, find
from kg.retrieve import Link, Quota, subgraph
from kg.rows import merge_id_of, model_of
from kg.schema import HUBS, in_words

_JOIN = "JOINED_IN"
_FIRST = ("hris", "crm", "accounting", "ticketing", "ats")         # apps by which one that several know is told
MOST_NEAR = 12                          # things that a record is tied to by one relation
_QUOTA = Quota(near=MOST_NEAR)
_FOUND = 12                             # things of one search
_UNSAID = frozenset({"family_name", "restricted"})      # columns that only help to find
Sources = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By model, the fields that a relation, the name, the aliases, the e-mail address or another column of the graph was made of."""

_CALLED = {"email": "E-mail"}             # columns whose name is not what people call them
JOINED, SEEN, GONE, BACK = "Joined with", "First seen", "Gone from the source", "Back at the source"      # what became of a record
PRIVATE_REASON = "details that are not for everybody agree"


@dataclass(frozen=True, slots=True)
class Thing:
    """A record that the person may know of."""

    key: str
    name: Visible | None                # None where it has none

    @property
    def model(self) -> str:
        """"crm/Account"."""
        return model_of(self.key)

    @property
    def merge_id(self) -> str:
        """The record's id."""
        return merge_id_of(self.key)

    @property
    def rank(self) -> tuple[int, str]:
        """Of several records that are one thing the least stands for it: where people look for somebody first."""
        category = self.model.partition("/")[0]
        return (_FIRST.index(category) if category in _FIRST else len(_FIRST)), self.key


@dataclass(frozen=True, slots=True)
class Tie:
    """A relation between two things: the record of `start` says it, or the two are one (`relation` is JOINED_IN). Times are ISO, UTC."""

    start: Thing
    relation: str
    end: Thing
    changed_at: str | None = None       # of the record that says so
    seen_at: str | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """A record of another app that is the same person or company, and why."""

    thing: Thing
    because: tuple[str, ...]
    decided_by_people: bool
    since: str | None


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that Evergraph learned at a time (ISO, UTC)."""

    at: str
    what: Visible
    thing: Thing | None = None          # another that it is about


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing, and what the person may know of it."""

    thing: Thing
    state: str                          # live, deleted, retired, expected
    names: tuple[Visible, ...]          # everything that it is called
    email: Visible | None
    details: Mapping[str, Any]          # by column: title, city, domain …
    remote_id: Visible | None
    seen_at: str | None
    joined: tuple[Joined, ...]
    ties: tuple[Tie, ...]               # of it, and of the records joined with it, to what has a name
    unnamed: tuple[Thing, ...]          # to what else it is tied: records whose name the graph does not hold
    happened: tuple[Happened, ...]      # the last first
    alike: Mapping[str, str] = field(default_factory=dict)      # ends of ties that are one thing with another end: the one that stands for it


class Explorer:
    """The graph as one person may see it, for one look."""

    def __init__(self, context: QuestionContext, sources: Sources) -> None:
        """Raises Declined for somebody who has left."""
        context.viewer()
        self._context, self._sources = context, sources

    def find(self, text: str) -> tuple[Thing, ...]:
        """Things of that name, the likeliest first; if there are none, things in whose names words begin like it."""
        found = find(self._context.graph, self._context.tenant, [text], models=self._nameable, limit=_FOUND)[text] if text.strip() else ()
        return self._things_of(found) or self.begun(text)

    def begun(self, text: str) -> tuple[Thing, ...]:
        """What may be meant by a name that is still being written."""
        return self._things_of(beginning(self._context.graph, self._context.tenant, text, models=self._nameable, limit=_FOUND))

    @property
    def _nameable(self) -> list[str]:
        return [model.id for model in self._context.catalogue.models.values() if model.nameable]

    def _things_of(self, found: Sequence[Candidate]) -> tuple[Thing, ...]:
        """Those of the candidates that the person may know of."""
        known = self._known(one.key for one in found)
        return tuple(Thing(one.key, self._told(one.model, "name", one.name or None)) for one in found if one.key in known)

    def each_once(self, found: Iterable[Thing]) -> tuple[tuple[Thing, ...], ...]:
        """The same, with the records that are one thing together: the one that stands for it first."""
        groups: dict[str, list[Thing]] = {}
        things = list(found)
        joined = together(self._context.graph, self._context.tenant, [thing.key for thing in things])
        for thing in things:
            groups.setdefault(joined.get(thing.key, (thing.key,))[0], []).append(thing)
        return tuple(tuple(sorted(some, key=lambda thing: thing.rank)) for some in groups.values())

    def things(self, keys: Iterable[str]) -> tuple[Thing, ...]:
        """Those of the records that there are and the person may know of."""
        known = self._known(keys)
        return tuple(Thing(key, name) for key, name in self._names_of(sorted(known)).items())

    def entity(self, key: str) -> Entity:
        """A thing with what is around it. Raises Declined: there is none, or the person may not see it."""
        context = self._context
        self._admit(key)
        held = why(context.graph, context.tenant, key)
        model = model_of(key)
        if held is None:
            raise Declined(Reason.NO_RECORD, "There is no such record.")
        if held.state == "expected":
            raise Declined(Reason.NO_RECORD, f"This {in_words(model).lower()} has not been read from its app yet.")
        thing, joined = Thing(key, self._told(model, "name", held.name)), self._joined(held)
        ties = self._ties([key])
        unnamed = {end.key: end for tie in ties for end in (tie.start, tie.end) if not end.name and end.key != key}
        said = held.history[-1] if not held.history[-1].gone else held.history[-2] if len(held.history) > 1 else held.history[-1]
        return Entity(thing, held.state, tuple(dict.fromkeys(self._names(held))), self._told(model, "email", said.email),
                      self._details(model, said), self._told(model, "remote_id", held.source.remote_id), held.source.last_seen_at, joined,
                      _named(ties), tuple(unnamed.values()), tuple(self._happened(held, joined)), self._alike(_named(ties)))

    def around(self, keys: Iterable[str]) -> tuple[Tie, ...]:
        """The ties of things that the person may know of, and of the records joined with them, each once; to what has a name."""
        return _named(self._ties(keys))

    def _alike(self, ties: Iterable[Tie]) -> Mapping[str, str]:
        """For ends of ties that are one thing with another end: by key, the record that stands for both. The person may know of all of them."""
        things = {end.key: end for tie in ties for end in (tie.start, tie.end)}
        joined = together(self._context.graph, self._context.tenant, things)
        first = {key: min((things[one] for one in some if one in things), key=lambda thing: thing.rank).key for key, some in joined.items()}
        return {key: one for key, one in first.items() if key != one}

    def _ties(self, keys: Iterable[str]) -> list[Tie]:
        context, own = self._context, self._known(keys)
        found = subgraph(context.graph, context.tenant, sorted(own), depth=1, quota=_QUOTA)
        links = [link for link in found.links if not self._is_closed(link)]
        known = self._known({end for link in links for end in (link.start, link.end)}) if links else frozenset()
        things = {key: Thing(key, self._told(model_of(key), "name", name)) for key, name in found.names.items() if key in known}
        return [_tie(link, things) for link in links if link.start in things and link.end in things]

    def way(self, start: str, end: str) -> tuple[Tie, ...] | None:
        """What joins two things over at most MOST others; None where there is nothing that the person may see. Raises Declined."""
        context = self._context
        for key in (start, end):
            self._admit(key)
        links = connection(context.graph, context.tenant, start, end, most=MOST)
        names = {link.end: self._told(model_of(link.end), "name", link.name) for link in links or ()} | self._names_of([start])
        known = self._known(names) | {key for key in names if model_of(key) in HUBS}
        if links is None or any(self._is_closed(link) for link in links) or not names.keys() <= known:
            return None
        things = {key: Thing(key, name) for key, name in names.items()}
        return tuple(_over_hubs([_tie(link, things) for link in links]))

    def _admit(self, key: str) -> None:
        """Raises Declined where just this record is not for the person."""
        context, model = self._context, model_of(key)
        known = context.catalogue.models.get(model)
        if not key.startswith(f"{context.tenant}|") or known is None or not is_explored(model):
            raise Declined(Reason.NO_RECORD, "There is no such record.")
        if rule_of(known.access) != "everybody":
            if not may_see_model(context.viewer(), known.access).allowed:
                raise not_permitted(known.access, "Records of this kind are not for you to see.")
            records = context.live.by_ids(model, [Thing(key, None).merge_id])
            if not records:
                raise Declined(Reason.NO_RECORD, "There is no such record.")
            visible(context, model, records, use="one")

    def _known(self, keys: Iterable[str]) -> frozenset[str]:
        """Those of the keys that the person may know of."""
        return knowable(self._context, keys)

    def _is_closed(self, link: Link) -> bool:
        """Does the company keep the field behind a tie from everybody?"""
        return not self._is_open(model_of(link.evidence.record), link.relation)

    def _is_open(self, model: str, column: str) -> bool:
        return not is_kept(self._context.company, model, self._fields(model, column))

    def _told(self, model: str, column: str, text: str | None) -> Visible | None:
        return of_graph(self._context.company, model, self._fields(model, column), text)

    def _fields(self, model: str, column: str) -> Sequence[str]:
        return self._sources.get(model, {}).get(column, ())

    def _names_of(self, keys: Iterable[str]) -> dict[str, Visible | None]:
        """Names of live entities; None for one without."""
        context = self._context
        found = by_key(context.graph, context.tenant, keys)
        return {one.key: self._told(one.model, "name", one.name or None) for one in found.values()}

    def _names(self, held: Why) -> Iterator[Visible]:
        held_model = model_of(held.key)
        numbers = {str(value) for said in held.history for value in said.properties.values()} | {said.email for said in held.history}
        for said in reversed(held.history):
            told = (self._told(held_model, "name", said.name), *(self._told(held_model, "aliases", alias) for alias in said.aliases))
            yield from (name for name in told if name and name not in numbers)

    def _details(self, model: str, said: NamePeriod) -> Mapping[str, Any]:
        told = {name: value for name, value in said.properties.items() if name not in _UNSAID and value not in (None, "", [])}
        return {name: value for name, value in told.items() if self._is_open(model, name)}

    def _joined(self, held: Why) -> tuple[Joined, ...]:
        context = self._context
        hubs = [join.end for join in held.joins if join.is_live and join.start == held.key]
        found = [one for hub in hubs if (one := why(context.graph, context.tenant, hub)) is not None]
        others = [join for one in found for join in one.joins if join.is_live and join.start != held.key]
        known = self._known(join.start for join in others)
        names = self._names_of(sorted(known))
        return tuple(Joined(Thing(j.start, names.get(j.start)), _because(j.evidence), bool(j.decided_by), j.source.first_seen_at or j.decided_at)
                     for j in others if j.start in known)

    def _happened(self, held: Why, joined: Iterable[Joined]) -> Iterator[Happened]:
        """What became of a record, the last first."""
        found = [Happened(j.since, own_words(JOINED), j.thing) for j in joined if j.since]
        if held.source.first_seen_at:
            found.append(Happened(held.source.first_seen_at, own_words(SEEN)))
        for before, now in zip(held.history, held.history[1:], strict=False):
            found += [Happened(now.since, change) for change in self._differences(model_of(held.key), before, now)]
        yield from sorted(found, key=lambda one: one.at, reverse=True)

    def _differences(self, model: str, before: NamePeriod, now: NamePeriod) -> Iterator[Visible]:
        if now.gone or before.gone:
            yield own_words(GONE if now.gone else BACK)
            return
        old, new = ({"name": said.name, "email": said.email, **said.properties} for said in (before, now))
        for column in [*new, *(old.keys() - new.keys())]:
            called = _CALLED.get(column, column.replace("_", " ").capitalize())
            change = self._told(model, column, f"{called}: {old.get(column) or 'nothing'} → {new.get(column) or 'nothing'}")
            if change is not None and column not in _UNSAID and old.get(column) != new.get(column):
                yield change


def _named(ties: Iterable[Tie]) -> tuple[Tie, ...]:
    return tuple(tie for tie in ties if tie.start.name and tie.end.name)


def _tie(link: Link, things: Mapping[str, Thing]) -> Tie:
    one, other = things[link.start], things[link.end]
    ends = (one, other) if link.outgoing else (other, one)
    return Tie(ends[0], link.relation, ends[1], link.evidence.source_modified_at, link.evidence.last_seen_at)


def _over_hubs(ties: Sequence[Tie]) -> Iterator[Tie]:
    """A hub between two records is no step of its own: the two are one."""
    left: Tie | None = None
    for tie in ties:
        if tie.relation == _JOIN and left is None and tie.end.model in HUBS:
            left = tie
        elif tie.relation == _JOIN and left is not None:
            yield replace(left, end=tie.start)
            left = None
        else:
            yield tie


def _because(evidence: Iterable[str]) -> tuple[str, ...]:
    """What speaks for a join, without which private detail matched."""
    said = [reason.says for reason in map(read_reason, evidence) if reason.points >= 0]
    told = [one for one in said if one in OPEN]
    return tuple(dict.fromkeys(told if len(told) == len(said) else [*told, PRIVATE_REASON]))
