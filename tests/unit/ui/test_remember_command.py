"""`evergraph remember`: JSON lines in, the ids of lines out."""

import json

import pytest

from kg.errors import BadInput
from ui.cli.remember import run


def write(file, *rows):
    file.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), "utf-8")
    return file


LINES = [{"session": "s", "id": f"l{n}", "speaker": "Ana", "time": f"2026-09-0{n}T09:00:00", "text": text}
         for n, text in enumerate(["The Orchard deal is lost.", "Rufus is ill.", "Orchard came back!"], 1)]


def test_the_lines_that_bear_on_a_question_come_best_first_and_none_from_later(tmp_path):
    lines = write(tmp_path / "in", *reversed(LINES))
    asks = write(tmp_path / "ask", {"id": "q1", "question": "Which deal was lost?", "time": "2026-09-02T10:00:00Z"}, "",
                 {"id": "q2", "question": "what of Orchard lately", "time": "2026-10-01T10:00:00+02:00"})
    assert run(lines, asks, tmp_path / "out") == 2
    first, second = map(json.loads, (tmp_path / "out").read_text("utf-8").splitlines())
    assert first["id"] == "q1" and first["hits"][0] == "l1" and "l3" not in first["hits"]
    assert second["hits"][0] in ("l1", "l3") and set(second["hits"]) == {"l1", "l2", "l3"}


@pytest.mark.parametrize("row, complaint", [
    ("{", "line 1: this is no JSON"), ({"id": "q"}, "the texts id, question, time"), ({"id": "q", "question": "?", "time": "noon"}, "no time"),
    ({"id": 3, "question": "?", "time": "2026-09-02"}, "the texts id"),
])
def test_what_cannot_be_used_is_said_with_its_place(tmp_path, row, complaint):
    with pytest.raises(BadInput, match=complaint):
        run(write(tmp_path / "in", *LINES), write(tmp_path / "ask", row), tmp_path / "out")


def test_a_line_may_hold_ends_of_lines_of_its_own(tmp_path):
    lines = write(tmp_path / "in", json.dumps(LINES[0] | {"text": "The Orchard\u2028deal is\u0085lost."}, ensure_ascii=False))
    asks = write(tmp_path / "ask", {"id": "q1", "question": "Which deal was lost?", "time": "2026-09-02T10:00:00Z"})
    assert run(lines, asks, tmp_path / "out") == 1
    assert json.loads((tmp_path / "out").read_text("utf-8"))["hits"] == ["l1"]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadInput, match="nowhere"):
        run(tmp_path / "nowhere", tmp_path / "nowhere", tmp_path / "out")
