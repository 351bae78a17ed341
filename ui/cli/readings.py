"""`evergraph readings`: a company's approved readings as a file, out and in."""

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kg.errors import BadInput
from memory.readings import Readings
from ui.actions.readings import ReadingEditor
from ui.cli.tenant import only, read_text
from ui.sign_in.access import OWNER, Asker
from workers.settings import clock_of, read_settings
from workers.storage.tenant_registry import TenantRegistry

_OK = 0
_SCREEN = Path("-")


class ReadingCommands:
    """The learned readings of one company. Raises BadInput where it is not clear which."""

    def __init__(self, tenant: str | None) -> None:
        settings = read_settings()
        registry = TenantRegistry(settings.home)
        self._who = Asker(only(tenant, registry.slugs()), OWNER)
        registry.get(self._who.tenant)
        readings = Readings((settings.home / "history").as_uri())
        self._editor = ReadingEditor(readings, registry, lambda slug: clock_of(settings, registry.get(slug).company)())

    def export(self, file: Path) -> int:
        """Writes the approved ones into the file. Raises OSError."""
        text = self._editor.export(self._who)
        if file == _SCREEN:
            sys.stdout.write(text)
        else:
            file.write_text(text, "utf-8")
        return _OK

    def take_in(self, file: Path) -> int:
        """Those of the file hold for the company, all or none. Raises BadInput, HistoryUnavailable."""
        text = read_text(file, "evergraph readings export")
        try:
            number = self._editor.take_in(self._who, text)
        except BadInput as error:
            raise BadInput(f"{file}: {error}") from error
        Console(highlight=False, soft_wrap=True).print(Text(f"Taken in: {number}. They hold from the next question on."))
        return _OK
