"""Answers as Markdown: what came out of a record is text, never markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answer import Event
from ui.drawing import Drawing, answer_markdown, escape, just_asked, past, whole

ANSWER = {
    "status": "answered", "text": "You have 10 days.", "understood_as": "my balance",
    "result": {"columns": [{"name": "Policy"}, {"name": "Left", "unit": "days"}], "rows": [["Vacation", 10], ["a|b", None]]},
    "references": [
        {"category": "hris", "model": "TimeOffBalance", "id": "1", "name": "Vacation", "url": "https://hr.test/1",
         "fetched_at": "2026-11-20T09:00:00Z", "data_as_of": "2026-11-20T08:30:00Z"},
        {"count": 7, "plan_task": "t1"}],
}
BILLS = {"id": "q1", "prompt": "Which Bill?", "options": [{"id": "o1", "label": "Bill Stone"}]}
ASKED = {"status": "clarify", "text": "Which Bill?", "question": BILLS}


def test_an_answer_shows_its_table_how_it_was_understood_and_its_sources_with_their_age():
    assert answer_markdown(ANSWER).split("\n\n") == [
        "You have 10 days.",
        "| Policy | Left (days) |\n| --- | --- |\n| Vacation | 10 |\n| a&#124;b |  |",
        "*Understood as: my balance*",
        "**Sources**",
        "- [Vacation](https://hr.test/1), HR time off balance, as of 2026-11-20 08:30 UTC\n- and 7 more records",
    ]


@pytest.mark.parametrize("end", [Event(2, "answer", {"text": "You may not see that."}), Event(2, "error", {"title": "Away"})])
def test_no_step_turns_on_once_there_is_an_end(end):
    drawing = Drawing()
    drawing.add(Event(1, "step_started", {"id": "t1", "tool": "HRIS", "question": "the job"}))
    assert drawing.messages[0]["metadata"]["status"] == "pending"
    drawing.add(end)
    assert drawing.messages[0]["metadata"]["status"] == "done"
    assert len(drawing.messages) == 2


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://x.test/) [y](javascript:1", "data:text/html,hi", None])
def test_only_a_plain_web_address_becomes_a_link(url):
    assert "](" not in answer_markdown({**ANSWER, "references": [{**ANSWER["references"][0], "url": url}]})


@given(st.text())
def test_escaped_text_holds_nothing_that_begins_markup(text):
    shown = escape(text).replace("&#", "")
    assert not set("\\`*_[]|~<>&\n") & set(shown)
    assert "://" not in shown and "www." not in shown and not shown.startswith(("#", "-", "+", "="))


def test_a_step_is_pending_until_it_is_finished():
    drawing = Drawing()
    drawing.add(Event(1, "step_started", {"id": "t1", "tool": "CRM", "question": "Who is meant?"}))
    assert drawing.messages[0]["metadata"] == {"title": "CRM · Who is meant?", "status": "pending"}
    drawing.add(Event(2, "step_finished", {"id": "t1", "found": "1 contact", "seconds": 0.123}))
    assert drawing.messages[0]["metadata"] == {"title": "CRM · Who is meant?", "status": "done", "duration": 0.12}
    drawing.add(Event(3, "answer", ANSWER))
    assert len(drawing.messages) == 2


def test_an_option_that_was_chosen_is_shown_by_its_label_afterwards():
    turns = [{"question": "Bill?", "answer": ASKED}, {"question": "o1", "reply_to": "q1", "answer": ANSWER}]
    assert [message["content"] for message in past(turns, "s") if message["role"] == "user"] == ["Bill?", "Bill Stone"]
    assert just_asked(turns[:1]) == "q1" and just_asked(turns) is None and whole([], [], "s") == []
