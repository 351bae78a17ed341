"""Who is asking: demo-grade sign-in, for one machine.

Two ways in, both from this machine only. A token out of an owner-only file: whoever can read it owns the installation
and may ask as anyone (`evergraph ask`). And, as long as every tenant is a sandbox, a person chosen by name (the chat's
picker); beside real data that is refused. Knows nothing of questions or of HTTP frameworks.
"""

import hmac
import ipaddress
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from kg.errors import BadInput, ShownToPerson

PERSON_COOKIE = "evergraph_person"
PERSON_HEADER = "x-evergraph-person"
OWNER = "the owner of this installation"
_PROXIED = ("forwarded", "x-forwarded-for", "x-real-ip")


class NotSignedIn(ShownToPerson):
    """Nobody is signed in."""


class NotLetIn(NotSignedIn):
    """Your company's sign-in did not let you in, or you left it before it did."""


class UnknownPerson(BadInput):
    """No company knows this person."""


class UnnamedCompany(UnknownPerson):
    """Several companies know this person, and none was named."""


class NotOperator(ShownToPerson):
    """This is for people with the role operator."""


class Tenants(Protocol):
    """What is needed of the registry of tenants; a tenant has a `company` and a `source`, "sandbox" or "merge"."""

    def all(self) -> Sequence[Any]: ...
    def damaged(self) -> Sequence[Any]: ...
    def of_person(self, email: str) -> Sequence[Any]: ...
    def slugs(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a request came from: the peer's address, headers (lower case), cookies."""

    host: str
    headers: Mapping[str, str]
    cookies: Mapping[str, str]

    @classmethod
    def of(cls, host: str, headers: Iterable[tuple[str, str]], cookies: Mapping[str, str]) -> "Caller":
        """A header that comes several times is one text, so that no second one hides behind the first."""
        joined: dict[str, str] = {}
        for name, value in headers:
            joined[name.lower()] = f"{joined[name.lower()]}, {value}" if name.lower() in joined else value
        return cls(host, joined, cookies)

    @property
    def is_local(self) -> bool:
        """From this machine, addressed as this machine (no proxy, no foreign name that resolves here), by no foreign page."""
        proxied = any(header in self.headers for header in _PROXIED)
        name = self.headers.get("host", "")
        is_own_page = self.headers.get("origin", f"http://{name}") == f"http://{name}"
        return _is_loopback(self.host) and _is_loopback(_host_of(name)) and is_own_page and not proxied

    @property
    def token(self) -> str:
        """The bearer token, empty where there is none."""
        return self.headers.get("authorization", "").removeprefix("Bearer ").strip()


@dataclass(frozen=True, slots=True)
class Asker:
    """A person of a tenant."""

    tenant: str
    email: str


def sign_in(caller: Caller, tenants: Tenants, token: str, tenant: str | None = None) -> Asker:
    """The asker behind a request. Raises NotSignedIn, UnknownPerson, BadInput (the e-mail is known in several tenants)."""
    _check_way_in(caller, tenants, token)
    email = caller.headers.get(PERSON_HEADER) or caller.cookies.get(PERSON_COOKIE, "")
    if not email:
        raise NotSignedIn("Nobody is signed in. Choose a person.")
    return asker(tenants, email, tenant)


def check_operator(caller: Caller, tenants: Tenants, token: str) -> None:
    """Let through who may see the list of demo people. Raises NotSignedIn."""
    _check_way_in(caller, tenants, token)


def operator(caller: Caller, tenants: Tenants, token: str, tenant: str | None = None) -> Asker:
    """Who runs a tenant's syncs and joins: a person with the role operator there, or with the token the owner of this installation.

    Raises NotSignedIn, UnknownPerson, NotOperator, BadInput (several tenants and none named).
    """
    if caller.token and not caller.headers.get(PERSON_HEADER):
        _check_way_in(caller, tenants, token)
        return Asker(_named_or_only(tenants, tenant), OWNER)
    found = sign_in(caller, tenants, token, tenant)
    check_role(tenants, found)
    return found


def check_role(tenants: Tenants, asker: Asker) -> None:
    """Raises NotOperator for a person without the role operator."""
    if not is_operator(tenants, asker):
        raise NotOperator(f"{asker.email} does not have the role operator at {asker.tenant}.")


def is_operator(tenants: Tenants, asker: Asker) -> bool:
    """Whether the person has the role operator in that tenant."""
    companies = (each.company for each in tenants.of_person(asker.email))
    return any(company.tenant == asker.tenant and "operator" in company.person(asker.email).roles for company in companies)


def asker(tenants: Tenants, email: str, tenant: str | None = None) -> Asker:
    """The person with that e-mail, in the tenant named or the only one. Raises UnknownPerson, BadInput."""
    email = email.strip().lower()
    slugs = [found.company.tenant for found in tenants.of_person(email)]
    if not slugs and tenants.damaged():
        raise UnknownPerson(f"No company here knows {email}, but the settings of {len(tenants.damaged())} cannot be read just now. "
                            "Whoever runs Evergraph finds the reason with `evergraph doctor`.")
    if not slugs:
        raise UnknownPerson(f"No company here knows {email}.")
    if tenant is not None and tenant not in slugs:
        raise UnknownPerson(f"{email} is not a person of {tenant}, but of {', '.join(slugs)}.")
    if tenant is None and len(slugs) > 1:
        raise BadInput(f"{email} is known in {', '.join(slugs)}: name one with --tenant.")
    return Asker(tenant or slugs[0], email)


def local_token(home: Path) -> str:
    """The token of this machine's owner, made on first use. Source: `<home>/run/token`, readable by its owner only."""
    file = home / "run" / "token"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"token.{secrets.token_hex(4)}")
    if not file.exists():
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(32))
        try:
            os.link(fresh, file)        # of two servers at once, one makes the token
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text().strip()


def _check_way_in(caller: Caller, tenants: Tenants, token: str) -> None:
    if not caller.is_local:
        raise NotSignedIn("This installation answers on its own machine only. Ask there.")
    if caller.token:
        if not hmac.compare_digest(caller.token.encode(), token.encode()):
            raise NotSignedIn("The token is not this installation's.")
        return
    if tenants.damaged() or any(tenant.source != "sandbox" for tenant in tenants.all()):     # one that cannot be read may be a real one
        raise NotSignedIn("A real company is connected, so nobody may be chosen by name. Use `evergraph ask` on this machine.")


def _named_or_only(tenants: Tenants, named: str | None) -> str:
    slugs = [str(each.company.tenant) for each in tenants.all()]
    if named is None and len(slugs) == 1:
        return slugs[0]
    if named not in slugs:
        raise BadInput(f"Name one of the companies: tenant is one of {', '.join(slugs)}.")
    return named


def _host_of(netloc: str) -> str:
    return urlsplit("//" + netloc).hostname or ""


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
