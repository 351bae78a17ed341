"""Times as Merge writes them: UTC, microseconds, a Z at the end."""

from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(maxsize=65536)
def moment(text: str) -> datetime | None:
    """The time that a text tells, aware; None where it tells none. Without a zone it is UTC."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)


def moment_of(value: object) -> datetime | None:
    """The time that a record's value tells, None for null and for anything that is no time."""
    return moment(value) if isinstance(value, str) else None


def written(time: datetime | None) -> str | None:
    """A time as Merge writes it."""
    return None if time is None else time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
