"""`evergraph preferences`: what Evergraph learned of how a person wants things, and its correction, by hand."""

import json
import sys
from dataclasses import asdict, replace
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.errors import BadInput
from kg.names import fold
from memory.preferences import Kept, Kind, Preferences, Source
from ui.access import NotOperator, asker
from workers.settings import clock_of, read_settings
from workers.tenants import TenantRegistry

_OK = 0
_WIDE = 200                             # columns where nobody says how many there are
_SHORT = 8                              # characters of an id that is shown; any beginning that is the only one will do


class Desk:
    """The preferences of one person. Raises BadInput for somebody whom no company knows."""

    def __init__(self, person: str, tenant: str | None) -> None:
        settings = read_settings()
        registry = TenantRegistry(settings.home)
        who = asker(registry, person, tenant)
        self._company = registry.get(who.tenant).company
        self._who = (who.tenant, who.email)
        self._preferences = Preferences((settings.home / "history").as_uri())
        self._now = clock_of(settings, self._company)()

    def show(self, *, everything: bool, as_json: bool) -> int:
        """What holds, with the words it was learned from; `everything`: also what does not hold any more."""
        state = self._preferences.of(*self._who)
        return _print(state.kept if everything else state.current, as_json)

    def change(self, preference: str, kind: Kind) -> int:
        """Forget, pin, turn off …"""
        one = self._preferences.change(*self._who, preference, kind, self._now).preference
        return _say(f"{kind}: {one.relation} {one.subject} = {one.value}")

    def edit(self, preference: str, value: str) -> int:
        """Another value in its place; a name is found by it from now on."""
        old = self._preferences.of(*self._who).by_id(preference)
        if old is None or not value.strip():
            raise BadInput(f"You have no preference {preference!r}, or no value was given. `evergraph preferences` shows those you have.")
        source = Source("", f"edit at {self._now.isoformat()}", value.strip(), self._now, 0, len(value.strip()))
        new = replace(old.preference, value=value.strip(), keys=(), source=source, authority="correction")
        kept = self._preferences.edit(*self._who, old.preference.id, new, self._now)
        return _say(f"{kept.preference.relation} {kept.preference.subject} = {kept.preference.value}")

    def undo(self) -> int:
        """Take back the last change."""
        last = self._preferences.undo(*self._who, self._now)
        return _say(f"Taken back: {last.kind}." if last else "There is nothing to take back.")

    def shared(self, *, as_json: bool) -> int:
        """What was proposed for everybody; it holds once an operator has confirmed it."""
        return _print(self._preferences.shared(self._who[0]), as_json)

    def decide(self, preference: str, *, confirm: bool) -> int:
        """An operator's word on what was proposed. Raises NotOperator for everybody else."""
        person = self._company.person(self._who[1])
        if person is None or "operator" not in person.roles:
            raise NotOperator("Only an operator decides what holds for everybody. Ask one of them.")
        one = self._preferences.decide(self._who[0], preference, confirm=confirm, operator=self._who[1], at=self._now).preference
        return _say(f"{'Confirmed' if confirm else 'Rejected'}: {one.relation} {one.subject} = {one.value}")


def _print(kept: tuple[Kept, ...], as_json: bool) -> int:
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


def _row(kept: Kept) -> tuple[str, ...]:
    one = kept.preference
    marks: dict[str, Any] = {"pinned": kept.is_pinned, "off": not kept.is_on, "not any more": not kept.is_current,
                             "waits for an operator": one.scope == "tenant" and kept.confirmed_by is None}
    state = ", ".join(name for name, holds in marks.items() if holds) or "holds"
    return one.id[:_SHORT], one.relation.replace("_", " "), one.subject, one.value, state, f"{kept.true_from:%Y-%m-%d}", fold(one.source.words)


def _say(text: str) -> int:
    Console(highlight=False).print(Text(text))
    return _OK
