"""The door to Merge's SDK: one HTTP client, one SDK client per linked account; answers leave as status, headers and raw bytes.

The SDK builds the request. Its reading of the answer, which truncates and coerces, is never reached: a response hook hands the
bytes over before. Retries, pace and meaning are not this module's business. Tokens go into headers and nowhere else: the SDK's
logging stays off, redirects are not followed, and errors of the HTTP client, which hold the request, do not leave.
"""

import ssl
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx
from merge import Merge

from ingest.gateway.calls import Call
from ingest.gateway.errors import CouldNotRead, NotInCatalogue, OutOfTime, TimedOut, Unreachable
from ingest.gateway.limits import Deadline
from ingest.gateway.options import GatewayOptions
from ingest.records import LinkedAccount
from kg.errors import WrongSetting

# A proxy that the environment names is for the world outside.
LOOPBACK: Mapping[str, httpx.BaseTransport | None] = {"all://127.0.0.1": None, "all://localhost": None}
FAIR_SECONDS = 5.0                      # a source that had at least these and did not answer has failed
_IMPORTING = threading.Lock()           # the SDK imports its parts at their first use, in circles: two threads at once end in an import deadlock
_deadline: ContextVar[Deadline] = ContextVar("deadline")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: headers by lower-case name, the body as bytes."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class _Arrived(Exception):
    """An answer has been read to its end."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


class Client:
    """Merge's API for a set of linked accounts. Threads may share it."""

    def __init__(self, accounts: Sequence[LinkedAccount], *, api_key: str, base_url: str | None, options: GatewayOptions) -> None:
        """No I/O. Raises WrongSetting for an address, key or token that no request can carry."""
        _check(accounts, api_key, base_url)
        self._options = options
        mounts = None if options.transport else LOOPBACK
        self._http = httpx.Client(verify=trusted(), transport=options.transport, mounts=mounts, event_hooks={"response": [_hand_over]})
        self._sdk = {
            a: Merge(api_key=api_key, account_token=a.token, httpx_client=self._http, base_url=base_url or None) for a in accounts
        }
        with _IMPORTING:
            for account in accounts:     # not inside somebody's deadline
                getattr(self._sdk[account], account.category, None)

    def get(self, account: LinkedAccount, call: Call, deadline: Deadline) -> Answer:
        """One request, one answer of whatever status. Raises TimedOut, OutOfTime, Unreachable."""
        given = deadline.left()
        if not given:
            raise OutOfTime(f"No time was left to ask {account.integration}.")
        before = _deadline.set(deadline)
        try:
            path = [call.path_id] if call.path_id else []
            self._method(account, call)(*path, **call.arguments, request_options=self._request(call, deadline))
            failure: CouldNotRead = Unreachable(f"{account.integration} gave no answer.")
        except _Arrived as arrived:
            return arrived.answer
        except httpx.TimeoutException as error:
            failure = self._timed_out(account, error, given)
        except httpx.HTTPError:
            failure = Unreachable(f"The connection broke while {account.integration} was read.", retry_in=self._options.retry_seconds)
        finally:
            _deadline.reset(before)
        raise failure                                 # outside the except: the HTTP error holds the request and with it the token

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _timed_out(self, account: LinkedAccount, error: httpx.TimeoutException, given: float) -> CouldNotRead:
        """TimedOut (the source was slow) or OutOfTime (our deadline left less than FAIR_SECONDS, so the source is not to blame)."""
        if given < FAIR_SECONDS:
            return OutOfTime(f"The time was over before {account.integration} had answered.")
        if isinstance(error, httpx.ConnectTimeout):
            return Unreachable(f"Merge did not answer the call for {account.integration}.", retry_in=self._options.retry_seconds)
        return TimedOut(f"{account.integration} did not answer in time.")

    def _method(self, account: LinkedAccount, call: Call) -> Any:
        endpoint = call.endpoint
        if endpoint.http_method != "GET":
            raise NotInCatalogue(f"{endpoint.http_method} {endpoint.path}: only reading is allowed.")
        with _IMPORTING:
            resource = getattr(getattr(self._sdk[account], endpoint.category), endpoint.resource)
            return getattr(resource, endpoint.method)

    def _request(self, call: Call, deadline: Deadline) -> dict[str, Any]:
        left = deadline.left()
        connect, read = min(self._options.connect_seconds, left), min(self._options.read_seconds, left)
        timeout = httpx.Timeout(read, connect=connect)      # the SDK hands it on as it is
        beside = dict(call.beside) if self._options.native_words else {}
        return {"max_retries": 0, "timeout_in_seconds": timeout, "additional_query_parameters": beside}


def load(categories: Iterable[str]) -> None:
    """Load what the SDK has of these categories, which it does on first use: half a second each, that processes forked later are spared."""
    sdk = Merge(api_key="none", account_token="none", httpx_client=httpx.Client(verify=trusted()))
    for category in categories:
        getattr(sdk, category, None)


@cache
def trusted() -> ssl.SSLContext:
    """What httpx trusts by itself, read once and not for every tenant: it takes 25 ms."""
    return httpx.create_ssl_context()


def _hand_over(response: httpx.Response) -> None:
    """Read the answer to its end, but not beyond the deadline: a server that drips meets every timeout between two parts."""
    parts, deadline = [], _deadline.get()
    for part in response.iter_bytes():
        parts.append(part)
        if deadline.expired:
            raise httpx.ReadTimeout("the deadline passed", request=response.request)
    raise _Arrived(Answer(response.status_code, {k.lower(): v for k, v in response.headers.items()}, b"".join(parts)))


def _check(accounts: Sequence[LinkedAccount], api_key: str, base_url: str | None) -> None:
    tokens = [(f"The account token of {a.integration} ({a.category})", a.token) for a in accounts]
    for name, secret in [("The Merge API key", api_key), *tokens]:
        if not secret or not secret.isascii() or not secret.isprintable() or " " in secret:
            raise WrongSetting(f"{name} is empty or holds spaces, line ends or other signs that no key has. Copy it again from Merge.")
    if base_url and not base_url.startswith(("http://", "https://")):
        raise WrongSetting("The address of Merge's API must begin with https:// (or http://) and end in /api.")
