"""Celery's app finds out its servers once in a process; a test run has one process and several homes."""

from workers import tasks
from workers.tasks.celery_app import app, configure


def look_again() -> None:
    """Let go of what was open, and let this process queue into the servers that the environment names now."""
    tasks.installation.cache_clear()
    configure(lambda: tasks.installation().redis_url, lambda: tasks.installation().prefix)
    if app.configured:
        app.pool.force_close_all()
        app.close()
        del app.amqp
