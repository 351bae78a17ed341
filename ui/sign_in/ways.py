"""Who calls, by each way in, one after another: a person's key, the company's own sign-in, a proxy that is trusted, this machine.

Nobody may be chosen by name where a company's sign-in or a trusted proxy is set.
"""

import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from kg.errors import WrongSetting
from kg.ports import Store
from ui.sign_in import access
from ui.sign_in.access import PERSON_COOKIE, Asker, Caller, NotOperator, NotSignedIn, Tenants, asker
from ui.sign_in.browser_sessions import COOKIE, BrowserSessions
from ui.sign_in.provider import Provider, open_provider
from workers.settings import Settings, real_time
from workers.storage.api_keys import PREFIX, Keys

CALLBACK = "/api/sign-in/callback"
BEGIN = "/api/sign-in"
PAGE = "/sign-in"                       # where people are told what happens, before they are sent to the provider


class NotInScope(NotOperator):
    """This key was not made for that."""


Way = Callable[[Caller, str | None, str], Asker | None]
"""A caller, the tenant that they name and the scope that they need; None where they do not come this way."""


class SignIn:
    """Tells who calls. Whoever left the tenant's people is nobody at the next request, whatever they hold."""

    def __init__(self, tenants: Tenants, settings: Settings, store: Store, token: str) -> None:
        """`store`: where browsers' sessions are kept; `token`: of this installation's owner. Raises WrongSetting."""
        self._tenants, self.token, self._settings = tenants, token, settings
        self._keys = Keys(settings.home)
        self.sessions = BrowserSessions(store, settings.session_hours)
        self.provider = _provider(settings)
        self._proxies = tuple(ipaddress.ip_network(each) for each in settings.trusted_proxies.split())
        self.has_demo = self.provider is None and not self._proxies
        self._ways: tuple[Way, ...] = (self._by_key, self._by_session, self._by_proxy, self._on_this_machine)

    @property
    def is_secure(self) -> bool:
        """Whether people come by https."""
        return self.public_url.startswith("https:")

    @property
    def public_url(self) -> str:
        """Where people reach us, as the setting has it; empty where it is not set."""
        return str(self._settings.public_url or "")

    @property
    def called(self) -> tuple[str, str]:
        """What people call the company's sign-in, and the host where they will find themselves; both empty without one."""
        settings = self._settings
        return (settings.oidc_name, urlsplit(settings.oidc_issuer or "").hostname or "") if self.provider else ("", "")

    def is_proxy(self, host: str) -> bool:
        """Whether requests from that address are a trusted proxy's."""
        return any(_is_in(host, network) for network in self._proxies)

    @property
    def cookie(self) -> str:
        """The session cookie's name; by https one that no neighbour of our domain can set."""
        return f"__Host-{COOKIE}" if self.is_secure else COOKIE

    def asker(self, caller: Caller, tenant: str | None = None, scope: str = "ask") -> Asker:
        """The person who calls. Raises NotSignedIn, UnknownPerson, NotInScope, BadInput (the e-mail is known in several tenants)."""
        for way in self._ways:
            found = way(caller, tenant, scope)
            if found is not None:
                return found
        raise NotSignedIn(f"Nobody is signed in. Sign in at {PAGE}." if self.provider else "Nobody is signed in.")

    def operator(self, caller: Caller, tenant: str | None = None) -> Asker:
        """The operator who calls: by role, or as the owner of this installation. Raises as `asker`, NotOperator."""
        if caller.token and not caller.token.startswith(PREFIX):
            return access.operator(caller, self._tenants, self.token, tenant)
        found = self.asker(caller, tenant, "operate")
        access.check_role(self._tenants, found)
        return found

    def on_page(self, caller: Caller, usual: str = "") -> Asker:
        """The person in front of a page of ours; in the demo the one chosen, else `usual` or the first there is. Raises as `asker`."""
        if not self.has_demo:
            return self.asker(caller)
        access.check_operator(caller, self._tenants, self.token)
        first = next((person.email for tenant in self._tenants.all() for person in tenant.company.people), "")
        return asker(self._tenants, caller.cookies.get(PERSON_COOKIE) or usual or first)

    def choose(self, caller: Caller, email: str) -> Asker:
        """One of the demo's people. Raises NotSignedIn where nobody may be chosen, UnknownPerson, BadInput."""
        if not self.has_demo:
            raise NotSignedIn("Nobody may be chosen by name here.")
        access.check_operator(caller, self._tenants, self.token)
        return asker(self._tenants, email)

    def check_own_page(self, caller: Caller) -> None:
        """A browser says by itself who its person is, whichever page has it ask: so no other page may. Raises NotSignedIn."""
        own = urlsplit(self.public_url).netloc or caller.headers.get("host", "")
        if "origin" in caller.headers and urlsplit(caller.headers["origin"]).netloc != own:
            raise NotSignedIn("Another site's page asks in your name; that is not let in.")

    def _by_key(self, caller: Caller, tenant: str | None, scope: str) -> Asker | None:
        if not caller.token.startswith(PREFIX):
            return None
        key = self._keys.find(caller.token, real_time())
        if key is None:
            raise NotSignedIn("This key is not known here: it was revoked, its time is over, or it is misspelt. `evergraph key make` makes one.")
        if scope not in key.scopes:
            raise NotInScope(f"This key is for {', '.join(sorted(key.scopes))}, not for {scope}.")
        if tenant not in (None, key.tenant):
            raise access.UnknownPerson(f"This key is for {key.tenant}.")
        return asker(self._tenants, key.person, key.tenant)

    def _by_session(self, caller: Caller, tenant: str | None, scope: str) -> Asker | None:
        if self.provider is None:
            return None
        email = self.sessions.email(caller.cookies.get(self.cookie, ""))
        return self._of_own_page(caller, email, tenant) if email else None

    def _by_proxy(self, caller: Caller, tenant: str | None, scope: str) -> Asker | None:
        if not self.is_proxy(caller.host):
            return None                 # from anybody else that header is only words
        email = caller.headers.get(self._settings.proxy_header.lower(), "")
        return self._of_own_page(caller, email, tenant) if email else None

    def _on_this_machine(self, caller: Caller, tenant: str | None, scope: str) -> Asker | None:
        if not self.has_demo and not caller.token:
            return None
        return access.sign_in(caller, self._tenants, self.token, tenant)

    def _of_own_page(self, caller: Caller, email: str, tenant: str | None) -> Asker:
        """The person; who came by a page has no command line to look at, and none to name a company on."""
        self.check_own_page(caller)
        known = self._tenants.of_person(email.strip().lower())
        if not known and not self._tenants.damaged():
            raise access.UnknownPerson(f"No company here knows {email}.")
        if tenant is None and len(known) > 1:
            raise access.UnnamedCompany()
        return asker(self._tenants, email, tenant)


def _provider(settings: Settings) -> Provider | None:
    issuer, client, public_url = settings.oidc_issuer, settings.oidc_client_id, settings.public_url
    if issuer is None:
        return None
    if client is None or public_url is None:
        raise WrongSetting("EVERGRAPH_OIDC_ISSUER needs EVERGRAPH_OIDC_CLIENT_ID and EVERGRAPH_PUBLIC_URL beside it.")
    secret = settings.oidc_client_secret
    return open_provider(issuer, (client, secret.get_secret_value() if secret else None), public_url.rstrip("/") + CALLBACK)


def _is_in(host: str, network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> bool:
    try:
        return ipaddress.ip_address(host) in network
    except ValueError:
        return False
