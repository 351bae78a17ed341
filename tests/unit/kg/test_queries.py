"""The loader of named queries: what does not fit its header is refused."""

import pytest

from kg.queries import load
from kg.schema import RELATIONS


def test_a_relation_enters_only_from_the_schema():
    query = load(RELATIONS)["links_in_of_hub"]
    assert "[r:REPORTS_TO]" in query.statement("REPORTS_TO", RELATIONS)
    with pytest.raises(ValueError, match="no relation"):
        query.statement("X]->() DETACH DELETE n //", RELATIONS)
    with pytest.raises(ValueError, match="needed"):
        query.statement(None, RELATIONS)


def test_a_relation_that_is_no_plain_word_is_refused():
    with pytest.raises(ValueError, match="cannot be"):
        load(("REPORTS_TO", "A|B"))


def test_what_stands_between_two_marks_is_written_out_for_each_relation():
    text = load(("LIKES", "KNOWS"))["degrees_in"].text
    assert text.count("COUNT { (s)<-[:LIKES]-() }") == text.count("COUNT { (s)<-[:KNOWS]-() }") == 1
    assert "each" not in text
