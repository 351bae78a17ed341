"""What Evergraph believes of how a person wants things, and its correction: for the page, the API and the command line."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from agent.answer import notes_of
from agent.catalogue import catalogue
from agent.errors import Declined
from agent.question.defaults import BASIS, DEFAULT, TIME, retraction
from agent.understand.preferences import as_told, bases, field_of, in_words, values, with_value
from kg.errors import BadInput, GraphUnavailable, NotConnected
from kg.names import fold
from memory.history import History
from memory.preferences import Event, Kind, Preference, PreferenceRecord, Preferences, Source
from memory.preferences.state import undoable
from ui.sign_in.access import Asker, Tenants, check_role
from ui.text.words import say

# What a person does with one.
KINDS: tuple[Kind, ...] = ("forgotten", "never", "allowed", "pinned", "unpinned", "off", "on", "accepted", "refused")
_LONGEST = 200                          # characters of a value
_SAID_ANEW = frozenset({TIME, DEFAULT, "claim"})        # what has a value that only what was said can have, where there is no list of such
FieldValues = Callable[[Asker, str], Sequence[str]]     # what a field (by its id) may hold, as far as somebody may know


@dataclass(frozen=True, slots=True)
class Use:
    """An answer that a preference decided something in."""

    session: str
    question: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Belief:
    """A preference with what it says, how it was used (the last use first), and what its value may be instead (() for any words).

    `is_fixed`: it is changed by saying it anew, in the chat.
    """

    kept: PreferenceRecord
    says: str
    uses: tuple[Use, ...] = ()
    values: tuple[str, ...] = ()
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened to a person's preferences. `of`: the preference that it was about, `says`: that in words."""

    at: datetime
    kind: str
    by: str                             # an e-mail, or "rules"
    says: str
    is_undone: bool = False
    of: Preference | None = None


@dataclass(frozen=True, slots=True)
class Beliefs:
    """All that one person may see of preferences."""

    now: tuple[Belief, ...]             # what holds, turned off or not, the last learned first
    before: tuple[Belief, ...]          # what does not hold any more
    barred: tuple[Belief, ...]          # one of each kind that is never to be learned
    shared: tuple[Belief, ...]          # what was proposed for everybody at the company, confirmed or not
    changes: tuple[Change, ...]         # the last first
    undo: Change | None                 # what `undo` would take back


class BeliefEditor:
    """Preferences of an installation's people. What one person does changes nobody else's but by an operator's confirmation."""

    def __init__(
        self, kept: tuple[Preferences, History], tenants: Tenants, now: Callable[[str], datetime], values_of: FieldValues = lambda *_: (),
    ) -> None:
        """`now`: a tenant's moment. No I/O."""
        self._preferences, self._history = kept
        self._tenants, self._now, self._values_of = tenants, now, values_of

    def of(self, who: Asker) -> Beliefs:
        """What is believed, with its uses and its history. Raises HistoryUnavailable."""
        state, events = self._preferences.of(*_names(who)), self._preferences.events(*_names(who))
        uses = _uses(state.kept, self._turns(who))
        every = [self._belief(who, kept, uses.get(kept.preference.id, ())) for kept in reversed(state.kept)]
        barred = {b.kept.preference.about: b for b in every if b.kept.preference.about in state.never}
        changes = tuple(reversed(_changes(events)))
        last = next(iter(undoable(events, who.email)), None)
        return Beliefs(
            tuple(b for b in every if b.kept.is_current), tuple(b for b in every if not b.kept.is_current), tuple(barred.values()),
            tuple(self._belief(who, kept) for kept in self._preferences.shared(who.tenant)), changes,
            _changes(events)[events.index(last)] if last else None)

    def change(self, who: Asker, preference: str, kind: Kind) -> Preference:
        """Forget, pin, turn off … one; which it was. Raises BadInput where the person has none of that id, HistoryUnavailable."""
        return self._preferences.change(*_names(who), preference, kind, self._now(who.tenant)).preference

    def edit(self, who: Asker, preference: str, value: str, keys: tuple[str, ...] = ()) -> Preference:
        """Another value in its place, which stands for these records; without any, a name is found by it. Raises BadInput, HistoryUnavailable."""
        new = self.changed(who, preference, value, keys)
        return self._preferences.edit(*_names(who), preference, new, new.source.at).preference

    def one(self, who: Asker, preference: str) -> Preference | None:
        """The person's preference of an id; None where they have none. Raises HistoryUnavailable."""
        kept = self._preferences.of(*_names(who)).by_id(preference)
        return kept.preference if kept else None

    def changed(self, who: Asker, preference: str, value: str, keys: tuple[str, ...] = ()) -> Preference:
        """One with another value in its place; nothing is kept of it. Raises BadInput, HistoryUnavailable."""
        old, wanted, now = self._preferences.of(*_names(who)).by_id(preference), " ".join(value.split()), self._now(who.tenant)
        if old is None or not 0 < len(wanted) <= _LONGEST:
            raise BadInput(f"You have no preference {preference!r}, or its new value has not 1 to {_LONGEST} characters.")
        one = old.preference
        listed = self._choices(who, one)
        if not listed and one.relation in _SAID_ANEW:
            raise BadInput(say("This is changed in the chat: say it anew there."))
        if listed and wanted not in (*listed, one.value):
            raise BadInput(f"{wanted!r} is no choice here. Take one of: {', '.join(listed)}.")
        source = Source("", f"edit at {now.isoformat()}", wanted, now, 0, len(wanted))
        plan = with_value(one.plan, wanted) if one.relation == DEFAULT else ""
        return replace(one, value=wanted, keys=keys, plan=plan, source=source, authority="correction")

    def proposed(self, who: Asker, about: tuple[str, str, str], keys: tuple[str, ...] = ()) -> Preference:
        """One of a kind, a subject and a value, as the person would say it; nothing is kept of it."""
        (relation, subject, value), now = about, self._now(who.tenant)
        words = f"by {subject} I mean {value}" if subject and not values(relation) else as_told(relation, subject, value)
        return Preference(relation, fold(subject), value, Source("", f"added at {now.isoformat()}", words, now, 0, len(words)), keys)

    def add(self, who: Asker, new: Preference) -> Preference:
        """Keep one that was proposed. Raises BadInput for what is never to be learned, HistoryUnavailable."""
        kept = self._preferences.learn(*_names(who), new, new.source.at)
        if kept is None or not kept.is_current:
            raise BadInput(say("You said that nothing of this kind is to be learned. Allow it again on this page first."))
        return kept.preference

    def held(self, who: Asker, new: Preference) -> Preference | None:
        """What holds now of that which another is about. Raises HistoryUnavailable."""
        kept = self._preferences.of(*_names(who)).get(*new.about)
        return kept.preference if kept else None

    def undo(self, who: Asker) -> Event | None:
        """Take back the last thing that the person did; what it was, None where there is nothing. Raises HistoryUnavailable."""
        return self._preferences.undo(*_names(who), self._now(who.tenant))

    def shared(self, who: Asker) -> tuple[PreferenceRecord, ...]:
        """What was proposed for everybody at the person's company. Raises HistoryUnavailable."""
        return self._preferences.shared(who.tenant)

    def decide(self, who: Asker, preference: str, *, confirm: bool) -> Preference:
        """An operator's word on what was proposed for everybody. Raises NotOperator, BadInput, HistoryUnavailable."""
        check_role(self._tenants, who)
        return self._preferences.decide(who.tenant, preference, confirm=confirm, operator=who.email, at=self._now(who.tenant)).preference

    def _belief(self, who: Asker, kept: PreferenceRecord, uses: tuple[Use, ...] = ()) -> Belief:
        choices = self._choices(who, kept.preference) if kept.is_current else ()
        return Belief(kept, in_words(kept.preference), uses, choices, not choices and kept.preference.relation in _SAID_ANEW)

    def _choices(self, who: Asker, one: Preference) -> tuple[str, ...]:
        """What the value of one may be instead; () for any words, and where what it may be cannot be looked up."""
        if one.relation == BASIS:
            return bases(catalogue(), one.subject)
        field = field_of(one.plan) if one.relation == DEFAULT else ""
        try:
            return tuple(self._values_of(who, field)) if field else values(one.relation)
        except (Declined, NotConnected, GraphUnavailable):
            return ()

    def _turns(self, who: Asker) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for session in self._history.sessions(*_names(who)):
            yield from ((session, turn) for turn in self._history.read(*_names(who), session))


def _uses(kept: Sequence[PreferenceRecord], turns: Iterable[tuple[str, Mapping[str, Any]]]) -> Mapping[str, tuple[Use, ...]]:
    """By preference, the answers that told its use while it held, the last first."""
    found: dict[str, list[Use]] = {}
    for session, turn in turns:
        at, text = datetime.fromisoformat(str(turn["at"])), " ".join((str(turn["answer"].get("text") or ""), *notes_of(turn["answer"])))
        for one in kept:
            held = one.known_from <= at and (one.known_until is None or at <= one.known_until)
            if held and retraction(one) in text:
                found.setdefault(one.preference.id, []).append(Use(session, str(turn["question"]), at))
    return {name: tuple(sorted(uses, key=lambda use: use.at, reverse=True)) for name, uses in found.items()}


def _changes(events: Sequence[Event]) -> list[Change]:
    """The events in their order, each with what it was about."""
    undone = {event.of for event in events if event.kind == "undone"}
    learned = {event.preference.id: event.preference for event in events if event.preference is not None}
    by_id: dict[str, Change] = {}
    for event in events:
        undoes = by_id.get(event.of or "")
        about = event.preference or learned.get(event.of or "") or (undoes.of if undoes else None)
        by_id[event.id] = Change(event.at, event.kind, event.by, in_words(about) if about else "", event.id in undone, about)
    return list(by_id.values())


def _names(who: Asker) -> tuple[str, str]:
    return who.tenant, who.email
