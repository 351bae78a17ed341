"""Thumbs and comments of answers: read as they were kept, also as they once were; a comment that is deleted is gone in all its words."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

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
