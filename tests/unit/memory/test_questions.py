"""Stored questions: durable, answered once, by the person who was asked."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from memory.questions import Questions

ASKED = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
TWO_BILLS = {"session": "s1", "prompt": "Which Bill?", "asked_at": ASKED, "plan": {"tasks": [1, 2]}, "mention": "Bill", "text": "Who is Bill?",
             "choices": {}, "options": [{"id": "a", "label": "Bill Ashworth", "key": "1"}, {"id": "b", "label": "Bill Stone", "key": "2"}]}


def test_a_question_is_answered_a_week_later_by_another_process(tmp_path):
    Questions(str(tmp_path)).save("acme", "ana@acme.com", "q1", TWO_BILLS)

    later = Questions(str(tmp_path))
    question = later.load("acme", "Ana@acme.com", "q1")
    assert question is not None and question.is_open
    assert question.state["plan"] == {"tasks": [1, 2]}
    assert [option["label"] for option in question.options] == ["Bill Ashworth", "Bill Stone"]

    assert later.answered("acme", "ana@acme.com", "q1", "b", ASKED + timedelta(days=7))
    settled = later.load("acme", "ana@acme.com", "q1")
    assert (settled.answer, settled.answered_at - settled.asked_at) == ("b", timedelta(days=7))


def test_a_question_is_answered_once(tmp_path):
    questions = Questions(str(tmp_path))
    questions.save("acme", "ana@acme.com", "q1", TWO_BILLS)
    assert questions.answered("acme", "ana@acme.com", "q1", "a", ASKED)
    assert not questions.answered("acme", "ana@acme.com", "q1", "b", ASKED)
    assert questions.load("acme", "ana@acme.com", "q1").answer == "a"


def test_first_of_concurrent_replies_wins(tmp_path):
    questions = Questions(str(tmp_path))
    questions.save("acme", "ana@acme.com", "q1", TWO_BILLS)
    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(lambda n: questions.answered("acme", "ana@acme.com", "q1", str(n), ASKED), range(8)))
    assert taken.count(True) == 1
    assert questions.load("acme", "ana@acme.com", "q1").answer == str(taken.index(True))


def test_nobody_else_has_the_question(tmp_path):
    questions = Questions(str(tmp_path))
    questions.save("acme", "ana@acme.com", "q1", TWO_BILLS)
    for tenant, person in (("acme", "bob@acme.com"), ("other", "ana@acme.com")):
        assert questions.load(tenant, person, "q1") is None
        assert not questions.answered(tenant, person, "q1", "a", ASKED)
    assert questions.load("acme", "ana@acme.com", "q1").is_open


def test_open_questions_are_listed_oldest_first_without_the_answered_ones(tmp_path):
    questions = Questions(str(tmp_path))
    for n, session in ((3, "s1"), (2, "s1"), (1, "s2"), (4, "s1")):
        questions.save("acme", "ana@acme.com", f"q{n}", {**TWO_BILLS, "session": session, "asked_at": ASKED + timedelta(hours=n)})
    questions.answered("acme", "ana@acme.com", "q4", "a", ASKED)
    assert [q.id for q in questions.open("acme", "ana@acme.com")] == ["q1", "q2", "q3"]
    assert [q.id for q in questions.open("acme", "ana@acme.com", "s1")] == ["q2", "q3"]
