"""An evaluation's script is read whole and checked before anything is started; changes happen where they are named."""

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.company import parse_company
from kg.errors import BadInput
from workers.evaluation import evaluate
from workers.evaluation.script import Script, read_script
from workers.settings import make_settings

COMPANY = parse_company('{"tenant": "t", "name": "T", "domain": "t.example", "people": [{"email": "ana@t.example"}]}', "here")


def _change(key: str) -> dict[str, Any]:
    return {"id": key, "at": "2026-11-20T08:00:00.000000Z", "op": "delete", "category": "crm", "resource": "contacts", "record_id": "x"}


def _question(key: str, *changes: str, asks: tuple[str, ...] = ("Who?",)) -> dict[str, Any]:
    turns = [{"ask": ask, "expect": {"status": "answered"}} for ask in asks]
    return {"id": key, "as": "ana@t.example", "group": "crm", "skill": "stale", "changes": list(changes), "turns": turns}


def _script(folder: Path, questions: list[Any], changes: list[Any]) -> Script:
    (folder / "changes.jsonl").write_text("".join(json.dumps(c) + "\n" for c in changes))
    (folder / "questions.jsonl").write_text("".join(json.dumps(q) + "\n" for q in questions))
    return read_script(folder, COMPANY)


def test_a_change_happens_once_before_the_first_question_that_names_it(tmp_path: Path) -> None:
    questions = [_question("q1"), _question("q2", "c2", "c1"), _question("q3"), _question("q4", "c1", "c3")]
    script = _script(tmp_path, questions, [_change("c1"), _change("c2"), _change("c3"), _change("c4")])
    scenes = [([c["id"] for c in s.changes], [q.id for q in s.conversations]) for s in script.scenes()]
    assert scenes == [([], ["q1"]), (["c1", "c2"], ["q2", "q3"]), (["c3"], ["q4"])]


def test_turns_are_read_without_what_is_right(tmp_path: Path) -> None:
    script = _script(tmp_path, [_question("q1", asks=("Who owns it?", "the second one"))], [])
    assert script.conversations[0].asks == ("Who owns it?", "the second one")
    assert "expect" not in repr(script)


def test_questions_may_lie_in_another_file_of_the_folder_or_anywhere(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for place, key in ((folder / "few.jsonl", "inside"), (tmp_path / "other.jsonl", "outside")):
        place.write_text(json.dumps(_question(key)))
    assert read_script(folder, COMPANY, "few.jsonl").conversations[0].id == "inside"
    assert read_script(folder, COMPANY, str(tmp_path / "other.jsonl")).conversations[0].id == "outside"
    with pytest.raises(BadInput, match=r"no questions in .*none\.jsonl"):
        read_script(folder, COMPANY, "none.jsonl")


@pytest.mark.parametrize(("line", "said"), [
    ("{oops", r"questions\.jsonl, line 2: not JSON"),
    ("[]", r"line 2: no JSON object"),
    ('{"id": "q2", "as": "ana@t.example", "turns": []}', r"line 2: turns"),
    ('{"id": "q2", "as": "bob@t.example", "turns": [{"ask": "x"}]}', r"line 2: bob@t\.example is none of the people"),
    ('{"id": "q2", "as": "ana@t.example", "changes": ["c9"], "turns": [{"ask": "x"}]}', r"line 2: there is no change c9"),
    ('{"id": "q1", "as": "ana@t.example", "turns": [{"ask": "x"}]}', r"line 2: id q1 stands here for the second time"),
])
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "questions.jsonl").write_text(json.dumps(_question("q1")) + "\n" + line + "\n")
    with pytest.raises(BadInput, match=said):
        read_script(tmp_path, COMPANY)


def test_answers_that_are_to_be_graded_go_into_a_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read again for a report"):
        evaluate(tmp_path, Path("/dev/null"), settings=make_settings(home=tmp_path), report_to=tmp_path / "report.md")
