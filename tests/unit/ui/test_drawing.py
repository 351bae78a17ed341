"""Answers as messages: what came out of a record is text, never markup."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answer import Event
from agent.respond.cells import more_rows
from kg.errors import HistoryUnavailable
from memory.versions import Versions, versions_of
from tests.cases import each_case
from ui.answers.card import plain_table
from ui.answers.drawing import Drawing, answer_messages, just_asked, past, whole
from ui.problems import as_problem
from ui.text.markdown import escape
from ui.text.words import speaking

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


def test_what_a_refusal_offers_is_a_button_for_each_question_below_the_newest_turn_alone():
    turn = {"id": "t1", "question": "Hm?", "answer": {"status": "declined", "text": "No.", "suggestions": ["How many days?", "Who is Bill?"]}}
    drawn = whole(versions_of([turn, turn], ()), [], "s")
    assert [message["options"] for message in drawn if "options" in message] == [
        [{"value": "ask/How many days?", "label": "How many days?"}, {"value": "ask/Who is Bill?", "label": "Who is Bill?"}]]
    assert [message["content"] for message in drawn if "options" in message] == ["No."], "above what is done with the answer"


@pytest.mark.parametrize("end", [Event(2, "answer", {"text": "You may not see that."}), Event(2, "error", {"title": "Away"})])
def test_no_step_turns_on_once_there_is_an_end(end):
    drawing = Drawing()
    drawing.add(Event(1, "step_started", {"id": "t1", "tool": "HRIS", "question": "the job"}))
    assert drawing.messages[0]["metadata"]["status"] == "pending"
    drawing.add(end)
    assert drawing.messages[0]["metadata"]["status"] == "done"
    assert drawing.messages[0]["content"] == "- HR · the job: stopped"
    assert len(drawing.messages) == 2 and "card" not in drawing.messages[1]


def test_a_failure_of_the_server_names_none_of_its_folders_and_is_told_in_the_readers_language():
    drawing = Drawing()
    with speaking("de"):
        drawing.add(Event(1, "error", as_problem(HistoryUnavailable("The history at /srv/home cannot be used."))))
    assert drawing.messages[0]["content"].startswith("**Das hat nicht geklappt.** Der Chatverlauf kann nicht")
    assert "srv" not in drawing.messages[0]["content"]


@given(st.text())
def test_escaped_text_holds_nothing_that_begins_markup(text):
    shown = escape(text).replace("&#", "")
    assert not set("\\`*_[]|~<>&\n") & set(shown)
    assert "://" not in shown and "www." not in shown and not shown.startswith(("#", "-", "+", "="))


def test_an_answer_is_its_words_with_its_table_then_a_line_of_chips():
    words, chips = answer_messages(ANSWER)
    assert (words["content"], chips["content"]) == ("You have 10 days.", "")
    assert "<table>" in words["card"] and "8 sources" in chips["card"]


def test_a_table_says_values_of_lists_as_the_text_does_and_leaves_codes_and_names_as_they_are():
    columns = [{"name": name, "model": model, "field": field} for name, model, field in (
        ("deal", "crm/Opportunity", "name"), ("status", "crm/Opportunity", "status"), ("currency", "accounting/Invoice", "currency"),
        ("type", "hris/Employment", "employment_type"))]
    rows = [["OPEN", "OPEN", "CAD", "FULL_TIME"], ["ACME", "WON", None, "CONTRACTOR"]]
    answer = {"status": "answered", "text": "2 deals:", "result": {"columns": columns, "rows": rows}}
    [words] = answer_messages(answer)
    for drawn in (words["card"], plain_table(answer)):
        assert re.findall(r"<td[^>]*>([^<]*)</td>", str(drawn)) == ["OPEN", "open", "CAD", "full time", "ACME", "won", "", "contractor"]


def test_a_text_does_not_say_that_its_table_is_cut_where_the_card_has_more_of_it():
    rows = [[f"T-{number}", number] for number in range(60)]
    table = "\n".join(("| ticket | days |", "|---|---:|", *(f"| {name} | {days} |" for name, days in rows[:50])))
    answer = {"status": "answered", "text": f"There are **60** tickets:\n\n{more_rows(60)}\n\n{table}",
              "result": {"columns": [{"name": "ticket"}, {"name": "days"}], "rows": rows}}
    [words] = answer_messages(answer)
    assert words["content"].strip() == "There are **60** tickets:" and "Show all 60 rows" in str(words["card"])


def test_clarification_keeps_its_options_in_the_history():
    drawing = Drawing()
    drawing.add(Event(1, "answer", ASKED))
    drawing.kept("s", [{"id": "t1", "question": "Bill?", "answer": ASKED}])
    words, tools = drawing.messages
    assert (words["content"], words["options"]) == ("Which Bill?", [{"value": "q1/o1", "label": "Bill Stone"}])
    assert "Copy this answer" in tools["card"] and "options" not in tools


def test_what_can_be_asked_after_an_answer_stands_below_all_that_it_rests_on():
    turn = {"id": "t1", "question": "How many?", "answer": ANSWER | {"suggestions": ["by month"]}}
    *_, chips = whole(versions_of([turn], ()), [], "s")
    assert "8 sources" in chips["card"] and chips["options"] == [{"value": "ask/by month", "label": "by month"}]


def test_what_is_looked_up_is_one_message_that_folds_when_the_answer_begins():
    drawing = Drawing()
    drawing.add(Event(1, "step_started", {"id": "t1", "tool": "CRM", "question": "Who is meant?"}))
    drawing.add(Event(2, "step_started", {"id": "t2", "tool": "HRIS", "question": "the job"}))
    drawing.add(Event(3, "step_finished", {"id": "t1", "tool": "CRM", "found": "1 *contact*", "seconds": 0.123}))
    assert [(m["metadata"], m["content"]) for m in drawing.messages] == [
        ({"title": "Looking things up", "status": "pending"}, "- CRM · Who is meant?: 1 &#42;contact&#42;\n- HR · the job …")]
    drawing.add(Event(4, "step_progress", {"id": "t2", "page": 3, "of": 12}))
    assert [m["metadata"]["title"] for m in drawing.messages] == ["Looking things up · page 3 of 12"]
    drawing.add(Event(4, "step_finished", {"id": "t2", "found": "", "seconds": 0.2}))
    assert [m["metadata"]["title"] for m in drawing.messages] == ["Looking things up"]
    drawing.add(Event(5, "text_delta", {"text": "You have"}))
    assert [m["metadata"]["status"] for m in drawing.messages] == ["pending"]
    drawing.add(Event(6, "answer", ANSWER | {"usage": {"seconds": 1.234}}))
    looked, *_ = drawing.messages
    assert looked["metadata"] == {"title": "Looked at 2 things in CRM and HR", "status": "done", "duration": 1.2}


@each_case(("tools", "title"), [
    (["HRIS"], "Looked at 1 thing in HR"), (["Knowledge", "Compute"], "Looked at 1 thing in the graph"), (["Compute"], "What was done"),
    (["CRM", "CRM", "Knowledge", "Ticketing", "HRIS"], "Looked at 5 things in CRM, ticketing and HR"),
    (["CRM", "Ticketing", "HRIS", "ATS"], "Looked at 4 things in 4 apps"),
])
def test_the_folded_line_says_where_was_looked(tools, title):
    steps = [{"id": str(n), "tool": tool, "question": "it", "found": "1", "seconds": 0.1} for n, tool in enumerate(tools)]
    turns = [{"question": "What?", "answer": ANSWER | {"steps": steps}}]
    assert [m["metadata"]["title"] for m in past(versions_of(turns, ()), "s") if m["role"] == "assistant" and "metadata" in m] == [title]


def test_an_option_that_was_chosen_is_shown_by_its_label_afterwards():
    turns = [{"question": "Bill?", "answer": ASKED}, {"question": "o1", "reply_to": "q1", "answer": ANSWER}]
    assert [message["content"] for message in past(versions_of(turns, ()), "s") if message["role"] == "user"] == ["Bill?", "Bill Stone"]
    assert just_asked(turns[:1]) == "q1" and just_asked(turns) is None and whole(Versions(), [], "s") == []


@pytest.mark.parametrize("before, title, content", [
    (0, "Reading your question", ""), (1, "Waiting for its turn", "One question comes before this one."),
    (12, "Waiting for its turn", "12 questions come before this one."),
])
def test_queue_position_is_shown_until_the_first_step(before, title, content):
    drawing = Drawing()
    drawing.add(Event(1, "waiting", {"before": before}))
    assert [(m["metadata"]["title"], m["metadata"]["status"], m["content"]) for m in drawing.messages] == [(title, "pending", content)]
    drawing.add(Event(2, "step_started", {"id": "t1", "tool": "HRIS", "question": "Who?"}))
    assert [m["metadata"]["title"] for m in drawing.messages] == ["Looking things up"]


@pytest.mark.parametrize("text, drawn", [
    ("It is 12.\n\n*As of 2026-11-20 03:00 EST.*", "It is 12."),
    ("Seven.\n\n*Open means not closed. As of 2026-11-20 03:00 EST.*\n\nNone.", "Seven.\n\n*Open means not closed.*\n\nNone."),
    ("As of 2026 there are 3.", "As of 2026 there are 3."),
])
def test_age_is_told_by_its_chip_alone(text, drawn):
    read = {"model": "hris/Employee", "category": "hris", "id": "1", "name": "Ana", "fetched_at": "2026-11-20T09:00:00+00:00", "data_as_of": None}
    assert answer_messages({"status": "answered", "text": text, "references": [read]})[0]["content"] == drawn
    assert answer_messages({"status": "answered", "text": text})[0]["content"] == text.replace("2026-11-20 03:00", "20 Nov 2026, 03:00")


def test_notes_that_have_no_place_under_an_answer_are_folded_below_it():
    notes = {"type": "notes", "line": ["As of today."], "folded": ["I read “my team” as “<b>us</b>”; say “forget my team” to change that."]}
    answer = {"status": "answered", "text": "It is 12.\n\n*As of today.*", "elements": [notes]}
    drawing = Drawing()
    drawing.add(Event(1, "answer", answer))
    shown, folded = drawing.messages
    assert "As of today." in shown["content"] and "my team" not in shown["content"]
    assert folded["metadata"]["title"] == "What this takes for granted"
    assert "my team" in folded["content"] and "change it here" in folded["content"] and "<b>" not in folded["content"]
    assert past(versions_of([{"question": "How many?", "answer": answer}], ()), "s")[-1]["content"] == folded["content"]


def test_the_age_alone_is_not_folded_away_where_a_chip_tells_it():
    def granted(**more):
        notes = [{"type": "notes", "line": [], "folded": ["As of 2026-11-20 03:30 EST.", *more.pop("folded", ())]}]
        return [message["content"] for message in answer_messages({**ANSWER, "elements": notes, **more}) if message.get("metadata")]

    assert (granted(), granted(folded=["Open means not closed."])) == ([], ["- Open means not closed."])
    assert granted(references=[]) == ["- As of 20 Nov 2026, 03:30 EST."]


@each_case("language, told", [
    ("en", "You may not see that. Ask your HR partner."), ("de", "Das dürfen Sie nicht sehen. Fragen Sie: Ihren HR-Partner."),
])
def test_a_refusal_is_told_in_the_language_of_who_reads_it_and_so_is_who_may_see_what(language, told):
    refused = {"type": "refused", "kind": "C", "about": "pay", "open_to": ["the person", "payroll"], "ask": "your HR partner", "roles": []}
    answer = {"status": "declined", "text": "You may not see that. Ask your HR partner.", "elements": [refused]}
    with speaking(language):
        words, *_, chips = answer_messages(answer)
    assert words["content"] == told
    assert ("die Person selbst" in chips["card"], "the person" in chips["card"]) == (language == "de", language == "en")


def test_words_of_an_answer_that_are_words_of_the_interface_too_stay_as_they_are():
    with speaking("de"):
        assert answer_messages({"status": "answered", "text": "You may not see that."})[0]["content"] == "You may not see that."
