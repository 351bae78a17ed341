"""The loader of named queries: what does not fit its header is refused."""

import pytest

from kg.queries import load
from kg.schema import RELATIONS


def test_a_relation_enters_only_from_the_schema():
    query = load(RELATIONS)["links_in_of_hub"]
    assert "[r:REPORTS_TO]" in query.statement(("REPORTS_TO",), RELATIONS)
    with pytest.raises(ValueError, match="no relations"):
        query.statement(("REPORTS_TO", "X]->() DETACH DELETE n //"), RELATIONS)
    with pytest.raises(ValueError, match="needed"):
        query.statement((), RELATIONS)


def test_a_relation_that_is_no_plain_word_is_refused():
    with pytest.raises(ValueError, match="cannot be"):
        load(("REPORTS_TO", "A|B"))


def test_what_stands_between_two_marks_is_written_out_for_each_relation():
    text = load(("LIKES", "KNOWS"))["degrees_in"].text
    assert text.count("COUNT { (s)<-[:LIKES]-() }") == text.count("COUNT { (s)<-[:KNOWS]-() }") == 1
    assert "each" not in text


def test_what_stands_between_two_other_marks_is_written_out_for_the_relations_that_are_asked_for():
    text = load(("LIKES", "KNOWS", "OWES"))["links_in_of_hub"].statement(("LIKES", "OWES"), ("LIKES", "KNOWS", "OWES"))
    assert text.count("[r:LIKES]") == text.count("[r:OWES]") == 1
    assert "KNOWS" not in text
    assert "some" not in text
