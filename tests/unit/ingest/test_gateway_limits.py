"""Not too often, not too long, not against a wall; many threads may share one gateway."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.gateway import Deadline
from ingest.gateway.limits import Breaker, Lanes, Pace
from ingest.records import Outcome, Why
from kg.errors import Cancelled
from tests.cases import each_case
from tests.unit.ingest.tiny_merge import TinyMerge, gateway, linked, uuid

ANA = {"id": uuid(1)}


@dataclass
class Seconds:
    """A monotonic clock that a test moves."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@settings(deadline=None)
@given(st.lists(st.floats(0, 30), max_size=80), st.integers(1, 5))
def test_no_minute_ever_holds_more_requests_than_allowed(pauses, per_minute):
    clock = Seconds()
    pace = Pace(per_minute, clock)
    made = []
    for pause in pauses:
        clock.now += pause
        if pace.take() == 0:
            made.append(clock.now)
    assert all(sum(start <= m < start + 60 for m in made) <= per_minute for start in made)


def test_call_after_the_stated_wait_is_allowed():
    clock = Seconds()
    pace = Pace(2, clock)
    assert [pace.take(), pace.take()] == [0, 0]
    clock.now = 10
    assert pace.take() == 50
    clock.now += 50
    assert pace.take() == 0


def test_syncs_leave_a_reserve_of_the_pace_to_questions():
    pace = Pace(20, Seconds())
    assert [pace.take(in_a_hurry=False) for _ in range(19)] == [0] * 18 + [60]
    assert [pace.take() for _ in range(3)] == [0, 0, 60]


def test_rate_limit_error_gives_a_sync_its_wait_and_fails_a_question_early():
    merge, told = TinyMerge({"hris/employees": [ANA]}, before=failing(1, httpx.Response(429, headers={"retry-after": "0"}))), []
    assert len(list(gateway(merge).pages("hris/Employee", account=linked().id, waits=told.append))) == 1
    assert told == [0]


def test_sync_waits_longer_for_the_rate_limit_than_a_question():
    options = {"retry_seconds": 0.02, "longest_wait": 0.01}
    limited = TinyMerge({"hris/employees": [ANA]}, before=failing(1, httpx.Response(429)))
    assert gateway(limited, **options).read("hris/Employee").why == Why.RATE_LIMITED
    limited.before = failing(1, httpx.Response(429))
    waits = []
    pages = gateway(limited, **options).pages("hris/Employee", account=linked().id, waits=waits.append)
    assert ([len(page) for page in pages], len(waits) > 0) == ([1], True)


def test_a_server_that_asks_for_a_very_long_pause_is_asked_again_after_a_quarter_of_an_hour():
    clock = Seconds()
    pace = Pace(None, clock)
    pace.hold(1e9)
    assert pace.take() == 900


def test_a_pace_is_held_when_the_server_says_so():
    clock = Seconds()
    pace = Pace(None, clock)
    pace.hold(7)
    assert pace.take() == 7
    clock.now = 7
    assert pace.take() == 0


def test_concurrent_requests_are_capped_and_drop_to_one_for_a_minute_after_a_429():
    clock = Seconds()
    lanes = Lanes(3, clock)
    first, *others = taken = [lanes.enter(0) for _ in range(3)]
    assert all(lane.is_shared for lane in taken) and lanes.enter(0) is None
    lanes.narrow()
    for lane in others:
        lanes.leave(lane)
    assert lanes.enter(0) is None
    lanes.leave(first)
    alone = lanes.enter(0)
    assert not alone.is_shared and lanes.enter(0) is None
    clock.now = 60
    assert lanes.enter(0) is not None and alone.is_shared


def test_a_breaker_opens_on_failures_that_come_close_together_and_closes_again():
    clock = Seconds()
    breaker = Breaker(3, window=10, open_for=5, monotonic=clock)
    for clock.now in (0, 6, 12, 18):
        breaker.failed()
    assert not breaker.is_open
    clock.now = 19
    breaker.failed()
    assert breaker.is_open
    clock.now = 24
    assert not breaker.is_open


def test_a_deadline_counts_down_to_zero_and_stays_there():
    clock = Seconds(100)
    deadline = Deadline.after(3, clock)
    clock.now = 102
    assert (deadline.left(), deadline.expired) == (1, False)
    clock.now = 200
    assert (deadline.left(), deadline.expired) == (0, True)


def test_a_deadline_and_those_made_of_it_come_when_their_question_is_stopped():
    stop = threading.Event()
    whole = Deadline.after(30, stop=stop)
    part = whole.anew(1)
    for one in (whole, part, Deadline.after(30)):
        one.go_on()
    stop.set()
    for one in (whole, part):
        assert one.expired
        with pytest.raises(Cancelled):
            one.go_on()


def failing(times, response):
    """Employees answer so for the first times, then rightly."""
    left = [response] * times

    def answer(request):
        if not left or not request.url.path.endswith("employees"):
            return None
        one = left.pop()
        if isinstance(one, Exception):
            raise one
        return httpx.Response(one.status_code, headers=one.headers)
    return answer


AGAIN = [httpx.Response(500), httpx.Response(503), httpx.Response(429, headers={"retry-after": "0"}), httpx.ConnectError("x"),
         httpx.RemoteProtocolError("x"),
         httpx.Response(429, headers={"date": "Fri, 20 Nov 2026 09:00:00 GMT", "retry-after": "Fri, 20 Nov 2026 09:00:00 GMT"})]


@each_case("response", AGAIN)
def test_a_short_failure_is_asked_again_and_a_longer_one_is_unknown(response):
    assert gateway(TinyMerge({"hris/employees": [ANA]}, before=failing(1, response))).read("hris/Employee").outcome is Outcome.FOUND
    assert gateway(TinyMerge({"hris/employees": [ANA]}, before=failing(2, response))).read("hris/Employee").outcome is Outcome.UNKNOWN
    patient = gateway(TinyMerge({"hris/employees": [ANA]}, before=failing(3, response)), retries=3)
    assert patient.read("hris/Employee").outcome is Outcome.FOUND


@each_case("response", [*map(httpx.Response, (400, 401, 404, 408)), httpx.ReadTimeout("x")])
def test_what_asking_again_cannot_help_is_asked_once(response):
    merge = TinyMerge({"hris/employees": [ANA]}, before=failing(1, response))
    assert gateway(merge, retries=3).read("hris/Employee").outcome is Outcome.UNKNOWN
    assert len(merge.data_requests) == 1


def test_a_server_that_wants_a_longer_wait_than_the_deadline_is_not_waited_for():
    merge = TinyMerge({"hris/employees": [ANA]}, before=failing(1, httpx.Response(429, headers={"retry-after": "30"})))
    door = gateway(merge)
    assert door.read("hris/Employee", deadline=Deadline.after(20)).why is Why.RATE_LIMITED
    assert door.read("hris/Employee", deadline=Deadline.after(20)).why is Why.RATE_LIMITED      # held for everybody
    assert len(merge.data_requests) == 1


def test_our_own_limit_is_a_reason_to_say_unknown_and_not_to_ask():
    merge = TinyMerge({"hris/employees": [ANA]})
    reading = gateway(merge, requests_per_minute=2).read("hris/Employee", deadline=Deadline.after(20))
    assert (reading.why, len(merge.asked)) == (Why.RATE_LIMITED, 2)


def test_each_linked_account_has_its_own_limit():
    accounts = [linked("hris"), linked("hris", "Workday", "other-token")]
    assert gateway(TinyMerge({"hris/employees": [ANA]}), accounts, requests_per_minute=3).read("hris/Employee").outcome is Outcome.FOUND


def test_a_streak_of_failures_stops_the_asking_for_a_while():
    merge = TinyMerge(before=lambda r: httpx.Response(404, json={"detail": "Not found."}) if uuid(1) in r.url.path else None)
    door = gateway(merge, breaker_failures=5)
    outcomes = [door.retrieve("hris/Employee", uuid(1)) for _ in range(20)]
    assert [o.outcome for o in outcomes] == [Outcome.NONE] * 5 + [Outcome.UNKNOWN] * 15
    assert {o.why for o in outcomes[5:]} == {Why.UNREACHABLE}
    assert len(merge.data_requests) == 5


def test_own_deadline_is_out_of_time_and_no_failure_of_the_source():
    def hangs(request):
        raise httpx.ReadTimeout("slow", request=request)

    merge = TinyMerge(before=lambda r: hangs(r) if r.url.path.endswith("employees") else None)
    door = gateway(merge, breaker_failures=5)
    for left in (0, 0.5, 2) * 10:
        assert door.read("hris/Employee", deadline=Deadline.after(left)).why is Why.OUT_OF_TIME
    assert [door.read("hris/Employee", deadline=Deadline.after(20)).why for _ in range(7)] == [Why.TIMEOUT] * 5 + [Why.UNREACHABLE] * 2


def test_a_server_that_drips_does_not_outlast_the_deadline():
    clock = Seconds()

    class Drips(httpx.SyncByteStream):
        def __iter__(self):
            while clock.now < 100:
                clock.now += 1
                yield b" "

    merge = TinyMerge(before=lambda r: httpx.Response(200, stream=Drips()) if r.url.path.endswith("employees") else None)
    reading = gateway(merge).read("hris/Employee", deadline=Deadline.after(5, clock))
    assert (reading.why, clock.now < 10) == (Why.TIMEOUT, True)


def test_many_threads_share_one_gateway_and_ask_for_the_account_once():
    accounts = [linked(c, token=f"token-{c}") for c in ("hris", "crm", "ticketing")]
    rows = {"hris/employees": [{"id": uuid(n)} for n in range(250)], "crm/contacts": [{"id": uuid(n)} for n in range(1000, 1030)],
            "ticketing/tickets": [{"id": uuid(n)} for n in range(2000, 2150)]}
    merge, lock = TinyMerge(rows), threading.Lock()

    def one_at_a_time(request):
        with lock:
            return merge(request)

    door = gateway(one_at_a_time, accounts, states_kept=3600)
    wanted = [("hris/Employee", 250, "hris"), ("crm/Contact", 30, "crm"), ("ticketing/Ticket", 150, "ticketing")] * 8
    with ThreadPoolExecutor(8) as threads:
        readings = list(threads.map(lambda w: door.read(w[0]), wanted))
    assert [(r.model, r.outcome, len({x.id for x in r.records})) for r in readings] == [(m, Outcome.FOUND, n) for m, n, _ in wanted]
    assert all(x.linked_account == f"la-{c}-BambooHR" for r, (_, _, c) in zip(readings, wanted, strict=True) for x in r.records)
    assert all(r.headers["x-account-token"] == f"token-{r.url.path.split('/')[2]}" for r in merge.asked)
    assert len(merge.asked) - len(merge.data_requests) == 2 * 3
