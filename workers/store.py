"""The door to Redis or Valkey: a small shared memory between processes, as `kg.ports.Store` has it. Decides nothing.

Every key stands under the installation's prefix. Errors leave as ours; an address, which may hold a password, is in none.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis
from redis.exceptions import AuthenticationError, LockError, NoPermissionError, RedisError

from kg.errors import StoreUnavailable, WrongSetting

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 10.0

PASSWORD_MISSING = "REDIS_URL: the server asks for a password. Write it into the address: redis://:PASSWORD@HOST:PORT/0."
PASSWORD_WRONG = "REDIS_URL: the server refuses the name or the password in the address. Write redis://USER:PASSWORD@HOST:PORT/0."
NOT_AN_ADDRESS = "REDIS_URL: this is no address of a Redis or Valkey server. Write redis://HOST:PORT/0, or rediss:// for TLS."


class RedisStore:
    """The store on one server. Made without I/O, usable from threads; a forked process makes its own connections."""

    def __init__(self, url: str, prefix: str = "evergraph") -> None:
        """Raises WrongSetting for a text that is no address."""
        try:
            self._redis = redis.Redis.from_url(url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=ANSWER_SECONDS)
        except ValueError as error:
            raise WrongSetting(NOT_AN_ADDRESS) from error
        self._prefix = prefix

    def check(self) -> None:
        """Raises StoreUnavailable when no server answers, WrongSetting when it wants another password."""
        with _our_errors():
            self._redis.ping()

    def get(self, key: str) -> bytes | None:
        """The value, or None where there is none or its time is over. Raises StoreUnavailable."""
        with _our_errors():
            value = self._redis.get(self._key(key))
        return value if isinstance(value, bytes) else None

    def put(self, key: str, value: bytes, seconds: float | None = None) -> None:
        """Keep a value, for `seconds` where given. Raises StoreUnavailable."""
        with _our_errors():
            self._redis.set(self._key(key), value, px=None if seconds is None else max(1, round(seconds * 1000)))

    def delete(self, key: str) -> None:
        """Forget a value. Raises StoreUnavailable."""
        with _our_errors():
            self._redis.delete(self._key(key))

    @contextmanager
    def lock(self, name: str, seconds: float, wait: float) -> Iterator[None]:
        """Hold a lock for at most `seconds`, after which others may take it; raises StoreUnavailable if it is not free within `wait`."""
        lock = self._redis.lock(self._key(f"lock:{name}"), timeout=seconds, sleep=0.05, thread_local=False)
        with _our_errors():
            if not lock.acquire(blocking_timeout=wait):
                raise StoreUnavailable(f"Somebody else is at it: {name!r} was not free within {wait:g} seconds.")
        try:
            yield
        finally:
            with _our_errors(), suppress(LockError):      # its time was over: somebody else may hold it now
                lock.release()

    def close(self) -> None:
        """Close the connections; the store can still be used and opens new ones."""
        self._redis.close()

    def _key(self, key: str) -> str:
        return f"{self._prefix}:{key}"


@contextmanager
def _our_errors() -> Iterator[None]:
    try:
        yield
    except (AuthenticationError, NoPermissionError) as error:
        raise WrongSetting(PASSWORD_MISSING if "NOAUTH" in str(error).upper() or "required" in str(error) else PASSWORD_WRONG) from error
    except LockError:
        raise
    except RedisError as error:
        if "NOAUTH" in str(error).upper():
            raise WrongSetting(PASSWORD_MISSING) from error
        raise StoreUnavailable from error
