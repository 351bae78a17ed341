"""Celery's app finds out its servers once in a process; a test run has one process and several homes."""

from kombu import pools

from workers import tasks
from workers.tasks.celery_app import app, configure


def look_again() -> None:
    """Let go of what was open, and let this process queue into the servers that the environment names now."""
    tasks.installation.cache_clear()
    configure(lambda: tasks.installation().redis_url, lambda: tasks.installation().prefix)
    if app.configured:
        pools.reset()                   # they are kept by address: a closed one would be taken again by the next file of this process
        app.close()
        del app.amqp
