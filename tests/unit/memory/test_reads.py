"""The log of private reads: complete, in order, per tenant, without values; and the totals that were given, first come first served."""

from datetime import UTC, datetime, timedelta

import pytest

from memory.history import History
from memory.reads import Reads

AT = datetime(2026, 11, 20, 9, tzinfo=UTC)
BIRTHDAY = {"question": "q1", "class": "B", "grant": "self", "how": "value", "whom": ["e1"]}
PAY = {"question": "q2", "class": "C", "grant": "payroll", "how": "total", "whom": ["e1", "e2"]}
TEN = frozenset(f"e{i}" for i in range(10))


@pytest.fixture(params=["local folder", "object store"])
def url(request, tmp_path):
    return str(tmp_path) if request.param == "local folder" else f"memory://{tmp_path.name}-{request.node.name}"


def test_what_was_recorded_is_read_again_with_who_and_when(url):
    reads = Reads(url)
    reads.record("acme", "Ana@Acme.example", AT, [BIRTHDAY, PAY])
    assert Reads(url).of("acme", "ana@acme.example") == [
        {"at": AT.isoformat(), "who": "ana@acme.example", **BIRTHDAY}, {"at": AT.isoformat(), "who": "ana@acme.example", **PAY},
    ]


def test_the_log_of_a_tenant_is_that_of_all_its_people_in_order_and_of_no_other_tenant(url):
    reads = Reads(url)
    reads.record("acme", "ben@acme.example", AT + timedelta(minutes=1), [PAY])
    reads.record("acme", "ana@acme.example", AT, [BIRTHDAY])
    reads.record("bolt", "zoe@bolt.example", AT, [BIRTHDAY])
    assert [e["who"] for e in reads.of("acme")] == ["ana@acme.example", "ben@acme.example"]
    assert reads.of("nobody") == []


def test_a_question_that_reads_nothing_private_leaves_no_line(url):
    reads = Reads(url)
    reads.record("acme", "ana@acme.example", AT, [])
    assert reads.of("acme") == []


def test_the_log_goes_with_its_tenant(tmp_path):
    url = str(tmp_path)
    reads = Reads(url)
    reads.record("acme", "ana@acme.example", AT, [BIRTHDAY])
    reads.totals_of("acme", "ana@acme.example").claim("C", [TEN])
    History(url).forget("acme")
    assert reads.of("acme") == []
    assert reads.totals_of("acme", "ana@acme.example").claim("C", [TEN])[1] == ()


def test_groups_that_were_given_are_known_to_the_next_question_of_that_person_and_class(url):
    first, later, other = (Reads(url).totals_of("acme", p) for p in ("ana@acme.example", "ANA@acme.example", "ben@acme.example"))
    assert first.claim("C", [TEN])[1] == ()
    assert later.claim("C", [TEN - {"e1"}])[1] == (TEN,)
    assert later.claim("D", [TEN])[1] == ()
    assert other.claim("C", [TEN])[1] == ()


def test_first_of_two_concurrent_total_requests_wins(url):
    one, two = (Reads(url).totals_of("acme", "ana@acme.example") for _ in range(2))
    assert one.claim("C", [TEN])[1] == ()
    assert two.claim("C", [TEN - {"e1"}])[1] == (TEN,)      # whatever becomes of the first question


def test_what_was_withdrawn_was_not_given(url):
    totals = Reads(url).totals_of("acme", "ana@acme.example")
    mark, _ = totals.claim("C", [TEN])
    totals.withdraw(mark)
    assert totals.claim("C", [TEN - {"e1"}])[1] == ()
