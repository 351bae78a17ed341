"""The table of local services: how each is started, how it shows that it is ready, which setting replaces it.

A further service is a row of PARTS. Starts nothing itself.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from workers.queues import READY
from workers.services import valkey_server
from workers.services.errors import ServiceFailed
from workers.services.models import local_server
from workers.services.neo4j import jars, java, neo4j_server
from workers.services.processes import Child, is_alive, is_free, says, wanted_port
from workers.services.sandbox_facts import served_file
from workers.services.state import Running
from workers.settings import Settings, child_environment
from workers.storage.secret_files import keep_secret, read_secret, secret_file
from workers.storage.tenant_registry import TenantRegistry

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """What a part may look at while it is prepared. `told` takes notes for people."""

    settings: Settings
    last: Mapping[str, Running]                     # what ran last: a port is kept where it is still free
    fetching: jars.Progress
    told: Callable[[str], None]

    @property
    def home(self) -> Path:
        """The installation's home."""
        return self.settings.home

    def port(self, part: str, setting: str, key: str = "port") -> int:
        """The port of a setting, else the last one, else a free one. Raises PortTaken."""
        field_name = setting.removeprefix("EVERGRAPH_").lower()
        last = self.last[part].facts.get(key) if part in self.last else None
        return wanted_port(setting, getattr(self.settings, field_name), last)


@dataclass(frozen=True, slots=True)
class Start:
    """A part ready to be launched."""

    command: list[str]
    address: str                                    # for people
    facts: Facts = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """One local service."""

    name: str
    title: str
    prepare: Callable[[Site], Start]
    answers: Callable[[Path, Facts, Path], bool]    # home, facts, log: a real question, answered
    after: tuple[str, ...] = ()                     # parts that must have answered before
    beside: tuple[str, ...] = ()                    # parts whose address must be known before: both load side by side
    replaced_by: tuple[str, ...] = ()               # the fields of Settings
    learns: Callable[[Path, Facts], Facts] = lambda home, facts: facts      # what is only known once it runs
    start_seconds: float = 120.0                    # a busy machine is slow, and a dead process is noticed at once
    stop_seconds: float = 30.0
    fits: Callable[[Site, Facts], bool] = lambda site, facts: True      # whether a running one is still what is wanted
    is_wanted: Callable[[Settings], bool] = lambda settings: True       # whether this installation has it at all
    explains: Callable[[ServiceFailed, Settings], ServiceFailed] = lambda failed, settings: failed      # why it did not start, better than its log

    def is_used(self, settings: Settings) -> bool:
        """Whether `up` starts it here."""
        return self.is_wanted(settings) and self.replacement(settings) is None

    def replacement(self, settings: Settings) -> str | None:
        """The environment's name of the setting that replaces it here, None where it is not replaced."""
        return next((name.upper() for name in self.replaced_by if getattr(settings, name) is not None), None)


def log_of(home: Path, part: str) -> Path:
    """Where a part's output goes."""
    return home / "logs" / f"{part}.log"


def _prepare_neo4j(site: Site) -> Start:
    settings, folder = site.settings, site.home / "neo4j"
    runtime = java.find_java(settings.java)
    if runtime.note:
        site.told(runtime.note)
    class_path = jars.class_path(settings.cache, site.fetching)
    if neo4j_server.has_run(folder) and read_secret(site.home, "neo4j-password") is None:
        raise ServiceFailed(
            f"The password of the local Neo4j is lost: {secret_file(site.home, 'neo4j-password')} is missing. Put it back, "
            f"or delete {folder}: the graph is made again from the source."
        )
    password = keep_secret(site.home, "neo4j-password")
    shape = neo4j_server.Shape(
        folder, site.port("neo4j", "EVERGRAPH_BOLT_PORT", "bolt"), site.port("neo4j", "EVERGRAPH_BROWSER_PORT", "http"),
        heap=settings.neo4j_heap, pagecache=settings.neo4j_pagecache, is_brief=settings.neo4j_quick_start, web=_web_port(site),
    )
    neo4j_server.lay_out(shape, password)
    facts = {
        "uri": shape.uri, "bolt": shape.bolt, "http": shape.http, "browser_url": shape.browser_url, "user": "neo4j", "password": password,
        "web_url": f"http://127.0.0.1:{shape.web}",             # as the Browser was told
    }
    return Start(neo4j_server.command(shape, runtime, class_path), f"{shape.uri}, {shape.browser_url}", facts)


def _web_port(site: Site) -> int:
    """Where the web server is or will be: Neo4j's configuration names it, and is written before the web server starts."""
    web = site.last.get("web")
    if site.settings.port is not None:
        return site.settings.port
    return int(web.facts["port"]) if web and is_alive(Child(web.pid, web.born)) else site.port("web", "EVERGRAPH_PORT")


def _neo4j_answers(home: Path, facts: Facts, log: Path) -> bool:
    return neo4j_server.answers(facts["bolt"], facts["http"]) and neo4j_server.commits(facts["http"], facts["password"])


def _prepare_valkey(site: Site) -> Start:
    password, port = keep_secret(site.home, "valkey-password"), site.port("valkey", "EVERGRAPH_REDIS_PORT")
    configuration = valkey_server.lay_out(site.home / "valkey", port, password)
    facts = {"port": port, "password": password, "url": valkey_server.url(port, password)}
    return Start(valkey_server.command(configuration), f"redis://127.0.0.1:{port}", facts)


def _valkey_answers(home: Path, facts: Facts, log: Path) -> bool:
    return valkey_server.answers(facts["port"], facts["password"])


def _sandbox_folders(settings: Settings) -> list[str]:
    return [tenant.folder for tenant in TenantRegistry(settings.home).all() if tenant.source == "sandbox" and tenant.folder]


def _prepare_sandbox(site: Site) -> Start:
    port, folders = site.port("sandbox", "EVERGRAPH_SANDBOX_PORT"), _sandbox_folders(site.settings)
    served_file(site.home).unlink(missing_ok=True)
    command = [sys.executable, "-m", "workers.services.sandbox_process", "--port", str(port), *folders]
    return Start(command, f"http://127.0.0.1:{port}/api", {"port": port, "folders": folders})


def _sandbox_learns(home: Path, facts: Facts) -> Facts:
    try:
        served: dict[str, Any] = json.loads(served_file(home).read_text("utf-8"))
    except (OSError, ValueError):
        return facts
    return {**facts, **served}


def _sandbox_answers(home: Path, facts: Facts, log: Path) -> bool:
    return "base_url" in facts and neo4j_server.speaks_http(facts["port"])


def _prepare_model(site: Site) -> Start:
    local_server.check_model(site.settings)
    port = site.port("model", "EVERGRAPH_MODEL_PORT")
    facts = {
        "port": port, "base_url": f"http://127.0.0.1:{port}/v1", "api_key": keep_secret(site.home, local_server.KEY),
        "name": local_server.name_of(site.settings), **_model_asked_for(site.settings),
    }
    return Start(local_server.command(port), f"http://127.0.0.1:{port}/v1", facts)


def _model_asked_for(settings: Settings) -> Facts:
    return {"file": str(settings.model_file), "context": settings.model_context}


def _model_answers(home: Path, facts: Facts, log: Path) -> bool:
    return neo4j_server.page_is_there(facts["port"], "/health")


def _prepare_worker(site: Site) -> Start:
    level, count = site.settings.log_level, site.settings.worker_processes
    log_of(site.home, "worker").unlink(missing_ok=True)         # what it says this time is what counts
    options = ["--loglevel", level, "--concurrency", str(count), "--hostname", "evergraph@%h"]
    return Start([*_CELERY, "workers.tasks", "worker", *options], "queue: valkey")


def _says_ready(home: Path, facts: Facts, log: Path) -> bool:
    return says(log, READY)           # remote control is off: it says so itself, once it consumes


def _prepare_beat(site: Site) -> Start:
    log_of(site.home, "beat").unlink(missing_ok=True)
    schedule = str(site.home / "run" / "beat")
    return Start([*_CELERY, "workers.beat", "beat", "--loglevel", site.settings.log_level, "--schedule", schedule, "--pidfile="], "queue: valkey")


def _prepare_web(site: Site) -> Start:
    told = site.last.get("neo4j")
    promised = urlsplit(told.facts.get("web_url", "")).port if told else None       # where the Browser looks for style sheet and guide
    port = promised if promised and is_free(promised) and site.settings.port is None else site.port("web", "EVERGRAPH_PORT")
    url = f"http://127.0.0.1:{port}"
    return Start([sys.executable, "-m", WEB_PROCESS, "--port", str(port)], url, {"port": port, "url": url})


def _web_answers(home: Path, facts: Facts, log: Path) -> bool:
    return neo4j_server.page_is_there(urlsplit(facts["url"]).port or 0, "/api/health")


_CELERY = [sys.executable, "-m", "celery", "-A"]
WEB_PROCESS = "ui.web.serving"              # text, not an import: ui stands above this package

PARTS: Mapping[str, Part] = {part.name: part for part in (
    Part("neo4j", "Neo4j", _prepare_neo4j, _neo4j_answers, replaced_by=("neo4j_uri",)),
    Part("valkey", "Valkey", _prepare_valkey, _valkey_answers, replaced_by=("redis_url",)),
    Part("sandbox", "Merge sandbox", _prepare_sandbox, _sandbox_answers, replaced_by=("merge_api_key",), learns=_sandbox_learns,
         fits=lambda site, facts: facts.get("folders") == _sandbox_folders(site.settings), stop_seconds=5),
    Part("model", "Language model", _prepare_model, _model_answers, replaced_by=("openai_base_url", "openai_api_key"),
         is_wanted=local_server.is_wanted, start_seconds=600, stop_seconds=10, explains=local_server.explained,
         fits=lambda site, facts: _model_asked_for(site.settings).items() <= facts.items()),
    Part("worker", "Worker", _prepare_worker, _says_ready, after=("valkey", "sandbox"), beside=("neo4j", "model")),
    Part("beat", "Beat", _prepare_beat, _says_ready, after=("valkey",), stop_seconds=10),
    Part("web", "Web server", _prepare_web, _web_answers, after=("valkey", "sandbox"), beside=("neo4j", "model"), stop_seconds=10),
)}


def environment(settings: Settings) -> dict[str, str]:
    """The environment of every part: the same settings, and output at once."""
    return child_environment(settings) | {"PYTHONUNBUFFERED": "1"}
