"""The door to Redis or Valkey: a small shared memory between processes, as `kg.ports.Store` has it. Decides nothing.

Every key stands under the installation's prefix. Errors leave as ours; an address, which may hold a password, is in none.
"""

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, cast

import redis
from redis.exceptions import AuthenticationError, LockError, NoPermissionError, RedisError
from redis.lock import Lock

from kg.errors import Busy, StoreUnavailable, WrongSetting

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 10.0
LOOK_SECONDS = 0.02               # how often a lock is tried again while somebody waits for it

PASSWORD_MISSING = "REDIS_URL: the server asks for a password. Write it into the address: redis://:PASSWORD@HOST:PORT/0."
PASSWORD_WRONG = "REDIS_URL: the server refuses the name or the password in the address. Write redis://USER:PASSWORD@HOST:PORT/0."
NOT_AN_ADDRESS = "REDIS_URL: this is no address of a Redis or Valkey server. Write redis://HOST:PORT/0, or rediss:// for TLS."

# A window of the requests made, by the server's own clock, so that processes on several machines agree. Times in microseconds.
_ADMIT = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local paused = redis.call('PTTL', KEYS[2])
if paused > 0 then return paused * 1000 end
local most, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local made = redis.call('ZCARD', KEYS[1])
if made >= most then
  local first = redis.call('ZRANGE', KEYS[1], made - most, made - most, 'WITHSCORES')
  return math.max(1, tonumber(first[2]) + window - now)
end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
return 0
"""
_PAUSE = """
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
return 0
"""
_KEEP = """
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], 'NX', redis.call('INCR', KEYS[3]), ARGV[1])
local over = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[3])
if over > 0 then
  local popped = redis.call('ZPOPMIN', KEYS[2], over)
  for i = 1, #popped, 2 do redis.call('HDEL', KEYS[1], popped[i]) end
end
return 0
"""


class RedisStore:
    """The store on one server. Made without I/O, usable from threads; a forked process makes its own connections."""

    def __init__(self, url: str, prefix: str = "evergraph") -> None:
        """Raises WrongSetting for a text that is no address."""
        try:
            self._redis = redis.Redis.from_url(url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=ANSWER_SECONDS)
        except ValueError as error:
            raise WrongSetting(NOT_AN_ADDRESS) from error
        self._prefix = prefix
        self._admit, self._pause, self._keep = map(self.script, (_ADMIT, _PAUSE, _KEEP))

    def key(self, key: str) -> str:
        """A key as the server has it. All keys of an installation lie in one slot of a cluster, so that a script may use several."""
        return f"{{{self._prefix}}}:{key}"

    def check(self) -> None:
        """Raises StoreUnavailable when no server answers, WrongSetting when it wants another password."""
        with _our_errors():
            self._redis.ping()

    def get(self, key: str) -> bytes | None:
        """The value, or None where there is none or its time is over. Raises StoreUnavailable."""
        with _our_errors():
            value = self._redis.get(self.key(key))
        return value if isinstance(value, bytes) else None

    def get_all(self, keys: Sequence[str]) -> list[bytes | None]:
        """The value of each key, or None, in one go. Raises StoreUnavailable."""
        if not keys:
            return []
        with _our_errors():
            return cast("list[bytes | None]", self._redis.mget([self.key(key) for key in keys]))

    def put(self, key: str, value: bytes, seconds: float | None = None) -> None:
        """Keep a value, for `seconds` where given. Raises StoreUnavailable."""
        with _our_errors():
            self._redis.set(self.key(key), value, px=None if seconds is None else _milliseconds(seconds))

    def claim(self, key: str, value: bytes, seconds: float) -> bool:
        """Keep a value for `seconds` unless there is one; whether the key now holds this value. Raises StoreUnavailable."""
        with _our_errors():
            held = self._redis.set(self.key(key), value, px=_milliseconds(seconds), nx=True, get=True)
        return held is None or held == value

    def delete(self, *keys: str) -> None:
        """Forget values. Raises StoreUnavailable."""
        with _our_errors():
            self._redis.delete(*map(self.key, keys))

    def names(self, beginning: str) -> list[str]:
        """The keys that begin so (no letters that a pattern takes for more). Looks at every key of the server. Raises StoreUnavailable."""
        with _our_errors():
            found = self._redis.scan_iter(match=self.key(f"{beginning}*"), count=1_000)
            return [key.decode().removeprefix(self.key("")) for key in found]

    def count(self, key: str, seconds: float, by: int = 1) -> int:
        """Add to a counter that expires `seconds` after the last addition; its new value. Raises StoreUnavailable."""
        with _our_errors():
            both = self._together().incrby(self.key(key), by).pexpire(self.key(key), _milliseconds(seconds)).execute()
        return int(both[0])

    def admit(self, name: str, most: int, seconds: float) -> float:
        """Rate limit of `most` per `seconds` (sliding window): 0 if admitted and counted, else the seconds to wait. Raises StoreUnavailable."""
        wait = self._admit((f"pace:{name}", f"pause:{name}"), (most, round(seconds * 1e6), secrets.token_hex(8)))
        return float(wait) / 1e6

    def pause(self, name: str, seconds: float) -> None:
        """Close a rate limit for `seconds`. Raises StoreUnavailable."""
        self._pause((f"pause:{name}",), (_milliseconds(seconds),))

    def keep(self, name: str, key: str, value: bytes, most: int) -> None:
        """Keep a value in a collection of at most `most`, the oldest going first. Raises StoreUnavailable."""
        self._keep([f"{name}:{part}" for part in ("values", "order", "turn")], (key, value, most))

    def kept(self, name: str, most: int | None = None) -> dict[str, bytes]:
        """What a collection holds, the oldest first, at most so many. Raises StoreUnavailable."""
        with _our_errors():
            order = cast("list[bytes]", self._redis.zrange(self.key(f"{name}:order"), 0, -1 if most is None else most - 1))
            values = cast("list[bytes | None]", self._redis.hmget(self.key(f"{name}:values"), order)) if order else []
        return {key.decode(): value for key, value in zip(order, values, strict=True) if value is not None}

    def value_kept(self, name: str, key: str) -> bytes | None:
        """One value of a collection, None where it is not there. Raises StoreUnavailable."""
        with _our_errors():
            return cast("bytes | None", self._redis.hget(self.key(f"{name}:values"), key))

    def drop(self, name: str, *keys: str) -> int:
        """Take values out of a collection; how many were there. Raises StoreUnavailable."""
        if not keys:
            return 0
        with _our_errors():
            both = self._together().hdel(self.key(f"{name}:values"), *keys).zrem(self.key(f"{name}:order"), *keys).execute()
        return int(both[0])

    def clear(self, name: str) -> None:
        """Take everything out of a collection. Raises StoreUnavailable."""
        with _our_errors():
            self._redis.delete(*(self.key(f"{name}:{part}") for part in ("values", "order", "turn")))

    def script(self, text: str) -> Callable[[Sequence[str], Sequence[str | bytes | float]], Any]:
        """A Lua script, to be called with its keys and arguments; calls raise StoreUnavailable."""
        made = cast("Any", self._redis.register_script(text))

        def run(keys: Sequence[str], arguments: Sequence[str | bytes | float]) -> Any:
            with _our_errors():
                return made(keys=[self.key(key) for key in keys], args=arguments)

        return run

    @contextmanager
    def commands(self) -> Iterator[Any]:
        """The client, for what has no method here (`workers/storage/streams.py`); errors leave as ours. Keys are to be made by `key`."""
        with _our_errors():
            yield self._redis

    @contextmanager
    def lock(self, name: str, seconds: float, wait: float) -> Iterator[None]:
        """Hold a lock for at most `seconds`, after which others may take it; raises Busy if it is not free within `wait`."""
        with self._locked(name, seconds, wait):
            yield

    @contextmanager
    def hold(self, name: str, seconds: float, wait: float) -> Iterator["_Held"]:
        """Hold a lock until the block ends: a thread renews it, and it is free `seconds` after its process died. Raises as `lock`."""
        with self._locked(name, seconds, wait) as lock:
            held = _Held(lock, name, seconds)
            held.start()
            try:
                yield held
            finally:
                held.stop()

    @contextmanager
    def _locked(self, name: str, seconds: float, wait: float) -> Iterator[Lock]:
        lock = self._redis.lock(self.key(f"lock:{name}"), timeout=seconds, sleep=LOOK_SECONDS, thread_local=False)
        with _our_errors():
            if not lock.acquire(blocking=wait > 0, blocking_timeout=wait or None):
                raise Busy(f"Somebody else is at it: {name!r} was not free within {wait:g} seconds.")
        try:
            yield lock
        finally:
            with _our_errors(), suppress(LockError):      # its time was over: somebody else may hold it now
                lock.release()

    def close(self) -> None:
        """Close the connections; the store can still be used and opens new ones."""
        self._redis.close()

    def _together(self) -> Any:
        """A transaction of several commands."""
        return self._redis.pipeline()


class _Held(threading.Thread):
    """A lease: renewed three times in its life span; lost when it could not be renewed in that time or another holder has it."""

    def __init__(self, lock: Lock, name: str, seconds: float) -> None:
        super().__init__(name=f"renews {name}", daemon=True)
        self._lock, self._lock_name, self._seconds = lock, name, seconds
        self._over, self._lost = threading.Event(), threading.Event()

    def check(self) -> None:
        """Raises StoreUnavailable when the lock was lost."""
        if self._lost.is_set():
            raise StoreUnavailable(f"The lock {self._lock_name!r} was lost; what was under way is begun anew.")

    def run(self) -> None:
        """Renew until the end."""
        until = monotonic() + self._seconds
        while not self._over.wait(self._seconds / 3):
            try:
                self._lock.reacquire()
                until = monotonic() + self._seconds
            except LockError:
                self._lost.set()
                return
            except RedisError:                  # away for a moment; the lock is there until its time is over
                if monotonic() >= until:
                    self._lost.set()
                    return

    def stop(self) -> None:
        """Renew no longer."""
        self._over.set()
        self.join()


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


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
