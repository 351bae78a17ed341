"""Chat history: nothing said is lost, nothing leaves its tenant, person and session."""

import multiprocessing
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import BadInput, HistoryUnavailable
from memory.history import History
from memory.journal import encoded
from tests.waiting import joined


def said(text="said"):
    """A turn as the history keeps it."""
    return {"at": "2026-11-02T09:00:00+00:00", "question": text, "answer": {"status": "answered", "text": ""}}


@pytest.fixture(params=["local folder", "object store"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> History:
    return History(str(tmp_path) if request.param == "local folder" else f"memory://{tmp_path.name}-{request.node.name}")


def test_a_session_is_read_in_the_order_it_was_said(history):
    for text in ("How many days?", "Ten.", "Zoë's?"):
        history.append("acme", "ana@acme.com", "s1", said(text))
    assert [entry["question"] for entry in history.read("acme", "ana@acme.com", "s1")] == ["How many days?", "Ten.", "Zoë's?"]


def test_an_unknown_session_is_empty(history):
    assert history.read("acme", "ana@acme.com", "none") == []
    assert history.sessions("acme", "ana@acme.com") == []


@pytest.mark.parametrize(("choices", "shown", "beside"), [
    ((), ["1", "2b", "3b"], {"2b": ["2", "2b"]}),
    (("2",), ["1", "2", "3"], {"2": ["2", "2b"]}),
    (("2", "2b"), ["1", "2b", "3b"], {"2b": ["2", "2b"]}),
    (("2", "3b"), ["1", "2", "3"], {"2": ["2", "2b"]}),
])
def test_of_a_question_that_was_replaced_the_version_that_was_chosen_is_shown_with_what_came_after_it(history, choices, shown, beside):
    me = ("acme", "ana@acme.com", "s1")
    for name, follows in (("1", None), ("2", "1"), ("3", "2"), ("2b", "1"), ("3b", "2b")):
        history.append(*me, {**said(name), "id": name, "follows": follows})
    for each in choices:
        history.show(*me, each)
    found = history.versions(*me)
    assert ([one["id"] for one in found.shown], found.several) == (shown, beside)
    assert [one["id"] for one in found.replaced] == [name for name in ("1", "2", "3", "2b", "3b") if name not in shown]
    assert ([one["id"] for one in found.before("2")[0]], found.before("2")[1], found.before(None)[1]) == (["1"], "1", shown[-1])
    history.append(*me, {**said("2c"), "id": "2c", "follows": "1"})
    assert [one["id"] for one in history.versions(*me).shown] == ["1", "2c"] and len(history.read(*me)) == 6


def test_turns_that_were_kept_without_what_they_follow_come_one_after_another_and_no_turn_is_lost(history):
    for entry in (said("1"), {**said("2"), "id": "x"}, {**said("3"), "id": "x"}, {**said("4"), "id": "y", "follows": "nowhere"}):
        history.append("acme", "ana@acme.com", "s1", entry)
    assert [one["question"] for one in history.versions("acme", "ana@acme.com", "s1").shown] == ["1", "2", "3", "4"]
    with pytest.raises(BadInput):
        history.show("acme", "ana@acme.com", "s1", "z")


def was_yesterday(folder):
    """All that was written so far: two writes may fall into one tick of the files' clock."""
    for file in folder.rglob("*.jsonl"):
        os.utime(file, (0, 0))


def test_sessions_belong_to_one_person_of_one_tenant(history, tmp_path):
    history.append("acme", "ana@acme.com", "s1", said("mine"))
    was_yesterday(tmp_path)
    history.append("acme", "ana@acme.com", "Tuesday/..", said("mine"))
    assert history.sessions("acme", "Ana@Acme.com") == ["s1", "Tuesday/.."]
    was_yesterday(tmp_path)
    history.append("acme", "ana@acme.com", "s1", said("again"))
    assert history.sessions("acme", "ana@acme.com") == ["Tuesday/..", "s1"]
    assert history.sessions("acme", "bob@acme.com") == []
    assert history.read("other", "ana@acme.com", "s1") == []


def test_a_line_left_unfinished_by_a_crash_costs_only_itself(tmp_path):
    history = History(str(tmp_path))
    history.append("acme", "ana@acme.com", "s1", said("1"))
    with next(tmp_path.rglob("s1.jsonl")).open("ab") as file:
        file.write(b'\n{"n": 2, "text": "unfini')
    assert history.read("acme", "ana@acme.com", "s1") == [said("1")]
    history.append("acme", "ana@acme.com", "s1", said("3"))
    assert history.read("acme", "ana@acme.com", "s1") == [said("1"), said("3")]


def _write_many(url: str, writer: int) -> None:
    history = History(url)
    for n in range(40):
        history.append("acme", "ana@acme.com", "s1", said("x" * 5000) | {"writer": writer, "n": n})


def test_two_writers_lose_nothing(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=_write_many, args=(str(tmp_path), n)) for n in (1, 2)]
    for writer in writers:
        writer.start()
    joined(*writers)
    found = [(e["writer"], e["n"]) for e in History(str(tmp_path)).read("acme", "ana@acme.com", "s1")]
    assert sorted(found) == [(w, n) for w in (1, 2) for n in range(40)]


def test_a_session_that_is_deleted_while_they_are_listed_hides_no_other(tmp_path):
    history, me = History(str(tmp_path)), ("acme", "ana@acme.com")
    history.append(*me, "kept", said())
    [folder] = {file.parent for file in tmp_path.rglob("kept.jsonl")}
    (folder / "deleted.jsonl").symlink_to("nowhere")        # listed, and not there when it is looked at
    assert history.sessions(*me) == ["kept"]


def test_a_folder_may_be_named_by_its_uri(tmp_path):
    folder = tmp_path / "my home"
    History(folder.as_uri()).append("acme", "ana@acme.com", "s1", said())
    assert History(str(folder)).read("acme", "ana@acme.com", "s1") == [said()]


def test_files_are_for_their_owner_only(tmp_path):
    History(str(tmp_path)).append("acme", "ana@acme.com", "s1", {"n": 1})
    assert next(tmp_path.rglob("s1.jsonl")).stat().st_mode & 0o077 == 0


def test_a_history_that_cannot_be_kept_says_where(tmp_path):
    (tmp_path / "acme").write_text("a file where a folder should be")
    with pytest.raises(HistoryUnavailable, match="acme"):
        History(str(tmp_path)).append("acme", "ana@acme.com", "s1", {"n": 1})


@given(st.text(min_size=1, max_size=15), st.text(min_size=1, max_size=15))
def test_different_names_have_different_paths_even_where_case_is_ignored(one, other):
    assert (encoded(one).lower() == encoded(other).lower()) == (one == other)


@given(st.text(max_size=15))
def test_no_name_leaves_its_folder(name):
    if name:
        assert not set(encoded(name)) & set("/\\.\0 ")
    else:
        with pytest.raises(BadInput):
            encoded(name)
