"""The door to Celery: the app, its queues, its beat; what a task is. Which work there is, `workers.tasks` says.

Nothing is read or connected at import: Celery asks for the configuration when it first needs it. A message may be
delivered twice (late acknowledgement, lost workers, a visibility timeout), so every task may run twice.

What becomes of a task that raises:

- `Busy`, `RateLimited`: it is put back for some seconds, as often as need be; nothing is wrong.
- `IN_VAIN`: it has failed; the next try is the plan's, or a webhook's.
- a server it needs is away: it is put back for growing, jittered pauses, RETRIES times.
- anything else, or one time too many: it has failed for good; `Rules.failed` learns why.

Putting back is a new message under the same id, and only then is the old one acknowledged: killed in between, the task runs twice.
"""

import logging
import random
from collections.abc import Callable, Mapping
from typing import Any, Generic, ParamSpec, Protocol, cast

from celery import Celery, Task, current_task
from celery.exceptions import Reject
from celery.signals import after_setup_logger, worker_init, worker_process_init, worker_process_shutdown, worker_ready
from celery.worker.consumer import Consumer
from kombu.exceptions import OperationalError

from ingest.gateway.errors import CouldNotRead, FirstSyncRuns, NeedsRelink, NotLinked, RateLimited, Refused, SwitchedOff, SyncFailed, Truncated
from kg.errors import Busy, GraphTooSlow, GraphUnavailable, SourceUnavailable, StoreUnavailable
from workers.queues import configured, say_ready

P = ParamSpec("P")
log = logging.getLogger(__name__)

NOTHING_WRONG = (Busy, RateLimited)
WORTH_A_RETRY = (GraphUnavailable, GraphTooSlow, StoreUnavailable, SourceUnavailable)
IN_VAIN = (NotLinked, SwitchedOff, NeedsRelink, FirstSyncRuns, SyncFailed, Refused, Truncated)      # Merge or a person has to do something first
RETRIES = 8                           # about two minutes and a half in all
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
SHORTEST_PAUSE = 2.0                  # of what is put back because somebody else is at it

app = Celery("evergraph", set_as_current=False)


class Rules(Protocol):
    """What the tasks' own package decides about messages."""

    def begins(self, message_id: str, task: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        """Whether a message shall be worked off: not if it was before."""

    def stops(self, message_id: str, is_done: bool) -> None:
        """Its process did not die over it; `is_done`: and it shall not be worked off again."""

    def failed(self, message_id: str, task: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], error: BaseException) -> None:
        """It failed for good."""

    def unreadable(self, message_id: str, task: str, body: object, error: BaseException | None) -> None:
        """No task can be made of it."""


class Queued(Protocol, Generic[P]):
    """A task: called, it does its work here and raises what happens; `delay`, it is put into its queue."""

    name: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Do the work here and now."""

    def delay(self, *args: P.args, **kwargs: P.kwargs) -> object:
        """Have a worker do it."""

    def apply_async(self, args: tuple[Any, ...], **options: Any) -> object:
        """Have a worker do it; `expires` in seconds: not at all after that."""


def configure(broker: Callable[[], str], prefix: Callable[[], str]) -> None:
    """Where the broker is found out, and what the names of our queues begin with there, when Celery first needs it."""
    app.add_defaults(lambda: configured(broker(), prefix()))


class _Make(Protocol):
    def __call__(self, function: Callable[P, None], /) -> Queued[P]: ...


def task(rules: Callable[[], Rules]) -> _Make:
    """Make a function a task under the rules of the module's docstring; they are looked up when a message comes."""
    def make(function: Callable[P, None], /) -> Queued[P]:
        return cast("Queued[P]", app.task(base=_base(rules), max_retries=None)(function))
    return make


def message_id() -> str:
    """The id of the message that is worked off here; "" outside of a worker."""
    return str(current_task.request.id or "") if current_task else ""


def send(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Have a worker do the task of that name. Raises StoreUnavailable."""
    try:
        app.send_task(f"workers.tasks.{name}", args, dict(kwargs))
    except OperationalError as error:
        raise StoreUnavailable from error


def watch_unreadable(rules: Callable[[], Rules]) -> None:
    """Report messages that the worker cannot turn into a task to the rules, which park them; Celery would drop them."""
    Attentive.rules = staticmethod(rules)


def in_each_process(begin: Callable[[], object], end: Callable[[], object], before: Callable[[], object]) -> None:
    """Call `begin` in every worker process after its fork and `end` before it goes: connections must not cross a fork; `before` all forks."""
    worker_init.connect(lambda **_: before(), weak=False)
    worker_process_init.connect(lambda **_: begin(), weak=False)
    worker_process_shutdown.connect(lambda **_: end(), weak=False)


def _leave_out_requests(**_: Any) -> None:
    """Silence the HTTP client's log: its addresses hold filters that name people."""
    logging.getLogger("httpx").setLevel(logging.WARNING)


class Attentive(Consumer):  # type: ignore[misc]
    """Celery's consumer, but messages that it cannot read are told of, and their bodies stay out of the log."""

    rules: Callable[[], Rules]

    def on_decode_error(self, message: Any, exc: BaseException) -> None:
        """The body is not what it says to be."""
        self._refuse(message, message.body, exc)

    def on_unknown_message(self, body: Any, message: Any) -> None:
        """It names no task."""
        self._refuse(message, body, None)

    def on_unknown_task(self, body: Any, message: Any, exc: BaseException) -> None:
        """It names a task that is not here; its arguments can be read, so that a later version may run it."""
        self._refuse(message, message.payload, exc)

    def on_invalid_task(self, body: Any, message: Any, exc: BaseException) -> None:
        """Its arguments are none."""
        self._refuse(message, message.body, exc)

    def _refuse(self, message: Any, body: object, error: BaseException | None) -> None:
        headers = message.headers or {}
        name, message_id = str(headers.get("task") or "").rpartition(".")[2], str(headers.get("id") or message.delivery_tag)
        log.error("the message %s for %r cannot be read here: %s", message_id, name, type(error).__name__)
        self.rules().unreadable(message_id, name, bytes(body) if isinstance(body, memoryview) else body, error)
        message.reject_log_error(log, self.connection_errors)


def _base(rules: Callable[[], Rules]) -> type[Task]:
    class Base(Task):  # type: ignore[misc]
        abstract = True

        def apply_async(self, *args: Any, **options: Any) -> Any:
            """As Celery's. Raises StoreUnavailable where the broker is away."""
            try:
                return super().apply_async(*args, **options)
            except OperationalError as error:
                raise StoreUnavailable from error

        def __call__(self, *args: Any, **kwargs: Any) -> None:
            if self.request.called_directly:
                self.run(*args, **kwargs)
            else:
                _work_off(self, rules(), args, kwargs)

        def on_failure(self, exc: Exception, task_id: str, args: Any, kwargs: Any, einfo: Any) -> None:
            rules().failed(task_id, self.name.rpartition(".")[2], tuple(args), kwargs, exc)

    return Base


def _work_off(work: Any, rules: Rules, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    message_id, retries = work.request.id, work.request.retries
    try:
        if not rules.begins(message_id, work.name.rpartition(".")[2], args, kwargs):
            return
        work.run(*args, **kwargs)
    except NOTHING_WRONG as error:
        wait = getattr(error, "retry_in", None) or SHORTEST_PAUSE
        _put_back(work, rules, min(wait, LONGEST_PAUSE), retries)
    except IN_VAIN:
        raise
    except WORTH_A_RETRY as error:
        if retries >= RETRIES:
            raise
        pause = max(FIRST_PAUSE * 2**retries, (error.retry_in or 0.0) if isinstance(error, CouldNotRead) else 0.0)
        _put_back(work, rules, min(pause, LONGEST_PAUSE), retries + 1)
    else:
        rules.stops(message_id, True)


def _put_back(work: Any, rules: Rules, seconds: float, retries: int) -> None:
    """Requeue the message after a jittered pause: messages that failed together shall not come back together."""
    pause = seconds * random.uniform(0.75, 1.5)
    try:
        work.apply_async(work.request.args, work.request.kwargs, task_id=work.request.id, countdown=pause, retries=retries)
        rules.stops(work.request.id, False)
    except StoreUnavailable as error:
        raise Reject(error, requeue=True) from error      # the broker is away: it keeps the message, and gives it out again


after_setup_logger.connect(_leave_out_requests, weak=False)
worker_ready.connect(say_ready, weak=False)
