"""Update the memory stream in the graph, and reflections, from new entries of the history, person by person."""

import json
from hashlib import blake2b

from memory import stream
from workers.storage.sealing import seal_of
from workers.wiring import Installation

KNOWN_SECONDS = 7 * 86_400.0         # then all of a person's sessions are looked at again


def remember(here: Installation, tenant: str) -> int:
    """Bring the stream of each person of a tenant up to what changed since; how many people had something new.

    What was seen is noted after it is written: whatever stops in between is done again. Raises HistoryUnavailable, GraphUnavailable,
    GraphTooSlow, StoreUnavailable, OSError.
    """
    stored = here.store.get(_people_key(tenant))
    known = stream.people(here.graph, tenant) if stored is None else json.loads(stored)
    people = sorted({*known, *here.history.people(tenant)})         # known: who deleted the last conversation is in the history no more
    count = sum(_remember_one(here, tenant, person) for person in people)
    here.store.put(_people_key(tenant), json.dumps(people).encode(), KNOWN_SECONDS)
    return count


def mark_of(tenant: str, person: str) -> str:
    """The store's key for how far a person's history was processed."""
    return f"remembered:{tenant}:{blake2b(person.encode(), digest_size=16).hexdigest()}"


def _people_key(tenant: str) -> str:
    return f"remembered-people:{tenant}"


def _remember_one(here: Installation, tenant: str, person: str) -> bool:
    key = mark_of(tenant, person)
    known: dict[str, str] = json.loads(here.store.get(key) or b"{}")
    stamps = here.history.stamps(tenant, person)
    if not known and not stamps:
        return False                    # also who was erased: they get no new seal
    seal = seal_of(here.settings.home, tenant, person)
    names = {session: seal.name_of(session) for session in stamps}      # the person chose the ids: what the store keeps of them must go with the seal
    seen = {names[session]: stamp for session, stamp in stamps.items()}
    if known == seen:
        return False
    changed = [session for session, stamp in stamps.items() if known.get(names[session]) != stamp]
    stream.bring_up(here.graph, here.history, tenant, person, changed, seal.name_of)
    here.reflections.bring_up(tenant, person, here.lines.of(tenant, person))
    here.store.put(key, json.dumps(seen).encode(), KNOWN_SECONDS)
    return True
