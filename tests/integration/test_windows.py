"""A long list read in windows side by side holds what it holds read in a row, whatever its times, its faults, and what changes meanwhile."""

import json
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from hypothesis import currently_in_test_context, event, given, settings
from hypothesis import strategies as st

from agent.errors import Declined
from agent.live.long_lists import AtPage, LongLists
from agent.live.reads import LiveReads
from ingest.company import Company, read_company
from ingest.gateway import Deadline, Expected, Gateway, GatewayOptions
from ingest.sandbox.faults import Fault
from ingest.sandbox.state import Options, Sandbox
from ingest.sandbox.times import written
from tests.cases import each_case
from tests.integration.drawn_company import without_socket
from tests.integration.small_company import DATA_AS_OF, NOW, account_id, merge_id, row

HOUSE, TICKET = "windows", "ticketing/Ticket"
PINNED = datetime.fromisoformat(NOW)
START = datetime(2026, 1, 1, tzinfo=UTC)
UNTIL = PINNED - timedelta(hours=1)     # the graph's last sync
SINCE = written(PINNED - timedelta(minutes=20))
TOO_MANY = httpx.Response(429, headers={"retry-after": "0"}, json={"detail": "Request was throttled."})

# Minutes from the start of the year: spread over it, crowded into some seconds, equal; None: no time.
SPREAD, CROWDED, EQUAL = st.integers(0, 460_000).map(float), st.floats(200_000, 200_000.5), st.sampled_from([0.0, 1_000.0, 200_000.25])
TIMES = st.one_of(SPREAD, SPREAD, CROWDED, EQUAL)
STRANGE = st.sampled_from([None, None, "", "not a time", "2026-05-01", "2026-05-01T10:00:00", "0001-01-01T00:00:00.000000Z",
                           "9999-12-31T23:59:59.999999Z", "2093-01-01T00:00:00.000000Z", "1969-12-31T23:59:59.000000Z", 17])
FAULTS = st.sampled_from(["error_500", "html_502", "not_json", "json_list", "malformed_row", "null_results", "lost_tail", "lost_page",
                          "repeating_cursor", "half_page", "extra_fields"])


@dataclass(frozen=True)
class Listed:
    """A list and how it is read: numbers of tickets that bear another time of creation, or none of their last change; `unknown` of those that
    the graph does not know yet."""

    minutes: tuple[float, ...]
    created: Mapping[int, object] = field(default_factory=dict)
    unmodified: frozenset[int] = frozenset()
    deleted: frozenset[int] = frozenset()
    unknown: frozenset[int] = frozenset()
    page: int = 5
    in_flight: int = 8
    inclusive: bool = False
    newest_first: bool = False

    @property
    def live(self) -> set[str]:
        return {ticket(n) for n in range(len(self.minutes)) if n not in self.deleted}

    @property
    def known(self) -> set[str]:
        return {ticket(n) for n in range(len(self.minutes)) if n not in self.unknown}

    def row(self, number: int) -> dict[str, Any]:
        """A ticket: new ones were changed since the graph's last sync."""
        modified = None if number in self.unmodified else {"modified_at": SINCE} if number in self.unknown else {}
        at = self.created.get(number, written(START + timedelta(minutes=self.minutes[number])))
        return row(HOUSE, TICKET, f"T-{number}", name=f"Fault {number}", remote_was_deleted=number in self.deleted, created_at=at,
                   **({"modified_at": None} if modified is None else modified))


@st.composite
def lists(draw: Callable[..., Any]) -> Listed:
    minutes = tuple(draw(st.one_of(st.lists(TIMES, min_size=30, max_size=60), st.lists(TIMES, max_size=12, min_size=1))))
    numbers = st.integers(0, len(minutes) - 1)
    some = st.frozensets(numbers, max_size=6)
    created = draw(st.one_of(st.just({}), st.dictionaries(numbers, STRANGE, max_size=6)))
    deleted, unknown, unmodified = draw(some), draw(some), draw(st.one_of(st.just(frozenset()), some))
    unknown |= draw(st.sampled_from([frozenset(), frozenset(created)]))
    if unmodified - deleted <= unknown & set(created):      # nothing else tells that this source leaves times out: the limit of docs/decisions/0006
        unmodified = frozenset()
    return Listed(minutes, created, unmodified, deleted, unknown, draw(st.integers(1, 6)), draw(st.integers(2, 8)), draw(st.booleans()),
                  draw(st.booleans()))


@dataclass
class Held:
    """In the place of the graph: the tickets that it knew at its last sync."""

    held: set[str]

    def ids(self, model: str) -> frozenset[str]:
        return frozenset(self.held)

    def until(self, model: str) -> datetime:
        return UNTIL

    def account(self, model: str, merge_id: str) -> None:
        return None

    def gone(self, model: str, ids: Collection[str]) -> None:
        self.held -= set(ids)


class Unsure(Held):
    """A graph of which no full run was believed."""

    def until(self, model: str) -> None:                # type: ignore[override]
        return None


@dataclass
class Office:
    """A company of one list, served without a socket. `before` a request of that number something happens; `throttled` ones are refused."""

    company: Company
    sandbox: Sandbox
    listed: Listed
    before: dict[int, Callable[[], object]] = field(default_factory=dict)
    throttled: frozenset[int] = frozenset()
    asked: int = 0
    under_way: int = 0
    most_under_way: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def live(self, in_flight: int) -> LiveReads:
        """A question that nobody asked before; one in flight: read in a row."""
        listed, serve = self.listed, without_socket(self.sandbox)
        options = GatewayOptions(transport=httpx.MockTransport(lambda request: self._answer(request, serve)), page_size=listed.page,
                                 in_flight=in_flight, requests_per_minute=None, retry_seconds=0.0, states_kept=3600.0, breaker_failures=10_000)
        gateway = Gateway(self.company.accounts, api_key=self.sandbox.api_key, base_url="http://merge.test/api", clock=lambda: PINNED,
                          options=options)
        return LiveReads(gateway, self.company, PINNED, Deadline.after(60), known=Held(listed.known))

    def change(self, op: str, number: int, **values: Any) -> None:
        at = {"id": "c", "at": NOW, "op": op, "category": "ticketing", "resource": "tickets", "record_id": ticket(number)}
        self.sandbox.apply(HOUSE, at | ({"record": row(HOUSE, TICKET, f"T-{number}", created_at=NOW, **values)} if op == "create" else {}))

    def _answer(self, request: httpx.Request, serve: Callable[[httpx.Request], httpx.Response]) -> httpx.Response:
        with self.lock:
            self.asked += 1
            number = self.asked
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
            self.before.pop(number, lambda: None)()
        try:
            return TOO_MANY if number in self.throttled else serve(request)
        finally:
            with self.lock:
                self.under_way -= 1


def ticket(number: int) -> str:
    return merge_id(HOUSE, f"T-{number}")


@contextmanager
def served(listed: Listed) -> Iterator[Office]:
    rows = [listed.row(n) for n in range(len(listed.minutes))]
    account = {"id": account_id(HOUSE, "ticketing"), "category": "ticketing", "integration": "tracker", "token": "token", "data_as_of": DATA_AS_OF}
    about = {"tenant": HOUSE, "name": "Acme", "domain": "acme.example", "now": NOW, "linked_accounts": [account], "people": []}
    with TemporaryDirectory() as home:
        folder = Path(home)
        (folder / "ticketing").mkdir()
        (folder / "company.json").write_text(json.dumps(about), "utf-8")
        (folder / "ticketing/tickets.json").write_text(json.dumps(rows), "utf-8")
        sandbox = Sandbox(Options(inclusive_borders=listed.inclusive, newest_first=listed.newest_first))
        sandbox.add_company(folder)
        yield Office(read_company(folder), sandbox, listed)


def told(live: LiveReads) -> set[str] | None:
    """The tickets; None where it is said that one could not look."""
    try:
        records = live.records(TICKET)
    except Declined:
        return None
    assert len(records) == len({r.id for r in records})
    if currently_in_test_context():
        event(f"in windows: {live.readings[0].windows > 0}")
    return {r.id for r in records}


@settings(deadline=None, max_examples=60)
@given(lists())
def test_windows_tell_what_a_reading_in_a_row_tells(listed: Listed) -> None:
    with served(listed) as office:
        in_a_row = told(office.live(1))
        assert told(office.live(listed.in_flight)) == in_a_row
        assert in_a_row in (None, listed.live)
        read = {r.id for r in office.live(listed.in_flight).gateway.read(TICKET, expected=Expected(len(listed.minutes), UNTIL)).records}
        assert read <= listed.live and not {i for i in listed.live - read if i not in listed.known or i not in {ticket(n) for n in listed.created}}
        assert office.most_under_way <= listed.in_flight


@settings(deadline=None, max_examples=60)
@given(lists(), st.lists(st.tuples(FAULTS, st.integers(1, 4)), max_size=2), st.frozensets(st.integers(3, 30), max_size=6))
def test_a_fault_makes_no_record_fail_to_be_told(listed: Listed, faults: list[tuple[str, int]], throttled: frozenset[int]) -> None:
    complete = replace(listed, unknown=frozenset())
    with served(complete) as office:
        for kind, count in faults:
            office.sandbox.faults.add(Fault(kind, model="Ticket", path="/ticketing/v1/tickets", count=count))
        office.throttled = throttled
        assert told(office.live(listed.in_flight)) in (None, listed.live)


@settings(deadline=None, max_examples=60)
@given(lists(), st.dictionaries(st.integers(3, 40), st.tuples(st.sampled_from(["create", "update", "delete"]), st.integers(0, 59)), max_size=8))
def test_what_was_there_all_the_time_is_told_whatever_comes_and_goes_meanwhile(listed: Listed, changes: dict[int, tuple[str, int]]) -> None:
    live, touched, new = listed.live, set(), set()
    with served(listed) as office:
        for number, (op, which) in changes.items():
            if op == "create":
                new.add(ticket(1000 + which))
                office.before[number] = lambda n=1000 + which: office.change("create", n)                # type: ignore[misc]
            elif ticket(which) in live:
                touched |= {ticket(which)} if op == "delete" else set()
                gone = {"remote_was_deleted": op == "delete"}
                office.before[number] = lambda n=which, v=gone: office.sandbox.apply(HOUSE, {                  # type: ignore[misc]
                    "id": "c", "at": NOW, "op": "update", "category": "ticketing", "resource": "tickets", "record_id": ticket(n), "record": v})
        found = told(office.live(listed.in_flight))
        assert found is None or live - touched <= found <= live | new


EVEN = tuple(n * 4_000.0 for n in range(100))


@each_case("listed, windows", [
    (Listed(EVEN), True),
    (Listed((*(0.5 * n for n in range(80)), *(n * 20_000.0 for n in range(1, 21)))), True),       # a first sync, and what came later
    (Listed((0.0,) * 100), True),                                                                      # to no avail
    (Listed((0.0,) * 80 + EVEN[80:]), True),
    (Listed(EVEN, newest_first=True), True),
    (Listed(EVEN[:15]), False),                                                                        # not worth it
    (Listed(EVEN, in_flight=1), False),
])
def test_long_list_is_cut_into_windows_at_a_bounded_cost_of_calls(listed: Listed, windows: bool) -> None:
    with served(listed) as office:
        assert told(office.live(listed.in_flight)) == told(in_a_row := office.live(1)) == listed.live
        office.asked = 0
        live = office.live(listed.in_flight)
        assert told(live) == listed.live
        assert [bool(r.windows) for r in live.readings] == [windows]
        assert live.calls <= in_a_row.calls + live.readings[0].windows + 2


def test_each_page_of_a_long_list_is_counted_until_the_list_is_read() -> None:
    minutes = tuple(minute / 4 for minute in range(1_200))
    with served(Listed(minutes, page=100)) as office:
        live, seen = office.live(1), list[AtPage | None]()
        office.before = {number: lambda: seen.append(live.long_lists.longest()) for number in range(1, 40)}
        assert told(live) == office.listed.live
    counted = [each.page for each in seen if each is not None and each.of == 12]
    assert counted == sorted(counted) and set(counted) == set(range(1, 13))
    assert live.long_lists.longest() is None


def test_a_list_that_is_read_twice_at_the_same_time_is_counted_for_each() -> None:
    lists = LongLists()
    with lists.reading(1_200) as first:
        with lists.reading(300) as second:
            first(1_200)
            assert (lists.longest(), second(100), lists.longest()) == (AtPage(1, 3), None, AtPage(2, 3))
        first(300)                      # pages that came twice
        assert lists.longest() == AtPage(12, 12)
    assert lists.longest() is None


def test_many_untimed_records_that_the_graph_knows_are_read_in_a_row() -> None:
    with served(Listed(EVEN, dict.fromkeys(range(50, 80)))) as office:
        live = office.live(8)
        assert told(live) == office.listed.live
        assert [bool(r.windows) for r in live.readings] == [True, False]


@each_case("page, listed", [
    (5, Listed(EVEN, {70: None}, unknown=frozenset({70}))),                                            # new, and in no window
    (5, Listed(EVEN, {70: "not a time"}, unknown=frozenset({70}))),
    (5, Listed(EVEN, {70: None, 80: None}, unmodified=frozenset({70, 80}), unknown=frozenset({70}))),
    (5, Listed(EVEN, {70: None}, unmodified=frozenset({70, 20}), unknown=frozenset({70}))),           # one with the one time tells of it
    (2, Listed((*EVEN[:99], 60_000_000.0), newest_first=True)),                                        # a first page that spans a century
])
def test_a_new_record_that_lies_in_no_window_is_told(page: int, listed: Listed) -> None:
    with served(replace(listed, page=page)) as office:
        live = office.live(8)
        assert told(live) == listed.live
        assert [bool(r.windows) for r in live.readings][-1] is (not listed.created)


def test_a_list_of_which_the_graph_cannot_tell_what_it_lacks_is_read_in_a_row() -> None:
    with served(Listed(EVEN)) as office:
        live = office.live(8)
        live.known = Unsure(office.listed.known)
        assert told(live) == office.listed.live
        assert not any(r.windows for r in live.readings)
