"""Who read what of whom: every read of private classes, without values, append-only. And of which groups somebody was given figures."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory.journal import Entry, Journals
from memory.shapes import Given, Read


class Reads:
    """The log of private reads: one journal per tenant and person, at the history's address."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url`: a local folder or any fsspec URL; `options` go to its file system. No I/O."""
        self._journals = Journals(url, **options)

    def record(self, tenant: str, person: str, at: datetime, entries: Sequence[Mapping[str, Any]]) -> None:
        """Keep what a question read: each with question, class, grant, how, whom. Raises BadInput, HistoryUnavailable."""
        for entry in entries:
            self._journals.append(_log(tenant, person), {"at": at, "who": person.strip().lower(), **entry})

    def of(self, tenant: str, person: str | None = None) -> list[Entry]:
        """The log of a tenant, or of one person's reads, oldest first. Raises BadInput, HistoryUnavailable."""
        people = [person] if person else self._journals.names((tenant, "reads"))
        return sorted((e for each in people for e in self._journals.read(_log(tenant, each), Read.model_validate)), key=lambda e: str(e["at"]))

    def totals_of(self, tenant: str, person: str) -> "GivenTotals":
        """The groups of which the person was given figures."""
        return GivenTotals(self._journals, (tenant, "totals", person.strip().lower()))


@dataclass(frozen=True, slots=True)
class GivenTotals:
    """The groups of one person's figures. Put down before they are given: of two questions at once, the one that came first counts."""

    journals: Journals
    names: tuple[str, ...]

    def claim(self, privacy: str, groups: Sequence[frozenset[str]]) -> tuple[str, tuple[frozenset[str], ...]]:
        """Put the groups down as given; a mark, and the groups of that class that were put down before. Raises HistoryUnavailable."""
        mark = uuid.uuid4().hex
        self.journals.append(self.names, {"mark": mark, "class": privacy, "groups": [sorted(g) for g in groups]})
        entries = self.journals.read(self.names, Given.model_validate)
        withdrawn = {e["withdrawn"] for e in entries if "withdrawn" in e}
        earlier = entries[: next(i for i, e in enumerate(entries) if e.get("mark") == mark)]
        given = (e for e in earlier if e.get("class") == privacy and e.get("mark") not in withdrawn)
        return mark, tuple(dict.fromkeys(frozenset(g) for e in given for g in e.get("groups", ())))

    def withdraw(self, mark: str) -> None:
        """Take back claimed groups whose figures were not given after all. Raises HistoryUnavailable."""
        self.journals.append(self.names, {"withdrawn": mark})


def _log(tenant: str, person: str) -> tuple[str, ...]:
    return tenant, "reads", person.strip().lower()
