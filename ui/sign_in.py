"""Who calls, by each way in, one after another: a person's key, then what `ui.access` lets in on this machine."""

from collections.abc import Callable

from ui import access
from ui.access import Asker, Caller, NotOperator, NotSignedIn, asker
from ui.conversation import Installation
from workers.keys import PREFIX, Keys
from workers.settings import real_time


class NotInScope(NotOperator):
    """This key was not made for that."""


Way = Callable[[Caller, str | None, str], Asker | None]
"""A caller, the tenant that they name and the scope that they need; None where they do not come this way."""


class SignIn:
    """Tells who calls. Whoever left the tenant's people is nobody at the next request, whatever they hold."""

    def __init__(self, installation: Installation, token: str) -> None:
        """`token`: of this installation's owner."""
        self._tenants, self._token = installation.tenants, token
        self._keys = Keys(installation.settings.home)
        self._ways: tuple[Way, ...] = (self._by_key, self._on_this_machine)

    def asker(self, caller: Caller, tenant: str | None = None, scope: str = "ask") -> Asker:
        """The person who calls. Raises NotSignedIn, UnknownPerson, NotInScope, BadInput (the e-mail is known in several tenants)."""
        for way in self._ways:
            found = way(caller, tenant, scope)
            if found is not None:
                return found
        raise NotSignedIn("Nobody is signed in.")

    def operator(self, caller: Caller, tenant: str | None = None) -> Asker:
        """The operator who calls: by role, or as the owner of this installation. Raises as `asker`, NotOperator."""
        if not caller.token.startswith(PREFIX):
            return access.operator(caller, self._tenants, self._token, tenant)
        found = self.asker(caller, tenant, "operate")
        access.check_role(self._tenants, found)
        return found

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

    def _on_this_machine(self, caller: Caller, tenant: str | None, scope: str) -> Asker:
        return access.sign_in(caller, self._tenants, self._token, tenant)
