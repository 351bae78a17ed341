"""Beat's process: sends by name what is due, and loads none of the tasks nor what they are made of, so that it starts at once (`celery -A`)."""

from typing import Any

from celery import Celery
from celery.signals import beat_init

from workers.queues import configured, say_ready
from workers.services.connections import store_of
from workers.services.state import read_state
from workers.settings import read_settings
from workers.storage.secret_files import prefix_of


def _configuration() -> dict[str, Any]:
    settings = read_settings()
    local = read_state(settings.home).get("valkey")
    return configured(store_of(settings, local.facts if local else None), prefix_of(settings.home)) | {"imports": ()}


app = Celery("evergraph", set_as_current=False)
app.add_defaults(_configuration)
beat_init.connect(say_ready, weak=False)
