"""The store on a real Valkey."""

import socket
import threading

import pytest

from kg.errors import Busy, StoreUnavailable, WrongSetting
from tests.waiting import joined
from workers.services import processes, valkey_server
from workers.services.waiting import wait_until
from workers.storage.store import RedisStore


@pytest.fixture
def store(redis_url: str, tenant: str) -> RedisStore:
    return RedisStore(redis_url, tenant)


def test_what_was_put_is_there_until_it_is_deleted(store: RedisStore) -> None:
    store.put("a", b"\x00 value")
    assert (store.get("a"), store.get_all(["b", "a"]), store.get_all([])) == (b"\x00 value", [None, b"\x00 value"], [])
    store.delete("a")
    store.delete("a")
    assert store.get("a") is None


def test_two_installations_on_one_server_do_not_meet(redis_url: str, store: RedisStore) -> None:
    store.put("a", b"mine")
    assert RedisStore(redis_url, "another").get("a") is None


def test_a_value_is_gone_when_its_time_is_over(store: RedisStore) -> None:
    store.put("a", b"short", seconds=0.001)
    assert any(store.get("a") is None for _ in range(100_000))


def test_a_lock_is_held_by_one_at_a_time(store: RedisStore) -> None:
    inside, most, counting = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal inside, most
        for _ in range(5):
            with store.lock("room", seconds=10, wait=30):
                with counting:
                    inside += 1
                    most = max(most, inside)
                with counting:
                    inside -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    joined(*threads)
    assert most == 1


def test_a_lock_that_is_not_free_in_time_is_refused(store: RedisStore) -> None:
    with store.lock("room", seconds=10, wait=0), pytest.raises(StoreUnavailable), store.lock("room", seconds=10, wait=0.05):
        raise AssertionError


def test_a_lock_whose_holder_died_becomes_free(store: RedisStore) -> None:
    with store.lock("room", seconds=0.05, wait=0), store.lock("room", seconds=10, wait=10):
        assert True


def test_no_server_is_said_so() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"redis://:very-secret@127.0.0.1:{probe.getsockname()[1]}/0"
        with pytest.raises(StoreUnavailable) as raised:
            RedisStore(url).check()
    assert "very-secret" not in str(raised.value)


def test_no_address_is_said_so() -> None:
    with pytest.raises(WrongSetting, match="REDIS_URL"):
        RedisStore("nonsense")


def test_a_password_that_is_missing_or_wrong_is_asked_for_by_the_settings_name(tmp_path: object, servers_folder: object) -> None:
    folder, port = processes.Path(str(tmp_path)), processes.free_port()
    child = processes.launch(valkey_server.command(valkey_server.lay_out(folder / "valkey", port, "right")), folder / "log")
    try:
        wait_until(lambda: valkey_server.answers(port, "right"), child, "Valkey", folder / "log", 120)
        RedisStore(valkey_server.url(port, "right")).check()
        for wrong in (None, "wrong"):
            with pytest.raises(WrongSetting, match="REDIS_URL") as raised:
                RedisStore(valkey_server.url(port, wrong)).check()
            assert "'wrong'" not in str(raised.value)
    finally:
        processes.end(child)


def test_a_lock_that_is_held_outlives_its_seconds(store: RedisStore) -> None:
    with store.hold("room", seconds=1.0, wait=0) as held:
        with pytest.raises(Busy), store.lock("room", seconds=1, wait=1.5):
            raise AssertionError
        held.check()
    with store.lock("room", seconds=1, wait=0):
        assert True


def test_holder_of_a_lost_lock_gets_an_error(redis_url: str, store: RedisStore, tenant: str) -> None:
    with store.hold("room", seconds=0.03, wait=0) as held:
        store.delete("lock:room")
        held.join(10)
        with pytest.raises(StoreUnavailable):
            held.check()


def test_only_the_first_claims(store: RedisStore) -> None:
    assert [store.claim("a", b"first", 10), store.claim("a", b"second", 10), store.claim("a", b"first", 10)] == [True, False, True]


def test_a_pace_is_shared_by_all_processes(redis_url: str, tenant: str) -> None:
    stores = [RedisStore(redis_url, tenant) for _ in range(4)]
    waits = [stores[n % 4].admit("crm", 5, 60) for n in range(8)]
    assert (waits[:5], [50 < w <= 60 for w in waits[5:]]) == ([0] * 5, [True] * 3)
    assert stores[0].admit("crm", 6, 60) == 0           # who may use the reserve still may
    assert stores[0].admit("hris", 5, 60) == 0


def test_a_pause_holds_for_all_and_a_shorter_one_does_not_end_it(redis_url: str, store: RedisStore, tenant: str) -> None:
    store.pause("crm", 50)
    store.pause("crm", 1)
    assert 40 < RedisStore(redis_url, tenant).admit("crm", 5, 60) <= 50


def test_a_collection_keeps_the_newest(store: RedisStore) -> None:
    for n in (3, 1, 2, 4):
        store.keep("things", f"k{n}", f"v{n}".encode(), most=3)
    assert store.kept("things") == {"k1": b"v1", "k2": b"v2", "k4": b"v4"}
    assert (store.drop("things", "k1"), store.drop("things", "k1"), list(store.kept("things"))) == (True, False, ["k2", "k4"])
