"""Changing a company's settings, the same for command line and page. Every process sees a change at its next read of the file."""

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from agent.access.rights import People
from agent.catalogue.house import complaints
from ingest.company import Company, settings_text, with_settings
from kg.errors import BadInput
from memory.journal import Entry, Journals
from workers.settings import Settings
from workers.storage.tenant_registry import Tenant, TenantRegistry, with_settings_of
from workers.tenants import changes
from workers.tenants.checking import check
from workers.tenants.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do, in sentences."""

    told: tuple[Sentence, ...]          # what is written otherwise; empty: nothing
    effects: tuple[Sentence, ...]       # what it opens and closes, and to how many
    warnings: tuple[Sentence, ...]
    version: str                        # of the settings that it was held against

    def lines(self) -> list[str]:
        """All of it, the effects first."""
        return [*self.effects, *self.told, *(f"Note: {each}" for each in self.warnings)]


class SettingsEditor:
    """The settings of the tenants under one home, and their history. Usable from threads and several processes."""

    def __init__(self, settings: Settings, registry: TenantRegistry | None = None) -> None:
        self._registry = registry or TenantRegistry(settings.home)
        self._journals = Journals((settings.home / "history").as_uri())

    def text(self, slug: str) -> str:
        """The settings as the file that is edited. Raises BadInput for an unknown tenant."""
        return settings_text(self._registry.get(slug).company)

    def left_out(self, slug: str) -> tuple[str, ...]:
        """What of the settings points nowhere and is left out, each with its place and what to write. Raises BadInput for an unknown tenant."""
        return complaints(self._registry.get(slug).company)

    def version(self, slug: str) -> str:
        """A mark that changes with the settings."""
        return _version(self._registry.get(slug).company)

    def preview(self, slug: str, text: str, people: People, where: str = "the settings") -> Preview:
        """What the settings of the text would change. Raises BadInput, naming line, place and what to do; nothing is changed."""
        before = self._registry.get(slug).company
        after = _checked(before, text, where)
        told = changes.describe_changes(before, after)
        effects, warnings = changes.effects(before, after, people), changes.warnings(before, after, people)
        return Preview(tuple(told), tuple(effects), tuple(warnings), _version(before))

    def apply(self, slug: str, text: str, by: str, now: datetime, *, version: str | None = None, where: str = "the settings") -> Entry | None:
        """The settings of the text hold from the next question on; what was changed, None where nothing was.

        `version`: of the settings that the change was made from; where they are others by now, nothing is changed.
        Raises BadInput, HistoryUnavailable, OSError.
        """
        return self._change(slug, lambda tenant: with_settings_of(tenant, _checked(_unchanged(tenant.company, version), text, where)), by, now)

    def take_in(self, company: Company, folder: Path, by: str, now: datetime) -> Entry | None:
        """The company becomes what its folder says, linked accounts included; what was changed of its settings, None where nothing was.

        Raises BadInput for an unknown tenant, HistoryUnavailable, OSError.
        """
        def taken(tenant: Tenant) -> Tenant:
            return tenant.model_copy(update={"company": company, "folder": tenant.folder and str(folder.resolve())})

        return self._change(company.tenant, taken, by, now)

    def history(self, slug: str) -> list[Entry]:
        """Every change, oldest first: `id`, `at`, `by`, `told` (sentences), `undoes` (the id of another) or None. Raises HistoryUnavailable."""
        company = self._registry.get(slug).company
        return [{"told": _told(company, entry)} | {name: entry.get(name) for name in ("id", "at", "by", "undoes")}
                for entry in self._journals.read(_log(slug))]

    def undo(self, slug: str, by: str, now: datetime) -> Entry:
        """Take back the last change that was not taken back. Raises BadInput where there is none, HistoryUnavailable, OSError."""
        last = self.last(slug)
        if last is None:
            raise BadInput(Sentence("There is no change to take back."))

        def back(tenant: Tenant) -> Tenant:
            if _settings(tenant.company) != last["after"]:
                raise BadInput(Sentence("The settings were changed by another way since. Export them, change the file, and apply it."))
            return with_settings_of(tenant, _checked(tenant.company, json.dumps(last["before"]), "the settings before"))

        return self._change(slug, back, by, now, undoes=last["id"]) or last

    def last(self, slug: str) -> Entry | None:
        """The last change that was not taken back, whole; None where there is none."""
        entries = self._journals.read(_log(slug))
        undone = {entry.get("undoes") for entry in entries}
        return next((entry for entry in reversed(entries) if entry["id"] not in undone and entry.get("undoes") is None), None)

    def _change(self, slug: str, make: Callable[[Tenant], Tenant], by: str, now: datetime, undoes: str | None = None) -> Entry | None:
        entries: list[Entry] = []

        def changed(tenant: Tenant) -> Tenant:
            after = make(tenant)
            told = changes.describe_changes(tenant.company, after.company)
            if told:                    # first: a change without an entry could not be taken back
                entries.append({"id": uuid.uuid4().hex[:12], "at": now, "by": by, "told": told, "undoes": undoes,
                                "before": _settings(tenant.company), "after": _settings(after.company)})
                self._journals.append(_log(slug), entries[0])
            return after

        self._registry.change(slug, changed)
        return entries[0] if entries else None


def _checked(before: Company, text: str, where: str) -> Company:
    after = with_settings(before, text, where)
    check(before, after, text, where)
    return after


def _told(company: Company, entry: Entry) -> Sequence[str]:
    """What an entry says, in sentences that can be said in other languages too, where its settings still say the same."""
    try:
        before, after = (with_settings(company, json.dumps(entry[name]), "the history") for name in ("before", "after"))
    except BadInput:                    # settings as an earlier version knew them
        return list(entry["told"])
    again = changes.describe_changes(before, after)
    return again if again == entry["told"] else list(entry["told"])


def _unchanged(company: Company, version: str | None) -> Company:
    if version not in (None, _version(company)):
        raise BadInput(Sentence("Somebody changed the settings since you opened them. Look at them anew, and make your change again."))
    return company


def _settings(company: Company) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(settings_text(company))
    return found


def _version(company: Company) -> str:
    return hashlib.sha256(settings_text(company).encode()).hexdigest()[:16]


def _log(slug: str) -> tuple[str, ...]:
    return slug, "settings", "changes"
