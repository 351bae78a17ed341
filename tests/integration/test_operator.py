"""The operator's view over the API: who is let in, what it shows and does."""

from collections.abc import Iterator

import httpx
import pytest

from tests.integration.scripted import ANA, OLA, ScriptedInstallation, served
from tests.integration.scripted_operations import PAIR, ScriptedOperations
from ui.sign_in.access import OWNER, local_token

AS_OLA = {"X-Evergraph-Person": OLA}
DECIDED = {"left": PAIR.left.key, "right": PAIR.right.key, "decision": "different"}
ROUTES = (("GET", "/api/operator/sync", None), ("POST", "/api/operator/sync", {}), ("POST", "/api/operator/parked/m1/rerun", None),
          ("GET", "/api/operator/joins", None), ("POST", "/api/operator/joins/decide", DECIDED))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def played() -> ScriptedOperations:
    return ScriptedOperations()


@pytest.fixture(scope="module")
def url(played, home, redis_url) -> Iterator[str]:
    with served(ScriptedInstallation(home, redis_url), operations=played) as address:
        yield address


@pytest.fixture(autouse=True)
def operations(played) -> ScriptedOperations:
    """As if nothing had been done yet."""
    vars(played).update(vars(ScriptedOperations()))
    return played


@pytest.fixture
def api(url) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=30) as client:
        yield client


def test_nobody_without_the_role_gets_anything_or_does_anything(api, operations):
    for method, path, body in ROUTES:
        refused = [api.request(method, path, json=body, headers=headers) for headers in (
            {}, {"X-Evergraph-Person": ANA}, {"X-Evergraph-Person": "zoe@bolt.test"}, AS_OLA | {"Authorization": "Bearer wrong"},
            AS_OLA | {"Origin": "https://evil.example"})]
        assert [each.status_code for each in refused] == [401, 403, 403, 401, 401], path
        assert all(each.json()["next_step"] for each in refused)
        other = api.request(method, path, json=body, headers=AS_OLA, params={"tenant": "bolt"})
        assert other.status_code == 403, path
    assert operations.done == []


def test_operators_read_and_act_through_the_routes(api, operations):
    told = api.get("/api/operator/sync", headers=AS_OLA).json()
    assert ([part["state"] for part in told["parts"]], [one["id"] for one in told["parked"]]) == (["done", "given up"], ["m1"])
    assert api.post("/api/operator/sync", json={"mode": "full", "account": "a2"}, headers=AS_OLA).status_code == 202
    assert api.post("/api/operator/parked/m1/rerun", headers=AS_OLA).status_code == 202
    assert api.post("/api/operator/parked/m1/rerun", headers=AS_OLA).status_code == 400
    assert [pair["score"] for pair in api.get("/api/operator/joins", headers=AS_OLA).json()] == [0.74]
    assert api.post("/api/operator/joins/decide", json=DECIDED, headers=AS_OLA).status_code == 204
    assert operations.done == [("sync", "acme", "full", "a2", None), ("rerun", "acme", "m1"),
                               ("decide", OLA, PAIR.left.key, PAIR.right.key, "different")]


def test_the_owner_of_the_installation_operates_every_company(api, operations, home):
    owner = {"Authorization": f"Bearer {local_token(home)}"}
    assert api.get("/api/operator/sync", headers=owner).status_code == 400
    assert api.get("/api/operator/sync", headers=owner, params={"tenant": "bolt"}).json()["tenant"] == "bolt"
    api.post("/api/operator/joins/decide", json=DECIDED, headers=owner, params={"tenant": "acme"})
    assert operations.done[-1][1] == OWNER
