"""The graph as one person may look at it: who is called so, what a record is linked with, the way between two, and where it is from.

Class A, of the person's own company: records that every employee may see, of apps that are connected and open to the person. All else is not
there, whether the graph has it or not. Of a join it is told that two records are one; by what they were found is for operators, for it may be a
private address.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ingest.projections import MODELS
from kg.hubs import why_joined
from kg.paths import connection
from kg.provenance import Said, Why, why
from kg.resolve import by_key, find
from kg.retrieve import Link, subgraph
from kg.rows import model_of
from ui.access import Asker, is_operator
from ui.conversation import Installation
from ui.labels import app_of, kind_of
from ui.problems import NoSuchRecord

_HUB = "hub"                            # of no app: what joins records of one person or company
_MOST_FOUND = 20
_LONGEST = 200                          # characters of a name that is looked for


@dataclass(frozen=True, slots=True)
class Thing:
    """A record, or (app "joined") one person or company of several records."""

    key: str
    name: str
    app: str                            # "CRM"
    kind: str                           # "CRM contact"


@dataclass(frozen=True, slots=True)
class Tie:
    """An edge. `said_at`: when Merge's copy of the record that says so changed; ISO, UTC; None of a join."""

    start: str
    relation: str
    end: str
    said_at: str | None


@dataclass(frozen=True, slots=True)
class Around:
    """What is around a record."""

    of: Thing
    things: tuple[Thing, ...]           # the record itself first
    ties: tuple[Tie, ...]
    is_cut: bool                        # there is more by some relation than is shown


@dataclass(frozen=True, slots=True)
class Way:
    """How two records are linked: things and the ties between them in their order; none where no way is seen."""

    things: tuple[Thing, ...]
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """A record of the same person or company. Evidence is empty for who is no operator."""

    thing: Thing
    since: str                          # ISO, UTC
    by: str                             # "rules", or who decided it
    score: float
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Then:
    """What a record said from one time until another, or (is_gone) that it was gone. ISO, UTC; `until` None: still."""

    since: str
    until: str | None
    is_gone: bool
    name: str | None
    email: str | None
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record is from. Times are ISO, UTC."""

    of: Thing
    state: str                          # live, deleted, retired, expected
    email: str | None
    source_modified_at: str | None      # when Merge's copy changed
    first_seen_at: str | None
    last_seen_at: str | None
    history: tuple[Then, ...]           # oldest first
    joined: tuple[OneOf, ...]           # the other records of the same person or company


class Surroundings:
    """The graph of an installation, for its people. Each method raises Declined for a leaver, GraphUnavailable, GraphTooSlow."""

    def __init__(self, installation: Installation) -> None:
        """No I/O."""
        self._installation = installation

    def find(self, who: Asker, text: str) -> list[Thing]:
        """Who or what is called so, the likeliest first."""
        words = " ".join(text.split())[:_LONGEST]
        sight = self._sight(who)
        found = find(self._graph, who.tenant, [words], models=sorted(sight.models))[words] if words and sight.models else ()
        return [thing for one in found if (thing := sight.thing(one.key, one.name))][:_MOST_FOUND]

    def around(self, who: Asker, key: str, depth: int = 1) -> Around:
        """What is linked with a record, in one step or (`depth` 2) two. Raises NoSuchRecord."""
        sight = self._sight(who)
        of = self._own(who, sight, key)
        found = subgraph(self._graph, who.tenant, [key], depth=depth)
        shown = sight.things(found.names.items())
        near = _linked(of.key, [tie for link in found.links if (tie := _tie(link)).start in shown and tie.end in shown])
        ends = dict.fromkeys(end for tie in near for end in (tie.start, tie.end) if end != key)
        relations = {tie.relation for tie in near}
        return Around(of, (of, *(shown[end] for end in ends)), tuple(near), any(cut.relation in relations for cut in found.shown))

    def way(self, who: Asker, start: str, end: str) -> Way:
        """The shortest way from one record to another, if the person may see all of it. Raises NoSuchRecord."""
        sight = self._sight(who)
        first, last = (self._own(who, sight, key) for key in (start, end))
        links = connection(self._graph, who.tenant, start, end)
        things = [first, *(sight.thing(link.end, link.name) for link in links or ())]
        if links is None or things[-1] != last or None in things:
            return Way((), ())
        return Way(tuple(thing for thing in things if thing), tuple(_tie(link) for link in links))

    def origin(self, who: Asker, key: str) -> Origin:
        """Where a record is from, what it said before, and which other records are the same. Raises NoSuchRecord."""
        sight = self._sight(who)
        found = why(self._graph, who.tenant, key) if key.startswith(f"{who.tenant}|") else None
        of = sight.thing(key, found.name) if found else None
        if found is None or of is None:
            raise NoSuchRecord()
        said = [_then(one) for one in found.history if one.gone or one.name]
        times = (found.source.source_modified_at, found.source.first_seen_at, found.source.last_seen_at)
        return Origin(of, found.state, _email(found), *times, tuple(said), tuple(self._joined(who, sight, key)))

    @property
    def _graph(self) -> Any:
        return self._installation.graph

    def _sight(self, who: Asker) -> "_Sight":
        models: frozenset[str] = self._installation.assistant(who.tenant).lookups(who.email).sight.models
        return _Sight(frozenset(model for model in models if _is_for_everybody(model)))

    def _own(self, who: Asker, sight: "_Sight", key: str) -> Thing:
        """A record of the person's company that they may see."""
        found = by_key(self._graph, who.tenant, [key]).get(key) if key.startswith(f"{who.tenant}|") else None
        thing = sight.thing(key, found.name) if found else None
        if thing is None:
            raise NoSuchRecord()
        return thing

    def _joined(self, who: Asker, sight: "_Sight", key: str) -> Iterable[OneOf]:
        hub = why_joined(self._graph, who.tenant, key)
        tells = is_operator(self._installation.tenants, who)
        for join in hub.joins if hub else ():
            thing = sight.thing(join.member.key, join.member.name)
            if thing is not None and thing.key != key:
                yield OneOf(thing, join.since, join.decided_by or "rules", join.score, join.evidence if tells else ())


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a person may see of the graph."""

    models: frozenset[str]

    def thing(self, key: str, name: str | None) -> Thing | None:
        """The record for showing; None where it is not to be seen. One without a name is not for everybody, or has not come yet."""
        model = model_of(key)
        category = model.partition("/")[0]
        if not name or (category != _HUB and model not in self.models):
            return None
        return Thing(key, name, app_of(category), kind_of(category, model))

    def things(self, names: Iterable[tuple[str, str | None]]) -> dict[str, Thing]:
        """Those that may be seen, by key."""
        return {key: thing for key, name in names if (thing := self.thing(key, name))}


def _is_for_everybody(model: str) -> bool:
    projection = MODELS.get(model)
    return projection is not None and not projection.restricted


def _linked(key: str, ties: list[Tie]) -> list[Tie]:
    """The ties that lead on from a record over what may be seen: what hangs on something hidden would tell of it."""
    reached, before = {key}, set[str]()
    while reached != before:
        before = reached
        reached = before | {end for tie in ties if {tie.start, tie.end} & before for end in (tie.start, tie.end)}
    return [tie for tie in ties if tie.start in reached]


def _tie(link: Link) -> Tie:
    start, end = (link.start, link.end) if link.outgoing else (link.end, link.start)
    return Tie(start, link.relation, end, link.evidence.source_modified_at)


def _then(one: Said) -> Then:
    return Then(one.since, one.until, one.gone, one.name, one.email, one.aliases)


def _email(found: Why) -> str | None:
    return next((one.email for one in reversed(found.history) if not one.gone), None)
