"""Which results are drawn: a course, a share or a ranking; never what a table or a sentence says better."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.policy.decision import tables
from agent.respond.chartable import FEWEST, MOST
from tests.cases import each_case
from ui.answers.charts import chart_of, picture
from ui.answers.drawing import answer_markdown, answer_messages
from ui.chat.sharing import link_to, offered_by, shared_questions
from ui.text.habits import habits_of
from ui.text.labels import has_page
from ui.text.words import speaking


def answer(rows, unit=None, names=("Month", "Revenue")):
    return {"status": "answered", "text": "", "result": {"columns": [{"name": names[0]}, {"name": names[1], "unit": unit}], "rows": rows}}


@pytest.mark.parametrize(("rows", "unit", "kind"), [
    ([["2026-01", 3], ["2026-02", 5], ["2026-03", 4]], "EUR", "trend"),
    ([["Q1 2026", 3], ["Q2 2026", 5], ["Q3 2026", 4]], None, "trend"),
    ([["2025 Q4", 3], ["2026 Q1", 5], ["2026 Q2", 4]], None, "trend"), ([["FY2025 Q4", 3], ["FY2026 Q1", 5], ["FY2026 Q2", 4]], None, "trend"),
    ([["2026-03", 9], ["2026-01", 5], ["2026-02", 2]], None, "ranking"),        # the months with the most
    ([["Design", 0.5], ["Sales", 0.3], ["Support", 0.2]], "share", "share"),
    ([["Design", 5], ["Sales", 3], ["Support", 2]], None, "ranking"),
])
def test_a_chart_is_of_the_kind_that_its_table_is(rows, unit, kind):
    chart = chart_of(answer(rows, unit))
    assert chart is not None
    assert (chart.kind, list(zip(chart.labels, chart.values, strict=True))) == (kind, [tuple(row) for row in rows])
    assert picture(chart).count("<title>" if kind == "trend" else 'class="eg-bar"') == len(rows)


@each_case(("languages", "language", "first", "last"), [
    ("en-GB", "en", "Jan 2026", "Mar 2026"), ("de-DE", "de", "Jan. 2026", "März 2026"), ("sv", "en", "2026-01", "2026-03"),
])
def test_months_are_named_as_the_reader_names_them_and_still_go_in_their_order(languages, language, first, last):
    given = answer([["2026-01", 3], ["2026-02", 5], ["2026-03", 4]], names=("close month", "Deals"))
    given["text"] = "Most were won in **2026-01**, not in A-2026-01."
    with speaking(language):
        message = answer_messages(given, None, habits_of(languages))[0]
    chart, table = message["card"].split('class="eg-course"')[1], message["card"].split("<tbody>")[1]
    assert f"<span>{first}</span><span>{last}</span>" in chart and f"from 3 ({first}) to 4 ({last})" in message["card"]
    assert f'data-sort="2026-01">{first}</td>' in table if first != "2026-01" else "2026-01</td>" in table
    assert message["content"] == f"Most were won in **{first}**, not in A-2026-01."


def test_what_looks_like_a_month_and_is_none_stays_as_it_is():
    given = answer([["2026-01", 3], ["2026-02", 5], ["2026-03", 4]], names=("invoice", "Deals")) | {"text": "Of **2026-01**."}
    message = answer_messages(given, None, habits_of("en-GB"))[0]
    assert message["content"] == "Of **2026-01**." and "Jan 2026" not in message["card"]


@each_case("rows", [
    [["Design", 5], ["Sales", 3]],                                              # two are read
    [["Design", 5], ["Design", 3], ["Sales", 2]],                               # of what is a bar?
    [["Design", 5], ["Sales", None], ["Support", 2]],                           # a gap is not nothing
    [["Design", "5"], ["Sales", "3"], ["Support", "2"]],
    [["Design", 0], ["Sales", 0], ["Support", 0]],
    [["Ana", 5, 1], ["Ben", 3, 1], ["Cleo", 2, 1]],
])
def test_what_is_read_better_is_not_drawn(rows):
    given = answer(rows)
    if len(rows[0]) == 3:
        given["result"]["columns"].append({"name": "Left"})
    assert chart_of(given) is None


@given(st.dictionaries(st.text(min_size=1, max_size=12), st.floats(-1e9, 1e9), min_size=FEWEST, max_size=MOST))
def test_a_chart_says_its_least_and_its_most(values):
    chart = chart_of(answer([list(pair) for pair in values.items()]))
    assert (chart is None) == (not any(values.values()))
    if chart is not None:
        assert "highest" in chart.alt and "lowest" in chart.alt
        drawn = [float(width) for width in re.findall(r"width:([\d.]+)%", picture(chart))]
        assert all(width <= 100 for width in drawn) and len(drawn) in (0, len(values))


def test_a_label_begins_no_tag_in_a_picture():
    chart = chart_of(answer([["<b>x</b>", 3], ["\"><i>", 2], ["plain", 1]]))
    assert "<b>" not in picture(chart) and "&lt;b&gt;x&lt;/b&gt;" in picture(chart) and '"><i>' not in picture(chart)


@given(st.lists(st.text(min_size=1, max_size=40).filter(lambda text: text.strip() and "secret" not in text), min_size=1, max_size=9))
def test_a_link_holds_the_last_questions_and_nothing_else_of_a_conversation(questions):
    turns = [{"question": text, "answer": {"text": "secret"}} for text in questions]
    link = link_to([*turns, {"question": "o1", "reply_to": "q1"}])
    assert link is not None and link.startswith("/#ask=") and "secret" not in link and link.isascii()


@given(st.one_of(st.text(max_size=40), st.lists(st.one_of(st.text(max_size=700), st.integers())).map(json.dumps)))
def test_whatever_stands_in_a_link_is_questions_or_nothing(text):
    found = shared_questions(text)
    assert len(found) <= 6 and all(0 < len(one) <= 500 for one in found)
    assert bool(offered_by(text)) == bool(found)


def test_what_is_private_by_being_there_has_no_page():
    assert not any(has_page(model) for model in tables()["existence"])
    assert has_page("crm/Account")


def test_without_pages_an_answer_leads_to_none():
    cited = {"category": "crm", "model": "crm/Account", "id": "1", "name": "Kenmore", "url": None, "fetched_at": "2026-11-20T09:00:00Z"}
    told = {"status": "answered", "text": "say “forget bill” to change that", "references": [cited]}
    assert "](/" not in answer_markdown(told)
