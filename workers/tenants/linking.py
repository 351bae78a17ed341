"""Linking apps to a tenant by Merge's link flow; their tokens are kept in the tenant's owner-only file."""

import secrets
from collections.abc import Callable, Sequence
from typing import Protocol

from ingest import merge_api
from ingest.company import Account
from ingest.gateway.linking import LinkBegun, Linking
from kg.errors import BadInput, NotConnected
from workers.services.connections import source_of
from workers.settings import Settings
from workers.storage.tenant_registry import Tenant, TenantRegistry, with_company


class HoldsTenants(Protocol):
    """What linking needs of the object graph (workers/wiring.py)."""

    @property
    def settings(self) -> Settings: ...
    @property
    def tenants(self) -> TenantRegistry: ...
    @property
    def merge(self) -> tuple[str | None, str | None]: ...


class Links:
    """The link flow for the tenants of an installation. `read`: has an account's records read, all of them (tenant, mode, account)."""

    def __init__(self, here: HoldsTenants, read: Callable[[str, str, str], object]) -> None:
        self._here, self._read = here, read

    def begin(self, slug: str, category: str, email: str, anew: str = "") -> LinkBegun:
        """Merge's page for an app of a category; `email`: of the operator who links it; `anew`: the id of a linked account that is linked again.

        Raises BadInput, NotConnected, CouldNotRead.
        """
        company = self._here.tenants.get(slug).company
        _check(category)
        of_category = [one for one in company.linked_accounts if one.category == category]
        origin = _origin_of(slug, of_category, anew) if anew else _new_origin(slug, of_category)
        with self._open(slug) as linking:
            return linking.begin(category, origin, company.name, email)

    def finish(self, slug: str, category: str, public_token: str, origin: str) -> Account:
        """Add the linked account to the tenant (or give a known one its new token) and have it read. `origin`: of the link that was begun.

        Raises as `begin`, OSError.
        """
        _check(category)
        if not public_token.strip():
            raise BadInput("Write the public token that Merge showed after the link.")
        with self._open(slug) as linking:
            found = linking.finish(category, public_token.strip())
        account = Account(id=found.id, category=category, integration=found.integration, token=found.token, origin=origin or None)

        def with_account(tenant: Tenant) -> Tenant:
            return with_company(tenant, linked_accounts=_joined(tenant.company.linked_accounts, account))

        self._here.tenants.change(slug, with_account)
        self._read(slug, "full", account.id)
        return account

    def _open(self, slug: str) -> Linking:
        base_url, key = source_of(self._here.tenants.get(slug), self._here.settings, self._here.merge)
        if key is None:
            raise NotConnected("There is no key of Merge's API. MERGE_API_KEY names one; `evergraph up` starts the sandbox.")
        return Linking(key, base_url)


def categories() -> tuple[str, ...]:
    """The categories of apps that can be linked."""
    return tuple(sorted({model.partition("/")[0] for model in merge_api.models()}))


def _check(category: str) -> None:
    if category not in categories():
        raise BadInput(f"{category!r} is no category of apps. Choose one of {', '.join(categories())}.")


def _new_origin(slug: str, known: Sequence[Account]) -> str:
    """Merge has one account per origin and category: another app of a category needs an origin of its own."""
    return f"{slug}.{secrets.token_hex(4)}" if known else slug


def _origin_of(slug: str, known: Sequence[Account], account: str) -> str:
    found = next((one for one in known if one.id == account), None)
    if found is None:
        raise BadInput("This app is not linked any more.")
    if found.origin is None and sum(one.origin in (None, slug) for one in known) > 1:       # linked before origins were kept: Merge may mean another
        raise BadInput("It is not known what Merge has this app under. Link it as another app, and let this one go.")
    return found.origin or slug


def _joined(known: tuple[Account, ...], linked: Account) -> tuple[Account, ...]:
    """The account with the new token; everything else that is known of it stays."""
    if all(one.id != linked.id for one in known):
        return (*known, linked)
    return tuple(one.model_copy(update={"token": linked.token, "origin": linked.origin}) if one.id == linked.id else one for one in known)
