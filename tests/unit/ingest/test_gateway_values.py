"""Raw JSON becomes plain values: no digit is lost, no broken value breaks a page."""

from datetime import UTC, date, datetime
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.gateway import values
from ingest.merge_api import models
from ingest.records import Outcome
from tests.cases import each_case
from tests.unit.ingest.tiny_merge import Raw, TinyMerge, gateway, linked, uuid

DECIMALS = st.decimals(allow_nan=False, allow_infinity=False).map(lambda d: f"{d:f}")
FIELDS = st.sampled_from(["amount", "close_date", "stage", "owner", "name", "modified_at", "remote_was_deleted", "remote_fields", "new"])
SCALARS = st.none() | st.booleans() | st.integers() | st.text() | st.floats()
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
BROKEN_TIMES = ["soon", "2018-13-45", "2018-06-18T99:00:00Z", "0001-01-01T00:00:00+14:00", "", 7, True, {"a": 1}, [1], "20180618"]


def opportunity(**fields):
    merge = TinyMerge({"crm/opportunities": [{"id": uuid(1), **fields}]})
    return gateway(merge, [linked("crm", "Salesforce")]).read("crm/Opportunity").records[0].values


@settings(deadline=None)
@given(DECIMALS)
def test_a_number_never_loses_a_digit(written):
    assert opportunity(amount=Raw(written))["amount"] == Decimal(written)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(FIELDS, JSON))
def test_no_value_breaks_a_record(fields):
    assert values.record("crm/Opportunity", "la", {"id": uuid(1), **fields}).id == uuid(1)


def test_a_fraction_that_the_sdk_would_cut_off_is_kept():
    assert opportunity(amount=75000.75)["amount"] == Decimal("75000.75")
    assert opportunity(amount="75000.750")["amount"] == Decimal("75000.750")
    assert opportunity(amount=75000)["amount"] == 75000


@each_case("written, value", [
    ("2018-06-18T00:00:00.000000Z", datetime(2018, 6, 18, tzinfo=UTC)), ("2018-06-18", date(2018, 6, 18)),
    ("2018-06-18T02:30:00+02:00", datetime(2018, 6, 18, 0, 30, tzinfo=UTC)), ("2018-06-18T00:00:00", datetime(2018, 6, 18, tzinfo=UTC)),
    ("2018-06-18T12:30:00.123456Z", datetime(2018, 6, 18, 12, 30, 0, 123456, UTC)),
])
def test_times_are_aware_and_in_utc_and_days_are_days(written, value):
    read = opportunity(close_date=written)["close_date"]
    assert (read, type(read)) == (value, type(value))


@each_case("broken", BROKEN_TIMES)
def test_a_broken_time_stays_as_it_came(broken):
    read = opportunity(close_date=broken, modified_at=broken)
    assert read["close_date"] == read["modified_at"] == broken


def test_one_broken_row_changes_no_other():
    rows = [{"id": uuid(1), "amount": "many", "close_date": "soon"}, {"id": uuid(2), "amount": 100.50, "close_date": "2026-01-02"}]
    reading = gateway(TinyMerge({"crm/opportunities": rows}), [linked("crm")]).read("crm/Opportunity")
    assert reading.outcome is Outcome.FOUND
    came = [(r.values["amount"], r.values["close_date"]) for r in reading.records]
    assert came == [("many", "soon"), (Decimal("100.5"), date(2026, 1, 2))]


def test_every_field_of_the_model_is_there_and_what_merge_adds_stays():
    read = opportunity(status="OPEN", status_native="Qualified", undocumented={"since": "2018-06-18"})
    assert set(read) == {f.name for f in models()["crm/Opportunity"].fields} | {"status_native", "undocumented"}
    assert (read["name"], read["status_native"], read["undocumented"]) == (None, "Qualified", {"since": "2018-06-18"})


def test_embedded_and_expanded_parts_are_typed_and_ids_stay_ids():
    read = opportunity(owner=uuid(2), account={"id": uuid(3), "modified_at": "2026-01-02T00:00:00Z", "owner": uuid(2)})
    assert read["owner"] == uuid(2)
    assert read["account"]["modified_at"] == datetime(2026, 1, 2, tzinfo=UTC)
    soft = values.plain("hris/Group", {"parent_group": {"id": uuid(4), "created_at": "2026-01-02T00:00:00Z"}})
    assert soft["parent_group"]["created_at"] == datetime(2026, 1, 2, tzinfo=UTC)


def test_a_tag_without_an_id_goes_by_the_providers():
    merge = TinyMerge({"ats/tags": [{"remote_id": "t-1", "name": "senior"}, {"name": "remote"}]})
    assert [r.id for r in gateway(merge, [linked("ats")]).read("ats/Tag").records] == ["t-1", "remote"]


def test_numbers_that_json_does_not_have_stay_text():
    assert values.parse(b'{"a": NaN, "b": -Infinity, "c": 1.10}') == {"a": "NaN", "b": "-Infinity", "c": Decimal("1.10")}


def test_half_a_character_becomes_a_mark_and_a_whole_one_stays() -> None:
    assert values.parse(rb'{"\udfff": ["a\ud800b", "\ud83d\ude42"]}') == {"\ufffd": ["a\ufffdb", "🙂"]}
