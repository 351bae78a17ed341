"""The door to Neo4j: callers name a query of `cypher/`, get plain rows; driver errors leave as ours.

Reads run in read transactions, so that a write in one of them fails. Nothing but the named queries is ever sent.
"""

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol, TypeVar

from kg import queries, schema
from kg.errors import GraphTooSlow, GraphUnavailable, WrongSetting
from kg.lean import left_out

with left_out("numpy", "pandas"):      # it would load both, for two seconds, to know their types in parameters: we send none
    import neo4j
    from neo4j.exceptions import (
        AuthError,
        ClientError,
        ConfigurationError,
        DatabaseError,
        DriverError,
        Neo4jError,
        ServiceUnavailable,
        TransientError,
    )

Row = dict[str, Any]
T = TypeVar("T")

logging.getLogger("neo4j").addHandler(logging.NullHandler())     # its retries are for a log, not for the person's screen

OLDEST = (5, 26)                 # `MERGE ()-[:$(relation)]->()`
_CONNECT_SECONDS = 2.5           # a dead server is reported within three seconds
_RETRY_SECONDS = 2.0
_SECOND_LIMIT, _LONGEST_SECOND = 3.0, 10.0     # times its limit that a read may take the second time, and seconds at most
_OUT_OF_TIME = ("TransactionTimedOut", "LockAcquisitionTimeout", "LockClientStopped")
_REMOVED = "EntityNotFound"             # while it was read, somebody else deleted it: the next look does not meet it
_HELD = "ConstraintValidationFailed"    # while it was deleted, somebody else gave it an edge: the next look meets it
_OUT_OF_MEMORY = "MemoryPoolOutOfMemoryError"
_SOMEBODY_WAS_FIRST = ("Deadlock", _REMOVED, _HELD, "EquivalentSchemaRuleAlreadyExists")     # the last in spite of IF NOT EXISTS, of two at once


@dataclass(frozen=True, slots=True)
class Step:
    """One named query of a transaction."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    relations: tuple[str, ...] = ()      # for which a query that is by relation is written out


class RunQuery(Protocol):
    """Sends a named query within a transaction and gives its rows."""

    def __call__(self, name: str, /, **parameters: Any) -> list[Row]: ...


class Graph:
    """One driver per process, made after a fork; usable from several threads; closes. The constructor does no I/O."""

    def __init__(self, uri: str, user: str, password: str, database: str = "neo4j") -> None:
        self._queries = queries.load(schema.RELATIONS)
        self._database = database
        self._uri = uri
        try:
            self._driver = neo4j.GraphDatabase.driver(
                uri, auth=(user, password), telemetry_disabled=True, connection_timeout=_CONNECT_SECONDS,
                connection_acquisition_timeout=30.0, max_transaction_retry_time=_RETRY_SECONDS,
                notifications_min_severity="OFF", user_agent="evergraph")
        except (ValueError, ConfigurationError) as error:
            raise WrongSetting(f"NEO4J_URI: {uri!r} is no address of a graph. Write bolt://HOST:PORT or neo4j+s://HOST.") from error

    def check(self) -> str:
        """The server's version.

        Raises GraphUnavailable where nothing answers, WrongSetting for a refused password or a server older than 5.26.
        """
        rows = self.read("server_version", seconds=30.0)     # a server that just came up thinks long
        version = str(rows[0]["version"])
        numbers = tuple(int(n) for n in re.findall(r"\d+", version)[:2])
        if numbers < OLDEST:
            raise WrongSetting(f"NEO4J_URI: the server is Neo4j {version}; 5.26 or newer is needed.")
        return version

    def read(self, name: str, *, seconds: float = 2.0, **parameters: Any) -> list[Row]:
        """Rows of the named query, never a write; at most `seconds` on the server, and once more with a longer limit where that ran out.

        Raises GraphUnavailable, GraphTooSlow; ValueError for a query or parameter that does not exist.
        """
        return self.read_all([Step(name, parameters)], seconds=seconds)[0]

    def read_all(self, steps: Sequence[Step], *, seconds: float = 2.0) -> list[list[Row]]:
        """Several queries one after another, each at most `seconds`. The rows of each, in order.

        Each is a transaction of its own: that is one message there and back instead of three, and one for all of them would see no
        more of the same moment, for a transaction of Neo4j sees what others commit meanwhile.

        Short limits are tried a second time with a longer one: the first run of a statement may spend its time on being planned, and a
        busy server is slow for a moment. The plan is kept, so that the second run is quicker.
        """
        begun = monotonic()
        with _our_errors(_names(steps)):
            try:
                return self._read_each(steps, seconds)
            except (Neo4jError, DriverError) as error:
                longer = min(seconds * _SECOND_LIMIT, _LONGEST_SECOND)
                if _is_out_of_time(error) and longer > seconds:
                    return self._read_each(steps, longer)
                was_removed = _REMOVED in (getattr(error, "code", None) or "")
                if not (error.is_retryable() or was_removed) or monotonic() - begun > _RETRY_SECONDS:
                    raise
            with self._session(neo4j.READ_ACCESS) as session:
                return session.execute_read(self._work(steps, seconds))

    def _read_each(self, steps: Sequence[Step], seconds: float) -> list[list[Row]]:
        with self._session(neo4j.READ_ACCESS) as session:
            return [_run(session, step, neo4j.Query(self._text(step), timeout=seconds)) for step in steps]

    def write(self, name: str, *, seconds: float = 30.0, **parameters: Any) -> list[Row]:
        """Rows of the named query, which may write. Deadlocks are tried again within `seconds`. Raises as `read` does."""
        return self.write_all([Step(name, parameters)], seconds=seconds)[0]

    def write_all(self, steps: Sequence[Step], *, seconds: float = 30.0) -> list[list[Row]]:
        """Several queries in one transaction: all or nothing. The rows of each, in order."""
        return self._written(self._work(steps, seconds), _names(steps), seconds)

    def transaction(self, work: Callable[[RunQuery], T], *, seconds: float = 30.0) -> T:
        """What `work` gives, which may send queries one after another, all or nothing; it runs again after a deadlock. Raises as `read` does."""
        sent: list[str] = []

        @neo4j.unit_of_work(timeout=seconds)
        def done(tx: neo4j.ManagedTransaction) -> T:
            def send(name: str, /, **parameters: Any) -> list[Row]:
                step = Step(name, parameters)
                sent.append(name)
                return _run(tx, step, self._text(step))

            return work(send)

        return self._written(done, sent, seconds)

    def _written(self, work: Callable[[neo4j.ManagedTransaction], T], names: Sequence[str], seconds: float) -> T:
        def once() -> T:
            with self._session(neo4j.WRITE_ACCESS) as session:
                return session.execute_write(work)

        with _our_errors(names):
            return _until_it_is_our_turn(once, seconds)

    def close(self) -> None:
        """Give the connections back. Calling it again does nothing."""
        self._driver.close()

    def __enter__(self) -> "Graph":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Graph({self._uri!r}, database={self._database!r})"

    def _session(self, access: str) -> neo4j.Session:
        return self._driver.session(database=self._database, default_access_mode=access)

    def _work(self, steps: Sequence[Step], seconds: float) -> Callable[[neo4j.ManagedTransaction], list[list[Row]]]:
        texts = [self._text(step) for step in steps]

        @neo4j.unit_of_work(timeout=seconds)
        def rows(tx: neo4j.ManagedTransaction) -> list[list[Row]]:
            return [_run(tx, step, text) for step, text in zip(steps, texts, strict=True)]

        return rows

    def _text(self, step: Step) -> str:
        query = self._queries.get(step.name)
        if query is None:
            raise ValueError(f"there is no query {step.name} in cypher/")
        if query.parameters != step.parameters.keys():
            raise ValueError(f"query {step.name} takes {sorted(query.parameters)}, was given {sorted(step.parameters)}")
        return query.statement(step.relations, schema.RELATIONS)


def _run(tx: neo4j.ManagedTransaction | neo4j.Session, step: Step, text: Any) -> list[Row]:
    try:
        found = tx.run(text, dict(step.parameters))
        columns = found.keys()
        return [dict(zip(columns, row, strict=True)) for row in found]      # its own `data()` walks through every list
    except TransientError as error:
        if _OUT_OF_MEMORY not in (error.code or ""):
            raise
        raise GraphTooSlow(f"The query {step.name} needed more memory than it may take.") from error    # the driver would run it six times


def _until_it_is_our_turn(once: Callable[[], T], seconds: float) -> T:
    """The driver gives up after its retry time; that somebody else was first is worth more patience."""
    end = monotonic() + seconds
    while True:
        try:
            return once()
        except (ClientError, TransientError) as error:
            if not any(word in (error.code or "") for word in _SOMEBODY_WAS_FIRST) or monotonic() >= end:
                raise


@contextmanager
def _our_errors(names: Sequence[str]) -> Iterator[None]:
    """Errors of the driver as ours, saying which queries; names may still be added while they run."""
    try:
        yield
    except AuthError as error:
        raise WrongSetting(
            "NEO4J_USER, NEO4J_PASSWORD: the graph refused them. `evergraph status` shows those of the local one.") from error
    except (ClientError, DatabaseError, TransientError) as error:
        if _OUT_OF_MEMORY in (error.code or ""):              # at its end: a transaction keeps what it wrote until then
            raise GraphTooSlow(f"The query {_list(names)} needed more memory than it may take.") from error
        if _is_out_of_time(error):
            raise GraphTooSlow(f"The query {_list(names)} took longer than it may.") from error
        if isinstance(error, ClientError):
            raise                                             # a bug of ours: let it be seen
        raise GraphUnavailable(f"The graph could not run {_list(names)} now: {error.code}.") from error
    except (ServiceUnavailable, DriverError) as error:
        raise GraphUnavailable() from error


def _is_out_of_time(error: Exception) -> bool:
    return any(word in (getattr(error, "code", None) or "") for word in _OUT_OF_TIME)


def _names(steps: Sequence[Step]) -> list[str]:
    return [step.name for step in steps]


def _list(names: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(names))
