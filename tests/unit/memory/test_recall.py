"""Recall: the lines that bear on a question come first, whoever said them in whatever words; the index grows and stays the same."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall import Line, LineIndex, Question, Vectors, recall, worth_showing
from memory.recall.terms import stem, terms
from memory.recall.when import days_meant
from tests.cases import each_case

START = datetime(2026, 9, 1, 9, tzinfo=UTC)
ME, BOT = "Ana Silva", "assistant"


def lines(*said, session="s1", start=START, step=timedelta(minutes=1)):
    return [Line(f"{session}-{n}", session, who, start + n * step, text) for n, (who, text) in enumerate(said)]


SAID = [
    *lines(
        (ME, "Had the Orchard call this morning."), (BOT, "How did it go?"), (ME, "They want a rebate of 12 percent, a rival offered less."),
        (BOT, "I would offer 8 percent first."), (ME, "ok"), (BOT, "There is nothing else today.")),
    *lines(
        (ME, "My dog Rufus is ill, so I am off tomorrow."), (BOT, "Get well soon, Rufus."), (ME, "How many tickets are overdue?"),
        (BOT, "14 tickets are overdue."), session="s2", start=START + timedelta(days=8)),
    *lines(
        (ME, "The budget for the trade fair is 4,000."), (BOT, "Noted."), (ME, "no, the trade fair budget is 5,500 after all"), (BOT, "Noted."),
        session="s3", start=START + timedelta(days=20)),
]
LATER = START + timedelta(days=30)


def found(text, at=LATER, index=None):
    return [hit.line.id for hit in recall(index or LineIndex(SAID), Question(text, at))]


@each_case("question, line", [
    ("Which pet of mine was sick?", "s2-0"),                                    # other words
    ("What discount does Orchard ask for?", "s1-2"),                            # the name stands two lines before
    ("What did you recommend on the discount?", "s1-3"),                        # whose line
    ("how many tikets were late", "s2-3"),                                      # a slip of the hand
    ("What is the latest budget of the trade fair?", "s3-2"),
])
def test_the_line_that_answers_is_among_the_first(question, line):
    assert line in found(question)[:2]


def test_a_day_that_is_named_brings_its_lines_to_the_front():
    on_the_days = [Line(f"d{n}", f"d{n}", ME, START + timedelta(days=n), "Lunch was soup.") for n in range(20)]
    assert found("What was lunch on 6 September?", index=LineIndex(on_the_days))[0] == "d5"


def test_nothing_is_found_that_was_said_after_the_question():
    assert set(found("trade fair budget", at=START + timedelta(days=9))) <= {line.id for line in SAID if line.session in ("s1", "s2")}


def test_nothing_that_the_question_speaks_of_finds_nothing():
    assert found("zebra xylophone quux") == []
    assert found("") == []
    assert recall(LineIndex(), Question("budget", LATER)) == []


def test_what_a_line_names_finds_it():
    index = LineIndex([*SAID, Line("e", "s4", ME, LATER, "that account again", ("acme|crm|Account|1",))])
    assert [hit.line.id for hit in recall(index, Question("hm?", LATER, ("acme|crm|Account|1",)))][:1] == ["e"]


def test_a_model_of_meaning_can_be_asked_too():
    class Pairs:
        def similar(self, text, numbers):
            return {n: 1.0 for n in numbers if n == 2}

    vectors: Vectors = Pairs()
    assert recall(LineIndex(SAID), Question("Orchard", LATER), vectors=vectors)[0].line.id == "s1-2"


def test_what_falls_off_is_not_shown():
    hits = recall(LineIndex(SAID), Question("Which pet of mine was sick?", LATER))
    assert [hit.line.id for hit in worth_showing(hits)] == ["s2-0"]
    assert worth_showing([]) == []


TEXTS = st.lists(st.tuples(st.sampled_from([ME, BOT]), st.sampled_from(["a", "b"]),
                           st.lists(st.sampled_from(["deal", "orchard", "40k", "ill", "sick", "they", "tickets?"]), max_size=5)), max_size=12)


@given(TEXTS, st.integers(0, 12), st.lists(st.sampled_from(["deals", "orchard", "ill", "last", "overdue"]), max_size=3))
def test_incremental_index_equals_one_built_at_once(said, cut, asked):
    made = [Line(str(n), session, who, START + timedelta(minutes=n), " ".join(text)) for n, (who, session, text) in enumerate(said)]
    before = LineIndex(made[:cut])
    grown, question = before.grown(made[cut:]), Question(" ".join(asked), LATER)
    assert recall(before, question) == recall(LineIndex(made[:cut]), question)
    hits = recall(grown, question)
    assert [(h.number, h.line) for h in hits] == [(h.number, h.line) for h in recall(LineIndex(made), question)]
    assert len({h.number for h in hits}) == len(hits) <= 10
    assert all(a.score >= b.score for a, b in pairwise(hits))


@each_case("text, first, last", [
    ("yesterday", "2026-11-21", "2026-11-21"), ("the day before yesterday", "2026-11-20", "2026-11-20"), ("last week", "2026-11-09", "2026-11-15"),
    ("in March", "2026-03-01", "2026-03-31"), ("on 3 December", "2025-12-03", "2025-12-03"), ("October 3rd, 2025", "2025-10-03", "2025-10-03"),
    ("two weeks ago", "2026-11-05", "2026-11-11"), ("the last two weeks", "2026-11-08", "2026-11-22"), ("on Friday", "2026-11-20", "2026-11-20"),
    ("last month", "2026-10-01", "2026-10-31"), ("2026-10-05", "2026-10-05", "2026-10-05"),
])
def test_days_that_a_question_speaks_of(text, first, last):
    assert days_meant(f"What did I say {text}?", date(2026, 11, 22)) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize("text", [
    "may I ask", "on 31 Feb", "the weekend plans", "", "5000000 days ago", "99999 months ago", "the past 99999999 weeks", "in March 0000",
    "in December 9999", "9999-99-99", f"{'9' * 5000} days ago", "on 1 May 0000",
])
def test_question_without_a_time_names_no_days(text):
    assert days_meant(text, date(2026, 11, 22)) is None


@given(st.integers(0, 10**12), st.sampled_from(["day", "week", "fortnight", "month"]), st.integers(0, 9999), st.dates())
def test_a_time_off_the_calendar_is_none(count, unit, year, today):
    for text in (f"{count} {unit}s ago", f"in the past {count} {unit}s", f"in December {year:04}", f"on 3 May {year:04}", "last month", "last week"):
        days = days_meant(text, today)
        assert days is None or days[0] <= days[1]


@each_case("one, other", [
    ("approval", "approved"), ("bought", "buying"), ("invoices", "invoice"), ("travelling", "travels"), ("hiring", "hired"),
])
def test_forms_of_a_word_are_one_term(one, other):
    assert stem(one) == stem(other)


def test_numbers_are_one_however_they_are_written():
    assert terms("40k") == terms("40,000") == terms("40000")
