"""What is known of a person's preferences, as a pure fold over the events of their journal: the same events give the same state.

Nothing is changed in place. What replaced or withdrew a preference is an event too; take that back and the preference is current
again by construction. A preference decides a default, never a fact.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal

Kind = Literal[
    "learned", "edited", "forgotten", "never", "allowed", "pinned", "unpinned", "off", "on", "undone", "confirmed", "rejected", "accepted", "refused",
]                                       # confirmed, rejected: an operator's word; accepted, refused: the person's
Scope = Literal["person", "tenant"]
Authority = Literal["correction", "statement", "understood", "choice", "behaviour"]        # understood: as a model read the words
About = tuple[str, str]                 # relation and subject: of one such pair one value is current

_RANK: Mapping[str, int] = {"correction": 2, "statement": 2, "understood": 1, "choice": 1, "behaviour": 0}      # said is above seen


@dataclass(frozen=True, slots=True)
class Source:
    """Where a preference was said or seen: the message, the place of the words in it, the words, the time (aware)."""

    session: str
    message: str
    words: str
    at: datetime
    first: int = 0
    last: int = 0                       # exclusive


@dataclass(frozen=True, slots=True)
class Preference:
    """What somebody prefers: of a relation (name_means, unit …) and a subject ("bill", "leave"), the value."""

    relation: str
    subject: str                        # folded; "" where it holds for everything of the relation
    value: str
    source: Source
    keys: tuple[str, ...] = ()          # the entities that the value stands for
    scope: Scope = "person"
    authority: Authority = "statement"
    confidence: float = 1.0
    plan: str = ""                      # what the words stand for as a node of the plan language, in JSON; "": in words alone

    @property
    def id(self) -> str:
        """The same for the same content of the same message, so that learning it twice is learning it once."""
        parts = (self.relation, self.subject, self.value, *self.keys, self.scope, self.source.session, self.source.message)
        return blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()

    @property
    def is_seen(self) -> bool:
        """Was it seen in what the person chose or did, or read by a model, and never said in words that the rules hear?"""
        return self.authority in ("understood", "choice", "behaviour")

    @property
    def about(self) -> About:
        """What it is about."""
        return self.relation, self.subject


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the journal."""

    id: str
    kind: Kind
    at: datetime
    by: str                             # the person's e-mail, or "rules" for what was derived
    of: str | None = None               # the preference that it is about; of `undone`, the event
    preference: Preference | None = None
    deed: str | None = None             # the same of several events that were one deed, which are taken back together

    def as_json(self) -> dict[str, Any]:
        """The event as plain data; times are written as ISO text by the journal."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class PreferenceRecord:
    """A preference, and what became of it. It holds from `true_from` on; we have known of it since `known_from`."""

    preference: Preference
    true_from: datetime
    known_from: datetime
    true_until: datetime | None = None
    known_until: datetime | None = None
    retired_by: str | None = None       # the event that replaced or withdrew it
    is_pinned: bool = False
    is_on: bool = True
    confirmed_by: str | None = None

    @property
    def is_current(self) -> bool:
        """Nothing has replaced or withdrawn it."""
        return self.retired_by is None

    @property
    def is_effective(self) -> bool:
        """Does it decide defaults now? A company's needs an operator's confirmation, an inferred one the person's."""
        is_said = self.preference.scope == "person" and not self.preference.is_seen
        return self.is_current and self.is_on and (is_said or self.confirmed_by is not None)

    @property
    def waits(self) -> bool:
        """Is it inferred and not yet confirmed by the person?"""
        return self.is_current and self.is_on and self.preference.is_seen and self.confirmed_by is None


@dataclass(frozen=True, slots=True)
class State:
    """All that was ever learned of a person, what must not be learned, and when they last had something of a kind forgotten."""

    kept: tuple[PreferenceRecord, ...] = ()
    never: frozenset[About] = frozenset()
    forgotten: Mapping[About, datetime] = field(default_factory=dict)
    refused: frozenset[tuple[About, str]] = frozenset()         # what was seen, and the person did not want: with its value

    @property
    def current(self) -> tuple[PreferenceRecord, ...]:
        """What holds, turned off or not, in the order in which it was learned."""
        return tuple(k for k in self.kept if k.is_current)

    @property
    def effective(self) -> tuple[PreferenceRecord, ...]:
        """What decides defaults now."""
        return tuple(k for k in self.kept if k.is_effective)

    @property
    def waiting(self) -> tuple[PreferenceRecord, ...]:
        """Inferred preferences that wait for the person's confirmation, oldest first."""
        return tuple(k for k in self.kept if k.waits)

    def get(self, relation: str, subject: str = "") -> PreferenceRecord | None:
        """What decides this default; None where nothing does."""
        return next((k for k in self.effective if k.preference.about == (relation, subject)), None)

    def by_id(self, preference: str) -> PreferenceRecord | None:
        """The preference of an id, or of the only id that begins so."""
        found = [k for k in self.kept if preference and k.preference.id.startswith(preference)]
        return found[0] if len(found) == 1 else None


def event_of(data: Mapping[str, Any]) -> Event:
    """An event of the journal. Raises KeyError, TypeError, ValueError for what is none."""
    said = data.get("preference")
    preference = None
    if said is not None:
        source = Source(**{**said["source"], "at": datetime.fromisoformat(said["source"]["at"])})
        preference = Preference(**{**said, "keys": tuple(said["keys"]), "source": source})
    return Event(data["id"], data["kind"], datetime.fromisoformat(data["at"]), data["by"], data.get("of"), preference, data.get("deed"))


def fold(events: Iterable[Event]) -> State:
    """The state after these events, in their order."""
    known = list(events)
    undone = {e.of for e in known if e.kind == "undone"}
    folded = _Fold(frozenset(e.preference.id for e in known if e.id in undone and e.preference is not None))
    for event in known:
        if event.id not in undone and event.kind in _EFFECTS:
            _EFFECTS[event.kind](folded, event)
    return State(tuple(folded.kept.values()), frozenset(folded.never), dict(folded.forgotten), frozenset(folded.refused))


def undoable(events: Iterable[Event], by: str) -> tuple[Event, ...]:
    """The last thing that somebody did and did not take back yet, the last event first; () where there is none."""
    known = list(events)
    undone = {e.of for e in known if e.kind == "undone"}
    left = [e for e in reversed(known) if e.by == by and e.kind != "undone" and e.id not in undone]
    return tuple(e for e in left if e is left[0] or (e.deed is not None and e.deed == left[0].deed))


@dataclass
class _Fold:
    """The state in the making. `taken_back`: ids of preferences whose learning was undone."""

    taken_back: frozenset[str]
    kept: dict[str, PreferenceRecord] = field(default_factory=dict)
    holds: dict[tuple[About, Scope], str] = field(default_factory=dict)
    never: set[About] = field(default_factory=set)
    forgotten: dict[About, datetime] = field(default_factory=dict)
    refused: set[tuple[About, str]] = field(default_factory=set)

    def learned(self, event: Event) -> None:
        """It holds from now on, unless it may not be learned, is known, or something stronger or later holds."""
        new = event.preference
        if new is None or new.id in self.kept or self._is_barred(event, new):
            return
        place = (new.about, new.scope)
        before = self.kept.get(self.holds.get(place, ""))
        kept = PreferenceRecord(new, new.source.at, event.at)
        if before is not None and not _gives_way(before, new):
            ended = max(before.true_from, kept.true_from)
            self.kept[new.id] = replace(kept, true_until=ended, known_until=event.at, retired_by=before.preference.id)
            return
        if before is not None:
            self._retire(before, event, new.source.at)
        self.kept[new.id] = kept
        self.holds[place] = new.id

    def edited(self, event: Event) -> None:
        """The person wrote another value in its place; a pin stays."""
        old = self._current(event)
        if old is not None and event.preference is not None and event.preference.id not in self.kept:
            self._retire(old, event, event.at)
            self.kept[event.preference.id] = PreferenceRecord(event.preference, event.at, event.at, is_pinned=old.is_pinned, is_on=old.is_on)
            self.holds[event.preference.about, event.preference.scope] = event.preference.id

    def withdrawn(self, event: Event) -> None:
        """It does not hold any more, and what was said up to now does not bring it back."""
        old = self._current(event)
        if old is not None:
            self._retire(old, event, event.at)
            self.forgotten[old.preference.about] = event.at

    def turned_down(self, event: Event) -> None:
        """The person rejected an inferred preference: it is not proposed again."""
        self.withdrawn(event)
        known = self.kept.get(event.of or "")
        if known is not None:
            self.refused.add((known.preference.about, known.preference.value))

    def barred(self, event: Event) -> None:
        """It does not hold, and nothing of the kind is learned."""
        self.withdrawn(event)
        known = self.kept.get(event.of or "")
        if known is not None:
            self.never.add(known.preference.about)

    def allowed(self, event: Event) -> None:
        """Of this kind may be learned again."""
        known = self.kept.get(event.of or "")
        if known is not None:
            self.never.discard(known.preference.about)

    def marked(self, event: Event, **marks: Any) -> None:
        """It is pinned, turned off, confirmed …"""
        old = self._current(event)
        if old is not None:
            self.kept[old.preference.id] = replace(old, **marks)

    def _is_barred(self, event: Event, new: Preference) -> bool:
        derived = event.by == "rules"
        before_it_was_forgotten = new.about in self.forgotten and new.source.at <= self.forgotten[new.about]
        return new.about in self.never or (derived and (before_it_was_forgotten or new.id in self.taken_back))

    def _current(self, event: Event) -> PreferenceRecord | None:
        kept = self.kept.get(event.of or "")
        return kept if kept is not None and kept.is_current else None

    def _retire(self, old: PreferenceRecord, event: Event, ends: datetime) -> None:
        until = max(old.true_from, ends)
        self.kept[old.preference.id] = replace(old, true_until=until, known_until=event.at, retired_by=event.id)
        self.holds.pop((old.preference.about, old.preference.scope), None)


def _gives_way(before: PreferenceRecord, new: Preference) -> bool:
    """Precedence: a stated preference yields to later statements, never to one that was only inferred; a pinned one to the person's edits alone."""
    old, rank = before.preference, _RANK[new.authority]
    if rank < max(_RANK[old.authority], 2 if before.is_pinned else 0):
        return False
    return new.source.at >= old.source.at or rank > _RANK[old.authority]


_EFFECTS: Mapping[str, Callable[[_Fold, Event], None]] = {
    "learned": _Fold.learned, "edited": _Fold.edited, "forgotten": _Fold.withdrawn, "never": _Fold.barred, "allowed": _Fold.allowed,
    "rejected": _Fold.withdrawn, "refused": _Fold.turned_down,
    "pinned": lambda f, e: f.marked(e, is_pinned=True), "unpinned": lambda f, e: f.marked(e, is_pinned=False),
    "off": lambda f, e: f.marked(e, is_on=False), "on": lambda f, e: f.marked(e, is_on=True),
    "confirmed": lambda f, e: f.marked(e, confirmed_by=e.by), "accepted": lambda f, e: f.marked(e, confirmed_by=e.by),
}
