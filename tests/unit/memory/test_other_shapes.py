"""Lines of another shape (another version's, edited by hand, damaged) are set aside: whatever reads a conversation goes on with the others."""

import copy
import json
import logging
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.dialogue.clarifications import asked_again, what_is_left
from agent.language.words import Utterance
from agent.plan.algebra import Names, Set
from agent.plan.codec import plain
from agent.question.dialogue import listings
from agent.question.links import EntityLinks
from agent.understand.model.dialogue import kept_goals
from agent.understand.replies import Reply, read_reply
from memory import sessions
from memory.attachments import Attachments
from memory.feedback import Feedback
from memory.history import History
from memory.journal import Journals
from memory.line_vectors import LineVectors, cosine
from memory.lines import Lines
from memory.preferences import Preferences
from memory.questions import Questions
from memory.reads import Reads
from memory.recall.index import LineIndex
from memory.reflection import Reflections
from memory.shapes import Turn
from memory.stream import mentions_in
from memory.versions import versions_of
from ui.answers.charts import chart_of
from ui.answers.drawing import past
from ui.answers.files import Paper, as_csv, as_markdown

NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)
WHO = ("acme", "ana@acme.com")
PLAIN = plain(Names(Set("crm/Opportunity"), "deals"))
TURN = {
    "id": "t1", "at": NOW.isoformat(), "question": "How many deals by owner?", "reply_to": "q0",
    "named": {"Bill": {"key": "acme|crm|Contact|1", "score": 0.9}},
    "answer": {
        "status": "answered", "text": "Two.", "understood_as": "deals by owner", "elements": [{"type": "form", "form": "table"}],
        "result": {"columns": [{"name": "owner", "unit": None}, {"name": "count", "unit": None}], "rows": [["Ana", 1], ["Ben", 2]]},
        "references": [{"category": "crm", "model": "crm/Opportunity", "id": "1", "name": "Roof", "url": None, "fetched_at": NOW.isoformat(),
                        "data_as_of": None}, {"count": 3, "plan_task": "t1"}],
        "question": {"id": "q1", "prompt": "Which?", "options": [{"id": "o1", "label": "Bill"}]},
        "alternatives": {"id": "a1", "options": [{"id": "o1", "label": "Bill"}]},
        "steps": [{"id": "1", "tool": "CRM", "question": "deals", "found": "2 deals", "seconds": 0.1}], "usage": {"seconds": 1.0},
    },
    "goal": PLAIN, "settled": {"Bill": "acme|crm|Contact|1"}, "goals": [PLAIN, PLAIN], "acts": '{"acts": []}', "beyond": [["crm/Opportunity", "2"]],
    "parts": [{"answer": {"status": "answered", "references": []}, "beyond": [], "named": {}}] * 2,
    "rows": {"model": "crm/Opportunity", "ids": ["1", "2"]}, "one": {"model": "crm/Opportunity", "ids": ["1"]},
}
ASKED = {"session": "s", "prompt": "Which?", "asked_at": NOW.isoformat(), "mention": "Bill", "text": "Who is Bill?",
         "choices": {"Bo": "acme|crm|Contact|2"}, "options": [{"id": "o1", "label": "Bill", "key": "acme|crm|Contact|1", "also": ["William"]}]}
JSON = st.recursive(st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3), lambda inner: st.lists(inner, max_size=2)
                    | st.dictionaries(st.sampled_from(["id", "text", "options", "key"]), inner, max_size=2), max_leaves=4)
ODD_LINES = ["null", "[]", "7", "{}", '{"at": 5}', '{"answer": {}}', '{"asked": {}}', '{"answered": "x"}', '{"title": 7}', '{"seen": "x"}',
             '{"mark": 1}', '{"kind": "learned"}', '{"at": "yesterday", "question": "?", "answer": {"text": "!"}}', "[" * 5_000, "\x00", "not JSON"]


def places(value, way=()):
    """The ways to all parts of a JSON value."""
    yield way
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*way, key))


def changed(whole, way, other):
    line = copy.deepcopy(whole)
    part = line
    for key in way[:-1]:
        part = part[key]
    part[way[-1]] = other
    return line


def drawn(line):
    """A line with one part of it exchanged."""
    return st.builds(changed, st.just(line), st.sampled_from([way for way in places(line) if way]), JSON)


@given(drawn(TURN))
@example({**TURN, "at": "0"})           # seconds, as pydantic reads it, and no time to `datetime.fromisoformat`
@example({**TURN, "rows": {}})
@example({**TURN, "one": None})
@example({**TURN, "acts": "none"})
@example({**TURN, "goals": [PLAIN]})    # of another number than the parts
def test_a_turn_that_is_let_in_can_be_drawn_listed_found_and_exported(other):
    history = History(f"memory://{uuid4().hex}")
    history.append(*WHO, "s", TURN)
    history.append(*WHO, "s", other)
    turns = history.read(*WHO, "s")
    assert turns[0] == TURN
    assert len(sessions.sessions(history, *WHO)) == 1
    assert as_markdown(Paper("s", WHO[1], history.versions(*WHO, "s").shown)) and sessions.export(history, *WHO, "s")
    assert len(Lines(history).of(*WHO)) == 2 * len(turns)
    assert past(versions_of(turns, ()), "s") and mentions_in("acme", "s", turns)
    for turn in turns:
        chart_of(turn["answer"])
        assert turn["answer"].get("result") is None or as_csv(turn["answer"]["result"])
        kept_goals(catalogue(), turn)
        assert listings([turn]) and json.loads(turn["acts"]) is not None
        assert all(isinstance(part["answer"], dict) for part, _ in zip(turn["parts"], turn["goals"], strict=True))


@given(drawn({"asked": ASKED}))
@example({"asked": {key: value for key, value in ASKED.items() if key != "mention"}})
@example({"asked": ASKED, "answered": None})
def test_a_question_that_is_let_in_can_be_asked_again_and_answered(other):
    url = f"memory://{uuid4().hex}"
    questions = Questions(url)
    questions.save(*WHO, "q", ASKED)
    Journals(url).append((*WHO, "questions", "other"), other)
    found = questions.open(*WHO)
    assert "q" in {question.id for question in found}
    for question in found:
        assert asked_again(question, "Bo").id == question.id
        assert what_is_left(question, Reply(question.options)).mention == question.state["mention"]
        assert Utterance(question.state["text"]) == question.state["text"]
        read_reply(question, "the other one")
        EntityLinks().choose(question.state["choices"])
        assert questions.answered(*WHO, question.id, "o1", NOW)
    assert len(questions.settled(*WHO)) == len(found)


@given(drawn({"made_by": "m/2", "vectors": {"1:q": "AACAPwAAAAA="}}))
@example({"made_by": "m/2", "vectors": {"1:q": "AACAPwA="}})          # five bytes are no numbers of four
@example({"made_by": "m/2", "vectors": {"1:q": "AACAPw=="}})          # one number instead of two
def test_vectors_that_are_let_in_can_be_compared(other):
    url = f"memory://{uuid4().hex}"
    vectors = LineVectors(url)
    vectors.keep(*WHO, "s", "m/2", {"0:q": (1.0, 0.0)})
    Journals(url).append((*WHO, "vectors", "s"), other)
    found = vectors.of(*WHO, "s", "m/2")
    assert list(found["0:q"]) == [1.0, 0.0]
    assert all(isinstance(cosine(each, (1.0, 0.0)), float) for each in found.values())


def test_malformed_journal_lines_are_skipped_counted_and_logged_once(tmp_path, caplog):
    url = str(tmp_path)
    history, questions, feedback, files = History(url), Questions(url), Feedback(url), Attachments(url)
    preferences, reads, reflections = Preferences(url), Reads(url), Reflections(url)
    history.append(*WHO, "s", TURN)
    history.rename(*WHO, "s", "Deals")
    questions.save(*WHO, "q", ASKED)
    feedback.add(*WHO, NOW, {"session": "s", "turn": "t1"}, rating="up")
    files.add(*WHO, "s", {"at": NOW, "name": "people.csv", "text": "Ana", "after": 1})
    reads.record(*WHO, NOW, [{"class": "C"}])
    reads.totals_of(*WHO).claim("C", [frozenset({"ana"})])
    reflections.bring_up(*WHO, LineIndex([]))
    for file in tmp_path.rglob("*.jsonl"):
        with file.open("ab") as end:
            end.write(b"".join(b"\n" + line.encode() + b"\n" for line in ODD_LINES))
    (tmp_path / "acme" / "ana@acme%2Ecom" / "preferences.jsonl").write_text("\n".join(ODD_LINES))
    assert history.read(*WHO, "s") == [TURN] and history.keeping(*WHO, "s").title == "Deals"
    assert [question.id for question in questions.open(*WHO)] == ["q"] and questions.answered(*WHO, "q", "o1", NOW)
    assert [said["rating"] for said in feedback.of(*WHO)] == ["up"] and len(files.of(*WHO, "s")) == 1
    assert preferences.of(*WHO).kept == () and len(reads.of(*WHO)) == 1
    assert reads.totals_of(*WHO).claim("C", [frozenset({"ben"})])[1] == (frozenset({"ana"}),)
    assert reflections.of(*WHO, LineIndex([])) == () and not reflections.bring_up(*WHO, LineIndex([]))
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        journals = Journals(url)
        for _ in range(2):
            journals.read((*WHO, "sessions", "s"), Turn.model_validate)
    assert [record.args[0] for record in caplog.records] == [len(ODD_LINES)] == list(journals.set_aside.values())


@pytest.mark.parametrize("line", ODD_LINES)
def test_a_conversation_with_nothing_but_odd_lines_is_no_conversation(tmp_path, line):
    history = History(str(tmp_path))
    history.append(*WHO, "s", TURN)
    next(tmp_path.rglob("s.jsonl")).write_text(line)
    assert sessions.sessions(history, *WHO) == []


def test_what_a_shape_does_not_name_stays(tmp_path):
    history, newer = History(str(tmp_path)), TURN | {"added": [1]}
    history.append(*WHO, "s", newer)
    assert history.read(*WHO, "s") == [newer]
