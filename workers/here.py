"""This process's installation: opened when it is first needed, one per process, never across a fork."""

from functools import cache

from workers.wiring import Installation, open_installation


@cache
def installation() -> Installation:
    """This process's installation. Raises WrongSetting, GraphUnavailable, StoreUnavailable."""
    return open_installation()


def begin() -> None:
    """A worker process begins: what its parent opened stays the parent's."""
    installation.cache_clear()


def end() -> None:
    """A worker process goes."""
    if installation.cache_info().currsize:
        installation().close()
