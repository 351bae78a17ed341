"""Why a question is declined that could not be understood."""

import pytest

from agent.answer import Reason
from agent.refusal import CAN, not_understood

APPS = frozenset({"hris", "crm", "filestorage", "knowledgebase"})


@pytest.mark.parametrize("question, kind", [
    ("Where is the file Headcount plan 2027.xlsx?", "files"), ("Who wrote the article Laboratory rules?", "articles"),
])
def test_what_is_connected_but_not_answered_about_yet_is_said_so_with_what_can_be_asked(question, kind):
    declined = not_understood(question, ("Headcount",), APPS)
    assert declined.reason is Reason.OUT_OF_SCOPE
    assert str(declined) == f"I can't answer questions about {kind} yet. {CAN}"


def test_what_is_not_connected_is_said_so_first():
    assert not_understood("Who wrote the article Laboratory rules?", (), frozenset({"hris"})).reason is Reason.NOT_CONNECTED


def test_words_that_have_no_place_are_named():
    assert "“weather”" in str(not_understood("What is the weather?", ("weather",), APPS))
