"""Runs and what is told of them, as the store keeps them for a day: sealed for their person, so that erasing the person leaves no words of theirs.

A store writes down what it is told, and keeps copies; deleting a key there deletes no line of its log. What stands there openly of a
run: its id, whose it is by a hash, its conversation by a hash, how far it is.
"""

import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from agent.answer import Ask, Event
from ui.asking.listening import LAST
from ui.sign_in.access import Asker
from workers.storage.sealing import Seal, Unsealable, is_sealed_for, seal_of, seal_on

KEPT_SECONDS = 86_400.0
MOST_WAITING = 100                      # in one conversation


@dataclass(frozen=True, slots=True)
class Run:
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

    @property
    def line(self) -> str:
        """The conversation that it waits in."""
        return digest(self.tenant, self.person, self.session)


class KeptRuns:
    """The runs in the store of an installation. Its methods raise StoreUnavailable, and OSError where the home cannot be used."""

    def __init__(self, store: Any, home: Path) -> None:
        """`home`: where the keys of seals lie. No I/O."""
        self._store, self._home = store, home

    def made(self, asker: Asker, ask: Ask, run_id: str, fingerprint: str) -> Run:
        """A run of a question that is not kept yet."""
        seal = seal_of(self._home, asker.tenant, asker.email)
        return Run(run_id, asker.tenant, asker.email, ask.session, ask.text, ask.reply_to, fingerprint, seal, secrets.token_hex(16), ask.about,
                   ask.instead_of)

    def enqueue(self, run: Run) -> tuple[str, int]:
        """Keep a run and put it into its line: `new`, `known` or `full`, and its place from 1."""
        sealed = run.seal.seal(json.dumps({name: value for name, value in asdict(run).items() if name != "seal"}))
        done, place = self._store.enqueue(run.line, key_of(run.id), sealed, KEPT_SECONDS, MOST_WAITING)
        return str(done), int(place)

    def load(self, run_id: str) -> Run | None:
        """The run; None where there is none, or nobody can open it any more."""
        kept = self._store.get(key_of(run_id))
        return self._opened(kept) if kept is not None else None

    def of(self, tenant: str, person: str) -> Iterator[tuple[str, Run | None]]:
        """The ids of a person's runs, with the runs as far as they can be opened. Looks at every key of the store."""
        for key in self._store.names(key_of("")):
            run_id, is_part, _ = key.removeprefix(key_of("")).partition(":")
            kept = None if is_part else self._store.get(key)
            if kept is not None and is_sealed_for(kept, tenant, person):
                yield run_id, self._opened(kept)

    def delete(self, run_id: str) -> None:
        """Delete a run, what was told of it, and how far it was."""
        self._store.delete(key_of(run_id), *self._store.names(f"{key_of(run_id)}:"))

    def sealed(self, run: Run, event: Event) -> bytes:
        """What `tell` keeps of an event. No two are alike, so the store knows one that is told again because nobody heard whether it was kept."""
        return run.seal.seal(json.dumps({"kind": event.kind, "data": event.data}, ensure_ascii=False, default=str))

    def tell(self, run: Run, event: Event, sealed: bytes) -> int:
        """Add an event to what is told of a run: its number; 0 after the last one, and for a first one that comes late."""
        is_first, is_last = event.kind == "waiting", event.kind in LAST
        return int(self._store.append(log_of(run.id), sealed, KEPT_SECONDS, is_first=is_first, is_last=is_last))

    def told(self, run: Run, after: int) -> list[Event]:
        """What was told since the event of that number."""
        entries = (json.loads(run.seal.unseal(entry)) for entry in self._store.entries(log_of(run.id), after))
        return [Event(number, each["kind"], each["data"]) for number, each in enumerate(entries, after + 1)]

    def _opened(self, kept: bytes) -> Run | None:
        seal = seal_on(self._home, kept)
        try:
            return Run(**json.loads(seal.unseal(kept)), seal=seal) if seal is not None else None
        except Unsealable:
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
