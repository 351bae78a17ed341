"""Cursors and pages of the sandbox."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.sandbox.answers import Refused
from ingest.sandbox.pages import Cursor, cut_page, decode, encode
from ingest.sandbox.shown import ShownRow

PLACES = st.one_of(st.just((True, 0)), st.integers(-(2**62), 2**62).map(lambda micros: (False, micros)))
KEYS = st.tuples(PLACES, st.text(min_size=1, max_size=40)).map(lambda k: (*k[0], k[1]))
LISTS = st.lists(KEYS, unique_by=lambda k: k[2], max_size=60).map(sorted)


def rows_of(keys: list[Any]) -> list[ShownRow]:
    return [ShownRow(key, key[2], {}, {}, False, False) for key in keys]


@given(KEYS, st.booleans(), st.text("0123456789abcdef", min_size=12, max_size=12))
def test_a_cursor_reads_back_as_it_was_written(key, backward, digest):
    cursor = Cursor(key, backward, digest)
    assert decode(encode(cursor), digest) == cursor


@given(LISTS, st.integers(1, 20))
def test_walking_forward_meets_every_row_once_and_walking_back_meets_them_again(keys, size):
    rows, met, back, cursor = rows_of(keys), [], [], None
    while True:
        page = cut_page(rows, keys, cursor, size, "d")
        met += [r.id for r in page.rows]
        if page.next is None:
            break
        cursor = decode(page.next, "d")
    while page.previous is not None:
        page = cut_page(rows, keys, decode(page.previous, "d"), size, "d")
        back = [r.id for r in page.rows] + back
    assert met == [k[2] for k in keys]
    assert back == met[: len(back)] and len(met) - len(back) <= size


@given(LISTS, st.integers(1, 9), st.data())
def test_rows_that_vanish_while_paging_hide_no_other_row(keys, size, data):
    first = cut_page(rows_of(keys), keys, None, size, "d")
    gone = set(data.draw(st.lists(st.sampled_from(keys), unique=True))) if keys else set()
    left, met, token = [k for k in keys if k not in gone], [r.id for r in first.rows], first.next
    while token is not None:
        page = cut_page(rows_of(left), left, decode(token, "d"), size, "d")
        met += [r.id for r in page.rows]
        token = page.next
    assert {k[2] for k in left} <= set(met) and len(met) == len(set(met))


@given(st.text(max_size=60))
def test_a_made_up_cursor_is_refused_as_a_bad_filter(text):
    with pytest.raises(Refused) as refused:
        decode(text, "d")
    assert refused.value.answer.status == 400
    assert "non_field_errors" in refused.value.answer.body


def test_a_cursor_of_other_filters_is_refused():
    with pytest.raises(Refused):
        decode(encode(Cursor((False, 1, "a"), False, "these")), "those")
