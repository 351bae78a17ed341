"""Numbers as people write and say them, with their units; what may be two numbers is none."""

from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.language.words import tokens
from agent.plan.algebra import Quantity
from agent.understand.grammar.numbers import TIMES, find_quantities, in_words
from tests.cases import each_case


def found(question):
    said = tokens(question)
    return [(" ".join(t.text for t in said[f.first : f.last]), f.quantity, f.op) for f in find_quantities(said)]


@each_case("text, number, unit", [
    ("150,000", 150_000, None), ("1,50,000 rupees", 150_000, "INR"), ("1.5", "1.5", None), ("40k", 40_000, None), ("2m", 2_000_000, None),
    ("$150k", 150_000, "USD"), ("€40 000", 40_000, "EUR"), ("150,000 dollars", 150_000, "USD"), ("USD 5000", 5000, "USD"), ("5000 USD", 5000, "USD"),
    ("£1,234.50", "1234.50", "GBP"), ("US$ 5bn", 5_000_000_000, "USD"), ("$5,000 CAD", 5000, "CAD"), ("2.5 million euros", 2_500_000, "EUR"),
    ("3 lakh rupees", 300_000, "INR"), ("50 %", 50, "percent"), ("50 per cent", 50, "percent"), ("half", 50, "percent"),
    ("ten", 10, None), ("twenty-five", 25, None), ("twenty five", 25, None), ("a dozen", 12, None),
    ("a hundred and one", 101, None),
    ("two hundred and fifty thousand", 250_000, None), ("half a million", 500_000, None), ("30 days", 30, "days"),
    ("half a year", "0.5", "years"), ("8h", 8, "hours"), ("18 months", 18, "months"), ("-5", -5, None), ("1 hour", 1, "hours"),
    ("twelve hrs", 12, "hours"),
])
def test_a_number_is_read_with_its_unit(text, number, unit):
    (_, quantity, op), = found(f"more than {text}")
    assert (quantity, op) == (Quantity(Decimal(number), unit), "=")


@each_case("text, op", [("10+ seats", ">="), ("> 10 seats", ">"), (">=10 seats", ">="), ("≤ 10 seats", "<="), ("<10 seats", "<")])
def test_signs_compare(text, op):
    assert [(q.number, o) for _, q, o in found(text)] == [(10, op)]


@each_case("text", [
    "ATL-9001 and INV-3305", "1.500", "5x", "the one at Marlow", "which one is it", "first half of the year", "last quarter", "paid by the year",
    "3/4", "v1.2.3", "",
])
def test_what_is_no_number_or_may_be_two_is_not_read(text):
    assert found(text) == []


@each_case("question, words, number, unit", [
    ("for more than two years", "two years", 2, "years"), ("older than 30 days", "30 days", 30, "days"),
    ("within an hour", "an hour", 1, "hours"), ("over 6 weeks", "6 weeks", 6, "weeks"),
])
def test_lengths_of_time_are_durations(question, words, number, unit):
    said = tokens(question)
    one, = find_quantities(said)
    assert one.quantity.unit in TIMES
    assert (" ".join(t.text for t in said[one.first : one.last]), one.quantity) == (words, Quantity(Decimal(number), unit))


@each_case("text, number", [
    ("two thousand five hundred", 2_500), ("one hundred and twenty-three thousand four hundred and fifty-six", 123_456), ("twelve hundred", 1_200),
    ("two million five hundred thousand", 2_500_000), ("3 lakh fifty thousand", 350_000), ("two hundred lakh", 20_000_000),
    ("zero", 0), ("ninety-nine", 99),
])
def test_words_of_a_number_are_one_number(text, number):
    assert [(words, q.number) for words, q, _ in found(f"above {text}")] == [(text, number)]


@each_case("text, numbers", [
    ("between two hundred and three hundred", [200, 300]), ("between five hundred and one thousand dollars", [500, 1000]),
    ("between one hundred and fifty and two hundred", [150, 200]), ("between five to six", [5, 6]), ("five and six", [5, 6]),
    ("two five", [2, 5]), ("two dozen and five", [24, 5]),
])
def test_two_numbers_side_by_side_stay_two(text, numbers):
    assert [q.number for _, q, _ in found(text)] == numbers


@each_case("text, number", [("12", 12), ("twenty-five", 25), ("hundred", 100), ("few", None), ("second", None), ("", None), ("o", None)])
def test_one_word_is_a_whole_number_or_none(text, number):
    assert in_words(text) == number


@given(st.integers(0, 10**12))
def test_separators_change_nothing(number):
    spaced = f"{number:,}".replace(",", " ")
    assert {q.number for text in (str(number), f"{number:,}", spaced) for _, q, _ in found(text)} == {number}


@given(st.integers(1, 10**6), st.sampled_from(["seats", "Pune", "open", "of"]), st.sampled_from(["$", "€", ""]))
def test_a_number_takes_no_other_word(number, word, sign):
    said = tokens(f"{word} {sign}{number:,} {word}")
    one, = find_quantities(said)
    assert (one.first, one.last) == (1, len(said) - 1)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(["a", "half", "and", "two", "hundred", "third", "dozen", "%", "$", "5", "1,000", "years", "-2", ">", "usd",
"thousand", "one", "k", "m"]), max_size=9))
def test_numbers_stand_apart_and_in_order(words):
    said = tokens(" ".join(words))
    places = [i for f in find_quantities(said) for i in range(f.first, f.last)]
    assert places == sorted(set(places))
    assert all(i < len(said) for i in places)
