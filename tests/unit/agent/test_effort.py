"""What reading costs: it grows with the length of a text, and ends, whatever the text is."""

import random
import time

import pytest

from agent.dialogue.requests import cut_into_requests
from agent.language import patterns
from agent.language.effort import STEPS, Effort, TooComplex, limited
from agent.language.guard import unsafe_class
from agent.understand.grammar.planner import LONGEST
from agent.understand.preferences.hearing import hear
from ingest.gateway import Deadline
from tests.cases import each_case
from tests.unit.agent.directory import read_question

REPEATED = {
    "a name": "Carlos ", "names": "Ana Ruiz and Ben Cole, ", "ordinary words": "the team of people who have open tickets in the project and ",
    "a small word": "of ", "a letter": "x", "commas": "Ana, ", "sentences": "it. ", "questions": "who is off? ", "and": "and how many people ",
    "dashes": "a - ", "colons": "a: ", "brackets": "((", "quotes": "“'\"", "numbers": "10 ", "times": "in 2024 ", "spaces": " ", "line ends": "\n ",
    "accents": "e\u0301 ", "no letters": "\u200b\u202e ", "emoji": "🙂‍↔️ ", "another script": "質問 ", "surrogates": "\ud800 ", "versus": "versus ",
}
UNIT = 60                               # characters of the shortest text
MOST_GROWTH = 24                        # for four times the text: between quadratic (16) and cubic (64)


def cost(text: str) -> int:
    """Steps that reading took; all there are, where it was given up."""
    effort = Effort()
    with limited(effort):
        try:
            read_question(text)
        except TooComplex:
            return STEPS
    return STEPS - effort.steps


@each_case("piece", REPEATED.values())
def test_four_times_the_text_costs_at_most_some_more_than_its_square(piece: str) -> None:
    short, twice, long = (cost((piece * UNIT)[: UNIT * times]) for times in (1, 2, 4))
    assert max(twice, long) <= max(MOST_GROWTH * short, STEPS // 10) or long == STEPS       # what is given up has ended


@each_case("piece", REPEATED.values())
def test_the_time_of_reading_grows_no_faster_than_its_steps_may(piece: str) -> None:
    """CPU time, with a margin of ten and more: what a pattern costs is no step."""
    before = time.thread_time()
    cost((piece * LONGEST)[:LONGEST])
    assert time.thread_time() - before < 20     # an engine that goes back over such a text takes hours


def test_a_text_that_is_too_long_is_not_begun() -> None:
    with pytest.raises(TooComplex, match="too long or too complex"):
        read_question("who is Ana Ruiz " * LONGEST)


def test_what_reads_a_text_shares_one_effort() -> None:
    effort = Effort()
    with limited(effort):
        read_question("who is Ana Ruiz?")
        first = effort.steps
        read_question("who is Ana Ruiz?")
    assert STEPS > first > effort.steps


def test_a_pattern_that_goes_back_over_a_text_ends_at_the_deadline() -> None:
    with limited(Effort(Deadline.after(0.1))), pytest.raises(TooComplex):
        patterns.compiled(r"(?:a|a)+b").fullmatch("a" * 200)


def test_a_deadline_that_has_passed_ends_a_reading_before_it_begins() -> None:
    with limited(Effort(Deadline.after(0))), pytest.raises(TooComplex):
        read_question("who is Ana Ruiz?")


def odd_text(draw: random.Random) -> str:
    """Some pieces, some of them many times, in any order, up to the length that a question may have."""
    pieces = [draw.choice(list(REPEATED.values())) * draw.choice((1, 1, 2, 5, 40)) for _ in range(draw.randint(1, 12))]
    letters = "".join(chr(draw.randint(1, 0x2FFF)) for _ in range(draw.choice((0, 0, 3, 60))))
    return "".join((*pieces, letters))[: draw.choice((40, 200, 600, 2_000))]


def test_every_text_ends(full: bool) -> None:
    """Read, cut into requests, looked at by the guard and heard for preferences: an answer or a refusal, never another error, never without end."""
    for seed in range(10_000 if full else 150):
        text = odd_text(random.Random(seed))
        with limited(Effort()):
            unsafe_class(text)
            hear(text[:400])
            try:
                cut_into_requests(text, lambda part, before: read_question(part, last=before, is_next=before is not None).goals)
            except TooComplex:
                continue
