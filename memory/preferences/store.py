"""The journals of preferences: one per person, and one per preference that was proposed for a whole company.

Durable before it is effective: what is told as learned is on the disk. Nothing is cached, so every surface and process sees the
next question's state. Under another tenant or person a preference does not exist.
"""

import uuid
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from kg.errors import BadInput
from memory.journal import Journals
from memory.preferences.state import Event, Kind, Preference, PreferenceRecord, State, event_of, fold, undoable

RULES = "rules"                         # who derives from the history what nobody said outright
_PERSONAL, _SHARED = "preferences", "shared-preferences"


class Preferences:
    """What the people of all tenants prefer, at the history's address."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def events(self, tenant: str, person: str) -> list[Event]:
        """All that happened to a person's preferences, oldest first. Raises BadInput, HistoryUnavailable."""
        return self._events(_own(tenant, person))

    def of(self, tenant: str, person: str) -> State:
        """A person's own preferences. Raises BadInput, HistoryUnavailable."""
        return fold(self.events(tenant, person))

    def shared(self, tenant: str) -> tuple[PreferenceRecord, ...]:
        """What was proposed for everybody and not withdrawn; of one subject the last that was confirmed is effective."""
        each = [fold(self._events((tenant, _SHARED, name))).current for name in self._journals.names((tenant, _SHARED))]
        return tuple(sorted((k for found in each for k in found), key=lambda k: (k.known_from, k.preference.id)))

    def known(self, tenant: str, person: str) -> State:
        """What decides defaults for a person: their own, and where they said nothing themselves, what was confirmed for everybody."""
        own = self.of(tenant, person)
        mine = {k.preference.about for k in own.effective} | own.never
        common = {k.preference.about: k for k in self.shared(tenant) if k.is_effective and k.preference.about not in mine}
        return replace(own, kept=(*(k for k in own.kept if k.preference.scope == "person"), *common.values()))

    def as_of(self, tenant: str, person: str, known_at: datetime, true_at: datetime) -> tuple[PreferenceRecord, ...]:
        """What, by what was known at one moment, held at another."""
        state = fold(e for e in self.events(tenant, person) if e.at <= known_at)
        return tuple(k for k in state.kept if k.true_from <= true_at and (k.true_until is None or true_at < k.true_until))

    def learn(self, tenant: str, person: str, preference: Preference, at: datetime, *, by: str | None = None) -> PreferenceRecord | None:
        """Keep a preference; None where it may not be learned. One for everybody is proposed. Raises BadInput, HistoryUnavailable."""
        event = Event(_new_id(), "learned", at, by or _plain(person), preference=preference)
        if event.by == RULES and any(e.preference is not None and e.preference.id == preference.id for e in self.events(tenant, person)):
            return self.of(tenant, person).by_id(preference.id)
        self._append(tenant, person, event)
        kept = self.of(tenant, person).by_id(preference.id)
        if preference.scope == "tenant" and kept is not None:
            self._journals.append((tenant, _SHARED, preference.id), event.as_json())
        return kept

    def edit(self, tenant: str, person: str, old: str, new: Preference, at: datetime) -> PreferenceRecord:
        """Another value in place of a current preference. One for everybody is withdrawn, and the new value proposed.

        Raises BadInput where the person has none of that id, HistoryUnavailable.
        """
        kept = self._current(tenant, person, old).preference
        event = Event(_new_id(), "edited", at, _plain(person), kept.id, new)
        self._append(tenant, person, event)
        if kept.scope == "tenant":
            self._journals.append((tenant, _SHARED, kept.id), replace(event, kind="forgotten", preference=None).as_json())
            self._journals.append((tenant, _SHARED, new.id), replace(event, kind="learned", of=None).as_json())
        return self._current(tenant, person, new.id)

    def forget(self, tenant: str, person: str, preferences: Iterable[str], at: datetime) -> None:
        """Forget several of the person's preferences at once, which are taken back at once. Raises BadInput where they have none of an id."""
        deed = _new_id()
        for preference in preferences:
            self.change(tenant, person, preference, "forgotten", at, deed)

    def change(self, tenant: str, person: str, preference: str, kind: Kind, at: datetime, deed: str | None = None) -> PreferenceRecord:
        """Forget, pin, turn off … one of the person's preferences. Raises BadInput where they have none of that id."""
        known = self.of(tenant, person).by_id(preference)
        if known is None or (kind != "allowed" and not known.is_current):
            raise BadInput(f"You have no preference {preference!r}. `evergraph preferences` shows those you have.")
        event = Event(_new_id(), kind, at, _plain(person), known.preference.id, deed=deed)
        self._append(tenant, person, event)
        if known.preference.scope == "tenant" and kind in ("forgotten", "never"):
            self._journals.append((tenant, _SHARED, known.preference.id), event.as_json())
        return known

    def undo(self, tenant: str, person: str, at: datetime) -> Event | None:
        """Take back the last thing that the person did; what it was, None where there is nothing."""
        done = undoable(self.events(tenant, person), _plain(person))
        for last in done:
            event = Event(_new_id(), "undone", at, _plain(person), last.id)
            self._append(tenant, person, event)
            about = {last.of, last.preference.id if last.preference is not None else None}
            for shared in [name for name in self._journals.names((tenant, _SHARED)) if name in about]:
                self._journals.append((tenant, _SHARED, shared), event.as_json())
        return next(iter(done), None)

    def decide(self, tenant: str, preference: str, *, confirm: bool, operator: str, at: datetime) -> PreferenceRecord:
        """An operator's word on what was proposed for everybody. Raises BadInput for an unknown proposal."""
        found = [k for k in self.shared(tenant) if preference and k.preference.id.startswith(preference)]
        if len(found) != 1:
            raise BadInput(f"Nothing of the id {preference!r} was proposed. `evergraph preferences shared` shows what was.")
        kind: Kind = "confirmed" if confirm else "rejected"
        names = (tenant, _SHARED, found[0].preference.id)
        self._journals.append(names, Event(_new_id(), kind, at, _plain(operator), found[0].preference.id).as_json())
        return found[0]

    def stamp(self, tenant: str, person: str) -> str:
        """A mark that changes with a person's preferences; "" where there are none. Raises HistoryUnavailable."""
        return self._journals.stamps((tenant, _plain(person))).get(_PERSONAL, "")

    def people(self, tenant: str) -> list[str]:
        """Whoever something is kept of in a tenant."""
        return [name for name in self._journals.names((tenant,)) if "@" in name]

    def erase(self, tenant: str, person: str) -> None:
        """Delete what a person prefers, and what they proposed for everybody. Raises HistoryUnavailable."""
        self._journals.forget(_own(tenant, person))
        for name in self._journals.names((tenant, _SHARED)):
            said = self._events((tenant, _SHARED, name))
            if any(e.by == _plain(person) for e in said if e.kind == "learned"):
                self._journals.forget((tenant, _SHARED, name))

    def _events(self, names: tuple[str, ...]) -> list[Event]:
        return [event_of(entry) for entry in self._journals.read(names, event_of)]

    def _append(self, tenant: str, person: str, event: Event) -> None:
        self._journals.append(_own(tenant, person), event.as_json())

    def _current(self, tenant: str, person: str, preference: str) -> PreferenceRecord:
        kept = self.of(tenant, person).by_id(preference)
        if kept is None or not kept.is_current:
            raise BadInput(f"You have no preference {preference!r}. `evergraph preferences` shows those you have.")
        return kept


def _own(tenant: str, person: str) -> tuple[str, ...]:
    return tenant, _plain(person), _PERSONAL


def _plain(person: str) -> str:
    return person.strip().lower()


def _new_id() -> str:
    return uuid.uuid4().hex[:16]
