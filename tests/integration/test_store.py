"""The store on a real Valkey."""

import socket
import threading

import pytest

from kg.errors import StoreUnavailable, WrongSetting
from workers.services import processes, valkey_server
from workers.services.waiting import wait_until
from workers.store import RedisStore


@pytest.fixture
def store(redis_url: str, tenant: str) -> RedisStore:
    return RedisStore(redis_url, tenant)


def test_what_was_put_is_there_until_it_is_deleted(store: RedisStore) -> None:
    store.put("a", b"\x00 value")
    assert store.get("a") == b"\x00 value"
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
    for thread in threads:
        thread.join()
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
        wait_until(lambda: valkey_server.answers(port, "right"), child, "Valkey", folder / "log", 30)
        RedisStore(valkey_server.url(port, "right")).check()
        for wrong in (None, "wrong"):
            with pytest.raises(WrongSetting, match="REDIS_URL") as raised:
                RedisStore(valkey_server.url(port, wrong)).check()
            assert "'wrong'" not in str(raised.value)
    finally:
        processes.end(child)
