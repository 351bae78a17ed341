"""What conversations say of preferences beside plain words, and their picture in the graph, brought up to what was said since."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import Any

from agent.answer import Reason
from agent.llm.port import ModelFailed
from agent.plan.algebra import Column, Measure, Show, parts
from agent.plan.codec import restored
from agent.understand.preferences.choices import preferred, subject_of
from agent.understand.preferences.hearing import Heard
from agent.understand.preferences.proposed import is_worth_a_look, proposed
from ingest.gateway import Deadline
from kg.names import fold
from memory.preferences import Chosen, Preference, Source, repeated, unknown
from memory.preferences.projection import project
from memory.preferences.store import RULES
from workers.models import models_of
from workers.sealing import seal_of
from workers.settings import clock_of, real_time
from workers.wiring import Installation

MOST, SEEN = 20, 500                    # messages that a model looks at in one run, the last ones; those noted as looked at
SECONDS = 20.0                          # that a model may take for them
CONFIDENCE = 0.6                        # of what a model read
KNOWN_SECONDS = 7 * 86_400.0         # then everything of a person is looked at again


def prefer(here: Installation, tenant: str) -> int:
    """Derive what repeated choices show, and draw each person's preferences; of how many people something was new.

    What was seen is noted after it is written: whatever stops in between is done again, and learning twice is learning once.
    Raises HistoryUnavailable, GraphUnavailable, GraphTooSlow, StoreUnavailable, OSError.
    """
    return sum(_prefer_one(here, tenant, person) for person in here.preferences.people(tenant))


def mark_of(tenant: str, person: str) -> str:
    """Under which key of the store it is noted what was seen of a person."""
    return f"preferred:{tenant}:{blake2b(person.encode(), digest_size=16).hexdigest()}"


def read_mark_of(tenant: str, person: str) -> str:
    """Under which key of the store it is noted at which of a person's messages a model looked."""
    return f"understood:{mark_of(tenant, person)}"


def _prefer_one(here: Installation, tenant: str, person: str) -> bool:
    state = json.dumps([here.history.stamps(tenant, person), here.preferences.stamp(tenant, person)])
    seal = seal_of(here.settings.home, tenant, person)      # the person chose the ids of sessions: store and graph keep names that go with the seal
    key, seen = mark_of(tenant, person), seal.name_of(state).encode()
    if here.store.get(key) == seen:
        return False
    now = clock_of(here.settings, here.tenants.get(tenant).company)()
    seen_so_far = (*choices(here, tenant, person), *asked_for(here, tenant, person))
    for derived in (*repeated(seen_so_far, here.preferences.of(tenant, person)), *understood(here, tenant, person)):
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


def understood(here: Installation, tenant: str, person: str) -> tuple[Preference, ...]:
    """What a model, where there is one, read of lasting wishes in messages that were declined; each message is sent once.

    Only the person's own words are sent. Where the model fails, its messages are looked at again with the next that is said.
    """
    models = models_of(here.settings, here.tenants.get(tenant).company, here.store, real_time, here.models)
    if models is None:
        return ()
    before = json.loads(here.store.get(read_mark_of(tenant, person)) or b"[]")
    said = [(session, entry) for session, entry in _declined(here, tenant, person) if entry["id"] not in before][-MOST:]
    if not said:
        return ()
    try:
        found = list(proposed(models.model, models.budget(Deadline.after(SECONDS)), [entry["question"] for _, entry in said]))
    except ModelFailed:
        return ()
    seen = [*before, *(entry["id"] for _, entry in said)][-SEEN:]
    here.store.put(read_mark_of(tenant, person), json.dumps(seen).encode(), KNOWN_SECONDS)
    return unknown((_read(*said[place], heard) for place, heard in found), here.preferences.of(tenant, person))


def _declined(here: Installation, tenant: str, person: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What somebody said that was declined and may be a wish, with its session."""
    for session in here.history.sessions(tenant, person):
        for entry in here.history.read(tenant, person, session):
            if entry["answer"].get("reason") == Reason.OUT_OF_SCOPE and is_worth_a_look(entry["question"]):
                yield session, entry


def _read(session: str, entry: Mapping[str, Any], heard: Heard) -> Preference:
    at = datetime.fromisoformat(entry["at"])
    source = Source(session, str(entry["id"]), entry["question"][heard.first : heard.last], at, heard.first, heard.last)
    subject = fold(heard.subject) if heard.kind == "name_means" else heard.subject
    return Preference(heard.kind, subject, heard.value, source, authority="understood", confidence=CONFIDENCE)


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
