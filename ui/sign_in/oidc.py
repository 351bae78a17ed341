"""The door to OpenID Connect (Authlib, joserfc): sends a person to the provider and reads who came back. Decides nothing about rights.

Code flow with PKCE, state and nonce; the ID token's signature, issuer, audience, times and nonce are checked.
"""

import secrets
import time
from typing import Any

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from ui.sign_in.provider import Pending, ProviderFailed

ALGORITHMS = ("RS256", "ES256", "PS256", "EdDSA")      # none with a shared secret, and not "none"
LOOKED_UP_SECONDS = 600.0
PATIENCE_SECONDS = 10.0
LEEWAY_SECONDS = 60


class OpenIdConnect:
    """A provider as OpenID Connect has it, found by its issuer."""

    def __init__(self, issuer: str, client: tuple[str, str | None], callback: str) -> None:
        """`client`: our id there and its secret, where it has one; `callback`: our address that people come back to. No I/O."""
        self._issuer, self._client, self._callback = issuer.rstrip("/"), client, callback
        self._known: tuple[float, dict[str, Any], KeySet] | None = None

    def begin(self, *, afresh: bool = False) -> tuple[str, Pending]:
        """Where to send the person, and what to remember until they come back. `afresh`: the provider asks who they are, even where it knows.

        Raises ProviderFailed.
        """
        pending = Pending(*(secrets.token_urlsafe(32) for _ in range(3)))
        endpoint = self._metadata()["authorization_endpoint"]
        asked = {"prompt": "login"} if afresh else {}
        with self._speaking() as client:
            url, _ = client.create_authorization_url(
                endpoint, state=pending.state, nonce=pending.nonce, code_verifier=pending.verifier, **asked)
        return str(url), pending

    def finish(self, code: str, pending: Pending) -> str:
        """The e-mail address of whoever came back with that code. Raises ProviderFailed."""
        try:
            with self._speaking() as client:
                given = client.fetch_token(self._metadata()["token_endpoint"], code=code, code_verifier=pending.verifier)
            return self._email(given["id_token"], pending.nonce)
        except (AuthlibBaseError, JoseError, httpx2.HTTPError, KeyError, ValueError) as error:
            raise ProviderFailed from error

    def _email(self, id_token: str, nonce: str) -> str:
        claims = jwt.decode(id_token, self._keys(), algorithms=list(ALGORITHMS)).claims
        jwt.JWTClaimsRegistry(
            leeway=LEEWAY_SECONDS, iss={"essential": True, "value": self._metadata()["issuer"]}, aud={"essential": True, "value": self._client[0]},
            nonce={"essential": True, "value": nonce}, exp={"essential": True}, sub={"essential": True},
        ).validate(claims)
        if isinstance(claims["aud"], list) and len(claims["aud"]) > 1 and claims.get("azp") != self._client[0]:
            raise ValueError("the token is for several, and not for us")
        if claims.get("email_verified", True) is not True:      # left out: it knows its people only by addresses of its own; "false" is no yes
            raise ProviderFailed("Your company's sign-in has not checked your e-mail address. Have it confirmed there, then sign in again.")
        return str(claims["email"])

    def _metadata(self) -> dict[str, Any]:
        return self._looked_up()[0]

    def _keys(self) -> KeySet:
        return self._looked_up()[1]

    def _looked_up(self) -> tuple[dict[str, Any], KeySet]:
        now = time.monotonic()
        if self._known is None or now - self._known[0] > LOOKED_UP_SECONDS:
            try:
                with httpx2.Client(timeout=PATIENCE_SECONDS) as web:
                    found = web.get(f"{self._issuer}/.well-known/openid-configuration").raise_for_status().json()
                    if found["issuer"].rstrip("/") != self._issuer:
                        raise ValueError("it calls itself otherwise")
                    keys = KeySet.import_key_set(web.get(found["jwks_uri"]).raise_for_status().json())
            except (httpx2.HTTPError, JoseError, KeyError, ValueError) as error:
                raise ProviderFailed from error
            self._known = (now, found, keys)
        return self._known[1], self._known[2]

    def _speaking(self) -> OAuth2Client:
        client_id, secret = self._client
        how = {"token_endpoint_auth_method": "none"} if secret is None else {"client_secret": secret}
        what = {"scope": "openid email", "redirect_uri": self._callback, "code_challenge_method": "S256", "timeout": PATIENCE_SECONDS}
        return OAuth2Client(client_id, **what, **how)
