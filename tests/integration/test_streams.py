"""Jobs, tickets, logs and word of them on a real Valkey, as several consumers see them."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workers.storage.store import RedisStore
from workers.storage.streams import Job, Limits, Place, Streams, Ticket

OF_ONE = 2
ACTIONS = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(("ana", "ben")), st.integers(0, 3)),
    st.tuples(st.sampled_from(("take", "done", "back")), st.just(""), st.integers(0, 3)),
)


@pytest.fixture
def store(redis_url: str, tenant: str) -> RedisStore:
    return RedisStore(redis_url, tenant)


def consumer(store: RedisStore, lease: float = 3600) -> Streams:
    found = Streams(store, Limits(60, 3, OF_ONE, lease))
    found.join()
    return found


def job(key: str, line: str = "line", owner: str = "ana") -> Job:
    return Job(key, line, owner)


def test_a_job_is_kept_once_in_a_line_that_has_an_end(store: RedisStore) -> None:
    here = consumer(store)
    places = [here.enqueue(job(key), b"v") for key in ("a", "b", "a", "c", "d")]
    assert places == [Place("new", 0, 0), Place("new", 1, 1), Place("known"), Place("new", 2, 1), Place("full")]
    assert (store.get("a"), store.get("d")) == (b"v", None)


def test_lines_of_an_owner_beyond_their_share_wait_for_their_own_only(store: RedisStore) -> None:
    here = consumer(store)
    before = [here.enqueue(job(f"a{n}", f"line {n}"), b"v").before for n in range(5)]
    here.enqueue(job("b", "his", "ben"), b"v")
    first = here.take(9)
    assert (before, [ticket.job.key for ticket in first]) == ([0, 0, 2, 3, 4], ["a0", "a1", "b"])
    here.done(first[0])
    assert [ticket.job.key for ticket in here.take(9)] == ["a2"]


class Play:
    """Two consumers, what waits by line, and what each of them holds."""

    def __init__(self, store: RedisStore) -> None:
        self._consumers = [consumer(store), consumer(store)]
        self.waiting: dict[str, list[str]] = defaultdict(list)
        self._held: list[tuple[Streams, Ticket]] = []
        self._made = count()

    def put(self, owner: str, which: int) -> None:
        made = job(f"job {next(self._made)}", f"{owner} {which}", owner)
        if self._consumers[0].enqueue(made, b"v").state == "new":
            self.waiting[made.line].append(made.key)

    def take(self, _: str, which: int) -> None:
        by = self._consumers[which % 2]
        for ticket in by.take(2):
            assert ticket.job.key == self.waiting[ticket.job.line][0]
            self._held.append((by, ticket))
        lines, owners = (Counter(getattr(ticket.job, what) for _, ticket in self._held) for what in ("line", "owner"))
        assert max(lines.values(), default=0) <= 1 and max(owners.values(), default=0) <= OF_ONE

    def done(self, _: str, which: int) -> None:
        for by, ticket in self._released(which):
            self.waiting[ticket.job.line].pop(0)
            by.done(ticket)

    def back(self, _: str, which: int) -> None:
        for by, ticket in self._released(which):
            by.hand_back(ticket)

    def _released(self, which: int) -> list[tuple[Streams, Ticket]]:
        return [self._held.pop(which % len(self._held))] if self._held else []


@given(st.lists(ACTIONS, max_size=40))
@settings(max_examples=50)
def test_jobs_are_taken_once_in_order_within_the_share_of_their_owner(redis_url: str, actions: Sequence[tuple[str, str, int]]) -> None:
    store = RedisStore(redis_url, uuid.uuid4().hex)
    play = Play(store)
    for what, owner, which in actions:
        getattr(play, what)(owner, which)
    for _ in range(len(actions)):       # nothing is forgotten: somebody can always go on
        play.take("", 0)
        play.done("", 0)
    assert not any(play.waiting.values())
    store.close()


def test_a_ticket_that_is_not_renewed_is_handed_on_and_its_loser_can_do_no_more(store: RedisStore) -> None:
    dying, heir = consumer(store), consumer(store, lease=0)
    dying.enqueue(job("a"), b"v")
    dying.enqueue(job("b"), b"v")
    (lost,) = dying.take(1)
    assert (dying.append("log", lost.job, b"1", ticket=lost), consumer(store).take(9)) == (1, [])
    (found,) = heir.take(9)
    dying.renew([lost])
    dying.done(lost)
    assert (found, dying.append("log", lost.job, b"2", ticket=lost), heir.append("log", lost.job, b"2", ticket=found)) == (lost, -1, 2)
    heir.done(found)
    assert [ticket.job.key for ticket in dying.take(9)] == ["b"]


def test_whoever_is_worked_for_is_known_until_it_is_done(store: RedisStore) -> None:
    here = consumer(store)
    here.enqueue(job("a"), b"v")
    assert not here.is_at_work("ana")
    (ticket,) = here.take(9)
    assert (here.is_at_work("ana"), here.is_at_work("ben"), consumer(store, lease=0).is_at_work("ana")) == (True, False, False)
    here.done(ticket)
    assert not here.is_at_work("ana")


def test_a_log_numbers_its_entries_and_takes_none_after_the_last(store: RedisStore) -> None:
    here = consumer(store)
    here.enqueue(job("a"), b"v")
    said = [here.append("log", job("a"), value, kind) for value, kind in ((b"1", "first"), (b"2", ""), (b"2", ""), (b"0", "first"), (b"3", "last"))]
    assert (said, here.append("log", job("a"), b"4"), here.append("other", job("gone"), b"1")) == ([1, 2, 2, 0, 3], 0, 0)
    assert [(entry.number, entry.value, entry.is_last) for entry in here.entries("log", 1)] == [(2, b"2", False), (3, b"3", True)]
    assert (here.entries("log", 3), here.have_ended(["log", "other"])) == ([], [True, False])


def test_word_of_jobs_and_logs_reaches_who_listens(store: RedisStore) -> None:
    here, told = consumer(store), consumer(store)
    after = here.join()
    told.enqueue(job("a"), b"v")
    told.append("log", job("a"), b"1")
    told.tell("stop", "a")
    heard: list[tuple[str, str]] = []
    while len(heard) < 3:
        heard += here.hear(after, 10)
    assert sorted(heard) == [("line", "line"), ("stop", "a"), ("told", "a")]
