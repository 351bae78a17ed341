"""The one family of errors. The docstring is the message; the branch below ShownToPerson is for people.

EvergraphError
├── WrongSetting              which setting, why, what to write instead
├── GraphUnavailable          Neo4j cannot be reached
├── GraphTooSlow              a query ran into its time or memory limit
├── GraphReadOnly             a view of the graph that may not be written to
├── StoreUnavailable          Redis or Valkey cannot be reached
│   └── Busy                  it can, but somebody else holds the lock
├── HistoryUnavailable        the chat history cannot be read or written
└── ShownToPerson
    ├── BadInput              the person's words, file or option cannot be used (exit code 2)
    ├── NotConnected          no linked account of that kind, or switched off by its scope
    ├── SourceUnavailable     linked, but it could not be read in full
    └── Cancelled             the person stopped the run
"""


class EvergraphError(Exception):
    """Something went wrong in Evergraph."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or type(self).__doc__ or "")


class WrongSetting(EvergraphError):
    """A setting cannot be used."""


class GraphUnavailable(EvergraphError):
    """The graph (Neo4j) cannot be reached. `evergraph status` says what runs; `evergraph up` starts it."""


class GraphTooSlow(EvergraphError):
    """A question to the graph took longer than it may."""


class GraphReadOnly(EvergraphError):
    """This view of the graph is read-only. Records come in by syncing; to keep what LlamaIndex extracts, give it a `writer`."""


class StoreUnavailable(EvergraphError):
    """The queue and cache (Redis or Valkey) cannot be reached. `evergraph status` says what runs."""


class Busy(StoreUnavailable):
    """This is being worked on elsewhere just now."""


class HistoryUnavailable(EvergraphError):
    """The chat history cannot be read or written."""


class ShownToPerson(EvergraphError):
    """Please ask again in other words."""


class BadInput(ShownToPerson):
    """This input cannot be used."""


class NotConnected(ShownToPerson):
    """No app of this kind is connected for your company."""


class SourceUnavailable(ShownToPerson):
    """The connected app could not be read just now."""


class Cancelled(ShownToPerson):
    """Stopped, as you asked."""
