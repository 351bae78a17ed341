"""A company's own sign-in as all others see it. The door to it is loaded where a company has one."""

from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from kg.errors import EvergraphError

_DOOR = "ui.sign_in.oidc"               # text, not an import: most installations need no OpenID Connect


class ProviderFailed(EvergraphError):
    """Your company's sign-in did not work, so you are not signed in."""


@dataclass(frozen=True, slots=True)
class Pending:
    """What is remembered of a person who was sent to the provider."""

    state: str
    nonce: str
    verifier: str


class Provider(Protocol):
    """Sends a person away to sign in, and reads who came back."""

    def begin(self, *, afresh: bool = False) -> tuple[str, Pending]:
        """Where to send the person, and what to remember until they come back. `afresh`: the provider asks who they are, even where it knows.

        Raises ProviderFailed.
        """

    def finish(self, code: str, pending: Pending) -> str:
        """The e-mail address of whoever came back with that code. Raises ProviderFailed."""


def open_provider(issuer: str, client: tuple[str, str | None], callback: str) -> Provider:
    """`client`: our id there and its secret, where it has one; `callback`: our address that people come back to. No I/O."""
    provider: Provider = import_module(_DOOR).OpenIdConnect(issuer, client, callback)
    return provider
