"""The web server that most tests of the surfaces ask: one for each file, over a scripted installation. A file that wants another one says so."""

from collections.abc import Iterator

import httpx
import pytest

from tests.integration.scripted import ScriptedInstallation, served


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> ScriptedInstallation:
    """What the server is built from."""
    return ScriptedInstallation(tmp_path_factory.mktemp("home"), redis_url)


@pytest.fixture(scope="module")
def url(installation: ScriptedInstallation) -> Iterator[str]:
    """The server's address."""
    with served(installation) as address:
        yield address


@pytest.fixture(scope="module")
def api(url: str) -> Iterator[httpx.Client]:
    """A client of the server; it keeps cookies from one test to the next."""
    with httpx.Client(base_url=url, timeout=60) as client:
        yield client
