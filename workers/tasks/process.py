"""This process's installation: opened when it is first needed, one per process, never across a fork."""

from contextlib import suppress
from functools import cache

from ingest.gateway import load
from kg.errors import BadInput
from workers.settings import read_settings
from workers.storage.tenant_registry import TenantRegistry
from workers.wiring import Installation, open_installation


@cache
def installation() -> Installation:
    """This process's installation. Raises WrongSetting, GraphUnavailable, StoreUnavailable."""
    return open_installation()


def before_forking() -> None:
    """Load what all worker processes need, once before they are forked: importing it takes each of them seconds else. Raises WrongSetting."""
    tenants, categories = TenantRegistry(read_settings().home), set[str]()
    for slug in tenants.slugs():
        with suppress(BadInput):               # of a damaged file: who is asked for that tenant will say so
            categories |= {account.category for account in tenants.get(slug).company.linked_accounts}
    load(categories)


def begin() -> None:
    """Forget the parent's installation after a fork: connections must not be shared between processes."""
    installation.cache_clear()


def end() -> None:
    """Close the installation before the worker process exits."""
    if installation.cache_info().currsize:
        installation().close()
