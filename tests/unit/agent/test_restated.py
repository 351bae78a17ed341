"""Other words for a question are taken without asking where the question's own words say the same, and nowhere else."""

from collections import Counter
from functools import cache

import pytest

from agent.catalogue import catalogue
from agent.language import tokens
from agent.react.restated import in_one_form, restated
from agent.rules.evidence import Known
from tests.unit.agent.directory import TODAY, names_in, read_question
from tests.unit.agent.proposals import FOLLOW_UPS, RIGHT
from tests.unit.agent.rewordings import SAID, UNSAID, misread

ALL = (*(("", question, plain) for question, _, plain in RIGHT), *((first, question, plain) for first, question, _, plain in FOLLOW_UPS),
       *(("", *pair) for pair in SAID))
IDS = [question for _, question, _ in ALL]
RESTRICTING = ("not", "no", "except", "Seawall", "Pia Lindqvist", "9", "last month", "without zorblatt", "my")


@cache
def last_of(first):
    return read_question(first).goals[0] if first else None


@cache
def goals(text, first=""):
    return read_question(text, last=last_of(first)).goals


def forms(text, first=""):
    return {in_one_form(catalogue(), goal) for goal in goals(text, first)}


def taken(question, goal, first=""):
    """The goal, if the question says it; None where the person would be asked."""
    return restated(catalogue(), question, Known(names_in(question), TODAY, last=last_of(first)), goal)


@pytest.mark.parametrize("first, question, plain", ALL, ids=IDS)
def test_what_the_question_says_is_taken(first, question, plain):
    (goal,) = goals(plain, first)
    found = taken(question, goal, first)
    assert found is not None
    assert in_one_form(catalogue(), found.goal) == in_one_form(catalogue(), goal)


@pytest.mark.parametrize("question, plain", UNSAID, ids=[question for question, _ in UNSAID])
def test_what_only_the_person_can_tell_is_not_taken(question, plain):
    (goal,) = goals(plain)
    assert taken(question, goal) is None


@pytest.mark.parametrize("first, question, plain", ALL, ids=IDS)
def test_words_that_mean_something_else_are_never_taken(first, question, plain, full):
    """Each wording that is off by one change and that the rules read."""
    right, wrong = forms(plain, first), []
    for kind, text in list(misread(plain))[len(question) % 48 :: 1 if full else 48]:
        others = [goal for goal in goals(text, first) if in_one_form(catalogue(), goal) not in right]
        wrong += [(kind, text) for goal in others if taken(question, goal, first) is not None]
    assert not wrong


def test_words_for_another_question_are_never_taken(full):
    for place, (first, question, plain) in enumerate(ALL):
        right = forms(plain, first)
        others = [text for _, _, text in ALL[place % 27 :: 1 if full else 27]]
        wrong = [goal for text in others for goal in goals(text, first) if in_one_form(catalogue(), goal) not in right]
        assert not [goal for goal in wrong if taken(question, goal, first) is not None], question


def test_a_question_that_says_more_is_not_taken_for_less(full):
    """One word more, anywhere in the question but in what somebody says first of themselves: other words do not say that."""
    for place, (first, question, plain) in enumerate(ALL):
        (goal,) = goals(plain, first)
        said = [token for token in tokens(question) if token.first > question.find(": ")]
        asks = {token.plain for token in said}
        for more in RESTRICTING[:: 1 if full else 3]:
            if asks.isdisjoint(tokens_of(more)):
                for token in said[1 + place % 3 :: 1 if full else 12]:
                    longer = f"{question[:token.first]}{more} {question[token.first:]}"
                    assert taken(longer, goal, first) is None, longer


def tokens_of(text):
    """Its words; of one for the asker all of these."""
    found = {token.plain for token in tokens(text)}
    return found | {"i", "me", "mine"} if "my" in found else found


def test_every_kind_of_wrong_is_tried():
    tried = Counter(kind for first, _, plain in ALL[::3] for kind, text in list(misread(plain))[::3] if forms(text, first) - forms(plain, first))
    assert sum(tried.values()) >= 200
