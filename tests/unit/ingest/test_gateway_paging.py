"""Every page is read, each record once, and a part never passes for the whole."""

import base64
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ingest.gateway.errors import Truncated
from ingest.gateway.windows import Window, cut, is_timed
from ingest.records import Outcome, Record, Why
from tests.unit.ingest.tiny_merge import NOW, TinyMerge, gateway, linked, uuid

ROWS = st.lists(st.tuples(st.integers(1, 30), st.integers(0, 5)), max_size=30)


def row(number: int, minute: int) -> dict[str, str]:
    return {"id": uuid(number), "modified_at": f"2026-11-19T08:0{minute}:00.000000Z"}


@settings(deadline=None, max_examples=50)
@given(ROWS, st.integers(1, 40))
def test_each_record_comes_once_in_its_newest_version_whatever_the_pages(rows, page):
    merge = TinyMerge({"hris/employees": [row(*r) for r in rows]}, page=page)
    read = gateway(merge).read("hris/Employee").records
    newest = {number: max(m for n, m in rows if n == number) for number, _ in rows}
    assert sorted((r.id, r.modified_at.minute) for r in read) == sorted((uuid(n), m) for n, m in newest.items())


@settings(deadline=None, max_examples=50)
@given(ROWS, st.integers(1, 40))
def test_pages_bring_a_record_again_only_when_it_changed_meanwhile(rows, page):
    merge = TinyMerge({"hris/employees": [row(*r) for r in rows]}, page=page)
    came = [(r.id, r.modified_at) for p in gateway(merge, breaker_failures=10_000).pages("hris/Employee", account=linked().id) for r in p]
    for one in {i for i, _ in came}:
        times = [t for i, t in came if i == one]
        assert times == sorted(set(times))
    assert {i for i, _ in came} == {uuid(n) for n, _ in rows}


def test_the_last_allowed_page_is_still_the_whole_if_it_is_the_last():
    employees = [row(n, 0) for n in range(1, 7)]
    assert gateway(TinyMerge({"hris/employees": employees}, page=2), max_pages=3).read("hris/Employee").outcome is Outcome.FOUND
    cut = gateway(TinyMerge({"hris/employees": employees}, page=2), max_pages=2).read("hris/Employee")
    assert (cut.outcome, cut.why, len(cut.records)) == (Outcome.UNKNOWN, Why.TRUNCATED, 4)


def test_a_sync_reads_more_pages_than_a_question_but_no_list_without_an_end():
    merge = TinyMerge({"hris/employees": [row(n, 0) for n in range(1, 7)]}, page=2)
    assert sum(map(len, gateway(merge, max_pages=2).pages("hris/Employee", account=linked().id))) == 6
    with pytest.raises(Truncated):
        list(gateway(merge, max_synced_pages=2).pages("hris/Employee", account=linked().id))


CURSOR = base64.b64encode(b"p=2026-11-19 08:00:00.123456+00:00").decode()


@pytest.mark.parametrize("given_next", [
    CURSOR, f"https://api.merge.dev/api/hris/v1/employees?cursor={httpx.QueryParams({'c': CURSOR})['c'].replace('=', '%3D')}&page_size=100",
])
def test_the_next_page_may_be_named_by_a_cursor_or_by_a_whole_address(given_next):
    def pages(request):
        if not request.url.path.endswith("employees"):
            return None
        first = {"next": given_next, "results": [row(1, 0)]}
        return httpx.Response(200, json={"next": None, "results": [row(2, 0)]} if request.url.params.get("cursor") == CURSOR else first)

    merge = TinyMerge(before=pages)
    assert [r.id for r in gateway(merge).read("hris/Employee").records] == [uuid(1), uuid(2)]
    assert {r.url.host for r in merge.asked} == {"merge.test"}


def test_pages_that_go_round_in_a_circle_end_as_a_broken_answer():
    again = {"next": "again", "results": [row(1, 0)]}
    merge = TinyMerge(before=lambda r: httpx.Response(200, json=again) if "employees" in r.url.path else None)
    reading = gateway(merge).read("hris/Employee")
    assert (reading.outcome, reading.why) == (Outcome.UNKNOWN, Why.BROKEN_ANSWER)
    assert len(merge.data_requests) == 2


def test_the_filters_stay_the_same_from_page_to_page():
    merge = TinyMerge({"hris/employees": [row(n, 0) for n in range(1, 6)]}, page=2)
    gateway(merge).read("hris/Employee", {"employment_status": "ACTIVE"}, expand=["manager"])
    asked = [{k: v for k, v in r.url.params.items() if k != "cursor"} for r in merge.data_requests]
    assert len(asked) == 3 and asked[0] == asked[1] == asked[2]


def test_an_endpoint_with_a_smaller_page_is_asked_for_no_more_than_wanted():
    merge = TinyMerge()
    gateway(merge, page_size=25).read("hris/Employee")
    assert merge.data_requests[0].url.params["page_size"] == "25"


@pytest.mark.parametrize("count, asked", [
    (0, [{"page_size": "1"}]), (3, [{"page_size": "3"}]),
    (100, [{"page_size": "75", "created_before": "2026-02-20T00:00:01Z"}, {"page_size": "75", "created_after": "2026-02-19T23:59:59Z"}])])
def test_a_second_reading_cuts_the_list_in_another_way(count, asked):
    rows = [{"id": uuid(n + 1), "created_at": (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=n)).isoformat()} for n in range(count)]
    merge = TinyMerge({"hris/employees": rows}, page=1_000)
    reader = gateway(merge)
    first = reader.read("hris/Employee")
    before = len(merge.data_requests)
    again = reader.read_again(first)
    cut = [{k: v for k, v in r.url.params.items() if k != "show_native_enum_values"} for r in merge.data_requests[before:]]
    assert cut == asked
    assert {r.id for r in again.records} == {r.id for r in first.records}


def test_a_second_reading_of_a_list_of_which_a_record_bears_no_time_is_cut_into_no_windows():
    rows = [{"id": uuid(n + 1), "created_at": None if n == 60 else datetime(2026, 1, 1, tzinfo=UTC).isoformat()} for n in range(100)]
    merge = TinyMerge({"hris/employees": rows}, page=1_000)
    reader = gateway(merge)
    again = reader.read_again(reader.read("hris/Employee"))
    assert not {"created_before", "created_after"} & set(merge.data_requests[-1].url.params)
    assert len(again.records) == 100


MOMENTS = st.integers(0, 500_000).map(lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes))


def made_at(at: datetime, number: int = 0) -> Record:
    return Record("hris/Employee", uuid(number), "a", {"created_at": at}, None, at, False)


@given(st.lists(MOMENTS, min_size=1, max_size=20), st.integers(0, 500), st.lists(MOMENTS, max_size=5))
@example([datetime(2026, 3, 24, 3, 29, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)], 500, [])
def test_windows_leave_no_moment_out_in_whatever_order_the_page_stands(times, expected, moments):
    windows = cut([made_at(at, n) for n, at in enumerate(times)], expected, len(times), NOW)
    borders = (w.before for w in windows[:-1] if is_timed(made_at(w.before)))        # no record bears a time before 1970
    for at in (*times, *moments, *borders):
        holding = [w for w in windows if w.holds(made_at(at))]
        assert bool(holding) == bool(windows)
        assert len(holding) <= 2 and (not holding or any(strictly(w, at) for w in holding))
    assert len(windows) != 1


def strictly(window: Window, at: datetime) -> bool:
    """Does the window hold the moment even where its borders do not count?"""
    asked = window.filters
    return asked.get("created_after", at - timedelta(1)) < at < asked.get("created_before", at + timedelta(1))
