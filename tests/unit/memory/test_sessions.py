"""A person's conversations: listed, found, exported, deleted; nobody else's."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import BadInput
from memory import sessions
from memory.attachments import Attachments
from memory.feedback import Feedback
from memory.history import History
from memory.lines import Lines, lines_of
from memory.questions import Questions
from memory.recall import Question, recall
from memory.shared_answers import SharedAnswer, SharedAnswers

ANA, BOB = ("acme", "ana@acme.com"), ("acme", "bob@acme.com")
START = datetime(2026, 11, 2, 9, tzinfo=UTC)


def turn(number, question, text, **more):
    return {"id": f"t{number}", "at": (START + timedelta(hours=number)).isoformat(), "question": question, "reply_to": None,
            "answer": {"status": "answered", "text": text}, **more}


@pytest.fixture(params=["local folder", "object store"])
def url(request, tmp_path):
    return str(tmp_path) if request.param == "local folder" else f"memory://sessions-{tmp_path.name}"


@pytest.fixture
def history(url):
    history = History(url)
    history.append(*ANA, "s1", turn(0, "Which deals are open at Orchard & Pine?", "Two: Kitchen and Lobby."))
    history.append(*ANA, "s2", turn(1, "How many vacation days do I have?", "You have 12 days left."))
    history.append(*ANA, "s1", turn(2, "and closed?", "One: Roof."))
    history.append(*BOB, "s1", turn(3, "What of Orchard?", "Bob's own."))
    return history


def test_conversations_are_listed_with_titles_the_last_used_first(history):
    found = sessions.sessions(history, *ANA)
    assert [(one.id, one.title, one.turns, bool(one.latest)) for one in found] == [
        ("s1", "Which deals are open at Orchard & Pine?", 2, True), ("s2", "How many vacation days do I have?", 1, False)]
    assert found[0].began == START and found[0].last == START + timedelta(hours=2)


def test_a_title_stays_until_the_next(history):
    for title in ("Orchard", "  Orchard \n deals "):
        history.rename(*ANA, "s1", title)
    assert sessions.sessions(history, *ANA)[0].title == "Orchard deals"
    assert sessions.sessions(history, *BOB)[0].title == "What of Orchard?"


@pytest.mark.parametrize("session, title", [("s1", ""), ("s1", " "), ("s1", "x" * 121), ("s3", "Orchard")])
def test_a_title_that_cannot_be_given(history, session, title):
    with pytest.raises(BadInput):
        history.rename(*ANA, session, title)


def test_search_finds_what_was_said_by_either_and_by_nobody_else(history):
    lines = Lines(history)
    hits = sessions.search(lines, *ANA, "lobby deal of Orchard", START + timedelta(days=9))
    assert {(hit.session, hit.line) for hit in hits[:2]} == {("s1", "t0:q"), ("s1", "t0:a")}
    assert all("Bob" not in hit.text for hit in hits)
    assert sessions.search(lines, "other", ANA[1], "Orchard", START + timedelta(days=9)) == []


def test_what_is_said_meanwhile_changes_nothing_for_who_looks_among_the_lines(history):
    lines, asked = Lines(history), Question("lobby deal of Orchard", START + timedelta(days=9))
    index = lines.of(*ANA)
    number, hits = len(index), recall(index, asked)
    history.append(*ANA, "s1", turn(3, "Whose is the lobby deal of Orchard?", "The lobby deal is Ben's."))
    assert len(lines.of(*ANA)) == number + 2
    assert (len(index), recall(index, asked)) == (number, hits)


def test_an_exported_conversation_makes_the_history_again(history, url):
    data = json.loads(sessions.export(history, *ANA, "s1"))
    other = History(url)
    for entry in data["turns"]:
        other.append(*BOB, "copy", entry)
    assert other.read(*BOB, "copy") == history.read(*ANA, "s1")


def test_no_words_of_a_record_make_markup_in_an_exported_conversation(history):
    hostile = "<img src=x onerror=owned()> ![p](https://elsewhere.example/p) </script> www.elsewhere.example"
    history.append(*ANA, "s1", turn(4, hostile, f"Two: {hostile}"))
    history.rename(*ANA, "s1", hostile[:100])
    text = sessions.export(history, *ANA, "s1")
    assert "<" not in text and json.loads(text)["turns"][-1]["question"] == hostile


def test_a_conversation_that_is_not_there_is_not_exported(history):
    with pytest.raises(BadInput):
        sessions.export(history, *ANA, "none")


def test_a_deleted_conversation_is_gone_with_its_title_its_questions_and_what_was_said_of_it(history, url):
    questions, feedback, files, lines, shared = Questions(url), Feedback(url), Attachments(url), Lines(history), SharedAnswers(url)
    for who, session in ((ANA, "s2"), (ANA, "s1"), (BOB, "s1")):
        files.add(*who, session, {"at": START, "name": "people.csv", "text": f"of {session}", "after": 1})
    asked = {"prompt": "Which Bill?", "options": [], "asked_at": START.isoformat(), "mention": "Bill", "text": "Who is Bill?", "choices": {}}
    questions.save(*ANA, "q1", {"session": "s1", **asked})
    questions.save(*ANA, "q2", {"session": "s2", **asked})
    for who, session in ((ANA, "s2"), (ANA, "s1"), (BOB, "s1")):
        feedback.add(*who, START, {"session": session, "turn": "t0"}, comment=f"of {session}")
    for who, session in ((ANA, "s2"), (ANA, "s1"), (BOB, "s1")):
        shared.add(who[0], SharedAnswer(f"{session} of {who[1]}", who[1], session, "t0", START, START + timedelta(days=1)))
    history.rename(*ANA, "s1", "Orchard")
    assert len(lines.of(*ANA)) == 6
    sessions.delete(history, (questions, feedback, files, shared), *ANA, "s1")
    assert [each.session for who in (ANA, BOB) for each in shared.of(*who, START)] == ["s2", "s1"]
    assert [file["text"] for who, session in ((ANA, "s1"), (ANA, "s2"), (BOB, "s1")) for file in files.of(*who, session)] == ["of s2", "of s1"]
    assert [one.id for one in sessions.sessions(history, *ANA)] == ["s2"]
    assert (questions.load(*ANA, "q1"), history.keeping(*ANA, "s1").title) == (None, None)
    assert questions.load(*ANA, "q2") is not None and history.read(*BOB, "s1")
    assert [line.session for line in lines.of(*ANA).lines] == ["s2", "s2"]
    assert [[said["comment"] for said in feedback.of(*who)] for who in (ANA, BOB)] == [["of s2"], ["of s1"]]


def test_a_choice_is_a_line_by_its_label():
    asked = turn(0, "Bill's title?", "Which Bill?")
    asked["answer"]["question"] = {"id": "q1", "options": [{"id": "o1", "label": "Bill Tran (Sales)"}]}
    lines = lines_of("s", "ana", [asked, turn(1, "o1", "Engineer.", reply_to="q1", named={"Bill": {"key": "acme|hris|Employee|1", "score": 1.0}})])
    assert (lines[2].text, lines[2].entities) == ("Bill Tran (Sales)", ("acme|hris|Employee|1",))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["say", "delete", "look"]), st.sampled_from(["a", "b"]), st.integers(0, 5)), max_size=12))
def test_the_lines_held_are_those_stored_after_any_additions_and_deletions(tmp_path_factory, steps):
    history = History(str(tmp_path_factory.mktemp("lines")))
    lines = Lines(history)
    for number, (what, session, hour) in enumerate(steps):
        if what == "say":
            history.append(*ANA, session, turn(hour, f"question {number}", f"answer {number}"))
        elif what == "delete":
            history.delete(*ANA, session)
        else:
            lines.of(*ANA)
    stored = [line for each in history.sessions(*ANA) for line in lines_of(each, ANA[1], history.read(*ANA, each))]
    held = lines.of(*ANA).lines
    assert sorted(held, key=repr) == sorted(stored, key=repr)
    assert [line.time for line in held] == sorted(line.time for line in held)
