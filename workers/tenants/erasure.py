"""Erasure of a person: deletes everything derived from what they said from every store, and keeps what protects others.

Kept are, without a word of theirs: who read private data of whom (`memory/reads.py`), which the company owes those who were read of, and of
which groups figures were given, for else a second life would undo that protection. Both go with the tenant.
"""

from memory import stream
from memory.preferences import projection
from workers.storage.api_keys import Keys
from workers.storage.sealing import destroy_seal
from workers.tasks.memory_stream import mark_of as remembered_of
from workers.tasks.preferences import mark_of as preferred_of
from workers.wiring import Installation


def erase_person(here: Installation, tenant: str, person: str) -> None:
    """Delete a person's conversations, what they shared, questions, preferences, learned readings, mentions, feedback and keys.

    Their entry in `company.json` stays.
    What is under way for them is ended before by whoever knows of it (`ui/asking/runs.py`). The journals go first, so that nothing draws them again;
    their seal goes too, and with it every word of theirs that the store keeps a line or a copy of.
    Raises BadInput for an unknown tenant, HistoryUnavailable, GraphUnavailable, GraphTooSlow, StoreUnavailable, OSError; call it again then.
    """
    here.tenants.get(tenant)
    who = person.strip().lower()
    here.shared_answers.erase(tenant, who)
    here.preferences.erase(tenant, who)
    here.readings.erase(tenant, who)
    here.history.forget_person(tenant, who)
    here.feedback.erase(tenant, who)
    Keys(here.settings.home).revoke_of(tenant, who)
    destroy_seal(here.settings.home, tenant, who)
    stream.forget(here.graph, tenant, who)
    projection.forget(here.graph, tenant, who)
    here.store.delete(preferred_of(tenant, who), remembered_of(tenant, who))
