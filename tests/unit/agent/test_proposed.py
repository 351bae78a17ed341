"""What a model reads of wishes stands only where the message says it, and nothing that the rules would not learn from is sent."""

import pytest

from agent.understand.preferences.choices import values
from agent.understand.preferences.hearing import hear
from agent.understand.preferences.proposed import Wish, is_worth_a_look, stands
from tests.memory_texts.test_memory_texts import ALL, texts

LEAVE = "Hectolitres, sawdust, varnish, upholstery and leave land on my desk wearing hours forever"
BO = "Bo, bearded banker of the boats, goes in my diary as Bo Lindqvist, remember"


def wish(quote: str, relation: str, value: str, subject: str = "") -> Wish:
    return Wish(number=1, relation=relation, subject=subject, value=value, quote=quote)


@pytest.mark.parametrize(("message", "one", "meant"), [
    (LEAVE, wish("leave land on my desk wearing hours forever", "unit", "hours"), ("unit", "leave", "hours")),
    (BO, wish(BO, "name_means", "Bo Lindqvist", "Bo"), ("name_means", "Bo", "Bo Lindqvist")),
])
def test_what_the_message_says_stands_with_its_place(message, one, meant):
    assert is_worth_a_look(message) and hear(message) == ()
    found = stands(one, message)
    assert (found.kind, found.subject, found.value) == meant and message[found.first : found.last] == one.quote


@pytest.mark.parametrize("one", [
    wish("show me hours", "unit", "hours"), wish("", "unit", "hours"), wish(LEAVE, "unit", "days"), wish(LEAVE, "currency", "EUR"),
    wish(LEAVE, "calendar", "fiscal"), wish(LEAVE, "name_means", "everybody's pay", "leave"), wish(LEAVE, "name_means", "hectolitres", "hectolitres"),
    wish(LEAVE, "name_means", "leave land", "hours"), wish(LEAVE, "form", "table"),
])
def test_what_is_not_in_the_words_does_not_stand(one):
    assert stands(one, LEAVE) is None


def gained(message: str) -> bool:
    """Could a model that proposes whatever it likes have something learned from a message?"""
    anything = (wish(message, kind, value) for kind in ("unit", "currency", "calendar", "form") for value in values(kind))
    return is_worth_a_look(message) and any(stands(one, message) for one in anything)


@pytest.mark.parametrize("set_of_texts", ALL)
def test_a_model_that_proposes_anything_gains_nothing_from_injected_or_quoted_words_and_next_to_nothing_elsewhere(set_of_texts):
    unlearned = [one for one in texts(set_of_texts) if one["label"] is None]
    wrong = [one for one in unlearned if gained(one["text"])]
    assert [one for one in wrong if one["category"] in ("injected", "quoted", "questions")] == []
    assert len(wrong) <= len(unlearned) / 100, wrong
