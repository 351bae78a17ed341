"""What conversations say of preferences beside plain words, and their picture in the graph, brought up to what was said since."""

import json
from collections.abc import Iterator
from hashlib import blake2b

from memory.preferences import Chosen, repeated
from memory.preferences.projection import project
from memory.preferences.store import RULES
from workers.settings import clock_of
from workers.wiring import Installation

KNOWN_SECONDS = 7 * 86_400.0         # then everything of a person is looked at again


def prefer(here: Installation, tenant: str) -> int:
    """Derive what repeated choices show, and draw each person's preferences; of how many people something was new.

    What was seen is noted after it is written: whatever stops in between is done again, and learning twice is learning once.
    Raises HistoryUnavailable, GraphUnavailable, GraphTooSlow, StoreUnavailable.
    """
    return sum(_prefer_one(here, tenant, person) for person in here.preferences.people(tenant))


def mark_of(tenant: str, person: str) -> str:
    """Under which key of the store it is noted what was seen of a person."""
    return f"preferred:{tenant}:{blake2b(person.encode(), digest_size=16).hexdigest()}"


def _prefer_one(here: Installation, tenant: str, person: str) -> bool:
    key, seen = mark_of(tenant, person), json.dumps([here.history.stamps(tenant, person), here.preferences.stamp(tenant, person)]).encode()
    if here.store.get(key) == seen:
        return False
    now = clock_of(here.settings, here.tenants.get(tenant).company)()
    for derived in repeated(choices(here, tenant, person), here.preferences.of(tenant, person)):
        here.preferences.learn(tenant, person, derived, now, by=RULES)
    project(here.graph, tenant, person, here.preferences.of(tenant, person).kept)
    here.store.put(key, seen, KNOWN_SECONDS)
    return True


def choices(here: Installation, tenant: str, person: str) -> Iterator[Chosen]:
    """What a person chose when they were asked which thing a name means."""
    for one in here.questions.settled(tenant, person):
        picked = next((option for option in one.options if option["id"] == one.answer), None)
        if picked is not None and one.answered_at is not None and picked["key"].startswith(f"{tenant}|"):
            yield Chosen(one.session, one.id, one.state["mention"], picked["key"], picked["label"], one.answered_at)
