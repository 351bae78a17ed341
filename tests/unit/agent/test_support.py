"""A written sentence stands only where its sources say it: what is taken from them stands, and whatever is added, moved, swapped or lost does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.respond.support import Line, Source, lines_of, unsupported
from tests.cases import each_case

SPARE = Source(1, "Meeting", "2026-10-03", "Spare parts", "They asked for brake pads. Kenmore did not want 30 trucks; Bill may visit Pune.")
RENEWAL = Source(2, "Call", "2026-11-12", "Renewal", (
    "Kenmore wants 40 trucks serviced. Greta Gilmore decides in May. The offer of 1,250.50 EUR was rejected by Foxglove.\n"
    "If prices fall, Ana sells 3 vans to Foxglove. Ana met Bill and Cleo Diaz left the company early."))
BOTH = (SPARE, RENEWAL)


def verdict(written: str) -> str | None:
    (line,) = lines_of(written)
    return unsupported(line, BOTH)


@each_case("written", [
    "Kenmore wants 40 trucks serviced. [2]", "Kenmore wants 40 trucks serviced, and Greta Gilmore decides in May [2].",
    "On 2026-11-12 Kenmore wanted 40 trucks serviced. [2]", "The offer of 1250.50 EUR was rejected by Foxglove [2]",
    "On 2026-10-03 they asked for brake pads, but on 2026-11-12 Kenmore wants 40 trucks serviced. [1][2]",
    "Kenmore did not want 30 trucks. [1]", "Kenmore didn't want 30 trucks. [1]",
    "The call on 2026-11-12 notes that Greta Gilmore decides in May. [2]",
    "If prices fall, Ana sells 3 vans to Foxglove. [2]", "Bill may visit Pune, Greta Gilmore decides in May. [1, 2]",
])
def test_the_sources_own_clauses_stand(written: str) -> None:
    assert verdict(written) is None


@each_case("written", [
    "Kenmore wants 41 trucks serviced. [2]", "Kenmore wants forty trucks serviced. [2]", "Kenmore wants -40 trucks serviced. [2]",
    "Kenmore wants 40 vans serviced. [2]", "Foxglove wants 40 trucks serviced. [2]", "Greta Gilmore wants 40 trucks serviced. [2]",
    "Kenmore wants 30 trucks. [1]", "Kenmore wants 40 trucks serviced. [1]", "Kenmore wants 40 trucks serviced. [1][2]",
    "Kenmore wants 40 trucks serviced. [3]", "On 2026-10-03 Kenmore wants 40 trucks serviced. [2]", "In June Greta Gilmore decides. [2]",
    "Greta Gilmore does not decide in May. [2]", "Bill will visit Pune. [1]", "Bill visits Pune. [1]", "Ana sells 3 vans to Foxglove. [2]",
    "Foxglove sells 3 vans to Ana. [2]", "The offer of 1,250.50 USD was rejected by Foxglove. [2]", "The offer of 12,505.0 EUR was rejected. [2]",
    "Foxglove was rejected by the offer of 1,250.50 EUR. [2]", "Ana left the company early. [2]", "Bill and Cleo Diaz met Ana. [2]",
    "The call reported that Kenmore is bankrupt. [2]", "It is noted. [2]", "On 2026-11-12. [2]",
])
def test_what_no_source_says_does_not_stand(written: str) -> None:
    assert verdict(written) is not None


@each_case("written", [
    "Kenmore wants 40 trucks serviced.", "[2]", "- [2] Kenmore", "Kenmore **wants** 40 trucks. [2]",
    "Bill may visit Pune. [1] Greta decides in May. [2]", "[Kenmore](https://evil.example) wants 40 trucks [2]",
    "![d](https://evil.example/?d=40) [2]", "See https://evil.example [2]", "<img src=x> [2]", "| Kenmore | 40 | [2]", "`Kenmore` [2]",
    "# Kenmore [2]",
])
def test_markdown_and_sentences_without_a_source_are_no_lines(written: str) -> None:
    with pytest.raises(ValueError, match="Line 1"):
        lines_of(written)


WORDS = st.sampled_from(("kenmore", "foxglove", "orders", "trucks", "vans", "pays", "visits", "delivers", "Pune", "Oslo", "40", "7", "EUR", "brakes"))
SENTENCE = st.lists(WORDS, min_size=4, max_size=9, unique=True)
NEW = st.sampled_from(("Zorblatt", "99", "not", "bankrupt", "2026-01-01", "never", "all", "USD"))


def _source(words: list[str]) -> Source:
    return Source(1, "Note", "2026-11-12", "", " ".join(words) + ".")


def _stands(words: list[str], source: Source) -> bool:
    return unsupported(Line(" ".join(words), (1,)), [source]) is None


@given(SENTENCE, st.data())
@settings(max_examples=60, deadline=None)
def test_a_stretch_of_a_sentence_stands(sentence: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(sentence) - 3))
    end = data.draw(st.integers(start + 3, len(sentence)))
    assert _stands(sentence[start:end], _source(sentence))


@given(SENTENCE, NEW, st.data())
@settings(max_examples=100, deadline=None)
def test_a_sentence_with_a_word_added_or_exchanged_does_not_stand(sentence: list[str], new: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sentence) - 1))
    width = data.draw(st.integers(0, 1))
    assert not _stands([*sentence[:at], new, *sentence[at + width:]], _source(sentence))


@given(SENTENCE, st.data())
@settings(max_examples=100, deadline=None)
def test_a_sentence_with_two_words_exchanged_does_not_stand(sentence: list[str], data: st.DataObject) -> None:
    one, other = sorted(data.draw(st.lists(st.integers(0, len(sentence) - 1), min_size=2, max_size=2, unique=True)))
    moved = list(sentence)
    moved[one], moved[other] = moved[other], moved[one]
    assert not _stands(moved, _source(sentence))


@given(SENTENCE, st.sampled_from(("not", "never", "only", "may", "refused", "planned", "unless")), st.data())
@settings(max_examples=60, deadline=None)
def test_a_sentence_without_a_word_that_turns_it_does_not_stand(sentence: list[str], turning: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sentence)))
    assert not _stands(sentence, _source([*sentence[:at], turning, *sentence[at:]]))
