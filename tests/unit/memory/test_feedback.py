"""Thumbs and comments of answers: read as they were kept, also as they once were; a comment that is deleted is gone in all its words."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kg.errors import HistoryUnavailable
from memory.feedback import Feedback, Remark
from memory.journal import Journals

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
ANA = "ana@acme.test"


@pytest.fixture
def feedback(tmp_path: Path) -> Feedback:
    """Of two answers of one conversation something was said, as it was kept when comments stood between the thumbs."""
    journals = Journals(str(tmp_path))
    said = (("t1", "up", None), ("t1", None, "too long"), ("t1", None, "much too long"), ("t2", None, "wrong Bill"))
    for second, (turn, rating, comment) in enumerate(said):
        entry = {"at": NOW + timedelta(seconds=second), "session": "s", "turn": turn, "rating": rating, "comment": comment}
        journals.append(("acme", "feedback", ANA, "s"), entry)
    return Feedback(str(tmp_path))


def test_comments_that_were_kept_between_the_thumbs_are_shown(feedback: Feedback) -> None:
    assert feedback.in_session("acme", ANA, "s") == {"t1": Remark("up", "much too long"), "t2": Remark(None, "wrong Bill")}
    assert [(entry["turn"], entry["rating"], entry["comment"]) for entry in feedback.of("acme", ANA)] == [
        ("t1", "up", None), ("t1", None, "much too long"), ("t2", None, "wrong Bill")]


def test_such_a_comment_is_put_in_other_words_and_deleted_like_any_other(feedback: Feedback, tmp_path: Path) -> None:
    feedback.add("acme", ANA, NOW + timedelta(hours=1), {"session": "s", "turn": "t1"}, comment="shorter, please")
    assert feedback.in_session("acme", ANA, "s")["t1"] == Remark("up", "shorter, please")
    feedback.delete_comment("acme", ANA, "s", "t1")
    assert feedback.in_session("acme", ANA, "s") == {"t1": Remark("up"), "t2": Remark(None, "wrong Bill")}
    kept = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*") if file.is_file())
    assert "too long" not in kept and "shorter" not in kept and "wrong Bill" in kept


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can be written to: what a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_comment_that_cannot_be_deleted_takes_nothing_else_with_it(feedback: Feedback, tmp_path: Path) -> None:
    before = feedback.of("acme", ANA)
    with full_disk(), pytest.raises(HistoryUnavailable):
        feedback.delete_comment("acme", ANA, "s", "t1")
    assert Feedback(str(tmp_path)).of("acme", ANA) == before
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == ["s.jsonl"]


def test_what_a_killed_process_had_begun_to_write_is_no_conversation_and_goes_with_the_one_it_is_of(feedback: Feedback, tmp_path: Path) -> None:
    before, journal = feedback.of("acme", ANA), next(tmp_path.rglob("s.jsonl"))
    journal.with_name(f".{journal.name}.draft").write_text("half")
    assert feedback.of("acme", ANA) == before
    feedback.forget_session("acme", ANA, "s")
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def test_in_an_object_store_the_comment_alone_is_touched(tmp_path: Path) -> None:
    url = f"memory://feedback-{tmp_path.name}"
    for second, (turn, rating, comment) in enumerate((("t1", "up", "too long"), ("t2", "down", None), ("t1", None, "much too long"))):
        entry = {"at": NOW + timedelta(seconds=second), "session": "s", "turn": turn, "rating": rating, "comment": comment}
        Journals(url).append(("acme", "feedback", ANA, "s"), entry)
    Feedback(url).delete_comment("acme", ANA, "s", "t1")
    assert [(said["turn"], said["rating"], said["comment"]) for said in Feedback(url).of("acme", ANA)] == [("t1", "up", None), ("t2", "down", None)]
