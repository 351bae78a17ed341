"""One call with all that surrounds it: deadline, pace, breaker, bounded retry; then a body that is JSON, or an error that says why not."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from math import inf
from typing import Any

from ingest.gateway.calls import Call
from ingest.gateway.client import Answer, Client
from ingest.gateway.errors import BrokenAnswer, CouldNotRead, NotThere, OutOfTime, RateLimited, Refused, TimedOut, Unreachable
from ingest.gateway.limits import Breaker, Deadline, Lane, Lanes, Paces
from ingest.gateway.options import GatewayOptions
from ingest.gateway.values import parse
from ingest.records import LinkedAccount


@dataclass(slots=True)
class Errand:
    """Budget and use of one reading: deadline, calls, waits. Belongs to one thread."""

    deadline: Deadline = field(default_factory=Deadline.never)
    waits: Callable[[float], None] | None = None      # of a sync: told before it waits so many seconds for a limit
    retries: int | None = None                        # None: as often as the options say
    calls: int = 0
    windows: int = 0                                  # that lists were cut into; 0: read one page after another

    def wait(self, seconds: float) -> None:
        """Wait for a limit, and tell so."""
        if self.waits:
            self.waits(seconds)
        time.sleep(seconds)


class Asking:
    """Asks Merge politely. Threads may share it."""

    def __init__(self, client: Client, options: GatewayOptions) -> None:
        self._client = client
        self._options = options
        self._breaker = Breaker(options.breaker_failures, options.breaker_window, options.breaker_open)
        self._paces: dict[str, Paces] = {}
        self._lanes: dict[str, Lanes] = {}
        self._lock = threading.Lock()

    def json(self, account: LinkedAccount, call: Call, errand: Errand) -> Any:
        """The body of the answer. Raises CouldNotRead; NotThere for 404.

        What was too much while others were under way is asked again alone. Syncs, which ask one after another and may wait long, take no lane.
        """
        if errand.waits:
            return self._tried(account, call, errand)
        while True:
            with self._lane(account, errand) as lane:
                try:
                    return self._tried(account, call, errand)
                except RateLimited:
                    if not lane.is_shared:
                        raise
            self._lanes_of(account).narrow()

    @contextmanager
    def _lane(self, account: LinkedAccount, errand: Errand) -> Iterator[Lane]:
        lanes = self._lanes_of(account)
        lane = lanes.enter(errand.deadline.left())
        if lane is None:
            raise OutOfTime(f"No time was left to ask {account.integration}.")
        try:
            yield lane
        finally:
            lanes.leave(lane)

    def _tried(self, account: LinkedAccount, call: Call, errand: Errand) -> Any:
        retries = self._options.retries if errand.retries is None else errand.retries
        for retries_left in reversed(range(retries + 1)):
            try:
                return _body(account, self._once(account, call, errand))
            except CouldNotRead as failure:
                if not retries_left or not self._worth_waiting(failure.retry_in, errand):
                    raise
                self._wait(failure, errand)
        raise Unreachable(f"{account.integration} could not be asked.")

    def _once(self, account: LinkedAccount, call: Call, errand: Errand) -> Answer:
        if self._breaker.is_open:
            raise Unreachable("Too many requests to Merge failed; nothing is asked for some seconds.")
        pace = self._pace(account)
        self._wait_for_leave(account, pace, errand)
        errand.calls += 1
        try:
            answer = self._client.get(account, call, errand.deadline)
        except OutOfTime:
            raise                       # our own deadline, or somebody who stopped: the source did nothing wrong
        except CouldNotRead:
            self._breaker.failed()
            raise
        failure = _failure(account, answer, self._options.retry_seconds)
        if failure is None:
            return answer
        if isinstance(failure, RateLimited):
            pace.hold(failure.retry_in or 0)
            self._lanes_of(account).narrow()
        else:
            self._breaker.failed()
        raise failure

    def _wait(self, failure: CouldNotRead, errand: Errand) -> None:
        seconds = failure.retry_in or 0
        if isinstance(failure, RateLimited):
            errand.wait(seconds)
        else:
            time.sleep(seconds)

    def _wait_for_leave(self, account: LinkedAccount, pace: Paces, errand: Errand) -> None:
        while wait := pace.take(errand.deadline.left() != inf):
            if not self._worth_waiting(wait, errand):
                raise RateLimited(f"{account.integration} has been asked as often as it may be this minute.", retry_in=wait)
            errand.wait(wait)

    def _worth_waiting(self, seconds: float | None, errand: Errand) -> bool:
        longest = self._options.longest_synced_wait if errand.waits else self._options.longest_wait
        return seconds is not None and seconds <= longest and seconds < errand.deadline.left()

    def _lanes_of(self, account: LinkedAccount) -> Lanes:
        with self._lock:
            return self._lanes.setdefault(account.id, Lanes(self._options.in_flight))

    def _pace(self, account: LinkedAccount) -> Paces:
        with self._lock:
            if account.id not in self._paces:
                self._paces[account.id] = self._options.pace(account.id, self._options.requests_per_minute)
            return self._paces[account.id]


def _body(account: LinkedAccount, answer: Answer) -> Any:
    try:
        return parse(answer.content)
    except ValueError:
        failure = BrokenAnswer(f"Merge's answer for {account.integration} is not JSON.")
    raise failure                                     # outside the except: the JSON error holds the whole body


def _failure(account: LinkedAccount, answer: Answer, retry_seconds: float) -> CouldNotRead | None:
    """What a status means; None for one that is well."""
    status, who = answer.status, account.integration
    if 200 <= status < 300:
        return None
    if status == 429:
        return RateLimited(f"{who} may not be asked more often just now.", retry_in=_retry_after(answer, retry_seconds))
    if status >= 500:
        return Unreachable(f"Merge answered {status} for {who}.", retry_in=retry_seconds)
    if status == 404 and b'"detail"' in answer.content:
        return NotThere(f"{who} has no such record.")
    return _REFUSALS.get(status, BrokenAnswer)(f"Merge answered {status} for {who}.")


_REFUSALS: dict[int, type[CouldNotRead]] = {401: Refused, 402: Refused, 403: Refused, 408: TimedOut}


def _retry_after(answer: Answer, otherwise: float) -> float:
    """Seconds to wait. A date is measured against the server's own `Date`, so that no clock of ours is needed."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        until, now = parsedate_to_datetime(text), parsedate_to_datetime(answer.headers.get("date", ""))
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError):
        return otherwise
