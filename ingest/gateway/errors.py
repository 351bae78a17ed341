"""Why a reading could not be made, as errors. Each carries the `Why` that ends up in a Reading.

EvergraphError
├── NotInCatalogue            a bug of the caller: no such model, parameter or value
├── NotAMergeId               a bug of the caller: an id that is not a UUID
├── NotAllowed                denied whatever the caller's reasons (bank details, sensitive fields)
└── SourceUnavailable
    └── CouldNotRead          `why`, and `retry_in` where asking again may help
        ├── SwitchedOff, NeedsRelink, FirstSyncRuns, SyncFailed
        ├── Refused, RateLimited, TimedOut, OutOfTime, Unreachable
        └── BrokenAnswer      NotThere (404), Truncated

No message holds a token, a key, a header or the body of an answer.
"""

from ingest.records import Why
from kg.errors import EvergraphError, SourceUnavailable


class NotInCatalogue(EvergraphError):
    """Merge's catalogue has no such call."""


class NotAMergeId(EvergraphError):
    """This is not an id of Merge: those are UUIDs."""


class NotAllowed(EvergraphError):
    """Evergraph does not ask Merge for this."""


class CouldNotRead(SourceUnavailable):
    """The connected app could not be read in full."""

    why = Why.UNREACHABLE

    def __init__(self, message: str = "", *, retry_in: float | None = None) -> None:
        super().__init__(message)
        self.retry_in = retry_in      # seconds after which asking again may help; None: it will not


class NotLinked(CouldNotRead):
    """No linked account of this kind."""

    why = Why.NOT_LINKED


class SwitchedOff(CouldNotRead):
    """This kind of record is switched off for the connected app."""

    why = Why.SWITCHED_OFF


class NeedsRelink(CouldNotRead):
    """The connected app has to be linked again."""

    why = Why.RELINK


class FirstSyncRuns(CouldNotRead):
    """The first sync of the connected app is still running."""

    why = Why.FIRST_SYNC


class SyncFailed(CouldNotRead):
    """The last sync of the connected app failed, is paused, or is only partly done."""

    why = Why.SYNC_FAILED


class Refused(CouldNotRead):
    """Merge refuses the key, the account token or the plan."""

    why = Why.REFUSED


class RateLimited(CouldNotRead):
    """Too many requests for the connected app just now."""

    why = Why.RATE_LIMITED


class TimedOut(CouldNotRead):
    """The connected app did not answer in time."""

    why = Why.TIMEOUT


class OutOfTime(CouldNotRead):
    """The time was over before the connected app could be asked, or could fairly be expected to answer. No failure of the app."""

    why = Why.OUT_OF_TIME


class Unreachable(CouldNotRead):
    """Merge cannot be reached."""

    why = Why.UNREACHABLE


class BrokenAnswer(CouldNotRead):
    """Merge's answer is not in the promised form."""

    why = Why.BROKEN_ANSWER


class NotThere(BrokenAnswer):
    """Merge has no such record, or no such call."""


class Incomplete(CouldNotRead):
    """The connected app's list lacks records that are there."""

    why = Why.INCOMPLETE


class Truncated(CouldNotRead):
    """There is more than may be read at once."""

    why = Why.TRUNCATED


BY_WHY: dict[Why, type[CouldNotRead]] = {
    kind.why: kind
    for kind in (NotLinked, SwitchedOff, NeedsRelink, FirstSyncRuns, SyncFailed, Refused, RateLimited, TimedOut, OutOfTime,
                 Unreachable, BrokenAnswer, Incomplete, Truncated)
}
