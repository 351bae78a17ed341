"""Derive preferences from repeated choices in new history entries, and update their projection in the graph."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import Any

from agent.plan.algebra import Column, Measure, Show, parts
from agent.plan.codec import restored
from agent.understand.preferences.choices import preferred, subject_of
from memory.preferences import Chosen, repeated
from memory.preferences.projection import project
from memory.preferences.store import RULES
from workers.settings import clock_of
from workers.storage.sealing import seal_of
from workers.wiring import Installation

KNOWN_SECONDS = 7 * 86_400.0         # then everything of a person is looked at again


def prefer(here: Installation, tenant: str) -> int:
    """Derive preferences from repeated choices and project them into the graph; how many people had something new.

    What was seen is noted after it is written: whatever stops in between is done again, and learning twice is learning once.
    Raises HistoryUnavailable, GraphUnavailable, GraphTooSlow, StoreUnavailable, OSError.
    """
    return sum(_prefer_one(here, tenant, person) for person in here.preferences.people(tenant))


def mark_of(tenant: str, person: str) -> str:
    """The store's key for how far a person's history was processed."""
    return f"preferred:{tenant}:{blake2b(person.encode(), digest_size=16).hexdigest()}"


def _prefer_one(here: Installation, tenant: str, person: str) -> bool:
    state = json.dumps([here.history.stamps(tenant, person), here.preferences.stamp(tenant, person)])
    seal = seal_of(here.settings.home, tenant, person)      # the person chose the ids of sessions: store and graph keep names that go with the seal
    key, seen = mark_of(tenant, person), seal.name_of(state).encode()
    if here.store.get(key) == seen:
        return False
    now = clock_of(here.settings, here.tenants.get(tenant).company)()
    seen_so_far = (*choices(here, tenant, person), *asked_for(here, tenant, person))
    for derived in repeated(seen_so_far, here.preferences.of(tenant, person)):
        here.preferences.learn(tenant, person, derived, now, by=RULES)
    project(here.graph, tenant, person, here.preferences.of(tenant, person).kept, here.preferences.events(tenant, person), seal.name_of)
    here.store.put(key, seen, KNOWN_SECONDS)
    return True


def choices(here: Installation, tenant: str, person: str) -> Iterator[Chosen]:
    """What a person chose when they were asked which thing a name means."""
    for one in here.questions.settled(tenant, person):
        picked = next((option for option in one.options if option["id"] == one.answer), None)
        if picked is not None and one.answered_at is not None and picked["key"].startswith(f"{tenant}|"):
            yield Chosen(one.session, one.id, one.state["mention"], picked["key"], picked["label"], one.answered_at)


def asked_for(here: Installation, tenant: str, person: str) -> Iterator[Chosen]:
    """The units and currencies that a person named in questions that were answered."""
    for session in here.history.sessions(tenant, person):
        for entry in here.history.read(tenant, person, session):
            if "goal" in entry:
                yield from _named_in(session, entry)


def _named_in(session: str, entry: Mapping[str, Any]) -> Iterator[Chosen]:
    try:
        goal = restored(entry["goal"])
    except ValueError:                  # of another version
        return
    text, units = str(entry.get("text") or entry["question"]), {p.unit for p in parts(goal) if isinstance(p, Show | Measure | Column)}
    for kind in ("unit", "currency"):
        value = preferred(kind, text)
        if value in units:
            about = subject_of(kind, text)
            mention = f"{kind} of {about}" if about else kind
            yield Chosen(session, str(entry["id"]), mention, value, value, datetime.fromisoformat(entry["at"]), "behaviour")
