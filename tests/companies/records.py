"""The records of an evaluation company as they stand, found by model and by id, and the periods that questions name."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from tests.companies.common import RESOURCE, Row, parse


class Records:
    """The records of a company as they stand; made anew after a change."""

    def __init__(self, about: Row, tables: Mapping[tuple[str, str], Iterable[Row]]) -> None:
        self.about = about
        self.zone = ZoneInfo(about["timezone"])
        self.now = parse(about["now"])
        self.today = self.now.astimezone(self.zone).date().isoformat()
        self.tables = {key: list(rows) for key, rows in tables.items()}
        self._by_id = {r["id"]: r for rows in self.tables.values() for r in rows if "id" in r}

    def rows(self, model: str) -> list[Row]:
        """All records of a model."""
        return self.tables.get(RESOURCE[model], [])

    def get(self, key: str | None) -> Row:
        """The record of that id; an empty one for none, or for one that was deleted."""
        return self._by_id.get(key or "", {})

    def day(self, moment: str | None) -> str | None:
        """The day of a moment in the company's zone."""
        return parse(moment).astimezone(self.zone).date().isoformat() if moment else None

    def days_ago(self, days: int) -> str:
        """The day so many days before today; after today for a negative number."""
        return (date.fromisoformat(self.today) - timedelta(days=days)).isoformat()

    def week(self, offset: int = 0) -> tuple[str, str]:
        """Monday and Sunday of this week, of the next with 1, of the last with -1."""
        today = date.fromisoformat(self.today)
        monday = today - timedelta(days=today.weekday() - 7 * offset)
        return monday.isoformat(), (monday + timedelta(days=6)).isoformat()

    def months(self, first: int, count: int = 1) -> tuple[str, str]:
        """First and last day of `count` months that begin `first` months from this one."""
        today = date.fromisoformat(self.today)
        begin, end = today.year * 12 + today.month - 1 + first, today.year * 12 + today.month - 1 + first + count
        return date(begin // 12, begin % 12 + 1, 1).isoformat(), (date(end // 12, end % 12 + 1, 1) - timedelta(days=1)).isoformat()

    def quarter(self, offset: int = 0) -> tuple[str, str]:
        """First and last day of a calendar quarter."""
        return self.months(-((int(self.today[5:7]) - 1) % 3) + 3 * offset, 3)

    def fiscal_year(self, offset: int = 0) -> tuple[str, str]:
        """First and last day of a fiscal year."""
        start = int(self.about["fiscal_year_start"][:2])
        return self.months(-((int(self.today[5:7]) - start) % 12) + 12 * offset, 12)
