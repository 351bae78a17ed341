"""`evergraph history`: a person's conversations, by hand."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.errors import BadInput
from memory import sessions
from memory.attachments import Attachments
from memory.feedback import Feedback
from memory.history import History
from memory.lines import Lines
from memory.questions import Questions
from memory.shared_answers import SharedAnswers
from ui.answers.files import Paper, as_markdown
from ui.sign_in.access import asker
from workers.settings import clock_of, read_settings
from workers.storage.tenant_registry import TenantRegistry

_OK = 0
_FORMS = ("json", "markdown")
_WIDE = 200                             # columns where nobody says how many there are


class ConversationCommands:
    """The conversations of one person. Raises BadInput for somebody whom no company knows."""

    def __init__(self, person: str, tenant: str | None) -> None:
        settings = read_settings()
        registry = TenantRegistry(settings.home)
        who, url = asker(registry, person, tenant), (settings.home / "history").as_uri()
        self._who = (who.tenant, who.email)
        self._history, self._beside = History(url), (Questions(url), Feedback(url), Attachments(url), SharedAnswers(url))
        self._now = clock_of(settings, registry.get(who.tenant).company)()

    def show(self, *, as_json: bool) -> int:
        """All conversations, the one that was used last first."""
        found = sessions.sessions(self._history, *self._who)
        rows = [(one.id, f"{one.last:%Y-%m-%d %H:%M}", str(one.turns), one.title) for one in found]
        return _print([asdict(one) for one in found], ("session", "last used", "turns", "title"), rows, as_json)

    def search(self, text: str, *, as_json: bool) -> int:
        """Lines that bear on some words."""
        found = sessions.search(Lines(self._history), *self._who, text, self._now)
        rows = [(one.session, f"{one.time:%Y-%m-%d %H:%M}", one.speaker, one.text) for one in found]
        return _print([asdict(one) for one in found], ("session", "when", "who", "line"), rows, as_json)

    def export(self, session: str, form: str) -> int:
        """One conversation on standard output. Raises BadInput for another form, or a conversation that is not there."""
        if form not in _FORMS:
            raise BadInput(f"There is no form {form!r}. Write {' or '.join(_FORMS)}.")
        text = sessions.export(self._history, *self._who, session)
        if form == "markdown":
            title = sessions.session_of(self._history, *self._who, session).title
            text = as_markdown(Paper(title, self._who[1], self._history.versions(*self._who, session).shown))
        sys.stdout.write(text + "\n")
        return _OK

    def rename(self, session: str, title: str) -> int:
        """Give a conversation a title."""
        self._history.rename(*self._who, session, title)
        return _OK

    def delete(self, session: str) -> int:
        """Delete a conversation."""
        sessions.delete(self._history, self._beside, *self._who, session)
        return _OK


def print_table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """A table on the screen; what cannot be shown in one line is folded."""
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)
    console.print(table if rows else "There is nothing.")


def _print(data: list[dict[str, object]], columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], as_json: bool) -> int:
    if as_json:
        sys.stdout.write(json.dumps(data, ensure_ascii=False, default=datetime.isoformat) + "\n")
    else:
        print_table(columns, rows)
    return _OK
