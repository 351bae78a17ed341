"""The numbers of a gateway: page sizes, limits, timeouts."""

from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from ingest.gateway.limits import Pace, Paces


@dataclass(frozen=True, slots=True)
class GatewayOptions:
    """How hard one gateway may ask. Times in seconds."""

    page_size: int = 100                     # Merge's maximum on nearly all lists
    max_pages: int = 200                     # of one list in one account, for a reading, which is held whole; more: it is unknown, never a part
    max_synced_pages: int = 100_000          # for a sync, which holds a batch at a time; a list without an end shall not keep a worker for ever
    requests_per_minute: int | None = 400    # per linked account, Merge's Professional plan; None: no limit of ours
    in_flight: int = 8                       # requests of one linked account that this process has under way at once; 1: no windows
    native_words: bool = True                # ask for the provider's own words beside Merge's enums (`priority_native`)
    connect_seconds: float = 5.0
    read_seconds: float = 20.0               # between two parts of an answer; a deadline bounds the whole
    retries: int = 1                         # after connection errors, 429 and 5xx
    retry_seconds: float = 0.25              # before a retry for which the server names no time
    longest_wait: float = 60.0               # for a rate limit, where no deadline is shorter
    longest_synced_wait: float = 300.0       # the same for a sync, which would have to begin anew
    breaker_failures: int = 15               # Merge blocks an address after 20 failed requests in 10 seconds
    breaker_window: float = 10.0
    breaker_open: float = 10.0               # how long nothing is asked once the window is full
    states_kept: float = 5.0                 # how long sync states and account status are taken as still true
    scopes_kept: float = 60.0
    pace: Callable[[str, int | None], Paces] = field(default=lambda account, per_minute: Pace(per_minute), repr=False)   # of a linked account
    transport: httpx.BaseTransport | None = field(default=None, repr=False)   # where requests go; None: the network
