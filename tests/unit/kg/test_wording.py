"""What the words of a mention have to do with what somebody or something is called, and which of it is sure enough to be taken."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kg.borne import is_borne
from kg.names import name_words, shortened
from kg.wording import Match, best_match
from tests.cases import each_case

LETTERS = "bcdfghklmnprtvw"


def match(mention: str, name: str, kind: str = "person") -> Match | None:
    return best_match([name_words(mention)], shortened(mention), [("name", name)], kind)


@each_case("mention, name, how, is_sure", [
    ("Ana Ruiz", "Ana Ruiz", "exact", True),
    ("Ruiz, Ana", "Ana Ruiz", "part", True),
    ("Bob Galbraith", "Robert Galbraith", "nickname", True),
    ("Cordy Galbraith", "Cordelia Galbraith", "nickname", False),        # a list says so that knows many unusual ones
    ("J.K. Smith", "John Kenneth Smith", "initials", True),
    ("John K. Smith", "John Kenneth Smith", "initials", True),
    ("John B. Smith", "John Kenneth Smith", None, None),
    ("JKS", "John Kenneth Smith", "acronym", True),
    ("Mueller", "Jana Müller", "typo", True),
    ("Oedoen Kardos", "Ödön Kardos", "typo", True),
    ("Ana Galbriath", "Ana Galbraith", "typo", True),
    ("Galbriath", "Ana Galbraith", "typo", True),
    ("Galbroith", "Ana Galbraith", "typo", False),                       # nothing beside it says that she is meant
    ("Ana Galbroith", "Ana Galbraith", "typo", True),
    ("Philip Ferrara", "Philip Ferraro", "typo", False),                 # a surname of its own
    ("Ana Ugartu", "Ana Ugarte", "typo", False),                         # another letter at the end
    ("Matthew Lockwood", "Matthew Blackwood", "typo", False),
    ("Ana Ruiz", "Ana Blackwood", None, None),
])
def test_what_may_be_somebody_elses_name_is_not_sure(mention, name, how, is_sure):
    found = match(mention, name)
    assert (found and found.how, found and found.is_sure) == (how, is_sure)


def test_values_and_titles_are_nobodys_names_so_that_their_slips_are_sure():
    assert match("Kickof", "Kickoff", "") == Match("typo", 0.8143, "kickof for kickoff in name Kickoff", is_whole=True)


@pytest.mark.parametrize("mention, is_whole", [("Ruiz Ana", False), ("Ana Maria Ruiz", True), ("Ruiz Ana Maria", True), ("Ana Mariia Ruiz", True)])
def test_whole_is_what_says_all_words_of_a_name(mention, is_whole):
    found = match(mention, "Ana Maria Ruiz")
    assert found is not None and found.is_whole == is_whole


@given(st.text(LETTERS, min_size=7, max_size=12), st.integers(1, 20))
def test_two_letters_that_changed_places_make_nobody_elses_name_unless_somebody_bears_it(word, place):
    at = place % (len(word) - 1) or 1
    turned = word[:at] + word[at + 1] + word[at] + word[at + 2:]
    assume(turned != word and not is_borne(turned))
    found = match(f"Ana {turned}", f"Ana {word.title()}")
    assert found is not None and (found.how, found.is_sure) == ("typo", True)
