"""The door to Celery: the app, its queues, its beat; what a task is. Which work there is, `workers.tasks` says.

Nothing is read or connected at import: Celery asks for the configuration when it first needs it. A message may be
delivered twice (late acknowledgement, lost workers, a visibility timeout), so every task may run twice.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Generic, ParamSpec, Protocol, cast

from celery import Celery, Task
from celery.signals import after_setup_logger, worker_process_init, worker_process_shutdown

from ingest.gateway.errors import NeedsRelink, NotLinked, Refused, SwitchedOff, Truncated
from kg.errors import GraphUnavailable, SourceUnavailable, StoreUnavailable

P = ParamSpec("P")

# Queue -> the tasks in it. Events of the source do not wait behind a whole tenant's first sync.
QUEUES: Mapping[str, tuple[str, ...]] = {
    "events": ("apply_webhook",),
    "sync": ("sync_model", "sync_tenant", "sync_every_tenant"),
}

VISIBILITY_SECONDS = 900              # a message of a worker that vanished comes back after this; longer work runs twice, harmlessly
SYNC_EVERY_MINUTES = 15.0

WORTH_A_RETRY = (GraphUnavailable, StoreUnavailable, SourceUnavailable)
IN_VAIN = (NotLinked, SwitchedOff, NeedsRelink, Refused, Truncated)      # a person has to change something first
RETRIES: Mapping[str, Any] = {
    "autoretry_for": WORTH_A_RETRY, "dont_autoretry_for": IN_VAIN,
    "max_retries": 5, "retry_backoff": 1, "retry_backoff_max": 60, "retry_jitter": True,
}

CONFIGURATION: Mapping[str, Any] = {
    "broker_transport_options": {
        "visibility_timeout": VISIBILITY_SECONDS, "global_keyprefix": "evergraph:queue:", "queue_order_strategy": "round_robin",
        "socket_connect_timeout": 2.0, "socket_timeout": 30.0, "socket_keepalive": True,
    },
    "broker_connection_retry_on_startup": True,
    "broker_connection_timeout": 4.0,
    "result_backend": None, "task_ignore_result": True,               # what became of a sync lies in the store
    "accept_content": ["json"], "task_serializer": "json", "result_accept_content": ["json"],
    "task_acks_late": True, "task_reject_on_worker_lost": True, "task_acks_on_failure_or_timeout": True,
    "worker_prefetch_multiplier": 1, "worker_concurrency": 2, "worker_hijack_root_logger": False, "worker_send_task_events": False,
    "worker_enable_remote_control": False, "task_default_queue": "sync", "task_create_missing_queues": True,
    "task_queues": {name: {"exchange": name, "routing_key": name} for name in QUEUES},      # a worker takes from all of them
    "task_routes": {f"workers.tasks.{name}": {"queue": queue} for queue, names in QUEUES.items() for name in names},
    "enable_utc": True, "timezone": "UTC", "imports": ("workers.tasks",),
    "beat_schedule": {
        "delta sync of every tenant": {
            "task": "workers.tasks.sync_every_tenant", "schedule": SYNC_EVERY_MINUTES * 60, "options": {"expires": SYNC_EVERY_MINUTES * 60},
        },
    },
}

app = Celery("evergraph", set_as_current=False)


class Queued(Protocol, Generic[P]):
    """A task: called, it does its work here; `delay`, it is put into its queue."""

    name: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Do the work here and now."""

    def delay(self, *args: P.args, **kwargs: P.kwargs) -> object:
        """Have a worker do it."""

    def apply_async(self, args: tuple[Any, ...], **options: Any) -> object:
        """Have a worker do it; `expires` in seconds: not at all after that."""


def configure(broker: Callable[[], str]) -> None:
    """Where the broker is found out, when Celery first needs it."""
    app.add_defaults(lambda: {**CONFIGURATION, "broker_url": broker()})


class _Make(Protocol):
    def __call__(self, function: Callable[P, None], /) -> Queued[P]: ...


def task(given_up: Callable[..., None] | None = None) -> _Make:
    """Make a function a task that is tried again, with growing pauses, while a server it needs is away.

    `given_up` is called with the task's arguments when it failed for good.
    """
    def make(function: Callable[P, None], /) -> Queued[P]:
        return cast("Queued[P]", app.task(base=_base(given_up), **RETRIES)(function))
    return make


def in_each_process(begin: Callable[[], object], end: Callable[[], object]) -> None:
    """Call `begin` in every worker process after its fork and `end` before it goes: connections must not cross a fork."""
    worker_process_init.connect(lambda **_: begin(), weak=False)
    worker_process_shutdown.connect(lambda **_: end(), weak=False)


def _leave_out_requests(**_: Any) -> None:
    """The HTTP client's log would hold every address asked, and with it whom a filter names."""
    logging.getLogger("httpx").setLevel(logging.WARNING)


def _base(given_up: Callable[..., None] | None) -> type[Task]:
    class Base(Task):  # type: ignore[misc]
        abstract = True

        def on_failure(self, exc: Exception, task_id: str, args: Any, kwargs: Any, einfo: Any) -> None:
            if given_up:
                given_up(*args, **kwargs)

    return Base


after_setup_logger.connect(_leave_out_requests, weak=False)
