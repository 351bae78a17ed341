"""`evergraph preferences`: what Evergraph learned of how a person wants things, and its correction, by hand."""

import json
import sys
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.names import fold
from memory.history import History
from memory.preferences import Kind, Preference, PreferenceRecord, Preferences
from ui.actions.beliefs import BeliefEditor
from ui.sign_in.access import asker
from workers.settings import clock_of, read_settings
from workers.storage.tenant_registry import TenantRegistry

_OK = 0
_WIDE = 200                             # columns where nobody says how many there are
_SHORT = 8                              # characters of an id that is shown; any beginning that is the only one will do


class PreferenceCommands:
    """The preferences of one person. Raises BadInput for somebody whom no company knows."""

    def __init__(self, person: str, tenant: str | None) -> None:
        settings = read_settings()
        registry, history = TenantRegistry(settings.home), (settings.home / "history").as_uri()
        self._who = asker(registry, person, tenant)
        self._preferences = Preferences(history)
        self._editor = BeliefEditor((self._preferences, History(history)), registry, lambda slug: clock_of(settings, registry.get(slug).company)())

    def show(self, *, everything: bool, as_json: bool) -> int:
        """What holds, with the words it was learned from; `everything`: also what does not hold any more."""
        state = self._preferences.of(self._who.tenant, self._who.email)
        return _print(state.kept if everything else state.current, as_json)

    def change(self, preference: str, kind: Kind) -> int:
        """Forget, pin, turn off …"""
        return _say(f"{kind}: {_told(self._editor.change(self._who, preference, kind))}")

    def edit(self, preference: str, value: str) -> int:
        """Another value in its place; a name is found by it from now on."""
        return _say(_told(self._editor.edit(self._who, preference, value)))

    def undo(self) -> int:
        """Take back the last change."""
        last = self._editor.undo(self._who)
        return _say(f"Taken back: {last.kind}." if last else "There is nothing to take back.")

    def shared(self, *, as_json: bool) -> int:
        """What was proposed for everybody; it holds once an operator has confirmed it."""
        return _print(self._editor.shared(self._who), as_json)

    def decide(self, preference: str, *, confirm: bool) -> int:
        """An operator's word on what was proposed. Raises NotOperator for everybody else."""
        return _say(f"{'Confirmed' if confirm else 'Rejected'}: {_told(self._editor.decide(self._who, preference, confirm=confirm))}")


def _told(one: Preference) -> str:
    return f"{one.relation} {one.subject} = {one.value}"


def _print(kept: tuple[PreferenceRecord, ...], as_json: bool) -> int:
    if as_json:
        sys.stdout.write(json.dumps([asdict(one) | {"id": one.preference.id} for one in kept], default=str, ensure_ascii=False) + "\n")
        return _OK
    table = Table(box=None, pad_edge=False)
    for name in ("id", "what", "of", "value", "state", "said", "in the words"):
        table.add_column(name, overflow="fold")
    for one in kept:
        table.add_row(*(Text(text) for text in _row(one)))
    Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE).print(table if kept else "Nothing was learned yet.")
    return _OK


def _row(kept: PreferenceRecord) -> tuple[str, ...]:
    one = kept.preference
    marks: dict[str, Any] = {"pinned": kept.is_pinned, "off": not kept.is_on, "not any more": not kept.is_current,
                             "waits for an operator": one.scope == "tenant" and kept.confirmed_by is None, "waits for your word": kept.waits}
    state = ", ".join(name for name, holds in marks.items() if holds) or "holds"
    return one.id[:_SHORT], one.relation.replace("_", " "), one.subject, one.value, state, f"{kept.true_from:%Y-%m-%d}", fold(one.source.words)


def _say(text: str) -> int:
    Console(highlight=False).print(Text(text))
    return _OK
