"""Linking an app through Merge: a link token opens Merge's own page; what that page hands over is exchanged, once, for the account's token.

The credentials of the app are given to Merge alone. No message of an error holds a token.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from merge import Merge
from merge.core import ApiError

from ingest.gateway.client import LOOPBACK, trusted
from ingest.gateway.errors import Refused, Unreachable
from kg.errors import BadInput

_SECONDS = 20.0
_NOT_FOUND, _TOO_MANY, _BROKEN = 404, 429, 500
# A token that was used up before an answer got lost is refused the second time, so nothing is asked twice; the SDK would, after up to a minute each.
_ONCE: Any = {"max_retries": 0}


@dataclass(frozen=True, slots=True)
class LinkBegun:
    """What opens Merge's page: its address where Merge gives one, and the link token; and what Merge will have the account under."""

    address: str | None
    origin: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Linked:
    """A linked account as Merge hands it over."""

    id: str
    integration: str                    # "BambooHR"
    token: str = field(repr=False)


class Linking:
    """Merge's link flow with one key. Close it."""

    def __init__(self, api_key: str, base_url: str | None) -> None:
        """No I/O."""
        self._http = httpx.Client(verify=trusted(), mounts=LOOPBACK, timeout=_SECONDS)
        self._sdk = Merge(api_key=api_key, httpx_client=self._http, base_url=base_url or None)

    def __enter__(self) -> "Linking":
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def begin(self, category: str, origin: str, company: str, email: str) -> LinkBegun:
        """Merge's page for an app of a category. `origin`: names the account on our side; the same again links it anew. Raises CouldNotRead."""
        create = getattr(self._sdk, category).link_token.create
        found = _asked(lambda: create(
            end_user_email_address=email, end_user_organization_name=company, end_user_origin_id=origin, categories=[category],
            should_create_magic_link_url=True, request_options=_ONCE))
        return LinkBegun(found.magic_link_url, origin, found.link_token)

    def finish(self, category: str, public_token: str) -> Linked:
        """The account of a public token, which is good for once and for minutes. Raises BadInput for one that is not good, CouldNotRead."""
        retrieve = getattr(self._sdk, category).account_token.retrieve
        found = _asked(lambda: retrieve(public_token, request_options=_ONCE))
        return Linked(found.id, found.integration.name, found.account_token)


def _asked(ask: Callable[[], Any]) -> Any:
    """Merge's answer. Raises BadInput, CouldNotRead."""
    try:
        return ask()
    except ApiError as error:
        status = error.status_code
    except httpx.HTTPError:
        status = None
    if status is None or status == _TOO_MANY or status >= _BROKEN:      # outside the except: the errors hold tokens
        raise Unreachable("Merge could not be reached. Try again in a moment.")
    if status == _NOT_FOUND:
        raise BadInput("Merge does not know this public token: it was used, or minutes have gone by. Begin the link once more.")
    raise Refused(f"Merge refused the link ({status}). Look at the key of Merge's API and at what the plan with Merge allows.")
