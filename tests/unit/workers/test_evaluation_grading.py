"""What an evaluation's answers are worth: the forms of expectations one by one, and the same grades as the specification's own grader."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import each_case
from workers.evaluation.grading import grade, report
from workers.evaluation.script import ExpectedTurn
from workers.settings import is_ci

GRADER = Path(__file__).parents[4] / "shared" / "evaluation" / "grade.py"

PEOPLE = ("Ana Ruiz", "ána  ruiz", "Ben Cole", "Bo", "")
CELLS = st.one_of(
    st.none(), st.booleans(), st.sampled_from((0, 1, 12, 12.5, 12.505, 0.25, 25, 1984, 1e6)),
    st.sampled_from(("12", "1,000,000", "25%", "yes", "2026-10-02", "2026-10-02T09:00:00Z")),
    st.sampled_from(PEOPLE), st.lists(st.sampled_from(PEOPLE), max_size=2))


def table(rows: list[list[Any]], *names: str, unit: str | None = None) -> dict[str, Any]:
    columns = [{"name": n, "unit": unit} for n in names]
    return {"status": "answered", "text": "", "understood_as": "that", "result": {"columns": columns, "rows": rows}}


def asks(*labels: str) -> dict[str, Any]:
    return {"status": "clarify", "question": {"prompt": "Which?", "options": [{"id": f"o{n}", "label": label} for n, label in enumerate(labels)]}}


def tells(text: str, **more: Any) -> dict[str, Any]:
    return {"status": "answered", "text": text, **more}


def expects(rows: list[list[Any]], *names: str, ordered: bool = False) -> dict[str, Any]:
    return {"status": "answered", "columns": list(names), "rows": rows, "ordered": ordered}


@each_case(("expect", "answer", "worth"), [
    (expects([["Ana Ruiz", 12.5]], "who", "days"), table([[12.5, "since May", "ana ruíz"]], "days", "note", "name"), "right"),
    (expects([["Ana Ruiz", 12.5]], "who", "days"), table([["Ana Ruiz", 12.6]], "who", "days"), "wrong"),
    (expects([["Ana", 1], ["Ben", 2]], "who", "n"), table([["Ana", 2], ["Ben", 1]], "who", "n"), "wrong"),
    (expects([["Ana"], ["Ben"]], "who", ordered=True), table([["Ben"], ["Ana"]], "who"), "wrong"),
    (expects([["Ana"], ["Ben"]], "who"), table([["Ben"], ["Ana"]], "who"), "right"),
    (expects([[0.25]], "share"), table([[25]], "share", unit="%"), "right"),
    (expects([[0.25]], "share"), table([[25]], "share"), "wrong"),
    (expects([[3]], "n"), table([[3.01]], "n"), "wrong"),
    (expects([], "who"), {"status": "declined", "reason": "no_record"}, "right"),
    (expects([["Ana"]], "who"), {"status": "declined", "reason": "no_record"}, "declined"),
    (expects([["Ana"]], "who"), {"status": "clarify"}, "asked"),
    ({"status": "declined", "reason": ["no_record"]}, {"status": "declined", "reason": "not_permitted"}, "wrong_reason"),
    ({"status": "declined", "reason": ["no_record"]}, table([[0]], "n"), "wrong"),
    ({"status": "clarify", "options": ["Bill Ashworth", "Bill Tran"]}, asks("Bill Tran (Acme)", "Bill Ashworth"), "right"),
    ({"status": "clarify", "options": ["Bill Tran", "Bill Tran"]}, asks("Bill Tran"), "asked"),
    ({"status": "answered", "mentions": ["1200"], "cites": ["r1"]}, tells("It is **1,200**.", references=[{"id": "r1"}]), "right"),
    ({"status": "answered", "mentions": ["120"]}, tells("It is 1200."), "wrong"),
    ({"status": "answered", "mentions": ["it"], "must_not_mention": ["pay"]}, tells("It is.", elements=[{"text": "Pay"}]), "wrong"),
    ({"status": "answered", "any_of": [expects([[1]], "n"), expects([[2]], "n")]}, table([[2]], "n"), "right"),
    ({"status": "answered", "any_of": [expects([[1]], "n"), expects([[2]], "n")]}, table([[2]], "n") | {"understood_as": " "}, "wrong"),
    (expects([[1]], "n"), None, "missing"),
])
def test_an_answer_is_worth(expect: dict[str, Any], answer: dict[str, Any] | None, worth: str) -> None:
    graded = grade(expect, answer)
    assert graded.grade == worth
    assert bool(graded.why) == (worth != "right")


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """An expected table, and one that may be the same with its columns and rows mixed and a cell changed."""
    width, height = draw(st.integers(1, 3)), draw(st.integers(0, 4))
    rows = [[draw(CELLS) for _ in range(width)] for _ in range(height)]
    places = draw(st.permutations(range(width)))
    got = [[row[p] for p in places] for row in draw(st.permutations(rows))]
    if got and draw(st.booleans()):
        got[draw(st.integers(0, height - 1))][draw(st.integers(0, width - 1))] = draw(CELLS)
    names = [f"c{n}" for n in range(width)]
    return expects(rows, *names, ordered=draw(st.booleans())), table(got, *names, unit=draw(st.sampled_from((None, "%"))))


@pytest.fixture(scope="module")
def grader() -> ModuleType:
    """The specification's own grader. Skips where it is not there, never in CI."""
    if not GRADER.exists() and not is_ci():
        pytest.skip("the specification's grader is not on this machine")
    spec = importlib.util.spec_from_file_location("grade", GRADER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@given(pair=tables())
@settings(max_examples=300, deadline=None)
def test_every_table_gets_the_grade_of_the_specification(grader: ModuleType, pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    expect, answer = pair
    graded = grade(expect, answer)
    assert (graded.grade, graded.why) == grader.grade_turn(expect, answer)


def test_a_report_counts_by_skill_and_shows_what_went_wrong_first(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    given = [
        ("q1", table([[1]], "n") | {"usage": {"seconds": 0.4}}), ("q2", table([[3]], "n")),
        ("q3", {"status": "declined", "reason": "failed"})]
    answers.write_text("".join(json.dumps({"id": i, "turn": 0, "answer": a}) + "\n" for i, a in given))
    skills = {"q1": "lookup", "q2": "group", "q3": "lookup"}
    asked = [ExpectedTurn(i, 0, "ana@acme.test", skill, f"How many {i}?", expects([[1]], "n")) for i, skill in skills.items()]
    lines = report(asked, answers).splitlines()
    assert "| lookup | 2 | 1 | 0 | 1 | 0 | 0 | 0 | 0.40 |" in lines
    assert "| all | 3 | 1 | 0 | 1 | 0 | 1 | 0 | 0.40 |" in lines
    assert lines.index("## wrong (1)") < lines.index("> How many q2?") < lines.index("## declined (1)") < lines.index("> How many q3?")
    assert "- understood as: that" in lines
    assert "> How many q1?" not in lines


@each_case("sign", ["\u2028", "\u2029", "\u0085"])
def test_a_report_reads_answers_that_hold_ends_of_lines_of_their_own(sign: str, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"id": "q", "turn": 0, "answer": tells(f"one{sign}two")}, ensure_ascii=False) + "\n", "utf-8")
    asked = [ExpectedTurn("q", 0, "ana@acme.test", "lookup", "How many?", {"status": "answered", "mentions": ["two"]})]
    assert "| all | 1 | 1 | 0 | 0 | 0 | 0 | 0 |  |" in report(asked, answers).splitlines()


def test_a_report_tells_what_the_models_cost(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    used = [{"seconds": 0.5}, {"seconds": 1.5, "model_calls": 2, "tokens": 6_100, "cost": 0.0153}, {"seconds": 2.0, "model_calls": 4, "tokens": 900}]
    answers.write_text("".join(json.dumps({"id": f"q{n}", "turn": 0, "answer": table([[n]], "n") | {"usage": u}}) + "\n" for n, u in enumerate(used)))
    asked = [ExpectedTurn(f"q{n}", 0, "ana@acme.test", "lookup", "How many?", expects([[1]], "n")) for n in range(3)]
    lines = report(asked, answers).splitlines()
    assert "| calls to models | 2 | 4 | 6 |" in lines
    assert "| tokens | 900 | 6100 | 7000 |" in lines
    assert "| US dollars | 0.0000 | 0.0153 | 0.0153 |" in lines
    assert "| seconds | 1.50 | 2.00 | 4.00 |" in lines
    assert "| questions for which a model was called |  |  | 2 of 3 |" in lines
    assert [line for line in lines if line.startswith("- used")] == ["- used: 4 calls to models, 900 tokens, 0.0000 US dollars, 2.00 seconds"]
