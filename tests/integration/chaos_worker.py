"""The product's Celery app with pauses made short, so that what takes minutes after a crash takes seconds, and joining made rarer.

Joining takes half of all the time where each of 200 small companies is joined after each of its events; the end joins what is due
in any case, and so does beat. Nothing else is changed.

    celery -A tests.integration.chaos_worker worker

Each process writes into a file what it is working on, so that a test knows whether it killed one in the middle.
"""

import json
import os
import random
from pathlib import Path
from typing import Any

from celery.signals import task_postrun, task_prerun

from ingest import sync
from ingest.gateway import load
from tests.integration.chaos_schedules import MODELS
from workers import tasks
from workers.queues import CONFIGURATION
from workers.tasks import celery_app as door

RUN_SECONDS = 2.0                       # the lock of a run whose process died

sync.RUN_SECONDS = RUN_SECONDS
tasks.SLOT_SECONDS = tasks.INBOX_LOCK_SECONDS = RUN_SECONDS
tasks.INBOX_TOLD_SECONDS = 8.0
tasks.WAITS_SECONDS = 8.0
tasks.JOIN_PATIENCE_SECONDS = 0.0       # joining waits for parts that never ran: here most of a category's models are not in use
JOINED = 0.1                            # of the times at which it would be

join_soon = tasks._join_soon
tasks._join_soon = lambda tenant: join_soon(tenant) if random.random() < JOINED else None
door.FIRST_PAUSE, door.LONGEST_PAUSE, door.SHORTEST_PAUSE = 0.3, 3.0, 0.3
CONFIGURATION["broker_transport_options"].update(
    visibility_timeout=6, unacked_restore_interval=2, unacked_restore_throttle=1)     # a message of a worker that was killed

app = tasks.app

load({model.partition("/")[0] for model in MODELS})        # the companies come later than the worker


def folder_of(home: Path) -> Path:
    """Where the processes say what they do: a file each, called as its number; empty where it does nothing."""
    return home / "busy"


@task_prerun.connect
def _begins(task: Any = None, args: Any = (), **_: Any) -> None:
    _file().write_text(json.dumps([task.name.rpartition(".")[2], args[0] if args else ""]), "utf-8")


@task_postrun.connect
def _ends(**_: Any) -> None:
    _file().write_text("", "utf-8")


def _file() -> Path:
    return folder_of(tasks.installation().settings.home) / str(os.getpid())
