"""Words of a question: tokens, their plural forms, and statements told from questions."""

from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.language.words import forms, is_statement, tokens, words
from tests.cases import each_case


@each_case("question, plain", [
    ("What's Bill's e-mail?", ["what", "'s", "bill", "'s", "e-mail"]),
    ("whats Bill’s company", ["what", "'s", "bill", "'s", "company"]),
    ("Who's Jörg Weiß?", ["who", "'s", "jorg", "weiss"]),
    ("I've 3.5 days, I'm sure", ["i", "'ve", "3.5", "days", "i", "'m", "sure"]),
    ("ticket ATL-9001, please!", ["ticket", "atl-9001", "please"]),
    ("Bolts & Sons / R&D", ["bolts", "sons", "r&d"]),
    ("Mary O'Brien's team", ["mary", "o'brien", "'s", "team"]),
    ("ana.ruiz@acme.example", ["ana.ruiz@acme.example"]),
    ("50% of $3", ["50", "%", "of", "$", "3"]),
    ("over 150,000 dollars, 1,50,000.50 or 1,2", ["over", "150,000", "dollars", "1,50,000.50", "or", "1", "2"]),
    ("$5m, US$ 40k and €40 000", ["$", "5m", "us$", "40k", "and", "€", "40", "000"]),
    ("10+ seats, 1.5k+ at -5 or >= 7", ["10+", "seats", "1.5k+", "at", "-5", "or", ">=", "7"]),
    ("July–September 2026-10-03, A -> B", ["july-september", "2026-10-03", "a", "b"]),
    ("Haven't we met, can't they, we're, I'd", ["have", "not", "we", "met", "can", "not", "they", "we", "'re", "i", "'d"]),
    ("Teh bugs, hwo many dont we have", ["the", "bugs", "how", "many", "do", "not", "we", "have"]), ("howmany", ["how", "many"]),
    ("Who is Im? im with Im", ["who", "is", "im", "i", "'m", "with", "im"]),
    ("L'Oréal and O'Leary", ["l'oreal", "and", "o'leary"]),
    ("  …  ", []),
])
def test_a_question_is_cut_into_plain_words(question, plain):
    assert [t.plain for t in tokens(question)] == plain


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=60))
def test_every_token_stands_where_it_says(question):
    assert all(question[t.first : t.last] == t.text for t in tokens(question))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=60))
def test_tokens_follow_each_other_in_order(question):
    found = tokens(question)
    assert all(one.first <= other.first for one, other in pairwise(found))


@each_case("word, also", [
    ("tickets", "ticket"), ("companies", "company"), ("boxes", "box"), ("branches", "branch"), ("days", "day"), ("addresses", "address"),
    ("cases", "case"), ("expenses", "expense"), ("premises", "premise"),
])
def test_a_plural_is_known_by_its_singular(word, also):
    assert also in forms(word)


@each_case("word", ["business", "status", "analysis", "gas", "ss", "is", "address"])
def test_a_singular_that_ends_in_s_is_left_alone(word):
    assert forms(word) <= {word, word[:-1]}
    assert word in forms(word)
    if word.endswith(("ss", "us", "is")):
        assert forms(word) == {word}


@each_case("text", [
    "When I say Bill I mean Bill Tran.", "I prefer hours", "From now on show me hours", "By Bill I meant Bill Ashworth", "I think in hours, not days",
    "Remember that Bill is Bill Tran", "For me, a day means 8 hours", "Always use hours",
    "When I ask for top customers I want the top 5, not 10",
    "When I ask for headcount, leave contractors out",
])
def test_who_says_how_they_want_things_states(text):
    assert is_statement(text)


@each_case("text", [
    "Who is Bill?", "What does ARR mean?", "How many days are left for me?", "What is always due on Friday", "Which Bill do you mean?",
    "Summarize my last conversation with Bill's company",
])
def test_who_asks_does_not_state(text):
    assert not is_statement(text)


def test_a_listed_slip_is_written_as_nothing_that_is_asked_with():
    known = words()
    singles = {w for group in (known.licensed, known.meaning, known.pronouns, known.me) for w in group} | {p[0] for p in known.empty if len(p) == 1}
    assert [w for w in singles if tokens(w)[0].plain != tokens(w)[0].text.lower()] == []


def test_few_words_carry_no_content():
    assert len(words().empty) <= 60


def test_no_word_is_in_two_classes():
    known = words()
    classes = {
        "empty": {" ".join(p) for p in known.empty}, "licensed": known.licensed, "meaning": known.meaning, "me": known.me,
        "pronouns": known.pronouns,
    }
    twice = {(a, b): classes[a] & classes[b] for a in classes for b in classes if a < b and classes[a] & classes[b]}
    assert twice == {}

