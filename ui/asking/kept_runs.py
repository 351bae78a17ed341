"""Runs and what is told of them, as the store keeps them for a day: sealed for their person, so that erasing the person leaves no words of theirs.

A store writes down what it is told, and keeps copies; deleting a key there deletes no line of its log. What stands there openly of a
run: its id, whose it is by a hash, its conversation by a hash, how far it is.
"""

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from agent.answer import Ask, Event
from ui.asking.listening import LAST
from ui.sign_in.access import Asker
from workers.storage.sealing import Seal, Unsealable, is_sealed_for, seal_of, seal_on
from workers.storage.streams import Job, Limits, Place, Streams, Ticket

KEPT_SECONDS = 86_400.0
MOST_WAITING = 100                      # in one conversation
AT_ONCE = 8                             # runs that a process works on; the others wait, which takes less time than all of them together
OF_ONE = AT_ONCE // 2                   # conversations of one person that are worked on at once


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A question as it waits. `fingerprint` tells it from another one under the same key; by `turn` the history knows what came of it.

    `seal`: of its person; to the end of the run the same one, even should the person be erased meanwhile.
    """

    id: str
    tenant: str
    person: str
    session: str
    text: str
    reply_to: str | None
    fingerprint: str
    seal: Seal
    turn: str | None = None
    about: str | None = None
    instead_of: str | None = None
    plan: str | None = None

    @property
    def job(self) -> Job:
        """The same as the store knows it: it waits in its conversation."""
        return Job(key_of(self.id), digest(self.tenant, self.person, self.session), digest(self.tenant, self.person))


class KeptRuns:
    """The runs in the store of an installation. Its methods raise StoreUnavailable, and OSError where the home cannot be used."""

    def __init__(self, store: Any, home: Path) -> None:
        """`home`: where the keys of seals lie. No I/O."""
        self._store, self._home = store, home
        self.streams = Streams(store, Limits(KEPT_SECONDS, MOST_WAITING, OF_ONE))

    def made(self, asker: Asker, ask: Ask, run_id: str, fingerprint: str) -> KeptRun:
        """A run of a question that is not kept yet."""
        seal = seal_of(self._home, asker.tenant, asker.email)
        return KeptRun(run_id, asker.tenant, asker.email, ask.session, ask.text, ask.reply_to, fingerprint, seal, secrets.token_hex(16), ask.about,
                       ask.instead_of, ask.plan)

    def enqueue(self, run: KeptRun) -> Place:
        """Keep a run and put it at the end of its conversation."""
        return self.streams.enqueue(run.job, run.seal.seal(json.dumps({name: value for name, value in asdict(run).items() if name != "seal"})))

    def load(self, run_id: str) -> KeptRun | None:
        """The run; None where there is none, or nobody can open it any more."""
        kept = self._store.get(key_of(run_id))
        return self._opened(kept) if kept is not None else None

    def of(self, tenant: str, person: str) -> Iterator[tuple[str, KeptRun | None]]:
        """The ids of a person's runs, with the runs as far as they can be opened. Looks at every key of the store."""
        for key in self._store.names(key_of("")):
            run_id, is_part, _ = key.removeprefix(key_of("")).partition(":")
            kept = None if is_part else self._store.get(key)
            if kept is not None and is_sealed_for(kept, tenant, person):
                yield run_id, self._opened(kept)

    def delete(self, run_id: str) -> None:
        """Delete a run, what was told of it, and how far it was."""
        self._store.delete(key_of(run_id), *self._store.names(f"{key_of(run_id)}:"))

    def sealed(self, run: KeptRun, event: Event) -> bytes:
        """What `tell` keeps of an event. No two are alike, so the store knows one that is told again because nobody heard whether it was kept."""
        return run.seal.seal(json.dumps({"kind": event.kind, "data": event.data}, ensure_ascii=False, default=str))

    def tell(self, run: KeptRun, event: Event, sealed: bytes, ticket: Ticket | None = None) -> int:
        """Add an event to what is told of a run: its number, 0 where it comes too late, -1 where `ticket` was lost."""
        kind = "first" if event.kind == "waiting" else "last" if event.kind in LAST else ""
        return self.streams.append(log_of(run.id), run.job, sealed, kind, ticket)

    def told(self, run: KeptRun, after: int) -> list[Event]:
        """What was told since the event of that number."""
        entries = self.streams.entries(log_of(run.id), after)
        opened = ((entry.number, json.loads(run.seal.unseal(entry.value))) for entry in entries)
        return [Event(number, each["kind"], each["data"]) for number, each in opened]

    def have_ended(self, run_ids: Sequence[str]) -> list[bool]:
        """Whether the last event of each run was told."""
        return self.streams.have_ended([log_of(run_id) for run_id in run_ids])

    def _opened(self, kept: bytes) -> KeptRun | None:
        seal = seal_on(self._home, kept)
        try:
            return KeptRun(**json.loads(seal.unseal(kept)), seal=seal) if seal is not None else None
        except (Unsealable, TypeError):     # or it was kept by a version that knew other fields
            return None


def digest(*parts: str) -> str:
    """A name for some texts; other texts have another."""
    return blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def key_of(run_id: str, part: str = "") -> str:
    """Under which key of the store a run is, or a part of it."""
    return f"run:{run_id}:{part}" if part else f"run:{run_id}"


def log_of(run_id: str) -> str:
    """Under which key its events are."""
    return key_of(run_id, "events")
