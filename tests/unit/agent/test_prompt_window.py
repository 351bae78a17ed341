"""The context window: never over its budget, never without the question, the same each time, no turn split."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.dialogue.prompt_window import Kind, Material, Part, fill_window, fit_parts
from kg.errors import BadInput
from memory.entities import Remembered
from memory.lines import lines_of
from memory.recall import LineIndex, Question
from memory.recall.buffer import BLOCKS, buffered, tokens_of

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
NOW = START + timedelta(days=14)


@dataclass(frozen=True)
class Wish:
    text: str


def turn(number, question, text, day=0):
    return {"id": f"t{number}", "at": (START + timedelta(days=day, minutes=number)).isoformat(), "question": question, "reply_to": None,
            "answer": {"status": "answered", "text": text}}


def entity(number, name, rank):
    return Remembered(f"acme|crm|Account|{number}", name, "crm", "crm/Account", 3, START, NOW, 1.0, rank, None, (), ())


OLD = [turn(n, text, answer) for n, (text, answer) in enumerate([
    ("The Orchard offsite is in Cork, tell nobody.", "Noted."), ("Which deals are open?", "Kitchen and Lobby."), ("Who is on leave?", "Ana Ruiz.")])]
TURNS = [turn(10 + n, f"How many tickets are there of kind {n}?", f"There are {n}.", day=13) for n in range(5)]
LINES = LineIndex([*lines_of("old", "ana", OLD), *lines_of("now", "ana", TURNS)])
MATERIAL = Material("Where is the Orchard offsite?", NOW, TURNS, LINES, [entity(1, "Kestrel", 1), entity(2, "Orchard", 2)],
                    [Wish("Leave is told in days.")], [Wish("Kestrel comes up again and again.")], "You are brief.")


def test_a_window_with_room_holds_everything_in_its_order():
    found = fill_window(MATERIAL, 5_000)
    assert [part.kind for part in found.parts] == sorted(part.kind for part in found.parts)
    assert {part.kind for part in found.parts} == set(Kind)
    assert found.parts[-1].text == MATERIAL.question
    assert [part.text.partition(" ")[0] for part in found.parts if part.kind is Kind.ENTITY] == ["Orchard", "Kestrel"]      # the one named first
    assert any("offsite is in Cork" in part.text and "t0" in part.turns for part in found.parts if part.kind is Kind.RECALLED)
    assert [part.turns for part in found.parts if part.kind is Kind.SUMMARY] == [("t10",), ("t11",)]


def test_what_is_told_anyway_is_not_recalled():
    again = Material("Tickets of kind 4?", NOW, TURNS, LINES)
    assert all(not set(part.turns) & {"t12", "t13", "t14"} for part in fill_window(again, 5_000).parts if part.kind is Kind.RECALLED)


def test_words_of_answers_can_be_left_out():
    told = "\n".join(fill_window(MATERIAL, 5_000).texts(with_records=False))
    assert "There are 4." not in told and "Noted." not in told and "Leave is told in days." in told


def test_the_last_turn_is_the_last_to_go():
    tight = fill_window(MATERIAL, tokens_of(MATERIAL.question) + tokens_of("Asked: How many tickets are there of kind 4?\nAnswered: There are 4."))
    assert [part.turns for part in tight.parts] == [("t14",), ()]


def test_a_question_that_does_not_fit_is_said():
    with pytest.raises(BadInput):
        fill_window(Material("x" * 500, NOW), 100)


KINDS = st.sampled_from([kind for kind in Kind if kind is not Kind.QUESTION])
PARTS = st.lists(st.builds(Part, KINDS, st.text(max_size=60), st.floats(0, 200)), max_size=15)


@given(PARTS, st.text(max_size=40), st.integers(0, 150))
def test_never_over_the_budget_never_without_the_question_and_nothing_cut(parts, question, more):
    asked = Part(Kind.QUESTION, question, 0.0)
    budget = asked.tokens + more
    found = fit_parts([*parts, asked], budget)
    assert found.tokens <= budget
    assert found.parts[-1] == asked
    assert set(found.parts[:-1]) <= set(parts)
    assert found == fit_parts([*parts, asked], budget)
    left_out = [part for part in parts if part not in found.parts]
    assert all(part.tokens > budget - found.tokens for part in left_out)      # there was no room


@given(PARTS, st.integers(0, 150), st.integers(1, 60))
def test_with_less_room_what_is_worth_least_for_its_length_goes_first(parts, more, less):
    asked = Part(Kind.QUESTION, "?", 0.0)
    wide, tight = (fit_parts([*parts, asked], asked.tokens + max(0, room)) for room in (more, more - less))
    gone = [part for part in wide.parts if part not in tight.parts]
    cheaper = [part for part in tight.parts[:-1] if gone and part.worth / part.tokens < min(one.worth / one.tokens for one in gone)]
    room = asked.tokens + max(0, more - less)
    for one in cheaper:                 # it stayed only because what went before it did not fit beside what is worth more
        better = sum(part.tokens for part in tight.parts if part.worth / part.tokens > one.worth / one.tokens or part.kind is Kind.QUESTION)
        assert all(part.tokens > room - better for part in gone)


@given(st.permutations([entity(n, f"Thing {n}", 1) for n in range(6)]))
def test_of_entities_that_are_equal_the_same_are_told(entities):
    told = [part.text for part in fill_window(Material("What of it?", NOW, entities=entities), 5_000).parts]
    assert told == sorted(told[:-1]) + told[-1:]


@given(st.lists(st.tuples(st.sampled_from(["offsite", "deal", "ticket", "leave"]), st.integers(0, 13)), max_size=12), st.integers(60, 2_000))
def test_no_turn_is_split_whatever_the_budget(said, budget):
    turns = [turn(n, f"What of the {word}?", f"The {word} is fine. " * 3, day=day) for n, (word, day) in enumerate(said)]
    turns.sort(key=lambda each: each["at"])
    index = LineIndex(sorted(lines_of("s", "ana", turns), key=lambda line: line.time))
    found = fill_window(Material("What of the offsite?", NOW, turns, index), budget)
    assert found.tokens <= budget
    for part in found.parts:
        if part.kind is Kind.LAST:
            assert part.text.count("Asked:") == part.text.count("Answered:") == 1


def test_the_buffer_keeps_what_was_recalled_for_the_last_questions_and_drops_the_oldest_first():
    questions = [Question(text, NOW) for text in ("Orchard offsite?", "open deals?", "who is on leave?")]
    blocks = buffered(LINES, questions, lambda line: line.session == "now", 5_000)
    assert blocks[0].hit.line.id == "t0:q" and len(blocks) <= BLOCKS
    ids = [line.id for block in blocks for line in block.lines]
    assert len(ids) == len(set(ids))
    tight = buffered(LINES, questions, lambda line: line.session == "now", blocks[-1].tokens)
    assert tight == blocks[len(blocks) - len(tight):] and sum(block.tokens for block in tight) <= blocks[-1].tokens
