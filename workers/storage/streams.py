"""Jobs that wait, logs of what happens in them, and word of both, on Redis Streams: fair between owners, in order within a line.

A line holds jobs in the order in which they came. A line with jobs has one ticket in a stream with a consumer group, but of an owner's lines
only the first few have one, so that nobody's jobs hold up those of others. Who takes a ticket works off the first job of its line, and nobody
else does while the ticket is renewed; a ticket that nobody renews is handed to whoever asks next (XAUTOCLAIM). Knows nothing of what a job is.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from workers.storage.store import RedisStore

LEASE_SECONDS = 10.0
_TICKETS, _NEWS, _GROUP = "tickets", "news", "workers"
_NEWS_KEPT = 10_000
_AT_MOST = 1_000                        # tickets that are looked at in one go
_GONE_SECONDS = 86_400.0                # a consumer that has not asked for so long is forgotten

# `own`: the owner's lines with jobs; the first ARGV[7] of them have tickets.
_ENQUEUE = """
local job, line, own, tickets = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
if redis.call('EXISTS', job) == 1 then return {'known', 0, 0} end
if redis.call('LLEN', line) >= tonumber(ARGV[3]) then return {'full', 0, 0} end
local others = redis.call('XLEN', tickets)
redis.call('SET', job, ARGV[1], 'PX', ARGV[2])
local before = redis.call('RPUSH', line, ARGV[4]) - 1
local most, lines = tonumber(ARGV[7]), redis.call('LLEN', own)
if redis.call('LPOS', own, ARGV[5]) then
  if lines > most then before = math.max(before, lines) end
else
  redis.call('RPUSH', own, ARGV[5])
  if lines < most then redis.call('XADD', tickets, '*', 'line', ARGV[5], 'owner', ARGV[6]) else before = math.max(before, lines) end
end
redis.call('PEXPIRE', line, ARGV[2])
redis.call('PEXPIRE', own, ARGV[2])
return {'new', before, others}
"""
_IS_MINE = """
local function is_mine(tickets, id, group, consumer) return #redis.call('XPENDING', tickets, group, id, id, 1, consumer) == 1 end
"""
_RELEASE = _IS_MINE + """
local line, own, tickets, news = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
if not is_mine(tickets, ARGV[1], ARGV[2], ARGV[3]) then return 0 end
redis.call('XACK', tickets, ARGV[2], ARGV[1])
redis.call('XDEL', tickets, ARGV[1])
if ARGV[6] == '' then return redis.call('XADD', tickets, '*', 'line', ARGV[4], 'owner', ARGV[5]) end
redis.call('LREM', line, 1, ARGV[6])
redis.call('LREM', own, 1, ARGV[4])
local is_more = redis.call('EXISTS', line) == 1
if is_more then redis.call('RPUSH', own, ARGV[4]) end
local most, lines = tonumber(ARGV[7]), redis.call('LLEN', own)
if is_more or lines >= most then
  redis.call('XADD', tickets, '*', 'line', redis.call('LINDEX', own, math.min(lines, most) - 1), 'owner', ARGV[5])
end
redis.call('XADD', news, 'MAXLEN', '~', ARGV[8], '*', 'told', ARGV[5])
return 1
"""
_RENEW = _IS_MINE + """
for n = 3, #ARGV do
  if is_mine(KEYS[1], ARGV[n], ARGV[1], ARGV[2]) then redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[n], 'JUSTID') end
end
"""
# What was added last is not added again, so that who did not hear whether it was may say it once more.
_APPEND = _IS_MINE + """
local log, job, tickets, news = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local last, number = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1], 0
if last then
  number = tonumber(string.match(last[1], '^%d+'))
  if last[2][2] == ARGV[1] then return number end
  if last[2][1] == 'last' or ARGV[3] == 'first' then return 0 end
end
if redis.call('EXISTS', job) == 0 then return 0 end
if ARGV[5] ~= '' and not is_mine(tickets, ARGV[5], ARGV[6], ARGV[7]) then return -1 end
redis.call('XADD', log, (number + 1) .. '-0', ARGV[3], ARGV[1])
redis.call('PEXPIRE', log, ARGV[2])
redis.call('XADD', news, 'MAXLEN', '~', ARGV[8], '*', 'told', ARGV[4])
return number + 1
"""
_JOIN = "redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')"      # an error where there is the group already


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be worked on: the key that it is kept under, the line that it waits in, and whose it is."""

    key: str
    line: str
    owner: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """The right to work off the first job of a line."""

    id: str
    job: Job


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a job and its log are kept, how many jobs a line holds, how many lines of one owner are worked on at once.

    `lease`: seconds until a ticket that is not renewed is handed on.
    """

    seconds: float
    in_line: int
    of_one: int
    lease: float = LEASE_SECONDS


@dataclass(frozen=True, slots=True)
class Place:
    """What became of a job: `new`, `known` (it is there already) or `full`; how many of its owner's go before it, and the tickets of all."""

    state: str
    before: int = 0
    tickets: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a log; nothing comes after the last."""

    number: int
    value: bytes
    is_last: bool


class Streams:
    """The jobs and logs of a store, as one consumer sees them. Usable from threads. All its methods raise StoreUnavailable."""

    def __init__(self, store: RedisStore, limits: Limits) -> None:
        """No I/O."""
        self._store, self._limits, self._consumer = store, limits, secrets.token_hex(8)
        scripts = (_ENQUEUE, _RELEASE, _RENEW, _APPEND, _JOIN)
        self._enqueue, self._release, self._renew, self._append, self._join = map(store.script, scripts)

    def enqueue(self, job: Job, value: bytes) -> Place:
        """Keep a job's value and put the job at the end of its line, in one step."""
        most = self._limits
        state, before, tickets = self._enqueue(
            (job.key, _line(job.line), _own(job.owner), _TICKETS),
            (value, round(most.seconds * 1000), most.in_line, job.key, job.line, job.owner, most.of_one))
        return Place(state.decode(), int(before), int(tickets))

    def take(self, most: int) -> list[Ticket]:
        """Up to so many tickets: those that nobody renews any more, then those that wait."""
        tickets, key = self._store.key(_TICKETS), self._store.key
        with self._store.commands() as redis:
            lost = redis.xautoclaim(tickets, _GROUP, self._consumer, round(self._limits.lease * 1000), count=most)[1]
            read = redis.xreadgroup(_GROUP, self._consumer, {tickets: ">"}, count=most - len(lost)) if len(lost) < most else None
            taken = [*lost, *(read[0][1] if read else ())]
            asked = redis.pipeline(transaction=False)
            for _, found in taken:
                asked.lindex(key(_line(found[b"line"].decode())), 0)
            jobs = asked.execute()
        return [Ticket(number.decode(), Job((job or b"").decode(), found[b"line"].decode(), found[b"owner"].decode()))
                for (number, found), job in zip(taken, jobs, strict=True)]

    def renew(self, tickets: Collection[Ticket]) -> None:
        """Keep tickets that are still this consumer's."""
        if tickets:
            self._renew((_TICKETS,), (_GROUP, self._consumer, *(ticket.id for ticket in tickets)))

    def done(self, ticket: Ticket) -> None:
        """The ticket's job is over: it leaves its line, and the owner's next line gets a ticket. Nothing happens where the ticket was lost."""
        self._give_up(ticket, ticket.job.key or "-")

    def hand_back(self, ticket: Ticket) -> None:
        """Let somebody else take the ticket, now."""
        self._give_up(ticket, "")

    def is_at_work(self, owner: str) -> bool:
        """Whether anybody works on jobs of an owner."""
        tickets = self._store.key(_TICKETS)
        self._join((_TICKETS,), (_GROUP,))
        with self._store.commands() as redis:
            pending = redis.xpending_range(tickets, _GROUP, "-", "+", _AT_MOST)
            held = [each["message_id"] for each in pending if each["time_since_delivered"] < self._limits.lease * 1000]
            found = [entry for number in held for entry in redis.xrange(tickets, number, number)]
        return any(fields[b"owner"].decode() == owner for _, fields in found)

    def append(self, log: str, of: Job, value: bytes, kind: str = "", ticket: Ticket | None = None) -> int:
        """Add to a job's log; `kind` may be `first` or `last`. The entry's number, from 1.

        0, and nothing is added: after the last, for a first one after others, or where the job is not kept any more. -1: the ticket was lost.
        """
        held = (ticket.id, _GROUP, self._consumer) if ticket else ("", "", "")
        return int(self._append((log, of.key, _TICKETS, _NEWS),
                                (value, round(self._limits.seconds * 1000), kind or "next", of.key, *held, _NEWS_KEPT)))

    def entries(self, log: str, after: int = 0) -> list[Entry]:
        """What a log holds after the entry of that number."""
        with self._store.commands() as redis:
            return [_entry(each) for each in redis.xrange(self._store.key(log), f"{after + 1}-0")]

    def have_ended(self, logs: Sequence[str]) -> list[bool]:
        """Whether each of the logs holds its last entry."""
        with self._store.commands() as redis:
            asked = redis.pipeline(transaction=False)
            for log in logs:
                asked.xrevrange(self._store.key(log), count=1)
            return [bool(found) and _entry(found[0]).is_last for found in asked.execute()]

    def tell(self, word: str, name: str) -> None:
        """Send word of something to all processes."""
        with self._store.commands() as redis:
            redis.xadd(self._store.key(_NEWS), {word: name}, maxlen=_NEWS_KEPT)

    def join(self) -> dict[str, str]:
        """Begin to take tickets and to hear word; from where on to `hear`."""
        self._join((_TICKETS,), (_GROUP,))
        tickets, news = self._store.key(_TICKETS), self._store.key(_NEWS)
        with self._store.commands() as redis:
            for each in redis.xinfo_consumers(tickets, _GROUP):
                if not each["pending"] and each["idle"] > _GONE_SECONDS * 1000:
                    redis.xgroup_delconsumer(tickets, _GROUP, each["name"])
            last = redis.xrevrange(news, count=1)
        return {tickets: "0-0", news: last[0][0].decode() if last else "0-0"}

    def hear(self, after: dict[str, str], seconds: float) -> list[tuple[str, str]]:
        """Wait at most so long for word (what, of what) or a ticket (`line`, which). Moves `after` on."""
        with self._store.commands() as redis:
            heard = redis.xread(after, count=_AT_MOST, block=round(seconds * 1000)) or ()
        found: list[tuple[str, str]] = []
        for stream, entries in heard:
            after[stream.decode()] = entries[-1][0].decode()
            found += [(word.decode(), name.decode()) for _, fields in entries for word, name in list(fields.items())[:1]]
        return found

    def _give_up(self, ticket: Ticket, job: str) -> None:
        line, owner = ticket.job.line, ticket.job.owner
        self._release((_line(line), _own(owner), _TICKETS, _NEWS),
                      (ticket.id, _GROUP, self._consumer, line, owner, job, self._limits.of_one, _NEWS_KEPT))


def _entry(found: tuple[bytes, dict[bytes, bytes]]) -> Entry:
    kind, value = next(iter(found[1].items()))
    return Entry(int(found[0].split(b"-")[0]), value, kind == b"last")


def _line(line: str) -> str:
    return f"line:{line}"


def _own(owner: str) -> str:
    return f"lines:{owner}"
