"""The queues as Celery has them: which there are, what goes into which, how messages are kept, what beat sends. Data alone: no Celery here."""

import sys
from collections.abc import Mapping
from typing import Any

READY = "evergraph: at work"            # what a worker and beat say once they are

# Queue -> the tasks in it. Events of the source do not wait behind a whole tenant's first sync.
QUEUES: Mapping[str, tuple[str, ...]] = {
    "events": ("apply_webhooks", "apply_webhook", "disconnect"),
    "sync": ("sync_model", "sync_tenant", "sync_every_tenant", "join_tenant", "remember_tenant", "embed_tenant"),
}

VISIBILITY_SECONDS = 180              # a message of a machine that vanished comes back some seconds after this; longer work waits for its lock
LOOK_EVERY_SECONDS = 60.0             # beat looks what is due

CONFIGURATION: Mapping[str, Any] = {
    "broker_transport_options": {
        "visibility_timeout": VISIBILITY_SECONDS, "unacked_restore_throttle": 1, "queue_order_strategy": "round_robin",
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
    "worker_consumer": "workers.tasks.celery_app:Attentive",
    "beat_schedule": {
        "what is due": {
            "task": "workers.tasks.sync_every_tenant", "schedule": LOOK_EVERY_SECONDS, "options": {"expires": LOOK_EVERY_SECONDS},
        },
    },
}


def say_ready(**_: Any) -> None:
    """Write READY past the log, whose level may leave Celery's own words out: `up` waits for it."""
    if sys.__stderr__ is not None:
        sys.__stderr__.write(f"{READY}\n")
        sys.__stderr__.flush()


def configured(broker: str, prefix: str) -> dict[str, Any]:
    """All of it, with where the broker is, and what the names of our queues begin with there."""
    options = {**CONFIGURATION["broker_transport_options"], "global_keyprefix": f"{prefix}:queue:"}
    return {**CONFIGURATION, "broker_url": broker, "broker_transport_options": options}
