"""Vectors of lines: kept per conversation and maker, and a part of what ranks a line."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory.line_vectors import LineSimilarity, LineVectors, cosine, said_by_person
from memory.recall import Line, LineIndex, Question, Vectors, recall

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
TEXTS = ("the budget of Orchard", "the budget of Juniper", "the budget talk was moved", "lunch")
LINES = [Line(f"{i}:q", f"s{i}", "ana", WHEN + timedelta(hours=i), text) for i, text in enumerate(TEXTS)]
VECTORS = {"0:q": (1.0, 0.0), "1:q": (0.8, 0.6), "2:q": (0.0, 1.0)}
ASKED = Question("what about the budget?", WHEN + timedelta(days=1))


@pytest.fixture
def kept(tmp_path: Path) -> LineVectors:
    return LineVectors(tmp_path.as_uri())


def test_vectors_come_back_by_maker_and_those_of_an_older_maker_go(kept: LineVectors) -> None:
    kept.keep("acme", "Ana@x.example", "s", "m/2", {"0:q": (0.5, 0.25)})
    kept.keep("acme", "ana@x.example", "s", "m/2", {"1:q": (1.0, 0.0)})
    assert {line: list(v) for line, v in kept.of("acme", "ana@x.example", "s", "m/2").items()} == {"0:q": [0.5, 0.25], "1:q": [1.0, 0.0]}
    others = (("acme", "ana@x.example", "s", "n/2"), ("acme", "bo@x.example", "s", "m/2"), ("b", "ana@x.example", "s", "m/2"))
    assert [kept.of(*other) for other in others] == [{}, {}, {}]
    kept.keep("acme", "ana@x.example", "s", "n/1", {"1:q": (1.0,)})
    assert kept.of("acme", "ana@x.example", "s", "m/2") == {}
    kept.forget("acme", "ana@x.example", "s")
    assert kept.of("acme", "ana@x.example", "s", "n/1") == {}


@pytest.mark.parametrize("direction, first", [((1.0, 0.0), "0:q"), ((0.0, 1.0), "2:q")])
def test_of_lines_that_hold_the_same_words_the_nearest_in_meaning_is_first(direction: tuple[float, float], first: str) -> None:
    index = LineIndex(LINES)
    near: Vectors = LineSimilarity(index, VECTORS, {ASKED.text: direction})
    assert recall(index, ASKED, vectors=near)[0].line.id == first


def test_without_a_vector_of_the_question_or_of_the_lines_words_alone_rank() -> None:
    index = LineIndex(LINES)
    plain = recall(index, ASKED)
    assert recall(index, ASKED, vectors=LineSimilarity(index, VECTORS, {})) == plain
    assert recall(index, ASKED, vectors=LineSimilarity(index, {}, {ASKED.text: (1.0, 0.0)})) == plain


def test_only_the_persons_own_lines_get_vectors_and_a_vector_without_direction_is_near_nothing() -> None:
    answer = Line("0:a", "s0", "assistant", WHEN, "91000 EUR")
    assert said_by_person([*LINES, answer]) == LINES
    assert cosine((0.0, 0.0), (1.0, 0.0)) == 0.0
