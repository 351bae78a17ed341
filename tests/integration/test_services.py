"""Local services on a home of their own: up, killed, tampered with, offline, down. One home for the whole file: Neo4j starts slowly."""

import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import neo4j
import psutil
import pytest
from pydantic import SecretStr

from ingest.company import Account, Company
from kg.errors import GraphUnavailable, WrongSetting
from tests.waiting import killed
from workers.services import Connections, Services, Step
from workers.services.errors import DiskFull, HomeNotWritable, JarsUnusable, JavaMissing, PortTaken, ServiceFailed
from workers.services.neo4j import jars, java, neo4j_server
from workers.services.state import read_state, web_url
from workers.settings import Settings, child_environment, is_ci, make_settings, read_settings
from workers.storage.secret_files import secret_file
from workers.storage.store import RedisStore
from workers.storage.tenant_registry import Tenant, TenantRegistry

NAMES = ("neo4j", "valkey", "sandbox")
UP = f"from workers.services import Services; from workers.settings import read_settings; Services(read_settings()).up({NAMES!r})"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """An installation without servers of its own, sharing the jars of this machine."""
    cache = read_settings().cache
    try:
        jars.class_path(cache)
        java.find_java()
    except (JarsUnusable, JavaMissing) as missing:
        if is_ci():
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    return make_settings(
        home=tmp_path_factory.mktemp("home"), cache_folder=cache, neo4j_quick_start=True, neo4j_uri=None, redis_url=None, merge_api_key=None)


@pytest.fixture(scope="module")
def services(settings: Settings) -> Iterator[Services]:
    """Started by two `up` at once, in processes that are long gone."""
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(_run, UP, child_environment(settings)) for _ in range(2)]
    services = Services(settings)
    try:
        assert [run.result().stderr for run in runs] == ["", ""]
        yield services
    finally:
        services.down()


def _run(program: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=300, check=False)


def processes_of(settings: Settings) -> list[psutil.Process]:
    return [p for p in psutil.process_iter() if _mentions(p, str(settings.home))]


def _mentions(process: psutil.Process, home: str) -> bool:
    try:
        told = " ".join(process.cmdline()), process.environ().get("EVERGRAPH_HOME", "")
        return process.pid != os.getpid() and any(home in text for text in told)
    except psutil.Error:
        return False


def test_concurrent_up_commands_start_each_service_once(services: Services, settings: Settings) -> None:
    assert {row.name: row.state for row in services.status() if row.name in NAMES} == dict.fromkeys(NAMES, "up")
    assert sorted(p.pid for p in processes_of(settings)) == sorted(running.pid for running in read_state(settings.home).values())


def test_what_answers_is_left_alone(services: Services, settings: Settings) -> None:
    before, steps = read_state(settings.home), list[Step]()
    services.up(NAMES, steps.append)
    assert {(step.service, step.what) for step in steps} == {(name, "reused") for name in NAMES}
    assert {name: r.pid for name, r in read_state(settings.home).items()} == {name: r.pid for name, r in before.items()}


def test_everything_listens_on_this_machine_alone(services: Services, settings: Settings) -> None:
    listening = [c.laddr.ip for p in processes_of(settings) for c in p.net_connections() if c.status == psutil.CONN_LISTEN]
    assert len(listening) >= 4
    assert set(listening) <= {"127.0.0.1", "::ffff:127.0.0.1"}


def test_secrets_lie_in_files_of_their_owner_alone_and_on_no_command_line(services: Services, settings: Settings) -> None:
    files = [settings.home / "run/services.json", *(settings.home / "secrets").iterdir()]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    secrets = [file.read_text().strip() for file in (settings.home / "secrets").iterdir()]
    lines = "\n".join(" ".join(p.cmdline()) for p in processes_of(settings))
    shown = lines + repr(services.connections()) + repr(services.status()) + repr(read_state(settings.home))
    assert len(secrets) == 4
    assert [secret for secret in secrets if secret in shown] == []


def test_the_status_says_where_the_graphs_password_lies(services: Services, settings: Settings) -> None:
    (row,) = (row for row in services.status() if row.name == "neo4j")
    assert row.note == f"password in {secret_file(settings.home, 'neo4j-password')}"


def test_killed_services_come_back_with_what_they_held_though_the_network_is_gone(services: Services, settings: Settings) -> None:
    found = services.connections()
    _query(found, "CREATE (:Marker {word: 'as it was'})")
    store = RedisStore(found.redis_url)
    store.put("kept", b"as it was")
    store.close()
    for running in read_state(settings.home).values():
        os.kill(running.pid, signal.SIGKILL)
    refuse = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY"), "http://127.0.0.1:9")
    again = _run(UP, child_environment(settings) | refuse)
    assert again.stderr == ""
    assert services.connections() == found                  # the same ports and keys: who held an address still may
    assert {row.state for row in services.status() if row.name in NAMES} == {"up"}
    store = RedisStore(found.redis_url)
    assert store.get("kept") == b"as it was"
    assert _query(found, "MATCH (m:Marker) RETURN m.word AS word") == [{"word": "as it was"}]
    store.close()


def _query(found: Connections, text: str) -> list[dict[str, Any]]:
    with neo4j.GraphDatabase.driver(found.neo4j_uri, auth=(found.neo4j_user, found.neo4j_password)) as driver:
        return [record.data() for record in driver.execute_query(text, database_=found.neo4j_database).records]


def test_a_number_that_another_process_got_is_not_taken_for_the_service(services: Services, settings: Settings) -> None:
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True)
    run = settings.home / "run/services.json"
    real = read_state(settings.home)["sandbox"]
    text = run.read_text()
    run.write_text(text.replace(f'"pid": {real.pid}', f'"pid": {bystander.pid}'))
    try:
        assert {row.name: row.state for row in services.status()}["sandbox"] == "crashed"
        services.down(["sandbox"])
        assert bystander.poll() is None
    finally:
        run.write_text(text)
        bystander.communicate(b"\n")


def test_what_crashed_is_started_anew_where_it_was_and_the_rest_is_left_alone(services: Services, settings: Settings) -> None:
    found, before = services.connections(), read_state(settings.home)
    assert services.restart_crashed() == ()
    killed(psutil.Process(before["sandbox"].pid))
    told: list[Step] = []
    restarted = services.restart_crashed(told.append)
    after = read_state(settings.home)
    assert restarted == (next(step.title for step in told if step.what == "starting"),)
    assert services.connections() == found
    assert {name for name in NAMES if after[name].pid != before[name].pid} == {"sandbox"}


def test_what_was_stopped_is_not_taken_for_crashed(services: Services, settings: Settings) -> None:
    services.down(["sandbox"])
    assert services.restart_crashed() == ()
    assert "sandbox" not in read_state(settings.home)
    services.up(["sandbox"])


def test_a_wrong_password_is_a_sentence_that_says_what_to_do(services: Services) -> None:
    found = services.connections()
    http = int(str(found.browser_url).split(":")[2].split("/")[0])
    with pytest.raises(WrongSetting, match="secrets/neo4j-password"):
        neo4j_server.commits(http, "wrong")


def test_the_doctor_names_each_server_that_turns_us_away(services: Services, settings: Settings) -> None:
    found = services.connections()
    bare = f"redis://127.0.0.1:{found.redis_url.rsplit(':', 1)[1]}"
    wrong = settings.model_copy(update={"neo4j_uri": found.neo4j_uri, "redis_url": bare})
    said = {finding.subject: finding for finding in Services(wrong).doctor() if finding.verdict == "wrong"}
    assert "NEO4J_PASSWORD" in said["graph"].text
    assert "REDIS_URL" in said["queue"].text and "password" in said["queue"].text


def test_the_doctor_finds_nothing_wrong_with_what_is_up(services: Services) -> None:
    assert [finding for finding in services.doctor() if finding.verdict == "wrong"] == []


def test_a_key_that_merge_refuses_is_named_by_the_doctor(services: Services, settings: Settings) -> None:
    account = Account(id="4b1a5b7e-0000-4000-8000-000000000001", category="hris", integration="BambooHR", token="no-such-token")
    company = Company(tenant="stranger", name="Stranger", domain="stranger.example", linked_accounts=(account,))
    registry = TenantRegistry(settings.home)
    base_url = services.connections().merge_base_url
    registry.save(Tenant(company=company, source="merge", merge_api_key=SecretStr("wrong-key"), merge_base_url=base_url))
    try:
        (said,) = (finding for finding in services.doctor() if finding.verdict == "wrong")
    finally:
        registry.remove("stranger")
    assert said.subject == "Merge for stranger" and "MERGE_API_KEY" in said.text
    assert "wrong-key" not in said.text and "no-such-token" not in said.text


def test_a_server_of_ones_own_switches_the_local_one_off(services: Services, settings: Settings) -> None:
    found = services.connections()
    own = make_settings(
        home=settings.home.parent / "elsewhere", neo4j_uri="bolt://graph.example.com", neo4j_password="pw",
        redis_url=found.redis_url, merge_api_key="key")
    steps = list[Step]()
    theirs = Services(own).up(NAMES, steps.append)
    assert [(step.what, step.text) for step in steps] == [
        ("elsewhere", "NEO4J_URI is set"), ("elsewhere", "REDIS_URL is set"), ("elsewhere", "MERGE_API_KEY is set")]
    assert (theirs.neo4j_uri, theirs.redis_url, theirs.merge_base_url) == ("bolt://graph.example.com", found.redis_url, None)


def test_down_leaves_no_process_and_no_address(services: Services, settings: Settings) -> None:
    services.down()
    assert processes_of(settings) == []
    assert {row.state for row in services.status()} == {"stopped"}
    with pytest.raises(GraphUnavailable, match="evergraph up"):
        services.connections()


@pytest.mark.parametrize("harm", ["cut short", "changed", "same size and time as before"])
def test_a_jar_that_is_not_the_pinned_one_is_refused_by_name(harm: str, settings: Settings, tmp_path: Path) -> None:
    cache = _linked_copy(settings.cache, tmp_path)
    jars.class_path(cache)
    path = next(path for path in jars.pinned() if path.endswith("neo4j-kernel-5.26.31.jar"))
    jar = cache / "jars" / path
    whole, before = jar.read_bytes(), jar.stat()
    jar.unlink()
    jar.write_bytes(whole[:-100] if harm == "cut short" else whole[:-1] + bytes([whole[-1] ^ 1]))
    if harm == "same size and time as before":
        os.utime(jar, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(JarsUnusable, match=r"neo4j-kernel-5\.26\.31\.jar is not the jar we know.*Delete the file"):
        jars.class_path(cache)
    with pytest.raises(JarsUnusable, match=r"neo4j-kernel"):
        Services(make_settings(home=tmp_path / "home", cache_folder=cache)).up(["neo4j"])


def _linked_copy(cache: Path, folder: Path) -> Path:
    for path in jars.pinned():
        (folder / "cache/jars" / path).parent.mkdir(parents=True, exist_ok=True)
        os.link(cache / "jars" / path, folder / "cache/jars" / path)
    return folder / "cache"


def test_a_missing_jar_without_a_network_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with pytest.raises(JarsUnusable, match=r"\.jar is not in the cache .* could not be fetched"):
        jars.class_path(tmp_path)


def test_a_port_that_is_taken_is_named_with_its_setting(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=rf"Port {port} \(EVERGRAPH_REDIS_PORT\) is in use"):
            Services(make_settings(home=tmp_path, redis_port=port, redis_url=None)).up(["valkey"])


def test_a_home_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(HomeNotWritable, match=r"file/home cannot be written .* Set EVERGRAPH_HOME"):
        Services(make_settings(home=tmp_path / "file/home", redis_url=None)).up(["valkey"])


def test_a_full_disk_is_said_and_the_next_start_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)       # a compiled module that is cut short would stay so
    local = Services(make_settings(home=tmp_path, redis_url=None))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, before[1]))
    try:
        with pytest.raises(DiskFull, match="is full"):
            local.up(["valkey"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    try:
        local.up(["valkey"])
        assert {row.name: row.state for row in local.status()}["valkey"] == "up"
    finally:
        local.down()


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Services]:
    """Valkey and what needs it, without a graph: nothing is asked of it."""
    local = Services(make_settings(home=tmp_path, redis_url=None, merge_api_key=None, neo4j_uri="bolt://127.0.0.1:9", neo4j_password="none"))
    try:
        local.up(["worker"])
        yield local
    finally:
        local.down()


def test_what_works_off_the_queue_is_up_however_little_its_log_says(tmp_path: Path) -> None:
    local = Services(make_settings(
        home=tmp_path, redis_url=None, merge_api_key=None, neo4j_uri="bolt://127.0.0.1:9", neo4j_password="none", log_level="ERROR"))
    try:
        local.up(["worker", "beat"])
        assert states(local, "worker", "beat") == ["up", "up"]
    finally:
        local.down()


def kill(home: Path, name: str) -> None:
    killed(psutil.Process(read_state(home)[name].pid))


def states(local: Services, *names: str) -> list[str]:
    found = {row.name: row.state for row in local.status()}
    return [found[name] for name in names]


def test_what_ends_while_another_part_waits_for_it_is_started_by_the_next_call(queue: Services, tmp_path: Path) -> None:
    kill(tmp_path, "worker")
    told: list[Step] = []

    def kill_what_it_needs(step: Step) -> None:
        told.append(step)
        if (step.service, step.what) == ("worker", "starting"):
            kill(tmp_path, "valkey")

    assert queue.restart_crashed(kill_what_it_needs) == ("Worker",)
    assert any(step.what == "note" and "Valkey ended by itself while" in step.text for step in told)
    waiting = read_state(tmp_path)["worker"].pid
    assert queue.restart_crashed() == ("Valkey",)
    assert states(queue, "valkey", "sandbox", "worker") == ["up", "up", "up"]
    assert read_state(tmp_path)["worker"].pid == waiting, "it only waited for Valkey"
    assert queue.restart_crashed() == ()


def test_part_that_dies_during_the_start_of_an_unrelated_part_is_reported(queue: Services, tmp_path: Path) -> None:
    kill(tmp_path, "valkey")
    kill(tmp_path, "worker")

    def kill_the_sandbox(step: Step) -> None:
        if (step.service, step.what) == ("worker", "starting"):
            kill(tmp_path, "sandbox")

    assert sorted(queue.restart_crashed(kill_the_sandbox)) == ["Valkey", "Worker"]
    assert queue.restart_crashed() == ("Merge sandbox",)
    assert states(queue, "valkey", "sandbox", "worker") == ["up", "up", "up"]


def test_failed_restart_of_a_part_is_reported_and_retried_on_the_next_call(tmp_path: Path) -> None:
    local = Services(make_settings(home=tmp_path, redis_url=None))
    local.up(["valkey"])
    try:
        manifest = tmp_path / "valkey/appendonlydir/appendonly.aof.manifest"
        whole = manifest.read_bytes()
        kill(tmp_path, "valkey")
        manifest.write_text("not a manifest\n")
        told: list[Step] = []
        assert local.restart_crashed(told.append) == ("Valkey",)
        assert [step.what for step in told] == ["starting", "note"] and "Valkey stopped while starting" in told[-1].text
        manifest.write_bytes(whole)
        assert local.restart_crashed() == ("Valkey",)
        assert states(local, "valkey") == ["up"]
    finally:
        local.down()


def test_a_service_that_dies_while_starting_shows_the_end_of_its_log(tmp_path: Path) -> None:
    (tmp_path / "valkey/appendonlydir").mkdir(parents=True)
    (tmp_path / "valkey/appendonlydir/appendonly.aof.manifest").write_text("not a manifest\n")
    with pytest.raises(ServiceFailed, match=r"Valkey stopped while starting(.|\n)*manifest"):
        Services(make_settings(home=tmp_path, redis_url=None)).up(["valkey"])


def test_old_java_is_replaced_by_the_bundled_one_unless_it_was_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "java"
    old.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    old.chmod(0o755)
    with pytest.raises(JavaMissing, match=r"EVERGRAPH_JAVA: .*Java 11, too old.*leave it out"):
        java.find_java(old)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    found = java.find_java()
    assert found.major == 21 and "is Java 11, too old for Neo4j 5.26" in found.note
    with pytest.raises(JavaMissing, match=r"Java 11, too old.*Install Java 17 or 21"):
        java.find_java(bundled=tmp_path / "none")


def test_the_state_is_read_without_any_third_party() -> None:
    program = "import sys; import workers.services.state; print([m for m in ('pydantic', 'psutil', 'neo4j', 'httpx') if m in sys.modules])"
    assert _run(program, dict(os.environ)).stdout == "[]\n"  # noqa: TID251  the child needs the path


def test_a_damaged_state_is_taken_for_none(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run/services.json").write_text("{")
    assert (read_state(tmp_path), web_url(tmp_path)) == ({}, None)
