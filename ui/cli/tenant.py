"""`evergraph tenant`: a company's settings as a file, with a preview, history and undo; and what one person may see of another."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agent.access.rights import rights
from kg.errors import BadInput
from ui.sign_in.access import OWNER
from workers.settings import clock_of, read_settings
from workers.storage.tenant_registry import TenantRegistry
from workers.tenants.administration import TenantAdministration, viewer_and_subject
from workers.tenants.settings_editor import Preview, SettingsEditor
from workers.wiring import open_installation

_OK, _LEFT = 0, 1
_SCREEN = Path("-")


class TenantCommands:
    """The settings of one company. Raises BadInput where it is not clear which."""

    def __init__(self, tenant: str | None) -> None:
        self._settings = read_settings()
        self._registry = TenantRegistry(self._settings.home)
        self._slug = only(tenant, self._registry.slugs())
        self._editor = SettingsEditor(self._settings, self._registry)

    def export(self, file: Path) -> int:
        """Writes the settings into the file. Raises OSError."""
        text = self._editor.text(self._slug)
        if file == _SCREEN:
            sys.stdout.write(text)
        else:
            file.write_text(text, "utf-8")
            sys.stderr.write(f"The settings of {self._slug} are in {file}. Change it, then: evergraph tenant apply {file}\n")
        return _OK

    def apply(self, file: Path, is_sure: bool) -> int:
        """Shows what the file would change, and makes it so after asking. Raises BadInput, HistoryUnavailable, OSError."""
        text = read_text(file, "evergraph tenant export")
        with self._administration() as administration:
            preview = administration.preview(self._slug, text, OWNER, str(file))
        _say(_as_text(preview))
        if not preview.told:
            return _OK
        if not is_sure and not typer.confirm("Apply this?"):
            return _LEFT
        self._editor.apply(self._slug, text, OWNER, self._now(), version=preview.version, where=str(file))
        _say("It holds from the next question on. `evergraph tenant undo` takes it back.")
        return _OK

    def history(self, *, as_json: bool) -> int:
        """Shows every change, oldest first."""
        entries = self._editor.history(self._slug)
        if as_json:
            sys.stdout.write(json.dumps(entries, ensure_ascii=False) + "\n")
            return _OK
        for entry in entries:
            head = f"{str(entry['at'])[:16]} {entry['by']}{' took back:' if entry['undoes'] else ':'}"
            _say("\n".join((head, *(f"  {each}" for each in entry["told"]))))
        if not entries:
            _say("The settings were not changed yet. `evergraph tenant export FILE` writes them into a file.")
        return _OK

    def undo(self) -> int:
        """Takes back the last change. Raises BadInput where there is none."""
        entry = self._editor.undo(self._slug, OWNER, self._now())
        _say("\n".join(entry["told"]))
        return _OK

    def rights(self, person: str, whom: str, *, as_json: bool) -> int:
        """Shows what one may see of the other. Raises BadInput for somebody whom nobody knows, Declined."""
        company = self._registry.get(self._slug).company
        with self._administration() as administration:
            people = administration.people(self._slug, OWNER)
        found = rights(company, *viewer_and_subject(company, people, person, whom))
        if as_json:
            sys.stdout.write(json.dumps([asdict(one) | {"reason": one.reason} for one in found], ensure_ascii=False) + "\n")
            return _OK
        table = Table(box=None, pad_edge=False)
        for name in ("class", "what", "open", "why, or whom to ask"):
            table.add_column(name, overflow="fold")
        for one in found:
            table.add_row(one.privacy, one.called, one.open_as, Text(one.reason))
        Console(highlight=False).print(table)
        return _OK

    def _now(self) -> datetime:
        return clock_of(self._settings, self._registry.get(self._slug).company)()

    @contextmanager
    def _administration(self) -> Iterator[TenantAdministration]:
        here = open_installation()
        try:
            yield TenantAdministration(here)
        finally:
            here.close()


def only(named: str | None, slugs: tuple[str, ...]) -> str:
    """The company that is named, or the only one. Raises BadInput where there are several or none."""
    if named is None and len(slugs) != 1:
        named_with = f"Which company? Name one with --tenant: {', '.join(slugs)}."
        raise BadInput(named_with if slugs else "There is no company yet. `evergraph demo` makes one.")
    return named or slugs[0]


def read_text(file: Path, writer: str) -> str:
    """What a file says. `writer`: the command that writes such a file. Raises BadInput."""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}. `{writer} {file}` writes one.") from error


def _as_text(preview: Preview) -> str:
    return "\n".join(preview.lines()) if preview.told else "The file says what holds already: nothing to change."


def _say(text: str) -> None:
    Console(highlight=False, soft_wrap=True).print(Text(text))
